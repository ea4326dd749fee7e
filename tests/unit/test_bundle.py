"""All that a reflector gets to see, as one text."""

from __future__ import annotations

import pytest

from gitskills.model.episode import Episode
from gitskills.model.library import Statement
from gitskills.model.proposal import Scope
from gitskills.model.skill import SkillEntry
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.reflect.bundle import Surroundings, bundle
from gitskills.transcript import OUR_MARK

WINDOW = (
    Turn(7, 70, Speaker.USER, Channel.TYPED, "always use uv"),
    Turn(8, 80, Speaker.WEB, Channel.RESULT, "a page", tool="WebFetch", locator="https://example.org/p"),
)
DIGEST = (Turn(3, 30, Speaker.AGENT, Channel.TEXT, "I looked around."),)
EPISODE = Episode("/t.jsonl", "claude-code:ab", WINDOW, DIGEST, 8, 80)
AROUND = Surroundings(
    skills=(
        SkillEntry("run-tests", Scope.PROJECT, "t", "Run the tests with make test."),
        SkillEntry("short-answers", Scope.USER, "t", "Keep answers short."),
    ),
    refused=(("no-friday", "we deploy on Fridays now"),),
    statements=(Statement("CLAUDE.md:3", "Use tabs."), Statement("AGENTS.md:1", "Be brief.")),
)


def sections(text: str) -> dict[str, str]:
    parts = text.split("\n## ")[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2].strip() for part in parts}


@pytest.mark.promise("C6")
def test_it_holds_window_digest_index_refusals_what_the_project_says_and_the_rules() -> None:
    found = sections(bundle(EPISODE, AROUND))
    titles = " ".join(found)
    for word in ("Format", "Skills", "refused", "project says", "Digest", "Window"):
        assert word in titles
    assert (
        "run-tests [project]: Run the tests with make test.\nshort-answers [user]: Keep answers short."
        in found.values()
    )
    assert "no-friday: we deploy on Fridays now" in found.values()
    assert "CLAUDE.md:3: Use tabs.\nAGENTS.md:1: Be brief." in found.values()


@pytest.mark.promise("C5")
def test_the_digest_is_marked_as_orientation_and_never_evidence() -> None:
    (title,) = [title for title in sections(bundle(EPISODE, AROUND)) if title.startswith("Digest")]
    assert "orientation" in title
    assert "never evidence" in title


@pytest.mark.promise("C9")
def test_every_span_of_the_window_bears_its_source() -> None:
    window = sections(bundle(EPISODE, AROUND))["Window: what may be quoted"]
    assert window == (
        "[line 7] user/typed: always use uv\n[line 8] web/result WebFetch (https://example.org/p): a page"
    )


@pytest.mark.promise("C6")
def test_it_begins_with_our_mark_and_an_empty_section_is_left_out() -> None:
    text = bundle(EPISODE, Surroundings())
    assert text.startswith(OUR_MARK)
    assert [title.partition(":")[0] for title in sections(text)] == ["Format", "Digest", "Window"]

"""What becomes of a skill of two lines: which rule decides, and that both clones decide alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.model.library import Verdict, VerdictKind, Version
from gitskills.model.policy import Policy
from gitskills.model.proposal import Evidence
from gitskills.model.skill import SKILL_FILE, SkillFile, SkillFolder
from gitskills.model.turn import Channel, Speaker
from gitskills.share.fates import Fate, Side, fate
from gitskills.share.folders import Files, joined_folder, retold, with_evidence
from gitskills.share.policies import narrower
from gitskills.share.refused import Step, refused_lesson, without_refused
from gitskills.share.twins import Newborn, twins
from gitskills.skillfile.document import Document, render
from gitskills.skillfile.evidence import evidence_path, quote_digest, render_evidence
from gitskills.skillfile.folded import content_digest
from gitskills.skillfile.policyfile import parse_policy

pytestmark = pytest.mark.promise("share-2")

BODY = "Use uv for packages.\n\nMind the lock file.\n\nAsk before an upgrade."


def evidence(quote: str, line: int = 1) -> dict[str, SkillFile]:
    item = Evidence(quote, Speaker.USER, Channel.TYPED, line, "notes.jsonl", quote_digest(quote))
    return {evidence_path([item]): SkillFile(render_evidence([item]))}


def folder(body: str = BODY, description: str = "When adding packages", *quotes: str, **files: SkillFile) -> Files:
    made = {SKILL_FILE: SkillFile(render(Document("packages", description, body)))}
    for quote in quotes:
        made |= evidence(quote)
    return made | {f"scripts/{name}.sh": file for name, file in files.items()}


def every(_: SkillFolder) -> bool:
    return True


def decided(base: Files | None, one: Side, other: Side) -> Fate:
    """The fate, which is the same from the other side."""
    found, turned = (fate("packages", base, sides, every) for sides in ((one, other), (other, one)))
    assert (found.files, found.told, found.lost) == (turned.files, turned.told, turned.lost)
    return found


MINE, THEIRS = folder(BODY.replace("Mind", "Commit")), folder(BODY.replace("Mind", "Never touch"))
APART = folder(BODY.replace("Ask", "Ask Ada"))
SIDES = st.builds(
    Side,
    files=st.sampled_from([None, folder(), MINE, THEIRS, APART, folder(BODY, "Packages", "said so")]),
    person=st.booleans(),
    refused=st.booleans(),
    first=st.tuples(st.integers(0, 2), st.just("")),
)


@given(st.sampled_from([None, folder(), MINE]), SIDES, SIDES)
def test_both_clones_decide_alike(base: Files | None, one: Side, other: Side) -> None:
    decided(base, replace(one, first=(one.first[0], "a")), replace(other, first=(other.first[0], "b")))


def test_disjoint_changes_are_both_in_and_nothing_waits() -> None:
    found = decided(folder(), Side(MINE), Side(APART))
    assert found.files == folder(BODY.replace("Mind", "Commit").replace("Ask", "Ask Ada"))
    assert found.lost is None


@pytest.mark.parametrize(
    ("persons", "stays"), [((True, False), MINE), ((False, True), THEIRS), ((False, False), THEIRS)]
)
def test_people_beat_agents_and_else_the_older_stays(persons: tuple[bool, bool], stays: Files) -> None:
    found = decided(folder(), Side(MINE, persons[0], first=(2, "a")), Side(THEIRS, persons[1], first=(1, "b")))
    assert found.files == found.kept == stays
    assert found.lost == (THEIRS if stays is MINE else MINE)


def test_what_would_break_a_rule_is_not_mixed() -> None:
    sides = (Side(MINE, first=(1, "a")), Side(APART, first=(2, "b")))
    found = fate("packages", folder(), sides, lambda tried: tried.files in (MINE, APART))
    assert (found.files, found.lost) == (MINE, APART)


@pytest.mark.parametrize("against", [MINE, folder()])
def test_a_no_holds_also_against_people(against: Files) -> None:
    assert decided(folder(), Side(None, refused=True), Side(against, person=True)).files is None


def test_put_away_and_changed_it_lives_and_put_away_alone_it_goes() -> None:
    assert decided(folder(), Side(None), Side(MINE)).files == MINE
    assert decided(folder(), Side(None), Side(folder())).files is None


def test_learned_twice_it_rests_on_the_words_of_both() -> None:
    one, other = folder(BODY, "When adding packages", "use uv"), folder(BODY, "When adding packages", "uv it is")
    found = decided(None, Side(one), Side(other, first=(1, "b")))
    assert found.files == {**one, **other}
    assert found.lost is None


def test_the_same_quote_heard_in_two_sessions_is_one_file() -> None:
    one, other = ({**folder(), **evidence("use uv", line)} for line in (1, 7))
    found = joined_folder(folder(), one, other)
    assert found == joined_folder(folder(), other, one)
    assert found in (one, other)


def test_modes_and_files_come_along_from_the_side_that_changed_them() -> None:
    script, better = SkillFile(b"#!/bin/sh\n", executable=True), SkillFile(b"#!/bin/sh\nmake\n", executable=True)
    base = folder(BODY, "When adding packages", run=script)
    one, other = folder(BODY, "When adding packages", run=better), {**base, **MINE}
    found = decided(base, Side(one), Side(other))
    assert found.files == {**one, **MINE, "scripts/run.sh": better}


def test_quotes_that_one_side_took_away_do_not_come_back_with_the_other() -> None:
    base = folder(BODY, "When adding packages", "use uv", "mind it")
    without = folder(BODY, "When adding packages", "mind it")
    assert with_evidence(without, base, base) == with_evidence(base, without, base) == without


def test_what_waits_differs_from_what_stays_only_where_the_two_clash() -> None:
    other = folder(BODY.replace("Mind", "Never touch").replace("Ask", "Ask Ada"))
    text = retold(folder(), MINE, other)
    assert text is not None
    assert text.body == BODY.replace("Mind", "Never touch").replace("Ask", "Ask Ada")
    apart = folder(BODY.replace("Mind", "Commit").replace("Use", "Take"))
    text = retold(folder(), apart, other)
    assert text is not None
    assert text.body == BODY.replace("Mind", "Never touch").replace("Ask", "Ask Ada").replace("Use", "Take")


def verdict(kind: VerdictKind, **how: object) -> Verdict:
    return replace(Verdict(kind, "other", "c0ffee"), **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("known", "refused"),
    [
        ({"name": "pаckages"}, True),  # a look-alike
        ({"evidence": frozenset({quote_digest("use uv")})}, True),
        ({"contents": frozenset({content_digest(folder())})}, True),
        ({"evidence": frozenset({quote_digest("else")})}, False),
    ],
)
def test_a_refused_lesson_is_known_by_name_words_and_content(known: dict[str, object], refused: bool) -> None:
    files = folder(BODY, "When adding packages", "use uv")
    assert bool(refused_lesson("packages", files, [verdict(VerdictKind.LESSON, **known)])) == refused
    assert refused_lesson("packages", files, [verdict(VerdictKind.PATCH, **known)]) is None


def test_a_refused_patch_is_taken_out_and_what_came_after_it_stays() -> None:
    after = folder(BODY.replace("Mind", "Commit").replace("Ask", "Ask Ada"))
    step = Step(Version("c1", "packages", ".claude/skills/packages", "b", "t", proposal="p1"), folder(), MINE)
    no = verdict(VerdictKind.PATCH, name="packages", proposals=frozenset({"p1"}))
    assert without_refused("packages", after, [step], [no]) == APART
    assert without_refused("packages", after, [step], []) == after


def born(name: str, *quotes: str, body: str = BODY, asked: bool = False, first: tuple[int, str] = (1, "a")) -> Newborn:
    return Newborn(name, folder(body, "When adding packages", *quotes), asked, first)


@pytest.mark.parametrize(
    ("one", "other", "stays"),
    [
        (born("a", "use uv"), born("b", "use uv", body="Other.", first=(2, "b")), "a"),
        (born("a", "use uv", first=(3, "a")), born("b", "use uv", body="Other.", first=(2, "b")), "b"),
        (born("a", "use uv"), born("b", "use uv", body="Other.", asked=True, first=(2, "b")), "b"),
        (born("a", "one saying"), born("b", "another saying"), "a"),
    ],
)
def test_of_one_lesson_under_two_names_the_asked_for_and_then_the_older_stays(
    one: Newborn, other: Newborn, stays: str
) -> None:
    (pair,) = twins([one], [other])
    assert pair.stays.name == stays
    assert twins([other], [one]) == (pair,)


def test_two_lessons_of_one_saying_are_not_taken_for_one() -> None:
    mine = [born("a", "use uv", body="One."), born("b", "use uv", body="Two.")]
    assert twins(mine, [born("c", "use uv", body="Three.")]) == ()


def test_two_lessons_of_one_saying_that_have_nothing_in_common_both_stay() -> None:
    one = born("a", "use uv, and no pushes on Fridays")
    files = folder("Never push on a Friday.", "Pushing to the main branch", "use uv, and no pushes on Fridays")
    assert twins([one], [replace(one, name="b", files=files, first=(2, "b"))]) == ()


TEXTS = st.sampled_from(
    [
        b"mute:\n  - a\n",
        b"mute:\n  - b\noff:\n  - archive\n",
        b"landing: review\n",
        b"# nothing\n",
        b"off: [bad\n",
        b"tags:\n  - x\n",
    ]
)


@given(TEXTS, TEXTS)
def test_two_policies_forbid_what_either_forbids(one: bytes, other: bytes) -> None:
    both = narrower(one, other)
    assert both == narrower(other, one)
    policies = [found for found in map(parse_policy, (one, other)) if isinstance(found, Policy)]
    made = parse_policy(both)
    if policies and isinstance(made, Policy):
        assert all(found.mute <= made.mute and found.off <= made.off for found in policies)
        assert made.review_all == any(found.review_all for found in policies)

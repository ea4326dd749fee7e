"""The report: one page that needs nothing beside it, runs nothing, and shows hostile words as words."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from gitskills.app.curate import Curator
from gitskills.app.report import report
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.waiting import waiting
from gitskills.cli.page import page
from gitskills.model.overview import Cost, Listing, Overview, SkillLine
from gitskills.model.picture import Happening, Picture
from tests.cli.running import run
from tests.support.repos import RepoBuilder
from tests.support.teaching import Lesson, here, outcomes, teach

ATTACKS = (
    "</style><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt; ${tip} $chart",
    "<!--\u202e\u0000\x1b[31m]]>",
)
TAGS = set(
    "html head meta title style body h1 h2 p div b code svg g rect text ul li i meter table thead tbody tr th td details"
    " summary time q small span".split()
)
ATTRIBUTES = set(
    "lang charset name content http-equiv class viewbox role aria-label x y width height text-anchor value high optimum open".split()
)
BROWSED = ("birth", "patch", "merge", "archive", "restore", "verdict", "other")


class Page(HTMLParser):
    """Every tag and attribute of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.classes: Counter[str] = Counter()
        self.values: list[str] = []
        self.text = ""
        self.odd: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        self.values += [value or "" for _, value in attrs]
        self.classes.update(word for name, value in attrs if name == "class" for word in (value or "").split())

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.odd.append(data)

    def handle_pi(self, data: str) -> None:
        self.odd.append(data)


def picture(skills: int, *, words: str = "Use uv add, never pip.") -> Picture:
    """A year of `skills` skills whose every text is `words`."""
    lines = tuple(
        SkillLine(f"skill-{number}{words if number < 2 else ''}", "project", "archived" if number % 5 == 4 else "active", "agent", words, words, 1_767_225_600)
        for number in range(skills)
    )  # fmt: skip
    told = tuple(
        Happening(
            f"{number:040x}", 1_767_225_600 + number * 31_000_000 // max(skills, 1), BROWSED[number % 7], "project", words, words, words,
            (words,), words, words, Cost(900, 0, 1.0, 0.01, 1),
        )
        for number in range(skills)
    )  # fmt: skip
    counts = (("probation", 0), ("active", skills), ("archived", 0))
    shown = Overview(words, words, True, words, words, counts, None, 0, 0, 0, 0, problems=(words,), listing=Listing(skills, 1, 90, 2_000, (words,)))  # fmt: skip
    return Picture(1_767_225_600, shown, lines, told)


def harmless(html: str) -> Page:
    """The page, with nothing in it that runs, loads or points anywhere."""
    found = Page(html)
    assert set(found.tags) <= TAGS, set(found.tags) - TAGS
    assert found.attributes <= ATTRIBUTES, found.attributes - ATTRIBUTES
    assert not any("://" in value or value.strip().startswith("javascript") for value in found.values)
    assert found.odd == []
    style = html[html.index("<style>") : html.index("</style>")]
    assert not re.search(r"url\(|@import|@font-face|expression|//", style)
    assert html.count("<style>") == html.count("</style>") == 1
    return found


@pytest.mark.parametrize("skills", [0, 10, 1_000])
def test_the_page_holds_no_script_no_address_and_stays_small(skills: int) -> None:
    html = page(picture(skills))
    found = harmless(html)
    assert "prefers-color-scheme:dark" in html
    assert "default-src 'none'" in html
    assert len(html.encode()) < 20_000 + skills * 1_000
    assert found.tags["time"] == skills
    assert found.tags["tr"] - found.tags["table"] == skills


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_words_are_shown_as_words(attack: str) -> None:
    html = page(picture(8, words=attack))
    found = harmless(html)
    plain = harmless(page(picture(8)))
    assert found.tags == plain.tags
    assert found.classes == plain.classes
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert "\0" not in html
    if attack.isprintable():
        assert attack in found.text


def test_every_text_of_the_values_is_tried_by_the_attacks() -> None:
    """Where a new text field comes to the picture, `picture` has to fill it, too."""
    marked = picture(3, words="MARK")
    values: tuple[Happening | SkillLine, ...] = (*marked.happenings, *marked.skills[:1])
    for value in values:
        for field in fields(value):
            text = getattr(value, field.name)
            if isinstance(text, str) and field.name not in {"commit", "kind", "scope", "status", "owner"}:
                assert "MARK" in text, field.name
    assert is_dataclass(marked)


PACK = Lesson(
    "release-packing", "Pack wheels before a release, never after it.", "Pack wheels for a release with `make wheels`."
)
TAG = Lesson(
    "release-tagging", "Tag a release with v & its <number>, always.", "Tag a release with `git tag`, always signed."
)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert outcomes(teach(made.path, PACK, TAG)) == ["landed", "landed"]
    return made


def test_the_page_tells_births_merges_and_verdicts_with_their_words(made: RepoBuilder) -> None:
    context = here(made.path)
    Curator(context, "offline").curate()
    (item,) = waiting(context)
    merged = accept(context, item).commit
    rollback(context, merged, "apart they are clearer")
    drawn = report(here(made.path))
    assert [one.kind for one in drawn.happenings] == ["birth", "birth", "merge", "verdict"]
    assert "clauses kept" in drawn.happenings[2].clauses
    found = harmless(page(drawn))
    for said in (PACK.said, TAG.said, "apart they are clearer", merged[:12]):
        assert said in found.text, said
    assert {"birth", "merge", "verdict"} <= set(found.classes)


def test_the_command_writes_a_file_and_says_where(made: RepoBuilder, tmp_path: Path) -> None:
    before = made.git("status", "--porcelain")
    said = run(made.path, "report")
    assert said.returncode == 0, said
    place = Path(said.stdout.strip())
    assert place.is_file()
    assert place.stat().st_mode & 0o077 == 0
    assert made.git("status", "--porcelain") == before
    target = tmp_path / "page.html"
    assert run(made.path, "report", "-o", str(target)).returncode == 0
    assert harmless(target.read_text("utf-8")).tags["time"] == 2
    assert run(made.path, "report", "-o", "-").stdout.startswith("<!DOCTYPE html>")
    assert run(made.path, "report", "-o", str(tmp_path / "no" / "page.html")).returncode == 3


def test_json_says_the_same(made: RepoBuilder) -> None:
    told: dict[str, Any] = json.loads(run(made.path, "report", "--json").stdout)
    assert [one["kind"] for one in told["happenings"]] == ["birth", "birth"]
    assert {line["name"] for line in told["skills"]} == {PACK.name, TAG.name}


def test_an_empty_library_has_a_page(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert "Nothing has happened yet." in harmless(page(report(here(made.path)))).text


def test_curate_shows_its_plan_and_its_exit_code_says_whether_there_is_one(made: RepoBuilder) -> None:
    shown = run(made.path, "curate", "--dry-run", "--reflector", "offline")
    assert shown.returncode == 0, shown
    assert "would be review  merge release: release-packing, release-tagging" in shown.stdout
    assert "+++ b/release/SKILL.md" in shown.stdout
    told = json.loads(run(made.path, "curate", "--reflector", "offline", "--json").stdout)
    assert (told["ruling"], told["absorbs"]) == ("review", [PACK.name, TAG.name])
    assert all(clause["place"] for clause in told["clauses"])
    assert run(made.path, "curate", "--reflector", "offline").returncode == 1
    assert run(made.path, "curate", "--reflector", "nobody").returncode == 2

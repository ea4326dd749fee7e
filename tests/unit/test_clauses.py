"""What a text binds its reader to, and what became of it in another."""

from __future__ import annotations

import pytest

from gitskills.model.proposal import Dropped
from gitskills.model.skill import SKILL_FILE, SkillFile, SkillFolder
from gitskills.skillfile.clausemap import clause_map
from gitskills.skillfile.clauses import clauses_in, held_in
from gitskills.skillfile.document import Document, render

pytestmark = pytest.mark.promise("U6", "case-18")


def texts(text: str, kind: str) -> list[str]:
    return [clause.text for clause in clauses_in(text) if clause.kind == kind]


def folder(name: str, body: str, **files: SkillFile) -> SkillFolder:
    said = SkillFile(render(Document(name, "Build with care.", body)))
    return SkillFolder(name, {SKILL_FILE: said} | {path.replace("__", "/"): file for path, file in files.items()})


@pytest.mark.parametrize(
    ("text", "kind", "wanted"),
    [
        ("Run `make  all` and ``a ` b``.", "command", ["make all", "a ` b"]),
        ("```sh\nmake all\n\n  ./run.sh -v\n```\n", "command", ["make all", "./run.sh -v"]),
        ("~~~\nunclosed\nlines\n", "command", ["unclosed", "lines"]),
        ("Look into src/app/main.py, ./x/y, /etc/hosts and setup.cfg.", "path", ["src/app/main.py", "./x/y", "/etc/hosts", "setup.cfg"]),
        ("See https://example.org/a?b=1#c, then (http://x.example).", "link", ["https://example.org/a?b=1#c", "http://x.example"]),
        ("Wait 30 seconds, 5% at most, port 8080 and v1.2.3.", "number", ["30 seconds", "5 %", "8080", "v1.2.3"]),
        ("1. First step.\n2. Second step.\n", "number", []),
        ("Use tabs. Never use blanks! You must not mix them.", "warning", ["Never use blanks!", "You must not mix them."]),
        ("- Do not push\n  on Fridays.\n- Don’t ask.\n", "warning", ["Do not push on Fridays.", "Don’t ask."]),
        ("## Always sign\n\nIt helps.", "warning", ["Always sign"]),
        ("A plain sentence and nothing else.", "warning", []),
    ],
)  # fmt: skip
def test_clauses_are_found(text: str, kind: str, wanted: list[str]) -> None:
    assert texts(text, kind) == wanted


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("Never push.", "- **Never push!**", True),
        ("Never push.", "Never push on Fridays.", False),
        ("Never push.", "Always push.", False),
        ("Run `rm -r build`.", "Run `rm -r build-all`.", False),
        ("Run `rm -r build`.", "```\nrm -r build\n```", True),
        ("Look into docs/a.md.", "Look into `docs/a.md`.", True),
        ("Wait 30 seconds.", "Wait 30 minutes.", False),
        ("Wait 30 seconds.", "Wait for 30\nseconds, then go on.", True),
        ("Never p\u0430y.", "Never pay.", False),
    ],
)
def test_a_clause_is_kept_word_for_word_or_not_at_all(old: str, new: str, kept: bool) -> None:
    assert ({clause.key for clause in clauses_in(old)} <= held_in(new)) is kept


def test_each_clause_is_kept_moved_dropped_or_lost() -> None:
    script, note = SkillFile(b"#!/bin/sh\n", executable=True), SkillFile(b"Never push.\n")
    old = folder("old", "Run `make`. Never push. Wait 3 days. Keep `x y`.", scripts__a=script)
    new = folder("new", "Run `make`.", references__old__md=note, scripts__b=script)
    found = clause_map({"old": old}, SkillFolder("new", new.files), (Dropped("3 days", "it is quick now"),))
    fates = {fate.clause.text: (fate.place, fate.reason, fate.accounted) for fate in found.fates}
    assert fates == {
        "scripts/a": ("scripts/b", "", True),
        "make": (SKILL_FILE, "", True),
        "Never push.": ("references/old/md", "", True),
        "3 days": ("", "it is quick now", True),
        "x y": ("", "", False),
    }
    assert found.summary()[0].startswith("old: 1 of 5 clauses kept, 2 moved to")
    assert found.summary()[1] == "Dropped of old, number '3 days': it is quick now"


def test_what_no_skill_says_can_not_be_dropped() -> None:
    found = clause_map({"old": folder("old", "Run `make`.")}, folder("new", "Run `make`."), (Dropped("x", "y"),))
    assert found.false == ("x",)


def test_evidence_keeps_no_clause() -> None:
    words = SkillFile(b"Never push.\n")
    found = clause_map({"old": folder("old", "Never push.")}, SkillFolder("new", {"references/evidence-1.md": words}))
    assert not any(fate.accounted for fate in found.fates)


@pytest.mark.parametrize("text", ["`" * 60_000, "a+" * 30_000, "\n" * 60_000, "- " * 30_000, "1," * 30_000, "a/" * 30_000, "``x` " * 12_000, "> " * 30_000])  # fmt: skip
def test_no_text_makes_the_reading_slow(text: str) -> None:
    """Quadratic reading would take minutes here."""
    assert isinstance(clauses_in(text), tuple)

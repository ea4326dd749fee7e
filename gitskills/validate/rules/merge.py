"""V12 merge: a merge keeps every clause of what it takes in, moves it to a bundled file, or says why it goes (LOOP U6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitskills.model.proposal import Action, Dropped
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SKILL_FILE, SkillFile, SkillFolder
from gitskills.skillfile.clausemap import clause_map
from gitskills.skillfile.document import Document, render
from gitskills.validate.material import Material, is_evidence
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "merge"
HINT = "keep it word for word, move it to a file in references/, or list it in dropped with the reason"
MOST = 8  # clauses named in one refusal


def check(material: Material) -> Iterator[Violation]:
    case = material.case
    proposal, after = case.proposal, case.after
    if proposal is None or proposal.action is not Action.MERGE or after is None:
        return
    if len(set(proposal.absorbs)) != len(proposal.absorbs):
        yield Violation(ID, "a skill is absorbed twice", Severity.REJECT, "name each once")
    found = clause_map(_sources(material), after, proposal.dropped)
    lost = [fate for fate in found.fates if not fate.accounted]
    for fate in lost[:MOST]:
        said = f"the {fate.clause.kind} {fate.clause.text!r} of {fate.skill} is lost"
        yield Violation(ID, said, Severity.REJECT, HINT, SKILL_FILE)
    if len(lost) > MOST:
        yield Violation(ID, f"{len(lost) - MOST} more clauses are lost", Severity.REJECT, HINT, SKILL_FILE)
    for text in found.false[:MOST]:
        yield Violation(ID, f"dropped names {text!r}, which no absorbed skill holds", Severity.REJECT, "leave it out")
    for fate in found.fates:
        if is_evidence(fate.clause.text) and not fate.place:
            yield Violation(
                ID, f"{fate.clause.text} of {fate.skill} would be lost", Severity.REJECT, "evidence never goes"
            )


def _sources(material: Material) -> Mapping[str, SkillFolder]:
    """What is put together: the absorbed skills, and the umbrella as it stood before."""
    case = material.case
    return dict(case.absorbed) | ({case.name: case.before} if case.before else {})


def _absorbed(body: str, files: Mapping[str, SkillFile] | None = None) -> tuple[SkillFolder, ...]:
    said = SkillFile(render(Document("old", "Build with care.", body)))
    return (SkillFolder("old", {SKILL_FILE: said} | dict(files or {})),)


def _merge(body: str, absorbed: tuple[SkillFolder, ...], dropped: tuple[Dropped, ...] = (), **how: object) -> Sample:
    return Sample(action=Action.MERGE, absorbs=("old",), body=body, absorbed=absorbed, dropped=dropped, **how)  # type: ignore[arg-type]


_RUN = {"scripts/run.sh": SkillFile(b"#!/bin/sh\n", executable=True)}
_NOT_EXECUTABLE = {"scripts/run.sh": SkillFile(b"#!/bin/sh\n")}

RULE = Rule(
    id=ID,
    number="V12",
    sentence="A merge accounts for every command, path, warning, number, link and file of what it absorbs.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        _merge("Build it.", _absorbed("Run `make -j4 wheel` first.")),
        _merge("Run `make wheel --force`.", _absorbed("Run `make wheel` first.")),
        _merge("Never push on Fridays.", _absorbed("Never push.")),
        _merge("Wait 30 minutes.", _absorbed("Wait 30 seconds.")),
        _merge("See https://example.org/b.", _absorbed("See https://example.org/a.")),
        _merge("Look into docs/.", _absorbed("Look into docs/build.md.")),
        _merge("It is built.", _absorbed("It is.", _RUN)),
        _merge("Run scripts/run.sh.", _absorbed("Run scripts/run.sh.", _RUN), files=_NOT_EXECUTABLE),
        _merge("It is.", _absorbed("It is."), (Dropped("never push", "we do now"),)),
        _merge("It is.", _absorbed("It is."), had=_absorbed("Run `make -j4 wheel` first.")[0]),
    ),
    must_not_match=(
        SOUND,
        _merge("First run `make -j4   wheel`.", _absorbed("Run `make -j4 wheel` first.")),
        _merge("- **Never** push!\n", _absorbed("never push.")),
        _merge(
            "See references/old.md.", _absorbed("Never push."), files={"references/old.md": SkillFile(b"Never push.\n")}
        ),
        _merge("Run scripts/run.sh.", _absorbed("Run scripts/run.sh.", _RUN), files=_RUN),
        _merge(
            "Run scripts/a.sh.", _absorbed("Run scripts/run.sh.", _RUN), files={"scripts/a.sh": _RUN["scripts/run.sh"]}
        ),
        _merge("It is.", _absorbed("Run `make` first."), (Dropped("make", "the build does that now"),)),
        Sample(body="It is.", had=_absorbed("Never push.")[0], action=Action.UPDATE),
    ),
)

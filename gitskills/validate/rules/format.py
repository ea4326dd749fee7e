"""V1 format: a SKILL.md that every reader takes for the same skill, under a name that nothing else looks like."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.case import Origin
from gitskills.model.proposal import Action
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SIDECAR, SKILL_FILE, SkillFile
from gitskills.skillfile.document import Document, render
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.hostsurface import FRONTMATTER_KEYS
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.sidecar import parse_sidecar
from gitskills.validate.material import Material, document_of
from gitskills.validate.names import HOST_COMMANDS, name_fault
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "format"
HINT = "fields name and description as quoted strings, a name of lower-case words joined by single hyphens"
LONGEST = {"description": 1024, "compatibility": 500}  # agentskills.io


def check(material: Material) -> Iterator[Violation]:
    case = material.case
    why = name_fault(case.name)
    if why:
        yield _reject(why, "choose lower-case words joined by single hyphens, at most 64 characters")
    if case.after is None:
        return
    if material.birth and not material.person and case.name in HOST_COMMANDS:
        yield _reject(
            f"the host has a command {case.name} of its own, which the skill would replace", "say more in the name"
        )
    yield from _clash(material)
    yield from _twins(material)
    if isinstance(material.document, Fault):
        line = f" (line {material.document.line})" if material.document.line else ""
        yield _reject(f"{SKILL_FILE}{line}: {material.document.reason}", HINT, SKILL_FILE)
    elif material.document:
        yield from _fields(material, material.document)
    yield from _sidecar(material)


def _reject(message: str, hint: str = HINT, path: str = "") -> Violation:
    return Violation(ID, message, Severity.REJECT, hint, path)


def _clash(material: Material) -> Iterator[Violation]:
    case = material.case
    if material.person:
        return
    if case.before is not None:
        if case.proposal and case.proposal.action is Action.ADD:
            yield _reject(f"a skill {case.name} exists", f"patch or update {case.name} instead of adding it")
        return
    place = case.snapshot.occupied.get(fold_name(case.name))
    if place is not None:
        yield _reject(
            f"{case.name} looks like {place}, which exists",
            f"patch {place} if it is yours to patch, or choose a name that differs in more than looks",
        )


def _twins(material: Material) -> Iterator[Violation]:
    files = material.case.after.files if material.case.after else {}
    twins = [path for path in files if path != SKILL_FILE and fold_name(path) == fold_name(SKILL_FILE)]
    if twins:
        yield _reject(f"{twins[0]} stands beside or instead of {SKILL_FILE}", f"keep one {SKILL_FILE}", twins[0])


def _fields(material: Material, document: Document) -> Iterator[Violation]:
    if document.name != material.case.name:
        yield _reject(
            f"the field name says {document.name!r}, the folder {material.case.name!r}",
            "name and folder must be the same",
            SKILL_FILE,
        )
    foreign = [key for key in document.unknown if key not in FRONTMATTER_KEYS]
    if foreign:
        yield _reject(
            f"agentskills.io has no field {', '.join(foreign)}", "put it under metadata or leave it out", SKILL_FILE
        )
    for key, most in LONGEST.items():
        if len(getattr(document, key)) > most:
            yield _reject(f"{key} is longer than {most} characters", HINT, SKILL_FILE)
    if not material.person:
        yield from _canonical(material, document)


def _canonical(material: Material, document: Document) -> Iterator[Violation]:
    content = material.case.after.files[SKILL_FILE].content if material.case.after else b""
    if not document.unknown and render(document) != content:
        yield _reject(
            f"{SKILL_FILE} is not in the form that gitskills writes",
            "quoted fields in fixed order, LF, no BOM",
            SKILL_FILE,
        )
    before = document_of(material.case.before)
    if isinstance(before, Document) and set(before.unknown) - set(document.unknown):
        lost = ", ".join(sorted(set(before.unknown) - set(document.unknown)))
        yield _reject(f"the fields {lost} would be lost", "this skill can only be changed by hand", SKILL_FILE)


def _sidecar(material: Material) -> Iterator[Violation]:
    case = material.case
    file = case.after.files.get(SIDECAR) if case.after else None
    if file is None:
        if not material.person:
            yield _reject(f"there is no {SIDECAR}", HINT, SIDECAR)
        return
    sidecar = parse_sidecar(file.content)
    if isinstance(sidecar, Fault):
        yield _reject(f"{SIDECAR}: {sidecar.reason}", "restore it as it was", SIDECAR)
    elif fold_name(sidecar.name) != fold_name(case.name) or sidecar.scope is not case.scope:
        yield _reject(f"{SIDECAR} belongs to {sidecar.name} ({sidecar.scope})", "restore it as it was", SIDECAR)
    had = case.before.files.get(SIDECAR) if case.before else None
    if had is not None and had.content.replace(b"\r\n", b"\n") != file.content.replace(b"\r\n", b"\n"):
        yield _reject(f"{SIDECAR} never changes after a skill's birth", "restore it as it was", SIDECAR)


def _named(name: str) -> Sample:
    return Sample(name=name)


RULE = Rule(
    id=ID,
    number="V1",
    sentence="SKILL.md is plain agentskills.io format under a name that nothing else bears or looks like.",
    hint=HINT,
    check=check,
    for_person=ForPerson.ERROR,
    must_match=(
        *map(
            _named,
            (
                "a:b",
                "con",
                "lpt1",
                "x--y",
                "-a",
                "a-",
                "a" * 65,
                "dot.",
                "foo\n",
                "Upper",
                "a_b",
                "é",
                "a b",
                "",
                "../a",
                "a/b",
                "compact",
                "security-review",
            ),
        ),
        Sample(document=b"---\nname: uv-not-pip\nname: b\ndescription: c\n---\n\nx\n"),
        Sample(document=b"\xef\xbb\xbf---\nname: uv-not-pip\ndescription: c\n---\n\nx\n"),
        Sample(document=b"no fields"),
        Sample(document=b'---\nname: "other"\ndescription: "c"\n---\n\nx\n'),
        Sample(document=b'---\nname: "uv-not-pip"\ndescription: "c"\nversion: "2"\n---\n\nx\n'),
        Sample(files={"skill.md": SkillFile(b"x")}),
        Sample(drop=(SKILL_FILE,)),
        Sample(drop=(SIDECAR,)),
        Sample(occupied={fold_name("UV-not-pip"): "UV-not-pip (hand-written)"}),
        Sample(had=SOUND.folder()),
    ),
    must_not_match=(
        SOUND,
        Sample(description='Use when: tests "hang" # flaky'),
        Sample(had=SOUND.folder(), action=Action.PATCH, occupied={fold_name("uv-not-pip"): "uv-not-pip"}),
        _named("a" * 64),
        _named("console-logs"),
        _named("claude-hooks"),
        _named("review-of-migrations"),
        Sample(name="review", origin=Origin.PERSON),
    ),
)

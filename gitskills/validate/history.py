"""What may become of a skill's folder from one commit to the next, whoever made it: birth, evidence, archive, message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SIDECAR, SkillFolder
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.sidecar import CREATED_BY, Sidecar, parse_sidecar
from gitskills.validate import claims
from gitskills.validate.material import FindSecrets, is_evidence
from gitskills.validate.rules import evidence, files, secret
from gitskills.validate.step import Changed, Step

ID = "history"
SENTENCE = "A skill's sidecar, its evidence and its place never change after they were made."
HINT = "restore it as it was"
LOOKS = "looks"
LOOKS_SENTENCE = "No learned skill looks like one of the project or like another one."
LOOKS_HINT = "put one of the two away on its branch: gitskills archive NAME, or git revert"
LONGEST_MESSAGE = 1_000_000  # that of a merge of two large libraries is far below
PERSONS_OWN = frozenset(
    {"email", "phone", "home-name"}
)  # what people write into messages of their own they know themselves
_NOBODYS = re.compile(
    r"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b|^[A-Z][\w-]+: [^\n]*<[^\n>]*>$", re.MULTILINE
)  # object ids, and people who sign their own commits


def judge_step(step: Step, find_secrets: FindSecrets) -> Iterator[tuple[str, Violation]]:
    """(path of the folder or "", what is wrong) of a commit, beside what its folders hold."""
    if len(step.message) > LONGEST_MESSAGE:
        says = f"the message has {len(step.message):,} characters, {LONGEST_MESSAGE:,} are allowed"
        yield "", Violation(claims.ID, says, Severity.REJECT, claims.HINT)
        return
    for violation in claims.judge_claims(step):
        yield "", violation
    found = find_secrets(_NOBODYS.sub("", step.message))
    if found:
        kinds = ", ".join(sorted({item.rule for item in found}))
        says = f"the message holds what looks like a credential or personal data ({kinds})"
        private = not step.names and {item.rule for item in found} <= PERSONS_OWN
        yield "", Violation(secret.ID, says, Severity.WARN if private else Severity.REJECT, secret.HINT)
    for item in step.changed:
        for violation in judge_change(item):
            yield item.path, violation


def judge_change(item: Changed) -> Iterator[Violation]:
    """What may not become of a folder, in a commit or in the index."""
    yield from _birth(item)
    yield from _kept(item)
    yield from _placed(item)


def _birth(item: Changed) -> Iterator[Violation]:
    """The sidecar is what it was at birth, and a folder that somebody made without one gets none."""
    if item.after is None:
        return
    now, before = _sidecar(item.after), [_sidecar(side) for side in item.sides]
    if before and now not in before:
        says = "is put into a folder that was made by hand" if None in before else "never changes after a skill's birth"
        yield Violation(ID, f"{SIDECAR} {says}", Severity.REJECT, HINT, SIDECAR)
    sidecar = parse_sidecar(now) if now is not None else None
    if isinstance(sidecar, Sidecar) and sidecar.created_by != CREATED_BY:
        says = f"{SIDECAR} says created_by: {ascii(sidecar.created_by)[1:-1]}, which makes no skills here"
        yield Violation(ID, says, Severity.REJECT, HINT, SIDECAR)


def _sidecar(folder: SkillFolder) -> bytes | None:
    file = folder.files.get(SIDECAR)
    return file.content.replace(b"\r\n", b"\n") if file is not None else None


def _kept(item: Changed) -> Iterator[Violation]:
    """What was said was said: a quote may go, and none is reworded or given to another speaker."""
    for path, file in item.after.files.items() if item.after else ():
        older = [side.files[path] for side in item.sides if path in side.files] if is_evidence(path) else []
        if older and file not in older:
            yield Violation(evidence.ID, f"{path} was changed", Severity.REJECT, "older evidence stays as it is", path)


def _placed(item: Changed) -> Iterator[Violation]:
    """What lies in the archive comes back one day as it is, so nothing is changed there."""
    if item.after is not None and not item.live and item.sides:
        yield Violation(ID, "it is changed in the archive", Severity.REJECT, "restore the skill and change it then")
    for path in item.submodules:
        yield Violation(files.ID, f"{ascii(path)[1:-1]}: another repository hangs there", Severity.REJECT, files.HINT)


def collisions(
    born: Mapping[str, str], live: frozenset[str], projects: frozenset[str]
) -> Iterator[tuple[str, Violation]]:
    """Skills (name → commit that brought it) that look like another live one or like one of the project's: (name, what)."""
    alike: dict[str, set[str]] = {}
    for name in live | projects:
        alike.setdefault(fold_name(name), set()).add(name)
    for name in born:
        twins = sorted(alike.get(fold_name(name), set()) - {name})
        if twins:
            whose = "the project's own" if twins[0] in projects else "the skill"
            yield name, Violation(LOOKS, f"{name} looks like {whose} {twins[0]}", Severity.REJECT, LOOKS_HINT)

"""What `gitskills check` proves of a folder or a commit that somebody else made: consistency, never the truth of a quote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gitskills.model.case import Case, Origin
from gitskills.model.decision import DECISIONS_ROOT
from gitskills.model.library import Snapshot
from gitskills.model.proposal import Scope
from gitskills.model.ruling import Severity, Violation
from gitskills.model.settings import Settings
from gitskills.model.skill import ARCHIVE_ROOT, POLICY_PATH, SIDECAR, SKILLS_ROOT, SkillFolder
from gitskills.skillfile.sidecar import Sidecar, parse_sidecar
from gitskills.skillfile.similar import Similarity
from gitskills.validate.material import LARGEST, FindSecrets, gather
from gitskills.validate.names import path_fault
from gitskills.validate.rules import RULES, files, secret
from gitskills.validate.rules.evidence import check_files

OUTSIDE = "paths"
OUTSIDE_SENTENCE = (
    "The skills branch holds skills, archived skills, decisions and the team's policy, and no other path."
)
OUTSIDE_HINT = "commit it to another branch"
DEEP = 3  # slashes in a decision's path
_NOTHING = Similarity()
_LINE = re.compile(r"\(line (\d+)\)")


def judge_folder(folder: SkillFolder, settings: Settings, find_secrets: FindSecrets) -> tuple[Violation, ...]:
    """The rules for a person's commit on one skill's folder (LOOP V13). The scope is what its own sidecar says."""
    if large := tuple(files.too_large(folder)):
        return large
    scope = _scope(folder)
    case = Case(folder.name, scope, Origin.PERSON, None, folder, Snapshot(scope, ""), settings)
    material = gather(case, find_secrets, _NOTHING)
    found = [violation for rule in RULES.values() for violation in rule.find(material)]
    return tuple(_located(violation, folder) for violation in (*found, *check_files(material)))


def _located(violation: Violation, folder: SkillFolder) -> Violation:
    """The finding with its line, where it says one or its words stand in the file as they are."""
    said = _LINE.search(violation.message)
    file = folder.files.get(violation.path)
    if said is not None:
        return replace(violation, line=int(said[1]))
    if file is None or not violation.span.strip():
        return violation
    words = r"\s+".join(map(re.escape, violation.span.split()))
    text = file.content.decode("utf-8", "replace")
    found = re.search(words, text)
    return replace(violation, line=text.count("\n", 0, found.start()) + 1) if found else violation


def _scope(folder: SkillFolder) -> Scope:
    file = folder.files.get(SIDECAR)
    sidecar = parse_sidecar(file.content) if file else None
    return sidecar.scope if isinstance(sidecar, Sidecar) else Scope.PROJECT


def outside(paths: Iterable[str]) -> tuple[Violation, ...]:
    """Changed paths that the skills branch has no place for."""
    return tuple(_outside(paths))


def _outside(paths: Iterable[str]) -> Iterator[Violation]:
    for path in paths:
        if not belongs(path):
            shown = ascii(path)[1:-1]
            yield Violation(
                OUTSIDE,
                f"{shown} lies outside the paths of the skills branch",
                Severity.REJECT,
                OUTSIDE_HINT,
                path,
            )


def judge_loose(path: str, content: bytes | None, find_secrets: FindSecrets) -> Iterator[Violation]:
    """A file of the branch beside its skills; None for what is no plain file."""
    if not belongs(path):
        return
    hint = "commit it as a plain file of text"
    if content is None:
        yield Violation(OUTSIDE, f"{ascii(path)[1:-1]} is no plain file", Severity.REJECT, hint, path)
        return
    if path != POLICY_PATH and (path.count("/") != DEEP or path_fault(path) or not path.endswith(".md")):
        says = f"{ascii(path)[1:-1]} is no place of a decision"
        yield Violation(OUTSIDE, says, Severity.REJECT, f"{DECISIONS_ROOT}/TAG/ENTITY.md is one", path)
    if len(content) > LARGEST:
        yield Violation(
            files.ID, f"{ascii(path)[1:-1]} is too large", Severity.REJECT, f"at most {LARGEST:,} bytes", path
        )
        return
    found = find_secrets(content.decode("utf-8", "replace"))
    if found:
        kinds = ", ".join(sorted({item.rule for item in found}))
        says = f"holds what looks like a credential or personal data ({kinds})"
        yield Violation(secret.ID, says, Severity.REJECT, secret.HINT, path)


def belongs(path: str) -> bool:
    """Whether a path is one of those that gitskills keeps on its branch (ARCHITECTURE § 2)."""
    parts = path.split("/")
    if path == POLICY_PATH or path.startswith(f"{DECISIONS_ROOT}/"):
        return True
    deep = len(parts) >= 4 and all(parts)
    return deep and path.startswith((f"{SKILLS_ROOT}/", f"{ARCHIVE_ROOT}/"))

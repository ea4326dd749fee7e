"""What a skill's folder would be after a proposal. Nothing is judged here; what can't be applied is a violation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from gitskills.model.proposal import Action, BundledFile, Proposal
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SIDECAR, SKILL_FILE, SkillFile, SkillFolder
from gitskills.promote.taking import taken_along
from gitskills.skillfile.document import Document, parse, render
from gitskills.skillfile.evidence import evidence_path, render_evidence
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.hostsurface import escape_host_surface, mentions_as_code
from gitskills.skillfile.sidecar import Sidecar, render_sidecar

RULE = "apply"

Files = dict[str, SkillFile]
NOTHING: Mapping[str, SkillFolder] = {}


def draft(
    proposal: Proposal, before: SkillFolder | None, absorbed: Mapping[str, SkillFolder] = NOTHING
) -> SkillFolder | Violation | None:
    """The folder after `proposal`; None where it goes (archive). `absorbed` are the folders that a merge takes in."""
    if (claim := _impossible_claim(proposal)) is not None:
        return claim
    if proposal.action is Action.ARCHIVE:
        return _missing(proposal) if before is None else None
    if proposal.action in {Action.ADD, Action.MERGE, Action.RESTORE}:
        return _born(proposal, before, absorbed)
    if before is None:
        return _missing(proposal)
    files = dict(before.files)
    change = {Action.UPDATE: _update, Action.PATCH: _patch, Action.REMOVE_FILE: _remove}[proposal.action]
    fault = change(proposal, files)
    if fault is not None:
        return fault
    return SkillFolder(proposal.name, _evidence(proposal) | files)


def _impossible_claim(proposal: Proposal) -> Violation | None:
    """A merge that can't be meant: of nothing, or of a skill into itself."""
    if (proposal.action is Action.MERGE) != bool(proposal.absorbs):
        return _fault("a merge absorbs skills, and nothing else does", "name them in absorbs of a merge")
    if proposal.absorbed_into and proposal.action is not Action.ARCHIVE:
        return _fault("only an archived skill is absorbed into another", "leave out absorbed_into")
    if proposal.name in {*proposal.absorbs, proposal.absorbed_into}:
        return _fault(f"{proposal.name} can't be absorbed into itself", "name the other skills alone")
    return None


def _born(
    proposal: Proposal, before: SkillFolder | None, absorbed: Mapping[str, SkillFolder]
) -> SkillFolder | Violation:
    if proposal.action is Action.RESTORE:
        return (
            before
            if before is not None
            else _fault(f"{proposal.name} is not in the archive", "see `gitskills list --archived`")
        )
    if before is not None and proposal.action is Action.ADD:
        return _fault(f"{proposal.name} exists already", "patch it, or update it")
    sidecar = render_sidecar(Sidecar(proposal.name, proposal.scope, proposal.category))
    files: Files = {SIDECAR: SkillFile(sidecar)} | (dict(before.files) if before else {})
    files[SKILL_FILE] = SkillFile(_document(proposal, None))
    files |= _carried(proposal.files)
    files |= taken_along(proposal, files, absorbed)
    return SkillFolder(proposal.name, _evidence(proposal) | files)


def _update(proposal: Proposal, files: Files) -> Violation | None:
    old = parse(files[SKILL_FILE].content) if SKILL_FILE in files else Fault("has no SKILL.md")
    if isinstance(old, Fault):
        return _fault(f"the SKILL.md of {proposal.name} can't be read: {old.reason}", "mend it by hand first")
    files[SKILL_FILE] = SkillFile(_document(proposal, old))
    files |= _carried(proposal.files)
    return None


def _patch(proposal: Proposal, files: Files) -> Violation | None:
    path = proposal.path or SKILL_FILE
    if path not in files:
        return _fault(f"{proposal.name} has no file {path}", "name a file that it carries")
    try:
        text = files[path].content.decode("utf-8")
    except UnicodeDecodeError:
        return _fault(f"{path} is not text", "replace the file as a whole")
    times = _times(text, proposal.old_text)
    if times != 1:
        return _fault(f"old_text stands in {path} {times} times, not once", "quote more of the text around it")
    new = escape_host_surface(proposal.new_text) if path == SKILL_FILE else proposal.new_text
    files[path] = replace(files[path], content=text.replace(proposal.old_text, new).encode("utf-8", "surrogatepass"))
    if path == SKILL_FILE:
        files[path] = replace(files[path], content=_normal(files[path].content))
    return None


def _times(text: str, part: str) -> int:
    """How often `part` stands in the text, places that overlap counted as well."""
    return sum(text.startswith(part, found.start()) for found in re.finditer(re.escape(part[:1]), text)) if part else 0


def _normal(content: bytes) -> bytes:
    """Canonical bytes where the file can be read; what can't be is left for the rules to refuse."""
    document = parse(content)
    return content if isinstance(document, Fault) or document.unknown else render(document)


def _remove(proposal: Proposal, files: Files) -> Violation | None:
    """A skill names every file that it carries, so the mention goes with the file."""
    if proposal.path in {"", SKILL_FILE, SIDECAR} or proposal.path not in files:
        return _fault(
            f"{proposal.name} carries no file {proposal.path!r} that could go", "name one of its bundled files"
        )
    del files[proposal.path]
    return _patch(replace(proposal, path=SKILL_FILE), files) if proposal.old_text else None


def _document(proposal: Proposal, old: Document | None) -> bytes:
    description = proposal.description or (old.description if old else "")
    body = mentions_as_code(escape_host_surface(proposal.body)) if proposal.body else (old.body if old else "")
    fresh = Document(proposal.name, " ".join(description.split()), body)
    return render(fresh if old is None else replace(old, description=fresh.description, body=fresh.body))


def _carried(files: tuple[BundledFile, ...]) -> Files:
    return {
        file.path: SkillFile(file.text.encode("utf-8", "surrogatepass"), file.executable or file.text.startswith("#!"))
        for file in files
    }


def _evidence(proposal: Proposal) -> Files:
    """The file of the quotes. Where the very same words are kept already, from when they were first said, those stay."""
    if not proposal.evidence:
        return {}
    return {evidence_path(proposal.evidence): SkillFile(render_evidence(proposal.evidence))}


def _missing(proposal: Proposal) -> Violation:
    return _fault(f"there is no skill {proposal.name}", "see `gitskills list`")


def _fault(message: str, hint: str) -> Violation:
    return Violation(RULE, message, Severity.REJECT, hint)

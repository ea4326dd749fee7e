"""A person's no on one line, held against what the other line did without knowing of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gitskills.model.library import Verdict, VerdictKind, Version
from gitskills.model.proposal import Evidence
from gitskills.model.skill import EVIDENCE_PREFIX
from gitskills.share.folders import Files, joined_folder
from gitskills.skillfile.evidence import parse_evidence
from gitskills.skillfile.folded import content_digest, folded_digest
from gitskills.skillfile.lookalike import fold_name


@dataclass(frozen=True, slots=True)
class Step:
    """A version of a skill that one line brought, with the folder before and after it."""

    version: Version
    before: Files
    after: Files


def quotes_in(files: Files) -> tuple[Evidence, ...]:
    """The words that a skill rests on."""
    read = [parse_evidence(file.content) for path, file in sorted(files.items()) if path.startswith(EVIDENCE_PREFIX)]
    return tuple(item for items in read if isinstance(items, tuple) for item in items)


def refused_lesson(name: str, files: Files, verdicts: Iterable[Verdict]) -> Verdict | None:
    """The verdict by which a skill that one line learned anew is one that the other took back."""
    content, quotes = content_digest(files), quotes_in(files)
    for verdict in verdicts:
        if verdict.kind is not VerdictKind.LESSON:
            continue
        said = [item.sha256 in verdict.evidence or folded_digest(item.quote) in verdict.words for item in quotes]
        named = fold_name(verdict.name) == fold_name(name)
        if named or content in verdict.contents or (said and all(said)):
            return verdict
    return None


def without_refused(name: str, files: Files, steps: Sequence[Step], verdicts: Sequence[Verdict]) -> Files | None:
    """The folder without the changes that the other line took back, newest first; None where they can't be taken out."""
    found = [verdict for verdict in verdicts if verdict.kind is VerdictKind.PATCH and verdict.name == name]
    for step in reversed(steps):
        if any(_is_refused(step, verdict) for verdict in found):
            left = joined_folder(step.after, files, step.before)
            if left is None:
                return None
            files = left
    return files


def _is_refused(step: Step, verdict: Verdict) -> bool:
    version = step.version
    same = version.proposal in verdict.proposals or content_digest(step.after) in verdict.contents
    return bool(step.before) and (same or bool(verdict.evidence.intersection(version.evidence)))

"""What is left of a folder without one of the changes that made it: what others wrote since stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFile
from gitskills.promote.unpicking import foreign_lines, unpicked
from gitskills.skillfile.document import Document, parse, render
from gitskills.skillfile.evidence import evidence_path, parse_evidence, render_evidence

Files = Mapping[str, SkillFile]
LONGEST = 60  # characters of a description


def without_change(before: Files, after: Files, files: Files) -> tuple[Files, tuple[str, ...]]:
    """`files` without the step from `before` to `after`, and the paths in which later commits are in the way."""
    left, conflicts = dict(files), []
    for path in sorted({*before, *after}):
        old, new, now = before.get(path), after.get(path), files.get(path)
        if path.startswith(EVIDENCE_PREFIX) or old in (new, now):
            continue
        undone = old if now == new else _undone(old, new, now)
        if undone is not None:
            left[path] = undone
        elif now == new:
            left.pop(path, None)
        else:
            conflicts.append(path)
    return left, tuple(conflicts)


def _undone(old: SkillFile | None, new: SkillFile | None, now: SkillFile | None) -> SkillFile | None:
    """A text without one of its changes; None where that can't be done."""
    if old is None or new is None or now is None:
        return None
    try:
        texts = [file.content.decode() for file in (old, new, now)]
    except UnicodeDecodeError:
        return None
    text = unpicked(*texts)
    return replace(now, content=text.encode()) if text is not None else None


def without_birth(after: Files, files: Files) -> Files:
    """What others wrote into a skill since it was born as `after`: their lines, and the files that they brought."""
    born, now = _document(after), _document(files)
    if born is None or now is None:
        return {}
    body = foreign_lines(born.body, now.body)
    if not body.strip():
        return {}
    said = now.description if now.description != born.description else _heading(body)
    kept = {
        path: file
        for path, file in files.items()
        if path not in after or path == SIDECAR or path.startswith(EVIDENCE_PREFIX)
    }
    return kept | {SKILL_FILE: SkillFile(render(replace(now, description=said, body=body + "\n")))}


def _document(files: Files) -> Document | None:
    found = parse(files[SKILL_FILE].content) if SKILL_FILE in files else None
    return found if isinstance(found, Document) else None


def _heading(body: str) -> str:
    """A description for what is left: its first line, cut at a word."""
    first = next(line for line in body.splitlines() if line.strip()).strip().lstrip("#-*> ").strip()
    if len(first) <= LONGEST:
        return first
    return first[: LONGEST - 1].rpartition(" ")[0].rstrip(".,;: ") or first[:LONGEST]


def without_quotes(files: Files, sources: frozenset[str]) -> Files:
    """The folder with none of the sources' words left in its evidence."""
    left: dict[str, SkillFile] = {}
    for path, file in files.items():
        items = parse_evidence(file.content) if path.startswith(EVIDENCE_PREFIX) else ()
        kept = tuple(item for item in items if item.source not in sources) if isinstance(items, tuple) else ()
        if not isinstance(items, tuple) or len(kept) == len(items):
            left[path] = file
        elif kept:
            left[evidence_path(kept)] = SkillFile(render_evidence(kept))
    return left

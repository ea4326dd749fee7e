"""Two versions of a skill's folder become one, file by file; or the one that wins stays whole, with the other's words beside it.

A skill names every file that it carries, so that halves of two versions are no version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFile
from gitskills.share.texts import favouring, joined, joined_code
from gitskills.skillfile.document import Document, normal_body, parse, render
from gitskills.skillfile.folded import content_digest

Files = Mapping[str, SkillFile]
NOTHING: Files = {}


def joined_folder(base: Files, one: Files, other: Files) -> Files | None:
    """All that either side changed; None where that clashes anywhere."""
    made: dict[str, SkillFile] = {}
    for path in sorted({*base, *one, *other}):
        found = _joined_file(path, base.get(path), one.get(path), other.get(path))
        if isinstance(found, str):
            return None
        if found is not None:
            made[path] = found
    return made


def with_evidence(folder: Files, other: Files, base: Files = NOTHING) -> Files:
    """The folder and the quotes that the other version rests on, and without those that either side took away."""
    kept = {path: file for path, file in folder.items() if path not in base or path in other or not _quotes(path)}
    return kept | {path: file for path, file in other.items() if _quotes(path) and path not in {*base, *folder}}


def same_words(one: Files, other: Files) -> bool:
    """Whether an eye takes both for the same, whatever they rest on."""
    return content_digest(one) == content_digest(other) != ""


def retold(base: Files, winner: Files, loser: Files) -> Document | None:
    """What a person is asked about: the loser's version of what clashes, and all that does not clash."""
    documents = [_document(folder) for folder in (base, loser, winner)]
    old, mine, kept = documents
    if mine is None or kept is None:
        return None
    changed = old is None or mine.description != old.description
    body = normal_body(favouring(old.body if old else "", mine.body, kept.body))
    return replace(kept, description=mine.description if changed else kept.description, body=body)


def _quotes(path: str) -> bool:
    return path.startswith(EVIDENCE_PREFIX)


def _joined_file(
    path: str, base: SkillFile | None, one: SkillFile | None, other: SkillFile | None
) -> SkillFile | str | None:
    """The file of both, None where it goes; a text says that the two clash."""
    if other in (one, base):
        return one
    if one == base:
        return other
    if one is None or other is None:
        return one or other  # changed here and gone there: nothing is lost
    if _quotes(path):  # the same words, heard in two sessions
        return min(one, other, key=lambda file: file.content)
    if path == SKILL_FILE:
        content = _joined_document(base, one, other)
    elif path == SIDECAR or one.link or other.link:
        content = None
    else:
        content = _joined_text(path, base, one, other)
    bits = one.executable if base is None or one.executable != base.executable else other.executable
    return path if content is None else SkillFile(content, bits)


def _joined_text(path: str, base: SkillFile | None, one: SkillFile, other: SkillFile) -> bytes | None:
    try:
        texts = [file.content.decode() for file in (base or SkillFile(b""), one, other)]
    except UnicodeDecodeError:
        return None
    text = (joined if path.endswith(".md") else joined_code)(*texts)
    return text.encode() if text is not None else None


def _joined_document(base: SkillFile | None, one: SkillFile, other: SkillFile) -> bytes | None:
    old, mine, theirs = (_read(file) for file in (base, one, other))
    if old is None or mine is None or theirs is None:
        return None
    heads = [replace(document, body="") for document in (old, mine, theirs)]
    head = _joined_head(*heads)
    body = joined(old.body, mine.body, theirs.body)
    return render(replace(head, body=body)) if head is not None and body is not None else None


def _joined_head(old: Document, one: Document, other: Document) -> Document | None:
    """The fields, each from the side that changed it."""
    names = ("name", "description", "license", "compatibility", "allowed_tools", "metadata")
    changed = [{name for name in names if getattr(side, name) != getattr(old, name)} for side in (one, other)]
    if any(getattr(one, name) != getattr(other, name) for name in changed[0] & changed[1]):
        return None
    return replace(other, **{name: getattr(one, name) for name in changed[0]})


def _document(folder: Files) -> Document | None:
    return _read(folder.get(SKILL_FILE))


def _read(file: SkillFile | None) -> Document | None:
    """The document; None where there is none that could be written again as it is."""
    found = parse(file.content) if file is not None else None
    return found if isinstance(found, Document) and not found.unknown else None

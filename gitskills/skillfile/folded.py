"""Texts as an eye takes them, as digests: case, compatibility forms, look-alikes and white space make no difference."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE, SkillFile
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.lookalike import visible


@lru_cache(maxsize=1_024)  # a batch asks for its quotes again with every verdict
def folded_digest(text: str) -> str:
    """One digest for all spellings of a text that an eye confuses."""
    folded = " ".join(visible(visible(text).casefold()).split())
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()


def content_digest(files: Mapping[str, SkillFile]) -> str:
    """What a skill says and carries, folded, whatever its name and its evidence; "" where it says nothing."""
    kept = {path: file for path, file in files.items() if path != SIDECAR and not path.startswith(EVIDENCE_PREFIX)}
    if SKILL_FILE not in kept:
        return ""
    rows = sorted(f"{path}\0{_digest(path, file.content)}" for path, file in kept.items())
    return hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()


def _digest(path: str, content: bytes) -> str:
    document = parse(content) if path == SKILL_FILE else None
    if isinstance(document, Document):
        return folded_digest(f"{document.description}\n{document.body}")
    return folded_digest(content.decode("utf-8", "surrogateescape"))

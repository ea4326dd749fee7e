"""Which skills are not for an agent beside Claude Code: it would not load them, or take them for something else.

Each line was seen with the agents themselves (`model/target.py`) or stands in their documentation. Cursor, whose list can't
be seen without an account, is held to what agentskills.io says.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterator, Mapping

from gitskills.materialize.plan import canonical, is_scratch, published
from gitskills.model.skill import SKILL_FILE, SkillFile, SkillFolder
from gitskills.skillfile.document import Document, parse
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.hostsurface import escapes, live_surface

BOM = b"\xef\xbb\xbf"
LONGEST_NAME, LONGEST_DESCRIPTION = 64, 1024
NO_BOM = frozenset({"agents", "gemini"})  # Codex and Gemini CLI find no fields behind one
LOOK_BELOW = frozenset({"agents", "opencode"})  # Codex and OpenCode take any SKILL.md below for a skill of its own
_MANUAL = frozenset({"disable-model-invocation"})
UNDERSTOOD: Mapping[str, frozenset[str]] = {  # fields that are not agentskills.io's
    "cursor": _MANUAL | {"paths"},
    "github": _MANUAL | {"user-invocable", "argument-hint"},
}


def complaint(word: str, folder: SkillFolder) -> str:
    """Why the skill is not written to the folder of the target `word`, as the end of a sentence; "" where it is."""
    return next(_complaints(word, folder), "")


def _complaints(word: str, folder: SkillFolder) -> Iterator[str]:
    file = folder.skill_md
    if file is None or file.link:
        yield f"it has no {SKILL_FILE}"
        return
    if word in NO_BOM and file.content.startswith(BOM):
        yield f"its {SKILL_FILE} begins with a byte order mark, behind which that agent finds no fields"
    below = [path for path in published(folder) if posixpath.basename(path) == SKILL_FILE and path != SKILL_FILE]
    if word in LOOK_BELOW and below:
        yield f"{below[0]} would count as a skill of its own"
    document = parse(file.content)
    if isinstance(document, Fault):
        yield f"its {SKILL_FILE} can't be read: {document.reason}"
    else:
        yield from _misread(word, folder.name, document)


def _misread(word: str, name: str, document: Document) -> Iterator[str]:
    if document.name != name:
        yield f"it calls itself {document.name!r}"
    if len(name) > LONGEST_NAME or len(document.description) > LONGEST_DESCRIPTION:
        yield f"its name or description is longer than {LONGEST_NAME} or {LONGEST_DESCRIPTION:,} characters"
    if not document.description.strip():
        yield "it has no description"
    strange = [key for key in document.unknown if key not in UNDERSTOOD.get(word, frozenset())]
    if strange:
        yield f"that agent would pass over its field {', '.join(strange)}"
    for span in (*escapes(document.body), *(text for text, _ in live_surface(document.body))):
        yield f"its text has {span[:40]!r}, which only Claude Code shows as it is meant"


def strangers(
    live: Mapping[str, Mapping[str, SkillFile]], ours: Collection[str], known: Callable[[str, bytes], bool]
) -> frozenset[str]:
    """The folders that we did not write: no line of ours names them, and they hold what no version of the skill held."""
    return frozenset(
        name
        for name, files in live.items()
        if name not in ours
        and any(
            not is_scratch(path) and not known(f"{name}/{path}", canonical(file.content))
            for path, file in files.items()
        )
    )

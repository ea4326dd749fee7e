"""The files of two lines beside the skills: the team's policy, the decisions, and what is the project's own."""

from __future__ import annotations

from collections.abc import Callable

from gitskills.app.differing import Three
from gitskills.app.wanted import Wanted
from gitskills.git.port import Repository, TreeEntry
from gitskills.model.changeset import Write
from gitskills.model.skill import POLICY_PATH
from gitskills.share.policies import narrower
from gitskills.share.texts import joined
from gitskills.validate.commits import DECISIONS_ROOT

Newer = Callable[[str], bool]  # whether the second line was the last to change a decision's folder


def settle_file(repo: Repository, wanted: Wanted, path: str, three: Three, newer: Newer) -> None:
    """What becomes of a file, a link or a folder of the project's that two lines have not alike."""
    one, other = (_content(repo, entry) for entry in (three.one, three.other))
    if three.settled or one is None or other is None:
        wanted.placed[path] = three.changed
    elif path == POLICY_PATH:
        wanted.files[path] = Write(path, narrower(one, other))
    elif path.startswith(f"{DECISIONS_ROOT}/"):
        bases = tuple(_content(repo, entry) for entry in three.bases)
        wanted.files[path] = Write(path, joined_record(bases, (one, other), second_is_newer=newer(path)))
    else:
        _project(repo, wanted, path, three)


def joined_record(bases: tuple[bytes | None, ...], sides: tuple[bytes, bytes], *, second_is_newer: bool) -> bytes:
    """One decision of two that both lines wrote under the same topic: the newer, whole."""
    del bases
    return sides[second_is_newer]


def _project(repo: Repository, wanted: Wanted, path: str, three: Three) -> None:
    """Git's own merge of texts, and where that clashes the same side everywhere."""
    base = next((entry for entry in three.bases if entry is not None and entry.kind == "blob"), None)
    texts = [_text(_content(repo, entry)) for entry in (base, three.one, three.other)]
    text = joined(*(text or "" for text in texts)) if None not in texts else None
    if text is None or three.one is None or three.other is None:
        wanted.placed[path] = three.changed
    else:
        wanted.files[path] = Write(path, text.encode(), three.one.executable or three.other.executable)


def _content(repo: Repository, entry: TreeEntry | None) -> bytes | None:
    return None if entry is None or entry.kind != "blob" else repo.read_blob(entry.oid)


def _text(content: bytes | None) -> str | None:
    try:
        return content.decode() if content is not None else None
    except UnicodeDecodeError:
        return None

"""The files of two lines beside the skills: the decisions, the team's policy, and what is the project's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gitskills.app.context import Context, Store
from gitskills.app.sharing.decisions_united import Three as Records
from gitskills.app.sharing.decisions_united import united_decisions
from gitskills.app.sharing.differing import Three
from gitskills.app.sharing.parting import Parting
from gitskills.app.sharing.wanted import Wanted
from gitskills.git.port import Repository, TreeEntry
from gitskills.model.changeset import Write
from gitskills.model.commit import CommitRecord
from gitskills.model.decision import DECISIONS_ROOT
from gitskills.model.skill import POLICY_PATH
from gitskills.share.policies import narrower
from gitskills.share.texts import joined_code


def settle_decisions(
    context: Context, store: Store, parting: Parting, found: Mapping[str, Three], wanted: Wanted
) -> None:
    """What stands of every decision in which the lines differ, and what a person is to be asked about."""
    repo = store.repo
    threes = {
        path: Records(
            tuple(_content(repo, base) for base in three.bases), _content(repo, three.one), _content(repo, three.other)
        )
        for path, three in found.items()
        if path.startswith(f"{DECISIONS_ROOT}/") and _is_file(three)
    }
    if not threes:
        return
    own = tuple(_deciding(parting.one.records)), tuple(_deciding(parting.other.records))
    joined = united_decisions(context, store, threes, own)
    for path, content in joined.files.items():
        if content is None:
            wanted.placed[path] = None
        else:
            wanted.files[path] = Write(path, content)
    wanted.contests = joined.contests


def _deciding(records: Sequence[CommitRecord]) -> Iterator[CommitRecord]:
    """The commits as far as they are about decisions."""
    for record in records:
        folders = tuple(folder for folder in record.folders if folder.path.startswith(f"{DECISIONS_ROOT}/"))
        if folders:
            yield replace(record, folders=folders)


def settle_file(repo: Repository, wanted: Wanted, path: str, three: Three) -> None:
    """What becomes of a file, a link or a folder that two lines have not alike."""
    one, other = (_content(repo, entry) for entry in (three.one, three.other))
    if three.settled or one is None or other is None:
        wanted.placed[path] = three.changed
    elif path == POLICY_PATH:
        wanted.files[path] = Write(path, narrower(one, other))
    else:
        _project(repo, wanted, path, three)


def _project(repo: Repository, wanted: Wanted, path: str, three: Three) -> None:
    """Git's own merge of texts, and where that clashes the same side everywhere."""
    base = next((entry for entry in three.bases if entry is not None and entry.kind == "blob"), None)
    texts = [_text(_content(repo, entry)) for entry in (base, three.one, three.other)]
    text = joined_code(*(text or "" for text in texts)) if None not in texts else None
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


def _is_file(three: Three) -> bool:
    return all(entry is None or entry.kind == "blob" for entry in (three.one, three.other, *three.bases))

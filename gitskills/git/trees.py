"""Finding what stands at a path, with libgit2's own look-up. Paths as in `names`."""

from __future__ import annotations

import pygit2

from gitskills.git.names import parts
from gitskills.git.rows import blob_content


def child(tree: pygit2.Tree, name: bytes) -> pygit2.Object | None:
    """The entry called so. Names that are not ASCII are compared as bytes: the library would use the locale."""
    if not name.isascii():
        return next((entry for entry in tree if entry.raw_name == name), None)
    text = name.decode()
    return tree[text] if text in tree else None  # noqa: SIM401  # a Tree has no get


def find(repo: pygit2.Repository, tree: pygit2.Tree | None, path: str) -> pygit2.Object | None:
    """The entry at a path below `tree`, None where absent; "" is the tree itself."""
    found: pygit2.Object | None = tree
    for name in parts(path):
        if found is None or found.type_str != "tree":
            return None
        folder = repo[found.id]
        found = child(folder, name) if isinstance(folder, pygit2.Tree) else None
    return found


def tree_of(repo: pygit2.Repository, commit: str) -> pygit2.Tree | None:
    """The root tree of a commit; None for ""."""
    return repo[commit].peel(pygit2.Tree) if commit else None


def folder_at(repo: pygit2.Repository, commit: str, path: str) -> str:
    """The tree id of the folder at a path of a commit, "" where there is none."""
    return folder_id(find(repo, tree_of(repo, commit), path))


def folder_id(entry: pygit2.Object | None) -> str:
    """The id of a folder's tree, "" where the entry is no folder."""
    return str(entry.id) if entry is not None and entry.type_str == "tree" else ""


def subtree(repo: pygit2.Repository, entry: pygit2.Object | None) -> pygit2.Tree | None:
    """The tree behind an entry, None where it is no tree."""
    if entry is None or entry.type_str != "tree":
        return None
    folder = repo[entry.id]
    return folder if isinstance(folder, pygit2.Tree) else None


def blob_at(repo: pygit2.Repository, commit: str, path: str) -> bytes | None:
    """Content of the file at a path of a commit, None where there is no file."""
    found = find(repo, tree_of(repo, commit), path)
    if found is None or found.type_str != "blob":
        return None
    return blob_content(repo, str(found.id))


def commit_behind(repo: pygit2.Repository, oid: str) -> str:
    """The commit that an object is or that a tag names, "" where it is neither."""
    found = repo.get(oid)
    while isinstance(found, pygit2.Tag):
        found = repo.get(found.target)
    return str(found.id) if isinstance(found, pygit2.Commit) else ""


def entry_id(repo: pygit2.Repository, tree: pygit2.Tree | None, path: str) -> str:
    """Object id at a path, "" where absent."""
    found = find(repo, tree, path)
    return "" if found is None else str(found.id)

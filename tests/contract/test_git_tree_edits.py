"""Any row of edits gives the tree that git's own index would write, and touches no other row."""

from __future__ import annotations

import pygit2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygit2.enums import FileMode

from gitskills.errors import RepositoryFault
from gitskills.git.rows import BLOB, EXECUTABLE, LINK
from gitskills.git.treeedit import Folder, Row
from tests.support.repos import RepoBuilder

NAMES = st.sampled_from(["a", "b", "a.b", "a-b", "ab", "a0", "é", "\udcff", "a b"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
MODES = {BLOB: FileMode.BLOB, EXECUTABLE: FileMode.BLOB_EXECUTABLE, LINK: FileMode.LINK}
PUT = st.tuples(st.just("put"), PATHS, st.sampled_from(sorted(MODES)), st.binary(max_size=2))
REMOVE = st.tuples(st.just("remove"), PATHS, st.just(b""), st.just(b""))
Edit = tuple[str, str, bytes, bytes]
Model = dict[str, tuple[bytes, str]]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> pygit2.Repository:
    folder = tmp_path_factory.mktemp("trees")
    return pygit2.Repository(str(RepoBuilder.with_commit(folder / "repo", home=folder).path))


def written(repo: pygit2.Repository, files: Model) -> str:
    """The tree as an index writes it; "" for none."""
    index = pygit2.Index()
    for path, (mode, oid) in files.items():
        index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=oid), MODES[mode]))
    return str(index.write_tree(repo)) if files else ""


def blocked(files: Model, path: str) -> bool:
    """Whether a file stands where a folder is needed, or the other way round."""
    above = {"/".join(path.split("/")[:depth]) for depth in range(1, path.count("/") + 1)}
    return bool(above & files.keys()) or any(each.startswith(f"{path}/") for each in files)


def edit(repo: pygit2.Repository, folder: Folder, files: Model, step: Edit) -> None:
    """The same edit on both; what must not be done is refused and changes nothing."""
    how, path, mode, content = step
    below = [each for each in files if each == path or each.startswith(f"{path}/")]
    if how == "remove":
        assert folder.remove(path) is bool(below)
        for each in below:
            del files[each]
        return
    blob = repo.create_blob(content)
    if blocked(files, path):
        with pytest.raises(RepositoryFault):
            folder.put(path, Row(mode, blob.raw))
        return
    folder.put(path, Row(mode, blob.raw))
    files[path] = (mode, str(blob))


@pytest.mark.promise("L1", "case-6")
@given(st.lists(PUT | REMOVE, max_size=12), st.lists(PUT | REMOVE, max_size=12), st.booleans())
def test_any_edits_give_the_tree_that_git_itself_would_write(
    plain: pygit2.Repository, first: list[Edit], second: list[Edit], between: bool
) -> None:
    folder, files = Folder(plain), dict[str, tuple[bytes, str]]()
    for step in first:
        edit(plain, folder, files, step)
    if between:
        assert folder.write() == written(plain, files)
    again = Folder(plain, folder.write()) if files else Folder(plain)
    for step in second:
        edit(plain, again, files, step)
    assert again.write() == written(plain, files)
    for path, (mode, oid) in files.items():
        row = again.get(path)
        assert row is not None
        assert (row.mode, row.hex) == (mode, oid)

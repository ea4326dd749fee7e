"""Any row of edits gives the tree that git's own index would write, and touches no other row."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import pygit2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygit2.enums import FileMode

from gitskills.errors import RepositoryFault
from gitskills.git.binary.bench import PackBench
from gitskills.git.binary.catfile import CatFile
from gitskills.git.binary.place import Place
from gitskills.git.binary.refs import ProgramRefs
from gitskills.git.rows import BLOB, EXECUTABLE, LINK
from gitskills.git.source import Kind, WritableObjects
from gitskills.git.treeedit import Folder, Row
from tests.support.repos import RepoBuilder

NAMES = st.sampled_from(["a", "b", "a.b", "a-b", "ab", "a0", "é", "\udcff", "a b"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
MODES = {BLOB: FileMode.BLOB, EXECUTABLE: FileMode.BLOB_EXECUTABLE, LINK: FileMode.LINK}
PUT = st.tuples(st.just("put"), PATHS, st.sampled_from(sorted(MODES)), st.binary(max_size=2))
REMOVE = st.tuples(st.just("remove"), PATHS, st.just(b""), st.just(b""))
Edit = tuple[str, str, bytes, bytes]
Model = dict[str, tuple[bytes, str]]


@dataclass(frozen=True)
class Ground:
    """Where an adapter makes objects, and the tree that an index writes there ("" for none)."""

    objects: WritableObjects
    written: Callable[[Model], str]


def by_libgit2(made: RepoBuilder) -> Ground:
    repo = pygit2.Repository(str(made.path))

    def written(files: Model) -> str:
        index = pygit2.Index()
        for path, (mode, oid) in files.items():
            index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=oid), MODES[mode]))
        return str(index.write_tree(repo)) if files else ""

    return Ground(repo, written)


def by_git(made: RepoBuilder, algorithm: str) -> Ground:
    git_dir = str(made.path / ".git")
    place = Place(git_dir, git_dir, str(made.path), bare=False, algorithm=algorithm, reftable=False)
    bench = PackBench(place, CatFile(place.folder), ProgramRefs(place))

    def written(files: Model) -> str:
        private = made.with_environment(GIT_INDEX_FILE=str(made.home / "index"))
        private.git("read-tree", "--empty")
        lines = (b"%s %s\t%s\0" % (mode, oid.encode(), os.fsencode(path)) for path, (mode, oid) in files.items())
        private.git("update-index", "-z", "--index-info", stdin=b"".join(lines))
        return private.git("write-tree", "--missing-ok") if files else ""

    return Ground(bench, written)


@pytest.fixture(scope="module", params=["libgit2", "binary", "sha256"])
def ground(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ground:
    folder = tmp_path_factory.mktemp("trees")
    form = "sha256" if request.param == "sha256" else "sha1"
    made = RepoBuilder(folder, folder, {"GIT_CONFIG_GLOBAL": os.devnull})  # no test's own home is there yet
    made.git("init", "--quiet", f"--object-format={form}")
    return by_libgit2(made) if request.param == "libgit2" else by_git(made, form)


def blocked(files: Model, path: str) -> bool:
    """Whether a file stands where a folder is needed, or the other way round."""
    above = {"/".join(path.split("/")[:depth]) for depth in range(1, path.count("/") + 1)}
    return bool(above & files.keys()) or any(each.startswith(f"{path}/") for each in files)


def edit(objects: WritableObjects, folder: Folder, files: Model, step: Edit) -> None:
    """The same edit on both; what must not be done is refused and changes nothing."""
    how, path, mode, content = step
    below = [each for each in files if each == path or each.startswith(f"{path}/")]
    if how == "remove":
        assert folder.remove(path) is bool(below)
        for each in below:
            del files[each]
        return
    blob = str(objects.write(Kind.BLOB, content))
    if blocked(files, path):
        with pytest.raises(RepositoryFault):
            folder.put(path, Row(mode, bytes.fromhex(blob)))
        return
    folder.put(path, Row(mode, bytes.fromhex(blob)))
    files[path] = (mode, blob)


@pytest.mark.promise("L1", "case-6", "share-7")
@given(st.lists(PUT | REMOVE, max_size=12), st.lists(PUT | REMOVE, max_size=12), st.booleans())
def test_any_edits_give_the_tree_that_git_itself_would_write(
    ground: Ground, first: list[Edit], second: list[Edit], between: bool
) -> None:
    folder, files = Folder(ground.objects), dict[str, tuple[bytes, str]]()
    for step in first:
        edit(ground.objects, folder, files, step)
    if between:
        assert folder.write() == ground.written(files)
    again = Folder(ground.objects, folder.write()) if files else Folder(ground.objects)
    for step in second:
        edit(ground.objects, again, files, step)
    assert again.write() == ground.written(files)
    for path, (mode, oid) in files.items():
        row = again.get(path)
        assert row is not None
        assert (row.mode, row.hex) == (mode, oid)

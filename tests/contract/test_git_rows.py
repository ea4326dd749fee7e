"""Two raw trees are compared as they lie: exactly as if every row of both had been taken apart, and without reading any twice."""

from __future__ import annotations

from collections import Counter

import pygit2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gitskills.git.commits import read_commit
from gitskills.git.differences import record
from gitskills.git.rows import unequal_rows
from gitskills.git.source import Kind
from tests.support.adapters import open_repository
from tests.support.changes import skill
from tests.support.repos import RepoBuilder

pytestmark = pytest.mark.promise("L1")

ROOTS = (".claude/skills", ".gitskills/archive")
TRICKY = b"40000 b\0".ljust(20, b"x")  # an id that looks like the beginning of a row
NAMES = st.sampled_from([b"a", b"b", b"a 40000 b", b"100644 c", b"\xff", b"a.b", b"zz"])
IDS = st.sampled_from([b"\0" * 20, b"\1" * 20, TRICKY, TRICKY[1:] + b"4", b"40000 a\0" * 2 + b"1234"])
TREES = st.dictionaries(NAMES, st.tuples(st.sampled_from([b"40000", b"100644", b"120000"]), IDS))
Tree = dict[bytes, tuple[bytes, bytes]]


class Counted:
    """The objects of a repository, and how often each was read."""

    def __init__(self, repo: pygit2.Repository) -> None:
        self.repo = repo
        self.reads = Counter[str]()

    def read(self, oid: str, /) -> tuple[int, bytes]:
        kind, content = self.repo.read(oid)
        self.reads.update([oid] if kind == Kind.TREE else [])
        return kind, content


def rows(tree: Tree) -> list[bytes]:
    return [mode + b" " + name + b"\0" + oid for name, (mode, oid) in sorted(tree.items())]


@given(TREES, TREES)
@example({b"a": (b"40000", TRICKY)}, {b"a": (b"40000", TRICKY), b"a 40000 b": (b"40000", TRICKY)})
def test_trees_differ_by_the_rows_that_one_of_them_lacks(old: Tree, new: Tree) -> None:
    was, now = rows(old), rows(new)
    assert unequal_rows(b"".join(was), b"".join(now), 20) == (set(was) - set(now), set(now) - set(was))


def test_what_is_no_tree_is_not_taken_for_one() -> None:
    with pytest.raises(KeyError):
        unequal_rows(b"40000 a\0" + b"1" * 20, b"nothing of the kind", 20)


def test_a_long_history_is_told_without_reading_a_tree_twice(repo: RepoBuilder) -> None:
    repo.commit("first", {"README.md": "# Project\n"})
    opened = open_repository(str(repo.path))
    batch = opened.batch("skills", opened.default_tip())
    for number in range(30):
        batch.add(skill(f"s{number}"))
    batch.land()
    objects = Counted(pygit2.Repository(str(repo.path)))
    for oid in repo.git("rev-list", "--reverse", "main..skills").split():
        text = read_commit(objects, oid)
        told = record(objects, (oid, text.parents, text), ROOTS)
        assert len(told.folders) == 1
        assert not told.paths_outside
    assert objects.reads.total() == len(objects.reads) <= 3 * 30 + 1  # the root, .claude and .claude/skills of each

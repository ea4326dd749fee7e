"""A history of two lines that were merged reads the same in whichever order its commits are told."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from gitskills.model.commit import CommitRecord, FolderChange
from gitskills.model.library import Ledger
from gitskills.model.skill import Owner
from gitskills.promote.ledger import accepted_tree, extend, owner

pytestmark = pytest.mark.promise("share-2")

PLACE = ".claude/skills/x"
UNITED = ("Skill: x", "Action: merge-branches")


def record(oid: str, parents: str, before: str, after: str, *trailers: str, words: str = "") -> CommitRecord:
    message = "\n\n".join(part for part in ("some words", words, "\n".join(trailers)) if part)
    change = (FolderChange(PLACE, before, after),) if before != after else ()
    return CommitRecord(oid, tuple(parents.split()), "", "", 1, message, change)


def follows_in(*records: CommitRecord) -> Callable[[str, str], bool]:
    parents = {one.oid: one.parents for one in records}

    def follows(earlier: str, later: str) -> bool:
        return earlier == later or any(follows(earlier, parent) for parent in parents.get(later, ()))

    return follows


ADD = record("add", "", "", "v1", "Skill: x", "Action: add", "Proposal: p1")
PATCH = record("patch", "add", "v1", "v2", "Skill: x", "Action: patch", "Proposal: p2")
OTHER = record("other", "add", "v1", "v3", "Skill: x", "Action: patch", "Proposal: p3")
EDIT = record("edit", "add", "v1", "v4")
GONE = record("gone", "add", "v1", "", "Skill: x", "Action: withdraw")


def told(*lines: tuple[CommitRecord, ...], last: tuple[CommitRecord, ...] = (), strangers: str = "") -> list[Ledger]:
    """The ledger for each order of the lines."""
    everything = [ADD, *(one for line in lines for one in line), *last]
    return [
        extend(
            Ledger(),
            [ADD, *(one for line in order for one in line), *last],
            lambda one: one.oid not in strangers.split(),
            follows=follows_in(*everything),
        )
        for order in itertools.permutations(lines)
    ]


def test_going_back_here_does_not_forgive_what_was_taken_back_there() -> None:
    back = record("back", "patch", "v2", "v1", words="This reverts commit 1.")
    found = told((PATCH, back), (GONE,))
    assert {tuple(sorted((one.name, one.commit) for one in ledger.verdicts)) for ledger in found} == {
        (("x", "back"), ("x", "gone"))
    }


def test_a_no_is_to_what_the_person_knew() -> None:
    for ledger in told((PATCH,), (GONE,)):
        (verdict,) = ledger.verdicts
        assert verdict.proposals == {"p1"}


def test_going_back_by_hand_takes_back_what_stood_on_the_same_line_alone() -> None:
    back = record("back", "edit", "v4", "v1")
    for ledger in told((PATCH,), (EDIT, back)):
        assert [(one.commit, one.tree, one.proposals) for one in ledger.verdicts] == [("back", "v4", frozenset())]


@pytest.mark.parametrize(("words", "kept"), [("forgive", 1), ("withdraw", 1)])
def test_who_forgives_elsewhere_did_not_know(words: str, kept: int) -> None:
    elsewhere = record("away", "add", "v1", "v1", "Skill: x", f"Action: {words}")
    assert [len(ledger.verdicts) for ledger in told((GONE,), (elsewhere,))] == [kept, kept]


def test_a_merge_of_ours_says_nothing_itself() -> None:
    merge = record("merge", "patch gone", "v2", "", *UNITED, words="This reverts commit " + "0" * 40 + ".")
    for ledger in told((PATCH,), (GONE,), last=(merge,)):
        assert [one.commit for one in ledger.verdicts] == ["gone"]
    bare = record("bare", "patch", "v2", "", *UNITED)  # no merge, whatever it says of itself
    (ledger,) = told((PATCH, bare))
    assert [one.commit for one in ledger.verdicts] == ["bare"]


MERGE = record("merge", "patch other", "v2", "v9", *UNITED)
BY_HAND = record("merge", "patch edit", "v2", "v9", *UNITED)


@pytest.mark.parametrize(
    ("other", "merge", "strangers", "whose", "given"),
    [
        (OTHER, MERGE, "", Owner.AGENT, "v9"),
        (EDIT, BY_HAND, "", Owner.ADOPTED, "v9"),
        (OTHER, MERGE, "other", Owner.FOREIGN, "v2"),
        (OTHER, MERGE, "merge", Owner.FOREIGN, ""),
    ],
    ids=["both the agent's", "one a person's", "one a stranger's", "a stranger merged"],
)
def test_what_was_made_one_is_owned_as_its_sides_were(
    other: CommitRecord, merge: CommitRecord, strangers: str, whose: Owner, given: str
) -> None:
    for ledger in told((PATCH,), (other,), last=(merge,), strangers=strangers):
        assert owner(ledger.versions["x"], "v9") is whose
        assert given in ("", accepted_tree(ledger.versions["x"]))


@pytest.mark.parametrize(("tree", "whose"), [("v2", Owner.AGENT), ("v4", Owner.ADOPTED)])
def test_the_owner_is_that_of_the_side_that_stayed(tree: str, whose: Owner) -> None:
    for ledger in told((PATCH,), (EDIT,)):
        assert owner(ledger.versions["x"], tree) is whose

"""What a commit says of itself, and what a merge may do: the rules alone, on values."""

from __future__ import annotations

import pytest

from gitskills.validate.claims import conflicts, judge_claims
from gitskills.validate.history import collisions
from gitskills.validate.joins import Side, judge_join
from gitskills.validate.step import Step

pytestmark = pytest.mark.promise("share-2")

TREE = "a" * 40


def said(**trailers: str) -> set[str]:
    """What is wrong with a commit that archives a skill and bears these trailers as well."""
    both = {"Skill": ("x",), "Action": ("archive",), "Skill-Tree": (TREE,)}
    both |= {key.replace("_", "-"): (value,) for key, value in trailers.items()}
    step = Step("c0ffee", "message", both, 1, live={"x": TREE})
    return {what.message for what in judge_claims(step)}


@pytest.mark.parametrize(
    "source",
    [
        "docs/session.jsonl",
        "notes of may.jsonl",
        "claude-code:0f0f9a",
        "https://github.com/acme/shop/pull/7#discussion_r1",
        "https://git.example.org:8443/a/-/merge_requests/7",
    ],
)
def test_a_source_is_a_path_an_address_or_a_hash(source: str) -> None:
    assert said(Source=source) == set()


@pytest.mark.parametrize(
    "source",
    [
        "/home/kim/session.jsonl",
        "~/session.jsonl",
        "../outside.jsonl",
        "a//b",
        "C:\\Users\\kim\\x",
        "C:/Users/kim/x",
        "\\\\server\\share",
        "https://example.org/x?token=1",
        "https://kim@example.org/x",
        "ssh://example.org/x",
        "file:///home/kim/x",
        "$HOME/x",
    ],
)
def test_a_source_names_nobodys_home_and_no_token(source: str) -> None:
    assert len(said(Source=source)) == 1


@pytest.mark.parametrize("reflector", ["offline", "claude-sonnet-5", "http://localhost:8080 qwen3"])
def test_a_reflector_is_a_name(reflector: str) -> None:
    assert said(Reflector=reflector) == set()


@pytest.mark.parametrize("reflector", ["/home/kim/bin/model", "run ~/model", "model (C:\\models)", "x" * 65])
def test_a_reflector_is_no_place(reflector: str) -> None:
    assert len(said(Reflector=reflector)) == 1


def test_what_a_person_took_over_is_no_second_landing() -> None:
    claims = [("one", "p", ("add", "x")), ("two", "p", ("adopt", "x")), ("three", "p", ("add", "y"))]
    assert [oid for oid, _ in conflicts(claims, {})] == ["three"]
    assert [oid for oid, _ in conflicts(claims[:1], {"p": ("patch", "x")})] == ["one"]


OLD, NEW, OTHER = "1" * 40, "2" * 40, "3" * 40
BASE = Side({"x": OLD, "y": OLD})


@pytest.mark.parametrize(
    ("merged", "one", "other", "fine"),
    [
        ({"x": NEW, "y": OLD}, {"x": NEW, "y": OLD}, {"x": OLD, "y": OLD}, True),
        ({"x": OTHER, "y": OLD}, {"x": NEW, "y": OLD}, {"x": OLD, "y": OLD}, True),  # its content is judged by itself
        ({"x": OLD, "y": OLD}, {"x": NEW, "y": OLD}, {"x": OLD, "y": OLD}, True),  # a person undid it, which shows
        ({"x": OLD, "y": NEW}, {"x": OLD, "y": OLD}, {"x": OLD, "y": OLD}, False),
        ({"x": OLD}, {"x": OLD, "y": OLD}, {"x": OLD, "y": OLD}, False),
        ({"x": OLD}, {"x": OLD, "y": NEW}, {"x": OLD, "y": OLD}, False),
        ({"x": OLD}, {"x": OLD, "y": NEW}, {"x": OLD}, True),  # one side took it away, the other changed it
        ({"x": OLD, "y": OLD}, {"x": OLD, "y": OLD, "z": NEW}, {"x": OLD, "y": OLD}, False),
    ],
)
def test_a_merge_loses_nothing_and_changes_nothing_by_itself(
    merged: dict[str, str], one: dict[str, str], other: dict[str, str], fine: bool
) -> None:
    assert (list(judge_join(Side(merged), (Side(one), Side(other)), BASE)) == []) is fine
    assert (list(judge_join(Side(merged), (Side(other), Side(one)), BASE)) == []) is fine


def test_what_a_merge_put_into_the_archive_is_not_lost() -> None:
    merged = Side({"x": OLD}, frozenset({"y"}))
    assert list(judge_join(merged, (Side({"x": OLD, "y": NEW}), Side({"x": OLD, "y": OLD})), BASE)) == []


def test_each_name_is_folded_once_however_many_came(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def counted(name: str) -> str:
        folded.append(name)
        return name.casefold()

    monkeypatch.setattr("gitskills.validate.history.fold_name", counted)
    live = frozenset({*(f"s{number}" for number in range(50)), "deploy", "Deploy"})
    found = dict(collisions(dict.fromkeys(live, "c"), live, frozenset({"S7"})))
    assert {name: what.message.rpartition(" ")[2] for name, what in found.items()} == {
        "deploy": "Deploy",
        "Deploy": "deploy",
        "s7": "S7",
    }
    assert len(folded) <= 2 * len(live) + 1

"""Looking decisions up: what is found, in which order, and what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitskills.decisions.recall import Query, Recalled, recall
from gitskills.model.decision import Decision, Level, Status
from tests.support.decisions import decision

SQLITE = decision(1, "Use sqlite as the database", "data/database", domain="data", project="shop", object="sqlite")
PYTEST = decision(2, "Use pytest for tests", "testing/test-framework", domain="test", project="shop", author="ada")
PORT = decision(3, "The server listens on port 8080", "infra/port", project="billing", date="2026-05-01")
CACHE = decision(4, "Keep the cache in memory", "data/cache", confidence=Level.INFERRED)
OLD = decision(5, "Use postgres as the database", "data/old", status=Status.SUPERSEDED, superseded_by="0001")
ALL = (SQLITE, PYTEST, PORT, CACHE, OLD)


def ids(recalled: Recalled) -> list[str]:
    return [one.decision.id for one in recalled.found]


@pytest.mark.promise("dec-R2")
def test_below_the_floor_nothing_is_found_unless_asked_for() -> None:
    assert ids(recall(ALL, Query("cache in memory"))) == []
    assert ids(recall(ALL, Query("cache in memory", floor=Level.INFERRED))) == ["0004"]


@pytest.mark.promise("dec-W12", "dec-W13")
def test_what_was_superseded_is_found_only_when_asked_for_and_behind_what_holds() -> None:
    assert ids(recall(ALL, Query("database"))) == ["0001"]
    assert ids(recall(ALL, Query("which database", past=True))) == ["0001", "0005"]


@pytest.mark.promise("dec-R3")
@pytest.mark.parametrize(
    ("wanted", "found"),
    [({"project": "SHOP"}, {"0001", "0002"}), ({"domain": "test"}, {"0002"}), ({"author": "ada"}, {"0002"})],
)
def test_filters_apply_before_the_ranking_and_the_limit(wanted: dict[str, str], found: set[str]) -> None:
    noise = tuple(decision(100 + number, "Use pytest sqlite", project="other") for number in range(50))
    recalled = recall((*noise, *ALL), Query("", wanted=wanted, limit=5))
    assert set(ids(recalled)) == found


@pytest.mark.promise("dec-R4")
def test_the_branch_is_the_scope_however_a_clone_is_called() -> None:
    assert set(ids(recall(ALL, Query("")))) == {"0001", "0002", "0003"}
    assert ids(recall(ALL, Query("", wanted={"project": "Billing"}))) == ["0003"]


@pytest.mark.promise("dec-R5")
def test_what_is_beyond_the_limit_is_counted() -> None:
    many = [decision(number, f"Rule about sqlite {number}") for number in range(1, 31)]
    recalled = recall(many, Query("sqlite", limit=10))
    assert (len(recalled.found), recalled.more) == (10, 20)


def test_without_words_the_newest_come_first() -> None:
    assert ids(recall(ALL, Query("")))[0] == PORT.id


def test_the_title_weighs_more_than_a_mention() -> None:
    mention = replace(PORT, id="0008", context="The database of the other team listens elsewhere.")
    assert ids(recall((mention, SQLITE), Query("database")))[0] == SQLITE.id


@pytest.mark.parametrize("words", ["qqq", "the and of", "💥", "\0"])
def test_words_that_nothing_shares_find_nothing_or_all_but_never_fail(words: str) -> None:
    recalled = recall(ALL, Query(words))
    assert all(isinstance(one.decision, Decision) for one in recalled.found)

"""Two clones decide apart and meet: whole records, by the ladder, the same whichever merges, and no id means two things."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.decisions.uniting import Contest, Joined, Line, asked_again, meet, unite
from gitskills.model.decision import Decision, Level
from gitskills.model.turn import Speaker
from tests.support.deciding import quoted, record

BASE = record("0001")
LATER = "2026-11-30T11:00:00Z"


def met(base: Decision | None, one: Decision | None, other: Decision | None) -> Decision | Contest | None:
    """The same from both sides."""
    found = meet(base, one, other)
    assert meet(base, other, one) == found
    return found


@pytest.mark.promise("dec-0")
def test_what_one_side_alone_changed_is_taken() -> None:
    changed = replace(BASE, notes="n")
    assert met(BASE, BASE, changed) == changed
    assert met(BASE, BASE, None) is None
    assert met(None, None, BASE) == BASE


@pytest.mark.promise("dec-0")
def test_a_supersession_here_and_a_validation_there_give_the_whole_new_record() -> None:
    new = record("0002", "Use Postgres", supersedes="0001")
    checked = replace(BASE, last_validated="2026-11-30", confirmation_count=1)
    assert met(BASE, new, checked) == new


@pytest.mark.promise("dec-0")
def test_a_revocation_holds_against_a_validation_but_not_against_another_decision() -> None:
    assert met(BASE, None, replace(BASE, confirmation_count=1)) is None
    new = record("0002", "Use Postgres")
    assert met(BASE, None, new) == new


@pytest.mark.promise("dec-0")
def test_confirmations_on_both_sides_all_count() -> None:
    one = replace(BASE, confirmation_count=1, last_validated="2026-12-01", updated="2026-12-01T00:00:00Z")
    other = replace(BASE, confirmation_count=2, last_validated="2026-12-02", updated="2026-12-02T00:00:00Z", notes="n")
    both = met(BASE, one, other)
    assert isinstance(both, Decision)
    assert (both.confirmation_count, both.last_validated, both.notes) == (3, "2026-12-02", "n")


@pytest.mark.promise("dec-0", "dec-O2")
@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ((Level.EXPLICIT, Speaker.AGENT), (Level.CONFIRMED, Speaker.USER)),
        ((Level.EXPLICIT, Speaker.USER), (Level.EXPLICIT, Speaker.AGENT)),
        ((Level.EXPLICIT, Speaker.COMMAND), (Level.EXPLICIT, Speaker.AGENT)),
    ],
)
def test_the_ladder_decides_between_two_new_ones(strong: tuple[Level, Speaker], weak: tuple[Level, Speaker]) -> None:
    one = record("0002", "Use Postgres", level=strong[0], speaker=strong[1])
    other = record("0003", "Use Oracle", level=weak[0], speaker=weak[1], created=LATER)
    assert met(BASE, one, other) == one
    assert met(None, one, other) == one


@pytest.mark.promise("dec-0", "dec-S5")
def test_of_equals_that_differ_the_older_stays_and_the_other_waits_for_a_person() -> None:
    one, other = record("0002", "Use Postgres"), record("0003", "Use Oracle", created=LATER)
    assert met(BASE, one, other) == Contest(one, other)
    guess = {"level": Level.INFERRED}
    older, newer = record("0002", "a", **guess), record("0003", "b", created=LATER, **guess)
    assert met(None, older, newer) == newer
    same = record("0003", "Use Postgres", created=LATER)
    assert met(None, one, same) == one


def joined(one: Line, other: Line, base: dict[str, Decision] | None = None, taken: int = 2) -> Joined:
    found = unite(base or {}, (one, other), taken)
    turned = unite(base or {}, (other, one), taken)
    assert turned == found
    return found


@pytest.mark.promise("dec-0")
def test_an_id_that_both_gave_stays_with_the_smaller_first_commit_and_the_other_keeps_it_as_an_alias() -> None:
    logs, storage = record("0002", "Log as JSON", "logs"), record("0002")
    one = Line({"data/logs": logs}, {("0002", "data/logs"): "bbbb"})
    other = Line({"data/storage": storage}, {("0002", "data/storage"): "aaaa"})
    found = joined(one, other)
    assert found.records == {"data/storage": storage, "data/logs": replace(logs, id="0003", aliases=("0002",))}


@pytest.mark.promise("dec-0")
@pytest.mark.parametrize(("first", "id_"), [("aaaa", "0002"), ("cccc", "0003")])
def test_on_one_topic_the_one_that_stands_gives_its_id_up_where_it_came_second(first: str, id_: str) -> None:
    strong, weak = record("0002", "Use Postgres"), record("0002", "Use Oracle", level=Level.CONFIRMED)
    one = Line({"data/storage": strong}, {("0002", "data/storage"): first})
    other = Line({"data/storage": weak}, {("0002", "data/storage"): "bbbb"})
    kept = joined(one, other).records["data/storage"]
    assert kept is not None
    assert (kept.title, kept.id) == ("Use Postgres", id_)


LEVELS, SPEAKERS = st.sampled_from(Level), st.sampled_from([Speaker.USER, Speaker.COMMAND, Speaker.AGENT])
SOME = st.builds(
    lambda id_, title, level, speaker, created: record(id_, title, level=level, speaker=speaker, created=created),
    st.sampled_from(["0001", "0002", "0003"]),
    st.sampled_from(["a", "b"]),
    LEVELS,
    SPEAKERS,
    st.sampled_from(["2026-11-30T10:00:00Z", LATER]),
)


@given(st.none() | SOME, st.none() | SOME, st.none() | SOME)
def test_every_meeting_ends_the_same_from_both_sides_and_a_second_one_changes_nothing(
    base: Decision | None, one: Decision | None, other: Decision | None
) -> None:
    found = met(base, one, other)
    kept = found.kept if isinstance(found, Contest) else found
    assert met(kept, kept, kept) == kept
    for first, second in permutations((kept, one), 2):
        assert met(one, first, second) == kept


def test_what_did_not_stay_can_be_asked_again_with_its_words() -> None:
    lost = record(
        "0003", "Use Oracle", evidence=(quoted("we need Oracle"),), alternatives=("SQLite",), source="auto-explicit"
    )
    again = asked_again(lost)
    assert (again.title, again.entity, again.alternatives, again.level) == (
        "Use Oracle",
        "storage",
        ("SQLite",),
        Level.EXPLICIT,
    )
    assert [(item.quote, item.sha256, item.source, item.line) for item in again.evidence] == [
        ("we need Oracle", lost.evidence_sha256[0], "claude-code:s1", 7)
    ]


def test_a_place_that_is_none_stops_no_merge() -> None:
    lost = replace(record("0003", "Use Oracle", evidence=(quoted("we need Oracle"),)), evidence_source=("s1:seven",))
    assert [(item.source, item.line) for item in asked_again(lost).evidence] == [("s1:seven", 0)]

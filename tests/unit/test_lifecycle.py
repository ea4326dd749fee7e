"""Who goes to the archive: a function of use and policy, case by case."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.lifecycle.leaving import Standing, leaving, mentions
from gitskills.model.proposal import Scope
from gitskills.model.settings import Settings
from gitskills.model.usage import Usage

ROOM = 50


def standing(name: str, uses: int = 0, views: int = 0, **more: object) -> Standing:
    turns = int(str(more.pop("turns", 100)))
    usage = Usage(uses, views, turns, rate=uses / turns, view_rate=views / turns)
    return Standing(name, usage, young=bool(more.pop("young", False)), **more)  # type: ignore[arg-type]


def gone(*standings: Standing, room: int = ROOM) -> list[str]:
    return [one.name for one in leaving(standings, room)]


@pytest.mark.promise("U2")
def test_probation_is_a_hundred_turns_for_the_project_and_three_hundred_for_the_person() -> None:
    assert (Settings().probation(Scope.PROJECT), Settings().probation(Scope.USER)) == (100, 300)
    assert (Settings().capacity(Scope.PROJECT), Settings().capacity(Scope.USER)) == (50, 20)


@pytest.mark.promise("U2")
def test_a_skill_in_its_probation_is_left_alone() -> None:
    assert gone(standing("young", young=True), room=0) == []


@pytest.mark.promise("U3")
@pytest.mark.parametrize(
    ("one", "goes"),
    [
        (standing("never"), True),
        (standing("viewed", views=1), False),
        (standing("used", uses=1), False),
        (standing("pinned", stays=True), False),
    ],
    ids=lambda value: value.name if isinstance(value, Standing) else "",
)
def test_at_the_end_of_its_probation_what_was_neither_used_nor_read_goes(one: Standing, goes: bool) -> None:
    assert gone(one) == ([one.name] if goes else [])


@pytest.mark.promise("U3", "U4")
def test_what_was_only_read_is_bounded_and_goes_before_what_was_used() -> None:
    used = [standing(f"used-{number}", uses=1, turns=1000) for number in range(3)]
    read = [standing(f"read-{number}", views=number + 1) for number in range(3)]
    assert gone(*used, *read, room=6) == []
    assert gone(*used, *read, room=4) == ["read-0", "read-1"]


@pytest.mark.promise("U4")
def test_the_lowest_use_per_turn_goes_first_not_the_lowest_number() -> None:
    often, once = standing("often", uses=5, turns=1000), standing("once", uses=1, turns=100)
    assert gone(often, once, room=1) == ["often"]


@pytest.mark.promise("U4")
def test_ties_are_broken_by_the_hash_of_the_name_in_whatever_order_they_come() -> None:
    twins = [standing(f"twin-{number}", uses=1) for number in range(6)]
    first = gone(*twins, room=3)
    assert first == gone(*reversed(twins), room=3)
    assert first == sorted((one.name for one in twins), key=lambda name: sha256(name.encode()).hexdigest())[:3]


@pytest.mark.promise("U4")
def test_what_stays_takes_a_place() -> None:
    pinned = [standing(f"pinned-{number}", stays=True) for number in range(2)]
    assert gone(*pinned, standing("a", uses=1), standing("b", uses=2), room=3) == ["a"]


@pytest.mark.promise("U4")
def test_what_another_refers_to_stays_and_the_next_one_goes_instead() -> None:
    guide = standing("guide", uses=9, mentions=frozenset({"least"}))
    assert gone(guide, standing("least", uses=1), standing("more", uses=2), room=2) == ["more"]
    assert gone(guide, standing("least")) == []


@pytest.mark.promise("U4")
def test_two_that_only_refer_to_each_other_hold_nobody() -> None:
    one, other = standing("one", mentions=frozenset({"other"})), standing("other", mentions=frozenset({"one"}))
    assert sorted(gone(one, other)) == ["one", "other"]
    assert gone(one, other, standing("guide", uses=1, mentions=frozenset({"one"}))) == []


@pytest.mark.promise("U4")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Read uv-not-pip first.", {"uv-not-pip"}),
        ("Read `release` first.", {"release"}),
        ("See ../skills/release/SKILL.md.", {"release"}),
        ("Write a release note.", set()),
        ("uv-not-pips", set()),
        ("really-uv-not-pip", set()),
    ],
)
def test_a_plain_word_is_no_name_of_a_skill(text: str, found: set[str]) -> None:
    assert mentions(text, {"uv-not-pip", "release"}) == found


STANDINGS = st.lists(
    st.builds(
        Standing,
        name=st.sampled_from([f"skill-{number}" for number in range(30)]),
        usage=st.builds(
            lambda uses, views, turns: Usage(uses, views, turns, 0, uses / turns, views / turns),
            st.integers(0, 3), st.integers(0, 3), st.integers(1, 300),
        ),
        young=st.booleans(),
        stays=st.booleans(),
        mentions=st.frozensets(st.sampled_from([f"skill-{number}" for number in range(30)]), max_size=2),
    ),
    unique_by=lambda one: one.name,
)  # fmt: skip


@pytest.mark.promise("U2", "U3", "U4")
@given(STANDINGS, st.integers(0, 10))
def test_what_is_left_is_within_bounds_or_held_by_something_that_stays(found: list[Standing], room: int) -> None:
    away = set(gone(*found, room=room))
    left = [one for one in found if one.name not in away]
    assert not any(one.young or one.stays for one in found if one.name in away)
    named = {name for one in left for name in one.mentions}
    assert not named & away
    free = [one for one in left if not one.young and not one.stays and one.name not in named]
    assert all(one.usage.uses or one.usage.views for one in free)
    assert len([one for one in left if not one.young]) <= room or not free


@pytest.mark.promise("U5")
def test_the_reason_tells_the_counts() -> None:
    (one,) = leaving([standing("never", turns=120)], ROOM)
    assert one.reason == "Used never, read never, in 120 turns in which it was listed. Its probation is over."

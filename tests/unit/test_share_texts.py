"""Three texts become one, the same whichever side is named first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.share.texts import favouring, joined, joined_code

pytestmark = pytest.mark.promise("share-2")

LINES = st.lists(
    st.sampled_from(["Use uv.", "Mind the lock. Ask first.", "", "```", "run `x`", "Never on Fridays."]), max_size=8
)
TEXTS = LINES.map(lambda lines: "".join(f"{line}\n" for line in lines))
BASE = "Use uv for packages. Mind the lock file.\n\nAsk before an upgrade.\n"


@given(TEXTS, TEXTS, TEXTS)
def test_which_side_is_named_first_makes_no_difference(base: str, one: str, other: str) -> None:
    assert joined(base, one, other) == joined(base, other, one)
    assert joined_code(base, one, other) == joined_code(base, other, one)


@given(TEXTS, TEXTS)
def test_what_one_side_left_alone_is_as_the_other_made_it(base: str, one: str) -> None:
    assert joined(base, one, base) == joined(base, one, one) == one
    assert joined_code(base, one, base) == joined_code(base, one, one) == one


def test_of_two_lines_alike_each_side_may_take_one_out_and_both_still_hold_it() -> None:
    twice, changed, once = "Use uv.\nUse uv.\n", "Ask first.\nUse uv.\n", "Use uv.\n"
    assert joined(twice, changed, once) is joined(twice, once, changed) is None  # as git has it
    assert favouring(twice, changed, once) == changed
    assert "Use uv." in favouring(twice, once, changed).splitlines()


@given(TEXTS, TEXTS, TEXTS)
def test_what_both_sides_still_say_is_never_merged_away(base: str, one: str, other: str) -> None:
    kept = set(one.splitlines()) & set(other.splitlines())
    for made in (joined(base, one, other), favouring(base, one, other)):
        assert made is None or kept <= set(made.splitlines())


@given(TEXTS, TEXTS, TEXTS)
def test_every_line_of_the_winner_stays_and_so_does_every_line_that_nobody_took_out(
    base: str, winner: str, other: str
) -> None:
    lines = favouring(base, winner, other).splitlines()
    assert set(winner.splitlines()) - set(base.splitlines()) <= set(lines)
    kept = set(base.splitlines()) & set(winner.splitlines()) & set(other.splitlines())
    if joined(base, winner, other) is not None:
        assert kept <= set(lines)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (
            ("Use uv", "Take uv"),
            ("Ask before", "Ask Ada before"),
            ("Take uv for packages", "Ask Ada before an upgrade"),
        ),
        (("Use uv for packages.", "Take uv."), ("Mind the lock file.", "Keep the lock file."), ("Take uv. Keep the",)),
        (("Ask before an upgrade.\n", ""), ("Use uv", "Take uv"), ("Take uv for packages. Mind the lock file.\n\n",)),
    ],
)
def test_changes_of_different_clauses_are_both_in(
    one: tuple[str, str], other: tuple[str, str], both: tuple[str, ...]
) -> None:
    found = joined(BASE, BASE.replace(*one), BASE.replace(*other))
    assert found is not None
    assert all(part in found for part in both)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Mind the lock file.", "Commit the lock file."), ("Mind the lock file.", "Never touch the lock file.")),
        (("Mind the lock file.", ""), ("Mind the lock file.", "Never touch the lock file.")),
        (
            ("an upgrade.\n", "an upgrade.\nDeploy on Mondays alone.\n"),
            ("an upgrade.\n", "an upgrade.\nDeploy on Fridays alone.\n"),
        ),
        (
            ("an upgrade.\n", "an upgrade.\nRun `make all`.\n"),
            ("an upgrade.\n", "an upgrade.\nFirst of everything: `make all`\n"),
        ),
    ],
    ids=["both changed a sentence", "one took it out", "additions about one thing", "additions with one command"],
)
def test_what_may_contradict_is_not_mixed(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert joined(BASE, BASE.replace(*one), BASE.replace(*other)) is None


def test_additions_at_the_same_place_about_different_things_both_stand() -> None:
    one, other = f"{BASE}\nBranches are named after tickets.\n", f"{BASE}\nPrices are integer cents.\n"
    found = joined(BASE, one, other)
    assert found is not None
    assert found.startswith(BASE)
    assert sorted(line for line in found.removeprefix(BASE).splitlines() if line) == [
        "Branches are named after tickets.",
        "Prices are integer cents.",
    ]


def test_a_line_of_code_is_whole() -> None:
    base = "```\nrun one. two. three\n```\n"
    assert joined(base, base.replace("one", "1"), base.replace("three", "3")) is None


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("a = 2\nb\nc\n", "a\nb\nc = 3\n", "a = 2\nb\nc = 3\n"),
        ("a\nb = 2\nc\n", "a\nb\nc = 3\n", None),
        ("a\nb\nc\nprint()\n", "a\nb\nc\nreturn\n", None),
    ],
    ids=["apart", "side by side", "both added"],
)
def test_code_is_merged_as_git_does_it(one: str, other: str, both: str | None) -> None:
    assert joined_code("a\nb\nc\n", one, other) == both


@pytest.mark.parametrize("changes", [("a\n{}", "{}z\n"), ("a\n{}b\n", "c\n{}d\n")])
def test_a_text_of_one_line_again_and_again_is_compared_in_bounded_time(changes: tuple[str, str]) -> None:
    base = "x\n" * 32_000
    one, other = (change.format(base) for change in changes)
    assert joined(base, one, other) == joined(base, other, one)
    pieces = [f"{line}\n" * 16_000 for line in ("a", "b", "c")]
    turned = "".join(pieces[::-1])
    assert joined("".join(pieces), turned, "x\n" + "".join(pieces)) == f"x\n{turned}"

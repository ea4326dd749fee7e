"""Taking one change out of a text that went on growing."""

from __future__ import annotations

import itertools

import pytest

from gitskills.promote.unpicking import foreign_lines, unpicked

pytestmark = pytest.mark.promise("U8")

BASE = "one\ntwo\nthree\nfour\n"


def test_the_lines_that_a_change_brought_go_and_those_that_it_took_come_back() -> None:
    bad = "one\nTWO\nthree\nbad\nfour\n"
    later = "zero\none\nTWO\nthree\nbad\nfour\nfive\n"
    assert unpicked(BASE, bad, later) == "zero\none\ntwo\nthree\nfour\nfive\n"


def test_where_later_lines_stand_on_the_change_nothing_is_guessed() -> None:
    assert unpicked(BASE, "one\nbad\nthree\nfour\n", "one\nbad, but less so\nthree\nfour\n") is None
    assert unpicked(BASE, "one\nthree\nfour\n", "three\n") == "two\nthree\n"
    assert unpicked(BASE, "one\nfour\n", "quite different\n") is None


def test_of_several_changes_each_comes_out_alone_and_the_rest_stays_in_order() -> None:
    texts = [BASE]
    for word in ("a", "b", "c"):
        lines = texts[-1].splitlines(keepends=True)
        lines.insert(ord(word) - ord("a") + 1, f"{word}\n")
        texts.append("".join(lines))
    steps = list(itertools.pairwise(texts))
    for number, word in enumerate("abc"):
        left = unpicked(*steps[number], texts[-1])
        assert left is not None
        assert left.splitlines() == [line for line in texts[-1].splitlines() if line != word]


def test_what_nobody_touched_since_is_as_it_was_before() -> None:
    for before, after in (("", BASE), (BASE, ""), (BASE, BASE[:-1]), ("a\n", "a\nb\n"), ("b\n", "a\nb\n"), ("x", "y")):
        assert unpicked(before, after, after) == before


def test_only_lines_that_others_wrote_are_foreign() -> None:
    assert foreign_lines(BASE, "one\ntwo\nmine\nthree\nfour\n") == "mine"
    assert foreign_lines(BASE, BASE) == ""
    assert foreign_lines(BASE, "all\nnew\n") == "all\nnew"


def test_a_text_of_one_line_again_and_again_is_taken_apart_in_bounded_time() -> None:
    before = "x\n" * 16_000
    after = f"a\n{before}b\n"
    assert unpicked(before, after, f"{after}z\n") == f"{before}z\n"

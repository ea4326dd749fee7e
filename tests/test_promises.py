"""Every line of the specification that is built, and every reported case, has a test that bears its id.

Further lines are taken up by adding their ids to PROMISED; a mark that names no id of it is a slip of the pen.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.promises import kept
from tests.support.sources import Source


def lines(letter: str, *numbers: int) -> list[str]:
    return [f"{letter}{number}" for number in numbers]


DECISIONS = {"D": 14, "O": 8, "C": 7, "H": 10, "R": 6, "S": 6, "L": 7, "W": 26}  # letter → its last number

PROMISED = (
    *lines("C", *range(1, 10)),
    *lines("P", *range(1, 8)),
    *lines("V", *range(1, 15)),
    *lines("S", *range(1, 13)),
    *lines("L", 1, 2, 3),
    *lines("U", *range(1, 11)),
    *lines("case-", *range(1, 21)),
    *lines("share-", *range(1, 8)),
    "dec-0",
    *(f"dec-{line}" for letter, last in DECISIONS.items() for line in lines(letter, *range(1, last + 1))),
)
KEPT = kept()


@pytest.mark.parametrize("promise", PROMISED)
def test_every_promise_has_a_test(promise: str) -> None:
    assert KEPT.get(promise), f"no test bears @pytest.mark.promise({promise!r})"


def test_every_mark_names_a_promise() -> None:
    assert {name: tests for name, tests in KEPT.items() if name not in PROMISED} == {}


@dataclass(frozen=True)
class Written(Source):
    """A module that stands in no file."""

    words: str = ""

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.words)

    @property
    def name(self) -> str:
        return "x.py"


def test_marks_are_read_from_tests_alone_and_from_their_module() -> None:
    words = (
        "pytestmark = [pytest.mark.slow, pytest.mark.promise('C1')]\n"
        "@pytest.mark.promise('C2', 'C3')\n@other\ndef test_one(): ...\n"
        "@pytest.mark.promise('C4')\ndef no_test(): ...\n"
        "def test_two(): ...\n"
    )
    assert kept([Written(Path("x.py"), words)]) == {
        "C1": ["x.py::test_one", "x.py::test_two"],
        "C2": ["x.py::test_one"],
        "C3": ["x.py::test_one"],
    }

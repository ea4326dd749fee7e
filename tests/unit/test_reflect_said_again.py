"""What a known skill holds already is that skill said again: a relapse, never a second skill. Another rule of the same thing is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitskills.model.proposal import Action
from gitskills.reflect.offline.relapses import relapses
from tests.unit.test_reflect import WEIGHTS, episode, said
from tests.unit.test_reflect_comparing import beside, skill

PIP = "Never use pip here, always add dependencies with uv add."
MONEY = "Keep money in integer cents, never in floats."
IMPORTS = "Sort the imports with ruff, not isort."
NETWORK = "Tests must not hit the network, use the recorded cassettes."
COMMITS = "Never commit generated files, build them in CI."


def said_again(known: str, words: str) -> int:
    return len(list(relapses(episode(said(words)), lambda _text: (skill(known),), WEIGHTS)))


@pytest.mark.promise("U10", "P6")
@pytest.mark.parametrize(
    ("known", "words"),
    [
        (PIP, "No, never use pip here! Use `uv add`."),
        (PIP, "Never use pip here."),
        (PIP, "Don't use pip here."),
        (PIP, "no pip here, please"),
        (PIP, "I told you to never use pip here."),
        (PIP, "Always add dependencies with uv add."),
        (PIP, "stop, never use pip!! use uv"),
        (MONEY, "I told you to keep money in integer cents, never in floats. List the files"),
        (MONEY, "As I said, keep money in integer cents, never in floats. List the files"),
        (MONEY, "No floats. We keep money in integer cents."),
        (MONEY, "Never use floats here. Now show me the tests."),
        (MONEY, "I said already: always keep money in integer cents."),
        (NETWORK, "Again: the tests must not hit the network."),
        (NETWORK, "Always use the recorded cassettes."),
        (COMMITS, "I told you already, never commit generated files. Go on"),
        (IMPORTS, "No, never use isort here!"),
    ],
)
def test_part_of_a_known_skill_is_that_skill_said_again(known: str, words: str) -> None:
    assert said_again(known, words) >= 1
    assert beside(skill(known), turns=(words,)) == ()


@pytest.mark.promise("U10")
@pytest.mark.parametrize(
    "words",
    [
        "I told you: keep money in integer cents, never in floats. List the files",
        "Once more, keep money in integer cents, never in floats. List the files",
        "Keep money in integer cents, never in floats. List the files",
        "No floats. Show me the tests.",
    ],
)
def test_a_session_that_begins_with_a_known_rule_says_it_again(words: str) -> None:
    window = replace(episode(), window=(said(words),))
    assert list(relapses(window, lambda _text: (skill(MONEY),), WEIGHTS))


@pytest.mark.promise("U10", "P6")
@pytest.mark.parametrize(
    ("known", "words"),
    [
        (PIP, "Always run uv sync before the tests."),
        (PIP, "Use uv run for every script."),
        (PIP, "Never edit the uv lock file by hand."),
        (PIP, "Pin all dependencies to exact versions."),
        (PIP, "Never add dependencies without asking me."),
        (PIP, "Never cache pip wheels in CI."),
        (MONEY, "Never compare floats with ==."),
        (MONEY, "Always show money with two decimals."),
        (MONEY, "Never round cents before the tax is added."),
        (MONEY, "Use UUIDs for keys, never integer sequences."),
        (NETWORK, "Tests must not depend on each other."),
        (NETWORK, "Always set a timeout on network calls."),
        (COMMITS, "Never commit to main."),
        (COMMITS, "Always format generated files with prettier."),
        (IMPORTS, "Never use relative imports."),
        ("Run the tests without sudo.", "Never use sudo."),
    ],
)
def test_another_rule_about_the_same_thing_is_not_the_known_one(known: str, words: str) -> None:
    assert said_again(known, words) == 0
    assert [one.action for one in beside(skill(known), turns=(words,))] == [Action.ADD]


@pytest.mark.promise("U10")
@pytest.mark.parametrize(
    "words",
    [
        "Did you use pip here?",
        "Why did we never use pip here?",
        "Forget the rule about pip.",
        "Install requests with uv, please.",
        "List the files that use floats.",
    ],
)
def test_what_asks_or_orders_is_no_rule_said_again(words: str) -> None:
    assert said_again(PIP, words) == said_again(MONEY, words) == 0


@pytest.mark.promise("P6")
@pytest.mark.parametrize(
    ("known", "words"),
    [
        ("Never use pip here.", "Never use pip here, always add dependencies with uv add."),
        ("No floats.", "No floats, keep money in integer cents."),
        (NETWORK, "The tests must not hit the network, record new cassettes with make record."),
    ],
)
def test_a_known_rule_and_more_is_a_patch_of_it(known: str, words: str) -> None:
    assert [one.action for one in beside(skill(known), turns=(words,))] == [Action.PATCH]

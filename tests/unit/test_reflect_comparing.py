"""A lesson is compared with what is known: nothing twice, more of it as a patch, its opposite as an update."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitskills.model.proposal import Action, Confidence, Proposal, Scope
from gitskills.model.skill import KnownSkill, Owner, SkillEntry
from gitskills.model.turn import Turn
from gitskills.reflect.offline import reflect
from gitskills.reflect.offline.gist import Relation, gist, relate
from tests.unit.test_reflect import PARAPHRASES, WEIGHTS, agent, edit, episode, found, only, said


def skill(body: str, *, name: str = "known", description: str = "", owner: Owner = Owner.AGENT) -> KnownSkill:
    first = body.split("\n", 1)[0]
    return KnownSkill(SkillEntry(name, Scope.PROJECT, "", description=description or first, owner=owner), body)


def learned(words: str) -> KnownSkill:
    """The skill that these words made."""
    (proposal,) = found(words)
    return skill(proposal.body, name=proposal.name, description=proposal.description)


def beside(*skills: KnownSkill, turns: tuple[Turn | str, ...]) -> tuple[Proposal, ...]:
    window = episode(*(said(turn) if isinstance(turn, str) else turn for turn in turns))
    return reflect(window, lambda _text: skills, WEIGHTS)


@pytest.mark.parametrize("again", PARAPHRASES)
def test_a_lesson_said_again_in_other_words_makes_no_second_skill(again: str) -> None:
    assert beside(learned("never commit generated files"), turns=(again,)) == ()


def test_a_lesson_that_a_person_wrote_down_by_hand_is_not_learned_again() -> None:
    by_hand = skill("Never commit generated files.", owner=Owner.HAND)
    assert beside(by_hand, turns=("please never commit generated files",)) == ()


def test_a_lesson_that_says_more_patches_the_skill_that_says_less() -> None:
    known = learned("the tests must not hit the network")
    (patch,) = beside(known, turns=("the tests must not hit the network, use the recorded cassettes",))
    assert (patch.action, patch.name) == (Action.PATCH, known.entry.name)
    assert f"\n\n{known.body}".count(patch.old_text) == 1
    assert "use the recorded cassettes" in patch.new_text
    assert (patch.description, patch.body) == ("", "")


def test_a_lesson_about_the_same_matter_stands_under_the_first() -> None:
    known = learned("commit messages must be in the imperative")
    (patch,) = beside(known, turns=("commit messages must name the module",))
    assert patch.action is Action.PATCH
    assert patch.new_text.strip().splitlines() == [
        "Commit messages must be in the imperative.",
        "",
        "Commit messages must name the module.",
    ]


OPPOSITES = (
    ("use pnpm", "use yarn", "Dependencies: use yarn in this project."),
    ("use uv, not pip", "use pip, not uv", "Dependencies: use pip, not uv."),
    ("never commit generated files", "always commit generated files", "Git: always commit generated files."),
    ("no, the limit is 30 rows, not 3", "no, the limit is 50 rows, not 5", "The limit is 50 rows, not 5."),
)


@pytest.mark.parametrize(("before", "now", "description"), OPPOSITES)
def test_the_opposite_of_a_skill_takes_its_place_under_a_name_of_its_own(
    before: str, now: str, description: str
) -> None:
    known = learned(before)
    archive, add = beside(known, turns=(now,))
    assert (archive.action, archive.name) == (Action.ARCHIVE, known.entry.name)
    assert (add.action, add.description) == (Action.ADD, description)
    assert archive.quotes == add.quotes


@pytest.mark.parametrize(("before", "now", "description"), OPPOSITES)
def test_the_opposite_of_a_skill_whose_name_says_nothing_updates_it(before: str, now: str, description: str) -> None:
    old = learned(before)
    (update,) = beside(skill(old.body, name="house-style", description=old.entry.description), turns=(now,))
    assert (update.action, update.name, update.description) == (Action.UPDATE, "house-style", description)
    assert old.body.split(".")[0] not in update.body


def test_a_rule_of_many_is_set_right_where_it_stands() -> None:
    known = skill("Sort imports.\n\nNever commit generated files.\n\nTag releases.\n", description="House rules.")
    (update,) = beside(known, turns=("always commit generated files",))
    assert update.action is Action.PATCH
    assert (update.old_text, update.new_text) == (
        "\nNever commit generated files.\n",
        "\nAlways commit generated files.\n",
    )


@pytest.mark.parametrize("owner", [Owner.HAND, Owner.PROJECT, Owner.FOREIGN])
def test_what_is_not_ours_is_never_changed(owner: Owner) -> None:
    known = skill("Use pnpm in this project.", owner=owner)
    assert {one.action for one in beside(known, turns=("use yarn",))} == {Action.ADD}


def test_a_lesson_about_something_else_is_a_skill_of_its_own() -> None:
    (proposal,) = beside(learned("never commit generated files"), turns=("never commit to main",))
    assert proposal.action is Action.ADD


def test_the_last_word_wins() -> None:
    proposal = only("use tabs for indentation", agent("Done."), edit(), "use spaces for indentation")
    assert proposal.description == "Use spaces for indentation."
    assert proposal.confidence is Confidence.EXPLICIT


@pytest.mark.parametrize(
    ("new", "known", "relation"),
    [
        ("Don't mock the database in tests", "Write tests for the database", Relation.STRANGER),
        ("Prefer composition over inheritance", "Prefer inheritance over composition", Relation.AGAINST),
        ("The timeout is 60 seconds", "The timeout is 30 seconds", Relation.AGAINST),
        ("Use yarn workspaces for packages", "Use tabs", Relation.STRANGER),
        ("Generated files must never be committed", "Never commit generated files", Relation.SAME),
        ("Use uv, not pip, with --frozen", "Use uv, not pip", Relation.MORE),
    ],
)
def test_two_rules_contradict_only_where_one_wants_what_the_other_shuns(
    new: str, known: str, relation: Relation
) -> None:
    assert relate(gist(new), gist(known)) is relation


@pytest.mark.parametrize(
    "words",
    [
        "forget the rule about generated files",
        "you can commit generated files again",
        "generated files are fine again",
        "ignore what I said about generated files, they are small",
    ],
)
def test_a_rule_that_is_taken_back_by_name_is_archived(words: str) -> None:
    known = learned("never commit generated files")
    (archive,) = beside(known, turns=(words,))
    assert (archive.action, archive.name) == (Action.ARCHIVE, known.entry.name)
    assert archive.quotes[0].text in words


@pytest.mark.parametrize(
    "words",
    [
        "forget the rule about lockfiles",
        "you can run the tests again",
        "never mind",
        "ignore what I said about generated mocks",
    ],
)
def test_what_names_no_known_rule_archives_nothing(words: str) -> None:
    assert beside(learned("never commit generated files"), turns=(words,)) == ()


def test_a_window_that_begins_by_taking_back_reaches_what_was_said_before_it() -> None:
    known = learned("let's use a queue for the mails")
    before = (said("let's use a queue for the mails"), agent("Done: the mails go through a queue."))
    now = replace(
        episode(), window=(replace(said("no wait, forget that, use cron instead of a daemon"), line=9),), digest=before
    )
    archive, add = reflect(now, lambda _text: (known,), WEIGHTS)
    assert (archive.action, archive.name) == (Action.ARCHIVE, known.entry.name)
    assert (add.action, add.name) == (Action.ADD, "use-cron-not-daemon")


def test_what_is_taken_back_in_its_own_window_is_never_proposed() -> None:
    turns = ("let's use a queue for the mails", agent("Done."), edit(), "no wait, forget that, use cron for the mails")
    assert [one.name for one in found(*turns)] == ["use-cron-for-mails"]

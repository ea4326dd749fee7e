"""A bare answer is a decision: the agent's words say what, the person's turn says so, and both are quoted."""

from __future__ import annotations

import pytest

from gitskills.model.proposal import Confidence, Proposal
from gitskills.model.turn import Channel, Speaker
from gitskills.propose.proof import Unproven, fold_window, prove
from gitskills.reflect.offline import nothing_known, reflect
from gitskills.transcript.settled import settled as sentence
from tests.unit.test_reflect import WEIGHTS, agent, edit, episode, found, said

UPLOADS = (
    "How should failed uploads be handled?\n\n1. Retry three times\n2. Skip and log\n3. Abort the run\n\nWhich one?"
)
MONEY = "Should we store money as cents or as decimals?\n- A: as cents\n- B: as decimals"
FIXTURES = "I found two places:\n1. the readme\n\nWhere should we keep the fixtures?\n\nA) tests/fixtures\nB) next to each test"
ERRORS = (
    "Should errors be returned or thrown?\n\n| **A. Returned** (my pick) | as values |\n| **B. Thrown** | as usual |"
)


def settled(asked: str, answer: str) -> tuple[Proposal, ...]:
    return found(agent(asked), edit(), answer, agent("Understood."))


@pytest.mark.parametrize(
    ("asked", "answer", "description"),
    [
        (UPLOADS, "2", 'Failed uploads are handled as "skip and log".'),
        (UPLOADS, "the second one, please", 'Failed uploads are handled as "skip and log".'),
        (UPLOADS, "let's go with option 1.", 'Failed uploads are handled as "retry three times".'),
        (MONEY, "A.", "Store money as cents, not as decimals."),
        (FIXTURES, "A", "Keep the fixtures in tests/fixtures."),
        (ERRORS, "I prefer A", "Errors should be returned, not thrown."),
        ("Should every route need a token?", "yes", ""),
        ("Should we use zod instead of yup for validation?", "yep, sounds good", "Use zod instead of yup for validation."),
        ("I suggest that we always pin the versions of actions. Does that work?", "sure", "Always pin the versions of actions."),
        ("Should every command ask the user first?", "no", "Every command should not ask the user first."),
    ],
)  # fmt: skip
def test_a_bare_answer_settles_what_the_agent_asked(asked: str, answer: str, description: str) -> None:
    proposals = settled(asked, answer)
    assert [one.description for one in proposals] == ([description] if description else [])
    assert all(one.confidence is Confidence.CONFIRMED for one in proposals)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Want me to commit this now?", "yes"),
        ("Should I fix the failing test first?", "yes"),
        ("Should I proceed with option A?", "yes"),
        ("I can do either:\n1. fix the bug\n2. write a test\nWhich first?", "1"),
        (UPLOADS, "2 for now"),
        (UPLOADS, "7"),
        (UPLOADS, "the fourth one"),
        (UPLOADS, "2? not sure"),
        (UPLOADS, "yes"),
        ("The uploads are done.", "yes"),
        ("How should uploads be stored?\n1. on disk\n2. in a bucket", "2, but only for the big tenants of the north"),
    ],
)
def test_an_answer_about_this_hour_one_that_fits_no_option_or_a_hedged_one_settles_nothing(
    asked: str, answer: str
) -> None:
    assert settled(asked, answer) == ()


def test_both_the_question_and_the_whole_answer_are_proven() -> None:
    window = episode(agent(MONEY), edit(), said("A."), agent("Understood."))
    (raw,) = reflect(window, nothing_known, WEIGHTS)
    proven = prove(raw, fold_window(window.window), "shop.jsonl")
    assert isinstance(proven, Proposal)
    assert [item.speaker for item in proven.evidence] == [Speaker.AGENT, Speaker.AGENT, Speaker.USER]
    assert proven.evidence[-1].quote == "A."


def test_a_letter_alone_or_one_that_is_no_whole_answer_proves_nothing() -> None:
    window = episode(agent(MONEY), edit(), said("A big one."), agent("Understood."))
    (raw,) = reflect(episode(agent(MONEY), edit(), said("A."), agent("Understood.")), nothing_known, WEIGHTS)
    assert isinstance(prove(raw, fold_window(window.window), "shop.jsonl"), Unproven)


def test_an_answer_to_a_question_of_the_tool_needs_no_second_quote() -> None:
    text = 'The user answered: "Where should expiry dates be computed?"="In the database". Go on.'
    (proposal,) = found(said(text, Channel.ANSWER))
    assert proposal.confidence is Confidence.EXPLICIT
    assert len(proposal.quotes) == 1


def test_a_question_whose_subject_is_missing_settles_nothing() -> None:
    assert sentence("Should   use the cache", "yes") == ""
    assert sentence("Should every client use the cache", "yes") == "Every client should use the cache"

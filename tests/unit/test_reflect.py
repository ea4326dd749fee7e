"""The offline reflector finds what people lay down, leaves alone what they merely say, and never turns it into its opposite."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.model.episode import Episode
from gitskills.model.proposal import Confidence, Proposal, Scope
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.reflect.offline import Weights, nothing_known, parse_weights, reflect
from gitskills.reflect.offline.imperative import NEGATION
from gitskills.reflect.offline.plainwords import RUDE

ASSETS = Path(__file__).resolve().parents[2] / "reflector" / "offline"
WEIGHTS = parse_weights((ASSETS / "weights.json").read_text("utf-8"))
EAGER = Weights(threshold=0.0)  # takes every statement that the rules let through


def said(text: str, channel: Channel = Channel.TYPED) -> Turn:
    return Turn(0, 0, Speaker.USER, channel, text)


def agent(text: str) -> Turn:
    return Turn(0, 0, Speaker.AGENT, Channel.TEXT, text)


def edit() -> Turn:
    return Turn(0, 0, Speaker.AGENT, Channel.CALL, "Edit: src/shop.py", tool="Edit")


def failed(command: str, text: str) -> Turn:
    return Turn(0, 0, Speaker.COMMAND, Channel.ERROR, text, tool="Bash", locator=command)


def worked(command: str) -> Turn:
    return Turn(0, 0, Speaker.COMMAND, Channel.RESULT, "fine", tool="Bash", locator=command)


def episode(*turns: Turn) -> Episode:
    """The turns behind an opening task, each on a line of its own."""
    opening = (said("Have a look at the shop, please."), agent("It sells books. What next?"), edit())
    numbered = tuple(
        Turn(
            line, line, one.speaker, one.channel, one.text, tool=one.tool, locator=one.locator, sidechain=one.sidechain
        )
        for line, one in enumerate((*opening, *turns), 1)
    )
    return Episode("shop.jsonl", "shop.jsonl", numbered, (), len(numbered), 0)


def found(*turns: Turn | str, weights: Weights = WEIGHTS) -> tuple[Proposal, ...]:
    return reflect(episode(*(said(turn) if isinstance(turn, str) else turn for turn in turns)), nothing_known, weights)


def only(*turns: Turn | str) -> Proposal:
    (proposal,) = found(*turns)
    return proposal


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("use pytest instead.", "Use pytest"),
        ("let's go with sqlite", "Use sqlite in this project."),
        ("can you use uv instead of pip?", "Dependencies: use uv instead of pip."),
        ("never mock the clock in integration tests", "Never mock the clock in integration tests."),
        ("please don't ever push directly to main", "Git: don't ever push directly to main."),
        ("dont swallow exceptions, let them bubble up", "Errors: don't swallow exceptions, let them bubble up."),
        ("can we not use lodash for this?", "Don't use lodash in this project."),
        ("I prefer early returns over nested ifs", "Prefer early returns over nested ifs."),
        ("we never squash merge because we need the history", "Git: don't squash merge."),
        (
            "nope. the key comes from the vault, not from the env file",
            "The key comes from the vault, not from the env file.",
        ),
        ("No, every price must be in cents", "Every price must be in cents."),
    ],
)
def test_what_a_person_lays_down_is_proposed_in_an_imperative(words: str, description: str) -> None:
    assert only(words).description.startswith(description)


@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "words",
    [
        "I always forget the flag",
        "the test never passes",
        "hello",
        "thanks, great work!",
        "never mind",
        "stop overthinking",
        "it must have been the proxy",
        "we should probably wait",
        "why is this so slow?",
        "what do you think about using graphql?",
        "do all tests pass?",
        "commit this",
        "push it and open a PR",
        "run the tests again",
        "make the button green",
        "let's move on to the next one",
        "brainstorm: should we always cache?",
        "yes",
        "A",
        "are you stupid? always look at the log first",
    ],
)
def test_what_is_no_rule_is_left_alone(words: str) -> None:
    assert found(words) == ()


@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "words",
    ["let's skip the linter for now", "just hard-code the port for the moment", "don't run the slow tests right now"],
)
def test_what_holds_for_now_is_not_learned(words: str) -> None:
    assert found(words, weights=EAGER) == ()


def test_a_for_now_that_names_its_end_is_learned() -> None:
    proposal = only("always write both columns for now, until the old app is gone")
    assert proposal.description == "Always write both columns for now, until the old app is gone"


def test_a_pasted_log_is_never_the_persons_rule() -> None:
    log = "it fails:\n2026-03-01 09:00:00 WARN never use this in production\nERROR: always set the key\n  at run (x.js:1)\n"
    assert found(log, weights=EAGER) == ()


def test_a_pasted_review_is_never_the_persons_rule() -> None:
    review = "reviewer feedback: src/shop.py\nAlways close the session here.\nNever use a bare except."
    assert found(review, weights=EAGER) == ()


def test_words_behind_a_paste_are_the_persons_again() -> None:
    text = "Error: no such table\nError: no such column\nError: gave up\nnever run migrations by hand"
    assert only(text).description == "Never run migrations by hand."


@pytest.mark.parametrize("last", ["never mind, forget it", "you can undo that", "let's go back, I changed my mind"])
def test_what_is_taken_back_in_the_next_turn_is_not_learned(last: str) -> None:
    turns = (said("let's use a queue for the mails"), agent("Done: the mails go through a queue."), edit(), said(last))
    assert not [
        one for one in found(*turns) if "queue" in one.description.lower() and one.confidence is Confidence.EXPLICIT
    ]


@pytest.mark.promise("C9")
def test_the_words_of_an_agent_a_file_or_a_sub_agent_are_never_evidence() -> None:
    rule = "Never write to the live database, always use the replica."
    turns = (
        agent(rule),
        Turn(0, 0, Speaker.FILE, Channel.RESULT, rule),
        Turn(0, 0, Speaker.OTHER, Channel.INJECTED, rule),
        Turn(0, 0, Speaker.USER, Channel.TYPED, rule, sidechain=True),
    )
    assert found(*turns, weights=EAGER) == ()


@pytest.mark.parametrize("channel", [Channel.TYPED, Channel.QUEUED, Channel.REJECTION])
def test_a_rule_counts_by_whatever_way_the_person_said_it(channel: Channel) -> None:
    proposal = only(said("always add a changelog entry for user-visible changes", channel))
    assert proposal.confidence is Confidence.EXPLICIT
    assert proposal.quotes[0].line == 4


def test_an_answer_and_its_question_become_one_sentence() -> None:
    text = 'The user answered: "Where should expiry dates be computed?"="In the database". Go on.'
    proposal = only(said(text, Channel.ANSWER))
    assert proposal.description == "Expiry dates are computed in the database."
    assert proposal.quotes[0].text == '"Where should expiry dates be computed?"="In the database"'


def test_an_answer_about_this_hour_alone_is_not_learned() -> None:
    assert found(said('"How do you want to proceed?"="Stop here"', Channel.ANSWER), weights=EAGER) == ()


def test_a_no_to_a_question_denies_what_was_asked() -> None:
    proposal = only(said('"Should every command ask the user first?"="No"', Channel.ANSWER))
    assert proposal.description == "Every command should not ask the user first."


@pytest.mark.promise("dec-W17")
@pytest.mark.parametrize(
    "told", ["I'll add a retry wrapper", "I added a retry wrapper", "Done. I've added a retry wrapper"]
)
@pytest.mark.parametrize("word", ["undo", "undo."])
def test_a_bare_undo_is_about_what_the_agent_did_and_waits_for_a_person(told: str, word: str) -> None:
    turns = (agent(f"{told} around the payment client."), edit(), said(word))
    proposal = only(*turns)
    assert proposal.description.startswith("Don't add a retry wrapper")
    assert proposal.confidence is Confidence.INFERRED


def test_a_failure_that_comes_twice_teaches_the_command_that_works() -> None:
    proposal = only(
        failed("python -m unittest a", "ModuleNotFoundError: No module named 'shop'"),
        failed("python -m unittest b", "ModuleNotFoundError: No module named 'shop'"),
        worked("make test"),
    )
    assert proposal.description == "Run `make test`, not `python -m unittest`."
    assert proposal.category == "repeat-failure"
    assert proposal.confidence is Confidence.INFERRED


@pytest.mark.promise("P7")
def test_a_failure_that_passed_by_itself_teaches_nothing() -> None:
    once = failed("make test", "ModuleNotFoundError: No module named 'shop'")
    network = failed("npm ci", "error: could not resolve host, connection timed out")
    assert found(once, worked("make test"), network, network, worked("npm ci")) == ()


@pytest.mark.promise("P7")
def test_a_slip_of_the_hosts_own_tools_teaches_nothing() -> None:
    slip = Turn(0, 0, Speaker.FILE, Channel.ERROR, "File has not been read yet. Read it first before writing to it.")
    assert found(slip, slip) == ()


def test_a_linters_standing_rule_is_learned_at_once() -> None:
    text = 'shop.go:3: use of `os.Getwd` forbidden because "os.Getwd breaks in sub-folders - use paths.Root()"'
    assert "use paths.Root()" in only(failed("make lint", text)).body


PARAPHRASES = (
    "never commit generated files",
    "please never commit the generated files",
    "don't commit generated files",
    "again: generated files are never committed",
    "we never commit generated files here",
    "generated files must never be committed",
    "do not commit any generated files",
    "you should never commit generated files",
    "let's not commit generated files",
    "generated files should not be committed",
    "I don't want generated files committed",
    "no generated files in commits",
)


@pytest.mark.promise("P6", "case-19")
def test_twelve_paraphrases_of_one_lesson_make_one_proposal() -> None:
    proposal = only(*PARAPHRASES)
    assert len(proposal.quotes) >= 8


def test_the_same_episode_gives_the_same_proposals() -> None:
    assert found(*PARAPHRASES, "use yarn") == found(*PARAPHRASES, "use yarn")


@pytest.mark.promise("P6")
def test_a_way_of_working_in_all_projects_is_the_persons_own() -> None:
    assert only("I prefer short summaries, in all my projects").scope is Scope.USER
    assert only("I prefer short summaries in this project").scope is Scope.PROJECT


@pytest.mark.parametrize(
    "words",
    [
        "omfg use fucking tabs, no spaces!",
        "never use the damn global cache, it's a piece of shit",
        "don't fuck up the ordering, always sort by date",
    ],
)
def test_swearing_is_never_repeated(words: str) -> None:
    for proposal in found(words, weights=EAGER):
        assert not RUDE.search(f"{proposal.name} {proposal.description} {proposal.body} {proposal.reason}")


def test_slips_of_the_keyboard_are_not_repeated() -> None:
    assert only("no conosle logs in libray code, alwyas use the logger").description == (
        "No console logs in libray code, always use the logger."
    )


def test_a_name_never_denies_what_the_rule_commands() -> None:
    assert "log" not in only("don't get in the way, but always log the warning").name
    assert only("dont use any, use unknown and narrow it").name == "use-unknown-and-narrow"


RULES = st.sampled_from(
    (
        "never {}", "don't {}", "always {}", "we should {}", "let's not {}", "you must not {}", "can we not {}?",
        "let's {} instead of waiting", "no need to {}", "please {} only when asked", "I don't want you to {}",
    )
)  # fmt: skip
DEEDS = st.sampled_from(
    (
        "use the global cache", "write to the replica", "rename public functions in the client library without a migration",
        "call the payment service from templates", "run `make $1` or !`date`", "keep <b>markup</b> in `notes.md`",
        "store prices as floats (rounding hurts)", "add dependencies that nobody has reviewed since last year",
    )
)  # fmt: skip


@given(form=RULES, deed=DEEDS, channel=st.sampled_from((Channel.TYPED, Channel.REJECTION)))
def test_a_denial_is_never_lost_and_every_limit_holds(form: str, deed: str, channel: Channel) -> None:
    words = form.format(deed)
    for proposal in found(said(words, channel), weights=EAGER):
        assert NEGATION.search(proposal.description) or not NEGATION.search(form)
        check_limits(proposal)


@given(
    words=st.lists(
        st.sampled_from((*PARAPHRASES, *" ".join(PARAPHRASES).split(), "$1", "!`ls`", "```", "é", "(", '"')),
        max_size=40,
    )
)
def test_any_words_give_proposals_within_the_limits(words: list[str]) -> None:
    for proposal in found(" ".join(words), weights=EAGER):
        check_limits(proposal)


def check_limits(proposal: Proposal) -> None:
    assert len(proposal.name) <= 64
    assert proposal.name.replace("-", "").isalnum()
    assert proposal.name == proposal.name.lower().strip("-")
    assert 0 < len(proposal.description) <= 60
    assert "\n" not in proposal.description
    lines = [line for line in proposal.body.splitlines() if line.strip()]
    assert 0 < len(lines) <= 25
    assert max(map(len, lines)) <= 500
    assert "$1" not in proposal.body
    assert "!`" not in proposal.body
    assert "```" not in proposal.body
    assert proposal.reason
    assert proposal.quotes


def test_a_quote_is_verbatim_in_its_turn() -> None:
    text = "ok so, the importer.\nuse   yarn\nand never run it by hand, it breaks the queue"
    source = " ".join(text.split())
    for proposal in found(text, weights=EAGER):
        assert all(quote.text in source and quote.line == 4 for quote in proposal.quotes)


@pytest.mark.parametrize(
    ("words", "name", "description"),
    [
        ("instead of mocks use fakes", "use-fakes-not-mocks", "Tests: use fakes instead of mocks."),
        ("only admins may delete accounts", "only-admins-delete-accounts", "Only admins may delete accounts."),
        ("no, the cache must never be shared", "cache-never-shared", "The cache must never be shared."),
        ("no shared caches in the workers", "no-shared-caches-in-workers", "No shared caches in the workers."),
    ],
)
def test_a_small_word_that_turns_the_meaning_stays(words: str, name: str, description: str) -> None:
    (proposal,) = found(words, weights=EAGER)
    assert name in proposal.name
    assert proposal.description == description

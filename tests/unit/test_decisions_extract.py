"""The offline extractor on sentences of our own: what is a decision, whose, on which topic, and what is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gitskills.decisions.drafting import Surroundings, draft
from gitskills.decisions.extract import met, says_again, scan
from gitskills.decisions.lane import divided, is_rule
from gitskills.decisions.topic import topic_of
from gitskills.model.decision import EXCERPT, Candidate, Decision, Extracted, Level, Topic
from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Proposal, Quote, Scope
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.transcript.activity import may_decide
from gitskills.transcript.asking import Question
from gitskills.transcript.projection import project

CHOICES = Path(__file__).parents[1] / "data" / "choices.jsonl"
ROWS = [json.loads(line) for line in CHOICES.read_text("utf-8").splitlines()]
SAID = [row for row in ROWS if "said" in row]
PAIRS = [row for row in ROWS if "first" in row]
KNOWN_MISSES = {
    "If the config file is missing, it falls back to the built-in defaults.",  # told of code that nobody has changed
    "The log level defaults to warning.",
    "let's split the config into one file per environment",
}


def user(text: str, channel: Channel = Channel.TYPED, *, line: int = 3) -> Turn:
    return Turn(line, line, Speaker.USER, channel, text)


def agent(text: str, *, line: int = 1, sidechain: bool = False) -> Turn:
    return Turn(line, line, Speaker.AGENT, Channel.TEXT, text, sidechain=sidechain)


def edit(line: int = 2) -> Turn:
    return Turn(line, line, Speaker.AGENT, Channel.CALL, "", tool="Edit")


def found(*turns: Turn) -> list[Candidate]:
    return [one.candidate for one in scan(Episode("s", "claude-code:s", turns, (), 9, 9))]


def told(text: str, before: str = "The module is in place.") -> list[Candidate]:
    return [one for one in found(agent(before), user(text)) if one.speaker is Speaker.USER]


def only(text: str, before: str = "The module is in place.") -> Candidate:
    (one,) = told(text, before)
    return one


def of_row(row: Mapping[str, Any]) -> list[Candidate]:
    if row["who"] == "agent":
        turns = (user("please build it", line=1), agent(row["said"], line=2))
        return [one for one in found(*turns) if one.speaker is Speaker.AGENT]
    channel = Channel.ANSWER if row["who"] == "answer" else Channel.TYPED
    before = agent(row.get("before", "The module is in place."))
    return [one for one in found(before, user(row["said"], channel)) if one.speaker is Speaker.USER]


@pytest.mark.promise("dec-D1", "dec-D2", "dec-D3", "dec-D4", "dec-D5", "dec-D6", "dec-C1", "dec-C2", "dec-W17")
@pytest.mark.parametrize(
    "row", [row for row in SAID if row["said"] not in KNOWN_MISSES], ids=lambda row: row["said"][:50]
)
def test_what_chooses_is_found_and_nothing_else(row: Mapping[str, Any]) -> None:
    made = of_row(row)
    if row["object"] is None:
        assert made == []
        return
    (one,) = made
    assert row["object"] in f"{one.object} {one.title}".casefold() or row["object"].casefold() in one.title.casefold()
    assert one.primary_tag == row.get("tag", one.primary_tag)


@pytest.mark.promise("dec-O1")
@pytest.mark.parametrize("row", PAIRS, ids=lambda row: f"{row['first'][:25]}/{row['then'][:25]}")
def test_choices_of_one_thing_meet_on_one_topic(row: Mapping[str, Any]) -> None:
    first, then = only(row["first"]), only(row["then"])
    same = (first.primary_tag, first.entity, first.subject) == (then.primary_tag, then.entity, then.subject)
    assert same is row["same"]
    if same:
        assert first.predicate == then.predicate
        assert first.object != then.object


@pytest.mark.promise("dec-D14", "dec-C6")
def test_a_candidate_says_what_its_quote_says_and_quotes_the_words() -> None:
    one = only("ok, we're going with Postgres over SQLite because two workers write at once")
    assert one.title == "Use Postgres, not SQLite"
    assert one.decision == "Use Postgres, not SQLite, because two workers write at once."
    assert one.alternatives == ("SQLite",)
    assert (one.primary_tag, one.entity, one.predicate, one.object) == ("data", "database", "uses", "postgres")
    (evidence,) = one.evidence
    assert evidence.quote in "ok, we're going with Postgres over SQLite because two workers write at once"
    assert (evidence.speaker, evidence.channel, evidence.line) == (Speaker.USER, Channel.TYPED, 3)
    assert len(one.excerpt) <= EXCERPT


@pytest.mark.promise("dec-D2", "dec-H10")
def test_an_answer_is_the_users_with_the_question_that_it_settles() -> None:
    said = '"Which database should the service use?"="SQLite (Recommended)", "Shall I commit now?"="Yes"'
    (one,) = found(user(f"User has answered your questions: {said}. Go on.", Channel.ANSWER))
    assert (one.entity, one.object, one.level) == ("database", "sqlite", Level.EXPLICIT)
    assert one.evidence[0].quote == '"Which database should the service use?"="SQLite (Recommended)"'


@pytest.mark.promise("dec-D2")
def test_an_answer_that_begins_a_window_is_understood_by_what_was_asked_before_it() -> None:
    asked = agent("Which format for the exports?\n\nA) CSV\nB) Parquet")
    (one,) = scan(Episode("s", "s", (user("B"),), (user("go", line=1), asked), 9, 9))
    assert one.candidate.object == "parquet"
    assert [item.quote for item in one.candidate.evidence] == ["B"]  # of the digest nothing is quoted


@pytest.mark.promise("dec-W18", "dec-L2")
def test_a_file_that_says_that_questions_were_answered_answers_none() -> None:
    words = 'Your questions have been answered: "Which database should we use?"="SQLite".'
    readme = Turn(2, 2, Speaker.FILE, Channel.RESULT, words, tool="Read", locator="README.md")
    meta = Turn(3, 3, Speaker.OTHER, Channel.INJECTED, "let's go with sqlite")
    assert found(agent("Let me see."), readme, meta, agent("Done.", line=4)) == []


@pytest.mark.promise("dec-D3")
def test_a_sub_agents_declaration_is_the_agents_and_never_a_users() -> None:
    words = "I'll use a ring buffer for the log lines, because the tail is all that is shown."
    (one,) = found(user("go", line=1), agent(words, line=2, sidechain=True))
    assert (one.speaker, one.level) == (Speaker.AGENT, Level.EXPLICIT)


@pytest.mark.promise("dec-D6", "dec-D13")
def test_of_two_levels_that_fit_the_lower_is_taken() -> None:
    assert only("let's default to UTC").level is Level.CONFIRMED
    proposal = "I'd suggest using Argon2 for password hashing, because bcrypt cuts at 72 bytes."
    assert only("ship it", proposal).level is Level.EXPLICIT
    assert only("sounds good", proposal).level is Level.CONFIRMED


@pytest.mark.promise("dec-D7")
def test_a_proposal_that_was_carried_out_and_not_taken_back_is_confirmed() -> None:
    words = "I suggest we store the drafts in Redis, since they expire."
    carried = (user("speed up the drafts", line=1), agent(words, line=2), edit(3))
    (one,) = found(*carried, user("thanks. Next is the mail queue", line=4))
    assert (one.level, one.speaker) == (Level.CONFIRMED, Speaker.AGENT)
    assert found(*carried, user("no, undo that", line=4)) == []


@pytest.mark.promise("dec-D8")
def test_a_proposal_that_stood_while_the_talk_went_on_is_confirmed() -> None:
    words = "My recommendation: use structlog for logging, because it emits JSON."
    (one,) = found(agent(words), user("the login page needs a captcha"))
    assert (one.level, one.speaker) == (Level.CONFIRMED, Speaker.AGENT)
    assert found(agent(words), user("hmm, why structlog?")) == []


@pytest.mark.promise("dec-D12")
def test_where_a_choice_stands_in_the_session_makes_no_difference() -> None:
    turns = [user(f"page {number} is done", line=number) for number in range(1, 60)]
    late = user("let's go with sqlite", line=60)
    assert [one.title for one in found(*turns, late)] == [one.title for one in found(late)] == ["Use sqlite"]


def test_the_last_word_of_a_session_stands_and_what_it_replaced_is_an_alternative() -> None:
    (one,) = scan(Episode("s", "s", (user("let's go with sqlite", line=1), user("actually, use postgres")), (), 9, 9))
    assert (one.candidate.object, one.candidate.alternatives, one.changes) == ("postgres", ("sqlite",), True)


def test_what_is_taken_back_in_the_next_breath_is_no_decision() -> None:
    assert found(user("let's go with sqlite", line=1), agent("Done.", line=2), user("never mind, scratch that")) == []


def test_the_user_outranks_what_the_agent_declared_on_the_topic() -> None:
    declared = agent("I'll use SQLite for storage, since it needs no server.", line=2)
    (one,) = found(user("go", line=1), declared, user("let's go with postgres"))
    assert (one.object, one.speaker) == ("postgres", Speaker.USER)


@pytest.mark.promise("dec-C5")
@pytest.mark.parametrize(
    ("said", "category", "goal"),
    [
        ("let's migrate to postgres", "migration", "unknown"),
        ("let's use argon2, it is safer", "unknown", "unknown"),
        ("let's use blake3 because it is faster", "unknown", "performance"),
        ("let's go with sqlite", "unknown", "unknown"),
    ],
)
def test_what_the_words_do_not_say_stays_unknown(said: str, category: str, goal: str) -> None:
    one = only(said)
    assert (one.task_category, one.goal) == (category, goal)


@pytest.mark.promise("dec-W17")
@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("let's go with the outbox approach", "Use the outbox approach"),
        ("let's use a different schema per tenant because of isolation", "Use a different schema per tenant"),
        ("let's use the main branch for releases", "Use the main branch for releases"),
        ("let's go with your approach", ""),
        ("let's use the simple approach because it is quick to do", ""),
        ("let's use a different colour", ""),
        ("let's use the feature branch", ""),
    ],
)
def test_what_has_a_name_or_a_use_is_named(said: str, title: str) -> None:
    assert [one.title for one in told(said)] == [title] * bool(title)


def test_which_of_two_is_told_with_what_it_is_for() -> None:
    asked = "Should we use toml or yaml for the config?"
    assert only("toml, we have one already", asked).title == "Use toml for the config"
    assert told("toml", "Should we use toml or yaml for now?") == []


@pytest.mark.parametrize("said", ["use pytest instead.", "let's go with sqlite", "can you use uv instead of pip?"])
def test_what_the_reference_missed_is_found(said: str) -> None:
    assert len(told(said)) == 1


@pytest.mark.promise("dec-W17", "dec-L3")
@pytest.mark.parametrize(
    "said",
    [
        "I always forget the flag",
        "the test never passes",
        "2026-01-01 10:00:00 INFO let's go with sqlite\n2026-01-01 10:00:01 WARN use pytest instead.",
        "never mind",
        "hello there",
        "it must have been the cache",
        "stop overthinking",
        "> let's go with sqlite\n> use uv instead of pip",
        "```\nlet's go with sqlite\n```",
    ],
)
def test_what_only_looks_like_a_choice_is_none(said: str) -> None:
    assert told(said) == []


@pytest.mark.promise("dec-L1", "dec-W16")
@pytest.mark.parametrize(
    "said",
    [
        "Never edit package-lock.json in this repo",
        "always use uv instead of pip",
        "don't use mocks",
        "prefer tabs over spaces because of diffs",
        "we use pnpm here, never npm",
        "stop using print for logging",
    ],
)
def test_how_to_work_is_no_decision(said: str) -> None:
    assert is_rule(said)
    assert told(said) == []


def lesson(quote: str, **changes: Any) -> Proposal:
    return Proposal(Action.ADD, "use-sqlite", quotes=(Quote(quote, 3),), **changes)


def extracted(text: str) -> Extracted:
    (one,) = scan(Episode("s", "s", (agent("Which database?"), user(text)), (), 9, 9))
    return one


@pytest.mark.promise("dec-0", "dec-L1")
def test_a_quote_is_in_one_lane_and_never_in_both() -> None:
    choice = extracted("let's go with sqlite")
    words = "let's go with sqlite"
    lanes = divided([lesson(words), lesson("run the linter first")], [choice])
    assert [one.quotes[0].text for one in lanes.skills] == ["run the linter first"]
    assert [one.quotes[0].text for one in lanes.moved] == [words]
    assert lanes.decisions == (choice,)


@pytest.mark.promise("dec-0")
@pytest.mark.parametrize("changes", [{"scope": Scope.USER}, {"action": Action.UPDATE}])
def test_what_changes_a_skill_or_holds_everywhere_stays_a_skill(changes: dict[str, Any]) -> None:
    proposal = replace(lesson("let's go with sqlite"), **changes)
    lanes = divided([proposal], [extracted("let's go with sqlite")])
    assert (lanes.skills, lanes.moved, lanes.decisions) == ((proposal,), (), ())


def test_the_same_words_on_another_line_are_another_quote() -> None:
    elsewhere = Proposal(Action.ADD, "use-sqlite", quotes=(Quote("let's go with sqlite", 8),))
    assert divided([elsewhere], [extracted("let's go with sqlite")]).skills == (elsewhere,)


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("orders", "let's go with sqlite instead of postgres, "),
        ("lines", "we'll use a over b because c\n"),
        ("dots", "...."),
        ("blocks", "<bash-input>"),
        ("questions", "a? "),
        ("options", "A) x\n"),
        ("answers", '"a"="b" '),
        ("blanks", "   \n"),
    ],
)
def test_a_turn_of_any_length_is_read_in_one_go(name: str, piece: str) -> None:
    """Where a pattern were tried from every place to the end, this would not come back."""
    text = piece * (200_000 // len(piece))
    found(agent(text), user(text, line=2), user("yes"), user(text, Channel.ANSWER, line=4))


def standing_choice(text: str) -> Decision:
    candidate = only(text)
    topic = topic_of(candidate.primary_tag, candidate.entity)
    assert isinstance(topic, Topic)
    return replace(draft(candidate, topic, Surroundings("2026-03-01T09:00:00Z", "Ann", "shop")), id="0001")


def test_known_and_restated_choices_are_told_apart() -> None:
    standing = standing_choice("let's go with sqlite")
    again = Extracted(only("let's use SQLite"))
    other = Extracted(only("let's go with postgres"))
    current = {standing.topic.name: standing}
    for one, same in ((again, True), (other, False)):
        candidate, prior = met(one, current)
        assert prior == standing
        assert says_again(candidate, standing) is same


@pytest.mark.promise("dec-O1")
def test_a_change_finds_the_choice_that_it_replaces_under_another_name() -> None:
    standing = standing_choice("let's go with sqlite for the ledger")
    assert standing.topic.name == "data/ledger-database"
    changed, prior = met(extracted("actually, use postgres instead of sqlite"), {standing.topic.name: standing})
    assert prior == standing
    assert topic_of(changed.primary_tag, changed.entity) == standing.topic
    unmarked, none = met(Extracted(only("let's go with postgres")), {standing.topic.name: standing})
    assert (none, unmarked.entity) == (None, "database")


@pytest.mark.promise("dec-C1")
@pytest.mark.parametrize("why", [", because there is one writer", " since there is one writer"])
def test_what_a_thing_is_chosen_as_is_no_reason(why: str) -> None:
    choice = only(f"Let's go with sqlite as the database{why}.")
    assert choice.title == "Use sqlite as the database"
    assert choice.decision == "Use sqlite as the database, because there is one writer."
    assert (choice.primary_tag, choice.entity) == ("data", "database")


@pytest.mark.promise("dec-L1")
@pytest.mark.parametrize("said", ["Never use pip in this repo, use uv.", "don't use pip, use uv"])
def test_a_ban_with_what_to_do_instead_is_one_rule_and_no_decision(said: str) -> None:
    assert told(said) == []


@pytest.mark.promise("dec-D3", "dec-D4")
@pytest.mark.parametrize("verb", ["I chose", "I picked", "Chose", "We went with", "Choosing"])
def test_however_the_agent_says_that_it_chose_the_title_is_the_choice(verb: str) -> None:
    (one,) = found(agent(f"{verb} httpx over requests because it is async."))
    assert (one.title, one.speaker) == ("Use httpx, not requests", Speaker.AGENT)


@pytest.mark.promise("dec-D2")
def test_an_option_that_is_an_order_is_no_order_twice() -> None:
    (one,) = told("2", "Options:\n1. Use redis for the cache\n2. Use memcached for the cache\nWhich one?")
    assert one.title == "Use memcached for the cache"


@pytest.mark.promise("dec-D2")
def test_options_in_brackets_are_options() -> None:
    (one,) = told("b please", "Which cache do you want?\n\n(a) redis\n(b) memcached")
    assert one.object == "memcached"


@pytest.mark.promise("dec-D2")
@pytest.mark.parametrize(
    "answer", ["memcached", "Memcached, please.", "use memcached", "the second one", "go with memcached"]
)
def test_what_a_person_names_of_two_that_were_asked_about_is_the_choice(answer: str) -> None:
    (one,) = told(answer, "There are two ways. Should I use redis or memcached for the cache?")
    assert (one.level, one.object, one.primary_tag, one.entity) == (Level.EXPLICIT, "memcached", "performance", "cache")


@pytest.mark.promise("dec-D2", "dec-C2")
@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Should I use redis or memcached for the cache?", "valkey maybe"),
        ("Should I use redis or memcached for the cache?", "both"),
        ("Should I run it here or there?", "here"),
        ("Is redis or memcached running?", "what do you mean?"),
        ("Do you want redis or pytest?", "redis"),
    ],
)
def test_of_two_that_were_asked_about_nothing_else_is_one(asked: str, answer: str) -> None:
    assert told(answer, asked) == []


def as_record(row: Mapping[str, Any]) -> bytes:
    """The row as the host writes it: a prompt, or the result of a question."""
    if row["who"] == "answer":
        content: object = [{"type": "tool_result", "tool_use_id": "1", "content": row["said"]}]
        return json.dumps({"type": "user", "message": {"content": content}, "toolUseResult": {"answers": {}}}).encode()
    return json.dumps({"type": "user", "message": {"role": "user", "content": row["said"]}}).encode()


@pytest.mark.promise("dec-H2")
@pytest.mark.parametrize(
    "row",
    [row for row in SAID if row["object"] is not None and row["who"] != "agent"],
    ids=lambda row: row["said"][:50],
)
def test_whatever_settles_something_is_noticed_before_anything_is_read(row: Mapping[str, Any]) -> None:
    assert may_decide(as_record(row), "")


@pytest.mark.parametrize(
    "record",
    [
        {"type": "user", "message": {"content": "the build log shows nothing new " * 20}},
        {"type": "user", "message": {"content": "<local-command-stdout>done</local-command-stdout>"}},
        {"type": "user", "message": {"content": "B"}, "isMeta": True},
        {"type": "user", "message": {"content": "B"}, "isSidechain": True},
        {"type": "user", "message": {"content": [{"type": "tool_result", "content": "use sqlite"}]}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "use sqlite"}]}},
    ],
)
def test_what_no_person_said_and_what_says_much_without_a_telling_word_is_passed_over(record: dict[str, Any]) -> None:
    assert not may_decide(json.dumps(record).encode(), "")


def asking(*questions: Question, line: int = 1) -> Turn:
    """The call by which the agent asks, as it stands in a window."""
    every = [
        {"header": one.header, "question": one.text, "options": [{"label": label} for label in one.options]}
        for one in questions
    ]
    text = project(
        Turn(line, line, Speaker.AGENT, Channel.CALL, "", tool="AskUserQuestion", arguments={"questions": every})
    )
    return Turn(line, line, Speaker.AGENT, Channel.CALL, text, tool="AskUserQuestion")


def chosen_of(question: Question, answer: str) -> list[Candidate]:
    return found(
        asking(question), user(f'Your questions have been answered: "{question.text}"="{answer}".', Channel.ANSWER)
    )


@pytest.mark.promise("dec-D2", "dec-C1", "dec-H10")
def test_an_answer_is_worded_by_the_header_and_what_was_offered_beside_it_was_not_taken() -> None:
    asked = Question(
        "Retry policy",
        "What should the worker do with a failed job?",
        ("Retry twice (Recommended)", "Drop it", "You decide"),
    )
    (one,) = chosen_of(asked, "Retry twice (Recommended)")
    assert (one.title, one.entity, one.alternatives) == ("Retry policy: Retry twice", "retry policy", ("Drop it",))
    assert one.context == (
        "The agent asked: What should the worker do with a failed job? It offered: Retry twice; Drop it; You decide."
    )


@pytest.mark.promise("dec-C2")
@pytest.mark.parametrize(
    ("header", "text", "answer"),
    [
        ("Next step", "How do you want to go on?", "Write the tests"),
        ("Areas", "Which areas do you want to discuss?", "Storage"),
        ("Retry", "What should the worker do with a failed job?", "You decide"),
        ("Retry", "What should the worker do with a failed job?", "that depends on the kind of job, I think"),
        ("Retry", "What should the worker do with a failed job?", "what are the downsides of dropping it?"),
        ("Storage", "More questions about storage, or on to the next area?", "Next area"),
    ],
)
def test_an_answer_about_the_work_or_without_a_choice_settles_nothing(header: str, text: str, answer: str) -> None:
    assert chosen_of(Question(header, text, ("Write the tests", "Storage", "You decide", "Next area")), answer) == []


@pytest.mark.promise("dec-D2")
def test_an_answer_that_names_no_option_left_out_is_no_yes_or_no() -> None:
    (one,) = chosen_of(
        Question(
            "Fallback", "Should there be a fallback when the model is down?", ("No fallback, fail loudly", "Queue")
        ),
        "No fallback, fail loudly",
    )
    assert one.title == "Fallback: No fallback, fail loudly"


@pytest.mark.promise("dec-D2")
def test_several_questions_are_answered_by_their_numbers() -> None:
    asked = agent(
        "Before I start:\n\n1. **Id format:** Should ids be numbers or strings?\n2. **Empty input:** What happens on empty input?\n"
        "3. **Limits:** Is there a limit?"
    )
    made = found(asked, user("1. the latter\n2. raise an error\n3. what do you mean?"))
    assert [one.title for one in made] == ["Id format: strings", "Empty input: raise an error"]


@pytest.mark.promise("dec-C2")
def test_a_list_of_a_persons_own_is_no_list_of_answers() -> None:
    asked = agent("1. **Scope:** What should we test?\n2. **Status:** What works?")
    said = "I looked at it for a while this morning, and there is a good deal to do before we can go on with any of it:\n1. the login works\n2. the menu doesn't"
    assert found(asked, user(said)) == []


@pytest.mark.promise("dec-C1")
@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ("im going w/ caddy, it renews its own certificates", "Use caddy, because it renews its own certificates."),
        (
            "since the free tier sleeps after an hour we move to fly.io",
            "Move to fly.io, because the free tier sleeps after an hour.",
        ),
        ("let's go with sqlite, otherwise we need a server", "Use sqlite, because otherwise we need a server."),
        ("forget the orm. raw sql it is", "Use raw sql, not the orm."),
        (
            "let's only ship an arm64 image to avoid building twice",
            "Only ship an arm64 image, to avoid building twice.",
        ),
        ("ok decision: invoices go to s3, not the disk", "Invoices go to s3, not disk."),
        (
            "let's use click over argparse (it's not that bad) because of subcommands",
            "Use click, not argparse, because of subcommands.",
        ),
    ],
)
def test_the_decision_reads_as_one_sentence(said: str, decision: str) -> None:
    assert only(said).decision == decision


@pytest.mark.promise("dec-C1")
@pytest.mark.parametrize(
    ("asked", "answer", "title"),
    [
        (
            "Where should drafts live in the sidebar?",
            "Below the inbox",
            "Where drafts should live in the sidebar: Below the inbox",
        ),
        ("What should happen when the token expires?", "Log out", "When the token expires: Log out"),
        ("Which cache do you want for sessions?", "Valkey", "Cache for sessions: Valkey"),
        ("What should the default page size be?", "50 rows", "Default page size: 50 rows"),
        ("How should we handle uploads?", "In chunks", "Uploads: In chunks"),
        ("Which approach fits best?", "Event log", "Use Event log"),
    ],
)
def test_a_question_without_a_header_gives_the_title_its_head(asked: str, answer: str, title: str) -> None:
    (one,) = found(user(f'Your questions have been answered: "{asked}"="{answer}".', Channel.ANSWER))
    assert one.title == title

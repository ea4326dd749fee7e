"""`learn` records the decisions of a session: which lane a quote takes, what is recorded once, what replaces what, what waits."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.deciding import dismiss
from gitskills.app.learn import Plan, learn
from gitskills.decisions.extract import scan
from gitskills.model.decision import Level, Outcome
from gitskills.model.learned import Learned
from gitskills.model.turn import Speaker
from gitskills.state.decisions import pending_decisions
from tests.eval.sessions import ZERO_LESSON, read_session
from tests.support.repos import RepoBuilder
from tests.support.teaching import here
from tests.support.transcripts import TranscriptBuilder

OFFLINE = Plan(reflector="offline")
RULE = "always run the linter before you commit"
SECRET = "ghp_" + "Zk3vQ9xLw2Rt7Yp4Nc8Hs5Bd1Fg6Jm0Ua3Te"


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    return repo


def session(place: Path, *turns: str) -> str:
    """Turns in order; what begins with `agent:` is the agent's."""
    made = TranscriptBuilder()
    made.user("Have a look at the shop, please.")
    made.agent("It sells books. What next?")
    for words in turns:
        said = words.removeprefix("agent:")
        if said == words:
            made.user(words)
            made.agent("Understood.")
        else:
            made.agent(said)
    return str(made.write(place))


def hear(project: RepoBuilder, place: Path, *turns: str, plan: Plan = OFFLINE) -> Learned:
    return learn(here(project.path), session(place, *turns), plan)


def outcomes(done: Learned) -> list[tuple[str, Outcome]]:
    return [(noted.candidate.title, noted.decided.outcome) for noted in done.decisions]


def decisions(project: RepoBuilder) -> list[str]:
    return [subject for subject in project.subjects("main..skills") if subject.startswith("decision: ")]


@pytest.mark.promise("dec-0", "dec-L1", "dec-D1")
def test_a_choice_becomes_a_decision_and_a_rule_becomes_a_skill(project: RepoBuilder, tmp_path: Path) -> None:
    done = hear(project, tmp_path / "1.jsonl", "let's go with sqlite", RULE)
    assert [(ruling.name, ruling.outcome.value) for ruling in done.rulings] == [("run-linter-before-commit", "landed")]
    assert outcomes(done) == [("Use sqlite", Outcome.LANDED)]
    assert [(one.proposal.name, one.decided) for one in done.candidates] == [
        ("use-sqlite", True),
        ("run-linter-before-commit", False),
    ]
    assert decisions(project) == ["decision: record data/database"]
    assert project.paths("skills", ".claude/skills/use-sqlite") == []


@pytest.mark.promise("dec-0", "dec-D1")
def test_the_next_session_that_says_actually_replaces_it(project: RepoBuilder, tmp_path: Path) -> None:
    hear(project, tmp_path / "1.jsonl", "let's go with sqlite")
    done = hear(project, tmp_path / "2.jsonl", "actually, use postgres")
    ((noted,),) = (done.decisions,)
    assert (noted.decided.outcome, noted.decided.prior) == (Outcome.LANDED, "0001")
    assert decisions(project) == ["decision: supersede data/database", "decision: record data/database"]
    assert standing(project) == {"data/database": "postgres"}


def standing(project: RepoBuilder) -> dict[str, str]:
    context = here(project.path)
    return {name: found.object for name, found in read_decided(context, context.need_project()).current.items()}


@pytest.mark.promise("dec-0", "dec-W11", "dec-O3")
def test_an_equal_that_says_otherwise_waits_for_a_person(project: RepoBuilder, tmp_path: Path) -> None:
    hear(project, tmp_path / "1.jsonl", "let's go with sqlite")
    done = hear(project, tmp_path / "2.jsonl", "let's go with postgres")
    assert outcomes(done) == [("Use postgres", Outcome.CONFLICT)]
    assert standing(project) == {"data/database": "sqlite"}
    context = here(project.path)
    assert [item.candidate.object for _, item in pending_decisions(context.need_project().state).entries()] == [
        "postgres"
    ]


@pytest.mark.promise("dec-L4", "dec-W7")
def test_what_was_recorded_is_not_recorded_again_by_whatever_run(project: RepoBuilder, tmp_path: Path) -> None:
    place = session(
        tmp_path / "1.jsonl", "let's go with sqlite", "agent:I'll use a trie over a map, because it is small."
    )
    learn(here(project.path), place, OFFLINE)
    before = project.tip("skills")
    for state_lost in (False, True):
        if state_lost:
            shutil.rmtree(here(project.path).need_project().state.root)
        again = learn(here(project.path), place, Plan(reflector="offline", again=True))
        assert {noted.decided.outcome for noted in again.decisions} == {Outcome.KNOWN}
    assert project.tip("skills") == before
    said_again = hear(project, tmp_path / "2.jsonl", "ok, let's go with SQLite")
    assert [noted.decided.outcome for noted in said_again.decisions] == [Outcome.KNOWN]
    assert list(pending_decisions(here(project.path).need_project().state).entries()) == []


@pytest.mark.promise("dec-L4")
def test_words_that_a_person_dismissed_are_not_asked_about_again(project: RepoBuilder, tmp_path: Path) -> None:
    place = session(tmp_path / "1.jsonl", "let's go with sqlite")
    context = here(project.path)
    (noted,) = learn(context, place, Plan(reflector="offline", dry_run=True)).decisions
    dismiss(context, context.need_project(), noted.candidate, "only a joke")
    again = learn(context, place, OFFLINE)
    assert [one.decided.outcome for one in again.decisions] == [Outcome.KNOWN]
    assert standing(project) == {}


@pytest.mark.promise("dec-L4")
def test_a_yes_that_was_dismissed_silences_no_other_yes(project: RepoBuilder, tmp_path: Path) -> None:
    context = here(project.path)
    first = session(tmp_path / "1.jsonl", "agent:Should we use UUIDs as ids?", "yes")
    (noted,) = learn(context, first, Plan(reflector="offline", dry_run=True)).decisions
    dismiss(context, context.need_project(), noted.candidate, "only for the spike")
    assert [one.decided.outcome for one in learn(context, first, OFFLINE).decisions] == [Outcome.KNOWN]
    other = hear(project, tmp_path / "2.jsonl", "agent:Should we use Argon2 for password hashing?", "yes")
    assert [one.decided.outcome for one in other.decisions] == [Outcome.LANDED]


@pytest.mark.promise("dec-D3", "dec-W26")
def test_the_agents_own_declarations_make_one_commit_a_topic_and_session(project: RepoBuilder, tmp_path: Path) -> None:
    first = "agent:I'll use a token bucket for rate limiting, since it allows bursts."
    then = "agent:I'm going with a leaky bucket for rate limiting, because it is smooth."
    done = hear(project, tmp_path / "1.jsonl", "go on", first, then)
    (noted,) = done.decisions
    assert (noted.candidate.speaker, noted.candidate.level) == (Speaker.AGENT, Level.EXPLICIT)
    assert decisions(project) == ["decision: record performance/rate-limiting"]
    context = here(project.path)
    (record,) = read_decided(context, context.need_project()).current.values()
    assert (record.confidence_source, record.endorsed) == ("ai_inference", False)


def test_an_agent_never_displaces_what_the_user_decided(project: RepoBuilder, tmp_path: Path) -> None:
    hear(project, tmp_path / "1.jsonl", "let's go with sqlite")
    words = "agent:I'll use Postgres instead of SQLite for storage, because it scales."
    done = hear(project, tmp_path / "2.jsonl", "make it fast", words)
    assert [noted.decided.outcome for noted in done.decisions] == [Outcome.REFUSED]
    assert standing(project) == {"data/database": "sqlite"}


@pytest.mark.promise("dec-H7")
def test_switched_off_no_decision_is_read_and_the_words_are_a_lesson_as_before(
    project: RepoBuilder, tmp_path: Path
) -> None:
    project.git("config", "gitskills.decide", "false")
    done = hear(project, tmp_path / "1.jsonl", "let's go with sqlite")
    assert done.decisions == ()
    assert [ruling.name for ruling in done.rulings] == ["use-sqlite"]


@pytest.mark.promise("dec-0")
def test_a_dry_run_shows_both_lanes_and_writes_nothing(project: RepoBuilder, tmp_path: Path) -> None:
    before = project.fingerprint()
    done = hear(project, tmp_path / "1.jsonl", "let's go with sqlite", RULE, plan=Plan("offline", dry_run=True))
    assert outcomes(done) == [("Use sqlite", Outcome.LANDED)]
    assert len(done.candidates) == 2
    assert project.tip("skills") == ""
    assert project.fingerprint() == before


@pytest.mark.promise("dec-C3")
def test_a_secret_in_a_choice_reaches_no_commit(project: RepoBuilder, tmp_path: Path) -> None:
    done = hear(project, tmp_path / "1.jsonl", f"let's go with sqlite because the token {SECRET} is for the other one")
    assert [noted.decided.outcome for noted in done.decisions] == [Outcome.LANDED]
    assert SECRET not in project.git("log", "-p", "skills")


@pytest.mark.promise("dec-O1")
def test_an_agents_choice_that_reads_like_a_standing_one_is_looked_at_first(
    project: RepoBuilder, tmp_path: Path
) -> None:
    hear(project, tmp_path / "1.jsonl", "let's use exponential backoff for upload retries because the store throttles")
    words = "agent:I'll use exponential backoff for retries of uploads, because the store throttles."
    done = hear(project, tmp_path / "2.jsonl", "go on", words)
    assert [noted.decided.outcome for noted in done.decisions] in ([Outcome.CONFLICT], [Outcome.KNOWN])
    assert len(decisions(project)) == 1


@pytest.mark.shared
@pytest.mark.promise("dec-C2")
@pytest.mark.parametrize("name", ZERO_LESSON)
def test_sessions_that_decided_nothing_give_nothing_of_the_users(shared: Path, name: str) -> None:
    found = [one for window in read_session(shared / "transcripts" / name, name) for one in scan(window)]
    assert [one for one in found if one.candidate.speaker is Speaker.USER] == []

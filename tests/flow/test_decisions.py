"""Decisions on a real branch: each action one commit, one current decision a topic, nothing lost, whoever writes at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gitskills.app.check import check
from gitskills.app.decisions.asking import Quoted, with_speaker
from gitskills.app.decisions.decided import read_decided, record_of
from gitskills.app.decisions.deciding import capture, decide, dismiss, drain, hold, keep, revoke, validate
from gitskills.app.decisions.showing import list_decisions
from gitskills.app.promote import promote
from gitskills.app.status import status
from gitskills.app.withdraw import withdraw
from gitskills.decisions.index import dismissed, past
from gitskills.decisions.record import parse
from gitskills.model.decided import DecisionIndex
from gitskills.model.decision import Act, Candidate, Decided, Decision, Level, Outcome, Pending, Status, Waits
from gitskills.model.skill import POLICY_PATH
from gitskills.model.turn import Speaker
from gitskills.state.decisions import decision_queue, pending_decisions
from tests.support.deciding import asked, quoted
from tests.support.killing import Deed
from tests.support.repos import RepoBuilder
from tests.support.teaching import here
from tests.support.transcripts import TranscriptBuilder

ROOT = Path(__file__).resolve().parents[2]
SECRET = "ghp_" + "Zk3vQ9xLw2Rt7Yp4Nc8Hs5Bd1Fg6Jm0Ua3Te"
PATH = ".gitskills/decisions/data/storage.md"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())


def do(made: RepoBuilder, wanted: Candidate, supersedes: str = "", act: Act = Act.RECORD) -> Decided:
    context = here(made.path)
    return decide(context, context.need_project(), wanted, supersedes=supersedes, act=act)


def index(made: RepoBuilder) -> DecisionIndex:
    context = here(made.path)
    return read_decided(context, context.need_project())


def commits(made: RepoBuilder) -> list[str]:
    return made.subjects("main..skills")


def on_branch(made: RepoBuilder, path: str = PATH) -> Decision:
    found = parse(made.show(f"skills:{path}"))
    assert isinstance(found, Decision)
    return found


def waiting(made: RepoBuilder) -> list[Pending]:
    return [one for _, one in pending_decisions(here(made.path).need_project().state).entries()]


@pytest.mark.promise("dec-0", "dec-O1", "dec-O3", "dec-W1", "dec-W5")
def test_a_topic_has_one_decision_and_what_is_refused_leaves_every_byte(made: RepoBuilder) -> None:
    first = do(made, asked("Use SQLite", "user's app"))
    assert (first.outcome, first.id) == (Outcome.LANDED, "0001")
    before = made.tip("skills"), made.fingerprint()
    for again in (asked("Use SQLite", "user's app"), asked("Use Postgres", "User's  APP")):
        refused = do(made, again)
        assert (refused.outcome in {Outcome.REFUSED, Outcome.CONFLICT}, refused.prior) == (True, "0001")
        assert "0001" in refused.sentence
    assert (made.tip("skills"), made.fingerprint()) == before
    assert made.paths("skills", ".gitskills") == [".gitskills/decisions/data/user-s-app.md"]


@pytest.mark.promise("dec-0", "dec-O2", "dec-O4", "dec-O5", "dec-W3")
def test_the_ladder_decides_and_what_was_superseded_stays_readable(made: RepoBuilder) -> None:
    levels = [
        Level.ASSUMED,
        Level.ASSUMED,
        Level.INFERRED,
        Level.INFERRED,
        Level.CONFIRMED,
        Level.CONFIRMED,
        Level.ASSUMED,
    ]
    done = [do(made, asked(f"choice {number}", level=level)).outcome for number, level in enumerate(levels)]
    assert done == [*[Outcome.LANDED] * 5, Outcome.CONFLICT, Outcome.REFUSED]
    assert [(one.id, one.status, one.by) for one in past(index(made))] == [
        (f"000{number}", Status.SUPERSEDED, f"000{number + 1}") for number in range(1, 5)
    ]
    store = here(made.path).need_project()
    first = record_of(store, past(index(made))[0])
    assert first is not None
    assert (first.title, on_branch(made).title, on_branch(made).supersedes) == ("choice 0", "choice 4", "0004")
    assert len(commits(made)) == 5


@pytest.mark.promise("dec-O6", "dec-O7", "dec-W4")
def test_superseding_names_the_prior_of_the_same_topic_or_nothing_happens(made: RepoBuilder) -> None:
    do(made, asked())
    do(made, asked("Log as JSON", "logs"))
    tip = made.tip("skills")
    unknown = do(made, asked("Use Postgres"), supersedes="0099")
    other = do(made, asked("Use Postgres"), supersedes="0002")
    new_topic = do(made, asked("Use Postgres", "elsewhere"), supersedes="0001")
    for refused, named in ((unknown, "0099"), (other, "0002"), (new_topic, "0001")):
        assert (refused.outcome, named in refused.sentence) == (Outcome.REFUSED, True)
    assert made.tip("skills") == tip
    assert do(made, asked("Use Postgres", level=Level.ASSUMED), supersedes="0001").id == "0003"
    assert "already" in do(made, asked("Use Oracle"), supersedes="0001").sentence


@pytest.mark.promise("dec-O8", "dec-W23", "dec-0")
def test_revoking_needs_a_reason_leaves_the_branch_and_is_one_commit(made: RepoBuilder) -> None:
    do(made, asked())
    context = here(made.path)
    store = context.need_project()
    assert revoke(context, store, "0001", "  ").outcome is Outcome.REFUSED
    assert revoke(context, store, "0001", f"the token {SECRET} is gone").outcome is Outcome.LANDED
    assert revoke(context, store, "0001", "again").outcome is Outcome.REFUSED
    assert made.paths("skills", ".gitskills") == []
    assert commits(made) == ["decision: revoke data/storage", "decision: record data/storage"]
    assert SECRET not in made.git("log", "-p", "skills")
    assert do(made, asked()).id == "0002"


def test_a_revert_of_a_persons_brings_back_what_stood(made: RepoBuilder) -> None:
    do(made, asked())
    do(made, asked("Use Postgres"), supersedes="0001")
    tree = made.worktree(made.path.parent / "branch", "skills")
    tree.git("revert", "--no-edit", "HEAD")
    made.git("worktree", "remove", "--force", str(tree.path))
    assert [one.id for one in index(made).current.values()] == ["0001"]
    assert [(one.id, one.by) for one in past(index(made))] == [("0002", "0001")]
    assert do(made, asked("Log as JSON", "logs")).id == "0003"


@pytest.mark.promise("dec-0", "dec-W12")
def test_validating_counts_and_lets_sessions_be_told_of_what_an_agent_decided(made: RepoBuilder) -> None:
    own = quoted("I'll use SQLite", Speaker.AGENT)
    do(made, asked(speaker=Speaker.AGENT, source="", evidence=(own,)))
    assert not on_branch(made).endorsed
    context = here(made.path)
    for _ in range(2):
        validate(context, context.need_project(), "0001")
    found = on_branch(made)
    assert (found.endorsed, found.confirmation_count, found.confidence_source) == (True, 2, "ai_inference")
    assert len(commits(made)) == 3


@pytest.mark.promise("dec-0", "dec-D3", "dec-W26")
def test_an_agents_own_word_never_displaces_the_users_and_lands_once_a_session(made: RepoBuilder) -> None:
    def agent(words: str, line: int, **more: Any) -> Candidate:
        return asked(
            words, speaker=Speaker.AGENT, source="", evidence=(quoted(words, Speaker.AGENT, line=line),), **more
        )

    assert do(made, agent("Going with SQLite", 3)).outcome is Outcome.LANDED
    again = do(made, agent("Going with SQLite after all", 9))
    assert (again.outcome in {Outcome.KNOWN, Outcome.CONFLICT}, again.prior) == (True, "0001")
    assert do(made, asked("Use Postgres")).id == "0002"
    refused = do(made, agent("Going with SQLite", 30))
    assert (refused.outcome, refused.prior) == (Outcome.KNOWN, "0002")
    other = replace(
        agent("Going with Oracle", 5), evidence=(quoted("Going with Oracle", Speaker.AGENT, "claude-code:s2"),)
    )
    assert do(made, other).outcome is Outcome.REFUSED
    by_name = do(made, other, supersedes="0002")
    assert (by_name.outcome, by_name.prior) == (Outcome.REFUSED, "0002")
    assert on_branch(made).title == "Use Postgres"


@pytest.mark.promise("dec-W7", "dec-W11", "dec-H9", "dec-S5")
def test_what_the_ladder_refuses_waits_for_a_person_once_and_only_once(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    spo = {"subject": "tests", "predicate": "runner"}
    first = asked("Use pytest", "runner", **spo, object="pytest", evidence=(quoted("let's go with pytest"),))
    second = asked("Use unittest", "test runner", **spo, object="unittest", evidence=(quoted("use unittest", line=20),))
    assert capture(context, store, first).outcome is Outcome.LANDED
    for _ in range(2):  # a hook that fires again finds the same
        assert capture(context, store, first).outcome is Outcome.KNOWN
        done = capture(context, store, second)
        assert (done.outcome, done.prior) == (Outcome.CONFLICT, "0001")
    (one,) = waiting(made)
    assert (one.waits, one.against, one.candidate.title) == (Waits.CONFLICT, "0001", "Use unittest")
    assert len(commits(made)) == 1
    keep(context, store, "0001", second, "pytest it is")
    assert capture(context, store, second).outcome is Outcome.KNOWN


@pytest.mark.promise("dec-W7")
def test_what_stands_already_is_no_news_whoever_says_it_again(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    do(made, asked(decision="Use SQLite"))
    for level, speaker in (
        (Level.EXPLICIT, Speaker.USER),
        (Level.EXPLICIT, Speaker.AGENT),
        (Level.INFERRED, Speaker.AGENT),
    ):
        again = asked(
            decision="use  sqlite",
            level=level,
            speaker=speaker,
            evidence=(quoted(f"sqlite {level}", speaker, "claude-code:s9"),),
        )
        assert capture(context, store, again).outcome is Outcome.KNOWN
    assert (waiting(made), len(commits(made))) == ([], 1)


@pytest.mark.promise("dec-W6")
def test_three_guesses_wait_as_three_and_the_same_one_waits_once(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    for title in ("a", "b", "c", "a"):
        guess = asked("Same title", f"topic {title}", level=Level.INFERRED, evidence=(quoted(f"perhaps {title}"),))
        assert hold(context, store, Pending(guess, Waits.SWEEP))
    assert status(context).deciding == 3
    assert sorted(one.candidate.entity for one in waiting(made)) == ["topic a", "topic b", "topic c"]
    assert made.tip("skills") == ""  # words that nobody judged are on no branch


@pytest.mark.promise("dec-0", "dec-L4")
def test_a_dismissal_is_an_empty_commit_that_silences_the_words_in_every_clone(
    made: RepoBuilder, tmp_path: Path
) -> None:
    context = here(made.path)
    wanted = asked(evidence=(quoted("we could use SQLite"),))
    assert dismiss(context, context.need_project(), wanted, "only talk").outcome is Outcome.LANDED
    assert made.git("diff", "--stat", "main", "skills") == ""
    clone = made.clone(tmp_path / "clone")
    clone.git("branch", "skills", "origin/skills")
    assert do(clone, wanted).outcome is Outcome.KNOWN
    assert do(clone, wanted, act=Act.PROMOTE).outcome is Outcome.LANDED  # a person may think again


def test_what_a_person_promotes_is_confirmed_and_endorsed(made: RepoBuilder) -> None:
    guess = asked(
        level=Level.INFERRED, speaker=Speaker.AGENT, source="", evidence=(quoted("it may be SQLite", Speaker.AGENT),)
    )
    assert do(made, guess, act=Act.PROMOTE).outcome is Outcome.LANDED
    found = on_branch(made)
    assert (found.confidence, found.endorsed, found.confidence_source) == (Level.CONFIRMED, True, "ai_inference")
    assert commits(made) == ["decision: promote data/storage"]


# --- what may not come in ---


@pytest.mark.promise("dec-0", "dec-C3")
def test_a_secret_reaches_no_commit_by_any_field(made: RepoBuilder) -> None:
    texts = dict.fromkeys(
        ("decision", "context", "consequences", "notes", "excerpt", "model", "author"), f"before {SECRET} after"
    )
    more: dict[str, Any] = {**texts, "alternatives": (f"with {SECRET}",), "files_touched": (f"a/{SECRET}.py",)}
    wanted = asked(f"Use {SECRET}", evidence=(quoted(f"the key is {SECRET}"),), **more)
    assert do(made, wanted).outcome is Outcome.LANDED
    assert SECRET not in made.git("log", "-p", "--format=%B", "skills")
    assert "[redacted:" in made.show(f"skills:{PATH}").decode()
    tip = made.tip("skills")
    assert do(made, asked("x", SECRET)).outcome is Outcome.REFUSED
    assert made.tip("skills") == tip
    assert SECRET not in "".join(
        place.read_text("utf-8", "replace") for place in (made.path / ".git/gitskills").rglob("*.json")
    )


@pytest.mark.promise("dec-C3")
def test_no_topic_is_filtered_out_for_what_it_is_about(made: RepoBuilder) -> None:
    for number, words in enumerate(
        ("Salaries are paid on Friday", "No password reset by mail", "We fired the contractor"), 1
    ):
        assert do(made, asked(words, words, primary_tag="process")).id == f"000{number}"


@pytest.mark.promise("dec-C4", "dec-0")
def test_a_policy_lets_a_tag_in_and_a_broken_one_lets_nothing(made: RepoBuilder) -> None:
    search = asked("Index by trigrams", "index", primary_tag="search")
    assert do(made, search).outcome is Outcome.REFUSED
    do(made, asked())
    made.commit_on("skills", "tags", {POLICY_PATH: "decision-tags:\n  - search\n"})
    assert do(made, search).outcome is Outcome.LANDED
    made.commit_on("skills", "broken", {POLICY_PATH: "decision-tags: [\n"})
    assert do(made, asked("Log as JSON", "logs")).outcome is Outcome.WAITING


def said(tmp_path: Path) -> str:
    session = TranscriptBuilder()
    session.user("let's go with SQLite, one file is enough")
    session.agent("I'll use pytest for the tests, going with it over unittest.")
    return str(session.write(tmp_path / "session.jsonl"))


@pytest.mark.promise("dec-D12", "dec-W26")
def test_a_quote_is_found_again_and_says_whose_word_it_is(made: RepoBuilder, tmp_path: Path) -> None:
    context = here(made.path)

    def spoken(*quotes: str, agent: bool = True, transcript: str = said(tmp_path)) -> Candidate | str:
        return with_speaker(
            context, replace(asked(), source="", speaker=Speaker.OTHER), Quoted(quotes, transcript, agent)
        )

    user, own = spoken("let's go with SQLite"), spoken("going with it over unittest")
    assert isinstance(user, Candidate)
    assert isinstance(own, Candidate)
    assert (user.speaker, own.speaker) == (Speaker.USER, Speaker.AGENT)
    assert user.evidence[0].source
    assert isinstance(spoken("nobody ever said this"), str)
    assert isinstance(spoken("let's go with SQLite", transcript=""), str)
    by_hand, by_agent = spoken(agent=False), spoken()
    assert isinstance(by_hand, Candidate)
    assert isinstance(by_agent, Candidate)
    assert (by_hand.speaker, by_hand.source, by_agent.speaker) == (Speaker.USER, "manual", Speaker.AGENT)


@pytest.mark.promise("dec-0", "dec-C6")
def test_a_yes_to_something_else_makes_no_agents_decision_a_persons(made: RepoBuilder, tmp_path: Path) -> None:
    session = TranscriptBuilder()
    session.agent("Shall SQLite hold the orders?")
    session.user("thanks, looks good to me")
    session.user("that’s all for now")
    session.user("das bleibt so, bitte")
    place = str(session.write(tmp_path / "session.jsonl"))

    def speaker(*quotes: str, agent: bool = True) -> Speaker:
        found = with_speaker(here(made.path), replace(asked(), source=""), Quoted(quotes, place, agent))
        assert isinstance(found, Candidate)
        return found.speaker

    yes, proposal, curly = "thanks, looks good to me", "Shall SQLite hold the orders?", "that’s all for now"
    assert [speaker(yes), speaker(curly), speaker(proposal, yes), speaker(yes, agent=False)] == [
        Speaker.AGENT,
        Speaker.AGENT,
        Speaker.USER,
        Speaker.USER,
    ]
    assert speaker("das bleibt so, bitte") is Speaker.USER  # of another language nobody can tell


def test_withdrawing_a_source_revokes_what_rests_on_it_and_drops_what_waits(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    do(made, asked(evidence=(quoted("let's go with SQLite", source="bad.jsonl"),)))
    do(made, asked("Log as JSON", "logs", evidence=(quoted("log as JSON", source="good.jsonl"),)))
    hold(context, store, Pending(asked(entity="x", evidence=(quoted("maybe x", source="bad.jsonl"),)), Waits.SWEEP))
    shown = withdraw(context, frozenset({"bad.jsonl"}), "poisoned", dry_run=True)
    assert ([one.name for one in shown.skills], len(commits(made))) == (["data/storage"], 2)
    withdraw(context, frozenset({"bad.jsonl"}), "poisoned", dry_run=False)
    assert (list(index(made).current), waiting(made)) == (["data/logs"], [])
    assert commits(made)[0] == "decision: revoke data/storage"


# --- the branch is busy ---


@pytest.mark.promise("dec-L7", "dec-W22", "dec-W25")
def test_while_the_branch_is_busy_a_decision_waits_and_lands_later_once(made: RepoBuilder) -> None:
    do(made, asked())
    tree = made.worktree(made.path.parent / "branch", "skills")
    late = asked("Log as JSON", "logs")
    assert do(made, late).outcome is Outcome.WAITING
    assert do(made, late).outcome is Outcome.WAITING
    context = here(made.path)
    store = context.need_project()
    assert drain(context, store) == ()
    assert len(decision_queue(store.state)) == 1
    made.git("worktree", "remove", "--force", str(tree.path))
    (store.state.folder("decision-queue") / f"{'f' * 16}.json").write_text(
        "{"
    )  # one that broke is no reason to lose the others
    assert status(context).queued == 2
    promote(context, dry_run=False)
    assert list(index(made).current) == ["data/logs", "data/storage"]
    assert any("decision-queue" in problem or "f" * 16 in problem for problem in status(context).problems)
    assert (len(decision_queue(store.state)), drain(context, store)) == (0, ())
    assert len(commits(made)) == 2


# --- many at once ---


def decided_by(made: RepoBuilder, writers: int, each: int, topics: int) -> list[str]:
    words = [sys.executable, "-m", "tests.support.deciders", str(made.path)]
    running = [
        subprocess.Popen(
            [*words, str(writer), str(each), str(topics)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for writer in range(writers)
    ]
    told = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * writers, told
    return [line for out, _ in told for line in out.split()]


def holds(made: RepoBuilder, outcomes: list[str], asked_for: int) -> None:
    """One current decision a topic, one commit an action, every id once, nothing lost."""
    assert len(outcomes) == asked_for
    landed = outcomes.count("landed")
    found = index(made)
    assert (len(commits(made)), found.taken) == (landed, landed)
    ids = [one.id for one in found.current.values()] + [one.id for one in past(found)]
    assert sorted(ids) == [f"{number:04d}" for number in range(1, landed + 1)]
    assert len(made.paths("skills", ".gitskills/decisions")) == len(found.current)
    assert {event.topic for event in found.events} == set(found.current)
    assert found.faults == {}
    made.fsck()


@pytest.mark.promise("dec-0", "dec-W14", "dec-W21")
def test_processes_that_decide_at_the_same_time_lose_nothing(made: RepoBuilder) -> None:
    holds(made, decided_by(made, 3, 6, 5), 18)


@pytest.mark.slow
@pytest.mark.promise("dec-0", "dec-W14")
def test_twelve_processes_decide_fifty_times_each_on_a_hundred_topics(made: RepoBuilder) -> None:
    made.git("config", "gitskills.lockSeconds", "120")
    holds(made, decided_by(made, 12, 50, 100), 600)


def ready(folder: Path) -> None:
    repo = RepoBuilder.with_commit(folder / "repo", home=Path.home())
    do(repo, asked())


def replacing(folder: Path) -> None:
    do(RepoBuilder(folder / "repo", Path.home()), asked("Use Postgres"), supersedes="0001")


def replaced(folder: Path) -> None:
    repo = RepoBuilder(folder / "repo", Path.home())
    assert len(repo.paths("skills", ".gitskills/decisions")) == 1
    assert on_branch(repo).id in {"0001", "0002"}  # never two, never none
    if on_branch(repo).id == "0001":
        replacing(folder)
    assert (on_branch(repo).id, on_branch(repo).supersedes, len(commits(repo))) == ("0002", "0001", 2)
    repo.fsck()


RUN = """
import sys
from pathlib import Path
from gitskills.git import patience
from tests.flow.test_decisions import DEED
from tests.support.killing import kill_at_each_step
patience._PAUSES = (0.01, 0.02)  # a lock that a kill left is waited for each time
kill_at_each_step(DEED, Path(sys.argv[1]))
"""
DEED = Deed(ready, replacing, replaced)


@pytest.mark.slow
@pytest.mark.promise("dec-W21")
def test_killed_before_any_step_there_is_one_current_decision_and_the_next_call_finishes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path)],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    assert int(done.stdout) > 3


# --- derived, never the source ---


@pytest.mark.promise("dec-R6", "dec-0")
def test_without_local_state_the_index_is_the_same(made: RepoBuilder, tmp_path: Path) -> None:
    for number in range(3):
        do(made, asked(f"choice {number}", level=Level.INFERRED))
    context = here(made.path)
    revoke(context, context.need_project(), "0003", "no")
    before = index(made)
    clone = made.clone(tmp_path / "clone")
    clone.git("branch", "skills", "origin/skills")
    assert [(one.act, one.id) for one in index(clone).events] == [(one.act, one.id) for one in before.events]
    assert past(index(clone)) == tuple(replace(one, trusted=one.trusted) for one in past(before))


@pytest.mark.promise("dec-W2", "dec-R1")
def test_an_explicit_decision_stays_in_the_index_whatever_its_excerpt_says(made: RepoBuilder) -> None:
    do(made, asked(excerpt="x\nconfidence: assumed"))
    context = here(made.path)
    (line,) = list_decisions(context, context.need_project(), everything=False)
    assert line.decision.confidence is Level.EXPLICIT
    assert do(made, asked("Use Postgres", level=Level.INFERRED)).outcome is Outcome.REFUSED


# --- what people commit ---


def found_by_check(made: RepoBuilder, target: str = "main..skills") -> list[str]:
    return [violation.message for _, _, violation in check(here(made.path), target, staged=False).findings]


@pytest.mark.promise("dec-0", "dec-C4")
def test_every_commit_of_ours_passes_check_and_a_record_that_is_none_does_not(made: RepoBuilder) -> None:
    own = asked(evidence=(quoted("let's go with SQLite"),))
    do(made, own)
    do(made, asked("Use Postgres"), supersedes="0001")
    context = here(made.path)
    store = context.need_project()
    validate(context, store, "0002")
    dismiss(context, store, asked(entity="x", evidence=(quoted("maybe x"),)), "")
    revoke(context, store, "0002", "no")
    do(made, asked("Use Oracle"))
    assert found_by_check(made) == []
    content = made.show(f"skills:{PATH}").decode()
    wrong = {
        "domain": content.replace('domain: "unknown"', 'domain: "x"'),
        "topic": content.replace('entity: "storage"', 'entity: "elsewhere"'),
        "no field": content.replace('goal: "unknown"', 'goal: "unknown"\nextra: "x"'),
        "history alone": content.replace('status: "accepted"', 'status: "rejected"'),
        "credential": content.replace("# Use Oracle", f"# Use Oracle\n\n## Notes\n\n{SECRET}"),
    }
    for number, (told, text) in enumerate(wrong.items()):
        made.commit_on("skills", f"by hand {number}", {PATH: text})
        assert told in " ".join(found_by_check(made, "skills")), told
    made.commit_on("skills", "mended", {PATH: content})
    assert found_by_check(made, "skills") == []
    lie = f"decision: record data/storage\n\nAction: record\nDecision-Id: 0077\nTopic: data/storage\nEvidence-Sha256: {'a' * 64}"
    made.commit_on("skills", lie, {PATH: content + "\n## Notes\n\nx\n"})
    assert len(found_by_check(made, "skills")) == 2


def test_a_record_on_disk_or_in_the_index_is_judged_too(made: RepoBuilder) -> None:
    do(made, asked())
    tree = made.worktree(made.path.parent / "branch", "skills")
    place = tree.path / PATH
    good = place.read_text("utf-8")
    assert found_by_check(tree, PATH) == []
    tree.write(PATH, good.replace('tool: "manual"', 'tool: "vi"'))
    assert "tool" in found_by_check(tree, PATH)[0]
    tree.git("add", PATH)
    staged = check(here(tree.path), "", staged=True).findings
    assert [violation.path for _, _, violation in staged] == [PATH]


def test_an_id_that_stands_twice_in_a_tree_is_found(made: RepoBuilder) -> None:
    do(made, asked())
    twin = made.show(f"skills:{PATH}").decode().replace("storage", "cache")
    made.commit_on("skills", "twin", {".gitskills/decisions/data/cache.md": twin})
    tree = made.worktree(made.path.parent / "branch", "skills")
    assert found_by_check(tree, "") == ["the id 0001 is that of .gitskills/decisions/data/cache.md, too"]


def test_where_the_default_branch_was_rewritten_decisions_and_tombstones_come_along(made: RepoBuilder) -> None:
    context = here(made.path)
    dismiss(context, context.need_project(), asked(entity="x", evidence=(quoted("maybe x"),)), "only talk")
    do(made, asked())
    do(made, asked("Use Postgres"), supersedes="0001")
    before = index(made)
    made.git("commit", "--amend", "--quiet", "--no-verify", "--message=rewritten")
    assert do(made, asked("Log as JSON", "logs")).id == "0003"
    after = index(made)
    assert [(one.act, one.id) for one in after.events[:-1]] == [(one.act, one.id) for one in before.events]
    assert dismissed(after) == dismissed(before) != frozenset()
    assert made.git("merge-base", "--is-ancestor", "main", "skills", check=False) == ""
    assert [(one.id, one.by) for one in past(after)] == [("0001", "0002")]

"""`decisions review` on a real terminal: each answer one commit, with the words before one's eyes on which it rests."""

from __future__ import annotations

from pathlib import Path

import pexpect
import pytest

from gitskills.app.decisions.deciding import decide, hold
from gitskills.model.decision import Level, Pending, Waits
from tests.cli.running import lines, run
from tests.cli.terminal import on_terminal
from tests.support.deciding import asked, quoted
from tests.support.repos import RepoBuilder
from tests.support.teaching import here

SAID = "orders may well be gone after a year"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())


def waits(made: RepoBuilder, title: str, entity: str, said: str, against: str = "") -> None:
    context = here(made.path)
    wanted = asked(title, entity, level=Level.INFERRED, evidence=(quoted(said),))
    why = Waits.CONFLICT if against else Waits.SWEEP
    hold(context, context.need_project(), Pending(wanted, why, against))


def record(made: RepoBuilder, title: str, entity: str, *words: str, **environment: str) -> None:
    done = run(
        made.path, "decide", "--title", title, "--primary-tag", "data", "--entity", entity, *words, **environment
    )
    assert done.returncode == 0, done.stderr


def answers(terminal: pexpect.spawn, *said: str) -> None:
    for each in said:
        terminal.expect(r"(quit\]|why|why, if you like): $")
        terminal.sendline(each)
    terminal.expect(pexpect.EOF)


@pytest.mark.promise("dec-S1", "dec-S2", "dec-S3", "dec-S5", "dec-W8")
@pytest.mark.parametrize("columns", [40, 100])
def test_one_by_one_each_answer_is_one_commit(made: RepoBuilder, columns: int) -> None:
    record(made, "Use SQLite", "storage", "--tag", "proposed:observability")
    record(made, "Freeze the schema", "schema", "--valid-until", "2026-01-02")
    record(made, "Cache it", "cache", "--files-touched", "gone.py", CLAUDECODE="1")
    waits(made, "Drop old orders", "retention", SAID)
    waits(made, "Dump at night", "dumps", "a dump at night would do for now")
    waits(made, "Use Postgres", "storage", "it will be postgres in the end", "0001")
    terminal = on_terminal(made.path, "decisions", "review", columns=columns)
    terminal.expect("proposed:observability")
    terminal.expect(SAID)
    answers(terminal, "?", "p", "d", "talk", "v", "d", "", "r", "over", "t", "")
    assert [subject.removeprefix("decision: ") for subject in made.subjects("skills")[:6]][::-1] == [
        "promote data/retention",
        "dismiss data/dumps",
        "validate data/schema",
        "resolve data/storage",
        "revoke data/cache",
        "vocabulary observability",
    ]
    assert lines(run(made.path, "decisions", "review", "--json")) == []


@pytest.mark.promise("dec-S5", "dec-0")
def test_no_answer_changes_nothing_and_an_agent_is_not_asked(made: RepoBuilder) -> None:
    record(made, "Use SQLite", "storage")
    waits(made, "Drop old orders", "retention", SAID)
    before = made.tip("skills")
    answers(on_terminal(made.path, "decisions", "review"), "n")
    answers(on_terminal(made.path, "decisions", "review"), "q")
    answers(on_terminal(made.path, "decisions", "review", CLAUDECODE="1"))
    assert made.tip("skills") == before
    (line,) = lines(run(made.path, "decisions", "review", "--json"))
    assert SAID in str(line["detail"])


@pytest.mark.promise("dec-R2", "dec-R3", "dec-R5")
def test_what_is_looked_up_is_bounded_and_says_what_it_left_out(made: RepoBuilder) -> None:
    context = here(made.path)
    for number in range(3):
        decide(context, context.need_project(), asked(f"Keep orders in shard {number}", f"shard {number}"))
    decide(context, context.need_project(), asked("Keep orders for a year", "orders", level=Level.INFERRED))
    told = run(made.path, "decisions", "recall", "orders", "-n", "2")
    assert (told.returncode, told.stdout.count("Keep orders"), "(1 more" in told.stdout) == (0, 2, True)
    plain = run(made.path, "decisions", "recall", "orders", "-n", "2", "--json")
    assert (len(lines(plain)), "(1 more" in plain.stderr) == (2, True)
    every = run(made.path, "decisions", "recall", "orders", "--level", "inferred")
    assert (every.stdout.count("Keep orders"), "more" in every.stdout) == (4, False)
    nobody = run(made.path, "decisions", "recall", "orders", "--author", "nobody")
    assert (nobody.returncode, nobody.stdout) == (1, "")

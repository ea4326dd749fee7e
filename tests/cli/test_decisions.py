"""`decide` and `decisions` as people and scripts run them: the id on standard output, what is wrong on standard error, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from click.testing import CliRunner

from gitskills.cli.deciding import decide_command
from gitskills.cli.program import Session, program
from gitskills.hosts.caller import AGENTS
from tests.cli.running import lines, run
from tests.support.repos import RepoBuilder
from tests.support.sources import ROOT
from tests.support.transcripts import TranscriptBuilder

HERE = ("--primary-tag", "data", "--entity", "storage")
FLAGS = (
    "--title --decision --context --alternative --consequences --notes --primary-tag --tag --entity --confidence --source --tool --model "
    "--task-category --author --project --files-touched --valid-until --causal-parent --domain --goal --confidence-source "
    "--confirmation-count --supersedes --captured-turn-excerpt --quote --transcript --json"
).split()


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())


def kept(folder: Path) -> Path:
    """Where a host whose folder is `host` keeps a session."""
    place = folder / "host/projects/shop/session.jsonl"
    place.parent.mkdir(parents=True)
    return place


def decide(made: RepoBuilder, *words: str, **environment: str) -> CompletedProcess[str]:
    return run(made.path, "decide", *words, **environment)


def test_every_flag_of_the_writer_is_there() -> None:
    offered = {flag for option in decide_command.params for flag in option.opts}
    assert set(FLAGS) - offered == set()


@pytest.mark.promise("dec-0", "dec-O3", "dec-W1", "dec-W3")
def test_the_id_is_all_that_standard_output_says_and_a_refusal_names_the_prior(made: RepoBuilder) -> None:
    first = decide(made, "--title", "Use SQLite", *HERE)
    assert (first.returncode, first.stdout, first.stderr) == (0, "0001\n", "")
    again = decide(made, "--title", "Use SQLite", *HERE)
    assert (again.returncode, again.stdout, "0001" in again.stderr) == (1, "", True)
    replaced = decide(made, "--title", "Use Postgres", *HERE, "--supersedes", "0001", "--json")
    assert (replaced.returncode, lines(replaced)[0]["id"], lines(replaced)[0]["prior"]) == (0, "0002", "0001")
    for id_ in ("0001", "0099"):
        wrong = decide(made, "--title", "Use Oracle", *HERE, "--supersedes", id_)
        assert (wrong.returncode, id_ in wrong.stderr) == (1, True)
    assert [
        decide(made, "--title", "a", "--entity", "x", "--primary-tag", "ui", "--confidence", "inferred").stdout
        for _ in range(2)
    ] == [
        "0003\n",
        "0004\n",
    ]


@pytest.mark.promise("dec-C4")
@pytest.mark.parametrize(
    "wrong",
    [
        ("--tag", "nope"),
        ("--confidence", "nope"),
        ("--confirmation-count", "two"),
        ("--valid-until", "tomorrow"),
        ("--quote", "let's go with SQLite"),
    ],
)
def test_a_wrong_word_is_refused_and_nothing_is_written(made: RepoBuilder, wrong: tuple[str, ...]) -> None:
    done = decide(made, "--title", "Use SQLite", *HERE, *wrong)
    assert (done.returncode, done.stdout, done.stderr.startswith("gitskills: ")) == (1, "", True)
    assert made.tip("skills") == ""


@pytest.mark.parametrize("words", [(), ("--title", "x"), ("--title", " ", *HERE), (*HERE, "--title", "x", "--no-such")])
def test_what_can_never_work_is_wrong_use(made: RepoBuilder, words: tuple[str, ...]) -> None:
    assert decide(made, *words).returncode == 2


def test_outside_of_a_repository_it_says_so(tmp_path: Path) -> None:
    assert run(tmp_path, "decide", "--title", "x", *HERE).returncode == 3


@pytest.mark.promise("dec-D1", "dec-D3", "dec-W26")
def test_in_a_session_it_is_the_agent_that_calls_and_a_quote_says_whose_word_it_is(
    made: RepoBuilder, tmp_path: Path
) -> None:
    session = TranscriptBuilder()
    session.user("let's go with SQLite")
    place = str(session.write(kept(tmp_path)))
    inside = {"CLAUDECODE": "1", "CLAUDE_CONFIG_DIR": str(tmp_path / "host")}
    assert (
        decide(made, "--title", "Log as JSON", "--primary-tag", "infra", "--entity", "logs", **inside).returncode == 0
    )
    quoted = decide(made, "--title", "Use SQLite", *HERE, "--quote", "let's go with SQLite", "-t", place, **inside)
    assert quoted.returncode == 0, quoted.stderr
    own, user = (lines(run(made.path, "decisions", "show", id_, "--json"))[0] for id_ in ("0001", "0002"))
    told = ("speaker", "source", "tool", "author", "confidence_source")
    assert [own[name] for name in told] == ["agent", "auto-explicit", "claude-code", "auto", "ai_inference"]
    assert [user[name] for name in told] == ["user", "auto-explicit", "claude-code", "auto", "user_statement"]
    assert user["captured_turn_excerpt"] == "let's go with SQLite"
    nobody = decide(made, "--title", "x", "--primary-tag", "ui", "--entity", "x", "--quote", "use vi", "-t", place)
    assert (nobody.returncode, "nobody said this" in nobody.stderr) == (1, True)


@pytest.mark.promise("dec-0", "dec-W26")
def test_a_transcript_that_an_agent_may_have_written_makes_nothing_a_persons_word(
    made: RepoBuilder, tmp_path: Path
) -> None:
    session = TranscriptBuilder()
    session.user("let's go with SQLite")
    place = str(session.write(tmp_path / "mine.jsonl"))
    done = decide(made, "--title", "Use SQLite", *HERE, "--quote", "let's go with SQLite", "-t", place, CLAUDECODE="1")
    assert done.returncode == 0, done.stderr
    assert "no session that Claude Code keeps" in done.stderr
    (shown,) = lines(run(made.path, "decisions", "show", "0001", "--json"))
    assert (shown["speaker"], shown["confidence_source"]) == ("agent", "ai_inference")
    assert "Evidence-Role: agent" in made.git("show", "-s", "--format=%B", "skills")


@pytest.mark.promise("dec-0", "dec-S5")
@pytest.mark.parametrize("host", AGENTS)
def test_an_agent_neither_accepts_a_decision_nor_sets_a_persons_aside(made: RepoBuilder, host: str) -> None:
    agent = {host: "1"}
    decide(made, "--title", "Use SQLite", *HERE)
    decide(
        made, "--title", "Log as JSON", "--primary-tag", "infra", "--entity", "logs", "--tag", "proposed:logs", **agent
    )
    before = made.tip("skills")
    persons = (
        ("validate", "0002"),
        ("review", "--take-up", "proposed:logs"),
        ("review", "--refuse-tag", "proposed:logs"),
        ("review", "--promote", "a"),
        ("review", "--dismiss", "a"),
        ("revoke", "0001", "-m", "No."),
        ("supersede", "0001", "--title", "Use Postgres"),
    )
    for words in persons:
        done = run(made.path, "decisions", *words, **agent)
        assert (done.returncode, done.stdout) == (1, ""), words
    assert made.tip("skills") == before
    assert run(made.path, "decisions", "validate", "0002").returncode == 0
    for words in (("revoke", "0002", "-m", "No."), ("supersede", "0002", "--title", "Log as text")):
        assert run(made.path, "decisions", *words, **agent).returncode == 1, "a person has accepted it"
    decide(made, "--title", "Cache nothing", "--primary-tag", "infra", "--entity", "cache", **agent)
    assert run(made.path, "decisions", "revoke", "0003", "-m", "Mine.", **agent).returncode == 0


@pytest.mark.promise("dec-W26")
@pytest.mark.parametrize(
    ("host", "tool"), [("CLAUDECODE", "claude-code"), ("CODEX_SANDBOX", "codex"), ("GEMINI_CLI", "unknown")]
)
def test_the_agent_that_calls_is_the_tool(made: RepoBuilder, host: str, tool: str) -> None:
    decide(made, "--title", "Use SQLite", *HERE, **{host: "1"})
    (shown,) = lines(run(made.path, "decisions", "show", "1", "--json"))
    assert (shown["tool"], shown["speaker"]) == (tool, "agent")


@pytest.mark.promise("dec-O6")
def test_to_supersede_something_else_must_be_said(made: RepoBuilder) -> None:
    decide(made, "--title", "Use SQLite", *HERE)
    for words in ((), ("--context", "why")):
        assert run(made.path, "decisions", "supersede", "0001", *words).returncode == 2
    assert run(made.path, "decisions", "supersede", "0001", "--object", "Postgres").returncode == 0


@pytest.mark.promise("dec-0")
def test_a_proposed_tag_is_shown_whole_and_taken_up_only_as_it_was_proposed(made: RepoBuilder) -> None:
    decide(made, "--title", "Use SQLite", *HERE, "--tag", "proposed:observability")
    assert "  proposed:observability  " in run(made.path, "decisions", "review").stdout
    missed = run(made.path, "decisions", "review", "--take-up", "proposed:obs")
    assert (missed.returncode, "no decision proposes the tag 'obs'" in missed.stderr) == (1, True)
    assert run(made.path, "decisions", "review", "--take-up", "observability").returncode == 0


@pytest.mark.promise("dec-D3", "dec-W26")
def test_the_skill_that_teaches_decisions_names_no_option_that_is_not_there() -> None:
    taught = (ROOT / "reflector/skills/decide/SKILL.md").read_text("utf-8")
    offered = {flag for option in decide_command.params for flag in option.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", taught)) <= offered


@pytest.mark.promise("dec-0", "dec-L7")
def test_while_the_branch_is_checked_out_only_what_is_kept_is_said_to_be_kept(
    made: RepoBuilder, tmp_path: Path
) -> None:
    decide(made, "--title", "Use SQLite", *HERE)
    made.git("worktree", "add", "-q", str(tmp_path / "elsewhere"), "skills")
    later = decide(made, "--title", "Log as JSON", "--primary-tag", "infra", "--entity", "logs")
    assert (later.returncode, later.stdout, "it is kept" in later.stderr) == (3, "", True)
    for words in (("validate", "0001"), ("revoke", "0001", "-m", "x")):
        refused = run(made.path, "decisions", *words)
        assert (refused.returncode, "nothing was done" in refused.stderr) == (3, True)
    made.git("worktree", "remove", str(tmp_path / "elsewhere"))
    assert decide(made, "--title", "Cache nothing", "--primary-tag", "infra", "--entity", "cache").stdout == "0003\n"
    assert [line["id"] for line in lines(run(made.path, "decisions", "list", "--json"))] == ["0001", "0002", "0003"]


@pytest.mark.promise("dec-0", "dec-O6")
def test_an_id_needs_no_leading_zeros(made: RepoBuilder) -> None:
    decide(made, "--title", "Use SQLite", *HERE)
    assert decide(made, "--title", "Use Postgres", *HERE, "--supersedes", "1").stdout == "0002\n"
    for words in (
        ("show", "1"),
        ("show", "2"),
        ("log", "2"),
        ("validate", "2", "0002"),
        ("supersede", "2", "--title", "x"),
    ):
        assert run(made.path, "decisions", *words).returncode == 0, words
    assert run(made.path, "decisions", "revoke", "3", "-m", "no").returncode == 0


@pytest.mark.promise("dec-O7", "dec-O8", "dec-W4", "dec-W20")
def test_the_group_lists_shows_replaces_takes_back_and_exports(made: RepoBuilder) -> None:
    decide(made, "--title", "a | b", *HERE, "--alternative", "c", "--alternative", "d", "--context", "Why.")
    decide(made, "--title", "guess", "--primary-tag", "ui", "--entity", "x", "--confidence", "inferred")
    superseded = run(made.path, "decisions", "supersede", "0001", "--title", "b | c")
    assert (superseded.returncode, superseded.stdout) == (0, "0003\n")
    assert [line["id"] for line in lines(run(made.path, "decisions", "list", "--json"))] == ["0003"]
    everything = lines(run(made.path, "decisions", "list", "--all", "--json"))
    assert [(line["id"], line["remark"]) for line in everything] == [
        ("0002", ""),
        ("0003", ""),
        ("0001", "superseded by 0003"),
    ]
    shown = run(made.path, "decisions", "show", "0001")
    assert ("superseded by 0003" in shown.stderr, "- c\n- d\n" in shown.stdout) == (True, True)
    table = run(made.path, "decisions", "export").stdout.splitlines()
    assert (len(table), r"b \| c" in table[2]) == (3, True)
    assert [one["id"] for one in json.loads(run(made.path, "decisions", "export", "--format", "json").stdout)] == [
        "0003"
    ]
    assert run(made.path, "decisions", "revoke", "0003").returncode == 2
    assert run(made.path, "decisions", "revoke", "0003", "-m", "no").stdout == "0003\n"
    for words in (
        ("revoke", "0003", "-m", "no"),
        ("validate", "0099"),
        ("show", "0099"),
        ("supersede", "0003", "--title", "x"),
    ):
        done = run(made.path, "decisions", *words)
        assert (done.returncode, done.stdout, words[1] in done.stderr) == (1, "", True)
    events = lines(run(made.path, "decisions", "log", "data/storage", "--json"))
    assert [(one["act"], one["id"]) for one in events] == [
        ("revoke", "0003"),
        ("supersede", "0003"),
        ("record", "0001"),
    ]
    assert run(made.path, "decisions", "log", "0001", "--json").stdout.count("\n") == 3


def test_ids_are_completed(made: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    decide(made, "--title", "Use SQLite", *HERE)
    done = run(made.path, _GITSKILLS_COMPLETE="bash_complete", COMP_WORDS="gitskills decisions show 00", COMP_CWORD="3")
    assert done.stdout == "plain,0001\n"


GROUP = program.get_command(None, "decisions")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GROUP.list_commands(None))  # type: ignore[union-attr]
def test_every_command_of_the_group_helps_with_examples_in_a_hundred_columns(name: str) -> None:
    said = CliRunner().invoke(program, ["decisions", name, "--help"], obj=Session())
    assert said.exit_code == 0
    assert f"gitskills decisions {name}" in said.output.partition("Examples:")[2]
    assert all(len(line) <= 100 for line in said.output.splitlines())

"""`gitskills decide` and `decisions supersede`: a decision by options. Its id goes to standard output, all else to standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gitskills.cli import render
from gitskills.cli.decisions import whole_id
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import EnvironmentFault, GitskillsError, UsageError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.app.decisions.asking import Quoted
    from gitskills.model.decision import Candidate, Decided

Command = TypeVar("Command", bound=Callable[..., Any])

TEXTS = {
    "--title": "One line: what was decided.",
    "--decision": "What was chosen, in a sentence or more.",
    "--context": "Why it had to be decided.",
    "--consequences": "What follows from it.",
    "--notes": "What else to know.",
    "--confidence": "explicit, confirmed, inferred or assumed.  [default: explicit]",
    "--type": "decision, issue or research.",
    "--source": "manual, auto-explicit … auto-assumed, orchestrator or migration; manual where a person calls.",
    "--tool": "Which agent: claude-code, codex, cursor, …",
    "--model": "Which model.",
    "--task-category": "feature, bugfix, refactor, research, docs, migration, experiment or config.",
    "--author": "Who records it; you where you call, else auto.",
    "--project": "Whose decision it is; the entity's part before a colon, else this folder.",
    "--valid-until": "The last day (2026-12-31) that it is meant for.",
    "--causal-parent": "Id of the decision that led to it.",
    "--domain": "ui, api, data, search, auth, build, infra, tooling, docs, test or meta.",
    "--goal": "user-value, reliability, performance, security, dev-velocity, …",
    "--confidence-source": "user_statement, ai_inference, tool_extraction or external_import.",
    "--confirmation-count": "How often it was confirmed.",
    "--captured-turn-excerpt": "The words of the turn, cut at 200 characters.",
    "--subject": "What it is said of; with the next two, contradictions are found.",
    "--predicate": "What of it: database.",
    "--object": "What that is: SQLite.",
}
LISTS = {
    "--alternative": ("alternatives", "What was not chosen, and why; may be given again."),
    "--tag": ("tags", "A further tag, or proposed:TAG; may be given again."),
    "--files-touched": ("files_touched", "A file that it concerns; may be given again."),
    "--related-decision": ("related_decisions", "Id of a decision that has to do with it; may be given again."),
    "--quote": ("quotes", "Words that it rests on, verbatim; may be given again."),
}


def record_options(command: Command) -> Command:
    """The options that state a decision."""
    for flag, (name, text) in reversed(LISTS.items()):
        command = click.option(flag, name, multiple=True, help=text)(command)
    for flag, text in reversed(TEXTS.items()):
        command = click.option(flag, default="", help=text)(command)
    command = click.option("--files-from-git", is_flag=True, help="Files touched: those of the last commit.")(command)
    command = click.option(
        "--session", "inside", is_flag=True, help="Quoted from the session that calls, as an agent's quotes are anyway."
    )(command)
    return click.option("-t", "--transcript", default="", metavar="FILE", help="Where the quotes were said.")(command)


@click.command(
    "decide",
    epilog=examples(
        "gitskills decide --title 'Use SQLite' --primary-tag data --entity storage",
        "gitskills decide --title 'Use Postgres' --primary-tag data --entity storage --supersedes 0001",
        "gitskills decide --title 'Use uv' --primary-tag tooling --entity packages \\",
        '    --session --quote "let\'s go with uv"',
    ),
)
@click.option(
    "--primary-tag",
    required=True,
    help="architecture, data, ui, infra, tooling, process, security, performance or testing.",
)
@click.option(
    "--entity", required=True, help="What it is about; with the tag it is the topic, on which one decision stands."
)
@click.option(
    "--supersedes",
    default="",
    metavar="ID",
    callback=whole_id,
    help="The decision on the same topic that it replaces, whatever its level.",
)
@record_options
@json_option
@click.pass_obj
def decide_command(session: Session, /, as_json: bool, supersedes: str, **fields: Any) -> int:
    """Record a decision as a commit. What is as sure or surer, and says otherwise, stays until it is named by --supersedes."""
    if not fields["title"].strip():
        raise UsageError("a decision needs a title", "give one with --title")
    return record(session.open(), fields, supersedes, as_json=as_json)


def record(context: Context, fields: dict[str, Any], supersedes: str, *, as_json: bool) -> int:
    """Decide as the options say, and tell what became of it."""
    from gitskills.app.decisions.deciding import decide, drain

    store = context.need_project()
    drain(context, store)
    done = decide(context, store, candidate(context, fields), supersedes=supersedes)
    return tell(done, as_json=as_json, kept=True)


def candidate(context: Context, fields: dict[str, Any]) -> Candidate:
    """What the options state; a GitskillsError where they state nothing that could be recorded."""
    from gitskills.app.decisions.asking import with_speaker
    from gitskills.hosts.caller import calling_agent
    from gitskills.hosts.claude_code import this_session

    inside, transcript, quotes = fields.pop("inside"), fields.pop("transcript"), fields.pop("quotes")
    if transcript and inside:
        raise UsageError("--transcript and --session name two places", "give one of them")
    tool = calling_agent()
    asked = _stated(context, fields, tool)
    place = this_session() if inside or (tool and quotes and not transcript) else transcript
    found = with_speaker(context, asked, _quoted(quotes, place, agent=bool(tool)))
    if isinstance(found, str):
        raise GitskillsError(found)
    return found


def _stated(context: Context, fields: dict[str, Any], tool: str) -> Candidate:
    """The options as a candidate; whose words stand behind it is found out afterwards."""
    from gitskills.model.decision import Candidate, Level
    from gitskills.model.turn import Speaker

    from_git, confirmed = fields.pop("files_from_git"), fields.pop("confirmation_count")
    level = fields.pop("confidence") or Level.EXPLICIT
    if level not in set(Level):
        raise GitskillsError(f"confidence {level!r} is none of {', '.join(Level)}")
    if confirmed and not (confirmed.isascii() and confirmed.isdigit() and len(confirmed) < 10):
        raise GitskillsError(f"confirmation_count {confirmed!r} is no whole number from 0 on")
    if from_git:
        repo = context.need_project().repo
        fields["files_touched"] += repo.changed_paths(repo.resolve("HEAD"))
    fields["excerpt"] = fields.pop("captured_turn_excerpt")
    given = {"tool": tool} | {name: value for name, value in fields.items() if value}
    return Candidate(level=Level(level), speaker=Speaker.OTHER, confirmation_count=int(confirmed or 0), **given)


def _quoted(quotes: tuple[str, ...], place: str, *, agent: bool) -> Quoted:
    """What is to be found in a transcript; where an agent may have written that one, it is told."""
    from gitskills.app.decisions.asking import Quoted
    from gitskills.hosts.claude_code import is_kept

    strange = agent and bool(place) and not is_kept(place)
    if strange:
        render.complain(f"{place} is no session that Claude Code keeps: an agent's word, whoever speaks in it")
    return Quoted(quotes, place, agent, strange)


def tell(done: Decided, *, as_json: bool, kept: bool = False) -> int:
    """The id on standard output, or why there is none; the exit code. `kept`: what waits for the branch is kept until then."""
    outcome = str(done.outcome)
    landed = outcome == "landed" or (outcome == "known" and bool(done.prior))
    if as_json:
        render.json_line(done)
    elif landed:
        click.echo(done.id or done.prior)
        if sys.stderr.isatty() and done.commit:  # scripts want the id alone
            click.echo(render.visible(done.sentence), err=True)
            click.echo(render.undo("rollback", done.commit[: render.SHORT]), err=True)
    if outcome == "waiting":
        later = "it is kept, and recorded by the next `gitskills decide` or `promote`"
        raise EnvironmentFault(
            done.sentence, later if kept else "nothing was done: say it again when the branch is free"
        )
    if outcome != "landed":
        render.complain(done.sentence)
    return 0 if landed else 1

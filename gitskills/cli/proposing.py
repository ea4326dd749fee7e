"""`gitskills propose`: what a model or a person proposes, as JSON lines or as options, taken through the same rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TextIO

import click

from gitskills.cli import render
from gitskills.cli.callers import in_doubt, need_person
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import UsageError

if TYPE_CHECKING:
    from gitskills.model.learned import Intake

ACTIONS = ("add", "update", "patch", "archive")


@click.command(
    "propose",
    epilog=examples(
        "gitskills propose --transcript session.jsonl < proposals.jsonl",
        "gitskills propose --session --name never-use-pip --description 'Never use pip here.' \\",
        "    --body 'Never use pip here.' --reason 'Said once.' --quote 'never use pip'",
    )
    + "\n\nThe fields of a line stand in reflector/proposal.schema.json.",
)
@click.argument("file", type=click.File("r", encoding="utf-8-sig", errors="replace"), default="-")
@click.option("-t", "--transcript", default="", metavar="FILE", help="Where the quotes were said.")
@click.option("--session", "inside", is_flag=True, help="They were said in the session that runs this command.")
@click.option("--approve", is_flag=True, help="You have read them and say yes: what waits for a person lands.")
@click.option("--queue", is_flag=True, help="Only prove and queue them; `gitskills promote` rules later.")
@click.option("--name", default="", help="Propose one skill by these options instead of FILE.")
@click.option("--action", type=click.Choice(ACTIONS), default="add", help="What to do with it.")
@click.option("--description", default="", help="One sentence, at most 60 characters: when to use it, and the rule.")
@click.option("--body", default="", help="The rule, at most 25 lines.")
@click.option("--old", "old_text", default="", help="patch: text that stands in the skill exactly once.")
@click.option("--new", "new_text", default="", help="patch: what takes its place.")
@click.option("--reason", default="", help="Why a later session should know it.")
@click.option("--quote", "quotes", multiple=True, help="Words that it rests on, verbatim; may be given again.")
@click.option(
    "--refine", default="", metavar="ID", help="Reword a lesson that was offered; its quote stays its evidence."
)
@click.option("--drop", default="", metavar="ID", help="Take back a lesson that was offered and is none.")
@json_option
@click.pass_obj
def propose_command(
    session: Session,
    /,
    file: TextIO,
    transcript: str,
    inside: bool,
    approve: bool,
    queue: bool,
    refine: str,
    drop: str,
    as_json: bool,
    **fields: object,
) -> int:
    """Take up proposals as JSON lines. FILE is standard input where it is left out."""
    from gitskills.app.propose import at_request, propose
    from gitskills.hosts.claude_code import this_session

    if refine or drop:
        lines = iter([_line(fields)] if fields["description"] else file)
        return _offered(session, refine, drop, lines, as_json=as_json)
    if transcript and inside:
        raise UsageError("--transcript and --session name two places", "give one of them")
    context = session.open()
    if approve:
        need_person()
    lines = iter([_line(fields)] if fields["name"] else file)
    if inside:
        transcript = this_session()
        context, lines = at_request(context, transcript), _of_the_session(lines)
    else:
        context = in_doubt(context, [transcript])
    answers = propose(context, lines, transcript, approve=approve, queue=queue)
    for answer in answers:
        _show(answer, as_json=as_json)
    left = sum(1 for line in lines if line.strip())
    if not answers:
        render.complain("nothing was proposed", "give a JSON object a line; see `gitskills propose --help`")
    if left:
        render.complain(f"{render.count(left, 'line')} were not looked at", "propose at most 1,000 in one call")
    refused = any(answer.is_refused for answer in answers)
    return 1 if refused or left or not answers else 0


def _of_the_session(lines: Iterator[str]) -> Iterator[str]:
    """The lines, none of which may quote from elsewhere."""
    for line in lines:
        if '"transcript"' in line:
            raise UsageError("with --session all quotes are of this session", "leave the field transcript out")
        yield line


def _offered(session: Session, key: str, unwanted: str, lines: Iterator[str], *, as_json: bool) -> int:
    """What an agent makes of a lesson that its session was offered."""
    from gitskills.app.reflection.refining import drop, refine

    context = session.open()
    if unwanted:
        click.echo(f"dropped {render.visible(drop(context, unwanted))}")
    if not key:
        return 0
    answer = refine(context, key, next(lines, ""))
    _show(answer, as_json=as_json)
    return int(answer.is_refused)


def _line(fields: Mapping[str, object]) -> str:
    """The options as the line of JSON that they stand for."""
    quotes = fields["quotes"]
    said = {name: value for name, value in fields.items() if value and name != "quotes"}
    evidence = [{"quote": quote} for quote in quotes] if isinstance(quotes, tuple) else []
    return json.dumps(said | {"evidence": evidence} if evidence else said)


def _show(answer: Intake, *, as_json: bool) -> None:
    if as_json:
        render.json_line(_intake(answer))
    elif answer.ruling is not None:
        render.rulings([answer.ruling])
    else:
        click.echo(f"{render.style('refused ', 'refused')}  line {answer.line}  {render.visible(answer.refusal)}")
        if answer.nearest:
            click.echo(f"          nearest: {render.visible(answer.nearest)}")


def _intake(answer: Intake) -> dict[str, object]:
    if answer.ruling is not None:
        return {"line": answer.line} | render.ruling_json(answer.ruling)
    return {
        "line": answer.line, "name": answer.name, "ruling": "rejected", "rules": [], "refusal": answer.refusal, "nearest": answer.nearest,
    }  # fmt: skip

"""A person's word on a decision that stands: supersede, revoke, validate."""

from __future__ import annotations

from typing import Any

import click

from gitskills.cli.callers import need_person
from gitskills.cli.deciding import record, record_options, tell
from gitskills.cli.decisions import complete_ids, id_argument, whole_id
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import GitskillsError, UsageError


@click.command(
    "supersede",
    epilog=examples("gitskills decisions supersede 0001 --title 'Use Postgres' --decision 'We need two writers.'"),
)
@id_argument
@record_options
@json_option
@click.pass_obj
def supersede_command(session: Session, /, id_: str, as_json: bool, **fields: Any) -> int:
    """Put another decision in the place of one that stands. It is on the same topic; its id goes to standard output."""
    from gitskills.app.decisions.decided import need_decision
    from gitskills.decisions.listing import ended
    from gitskills.model.decision import Decision

    if not any(fields[name] for name in ("title", "decision", "object")):
        raise UsageError("it says nothing else than before", "give --title, --decision or --object")
    context = session.open()
    found = need_decision(context, context.need_project(), id_)[1]
    if not isinstance(found, Decision):
        raise GitskillsError(f"{id_} is {ended(found)} already", "see `gitskills decisions list`")
    fields |= {"primary_tag": found.primary_tag, "entity": found.entity, "title": fields["title"] or found.title}
    return record(context, fields, found.id, as_json=as_json)


@click.command("revoke", epilog=examples("gitskills decisions revoke 0042 -m 'the service is gone'"))
@id_argument
@click.option(
    "-m", "--message", "--reason", "reason", required=True, metavar="REASON", help="Why; it stands in the commit."
)
@json_option
@click.pass_obj
def revoke_command(session: Session, id_: str, reason: str, as_json: bool) -> int:
    """Take a decision back without another in its place. History keeps it."""
    from gitskills.app.decisions.deciding import revoke
    from gitskills.hosts.caller import agent_calls

    context = session.open()
    return tell(revoke(context, context.need_project(), id_, reason, agent=agent_calls()), as_json=as_json)


@click.command(
    "validate", epilog=examples("gitskills decisions validate 0042", "gitskills decisions validate 0042 0043")
)
@click.argument("ids", metavar="ID...", callback=whole_id, nargs=-1, required=True, shell_complete=complete_ids)
@json_option
@click.pass_obj
def validate_command(session: Session, ids: tuple[str, ...], as_json: bool) -> int:
    """Say that decisions still hold. What an agent decided is told to sessions from then on."""
    from gitskills.app.decisions.deciding import validate

    need_person()
    context = session.open()
    store = context.need_project()
    return max(tell(validate(context, store, each), as_json=as_json) for each in ids)

"""`gitskills decisions`: the group, whose commands stand in modules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

import click

from gitskills.cli.program import LazyGroup, examples
from gitskills.errors import GitskillsError


class Decisions(LazyGroup):
    """The commands below `decisions`."""

    places: ClassVar[Mapping[str, str]] = {
        "list": "decision_showing", "show": "decision_showing", "log": "decision_showing", "export": "decision_showing",
        "supersede": "decision_acting", "revoke": "decision_acting", "validate": "decision_acting",
        "recall": "decision_reading", "review": "decision_review", "conflicts": "decision_review",
    }  # fmt: skip


@click.group("decisions", cls=Decisions, epilog=examples("gitskills decisions list", "gitskills decisions show 0042"))
def decisions_command() -> None:
    """What was decided: look it up, replace it, take it back.

    `gitskills decide` records one.
    """


def complete_ids(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The ids of what stands, for the shell; nothing where there is no repository."""
    import os

    from gitskills.app.context import open_context
    from gitskills.app.decisions.decided import read_decided

    folders = context.find_root().params.get("folders", ())
    with suppress(GitskillsError, OSError):
        here = open_context(os.path.join(os.getcwd(), *folders))  # noqa: PTH109, PTH118 - as -C will do
        standing = read_decided(here, here.need_project()).current.values()
        return sorted(one.id for one in standing if one.id.startswith(begun))
    return []


def whole_id(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """An id, or several, also without its leading zeros."""
    if isinstance(value, tuple):
        return tuple(whole_id(_context, _parameter, one) for one in value)
    return value.zfill(4) if isinstance(value, str) and value.isascii() and value.isdigit() else value


id_argument = click.argument("id_", metavar="ID", callback=whole_id, shell_complete=complete_ids)

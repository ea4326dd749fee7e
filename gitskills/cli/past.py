"""`learn --history`: offline first, and a model only after its price was told and somebody said yes."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.learned import tell_each

if TYPE_CHECKING:
    from collections.abc import Callable

    from gitskills.app.context import Context
    from gitskills.app.learn import Plan
    from gitskills.model.learned import Estimate, Learned

OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for. `reflector` is "" where none was named; `show` prints what a session taught."""

    since: str
    reflector: str
    dry_run: bool
    yes: bool
    as_json: bool
    show: Callable[[Learned], None]


def learn_history(context: Context, wish: Wish) -> int:
    """The exit code."""
    from gitskills.app.learn import Plan
    from gitskills.app.past import estimate, past_sessions
    from gitskills.app.reflection.reflectors import chosen

    sessions = past_sessions(context, wish.since)
    if not sessions:
        render.complain("the host keeps no such session of this repository", "name transcripts yourself")
        return 1
    since = Plan(OFFLINE, dry_run=wish.dry_run, since=wish.since)
    code = _read(context, sessions, since, wish)
    named = chosen(context, wish.reflector or context.settings.reflector)
    if named == OFFLINE:
        return code
    with render.bar("estimating") as progress:
        cost = estimate(context, sessions, named, progress)
    _tell(cost, wish)
    if wish.dry_run or not _agreed(wish):
        return code
    return min(code, _read(context, sessions, Plan(named, again=True, since=wish.since), wish))


def _read(context: Context, sessions: tuple[str, ...], plan: Plan, wish: Wish) -> int:
    from gitskills.app.past import learn_past

    with render.bar(f"{len(sessions)} sessions, {plan.reflector}") as progress:
        return tell_each(learn_past(context, sessions, replace(plan, progress=progress)), partial(_show, wish))


def _show(wish: Wish, done: Learned) -> None:
    """Of the many that taught nothing nothing is said."""
    if done.windows or done.candidates or done.decisions:
        wish.show(done)


def _tell(cost: Estimate, wish: Wish) -> None:
    if wish.as_json:
        render.json_line({"estimate": asdict(cost)})
        return
    money = "its price is not known" if cost.dollars is None else f"about ${cost.dollars:.2f}"
    click.echo(
        f"{cost.reflector} would read {render.count(cost.sessions, 'session')} in {render.count(cost.runs, 'run')}:"
        f" at most about {cost.tokens:,} tokens, {money}",
        err=True,
    )


def _agreed(wish: Wish) -> bool:
    """A day's budget holds all the same: what goes beyond it is read offline."""
    if wish.yes:
        return True
    if sys.stdin.isatty() and sys.stderr.isatty():
        return click.confirm("Go on?", err=True)
    render.complain("nothing was sent", "say yes with --yes")
    return False

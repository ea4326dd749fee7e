"""What models took: today for `status`, a proposal's share for `why`."""

from __future__ import annotations

from gitskills.app.context import Context
from gitskills.app.reflection.reflectors import OFFLINE, chosen, lacking
from gitskills.model.overview import Cost, Thinking
from gitskills.model.spend import Budget, Spend
from gitskills.state import clock
from gitskills.state.spending import all_spent, spent_on


def today(context: Context) -> Thinking:
    """Who would read a session now, and what was taken since midnight (UTC)."""
    settings = context.settings
    wanted = chosen(context, settings.reflector) if context.project else OFFLINE  # no model is asked outside of one
    runs = spent_on(context.project.state, clock.now().date().isoformat()) if context.project else ()
    over = Budget(settings.tokens_per_day, settings.runs_per_day).complaint(runs, 1)
    dollars = [spend.dollars for spend in runs if spend.dollars is not None]
    return Thinking(
        reflector=wanted,
        why=lacking(context, wanted),
        runs=len(runs),
        tokens=sum(spend.tokens for spend in runs),
        cached=sum(spend.cached for spend in runs),
        seconds=sum(spend.milliseconds for spend in runs) / 1_000,
        dollars=sum(dollars) if dollars else None,
        used_up="" if wanted == OFFLINE else over,
    )


def costs(context: Context) -> dict[str, Cost]:
    """The cost of each proposal that a model made here, by its id."""
    spent = all_spent(context.project.state) if context.project else ()
    return {proposal: _cost(spend) for spend in spent for proposal in spend.proposals}


def _cost(spend: Spend) -> Cost:
    return Cost(spend.tokens, spend.cached, spend.milliseconds / 1_000, spend.dollars, len(spend.proposals))

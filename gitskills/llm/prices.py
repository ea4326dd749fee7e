"""List prices of the small models that are taken where none is named: dollars for a million tokens. Others are not known."""

from __future__ import annotations

from gitskills.llm.port import Usage

LIST = {"claude-haiku-5-5": (0.1, 0.5), "claude-haiku-4-5": (1.0, 5.0)}
CACHED_SHARE = 0.1


def price(model: str, usage: Usage) -> float | None:
    """What a run costs about, None where the price is not known."""
    known = next((prices for name, prices in LIST.items() if model.startswith(name)), None)
    if known is None:
        return None
    sent = usage.fresh + usage.cached * CACHED_SHARE
    return (sent * known[0] + usage.output * known[1]) / 1_000_000

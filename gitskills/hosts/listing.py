"""The host's own list of skills, which every session is given: what one line of it takes, and what there is for all lines."""

from __future__ import annotations

ONE_IN = 100  # the host keeps this share of its context for the list


def line(name: str, description: str) -> str:
    """As Claude Code writes it."""
    return f"- {name}: {description}\n"


def budget(context_tokens: int) -> int:
    """Tokens for the lines of all skills, ours and others."""
    return context_tokens // ONE_IN

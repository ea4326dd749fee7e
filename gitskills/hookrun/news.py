"""What happened since somebody last looked, in one line; and lessons that wait for wording."""

from __future__ import annotations

import os

from gitskills.state.environment import variables
from gitskills.state.sessions import Row, text

_MOST_NAMES = 5
_LONGEST_LINE = 400
_LONGEST_OFFER = 500


def sentence(rows: list[Row]) -> str:
    """One line, "" where nothing happened."""
    landed = [text(row, "name") for row in rows if row.get("kind") == "landed"]
    waits = [text(row, "name") for row in rows if row.get("kind") == "review"]
    decided = [text(row, "name") for row in rows if row.get("kind") == "decided"]
    parts = []
    if decided:
        parts.append(f"on record as decided: {_names(decided)} (`gitskills decisions show NUMBER`)")
    if landed:
        parts.append(f"learned since the last look: {_names(landed)} (`gitskills why NAME` says from which words)")
    if waits:
        parts.append(f"waiting for your yes or no: {_names(waits)} (`gitskills review`)")
    return f"gitskills: {'; '.join(parts)}."[:_LONGEST_LINE] if parts else ""


def _names(names: list[str]) -> str:
    names = list(dict.fromkeys(names))
    shown = ", ".join(names[:_MOST_NAMES])
    return f"{shown} and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else shown


def offered(offers: list[Row]) -> str:
    """The candidates as facts; what to do with them is the agent's choice."""
    lessons = [offer for offer in offers if offer.get("kind") != "decision"]
    undecided = [offer for offer in offers if offer.get("kind") == "decision"]
    command = _command() if offers else ""
    how = (
        "Found by rules in earlier sessions, still in the person's own words. "
        f"`{command} propose --refine ID --description '…' --body '…'` says one better (the description in at most 60 "
        f"characters, when to use it and the rule); the quote stays its evidence. `{command} propose --drop ID` drops one "
        "that is no lesson:"
    )
    ask = f"May have been decided, and nobody confirmed it; `{command} decisions review` is the person's to answer:"
    parts = [(how, lessons), (ask, undecided)]
    return "\n".join(line for head, some in parts if some for line in (head, *map(_offer, some)))


def _command() -> str:
    """How the session's agent calls us: by name where that is on the PATH, else through the plugin."""
    found = variables(["PATH", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"])
    folders = found.get("PATH", "").split(os.pathsep)
    if any(os.access(os.path.join(folder, "gitskills"), os.X_OK) for folder in folders if folder):
        return "gitskills"
    root, kept = found.get("CLAUDE_PLUGIN_ROOT", ""), found.get("CLAUDE_PLUGIN_DATA", "")
    return f'sh "{root}/hooks/launch.sh" "{kept}"'


def _offer(offer: Row) -> str:
    return f"- {text(offer, 'id')} {text(offer, 'name')}: “{text(offer, 'quote')}”"[:_LONGEST_OFFER]

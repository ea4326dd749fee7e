"""What a hook must know of the settings without loading them: words of a switch, defaults, topics. Imports nothing."""

from __future__ import annotations

TRUE_WORDS = frozenset({"true", "yes", "on", "1"})
FALSE_WORDS = frozenset({"false", "no", "off", "0"})

BRANCH = "skills"
ACTIVITY = 50  # tool calls since the last reflection
TAIL = 1  # tool calls that make the end of a session worth a look
JOB_SECONDS = 900  # the longest life of a job

TOPICS = {"learn": "gitskills.learn", "decide": "gitskills.decide"}  # what can be switched by itself, and where

TARGETS = ("claude", "agents", "cursor", "gemini", "opencode", "github")  # skills lie in .<word>/skills of a project

STATE = "gitskills"  # our folder below the common git folder

FACTS_BYTES = 5_000  # what a session's start may be told


def switch(text: str) -> bool | None:
    """Yes, no, or None for a word that is neither."""
    word = text.strip().casefold()
    if word in TRUE_WORDS:
        return True
    return False if word in FALSE_WORDS else None

"""What a rule is about, where its own words show it plainly: a word before the description, and when it is needed.

Invariant: names of code, commands and paths are not looked at; where in doubt, no topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """`label` stands before a description; `occasion` completes "when"."""

    label: str
    occasion: str


_CODE = re.compile(r"`[^`]*`|\S*[/_]\S*|\b\w+\.\w+\S*|\b\w+[a-z][A-Z]\w*")
_TOPICS: tuple[tuple[re.Pattern[str], Topic], ...] = tuple(
    (re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), topic)
    for words, topic in (
        (
            (
                r"(?:unit |integration |regression )?tests?|testing|test (?:cases?|suite)|assertions?|expectations?|fixtures?|"
                r"mock\w*|coverage|snapshots?"
            ),
            Topic("Tests", "you write or change tests"),
        ),
        (r"lint\w*|linters?|formatters?", Topic("Lint", "you touch the linter or its findings")),
        (
            r"pull requests?|prs?|merge requests?|review comments?|code reviews?",
            Topic("Reviews", "you work on a pull request or its review"),
        ),
        (
            (
                r"git|commit messages?|(?:never|always|don't|no|to|before you|every|each|in) commits?|committed|rebas\w+|stash\w*|"
                r"squash\w*|force[- ]push\w*|push (?:directly )?to|branch names?"
            ),
            Topic("Git", "you work with git"),
        ),
        (
            r"documentation|readme|changelog|docstrings?|docs",
            Topic("Docs", "you write or change documentation"),
        ),
        (
            r"logging|logger|loggers|log (?:a|an|the|every|all|at|with|errors?|warnings?)|console logs?|log levels?",
            Topic("Logging", "you log something"),
        ),
        (
            (
                r"(?<!no )exceptions?|error (?:handling|messages?|codes?)|(?:swallow|catch|raise|throw|return|handle)s? (?:\w+ )?errors?|"
                r"fallbacks?|silent\w* fail\w*|fail\w* silent\w*"
            ),
            Topic("Errors", "you handle errors"),
        ),
        (
            r"naming|rename\w*|abbreviations?|vocabulary|(?:variable|file|function|class|method|branch|test) names?|the terms?",
            Topic("Naming", "you name something"),
        ),
        (r"spelling|wording", Topic("Wording", "you write text")),
        (
            r"pnpm|npm|pip|yarn|bun|uv|poetry|cargo|packages?|dependenc\w+|librar\w+|frameworks?",
            Topic("Dependencies", "you choose or add a dependency"),
        ),
        (
            r"strong types?|type (?:hints?|annotations?)|signatures?|enums?|typed",
            Topic("Types", "you write or change types and signatures"),
        ),
        (
            r"settings?|config(?:uration)?(?: files?| keys?)?|environment variables?|env vars?",
            Topic("Settings", "you add or change a setting"),
        ),
        (r"themes?|colou?rs?|ui|layout|css", Topic("Interface", "you change the interface")),
    )
)


def topic(text: str) -> Topic | None:
    """The first topic whose words stand in the text."""
    plain = _CODE.sub(" ", text)
    return next((found for words, found in _TOPICS if words.search(plain)), None)

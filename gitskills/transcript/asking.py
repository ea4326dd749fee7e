"""The questions that an agent puts with a list of answers: their form as the text of the call, and read back from it.

Invariant: what `asked` reads is what `shown` wrote, as long as nothing was cut off; a call in any other form holds no question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

ASKING_TOOL = "AskUserQuestion"
MOST_QUESTIONS = 10  # in one call
LONGEST_PART = 400  # characters of a question or a label
_BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class Question:
    """`header` is the agent's own name for the matter, "" where it gave none; `options` are the answers that it offered."""

    header: str
    text: str
    options: tuple[str, ...]


def shown(arguments: Mapping[str, object]) -> str:
    """One line a question: its header, the question, the answers offered; what explains them is left out."""
    every = arguments.get("questions")
    asked = [one for one in every if isinstance(one, dict)] if isinstance(every, list) else []
    return "\n".join(_line(one) for one in asked[:MOST_QUESTIONS])


def asked(call: str) -> Iterator[Question]:
    """The questions of a call's text."""
    tool, colon, text = call.partition(": ")
    for line in text.splitlines()[:MOST_QUESTIONS] if colon and tool == ASKING_TOOL else ():
        header, *rest = line.split(_BETWEEN)
        if rest and rest[0]:
            yield Question(header.strip(), rest[0], tuple(rest[1:]))


def _line(one: Mapping[str, object]) -> str:
    options = one.get("options")
    labels = (
        [option.get("label") for option in options if isinstance(option, dict)] if isinstance(options, list) else []
    )
    return _BETWEEN.join(map(_part, (one.get("header"), one.get("question"), *labels)))


def _part(text: object) -> str:
    return " ".join(text.replace("|", "/").split())[:LONGEST_PART] if isinstance(text, str) else ""

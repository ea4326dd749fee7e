"""A person's answers to several questions of one text, told apart by their numbers: "1. the former 2. only ids".

Invariant: at least two of the person's numbers are numbers of the agent's questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.transcript.asking import Question

FEWEST = 2
LONGEST_ANSWER = 10  # words; a longer one says itself what it is about
MOST = 20  # questions and answers
LONGEST_QUESTION = 600  # characters

_NUMBER = re.compile(r"^[ \t>#*_-]*(?P<key>\d{1,2})\s?[.):][*_]*[ \t]+(?=\S)", re.MULTILINE)
_INLINE = re.compile(r"(?:^|[,;.\n]\s*|\s)(?P<key>\d{1,2})\s?[.):–-]+\s+(?=[^\s\d])")
_BEGINS = re.compile(r"^[^\n]{0,80}(?:\n\s*)?[^\n]{0,3}?\d{1,2}\s?[.):–-]")
_NAME = re.compile(r"^(?:\*\*|__)(?P<name>[^*_\n]{2,60})(?:\*\*|__)[ \t]*:?|^(?P<bare>[A-Z][\w /&-]{2,40}):[ \t]")
_ASKS = re.compile(r"(?:[^.?!\n]|[.!](?=\S))*[^.?!\n\s]\?")
_FORMER = re.compile(r"^(?:the )?(?P<which>former|latter|first|second)(?: one| option)?\b[.!]*$", re.IGNORECASE)
_EITHER = re.compile(r"(?P<first>[^,:;(]+?),? or (?:should (?:it|we|they) )?(?P<second>[^,;?(]+)")


def replies(said: str, before: str) -> Iterator[tuple[Question, str, str]]:
    """Every question with its answer, and the person's words for that, verbatim."""
    asked = _asked(before)
    answers = _answers(said) if len(asked) >= FEWEST and _BEGINS.match(said) else {}
    both = [key for key in answers if key in asked]
    if len(both) < FEWEST:
        return
    for key in both[:MOST]:
        question = asked[key]
        words = _NAME.sub("", answers[key], count=1).strip(" :-–—\n")
        label, _, below = words.partition("\n")
        words = (
            below.strip(" -–—*")
            if question.header and label.strip(" :*").casefold() == question.header.casefold()
            else words
        )
        if not words:
            continue
        first = re.split(r"(?<=[.!])\s+|\n", words, maxsplit=1)[0].rstrip(" .,;")
        if len(first.split()) <= LONGEST_ANSWER:
            yield question, _spelt_out(first, question.text), first


def _asked(before: str) -> dict[str, Question]:
    """The last run of numbered items that ask, by their numbers."""
    found: dict[str, Question] = {}
    for key, item in _items(_NUMBER, before):
        if key == "1":
            found = {}
        name = _NAME.match(item)
        asks = _ASKS.search(item[name.end() :] if name else item, 0, LONGEST_QUESTION)
        if asks:
            header = (name["name"] or name["bare"]).strip(" :?*") if name else ""
            found[key] = Question(header, " ".join(asks[0].split()).strip("*_` -"), ())
    return found


def _answers(said: str) -> dict[str, str]:
    found = dict(_items(_NUMBER, said))
    return found if len(found) >= FEWEST else dict(_items(_INLINE, said))


def _items(mark: re.Pattern[str], text: str) -> Iterator[tuple[str, str]]:
    """What stands behind each number, up to the next one."""
    marks = list(mark.finditer(text))
    for place, found in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(text)
        yield found["key"], text[found.end() : end].strip()


def _spelt_out(answer: str, question: str) -> str:
    """What "the former" stands for."""
    found, two = _FORMER.match(answer), _EITHER.search(question)
    if not (found and two):
        return answer
    return two["first" if found["which"].lower() in {"former", "first"} else "second"].strip()

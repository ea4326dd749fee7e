"""What a text binds its reader to, piece by piece: commands, paths, warnings, numbers with their units, links.

Two texts hold the same clause where white space, letter case of a warning and Markdown's marks are all that differ. A
clause within a longer one is another clause: `never push` is not kept by `never push on Fridays`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gitskills.skillfile.terms import STOP_WORDS


class ClauseKind(StrEnum):
    """What sort of clause it is; `file` is a bundled file itself, bytes and mode."""

    COMMAND = "command"
    PATH = "path"
    WARNING = "warning"
    NUMBER = "number"
    LINK = "link"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` is as a person would read it, white space folded."""

    kind: ClauseKind
    text: str

    @property
    def key(self) -> tuple[ClauseKind, str]:
        """What makes two clauses one."""
        loose = self.kind is ClauseKind.WARNING
        return self.kind, self.text.casefold().rstrip(".!?:;, ") if loose else self.text


# No pattern may try the same stretch from many starts: a model chooses the text.
_FENCE = re.compile(
    r"^[ \t]*+(?P<mark>`{3,}+|~{3,}+)[^\n]*+\n(?P<code>.*?)(?:^[ \t]*(?P=mark)[`~]*[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_SPAN = re.compile(r"(?<!`)(?P<ticks>`++)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_LINK = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'`)\]]+", re.IGNORECASE)
_PATH = re.compile(
    r"(?<![\w/.:@~+-])(?:~|\.{1,2})?/?[\w.@+-]*\w(?:/[\w.@+*-]+)+/?|(?<![\w/.@-])\.{0,1}[\w-]{2,60}\.[a-z][a-z0-9]{0,5}(?![\w/-])"
)
_NUMBER = re.compile(
    r"(?<![\w./-])(?P<number>[<>=~≥≤]{0,2}v?\d+(?:[.,:]\d+)*)(?P<unit>[ \t]{0,8}\n?[ \t]{0,8}(?:%|[^\W\d_]+))?"
)
_WARNING = re.compile(
    r"\b(?:never|always|must|mustn['’]t|(?:do|does|should|shall)\s+not|(?:don|doesn|shouldn)['’]t)\b", re.IGNORECASE
)
_ITEM = re.compile(r"^\s*(?:>\s*)*(?:[-*+]\s+|\d{1,3}[.)]\s+|#{1,6}\s+|\|)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def clauses_in(text: str) -> tuple[Clause, ...]:
    """What the text binds to, each once, in its order by kind. What stands in a command is part of it alone."""
    prose = _FENCE.sub("\n\n", text)
    found = [Clause(ClauseKind.COMMAND, _folded(code)) for code in _code(text)]
    found += [Clause(ClauseKind.WARNING, _folded(_bare(sentence))) for sentence in _warnings(prose)]
    found += _pieces(_SPAN.sub(" ", prose))
    return tuple({clause.key: clause for clause in found if clause.text}.values())


def held_in(text: str, *, markdown: bool = True) -> frozenset[tuple[ClauseKind, str]]:
    """The keys of all that the text says, code looked into as well; of what is no Markdown each line is a command."""
    lines = [] if markdown else [Clause(ClauseKind.COMMAND, _folded(line)) for line in text.splitlines()]
    pieces = [*clauses_in(text), *_pieces(_bare(text)), *lines]
    return frozenset(clause.key for clause in pieces)


def _code(text: str) -> Iterator[str]:
    """Lines of fenced code, then what stands between backticks."""
    for fence in _FENCE.finditer(text):
        yield from fence["code"].splitlines()
    for span in _SPAN.finditer(_FENCE.sub("\n\n", text)):
        yield span["code"]


def _warnings(prose: str) -> Iterator[str]:
    for unit in _units(prose):
        yield from (sentence for sentence in _SENTENCE.split(unit) if _WARNING.search(sentence))


def _units(prose: str) -> Iterator[str]:
    """Paragraphs and list items, each as one line without its bullet."""
    unit: list[str] = []
    for line in (*prose.splitlines(), ""):
        begins = _ITEM.match(line)
        if (begins or not line.strip()) and unit:
            yield " ".join(unit)
            unit = []
        if line.strip():
            unit.append(line[begins.end() :] if begins else line)


def _pieces(text: str) -> Iterator[Clause]:
    """Links, then paths and numbers outside of them."""
    for link in _LINK.finditer(text):
        yield Clause(ClauseKind.LINK, link[0].rstrip(".,;:!?"))
    rest = _LINK.sub(" ", text)
    for path in _PATH.finditer(rest):
        yield Clause(ClauseKind.PATH, path[0].rstrip("."))
    for number in _NUMBER.finditer(_unnumbered(_PATH.sub(" ", rest))):
        yield Clause(ClauseKind.NUMBER, _measured(number))


def _unnumbered(text: str) -> str:
    """Without the numbers that only count the items of a list."""
    return re.sub(r"^[ \t]*+\d{1,3}[.)]\s", "", text, flags=re.MULTILINE)


def _measured(found: re.Match[str]) -> str:
    unit = (found["unit"] or "").strip()
    return found["number"].rstrip(".,:") + (f" {unit}" if unit and unit.casefold() not in STOP_WORDS else "")


def _bare(text: str) -> str:
    return text.replace("`", "").replace("**", "")


def _folded(text: str) -> str:
    return " ".join(text.split())

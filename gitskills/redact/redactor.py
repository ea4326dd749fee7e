"""The union of the engines: every secret that either finds is replaced by `[redacted:<rule>]`.

Looks again until nothing new is found, so a second pass changes nothing; the cheap engine looks first. A failing
engine lets no text through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.redact import floor, kingfisher, masks
from gitskills.redact.floor import Hits, Span
from gitskills.redact.masks import Mask, Shrunk

_MOST_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """A secret's place in the text, by characters. It never holds the secret itself."""

    rule: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redactor:
    """`rule_cache` is a folder for kingfisher's compiled rules; empty keeps none (slow to start).

    `maintained` False leaves kingfisher out even where it is installed.
    """

    rule_cache: str = ""
    maintained: bool = True

    def engines(self) -> tuple[str, ...]:
        """The engines that look at every text, by name."""
        return ("floor", masks.KINGFISHER) if self.maintained and kingfisher.present() else ("floor",)

    def find(self, text: str) -> tuple[Finding, ...]:
        return tuple(Finding(mask.rule, mask.start, mask.end) for mask in self._masks(text) if mask.rule)

    def redact(self, text: str) -> tuple[str, int]:
        """The text without its secrets, and how many placeholders stand in for them."""
        pieces, last, count = [], 0, 0
        for mask in self._masks(text):
            if mask.rule:
                pieces += [text[last : mask.start], masks.placeholder(mask.rule)]
                last = mask.end
                count += 1
        return "".join([*pieces, text[last:]]) if count else text, count

    def _masks(self, text: str) -> list[Mask]:
        came_with = masks.existing(text)
        base = masks.shrink(masks.encoded(text), came_with)
        return self._covered(base, came_with)

    def _covered(self, base: Shrunk, came_with: list[Mask]) -> list[Mask]:
        """`base` has the placeholders that came with the text shrunk; the result is in the text's own places."""
        found, continued = floor.hits(base.text), floor.is_continued(base.text)
        now, cover = base, [] if not came_with else _ours(base.text)
        for _round in range(_MOST_ROUNDS):
            spans = floor.spans(now.text, found if now is base else _moved(found, now))
            spans += floor.continued_spans(now.text) if continued else []
            new = _worthy(now, spans) or _worthy(now, self._maintained_spans(now.text))
            if not new:
                break
            cover = masks.covered(cover, new if now is base else _moved_back(new, now))
            now = masks.shrink(base.text, cover)
        return [Mask(base.back(mask.start), base.back_end(mask.end), mask.rule) for mask in cover]

    def _maintained_spans(self, text: bytes) -> list[Span]:
        return kingfisher.spans(text, self.rule_cache) if self.maintained and kingfisher.present() else []


def _worthy(now: Shrunk, spans: Sequence[Span]) -> list[Span]:
    return [span for span in spans if masks.worth(now.text, span)]


def _ours(text: bytes) -> list[Mask]:
    """The placeholders in a shrunk text."""
    return [Mask(at, at + 1, "") for at, byte in enumerate(text) if byte == 0]


def _moved_back(spans: Sequence[Span], now: Shrunk) -> list[Span]:
    return [Span(now.back(span.start), now.back_end(span.end), span.rule, span.rank) for span in spans]


def _moved(found: Sequence[Hits], now: Shrunk) -> list[Hits]:
    """The hits' places in a text that has shrunk since; those under a mask are gone."""
    return [Hits(each.ready, [at for at in map(now.forth, each.positions) if at >= 0]) for each in found]

"""The evidence file: what was said, word for word, who said it, where, and its digest, so that `check` can prove it.

The quote stands in a fence longer than any it contains. Only the canonical bytes are accepted, so that nothing can be added.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from gitskills.model.proposal import Evidence
from gitskills.model.skill import EVIDENCE_PREFIX
from gitskills.model.turn import Channel, Speaker
from gitskills.skillfile.fault import Fault, read_text

HEADING = "# Evidence: what was said, word for word\n"
_SECTION = re.compile(
    r"\n- speaker: (?P<speaker>[a-z]+)\n- channel: (?P<channel>[a-z]+)\n"
    r"- source: (?P<source>[^\n]*)\n- line: (?P<line>\d{1,12})\n"
    r"(?:- time: (?P<time>[^\n]+)\n)?- sha256: (?P<sha256>[0-9a-f]{64})\n"
    r"\n(?P<fence>`{3,})text\n(?P<quote>.*?)\n(?P=fence)\n",
    re.DOTALL,
)
_TICKS = re.compile("`+")


def quote_digest(quote: str) -> str:
    """SHA-256 of a quote's UTF-8 bytes, hex."""
    return hashlib.sha256(quote.encode("utf-8", "surrogatepass")).hexdigest()


def evidence_path(evidence: Sequence[Evidence]) -> str:
    """Where the file stands in the skill's folder: named by all its digests, so that another lesson gets another file."""
    together = "\n".join(sorted(item.sha256 for item in evidence))
    return f"{EVIDENCE_PREFIX}{hashlib.sha256(together.encode()).hexdigest()[:12]}.md"


def render_evidence(evidence: Sequence[Evidence]) -> bytes:
    return (HEADING + "".join(_section(item) for item in evidence)).encode("utf-8", "surrogatepass")


def _section(item: Evidence) -> str:
    longest = max((len(run) for run in _TICKS.findall(item.quote)), default=0)
    fence = "`" * max(3, longest + 1)
    time = f"- time: {_line(item.timestamp)}\n" if item.timestamp.strip() else ""
    return (
        f"\n- speaker: {item.speaker}\n- channel: {item.channel}\n- source: {_line(item.source)}\n- line: {item.line}\n"
        f"{time}- sha256: {item.sha256}\n\n{fence}text\n{item.quote}\n{fence}\n"
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def parse_evidence(content: bytes) -> tuple[Evidence, ...] | Fault:
    """What the file claims; a fault where its bytes are not exactly what we write or a digest is not its quote's."""
    text = read_text(content)
    if isinstance(text, Fault):
        return text
    items: list[Evidence] = []
    position = len(HEADING)
    while found := _SECTION.match(text, position):
        item = _item(found)
        if isinstance(item, Fault):
            return Fault(item.reason, text.count("\n", 0, position) + 1)
        items.append(item)
        position = found.end()
    if not items or render_evidence(items) != text.encode():
        return Fault("no evidence file as gitskills writes it", text.count("\n", 0, position) + 1)
    return tuple(items)


def _item(found: re.Match[str]) -> Evidence | Fault:
    if found["speaker"] not in set(Speaker) or found["channel"] not in set(Channel):
        return Fault("names a speaker or channel that does not exist")
    if quote_digest(found["quote"]) != found["sha256"]:
        return Fault("the digest is not the quote's: the quote was changed")
    return Evidence(
        quote=found["quote"],
        speaker=Speaker(found["speaker"]),
        channel=Channel(found["channel"]),
        line=int(found["line"]),
        source=found["source"],
        sha256=found["sha256"],
        timestamp=found["time"] or "",
    )

"""A person's turn as single statements, each a verbatim span, without what was pasted into it.

Invariant: a statement's text is a substring of the turn's text once white space is folded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gitskills.model.turn import Channel, Turn
from gitskills.transcript.speech import OPENERS

SHORTEST_QUOTE = (
    20  # characters; a shorter statement takes its neighbour along, so that a quote can be told from chance
)
PASTE = 2  # pasted lines that make a paste: of a turn with so many only what stands before, and its last line, is the person's
LONGEST_LINE = 2_000  # characters; nobody types a longer one
LONGEST_STATEMENT = 600  # characters

_PASTED = re.compile(
    r"""
      ^\s*(?:[$>|❯➜⏺⎿✔✖✅❌⚠•├└│┌┐─━═╭╰]|[^\w\s]{3,})           # prompts, quotes, tables, boxes, rulers
    | ^\s*[+-]\s+(?://|\#|\d+\s|/\*)|^\s*[+-]\d+\s|^(?:[+-]\s{2,}\S)     # diffs
    | ^\s*\d+\s*[|:│]|^\d+s$                                          # numbered listings
    | ^\s*at\s+\S+\s*\(|^Traceback|^\s*File\s"                             # stack traces
    | ^\s*(?:Error|[A-Z]\w+(?:Error|Exception)|error|warning|fatal|panic|npm)\b\s*[:\[!]
    | ^\s*(?:FAILED?|PASS(?:ED)?|INFO|WARN(?:ING)?|DEBUG)\b\s*[:\[!]
    | ^\s*\[?\d{4}-\d\d-\d\d[T\s]|^\s*\[?\d\d:\d\d:\d\d                        # time stamps
    | ^\s*\#{1,6}\s|^\s*\*\*[^*]+\*\*                                       # Markdown of documents and bots
    | [{;]\s*$|^\s*[})\]]+[;,]?\s*$|^\s*(?:def|class|import|from\s\S+\simport|func|function|const|let\s\w+\s=|var|return|SELECT|<\w)\b
    | ^[\'"]?/\S+\.(?:png|jpe?g|gif|webp)[\'"]?\s*$|^\s*https?://\S+\s*$
    | ^\s*</?\w[\w-]*>                                                  # tags
    | \blines?\s\d+(?:\s*(?:-|to)\s*\d+)                                # reviewers' places
    | ^\s*(?:\[Image\s|\[User\]|\[Assistant\]|\[Tool\])
    """,
    re.VERBOSE,
)
_HOST_BLOCK = re.compile(r"<(bash-input|bash-stdout|bash-stderr|system-reminder|ide_\w{1,40}|command-\w{1,40})>")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SENTENCE_END = re.compile(
    r"(?<![A-Z\d])(?<!\b[a-z])(?<!e\.g)(?<!i\.e)(?<!etc)(?<!vs)[.!?…]+[)\"'”]*(?=\s+\S)|[!?]+(?=\s+\S)|"
    r"(?<=\d\d)\.(?=\s+[A-Za-z])|(?<=[A-Z]{2})\.(?=\s+[A-Z])"
)
_REQUEST = "## My request for Codex:"
_ANNOUNCED = re.compile(
    r"\b(?:feedback|reviews?|comments?|errors?|output|logs?|summary|following|says?|said|example|trace|"
    r"result|like|get(?:ting)?|run)\b[^.?!]{0,60}:\s*$|"
    r"\b(?:how|what) about(?: (?:this|that|these))?(?: \w+)?\s*[?:]\s*$|"
    r"\bwhat do you think (?:of|about) (?:this|that|these)\b[^.?!]{0,20}[?:]\s*$|"
    r"^\W*(?:and )?(?:this|the next|another|(?:the )?last) (?:one|finding)(?: to consider)?\s*[?:]\s*$|"
    r"\b(?:address|fix|consider|apply|implement|handle|evaluate|review|resolve)\b[^.?!]{0,30}\b(?:this|these|those|following)\b[^.?!]{0,15}:\s*$",
    re.IGNORECASE,
)
_REVIEWER = re.compile(
    r"^\W*(?:more\s)?(?:(?:pr|code|pull request)\s)?review(?:er)?s?(?:'s)?\s(?:feedback|comments?|for)\b|"
    r"\baround lines? \d",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-*•+]|\d{1,2}[.)]|\(?[a-z][.)]|\#\d+:?)\s+")
# A sentence that only says what to do in place of the one before it, and one that forbids or corrects.
_LEANS = re.compile(
    r"^(?!no\b|don't\b|never\b)[^?]*\b(?:instead|the \w+ ones?)[.!]*$|^(?:always|just|only) \w+ (?:it|them)\b[^?]*$",
    re.IGNORECASE,
)
_LEANED_ON = re.compile(
    r"^\W*(?:(?:no|nope|nah|please|and|so|but|ok|okay)\W+)*(?:don't|dont|do not|never|stop|avoid|no|(?:we|you) (?:don't|do not|never|"
    r"should(?:n't| not| have|'ve)))\b [^?]*[.!]?$",
    re.IGNORECASE,
)
_ANSWER = re.compile(r'"(?P<question>[^"\n][^\n]*?)"="(?P<answer>[^"\n]*)"')


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a person said. `question` is the agent's where the words answer it."""

    text: str
    turn: Turn
    first: bool = True
    last: bool = True
    siblings: int = 1
    question: str = ""
    answer: str = ""


def statements(turn: Turn) -> tuple[Statement, ...]:
    """Everything in `turn` that may carry a rule, in order."""
    if turn.channel is Channel.ANSWER:
        return _answers(turn)
    lines = _prose(turn.text)
    listed = sum(bool(_BULLET.match(line)) for line in lines) > 1
    spans = [span for line in lines for span in _together(_sentences(line, listed=listed))]
    count = len(spans)
    return tuple(
        Statement(span[:LONGEST_STATEMENT], turn, first=number == 0, last=number == count - 1, siblings=count)
        for number, span in enumerate(spans)
    )


def quote_of(statement: Statement, said: Sequence[Statement]) -> str:
    """The statement's own words without what opens it; a very short one with its neighbour, where they stand side by side."""
    opener = OPENERS.match(statement.text)
    if opener and not statement.question and len(statement.text) - opener.end() >= SHORTEST_QUOTE:
        return statement.text[opener.end() :]
    if len(statement.text) >= SHORTEST_QUOTE:
        return statement.text
    place = said.index(statement)
    folded = " ".join(statement.turn.text.split())
    for first, last in ((place, place + 1), (place - 1, place)):
        if first >= 0 and last < len(said):
            joined = f"{said[first].text} {said[last].text}"
            if joined in folded:
                return joined
    return statement.text


def _answers(turn: Turn) -> tuple[Statement, ...]:
    found = list(_ANSWER.finditer(turn.text))
    return tuple(
        Statement(
            match.group(0),
            turn,
            siblings=len(found),
            question=match.group("question"),
            answer=match.group("answer"),
        )
        for match in found
    )


def _prose(text: str) -> list[str]:
    """The lines that a person typed, hard-wrapped ones joined; what was pasted and all that hangs on it left out."""
    text = text.rpartition(_REQUEST)[2]
    raw = _FENCE.sub("\n\0\n", _without_blocks(text)).splitlines()
    marks = {number for number, line in enumerate(raw) if _pasted(line)}
    paste = min(marks) if len(marks) >= PASTE else len(raw)
    own: list[str] = []
    for number, line in enumerate(raw[: _others_begin(raw)]):
        below = number > paste and not _afterthought(number, line, raw)
        if line.strip() and number not in marks and not below:
            _append(own, line, wrapped=number > 0 and number - 1 not in marks and bool(raw[number - 1].strip()))
    return own


def _others_begin(raw: list[str]) -> int:
    """The line from which on somebody else speaks: a reviewer's heading, or what stands below an announcement."""
    announced = next((number for number, line in enumerate(raw, 1) if _ANNOUNCED.search(line)), len(raw))
    reviewed = next((number for number, line in enumerate(raw) if _REVIEWER.search(line)), len(raw))
    return min(announced, reviewed)


def _without_blocks(text: str) -> str:
    """Each block of the host's made a mark. A tag whose end is missing is looked for once: a text may open it a thousand times."""
    kept: list[str] = []
    start, open_ended = 0, set()
    for found in _HOST_BLOCK.finditer(text):
        tag = found[1]
        if found.start() < start or tag in open_ended:
            continue
        end = text.find(f"</{tag}>", found.end())
        if end < 0:
            open_ended.add(tag)
            continue
        kept += [text[start : found.start()], "\n\0\n"]
        start = end + len(tag) + 3
    return "".join([*kept, text[start:]])


def _afterthought(number: int, line: str, raw: list[str]) -> bool:
    """Whether a line below a paste is the person's again: the last one, and begun as people begin when they type."""
    return number == len(raw) - 1 and line[:1].islower()


def _pasted(line: str) -> bool:
    return "\0" in line or len(line) > LONGEST_LINE or bool(_PASTED.search(line))


def _append(own: list[str], line: str, *, wrapped: bool) -> None:
    """Add a line, or join it to the one before where that was broken by a window's width."""
    body = line.strip().rstrip("\\").strip()
    continues = wrapped and own and not _BULLET.match(line) and body[:1].islower() and len(own[-1]) >= 40
    if continues and own[-1][-1] not in ".!?:":
        own[-1] = f"{own[-1]} {body}"
    elif body:
        own.append(body)


def _together(spans: Sequence[str]) -> list[str]:
    """What leans on the sentence before it, joined to it."""
    joined: list[str] = []
    for span in spans:
        if joined and _LEANS.match(span.replace("’", "'")) and _LEANED_ON.match(joined[-1].replace("’", "'")):
            joined[-1] = f"{joined[-1]} {span}"
        else:
            joined.append(span)
    return joined


def leaning(text: str) -> bool:
    """Whether a statement is a correction of several sentences that belong together."""
    spans = _sentences(text)
    return len(spans) > 1 and len(_together(spans)) == 1


def _sentences(line: str, *, listed: bool = False) -> list[str]:
    """A line cut behind its full stops, question and exclamation marks; the bullet of a list is not part of it."""
    bullet = _BULLET.match(line)
    start = bullet.end() if bullet and (listed or len(line) - bullet.end() >= SHORTEST_QUOTE) else 0
    spans: list[str] = []
    for match in _SENTENCE_END.finditer(line, start + 3):
        spans.append(line[start : match.end()].strip())
        start = match.end()
    spans.append(line[start:].strip())
    return [" ".join(span.split()) for span in spans if any(letter.isalpha() for letter in span)]

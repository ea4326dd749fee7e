"""Failures that come again: the same cause at least twice with the command that then worked, or a tool that states a standing rule.

The evidence is the tool's own message, so what is proposed is inferred and a person looks before it lands. What the host's own
tools refuse (an edit without a read, a string that is not there) and what passes by itself (network, locks) teaches nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Confidence, Proposal, Quote
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.reflect.offline.imperative import Rule
from gitskills.reflect.offline.naming import skill_name
from gitskills.reflect.offline.shorten import LONGEST
from gitskills.reflect.offline.wording import compose

TIMES = 2  # failures of one cause that make it a trap
LONGEST_CAUSE = 160

_HARNESS = re.compile(
    r"has not been read yet|string to replace not found|matches of the string|no changes to make|exceeds "
    r"maximum allowed|posix_spawn|"
    r"sibling tool call|interrupted|api error|timed? ?out|rate limit|network|resolve host|index\.lock|"
    r"lock ref|connection|unavailable|\b50[0-9]\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"^.*(?:\b\w*Error\b|error:|not found|no such|cannot|can't|could not|denied|unknown|unrecogni[sz]ed|"
    r"invalid|missing|undefined|not allowed|"
    r"no module|no tests).*$",
    re.IGNORECASE | re.MULTILINE,
)
_MEANT = re.compile(r"did you mean (?P<right>[\w./-]+\w)\W*\?", re.IGNORECASE)
_FORBIDDEN = re.compile(r"forbidden because \"(?P<rule>[^\"\n]{10,160})\"", re.IGNORECASE)
_MUST_NOT = re.compile(
    r"(?P<wrong>[\w./]+(?:\(\))?) must not be (?:called|used)[.;,]\s+use (?P<right>[\w./]+\w(?:\(\))?)", re.IGNORECASE
)
_MOST = re.compile(
    r"\b(?P<what>[A-Za-z][\w ]{2,30}?) (?:must not |may not )?exceeds? (?:the )?max(?:imum)?(?: of)? "
    r"(?P<number>\d+) (?P<unit>\w+)",
    re.IGNORECASE,
)
_PROTECTED = re.compile(r"protected branch|changes must be made through a pull request", re.IGNORECASE)
_DRESSING = re.compile(r"^\s*cd \S+\s*&&\s*|\s*2>&1|\s*\|\s*(?:head|tail|grep|cat|less)\b.*$|\s*\|\|\s*true$")


@dataclass(slots=True)
class _Trap:
    """Failures of one cause, and the first command that worked after them."""

    failures: list[tuple[Turn, str]] = field(default_factory=list)
    worked: str = ""


def failures(episode: Episode) -> list[Proposal]:
    """What the episode's failures teach."""
    window = [turn for turn in episode.window if not turn.sidechain]
    errors = [turn for turn in window if turn.channel is Channel.ERROR and not _HARNESS.search(turn.text)]
    stated = [made for turn in errors if (made := _stated(turn, episode)) is not None]
    return [*stated, *_repeated(window, episode)]


def _stated(turn: Turn, episode: Episode) -> Proposal | None:
    """A message that says how it has to be."""
    for pattern in (_FORBIDDEN, _MUST_NOT, _MOST, _MEANT, _PROTECTED):
        found = pattern.search(turn.text)
        if found:
            sentence = _standing_rule(found, turn)
            return _proposal(Rule(sentence), found[0], [turn], episode) if sentence else None
    return None


def _standing_rule(found: re.Match[str], turn: Turn) -> str:
    said = found.groupdict()
    if found.re is _FORBIDDEN:
        rule = said["rule"]
        return rule[:1].upper() + rule[1:] if re.search(r"\buse\b", rule) else ""
    if found.re is _MUST_NOT:
        return f"Use {said['right']}, not {said['wrong']}"
    if found.re is _MOST:
        return f"{said['what'].strip().capitalize()}: at most {said['number']} {said['unit']}, no more"
    if found.re is _MEANT:
        wrong = turn.locator.rpartition("/")[2]
        return (
            f"The file is called {said['right'].rpartition('/')[2]}, not {wrong}"
            if re.fullmatch(r"[\w.-]+", wrong)
            else ""
        )
    return "Open a pull request: the branch must not be pushed to"


def _repeated(window: Sequence[Turn], episode: Episode) -> Iterator[Proposal]:
    for trap in _traps(window):
        failed = _shared([command for _, command in trap.failures])
        sentence = f"Run `{trap.worked}`, not `{failed}`"
        if len(sentence) >= LONGEST or trap.worked == failed:
            continue
        made = _proposal(Rule(sentence), trap.failures[0][1], [turn for turn, _ in trap.failures], episode)
        if made:
            cause = _cause(trap.failures[0][0])
            body = f"{sentence}.\n\n**Why:** `{failed}` failed {len(trap.failures)} times in one session: “{cause}”.\n"
            yield replace(
                made,
                body=body,
                quotes=tuple(Quote(_cause(turn), turn.line, episode.transcript) for turn, _ in trap.failures),
            )


def _traps(window: Sequence[Turn]) -> list[_Trap]:
    found: dict[str, _Trap] = defaultdict(_Trap)
    for turn in window:
        command = _bare(turn.locator)
        if turn.speaker is not Speaker.COMMAND or not command:
            continue
        if turn.channel is Channel.ERROR and not _HARNESS.search(turn.text) and _cause(turn):
            found[_cause(turn)].failures.append((turn, command))
        elif turn.channel is Channel.RESULT:
            for trap in found.values():
                if len(trap.failures) >= TIMES and not trap.worked and _akin(command, trap.failures[-1][1]):
                    trap.worked = command
    return [trap for trap in found.values() if trap.worked]


def _bare(command: str) -> str:
    """A command of one line without what only shapes its output."""
    text = _DRESSING.sub("", command.strip())
    return text if "\n" not in text and "`" not in text and len(text) < LONGEST else ""


def _cause(turn: Turn) -> str:
    """The line of an error that names its cause; the last one is the innermost."""
    lines = _CAUSE.findall(turn.text)
    return " ".join(lines[-1].split())[:LONGEST_CAUSE] if lines else ""


def _shared(commands: Sequence[str]) -> str:
    """The words that all commands begin with; the last command where that is less than two."""
    words = [command.split() for command in commands]
    count = 0
    for first in zip(*words, strict=False):
        if len(set(first)) > 1:
            break
        count += 1
    return " ".join(words[0][:count]) if count >= 2 else commands[-1]


def _akin(one: str, other: str) -> bool:
    """Whether two commands are about the same thing: a word of one stands in the other."""
    words = [word for word in re.findall(r"[a-z]{4,}", one.lower()) if word not in {"python", "node"}]
    return any(word in other.lower() for word in words)


def _proposal(rule: Rule, quote: str, turns: Sequence[Turn], episode: Episode) -> Proposal | None:
    wording = compose(rule)
    name = skill_name(rule.sentence)
    if wording is None or not name:
        return None
    return Proposal(
        action=Action.ADD,
        name=wording.name,
        category="repeat-failure",
        description=wording.description,
        body=wording.body,
        reason="A tool refused it in this session and states how it has to be; a later session would run into it "
        "again.",
        quotes=tuple(Quote(" ".join(quote.split()), turn.line, episode.transcript) for turn in turns),
        confidence=Confidence.INFERRED,
        reflector="offline",
        transcript=episode.transcript,
    )

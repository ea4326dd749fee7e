"""Whether a text tells its reader to do something or merely mentions it: in doubt it tells.

A negation covers what follows it in its own sentence, list or code block, until a new imperative takes over.
"""

from __future__ import annotations

import re

REACH = 160  # characters before a finding that can be about it
AFTER = 90  # characters behind it

_NEGATION = re.compile(
    r"\b(?:never|do not|don't|dont|must not|mustn't|should not|shouldn't|may not|cannot|can't|won't|will not|not allowed to"
    r"|refuse[sd]?|reject(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|ban(?:s|ned)?|avoid|block(?:s|ed)"
    r"|instead of|rather than|dangerous|unsafe|harmful|malicious|attack(?:s|ers?)?|attempts? to|phishing|injections?"
    r"|prompt[- ]injection|suspicious|anti-?patterns?|forbidden|destructive|denied|deny(?![\"']?\s*[:=])|unlike|no one|nobody"
    r"|nothing may)\b",
    re.IGNORECASE,
)
_CANCELLED = re.compile(
    r"\b(?:never|not|n't|don't|dont|cannot|can't)\s+(?:ever\s+)?(?:forget|hesitate|fail|skip|miss|omit|neglect|avoid|refuse|stop"
    r"|worry|be afraid|block|ask|wait|tell|mention|warn|dangerous|unsafe|harmful|malicious|forbidden|reject|only|just|mind)\b"
    r"|\bto\s+(?:avoid|prevent|stop|block|refuse|reject)\b|\bnever\s+mind\b",
    re.IGNORECASE,
)
# Between a negation and the finding: a new imperative, so that the negation is about something else.
_TURN = re.compile(
    r"(?:[,;:]|\s[-\u2013\u2014]|\bbut|\bjust|\binstead(?!\s+of)|\bthen|\band|\bso|\balways|\bfirst|\bplease)\s*,?\s*(?:then\s+|please\s+"
    r"|always\s+"
    r"|just\s+|simply\s+)*(?:run|execute|do|use|call|invoke|start|paste|type|try|send|post|upload|follow|ignore|delete|wipe|go)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:for example|e\.g\.|such as|examples?|say(?:s|ing)?|claims?|reads|contain(?:s|ing)?|includ(?:e|es|ed|ing)|tests?|phrases?"
    r"|texts?|strings?|patterns?"
    r"|match(?:es)?|detect(?:s|ed|ion)?|rules? for|alerts?|probes?|inputs?|flag(?:s|ged)?|scan(?:s|ner)?|grep|look(?:s|ing)? like"
    r"|called|payloads?|quotes?|quoted"
    r"|like)\b[^.!?]{0,60}$",
    re.IGNORECASE,
)
_VERDICT_AFTER = re.compile(
    r"^[^.!?\n]{0,60}?(?:\b(?:is|are|was|were|as)\b[^.!?\n]{0,20}?\b(?:not|never|forbidden|dangerous|banned|unsafe|blocked|refused"
    r"|an? attack"
    r"|attacks|prohibited|malicious|untrusted|rejected|data|what (?:an?|happens)|adversarial|examples?|payloads?)\b|\b(?:would|means)\b"
    r"|#\s*(?:never|don't|do not|bad|wrong"
    r"|forbidden|dangerous)"
    r"|[(\u2014-]\s*(?:never|don't|forbidden|dangerous|bad)\b)",
    re.IGNORECASE,
)
_OPENERS = "\"'`\u201c\u2018\u00ab("
_BULLET = re.compile(r"^\s*(?:[-*+\u2022]|\d+[.)])\s")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)[.!?](?=[\s\"')]|$)|\n\s*\n")


def mentions(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is spoken about rather than asked for."""
    start, end = _code_span(text, start, end)
    before = _lead(text, start)
    if _negated(before) or _VERDICT_AFTER.search(text[end : end + AFTER]):
        return True
    return _quoted(text, start) and _EXAMPLE.search(before.rstrip(_OPENERS + " ")) is not None


def _code_span(text: str, start: int, end: int) -> tuple[int, int]:
    """What stands in an inline code span is spoken about as the span is."""
    line = text.rfind("\n", 0, start) + 1
    if text.count("`", line, start) % 2 == 0 or text.startswith("```", line):
        return start, end
    close = text.find("`", end)
    return text.rfind("`", line, start) + 1, end if close < 0 or "\n" in text[end:close] else close + 1


def _quoted(text: str, start: int) -> bool:
    return text[max(0, start - 2) : start].strip(" \n")[-1:] in set(_OPENERS) - {"", "("}


def _negated(before: str) -> bool:
    negations = list(_NEGATION.finditer(before))
    if not negations or _CANCELLED.search(before):
        return False
    return not _TURN.search(before, negations[-1].end())


def _lead(text: str, start: int) -> str:
    """What the reader has just read: the own sentence up to the finding, and what introduces the list or block."""
    line_start = text.rfind("\n", 0, start) + 1
    own = text[line_start:start][-REACH:]
    sentence = own[_last_end(own) :]
    above = text[:line_start].splitlines()[-14:]
    fenced = _open_fence(text, line_start)
    listed = bool(_BULLET.match(text[line_start : line_start + 20]))
    intro = _intro(above, fenced=fenced) if fenced or listed else _wrapped(above, own)
    return f"{_heading(above)} {intro} {sentence}"


def _last_end(text: str) -> int:
    end = 0
    for found in _SENTENCE_END.finditer(text):
        if found.end() < len(text.rstrip()):
            end = found.end()
    return end


def _open_fence(text: str, position: int) -> bool:
    return sum(1 for line in text[:position].splitlines() if _FENCE.match(line)) % 2 == 1


def _intro(above: list[str], *, fenced: bool) -> str:
    """The line that the list or code block hangs on."""
    lines = list(above)
    while fenced and lines and not _FENCE.match(lines[-1]):
        lines.pop()
    if fenced and lines:
        lines.pop()
    while lines and (not lines[-1].strip() or (not fenced and _BULLET.match(lines[-1]))):
        lines.pop()
    line = lines[-1].rstrip() if lines else ""
    leads = line.endswith(":") or (fenced and not line.endswith((".", "!", "?")))
    return line[_last_end(line) :] if leads else ""


def _wrapped(above: list[str], own: str) -> str:
    """The line before, where the sentence began there."""
    if not above or not above[-1].strip() or _SENTENCE_END.search(own) or above[-1].lstrip().startswith("#"):
        return ""
    previous = above[-1]
    return "" if previous.rstrip().endswith((".", "!", "?")) else previous[_last_end(previous) :]


def _heading(above: list[str]) -> str:
    for line in reversed(above):
        if line.startswith("#"):
            return line.lstrip("# ") + "."
    return ""

"""A question of the agent and the answer to it as one sentence: what is settled from now on."""

from __future__ import annotations

import re

from gitskills.transcript.casing import capital, small
from gitskills.transcript.speech import VERBS

_YES = re.compile(r"^(?:yes|yep|sure|correct)\b", re.IGNORECASE)
_NO = re.compile(r"^no\b(?!ne)", re.IGNORECASE)
_WHETHER = re.compile(
    rf"^(?:should|must|do|does|can|may) (?P<subject>\S.*?) (?P<verb>(?:also |still |always )?(?:be|{VERBS}|"
    rf"support|require)) (?P<rest>(?:the|an?|all|any|each|every|its|"
    r"their|only|to|in|with|by|for|both|\w+ed|\w+en)\b.*)$",
    re.IGNORECASE,
)
_DONE = re.compile(r"^(?:how|where|when) should (?P<subject>.+?) be (?P<done>\w+)(?P<rest>.*)$", re.IGNORECASE)
_WHICH_DONE = re.compile(r"^(?:which|what) (?P<subject>.+?) should be (?P<done>\w+)(?P<rest>.*)$", re.IGNORECASE)
_WHICH = re.compile(
    r"^(?:which|what) (?P<subject>.+?) (?:should|do you want|would you like)(?: (?:we|i|me))?(?: to)? "
    r"(?P<verb>use|have|support|show|keep|add|store|write|return|call|follow|apply)(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_HOW_MUCH = re.compile(
    r"^how (?:much|many)(?: of)? (?P<object>.+?) should (?P<subject>.+?) (?P<verb>\w+)$", re.IGNORECASE
)
_WE = re.compile(
    r"^(?:should|shall) (?:we|i) (?P<deed>(?:also |always |only )*(?:use|keep|prefer|avoid|treat|return|log|store|name|call|stick|"
    r"follow|support|validate|require|allow|raise|throw|target)\b(?!.* or ).+)$",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"^should (?:we|i|it|the [\w ]+?) (?P<verb>use|keep|store|put|return|log|raise|throw|call|name|write|support|prefer|go with) "
    r"(?P<one>.+?),? or (?P<other>.+)$",
    re.IGNORECASE,
)
_BE_EITHER = re.compile(r"^should (?P<subject>.+?) be (?P<one>\w+),? or (?P<other>\w+)$", re.IGNORECASE)
_WHERE = re.compile(
    r"^where should (?:we|i) (?P<verb>put|store|keep|save|write|place|document|define) (?P<thing>.+)$", re.IGNORECASE
)
_CALLED = re.compile(
    r"^what should (?P<thing>.+?) be (?:called|named)$|^what should we (?:call|name) (?P<other>.+)$", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"^(?:in|on|at|by|with|after|before|per|as|via|from|to|through|inside|under|only|once|when)\b", re.IGNORECASE
)
_HOW = re.compile(rf"^how should (?:we|i) (?P<subject>(?:{VERBS})\b.+)$", re.IGNORECASE)


def settled(question: str, choice: str) -> str:
    """One sentence without its stop, "" where question and answer don't make one."""
    if _YES.match(choice) or _NO.match(choice):
        return _whether(question, denied=bool(_NO.match(choice)))
    if found := _DONE.match(question):
        form = "are" if found["subject"].endswith("s") else "is"
        return capital(f"{found['subject']} {form} {found['done']}{found['rest']}{_joined(choice)}")
    if found := _CALLED.match(question):
        return capital(f"{found['thing'] or found['other']} is called {choice}")
    if found := _WHICH_DONE.match(question):
        return capital(f"{found['subject']} {found['done']}{found['rest']}: {small(choice)}")
    if found := _WHICH.match(question):
        return capital(f"{found['subject']} to {found['verb']}{found['rest']}: {small(choice)}")
    if found := _HOW_MUCH.match(question):
        return capital(
            re.sub("^the ", "", f"{found['subject']}: {small(choice)} ({re.sub('^the ', '', found['object'])})")
        )
    return _placed(question, choice)


def brief(question: str, choice: str) -> str:
    """What it is about and what was chosen, where the sentence is too long; "" for other questions."""
    found = _DONE.match(question)
    return capital(f"{re.sub('^(?:the|an?) ', '', found['subject'])}: {small(choice)}") if found else ""


def _whether(question: str, *, denied: bool) -> str:
    if found := _WE.match(question):
        return f"Don't {found['deed']}" if denied else capital(found["deed"])
    found = _WHETHER.match(question) if " or " not in question else None
    if found is None or found["subject"].lower().partition(" ")[0] in {"i", "we", "you"}:
        return ""
    return capital(f"{found['subject']} should{' not' if denied else ''} {found['verb']} {found['rest']}")


def _placed(question: str, choice: str) -> str:
    """Where something goes, which of two, or how."""
    if found := _WHERE.match(question):
        place = small(choice) if _GOES_ON.match(choice) else f"in {choice}"
        return capital(f"{found['verb']} {found['thing']} {place}")
    if found := _EITHER.match(question):
        both = (found["one"], found["other"])
        chosen = [one for one in both if _fold(choice) in _fold(one) or _fold(one) in _fold(choice)]
        if len(chosen) != 1:
            return ""
        verb = "use" if found["verb"].lower() == "go with" else found["verb"]
        return capital(f"{verb} {chosen[0]}, not {both[chosen[0] == both[0]]}")
    if (found := _BE_EITHER.match(question)) and _fold(choice) in {_fold(found["one"]), _fold(found["other"])}:
        other = found["other"] if _fold(choice) == _fold(found["one"]) else found["one"]
        return capital(f"{found['subject']} should be {small(choice)}, not {other}")
    found = _HOW.match(question)
    return capital(f"{found['subject']}: {small(choice)}") if found else ""


def _fold(text: str) -> str:
    return re.sub(r"^(?:the|an?) |\W+", "", text.lower())


def _joined(choice: str) -> str:
    """The choice behind its verb: a place or a manner goes on, a thing is named as it was chosen."""
    if _GOES_ON.match(choice):
        return f" {small(choice)}"
    return f" as {choice}" if choice.startswith("`") else f' as "{small(choice)}"'

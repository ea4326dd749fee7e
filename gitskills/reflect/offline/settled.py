"""A question of the agent and the answer to it as one sentence: what is settled from now on."""

from __future__ import annotations

import re

from gitskills.reflect.offline.cues import VERBS

_YES = re.compile(r"^(?:yes|yep|sure|correct)\b", re.IGNORECASE)
_NO = re.compile(r"^no\b(?!ne)", re.IGNORECASE)
_WHETHER = re.compile(
    rf"^(?:should|must|do|does|can|may) (?P<subject>.+?) (?P<verb>(?:also |still |always )?(?:be|{VERBS}|"
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
_GOES_ON = re.compile(
    r"^(?:in|on|at|by|with|after|before|per|as|via|from|to|through|inside|under|only|once|when)\b", re.IGNORECASE
)
_HOW = re.compile(r"^how should (?:we |i )?(?P<subject>.+)$", re.IGNORECASE)


def settled(question: str, choice: str) -> str:
    """One sentence without its stop, "" where question and answer don't make one."""
    whether = _WHETHER.match(question)
    if whether and (_YES.match(choice) or _NO.match(choice)):
        denied = " not" if _NO.match(choice) else ""
        return _capital(f"{whether['subject']} should{denied} {whether['verb']} {whether['rest']}")
    if _YES.match(choice) or _NO.match(choice):
        return ""
    if found := _DONE.match(question):
        form = "are" if found["subject"].endswith("s") else "is"
        return _capital(f"{found['subject']} {form} {found['done']}{found['rest']}{_joined(choice)}")
    if found := _WHICH_DONE.match(question):
        return _capital(f"{found['subject']} {found['done']}{found['rest']}: {_lower(choice)}")
    if found := _WHICH.match(question):
        return _capital(f"{found['subject']} to {found['verb']}{found['rest']}: {_lower(choice)}")
    if found := _HOW_MUCH.match(question):
        return _capital(
            re.sub("^the ", "", f"{found['subject']}: {_lower(choice)} ({re.sub('^the ', '', found['object'])})")
        )
    found = _HOW.match(question)
    return _capital(f"{found['subject']}: {_lower(choice)}") if found else ""


def _joined(choice: str) -> str:
    """The choice behind its verb: a place or a manner goes on, a thing is named as it was chosen."""
    return f" {_lower(choice)}" if _GOES_ON.match(choice) else f' as "{_lower(choice)}"'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first[1:].islower() or len(first) == 1 else text

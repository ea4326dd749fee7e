"""What a commit says of itself in its trailers, held against what it does. Whether its words are true can't be proven."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from gitskills.model.commit import first
from gitskills.model.proposal import Action
from gitskills.model.ruling import Severity, Violation
from gitskills.model.turn import Speaker
from gitskills.model.united import UNITING
from gitskills.validate.names import name_fault
from gitskills.validate.rules.evidence import WITHOUT, supports
from gitskills.validate.step import Step, quotes_of

ID = "trailers"
SENTENCE = "A commit's trailers say what its trees and its evidence show."
HINT = "don't take this commit up: it claims what it does not do; who made it by hand leaves the trailers out"
OF_PERSONS = ("revert", "withdraw", "adopt", "pin", "unpin", "forgive")
ACTIONS = frozenset({*Action, *OF_PERSONS})
LEAVES_A_FOLDER = frozenset({*Action, "adopt"})
SAYS_SOMETHING = LEAVES_A_FOLDER - {Action.ARCHIVE, Action.RESTORE}
ONCE = ("Action", "Proposal", "Skill-Tree", "Reflector")
LONGEST_REFLECTOR = 64
_PROPOSAL = re.compile(r"[0-9a-f]{20}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HOME = re.compile(
    r"(?:^|[\s\"'(=:])(?:/(?:home|Users|root|var/root)\b|~|[A-Za-z]:[\\/](?!/)|\\\\)|%USERPROFILE%|\$HOME"
)
_ADDRESS = re.compile(r"https?://[\w.:\[\]-]+(?:/[^\s?#]*)?(?:#[\w.!/-]*)?")
_SESSION = re.compile(r"[a-z][a-z0-9-]*:[0-9a-f]{4,64}")

Claim = tuple[str, str]  # of a proposal: the action, and the first skill that it names


def judge_claims(step: Step) -> Iterator[Violation]:
    """Only what bears our trailers claims anything; a merge repeats nothing of what its sides say."""
    if not step.names and "Proposal" not in step.trailers:
        return
    yield from map(_reject, _values(step))
    if step.parents < 2 and step.names:
        yield from map(_reject, _folders(step))
        yield from map(_reject, _evidence(step))


def _reject(message: str) -> Violation:
    return Violation(ID, message, Severity.REJECT, HINT)


def _values(step: Step) -> Iterator[str]:
    said = step.trailers
    for key in ONCE:
        if len(said.get(key, ())) > 1:
            yield f"{key} stands there {len(said[key])} times"
    if step.names and step.action not in ACTIONS and not (step.action == UNITING and step.parents > 1):
        yield f"Action: {ascii(step.action)[1:-1]} is none of {', '.join(sorted(ACTIONS))}"
    for name in step.names:
        if why := name_fault(name):
            yield f"Skill: {why}"
    for key, form in (("Proposal", _PROPOSAL), ("Evidence-Sha256", _DIGEST)):
        if not all(form.fullmatch(value) for value in said.get(key, ())):
            yield f"{key} is not of the form that gitskills writes"
    for role in said.get("Evidence-Role", ()):
        if role not in set(Speaker):
            yield f"Evidence-Role: {ascii(role)[1:-1]} is none of {', '.join(Speaker)}"
    yield from _places(step)


def _places(step: Step) -> Iterator[str]:
    """No home path and nobody's account goes round in messages."""
    for source in step.trailers.get("Source", ()):
        if not (_ADDRESS.fullmatch(source) or _SESSION.fullmatch(source) or _relative(source)):
            yield "Source is neither a path within the repository, an address without a query, nor a hashed session"
    for reflector in step.trailers.get("Reflector", ()):
        if len(reflector) > LONGEST_REFLECTOR or _HOME.search(reflector):
            yield "Reflector names a place on somebody's machine"


def _relative(path: str) -> bool:
    parts = path.split("/")
    return not ("://" in path or "\\" in path or _HOME.search(path) or {"", "..", "."}.intersection(parts))


def _folders(step: Step) -> Iterator[str]:
    for name in sorted({item.name for item in step.changed} - set(step.names)):
        if step.action != "withdraw" or not _only_moved(step, name):
            yield f"it changes {ascii(name)[1:-1]}, which it does not name"
    told = first(step.trailers, "Skill-Tree")
    if not told and step.action in LEAVES_A_FOLDER:
        yield f"{step.action} without a Skill-Tree"
    there = {item.tree for item in step.changed if item.name == step.names[0]} | {step.live.get(step.names[0], "")}
    if told and told not in there:
        yield f"Skill-Tree is not the tree of {ascii(step.names[0])[1:-1]}"


def _only_moved(step: Step, name: str) -> bool:
    """Whether a skill came out of the archive, or went there, byte for byte: withdrawing a merge brings back what it took in."""
    mine = [item for item in step.changed if item.name == name]
    came = [item.after.files for item in mine if item.after is not None]
    went = [side.files for item in mine if item.after is None for side in item.sides]
    return len(came) == 1 and all(files == came[0] for files in went) and len(mine) == 1 + len(went)


def _evidence(step: Step) -> Iterator[str]:
    """Of what is only moved nothing new is said, so its quotes need not be in the folder."""
    if step.action not in SAYS_SOMETHING:
        return
    digests = set(step.trailers.get("Evidence-Sha256", ()))
    own = [item.after for item in step.changed if item.name == step.names[0] and item.live]
    quotes = [item for folder in own for item in quotes_of(folder) if item.sha256 in digests]
    if missing := digests - {item.sha256 for item in quotes}:
        yield f"no evidence file bears Evidence-Sha256 {min(missing)[:12]}"
        return
    roles = set(step.trailers.get("Evidence-Role", ()))
    if quotes and not (roles and roles <= {str(item.speaker) for item in quotes}):
        yield "Evidence-Role is not what the evidence says of its speaker"
    if "Proposal" not in step.trailers or step.action in WITHOUT:
        return
    if not quotes:
        yield "it names no evidence"
    elif not any(supports(item) or item.speaker is Speaker.AGENT for item in quotes):
        yield "neither a user nor a command nor the agent is quoted"


def claims_of(step: Step) -> Iterator[tuple[str, str, Claim]]:
    """(commit, proposal, claim) of what a commit says it landed."""
    for proposal in step.trailers.get("Proposal", ()) if step.names else ():
        yield step.oid, proposal, (step.action, step.names[0])


def conflicts(claims: Iterable[tuple[str, str, Claim]], known: Mapping[str, Claim]) -> Iterator[tuple[str, Violation]]:
    """Commits (id, proposal, claim) that say of a proposal otherwise than an earlier one or what is `known`: (id, what).

    A person may have taken over what is added elsewhere.
    """
    seen = dict(known)
    for oid, proposal, claim in claims:
        action, name = seen.setdefault(proposal, claim)
        if name != claim[1] or (action != claim[0] and "adopt" not in (action, claim[0])):
            yield oid, _reject(f"Proposal {proposal} is {action} {name} elsewhere, and {claim[0]} {claim[1]} here")

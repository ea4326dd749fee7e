"""The words of a commit: a subject that `git log --oneline` can show, the description, the reason, and at most eight trailers."""

from __future__ import annotations

from collections.abc import Sequence

from gitskills.model.changeset import Message
from gitskills.model.proposal import Action, Evidence, Proposal
from gitskills.skillfile.paragraph import plain, quoted


def subject(verb: str, name: str) -> str:
    """`skill: add <name>`; 83 characters at most, with the longest verb and name."""
    return f"skill: {verb} {name}"


def proposal_message(proposal: Proposal, proposal_id: str, description: str) -> Message:
    """The message of the commit that lands `proposal`; the writer fills Skill-Tree."""
    return Message(
        subject=subject(proposal.action, proposal.name),
        paragraphs=tuple(
            part
            for part in (plain(description), plain(proposal.reason), _absorbed(proposal), _words(proposal.evidence))
            if part
        ),
        trailers=(
            *(("Skill", name) for name in _distinct([proposal.name, *proposal.absorbs])),
            ("Action", proposal.action),
            ("Proposal", proposal_id),
            ("Skill-Tree", ""),
            *(("Evidence-Sha256", item.sha256) for item in proposal.evidence),
            *(("Evidence-Role", role) for role in _distinct([item.speaker for item in proposal.evidence])),
            *(("Source", source) for source in _distinct([item.source for item in proposal.evidence])),
            ("Reflector", plain(proposal.reflector)[:64]),
        ),
    )


def _absorbed(proposal: Proposal) -> str:
    """Which skills became which."""
    if proposal.action is Action.MERGE:
        return plain(f"Absorbs {', '.join(proposal.absorbs)}; what they were is kept in the archive.")
    if proposal.action is Action.ARCHIVE and proposal.absorbed_into:
        return plain(f"Absorbed into {proposal.absorbed_into}.")
    return ""


def _words(evidence: Sequence[Evidence]) -> str:
    """The first quote, so that `git log` shows from which words a skill was learned."""
    return quoted(evidence[0].quote) if evidence else ""


def _distinct(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))


def act_message(verb: str, name: str, reason: str) -> Message:
    """A commit that a person asked for: withdraw, adopt, forgive."""
    return Message(
        subject=subject(verb, name),
        paragraphs=(plain(reason),) if reason else (),
        trailers=(("Skill", name), ("Action", verb), ("Skill-Tree", "")),
    )


def revert_message(commit: str, title: str, names: Sequence[str], reason: str) -> Message:
    """As `git revert` words it, so that git's own tools and our ledger read it alike."""
    return Message(
        subject=f'Revert "{title}"',
        paragraphs=(f"This reverts commit {commit}.", plain(reason)),
        trailers=(*(("Skill", name) for name in names), ("Action", "revert"), ("Skill-Tree", "")),
    )


def source_message(name: str, reason: str, digests: Sequence[str], sources: Sequence[str]) -> Message:
    """What a poisoned source taught is taken back: which words are refused from now on, and whose."""
    return Message(
        subject=subject("withdraw", name),
        paragraphs=(plain(reason),) if reason else (),
        trailers=(
            ("Skill", name),
            ("Action", "withdraw"),
            ("Skill-Tree", ""),
            *(("Evidence-Sha256", digest) for digest in digests),
            *(("Source", source) for source in sources),
        ),
    )

"""Decisions of a session by the offline extractor, and by which lane its quotes go: found, met with what stands, recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gitskills.app.context import Context, Store
from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.deciding import capture, hold
from gitskills.app.decisions.recording import Recording, placed
from gitskills.decisions.extract import met, says_again, scan
from gitskills.decisions.likeness import alike
from gitskills.model.decision import Act, Candidate, Decided, Decision, Extracted, Outcome, Pending, Waits
from gitskills.model.episode import Episode
from gitskills.model.learned import Noted
from gitskills.model.turn import Speaker


def find_decisions(context: Context, episode: Episode) -> tuple[Extracted, ...]:
    """What the window decides; nothing where it is switched off, or outside of a repository."""
    return scan(episode) if context.project is not None and context.settings.decide else ()


def note_decisions(context: Context, found: Sequence[Extracted], *, dry_run: bool = False) -> tuple[Noted, ...]:
    """Record them one by one, each beside what stands then; said again, nothing is written."""
    return tuple(_noted(context, context.need_project(), found, dry_run=dry_run)) if found else ()


def _noted(context: Context, store: Store, found: Iterable[Extracted], *, dry_run: bool) -> Iterator[Noted]:
    for one in found:
        current = read_decided(context, store).current
        candidate, standing = met(one, current)
        if standing is not None and says_again(candidate, standing):
            sentence = f"{standing.id} says so already"
            known = Decided(Outcome.KNOWN, standing.id, standing.topic.path, sentence=sentence, prior=standing.id)
            yield Noted(candidate, known)
            continue
        replaces = standing.id if standing is not None and one.changes and candidate.speaker is Speaker.USER else ""
        if dry_run:
            yield Noted(candidate, _foreseen(context, store, candidate, replaces))
        elif standing is None and (near := _near(candidate, current.values())) is not None:
            yield Noted(candidate, _held(context, store, candidate, near))
        else:
            yield Noted(candidate, capture(context, store, candidate, supersedes=replaces))


def _near(candidate: Candidate, current: Iterable[Decision]) -> Decision | None:
    """What the agent declares in other words than a decision that stands is looked at first; a person's words are not held up."""
    return None if candidate.speaker is Speaker.USER else alike(candidate, current)


def _held(context: Context, store: Store, candidate: Candidate, near: Decision) -> Decided:
    sentence = f"{near.id} on {near.topic.name} reads alike: {near.title}"
    hold(context, store, Pending(candidate, Waits.DEMOTED, near.id, sentence))
    return Decided(Outcome.CONFLICT, sentence=sentence, prior=near.id)


def _foreseen(context: Context, store: Store, candidate: Candidate, replaces: str) -> Decided:
    """What would become of it now; nothing is written."""
    found = placed(context, candidate)
    return found if isinstance(found, Decided) else Recording(context, store, *found, replaces, Act.RECORD).plan()[0]

"""What the next session is told at its start (LOOP L2): what the host's own listing leaves out, and nothing twice.

Measured in the real client with n skills of 83 characters a line: it names every skill, in order of name, and describes as
many as 1 % of the model's context holds beside its own: of 400 skills 245 with a million tokens (2.1.332), of 50 skills 12
with 200,000 (10 in 2.1.197), of 100 none. A fifth of that list is surely there for ours; beyond it, we say the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context
from gitskills.app.decisions.decided import read_decided
from gitskills.app.live.places import claude_folders
from gitskills.app.reflection.refining import rough
from gitskills.decisions.index import foreign
from gitskills.decisions.vocabulary import is_over
from gitskills.hosts import live_tree
from gitskills.hosts.listing import budget
from gitskills.model.decision import SURE, Decision, Status
from gitskills.model.hookwords import FACTS_BYTES
from gitskills.model.skill import Owner, SkillEntry
from gitskills.state import clock
from gitskills.state.decisions import pending_decisions
from gitskills.state.sessions import Row, read_start, registered, tables_of, write_offers, write_start

LETTERS = 4  # of a token, as the host reckons
SHARE = 5  # the host's own skills take the most of its list
NEWS_BYTES = 450  # what the hook adds
HAND_LINE = 100  # a hand-written skill's line, which we don't read
OURS = frozenset({Owner.AGENT, Owner.ADOPTED})
HEAD = "Skills learned from earlier sessions in this repository, beyond what the skill listing describes:"
MOST_OFFERS = 3
LONGEST_QUOTE = 300
OTHER = "other"
DECIDED = "Decided in this repository, by a person's word:"
DECIDED_BYTES = 1_800
LONGEST_TITLE = 160


def prepare(context: Context, state: str) -> None:
    """Write what the hook reads: facts, the tips that they hold for, and lessons that wait for wording."""
    stores = tuple(context.stores())
    tables = [tables_of(store.repo.common_dir) for store in stores]  # before anything is read
    libraries = [read_library(context, each, judge=False) for each in stores]
    watch = [
        [library.store.repo.common_dir, library.store.branch, table or library.tip]
        for library, table in zip(libraries, tables, strict=True)
    ]
    settled = decided(context)
    room = FACTS_BYTES - NEWS_BYTES - len(settled.encode())
    parts = (settled, facts(context, libraries, room))
    until = min((one.valid_until[:10] for one in _holding(context) if one.valid_until), default="")
    write_start(state, {"watch": watch, "until": until, "context": "\n\n".join(part for part in parts if part)})
    write_offers(state, list(_offers(context)) if context.settings.refine else [])


def renew(context: Context) -> None:
    """Prepare it anew after a command moved a branch, so that the very next start is told; where no hook ever was, nothing is made."""
    state = str(context.project.state.root) if context.project is not None else ""
    if state and (read_start(state) or registered(state)):
        prepare(context, state)


def decided(context: Context) -> str:
    """The decisions that hold, the newest first; what has no room is counted."""
    newest = sorted(_holding(context), key=lambda one: (one.updated, one.id), reverse=True)
    return _listed(DECIDED, [f"- {one.id} {one.topic.name}: {_one_line(one.title)}" for one in newest], DECIDED_BYTES)


def _holding(context: Context) -> Iterator[Decision]:
    """What a person stated or accepted, and this clone accepted, and holds today."""
    store = context.project
    if store is None or not context.settings.decide:
        return
    index = read_decided(context, store)
    strange, today = foreign(index), clock.now().date().isoformat()
    for record in index.current.values():
        sure = record.status is Status.ACCEPTED and record.endorsed and record.confidence in SURE
        if sure and record.topic.name not in strange and not is_over(record.valid_until, today):
            yield record


def _one_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_TITLE]


def _listed(head: str, lines: list[str], room: int) -> str:
    """As many lines as there is room for, under their heading; "" without any."""
    kept, room = [head], room - len(head.encode())
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            kept.append(f"({len(lines) - len(kept) + 1} more: `gitskills decisions recall WORDS` finds them.)")
            break
        kept.append(line)
    return "\n".join(kept) if lines else ""


def facts(context: Context, libraries: list[Library], total: int) -> str:
    """The lines that the host's listing has no room for, by category; what doesn't fit here either is counted."""
    left = sorted(_beyond_listing(context, libraries), key=lambda entry: (entry.category or OTHER, entry.name))
    if not left:
        return ""
    lines, shown, room = [HEAD], 0, total - len(HEAD)
    for number, entry in enumerate(left):
        heading = [f"{entry.category or OTHER}:"] if not number or entry.category != left[number - 1].category else []
        block = [*heading, f"- {entry.name} [{entry.scope}]: {entry.description}"]
        room -= sum(len(line.encode()) + 1 for line in block)
        if room < 0:
            break
        lines += block
        shown += 1
    if shown < len(left):
        lines.append(f"({len(left) - shown} more have no room here; `gitskills list` names them.)")
    return "\n".join(lines)


def _beyond_listing(context: Context, libraries: list[Library]) -> Iterator[SkillEntry]:
    """Skills of ours on disk whose description the host has no room for: it gives them out in order of name."""
    ours = sorted((entry for library in libraries for entry in _on_disk(library)), key=lambda one: one.name)
    room = budget(context.settings.host_context_tokens) * LETTERS // SHARE
    room -= sum(HAND_LINE * len(library.handmade) for library in libraries)
    room -= sum(len(f"- {entry.name}\n") for entry in ours)
    for entry in ours:
        room -= len(f": {entry.description}")
        if room < 0:
            yield entry


def _on_disk(library: Library) -> Iterator[SkillEntry]:
    """What the host read at its start; a skill that was just written is seen one session later."""
    there = {name for folder in claude_folders(library.store) for name in live_tree.names(*folder.place)}
    return (entry for name, entry in library.skills.items() if entry.owner in OURS and name in there)


def _offers(context: Context) -> Iterator[Row]:
    """The oldest lessons in words that no one chose, the person's own, cut short; then decisions that nobody judged yet."""
    return islice(chain(_lessons(context), _undecided(context)), MOST_OFFERS)


def _lessons(context: Context) -> Iterator[Row]:
    for _, key, proposal in rough(context):
        quote = proposal.evidence[0].quote if proposal.evidence else proposal.description
        yield {"id": key, "name": proposal.name, "quote": " ".join(quote.split())[:LONGEST_QUOTE]}


def _undecided(context: Context) -> Iterator[Row]:
    if context.project is None or not context.settings.decide:
        return
    for key, pending in pending_decisions(context.project.state).entries():
        said = next((item.quote for item in pending.candidate.evidence), pending.candidate.excerpt)
        quote = " ".join(said.split())[:LONGEST_QUOTE]
        yield {"id": key, "name": _one_line(pending.candidate.title), "quote": quote, "kind": "decision"}

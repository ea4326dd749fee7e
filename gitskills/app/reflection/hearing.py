"""The propose tool: what a model proposes is proven and judged at once as a dry run, and refusals are the answer (LOOP P3).

Nothing is written. Of a safety or secret finding the model learns the rule's sentence, never the span.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gitskills.app.branch.desk import Desk, Entry
from gitskills.app.branch.library import Library, read_library
from gitskills.app.context import Context
from gitskills.app.reflection.reading import redacted
from gitskills.app.reflection.schemas import PROPOSAL, list_of, schema, validator
from gitskills.llm.port import Answer, Model, Tool
from gitskills.model.episode import Episode
from gitskills.model.proposal import Proposal, Scope
from gitskills.model.ruling import Outcome, Ruling
from gitskills.propose.identity import proposal_id
from gitskills.propose.intake import Malformed, read_line
from gitskills.propose.proof import Folded, Unproven, fold_window, prove
from gitskills.transcript.clipping import cut
from gitskills.validate.judge import for_model
from gitskills.validate.rules.duplicate import ID as DUPLICATE

MOST = 10  # proposals of one window
ROUNDS = 3
NAME_SHOWN = 80
REASON_SHOWN = 600
DESCRIPTION = "Proposes skills, all in one list; an empty list where nothing is worth keeping. The answer says what was refused and why."
NOT_FOR_MODELS = ("reflector", "transcript")


@dataclass(slots=True)
class Hearing:
    """What was heard about one window: `taken` by id, `refused` by name while nobody mended it; `heard` once a list came."""

    context: Context
    libraries: Sequence[Library]
    episode: Episode
    model: Model
    taken: dict[str, Proposal] = field(default_factory=dict)
    refused: dict[str, Proposal] = field(default_factory=dict)
    calls: int = 0
    heard: bool = False
    _twins: dict[str, str] = field(default_factory=dict)
    _desks: dict[Scope, Desk] = field(default_factory=dict)
    _folded: Folded = ()

    def tool(self) -> Tool:
        """The tool whose input is the run's result."""
        one = schema(PROPOSAL)
        item = {name: one[name] for name in ("type", "additionalProperties", "required")}
        item["properties"] = {name: kind for name, kind in one["properties"].items() if name not in NOT_FOR_MODELS}
        for name in NOT_FOR_MODELS:
            item["properties"]["evidence"]["items"]["properties"].pop(name, None)
        return Tool("propose", DESCRIPTION, list_of("proposals", item, MOST), self.propose, final=True)

    def propose(self, given: str) -> Answer:
        """One call: a line for each proposal. It ends the run where nothing was refused, or nobody may try again."""
        self.calls += 1
        found = listed(given, "proposals", "action")
        if isinstance(found, str):
            return Answer(f"refused: {found}", done=self.calls >= ROUNDS)
        self.heard = True
        heard = [self._hear(number, item) for number, item in enumerate(found[:MOST], 1)]
        lines = [line for line, _ in heard]
        if len(found) > MOST:
            lines.append(f"{len(found) - MOST} more were not looked at: at most {MOST} in one call.")
        refused = any(not well for _, well in heard)
        last = self.calls >= ROUNDS
        if refused:
            lines.append(
                "Nothing can be mended any more." if last else "Mend what was refused, or let it go; not the rest."
            )
        return Answer("\n".join(lines) or "Noted: nothing to keep.", done=last or not refused)

    def proposals(self) -> tuple[Proposal, ...]:
        """What was taken, then what nobody mended: it is refused again at the door, and its reason kept."""
        return (*self.taken.values(), *self.refused.values())

    def _hear(self, number: int, item: object) -> tuple[str, bool]:
        """The answer to one proposal, and whether it was taken."""
        read = read_line(number, json.dumps(item), validator(PROPOSAL))
        if isinstance(read, Malformed):
            return f"{number}. refused: {self._shown(read.reason)}", False
        quotes = tuple(replace(quote, transcript="") for quote in read.quotes)
        proposal = redacted(replace(read, quotes=quotes, reflector=self.model.label), self.context.redactor)
        start = f"{number}. {cut(self._shown(proposal.name), NAME_SHOWN)}"
        if len(self.taken) >= MOST:
            return f"{start}: refused: a window gives at most {MOST} proposals", True
        proven = prove(proposal, self._window(), self.episode.source)
        if isinstance(proven, Unproven):
            self.refused.setdefault(proposal.name, proposal)
            near = f"; the nearest text is: {proven.nearest}" if proven.nearest else ""
            return f"{start}: refused: {proven.why}{near}", False
        return self._judged(start, proven)

    def _judged(self, start: str, proposal: Proposal) -> tuple[str, bool]:
        key = proposal_id(proposal)
        ruling = self._desk(proposal.scope).rule(Entry(key, proposal))
        why = cut("; ".join(reasons(ruling)), REASON_SHOWN)
        if ruling.outcome is Outcome.REJECTED:
            self.refused[proposal.name] = proposal
            return f"{start}: refused: {self._shown(why)}", False
        if twin := self._twin(ruling):
            if all(twin != other.name for other in self.taken.values()):
                self.refused[proposal.name] = proposal  # where nobody mends it, a person looks
                self._twins[proposal.name] = twin
            return f"{start}: refused: {self._shown(why)}", False
        self.taken[key] = proposal
        self.refused = {
            name: other for name, other in self.refused.items() if proposal.name not in {name, self._twins.get(name)}
        }
        waits = f" and waits: {self._shown(why)}" if ruling.outcome is not Outcome.LANDED and why else ""
        return f"{start}: taken{waits}", True

    def _twin(self, ruling: Ruling) -> str:
        """The skill that says the same, "" where none does: better patched than doubled, which the model can do now."""
        for violation in ruling.violations:
            if violation.rule == DUPLICATE and violation.path in self._desk(Scope.PROJECT).library.skills:
                return violation.path
        return ""

    def _desk(self, scope: Scope) -> Desk:
        """Where it is judged, against the library as it would be with what was taken before."""
        if scope not in self._desks:
            library = next((one for one in self.libraries if one.store.scope is scope), None)
            fresh = library or read_library(self.context, self.context.store_for(scope))
            self._desks[scope] = Desk(self.context, fresh, None)
        return self._desks[scope]

    def _window(self) -> Folded:
        if not self._folded:
            self._folded = fold_window(self.episode.window)
        return self._folded

    def _shown(self, text: str) -> str:
        """Its own words come back redacted, on one line."""
        return " ".join(self.context.redactor.redact(text)[0].split())


def reasons(ruling: Ruling) -> Iterator[str]:
    """What the rules said, as a model may read it."""
    for violation in map(for_model, ruling.violations):
        yield f"{violation.rule}: {violation.message}" + (f" ({violation.hint})" if violation.hint else "")


def listed(given: str, name: str, sign: str) -> list[Any] | str:
    """The list of that name in a tool's input, however it holds it; else why there is none. `sign` is a field of one item."""
    try:
        found = json.loads(given)
    except ValueError as error:
        return f"the input is no JSON: {error}"[:200]
    except RecursionError:
        return "the input is nested too deeply"
    if isinstance(found, Mapping):
        found = found.get(name, [found] if sign in found else found)
    return found if isinstance(found, list) else f'the input must be {{"{name}": [...]}}'

"""The curator as a model: it sees narrow skills whole, and each merge that it asks for is judged at once, refusals being the answer.

Nothing is written. Evidence is not the model's to give: a merge rests on the words of what it absorbs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gitskills.app.branch.desk import Desk, Entry
from gitskills.app.branch.library import Library
from gitskills.app.context import Context
from gitskills.app.reflection.hearing import REASON_SHOWN, ROUNDS, reasons
from gitskills.app.reflection.prompts import CURATE, prompt
from gitskills.app.reflection.reading import redacted
from gitskills.app.reflection.schemas import PROPOSAL, list_of, schema, validator
from gitskills.app.reflection.surroundings import skill_file
from gitskills.app.reflection.thinking import BYTES_A_TOKEN, DOLLARS, LEAST, Thought, fit, run
from gitskills.curate.narrow import Narrow
from gitskills.llm.port import Answer, Limits, Model, Request, Tool
from gitskills.llm.tokens import tokens_of
from gitskills.model.proposal import Action, Confidence, Proposal
from gitskills.model.ruling import Outcome
from gitskills.model.skill import SKILL_FILE
from gitskills.propose.identity import proposal_id
from gitskills.propose.intake import Malformed, read_line
from gitskills.transcript import OUR_MARK
from gitskills.transcript.clipping import cut

MOST = 10  # merges in one call
FIELDS = ("name", "category", "description", "body", "files", "absorbs", "dropped", "reason")
NEEDED = ("name", "description", "body", "absorbs", "reason")
DESCRIPTION = (
    "Merges skills, all in one list; an empty list where nothing belongs together. The answer says what was refused."
)


@dataclass(slots=True)
class Merging:
    """What was heard in one run: `taken` by id. No skill goes into two umbrellas."""

    context: Context
    library: Library
    skills: Sequence[Narrow]
    model: Model
    taken: dict[str, Proposal] = field(default_factory=dict)
    calls: int = 0
    heard: bool = False

    def proposals(self) -> tuple[Proposal, ...]:
        return tuple(self.taken.values())

    def tool(self) -> Tool:
        known = schema(PROPOSAL)["properties"]
        item = {
            "type": "object",
            "properties": {name: known[name] for name in FIELDS},
            "required": list(NEEDED),
            "additionalProperties": False,
        }
        return Tool("merge", DESCRIPTION, list_of("merges", item, MOST), self.merge, final=True)

    def merge(self, given: str) -> Answer:
        """One call. It ends the run where nothing was refused, or nobody may try again."""
        self.calls += 1
        last = self.calls >= ROUNDS
        found = _list(given)
        if found is None:
            return Answer('refused: the input must be {"merges": [...]}', done=last)
        self.heard = True
        answers = [self._hear(number, item) for number, item in enumerate(found[:MOST], 1)]
        refused = any(": refused: " in line for line in answers)
        if refused:
            answers.append(
                "Nothing can be mended any more." if last else "Mend what was refused, or let it go; not the rest."
            )
        return Answer("\n".join(answers) or "Noted: everything stays as it is.", done=last or not refused)

    def _hear(self, number: int, item: object) -> str:
        line = json.dumps(item | {"action": Action.MERGE} if isinstance(item, dict) else item)
        read = read_line(number, line, validator(PROPOSAL))
        if isinstance(read, Malformed):
            return f"{number}: refused: {self._shown(read.reason)}"
        why = self._impossible(read)
        if why:
            return f"{number}. {read.name[:80]}: refused: {self._shown(why)}"
        clean = redacted(replace(read, quotes=()), self.context.redactor)
        words = next(skill.words for skill in self.skills if skill.name in read.absorbs)
        scope = self.library.store.scope
        proposal = replace(
            clean, scope=scope, evidence=words, confidence=Confidence.INFERRED, reflector=f"curator {self.model.label}"
        )
        entry = Entry(proposal_id(proposal), proposal)
        ruling = Desk(self.context, self.library, None).rule(entry)
        if ruling.outcome is Outcome.REJECTED:
            return f"{number}. {proposal.name[:80]}: refused: {self._shown('; '.join(reasons(ruling)))}"
        self.taken[entry.id] = proposal
        return f"{number}. {proposal.name[:80]}: taken and waits for a person"

    def _impossible(self, read: Proposal) -> str:
        names = {skill.name for skill in self.skills}
        if strange := sorted(set(read.absorbs) - names):
            return f"{', '.join(strange)} was not shown and can't be absorbed"
        if len(set(read.absorbs) | ({read.name} & names)) < 2:
            return "a merge puts two skills together at least"
        gone = {name for other in self.taken.values() for name in (*other.absorbs, other.name)}
        if twice := sorted({*read.absorbs, read.name} & gone):
            return f"{', '.join(twice)} is part of another merge already"
        return ""

    def _shown(self, text: str) -> str:
        return cut(" ".join(self.context.redactor.redact(text)[0].split()), 3 * REASON_SHOWN)


def _list(given: str) -> list[object] | None:
    try:
        found = json.loads(given)
    except (ValueError, RecursionError):
        return None
    listed = found.get("merges") if isinstance(found, dict) else found
    return listed if isinstance(listed, list) else None


def ask(context: Context, library: Library, model: Model, skills: Sequence[Narrow]) -> tuple[Proposal, ...]:
    """What the model would merge. Raises ModelFault, or OverBudget before anything is sent."""
    shares = fit(context.settings)
    merging = Merging(context, library, skills, model)
    limits = Limits(shares.output, ROUNDS, context.settings.run_seconds, DOLLARS)
    frame, tools = Request(prompt(context, CURATE), "", limits), (merging.tool(),)
    left = max(LEAST, shares.opening - tokens_of(model.opening(frame, tools)))
    request = replace(frame, prompt=_shown(context, merging, left * BYTES_A_TOKEN))
    return run(context, model, Thought(request, tools, merging, tokens_of(model.opening(request, tools))))


def _shown(context: Context, merging: Merging, room: int) -> str:
    """The skills whole, as many as there is room for; only those may be absorbed."""
    parts, shown = [OUR_MARK], []
    for skill in merging.skills:
        text = skill_file(context, [merging.library], skill.name, SKILL_FILE) or ""
        part = "\n".join((f"## {skill.name}", f"category: {skill.entry.category}", *_files(skill), "", text))
        room -= len(part.encode("utf-8", "replace"))
        if room < 0:
            break
        parts.append(part)
        shown.append(skill)
    merging.skills = shown
    return "\n\n".join(parts) + "\n"


def _files(skill: Narrow) -> list[str]:
    return [f"file: {path}{' (executable)' if file.executable else ''}" for path, file in sorted(skill.bundled.items())]

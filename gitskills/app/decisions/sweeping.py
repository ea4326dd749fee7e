"""The sweep at a session's end: a model looks for decisions that nobody put in so many words (tier 3).

What it finds is proven like every quote. Nothing is written here; what is less than certain waits for a person. Where no
person chose in words, `inferred` is the most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import fastjsonschema

from gitskills.app.context import Context
from gitskills.app.reflection.hearing import REASON_SHOWN, ROUNDS, listed
from gitskills.app.reflection.prompts import prompt
from gitskills.app.reflection.schemas import DECISION, list_of, schema, validator
from gitskills.app.reflection.thinking import BYTES_A_TOKEN, DOLLARS, LEAST, Thought, fit, run
from gitskills.decisions.likeness import bears
from gitskills.llm.port import Answer, Limits, Model, Request, Tool, TooLong
from gitskills.llm.tokens import tokens_of
from gitskills.model.decision import Candidate, Decision, Level
from gitskills.model.episode import Episode
from gitskills.model.proposal import Action, Evidence, Proposal, Quote
from gitskills.model.turn import Speaker
from gitskills.propose.proof import Folded, Unproven, fold_window, prove
from gitskills.reflect.bundle import halves, shown
from gitskills.transcript import OUR_MARK
from gitskills.transcript.clipping import cut

PROMPTS = ("decisions-sweep.md", "decisions-find.md", "decisions-word.md")  # the frame, how to find, how to word
MOST = 4  # decisions of one window
ON_RECORD = 20  # decisions that the model is told of, the newest
DESCRIPTION = (
    "Records decisions, all in one list; an empty list where there are none. The answer says what was refused."
)
TEXTS = ("title", "decision", "entity", "context", "consequences", "subject", "predicate", "object")


@dataclass(slots=True)
class Sweeping:
    """What was heard about one window: `taken` by title and topic; `heard` once a list came."""

    context: Context
    episode: Episode
    model: Model
    taken: dict[str, Candidate] = field(default_factory=dict)
    calls: int = 0
    heard: bool = False
    _folded: Folded = ()

    def proposals(self) -> tuple[Proposal, ...]:
        """No skills come of it."""
        return ()

    def tool(self) -> Tool:
        item = {name: part for name, part in schema(DECISION).items() if name not in {"$schema", "title"}}
        return Tool("record", DESCRIPTION, list_of("decisions", item, MOST), self.record, final=True)

    def record(self, given: str) -> Answer:
        """One call: a line for each decision. It ends the run where nothing was refused, or nobody may try again."""
        self.calls += 1
        last = self.calls >= ROUNDS
        found = listed(given, "decisions", "title")
        if isinstance(found, str):
            return Answer(f"refused: {found}", done=last)
        self.heard = True
        lines = [self._hear(number, item) for number, item in enumerate(found[:MOST], 1)]
        if len(found) > MOST:
            lines.append(f"{len(found) - MOST} more were not looked at: at most {MOST} in one call.")
        refused = any(": refused: " in line for line in lines)
        return Answer("\n".join(lines) or "Noted: nothing to record.", done=last or not refused)

    def _hear(self, number: int, item: object) -> str:
        try:
            validator(DECISION)(item)
        except fastjsonschema.JsonSchemaValueException as error:
            return f"{number}: refused: {self._shown(str(error.message).removeprefix('data.'))}"
        assert isinstance(item, dict)  # noqa: S101 - the schema has just said so
        quotes = tuple(Quote(self._clean(str(one["quote"])), int(one.get("line", 0))) for one in item["evidence"])
        proven = prove(Proposal(Action.ADD, "decision", quotes=quotes), self._window(), self.episode.source)
        if isinstance(proven, Unproven):
            near = f"; the nearest text is: {proven.nearest}" if proven.nearest else ""
            return f"{number}: refused: {proven.why}{near}"
        candidate = self._candidate(item, proven.evidence)
        self.taken[f"{candidate.primary_tag}/{candidate.entity.casefold()}"] = capped(candidate)
        return f"{number}: taken"

    def _candidate(self, item: Mapping[str, Any], evidence: tuple[Evidence, ...]) -> Candidate:
        said = {name: self._clean(str(item.get(name, ""))) for name in TEXTS}
        return Candidate(
            title=said["title"],
            primary_tag=item["primary_tag"],
            entity=said["entity"],
            level=Level(item["confidence"]),
            speaker=evidence[0].speaker,
            decision=said["decision"],
            context=said["context"],
            alternatives=tuple(self._clean(str(one)) for one in item.get("alternatives", ())),
            consequences=said["consequences"],
            evidence=evidence,
            subject=said["subject"],
            predicate=said["predicate"],
            object=said["object"],
            task_category=item.get("task_category", "unknown"),
            domain=item.get("domain", "unknown"),
            goal=item.get("goal", "unknown"),
            supersedes=item.get("supersedes", ""),
        )

    def _clean(self, text: str) -> str:
        return self.context.redactor.redact(text)[0]

    def _shown(self, text: str) -> str:
        return cut(" ".join(self._clean(text).split()), REASON_SHOWN)

    def _window(self) -> Folded:
        if not self._folded:
            self._folded = fold_window(self.episode.window)
        return self._folded


def capped(candidate: Candidate) -> Candidate:
    """Without a person's words on it nothing is more than inferred, whatever a model says; else what it says."""
    said = any(item.speaker is Speaker.USER for item in candidate.evidence)
    said = said and bears(candidate, (item.quote for item in candidate.evidence))
    if said:
        return replace(candidate, speaker=Speaker.USER)
    return replace(candidate, level=min(candidate.level, Level.INFERRED, key=lambda level: level.rank))


def sweep(
    context: Context, model: Model, episode: Episode, on_record: Sequence[Decision], seconds: int
) -> tuple[Candidate, ...]:
    """The decisions that the model finds in one window, proven. Raises ModelFault, or OverBudget before anything is sent."""
    try:
        thought, sweeping = prepare(context, model, episode, on_record, seconds)
        run(context, model, thought)
    except TooLong:
        parts = halves(episode)
        if parts is None:
            raise
        return tuple(one for part in parts for one in sweep(context, model, part, on_record, seconds))
    return tuple(sweeping.taken.values())


def prepare(
    context: Context, model: Model, episode: Episode, on_record: Sequence[Decision], seconds: int
) -> tuple[Thought, Sweeping]:
    """Exactly what would be sent for a window; TooLong where it does not fit."""
    shares = fit(context.settings)
    sweeping = Sweeping(context, episode, model)
    tools = (sweeping.tool(),)
    text = context.redactor.redact(_sections(episode, on_record))[0]
    request = Request(system(context), text, Limits(shares.output, ROUNDS, seconds, DOLLARS))
    tokens = tokens_of(model.opening(request, tools))
    if tokens > shares.opening and len(text) > LEAST * BYTES_A_TOKEN:
        raise TooLong(f"a prompt of about {tokens:,} tokens leaves no room for answers")
    return Thought(request, tools, sweeping, tokens), sweeping


def system(context: Context) -> str:
    """The three prompts as one, our mark at its head alone."""
    first, *rest = (prompt(context, name) for name in PROMPTS)
    return "\n\n".join((first.strip(), *(part.replace(OUR_MARK, "").strip() for part in rest))) + "\n"


def _sections(episode: Episode, on_record: Iterable[Decision]) -> str:
    newest = sorted(on_record, key=lambda one: (one.updated, one.id), reverse=True)[:ON_RECORD]
    known = [f"{one.id} {one.topic.name}: {' '.join(one.title.split())}" for one in newest]
    sections = (
        ("Decisions on record", known),
        ("Digest: what came before, for orientation, never evidence", map(shown, episode.digest)),
        ("Window: what may be quoted", map(shown, episode.window)),
    )
    parts = (f"## {title}\n\n{said}" for title, lines in sections if (said := "\n".join(lines)))
    return "\n\n".join((OUR_MARK, *parts)) + "\n"

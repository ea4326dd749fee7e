"""A decision as somebody at the command line states it: whose words it is, and how sure, decided once for all callers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gitskills.app.context import Context
from gitskills.app.reflection.quoting import prove_quotes
from gitskills.decisions.likeness import bears
from gitskills.decisions.vocabulary import MANUAL
from gitskills.model.decision import Candidate, speaker_rank
from gitskills.model.turn import Speaker
from gitskills.propose.proof import Unproven

NO_TRANSCRIPT = "its quotes can't be found without a transcript: name one with --transcript or --session"


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words to be found in a transcript; `agent`: an agent asks, not a person; `strange`: and it may have written the transcript."""

    quotes: Sequence[str]
    transcript: str
    agent: bool
    strange: bool = False


def with_speaker(context: Context, asked: Candidate, said: Quoted) -> Candidate | str:
    """The candidate with its proof and the speaker whom that gives it; a sentence where a quote is not proven.

    Without a quote it is the user's word where a person runs the command by hand, and the agent's own otherwise; so it is where
    an agent quotes what has no word of the decision.
    """
    source = asked.source or ("" if said.agent else MANUAL)
    if not said.quotes:
        person = source == MANUAL and not said.agent
        return replace(asked, source=source, speaker=Speaker.USER if person else Speaker.AGENT)
    if not said.transcript:
        return NO_TRANSCRIPT
    found = prove_quotes(context, said.quotes, said.transcript)
    if isinstance(found, Unproven):
        near = f"; nearest: {found.nearest!r}" if found.nearest else ""
        return f"{found.why}: {found.quote[:80]!r}{near}"
    if said.strange or (said.agent and not bears(asked, said.quotes)):
        found = tuple(replace(item, speaker=Speaker.AGENT) for item in found)
    speaker = max((item.speaker for item in found), key=speaker_rank)
    return replace(asked, source=source, speaker=speaker, evidence=found)

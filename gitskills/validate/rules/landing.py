"""V14 landing: what the user's settings let in without being asked, and how many newcomers a library takes at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitskills.model.case import Case
from gitskills.model.proposal import Action, Confidence, Evidence, Proposal
from gitskills.model.ruling import Severity, Violation
from gitskills.model.settings import Settings
from gitskills.model.skill import SIDECAR, SKILL_FILE, SkillFile
from gitskills.model.turn import Channel, Speaker
from gitskills.skillfile.terms import terms
from gitskills.transcript.language import foreign
from gitskills.transcript.options import picked
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.rules.evidence import WITHOUT, supports
from gitskills.validate.sample import SOUND, Sample, said

ID = "landing"
_CLIPPED = re.compile(r"(?:n['’]t|['’](?:s|re|ll|ve|d|m))\b", re.IGNORECASE)  # no word of its own
HINT = "it waits in `gitskills review`"


def check(material: Material) -> Iterator[Violation]:
    case = material.case
    if case.proposal is None:
        return
    why = _held(material, case.proposal)
    if why:
        yield Violation(ID, why, Severity.REVIEW, HINT)
    full = crowded(case)
    if full:
        yield Violation(ID, full, Severity.WARN, "the next lesson, or `gitskills promote`, looks at it again")


def _held(material: Material, proposal: Proposal) -> str:
    settings = material.case.settings
    if proposal.action is Action.MERGE or proposal.absorbed_into:
        return "a merge is looked at first"
    if settings.landing == "review":
        return "everything is looked at first (gitskills.landing is review)"
    if settings.landing == "auto":
        return ""
    if proposal.confidence is Confidence.INFERRED:
        return "it is inferred, not said"
    user = [item for item in proposal.evidence if item.speaker is Speaker.USER and supports(item)]
    if not user:
        return "it does not rest on the user's own words"
    return "" if _is_about(material, proposal, user) else "it has no word in common with the user's own"


def _is_about(material: Material, proposal: Proposal, user: Sequence[Evidence]) -> bool:
    """Whether the words say anything of the skill as it would be. Of another language nobody can tell here."""
    document = material.readable
    if document is None or proposal.action in WITHOUT or foreign("\n".join(item.quote for item in user), fewest=1):
        return True
    spoken = terms(_CLIPPED.sub("", "\n".join(item.quote for item in (*user, *_replied_to(proposal, user)))))
    files = [text for path, text in material.texts.items() if path not in (SKILL_FILE, SIDECAR)]
    written = terms("\n".join((document.description, document.body, proposal.old_text, proposal.new_text, *files)))
    return not spoken.keys().isdisjoint(written)


def _replied_to(proposal: Proposal, user: Sequence[Evidence]) -> list[Evidence]:
    """The agent's words that a reply goes with; none where the user's words are no reply."""
    agent = [item for item in proposal.evidence if item.speaker is Speaker.AGENT]
    asked = "\n".join(item.quote for item in agent)
    said_so = proposal.confidence is Confidence.CONFIRMED or any(item.channel is Channel.ANSWER for item in user)
    return agent if said_so or all(picked(item.quote, asked) for item in user) else []


def crowded(case: Case) -> str:
    """Why a birth has to wait, "" where it has not; what a person approved is never held up."""
    birth = case.before is None and case.after is not None and case.proposal is not None
    if not birth or case.approved or (case.proposal and case.proposal.action is Action.RESTORE):
        return ""
    if case.snapshot.births_today >= case.settings.births_per_day:
        return f"{case.snapshot.births_today} skills were born today, {case.settings.births_per_day} are allowed; the rest wait"
    if case.snapshot.in_probation >= case.settings.probation_max:
        return f"{case.snapshot.in_probation} skills are in probation, {case.settings.probation_max} are allowed; the rest wait"
    return ""


_AUTO = Settings(landing="auto")

RULE = Rule(
    id=ID,
    number="V14",
    sentence="Only what rests on the user's explicit words lands unasked, and only so many at once.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        Sample(settings=Settings(landing="review")),
        Sample(confidence=Confidence.INFERRED),
        Sample(evidence=(said("exit status 1", Speaker.COMMAND),)),
        Sample(evidence=(said("thanks, that is all for today"),)),
        Sample(evidence=(said("thanks, that is all for today"), said("Use uv add, never pip.", Speaker.WEB))),
        Sample(evidence=(said("thanks, that is all for today"), said("Use uv add, never pip.", Speaker.AGENT))),
        Sample(
            evidence=(said("thanks, that's all, don't wait"),),
            body="Don't install with pip: that's the lock file's end.",
        ),
        Sample(evidence=(said("yes"),)),
        Sample(births_today=5),
        Sample(in_probation=20),
        Sample(action=Action.MERGE, absorbs=("a",), settings=_AUTO),
    ),
    must_not_match=(
        SOUND,
        Sample(confidence=Confidence.CONFIRMED),
        Sample(
            confidence=Confidence.CONFIRMED,
            evidence=(said("yes, go on like this"), said("Shall I use uv add?", Speaker.AGENT)),
        ),
        Sample(evidence=(said("yes, please"), said("Shall I use uv add?", Speaker.AGENT))),
        Sample(evidence=(said("B"), said("A) pip install\nB) uv add", Speaker.AGENT))),
        Sample(evidence=(said("bitte nie mehr von Hand eintragen"),)),
        Sample(evidence=(said("не ставь пакеты руками"),)),
        Sample(evidence=(said("see the lint settings"),), files={"references/lint.md": SkillFile(b"Lint settings.")}),
        Sample(confidence=Confidence.INFERRED, settings=_AUTO),
        Sample(evidence=(said("exit status 1", Speaker.COMMAND),), settings=_AUTO),
        Sample(births_today=4, in_probation=19),
        Sample(births_today=9, had=SOUND.folder(), action=Action.PATCH),
        Sample(births_today=9, approved=True),
    ),
)

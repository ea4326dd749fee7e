"""V9 evidence: what was said stands behind every change, said by somebody who may say so, and can be proven later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitskills.model.proposal import Action, Evidence
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SkillFile
from gitskills.model.turn import HUMAN_CHANNELS, Channel, Speaker
from gitskills.skillfile.evidence import evidence_path, quote_digest, render_evidence
from gitskills.skillfile.fault import Fault
from gitskills.validate.material import Material, is_evidence
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import QUOTE, SOUND, Sample, said

ID = "evidence"
HINT = "quote the user's own words, or the result of a command that the agent itself ran"
WITHOUT = frozenset({Action.ARCHIVE, Action.RESTORE, Action.REMOVE_FILE})  # nothing new is said by these


def check(material: Material) -> Iterator[Violation]:
    proposal = material.case.proposal
    if proposal is None:
        return
    yield from _older(material)
    if not proposal.evidence:
        severity = Severity.REVIEW if proposal.action in WITHOUT else Severity.REJECT
        yield Violation(ID, "no quote says so", severity, HINT)
        return
    for item in proposal.evidence:
        if quote_digest(item.quote) != item.sha256:
            yield Violation(ID, "a quote's digest is not its own", Severity.REJECT, "propose again from the transcript")
    yield from _weigh(proposal.evidence)
    if proposal.action not in WITHOUT:
        yield from _own(material, proposal.evidence)


def supports(item: Evidence) -> bool:
    """Whether a quote can carry a rule: the user's words, or what the agent's own command gave back."""
    if item.speaker is Speaker.USER:
        return item.channel in HUMAN_CHANNELS or item.channel is Channel.SHELL
    return item.speaker is Speaker.COMMAND and item.channel is not Channel.INJECTED


def _weigh(evidence: Sequence[Evidence]) -> Iterator[Violation]:
    if any(supports(item) for item in evidence):
        return
    speakers = sorted({str(item.speaker) for item in evidence})
    if all(item.speaker is Speaker.AGENT for item in evidence):
        yield Violation(ID, "only the agent says so", Severity.REVIEW, HINT)
    else:
        yield Violation(ID, f"no user and no command says so, only {', '.join(speakers)}", Severity.REJECT, HINT)


def _own(material: Material, evidence: Sequence[Evidence]) -> Iterator[Violation]:
    """The file in the commit says exactly what the proposal was proven by, or kept the same words when they were first said."""
    after, before = material.case.after, material.case.before
    path = evidence_path(evidence)
    if after is None or (before is not None and path in before.files):
        return
    if path not in after.files or after.files[path].content != render_evidence(evidence):
        yield Violation(ID, f"{path} does not hold the proven quotes", Severity.REJECT, "propose again", path)


def _older(material: Material) -> Iterator[Violation]:
    """Every older evidence file is kept as it is, whatever the action."""
    after = material.case.after
    before = material.case.before.files if material.case.before else {}
    for older in before:
        if after is not None and is_evidence(older) and after.files.get(older) != before[older]:
            yield Violation(
                ID, f"{older} would be lost or changed", Severity.REJECT, "older evidence stays as it is", older
            )


def check_files(material: Material) -> Iterator[Violation]:
    """What can be proven of a commit: each evidence file is whole, named after its digests, and one supports the skill."""
    for path, items in material.evidence.items():
        if isinstance(items, Fault):
            yield Violation(
                ID, f"{path} (line {items.line}): {items.reason}", Severity.REJECT, "restore the file", path
            )
        elif evidence_path(items) != path:
            yield Violation(ID, f"{path} is not named after its quotes", Severity.REJECT, "restore the file", path)


RULE = Rule(
    id=ID,
    number="V9",
    sentence="Every change rests on a proven quote of the user or of the agent's own command.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        Sample(evidence=()),
        Sample(evidence=(said(QUOTE, Speaker.WEB),)),
        Sample(evidence=(said(QUOTE, Speaker.FILE), said("other words here", Speaker.AGENT))),
        Sample(evidence=(said(QUOTE, Speaker.AGENT),)),
        Sample(evidence=(Evidence(QUOTE, Speaker.USER, Channel.INJECTED, 1, "s", quote_digest(QUOTE)),)),
        Sample(evidence=(Evidence(QUOTE, Speaker.USER, Channel.TYPED, 1, "s", "0" * 64),)),
        Sample(files={evidence_path((said(),)): SkillFile(b"# Evidence\n")}),
        Sample(drop=(evidence_path((said(),)),)),
    ),
    must_not_match=(
        SOUND,
        Sample(evidence=(said(QUOTE, Speaker.COMMAND),)),
        Sample(evidence=(said(), said("a page says so", Speaker.WEB))),
    ),
)

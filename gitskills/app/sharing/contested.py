"""The version of a skill that two lines made one left out: a proposal in this clone's review, so that a person decides."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.app.context import Store
from gitskills.app.sharing.wanted import Lost
from gitskills.model.proposal import Action, BundledFile, Confidence, Proposal
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import EVIDENCE_PREFIX, SIDECAR, SKILL_FILE
from gitskills.model.united import Held
from gitskills.propose.identity import proposal_id
from gitskills.share.folders import retold
from gitskills.share.refused import quotes_in
from gitskills.skillfile.document import parse
from gitskills.state.queue import Waiting, refused_entries, review_queue

RULE = "sync"
WHY = "another clone changed the same words; only one version of them could stay"


def ask(store: Store, lost: Lost) -> Iterator[Held]:
    """Put the other version up for review, unless a person has refused just that, or it says nothing more."""
    proposal = _proposal(store, lost)
    if proposal is None:
        return
    key = proposal_id(proposal)
    if refused_entries(store.state).get(key) is None:
        violation = Violation(RULE, WHY, Severity.REVIEW, "compare the two", lost.name)
        review_queue(store.state).add(key, Waiting(proposal, (violation,)))
        yield Held(lost.name, key, WHY)


def _proposal(store: Store, lost: Lost) -> Proposal | None:
    text = retold(lost.base, lost.kept, lost.lost)
    kept = parse(lost.kept[SKILL_FILE].content) if SKILL_FILE in lost.kept else None
    files = tuple(_bundled(lost))
    if text is None or (text == kept and not files):
        return None
    known = {item.sha256 for item in quotes_in(lost.base)}
    quotes = quotes_in(lost.lost)
    return Proposal(
        action=Action.UPDATE,
        name=lost.name,
        scope=store.scope,
        description=text.description,
        body=text.body,
        files=files,
        reason="Two clones changed the same words at the same time. This is the version that did not stay.",
        evidence=tuple(item for item in quotes if item.sha256 not in known) or quotes,
        confidence=Confidence.INFERRED,
        reflector=RULE,
    )


def _bundled(lost: Lost) -> Iterator[BundledFile]:
    """The files beside SKILL.md that it brought or changed."""
    for path, file in sorted(lost.lost.items()):
        own = path in {SKILL_FILE, SIDECAR} or path.startswith(EVIDENCE_PREFIX)
        text = _text(file.content)
        if not own and file not in (lost.base.get(path), lost.kept.get(path)) and text is not None:
            yield BundledFile(path, text, file.executable)


def _text(content: bytes) -> str | None:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None

"""V11 verdict: what a person took back is not proposed again; what is only near goes to a person."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.case import Case
from gitskills.model.library import Ledger, Verdict, VerdictKind
from gitskills.model.proposal import Action, Evidence
from gitskills.model.ruling import Severity, Violation
from gitskills.skillfile.folded import content_digest, folded_digest
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.terms import terms
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import QUOTE, SOUND, Sample, refused, said

ID = "verdict"
SHORT = 12  # digits of a commit's id in a sentence
NEAR = 0.5  # share of the words of both names
_NEW = frozenset({Action.ADD, Action.MERGE, Action.RESTORE})


def check(material: Material) -> Iterator[Violation]:
    proposal = material.case.proposal
    if proposal is None or proposal.action is Action.ARCHIVE:
        return
    after, verdicts = material.case.after, material.case.snapshot.ledger.verdicts
    content = content_digest(after.files) if after is not None and verdicts else ""
    for verdict in verdicts:
        why = _same(material, verdict, content)
        commit = verdict.commit[:SHORT]
        hint = f"`gitskills forgive {verdict.name}` allows it again"
        if why:
            reason = f": {verdict.reason}" if verdict.reason else ""
            yield Violation(ID, f"{why} was refused by commit {commit}{reason}", Severity.REJECT, hint)
        elif _near(material, verdict):
            yield Violation(ID, f"looks like {verdict.name}, which commit {commit} refused", Severity.REVIEW, hint)


def _same(material: Material, verdict: Verdict, content: str) -> str:
    """What of the proposal is what was refused, "" where nothing is."""
    case = material.case
    if case.proposal is None:
        return ""
    if case.proposal_id in verdict.proposals:
        return "this proposal"
    if case.after_tree and case.after_tree == verdict.tree:
        return "this content"
    if content and content in verdict.contents:
        return "this content"
    if verdict.kind is VerdictKind.PATCH:
        return ""
    if case.proposal.action in _NEW and verdict.name and fold_name(verdict.name) == fold_name(case.name):
        return f"the skill {verdict.name}"
    said = [_refused(item, verdict) for item in case.proposal.evidence]
    return "the lesson of these words" if said and all(said) and not _rests_on_them(case) else ""


def _refused(item: Evidence, verdict: Verdict) -> bool:
    return item.sha256 in verdict.evidence or folded_digest(item.quote) in verdict.words


def _rests_on_them(case: Case) -> bool:
    """Whether the skill that is to change was itself learned from these words, and stands: then a person looks."""
    known = {digest for version in case.snapshot.ledger.versions.get(case.name, ()) for digest in version.evidence}
    own = case.proposal.evidence if case.proposal and case.name in case.snapshot.skills else ()
    return bool(own) and all(item.sha256 in known for item in own)


def _near(material: Material, verdict: Verdict) -> bool:
    proposal = material.case.proposal
    if proposal is None:
        return False
    if any(_refused(item, verdict) for item in proposal.evidence):
        return True
    if verdict.kind is VerdictKind.PATCH or proposal.action not in _NEW:
        return False
    one, other = (set(terms(name.replace("-", " "))) for name in (verdict.name, material.case.name))
    return bool(one and other) and len(one & other) / len(one | other) >= NEAR


def _under(ledger: Ledger, **how: object) -> Sample:
    return Sample(ledger=ledger, **how)  # type: ignore[arg-type]


_DIGEST = said(QUOTE).sha256

RULE = Rule(
    id=ID,
    number="V11",
    sentence="A lesson that a person took back by a commit stays away until it is forgiven.",
    hint="let it be, or ask the user to forgive it",
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        _under(refused(name="uv-not-pip")),
        _under(refused(name="UV-n\u043et-pip")),
        _under(refused(name="other", evidence=frozenset({_DIGEST, "00"}))),
        _under(refused(name="other", proposals=frozenset({"5a5a"}))),
        _under(
            refused(name="other", words=frozenset({folded_digest("Please use UV \u0430dd here,  never pip install")}))
        ),
        _under(refused(name="other", contents=frozenset({content_digest(SOUND.folder().files)}))),
        _under(refused(name="other", tree="77aa"), after_tree="77aa"),
        _under(refused(name="pip-not-uv")),
        _under(refused(name="never-uv")),
        _under(refused(name="other", evidence=frozenset({_DIGEST})), evidence=(said(), said("and one more thing"))),
        _under(refused(kind=VerdictKind.PATCH, name="uv-not-pip", proposals=frozenset({"5a5a"})), action=Action.PATCH),
    ),
    must_not_match=(
        SOUND,
        _under(refused(name="uv-lock-file")),
        _under(refused(name="other", evidence=frozenset({"00"}), tree="77aa")),
        _under(refused(kind=VerdictKind.PATCH, name="uv-not-pip", tree="77aa"), action=Action.PATCH),
    ),
)

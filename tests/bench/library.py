"""A repository whose skills branch holds many skills, each born in a commit of its own, as the product writes them."""

from __future__ import annotations

from pathlib import Path

from gitskills.git.opening import open_repository
from gitskills.git.port import Landed
from gitskills.model.changeset import ChangeSet, Write
from gitskills.model.proposal import Action, Evidence, Proposal, Scope
from gitskills.model.skill import SIDECAR, SKILL_FILE, SKILLS_ROOT
from gitskills.model.turn import Channel, Speaker
from gitskills.promote.message import proposal_message
from gitskills.skillfile.document import Document, render
from gitskills.skillfile.evidence import evidence_path, quote_digest, render_evidence
from gitskills.skillfile.sidecar import Sidecar, render_sidecar
from tests.support.repos import RepoBuilder

VERBS = ("check", "build", "name", "order", "split", "trace", "quote", "price", "seal", "rank")
NOUNS = ("invoice", "parcel", "ledger", "tariff", "voucher", "manifest", "pallet", "customs", "freight", "depot")
PLACES = ("api", "queue", "cache", "report", "import", "export", "worker", "schema", "login", "mail")


def words(number: int) -> tuple[str, str, str]:
    """Three words that tell one skill from the others."""
    return VERBS[number % 10], NOUNS[number // 10 % 10], PLACES[number // 100 % 10]


def birth(number: int) -> ChangeSet:
    """The commit that lands skill `number`."""
    verb, noun, place = words(number)
    name = f"{verb}-{noun}-{place}-{number:05d}"
    quote = f"Always {verb} the {noun} in the {place} before the nightly run number {number}."
    said = Evidence(quote, Speaker.USER, Channel.TYPED, number + 1, "claude-code:bench", quote_digest(quote))
    proposal = Proposal(Action.ADD, name, reason=f"Said about the {place}.", evidence=(said,), reflector="bench")
    description = f"Use for the {place}: {verb} the {noun} first."
    folder = f"{SKILLS_ROOT}/{name}"
    return ChangeSet(
        proposal_message(proposal, quote_digest(name), description),
        writes=(
            Write(f"{folder}/{SKILL_FILE}", render(Document(name, description, f"# {name}\n\n{quote}"))),
            Write(f"{folder}/{SIDECAR}", render_sidecar(Sidecar(name, Scope.PROJECT))),
            Write(f"{folder}/{evidence_path((said,))}", render_evidence((said,))),
        ),
        skill_tree_of=folder,
    )


def library(folder: Path, skills: int) -> RepoBuilder:
    """A repository with that many skills."""
    made = RepoBuilder.with_commit(folder / "project", home=folder / "home")
    batch = open_repository(str(made.path)).batch("skills", made.tip("main"))
    for number in range(skills):
        batch.add(birth(number))
    landed = batch.land()
    assert isinstance(landed, Landed), landed
    return made

"""Lessons for tests of the use cases: what a person says, and the proposal that quotes it.

The maintained scanner takes seconds to start; here the built-in redaction alone looks at the texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gitskills.app.branch.desk import Entry
from gitskills.app.context import Context, open_context
from gitskills.app.promote import promote
from gitskills.app.propose import propose
from gitskills.model.learned import Intake
from gitskills.model.proposal import Action, Evidence, Proposal, Scope
from gitskills.model.ruling import Ruling
from gitskills.model.turn import Channel, Speaker
from gitskills.propose.identity import proposal_id
from gitskills.redact import Redactor
from gitskills.skillfile.evidence import quote_digest
from tests.support.repos import RepoBuilder
from tests.support.transcripts import TranscriptBuilder

SUBJECTS = ("amber", "birch", "cobalt", "dahlia", "ember", "falcon", "garnet", "hazel", "indigo", "juniper", "kestrel")
OBJECTS = ("anchor", "bridge", "candle", "drawer", "engine", "fiddle", "goblet", "hammer", "island", "jigsaw", "kettle")


def here(folder: Path | str) -> Context:
    """What a command run in `folder` works on."""
    return replace(open_context(str(folder)), redactor=Redactor(maintained=False))


@dataclass(frozen=True)
class Lesson:
    """A skill and the sentence of the user that it rests on."""

    name: str
    said: str
    body: str = ""
    description: str = ""
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The proposal as `gitskills propose` reads it."""
        return json.dumps(
            {
                "action": "add",
                "name": self.name,
                "description": self.description or f"{self.said}"[:60],
                "body": self.body or self.said,
                "reason": "The user said so.",
                "evidence": [{"quote": self.said}],
                **self.more,
            }
        )

    @property
    def proposal(self) -> Proposal:
        """The same, proven, as it stands in the queue."""
        evidence = Evidence(self.said, Speaker.USER, Channel.TYPED, 1, "notes.jsonl", quote_digest(self.said))
        return Proposal(
            action=Action.ADD,
            name=self.name,
            scope=Scope(str(self.more.get("scope", "project"))),
            description=self.description or f"{self.said}"[:60],
            body=self.body or self.said,
            reason="The user said so.",
            evidence=(evidence,),
            reflector="propose",
        )

    @property
    def entry(self) -> Entry:
        return Entry(proposal_id(self.proposal), self.proposal)


UV = Lesson("uv-not-pip", "Always use uv instead of pip in this project.")
MIGRATE = Lesson("migrate-first", "Run the database migrations before the integration tests.")


def lesson(number: int, writer: int = 0) -> Lesson:
    """One of many lessons with hardly a word in common."""
    one, other = SUBJECTS[number % len(SUBJECTS)], OBJECTS[(number // len(SUBJECTS)) % len(OBJECTS)]
    tag = f"{one}{writer}x{number}"
    words = " ".join(f"{one}{other}{writer}q{number}{letter}" for letter in "abcdef")
    return Lesson(f"{one}-{other}-{writer}-{number}", f"Build {tag} with {words}.")


def transcript(folder: Path, lessons: Iterable[Lesson]) -> Path:
    """A session in which a person says all of it."""
    session = TranscriptBuilder()
    for each in lessons:
        session.user(each.said)
        session.agent("Understood.")
    folder.mkdir(parents=True, exist_ok=True)
    return session.write(folder / "session.jsonl")


def teach(folder: Path, *lessons: Lesson, session: Path | None = None) -> tuple[Intake, ...]:
    """Propose the lessons in `folder`; the transcript stands outside the repository."""
    context = here(folder)
    place = session or transcript(Path.home() / "sessions", lessons)
    return propose(context, [each.line for each in lessons], str(place), approve=False)


def outcomes(intakes: Iterable[Intake]) -> list[str]:
    """landed, review, rejected, waiting; `refused: why` for a line that got no further than intake."""
    return [str(each.ruling.outcome) if each.ruling else f"refused: {each.refusal}" for each in intakes]


def drain(folder: Path) -> tuple[Ruling, ...]:
    """`gitskills promote` in `folder`."""
    return promote(here(folder), dry_run=False)


def rules(intake: Intake) -> set[str]:
    """Ids of the rules that had something to say."""
    return {found.rule for found in intake.ruling.violations} if intake.ruling else set()


def landed(made: RepoBuilder) -> list[str]:
    """Ids of the proposals on the branch, one a commit."""
    said = made.git("log", "--format=%(trailers:key=Proposal,valueonly,separator=%x2C)", "skills", check=False)
    return sorted(line for line in said.split("\n") if line)

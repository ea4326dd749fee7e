"""A repository whose skills branch holds many skills, each born in a commit of its own, as the product writes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gitskills.git.identity import AUTHOR_EMAIL, AUTHOR_NAME
from gitskills.model.changeset import ChangeSet, Write
from gitskills.model.proposal import Action, Evidence, Proposal, Scope
from gitskills.model.skill import SIDECAR, SKILL_FILE, SKILLS_ROOT
from gitskills.model.turn import Channel, Speaker
from gitskills.promote.message import proposal_message
from gitskills.skillfile.document import Document, render
from gitskills.skillfile.evidence import evidence_path, quote_digest, render_evidence
from gitskills.skillfile.sidecar import Sidecar, render_sidecar
from gitskills.state.directory import project_state
from gitskills.state.seen import add_marks
from tests.support.repos import RepoBuilder

FIRST = 1_767_603_600  # the second of the first commit
SYLLABLES = tuple(consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou")


def word(number: int) -> str:
    """A word that no other number gives; neighbours are unlike, so that no two lessons look the same."""
    mixed = number * 104_729 % len(SYLLABLES) ** 3
    high, low = divmod(mixed, len(SYLLABLES))
    return "".join(SYLLABLES[place] for place in (*divmod(high, len(SYLLABLES)), low))


@dataclass(frozen=True)
class Lesson:
    """What skill `number` teaches, in words of its own."""

    number: int

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word(7 * self.number + place) for place in range(7))

    @property
    def name(self) -> str:
        return "-".join(self.words[:3])

    @property
    def quote(self) -> str:
        return f"Always {' '.join(self.words[:4])} before you {' '.join(self.words[4:])}."

    @property
    def description(self) -> str:
        return f"Use for {self.words[1]}: {self.words[0]} {self.words[2]} first."

    @property
    def body(self) -> str:
        return f"# {self.words[0].title()} {self.words[1]}\n\n{self.quote}"


def birth(number: int) -> ChangeSet:
    """The commit that lands skill `number`."""
    lesson = Lesson(number)
    digest = quote_digest(lesson.quote)
    said = Evidence(lesson.quote, Speaker.USER, Channel.TYPED, number + 1, "claude-code:bench", digest)
    reason = f"Said about {lesson.words[1]}."
    proposal = Proposal(Action.ADD, lesson.name, reason=reason, evidence=(said,), reflector="bench")
    folder = f"{SKILLS_ROOT}/{lesson.name}"
    return ChangeSet(
        proposal_message(proposal, quote_digest(lesson.name), lesson.description),
        writes=(
            Write(f"{folder}/{SKILL_FILE}", render(Document(lesson.name, lesson.description, lesson.body))),
            Write(f"{folder}/{SIDECAR}", render_sidecar(Sidecar(lesson.name, Scope.PROJECT))),
            Write(f"{folder}/{evidence_path((said,))}", render_evidence((said,))),
        ),
        skill_tree_of=folder,
    )


def library(folder: Path, skills: int, files: int = 1) -> RepoBuilder:
    """A repository with that many files on main and that many skills on the branch, made here; nothing is checked out."""
    made = RepoBuilder.create(folder / "project", home=folder / "home")
    births = (
        stream_commit("skills", birth(number), "" if number else "refs/heads/main", number) for number in range(skills)
    )
    made.run("fast-import", "--quiet", stdin=_main(files) + b"".join(births))
    add_marks(project_state(str(made.path / ".git")), "made", made.git("rev-list", "main..skills").split())
    return made


def stream_commit(branch: str, change: ChangeSet, parent: str = "", seconds: int = 0) -> bytes:
    """One commit for `git fast-import`, as the product makes it but for the Skill-Tree trailer."""
    message = change.message.render().encode()
    when = b"%d +0000" % (FIRST + seconds)
    lines = [
        b"commit refs/heads/%s" % branch.encode(),
        b"author %s <%s> %s" % (AUTHOR_NAME.encode(), AUTHOR_EMAIL.encode(), when),
        b"committer Ada <ada@example.invalid> %s" % when,
        b"data %d\n%s" % (len(message), message),
        *([b"from %s" % parent.encode()] if parent else []),
    ]
    lines += [
        b"M 100644 inline %s\ndata %d\n%s" % (write.path.encode(), len(write.content), write.content)
        for write in change.writes
    ]
    return b"\n".join(lines) + b"\n\n"


def _main(files: int) -> bytes:
    """A stream that makes one commit of so many files, a hundred in each folder."""
    lines = ["commit refs/heads/main", f"committer Ada <ada@example.invalid> {FIRST} +0000", "data 5", "first"]
    for number in range(files):
        text = f"file {number}\n"
        lines += [f"M 100644 inline src/part{number // 100:03d}/file{number % 100:02d}.py", f"data {len(text)}", text]
    return "\n".join(lines).encode() + b"\n"

"""Killed before each single step, every use case leaves the user's things alone, and finishes when it is called again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.app.learn import Plan, learn
from gitskills.app.propose import propose
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.waiting import waiting
from gitskills.app.withdraw import session_sources, withdraw
from gitskills.state.cursors import read_cursor
from gitskills.state.directory import user_repository
from gitskills.state.queue import proposal_queue, review_queue
from tests.support.killing import Deed
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, outcomes, teach, transcript

ROOT = Path(__file__).resolve().parents[2]
SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})


def at(folder: Path) -> RepoBuilder:
    return RepoBuilder(folder / "repo", Path.home())


def print_of(folder: Path) -> str:
    mine = (folder / "repo/.claude/skills/mine/SKILL.md").read_bytes()
    return repr((mine, sorted(at(folder).fingerprint(ignore=(".claude/skills",)).items())))


def busy(folder: Path) -> RepoBuilder:
    """Somebody in the middle of work; what is theirs is written down beside the repository."""
    made = RepoBuilder.with_commit(
        folder / "repo", {"a.py": "1\n", ".claude/skills/mine/SKILL.md": "mine"}, Path.home()
    )
    made.write("a.py", "changed\n")
    made.write("staged.py", "staged\n")
    made.git("add", "staged.py")
    made.write("notes.txt", "not tracked\n")
    return made


def note(folder: Path) -> None:
    (folder / "before").write_text(print_of(folder))


def untouched(folder: Path) -> None:
    assert print_of(folder) == (folder / "before").read_text()
    at(folder).fsck()


def live(folder: Path, name: str) -> bool:
    return (folder / "repo/.claude/skills" / name / "SKILL.md").is_file()


def words(folder: Path) -> str:
    return str(folder / "session/session.jsonl")


# --- propose ---


def ready(folder: Path) -> None:
    busy(folder)
    transcript(folder / "session", [UV, MIGRATE])
    note(folder)


def proposing(folder: Path) -> None:
    propose(here(folder / "repo"), [UV.line, MIGRATE.line], words(folder), approve=False)


def proposed(folder: Path) -> None:
    untouched(folder)
    assert len(landed(at(folder))) in (0, 2)  # of one batch all or nothing
    answers = propose(here(folder / "repo"), [UV.line, MIGRATE.line], words(folder), approve=False)
    assert outcomes(answers) == ["landed", "landed"]
    drain(folder / "repo")
    assert len(landed(at(folder))) == 2
    assert live(folder, UV.name)
    assert live(folder, MIGRATE.name)
    assert len(proposal_queue(here(folder / "repo").need_project().state)) == 0
    untouched(folder)


# --- promote ---


def queued(folder: Path) -> None:
    busy(folder)
    place = transcript(folder / "session", [UV, MIGRATE])
    propose(here(folder / "repo"), [UV.line, MIGRATE.line], str(place), approve=False, queue=True)
    note(folder)


def promoting(folder: Path) -> None:
    drain(folder / "repo")


def promoted(folder: Path) -> None:
    untouched(folder)
    promoting(folder)
    assert len(landed(at(folder))) == 2
    assert live(folder, UV.name)
    assert live(folder, MIGRATE.name)
    assert len(proposal_queue(here(folder / "repo").need_project().state)) == 0
    untouched(folder)


# --- learn ---


def learning(folder: Path) -> None:
    learn(here(folder / "repo"), words(folder), Plan())


def learned(folder: Path) -> None:
    untouched(folder)
    state = here(folder / "repo").need_project().state
    if read_cursor(state, words(folder)).offset:  # the cursor moves last
        assert len(landed(at(folder))) == 1
    learning(folder)
    drain(folder / "repo")
    assert len(landed(at(folder))) == 1
    assert list((folder / "repo/.claude/skills").glob("*uv*/SKILL.md"))
    assert learn(here(folder / "repo"), words(folder), Plan()).windows == 0  # nothing is new
    untouched(folder)


# --- rollback ---


def taught(folder: Path) -> None:
    busy(folder)
    teach(folder / "repo", UV, MIGRATE)
    note(folder)


def taking_back(folder: Path) -> None:
    rollback(here(folder / "repo"), UV.name, "not so")


def taken_back(folder: Path) -> None:
    untouched(folder)
    made = at(folder)
    gone = not made.paths("skills", f".claude/skills/{UV.name}")
    drain(folder / "repo")
    assert live(folder, UV.name) is not gone
    if not gone:
        taking_back(folder)
    assert not live(folder, UV.name)
    assert live(folder, MIGRATE.name)
    assert made.subjects("main..skills").count(f"skill: withdraw {UV.name}") == 1
    assert outcomes(teach(folder / "repo", UV)) == ["rejected"]
    untouched(folder)


# --- withdraw ---


def taught_apart(folder: Path) -> None:
    busy(folder)
    teach(folder / "repo", UV, session=transcript(folder / "session", [UV]).rename(folder / "bad.jsonl"))
    teach(folder / "repo", MIGRATE)
    note(folder)


def withdrawing(folder: Path) -> None:
    context = here(folder / "repo")
    withdraw(context, session_sources(context, "bad"), "poisoned", dry_run=False)


def withdrawn(folder: Path) -> None:
    untouched(folder)
    drain(folder / "repo")
    if at(folder).paths("skills", f".claude/skills/{UV.name}"):
        withdrawing(folder)
    assert not live(folder, UV.name)
    assert live(folder, MIGRATE.name)
    assert at(folder).subjects("main..skills").count(f"skill: withdraw {UV.name}") == 1
    assert outcomes(teach(folder / "repo", UV)) == ["rejected"]
    untouched(folder)


# --- review --accept, in the project and of the person ---


def waits(folder: Path) -> None:
    busy(folder)
    at(folder).git("config", "gitskills.landing", "review")
    assert outcomes(teach(folder / "repo", UV)) == ["review"]
    note(folder)


def accepting(folder: Path) -> None:
    context = here(folder / "repo")
    for item in waiting(context):
        accept(context, item)


def accepted(folder: Path) -> None:
    untouched(folder)
    accepting(folder)
    drain(folder / "repo")
    assert len(landed(at(folder))) == 1
    assert live(folder, UV.name)
    context = here(folder / "repo")
    assert len(review_queue(context.need_project().state)) == len(proposal_queue(context.need_project().state)) == 0
    untouched(folder)


def waits_for_the_person(folder: Path) -> None:
    busy(folder)
    assert outcomes(teach(folder / "repo", SHORT)) == ["review"]
    note(folder)


def accepted_by_the_person(folder: Path) -> None:
    untouched(folder)
    accepting(folder)
    drain(folder / "repo")
    own = RepoBuilder(Path(user_repository()), Path.home())
    assert len(landed(own)) == 1
    own.fsck()
    assert (Path.home() / ".claude/skills" / SHORT.name / "SKILL.md").is_file()
    assert at(folder).tip("skills") == ""
    untouched(folder)


DEEDS = {
    "propose": Deed(ready, proposing, proposed),
    "promote": Deed(queued, promoting, promoted),
    "learn": Deed(ready, learning, learned),
    "rollback": Deed(taught, taking_back, taken_back),
    "withdraw": Deed(taught_apart, withdrawing, withdrawn),
    "accept": Deed(waits, accepting, accepted),
    "accept of the person": Deed(waits_for_the_person, accepting, accepted_by_the_person),
}
RUN = """
import sys
from pathlib import Path
from gitskills.git import patience
from tests.flow.test_killed import DEEDS
from tests.support.killing import kill_at_each_step
patience._PAUSES = (0.01, 0.02)  # a lock that a kill left is waited for each time
kill_at_each_step(DEEDS[sys.argv[1]], Path(sys.argv[2]))
"""


@pytest.mark.slow
@pytest.mark.promise("L1", "P4")
@pytest.mark.parametrize("name", DEEDS)
def test_killed_before_any_step_it_finishes_when_called_again_and_does_nothing_twice(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, name, str(tmp_path)],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    assert int(done.stdout) > 10

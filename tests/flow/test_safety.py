"""Whatever happens, the user's own things are as they were, and every lesson lands exactly once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.app.rollback import rollback
from gitskills.errors import EnvironmentFault
from gitskills.model.ruling import Outcome
from gitskills.state.queue import proposal_queue
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, lesson, outcomes, teach, transcript

pytestmark = pytest.mark.promise("L1")

ROOT = Path(__file__).resolve().parents[2]
HAND = "---\nname: mine\ndescription: Written by hand.\n---\n\nMine.\n"
KILLS = 12
QUEUED = 30
WRITERS, EACH = 8, 5


def start(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    """A process of its own, which may be killed."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)


def busy_repository(tmp: Path) -> RepoBuilder:
    """A repository in the middle of somebody's work: staged, changed, stashed, untracked, with hooks and skills of its own."""
    made = RepoBuilder.with_commit(
        tmp / "repo", {"a.py": "1\n", ".claude/skills/mine/SKILL.md": HAND, "ünï": "x"}, home=Path.home()
    )
    made.write("a.py", "stashed\n")
    made.git("stash", "--quiet")
    made.write("staged.py", "staged\n")
    made.git("add", "staged.py")
    made.write("a.py", "changed\n")
    made.write("notes.txt", "not tracked\n")
    made.write(".claude/skills/loose/SKILL.md", HAND.replace("mine", "loose"))
    made.write(".claude/settings.json", "{}\n")
    made.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n", executable=True)
    return made


def everything(made: RepoBuilder) -> tuple[dict[str, str], list[str]]:
    """All that is the user's: the fingerprint, hooks, and hand-written skills."""
    print_of = made.fingerprint(ignore=tuple(f".claude/skills/{each}" for each in ("uv-not", "migrate-first", "amber")))
    hooks = [
        f"{place.name} {place.stat().st_mode:o} {place.read_bytes()!r}"
        for place in sorted((made.path / ".git/hooks").iterdir())
    ]
    return print_of, hooks


def plenty(made: RepoBuilder) -> None:
    """As many births as a test needs."""
    for key in ("birthsPerDay", "probationMax"):
        made.git("config", f"gitskills.{key}", "1000")


def fill(made: RepoBuilder, lessons: list[Lesson]) -> None:
    queue = proposal_queue(here(made.path).need_project().state)
    for each in lessons:
        queue.add(each.entry.id, each.entry.proposal)


def test_the_users_own_things_are_byte_identical_after_every_use_case(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    before = everything(made)
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    assert everything(made) == before
    fill(made, [lesson(0)])
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.LANDED]
    assert everything(made) == before
    assert rollback(here(made.path), "uv-not-pip", "not so").commit
    assert everything(made) == before
    revision = made.git("log", "-1", "--format=%H", "--grep=^skill: add migrate-first", "skills")
    assert rollback(here(made.path), revision, "not so").commit
    assert everything(made) == before
    made.fsck()


def test_the_exclude_block_leaves_the_users_own_lines_as_they_are(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    exclude = made.path / ".git/info/exclude"
    exclude.write_bytes(b"# mine\r\n*.log\nno-newline-at-the-end")
    teach(made.path, UV)
    assert exclude.read_bytes().startswith(b"# mine\r\n*.log\nno-newline-at-the-end")
    rollback(here(made.path), "uv-not-pip", "not so")
    assert exclude.read_bytes().rstrip(b"\n") == b"# mine\r\n*.log\nno-newline-at-the-end"


def test_an_edit_of_a_live_skill_is_never_overwritten(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    teach(made.path, UV)
    live = made.path / ".claude/skills/uv-not-pip/SKILL.md"
    live.write_text(live.read_text() + "\nAnd pin the version.\n")
    edited = live.read_bytes()
    teach(made.path, MIGRATE)
    drain(made.path)
    assert live.read_bytes() == edited


def test_hand_written_names_are_never_taken_over(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    before = everything(made)
    for name in ("mine", "loose"):
        assert outcomes(teach(made.path, Lesson(name, UV.said))) == ["rejected"]
    assert everything(made) == before
    assert made.tip("skills") == ""


DRAIN = """
import sys
from tests.support.teaching import drain
from pathlib import Path
print("ready", flush=True)
drain(Path(sys.argv[1]))
"""


@pytest.mark.promise("P4")
@pytest.mark.slow
def test_a_drain_killed_at_any_point_lands_every_proposal_exactly_once(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    plenty(made)
    before = everything(made)
    chance = random.Random(7)
    wanted: set[str] = set()
    killed = 0
    for attempt in range(4 * KILLS):
        if killed == KILLS:
            break
        lessons = [lesson(number, attempt) for number in range(3)]
        wanted |= {each.entry.id for each in lessons}
        fill(made, lessons)
        killed += kill_during_drain(made, chance.uniform(0, 0.4))
        made.fsck()
        assert len(set(landed(made))) == len(landed(made))
        assert set(landed(made)) <= wanted
    assert killed == KILLS
    drain(made.path)
    assert landed(made) == sorted(wanted)
    assert len(proposal_queue(here(made.path).need_project().state)) == 0
    names = {path.split("/")[2] for path in made.paths("skills", ".claude/skills")} - {"mine"}
    assert {name for name in names if not (made.path / ".claude/skills" / name / "SKILL.md").is_file()} == set()
    after = everything(made)
    assert after[1] == before[1]
    ours = {f"tree:.claude/skills/{name}/SKILL.md" for name in names}
    assert {key: value for key, value in after[0].items() if key not in ours} == before[0]
    made.fsck()


def kill_during_drain(made: RepoBuilder, seconds: float) -> bool:
    """Whether the process was still at work."""
    victim = start(DRAIN, made.path)
    assert victim.stdout is not None
    assert victim.stdout.readline() == b"ready\n"
    try:
        victim.wait(seconds)
    except subprocess.TimeoutExpired:
        victim.send_signal(signal.SIGKILL)
    victim.communicate()
    return victim.returncode == -signal.SIGKILL


TEACH = """
import sys
from pathlib import Path
from gitskills.app.propose import propose
from tests.support.teaching import here, lesson, outcomes, drain
folder, writer, each, session = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
for number in range(each):
    said = outcomes(propose(here(folder), [lesson(number, writer).line], session, approve=False))
    assert said == ["landed"], said
drain(folder)
"""


@pytest.mark.promise("case-16")
@pytest.mark.slow
def test_eight_sessions_at_once_lose_no_proposal_and_land_none_twice(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    plenty(made)
    fill(made, [lesson(number, 9) for number in range(10)])  # all eight drain these as well
    session = transcript(tmp_path, [lesson(number, writer) for writer in range(WRITERS) for number in range(EACH)])
    before = everything(made)[0]
    writers = [start(TEACH, made.path, writer, EACH, session) for writer in range(WRITERS)]
    said = [writer.communicate()[1].decode() for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * WRITERS, said
    subjects = made.git("log", "--format=%s", "main..skills").split("\n")
    wanted = [lesson(number, writer).name for writer in range(WRITERS) for number in range(EACH)]
    wanted += [lesson(number, 9).name for number in range(10)]
    assert sorted(subjects) == sorted(f"skill: add {name}" for name in wanted)
    assert len(set(landed(made))) == len(wanted)
    assert {key: value for key, value in everything(made)[0].items() if key in before} == before
    assert made.git("status", "--porcelain", "--", ".claude/skills") == "?? .claude/skills/loose/"
    assert [name for name in wanted if not (made.path / f".claude/skills/{name}/SKILL.md").is_file()] == []
    made.fsck()


@pytest.mark.promise("P4")
def test_a_proposal_that_arrives_during_a_drain_survives_it(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    plenty(made)
    fill(made, [lesson(number) for number in range(QUEUED)])
    drainer = start(DRAIN, made.path)
    assert drainer.stdout is not None
    assert drainer.stdout.readline() == b"ready\n"
    late = [lesson(number, 3) for number in range(5)]
    for each in late:
        fill(made, [each])
    drainer.communicate()
    assert drainer.returncode == 0
    drain(made.path)
    assert len(landed(made)) == len(set(landed(made))) == QUEUED + len(late)


@pytest.mark.promise("P4")
def test_replaying_a_landed_proposal_is_a_look_up(tmp_path: Path) -> None:
    """As after a crash between landing and clearing."""
    made = busy_repository(tmp_path)
    fill(made, [UV])
    (first,) = drain(made.path)
    fill(made, [UV])
    (second,) = drain(made.path)
    assert second.commit == first.commit == made.tip("skills")
    assert len(landed(made)) == 1


@pytest.mark.promise("P4")
@pytest.mark.parametrize(
    "poison", [b"", b"\x00\xff", b"[]", b'{"action": "add"}', b"{" * 100_000, b'{"name": 1e999}'], ids=range(6)
)
def test_a_poisonous_entry_is_set_aside_and_blocks_no_other(poison: bytes, tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    queue = proposal_queue(here(made.path).need_project().state)
    fill(made, [UV])
    place = made.path / ".git/gitskills/queue" / f"{'0' * 20}.json"
    place.write_bytes(poison)
    other = place.with_name("someone-elses.tmp")
    other.write_bytes(b"kept")
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.LANDED]
    assert len(queue.aside()) == 1
    assert not place.exists()
    assert other.read_bytes() == b"kept"


@pytest.mark.parametrize("as_link", [False, True], ids=["a file", "a link"])
def test_a_state_folder_that_cannot_be_used_is_one_sentence_and_nothing_lands(as_link: bool, tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir()
    state = made.path / ".git/gitskills"
    if as_link:
        state.symlink_to(outside)
    else:
        state.write_bytes(b"in the way")
    before = everything(made)
    with pytest.raises(EnvironmentFault) as raised:
        teach(made.path, UV)
    assert "\n" not in raised.value.sentence
    assert raised.value.hint
    assert list(outside.iterdir()) == []
    assert made.tip("skills") == ""
    assert everything(made) == before


READ_ONLY = """
import os, sys
from pathlib import Path
from gitskills.errors import EnvironmentFault
from gitskills.app.propose import propose
from tests.support.teaching import UV, here
propose(here(sys.argv[2]), [UV.line], sys.argv[1] + "/session.jsonl", approve=False)  # loads what nobody may read
os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = sys.argv[1]
os.environ["GIT_CONFIG_GLOBAL"] = "/dev/null"
os.environ["CLAUDE_CONFIG_DIR"] = sys.argv[1] + "/.claude"
if os.getuid() == 0:  # root may write everywhere
    os.setgid(65534)
    os.setuid(65534)
try:
    print(propose(here(sys.argv[1]), [UV.line], sys.argv[1] + "/session.jsonl", approve=False))
except EnvironmentFault as fault:
    print(fault.sentence, "|", fault.hint)
"""


def test_in_a_read_only_repository_nothing_is_queued_and_one_sentence_says_why(tmp_path: Path) -> None:
    place = Path("/tmp") / f"gitskills-read-only-flow-{os.getpid()}"  # a folder that another user can enter
    made = RepoBuilder.with_commit(place, home=Path.home())
    transcript(place, [UV])
    warm = RepoBuilder.with_commit(tmp_path / "writable", home=Path.home())
    places = [place, *place.rglob("*")]
    for each in places:
        if os.getuid() == 0:
            os.lchown(each, 65534, 65534)
        each.chmod(0o555 if each.is_dir() else 0o444)
    try:
        said, wrong = (text.decode() for text in start(READ_ONLY, place, warm.path).communicate())
        left = (made.path / ".git/gitskills").exists()
    finally:
        for each in places:
            each.chmod(0o755 if each.is_dir() else 0o644)
            if os.getuid() == 0:
                os.lchown(each, 0, 0)
        subprocess.run(["rm", "-r", str(place)], check=True)
    assert "writable" in said, (said, wrong)
    assert len(said.strip().split("\n")) == 1
    assert not left


@pytest.mark.parametrize("where", [".claude", ".claude/skills", ".claude/skills/uv-not-pip"])
def test_nothing_is_written_through_a_link(where: str, tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    outside = tmp_path / "outside"
    outside.mkdir()
    link = made.path / where
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside)
    before = made.fingerprint()
    teach(made.path, UV)
    drain(made.path)
    assert list(outside.rglob("*")) == []
    assert link.is_symlink()
    assert made.fingerprint() == before


def test_a_link_inside_a_skill_is_not_followed(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    files = [{"path": "references/more.md", "text": "More about uv.\n"}]
    carrying = Lesson(UV.name, UV.said, f"{UV.said} See references/more.md.", more={"files": files})
    outside = tmp_path / "outside"
    outside.mkdir()
    assert outcomes(teach(made.path, carrying)) == ["landed"]
    references = made.path / ".claude/skills/uv-not-pip/references"
    (references / "more.md").unlink()
    references.rmdir()
    references.symlink_to(outside)
    drain(made.path)
    assert list(outside.iterdir()) == []


def test_a_queue_or_state_that_a_clone_brings_does_nothing(tmp_path: Path) -> None:
    theirs = RepoBuilder.with_commit(tmp_path / "theirs", home=Path.home())
    fill(theirs, [UV])
    state = theirs.path / ".git/gitskills"
    for place in ("", ".git-skills/", ".gitskills/", "gitskills/", ".claude/gitskills/"):
        for entry in state.rglob("*.json"):
            theirs.commit("bait", {f"{place}{entry.relative_to(state)}": entry.read_bytes()})
    theirs.commit("settings", {".gitconfig": "[gitskills]\n\tlanding = auto\n", ".gitskills/config": json.dumps({})})
    mine = theirs.clone(tmp_path / "mine")
    before = mine.fingerprint()
    assert drain(mine.path) == ()
    assert mine.tip("skills") == ""
    assert mine.fingerprint() == before
    assert not (mine.path / ".claude/skills").exists()
    assert here(mine.path).settings == here(tmp_path).settings


def test_losing_the_state_folder_loses_no_lesson(tmp_path: Path) -> None:
    made = busy_repository(tmp_path)
    teach(made.path, UV)
    rollback(here(made.path), "uv-not-pip", "not so")
    teach(made.path, MIGRATE)
    tip = made.tip("skills")
    subprocess.run(["rm", "-r", str(made.path / ".git/gitskills")], check=True)
    assert outcomes(teach(made.path, MIGRATE)) == ["landed"]
    assert outcomes(teach(made.path, UV)) == ["rejected"]
    assert made.tip("skills") == tip

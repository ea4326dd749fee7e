"""Many writers, and writers that die: N commits, none lost, none twice, and never a branch that names what isn't there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.git.holder import Holder
from gitskills.git.port import Landed
from tests.support.adapters import Adapter, open_repository
from tests.support.changes import skill
from tests.support.repos import RepoBuilder

pytestmark = [pytest.mark.promise("L1", "case-16", "share-7"), pytest.mark.usefixtures("adapter")]

WRITERS, EACH, PROGRAM_EACH = 8, 12, 3

WRITER = """
import sys
from gitskills.git.port import Landed
from tests.support.adapters import Adapter, open_repository
from tests.support.changes import skill
path, writer, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
repo = open_repository(path)
for number in range(count):
    while True:
        batch = repo.batch("skills", repo.tip("skills") or repo.default_tip())
        batch.add(skill(f"w{writer}-{number}"))
        if isinstance(batch.land(), Landed):
            break
"""

DYING = """
import sys
from tests.support.adapters import Adapter, open_repository
from tests.support.changes import skill
repo = open_repository(sys.argv[1])
batch = repo.batch("skills", repo.tip("skills"))
for number in range(40):
    batch.add(skill(f"{sys.argv[2]}-{number}", "x" * 20_000))
print("ready", flush=True)
print(batch.land().tip, flush=True)
"""


def start(script: str, *arguments: str) -> subprocess.Popen[bytes]:
    root = Path(__file__).resolve().parents[2]
    return subprocess.Popen([sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, cwd=root)


def finish(process: subprocess.Popen[bytes]) -> int:
    process.communicate()
    return process.returncode


def test_eight_writers_at_once_lose_no_commit(tmp_path: Path, adapter: Adapter) -> None:
    each = PROGRAM_EACH if adapter.program else EACH
    made = RepoBuilder.with_commit(tmp_path / "repo")
    before = made.fingerprint(ignore=())
    writers = [start(WRITER, str(made.path), str(number), str(each)) for number in range(WRITERS)]
    assert [finish(writer) for writer in writers] == [0] * WRITERS
    wanted = {f"skill: add w{writer}-{number}" for writer in range(WRITERS) for number in range(each)}
    landed = made.git("log", "--format=%s", "main..skills").split("\n")
    assert len(landed) == WRITERS * each
    assert set(landed) == wanted
    assert len(made.paths("skills", ".claude/skills")) == 3 * WRITERS * each
    assert made.fingerprint(ignore=()) == before
    made.fsck()


def test_a_gc_in_between_loses_nothing(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    writers = [start(WRITER, str(made.path), str(number), "6") for number in range(3)]
    while any(writer.poll() is None for writer in writers):
        made.git("gc", "--quiet", check=False)
    assert [finish(writer) for writer in writers] == [0] * 3
    assert len(made.subjects("skills")) == 1 + 18
    made.fsck()


@pytest.mark.slow
def test_a_writer_killed_at_any_point_leaves_the_old_branch_or_the_new(tmp_path: Path, adapter: Adapter) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    writer = start(WRITER, str(made.path), "0", "1")
    writer.communicate()
    chance = random.Random(20)
    longest, attempts = (0.25, 8) if adapter.program else (0.06, 20)
    for attempt in range(attempts):
        old = made.tip("skills")
        victim = start(DYING, str(made.path), str(attempt))
        assert victim.stdout is not None
        with victim.stdout:
            assert victim.stdout.readline() == b"ready\n"
            try:
                victim.wait(chance.uniform(0, longest))
            except subprocess.TimeoutExpired:
                victim.send_signal(signal.SIGKILL)
            said = victim.stdout.read().decode().strip()
        victim.wait()
        new = made.tip("skills")
        assert new in (old, said) or made.git("rev-list", "--count", f"{old}..{new}") == "40"
        made.fsck()
    assert finish(start(WRITER, str(made.path), "1", "1")) == 0  # clears away what the dead left: lock and keep files
    assert not list((made.path / ".git/objects/pack").glob("*.keep"))
    made.git("gc", "--quiet", "--prune=now")
    assert not [place for place in (made.path / ".git/objects").rglob("tmp_*") if place.is_file()]
    made.fsck()


def test_a_repack_before_the_branch_moves_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    repo = open_repository(str(made.path))
    asked: list[str] = []

    def veto(*_: object) -> None:
        """Asked before the pack is written, and again just before the branch moves."""
        asked.append("now")
        made.git("repack", "-a", "-d", "-q")
        made.git("prune", "--expire=now")

    batch = open_repository(str(made.path)).batch("skills", repo.default_tip())
    monkeypatch.setattr(type(repo), "busy", veto)
    batch.add(skill("kept"))
    assert isinstance(batch.land(), Landed)
    assert len(asked) == 2
    made.fsck()
    assert not list((made.path / ".git/objects/pack").glob("*.keep"))


DYING_WITH_THE_LOCK = """
import os, signal, sys
from pathlib import Path
from gitskills.git.holder import Holder
from tests.support.adapters import Adapter, open_repository
from tests.support.changes import skill

def die(process):
    for each in dict.fromkeys((int(process), os.getpid())):  # the process that holds the lock, then this one
        os.kill(each, signal.SIGKILL)

def busy(branch):
    note = Path(repo.common_dir, "gitskills", "ref-lock")
    if note.exists():
        die(note.read_text().split("\\n")[2])

repo = open_repository(sys.argv[1])
repo.busy = busy
batch = repo.batch("skills", repo.tip("skills"))
batch.add(skill("lost"))
batch.land()
"""


def test_a_writer_killed_while_it_holds_the_branch_blocks_nobody(tmp_path: Path, adapter: Adapter) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    assert finish(start(WRITER, str(made.path), "0", "1")) == 0
    assert finish(start(DYING_WITH_THE_LOCK, str(made.path))) == -signal.SIGKILL
    assert (made.path / ".git" / adapter.lock("refs/heads/skills")).exists()
    writers = [start(WRITER, str(made.path), str(number), "3") for number in (1, 2, 3)]
    assert [finish(writer) for writer in writers] == [0, 0, 0]
    assert len(made.subjects("skills")) == 2 + 9
    assert sorted(place.name for place in (made.path / ".git/gitskills").iterdir()) == ["ref-lock.clearing"]
    made.fsck()


DYING_WITH_THE_LOCK_UNNOTED = DYING_WITH_THE_LOCK.replace(
    "repo = ", "Holder.note = lambda self: die(self.process)\nrepo = "
)


def test_a_writer_killed_before_it_could_note_its_lock_blocks_nobody_for_long(tmp_path: Path, adapter: Adapter) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    assert finish(start(WRITER, str(made.path), "0", "1")) == 0
    assert finish(start(DYING_WITH_THE_LOCK_UNNOTED, str(made.path))) == -signal.SIGKILL
    lock, note = made.path / ".git" / adapter.lock("refs/heads/skills"), made.path / ".git/gitskills/ref-lock"
    assert lock.exists()
    assert not note.exists()
    assert not Holder(lock, note, "").clear_dead()  # somebody's git may hold it: it is waited for first
    assert lock.exists()
    assert Holder(lock, note, "").clear_dead(waited=True)
    assert sorted(place.name for place in note.parent.iterdir()) == ["ref-lock.clearing"]
    assert finish(start(WRITER, str(made.path), "1", "1")) == 0
    made.fsck()


@pytest.mark.parametrize("spoil", ["content", "later", "alive"])
def test_an_unnoted_lock_that_may_be_anothers_is_never_broken(tmp_path: Path, adapter: Adapter, spoil: str) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    assert finish(start(WRITER, str(made.path), "0", "1")) == 0
    assert finish(start(DYING_WITH_THE_LOCK_UNNOTED, str(made.path))) == -signal.SIGKILL
    lock, note = made.path / ".git" / adapter.lock("refs/heads/skills"), made.path / ".git/gitskills/ref-lock"
    (intent,) = note.parent.glob("ref-lock.*")
    if spoil == "content":
        lock.write_text("0" * 40)
    if spoil == "later":
        os.utime(intent, (1, 1))
    if spoil == "alive":
        intent.rename(intent.with_suffix(f".{os.getpid()}"))
    assert not Holder(lock, note, "").clear_dead(waited=True)
    assert lock.exists()


@pytest.mark.parametrize("spoil", ["alive", "elsewhere", "other lock", "other content"])
def test_a_lock_that_may_be_anothers_is_never_broken(tmp_path: Path, adapter: Adapter, spoil: str) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    assert finish(start(WRITER, str(made.path), "0", "1")) == 0
    assert finish(start(DYING_WITH_THE_LOCK, str(made.path))) == -signal.SIGKILL
    lock, note = made.path / ".git" / adapter.lock("refs/heads/skills"), made.path / ".git/gitskills/ref-lock"
    words = note.read_text().split("\n")
    if spoil == "other content":
        lock.write_text("0" * 40)
    words[0] = "elsewhere" if spoil == "elsewhere" else words[0]
    words[2] = str(os.getpid()) if spoil == "alive" else words[2]
    words[3] = "1" if spoil == "other lock" else words[3]
    note.write_text("\n".join(words))
    assert not Holder(lock, note, "").clear_dead()
    assert lock.exists()


READ_ONLY = """
import os, sys
os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = sys.argv[1]
import git.cmd, pygit2
from gitskills.errors import RepositoryFault
from tests.support.adapters import Adapter, open_repository
from tests.support.changes import skill
if os.getuid() == 0:  # root may write everywhere
    os.setgid(65534)
    os.setuid(65534)
repo = open_repository(sys.argv[1])
assert repo.tip("main")
batch = repo.batch("skills", repo.default_tip())
batch.add(skill("use-uv"))
try:
    batch.land()
except RepositoryFault as fault:
    print(fault.sentence, "|", fault.hint)
"""


def test_a_read_only_repository_is_read_and_says_why_it_cannot_be_written(home: Path) -> None:
    made = RepoBuilder.with_commit(home / "repo", home=home)
    place = Path("/tmp") / f"gitskills-read-only-{os.getpid()}"  # a folder that another user can enter
    made.path.rename(place)
    made = made.at(place)
    places = [place, *place.rglob("*")]
    for each in places:
        if os.getuid() == 0:
            os.lchown(each, 65534, 65534)
        each.chmod(0o555 if each.is_dir() else 0o444)
    try:
        done = start(READ_ONLY, str(place)).communicate()[0].decode()
    finally:
        for each in places:
            each.chmod(0o755 if each.is_dir() else 0o644)
            if os.getuid() == 0:
                os.lchown(each, 0, 0)
        subprocess.run(["rm", "-r", str(place)], check=True)
    assert done.startswith(f"git could not write to {place}/.git: Permission denied")
    assert "writable" in done


KILLED_AT_THE_MARK = """
import os, pathlib
pathlib.Path.write_text = lambda self, *_: (self.touch(), os._exit(9))
"""


def test_a_writer_killed_while_it_marks_its_pack_leaves_no_mark_that_nobody_may_take_away(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo")
    assert finish(start(WRITER, str(made.path), "0", "1")) == 0
    assert finish(start(KILLED_AT_THE_MARK + DYING, str(made.path), "1")) == 9
    assert not list((made.path / ".git/objects/pack").glob("*.keep"))
    made.git("gc", "--quiet", "--prune=now")
    assert not [place for place in (made.path / ".git/objects").rglob("*") if "gitskills" in place.name]
    made.fsck()

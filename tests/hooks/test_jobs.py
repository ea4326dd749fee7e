"""The detached job: one at a time, bounded, taken over when it dies; nothing lost, nothing twice (LOOP S5)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from gitskills.state.attempts import MOST, add_attempt, may_try, read_attempt, used_up
from tests.support.hooks import Host, workers
from tests.support.processes import until
from tests.support.repos import RepoBuilder

RULE = "Always use uv instead of pip in this project."
RULES = tuple(
    f"Always use {one} instead of {other} in this project."
    for one, other in (
        ("uv", "pip"), ("pnpm", "npm"), ("ripgrep", "grep"), ("podman", "docker"), ("httpx", "requests"),
        ("polars", "pandas"), ("orjson", "ujson"), ("nox", "tox"), ("hatch", "poetry"), ("structlog", "logging"),
        ("attrs", "pydantic"), ("anyio", "asyncio"), ("litestar", "flask"), ("duckdb", "sqlite"), ("zstd", "gzip"),
        ("typer", "argparse"), ("meson", "cmake"), ("fish", "bash"), ("helix", "vim"), ("caddy", "nginx"),
    )
)  # fmt: skip


@pytest.fixture
def host(repo: RepoBuilder, tmp_path: Path) -> Iterator[Host]:
    repo.commit("first", {"README.md": "# A project\n"})
    for name, value in (("enabled", "true"), ("activity", "1"), ("birthsPerDay", "1000"), ("probationMax", "1000")):
        repo.git("config", f"gitskills.{name}", value)
    made = Host(repo, tmp_path / "host")
    yield made
    for pid in workers(repo.path):
        os.kill(pid, signal.SIGKILL)


def pid_of(host: Host, kind: str) -> int:
    return next((pid for pid, what in workers(host.repo.path).items() if what == kind), 0)


def started(host: Host) -> int:
    """The job that the last hook started."""
    until(lambda: pid_of(host, "job") > 0, "a job")
    return pid_of(host, "job")


@pytest.mark.promise("S3", "S5", "case-10")
def test_the_end_of_a_session_waits_for_nothing(host: Host) -> None:
    host.start()
    host.works(3, RULE)
    done = host.hook("SessionEnd")
    assert done == {}
    assert workers(host.repo.path)
    guard = pid_of(host, "guard")
    assert guard
    assert os.getsid(guard) == guard != os.getsid(0)
    assert {str(Path(f"/proc/{guard}/fd/{number}").readlink()) for number in (0, 1, 2)} == {"/dev/null"}
    host.quiet()


@pytest.mark.promise("S5")
def test_a_job_that_hangs_is_ended_at_its_bound_and_tried_again_later(host: Host) -> None:
    host.repo.git("config", "gitskills.job.seconds", "2")
    host.start()
    host.works(3, RULE)
    host.hook("Stop")
    os.kill(started(host), signal.SIGSTOP)
    host.quiet()
    assert host.repo.tip("skills") == ""
    assert host.due()
    journal = (host.state / "journal.jsonl").read_text("utf-8")
    assert "the job was ended after 2 seconds" in journal
    host.repo.git("config", "gitskills.job.seconds", "900")
    forgive(host)
    host.start("resume")
    host.quiet()
    assert host.repo.tip("skills")
    assert host.due() == []


def forgive(host: Host) -> None:
    """As if the pause after a failure were over."""
    folder = host.state / "attempts"
    for place in folder.iterdir() if folder.is_dir() else ():
        place.unlink()


@pytest.fixture
def hanging(host: Host, tmp_path: Path) -> Host:
    """A host whose jobs start a git that never answers."""
    real = shutil.which("git")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\n[ -z "$GITSKILLS_CHILD" ] || exec sleep 600\nexec {real} "$@"\n')
    (folder / "git").chmod(0o755)
    host.variables = {"PATH": f"{folder}:{os.environ['PATH']}"}
    host.start()
    host.works(3, RULE)
    host.hook("Stop")
    until(lambda: bool(sleepers(started(host))), "the job's child")
    return host


def sleepers(group: int) -> list[int]:
    """Children of a job."""
    places = [place for place in Path("/proc").glob("[0-9]*") if place.name.isdigit()]
    found = []
    for place in places:
        with suppress(OSError):
            name, fields = (place / "stat").read_text().rpartition(")")[::2]
            if name.endswith("(sleep") and fields.split()[2] == str(group):
                found.append(int(place.name))
    return found


@pytest.mark.promise("S5")
@pytest.mark.parametrize("victim", ["guard", "job"])
def test_whoever_is_killed_no_child_survives(hanging: Host, victim: str) -> None:
    job = pid_of(hanging, "job")
    os.kill(pid_of(hanging, victim), signal.SIGKILL)
    until(lambda: not workers(hanging.repo.path) and not sleepers(job), "all to end")
    assert hanging.due()


def test_a_child_that_hangs_ends_with_the_job_at_the_bound(hanging: Host) -> None:
    job = pid_of(hanging, "job")
    os.kill(job, signal.SIGKILL)
    hanging.quiet()
    hanging.variables = {**hanging.variables, "GITSKILLS_JOB_SECONDS": "4"}
    Host(hanging.repo, hanging.folder, "another-session", variables=hanging.variables).start()
    job = started(hanging)
    until(lambda: not workers(hanging.repo.path) and not sleepers(job), "all to end")


@pytest.mark.promise("S5")
def test_the_lease_of_a_dead_job_is_free_and_its_work_is_taken_over(host: Host) -> None:
    host.start()
    host.works(3, RULE)
    host.hook("Stop")
    job = started(host)
    until(lambda: any(name.endswith(".taken") for name in host.due()) or not workers(host.repo.path), "a claim")
    os.kill(job, signal.SIGKILL)
    host.quiet()
    forgive(host)
    Host(host.repo, host.folder, "another-session").start()
    host.quiet()
    assert len(host.repo.subjects("main..skills")) == 1
    assert host.due() == []


@pytest.mark.promise("S3", "S5", "dec-H5")
def test_while_a_job_works_another_hand_over_starts_none_and_is_not_lost(host: Host) -> None:
    host.start()
    host.works(3, RULES[0])
    host.hook("Stop")
    job = started(host)
    until(lambda: any(name.endswith(".taken") for name in host.due()) or not workers(host.repo.path), "a claim")
    os.kill(job, signal.SIGSTOP)
    other = Host(host.repo, host.folder, "another-session")
    other.start()
    other.works(3, RULES[1])
    other.hook("Stop")
    assert [what for what in workers(host.repo.path).values() if what == "job"] == ["job"]
    os.kill(job, signal.SIGCONT)
    host.quiet()
    assert host.due() == []
    assert [len(taught(host, rule)) for rule in RULES[:2]] == [1, 1]


def taught(host: Host, rule: str) -> list[str]:
    """The commits and waiting proposals that rest on these words."""
    commits = host.repo.git("log", "--format=%h %s", "--fixed-strings", f"--grep=> {rule}", "skills", check=False)
    held = {place.name: json.loads(place.read_text("utf-8")) for place in host.state.glob("review/*.json")}
    waiting = [name for name, row in held.items() if rule in {item["quote"] for item in row["proposal"]["evidence"]}]
    return [*commits.splitlines(), *waiting]


@pytest.mark.slow  # each of twenty jobs has to get somewhere before it is killed
@pytest.mark.promise("S3", "S5")
def test_kill_9_of_any_process_twenty_times_loses_nothing_and_doubles_nothing(host: Host) -> None:
    for number, rule in enumerate(RULES):
        one = Host(host.repo, host.folder, f"session-{number:04d}")
        one.start()
        one.works(1, rule)
        forgive(host)
        victim = ("hook", "guard", "job", "job")[number % 4]
        if victim == "hook":
            killed_hook(one, 0.01 * (number // 4))
        else:
            one.hook("Stop")
            time.sleep(0.12 * (number // 2))  # from a start to a landing
            if pid := pid_of(host, victim):
                os.kill(pid, signal.SIGKILL)
        host.quiet()
    for number in range(len(RULES)):
        forgive(host)
        Host(host.repo, host.folder, f"session-{number:04d}").hook("SessionEnd")
    for _ in range(2):
        host.quiet()
        forgive(host)
        Host(host.repo, host.folder, "last-session").start()
    host.quiet()
    assert host.due() == []
    assert [found for rule in RULES if len(found := taught(host, rule)) != 1] == []
    host.repo.fsck()


def killed_hook(host: Host, after: float) -> None:
    """A Stop whose launcher and hook are killed while they work."""
    hook = subprocess.Popen(
        ["sh", str(host.plugin / "hooks/launch.sh")], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        cwd=host.repo.path, env=host.environment, start_new_session=True,
    )  # fmt: skip
    assert hook.stdin
    hook.stdin.write(host.payload("Stop"))
    hook.stdin.close()
    time.sleep(after)
    os.killpg(hook.pid, signal.SIGKILL)
    hook.wait()


def test_failures_are_tried_again_after_growing_pauses_and_not_for_ever(host: Host) -> None:
    state, now, pauses = str(host.state), 1_000_000, []
    host.state.mkdir()
    for _ in range(MOST):
        add_attempt(state, host.session, "no answer", now)
        following = read_attempt(state, host.session)["next"]
        assert isinstance(following, int)
        assert not may_try(state, host.session, following - 1)
        assert may_try(state, host.session, following)
        pauses.append(following - now)
        now = following
    assert pauses == sorted(set(pauses))
    assert used_up(state, host.session)


def test_a_session_that_can_not_be_read_is_given_up_visibly(host: Host) -> None:
    host.start()
    host.works(3, RULE)
    host.hook("Stop")
    os.kill(started(host), signal.SIGKILL)
    host.quiet()
    host.transcript.unlink()
    for _ in range(MOST):
        place = host.state / "attempts" / f"{host.session}.json"
        if place.exists():
            row = json.loads(place.read_text("utf-8"))
            place.write_text(json.dumps(row | {"next": 0}), "utf-8")
        Host(host.repo, host.folder, "another-session").start()
        host.quiet()
    assert host.due() == [f"{host.session}.rests"]
    done = subprocess.run(
        [sys.executable, "-m", "gitskills", "status"], cwd=host.repo.path, capture_output=True, text=True, check=True
    )
    assert "was given up after 5 attempts" in done.stdout


def test_what_killed_hooks_left_half_written_is_cleared_away_after_an_hour(host: Host) -> None:
    host.start()
    host.quiet()
    left = [host.state / name for name in ("sessions/a.json.7.new", "news/b.json.7.new", "start.json.7.new")]
    fresh = host.state / "sessions/c.json.7.new"
    mine = host.state / "sessions/notes.txt"
    for place in (*left, fresh, mine):
        place.parent.mkdir(exist_ok=True)
        place.write_text("{", "utf-8")
    for place in (*left, mine):
        os.utime(place, (1, 1))
    host.works(3, RULE)
    host.hook("SessionEnd")
    host.quiet()
    assert not any(place.exists() for place in left)
    assert fresh.exists()
    assert mine.exists()

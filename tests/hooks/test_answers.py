"""Whatever a hook meets, the host hears a JSON object and exit 0, and nothing is written where nobody said yes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hooks import COMMANDS, Host, recorded
from tests.support.repos import RepoBuilder
from tests.support.sources import ROOT

EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")


@pytest.fixture
def host(repo: RepoBuilder, tmp_path: Path) -> Host:
    repo.commit("first", {"README.md": "# A project\n"})
    repo.git("config", "gitskills.enabled", "true")
    return Host(repo, tmp_path / "host")


def test_only_events_that_every_version_knows_are_registered() -> None:
    assert tuple(COMMANDS) == EVENTS


@pytest.mark.parametrize("version", ["2.1.197", "2.1.332"])
@pytest.mark.parametrize("event", EVENTS)
def test_what_the_real_client_sends_is_answered(host: Host, event: str, version: str) -> None:
    sent = recorded(event, version)
    assert (
        host.raw(
            event,
            host.payload(
                event, **{name: sent[name] for name in sent.keys() - {"session_id", "transcript_path", "cwd"}}
            ),
        )
        == {}
    )
    assert (host.row() is not None) is (event == "SessionStart")


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\0" * 10,
        b"\xff\xfe\x00",
        b'{"hook_event_name": "Stop"}',
        b"[" * 100_000,
        b'"\\ud800"',
    ],
    ids=["nothing", "torn", "list", "null", "NUL", "not-UTF-8", "no-identity", "deep", "surrogate"],
)
def test_rubbish_is_answered_and_leaves_nothing(host: Host, stdin: bytes) -> None:
    assert host.raw("Stop", stdin) == {}
    assert not host.state.exists()


def test_fifty_megabytes_are_drunk_and_answered(host: Host) -> None:
    assert host.raw("Stop", b'{"hook_event_name": "Stop", "prompt": "' + b"a" * (50 << 20) + b'"}') == {}
    assert not host.state.exists()


@pytest.mark.promise("S7")
@pytest.mark.parametrize(
    "session", [None, 7, "", "short", "../../../../etc/passwd", "a" * 65, "a b c d e f g", "é" * 12]
)
def test_without_an_identity_nothing_happens(host: Host, session: object) -> None:
    for event in EVENTS:
        assert host.hook(event, session_id=session) == {}
    assert not host.state.exists()


@pytest.mark.promise("S7")
def test_an_event_nobody_knows_is_nothing(host: Host) -> None:
    assert host.hook("Stop", hook_event_name="TeammateIdle") == {}
    assert not host.state.exists()


@pytest.mark.promise("S6", "S8")
@pytest.mark.parametrize("variable", ["CI", "GITSKILLS_CHILD"])
def test_in_continuous_integration_and_in_our_own_children_nothing_happens(
    repo: RepoBuilder, tmp_path: Path, variable: str
) -> None:
    repo.git("config", "gitskills.enabled", "true")
    host = Host(repo, tmp_path / "host", variables={variable: "1"})
    for event in EVENTS:
        assert host.hook(event) == {}
    assert not host.state.exists()


@pytest.mark.parametrize(
    "variables", [{"LC_ALL": "C"}, {"LC_ALL": "en_US.ISO-8859-1"}, {"PYTHONIOENCODING": "cp1252"}], ids=str
)
@pytest.mark.parametrize("name", ["with space", "quote'\"s", "naïve-日本", "new\nline", "$HOME `date` %s"])
def test_any_path_in_any_locale(tmp_path: Path, name: str, variables: dict[str, str]) -> None:
    repo = RepoBuilder.with_commit(tmp_path / name / "repo", home=Path.home())
    repo.git("config", "gitskills.enabled", "true")
    host = Host(repo, tmp_path / name / "host", variables=variables)
    host.start()
    row = host.row()
    assert row is not None
    assert row["cwd"] == str(repo.path)
    host.works(1)
    host.hook("Stop")
    assert (host.row() or {})["activity"] == 1


def test_a_plugin_in_any_folder(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.git("config", "gitskills.enabled", "true")
    plugin = tmp_path / "a 'plugin\" of $HOME"
    shutil.copytree(ROOT / "hooks", plugin / "hooks")
    host = Host(repo, tmp_path / "host", plugin=plugin)
    host.start()
    assert host.row() is not None


def test_a_closed_standard_input_is_nothing(host: Host) -> None:
    done = subprocess.run(
        ["sh", "-c", "exec <&-; " + COMMANDS["Stop"][0]["hooks"][0]["command"]],
        cwd=host.repo.path, env=host.environment, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout)) == (0, {})


def test_a_host_that_hung_up_is_nothing(host: Host) -> None:
    read, write = os.pipe()
    os.close(read)
    command = COMMANDS["Stop"][0]["hooks"][0]["command"]
    done = subprocess.run(["sh", "-c", command], input=b"{}", env=host.environment, stdout=write, check=False)
    os.close(write)
    assert done.returncode == 0


@pytest.mark.parametrize("gone", ["plugin", "interpreter", "package", "runtime", "broken interpreter"])
def test_what_vanished_is_no_ones_trouble(repo: RepoBuilder, tmp_path: Path, gone: str) -> None:
    plugin = tmp_path / "plugin"
    (plugin / "hooks").mkdir(parents=True)
    shutil.copy(ROOT / "hooks/launch.sh", plugin / "hooks/launch.sh")
    host = Host(repo, tmp_path / "host", plugin=plugin)
    runtime = host.data_folder / "runtime"
    if gone == "plugin":
        shutil.rmtree(plugin)
        done = subprocess.run(
            ["sh", "-c", COMMANDS["Stop"][0]["hooks"][0]["command"]],
            env=host.environment,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        return
    if gone == "interpreter":
        runtime.write_text(f"{tmp_path}/nowhere/python\n{ROOT}\n")
    elif gone == "package":
        runtime.write_text(f"{sys.executable}\n{tmp_path}/nowhere\n")
    elif gone == "broken interpreter":
        broken = tmp_path / "python"
        broken.write_text("#!/nowhere/at/all\n")
        broken.chmod(0o755)
        runtime.write_text(f"{broken}\n{ROOT}\n")
    else:
        runtime.unlink()
    assert host.raw("Stop", b"{}" * 100_000) == {}


def test_a_state_that_is_no_folder_is_journalled_nowhere_and_harms_nobody(host: Host) -> None:
    host.state.write_text("a person's file\n")
    for event in EVENTS:
        assert host.hook(event) == {}
    assert host.state.read_text() == "a person's file\n"


def test_a_state_behind_a_link_is_not_followed(host: Host, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    host.state.symlink_to(elsewhere)
    for event in EVENTS:
        assert host.hook(event) == {}
    assert list(elsewhere.iterdir()) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    small = tmp_path / "small"
    small.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(small)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    yield small
    subprocess.run(["umount", "-l", str(small)], check=False)


def test_a_full_disk_is_no_ones_trouble(small_disk: Path, tmp_path: Path) -> None:
    repo = RepoBuilder.create(small_disk / "repo", "--template=", home=Path.home())
    repo.git("config", "gitskills.enabled", "true")
    host = Host(repo, tmp_path / "host")
    ballast = os.open(small_disk / "ballast", os.O_WRONLY | os.O_CREAT)
    with pytest.raises(OSError, match="No space"):
        while True:
            os.write(ballast, b"\0" * 4096)
    os.close(ballast)
    for event in EVENTS:
        assert host.hook(event) == {}
    (small_disk / "ballast").unlink()
    host.start()
    assert host.row() is not None


def test_a_read_only_git_folder_is_no_ones_trouble(small_disk: Path, tmp_path: Path) -> None:
    repo = RepoBuilder.create(small_disk / "repo", "--template=", home=Path.home())
    repo.git("config", "gitskills.enabled", "true")
    host = Host(repo, tmp_path / "host")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    for event in EVENTS:
        assert host.hook(event) == {}
    assert not host.state.exists()


def test_a_fault_of_ours_is_journalled_without_a_word_of_the_person(host: Host) -> None:
    host.start()
    shutil.rmtree(host.state / "sessions")
    (host.state / "sessions").write_text("in the way\n")
    assert host.hook("SessionStart", prompt="my words") == {}
    host.works(1)
    assert host.hook("Stop", last_assistant_message="my words") == {}


def test_the_hook_path_imports_nothing_heavy(host: Host) -> None:
    entry = ROOT / "gitskills/hookrun/__main__.py"
    loaded: set[str] = set()
    for event in EVENTS:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-X", "utf8", "-X", "importtime", str(entry)],
            input=host.payload(event), env=host.environment, capture_output=True, check=True,
        )  # fmt: skip
        loaded |= {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
        host.works(60)
    assert {"json", "gitskills.hookrun.guard"} <= loaded
    assert (
        loaded & {"dataclasses", "pathlib", "subprocess", "typing", "click", "pygit2", "filelock", "hashlib", "asyncio"}
        == set()
    )
    host.quiet()


@pytest.mark.promise("S4", "case-11")
def test_no_hook_hangs_on_a_tool_call() -> None:
    assert set(COMMANDS) == {"SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"}

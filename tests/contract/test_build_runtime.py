"""The plugin's own start: hooks/build.sh makes its Python environment, or says in one sentence what is missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.processes import until

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("sh", "mkdir", "rmdir", "find", "mv", "rm", "cmp", "sed", "cat", "dirname", "uname", "env")
REAL = os.path.realpath(sys.executable)
TOO_OLD = "exit 1\n"
NO_ENSUREPIP = f'case "$*" in *"-m venv"*|*"-m pip"*) exit 1 ;; esac\nexec {REAL} "$@"\n'


def path_with(folder: Path, python: str) -> str:
    """A PATH that holds what every Unix has, and one `python3`, which is the given shell script."""
    folder.mkdir()
    for name in PROGRAMS:
        (folder / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    if python:
        script = folder / "python3"
        script.write_text(f"#!/bin/sh\n{python}", "utf-8")
        script.chmod(0o755)
    return str(folder)


def build(data: Path, path: str, **more: str) -> None:
    environment = {"PATH": path, "HOME": str(data.parent), "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull, **more}
    done = subprocess.run(
        ["/bin/sh", ROOT / "hooks/build.sh", data, ROOT], env=environment, capture_output=True, check=True
    )
    assert done.stdout == done.stderr == b""


@pytest.mark.parametrize("python", ["", TOO_OLD], ids=["none", "3.9"])
def test_a_machine_without_a_fitting_python_is_told_so_in_one_sentence(tmp_path: Path, python: str) -> None:
    data = tmp_path / "data"
    build(data, path_with(tmp_path / "bin", python))
    said = (data / "missing").read_text("utf-8")
    assert "Python 3.11" in said
    assert "pipx install gitskills" in said
    assert said.count("\n") == 1
    assert not (data / "runtime").exists()


def test_a_python_without_pip_and_ensurepip_is_told_what_to_install(tmp_path: Path) -> None:
    data = tmp_path / "data"
    build(data, path_with(tmp_path / "bin", NO_ENSUREPIP))
    assert "python3-venv" in (data / "missing").read_text("utf-8")


def test_a_machine_without_a_network_is_told_so_and_keeps_no_half_environment(tmp_path: Path) -> None:
    data = tmp_path / "da ta 'é\""
    build(data, path_with(tmp_path / "bin", f'exec {REAL} "$@"\n'), PIP_INDEX_URL="http://127.0.0.1:9/")
    assert "could not fetch" in (data / "missing").read_text("utf-8")
    assert sorted(path.name for path in data.iterdir()) == ["build.log", "missing"]


def test_the_same_sentence_is_said_once(tmp_path: Path) -> None:
    data, path = tmp_path / "data", path_with(tmp_path / "bin", TOO_OLD)
    build(data, path)
    (data / "missing").rename(data / "missing.said")
    build(data, path)
    assert not (data / "missing").exists()


def test_two_starts_at_once_build_once(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "building").mkdir(parents=True)
    build(data, path_with(tmp_path / "bin", TOO_OLD))
    assert sorted(path.name for path in data.iterdir()) == ["building"]


def test_a_builder_that_died_does_not_block_the_next(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "building").mkdir(parents=True)
    long_ago = time.time() - 3_600
    os.utime(data / "building", (long_ago, long_ago))
    build(data, path_with(tmp_path / "bin", TOO_OLD))
    assert (data / "missing").exists()
    assert not (data / "building").exists()


def launch(plugin: Path, data: Path, *words: str, stdin: bytes = b"{}") -> subprocess.CompletedProcess[bytes]:
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(data.parent), "CLAUDE_PLUGIN_DATA": str(data), "CLAUDE_PLUGIN_ROOT": str(plugin),
    }  # fmt: skip
    return subprocess.run(
        ["/bin/sh", plugin / "hooks/launch.sh", *words], env=environment, input=stdin, capture_output=True, check=False
    )


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A plugin whose build only notes that it was started."""
    made = tmp_path / "plu gin's"
    (made / "hooks").mkdir(parents=True)
    shutil.copy(ROOT / "hooks/launch.sh", made / "hooks")
    (made / "hooks/build.sh").write_text('#!/bin/sh\n: >"$1/build-started"\n', "utf-8")
    return made


def test_the_first_hook_builds_and_answers_at_once(plugin: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert launch(plugin, data).stdout == b"{}\n"
    until((data / "build-started").exists, "the build to start")


def test_what_is_missing_is_told_once(plugin: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "missing").write_text('gitskills needs "Python" 3.11.\n', "utf-8")
    said = [json.loads(launch(plugin, data).stdout) for _ in range(2)]
    assert said == [{"systemMessage": "gitskills: gitskills needs Python 3.11."}, {}]


def test_ready_is_told_once_and_costs_no_event(plugin: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "runtime").write_text(f"{REAL}\n{ROOT}\n{plugin}\n", "utf-8")
    (data / "ready").touch()
    said = [json.loads(launch(plugin, data).stdout) for _ in range(2)]
    assert "ready" in said[0]["systemMessage"]
    assert said[1] == {}


def test_a_replaced_plugin_is_built_anew_while_the_old_one_serves(plugin: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "runtime").write_text(f"{REAL}\n{ROOT}\n/an/older/plugin\n", "utf-8")
    assert launch(plugin, data).stdout == b"{}\n"
    until((data / "build-started").exists, "the build to start")


def test_a_command_of_the_plugin_says_what_is_missing(plugin: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "missing.said").write_text("gitskills needs Python 3.11.\n", "utf-8")
    done = launch(plugin, data, str(data), "status")
    assert (done.returncode, done.stdout) == (3, b"gitskills needs Python 3.11.\n")

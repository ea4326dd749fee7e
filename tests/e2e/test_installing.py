"""Both ways to install, in the real client: what a person's first session teaches is a commit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import OUTSIDE, REAL_HOME
from tests.e2e.living import conversation
from tests.support.claude import VERSION, Desk, program
from tests.support.hooks import workers
from tests.support.processes import until
from tests.support.repos import RepoBuilder
from tests.support.scripted_model import ScriptedModel, call, say
from tests.support.sources import ROOT

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

CACHE = REAL_HOME / ".cache/gitskills-tests/claude"
RULE = "Never use pip here, always add dependencies with `uv add`. And list the files."
SCRIPT = (say("Looking.", call("Bash", command="ls", description="List the files")), say("Noted."))


@dataclass
class Newcomer:
    """A person with a repository and Claude Code, in folders whose names are not simple."""

    client: Path
    desk: Desk
    repo: RepoBuilder

    def run(self, *words: str | Path, url: str = "http://127.0.0.1:9") -> str:
        passed = {name: value for name, value in OUTSIDE.items() if name.startswith("PIP_")}
        environment = self.desk.environment(url) | passed | {"IS_SANDBOX": "1"}
        done = subprocess.run(
            words, cwd=self.repo.path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
        )  # fmt: skip
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def gitskills(self, *words: str) -> str:
        return self.run(sys.executable, "-P", "-m", "gitskills", *words)

    def asks(self, prompt: str) -> ScriptedModel:
        """One headless session; the model that heard it."""
        with ScriptedModel(SCRIPT) as model:
            words = (self.client, "-p", prompt, "--permission-mode", "default")
            assert self.run(*words, url=model.url).strip() == "Noted."
        return model

    def learned(self) -> str:
        until(lambda: bool(self.repo.tip("skills")), "a commit")
        until(lambda: not workers(self.repo.path), "the job to end")
        return self.repo.subjects("skills")[0]

    def files(self) -> dict[str, bytes]:
        """The host's own settings."""
        config = self.desk.config
        named = (config / "settings.json", config / "plugins/known_marketplaces.json")
        return {str(place): place.read_bytes() for place in named if place.exists()}


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    if not shutil.which("npm"):
        pytest.fail("needs Node and npm")
    folder = tmp_path / "it's é"
    desk = Desk(folder, folder / "my \"shop\" 'x'")
    repo = RepoBuilder.with_commit(desk.project, home=desk.home)
    desk.furnish("Bash(ls)")
    (desk.home / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.invalid\n", "utf-8")
    return Newcomer(program(CACHE, OUTSIDE.get("CLAUDE_VERSION", VERSION)), desk, repo)


def test_after_one_command_the_first_session_teaches(newcomer: Newcomer) -> None:
    before, config = newcomer.files(), (newcomer.repo.path / ".git/config").read_bytes()
    newcomer.gitskills("init")
    newcomer.asks(RULE)
    assert newcomer.learned() == "skill: add never-use-pip"
    assert "- never-use-pip: " in conversation(newcomer.asks("And now?"))[0]
    probes = [json.loads(line) for line in newcomer.gitskills("doctor", "--json").splitlines()]
    assert {probe["name"]: probe["ok"] for probe in probes if probe["name"] in {"plugin", "hook"}} == {
        "plugin": True,
        "hook": True,
    }
    until(lambda: not workers(newcomer.repo.path), "the job to end")
    newcomer.gitskills("uninstall")
    assert newcomer.files() == before
    assert (newcomer.repo.path / ".git/config").read_bytes() == config
    assert not list((newcomer.desk.config / "plugins").glob("*/gitskills*"))


def test_from_a_marketplace_alone_it_builds_itself_and_asks_before_it_reads(newcomer: Newcomer, tmp_path: Path) -> None:
    plugin = tmp_path / "a plugin's é"
    subprocess.run(["git", "clone", "--quiet", ROOT, plugin], check=True, env=os.environ)
    newcomer.run(newcomer.client, "plugin", "marketplace", "add", str(plugin))
    newcomer.run(newcomer.client, "plugin", "install", "gitskills@gitskills")
    newcomer.asks(RULE)
    data = newcomer.desk.config / "plugins/data/gitskills-gitskills"
    until((data / "runtime").exists, "the runtime")
    newcomer.asks(RULE)
    assert not (newcomer.repo.path / ".git/gitskills").exists()
    said = "\n".join(place.read_text("utf-8") for place in (newcomer.desk.config / "projects").rglob("*.jsonl"))
    assert "gitskills: ready." in said
    assert "Nothing was read yet." in said
    newcomer.asks("/gitskills:on")
    newcomer.asks(RULE)
    assert newcomer.learned() == "skill: add never-use-pip"


def test_where_uv_is_there_it_builds_the_runtime(tmp_path: Path) -> None:
    told = {name: value for name, value in OUTSIDE.items() if name.startswith(("PIP_", "UV_", "SSL_"))}
    home = tmp_path / "home"
    home.mkdir()
    fetch = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path / "uv"), "uv"]
    subprocess.run(fetch, check=True, env=OUTSIDE)
    path = os.pathsep.join([str(tmp_path / "uv" / "bin"), "/usr/bin", "/bin"])
    build: list[str | Path] = ["sh", ROOT / "hooks/build.sh", tmp_path / "data", ROOT]
    subprocess.run(build, check=True, env=told | {"PATH": path, "HOME": str(home)})
    log = (tmp_path / "data/build.log").read_text("utf-8")
    assert log.startswith(str(tmp_path / "uv" / "bin" / "uv"))
    python = (tmp_path / "data/runtime").read_text("utf-8").splitlines()[0]
    said = subprocess.run([python, "-P", "-m", "gitskills", "--version"], check=True, capture_output=True, text=True)
    assert said.stdout.startswith("gitskills ")

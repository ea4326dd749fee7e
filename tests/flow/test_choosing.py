"""Who reads a session: the first that was named for gitskills, and a sentence where it can't."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gitskills.app.context import Context
from gitskills.app.reflection.reflectors import chosen, lacking, reflector
from gitskills.app.status import status
from gitskills.errors import EnvironmentFault, UsageError
from tests.support.repos import RepoBuilder
from tests.support.teaching import here

KEY = "GITSKILLS_ANTHROPIC_API_KEY"
URL = "http://127.0.0.1:9/v1"


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    return repo


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH on which git alone is."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for place in ("/usr/bin/git", "/usr/local/bin/git"):
        if Path(place).exists() and not (folder / "git").exists():
            (folder / "git").symlink_to(place)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def client(folder: Path) -> None:
    (folder / "claude").write_text("#!/bin/sh\n", "utf-8")
    (folder / "claude").chmod(0o755)


@pytest.mark.promise("S10")
def test_auto_is_the_first_that_was_named(project: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    def auto() -> str:
        return chosen(here(project.path), "auto")

    assert auto() == "offline"
    project.git("config", "gitskills.openai.url", URL)
    assert auto() == "openai"
    monkeypatch.setenv(KEY, "a-key")
    assert auto() == "anthropic"
    project.git("config", "gitskills.claude", "true")
    assert auto() == "claude"
    assert status(here(project.path)).thinking.reflector == "claude"
    project.git("config", "gitskills.reflector", "offline")
    assert status(here(project.path)).thinking.reflector == "offline"


@pytest.mark.parametrize("variable", ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_BASE_URL"])
def test_what_is_there_for_others_names_nothing(
    project: RepoBuilder, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, URL)
    assert chosen(here(project.path), "auto") == "offline"
    assert "GITSKILLS" in lacking(here(project.path), "anthropic")


def test_what_is_missing_is_said_with_the_command_that_brings_it(
    project: RepoBuilder, bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, "a-key")
    monkeypatch.setitem(sys.modules, "mcp", None)  # as if it were not installed
    monkeypatch.setitem(sys.modules, "anthropic", None)
    context = here(project.path)
    assert "program `claude`" in lacking(context, "claude")
    client(bin_folder)
    assert f"`{sys.executable} -m pip install mcp`" in lacking(context, "claude")
    assert f"`{sys.executable} -m pip install anthropic`" in lacking(context, "anthropic")
    monkeypatch.setitem(sys.modules, "pip", None)
    assert f"`uv pip install --python {sys.executable} mcp`" in lacking(context, "claude")
    assert "git config gitskills.openai.url" in lacking(context, "openai")


def asked(context: Context, name: str, *, background: bool) -> tuple[str, ...]:
    made = reflector(context, name, lambda _episode: (), background=background)
    assert made.model is None
    return tuple(made.notes)


def test_offline_stands_in_where_nobody_watches_and_where_auto_chose(project: RepoBuilder, bin_folder: Path) -> None:
    project.git("config", "gitskills.claude", "true")
    context = here(project.path)
    assert "program `claude`" in asked(context, "auto", background=False)[0]
    assert "program `claude`" in asked(context, "claude", background=True)[0]
    with pytest.raises(EnvironmentFault, match="program `claude`"):
        asked(context, "claude", background=False)
    with pytest.raises(UsageError, match="no reflector 'gpt'"):
        asked(context, "gpt", background=False)


def test_all_is_well_where_nothing_is_missing(project: RepoBuilder, bin_folder: Path) -> None:
    client(bin_folder)
    project.git("config", "gitskills.claude", "true")
    made = reflector(here(project.path), "auto", lambda _episode: (), background=False)
    assert made.model is not None
    assert made.model.label == "claude haiku"
    assert (made.notes, status(here(project.path)).thinking.why) == ([], "")

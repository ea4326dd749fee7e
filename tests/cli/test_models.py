"""What the command line says of models: before anything is sent, and afterwards what it took."""

from __future__ import annotations

import json
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from gitskills.transcript import OUR_MARK
from tests.cli.running import GITSKILLS, run
from tests.support.lessons import DEPLOY, lesson, session
from tests.support.repos import RepoBuilder
from tests.support.scripted_chat import ScriptedChat, error, proposals


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    return repo


@pytest.fixture
def transcript(tmp_path: Path) -> str:
    return session(tmp_path / "session.jsonl")


def test_the_exact_request_is_shown_and_nothing_is_sent(project: RepoBuilder, transcript: str) -> None:
    with ScriptedChat([proposals(lesson("deploy-window"))]) as chat:
        project.git("config", "gitskills.openai.url", chat.url)
        project.git("config", "gitskills.model.name", "tiny")
        done = run(project.path, "preview", "--prompt", "--json", transcript)
        assert chat.requests == []
        (shown,) = [json.loads(line) for line in done.stdout.splitlines()]
        assert run(project.path, "learn", transcript).returncode == 0
    assert shown["request"] == chat.requests[0]
    assert 0 < shown["tokens"] <= 32_000
    told = run(project.path, "preview", "--prompt", transcript).stdout
    assert "openai tiny: about " in told
    assert "of 32,000 tokens" in told
    assert OUR_MARK in told
    assert DEPLOY in told


@pytest.mark.parametrize("reflector", ["claude", "anthropic"])
def test_a_request_is_shown_before_anything_is_installed_or_paid_for(
    project: RepoBuilder, transcript: str, reflector: str
) -> None:
    done = run(project.path, "preview", "--prompt", "-r", reflector, transcript)
    assert done.returncode == 0
    assert DEPLOY in done.stdout


def test_the_offline_reflector_has_no_prompt(project: RepoBuilder, transcript: str) -> None:
    done = run(project.path, "preview", "--prompt", transcript)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the offline reflector sends nothing" in done.stderr


def test_status_and_why_say_what_was_taken(project: RepoBuilder, transcript: str) -> None:
    assert "Reflections are by the embedded reflector (offline)." in run(project.path, "status").stdout
    with ScriptedChat([proposals(lesson("deploy-window"), lesson("prices-in-cents"))]) as chat:
        project.git("config", "gitskills.openai.url", chat.url)
        run(project.path, "learn", transcript)
    assert (
        "Reflections are by openai; today 1 run, 960 tokens, 41 % of them cached" in run(project.path, "status").stdout
    )
    assert json.loads(run(project.path, "status", "--json").stdout)["thinking"]["tokens"] == 960
    why = run(project.path, "why", "deploy-window").stdout
    assert "cost: 960 tokens (400 cached)" in why
    assert "a run that proposed 2 in all" in why


def test_who_stands_in_and_why_is_said(project: RepoBuilder, transcript: str) -> None:
    project.git("config", "gitskills.reflector", "anthropic")
    done = run(project.path, "learn", transcript)
    assert done.returncode == 3
    assert "GITSKILLS_ANTHROPIC_API_KEY" in done.stderr
    told = run(project.path, "status").stdout
    assert "problem: the reflector anthropic needs a key in GITSKILLS_ANTHROPIC_API_KEY" in told
    project.git("config", "gitskills.reflector", "auto")
    project.git("config", "gitskills.openai.url", "http://127.0.0.1:9/v1")
    project.git("config", "gitskills.budget.tokensPerDay", "0")
    done = run(project.path, "learn", transcript)
    assert "read offline: the day's 0 tokens are used up" in done.stdout
    assert "gitskills.budget.tokensPerDay" in run(project.path, "status").stdout


def test_a_failure_of_the_model_is_one_sentence_and_exit_code_three(project: RepoBuilder, transcript: str) -> None:
    with ScriptedChat([error(401, "no")]) as chat:
        project.git("config", "gitskills.openai.url", chat.url)
        done = run(project.path, "learn", transcript)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 2
    assert "refused the key" in done.stderr
    assert "hint: set GITSKILLS_OPENAI_API_KEY" in done.stderr


@pytest.mark.promise("S10")
def test_a_run_that_is_killed_counts_and_loses_nothing(project: RepoBuilder, transcript: str) -> None:
    good = proposals(lesson("deploy-window"))
    with ScriptedChat([replace(good, delay=60), good]) as chat:
        project.git("config", "gitskills.openai.url", chat.url)
        killed = subprocess.Popen([*GITSKILLS, "learn", transcript], cwd=project.path, stderr=subprocess.DEVNULL)
        while not chat.requests:
            assert killed.poll() is None
            time.sleep(0.05)
        killed.kill()
        killed.wait()
        thinking = json.loads(run(project.path, "status", "--json").stdout)["thinking"]
        assert thinking["runs"] == 1
        assert thinking["tokens"] > 1_000  # what it was begun with
        assert "landed  deploy-window" in run(project.path, "learn", transcript).stdout


def test_prompts_come_from_the_repositorys_own_configuration_alone(project: RepoBuilder) -> None:
    done = run(project.path, "config", "--global", "gitskills.promptDir", "/tmp/prompts")
    assert done.returncode != 0
    assert "git config --local" in done.stderr

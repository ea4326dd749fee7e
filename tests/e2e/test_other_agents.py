"""Codex, Gemini CLI, OpenCode and Copilot themselves, offline and without a key: they list what their targets are given.

GITSKILLS_OTHER_AGENTS=1 has them fetched from npm once (1.1 GB).
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from gitskills.app.looking import look
from gitskills.model.target import ONCE, READERS, folder_of
from gitskills.skillfile.document import Document, render
from tests.conftest import OUTSIDE, REAL_HOME
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, here, teach

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.promise("share-5"),
    pytest.mark.skipif(not OUTSIDE.get("GITSKILLS_OTHER_AGENTS"), reason="GITSKILLS_OTHER_AGENTS=1 fetches 1.1 GB"),
]

CACHE = REAL_HOME / ".cache/gitskills-tests/agents"


@dataclass(frozen=True)
class Agent:
    """A package of npm, the command that lists skills, and what a line of its answer looks like."""

    package: str
    words: tuple[str, ...]
    line: str

    def names(self, folder: Path) -> list[str]:
        """The skills that it lists in `folder`, its own ones left out."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(Path.home()),
            "HTTPS_PROXY": "http://127.0.0.1:9",
            "HTTP_PROXY": "http://127.0.0.1:9",
            "NO_COLOR": "1",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        }
        words = (str(CACHE / "node_modules/.bin" / self.words[0]), *self.words[1:])
        done = subprocess.run(
            words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=True
        )  # fmt: skip
        return sorted(re.findall(self.line, done.stdout, re.MULTILINE))


AGENTS = {
    "Codex": Agent("@openai/codex@0.171.0", ("codex", "debug", "prompt-input", "hi"), r"- ([a-z-]+): .*?\(file: r"),
    "Gemini CLI": Agent("@google/gemini-cli@0.61.0", ("gemini", "skills", "list"), r"^([a-z-]+) \[Enabled\]"),
    "OpenCode": Agent("opencode-ai@1.18.33", ("opencode", "debug", "skill"), r'"name": "([a-z-]+)"'),
    "Copilot": Agent("@github/copilot@1.0.102", ("copilot", "skill", "list"), r"^  ([a-z-]+) - "),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def fetched() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    if not (CACHE / "node_modules/.bin/opencode").exists():
        words = [
            "npm",
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            *(agent.package for agent in AGENTS.values()),
        ]
        subprocess.run(words, cwd=CACHE, env=OUTSIDE, check=True, capture_output=True)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def want(made: RepoBuilder, *words: str) -> None:
    made.git("config", "gitskills.targets", ",".join(words))
    look(here(made.path))


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_lists_what_each_of_its_targets_is_given(made: RepoBuilder, name: str) -> None:
    teach(made.path, UV)
    for word in READERS[name]:
        want(made, word)
        assert made.git("status", "--short") == ""
        assert UV.name in AGENTS[name].names(made.path), word
    others = {word for words in READERS.values() for word in words} - set(READERS[name])
    want(made, *others)
    assert UV.name not in AGENTS[name].names(made.path)
    want(made, *READERS[name])
    if name in ONCE:
        assert AGENTS[name].names(made.path).count(UV.name) == 1


@pytest.mark.parametrize(
    ("path", "content", "heard"),
    [
        ("odd/SKILL.md", b"\xef\xbb\xbf" + render(Document("odd", "Odd.", "x")), {"OpenCode", "Copilot"}),
        ("plain/templates/SKILL.md", render(Document("odd", "Odd.", "x")), {"Codex", "OpenCode"}),
        ("odd/SKILL.md", render(Document("odd", "d" * 1_025, "x")), {"Codex", "Gemini CLI", "OpenCode"}),
        ("other/SKILL.md", render(Document("odd", "Odd.", "x")), set(AGENTS)),
    ],
    ids=["byte order mark", "skill below", "long", "another name"],
)
def test_what_is_kept_from_them_is_what_they_would_misread(
    made: RepoBuilder, path: str, content: bytes, heard: set[str]
) -> None:
    made.write(f"{folder_of('agents')}/plain/SKILL.md", render(Document("plain", "Plain.", "x")))
    made.write(f"{folder_of('agents')}/{path}", content)
    listed = {name: agent.names(made.path) for name, agent in AGENTS.items()}
    assert {name for name in AGENTS if "plain" in listed[name]} == set(AGENTS)
    assert {name for name in AGENTS if "odd" in listed[name]} == heard

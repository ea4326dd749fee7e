"""Our entry for the framework pre-commit, installed and run by the framework itself as a project would. Takes a minute: pip installs us."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repos import RepoBuilder
from tests.support.sources import ROOT

pytestmark = [pytest.mark.e2e, pytest.mark.promise("share-4")]

FRAMEWORK = Path(sys.executable).with_name("pre-commit")
BAD = {
    ".claude/skills/use-uv/SKILL.md": "no skill\n",
    ".claude/skills/use-uv/.gitskills.yaml": 'name: "use-uv"\ncreated_by: "gitskills"\nscope: "project"\ncategory: ""\n',
}


def committed(made: RepoBuilder, files: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    for path, content in files.items():
        made.write(path, content)
        made.git("add", "--force", path)
    return made.run("commit", "--quiet", "-m", "a commit", check=False)


def test_the_framework_installs_the_hook_and_keeps_a_bad_skill_out(tmp_path: Path) -> None:
    ours = RepoBuilder(ROOT, Path.home()).clone(tmp_path / "gitskills")
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    entry = {"repo": str(ours.path), "rev": ours.git("rev-parse", "HEAD"), "hooks": [{"id": "gitskills-check"}]}
    made.commit("hooks", {".pre-commit-config.yaml": json.dumps({"repos": [entry]})})
    subprocess.run([FRAMEWORK, "install"], cwd=made.path, env=made.environment, check=True, capture_output=True)
    good = committed(made, {"notes.md": "Mind this.\n"})
    assert (good.returncode, b"Skipped" in good.stderr) == (0, True)
    bad = committed(made, BAD)
    assert bad.returncode == 1
    assert b"use-uv" in bad.stderr
    assert b"format" in bad.stderr

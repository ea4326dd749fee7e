"""The rules over what people commit, with git's own tools on the branch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.app.check import check
from gitskills.app.promote import promote
from gitskills.errors import GitskillsError
from gitskills.model.review import CheckReport
from gitskills.model.ruling import Severity
from tests.support.lessons import lesson, opened, outcomes, put, session
from tests.support.repos import RepoBuilder

pytestmark = pytest.mark.promise("V13")

NAME = "deploy-window"
SKILL = f".claude/skills/{NAME}/SKILL.md"
HALF = "---\nname: deploy-window\n---\n"


@pytest.fixture
def learned(repo: RepoBuilder, tmp_path: Path) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n", ".claude/skills/Mine/SKILL.md": "by hand\n"})
    transcript = session(tmp_path / "session.jsonl")
    found = put(opened(repo), transcript, lesson(NAME), lesson("prices-in-cents"))
    assert outcomes(found) == ["landed", "landed"]
    return repo


@pytest.fixture
def branch(learned: RepoBuilder, tmp_path: Path) -> RepoBuilder:
    return learned.worktree(tmp_path / "branch", "skills")


def errors(report: CheckReport) -> list[tuple[str, str]]:
    return [(path, found.rule) for _, path, found in report.findings if found.severity is Severity.REJECT]


def test_every_commit_of_ours_passes(learned: RepoBuilder, branch: RepoBuilder) -> None:
    whole = check(opened(branch), "", staged=False)
    assert (errors(whole), whole.folders) == ([], 2)
    ranged = check(opened(learned), "main..skills", staged=False)
    assert (errors(ranged), ranged.commits, ranged.folders) == ([], 2, 2)


def test_off_the_branch_a_hand_written_folder_is_nobodys_business(learned: RepoBuilder) -> None:
    assert check(opened(learned), "", staged=False).folders == 0


def test_a_broken_commit_is_named(learned: RepoBuilder) -> None:
    bad = learned.commit_on("skills", "break it", {SKILL: HALF})
    for target in ("main..skills", bad[:10]):
        report = check(opened(learned), target, staged=False)
        assert {commit for commit, _, found in report.findings if found.severity is Severity.REJECT} == {bad}
    assert check(opened(learned), "skills", staged=False).commits == 1


def test_what_has_no_place_on_the_branch_is_found(learned: RepoBuilder) -> None:
    learned.commit_on("skills", "stray", {"src/main.py": "print()\n"})
    assert errors(check(opened(learned), "main..skills", staged=False)) == [("src/main.py", "paths")]


def test_the_index_is_judged_before_it_is_a_commit(branch: RepoBuilder) -> None:
    assert check(opened(branch), "", staged=True).folders == 0
    branch.write(SKILL, HALF)
    assert errors(check(opened(branch), "", staged=True)) == []
    branch.git("add", "--force", SKILL)
    branch.write("notes.txt", "x\n")
    branch.git("add", "notes.txt")
    found = errors(check(opened(branch), "", staged=True))
    assert ("notes.txt", "paths") in found
    assert f".claude/skills/{NAME}" in {path for path, _ in found}


@pytest.mark.promise("share-2")
def test_what_other_clones_would_refuse_is_found_before_it_is_a_commit(branch: RepoBuilder) -> None:
    (evidence,) = branch.paths("skills", f".claude/skills/{NAME}/references")
    for path in (evidence, f".claude/skills/{NAME}/.gitskills.yaml"):
        text = branch.show(f"skills:{path}").decode()
        branch.write(path, text.replace("speaker: user", "speaker: agent").replace('category: ""', 'category: "x"'))
        branch.git("add", "--force", path)
    found = errors(check(opened(branch), "", staged=True))
    assert {rule for _, rule in found} >= {"history", "evidence"}


@pytest.mark.promise("share-4")
def test_in_a_pipeline_the_branch_of_the_remote_is_known_by_its_commits(learned: RepoBuilder, tmp_path: Path) -> None:
    bad = learned.commit_on("skills", "stray", {"src/main.py": "print()\n"})
    clone = learned.clone(tmp_path / "clone")
    clone.git("checkout", "--quiet", "--detach", "origin/skills")
    found = check(opened(clone), "origin/main..HEAD", staged=False).findings
    assert [(commit, path) for commit, path, _ in found] == [(bad, "src/main.py")]
    assert check(opened(clone), "origin/main..HEAD", staged=False, branch=False).findings == ()


def test_the_index_of_the_calling_hook_counts(branch: RepoBuilder) -> None:
    other = branch.path.parent / "other-index"
    private = branch.with_environment(GIT_INDEX_FILE=str(other))
    private.git("read-tree", "HEAD")
    branch.write(SKILL, HALF)
    private.git("add", "--force", SKILL)
    assert errors(check(opened(branch), "", staged=True)) == []
    assert errors(check(opened(branch), "", staged=True, index_file=str(other))) != []


def test_a_folder_on_disk_is_judged(learned: RepoBuilder) -> None:
    assert errors(check(opened(learned), SKILL, staged=False)) == []
    learned.write(SKILL, HALF)
    assert errors(check(opened(learned), f".claude/skills/{NAME}", staged=False)) != []
    with pytest.raises(GitskillsError):
        check(opened(learned), "no-such-thing", staged=False)


def test_a_revert_and_a_merge_by_git_pass(learned: RepoBuilder, branch: RepoBuilder) -> None:
    learned.commit("go on", {"src/main.py": "print()\n"})
    branch.git("merge", "--quiet", "--no-edit", "main")
    branch.git("revert", "--no-edit", "HEAD^1")
    assert errors(check(opened(branch), "main..skills", staged=False)) == []
    assert errors(check(opened(branch), "", staged=False)) == []
    learned.git("worktree", "remove", str(branch.path))
    promote(opened(learned), dry_run=False)
    assert not (learned.path / ".claude/skills/prices-in-cents/SKILL.md").exists()
    assert (learned.path / SKILL).exists()


def test_bisect_finds_the_commit_that_broke_a_skill(learned: RepoBuilder, tmp_path: Path) -> None:
    bad = learned.commit_on("skills", "break it", {SKILL: HALF})
    learned.commit_on("skills", "later", {f".claude/skills/{NAME}/references/more.md": "more\n"})
    place = learned.worktree(tmp_path / "bisect", "--detach", "skills")
    place.git("bisect", "start", "skills", "skills~3")
    code = (
        "import sys\nfrom gitskills.app.check import check\nfrom gitskills.app.context import open_context\n"
        "found = check(open_context('.'), '', staged=False).findings\n"
        "sys.exit(any(one.severity == 'reject' for _, _, one in found))\n"
    )
    script = tmp_path / "check.py"
    script.write_text(code)
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        ["git", "bisect", "run", sys.executable, str(script)],
        cwd=place.path,
        env=os.environ | place.environment | {"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{bad} is the first bad commit" in done.stdout, done.stdout + done.stderr

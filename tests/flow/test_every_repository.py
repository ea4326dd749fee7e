"""Learn, explain, list, check, archive, restore, take back: where libgit2 can't read, all of it through the git program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitskills.app.rollback import rollback
from gitskills.app.sync import sync
from gitskills.cli.program import Session, program
from gitskills.git.binary.repository import ProgramRepository
from gitskills.git.opening import open_repository
from tests.support.adapters import REFTABLE, SHA256, Adapter, use
from tests.support.remotes import team
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here, landed, lesson, outcomes, teach, transcript

pytestmark = pytest.mark.promise("share-7", "case-15")

LIVE = ".claude/skills/uv-not-pip/SKILL.md"
Kind = Callable[[Path, pytest.MonkeyPatch], RepoBuilder]


def made_as(adapter: Adapter, tmp: Path, monkeypatch: pytest.MonkeyPatch) -> RepoBuilder:
    use(adapter, monkeypatch)
    return RepoBuilder.with_commit(tmp / adapter.name, home=Path.home())


def sha256(tmp: Path, monkeypatch: pytest.MonkeyPatch) -> RepoBuilder:
    return made_as(SHA256, tmp, monkeypatch)


def reftable(tmp: Path, monkeypatch: pytest.MonkeyPatch) -> RepoBuilder:
    return made_as(REFTABLE, tmp, monkeypatch)


def partial(tmp: Path, *what: str) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp / "origin", {"README.md": "# A project\n", "src/a.py": "a\n"}, home=Path.home())
    made.git("config", "uploadpack.allowFilter", "true")
    return made.clone(tmp / "partial", *what)


def blobless(tmp: Path, _: pytest.MonkeyPatch) -> RepoBuilder:
    return partial(tmp, "--filter=blob:none", "--no-checkout")


def treeless(tmp: Path, _: pytest.MonkeyPatch) -> RepoBuilder:
    return partial(tmp, "--filter=tree:0", "--no-checkout")


def run(*words: str) -> str:
    """What a command says on standard output, run in the working folder; it must end well."""
    done = CliRunner().invoke(program, list(words), obj=Session())
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout


@pytest.mark.parametrize("kind", [sha256, reftable, blobless, treeless], ids=lambda kind: kind.__name__)
def test_the_whole_life_of_a_skill(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = kind(tmp_path, monkeypatch)
    assert isinstance(open_repository(str(made.path)), ProgramRepository)
    monkeypatch.chdir(made.path)
    before = made.fingerprint()
    learned = json.loads(run("learn", "--json", str(transcript(tmp_path, [UV]))))
    assert learned["commit"] == made.tip("skills")
    name = learned["name"]
    live = made.path / f".claude/skills/{name}/SKILL.md"
    assert live.read_bytes() == made.show(f"skills:.claude/skills/{name}/SKILL.md")
    assert UV.said in run("why", name)
    assert json.loads(run("list", "--json"))["name"] == name
    run("check", "skills")
    run("archive", name, "-m", "rarely used")
    assert not live.exists()
    run("restore", name)
    assert live.exists()
    run("rollback", name, "-m", "we use pip after all")
    assert made.paths("skills", ".claude/skills") == []
    assert made.fingerprint() == before
    made.fsck()


@pytest.mark.parametrize("kind", [sha256, reftable], ids=lambda kind: kind.__name__)
def test_a_refused_lesson_stays_refused_and_a_revert_by_hand_is_a_verdict(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kind(tmp_path, monkeypatch)
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    work = made.worktree(tmp_path / "work", "skills")
    work.git("revert", "--no-edit", made.git("rev-list", "-1", "skills", "--", LIVE))
    work.git("checkout", "--quiet", "--detach")
    assert outcomes(teach(made.path, UV)) == ["rejected"]
    made.fsck()


@pytest.mark.parametrize("adapter", [SHA256, REFTABLE], ids=lambda adapter: adapter.name)
def test_two_clones_share_what_each_learned(adapter: Adapter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(adapter, monkeypatch)
    ours = team(tmp_path)
    one, other = ours.clone("one"), ours.clone("other")
    assert outcomes((*teach(one.path, UV), *teach(other.path, MIGRATE))) == ["landed", "landed"]
    for clone in (one, other, one):
        report = sync(here(clone.path), "", push=True, pull=True, progress=lambda *_: None)
        assert report.stopped == ""
    assert one.tip("skills") == other.tip("skills") == ours.bare.tip("skills")
    assert landed(one) == sorted([UV.entry.id, MIGRATE.entry.id])
    ours.bare.fsck()


@pytest.mark.parametrize("kind", [sha256, reftable], ids=lambda kind: kind.__name__)
def test_a_rewritten_default_branch_is_followed_and_verdicts_go_along(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kind(tmp_path, monkeypatch)
    made.commit("second", {"more": "x"})
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    rollback(here(made.path), UV.name, "wrong")
    made.git("checkout", "--quiet", "--orphan", "rewritten")
    made.commit("all anew")
    made.git("branch", "--quiet", "--force", "main", "HEAD")
    made.git("checkout", "--quiet", "main")
    assert outcomes(teach(made.path, lesson(1))) == ["landed"]
    assert made.git("merge-base", "main", "skills") == made.tip("main")
    assert outcomes(teach(made.path, UV)) == ["rejected"]
    made.fsck()


@pytest.mark.parametrize("kind", [sha256, reftable, treeless], ids=lambda kind: kind.__name__)
def test_doctor_and_status_find_nothing_wrong_with_it(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kind(tmp_path, monkeypatch)
    monkeypatch.chdir(made.path)
    assert outcomes(teach(made.path, UV)) == ["landed"]
    run("status")
    said = CliRunner().invoke(program, ["doctor"], obj=Session()).output
    assert "libgit2" not in said
    assert "can't be opened" not in said

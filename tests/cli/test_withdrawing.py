"""The commands that take back what a source taught, and a no."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import lines, run
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, outcomes, teach, transcript


def test_a_dry_run_shows_what_would_go_and_the_series_does_just_that(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    bad = transcript(tmp_path / "bad", [UV]).rename(tmp_path / "bad.jsonl")
    assert outcomes((*teach(made.path, UV, session=bad), *teach(made.path, MIGRATE))) == ["landed", "landed"]
    before = made.fingerprint(), made.tip("skills")
    shown = run(made.path, "withdraw", "--dry-run", "--session", str(bad))
    assert shown.stdout.split()[:4] == ["would", "be", "removed", ".claude/skills/uv-not-pip"]
    assert (shown.returncode, (made.fingerprint(), made.tip("skills"))) == (0, before)
    (done,) = lines(run(made.path, "withdraw", "--json", "--session", str(bad), "-m", "poisoned"))
    assert [(skill["name"], skill["becomes"]) for skill in done["skills"]] == [("uv-not-pip", "removed")]
    assert made.fingerprint() == before[0]
    forgiven = run(made.path, "forgive", "uv-not-pip")
    assert (forgiven.returncode, "uv-not-pip may be learned again" in forgiven.stdout) == (0, True)
    assert run(made.path, "forgive", "uv-not-pip").returncode == 1
    nothing = run(made.path, "withdraw", "--session", str(bad))
    assert (nothing.returncode, "nothing here descends" in nothing.stderr) == (1, True)


def test_without_a_source_it_is_wrong_use(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert run(made.path, "withdraw").returncode == 2

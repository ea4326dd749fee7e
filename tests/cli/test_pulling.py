"""`gitskills pr` and `gitskills learn --pr` as people and scripts run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import lines, run, taught
from tests.support.forges import github_comment, github_pull, scripted
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV

ALL = "gitskills/all_lessons"
SAID = "Never store prices as floats here, always use integer cents."


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    """A clone with two lessons, and `origin` beside it."""
    made = taught(tmp_path / "shop")
    bare = RepoBuilder.create(tmp_path / "origin.git", "--bare", home=Path.home())
    made.git("remote", "add", "origin", str(bare.path))
    made.git("push", "--quiet", "origin", "main")
    made.git("fetch", "--quiet", "origin")
    return made


@pytest.mark.promise("share-3")
def test_a_dry_run_prints_branch_commits_title_body_and_the_exact_command(made: RepoBuilder) -> None:
    done = run(made.path, "pr", "--dry-run")
    assert done.returncode == 0
    for part in (
        f"{ALL}  for main  (origin)",
        f"skill: add {UV.name}",
        f"Add 2 learned skills: {UV.name}, {MIGRATE.name}",
        "### `uv-not-pip`",
        f"$ git push --force-with-lease=refs/heads/{ALL}: origin {ALL}:refs/heads/{ALL}",
    ):
        assert part in done.stdout
    assert made.tip(ALL) == ""


@pytest.mark.promise("share-3")
def test_pr_tells_the_commits_and_what_to_do_next(made: RepoBuilder) -> None:
    done = run(made.path, "pr", UV.name)
    tip = made.tip(f"gitskills/{UV.name}")
    assert done.returncode == 0
    assert f"    {tip[:12]} skill: add {UV.name}\n" in done.stdout
    assert f"git pull origin gitskills/{UV.name}" in done.stdout
    assert done.stdout.endswith("\nsent\n")
    assert done.stderr == "hint: send the text above to whoever takes it in\n"


@pytest.mark.promise("share-3")
def test_scripts_get_one_line_of_json(made: RepoBuilder) -> None:
    (told,) = lines(run(made.path, "pr", UV.name, "--no-evidence", "--json"))
    assert (told["state"], told["request"]["topic"], told["request"]["base"]) == (
        "pushed",
        f"gitskills/{UV.name}",
        "main",
    )
    assert told["commits"] == [[made.tip(f"gitskills/{UV.name}"), f"skill: add {UV.name}"]]
    assert "left out here" in told["request"]["body"]


@pytest.mark.promise("share-3")
def test_a_closed_one_is_a_verdict_with_a_reason(made: RepoBuilder) -> None:
    run(made.path, "pr", UV.name)
    done = run(made.path, "pr", "--closed", UV.name, "-m", "we moved to poetry")
    assert done.returncode == 0
    assert f"taken back: {UV.name}" in done.stdout
    assert f"removed the branch gitskills/{UV.name}" in done.stdout
    assert "we moved to poetry" in run(made.path, "why", UV.name).stdout
    (told,) = lines(run(made.path, "pr", "--closed", MIGRATE.name, "--json"))
    assert (told["names"], told["topics"]) == ([MIGRATE.name], [])


@pytest.mark.promise("share-3")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("nobody",), 1),
        (("--closed",), 2),
        (("--closed", UV.name, "--dry-run"), 2),
        (("-m", "why"), 2),
        (("--base", "-x"), 2),
        (("--base", "nowhere"), 1),
        (("a..b",), 1),
        (("--", "--upload-pack=touch x"), 1),
    ],
)
def test_what_cant_be_is_one_sentence_and_an_exit_code(made: RepoBuilder, words: tuple[str, ...], code: int) -> None:
    before = made.git("for-each-ref")
    done = run(made.path, "pr", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr
    assert made.git("for-each-ref") == before


@pytest.mark.promise("share-3")
def test_nothing_learned_is_nothing_to_propose(tmp_path: Path) -> None:
    alone = RepoBuilder.with_commit(tmp_path / "alone", home=Path.home())
    done = run(alone.path, "pr")
    assert (done.returncode, done.stderr.splitlines()[0]) == (1, "gitskills: nothing was learned yet")


@pytest.mark.promise("share-6")
def test_learn_from_a_review_says_what_landed_and_from_whose_words(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("remote", "set-url", "origin", "https://github.com/ada/shop.git")
    gh = scripted("gh", tmp_path)
    github_pull(gh, [github_comment(11, "cleo", SAID)])
    tried = run(made.path, "learn", "--pr", "7", "-r", "offline", "--dry-run", "--json")
    (candidate,) = lines(tried)
    assert (candidate["transcript"], candidate["ruling"]) == ("https://github.com/ada/shop/pull/7", "landed")
    done = run(made.path, "learn", "--pr", "7", "-r", "offline")
    assert (done.returncode, "landed" in done.stdout, SAID in done.stdout) == (0, True, True)
    again = run(made.path, "learn", "--pr", "7", "-r", "offline")
    assert (again.returncode, again.stdout) == (1, "https://github.com/ada/shop/pull/7: nothing new\n")
    gone = run(made.path, "learn", "--pr", "8", "-r", "offline")
    assert (gone.returncode, "knows no such thing" in gone.stderr) == (3, True)
    url = "https://github.com/ada/shop/pull/7#discussion_r11"
    assert url in run(made.path, "why", json.loads(tried.stdout)["name"]).stdout
    assert run(made.path, "withdraw", "--source", url).returncode == 0


@pytest.mark.promise("share-6")
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--pr", "7", "x.jsonl"),
        ("--pr", "0"),
        ("--history", "--pr", "7"),
        ("--pr", "7", "--yes"),
        ("--since", "soon"),
    ],
    ids=str,
)
def test_only_one_kind_of_source_at_a_time(made: RepoBuilder, tmp_path: Path, words: tuple[str, ...]) -> None:
    made.git("remote", "set-url", "origin", "https://github.com/ada/shop.git")
    scripted("gh", tmp_path)
    assert run(made.path, "learn", *words).returncode == 2

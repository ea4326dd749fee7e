"""What the commands answer is true and reads well: what was done, what is left, which setting is wrong and where it stands."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import run, taught
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, lesson, teach
from tests.support.transcripts import TranscriptBuilder


def test_a_rule_that_takes_an_old_ones_place_is_told_from_it(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    session = TranscriptBuilder()
    session.call("Bash", command="npm install left-pad")
    session.rejection("we use pnpm here, never npm.")
    old = session.write(tmp_path / "old.jsonl")
    assert run(made.path, "learn", str(old)).returncode == 0
    later = TranscriptBuilder()
    later.user("We should always use npm now, not pnpm, we migrated.")
    later.agent("Understood.")
    new = str(later.write(tmp_path / "new.jsonl"))
    would = run(made.path, "learn", "--dry-run", new).stdout
    assert "would land  archive  " in would
    assert "The user says the opposite now" in would
    assert "landed  archive  " in run(made.path, "learn", new).stdout


def test_where_nothing_waits_for_a_person_what_is_queued_is_told_all_the_same(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    assert run(made.path, "review").stderr == "nothing waits for you\n"
    made.git("config", "gitskills.birthsPerDay", "0")
    teach(made.path, lesson(1))
    assert run(made.path, "review").stderr == "nothing waits for you; 1 queued (see `gitskills promote`)\n"
    run(made.path, "review", "--seen")
    assert run(made.path, "review", "--new").stderr == "nothing landed unseen\n"


def test_the_list_of_what_waits_says_what_holds_it(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    made.git("config", "gitskills.landing", "review")
    teach(made.path, UV)
    assert "The user said so." not in run(made.path, "review").stdout


def test_a_value_that_is_not_taken_is_told_where_the_settings_are_shown(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    made.git("config", "gitskills.landing", "bogus")
    told = run(made.path, "config").stderr
    assert told == "gitskills: gitskills.landing = 'bogus' is not taken: must be one of explicit, auto, review\n"
    told = run(made.path, "config", "nosuch", "3").stderr
    assert told.startswith("gitskills: gitskills.nosuch = '3' was not taken: no such setting\n")


def test_a_bad_variable_is_called_by_its_own_name(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    told = run(made.path, "doctor", GITSKILLS_LANDING="bogus").stdout
    assert "GITSKILLS_LANDING = 'bogus' is not taken" in told
    assert "→ unset GITSKILLS_LANDING" in told


def test_a_folder_is_no_commit_when_it_is_judged(tmp_path: Path) -> None:
    made = taught(tmp_path / "repo")
    assert run(made.path, "check", ".claude/skills").stderr == "fine: 2 skills judged\n"


def test_no_skill_is_named_the_opposite_of_what_it_says(tmp_path: Path) -> None:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    for said in ("Never use npm here, always use pnpm.", "We should always use npm now, not pnpm, we migrated."):
        session = TranscriptBuilder()
        session.user(said)
        session.agent("Understood.")
        run(made.path, "learn", str(session.write(tmp_path / f"{session.number}.jsonl")))
    listed = run(made.path, "list").stdout
    assert "always use npm now" in listed
    assert "never-use-npm" not in listed

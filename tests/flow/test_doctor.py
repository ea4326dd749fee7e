"""The doctor sees what went wrong, says so in one sentence, and names the next step; as JSON too."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.doctor import examine
from gitskills.model.review import Probe
from gitskills.state.attempts import add_attempt
from gitskills.state.journal import note
from gitskills.state.queue import proposal_queue
from tests.cli.running import lines, run
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, here, teach


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def found(made: RepoBuilder, name: str) -> list[Probe]:
    return [probe for probe in examine(here(made.path)) if probe.name == name]


def live_folder_is_a_link(made: RepoBuilder) -> None:
    (made.path / ".claude").mkdir(exist_ok=True)
    subprocess.run(["rm", "-rf", made.path / ".claude/skills"], check=True)
    (made.path / "elsewhere").mkdir()
    (made.path / ".claude/skills").symlink_to(made.path / "elsewhere")


def exclude_is_a_link(made: RepoBuilder) -> None:
    exclude = made.path / ".git/info/exclude"
    exclude.unlink()
    exclude.symlink_to(made.path / "a.py")


def entry_is_torn(made: RepoBuilder) -> None:
    state = here(made.path).need_project().state
    (state.folder("queue") / f"{'0' * 20}.json").write_bytes(b"{")
    assert list(proposal_queue(state).entries()) == []


def setting_is_wrong(made: RepoBuilder) -> None:
    made.git("config", "gitskills.birthsPerDay", "many")


def reflector_lacks_its_key(made: RepoBuilder) -> None:
    made.git("config", "gitskills.reflector", "anthropic")


def session_could_not_be_read(made: RepoBuilder) -> None:
    add_attempt(str(here(made.path).need_project().state.root), "0" * 36, "no answer", 1)


def branch_is_checked_out(made: RepoBuilder) -> None:
    made.git("switch", "--quiet", "--ignore-other-worktrees", "skills")


def pushes_publish(made: RepoBuilder) -> None:
    made.git("config", "push.default", "matching")


def live_file_is_behind(made: RepoBuilder) -> None:
    place = f".claude/skills/{UV.name}/SKILL.md"
    made.commit_on("skills", "by hand", {place: made.show(f"skills:{place}") + b"\nAlso in scripts.\n"})


def live_file_is_edited(made: RepoBuilder) -> None:
    place = made.path / ".claude/skills" / UV.name / "SKILL.md"
    place.write_text(f"{place.read_text('utf-8')}More.\n", "utf-8")


def nobody_has_a_name(_made: RepoBuilder) -> None:
    (Path.home() / ".gitconfig").write_text("", "utf-8")


@pytest.mark.parametrize(
    ("spoil", "name", "word"),
    [
        (live_folder_is_a_link, "live", ".claude/skills is a link"),
        (exclude_is_a_link, "exclude", "symbolic link"),
        (entry_is_torn, "queue", "set aside"),
        (setting_is_wrong, "settings", "birthsPerDay"),
        (branch_is_checked_out, "branch", "checked out"),
        (pushes_publish, "push", "matching"),
        (live_file_is_behind, "live", UV.name),
        (reflector_lacks_its_key, "reflector", "GITSKILLS_ANTHROPIC_API_KEY"),
        (session_could_not_be_read, "sessions", "attempt 1 of"),
        (live_file_is_edited, "live", "wait in review"),
        (nobody_has_a_name, "identity", "no name"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_what_is_wrong_is_named_with_the_next_step(
    made: RepoBuilder, spoil: Callable[[RepoBuilder], None], name: str, word: str
) -> None:
    teach(made.path, UV)
    spoil(made)
    said = run(made.path, "doctor")
    probes = [probe for probe in lines(run(made.path, "doctor", "--json")) if probe["name"] == name]
    (wrong,) = [probe for probe in probes if word in probe["sentence"]]
    assert wrong["ok"] is not True
    assert wrong["hint"]
    assert wrong["sentence"] in said.stdout
    assert f"→ {wrong['hint']}" in said.stdout


def test_a_bad_setting_is_taken_out_of_the_layer_that_it_stands_in(made: RepoBuilder) -> None:
    made.git("config", "--global", "gitskills.birthsPerDay", "many")
    (probe,) = [probe for probe in found(made, "settings") if probe.ok is False]
    command = probe.hint.partition(",")[0]
    assert command == "git config --global --unset gitskills.birthsPerDay"
    made.git(*command.split()[1:])
    assert [probe.ok for probe in found(made, "settings")] == [True]


def test_nothing_that_is_not_fine_goes_without_a_next_step(made: RepoBuilder) -> None:
    for spoil in (exclude_is_a_link, setting_is_wrong, pushes_publish, nobody_has_a_name, live_folder_is_a_link):
        spoil(made)
    teach(made.path, UV)
    silent = [probe for probe in examine(here(made.path)) if probe.ok is not True and not probe.hint]
    assert silent == []


def test_what_could_not_be_written_after_a_landing_is_in_the_journal(made: RepoBuilder) -> None:
    live_folder_is_a_link(made)
    teach(made.path, UV)
    (probe,) = found(made, "journal")
    assert probe.ok is None
    assert f".claude/skills/{UV.name}/SKILL.md was not written" in probe.sentence
    assert "in live" in probe.sentence


def test_what_stopped_a_command_is_in_the_journal_and_counted_once(made: RepoBuilder) -> None:
    teach(made.path, UV)
    seen = made.path / ".git/gitskills/seen"
    seen.mkdir()
    for _ in range(3):
        assert run(made.path, "status").returncode == 3
    seen.rmdir()
    (probe,) = found(made, "journal")
    assert "3 times" in probe.sentence


def test_faults_are_not_crowded_out_by_what_went_well_and_old_ones_are_forgotten(made: RepoBuilder) -> None:
    teach(made.path, UV)
    state = here(made.path).need_project().state
    journal = state.file("journal.jsonl")
    old = b'{"time": "2001-01-01T00:00:00+00:00", "event": "fault", "where": "live", "why": "long ago"}\n'
    journal.write_bytes(old + b'{"time": 7, "event": "fault"}\n{torn\n')
    note(state, "fault", where="live", why="just now")
    for number in range(100):
        note(state, "landed", proposal=str(number))
    (probe,) = found(made, "journal")
    assert probe.sentence.startswith("just now")


def test_a_sound_repository_gets_no_complaint_and_exit_code_0(made: RepoBuilder) -> None:
    teach(made.path, UV, MIGRATE)
    done = run(made.path, "doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wrong" not in done.stdout


def test_the_doctor_changes_nothing(made: RepoBuilder) -> None:
    teach(made.path, UV)
    before = made.fingerprint(ignore=())
    run(made.path, "doctor")
    assert made.fingerprint(ignore=()) == before

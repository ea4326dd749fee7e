"""Into the archive and back, on a real repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.branch.pins import PIN, UNPIN, pin
from gitskills.app.lifecycle import archive, put_away, restore
from gitskills.app.review import accept, reject
from gitskills.app.status import list_skills, listing
from gitskills.app.waiting import waiting
from gitskills.errors import GitskillsError
from gitskills.model.proposal import Scope
from gitskills.model.usage import Kind
from gitskills.state.directory import StateDirectory
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, outcomes, teach
from tests.support.using import live_through, use

SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})
SCRIPT = Lesson(
    "run-checks",
    "Run the checks with the script before each push.",
    body="Run scripts/run.sh before each push.",
    more={"files": [{"path": "scripts/run.sh", "text": "#!/bin/sh\nmake check\n", "executable": True}]},
)
GUIDE = Lesson(
    "guide-to-packages", "Packages: read uv-not-pip before adding one.", body="Read uv-not-pip before adding a package."
)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    repo = RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())
    teach(repo.path, UV, MIGRATE)
    return repo


def state(made: RepoBuilder) -> StateDirectory:
    return here(made.path).need_project().state


def tidied(made: RepoBuilder, *, dry_run: bool = False) -> list[tuple[str, str]]:
    return [(one.name, one.becomes) for one in put_away(here(made.path), dry_run=dry_run)]


def statuses(made: RepoBuilder) -> dict[str, str]:
    return {line.name: line.status for line in list_skills(here(made.path), archived=True)}


def folder_of(made: RepoBuilder, revision: str, folder: str) -> str:
    """Modes and ids below a folder."""
    return made.git("ls-tree", "-r", f"{revision}:{folder}")


@pytest.mark.promise("U2", "U3")
def test_probation_then_the_archive_for_what_nobody_needed(made: RepoBuilder) -> None:
    live_through(state(made), 99, UV.name, MIGRATE.name)
    assert tidied(made) == []
    use(state(made), UV.name)
    live_through(state(made), 1, UV.name, MIGRATE.name)
    before = made.tip("skills")
    assert tidied(made, dry_run=True) == [(MIGRATE.name, "archived")]
    assert made.tip("skills") == before
    assert tidied(made) == [(MIGRATE.name, "archived")]
    assert statuses(made) == {UV.name: "active", MIGRATE.name: "archived"}
    assert not (made.path / f".claude/skills/{MIGRATE.name}").exists()
    assert tidied(made) == []


@pytest.mark.promise("U4")
def test_the_pool_is_bounded_and_the_least_used_goes(made: RepoBuilder) -> None:
    made.git("config", "gitskills.pool", "1")
    live_through(state(made), 100, UV.name, MIGRATE.name)
    use(state(made), UV.name, 2)
    use(state(made), MIGRATE.name, 5, Kind.VIEW)
    assert tidied(made) == [(MIGRATE.name, "archived")]


@pytest.mark.promise("U4")
def test_pinned_edited_and_named_skills_stay(made: RepoBuilder) -> None:
    assert pin(here(made.path), UV.name, PIN).endswith("uv-not-pip is pinned; `gitskills unpin uv-not-pip` undoes this")
    assert pin(here(made.path), UV.name, PIN) == "uv-not-pip is pinned already"
    live_through(state(made), 100, UV.name, MIGRATE.name)
    place = made.path / f".claude/skills/{MIGRATE.name}/SKILL.md"
    place.write_text(place.read_text("utf-8") + "\nMy own line.\n", "utf-8")
    drain(made.path)
    assert tidied(made) == []
    assert made.git("log", "-1", "--format=%s", "skills") == "skill: pin uv-not-pip"
    assert made.git("diff", "--stat", "skills~", "skills") == ""
    assert pin(here(made.path), UV.name, UNPIN).endswith(
        "uv-not-pip is unpinned; `gitskills pin uv-not-pip` undoes this"
    )
    assert tidied(made) == [(UV.name, "archived")]


@pytest.mark.promise("U4")
def test_a_skill_that_another_names_stays_as_long_as_that_one_stays(made: RepoBuilder) -> None:
    made.git("config", "gitskills.landing", "auto")
    assert outcomes(teach(made.path, GUIDE)) in (["landed"], ["review"])
    for item in waiting(here(made.path)):
        accept(here(made.path), item)
    live_through(state(made), 100, UV.name, MIGRATE.name, GUIDE.name)
    use(state(made), GUIDE.name)
    assert tidied(made) == [(MIGRATE.name, "archived")]


@pytest.mark.promise("U5")
def test_the_log_crosses_archive_and_restore_and_every_byte_and_mode_comes_back(made: RepoBuilder) -> None:
    assert outcomes(teach(made.path, SCRIPT)) == ["landed"]
    folder = f".claude/skills/{SCRIPT.name}"
    before = folder_of(made, "skills", folder)
    assert "100755" in before
    live_through(state(made), 120, SCRIPT.name)
    use(state(made), SCRIPT.name, 0)
    assert tidied(made) == [(SCRIPT.name, "archived")]
    assert "in 120 turns" in " ".join(made.git("log", "-1", "--format=%b", "skills").split())
    moved = made.git("diff", "--name-status", "-M100%", "skills~", "skills").splitlines()
    assert {line[:4] for line in moved} == {"R100"}
    assert len(moved) == len(before.splitlines())
    done = restore(here(made.path), SCRIPT.name)
    assert (done.becomes, done.commit) == ("live", made.tip("skills"))
    assert folder_of(made, "skills", folder) == before
    assert (made.path / folder / "scripts/run.sh").stat().st_mode & 0o111
    assert statuses(made)[SCRIPT.name] == "probation"
    live_through(state(made), 99, SCRIPT.name)
    assert tidied(made) == []
    live_through(state(made), 1, SCRIPT.name)
    assert tidied(made) == [(SCRIPT.name, "archived")]
    restore(here(made.path), SCRIPT.name)
    followed = made.git("log", "--follow", "--format=%s", "skills", "--", f"{folder}/SKILL.md").splitlines()
    verbs = [subject.split()[1] for subject in followed]
    assert verbs == ["restore", "archive", "restore", "archive", "add"]
    made.fsck()


@pytest.mark.promise("U5")
def test_an_archive_is_no_verdict(made: RepoBuilder) -> None:
    archive(here(made.path), UV.name, "not now")
    assert "not now" in made.git("log", "-1", "--format=%b", "skills")
    context = here(made.path)
    from gitskills.app.branch.library import read_library

    assert read_library(context, context.need_project(), judge=False).ledger.verdicts == ()
    with pytest.raises(GitskillsError, match="is archived"):
        archive(here(made.path), UV.name)
    restore(here(made.path), UV.name)
    with pytest.raises(GitskillsError, match="is live"):
        restore(here(made.path), UV.name)
    with pytest.raises(GitskillsError, match="not in the archive"):
        restore(here(made.path), "never-was")


@pytest.mark.promise("U5")
@pytest.mark.parametrize("setting", ["remote", "landing"])
def test_where_others_share_the_skills_disuse_only_asks(made: RepoBuilder, setting: str) -> None:
    made.git("config", f"gitskills.{setting}", {"remote": "origin", "landing": "review"}[setting])
    live_through(state(made), 100, UV.name, MIGRATE.name)
    before = made.tip("skills")
    assert sorted(tidied(made)) == [(MIGRATE.name, "review"), (UV.name, "review")]
    assert tidied(made) == []
    assert made.tip("skills") == before
    items = {item.name: item for item in waiting(here(made.path))}
    assert accept(here(made.path), items[UV.name]).outcome == "landed"
    assert made.git("log", "-1", "--format=%s", "skills") == f"skill: archive {UV.name}"
    reject(here(made.path), items[MIGRATE.name], "I want it")
    live_through(state(made), 50, MIGRATE.name)
    assert tidied(made) == []
    assert waiting(here(made.path)) == ()


@pytest.mark.promise("U5")
def test_what_was_asked_and_no_longer_holds_is_taken_back(made: RepoBuilder) -> None:
    made.git("config", "gitskills.remote", "origin")
    live_through(state(made), 100, UV.name)
    assert tidied(made) == [(UV.name, "review")]
    use(state(made), UV.name)
    assert tidied(made) == []
    assert waiting(here(made.path)) == ()


@pytest.mark.promise("U2", "U4", "U5")
def test_a_skill_of_the_person_has_three_hundred_turns_and_no_team(made: RepoBuilder) -> None:
    made.git("config", "gitskills.remote", "origin")
    teach(made.path, SHORT)
    for item in waiting(here(made.path)):
        accept(here(made.path), item)
    own = here(made.path).store_for(Scope.USER).state
    live_through(own, 299, SHORT.name)
    assert tidied(made) == []
    live_through(own, 1, SHORT.name)
    assert tidied(made) == [(SHORT.name, "archived")]
    assert not (Path.home() / ".claude/skills" / SHORT.name).exists()
    assert restore(here(made.path), SHORT.name).scope == "user"


@pytest.mark.promise("U4")
def test_the_first_to_be_put_away_are_the_least_used(made: RepoBuilder) -> None:
    live_through(state(made), 100, UV.name, MIGRATE.name)
    use(state(made), MIGRATE.name)
    context = here(made.path)
    assert listing(context, list_skills(context, archived=False)).dispensable == (UV.name, MIGRATE.name)
    pin(here(made.path), UV.name, PIN)
    context = here(made.path)
    assert listing(context, list_skills(context, archived=False)).dispensable == (MIGRATE.name,)


def test_a_branch_that_is_checked_out_waits(made: RepoBuilder, tmp_path: Path) -> None:
    live_through(state(made), 100, UV.name)
    made.worktree(tmp_path / "tree", "skills")
    assert tidied(made) == [(UV.name, "waiting")]
    with pytest.raises(GitskillsError, match="not done"):
        pin(here(made.path), UV.name, PIN)


@pytest.mark.promise("U4")
def test_an_adopted_skill_is_a_persons_and_stays_and_comes_back_as_such(made: RepoBuilder) -> None:
    text = made.show(f"skills:.claude/skills/{UV.name}/SKILL.md").decode()
    made.commit_on("skills", "mine", {f".claude/skills/{UV.name}/SKILL.md": text + "\nMine.\n"})
    live_through(state(made), 100, UV.name)
    assert tidied(made) == []
    archive(here(made.path), UV.name)
    restore(here(made.path), UV.name)
    owners = {line.name: line.owner for line in list_skills(here(made.path), archived=False)}
    assert owners[UV.name] == "adopted"

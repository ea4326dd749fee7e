"""Two clones learn apart and become one: by meaning, by an ordinary merge commit, with the same tree whichever side merges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitskills.app.branch.pins import PIN, pin
from gitskills.app.decisions.deciding import decide
from gitskills.app.lifecycle import archive, restore
from gitskills.app.propose import propose
from gitskills.app.review import accept, reject
from gitskills.app.rollback import rollback
from gitskills.app.sharing.uniting import unite
from gitskills.app.status import list_skills
from gitskills.app.waiting import waiting
from gitskills.app.withdraw import withdraw
from gitskills.git.port import Busy
from gitskills.model.decision import Candidate, Outcome
from gitskills.model.united import United
from tests.support.clones import Clone, another, begin, passes, unite_both
from tests.support.deciding import asked
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, lesson, outcomes, teach, transcript
from tests.support.using import use

pytestmark = pytest.mark.promise("share-2")

BODY = "Use uv for packages.\n\nCommit the lock file.\n\nAsk before an upgrade of Python itself."
PACKAGES = Lesson("packages", "Use uv for packages, and commit the lock file.", BODY)


def patch(old: str, new: str, said: str = "") -> Lesson:
    return Lesson(
        PACKAGES.name, said or f"Rather so: {new}", more={"action": "patch", "old_text": old, "new_text": new}
    )


@pytest.fixture
def one(tmp_path: Path) -> Clone:
    return begin(tmp_path, PACKAGES)


@pytest.fixture
def two(one: Clone, tmp_path: Path) -> Clone:
    return another(one, tmp_path / "two")


def owners(clone: Clone) -> dict[str, str]:
    return {line.name: line.owner for line in list_skills(here(clone.path), archived=False)}


def test_a_second_machine_takes_up_the_branch_that_is_there(one: Clone, two: Clone) -> None:
    assert two.tip == one.tip
    one.learn(UV)
    assert not two.take(one).merged
    assert two.tip == one.tip
    assert not one.take(two).merged


def test_lessons_learned_apart_are_all_there_by_one_merge_commit(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(MIGRATE)
    tips = {one.tip, two.tip}
    done = unite_both(one, two)
    assert one.skills == {PACKAGES.name, UV.name, MIGRATE.name}
    assert set(one.made.git("log", "-1", "--format=%P", "skills").split()) == tips
    assert done.held == ()
    assert set(owners(one).values()) == {"agent"}


def test_patches_of_different_places_are_both_in_and_the_skill_stays_the_agents(one: Clone, two: Clone) -> None:
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    two.learn(patch("Ask before an upgrade of Python itself.", "Ask Ada before an upgrade of Python."))
    done = unite_both(one, two)
    assert "pinned to 0.5" in one.text(PACKAGES.name)
    assert "Ask Ada" in one.text(PACKAGES.name)
    assert one.quotes(PACKAGES.name) == 3
    assert done.told == ("packages: both sides changed it, and both changes are in",)
    assert owners(one) == {PACKAGES.name: "agent"}


def test_patches_of_the_same_words_leave_one_and_the_other_waits_for_a_person(one: Clone, two: Clone) -> None:
    one.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    two.learn(patch("Commit the lock file.", "Never commit the lock file by hand."))
    texts = {one.text(PACKAGES.name), two.text(PACKAGES.name)}
    done = unite_both(one, two)
    kept = one.text(PACKAGES.name)
    assert kept in texts
    assert one.quotes(PACKAGES.name) == 3
    assert [held.name for held in done.held] == [PACKAGES.name]
    (item,) = waiting(here(one.path))
    assert item.id == done.held[0].id
    (left,) = texts - {kept}
    line = next(line for line in left.splitlines() if line.startswith(("Commit the", "Never commit")))
    assert f"+{line}" in item.detail


def test_a_persons_text_stands_before_an_agents(one: Clone, two: Clone) -> None:
    one.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    two.write(PACKAGES.name, "Commit the lock file.", "Leave the lock file to me.")
    done = unite_both(one, two)
    assert "Leave the lock file to me." in one.text(PACKAGES.name)
    assert "at once" not in one.text(PACKAGES.name)
    assert [held.name for held in done.held] == [PACKAGES.name]
    assert owners(one) == {PACKAGES.name: "adopted"}


def test_a_persons_text_and_an_agents_patch_of_another_place_are_both_in(one: Clone, two: Clone) -> None:
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    two.write(PACKAGES.name, "Commit the lock file.", "Leave the lock file to me.")
    unite_both(one, two)
    assert {"pinned to 0.5", "Leave the lock file to me."} <= {
        words for words in ("pinned to 0.5", "Leave the lock file to me.") if words in one.text(PACKAGES.name)
    }
    assert owners(one) == owners(two) == {PACKAGES.name: "adopted"}


def test_put_away_here_and_patched_there_it_lives_as_patched(one: Clone, two: Clone) -> None:
    archive(here(one.path), PACKAGES.name, "not needed")
    assert one.archived == {PACKAGES.name}
    two.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    unite_both(one, two)
    assert "at once" in one.text(PACKAGES.name)
    assert one.archived == set()
    assert owners(one) == {PACKAGES.name: "agent"}


def test_put_away_here_and_untouched_there_it_is_put_away(one: Clone, two: Clone) -> None:
    archive(here(one.path), PACKAGES.name, "not needed")
    two.learn(UV)
    unite_both(one, two)
    assert (one.skills, one.archived) == ({UV.name}, {PACKAGES.name})


def test_brought_back_here_while_it_lay_in_the_archive_there_it_lives(one: Clone, two: Clone) -> None:
    archive(here(one.path), PACKAGES.name, "not needed")
    two.take(one)
    restore(here(one.path), PACKAGES.name, "needed")
    two.learn(UV)
    unite_both(one, two)
    assert (one.skills, one.archived) == ({UV.name, PACKAGES.name}, set())


@pytest.mark.parametrize("meanwhile", ["patched", "edited", "put away", "untouched"])
def test_what_a_person_took_back_on_one_side_is_gone(one: Clone, two: Clone, meanwhile: str) -> None:
    rollback(here(one.path), PACKAGES.name, "we don't")
    if meanwhile == "patched":
        two.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    elif meanwhile == "edited":
        two.write(PACKAGES.name, "Commit the lock file.", "Leave the lock file to me.")
    elif meanwhile == "put away":
        archive(here(two.path), PACKAGES.name, "not needed")
    else:
        two.learn(UV)
    unite_both(one, two)
    assert PACKAGES.name not in one.skills | one.archived
    for clone in (one, two):
        assert outcomes(teach(clone.path, PACKAGES)) == ["rejected"]


def test_a_lesson_taken_back_there_and_learned_anew_here_is_put_away_under_any_name(one: Clone, two: Clone) -> None:
    one.learn(UV)
    rollback(here(one.path), one.tip, "no")
    two.learn(Lesson("packages-by-uv", UV.said, "Always take uv here, says the person."), MIGRATE)
    done = unite_both(one, two)
    assert one.skills == {PACKAGES.name, MIGRATE.name}
    assert one.archived == {"packages-by-uv"}
    assert "taken back" in " ".join(done.told)


def test_a_patch_taken_back_there_is_not_brought_back_by_the_same_patch_here(one: Clone, two: Clone) -> None:
    same = patch("Commit the lock file.", "Commit the lock file at once.")
    more = patch("Use uv for packages.", "Use uv for packages, pinned to 0.5.")
    one.learn(same)
    rollback(here(one.path), one.tip, "no")
    two.learn(same, more)
    unite_both(one, two)
    assert "at once" not in one.text(PACKAGES.name)
    assert "pinned to 0.5" in one.text(PACKAGES.name)


def test_a_merge_refuses_and_forgives_nothing_by_itself(one: Clone, two: Clone) -> None:
    one.learn(UV)
    rollback(here(one.path), UV.name, "no")
    two.learn(Lesson("packages-by-uv", UV.said, "Always take uv here, says the person."))
    unite_both(one, two)
    other = Lesson("packages-by-uv", "Another thing altogether is meant by this.", "Quite other words, by another.")
    (ruling,) = teach(one.path, other)
    assert ruling.ruling is not None
    assert "verdict" not in {found.rule for found in ruling.ruling.violations if found.severity == "reject"}


def test_the_same_name_learned_twice_is_one_skill_with_the_words_of_both(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(Lesson(UV.name, "Please take uv for every package.", UV.body or UV.said, UV.said[:60]))
    done = unite_both(one, two)
    assert one.quotes(UV.name) == 2
    assert done.held == ()


def test_the_same_words_learned_under_two_names_are_one_skill_and_an_archive(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(Lesson("packages-by-uv", UV.said, "Always take uv here, says the person."))
    done = unite_both(one, two)
    names = {UV.name, "packages-by-uv"}
    assert len(one.skills & names) == len(one.archived & names) == 1
    assert one.skills & names != one.archived & names
    assert len(done.told) == 2


def test_the_same_text_learned_from_two_sayings_keeps_both_and_the_pinned_name(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(Lesson("packages-by-uv", "From now on it is uv.", UV.body or UV.said, UV.said[:60]))
    pin(here(two.path), "packages-by-uv", PIN)
    unite_both(one, two)
    assert one.skills == {PACKAGES.name, "packages-by-uv"}
    assert one.quotes("packages-by-uv") == 2
    assert one.archived == {UV.name}


def test_policies_of_both_forbid_whatever_either_forbids(one: Clone, two: Clone) -> None:
    path = ".gitskills/policy.yaml"
    one.made.commit_on("skills", "mute", {path: "mute:\n  - noisy\n"})
    two.made.commit_on("skills", "off", {path: "off:\n  - archive\nlanding: review\n"})
    unite_both(one, two)
    assert one.made.show(f"skills:{path}").decode() == ('landing: "review"\nmute:\n  - "noisy"\noff:\n  - "archive"\n')


def test_both_that_merged_at_once_come_together_again(one: Clone, two: Clone) -> None:
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    two.learn(patch("Ask before an upgrade of Python itself.", "Ask Ada before an upgrade of Python."))
    unite_both(one, two)
    assert one.tip != two.tip
    assert one.take(two).told == ()
    assert not two.take(one).merged
    assert one.tip == two.tip


def test_after_both_merged_at_once_a_further_change_on_one_side_is_simply_newer(one: Clone, two: Clone) -> None:
    one.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    two.learn(patch("Commit the lock file.", "Commit the lock file by hand."))
    unite_both(one, two)
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    done = unite_both(one, two)
    assert "pinned to 0.5" in two.text(PACKAGES.name)
    assert done.held == ()


def test_three_clones_come_to_one_tree_and_lose_nothing(one: Clone, two: Clone, tmp_path: Path) -> None:
    three = another(one, tmp_path / "three")
    for number, clone in enumerate((one, two, three)):
        clone.learn(lesson(number, number), lesson(number + 3, number))
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    three.learn(patch("Ask before an upgrade of Python itself.", "Ask Ada before an upgrade of Python."))
    for mine, theirs in ((one, two), (two, three), (three, one), (one, three), (two, one), (three, two), (one, three)):
        mine.take(theirs)
    assert len({clone.tree for clone in (one, two, three)}) == 1
    assert len(one.skills) == 7
    assert {"pinned to 0.5", "Ask Ada"} == {
        word for word in ("pinned to 0.5", "Ask Ada") if word in one.text("packages")
    }
    for clone in (one, two, three):
        passes(clone)


def test_the_newer_state_of_the_default_branch_stays(tmp_path: Path) -> None:
    one = begin(tmp_path, PACKAGES)
    two = another(one, tmp_path / "two")
    origin = one.made.at(tmp_path / "origin")
    origin.commit("second", {"README.md": "# A project\n\nMore.\n", "a.py": "1\n"})
    merge_default(one)
    origin.commit("third", {"README.md": "# A project\n\nMore and more.\n", "b.py": "1\n"})
    merge_default(two)
    unite_both(one, two)
    assert one.made.show("skills:README.md") == b"# A project\n\nMore and more.\n"
    assert {"a.py", "b.py"} <= set(one.made.paths("skills"))


def test_a_no_stands_also_where_both_took_up_the_default_branch_meanwhile(one: Clone, two: Clone) -> None:
    origin = one.made.at(one.path.parent / "origin")
    origin.with_environment(GIT_COMMITTER_DATE="2036-01-01T00:00:00Z").commit("second", {"a.py": "1\n"})
    rollback(here(one.path), PACKAGES.name, "we don't")
    two.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    for clone in (one, two):
        merge_default(clone)
    unite_both(one, two)
    assert one.skills == set()


def test_a_no_stands_also_where_the_project_took_the_branch_over(one: Clone, two: Clone) -> None:
    one.learn(UV)
    rollback(here(one.path), PACKAGES.name, "we don't")
    two.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    origin = one.made.at(one.path.parent / "origin")
    origin.git("pull", "--quiet", "--no-rebase", "--no-ff", "--no-edit", str(one.path), "skills")
    for clone in (one, two):
        clone.made.git("fetch", "--quiet", "origin")
    unite_both(one, two)
    assert one.skills == {UV.name}


def merge_default(clone: Clone) -> None:
    """The person merges the default branch by hand."""
    place = clone.made.worktree(clone.path.parent / f"{clone.path.name}-skills", "skills")
    place.git("fetch", "--quiet", "origin")
    place.git("merge", "--quiet", "--no-edit", "origin/main")
    clone.made.git("worktree", "remove", "--force", str(place.path))


def test_git_undoes_a_merge_as_any_other(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(MIGRATE)
    before = one.tree
    unite_both(one, two)
    place = one.made.worktree(one.path.parent / "on-skills", "skills")
    place.git("revert", "--no-edit", "-m", "1", "HEAD")
    place.git("checkout", "--quiet", "--detach")
    assert one.tree == before
    passes(one)
    assert PACKAGES.name in one.skills
    assert one.made.git("log", "--format=%s", "-2", "skills").splitlines()[1] == "Merge skills of another clone"


def test_what_did_not_stay_lands_with_a_persons_yes_and_only_what_clashed_changes(one: Clone, two: Clone) -> None:
    one.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    two.learn(patch("Commit the lock file.", "Never commit the lock file by hand."))
    two.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    unite_both(one, two)
    kept = one.text(PACKAGES.name)
    (item,) = waiting(here(one.path))
    assert accept(here(one.path), item).outcome == "landed"
    said = {"Commit the lock file at once.", "Never commit the lock file by hand."}
    (now,) = {words for words in said if words in one.text(PACKAGES.name)}
    assert now not in kept
    assert "pinned to 0.5" in one.text(PACKAGES.name)
    passes(one)


def test_what_a_person_refused_of_a_merge_is_not_asked_again(one: Clone, two: Clone) -> None:
    one.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    two.learn(patch("Commit the lock file.", "Never commit the lock file by hand."))
    unite_both(one, two)
    (item,) = waiting(here(one.path))
    reject(here(one.path), item, "no")
    one.take(two)
    assert waiting(here(one.path)) == ()


def test_a_merge_does_not_make_a_strangers_words_ours(one: Clone, two: Clone) -> None:
    for key, value in (("user.name", "Eve"), ("user.email", "eve@example.invalid"), ("gitskills.trust", "all")):
        two.made.git("config", key, value)
    drain(one.path)
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5."))
    live = one.path / ".claude/skills/packages/SKILL.md"
    before = live.read_text()
    two.learn(patch("Ask before an upgrade of Python itself.", "Ask Eve before an upgrade of Python."))
    one.take(two)
    drain(one.path)
    assert "Ask Eve" in one.text(PACKAGES.name)
    assert owners(one) == {PACKAGES.name: "foreign"}
    assert live.read_text() == before
    (item,) = waiting(here(one.path))
    assert item.foreign
    assert accept(here(one.path), item).outcome == "landed"
    assert owners(one) == {PACKAGES.name: "agent"}
    assert live.read_text().endswith("Ask Eve before an upgrade of Python.\n")


@pytest.mark.promise("case-18")
def test_scripts_keep_bytes_and_modes_whichever_side_they_come_from(one: Clone, two: Clone) -> None:
    script = {"path": "scripts/run.sh", "text": "#!/bin/sh\nmake check\n", "executable": True}
    checks = Lesson("run-checks", "Run the checks by the script.", "Run scripts/run.sh.", more={"files": [script]})
    one.learn(checks)
    folder = one.made.git("ls-tree", "-r", "skills:.claude/skills/run-checks")
    two.learn(UV)
    unite_both(one, two)
    assert folder == two.made.git("ls-tree", "-r", "skills:.claude/skills/run-checks")
    one.learn(
        Lesson(
            "run-checks",
            "And do it early.",
            more={"action": "patch", "old_text": "Run scripts", "new_text": "Early run scripts"},
        )
    )
    better = "#!/bin/sh\nmake -j check\n"
    place = ".claude/skills/run-checks/scripts/run.sh"
    with_mode = two.made.worktree(two.path.parent / "hers", "skills")
    with_mode.write(place, better, executable=True)
    with_mode.git("commit", "--quiet", "--all", "-m", "faster")
    two.made.git("worktree", "remove", "--force", str(with_mode.path))
    unite_both(one, two)
    assert one.text("run-checks", "scripts/run.sh") == better
    assert "Early run" in one.text("run-checks")
    assert one.made.git("ls-tree", "skills", place).startswith("100755")


def test_lines_that_began_apart_become_one(tmp_path: Path) -> None:
    one, two = (Clone(RepoBuilder.create(tmp_path / name, home=Path.home())) for name in ("one", "two"))
    one.learn(UV)
    two.learn(MIGRATE)
    one.take(two)
    assert one.skills == {UV.name, MIGRATE.name}
    one.made.fsck()


def test_while_somebody_works_on_the_branch_nothing_moves(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(MIGRATE)
    place = one.made.worktree(one.path.parent / "mine", "skills")
    before = one.tip
    one.made.git("fetch", "--quiet", two.path.as_uri(), "skills")
    found = unite(here(one.path), here(one.path).need_project(), one.made.git("rev-parse", "FETCH_HEAD"))
    assert isinstance(found, Busy)
    assert found.folder == str(place.path)
    assert one.tip == before


def test_a_decision_that_both_wrote_is_the_newer_whole_one(one: Clone, two: Clone) -> None:
    path = ".gitskills/decisions/storage/database.md"
    one.made.commit_on("skills", "decide", {path: "postgres\n", ".gitskills/decisions/api/style.md": "rest\n"})
    two.made.commit_on("skills", "decide", {path: "sqlite\n"})
    unite_both(one, two)
    assert one.made.show(f"skills:{path}") in {b"postgres\n", b"sqlite\n"}
    assert one.made.show("skills:.gitskills/decisions/api/style.md") == b"rest\n"


def test_the_users_work_is_not_touched(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.learn(MIGRATE)
    one.made.git("fetch", "--quiet", two.path.as_uri(), "skills")
    before = one.made.fingerprint()
    other = one.made.git("rev-parse", "FETCH_HEAD")
    assert isinstance(unite(here(one.path), here(one.path).need_project(), other), United)
    assert one.made.fingerprint() == before


def test_decisions_of_both_stand_and_what_they_decided_differently_waits(one: Clone, two: Clone) -> None:
    def choose(clone: Clone, wanted: Candidate) -> None:
        context = here(clone.path)
        assert decide(context, context.need_project(), wanted).outcome is Outcome.LANDED

    choose(one, asked("Use SQLite"))
    choose(two, asked("Use Postgres for everything"))
    choose(two, asked("Speak REST", "style"))
    done = unite_both(one, two)
    folder = ".gitskills/decisions/data/"
    assert one.made.paths("skills", ".gitskills/decisions") == [f"{folder}storage.md", f"{folder}style.md"]
    assert [held.name for held in done.held] == ["data/storage"]


def test_a_poisoned_source_is_taken_back_through_the_merge(one: Clone, two: Clone) -> None:
    one.learn(patch("Use uv for packages.", "Use uv for packages, pinned to 0.5.", "Pin it to that one."))
    two.learn(
        patch("Ask before an upgrade of Python itself.", "Ask Ada before an upgrade of Python.", "Ask her first.")
    )
    source = next(line for line in two.say().splitlines() if line.startswith("Source: ")).removeprefix("Source: ")
    unite_both(one, two)
    report = withdraw(here(one.path), frozenset({source}), "poisoned", dry_run=False)
    assert [skill.becomes for skill in report.skills] == ["kept"]
    assert "pinned to 0.5" in one.text(PACKAGES.name)
    assert "Ask Ada" not in one.text(PACKAGES.name)
    passes(one)


def test_what_one_poisoned_source_taught_alone_is_gone_although_a_merge_put_it_together(one: Clone, two: Clone) -> None:
    session = transcript(
        one.path.parent / "session",
        [PACKAGES, first := patch("Use uv for packages.", "Take uv."), last := patch("Ask", "Ask Ada")],
    )
    three, four = begin(one.path.parent / "more"), one.path.parent / "four"
    teach(three.path, PACKAGES, session=session)
    other = another(three, four)
    assert (
        outcomes(teach(three.path, first, session=session))
        == outcomes(teach(other.path, last, session=session))
        == ["landed"]
    )
    unite_both(three, other)
    log = three.made.git("log", "--format=%B", "skills").splitlines()
    sources = frozenset(line.split()[-1] for line in log if line.startswith("Source: "))  # each clone has its own key
    report = withdraw(here(three.path), sources, "poisoned", dry_run=False)
    assert [skill.becomes for skill in report.skills] == ["removed"]
    assert three.skills == set()


@pytest.mark.promise("case-18")
def test_what_one_side_took_into_an_umbrella_and_the_other_patched_lives_beside_it(one: Clone, two: Clone) -> None:
    one.learn(UV)
    two.take(one)
    said = Lesson("python", "Put all about Python into one place.", f"{BODY}\n\n{UV.said}")
    line = json.loads(said.line) | {"action": "merge", "absorbs": [PACKAGES.name, UV.name]}
    session = transcript(Path.home() / "others", [PACKAGES, UV, said])
    propose(here(one.path), [json.dumps(line)], str(session), approve=False)
    (item,) = waiting(here(one.path))
    assert accept(here(one.path), item).outcome == "landed"
    two.learn(patch("Commit the lock file.", "Commit the lock file at once."))
    unite_both(one, two)
    assert one.skills == {"python", PACKAGES.name}
    assert one.archived == {UV.name}
    assert "at once" in one.text(PACKAGES.name)
    assert owners(one) == owners(two) == {"python": "agent", PACKAGES.name: "agent"}
    for clone in (one, two):
        use(here(clone.path).need_project().state, PACKAGES.name)
        uses = {line.name: line.uses for line in list_skills(here(clone.path), archived=False)}
        assert uses == {"python": 0, PACKAGES.name: 1}

"""Several skills into one: looked at first, one commit, nothing lost, and taken back byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitskills.app.propose import propose
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.app.waiting import unseen, waiting
from gitskills.app.why import why
from gitskills.model.learned import Intake
from tests.support.repos import RepoBuilder
from tests.support.teaching import Lesson, here, outcomes, rules, teach, transcript
from tests.support.using import live_through, use

pytestmark = pytest.mark.promise("P1", "L1", "case-18")

ARCHIVE = ".gitskills/archive"
SCRIPT = {"path": "scripts/pack.sh", "text": "#!/bin/sh\necho pack\n", "executable": True}
A = Lesson(
    "pack-wheels", "Pack the wheels before a release.", "Run scripts/pack.sh, then look.", more={"files": [SCRIPT]}
)
B = Lesson("tag-releases", "Tag every release with the letter v and its number.")
C = Lesson(
    "releasing", "Put all that is about releases into one place.", "Run scripts/pack.sh, then tag: v and the number."
)
LESSONS = (A, B, C)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert outcomes(teach(made.path, A, B)) == ["landed", "landed"]
    return made


def asked(made: RepoBuilder, **changes: object) -> Intake:
    """The merge of A and B into C as a model proposes it, with `changes`."""
    line = json.loads(C.line) | {"action": "merge", "absorbs": [A.name, B.name]} | changes
    place = transcript(Path.home() / "others", LESSONS)
    (intake,) = propose(here(made.path), [json.dumps(line)], str(place), approve=False)
    return intake


def approved(made: RepoBuilder) -> str:
    """A person says yes to the one thing that waits; the commit."""
    context = here(made.path)
    (item,) = waiting(context)
    ruling = accept(context, item)
    assert ruling.outcome == "landed", ruling
    return ruling.commit


def rows(made: RepoBuilder, revision: str) -> list[str]:
    """Mode, kind, id and path of everything gitskills keeps."""
    return made.git("ls-tree", "-r", revision, ".claude", ".gitskills").split("\n")


def live(made: RepoBuilder) -> list[str]:
    return sorted(place.parent.name for place in (made.path / ".claude/skills").glob("*/SKILL.md"))


@pytest.mark.parametrize("landing", ["explicit", "auto", "review"])
def test_a_merge_waits_for_a_person_whatever_the_settings_say(made: RepoBuilder, landing: str) -> None:
    made.git("config", "gitskills.landing", landing)
    tip = made.tip("skills")
    intake = asked(made)
    assert (outcomes([intake]), made.tip("skills")) == (["review"], tip)
    assert "landing" in rules(intake)


def test_an_approved_merge_is_one_commit_that_writes_the_umbrella_and_moves_the_others_as_they_were(
    made: RepoBuilder,
) -> None:
    trees = {each.name: made.git("rev-parse", f"skills:.claude/skills/{each.name}") for each in (A, B)}
    before = made.tip("skills")
    asked(made)
    commit = approved(made)
    assert made.git("rev-parse", f"{commit}~1") == before
    assert made.paths("skills", ".claude/skills")[0].startswith(f".claude/skills/{C.name}/")
    for name, tree in trees.items():
        assert made.git("rev-parse", f"skills:{ARCHIVE}/{name}-{tree[:8]}") == tree
    moved = made.git("show", "--format=", "--name-status", "-M100%", commit).split("\n")
    assert {line.split("\t")[0] for line in moved} == {"A", "R100"}
    said = made.git("log", "-1", "--format=%B", commit)
    assert said.startswith(f"skill: merge {C.name}\n")
    assert f"Absorbs {A.name}, {B.name}" in said
    assert made.git("log", "-1", "--format=%(trailers:key=Skill,valueonly,separator=%x20)", commit).split() == [
        each.name for each in (C, A, B)
    ]
    assert live(made) == [C.name]
    (news,) = [item for item in unseen(here(made.path)) if item.commit == commit]
    assert news.name == C.name
    assert why(here(made.path), A.name).status == "archived"
    assert A.said in made.git(
        "log", "--follow", "-p", "skills", "--", f"{ARCHIVE}/{A.name}-{trees[A.name][:8]}/SKILL.md"
    )


@pytest.mark.parametrize("how", ["rollback", "git revert"])
def test_a_merge_taken_back_gives_the_absorbed_skills_byte_for_byte_with_their_modes(
    made: RepoBuilder, how: str, tmp_path: Path
) -> None:
    before = rows(made, "skills")
    assert any(row.startswith("100755") for row in before)
    asked(made)
    commit = approved(made)
    if how == "rollback":
        assert rollback(here(made.path), commit, "keep them apart").commit
        assert live(made) == [A.name, B.name]
        assert (made.path / f".claude/skills/{A.name}/scripts/pack.sh").stat().st_mode & 0o111
    else:
        branch = made.worktree(tmp_path / "branch", "skills")
        branch.git("revert", "--no-edit", commit)
        branch.git("checkout", "--quiet", "--detach")
    assert rows(made, "skills") == before
    assert outcomes([asked(made)]) == ["rejected"]
    assert outcomes(teach(made.path, C)) == ["rejected"]
    patch = Lesson(
        A.name,
        "Sign the wheels as well.",
        more={"action": "patch", "old_text": "then look", "new_text": "then sign"},
    )
    assert outcomes(teach(made.path, patch)) == ["landed"]
    made.fsck()


def test_a_merge_into_a_skill_that_stands_is_taken_back_to_what_it_was(made: RepoBuilder) -> None:
    teach(made.path, Lesson(C.name, "Releases happen on Tuesdays.", "Release on Tuesdays only."))
    before = rows(made, "skills")
    asked(made)
    commit = approved(made)
    assert rollback(here(made.path), commit, "no").commit
    assert rows(made, "skills") == before
    assert outcomes([asked(made)]) == ["rejected"]
    patch = Lesson(C.name, "Or on Mondays.", more={"action": "patch", "old_text": "only.", "new_text": "or Mondays."})
    assert outcomes(teach(made.path, patch)) == ["landed"]


def hand_written(made: RepoBuilder) -> str:
    made.write(".claude/skills/mine/SKILL.md", "---\nname: mine\ndescription: Mine.\n---\n\nMine.\n")
    return "mine"


def of_the_project(made: RepoBuilder) -> str:
    made.commit("a skill", {".claude/skills/ours/SKILL.md": "---\nname: ours\ndescription: Ours.\n---\n\nOurs.\n"})
    return "ours"


def adopted(made: RepoBuilder) -> str:
    text = made.show(f"skills:.claude/skills/{B.name}/SKILL.md").decode()
    made.commit_on("skills", "better", {f".claude/skills/{B.name}/SKILL.md": f"{text}\nAnd push the tag.\n"})
    return B.name


def missing(made: RepoBuilder) -> str:
    return "no-such-skill"


def look_alike(made: RepoBuilder) -> str:
    return "tag-rele\u0430ses"


def itself(made: RepoBuilder) -> str:
    return C.name


@pytest.mark.parametrize(
    "which", [hand_written, of_the_project, adopted, missing, look_alike, itself], ids=lambda which: which.__name__
)
def test_a_merge_that_claims_a_skill_which_is_not_there_or_not_the_agents_is_refused(
    made: RepoBuilder, which: object
) -> None:
    assert callable(which)
    name = which(made)
    tip = made.tip("skills")
    assert outcomes([asked(made, absorbs=[A.name, name])]) == ["rejected"]
    assert made.tip("skills") == tip
    assert waiting(here(made.path)) == ()


def test_a_merge_of_nothing_and_an_addition_that_absorbs_are_refused(made: RepoBuilder) -> None:
    assert outcomes([asked(made, absorbs=[])]) == ["rejected"]
    assert outcomes([asked(made, action="add")]) == ["rejected"]


def test_an_archived_skill_names_what_it_was_absorbed_into_and_waits_for_a_person(made: RepoBuilder) -> None:
    line = {
        "action": "archive",
        "name": A.name,
        "reason": "Covered.",
        "absorbed_into": B.name,
        "evidence": [{"quote": B.said}],
    }
    place = str(transcript(Path.home() / "others", LESSONS))
    for into, outcome in (("no-such-skill", "rejected"), (A.name, "rejected"), (B.name, "review")):
        (intake,) = propose(here(made.path), [json.dumps(line | {"absorbed_into": into})], place, approve=False)
        assert outcomes([intake]) == [outcome]
    commit = approved(made)
    assert f"Absorbed into {B.name}." in made.git("log", "-1", "--format=%B", commit)
    assert live(made) == [B.name]
    assert rollback(here(made.path), commit, "still needed").commit
    assert live(made) == [A.name, B.name]
    assert outcomes(teach(made.path, A)) == ["landed"]


def test_an_older_archive_of_the_name_stays_and_the_newest_is_restored(made: RepoBuilder) -> None:
    place = str(transcript(Path.home() / "others", LESSONS))
    away = {"action": "archive", "name": B.name, "evidence": [{"quote": B.said}]}
    again = [Lesson(B.name, f"Tag a release {how}.", f"Name each tag {how}.") for how in ("by its date", "by its day")]
    for number, each in enumerate((*again, None)):
        line = json.dumps(away | {"reason": f"Unused for the {number}th time.", "absorbed_into": ""})
        assert outcomes(propose(here(made.path), [line], place, approve=True)) == ["landed"]
        if each is not None:
            (intake,) = teach(made.path, each)
            assert outcomes([intake]) == ["landed"], intake
    assert len(made.git("ls-tree", "--name-only", "skills", f"{ARCHIVE}/").split("\n")) == 3
    back = json.dumps({"action": "restore", "name": B.name, "reason": "Needed.", "evidence": [{"quote": B.said}]})
    assert outcomes(propose(here(made.path), [back], place, approve=True)) == ["landed"]
    assert again[1].body in (made.path / f".claude/skills/{B.name}/SKILL.md").read_text()


@pytest.mark.promise("U6")
def test_what_the_absorbed_were_used_for_counts_as_the_umbrellas(made: RepoBuilder) -> None:
    state = here(made.path).need_project().state
    live_through(state, 10, A.name, B.name)
    use(state, A.name, 3)
    use(state, B.name, 2)
    asked(made)
    commit = approved(made)
    use(state, C.name)
    assert {line.name: line.uses for line in list_skills(here(made.path), archived=False)} == {C.name: 6}
    rollback(here(made.path), commit, "apart after all")
    apart = {line.name: (line.uses, line.status) for line in list_skills(here(made.path), archived=False)}
    assert apart == {A.name: (0, "probation"), B.name: (0, "probation")}  # as whatever comes back from the archive

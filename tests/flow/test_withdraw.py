"""A source turns out to be poisoned: all that descends from it goes, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.check import check
from gitskills.app.forgive import forgive
from gitskills.app.propose import propose
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.waiting import waiting
from gitskills.app.withdraw import file_sources, session_sources, withdraw
from gitskills.errors import GitskillsError
from gitskills.model.review import WithdrawReport
from tests.support.repos import RepoBuilder
from tests.support.teaching import UV, Lesson, here, lesson, outcomes, rules, teach, transcript

pytestmark = pytest.mark.promise("U8")

TWO = Lesson("tag-releases", "Tag every release with v and its number.", "Tag each release.\n\nUse v and the number.")
ONE = Lesson("pack-wheels", "Pack the wheels before a release.", "Pack the wheels.\n\nLook at them.")
PATCH = Lesson(
    ONE.name,
    "Sign the wheels as well, always.",
    more={"action": "patch", "old_text": "Look at them.", "new_text": "Look at them.\n\nSign the wheels as well."},
)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    made.git("config", "gitskills.birthsPerDay", "1000")
    made.git("config", "gitskills.probationMax", "1000")
    return made


def said_in(session: str, *lessons: Lesson) -> Path:
    place = transcript(Path.home() / session, lessons)
    return place.rename(place.with_name(f"{session}.jsonl"))


def learned(made: RepoBuilder, session: str, *lessons: Lesson) -> None:
    done = teach(made.path, *lessons, session=said_in(session, *lessons))
    assert outcomes(done) == ["landed"] * len(lessons), [each.ruling for each in done]


def withdrawn(made: RepoBuilder, session: str, *, dry_run: bool = False) -> WithdrawReport:
    context = here(made.path)
    return withdraw(context, session_sources(context, session), "it was poisoned", dry_run=dry_run)


def tree(made: RepoBuilder, folder: str = ".claude/skills") -> dict[str, str]:
    rows = made.git("ls-tree", "skills", f"{folder}/").split("\n")
    return {row.split("\t")[1].rsplit("/", 1)[1]: row.split()[2] for row in rows if row}


def text(made: RepoBuilder, name: str) -> str:
    return made.show(f"skills:.claude/skills/{name}/SKILL.md").decode()


def sound(made: RepoBuilder) -> None:
    """Every commit of the branch passes the rules."""
    assert check(here(made.path), "main..skills", staged=False).findings == ()
    made.fsck()


def test_of_fifty_sessions_exactly_the_descendants_of_the_poisoned_one_vanish(made: RepoBuilder) -> None:
    lessons = [lesson(number) for number in range(52)]
    sessions = {f"s{number}": [each] for number, each in enumerate(lessons[:50])}
    sessions["s7"] += lessons[50:]
    for session, taught in sessions.items():
        learned(made, session, *taught)
    before, live = tree(made), sorted(made.path.glob(".claude/skills/*/SKILL.md"))
    poisoned = {each.name for each in sessions["s7"]}
    shown = withdrawn(made, "s7", dry_run=True)
    assert ({skill.name for skill in shown.skills}, tree(made)) == (poisoned, before)
    done = withdrawn(made, "s7")
    assert (done.skills, len(done.commits)) == (shown.skills, 3)
    assert tree(made) == {name: oid for name, oid in before.items() if name not in poisoned}
    assert set(made.subjects("skills~3..skills")) == {f"skill: withdraw {name}" for name in poisoned}
    assert len(sorted(made.path.glob(".claude/skills/*/SKILL.md"))) == len(live) - 3
    again = Lesson("other-name", sessions["s7"][0].said, "Words of another kind.", "Another thing.")
    assert outcomes(teach(made.path, again)) == ["rejected"]
    with pytest.raises(GitskillsError, match="nothing here descends"):
        withdrawn(made, "s7")
    sound(made)


def test_a_change_to_a_skill_of_another_session_is_undone_and_the_skill_stays_as_it_was(made: RepoBuilder) -> None:
    learned(made, "good", ONE)
    before = tree(made)
    learned(made, "bad", PATCH)
    (skill,) = withdrawn(made, "bad").skills
    assert (skill.becomes, len(skill.goes), len(skill.stays)) == ("kept", 1, 1)
    assert tree(made) == before
    assert outcomes(teach(made.path, PATCH)) == ["rejected"]
    other = Lesson(
        ONE.name, "Look at the date, too.", more={"action": "patch", "old_text": "Look", "new_text": "Date, look"}
    )
    assert outcomes(teach(made.path, other)) == ["landed"]
    sound(made)


def test_what_others_wrote_into_a_poisoned_skill_stays(made: RepoBuilder) -> None:
    learned(made, "bad", ONE)
    learned(made, "good", PATCH)
    (skill,) = withdrawn(made, "bad").skills
    assert skill.becomes == "kept"
    left = text(made, ONE.name)
    assert "Sign the wheels as well." in left
    assert "Pack" not in left
    kept = "".join(
        made.show(f"skills:{path}").decode() for path in made.paths("skills", ".claude/skills") if "evidence" in path
    )
    assert PATCH.said in kept
    assert ONE.said not in kept
    with pytest.raises(GitskillsError, match="nothing here descends"):
        withdrawn(made, "bad")
    assert [one.becomes for one in withdrawn(made, "good").skills] == ["removed"]
    sound(made)


def test_a_middle_change_goes_and_the_later_one_stays(made: RepoBuilder) -> None:
    learned(made, "first", ONE)
    learned(made, "bad", PATCH)
    top = Lesson(
        ONE.name,
        "Build them in a clean folder.",
        more={"action": "patch", "old_text": "Pack the wheels.", "new_text": "Pack the wheels in a clean folder."},
    )
    learned(made, "last", top)
    withdrawn(made, "bad")
    assert "Sign" not in text(made, ONE.name)
    assert "Pack the wheels in a clean folder." in text(made, ONE.name)
    sound(made)


def test_where_a_later_change_stands_on_the_poisoned_lines_both_are_named_and_nothing_is_guessed(
    made: RepoBuilder,
) -> None:
    learned(made, "first", ONE)
    learned(made, "bad", PATCH)
    learned(
        made,
        "later",
        Lesson(
            ONE.name,
            "Sign them with the new key only.",
            more={"action": "patch", "old_text": "Sign the wheels as well.", "new_text": "Sign by the new key."},
        ),
    )
    before, later = tree(made), made.tip("skills")
    done = withdrawn(made, "bad")
    (skill,) = done.skills
    assert (skill.becomes, done.commits, tree(made)) == ("held", (), before)
    assert later[:12] in skill.why


def test_a_lesson_of_several_sources_loses_only_the_words_of_the_withdrawn_one(made: RepoBuilder) -> None:
    more = {"evidence": [{"quote": ONE.said}, {"quote": TWO.said}]}
    both = Lesson("release-well", ONE.said, "Pack the wheels, then tag.", "Pack and tag before a release.", more)
    first, other = said_in("good", ONE), said_in("bad", TWO)
    context = here(made.path)
    line = both.line.replace(f'"quote": "{ONE.said}"', f'"quote": "{ONE.said}", "transcript": "{first}"')
    line = line.replace(f'"quote": "{TWO.said}"', f'"quote": "{TWO.said}", "transcript": "{other}"')
    done = propose(context, [line], "", approve=False)
    if outcomes(done) != ["landed"]:
        pytest.skip(f"a proposal quotes one session alone here: {outcomes(done)}")
    body = text(made, both.name)
    (skill,) = withdrawn(made, "bad").skills
    assert (skill.becomes, text(made, both.name)) == ("kept", body)
    kept = [path for path in made.paths("skills", ".claude/skills") if "evidence" in path]
    assert TWO.said not in made.show(f"skills:{kept[0]}").decode()
    sound(made)


def merged(made: RepoBuilder) -> None:
    import json

    umbrella = Lesson("releasing", "Put all about releases into one place.", "Pack the wheels, then tag with v.")
    ask = json.loads(umbrella.line) | {"action": "merge", "absorbs": [ONE.name, TWO.name]}
    propose(here(made.path), [json.dumps(ask)], str(said_in("curator", umbrella)), approve=False)
    (item,) = waiting(here(made.path))
    assert accept(here(made.path), item).outcome == "landed"


def test_a_merge_that_took_in_a_poisoned_skill_is_taken_apart_and_the_clean_ones_come_back(made: RepoBuilder) -> None:
    learned(made, "good", TWO)
    before = tree(made)
    learned(made, "bad", ONE)
    merged(made)
    done = withdrawn(made, "bad")
    assert {skill.name: skill.becomes for skill in done.skills} == {"releasing": "removed", ONE.name: "removed"}
    assert tree(made) == before
    assert tree(made, ".gitskills/archive") == {}
    assert sorted(place.parent.name for place in made.path.glob(".claude/skills/*/SKILL.md")) == [TWO.name]
    sound(made)


def test_a_poisoned_merge_gives_back_what_it_took_in(made: RepoBuilder) -> None:
    learned(made, "good", ONE, TWO)
    before = tree(made)
    merged(made)
    (skill,) = withdrawn(made, "curator").skills
    assert set(skill.restored) == {ONE.name, TWO.name}
    assert tree(made) == before
    sound(made)


def test_a_merge_has_nothing_to_do_with_a_source_that_none_of_its_parts_rests_on(made: RepoBuilder) -> None:
    learned(made, "good", ONE, TWO)
    learned(made, "bad", UV)
    merged(made)
    kept = tree(made, ".gitskills/archive")
    (skill,) = withdrawn(made, "bad").skills
    assert (skill.name, tree(made, ".gitskills/archive")) == (UV.name, kept)


def test_what_lies_in_the_archive_goes_too(made: RepoBuilder) -> None:
    learned(made, "bad", ONE)
    learned(made, "good", TWO)
    place = Lesson(ONE.name, "Put away what is about wheels, please.", more={"action": "archive", "evidence": []})
    assert outcomes(teach(made.path, place))[0] in {"landed", "review"}
    for item in waiting(here(made.path)):
        accept(here(made.path), item)
    assert tree(made, ".gitskills/archive") != {}
    (skill,) = withdrawn(made, "bad").skills
    assert (skill.becomes, tree(made, ".gitskills/archive"), list(tree(made))) == ("removed", {}, [TWO.name])
    assert "verdict" in rules(teach(made.path, ONE)[0])
    sound(made)


def test_what_waits_is_dropped_as_well(made: RepoBuilder) -> None:
    made.git("config", "gitskills.landing", "review")
    teach(made.path, ONE, session=said_in("bad", ONE))
    teach(made.path, TWO, session=said_in("good", TWO))
    assert withdrawn(made, "bad", dry_run=True).queued == (ONE.name,)
    assert len(waiting(here(made.path))) == 2
    assert withdrawn(made, "bad").queued == (ONE.name,)
    assert [item.name for item in waiting(here(made.path))] == [TWO.name]


def test_a_file_of_the_repository_is_a_source_too(made: RepoBuilder) -> None:
    place = transcript(made.path / "notes", [UV])
    teach(made.path, UV, session=place)
    learned(made, "good", ONE)
    context = here(made.path)
    (skill,) = withdraw(context, file_sources(context, "notes/session.jsonl"), "", dry_run=False).skills
    assert (skill.name, list(tree(made))) == (UV.name, [ONE.name])


def test_a_withdrawal_is_undone_like_any_commit_and_forgiven(made: RepoBuilder) -> None:
    learned(made, "bad", ONE)
    before = tree(made)
    (commit,) = withdrawn(made, "bad").commits
    assert rollback(here(made.path), commit, "it was fine").commit
    assert tree(made) == before
    withdrawn(made, "bad")
    assert outcomes(teach(made.path, ONE)) == ["rejected"]
    done = forgive(here(made.path), ONE.name, "it was fine")
    assert made.git("show", "--format=", "--name-only", done.commit) == ""
    assert outcomes(teach(made.path, ONE)) == ["landed"]


def test_what_nobody_took_back_cannot_be_forgiven(made: RepoBuilder) -> None:
    learned(made, "good", ONE)
    with pytest.raises(GitskillsError, match="nobody took"):
        forgive(here(made.path), ONE.name, "")

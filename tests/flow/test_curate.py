"""The curator: narrow skills become one with a person's yes, every clause of them accounted for, whoever planned it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitskills.app.curate import Curator, plan_when_due
from gitskills.app.review import accept, reject
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.app.waiting import waiting
from gitskills.model.curation import Curation, Merge
from gitskills.model.skill import SkillFile, SkillFolder
from gitskills.model.usage import Event, Kind
from gitskills.skillfile.clausemap import clause_map
from gitskills.state.spending import all_spent
from gitskills.state.uses import add_events
from tests.support.repos import RepoBuilder
from tests.support.scripted_chat import Said, ScriptedChat
from tests.support.teaching import OBJECTS, SUBJECTS, Lesson, here, outcomes, teach

pytestmark = pytest.mark.promise("U6", "case-18")

SCRIPT = {"path": "scripts/pack.sh", "text": "#!/bin/sh\necho pack\n", "executable": True}
PACK = Lesson(
    "release-pack-wheels",
    "Pack the wheels before a release, never after the tag.",
    "Run scripts/pack.sh before a release. Never pack wheels after the release tag.\n\nThe release takes 20 minutes.",
    "Pack wheels before a release, never after it.",
    {"files": [SCRIPT], "category": "releases"},
)
TAG = Lesson(
    "release-tag-names",
    "A release tag is the letter v and the number of the release.",
    "Tag a release with `git tag v1.2.3`; see docs/releases.md and https://example.org/tags.",
    "Release tags are v and a number: git tag v1.2.3.",
    {"category": "releases"},
)
COLOURS = Lesson("button-colours", "Buttons are blue unless they delete something.", more={"category": "design"})
EVERY = (PACK, TAG, COLOURS)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())
    assert outcomes(teach(made.path, *EVERY)) == ["landed"] * 3
    return made


def curated(made: RepoBuilder, *, dry_run: bool = False, reflector: str = "offline") -> Curation:
    return Curator(here(made.path), reflector, dry_run=dry_run).curate()


def only(done: Curation) -> Merge:
    (merge,) = done.merges
    return merge


def rows(made: RepoBuilder, revision: str = "skills") -> list[str]:
    """Mode, kind, id and path of everything gitskills keeps."""
    return made.git("ls-tree", "-r", revision, ".claude", ".gitskills").split("\n")


def test_skills_of_one_class_are_merged_offline_and_the_others_stay(made: RepoBuilder) -> None:
    merge = only(curated(made))
    assert merge.proposal.absorbs == (PACK.name, TAG.name)
    assert (merge.proposal.name, str(merge.ruling.outcome)) == ("release", "review")
    assert merge.proposal.description == "For release: pack wheels, tag names."
    assert all(clause.place for clause in merge.clauses)
    assert {clause.kind for clause in merge.clauses} == {"command", "path", "warning", "number", "link", "file"}


def test_a_dry_run_shows_the_plan_as_a_diff_and_writes_nothing(made: RepoBuilder) -> None:
    tip = made.tip("skills")
    merge = only(curated(made, dry_run=True))
    assert "+++ b/release/SKILL.md" in merge.diff
    assert f"rename {PACK.name} => .gitskills/archive/{PACK.name}-" in merge.diff
    assert waiting(here(made.path)) == ()
    assert made.tip("skills") == tip


def test_a_planned_merge_waits_and_lands_with_its_clause_map_evidence_and_modes(made: RepoBuilder) -> None:
    before, tip = rows(made), made.tip("skills")
    curated(made)
    assert made.tip("skills") == tip
    (item,) = waiting(here(made.path))
    ruling = accept(here(made.path), item)
    assert str(ruling.outcome) == "landed", ruling
    said = made.git("log", "-1", "--format=%B", ruling.commit)
    assert f"{PACK.name}: " in said
    assert "clauses kept" in said
    digests = made.git("log", "--format=%(trailers:key=Evidence-Sha256,valueonly)", "skills~2", "-2").split()
    assert len(set(digests)) == 2
    assert set(digests) <= set(said.split())
    kept = rows(made)
    for row in before:
        if "/evidence-" in row and COLOURS.name not in row:
            oid, file = row.split()[2], row.rpartition("/")[2]
            assert any(oid in other and f"release/references/{file}" in other for other in kept), row
    (script,) = [row for row in kept if row.endswith(".claude/skills/release/scripts/pack.sh")]
    assert script.startswith("100755")
    assert rollback(here(made.path), ruling.commit, "keep them apart").commit
    assert rows(made) == before
    assert curated(made).merges == () or str(only(curated(made)).ruling.outcome) == "rejected"
    made.fsck()


def test_what_waits_or_was_refused_is_not_planned_again(made: RepoBuilder) -> None:
    curated(made)
    assert curated(made).merges == ()
    (item,) = waiting(here(made.path))
    reject(here(made.path), item, "apart they are clearer")
    assert curated(made).merges == ()


def test_what_a_person_edited_is_left_alone(made: RepoBuilder) -> None:
    path = f".claude/skills/{TAG.name}/SKILL.md"
    made.commit_on("skills", "better", {path: made.show(f"skills:{path}").decode() + "\nPush it.\n"})
    assert curated(made).merges == ()


def test_skills_too_long_for_one_body_keep_their_words_in_files(made: RepoBuilder) -> None:
    long = [
        Lesson(
            f"deploy-{name}",
            f"Deploy the {name} with {words[0]}, {words[1]} and {words[2]} by the list.",
            "\n".join(f"- {word.capitalize()} of the {name}: run `{word} {name} --deploy`." for word in words),
            f"Deploy the {name} by its list of commands.",
            {"category": "deploying"},
        )
        for name, words in (
            ("backend", [f"{one}way" for one in (*SUBJECTS, "lotus", "maple")]),
            ("website", [*OBJECTS, "lantern", "mirror"]),
        )
    ]
    assert outcomes(teach(made.path, *long)) == ["landed", "landed"]
    merge = next(merge for merge in curated(made).merges if merge.proposal.name == "deploy")
    assert str(merge.ruling.outcome) == "review", merge.ruling
    assert {clause.place for clause in merge.clauses if clause.kind == "command"} == {
        "references/deploy-backend.md",
        "references/deploy-website.md",
    }


def call(**changes: object) -> dict[str, object]:
    """A sound merge as a model gives it, with `changes`."""
    body = (
        "Run scripts/pack.sh before a release. Never pack wheels after the release tag.\n\nThe release takes 20 minutes.\n\n"
        "Pack wheels before a release, never after it. Tag it with `git tag v1.2.3`; see docs/releases.md"
        " and https://example.org/tags. Tags: git tag v1.2.3."
    )
    return {
        "name": "releasing",
        "description": "How a release is packed and tagged.",
        "body": body,
        "absorbs": [PACK.name, TAG.name],
        "reason": "Both are about releases.",
        **changes,
    }


def talked(made: RepoBuilder, *calls: dict[str, object]) -> tuple[Curation, list[str]]:
    """What became of a model's merges, and what it was answered."""
    with ScriptedChat([Said(json.dumps({"merges": [one]})) for one in calls]) as chat:
        made.git("config", "gitskills.openai.url", chat.url)
        done = curated(made, reflector="openai")
    return done, [message["content"] for message in chat.requests[-1]["messages"][3::2]]


def test_a_models_sound_merge_waits_for_a_person(made: RepoBuilder) -> None:
    done, answers = talked(made, call())
    assert (answers, str(only(done).ruling.outcome)) == ([], "review")
    (item,) = waiting(here(made.path))
    commit = accept(here(made.path), item).commit
    assert "Reflector: curator openai tiny" in made.git("log", "-1", "--format=%B", commit)
    assert all_spent(here(made.path).need_project().state)


LOSSES = {
    "a command": ("`git tag v1.2.3`", "`git tag`", "command 'git tag v1.2.3'"),
    "a path": ("docs/releases.md", "the docs", "path 'docs/releases.md'"),
    "a warning": (
        "Never pack wheels after the release tag.",
        "Pack first.",
        "Never pack wheels after the release tag.",
    ),
    "a weakened warning": ("after the release tag.", "after the release tag if you can.", "Never pack wheels"),
    "a unit": ("20 minutes", "20 hours", "number '20 minutes'"),
    "a link": ("https://example.org/tags", "https://example.org/", "link 'https://example.org/tags'"),
}


@pytest.mark.parametrize("what", LOSSES)
def test_a_model_that_claims_a_merge_it_did_not_make_is_told_what_it_lost_and_lands_nothing(
    made: RepoBuilder, what: str
) -> None:
    old, new, named = LOSSES[what]
    tip = made.tip("skills")
    body = str(call()["body"])
    assert old in body
    done, answers = talked(made, call(body=body.replace(old, new)))
    assert done.merges == ()
    assert len(answers) == 2
    assert all("refused: merge:" in answer and named in answer for answer in answers), answers
    assert waiting(here(made.path)) == ()
    assert made.tip("skills") == tip


def test_a_model_mends_what_was_refused(made: RepoBuilder) -> None:
    done, answers = talked(made, call(body="Run scripts/pack.sh, then tag."), call())
    assert len(answers) == 1
    assert str(only(done).ruling.outcome) == "review"


def test_a_clause_may_go_with_a_reason_which_the_commit_tells(made: RepoBuilder) -> None:
    body = str(call()["body"]).replace("20 minutes", "a while")
    done, _ = talked(made, call(body=body, dropped=[{"clause": "20 minutes", "reason": "It is faster now."}]))
    assert [clause.reason for clause in only(done).clauses if not clause.place] == ["It is faster now."]
    (item,) = waiting(here(made.path))
    assert "It is faster now." in item.reason
    said = made.git("log", "-1", "--format=%B", accept(here(made.path), item).commit)
    assert f"Dropped of {PACK.name}, number '20 minutes': It is faster now." in " ".join(said.split())


def test_a_drop_of_what_nobody_said_is_no_account(made: RepoBuilder) -> None:
    done, answers = talked(made, call(dropped=[{"clause": "Never sleep.", "reason": "Outdated."}]))
    assert done.merges == ()
    assert "no absorbed skill holds" in answers[0]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"absorbs": [PACK.name, "no-such-skill"]}, "was not shown"),
        ({"absorbs": [PACK.name]}, "two skills together at least"),
        ({"absorbs": ["../../etc", PACK.name]}, "was not shown"),
    ],
)
def test_a_model_absorbs_only_what_it_was_shown(made: RepoBuilder, changes: dict[str, object], why: str) -> None:
    done, answers = talked(made, call(**changes))
    assert done.merges == ()
    assert why in answers[0]


def test_a_bundled_file_with_another_mode_is_not_the_file() -> None:
    old = SkillFolder("old", {"scripts/a.sh": SkillFile(b"#!/bin/sh\n", executable=True)})
    new = SkillFolder("new", {"scripts/a.sh": SkillFile(b"#!/bin/sh\n")})
    assert [fate.place for fate in clause_map({"old": old}, new).fates] == [""]
    moved = SkillFolder("new", {"scripts/b.sh": SkillFile(b"#!/bin/sh\n", executable=True)})
    assert [fate.place for fate in clause_map({"old": old}, moved).fates] == ["scripts/b.sh"]


def test_without_room_in_the_budget_the_offline_planner_stands_in(made: RepoBuilder) -> None:
    made.git("config", "gitskills.budget.runsPerDay", "0")
    done, asked = talked_or_not(made)
    assert asked == 0
    assert str(only(done).ruling.outcome) == "review"
    assert done.notes[0].startswith("planned offline: ")


def talked_or_not(made: RepoBuilder) -> tuple[Curation, int]:
    with ScriptedChat([Said('{"merges": []}')]) as chat:
        made.git("config", "gitskills.openai.url", chat.url)
        done = curated(made, reflector="openai")
        return done, len(chat.requests)


def test_a_skill_in_probation_is_left_alone_by_the_background(made: RepoBuilder) -> None:
    context = here(made.path)
    assert Curator(context, "offline", dry_run=True, background=True).curate().looked == 0


def test_the_background_plans_once_in_so_many_turns_and_a_person_decides(made: RepoBuilder) -> None:
    made.git("config", "gitskills.probationTurns", "0")
    made.git("config", "gitskills.curateTurns", "2")
    state = here(made.path).need_project().state
    assert plan_when_due(here(made.path)) is None
    add_events(state, [Event(Kind.TURN, f"turn-{number}", listed=frozenset({PACK.name})) for number in range(2)])
    tip = made.tip("skills")
    done = plan_when_due(here(made.path))
    assert done is not None
    assert str(only(done).ruling.outcome) == "review"
    assert made.tip("skills") == tip
    assert plan_when_due(here(made.path)) is None


def test_the_umbrella_inherits_the_uses_of_what_it_took_in(made: RepoBuilder) -> None:
    state = here(made.path).need_project().state
    used = (PACK.name, TAG.name, PACK.name)
    add_events(state, [Event(Kind.USE, f"call-{number}", name) for number, name in enumerate(used)])
    curated(made)
    (item,) = waiting(here(made.path))
    accept(here(made.path), item)
    (line,) = [line for line in list_skills(here(made.path), archived=False) if line.name == "release"]
    assert line.uses == 3

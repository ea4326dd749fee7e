"""One lesson said in many ways, a large library, and every action on it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from skills_ref.validator import validate

from gitskills.app.learn import Plan, learn
from gitskills.app.propose import propose
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills, status
from gitskills.model.learned import Intake
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, lesson, outcomes, rules, teach, transcript

PARAPHRASES = (
    ("money-in-cents", "Store prices as integer cents, never as floats."),
    ("no-float-prices", "Never store a price as a float, use integer cents."),
    ("prices-are-integers", "Prices are stored in integer cents and not in floats."),
    ("cents-for-prices", "Use integer cents for prices, floats are forbidden."),
    ("float-prices-forbidden", "Float prices are forbidden; store integer cents."),
    ("integer-price-columns", "Every stored price is an integer number of cents."),
    ("price-storage", "For storing prices take integer cents, no floats."),
    ("store-cents", "When a price is stored, store integer cents, not a float."),
    ("cents-not-floats", "Integer cents, not floats, are how prices are stored."),
    ("price-type", "The type of a stored price is integer cents, never float."),
    ("avoid-floats-for-prices", "Avoid floats for prices and store integer cents."),
    ("prices-cents-only", "Only integer cents may be used to store prices."),
)
VERBS = ("Check", "Rebuild", "Document", "Rename", "Measure", "Split", "Cache", "Sign", "Archive", "Translate")
THINGS = (
    "invoices",
    "thumbnails",
    "fixtures",
    "webhooks",
    "ledgers",
    "manifests",
    "sensors",
    "tickets",
    "drafts",
    "maps",
)
PLACES = ("nightly", "before tagging")


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


@pytest.fixture
def large(made: RepoBuilder) -> RepoBuilder:
    """Two hundred skills with hardly a word in common beyond those of any list of chores."""
    for key in ("birthsPerDay", "probationMax"):
        made.git("config", f"gitskills.{key}", "1000")
    lessons = [
        Lesson(f"{verb}-{thing}-{number}".lower(), f"{verb} {thing} {place}, step q{number}{verb[:2]}{thing[:3]}x.")
        for number, (verb, thing, place) in enumerate((v, t, p) for v in VERBS for t in THINGS for p in PLACES)
    ]
    place = transcript(Path.home() / "many", lessons)
    answers = propose(here(made.path), [each.line for each in lessons], str(place), approve=True)
    assert outcomes(answers) == ["landed"] * 200
    return made


def subjects(made: RepoBuilder) -> list[str]:
    return made.subjects("main..skills")


@pytest.mark.promise("P6", "V12", "case-19")
@pytest.mark.parametrize("order", range(4))
@pytest.mark.parametrize("landing", ["explicit", "auto"])
def test_twelve_ways_to_say_one_thing_make_one_skill_in_any_order(made: RepoBuilder, order: int, landing: str) -> None:
    made.git("config", "gitskills.landing", landing)
    lessons = [Lesson(name, said) for name, said in PARAPHRASES]
    random.Random(order).shuffle(lessons)
    intakes = teach(made.path, *lessons)
    assert outcomes(intakes) == ["landed"] + ["review"] * 11
    assert all("duplicate" in rules(intake) for intake in intakes[1:])
    assert subjects(made) == [f"skill: add {lessons[0].name}"]
    assert drain(made.path) == ()  # nothing of it lands later by itself


@pytest.mark.promise("P6", "V12", "case-19")
def test_twelve_ways_to_say_one_thing_in_twelve_sessions_make_one_skill(made: RepoBuilder) -> None:
    said = [outcomes(teach(made.path, Lesson(name, words)))[0] for name, words in PARAPHRASES]
    assert said == ["landed"] + ["review"] * 11


@pytest.mark.promise("P6", "P1", "case-19")
def test_what_fits_a_skill_is_patched_into_it_and_adds_none(made: RepoBuilder) -> None:
    name, said = PARAPHRASES[0]
    assert outcomes(teach(made.path, Lesson(name, said, f"{said}\n\nWhy: rounding."))) == ["landed"]
    for number, (_, words) in enumerate(PARAPHRASES[1:4]):
        change = {"action": "patch", "old_text": "Why: ", "new_text": f"Why: loss {number}, "}
        assert outcomes(teach(made.path, Lesson(name, words, more=change))) == ["landed"]
    assert subjects(made) == [*[f"skill: patch {name}"] * 3, f"skill: add {name}"]
    assert len(list_skills(here(made.path), archived=False)) == 1
    evidence = [path for path in made.paths("skills", ".claude/skills") if "/evidence-" in path]
    assert len(evidence) == 4


@pytest.mark.promise("P6", "V12")
def test_the_opposite_of_a_rule_goes_to_a_person_and_never_beside_it(made: RepoBuilder) -> None:
    name, said = PARAPHRASES[0]
    teach(made.path, Lesson(name, said))
    (intake,) = teach(made.path, Lesson("prices-as-floats", "Store prices as floats, never as integer cents."))
    assert outcomes([intake]) == ["review"]
    assert intake.ruling is not None
    assert any(name in found.message for found in intake.ruling.violations)


@pytest.mark.slow
@pytest.mark.promise("P6", "V12", "L3", "case-19")
def test_among_two_hundred_skills_the_one_that_fits_is_found_and_the_cost_of_all_is_shown(large: RepoBuilder) -> None:
    name, said = PARAPHRASES[0]
    assert outcomes(teach(large.path, Lesson(name, said))) == ["landed"]
    for other, words in PARAPHRASES[1:]:
        (intake,) = teach(large.path, Lesson(other, words))
        assert outcomes([intake]) == ["review"], words
        assert intake.ruling is not None
        assert any(found.rule == "duplicate" and name in found.message for found in intake.ruling.violations)
    assert outcomes(teach(large.path, UV, MIGRATE)) == ["landed", "landed"]
    listed = list_skills(here(large.path), archived=False)
    assert len(listed) == 203
    assert all(line.cost == len(f"- {line.name}: {line.description}\n") for line in listed)
    assert status(here(large.path)).listing.cost == sum(line.cost for line in listed)


@pytest.mark.promise("V14", "case-19")
def test_five_are_born_a_day_and_twenty_are_on_trial_and_the_rest_wait(made: RepoBuilder) -> None:
    lessons = [
        Lesson(f"{verb}-{thing}".lower(), f"{verb} {thing} {verb[:3]}{thing[:3]}q every single time.")
        for verb, thing in zip(VERBS, THINGS, strict=True)
    ]
    assert outcomes(teach(made.path, *lessons)) == ["landed"] * 5 + ["waiting"] * 5
    assert [ruling.outcome for ruling in drain(made.path)] == ["waiting"] * 5
    made.git("config", "gitskills.birthsPerDay", "100")
    made.git("config", "gitskills.probationMax", "7")
    assert [ruling.outcome for ruling in drain(made.path)] == ["landed"] * 2 + ["waiting"] * 3
    made.git("config", "gitskills.probationMax", "20")
    assert [ruling.outcome for ruling in drain(made.path)] == ["landed"] * 3


@pytest.mark.promise("V14")
def test_what_waits_longest_has_the_room_before_what_was_just_learned(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("config", "gitskills.birthsPerDay", "1")
    assert outcomes(teach(made.path, lesson(1), MIGRATE)) == ["landed", "waiting"]
    made.git("config", "gitskills.birthsPerDay", "2")
    place = str(transcript(tmp_path / "later", [UV]))
    for dry_run in (True, False):
        older, new = learn(here(made.path), place, Plan("offline", dry_run=dry_run)).rulings
        assert (older.name, older.outcome, new.outcome) == (MIGRATE.name, "landed", "waiting")
    assert made.subjects("main..skills")[0] == f"skill: add {MIGRATE.name}"


@pytest.mark.promise("L3", "V1")
def test_the_host_finds_a_plain_skill_that_the_reference_validator_passes(made: RepoBuilder) -> None:
    files = [
        {"path": "scripts/sync.sh", "text": "#!/bin/sh\nuv sync\n"},
        {"path": "references/why.md", "text": "Speed.\n"},
    ]
    body = f"{UV.said}\n\nRun scripts/sync.sh; references/why.md says why."
    assert outcomes(teach(made.path, Lesson(UV.name, UV.said, body, more={"files": files}))) == ["landed"]
    place = made.path / ".claude/skills" / UV.name
    assert validate(place) == []
    found = sorted(each.relative_to(place).as_posix() for each in place.rglob("*") if each.is_file())
    assert found == ["SKILL.md", "references/why.md", "scripts/sync.sh"]
    assert (place / "scripts/sync.sh").stat().st_mode & 0o100
    assert made.git("status", "--porcelain") == ""


# --- every action, end to end ---

CARRYING = Lesson(
    UV.name,
    UV.said,
    f"{UV.said}\n\nRun scripts/sync.sh.",
    more={"files": [{"path": "scripts/sync.sh", "text": "#!/bin/sh\nuv sync\n"}]},
)
ACTIONS = {
    "update": {"body": f"{UV.said}\n\nAlways. Run scripts/sync.sh."},
    "patch": {"old_text": "Run scripts", "new_text": "First run scripts"},
    "remove-file": {"path": "scripts/sync.sh", "old_text": "Run scripts/sync.sh.", "new_text": "Run uv sync."},
    "archive": {},
}


def ask(made: RepoBuilder, **fields: object) -> Intake:
    """A proposal about the skill, resting on the same words said again in a session of its own."""
    again = "Once more, as I said: " + UV.said
    line = {"name": UV.name, "reason": "It was said again.", "evidence": [{"quote": again}]} | fields
    place = transcript(Path.home() / "again", [Lesson(UV.name, again)])
    (intake,) = propose(here(made.path), [json.dumps(line)], str(place), approve=False)
    return intake


@pytest.mark.promise("P1", "L1")
@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_is_one_commit_named_after_it_and_undone_by_git(
    made: RepoBuilder, action: str, tmp_path: Path
) -> None:
    assert outcomes(teach(made.path, CARRYING)) == ["landed"]
    before = made.git("rev-parse", f"skills:.claude/skills/{UV.name}")
    assert outcomes([ask(made, action=action, **ACTIONS[action])]) == ["landed"]
    assert subjects(made)[0] == f"skill: {action} {UV.name}"
    assert (made.path / ".claude/skills" / UV.name / "SKILL.md").exists() is (action != "archive")
    branch = made.worktree(tmp_path / "branch", "skills")
    branch.git("revert", "--no-edit", "HEAD")
    made.git("worktree", "remove", str(branch.path))
    assert made.git("rev-parse", f"skills:.claude/skills/{UV.name}") == before
    drain(made.path)
    assert (made.path / ".claude/skills" / UV.name / "scripts/sync.sh").stat().st_mode & 0o100


@pytest.mark.promise("P1", "L1", "case-18")
def test_what_was_archived_comes_back_byte_for_byte_with_its_modes(made: RepoBuilder) -> None:
    teach(made.path, CARRYING)
    before = made.git("rev-parse", f"skills:.claude/skills/{UV.name}")
    assert outcomes([ask(made, action="archive")]) == ["landed"]
    assert made.git("log", "-1", "--format=", "--name-status", "-M100%", "skills").count("R100") == len(
        made.paths("skills", ".gitskills/archive")
    )
    assert outcomes([ask(made, action="restore", evidence=[])]) == ["review"]
    assert outcomes([ask(made, action="restore")]) == ["landed"]
    assert made.git("rev-parse", f"skills:.claude/skills/{UV.name}") == before
    assert (made.path / ".claude/skills" / UV.name / "scripts/sync.sh").stat().st_mode & 0o100


@pytest.mark.promise("V3", "V4", "P1")
def test_a_file_never_goes_while_it_is_mentioned_and_no_mention_goes_without_its_file(made: RepoBuilder) -> None:
    teach(made.path, CARRYING)
    for half in (
        {"action": "remove-file", "path": "scripts/sync.sh"},
        {"action": "patch", "old_text": "Run scripts/sync.sh.", "new_text": "Run uv sync."},
    ):
        intake = ask(made, **half)
        assert outcomes([intake]) != ["landed"]
        assert rules(intake) == {"body"}


@pytest.mark.promise("V11", "P1")
def test_a_removal_that_was_taken_back_is_not_proposed_again(made: RepoBuilder) -> None:
    teach(made.path, CARRYING)
    removal = {"action": "remove-file", **ACTIONS["remove-file"]}
    assert outcomes([ask(made, **removal)]) == ["landed"]
    assert rollback(here(made.path), made.tip("skills"), "we need it").commit
    assert outcomes([ask(made, **removal)]) == ["rejected"]
    assert "scripts/sync.sh" in " ".join(made.paths("skills"))

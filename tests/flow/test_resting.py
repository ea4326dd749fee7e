"""Skills and decisions know each other: `why` shows what a skill rests on; what holds no more brings it to review."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.decisions.deciding import decide, revoke
from gitskills.app.review import keep
from gitskills.app.waiting import waiting
from gitskills.app.why import why
from gitskills.model.decision import Outcome
from tests.support.decisions import candidate
from tests.support.repos import RepoBuilder
from tests.support.teaching import Lesson, here, teach

SQLITE = candidate("Use sqlite as the database", "data/database", "let's go with sqlite")
POSTGRES = candidate("Use postgres as the database", "data/database", "actually, use postgres")
BACKUP = Lesson(
    "copy-the-file-for-a-backup",
    "Back up by copying the database file.",
    body="Back up by copying the database file (decision 0001).",
    description="Back up by copying the database file.",
)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    repo = RepoBuilder.with_commit(tmp_path / "shop", home=Path.home())
    context = here(repo.path)
    assert decide(context, context.need_project(), SQLITE).id == "0001"
    teach(repo.path, BACKUP)
    return repo


@pytest.mark.promise("dec-0", "U9")
def test_why_shows_the_decision_under_a_skill(made: RepoBuilder) -> None:
    assert why(here(made.path), BACKUP.name).rests_on == ("0001 Use sqlite as the database",)


@pytest.mark.promise("U9")
def test_why_tells_words_speaker_uses_and_what_the_rules_say(made: RepoBuilder) -> None:
    story = why(here(made.path), BACKUP.name)
    (event,) = story.events
    ((speaker, quote, _, line),) = event.quotes
    assert (speaker, quote, line) == ("user", BACKUP.said, 1)
    assert (story.rules, story.usage.uses) == ((), 0)
    made.commit_on("skills", "more", {f".claude/skills/{BACKUP.name}/SKILL.md": "no front matter"})
    assert any(said.startswith("format: ") for said in why(here(made.path), BACKUP.name).rules)


@pytest.mark.promise("dec-0")
@pytest.mark.parametrize("how", ["superseded by 0002", "revoked"])
def test_a_skill_on_a_decision_that_holds_no_more_is_looked_at_once(made: RepoBuilder, how: str) -> None:
    context = here(made.path)
    store = context.need_project()
    assert waiting(context) == ()
    if how == "revoked":
        assert revoke(context, store, "0001", "no file any more").outcome is Outcome.LANDED
    else:
        assert decide(context, store, POSTGRES, supersedes="0001").id == "0002"
    assert why(context, BACKUP.name).rests_on == (f"0001 Use sqlite as the database ({how})",)
    (item,) = waiting(context)
    assert (item.name, item.kind) == (BACKUP.name, "landed")
    assert how in item.title
    keep(context, item)
    assert waiting(context) == ()

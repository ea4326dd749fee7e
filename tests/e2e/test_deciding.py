"""The real client: what is settled in a session is on record behind the turn, the next one is told, and a change of mind replaces it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import lines, run
from tests.e2e.living import Person, conversation
from tests.e2e.test_living_sessions import client
from tests.support.processes import until
from tests.support.scripted_model import ScriptedModel, call, say

__all__ = ["client"]
pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.promise("dec-0")]

SQLITE = "Let's go with sqlite as the database, because there is one writer."
POSTGRES = "Actually, use postgres as the database instead of sqlite."


@pytest.fixture
def person(tmp_path: Path, client: Path) -> Person:
    return Person.at(tmp_path, client)


def decisions(person: Person, *words: str) -> list[dict[str, object]]:
    return lines(run(person.desk.project, "decisions", "list", "--json", *words, HOME=str(person.desk.home)))


@pytest.mark.promise("dec-D1", "dec-O2")
def test_a_decision_is_kept_told_and_replaced(person: Person) -> None:
    with ScriptedModel((say("Sqlite it is."),)) as model, person.session(model) as terminal:
        terminal.enter(SQLITE)
        terminal.until_shows("Sqlite it is.")
        until(lambda: bool(person.repo.tip("skills")), "a commit")
    person.quiet()
    (first,) = decisions(person)
    assert person.repo.subjects("skills")[0].startswith("decision: record ")
    with ScriptedModel((say("Postgres it is."),)) as model, person.session(model) as terminal:
        terminal.enter(POSTGRES)
        terminal.until_shows("Postgres it is.")
        until(lambda: "supersede" in person.repo.subjects("skills")[0], "the second commit")
    assert str(first["title"]) in conversation(model)[0]
    person.quiet()
    (second,) = decisions(person)
    assert (second["supersedes"], second["id"]) == (first["id"], "0002")
    assert "postgres" in str(second["title"])
    with ScriptedModel((say("Hello."),)) as model:
        person.headless(model, "Good morning.")
    assert str(second["title"]) in conversation(model)[0]
    assert str(first["title"]) not in conversation(model)[0]


@pytest.mark.promise("dec-D2")
def test_the_plugins_skill_tells_the_agent_how_to_record_a_decision(person: Person) -> None:
    replies = (say("Recording.", call("Skill", skill="gitskills:decide")), say("On record."))
    with ScriptedModel(replies) as model, person.session(model) as terminal:
        terminal.enter("We agreed on port 8080, put it on record.")
        terminal.until_shows("On record.")
    first, second = conversation(model)[:2]
    assert "gitskills:decide" in first
    assert "--primary-tag" in second.partition("Recording.")[2]
    assert "${CLAUDE_PLUGIN_ROOT}" not in second.partition("Recording.")[2]

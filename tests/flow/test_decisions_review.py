"""Decisions looked up and judged on a real repository: one answer, one commit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.deciding import decide, hold, revoke
from gitskills.app.decisions.ground import look_at_code
from gitskills.app.decisions.judging import promote, refuse, refuse_tag, surfaced, take_up
from gitskills.app.decisions.recalling import project_name, recalled
from gitskills.decisions.recall import Query
from gitskills.decisions.surface import CONFLICTS, QUEUE, STALE, TAGS
from gitskills.model.decision import Level, Outcome, Pending, Status, Waits
from gitskills.model.skill import POLICY_PATH
from gitskills.model.turn import Speaker
from tests.support.decisions import candidate
from tests.support.repos import RepoBuilder
from tests.support.teaching import here

SQLITE = candidate("Use sqlite as the database", "data/database", "let's go with sqlite")
POSTGRES = candidate("Use postgres as the database", "data/database", "actually, use postgres")
GUESS = replace(
    candidate("Keep the cache in memory", "data/cache", "the cache stays in memory then"),
    level=Level.INFERRED,
    speaker=Speaker.AGENT,
)


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "shop", {"app.py": "class FooBarBaz:\n    pass\n"}, home=Path.home())


@pytest.mark.promise("dec-W12", "dec-W13", "dec-R6")
def test_what_is_superseded_is_found_when_asked_for_and_says_by_what(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    first = decide(context, store, SQLITE)
    second = decide(context, store, POSTGRES, supersedes=first.id)
    (found,) = recalled(context, Query("database")).found
    assert found.decision.id == second.id
    both = [one.decision for one in recalled(context, Query("database sqlite", past=True)).found]
    assert [one.id for one in both if one.status is Status.SUPERSEDED] == [first.id]
    assert next(one for one in both if one.id == first.id).superseded_by == second.id


@pytest.mark.promise("dec-O8", "dec-W23")
def test_what_was_revoked_is_found_as_rejected(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    done = decide(context, store, SQLITE)
    revoke(context, store, done.id, "we need a server after all")
    assert recalled(context, Query("sqlite")).found == ()
    (found,) = recalled(context, Query("sqlite", past=True)).found
    assert (found.decision.id, found.decision.status) == (done.id, Status.REJECTED)


def test_a_linked_worktree_belongs_to_the_same_project(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("worktree", "add", "--quiet", str(tmp_path / "elsewhere"), "-b", "side")
    stores = [here(place).need_project() for place in (made.path, tmp_path / "elsewhere")]
    assert {project_name(store) for store in stores} == {"shop"}


@pytest.mark.promise("dec-S1", "dec-S5")
def test_a_yes_promotes_and_a_no_is_a_tombstone_that_holds(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    key = hold(context, store, Pending(GUESS, Waits.SWEEP))
    before = made.tip("skills")
    (line,) = surfaced(context).sections[QUEUE]
    assert (line.key, made.tip("skills")) == (key, before)
    done = promote(context, key[:8])
    assert done.outcome is Outcome.LANDED
    assert made.subjects("skills")[0] == "decision: promote data/cache"
    assert surfaced(context).sections[QUEUE] == ()
    other = replace(candidate("Log to stderr", "infra/logs", "logs go to stderr I think"), level=Level.INFERRED)
    key = hold(context, store, Pending(other, Waits.SWEEP))
    assert refuse(context, key, "only thought aloud").outcome is Outcome.LANDED
    assert made.subjects("skills")[0] == "decision: dismiss infra/logs"
    assert hold(context, store, Pending(other, Waits.SWEEP)) == ""
    assert decide(context, store, other).outcome is Outcome.KNOWN


@pytest.mark.promise("dec-S3", "dec-S5")
@pytest.mark.parametrize(
    ("yes", "left"), [(True, "Use postgres as the database"), (False, "Use sqlite as the database")]
)
def test_a_conflict_is_resolved_by_a_person_one_way_or_the_other(made: RepoBuilder, yes: bool, left: str) -> None:
    context = here(made.path)
    store = context.need_project()
    first = decide(context, store, SQLITE)
    key = hold(context, store, Pending(POSTGRES, Waits.CONFLICT, first.id))
    (line,) = surfaced(context).sections[CONFLICTS]
    assert line.key == key
    done = promote(context, key) if yes else refuse(context, key, "it stays")
    assert done.outcome is Outcome.LANDED
    assert [record.title for record in read_decided(context, store).current.values()] == [left]
    assert surfaced(context).sections[CONFLICTS] == ()
    assert made.subjects("skills")[0].startswith("decision: resolve data/database")


@pytest.mark.promise("dec-S4", "dec-W24")
def test_code_is_searched_by_whole_names_wherever_it_lies(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    made.commit(
        "lib", {"lib/deep/x.py": "def open_store(): ...\nFooBarBaz = MyFooBar = 1\n", "src/port.py": "PORT = 1\n"}
    )
    decide(
        context, store, candidate("Keep `FooBar` and `open_store()` in `src/port.py` and `../../etc/passwd`", "ui/x")
    )
    ground = look_at_code(store, read_decided(context, store))
    assert (ground.symbols, ground.gone, ground.fault) == (frozenset({"open_store"}), frozenset(), "")
    (line,) = surfaced(context).sections[STALE]
    assert line.why == "gone: FooBar"
    made.git("rm", "--quiet", "src/port.py")
    assert "src/port.py" in surfaced(context).sections[STALE][0].why


@pytest.mark.promise("dec-S4")
def test_a_cited_file_that_changed_since_is_shown_until_somebody_confirms(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    dated = made.with_environment(GIT_COMMITTER_DATE="2026-01-01T00:00:00Z")
    dated.commit("port", {"src/port.py": "PORT = 1\n"})
    decide(context, store, candidate("One port", "infra/port", files_touched=("src/port.py",)))
    assert surfaced(context).sections[STALE] == ()
    made.write("src/port.py", "PORT = 2\n")
    (line,) = surfaced(context).sections[STALE]
    assert line.why == "changed since: src/port.py"


def test_a_bare_repository_says_that_it_has_no_code(tmp_path: Path) -> None:
    made = RepoBuilder.create(tmp_path / "bare.git", "--bare", home=Path.home())
    context = here(made.path)
    assert "bare" in look_at_code(context.need_project(), read_decided(context, context.need_project())).fault


@pytest.mark.promise("dec-W12", "dec-C4")
def test_a_proposed_tag_is_taken_up_by_a_commit_or_refused_for_oneself(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    decide(context, store, replace(SQLITE, tags=("proposed:search", "proposed:graph")))
    assert [line.key for line in surfaced(context).sections[TAGS]] == ["proposed:graph", "proposed:search"]
    refuse_tag(context, "proposed:graph")
    done = take_up(context, "proposed:search")
    assert done.commit == made.tip("skills")
    assert surfaced(context).sections[TAGS] == ()
    assert made.git("show", f"skills:{POLICY_PATH}") == "decision-tags:\n  - search"
    port = candidate("Search by trigrams", "data/search", "trigram search it is", tags=("search",))
    assert decide(context, store, port).outcome is Outcome.LANDED


@pytest.mark.promise("dec-D9", "dec-D10", "dec-O5")
@pytest.mark.parametrize("level", [Level.INFERRED, Level.ASSUMED])
def test_what_is_less_than_certain_stands_until_anything_as_sure_comes(made: RepoBuilder, level: Level) -> None:
    context = here(made.path)
    store = context.need_project()
    first = decide(context, store, replace(SQLITE, level=level))
    second = decide(context, store, replace(POSTGRES, level=level))
    assert (first.outcome, second.outcome, second.prior) == (Outcome.LANDED, Outcome.LANDED, first.id)
    assert recalled(context, Query("postgres")).found == ()
    assert len(recalled(context, Query("postgres", floor=level)).found) == 1


@pytest.mark.promise("dec-L6", "dec-W14")
def test_one_action_is_one_commit_and_nothing_new_is_none(made: RepoBuilder) -> None:
    context = here(made.path)
    store = context.need_project()
    decide(context, store, SQLITE)
    tip = made.tip("skills")
    assert decide(context, store, SQLITE).outcome is Outcome.KNOWN
    assert made.tip("skills") == tip
    assert made.git("rev-list", "--count", "main..skills") == "1"
    assert decide(context, store, replace(POSTGRES, entity="../../etc/passwd")).path.startswith(
        ".gitskills/decisions/data/"
    )

"""The sweep at a session's end: a model finds decisions, every one is proven, and what is less than sure waits for a person."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic

import pytest

from gitskills.app.context import Context
from gitskills.app.decisions.decided import read_decided
from gitskills.app.decisions.deciding import decide
from gitskills.app.decisions.noticing import Session, sweep_session
from gitskills.app.reflection.reflectors import named_model
from gitskills.llm.port import Model, ModelFault
from gitskills.model.decision import Level, Outcome, Waits
from gitskills.state.decisions import pending_decisions
from tests.support.decisions import candidate
from tests.support.repos import RepoBuilder
from tests.support.scripted_chat import Said, ScriptedChat
from tests.support.teaching import here
from tests.support.transcripts import TranscriptBuilder

CACHE = "Caching in memory is fine for one server, so that is how it stays."
AGENT = "The retries are capped at five since the gateway drops the sixth."


def found(title: str, **fields: object) -> dict[str, object]:
    made: dict[str, object] = {
        "title": title,
        "decision": f"{title}.",
        "primary_tag": "data",
        "entity": title.casefold(),
        "confidence": "explicit",
        "evidence": [{"quote": CACHE}],
    }
    return made | fields


def says(*items: dict[str, object]) -> Said:
    return Said(json.dumps({"decisions": list(items)}))


@pytest.fixture
def project(repo: RepoBuilder) -> RepoBuilder:
    repo.commit("first", {"README.md": "# A project\n"})
    return repo


@pytest.fixture
def transcript(tmp_path: Path) -> str:
    made = TranscriptBuilder()
    made.user("How should we cache the price list?")
    made.agent(AGENT)
    made.user(CACHE)
    made.agent("Agreed.")
    return str(made.write(tmp_path / "session.jsonl"))


def asked(project: RepoBuilder, chat: ScriptedChat) -> tuple[Context, Model]:
    project.git("config", "gitskills.openai.url", chat.url)
    context = here(project.path)
    model = named_model(context)
    assert model is not None
    return context, model


def session(transcript: str) -> Session:
    return Session(transcript, 0, "", lambda: True)


@pytest.mark.promise("dec-C7", "dec-D11")
def test_what_a_person_said_is_recorded_and_what_is_only_implied_waits(project: RepoBuilder, transcript: str) -> None:
    said = found("Cache the prices in memory", entity="price cache")
    implied = found("Run on one server", entity="servers", confidence="inferred")
    with ScriptedChat([says(said, implied)]) as chat:
        context, model = asked(project, chat)
        done = sweep_session(context, session(transcript), model)
    assert [one.outcome for one in done] == [Outcome.LANDED, Outcome.WAITING]
    store = context.need_project()
    (record,) = read_decided(context, store).current.values()
    assert (record.title, record.captured_turn_excerpt) == ("Cache the prices in memory", CACHE)
    ((_, pending),) = pending_decisions(store.state).entries()
    assert (pending.candidate.title, pending.waits) == ("Run on one server", Waits.SWEEP)


@pytest.mark.promise("dec-C7", "dec-W26")
def test_without_a_persons_words_nothing_is_more_than_inferred(project: RepoBuilder, transcript: str) -> None:
    claimed = found("Cap the retries at five", entity="retries", evidence=[{"quote": AGENT}])
    with ScriptedChat([says(claimed)]) as chat:
        context, model = asked(project, chat)
        sweep_session(context, session(transcript), model)
    ((_, pending),) = pending_decisions(context.need_project().state).entries()
    assert pending.candidate.level is Level.INFERRED


@pytest.mark.promise("dec-C7", "dec-W26")
def test_a_persons_words_on_something_else_make_nothing_sure(project: RepoBuilder, transcript: str) -> None:
    with ScriptedChat([says(found("Deploy to Oracle", decision="Oracle hosts it."))]) as chat:
        context, model = asked(project, chat)
        sweep_session(context, session(transcript), model)
    ((_, pending),) = pending_decisions(context.need_project().state).entries()
    assert pending.candidate.level is Level.INFERRED
    assert project.tip("skills") == ""


@pytest.mark.promise("P2", "P3", "dec-D12")
def test_a_quote_that_nobody_said_is_refused_and_may_be_mended(project: RepoBuilder, transcript: str) -> None:
    wrong = found("Cache on disk", evidence=[{"quote": "Let's cache on disk."}])
    with ScriptedChat([says(wrong), says(found("Cache in memory"))]) as chat:
        context, model = asked(project, chat)
        done = sweep_session(context, session(transcript), model)
        assert "nobody said this" in chat.requests[1]["messages"][-1]["content"]
    assert [one.outcome for one in done] == [Outcome.LANDED]


@pytest.mark.promise("dec-C7")
def test_what_claims_to_replace_a_decision_waits_for_a_person(project: RepoBuilder, transcript: str) -> None:
    with ScriptedChat([says(found("Cache in memory", entity="cache", supersedes="0001"))]) as chat:
        context, model = asked(project, chat)
        store = context.need_project()
        prior = decide(context, store, candidate("Cache on disk", "data/cache", "cache it on disk"))
        sweep_session(context, session(transcript), model)
        assert "0001 data/cache: Cache on disk" in chat.requests[0]["messages"][1]["content"]
    assert [record.id for record in read_decided(context, store).current.values()] == [prior.id]
    ((_, pending),) = pending_decisions(store.state).entries()
    assert pending.against == prior.id


@pytest.mark.promise("dec-W7", "dec-W6")
def test_a_session_swept_twice_gives_nothing_twice(project: RepoBuilder, transcript: str) -> None:
    several = [found(f"Guess {letter}", confidence="inferred", entity=f"guess {letter}") for letter in "abc"]
    with ScriptedChat([says(found("Cache in memory"), *several)]) as chat:
        context, model = asked(project, chat)
        store = context.need_project()
        sweep_session(context, session(transcript), model)
        tip = project.tip("skills")
        assert sweep_session(context, session(transcript), model) == ()
        place = next((store.state.root / "cursors").glob("sweep-*"))
        place.unlink()  # lost state reads again
        sweep_session(context, session(transcript), model)
    assert project.tip("skills") == tip
    assert len(list(pending_decisions(store.state).entries())) == 3


@pytest.mark.promise("dec-H3", "dec-W10")
def test_a_model_is_cut_off_at_the_budget(project: RepoBuilder, transcript: str) -> None:
    project.git("config", "gitskills.sweep.seconds", "1")
    slow = Said(json.dumps({"decisions": [found("Cache in memory")]}), delay=8)
    with ScriptedChat([slow]) as chat:
        context, model = asked(project, chat)
        began = monotonic()
        with pytest.raises(ModelFault):
            sweep_session(context, session(transcript), model)
        assert monotonic() - began < slow.delay  # it did not wait for the answer
    assert project.tip("skills") == ""


@pytest.mark.promise("dec-H4")
def test_what_was_paid_for_waits_where_the_time_is_up(
    project: RepoBuilder, transcript: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedChat([says(found("Cache in memory"))]) as chat:
        context, model = asked(project, chat)
        ticks = iter([0.0, 1.0])  # begun, asked, and then it is too late
        monkeypatch.setattr("gitskills.app.decisions.noticing.monotonic", lambda: next(ticks, 1_000.0))
        (done,) = sweep_session(context, session(transcript), model)
    assert done.outcome is Outcome.WAITING
    ((_, pending),) = pending_decisions(context.need_project().state).entries()
    assert pending.candidate.level is Level.INFERRED
    assert project.tip("skills") == ""


@pytest.mark.promise("dec-H8")
@pytest.mark.parametrize("text", ["", "nothing", "[1, 2]", '{"decisions": [{"title": 3}]}', "null"])
def test_rubbish_from_a_model_records_nothing(project: RepoBuilder, transcript: str, text: str) -> None:
    with ScriptedChat([Said(text)]) as chat:
        context, model = asked(project, chat)
        try:
            assert sweep_session(context, session(transcript), model) == ()
        except ModelFault as fault:
            assert fault.sentence
    assert project.tip("skills") == ""


@pytest.mark.promise("dec-C3")
def test_a_secret_in_a_models_words_never_reaches_a_commit(project: RepoBuilder, transcript: str) -> None:
    secret = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    with ScriptedChat([says(found("Cache in memory", consequences=f"Log in with {secret}."))]) as chat:
        context, model = asked(project, chat)
        sweep_session(context, session(transcript), model)
    assert project.tip("skills")
    assert secret not in project.git("log", "-p", "skills")

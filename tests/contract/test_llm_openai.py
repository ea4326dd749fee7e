"""OpenAI-compatible servers as they are: with a schema, without one, broken, slow, wordy. A real socket each."""

from __future__ import annotations

import json
import socket

import pytest

from gitskills.llm.openai_http import OpenAIModel
from gitskills.llm.port import Answer, Cause, ModelFault, Stop, TooLong
from tests.support.modelling import SCHEMA, Tools, request
from tests.support.scripted_chat import Said, ScriptedChat, error, proposals

ONE = {"proposals": [{"name": "a"}]}
GOOD = proposals({"name": "a"})


def model(chat: ScriptedChat, name: str = "tiny") -> OpenAIModel:
    return OpenAIModel(chat.url, "", name)


def test_the_schema_is_enforced_where_the_server_offers_it() -> None:
    tools = Tools()
    with ScriptedChat([GOOD]) as chat:
        reply = model(chat).run(request(), tools.all())
    assert (reply.stop, tools.given) == (Stop.DONE, [ONE])
    assert chat.requests[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "propose", "schema": SCHEMA},
    }
    assert "tools" not in chat.requests[0]


@pytest.mark.parametrize(("forms", "last"), [(("json_object",), "json_object"), ((), None)])
def test_a_server_without_schemas_is_asked_in_words(forms: tuple[str, ...], last: str | None) -> None:
    tools = Tools()
    with ScriptedChat([GOOD], forms) as chat:
        mind = model(chat)
        mind.run(request(), tools.all())
        mind.run(request(), tools.all())
    assert tools.given == [ONE, ONE]
    assert [sent.get("response_format", {}).get("type") for sent in chat.requests] == [last, last]
    assert json.dumps(SCHEMA, separators=(",", ":")) in chat.requests[0]["messages"][0]["content"]


@pytest.mark.parametrize(
    "text",
    [
        f"Sure! Here it is:\n```json\n{json.dumps(ONE)}\n```\nAnything else?",
        f"<think>First {{I}} wonder…</think>{json.dumps(ONE)}",
        f"{json.dumps(ONE)}\n{json.dumps(ONE)}",
    ],
)
def test_json_is_found_among_words(text: str) -> None:
    tools = Tools()
    with ScriptedChat([Said(text)], ()) as chat:
        model(chat).run(request(), tools.all())
    assert tools.given == [ONE]


@pytest.mark.parametrize("text", ["", "I am a teapot.", "{" * 5_000, "[1, 2", "\ud83d", "null"])
def test_rubbish_reaches_the_tool_that_judges_it(text: str) -> None:
    tools = Tools((Answer("refused: no JSON"), Answer("taken", done=True)))
    with ScriptedChat([Said(text), GOOD]) as chat:
        reply = model(chat).run(request(), tools.all())
    assert reply.stop is Stop.DONE
    assert tools.given[1] == ONE
    assert chat.requests[1]["messages"][-1] == {"role": "user", "content": "refused: no JSON"}


def test_a_truncated_answer_is_asked_for_again_shorter() -> None:
    tools = Tools((Answer("refused: no JSON"), Answer("taken", done=True)))
    with ScriptedChat([Said('{"proposals": [{"name": "ha', finish="length"), GOOD]) as chat:
        model(chat).run(request(), tools.all())
    assert "cut off" in chat.requests[1]["messages"][-1]["content"]
    assert tools.given[1] == ONE


def test_a_model_that_never_gets_it_right_is_left() -> None:
    with ScriptedChat([Said("no")]) as chat:
        reply = model(chat).run(request(rounds=3), Tools((Answer("refused"),)).all())
    assert (reply.stop, len(chat.requests)) == (Stop.ROUNDS, 3)


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens",
        "the request exceeds the available context size",
        '{"code": "context_length_exceeded"}',
    ],
)
def test_a_prompt_that_is_too_long_is_known_as_such(words: str) -> None:
    with ScriptedChat([error(400, words)]) as chat, pytest.raises(TooLong):
        model(chat).run(request(), Tools().all())


def test_a_busy_server_is_asked_again_and_then_left() -> None:
    busy = error(503, retry_after="0")
    with ScriptedChat([busy, busy, GOOD]) as chat:
        assert model(chat).run(request(), Tools().all()).stop is Stop.DONE
    with ScriptedChat([busy]) as chat, pytest.raises(ModelFault, match="503") as failed:
        model(chat).run(request(), Tools().all())
    assert failed.value.cause is Cause.PASSING
    assert len(chat.requests) == 3


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (Said(body=b"<html>login</html>"), Cause.PASSING),
        (Said(body=b"{}"), Cause.PASSING),
        (Said(body=b'{"choices": [{"message": 7}]}'), Cause.PASSING),
        (Said(body=b"x" * 5_000_000), Cause.PASSING),
        (Said(status=307, body=b"", headers={"Location": "http://127.0.0.1:9/"}), Cause.PASSING),
        (error(401), Cause.SETUP),
        (error(404, "model not found"), Cause.SETUP),
        (error(422, "odd"), Cause.REQUEST),
    ],
)
def test_every_other_answer_is_told_for_what_it_is(answer: Said, cause: Cause) -> None:
    tools = Tools((Answer("refused: no JSON"),))
    with ScriptedChat([answer]) as chat:
        try:
            reply = model(chat).run(request(rounds=2), tools.all())
        except ModelFault as fault:
            assert fault.cause is cause
        else:
            assert (reply.stop, cause) == (Stop.ROUNDS, Cause.PASSING)
            assert "proposals" not in str(tools.given)


def test_a_server_that_hangs_or_is_not_there_is_a_passing_failure() -> None:
    with ScriptedChat([Said(delay=20)]) as chat, pytest.raises(ModelFault, match="took too long") as failed:
        model(chat).run(request(seconds=1), Tools().all())
    assert failed.value.cause is Cause.PASSING
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    with pytest.raises(ModelFault, match="could not be reached"):
        OpenAIModel(url, "", "tiny").run(request(), Tools().all())


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/v1", "file:///etc/passwd", "nonsense", "http://[broken/v1"])
def test_an_address_that_is_none_is_said_so(url: str) -> None:
    with pytest.raises(ModelFault) as failed:
        OpenAIModel(url, "", "tiny").run(request(), Tools().all())
    assert failed.value.cause in {Cause.SETUP, Cause.PASSING}


def test_a_model_that_nobody_named_is_the_servers_first() -> None:
    with ScriptedChat([GOOD], models=("one", "two")) as chat:
        mind = model(chat, "")
        mind.run(request(), Tools().all())
    assert chat.requests[0]["model"] == "one"
    assert mind.label == "openai one"
    with ScriptedChat([GOOD], models=()) as chat, pytest.raises(ModelFault, match="lists no model") as failed:
        model(chat, "").run(request(), Tools().all())
    assert failed.value.cause is Cause.SETUP


@pytest.mark.parametrize("name", ["/home/someone/models/tiny.gguf", "C:\\Users\\someone\\tiny.gguf", "maker/tiny.gguf"])
def test_a_label_names_no_folder(name: str) -> None:
    assert OpenAIModel("http://127.0.0.1/v1", "", name).label == "openai tiny.gguf"


def test_what_the_server_does_not_count_is_estimated() -> None:
    with ScriptedChat([Said(json.dumps(ONE), counted=False)]) as chat:
        reply = model(chat).run(request(), Tools().all())
    assert reply.usage.fresh > 50
    assert reply.usage.output > 5


def test_the_key_shows_nowhere() -> None:
    assert "hush" not in repr(OpenAIModel("http://127.0.0.1/v1", "hush", ""))

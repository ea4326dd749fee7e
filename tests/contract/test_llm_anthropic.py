"""The anthropic SDK against a real socket: what goes wrong there is told as passing, a person's, or the request's own."""

from __future__ import annotations

import pytest

from gitskills.llm.anthropic_sdk import AnthropicModel
from gitskills.llm.port import Answer, Cause, ModelFault, Stop, TooLong
from tests.support.modelling import SYSTEM, Tools, request
from tests.support.scripted_model import Reply, ScriptedModel, call, fails, say

PROPOSED = say("Here.", call("propose", proposals=[{"name": "a"}]))


def model(server: ScriptedModel) -> AnthropicModel:
    return AnthropicModel(server.url, "the-key-in-person", "")


def test_one_answer_is_enough_where_a_tool_says_done() -> None:
    tools = Tools()
    with ScriptedModel([PROPOSED]) as server:
        reply = model(server).run(request(), tools.all())
    assert (reply.stop, len(server.requests)) == (Stop.DONE, 1)
    assert tools.given == [{"proposals": [{"name": "a"}]}]
    assert (reply.usage.fresh, reply.usage.output, reply.usage.rounds) == (1_000, 50, 1)


def test_a_refusal_goes_back_to_the_model_as_the_tools_result() -> None:
    tools = Tools((Answer("refused: format: no"), Answer("taken", done=True)))
    with ScriptedModel([say("", call("window", line=1)), PROPOSED, PROPOSED]) as server:
        reply = model(server).run(request(), tools.all())
    assert (reply.stop, reply.usage.rounds, tools.read) == (Stop.DONE, 3, [{"line": 1}])
    results = [message["content"][0] for message in server.requests[2]["messages"][2::2]]
    assert [result["content"] for result in results] == ["[line 1] user/typed: Use tabs.", "refused: format: no"]


def test_the_stable_beginning_is_cached_and_what_was_read_from_it_is_counted_apart() -> None:
    hit = Reply(
        PROPOSED.blocks, usage={"input_tokens": 100, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 7}
    )
    with ScriptedModel([hit]) as server:
        reply = model(server).run(request(), Tools().all())
    sent = server.requests[0]
    assert sent["system"] == [{"type": "text", "text": SYSTEM, "cache_control": {"type": "ephemeral"}}]
    assert sent["stream"] is True
    assert (reply.usage.fresh, reply.usage.cached) == (107, 900)


def test_a_loop_that_never_ends_is_ended() -> None:
    tools = Tools((Answer("refused: again"),))
    with ScriptedModel([], after=PROPOSED) as server:
        reply = model(server).run(request(rounds=4), tools.all())
    assert (reply.stop, len(server.requests), reply.usage.fresh) == (Stop.ROUNDS, 4, 4_000)
    assert [sent["tool_choice"]["type"] for sent in server.requests] == ["any", "any", "any", "tool"]


def test_a_truncated_answer_is_never_taken_for_a_whole_one() -> None:
    half = Reply(({"type": "tool_use", "name": "propose", "input": '{"proposals": [{"name": "ha'},), stop="max_tokens")
    words = Reply(({"type": "text", "text": "Let me thi"},), stop="max_tokens")
    tools = Tools()
    with ScriptedModel([half, words, PROPOSED]) as server:
        reply = model(server).run(request(), tools.all())
    assert reply.stop is Stop.DONE
    assert tools.given == [{"proposals": [{"name": "a"}]}]
    assert "cut off" in str(server.requests[1]["messages"][-1]) and "cut off" in str(server.requests[2]["messages"][-1])


def test_a_model_that_declines_is_the_windows_own_matter() -> None:
    declined = Reply(({"type": "text", "text": "No."},), stop="refusal")
    with ScriptedModel([declined]) as server, pytest.raises(ModelFault, match="declined") as failed:
        model(server).run(request(), Tools().all())
    assert failed.value.cause is Cause.REQUEST


@pytest.mark.parametrize("status", [429, 529, 500])
def test_a_busy_server_is_asked_again_when_it_says(status: int) -> None:
    with ScriptedModel([fails(status, retry_after="0"), fails(status, retry_after="0"), PROPOSED]) as server:
        reply = model(server).run(request(), Tools().all())
    assert (reply.stop, len(server.requests)) == (Stop.DONE, 3)


def test_a_server_that_stays_busy_is_a_passing_failure_with_what_was_spent() -> None:
    tools = Tools((Answer("refused: no"),))
    with (
        ScriptedModel([PROPOSED], after=fails(529, retry_after="0")) as server,
        pytest.raises(ModelFault, match="529") as failed,
    ):
        model(server).run(request(), tools.all())
    assert failed.value.cause is Cause.PASSING
    assert failed.value.usage.fresh == 1_000


@pytest.mark.parametrize(
    ("status", "cause"), [(401, Cause.SETUP), (403, Cause.SETUP), (404, Cause.SETUP), (400, Cause.REQUEST)]
)
def test_what_asking_again_would_not_help_is_asked_once(status: int, cause: Cause) -> None:
    with ScriptedModel([], after=fails(status, "no")) as server, pytest.raises(ModelFault) as failed:
        model(server).run(request(), Tools().all())
    assert (failed.value.cause, len(server.requests)) == (cause, 1)
    assert "the-key-in-person" not in f"{failed.value} {failed.value.hint}"


def test_a_prompt_that_is_too_long_is_known_as_such() -> None:
    with (
        ScriptedModel([fails(400, "prompt is too long: 250000 tokens > 200000 maximum")]) as server,
        pytest.raises(TooLong),
    ):
        model(server).run(request(), Tools().all())


@pytest.mark.parametrize("how", ["reset", "half", "rubbish"])
def test_a_broken_connection_is_a_passing_failure(how: str) -> None:
    with ScriptedModel([], after=Reply(PROPOSED.blocks, broken=how)) as server, pytest.raises(ModelFault) as failed:
        model(server).run(request(seconds=4), Tools().all())
    assert failed.value.cause is Cause.PASSING


def test_a_server_that_hangs_is_left() -> None:
    with ScriptedModel([], after=Reply(PROPOSED.blocks, delay=30)) as server, pytest.raises(ModelFault) as failed:
        model(server).run(request(seconds=1), Tools().all())
    assert failed.value.cause is Cause.PASSING


@pytest.mark.parametrize("given", ["[]", '"words"', '{"proposals": 7}', "{}"])
def test_malformed_input_reaches_the_tool_that_judges_it(given: str) -> None:
    odd = Reply(({"type": "tool_use", "name": "propose", "input": given},))
    tools = Tools((Answer("refused: the input"), Answer("taken", done=True)))
    with ScriptedModel([odd, PROPOSED]) as server:
        reply = model(server).run(request(), tools.all())
    assert reply.stop is Stop.DONE
    assert len(tools.given) == 2


def test_a_tool_that_is_not_there_is_said_not_to_be_there() -> None:
    tools = Tools()
    with ScriptedModel([say("", call("Bash", command="id")), PROPOSED]) as server:
        model(server).run(request(), tools.all())
    assert [tool["name"] for tool in server.requests[0]["tools"]] == ["window", "propose"]
    result = server.requests[1]["messages"][-1]["content"][0]
    assert (result["is_error"], result["content"]) == (True, "There is no tool Bash.")


def test_what_the_environment_holds_for_others_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedModel([]) as elsewhere, ScriptedModel([PROPOSED]) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", elsewhere.url)
        monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "a-token-for-others")
        model(server).run(request(), Tools().all())
    assert (len(server.requests), len(elsewhere.requests)) == (1, 0)
    sent = str(server.headers[0])
    assert "the-key-in-person" in sent
    assert "a-token-for-others" not in sent

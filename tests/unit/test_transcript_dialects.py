from __future__ import annotations

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

from gitskills.model.turn import Channel, RawLine, Skipped, Speaker, Turn
from gitskills.transcript.reading import read_turns
from gitskills.transcript.survey import survey


def turns(*records: dict[str, object]) -> list[Turn]:
    lines = [RawLine(number, 0, number, json.dumps(record).encode()) for number, record in enumerate(records, 1)]
    return [item for item in read_turns(lines) if isinstance(item, Turn)]


def item(**payload: object) -> dict[str, object]:
    return {"timestamp": "2026-01-01T00:00:00Z", "type": "response_item", "payload": payload}


def said(role: str, text: str) -> dict[str, object]:
    return item(type="message", role=role, content=[{"type": "input_text", "text": text}])


def test_codex_repeats_itself_and_is_heard_once() -> None:
    event: dict[str, object] = {"type": "event_msg", "payload": {"type": "user_message", "message": "bump the version"}}
    assert [(turn.line, turn.text, turn.human) for turn in turns(said("user", "bump the version"), event)] == [
        (1, "bump the version", True)
    ]


def test_what_codex_puts_into_the_users_role_is_not_the_persons() -> None:
    records = [
        said("user", "<environment_context>\n<cwd>/p</cwd>\n</environment_context>"),
        said("user", "<user_instructions>\nalways use pnpm\n</user_instructions>"),
        said("user", "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>always use pnpm</INSTRUCTIONS>"),
        said("user", "<recommended_plugins>\na, b\n</recommended_plugins>"),
        said("user", 'Approved command prefix saved:\n- ["cargo", "test"]'),
        said("developer", "always use pnpm"),
    ]
    assert [turn.speaker for turn in turns(*records)] == [Speaker.OTHER] * len(records)


def test_the_editors_frame_around_a_codex_prompt_goes() -> None:
    text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.md: a.md\n\n## My request for Codex:\nmigrate it in phases\n"
    (turn,) = turns(said("user", text))
    assert (turn.text, turn.human) == ("migrate it in phases", True)


def test_codex_failures_are_told_by_their_exit_code() -> None:
    call = item(type="function_call", name="exec_command", arguments='{"cmd":"cargo test"}', call_id="c")
    new = (
        "Chunk ID: ab\nWall time: 1.0 seconds\nProcess exited with code {}\nOriginal token count: 3\nOutput:\nsome text"
    )
    for output, channel in [
        (new.format(0), Channel.RESULT),
        (new.format(101), Channel.ERROR),
        (json.dumps({"output": "some text", "metadata": {"exit_code": 0}}), Channel.RESULT),
        (json.dumps({"output": "some text", "metadata": {"exit_code": 2}}), Channel.ERROR),
        ("some text", Channel.RESULT),
    ]:
        _, result = turns(call, item(type="function_call_output", call_id="c", output=output))
        assert (result.speaker, result.channel, result.locator) == (Speaker.COMMAND, channel, "cargo test")
        assert "some text" in result.text


def test_a_codex_patch_and_search_are_calls() -> None:
    patch = item(
        type="custom_tool_call", name="apply_patch", input="*** Begin Patch\n*** Update File: a.rs", call_id="p"
    )
    search = item(type="web_search_call", action={"type": "search", "query": "x"})
    assert [(turn.channel, turn.tool) for turn in turns(patch, search)] == [
        (Channel.CALL, "apply_patch"),
        (Channel.CALL, "web_search"),
    ]


def test_pi_sessions_are_read() -> None:
    call = {"type": "toolCall", "id": "t", "name": "read", "arguments": {"path": "a.md"}}
    result = {"role": "toolResult", "toolCallId": "t", "toolName": "read", "content": [{"type": "text", "text": "# A"}]}
    found = turns(
        {"type": "session", "id": "s", "cwd": "/p"},
        {"type": "message", "message": {"role": "user", "content": [{"type": "text", "text": "read a.md"}]}},
        {"type": "message", "message": {"role": "assistant", "content": [{"type": "text", "text": "I will"}, call]}},
        {"type": "message", "message": {**result, "isError": False}},
        {"type": "message", "message": {**result, "isError": True}},
        {"type": "thinking_level_change", "level": "off"},
    )
    assert [(turn.line, turn.speaker, turn.channel) for turn in found] == [
        (2, Speaker.USER, Channel.TYPED),
        (3, Speaker.AGENT, Channel.TEXT),
        (3, Speaker.AGENT, Channel.CALL),
        (4, Speaker.FILE, Channel.RESULT),
        (5, Speaker.OTHER, Channel.ERROR),
    ]


def test_a_pretty_printed_file_is_skipped_line_by_line() -> None:
    text = json.dumps({"info": {"id": "x"}, "messages": [{"role": "user"}]}, indent=2)
    lines = [RawLine(number, 0, number, line.encode()) for number, line in enumerate(text.splitlines(), 1)]
    assert all(isinstance(one, Skipped) for one in read_turns(lines))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = st.sampled_from(
    "type message content role payload uuid parentUuid attachment operation tool_use_id toolUseResult id name input"
    " arguments output isMeta isSidechain origin promptSource text is_error version action call_id prompt".split()
)
WORDS = st.sampled_from(
    "user assistant queue-operation attachment message response_item text tool_result tool_use enqueue remove dequeue"
    " queued_command toolCall toolResult function_call function_call_output human AskUserQuestion Bash".split()
)
RECORDS = st.recursive(
    WORDS | JSON, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=6)
)


@pytest.mark.promise("C2")
@given(st.lists(st.binary(max_size=200), max_size=6))
def test_no_bytes_raise(contents: list[bytes]) -> None:
    lines = [RawLine(number, 0, number, content) for number, content in enumerate(contents, 1)]
    list(read_turns(lines))
    survey(lines)


@pytest.mark.promise("C2")
@given(st.lists(st.dictionaries(NAMES, RECORDS, max_size=8), max_size=6))
def test_no_record_raises_and_every_text_can_be_written(records: list[dict[str, object]]) -> None:
    lines = [RawLine(number, 0, number, json.dumps(record).encode()) for number, record in enumerate(records, 1)]
    for turn in read_turns(lines):
        assert isinstance(turn, Skipped) or "\0" not in turn.text.encode().decode()
    survey(lines)

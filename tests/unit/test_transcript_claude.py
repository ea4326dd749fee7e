from __future__ import annotations

from collections.abc import Iterable

import pytest

from gitskills.model.turn import LEARN, Channel, RawLine, Skipped, Speaker, Turn
from gitskills.transcript import OUR_MARK
from gitskills.transcript.reading import read_turns
from gitskills.transcript.survey import survey
from tests.support.transcripts import REFUSED, TranscriptBuilder


def raw(lines: Iterable[bytes]) -> list[RawLine]:
    return [RawLine(number, number * 10, number * 10 + 10, content) for number, content in enumerate(lines, 1)]


def read(session: TranscriptBuilder) -> list[Turn]:
    return [item for item in read_turns(raw(session.lines())) if isinstance(item, Turn)]


def human(session: TranscriptBuilder) -> list[tuple[int, str, str]]:
    return [(turn.line, turn.channel.value, turn.text) for turn in read(session) if turn.human]


@pytest.mark.promise("C9")
def test_a_prompt_is_a_persons_whether_text_or_blocks() -> None:
    session = TranscriptBuilder()
    session.user("run the tests first")
    session.raw({"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "use tabs"}]}})
    assert human(session) == [(1, "typed", "run the tests first"), (2, "typed", "use tabs")]


@pytest.mark.parametrize("text", ["<div> is not centered", "< 3 retries please", "<T> should stay generic</T>"])
def test_a_prompt_that_begins_with_an_angle_bracket_is_a_persons(text: str) -> None:
    session = TranscriptBuilder()
    session.user(text)
    assert human(session) == [(1, "typed", text)]


def test_what_the_editor_puts_around_a_prompt_is_not_the_persons() -> None:
    session = TranscriptBuilder()
    opened = "<ide_opened_file>The user opened the file /p/a.py in the IDE.</ide_opened_file>"
    chosen = "<ide_selection>The user selected the lines 1 to 2 from /p/a.py:\nx = 1\n</ide_selection>"
    message = {"role": "user", "content": [{"type": "text", "text": opened}, {"type": "text", "text": "rename it"}]}
    session.raw({"type": "user", "message": message})
    session.user(f"{chosen}\nmake this a constant\n<system-reminder>be careful</system-reminder>")
    assert human(session) == [(1, "typed", "rename it"), (2, "typed", "make this a constant")]


@pytest.mark.promise("C9")
@pytest.mark.parametrize(
    "text",
    [
        "<command-name>/clear</command-name>\n<command-args></command-args>",
        "<local-command-stdout>done</local-command-stdout>",
        "<local-command-caveat>Caveat: something</local-command-caveat>",
        "<task-notification>\n<task-id>a1</task-id>\n</task-notification>",
        'Another Claude session sent a message:\n<teammate-message from="b">always deploy on Friday</teammate-message>',
        '<teammate-message teammate_id="b" color="red">{"type":"idle_notification"}</teammate-message>',
        '{"type":"idle_notification","from":"b","timestamp":"2026-01-01T00:00:00Z"}',
        '{"task_id":"b7","tool_use_id":"toolu_1","description":"Use the new runner","task_type":"local_bash"}',
        '<agent-message from="b">never use pip</agent-message>',
        "[Request interrupted by user for tool use]",
        "Operation stopped by hook: use the other branch",
        "This session is being continued from a previous conversation that ran out of context.",
        "Implement the following plan:\n\n# Plan\n1. always use pnpm",
        "Base directory for this skill: /p/.claude/skills/x\n\nAlways do this.",
        "[SYSTEM NOTIFICATION - NOT USER INPUT]\n<event>always x</event>",
    ],
)
def test_text_of_the_host_or_of_another_agent_is_recognised_without_any_flag(text: str) -> None:
    session = TranscriptBuilder()
    session.user(text)
    assert human(session) == []


@pytest.mark.promise("C9")
@pytest.mark.parametrize(
    "fields",
    [
        {"isMeta": True},
        {"isCompactSummary": True, "isVisibleInTranscriptOnly": True},
        {"isSidechain": True},
        {"entrypoint": "sdk-py"},
        {"entrypoint": "sdk-ts", "promptSource": "sdk"},
        {"origin": {"kind": "peer"}},
        {"origin": {"kind": "task-notification"}, "promptSource": "system"},
        {"promptSource": "sdk"},
        {"planContent": "# Plan"},
    ],
)
def test_flags_settle_that_no_person_spoke(fields: dict[str, object]) -> None:
    session = TranscriptBuilder()
    session.user("always use pnpm", **fields)
    assert [(turn.speaker, turn.channel) for turn in read(session)] == [(Speaker.OTHER, Channel.INJECTED)]


@pytest.mark.promise("P5")
@pytest.mark.parametrize("command", ["/gitskills:learn", "/learn"])
@pytest.mark.parametrize("asked", ["", "never commit directly to main"])
def test_what_follows_our_own_command_is_what_the_person_said(command: str, asked: str) -> None:
    session = TranscriptBuilder()
    message = f"<command-message>{command[1:]}</command-message>\n<command-name>{command}</command-name>"
    session.user(f"{message}\n<command-args>{asked}</command-args>" if asked else message)
    (turn,) = read(session)
    assert (turn.human, turn.tool, turn.text) == (True, LEARN, asked)


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("always use pnpm", True),
        ("You are a reviewer. Always answer in JSON.", False),
        ("always use pnpm " * 200, False),
    ],
)
def test_a_headless_prompt_is_a_persons_where_it_reads_like_what_people_type(words: str, counts: bool) -> None:
    session = TranscriptBuilder()
    session.user(words, entrypoint="sdk-cli", promptSource="sdk")
    assert bool(human(session)) is counts


def test_a_typed_prompt_of_a_recent_version_is_a_persons() -> None:
    session = TranscriptBuilder(version="2.1.220")
    session.user("use pnpm", origin={"kind": "human"}, promptSource="typed", entrypoint="cli")
    assert human(session) == [(1, "typed", "use pnpm")]


NOTE = "\n\nNote: The user's next message may contain a correction or preference; consider saving that to memory."


@pytest.mark.promise("C9")
@pytest.mark.parametrize(
    ("version", "text", "fields"),
    [
        ("2.0.34", REFUSED + "The user provided the following reason for the rejection:  use pnpm", {}),
        ("2.1.29", REFUSED + "To tell you how to proceed, the user said:\nuse pnpm", {}),
        ("2.0.55", "use pnpm", {}),
        ("2.0.90", "  use pnpm\n", {}),
        (
            "2.1.220",
            REFUSED + "To tell you how to proceed, the user said:\nuse pnpm" + NOTE,
            {"toolDenialKind": "user-rejected"},
        ),
        ("2.1.220", "use pnpm" + NOTE, {"toolDenialKind": "user-rejected"}),
    ],
)
def test_the_reason_of_a_refusal_is_found_in_every_wording(version: str, text: str, fields: dict[str, object]) -> None:
    session = TranscriptBuilder(version=version)
    session.call("Bash", command="npm install")
    session.error(text, **fields)
    assert human(session) == [(2, "rejection", "use pnpm")]
    assert read(session)[-1].tool == "Bash"


@pytest.mark.promise("C9")
@pytest.mark.parametrize(
    ("version", "tool", "text", "fields"),
    [
        ("2.1.29", "Bash", REFUSED + "STOP what you are doing and wait for the user to tell you how to proceed.", {}),
        ("2.0.42", "Edit", "The user doesn't want to take this action right now. STOP what you are doing.", {}),
        (
            "2.1.220",
            "Bash",
            "Permission for this action was denied by the classifier.",
            {"toolDenialKind": "automode-blocked"},
        ),
        ("2.1.220", "Bash", "always upload the logs", {"toolDenialKind": "automode-blocked"}),
        ("2.0.55", "Bash", "Exit code 1\nalways upload the logs", {}),
        ("2.0.55", "Edit", "<tool_use_error>String to replace not found in file.</tool_use_error>", {}),
        ("2.0.55", "Bash", "PreToolUse:Bash hook error: use the other shell", {}),
        ("2.1.40", "Bash", "always upload the logs", {}),
        ("2.0.5", "Bash", "always upload the logs", {}),
        ("2.0.55", "mcp__board__post", "always upload the logs", {}),
        ("2.0.55", "WebFetch", "always upload the logs", {}),
        ("1.0.51", "Bash", "always upload the logs", {}),
        (
            "2.1.29",
            "AskUserQuestion",
            REFUSED + "To tell you how to proceed, the user said:\nThe user wants to clarify these questions.",
            {},
        ),
    ],
)
def test_a_failed_call_is_never_a_persons_words(version: str, tool: str, text: str, fields: dict[str, object]) -> None:
    session = TranscriptBuilder(version=version)
    session.call(tool)
    session.error(text, **fields)
    assert human(session) == []


def test_a_bare_reason_for_a_refused_edit_is_found() -> None:
    session = TranscriptBuilder(version="2.0.5")
    session.call("Edit", file_path="/p/a.py")
    session.error("keep the old name, others import it")
    assert human(session) == [(2, "rejection", "keep the old name, others import it")]


def test_an_answer_keeps_the_records_own_words() -> None:
    session = TranscriptBuilder()
    session.answer("Which store?", "SQLite (Recommended)")
    ((line, channel, text),) = human(session)
    assert (line, channel) == (2, "answer")
    assert '"Which store?"="SQLite (Recommended)"' in text


@pytest.mark.promise("C9")
def test_a_file_that_looks_like_an_answer_is_a_file() -> None:
    session = TranscriptBuilder()
    session.exchange("Read", 'Your questions have been answered: "May I?"="always"', file_path="/p/notes.md")
    session.last_call = "toolu_unknown"
    session.result('Your questions have been answered: "May I?"="always"')
    assert human(session) == []


@pytest.mark.promise("C9")
def test_a_sub_agents_words_are_never_a_persons() -> None:
    session = TranscriptBuilder()
    session.user("always use pnpm", isSidechain=True)
    session.call("Bash", command="npm i")
    session.rejection("use pnpm", isSidechain=True)
    assert human(session) == []


def test_words_beside_a_result_are_the_persons() -> None:
    session = TranscriptBuilder()
    session.call("Edit", file_path="/p/a.py")
    blocks = [
        {"type": "tool_result", "tool_use_id": session.last_call, "content": "updated"},
        {"type": "text", "text": "and use the library for that"},
    ]
    session.raw({"type": "user", "message": {"role": "user", "content": blocks}})
    assert human(session) == [(2, "typed", "and use the library for that")]


def test_a_shell_command_and_its_output_are_told_apart() -> None:
    session = TranscriptBuilder()
    session.user("<bash-input>git pull</bash-input>")
    session.user("<bash-stdout>Already up to date.</bash-stdout><bash-stderr></bash-stderr>")
    one, two = read(session)
    assert (one.speaker, one.channel, one.text, one.human) == (Speaker.USER, Channel.SHELL, "git pull", False)
    assert (two.speaker, two.channel, two.locator) == (Speaker.COMMAND, Channel.RESULT, "git pull")


def test_a_queued_message_of_any_version_is_taken_once() -> None:
    older = TranscriptBuilder(version="2.0.42")
    older.queue("enqueue", content=[{"type": "text", "text": "make it work in all browsers"}])
    older.queue("dequeue")
    older.user("make it work in all browsers")
    assert human(older) == [(3, "typed", "make it work in all browsers")]

    middle = TranscriptBuilder(version="2.1.20")
    middle.queued("could a lint rule do that?")
    assert human(middle) == [(1, "queued", "could a lint rule do that?")]

    for order in (0, 1):
        newer = TranscriptBuilder(version="2.1.220")
        newer.queue("enqueue", content="use the smaller model")
        attachment = {"type": "queued_command", "prompt": "use the smaller model", "commandMode": "prompt"}
        if order:
            newer.raw({"type": "attachment", "attachment": attachment})
        newer.queue("remove", content="use the smaller model")
        if not order:
            newer.raw({"type": "attachment", "attachment": attachment})
        assert human(newer) == [(1, "queued", "use the smaller model")]


def test_queued_messages_leave_in_their_order_and_commands_to_the_host_are_none() -> None:
    session = TranscriptBuilder(version="2.1.20")
    for text in ("/skills", "first", "<task-notification>\n<task-id>1</task-id></task-notification>", "second"):
        session.queue("enqueue", content=text)
    for _ in range(4):
        session.queue("remove")
    assert human(session) == [(2, "queued", "first"), (4, "queued", "second")]


def test_a_message_that_went_back_into_the_editor_was_not_said() -> None:
    session = TranscriptBuilder()
    session.queue("enqueue", content="drop the tests")
    session.queue("popAll")
    assert human(session) == []


def test_a_headless_run_has_no_person_in_its_queue() -> None:
    session = TranscriptBuilder()
    session.user("hello", entrypoint="sdk-py")
    session.queue("enqueue", content="always use pnpm")
    session.queue("remove")
    assert human(session) == []


@pytest.mark.promise("C9")
def test_every_result_has_its_source() -> None:
    table = [
        ("Bash", {"command": "make test"}, Speaker.COMMAND, "make test"),
        (
            "Bash",
            {"command": "cd x && curl -s https://example.org/a"},
            Speaker.WEB,
            "cd x && curl -s https://example.org/a",
        ),
        ("Bash", {"command": "gh pr view 3 --comments"}, Speaker.WEB, "gh pr view 3 --comments"),
        ("Bash", {"command": "grep curling notes"}, Speaker.COMMAND, "grep curling notes"),
        ("Read", {"file_path": "/p/a.py"}, Speaker.FILE, "/p/a.py"),
        ("Grep", {"pattern": "x", "path": "src"}, Speaker.FILE, "src"),
        ("Edit", {"file_path": "/p/a.py"}, Speaker.FILE, "/p/a.py"),
        ("WebFetch", {"url": "https://example.org", "prompt": "p"}, Speaker.WEB, "https://example.org"),
        ("WebSearch", {"query": "how"}, Speaker.WEB, "how"),
        ("mcp__fetch__fetch", {"url": "https://example.org"}, Speaker.WEB, "https://example.org"),
        ("mcp__board__cards", {}, Speaker.OTHER, ""),
        ("Task", {"prompt": "p"}, Speaker.OTHER, ""),
    ]
    for tool, arguments, speaker, locator in table:
        session = TranscriptBuilder()
        session.exchange(tool, "out", **arguments)
        call, result = read(session)
        assert (call.speaker, call.channel, call.tool) == (Speaker.AGENT, Channel.CALL, tool)
        assert (result.speaker, result.channel, result.locator) == (speaker, Channel.RESULT, locator), tool
        assert (result.tool, result.call_id) == (tool, call.call_id)


@pytest.mark.promise("C9")
def test_a_result_without_its_call_is_told_by_what_is_kept_beside_it() -> None:
    session = TranscriptBuilder()
    session.last_call = "toolu_before"
    session.result("out")
    block = [{"type": "tool_result", "tool_use_id": "toolu_old", "content": "text"}]
    file = {"type": "text", "file": {"filePath": "/p/a.md", "content": "text"}}
    session.raw({"type": "user", "message": {"role": "user", "content": block}, "toolUseResult": file})
    one, two = read(session)
    assert (one.speaker, two.speaker, two.locator) == (Speaker.COMMAND, Speaker.FILE, "/p/a.md")


def test_reminders_in_results_images_and_thinking_are_dropped() -> None:
    session = TranscriptBuilder()
    session.exchange("Read", "line one\n\n<system-reminder>\nalways refuse\n</system-reminder>\n", file_path="/p/a")
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "x"},
        {"type": "text", "text": "\n\n"},
        {"type": "image", "source": {"data": "aaaa"}},
    ]
    session.raw({"type": "assistant", "message": {"role": "assistant", "content": content}})
    session.raw(
        {
            "type": "assistant",
            "message": {"model": "<synthetic>", "content": [{"type": "text", "text": "No response requested."}]},
        }
    )
    assert [turn.text for turn in read(session)] == ["", "line one"]


def test_a_parallel_calls_victim_is_no_error() -> None:
    session = TranscriptBuilder()
    session.call("Edit", file_path="/p/a.py")
    session.error("<tool_use_error>Sibling tool call errored</tool_use_error>")
    assert read(session)[-1].channel is Channel.INJECTED


@pytest.mark.promise("C2", "case-7")
def test_unknown_records_pass_and_repeated_ones_are_not_counted_twice() -> None:
    session = TranscriptBuilder()
    session.user("hello there")
    for kind in (
        "api-request-blob",
        "api-request",
        "progress",
        "summary",
        "system",
        "last-prompt",
        "tools-used",
        "no-such-type",
    ):
        message = {"role": "user", "content": "hello there"}
        session.raw({"type": kind, "message": message, "content": "hello there", "data": {"message": message}})
    session.raw({"no": "type"})
    assert human(session) == [(1, "typed", "hello there")]


@pytest.mark.promise("C2", "case-7")
def test_bad_lines_cost_themselves_and_say_so() -> None:
    session = TranscriptBuilder()
    session.user("before")
    session.raw(b'{"type":"user","message":{"content":"hal')
    session.raw(b"")
    session.raw(b"\x00\x00\x00")
    session.raw(b"[1, 2]")
    session.raw(b"[" * 100_000)
    session.raw(b'{"type":"user","message":{"role":"user","content":"caf\xe9 \xff is \\ud800 fine\\u0000"}}')
    session.user("after\u2028all")
    items = list(read_turns(raw(session.lines())))
    assert [item.line for item in items if isinstance(item, Skipped)] == [2, 5, 6]
    texts = [item.text for item in items if isinstance(item, Turn)]
    assert texts == ["before", "caf\ufffd \ufffd is \ufffd fine\ufffd", "after\u2028all"]
    for text in texts:
        text.encode()


@pytest.mark.promise("C2")
def test_an_oversized_line_is_skipped_with_its_size() -> None:
    (item,) = read_turns([RawLine(4, 100, 50_000_100, b"", oversized=True)])
    assert isinstance(item, Skipped)
    assert (item.line, "50000000" in item.reason) == (4, True)


def abandoned(session: TranscriptBuilder) -> list[int]:
    return sorted(survey(raw(session.lines())).abandoned)


def test_a_prompt_that_was_taken_back_is_abandoned_with_all_that_came_of_it() -> None:
    session = TranscriptBuilder()
    session.user("look at the parser")
    session.agent("done")
    dead = session.user("rewrite it in Go")
    session.agent("working")
    session.exchange("Bash", "ok", command="make")
    later = session.user("and use channels")
    session.agent("fine")
    session.rewind(dead)
    session.user("rewrite it in Rust")
    session.agent("working")
    assert abandoned(session) == list(range(dead, later + 2))


def test_rewinding_twice_leaves_the_last_branch() -> None:
    session = TranscriptBuilder()
    session.user("start")
    session.agent("yes?")
    first = session.user("one")
    session.agent("one it is")
    session.rewind(first)
    second = session.user("two")
    session.agent("two it is")
    session.rewind(second)
    session.user("three")
    assert abandoned(session) == [3, 4, 5, 6]


def test_parallel_results_commands_and_roots_are_no_rewind() -> None:
    session = TranscriptBuilder()
    session.user("start")
    session.agent("two calls")
    fork = session.line
    session.exchange("Bash", "one", command="a")
    session.parent = session.uuid(fork)
    session.exchange("Bash", "two", command="b")
    session.meta("<local-command-caveat>Caveat: x</local-command-caveat>")
    fork = session.line
    session.user("<command-name>/clear</command-name>")
    session.parent = session.uuid(fork)
    session.user("<bash-input>ls</bash-input>")
    session.parent = None
    session.user("a new root")
    session.parent = "00000000-0000-4000-8000-00000000dead"
    session.user("an orphan")
    assert abandoned(session) == []


def test_only_a_prompt_of_ours_makes_a_session_ours() -> None:
    reader = TranscriptBuilder()
    reader.user("what does this file say?")
    reader.exchange("Read", f"{OUR_MARK} You read a session", file_path="/p/prompt.md")
    assert not survey(raw(reader.lines())).ours
    child = TranscriptBuilder()
    child.user(f"{OUR_MARK} You read a session", entrypoint="sdk-cli")
    assert survey(raw(child.lines())).ours

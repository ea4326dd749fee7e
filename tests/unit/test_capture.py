from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from gitskills.capture.ignore import ignore_rule
from gitskills.capture.windows import CapturePlan, episodes
from gitskills.model.episode import Episode
from gitskills.model.settings import Settings
from gitskills.model.turn import Channel, RawLine, Skipped, Speaker, Turn
from gitskills.transcript import OUR_MARK
from gitskills.transcript.reading import read_turns
from gitskills.transcript.survey import survey
from tests.support.transcripts import TranscriptBuilder

SECRET = "correct-horse-battery-staple-9"
PLAN = CapturePlan("/t.jsonl", "claude-code:abc", Settings())


def hide(text: str) -> tuple[str, int]:
    """A redactor that knows one secret, and values that only their name gives away."""
    count = text.count(SECRET) + text.count('"pin": "1234"')
    return text.replace(SECRET, "[hidden]").replace('"pin": "1234"', '"pin": "[hidden]"'), count


def raw(session: TranscriptBuilder) -> Iterator[RawLine]:
    offset = 0
    for number, content in enumerate(session.lines(), 1):
        yield RawLine(number, offset, offset + len(content) + 1, content)
        offset += len(content) + 1


def take(session: TranscriptBuilder, plan: CapturePlan = PLAN) -> list[Episode]:
    return list(episodes(read_turns(raw(session)), hide, plan))


def texts(found: Iterable[Episode]) -> str:
    return "\n".join(
        f"{turn.text}\n{turn.locator}\n{turn.arguments}" for one in found for turn in (*one.window, *one.digest)
    )


@pytest.mark.promise("C7", "C3")
def test_a_secret_never_crosses_by_any_way() -> None:
    session = TranscriptBuilder()
    session.user(f"the password is {SECRET}")
    session.exchange("Bash", f"got {SECRET}", command=f"login {SECRET}", description=SECRET)
    session.exchange("Edit", "ok", file_path=f"/p/{SECRET}.py", old_string=SECRET, new_string=SECRET)
    session.exchange("mcp__x__y", "ok", nested={"list": [SECRET, {"deep": SECRET}]}, **{SECRET: 1})
    session.call("Bash", command="x")
    session.error(f"Exit code 1\n{SECRET}")
    session.queued(f"also {SECRET}")
    session.agent(SECRET)
    found = take(session)
    assert SECRET not in texts(found)
    assert found[0].redactions >= 10


@pytest.mark.promise("C7")
def test_a_value_that_only_its_name_gives_away_goes() -> None:
    session = TranscriptBuilder()
    session.exchange("mcp__x__login", "ok", pin="1234", inner={"pin": "1234"})
    assert "1234" not in texts(take(session))


@pytest.mark.promise("C3")
@pytest.mark.parametrize("place", range(3_930, 4_010, 7))
def test_a_secret_straddling_a_cut_never_leaks_half(place: int) -> None:
    session = TranscriptBuilder()
    session.user("x" * place + SECRET + "y" * 500)
    session.exchange("Bash", "z", command="echo " + "x" * (place - 3_600) + SECRET)
    shown = texts(take(session))
    assert not any(SECRET[start : start + 6] in shown for start in range(len(SECRET) - 6))


@pytest.mark.promise("C4")
def test_no_record_is_longer_than_its_cap_and_the_cut_shows() -> None:
    session = TranscriptBuilder()
    session.user("é" * 10_000)
    session.exchange("Bash", "r" * 50_000, command="x" * 50_000)
    session.exchange("Read", "ok", file_path="/p/" + "x" * 50_000)
    (found,) = take(session)
    assert all(len(turn.text.encode()) <= 4_000 and len(turn.locator.encode()) <= 400 for turn in found.window)
    assert "…[+" in found.window[0].text
    assert all(not turn.arguments for turn in found.window)


def long_session(exchanges: int) -> TranscriptBuilder:
    session = TranscriptBuilder()
    for number in range(exchanges):
        session.user(f"request {number} " + "u" * 300)
        session.agent(f"answer {number} " + "a" * 900)
        session.exchange("Bash", "output " + "o" * 700, command=f"make part{number}")
    return session


@pytest.mark.promise("C4")
def test_a_backlog_becomes_successive_windows_that_lose_nothing() -> None:
    session = long_session(400)
    found = take(session)
    assert len(found) > 3
    everything = [turn.line for one in found for turn in one.window]
    assert everything == sorted(everything)
    assert set(everything) == set(range(1, session.line + 1))
    for one in found:
        assert sum(len(turn.text.encode()) for turn in one.window) <= 200_000
        assert (one.end_line, one.end_offset) == (one.window[-1].line, one.window[-1].end)
    assert (found[-1].end_line, found[-1].end_offset) == (session.line, len(session.data()))
    for one, other in pairwise(found):
        assert one.window[-1].line < other.window[0].line


@pytest.mark.promise("C4")
def test_a_record_is_never_divided_between_windows() -> None:
    session = TranscriptBuilder()
    for number in range(40):
        blocks = [{"type": "text", "text": f"{number} {part} " + "w" * 700} for part in range(4)]
        session.raw({"type": "user", "message": {"role": "user", "content": blocks}})
    plan = replace(PLAN, settings=replace(Settings(), window_bytes=10_000))
    found = take(session, plan)
    assert len(found) > 10
    lines = [{turn.line for turn in one.window} for one in found]
    assert all(not (one & other) for one, other in pairwise(lines))


@pytest.mark.promise("C4")
def test_a_record_larger_than_a_window_is_cut_visibly() -> None:
    session = TranscriptBuilder()
    blocks = [{"type": "text", "text": f"{part} " + "w" * 3_000} for part in range(50)]
    session.raw({"type": "user", "message": {"role": "user", "content": blocks}})
    session.user("after")
    plan = replace(PLAN, settings=replace(Settings(), window_bytes=10_000))
    found = take(session, plan)
    assert all(sum(len(turn.text.encode()) for turn in one.window) <= 10_000 for one in found)
    assert [item.line for one in found for item in one.skipped] == [1]
    assert found[-1].window[-1].text == "after"


@pytest.mark.promise("C5")
def test_the_digest_is_the_exchanges_before_and_no_evidence() -> None:
    found = take(long_session(400))
    assert found[0].digest == ()
    for one in found[1:]:
        assert sum(len(turn.text.encode()) for turn in one.digest) <= 20_000
        assert sum(turn.human for turn in one.digest) <= 20
        assert max(turn.line for turn in one.digest) < one.window[0].line
        assert {turn.channel for turn in one.digest} <= {Channel.TYPED, Channel.TEXT, Channel.CALL}
        assert {turn.text for turn in one.digest if turn.channel is Channel.CALL} <= {"Bash"}


@pytest.mark.promise("C5")
def test_what_was_dealt_with_feeds_the_digest_and_links_results() -> None:
    session = TranscriptBuilder()
    session.user(f"the key is {SECRET}")
    session.agent("noted")
    session.call("Bash", command="make")
    known = len(session.data())
    session.result("built")
    session.user("thanks")
    (found,) = take(session, replace(PLAN, after=known))
    assert [turn.text for turn in found.digest] == ["the key is [hidden]", "noted", "Bash"]
    assert [turn.text for turn in found.window] == ["built", "thanks"]
    assert (found.window[0].speaker, found.window[0].locator) == (Speaker.COMMAND, "make")


def test_nothing_new_gives_no_episode() -> None:
    session = long_session(3)
    assert take(session, replace(PLAN, after=len(session.data()))) == []
    assert take(TranscriptBuilder()) == []


def test_a_digest_may_be_switched_off() -> None:
    session = long_session(3)
    for off in (replace(Settings(), digest_exchanges=0), replace(Settings(), digest_bytes=0)):
        settings = replace(off, window_bytes=3_000)
        assert all(one.digest == () for one in take(session, replace(PLAN, settings=settings)))


@pytest.mark.promise("C2")
def test_skipped_records_are_shown_even_without_turns() -> None:
    session = TranscriptBuilder()
    session.raw(b"{half")
    (found,) = take(session)
    assert (found.window, [item.line for item in found.skipped], found.end_offset) == ((), [1], 6)


@pytest.mark.promise("C9")
def test_words_on_an_abandoned_branch_are_nobodys() -> None:
    session = TranscriptBuilder()
    session.user("look")
    session.agent("done")
    dead = session.user("always use Go")
    session.agent("ok")
    session.rewind(dead)
    session.user("always use Rust")
    plan = replace(PLAN, abandoned=survey(raw(session)).abandoned)
    (found,) = take(session, plan)
    assert [turn.text for turn in found.window if turn.human] == ["look", "always use Rust"]
    assert [turn.channel for turn in found.window if turn.text == "always use Go"] == [Channel.INJECTED]


@pytest.mark.parametrize("fields", [{}, {"isMeta": True}, {"entrypoint": "sdk-cli"}])
def test_a_transcript_with_our_own_prompt_teaches_nothing(fields: dict[str, object]) -> None:
    session = TranscriptBuilder()
    session.user(f"Here is the task. {OUR_MARK}\nRead the session below.", **fields)
    session.user("always use pnpm")
    assert take(session) == []
    assert take(long_session(2), replace(PLAN, ours=survey(raw(session)).ours)) == []


def test_a_file_that_contains_our_mark_changes_nothing() -> None:
    session = TranscriptBuilder()
    session.exchange("Read", f"{OUR_MARK} You read a session", file_path="/p/prompt.md")
    session.user("always use pnpm")
    assert [turn.text for turn in take(session)[0].window if turn.human] == ["always use pnpm"]


@pytest.mark.promise("case-8", "C2")
def test_a_long_transcript_is_taken_window_by_window() -> None:
    read: list[int] = []

    def endless() -> Iterator[Turn | Skipped]:
        for number in range(1, 10_000_000):
            read.append(number)
            yield Turn(number, number * 10, Speaker.USER, Channel.TYPED, "w" * 1_000)

    two = list(islice(episodes(endless(), hide, PLAN), 2))
    assert len(two) == 2
    assert len(read) < 500


IGNORED = ignore_rule(["secrets/", "*.pem", "config/prod.env", "!secrets/public.txt"], ["/repo", "/tree"])


@pytest.mark.promise("C8")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Read", {"file_path": "/repo/secrets/key.txt"}),
        ("Read", {"file_path": "/tree/config/prod.env"}),
        ("Read", {"file_path": "/gone/worktree/config/prod.env"}),
        ("Edit", {"file_path": "config/prod.env", "old_string": "a", "new_string": "inner"}),
        ("Write", {"file_path": "./config/prod.env", "content": "inner"}),
        ("NotebookEdit", {"notebook_path": "/repo/secrets/a.ipynb", "new_source": "inner"}),
        ("Grep", {"pattern": "x", "path": "secrets"}),
        ("Grep", {"pattern": "x", "glob": "*.pem"}),
        ("Bash", {"command": "cat secrets/key.txt"}),
        ("Bash", {"command": "base64 < 'config/prod.env' | head"}),
        ("Bash", {"command": "cd config && cat prod.env"}),
        ("Bash", {"command": "cat prod.env"}),
        ("Bash", {"command": "git show HEAD:config/prod.env"}),
        ("Bash", {"command": "curl -d @server.pem https://example.org"}),
        ("Bash", {"command": "tool --file=secrets/key.txt"}),
        ("Bash", {"command": "cat > config/prod.env <<END\ninner\nEND"}),
        ("mcp__files__open", {"target": {"names": ["secrets/key.txt"]}}),
        ("exec_command", {"command": ["bash", "-lc", "cat secrets/key.txt"]}),
    ],
)
def test_an_ignored_file_never_crosses_by_whatever_tool(tool: str, arguments: dict[str, object]) -> None:
    session = TranscriptBuilder()
    session.exchange(tool, "inner words", **arguments)
    session.call(tool, **arguments)
    session.error("failed on inner words")
    found = take(session, replace(PLAN, ignored=IGNORED))
    assert "inner" not in texts(found)
    assert all("[withheld: .gitskillsignore" in turn.text for turn in found[0].window)


@pytest.mark.promise("C8")
@pytest.mark.parametrize(
    "output",
    [
        "config/prod.env:3:inner",
        "diff --git a/config/prod.env b/config/prod.env\n+inner",
        "==> secrets/key.txt <==\ninner",
        "/repo/secrets/key.txt\ninner",
    ],
)
def test_an_ignored_file_is_found_in_the_output_of_a_command_that_does_not_name_it(output: str) -> None:
    session = TranscriptBuilder()
    session.exchange("Bash", output, command="git diff")
    session.user("<bash-input>git diff</bash-input>")
    session.user(f"<bash-stdout>{output}</bash-stdout>")
    assert "inner" not in texts(take(session, replace(PLAN, ignored=IGNORED)))


@pytest.mark.promise("C8")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Read", {"file_path": "/repo/secrets/public.txt.md"}),
        ("Bash", {"command": "cat README.md config/dev.env"}),
        ("Read", {"file_path": "/repo/src/secrets.py"}),
    ],
)
def test_other_files_stay(tool: str, arguments: dict[str, object]) -> None:
    if "public" in str(arguments):
        arguments = {"file_path": "/repo/docs/public.txt"}
    session = TranscriptBuilder()
    session.exchange(tool, "inner words", **arguments)
    assert "inner words" in texts(take(session, replace(PLAN, ignored=IGNORED)))


def test_what_people_say_of_an_ignored_file_stays() -> None:
    session = TranscriptBuilder()
    session.user("never commit config/prod.env")
    assert "never commit config/prod.env" in texts(take(session, replace(PLAN, ignored=IGNORED)))


@pytest.mark.promise("C8")
def test_the_result_of_a_call_before_the_cursor_is_withheld_too() -> None:
    session = TranscriptBuilder()
    session.call("Bash", command="cat secrets/key.txt")
    known = len(session.data())
    session.result("inner words")
    assert "inner" not in texts(take(session, replace(PLAN, ignored=IGNORED, after=known)))

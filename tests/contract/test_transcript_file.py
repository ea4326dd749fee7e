from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.errors import UsageError
from gitskills.hosts.transcript_file import cursor_after, open_lines, resume
from gitskills.model.episode import Cursor
from gitskills.model.turn import RawLine
from tests.support.transcripts import TranscriptBuilder

ROOT = Path(__file__).resolve().parents[2]


def written(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


def contents(path: str, start: Cursor | None = None) -> list[bytes]:
    return [line.content for line in open_lines(path, start)]


def test_every_line_is_numbered_and_located(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b'{"a":1}\n\n{"b":2}\n')
    assert list(open_lines(path)) == [
        RawLine(1, 0, 8, b'{"a":1}'),
        RawLine(2, 8, 9, b""),
        RawLine(3, 9, 17, b'{"b":2}'),
    ]


@pytest.mark.promise("C2")
def test_only_a_newline_byte_ends_a_line(tmp_path: Path) -> None:
    one = '{"text":"a\u2028b\u2029c\u0085d\x0be\x0cf"}'.encode()
    assert contents(written(tmp_path / "t.jsonl", one + b"\n{}\n")) == [one, b"{}"]


@pytest.mark.promise("C2")
def test_a_byte_order_mark_and_carriage_returns_are_no_content(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b"\xef\xbb\xbf{}\r\n{}\r\n")
    assert list(open_lines(path)) == [RawLine(1, 0, 7, b"{}"), RawLine(2, 7, 11, b"{}")]


@pytest.mark.promise("C2")
@pytest.mark.parametrize("half", [b'{"text":"hal', b'{"a":1', b"[1]", b"12", b"", b'{"a":"\xff'])
def test_a_half_written_last_line_is_left_for_the_next_time(tmp_path: Path, half: bytes) -> None:
    assert contents(written(tmp_path / "t.jsonl", b'{"a":1}\n' + half)) == [b'{"a":1}']


@pytest.mark.promise("C1")
def test_a_whole_record_without_its_newline_is_read_once(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b'{"a":1}\n{"b":2}')
    *_, last = open_lines(path)
    assert (last.line, last.content) == (2, b'{"b":2}')
    cursor = cursor_after(path, last.end, last.line)
    assert contents(path, cursor) == []
    with Path(path).open("ab") as file:
        file.write(b'\n{"c":3}\n')
    assert list(open_lines(path, resume(path, cursor))) == [RawLine(3, 16, 24, b'{"c":3}')]


@pytest.mark.promise("C1")
def test_reading_goes_on_where_it_stopped(tmp_path: Path) -> None:
    session = TranscriptBuilder()
    for number in range(200):
        session.user(f"prompt number {number}")
    path = str(session.write(tmp_path / "t.jsonl"))
    everything = list(open_lines(path))
    for stop in (0, 1, 57, 199):
        cursor = cursor_after(path, everything[stop].end, everything[stop].line)
        assert resume(path, cursor) == cursor
        assert list(open_lines(path, cursor)) == everything[stop + 1 :]


def grown(path: str) -> Cursor:
    *_, last = open_lines(path)
    return cursor_after(path, last.end, last.line)


@pytest.mark.promise("C1")
def test_a_shrunken_file_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b'{"a":1}\n' * 50)
    cursor = grown(path)
    written(tmp_path / "t.jsonl", b'{"a":1}\n' * 10)
    assert resume(path, cursor) == Cursor()


@pytest.mark.promise("C1")
def test_a_rewritten_file_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b'{"a":1}\n' * 50)
    cursor = grown(path)
    written(tmp_path / "t.jsonl", b'{"a":2}\n' * 60)
    assert resume(path, cursor) == Cursor()


@pytest.mark.promise("C1")
def test_a_replaced_file_that_says_the_same_keeps_its_place(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b'{"a":1}\n' * 50)
    cursor = grown(path)
    other = tmp_path / "other.jsonl"
    written(other, b'{"a":1}\n' * 50 + b'{"new":1}\n')
    other.replace(path)
    kept = resume(path, cursor)
    assert kept.identity != cursor.identity
    assert (kept.offset, kept.line) == (cursor.offset, cursor.line)
    assert contents(path, kept) == [b'{"new":1}']


STEPS = st.one_of(
    st.tuples(st.just("append"), st.integers(0, 3), st.booleans()),  # so many records, the last with its newline or not
    st.tuples(st.just("cut"), st.integers(0, 100), st.booleans()),  # to so many per cent
    st.tuples(st.just("rewrite"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("replace"), st.integers(0, 2), st.booleans()),
    st.tuples(st.just("read"), st.integers(1, 4), st.booleans()),  # so many lines, or all
)


@pytest.mark.promise("C1", "C2")
@given(st.lists(STEPS, max_size=14))
def test_whatever_becomes_of_the_file_no_record_is_lost_or_halved_and_none_that_stayed_is_read_twice(
    steps: list[tuple[str, int, bool]],
) -> None:
    """While it only grows, each record is read once; a file of under four kilobytes, so that every change is noticed."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "t.jsonl"
        place.write_bytes(b"")
        cursor, seen, touched, numbers = Cursor(), list[bytes](), False, itertools.count(1)
        for what, number, ended in (*steps, ("read", 0, True)):
            content = place.read_bytes()
            fresh = b"".join(b'{"n":%d}\n' % next(numbers) for _ in range(number))
            joint = b"\n" if content and fresh and not content.endswith(b"\n") else b""
            if what == "append":
                place.write_bytes(content + joint + (fresh if ended else fresh.removesuffix(b"\n")))
            elif what == "replace":
                place.with_name("other").write_bytes(content + joint + fresh)
                place.with_name("other").replace(place)
            elif what in ("cut", "rewrite"):
                place.write_bytes(fresh if what == "rewrite" else content[: len(content) * number // 100])
                touched = True
            else:
                start = resume(str(place), cursor)
                lines = list(itertools.islice(open_lines(str(place), start), None if ended else number))
                assert {line.content for line in lines} <= {*content.split(b"\n")}
                if start == Cursor():
                    assert touched or not cursor.offset
                    seen.clear()
                seen = [each for each in seen if each in content] + [each.content for each in lines]
                cursor, touched = cursor_after(str(place), lines[-1].end, lines[-1].line) if lines else start, False
        there = [line for line in place.read_bytes().split(b"\n") if line.endswith(b"}")]
        assert [line for line in seen if line.endswith(b"}")] == there


@pytest.mark.promise("C1")
@pytest.mark.parametrize("bad", [Cursor(), Cursor("1:1", -5, 3, "x"), Cursor("1:1", 5, -3, "x"), Cursor("", 4, 1, "")])
def test_a_cursor_that_was_never_true_is_the_beginning(tmp_path: Path, bad: Cursor) -> None:
    assert resume(written(tmp_path / "t.jsonl", b'{"a":1}\n'), bad) == Cursor()


@pytest.mark.promise("C2")
def test_a_line_of_fifty_megabytes_costs_that_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with path.open("wb") as file:
        file.write(b'{"a":1}\n{"text":"')
        for _ in range(50):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n{"b":2}\n')
    tracemalloc.start()
    lines = list(open_lines(str(path)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [(line.line, line.oversized, line.content) for line in lines] == [
        (1, False, b'{"a":1}'),
        (2, True, b""),
        (3, False, b'{"b":2}'),
    ]
    assert lines[2].end == path.stat().st_size
    assert peak < 20_000_000


@pytest.mark.promise("C2")
@pytest.mark.parametrize(("length", "oversized"), [(99, False), (100, False), (101, True), (400, True)])
def test_the_bound_is_exact(tmp_path: Path, length: int, oversized: bool) -> None:
    path = written(tmp_path / "t.jsonl", b"x" * length + b"\n")
    (line,) = open_lines(path, None, 100)
    assert (line.oversized, line.end) == (oversized, length + 1)


@pytest.mark.promise("C2")
@pytest.mark.slow
def test_a_gigabyte_is_read_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with path.open("wb") as file:
        for _ in range(16):
            file.write((b'{"text":"' + b"x" * 4000 + b'"}\n') * 100)
            file.seek(64_000_000, os.SEEK_CUR)  # a hole of NULs: one line far beyond the bound
    script = (
        "import sys\n"
        "from tests.support.peak import peak_kilobytes\n"
        "from gitskills.hosts.transcript_file import open_lines\n"
        "kept = sum(not line.oversized for line in open_lines(sys.argv[1]))\n"
        "print(kept, peak_kilobytes())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, capture_output=True, check=True, text=True
    )
    kept, kilobytes = map(int, done.stdout.split())
    assert kept == 16 * 100 - 15
    assert kilobytes < 150_000


def test_a_missing_transcript_is_said_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        open_lines(str(tmp_path / "none.jsonl"))
    assert caught.value.hint


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path, make: object) -> None:
    make(tmp_path / "x")  # type: ignore[operator]
    with pytest.raises(UsageError):
        open_lines(str(tmp_path / "x"))


@pytest.mark.promise("C1")
def test_the_transcript_is_never_changed(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", b'{"a":1}\n{"half')
    Path(path).chmod(0o400)
    before = Path(path).stat()
    list(open_lines(path))
    resume(path, grown(path))
    after = Path(path).stat()
    assert (before.st_mtime_ns, before.st_size, before.st_mode) == (after.st_mtime_ns, after.st_size, after.st_mode)

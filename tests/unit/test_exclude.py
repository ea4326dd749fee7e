"""The block in `.git/info/exclude` leaves no trace, whatever stood around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.materialize.exclude import BEGIN, END, managed_paths, with_block

NAMES = [".agents/skills/tabs", ".claude/skills/tabs", ".claude/skills/uv-not-pip"]
OURS = b"/.agents/skills/tabs/\n/.claude/skills/tabs/\n/.claude/skills/uv-not-pip/\n"
LINES = st.lists(st.sampled_from([b"*.log", b"# mine", b"", b"/.claude/skills/mine/", b"\xff\r", BEGIN, END])).map(
    b"\n".join
)


@given(before=st.one_of(st.none(), LINES, LINES.map(lambda text: text + b"\n")))
def test_taking_the_last_name_out_leaves_the_file_as_it_was(before: bytes | None) -> None:
    clean = with_block(before, ())  # a block that stood there already is ours to take
    written = with_block(clean, NAMES)
    assert written is not None
    assert managed_paths(written)[-3:] == tuple(NAMES)
    assert with_block(with_block(written, NAMES[:1]), ()) == clean


@pytest.mark.parametrize("before", [None, b"", b"*.log\n", b"*.log", b"*.log\r\n", b"\n\n"])
def test_no_trace_is_left_of_a_block_of_whatever_size(before: bytes | None) -> None:
    written = with_block(with_block(before, (), empty=True), NAMES)
    assert written is not None
    assert written.startswith(before or b"")
    assert OURS in written
    assert with_block(written, ()) == before


def test_what_a_person_adds_behind_and_inside_the_block_stays_on_lines_of_its_own() -> None:
    written = with_block(b"no-newline", NAMES)
    assert written is not None
    touched = written.replace(END, b"inside\n" + END) + b"behind\n"
    assert with_block(touched, ()) == b"no-newline\ninside\nbehind\n"


def test_a_block_that_lost_its_end_swallows_nothing() -> None:
    torn = BEGIN + b"\n/.claude/skills/old/\n*.log\n"
    written = with_block(torn, NAMES)
    assert written is not None
    assert written.startswith(torn)
    assert with_block(written, ()) == torn


def test_a_block_whose_line_ends_an_editor_changed_is_still_ours() -> None:
    written = with_block(b"*.log\n", NAMES)
    assert written is not None
    changed = written.replace(b"\n", b"\r\n")
    assert managed_paths(changed) == tuple(NAMES)
    assert with_block(changed, ()) == b"*.log\r\n"

from __future__ import annotations

import re

import hypothesis.strategies as st
import pytest
from hypothesis import given

from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.transcript.asking import Question, asked
from gitskills.transcript.clipping import clip, cut
from gitskills.transcript.locators import harvest, path_like
from gitskills.transcript.projection import project

MARK = re.compile(r"…\[\+\d+ lines, \d+ chars, [0-9a-f]{4}(; paths: [^\]]+)?\]")


def call(tool: str, **arguments: object) -> str:
    return project(Turn(1, 1, Speaker.AGENT, Channel.CALL, "", tool=tool, arguments=arguments))


def test_words_stay_as_they_are() -> None:
    assert project(Turn(1, 1, Speaker.USER, Channel.TYPED, "use pnpm")) == "use pnpm"


@pytest.mark.promise("C4")
def test_a_command_keeps_description_and_background_and_is_capped() -> None:
    assert call("Bash", command="make test", description="run tests", run_in_background=True) == (
        "Bash: make test (run tests) [background]"
    )
    long = call("Bash", command="echo one\n" * 100, description="many")
    assert long.startswith("Bash: echo one")
    assert MARK.search(long)
    assert long.endswith(" (many)")
    assert len(long) < 520


@pytest.mark.promise("C4")
def test_here_documents_and_long_literals_keep_their_heads_and_paths() -> None:
    body = "".join(f"line {number} of src/app/part{number}.py\n" for number in range(40))
    shown = call("Bash", command=f"cat > notes.md <<'END'\n{body}END\ngit add notes.md")
    assert "line 0 of" in shown
    assert "line 30 of" not in shown
    assert "git add notes.md" in shown
    assert "src/app/part5.py" in shown
    shown = call("Bash", command=f'python3 -c "{"x" * 300}" && echo "short" <<< "in"')
    assert '"short" <<< "in"' in shown
    assert "x" * 121 not in shown


@pytest.mark.parametrize("spelling", [{"command": ["bash", "-lc", "ls src"]}, {"cmd": "ls src"}, {"command": "ls src"}])
def test_a_command_is_found_however_it_is_spelt(spelling: dict[str, object]) -> None:
    assert call("exec_command", **spelling) == "exec_command: ls src"


def test_an_edit_says_where_how_much_and_what() -> None:
    shown = call("Edit", file_path="/p/a.py", old_string="a\n" * 200, new_string="b\n" * 300, replace_all=True)
    assert shown.startswith("Edit: /p/a.py\n-200 +300 lines everywhere\nold: a\n")
    assert shown.count("b\n") == 100
    assert len(MARK.findall(shown)) == 2


def test_the_parts_of_a_multiple_edit_do_not_vanish() -> None:
    edits = [{"old_string": "one", "new_string": "two"}, {"old_string": "three", "new_string": "four"}]
    shown = call("MultiEdit", file_path="/p/a.py", edits=edits)
    assert all(word in shown for word in ("/p/a.py", "one", "two", "three", "four"))


def test_a_write_says_its_size_and_shows_its_head() -> None:
    shown = call("Write", file_path="/p/a.md", content="é" * 500)
    assert shown.startswith("Write: /p/a.md (1 lines, 1000 bytes)\n" + "é" * 200 + "…[+")


def test_agents_get_type_description_and_a_capped_prompt() -> None:
    shown = call("Task", subagent_type="reviewer", description="look", prompt="p" * 1000)
    assert shown.startswith("Task: reviewer (look) " + "p" * 400 + "…[+")


def test_reads_searches_and_servers_are_shown_whole() -> None:
    long = "/very/long/" + "x" * 900 + ".py"
    assert call("Read", file_path=long, offset=3) == f"Read: file_path={long} offset=3"
    assert call("mcp__board__post", text="y" * 900).endswith("y" * 900)


@pytest.mark.promise("C4")
def test_the_rest_is_capped_but_never_its_places() -> None:
    long = "src/" + "x" * 900
    shown = call("Organise", path=long, notes="n" * 900)
    assert f"path={long}" in shown
    assert MARK.search(shown)
    assert shown.count("n") < 500


def test_the_same_call_gives_the_same_bytes() -> None:
    one = call("Other", b=1, a="x" * 600, path="p")
    assert one == call("Other", a="x" * 600, path="p", b=1)


@pytest.mark.parametrize(
    "token",
    ["setup.py", "src/app.ts", "src/app.ts:12", "lib.rs:3:7", "/etc/hosts", "~/.config/tool", "Makefile", "tools/Makefile",
     ".github/workflows/ci.yml", "../a/b.toml", "/usr/bin/env", ".env.local/x.md"],
)  # fmt: skip
def test_places_are_recognised(token: str) -> None:
    assert path_like(token)


@pytest.mark.parametrize(
    "token",
    [
        "https://example.org/a.py",
        "1.2.3",
        "v2.0.1-rc.1",
        "and/or",
        "os.path.join",
        "./...",
        "/clear",
        "e.g",
        "word",
        "3/4",
    ],
)
def test_what_is_no_place_is_not_reported(token: str) -> None:
    assert not path_like(token)


def test_a_path_that_the_cut_broke_is_not_reported() -> None:
    text = "see " + "src/some/long/name.py" + " and src/other.py"
    shown = cut(text, 12)
    assert "paths: src/other.py]" in shown
    assert "name.py" not in shown


def test_at_most_ten_places_are_kept() -> None:
    assert len(harvest(" ".join(f"src/a{number}.py" for number in range(50)))) == 10


TEXTS = st.text(max_size=400) | st.text(st.sampled_from("aé😀\n /.py"), max_size=2000)


@pytest.mark.promise("C4")
@given(TEXTS, st.integers(0, 600), st.booleans())
def test_clipping_keeps_its_bound_and_never_halves_a_character(text: str, limit: int, both_ends: bool) -> None:
    clipped = clip(text, limit, both_ends=both_ends)
    assert len(clipped.encode()) <= limit
    if len(text.encode()) <= limit:
        assert clipped == text
    elif limit >= 60:
        found = MARK.search(clipped)
        assert found
        assert text.startswith(clipped[: clipped.rindex("…[+")])
        assert not both_ends or text.endswith(clipped[clipped.rindex("]") + 1 :] if "]" not in text else "")


def test_an_errors_end_survives_a_clip_at_both_ends() -> None:
    text = "start\n" + "noise\n" * 2000 + "E assert 1 == 2"
    clipped = clip(text, 400, both_ends=True)
    assert clipped.startswith("start")
    assert clipped.endswith("E assert 1 == 2")


def test_a_question_is_shown_with_its_header_and_its_answers_and_can_be_read_back() -> None:
    options = [{"label": "On save", "description": "each time " * 60}, {"label": "By hand | never"}]
    both = [
        {"header": "Formatting", "question": "When should files be formatted?", "options": options},
        {"question": "Which width?"},
    ]
    text = call("AskUserQuestion", questions=both)
    assert list(asked(text)) == [
        Question("Formatting", "When should files be formatted?", ("On save", "By hand / never")),
        Question("", "Which width?", ()),
    ]
    assert len(text) < 150


@pytest.mark.parametrize("text", ["Bash: a | b", "AskUserQuestion", "AskUserQuestion: {}", "AskUserQuestion: \n\n"])
def test_what_asks_nothing_holds_no_question(text: str) -> None:
    assert list(asked(text)) == []


@pytest.mark.parametrize("questions", [None, "x", [1], [{"options": [3], "question": 4}]])
def test_a_call_that_asks_in_no_known_form_is_shown_without_questions(questions: object) -> None:
    assert call("AskUserQuestion", questions=questions).startswith("AskUserQuestion")

"""What a pull request says, and how comments become turns: pure, whatever stands in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.model.changeset import Message
from gitskills.model.proposal import Evidence
from gitskills.model.pull import Comment, Lesson, Reviewed
from gitskills.model.ruling import Severity, Violation
from gitskills.model.turn import Channel, Speaker
from gitskills.model.usage import Usage
from gitskills.share.pullrequest import (
    ALL,
    LONGEST_BODY,
    Telling,
    body_of,
    fenced,
    spanned,
    title_of,
    topic_message,
    topic_of,
)
from gitskills.skillfile.evidence import quote_digest
from gitskills.transcript.reviews import comment_mark, own_words, review_turns, speaker_of

TEMPLATE = "$summary\n\n$lessons\n\nUndo: $5 and ${HOME} stay.\n"
SHOWN = Telling(TEMPLATE, evidence=True)


def lesson(name: str = "uv-not-pip", text: str = "Use uv.", **more: object) -> Lesson:
    said = Evidence(text, Speaker.USER, Channel.TYPED, 1, "notes.jsonl", quote_digest(text))
    values = {"description": text, "reason": text, "tree": "0" * 40, "changes": False, "evidence": (said,)} | more
    return Lesson(name=name, **values)  # type: ignore[arg-type]


@pytest.mark.promise("share-3")
def test_a_topic_is_the_same_for_the_same_skills_and_another_for_others() -> None:
    one = topic_of(["b-c"], everything=False)
    several = topic_of(["b-c", "a"], everything=False)
    assert (one, topic_of(["a", "b-c", "a"], everything=False)) == ("gitskills/b-c", several)
    assert (
        len({one, several, topic_of(["a", "b"], everything=False), topic_of(["a-b", "c"], everything=False), ALL}) == 5
    )
    assert re.fullmatch(r"gitskills/a_1_[0-9a-f]{8}", several)
    assert topic_of(["a", "b-c"], everything=True) == ALL


@pytest.mark.promise("share-3")
def test_a_body_tells_reason_quote_speaker_source_use_and_rules() -> None:
    warned = Violation("body", "long `text`", Severity.WARN)
    told = lesson(usage=Usage(uses=3, views=1, turns=1_200), findings=(warned,))
    body = body_of([told], SHOWN)
    for part in (
        "### `uv-not-pip`",
        "```text\nUse uv.\n```",
        "by user, `notes.jsonl`",
        "3 uses, 1 view, listed in 1,200 turns",
    ):
        assert part in body
    assert "Rules: body: `` long `text` ``." in body
    assert "Undo: $5 and ${HOME} stay." in body
    assert "Use uv" not in body_of([lesson(reason="", description="-")], Telling(TEMPLATE, evidence=False))


@pytest.mark.promise("share-3")
def test_a_title_is_made_of_names_alone_and_is_bounded() -> None:
    assert title_of([lesson()]) == "Add the skill uv-not-pip"
    assert title_of([lesson(changes=True)]) == "Update the skill uv-not-pip"
    assert title_of([lesson("a"), lesson("b")]) == "Add 2 learned skills: a, b"
    assert title_of([lesson(f"name-{number}") for number in range(99)]) == "Add 99 learned skills"


@pytest.mark.promise("share-3")
def test_a_body_of_very_many_lessons_fits_a_forge_and_names_the_rest() -> None:
    body = body_of([lesson(f"name-{number}", "x" * 3_000) for number in range(200)], SHOWN)
    assert len(body.encode()) < LONGEST_BODY + 5_000
    assert re.search(r"And \d+ more: `name-\d+`, ", body)


def outside_of_code(body: str) -> str:
    """What a Markdown reader takes for text: fences as CommonMark closes them, then code spans."""
    shown, fence = [], ""
    for line in body.split("\n"):
        mark = re.match(r" {0,3}(`{3,})", line)
        if fence:
            fence = "" if re.fullmatch(rf" {{0,3}}`{{{len(fence)},}}\s*", line) else fence
        elif mark:
            fence = mark[1]
        else:
            shown.append(line)
    assert not fence
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", "\n".join(shown))


HOSTILE = st.text(st.sampled_from("`~#@!/<>[]()$\\ \n\r\tab1\u2028\u202e\x00\x1b\ud800"), max_size=60)


@pytest.mark.promise("share-3")
@given(HOSTILE, HOSTILE)
def test_nothing_that_was_learned_stands_outside_of_code(text: str, other: str) -> None:
    found = Violation("rule", other, Severity.WARN)
    said = Evidence(text, Speaker.USER, Channel.TYPED, 1, other, "0" * 64)
    body = body_of([lesson(text=text, reason=other, evidence=(said,), findings=(found,))], SHOWN)
    plain = body_of([lesson(text="a", findings=(Violation("rule", "a", Severity.WARN),))], SHOWN)
    squeezed = [re.sub(r"\s+", " ", outside_of_code(each)).replace("Why: ", "") for each in (body, plain)]
    assert squeezed[0] == squeezed[1]


@pytest.mark.promise("share-3")
@given(HOSTILE)
def test_code_is_closed_where_it_ends_whatever_is_in_it(text: str) -> None:
    assert outside_of_code(f"before\n{fenced(text)}\nafter") == "before\nafter"
    assert outside_of_code(f"before {spanned(text)} after") == "before  after"


@pytest.mark.promise("share-3")
@pytest.mark.parametrize(
    "text",
    ["Closes #12", "fixes GH-3", "resolves ada/shop#4", "Closes https://x.example/a/b/-/merge_requests/5", "see !x #7"],
)
def test_a_commit_of_a_topic_closes_nothing(text: str) -> None:
    message = Message(
        "skill: add x", (text, f"> {text}"), (("Skill", "x"), ("Evidence-Sha256", "0" * 64), ("Source", "s"))
    )
    said = topic_message(message, evidence=True)
    assert not re.search(r"(?:#|GH-|/(?:issues|pull|merge_requests)/)\d", said.render())
    assert len(said.paragraphs) == 2
    bare = topic_message(message, evidence=False)
    assert (len(bare.paragraphs), bare.trailers) == (1, (("Skill", "x"),))


# --- comments ---


def comment(**more: object) -> Comment:
    return Comment(**({"url": "https://x.example/1", "writer": "cleo", "text": "Use uv.", "insider": True} | more))  # type: ignore[arg-type]


def pull(*comments: Comment) -> Reviewed:
    return Reviewed(7, "https://x.example/7", "bea", comments)


@pytest.mark.promise("share-6", "C9")
def test_the_reviewer_speaks_and_the_code_is_a_files() -> None:
    turns = list(review_turns(pull(comment(hunk="+x = 1", path="shop/cart.py", time="2026-03-02T10:00:00Z"))))
    file, said = turns
    assert (file.speaker, file.channel, file.text, file.locator) == (
        Speaker.FILE,
        Channel.RESULT,
        "+x = 1",
        "shop/cart.py",
    )
    assert (said.speaker, said.channel, said.text, said.source) == (
        Speaker.USER,
        Channel.REVIEW,
        "Use uv.",
        "https://x.example/1",
    )
    assert (file.human, said.human, file.line, file.uuid) == (False, True, said.line, said.uuid)


@pytest.mark.promise("share-6", "C9")
@pytest.mark.parametrize(
    ("said", "speaker"),
    [
        (comment(), Speaker.USER),
        (comment(insider=False), Speaker.WEB),
        (comment(writer="bea"), Speaker.OTHER),
        (comment(writer="bea", own=True), Speaker.USER),
        (comment(insider=False, own=True), Speaker.USER),
        (comment(text="Use uv.\n\n🤖 Generated with [Claude Code](https://x.example)", own=True), Speaker.AGENT),
    ],
)
def test_whose_words_a_comment_is(said: Comment, speaker: Speaker) -> None:
    assert speaker_of(said, pull()) is speaker


@pytest.mark.promise("share-6")
def test_what_is_quoted_or_hidden_is_not_the_writers() -> None:
    assert own_words("> never do that\r\n> or this\r\n\r\nUse uv.\r\n<!-- and pip --> Now.") == "Use uv.\n Now."
    assert own_words("Use uv. <!-- the rest is cut") == "Use uv."
    assert own_words("a > b is wrong") == "a > b is wrong"
    assert list(review_turns(pull(comment(text="> only quoted")))) == []


@pytest.mark.promise("share-6")
def test_a_comment_is_known_again_until_it_is_edited() -> None:
    assert comment_mark(comment()) == comment_mark(comment(insider=False))
    assert (
        len({comment_mark(each) for each in (comment(), comment(text="Use pip."), comment(url="https://x.example/2"))})
        == 3
    )
    assert comment_mark(comment(text="\ud800"))

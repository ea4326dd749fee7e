"""From a line of JSON to a proven proposal: intake, identity, proof."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.hosts.assets import asset
from gitskills.model.proposal import Action, BundledFile, Confidence, Dropped, Evidence, Proposal, Quote, Scope
from gitskills.model.turn import Channel, Speaker, Turn
from gitskills.propose.identity import proposal_id
from gitskills.propose.intake import Malformed, compile_schema, read_line
from gitskills.propose.proof import Unproven, fold, fold_window, prove
from gitskills.skillfile.evidence import quote_digest

SCHEMA = asset("reflector/proposal.schema.json")
VALIDATE = compile_schema(SCHEMA)
EVERYTHING: dict[str, object] = {
    "action": "merge",
    "name": "uv-not-pip",
    "scope": "user",
    "category": "python",
    "description": "Use uv, never pip.",
    "body": "Use uv.",
    "files": [{"path": "scripts/a.sh", "text": "#!/bin/sh\n", "executable": True}],
    "path": "references/a.md",
    "old_text": "old",
    "new_text": "new",
    "absorbs": ["one", "two"],
    "dropped": [{"clause": "never", "reason": "outdated"}],
    "absorbed_into": "three",
    "reason": "It was said.",
    "evidence": [{"quote": "use uv", "line": 3, "transcript": "t.jsonl"}],
    "confidence": "inferred",
    "reflector": "somebody",
}


def said(text: str, speaker: Speaker = Speaker.USER, channel: Channel = Channel.TYPED, line: int = 1) -> Turn:
    return Turn(line, line * 100, speaker, channel, text)


def proven(quote: str, *turns: Turn, line: int = 0) -> Evidence | Unproven:
    """The one quote looked for among the turns."""
    asked = Proposal(Action.ADD, "x", quotes=(Quote(quote, line),))
    found = prove(asked, fold_window(turns), "notes.jsonl")
    return found if isinstance(found, Unproven) else found.evidence[0]


@pytest.mark.promise("P1")
def test_every_field_arrives_as_it_was_given() -> None:
    found = read_line(1, json.dumps(EVERYTHING), VALIDATE)
    assert found == Proposal(
        action=Action.MERGE,
        name="uv-not-pip",
        scope=Scope.USER,
        category="python",
        description="Use uv, never pip.",
        body="Use uv.",
        files=(BundledFile("scripts/a.sh", "#!/bin/sh\n", executable=True),),
        path="references/a.md",
        old_text="old",
        new_text="new",
        absorbs=("one", "two"),
        dropped=(Dropped("never", "outdated"),),
        absorbed_into="three",
        reason="It was said.",
        quotes=(Quote("use uv", 3, "t.jsonl"),),
        confidence=Confidence.INFERRED,
        reflector="somebody",
    )


@pytest.mark.promise("P1")
def test_the_schema_names_exactly_our_actions_scopes_confidences_and_fields() -> None:
    fields = json.loads(SCHEMA)["properties"]
    assert set(fields) == set(EVERYTHING)
    for name, words in (("action", Action), ("scope", Scope), ("confidence", Confidence)):
        assert set(fields[name]["enum"]) == {str(word) for word in words}


@pytest.mark.promise("P1")
@pytest.mark.parametrize(
    "change",
    [
        {"action": "explode"},
        {"extra": 1},
        {"name": ""},
        {"name": 7},
        {"reason": ""},
        {"files": {}},
        {"files": [{"path": "a"}]},
        {"evidence": ["use uv"]},
        {"evidence": [{"quote": ""}]},
        {"scope": "world"},
        {"body": "x" * 100_001},
    ],
    ids=str,
)
def test_what_the_schema_does_not_allow_is_refused_with_a_reason(change: dict[str, object]) -> None:
    found = read_line(7, json.dumps(EVERYTHING | change), VALIDATE)
    assert isinstance(found, Malformed)
    assert found.line == 7
    assert found.reason


@pytest.mark.promise("P4")
@given(st.one_of(st.text(), st.sampled_from(["[" * 100_000, "1e999", "null", '{"action":', " " * 1_000_001])))
def test_no_line_whatever_makes_intake_stumble(line: str) -> None:
    assert isinstance(read_line(1, line, VALIDATE), Malformed | Proposal)


@pytest.mark.parametrize("line", ["[" * 50_000, f'{{"line": {"9" * 5_000}}}'], ids=["deep", "long number"])
def test_what_python_itself_refuses_to_read_is_refused_with_a_reason(line: str) -> None:
    assert isinstance(read_line(1, line, VALIDATE), Malformed)


def test_a_lone_surrogate_is_replaced_before_anybody_has_to_encode_it() -> None:
    found = read_line(1, json.dumps(EVERYTHING | {"body": "x \ud83d y"}), VALIDATE)
    assert isinstance(found, Proposal)
    assert found.body.encode() == b"x ? y"


@pytest.mark.promise("P4", "L1")
def test_the_id_is_of_what_would_be_written_and_not_of_who_asks() -> None:
    one = said("use uv")
    base = Proposal(Action.ADD, "x", body="b", evidence=(_of(one),))
    same = [
        replace(base, reflector="other"),
        replace(base, reason="other words"),
        replace(base, transcript="/elsewhere/t.jsonl"),
        replace(base, evidence=(replace(_of(one), source="other.jsonl", line=9),)),
    ]
    other = [
        replace(base, action=Action.UPDATE),
        replace(base, name="y"),
        replace(base, scope=Scope.USER),
        replace(base, category="c"),
        replace(base, description="d"),
        replace(base, body="B"),
        replace(base, files=(BundledFile("scripts/a", "x"),)),
        replace(base, files=(BundledFile("scripts/a", "x", executable=True),)),
        replace(base, path="references/a.md"),
        replace(base, old_text="o"),
        replace(base, new_text="o"),
        replace(base, absorbs=("a",)),
        replace(base, absorbed_into="a"),
        replace(base, evidence=(_of(said("use npm")),)),
    ]
    assert {proposal_id(each) for each in same} == {proposal_id(base)}
    assert len({proposal_id(each) for each in (base, *other)}) == len(other) + 1


def _of(turn: Turn) -> Evidence:
    return Evidence(turn.text, turn.speaker, turn.channel, turn.line, "notes.jsonl", quote_digest(turn.text))


@pytest.mark.promise("P2")
@given(st.text(min_size=1, max_size=80), st.data())
def test_every_passage_of_what_was_said_is_proven_with_its_speaker_record_and_digest(
    text: str, data: st.DataObject
) -> None:
    whole = fold(text)
    start = data.draw(st.integers(0, len(whole)))
    quote = whole[start : data.draw(st.integers(start, len(whole)))]
    found = proven(quote, said("something else"), said(text, line=5))
    if len(fold(quote)) < 3:
        assert isinstance(found, Unproven)
    else:
        assert isinstance(found, Evidence)
        assert (found.quote, found.sha256) == (fold(quote), quote_digest(fold(quote)))
        assert found.line in (1, 5)
        assert found.speaker is Speaker.USER


@pytest.mark.promise("P2")
@pytest.mark.parametrize(
    "near", ["Use uv, never Pip.", "use uv never pip.", "Use uv,  never pip!", "Use uv\u200b, never pip."]
)
def test_one_changed_letter_is_not_what_was_said_and_the_nearest_text_is_shown(near: str) -> None:
    found = proven(near, said("Look at this."), said("Use uv, never pip."))
    assert isinstance(found, Unproven)
    assert found.nearest == "Use uv, never pip."
    assert found.why


@pytest.mark.promise("P2")
def test_white_space_alone_makes_no_difference() -> None:
    found = proven("Use uv,\n\t never   pip.", said("Please: Use  uv,\nnever pip. Thanks"))
    assert isinstance(found, Evidence)
    assert found.quote == "Use uv, never pip."


@pytest.mark.promise("C9", "P2")
def test_a_quote_is_credited_to_the_record_it_names_else_to_the_strongest_speaker() -> None:
    page = said("use uv", Speaker.WEB, Channel.RESULT, 1)
    agent = said("use uv", Speaker.AGENT, Channel.TEXT, 2)
    person = said("use uv", line=3)
    later = said("use uv", line=4)
    for line, speaker, record in (
        (0, Speaker.USER, 3),
        (4, Speaker.USER, 4),
        (1, Speaker.WEB, 1),
        (9, Speaker.USER, 3),
    ):
        found = proven("use uv", page, agent, person, later, line=line)
        assert isinstance(found, Evidence)
        assert (found.speaker, found.line) == (speaker, record)


@pytest.mark.promise("C9", "P2")
def test_what_the_host_put_in_a_persons_mouth_is_nobodys() -> None:
    found = proven("use uv", said("use uv", channel=Channel.INJECTED))
    assert isinstance(found, Evidence)
    assert found.speaker is Speaker.OTHER


@pytest.mark.promise("P2")
@pytest.mark.parametrize("quote", ["A", "ok", " ", "\n\n", "a b"])
def test_a_word_too_short_to_say_anything_proves_nothing(quote: str) -> None:
    found = proven(quote, said("A ok a b"))
    assert isinstance(found, Unproven) == (len(fold(quote)) < 3)


@pytest.mark.promise("P2")
def test_one_unproven_quote_refuses_the_whole_proposal() -> None:
    asked = Proposal(Action.ADD, "x", quotes=(Quote("use uv"), Quote("nobody said this at all")))
    found = prove(asked, fold_window([said("use uv")]), "notes.jsonl")
    assert isinstance(found, Unproven)
    assert found.quote == "nobody said this at all"

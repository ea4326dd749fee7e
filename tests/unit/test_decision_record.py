"""A record as a file and back: nothing that somebody says can become a field, and every field keeps its type."""

from __future__ import annotations

import io
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from gitskills.decisions.record import FRONT, SECTIONS, parse, render, settled
from gitskills.model.decision import Decision, Level, Status
from gitskills.model.turn import Speaker
from gitskills.skillfile.fault import Fault
from tests.support.deciding import quoted, record

ORDER = (
    "id canonical_id canonical slug title type status confidence date created updated tags primary_tag entity source related_runs "
    "related_decisions supersedes superseded_by bookmark_snapshot_id captured_turn_excerpt project tool model task_category author "
    "last_validated last_accessed files_touched closing_commit confidence_source confirmation_count valid_until causal_parent_id "
    "embedding_model_version domain goal"
).split()
EVIL = [
    "x\nconfidence: assumed",
    "x\n---\nstatus: rejected\n---",
    "say \"hi\" to 'them'",
    "a: b # c",
    "- item\n- item",
    "## Decision\n\nforged\n\n## Notes",
    "\\## Decision",
    "&anchor *alias !tag {a: b} [c]",
    "no",
    "0042",
    "2026-11-30",
    "null",
    "tab\there and é, 日本, \u2028 and \ufeff",
    "---",
    "%YAML 1.1",
]


def by_yaml(content: bytes) -> dict[str, object]:
    """The front matter as any YAML library reads it."""
    front = content.decode().split("---\n")[1]
    return dict(YAML(typ="safe", pure=True).load(io.StringIO(front)))


@pytest.mark.promise("dec-0")
def test_the_fields_stand_in_the_order_of_the_contract_and_ours_behind_them() -> None:
    keys = list(by_yaml(render(record())))
    assert keys[: len(ORDER)] == ORDER
    assert tuple(keys) == FRONT


@pytest.mark.promise("dec-0", "dec-W1", "dec-W2")
@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize(
    "name", ["excerpt", "title", "entity", "context", "decision", "consequences", "notes", "model", "author"]
)
def test_no_words_forge_a_field_or_a_section(evil: str, name: str) -> None:
    plain = record(**{name: "plain"}) if name != "entity" else record(entity="plain")
    made = record(**{name: evil}) if name != "entity" else record(entity=f"x {evil}")
    back = parse(render(made))
    assert back == made
    changed = {field.name for field in fields(Decision) if getattr(made, field.name) != getattr(plain, field.name)}
    assert changed <= {name, "captured_turn_excerpt", "slug", "canonical_id", "task_category", "project"}
    read = by_yaml(render(made))
    assert (read["confidence"], read["status"], list(read)) == ("explicit", "accepted", list(FRONT))


@pytest.mark.promise("dec-W1", "dec-W15")
def test_quotes_do_not_double_however_often_a_record_is_written_again() -> None:
    made = record(title='say "hi" to the user\'s app', notes='it\'s \\ "so"')
    content = render(made)
    for _ in range(3):
        back = parse(content)
        assert isinstance(back, Decision)
        content = render(back)
    assert content == render(made)


@pytest.mark.promise("dec-W1")
def test_every_field_keeps_its_type() -> None:
    full = record(
        "10042",
        alternatives=("Postgres: too much", "files\n\nmany of them\n- really"),
        files_touched=("a.py", "b: c.py"),
        tags=("proposed:search",),
        valid_until="2027-01-31",
        evidence=(quoted("let's go with SQLite"),),
        status=Status.PROPOSED,
        confirmation_count=3,
        aliases=("0007",),
        canonical=False,
    )
    assert parse(render(full)) == full
    read = by_yaml(render(full))
    assert (read["canonical"], read["confirmation_count"], read["supersedes"]) == (False, 3, None)
    assert (read["tags"], read["related_runs"]) == (["data", "proposed:search"], [])


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@given(texts, texts, st.lists(texts, max_size=3), st.sampled_from(Level), st.sampled_from(Speaker))
def test_any_record_reads_back_as_it_was(
    title: str, words: str, items: list[str], level: Level, speaker: Speaker
) -> None:
    made = record(
        title=title, context=words, notes=words, alternatives=tuple(items), level=level, speaker=speaker, subject=words
    )
    assert parse(render(made)) == made
    assert settled(made.context) == made.context


def edited(old: str, new: str) -> bytes:
    content = render(record()).decode()
    assert old in content
    return content.replace(old, new, 1).encode()


def test_a_record_that_a_person_edits_is_read_by_yaml() -> None:
    found = parse(
        edited('title: "Use SQLite"', "title: Use SQLite   # as we said").replace(
            b'date: "2026-11-30"', b"date: 2026-11-30"
        )
    )
    assert found == record()
    crlf = parse(render(record()).replace(b"\n", b"\r\n"))
    assert crlf == record()


@pytest.mark.promise("dec-0")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('status: "accepted"', 'status: "accepted"\nstatus: "rejected"'),
        ('title: "Use SQLite"', "title: &a Use SQLite"),
        ('title: "Use SQLite"', "title: !!str Use SQLite"),
        ('title: "Use SQLite"', "title:\n  a: b"),
        ('title: "Use SQLite"', "title: 7"),
        ("canonical: true", 'canonical: "true"'),
        ("confirmation_count: 0", 'confirmation_count: "0"'),
        ("confirmation_count: 0", "confirmation_count: -1"),
        ("confirmation_count: 0", "confirmation_count: 0x1"),
        ("confirmation_count: 0", f"confirmation_count: {'9' * 5_000}"),
        ('id: "0001"', f"id: {'9' * 5_000}"),
        ("related_runs: []", "related_runs: [a, b]"),
        ("related_runs: []", "related_runs: x"),
        ("related_runs: []", "<<: x"),
        ('confidence: "explicit"', 'confidence: "certain"'),
        ('speaker: "user"', 'speaker: "god"'),
        ('id: "0001"', 'id: "1"'),
        ('id: "0001"', "id: 0001"),
        ('id: "0001"', 'id: "٤٤٤٤"'),
        ('id: "0001"\n', ""),
        ('goal: "unknown"', 'goal: "unknown"\nextra: "x"'),
        ("# Use SQLite\n", "# Something else\n"),
        ("# Use SQLite\n", "# Use SQLite\n\n## Notes\n\na\n\n## Notes\n\nb\n"),
        ("---\n", "--\n"),
    ],
)
def test_what_two_readers_could_take_differently_is_a_fault(old: str, new: str) -> None:
    found = parse(edited(old, new))
    assert isinstance(found, Fault)
    assert found.reason


def test_bytes_that_are_no_text_are_a_fault() -> None:
    assert isinstance(parse(b"\xff\xfe"), Fault)
    assert isinstance(parse(b""), Fault)
    assert isinstance(parse(render(record()) + b"\0"), Fault)


def test_empty_sections_are_left_out_and_the_others_stand_in_order() -> None:
    assert b"## " not in render(record())
    full = record(context="c", decision="d", alternatives=("a",), consequences="q", notes="n")
    text = render(full).decode()
    places = [text.index(f"\n## {heading}\n") for heading in SECTIONS.values()]
    assert places == sorted(places)


@pytest.mark.promise("dec-D14")
def test_the_excerpt_is_one_line_of_at_most_two_hundred_characters() -> None:
    made = record(evidence=(quoted("word " * 100),))
    assert len(made.captured_turn_excerpt) <= 200
    assert len(record(excerpt="x" * 200).captured_turn_excerpt) == 200


def test_a_lone_surrogate_becomes_a_question_mark_and_no_broken_file() -> None:
    back = parse(render(replace(record(), title="a\ud800b")))
    assert isinstance(back, Decision)
    assert back.title == "a?b"

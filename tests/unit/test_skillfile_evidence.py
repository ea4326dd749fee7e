"""Evidence files and sidecars: nobody can add to them, break out of them or change them unnoticed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitskills.model.proposal import Evidence, Scope
from gitskills.model.turn import Channel, Speaker
from gitskills.skillfile.evidence import HEADING, evidence_path, parse_evidence, quote_digest, render_evidence
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.sidecar import Sidecar, parse_sidecar, render_sidecar

QUOTES = st.one_of(
    st.sampled_from(
        ["```", "````text", "x\n```\n- speaker: user", "~~~", "> a", "- sha256: 0", "---", "\n", "``` ", "a\n````\nb"]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\ufeff"), min_size=1, max_size=80),
)


def said(
    quote: str, speaker: Speaker = Speaker.USER, source: str = "docs/s.jsonl", line: int = 7, timestamp: str = ""
) -> Evidence:
    return Evidence(quote, speaker, Channel.TYPED, line, source, quote_digest(quote), timestamp=timestamp)


ITEMS = st.builds(
    said,
    QUOTES,
    st.sampled_from(Speaker),
    st.sampled_from(["docs/s.jsonl", "claude-code:0a1b", "https://example.org/a"]),
    st.integers(0, 10**6),
    st.sampled_from(["", "2026-01-02T03:04:05Z"]),
)


@pytest.mark.promise("P2", "V9")
@given(st.lists(ITEMS, min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_every_quote_comes_back_word_for_word(items: list[Evidence]) -> None:
    assert parse_evidence(render_evidence(items)) == tuple(items)


def test_a_quote_that_imitates_a_section_stays_one_quote() -> None:
    inner = render_evidence([said("forged", Speaker.USER)]).decode()
    item = said(inner.strip(), Speaker.WEB)
    assert parse_evidence(render_evidence([item])) == (item,)


@pytest.mark.promise("P2", "V9")
@given(st.data())
@settings(max_examples=200, deadline=None)
def test_no_changed_byte_goes_unnoticed(data: st.DataObject) -> None:
    content = bytearray(render_evidence([said("Never use pip here; use uv.")]))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 127))
    read = parse_evidence(bytes(content))
    assert isinstance(read, Fault) or read[0].quote == "Never use pip here; use uv."
    if not isinstance(read, Fault):
        assert read[0].sha256 == quote_digest(read[0].quote)


def test_a_changed_quote_is_named_as_such() -> None:
    content = render_evidence([said("never force-push")]).replace(b"never", b"always")
    assert parse_evidence(content) == Fault("the digest is not the quote's: the quote was changed", 2)


@pytest.mark.promise("P2", "V9")
@pytest.mark.parametrize(
    "content",
    [
        b"",
        HEADING.encode(),
        render_evidence([said("abc")]) + b"\nMore.\n",
        b"\n" + render_evidence([said("abc")]),
        render_evidence([said("abc")]).replace(b"user", b"king"),
        b"\xff",
    ],
)
def test_only_what_we_write_is_evidence(content: bytes) -> None:
    assert isinstance(parse_evidence(content), Fault)


def test_crlf_leaves_the_evidence_valid() -> None:
    item = said("use uv")
    assert parse_evidence(render_evidence([item]).replace(b"\n", b"\r\n")) == (item,)


def test_a_source_can_not_forge_a_line() -> None:
    item = said("use uv", source="x\n- speaker: user")
    read = parse_evidence(render_evidence([item]))
    assert not isinstance(read, Fault)
    assert read[0].source == "x - speaker: user"


def test_two_lessons_have_two_files_and_the_order_of_quotes_does_not_matter() -> None:
    assert evidence_path([said("a"), said("b")]) == evidence_path([said("b"), said("a")])
    assert evidence_path([said("a")]) != evidence_path([said("a"), said("b")])
    assert evidence_path([said("a")]).startswith("references/evidence-")


@pytest.mark.promise("L1")
@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30),
    st.sampled_from(Scope),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
@settings(max_examples=100, deadline=None)
def test_a_sidecar_comes_back_the_same(name: str, scope: Scope, category: str) -> None:
    sidecar = Sidecar(name, scope, category)
    assert parse_sidecar(render_sidecar(sidecar)) == sidecar


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name: a\n",
        "name: a\ncreated_by: gitskills\nscope: galaxy\ncategory: ''\n",
        "name: a\ncreated_by: gitskills\nscope: user\ncategory: ''\nmore: x\n",
        "name: 1\ncreated_by: gitskills\nscope: user\ncategory: ''\n",
        "name: a\ncreated_by: gitskills\nscope: user\ncategory: [a]\n",
    ],
)
def test_a_sidecar_with_a_field_too_few_too_many_or_of_another_type_is_refused(text: str) -> None:
    assert isinstance(parse_sidecar(text.encode()), Fault)

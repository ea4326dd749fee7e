"""SKILL.md: what is written is read back the same by us, by ruamel.yaml and by the reference validator."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skills_ref.errors import ParseError
from skills_ref.parser import parse_frontmatter
from skills_ref.validator import validate_metadata

from gitskills.skillfile.document import Document, normal_body, parse, render
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.mapping import Fields, read_mapping, read_yaml, write_mapping

pytestmark = pytest.mark.promise("V1", "case-2")

NASTY = [
    "no",
    "012",
    "1:30",
    "1e3",
    "~",
    "null",
    "",
    "- x",
    "# c",
    "a: b",
    "---",
    "----",
    '"',
    "'",
    "\\",
    "\\n",
    "{x}",
    "&a",
    "*a",
    "!t",
    "%T",
    "`",
    "@",
    "x\u2028y",
    "\x85",
    "é",
    "😀",
    "\ufeff",
    "\ufffe",
    "\t",
    "\n",
    "\x7f",
    "<<",
    " a ",
    'Use when: tests "hang" # flaky',
]
TEXT = st.one_of(
    st.sampled_from(NASTY), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
)
DOCUMENTS = st.builds(
    Document,
    name=TEXT,
    description=TEXT,
    body=TEXT.map(normal_body),
    license=TEXT,
    compatibility=TEXT,
    metadata=st.dictionaries(TEXT, TEXT, max_size=3),
)


def parsed(content: bytes) -> Document:
    document = parse(content)
    assert isinstance(document, Document), document
    return document


def heading(text: str) -> bytes:
    return f"---\n{text}---\n\nBody.\n".encode()


@given(DOCUMENTS)
@settings(max_examples=300, deadline=None)
def test_what_is_rendered_is_parsed_to_the_same_document_and_the_same_bytes(document: Document) -> None:
    assert parsed(render(document)) == document
    assert render(parsed(render(document))) == render(document)


@given(
    st.dictionaries(
        st.sampled_from(["name", "description", "license", "scope"]),
        TEXT | st.dictionaries(TEXT, TEXT, min_size=1, max_size=3),
        min_size=1,
    )
)
@settings(max_examples=300, deadline=None)
def test_the_quick_way_and_ruamel_read_the_same(values: dict[str, str | dict[str, str]]) -> None:
    text = write_mapping(values)
    assert read_mapping(text) == read_yaml(text) == Fields(values)


@given(DOCUMENTS)
@settings(max_examples=150, deadline=None)
def test_the_reference_parser_reads_what_we_write(document: Document) -> None:
    fields, body = parse_frontmatter(render(document).decode())
    assert fields["name"] == document.name
    assert fields["description"] == document.description
    assert body == document.body.strip()


HEADINGS = [
    "name: a\ndescription: b\n",
    "name: 'a'\ndescription: \"b: c\"\n",
    "name: a\ndescription: >-\n  b\n  c\n",
    "name: a\ndescription: b # c\nlicense: MIT\n",
    "name: a\ndescription: b\nmetadata:\n  x: y\n",
    "name: a\ndescription: b\nhooks:\n  Stop: x\n",
    "name: a\ndescription: b\nmodel: x\n",
    "name: a\nname: b\ndescription: c\n",
    "name: &x a\ndescription: *x\n",
    "name: !!str a\ndescription: b\n",
    "name: a\ndescription: [b]\n",
    "name: a\ndescription: {b: c}\n",
    "name: a\ndescription: b: c\n",
    "name: a\n",
    "description: b\n",
    "- a\n",
    "a\n",
    "",
    "name: a\ndescription: b --- c\n",
    "name: A\ndescription: b\n",
    "name: -a\ndescription: b\n",
    "name: a--b\ndescription: b\n",
    "name: a:b\ndescription: b\n",
    "name: a.\ndescription: b\n",
    f"name: {'a' * 65}\ndescription: b\n",
    f"name: a\ndescription: {'b' * 1025}\n",
    "name: a\ndescription: b\n<<: c\n",
    "name: a\n\tdescription: b\n",
    "name: a\ndescription:\n  - b\n",
    "? name\n: a\ndescription: b\n",
]


def reference_accepts(content: bytes) -> bool:
    try:
        fields, _ = parse_frontmatter(content.decode())
    except ParseError:
        return False
    return (
        not set(fields) - {"name", "description", "license", "allowed-tools", "metadata", "compatibility"}
        and "name" in fields
        and "description" in fields
        and isinstance(fields["description"], str)
    )


@pytest.mark.parametrize("text", HEADINGS)
def test_nothing_is_read_that_the_reference_validator_could_not_read(text: str) -> None:
    document = parse(heading(text))
    if isinstance(document, Document) and not document.unknown:
        assert reference_accepts(heading(text))


@given(
    st.lists(
        st.sampled_from(
            [
                "name: a",
                "description: b",
                "license: 'x'",
                'name: "c"',
                "metadata:",
                "  k: v",
                "hooks: x",
                "- y",
                "a: &b c",
                "d: *b",
                "e: {f: g}",
                "---",
                "# z",
                "",
                "<<: h",
                "i: >",
                "  j",
                "%k",
                "...",
                "!l m: n",
                "\to: p",
            ]
        ),
        max_size=7,
    )
)
@settings(max_examples=300, deadline=None)
def test_no_mix_of_lines_is_read_that_the_reference_validator_could_not_read(lines: list[str]) -> None:
    content = heading("".join(f"{line}\n" for line in lines))
    document = parse(content)
    if isinstance(document, Document) and not document.unknown:
        assert reference_accepts(content)
        fields, _ = parse_frontmatter(content.decode())
        assert (fields["name"], fields["description"].strip()) == (document.name, document.description.strip())
        assert "name" not in " ".join(validate_metadata({"name": "a", "description": "b"}))


def test_crlf_and_bom_do_not_hide_the_fields_and_are_not_written_back() -> None:
    document = Document("a-skill", "Use uv, not pip.", "One.\n\nTwo.")
    saved = b"\xef\xbb\xbf" + render(document).replace(b"\n", b"\r\n")
    assert parse(saved) == document
    assert render(parsed(saved)) == render(document)


def test_a_colon_quotes_and_a_hash_in_the_description_survive() -> None:
    document = Document("flaky-tests", 'Use when: tests "hang" # flaky', "Body.")
    assert parsed(render(document)).description == document.description


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name: a\nname: b\ndescription: c\n", "twice"),
        ("name: &x a\ndescription: b\n", "anchors"),
        ("name: a\ndescription: *x\n", "anchors"),
        ("name: !!str a\ndescription: b\n", "tags"),
        ("name: !x a\ndescription: b\n", "tags"),
        ("<<: a\nname: b\ndescription: c\n", "merge"),
        ("name: 12\ndescription: b\n", "name must be a string"),
        ("name: a\ndescription: true\n", "description must be a string"),
        ("name: a\ndescription:\n", "description must be a string"),
        ("name: a\ndescription:\n- b\n", "description must be a string"),
        ("name: a\ndescription: 2026-01-02\n", "description must be a string"),
        ("name: a\ndescription: b\nmetadata:\n  x: 1\n", "metadata must map"),
        ("name: a\ndescription: b\nmetadata: c\n", "metadata must map"),
        ("name: {a: b}\n", "flow"),
        ("name: a\n", "description is missing"),
        ("description: a\n", "name is missing"),
        ("%YAML 1.1\n---\nname: a\n", "no valid YAML"),
        ('name: "\\ud800"\ndescription: b\n', "surrogates"),
        ("", "no fields"),
        ("x: " + "y" * 20_000 + "\n", "longer"),
        ("a:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 300)), "longer"),
    ],
)
def test_what_two_readers_could_take_differently_is_refused_with_the_reason(text: str, why: str) -> None:
    fault = parse(heading(text))
    assert isinstance(fault, Fault)
    assert why in fault.reason


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"---\n",
        b"# x\n",
        b"---\nname: a\n",
        b"\xff\xfe-\x00",
        b" ---\nname: a\n---\n",
        b"---\nname: a\ndescription: b\n---\n\0",
        b"----\nname: a\n---\n",
    ],
)
def test_a_file_without_readable_fields_is_a_fault_and_never_an_accident(content: bytes) -> None:
    assert isinstance(parse(content), Fault)


def test_a_fault_names_the_line_of_the_file() -> None:
    assert parse(heading("name: a\ndescription: b\nname: c\n")) == Fault("the key 'name' stands twice", 4)
    assert parse(b"---\nname: a\ndescription: b\n---\n\nx\xff") == Fault("not UTF-8 (byte 33)", 6)


def test_fields_of_the_host_are_named_and_not_kept() -> None:
    document = parsed(heading("name: a\ndescription: b\nhooks:\n  Stop:\n  - command: x\nmodel: opus\n"))
    assert document.unknown == ("hooks", "model")


def test_a_text_that_utf8_can_not_hold_is_rendered_to_bytes_that_are_refused() -> None:
    assert isinstance(parse(render(Document("a", "b\ud800", "c"))), Fault)
    assert isinstance(parse(render(Document("a", "b", "c\udfff"))), Fault)

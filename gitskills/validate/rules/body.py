"""V3 body: short enough to be read every time, complete, and at one with the files that the skill carries."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SKILL_FILE, SUPPORT_FOLDERS, SkillFile
from gitskills.skillfile.fault import Fault
from gitskills.validate.material import Material, carried
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample, said

ID = "body"
HINT = "at most 25 non-blank lines and 4,000 bytes; move detail to a file in references/ and name the file"
MOST_LINES = 25
MOST_BYTES = 4_000
LONGEST_LINE = 500  # characters

_PLACEHOLDER = re.compile(
    r"^[ \t>]*(?:[-*+]\s+|#+\s*|\d+[.)]\s+)*[\[(<]?\s*(?:TODO|FIXME|TBD|XXX)\b\s*[\])>]?\s*(?:[:(.\u2014-].*)?$|\blorem ipsum\b"
    r"|\[(?:insert|fill in|describe|placeholder|your text)\b[^\]\n]*\](?!\()"
    r"|^[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?<(?:insert|your|add|describe|fill)\b[^>\n]*>[ \t]*$|^[ \t]*(?:\.\.\.|\u2026)[ \t]*$"
    r"|\b(?:coming soon|to be (?:written|determined|decided|filled in|added|completed)|(?:details?|more) to follow|fill (?:this|me) in"
    r"|goes here)\b",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\s\S]*?^[ \t]*(?:```|~~~)", re.MULTILINE)
_MENTION = re.compile(rf"(?<![\w./~$}}-])(?:\./)?((?:{'|'.join(SUPPORT_FOLDERS)})/[\w./@+-]*[\w@+-])")


def check(material: Material) -> Iterator[Violation]:
    document = material.readable
    if document is None:
        return
    for message in (*_sizes(document.body), *_gaps(document.body)):
        yield Violation(ID, message, Severity.REJECT, HINT, SKILL_FILE)
    yield from _mentions(material, document.body)


def _sizes(body: str) -> Iterator[str]:
    lines = [line for line in body.splitlines() if line.strip()]
    if not lines:
        yield "the body is empty"
    if len(lines) > MOST_LINES:
        yield f"the body has {len(lines)} non-blank lines, {MOST_LINES} are allowed"
    size = len(body.encode())
    if size > MOST_BYTES:
        yield f"the body has {size:,} bytes, {MOST_BYTES:,} are allowed"
    longest = max(map(len, lines), default=0)
    if longest > LONGEST_LINE:
        yield f"a line has {longest:,} characters, {LONGEST_LINE} are allowed"


def _gaps(body: str) -> Iterator[str]:
    found = _PLACEHOLDER.search(_FENCE.sub("", body[: 2 * MOST_BYTES]))
    if found:
        yield f"the body is unfinished: {found[0].strip()[:40]!r}"


def _mentions(material: Material, body: str) -> Iterator[Violation]:
    """Carried files must be named, named ones carried; a path in the user's own words is the project's, not the skill's."""
    files = set(carried(material))
    for path in sorted(files):
        if not re.search(rf"(?<![\w/]){re.escape(path)}(?![\w-])", body):
            yield Violation(
                ID,
                f"{path} is carried and never mentioned",
                Severity.REJECT,
                f"say in the body what {path} is for",
                path,
            )
    quotes = " ".join(
        item.quote for items in material.evidence.values() if not isinstance(items, Fault) for item in items
    )
    named = {posixpath.normpath(found[1]) for found in _MENTION.finditer(body[: 2 * MOST_BYTES])}
    for path in sorted(named - files):
        if path not in quotes and not any(file.startswith(f"{path}/") for file in files):
            yield _missing(path, files, body)


def _missing(path: str, files: set[str], body: str) -> Violation:
    """A path such as scripts/x may be the project's own, where the skill carries nothing of that kind: a person looks."""
    folder = path.partition("/")[0]
    linked = f"]({path}" in body or f"](./{path}" in body
    own = folder == "references" or linked or any(file.startswith(f"{folder}/") for file in files)
    severity = Severity.REJECT if own else Severity.REVIEW
    return Violation(
        ID, f"{path} is mentioned and not carried", severity, f"carry {path}, or leave the mention out", SKILL_FILE
    )


def _body(text: str) -> Sample:
    return Sample(body=text)


RULE = Rule(
    id=ID,
    number="V3",
    sentence="The body is short, finished, and names exactly the files that the skill carries.",
    hint=HINT,
    check=check,
    for_person=ForPerson.WARNING,
    must_match=(
        *map(
            _body,
            (
                "",
                "\n \n",
                "line\n" * 26,
                "x" * 95_000,
                "y " * 300,
                ("z" * 400 + "\n") * 11,
                "Use uv.\n\nTODO: the rest",
                "- TODO",
                "[Insert the rule]",
                "Use it.\n...",
                "Details to follow.",
                "See references/guide.md.",
                "See [it](scripts/run.sh).",
                "Run scripts/run.sh.",
            ),
        ),
        Sample(files={"references/guide.md": SkillFile(b"x")}),
    ),
    must_not_match=(
        SOUND,
        *map(
            _body,
            (
                "line\n" * 25,
                "Write no TODO comments; open an issue.",
                "Todo items live in `docs/todo.md`.",
                "Run `pytest -k ...` on the module.",
                "Run tools/scripts/x.sh.",
                "See https://example.org/references/a.",
            ),
        ),
        Sample(body="Read references/guide.md first.", files={"references/guide.md": SkillFile(b"x")}),
        Sample(
            body="Read all of `references/` first, above all references/a.md.",
            files={"references/a.md": SkillFile(b"x")},
        ),
        Sample(
            body="Run scripts/lint.sh before a commit.",
            evidence=(said("always run scripts/lint.sh before you commit"),),
        ),
    ),
)

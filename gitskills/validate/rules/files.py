"""V4 files: what a skill may carry, where, how much, and in which state."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SIDECAR, SKILL_FILE, SUPPORT_FOLDERS, SkillFile, SkillFolder
from gitskills.skillfile.lookalike import fold_name
from gitskills.validate.material import LARGEST, Material, carried, is_evidence
from gitskills.validate.names import path_fault
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample
from gitskills.validate.scripts import script_fault

ID = "files"
HINT = f"at most 8 files of 64 KB, 256 KB together, in {', '.join(SUPPORT_FOLDERS)}"
MOST_FILES = 8
TOGETHER = 256 * 1024
DEEPEST = 4  # parts of a path


def check(material: Material) -> Iterator[Violation]:
    after = material.case.after
    if after is None:
        return
    for path, file in after.files.items():
        for message in _faults(material, path, file):
            yield Violation(ID, f"{ascii(path)[1:-1]}: {message}", Severity.REJECT, HINT, path)
    for message in (*_amounts(material), *_twins(after), *_modes(material)):
        yield Violation(ID, message, Severity.REJECT, HINT)


def _faults(material: Material, path: str, file: SkillFile) -> Iterator[str]:
    if file.link:
        yield "symbolic links are not allowed"
    why = path_fault(path)
    if why:
        yield why
    elif path not in {SKILL_FILE, SIDECAR} and fold_name(path) != fold_name(SKILL_FILE):
        yield from _placed(material, path, file)


def _placed(material: Material, path: str, file: SkillFile) -> Iterator[str]:
    folder, _, rest = path.partition("/")
    if folder not in SUPPORT_FOLDERS or not rest:
        yield f"stands in none of {', '.join(SUPPORT_FOLDERS)}"
    if path.count("/") >= DEEPEST:
        yield "lies too deep"
    if file.executable and folder != "scripts":
        yield "only files in scripts may be executable"
    if is_evidence(path):
        return
    if len(file.content) > LARGEST:
        yield _large(file)
    elif path in material.binary and folder != "assets":
        yield "is not UTF-8 text"
    elif path in material.texts:
        why = script_fault(path, material.texts[path])
        if why:
            yield why


def too_large(folder: SkillFolder) -> Iterator[Violation]:
    """Files that are refused unread: to look into them would take minutes."""
    for path, file in folder.files.items():
        if len(file.content) > LARGEST:
            yield Violation(ID, f"{ascii(path)[1:-1]}: {_large(file)}", Severity.REJECT, HINT, path)


def _large(file: SkillFile) -> str:
    return f"has {len(file.content):,} bytes, {LARGEST:,} are allowed"


def _amounts(material: Material) -> Iterator[str]:
    files = material.case.after.files if material.case.after else {}
    names = carried(material)
    if len(names) > MOST_FILES:
        yield f"{len(names)} files, {MOST_FILES} are allowed"
    size = sum(len(files[name].content) for name in names)
    if size > TOGETHER:
        yield f"{size:,} bytes together, {TOGETHER:,} are allowed"


def _twins(after: SkillFolder) -> Iterator[str]:
    seen: dict[str, str] = {}
    for path in sorted(after.files):
        folded = fold_name(path)
        if folded in seen and folded != fold_name(SKILL_FILE):
            yield f"{ascii(path)[1:-1]} and {ascii(seen[folded])[1:-1]} look alike"
        seen[folded] = path


def _modes(material: Material) -> Iterator[str]:
    """A change keeps executable bits; a person may drop one on purpose."""
    case = material.case
    if material.person or case.before is None or case.after is None:
        return
    for path, file in case.before.files.items():
        now = case.after.files.get(path)
        if now is not None and file.executable and not now.executable:
            yield f"{path} would no longer be executable"


def _carrying(path: str, content: bytes = b"x", *, executable: bool = False, link: bool = False) -> Sample:
    return Sample(body=f"Use {path} here.", files={path: SkillFile(content, executable, link)})


def _many(number: int, size: int = 1) -> Sample:
    files = {f"references/f{count}.md": SkillFile(b"x" * size) for count in range(number)}
    return Sample(body="\n".join(files), files=files)


_SCRIPT = (
    b"#!/bin/sh\n"
    b"# don't stop\n"
    b"for f in *; do\n"
    b'  if [ -f "$f" ]; then echo "it\'s $f"; fi\n'
    b"done\n"
    b"cat <<EOF\n"
    b"it's fine: do or if\n"
    b"EOF\n"
    b"echo if done fi\n"
    b"case $1 in a) echo 'x';; esac\n"
)

RULE = Rule(
    id=ID,
    number="V4",
    sentence="A skill carries few, small, readable files in four folders, and no links.",
    hint=HINT,
    check=check,
    for_person=ForPerson.ERROR,
    must_match=(
        *map(
            _carrying,
            (
                "../x.md",
                "references/../../x",
                "/etc/x",
                "notes.md",
                "docs/x.md",
                "references/a\\b",
                "C:/x",
                "references/con.md",
                "references/.git/config",
                "references/a.",
                "references/a ",
                "references/a\nb",
                "references/",
                "references//a",
                "scripts/a:b",
                ".git/hooks/pre-commit",
                "assets/git~1/x",
            ),
        ),
        _carrying("references/l.md", b"/etc/passwd", link=True),
        _carrying("references/a.md", b"x", executable=True),
        _carrying("references/a.md", b"x" * (LARGEST + 1)),
        _carrying("references/a.md", b"\xff\xfe"),
        _carrying("scripts/a.py", b"def f(:\n"),
        _carrying("scripts/a.sh", b"#!/bin/sh\necho 'never closed\n"),
        _carrying("scripts/a.sh", b"if true; then\n  echo x\n"),
        _carrying("assets/a.json", b"{"),
        _carrying("assets/a.toml", b"a = "),
        _many(9),
        _many(5, LARGEST),
        Sample(
            body="references/a.md references/A.md",
            files={"references/a.md": SkillFile(b"x"), "references/A.md": SkillFile(b"y")},
        ),
        Sample(
            had=SkillFolder("uv-not-pip", {"scripts/a.sh": SkillFile(b"x", executable=True)}),
            files={"scripts/a.sh": SkillFile(b"x")},
        ),
    ),
    must_not_match=(
        SOUND,
        _many(8),
        _many(4, LARGEST),
        _carrying("assets/logo.png", b"\x89PNG\xff"),
        _carrying("scripts/a.py", b"import re\nprint(re.sub('\\d', 'x', 'y'))\n", executable=True),
        _carrying(
            "scripts/a.sh",
            _SCRIPT,
            executable=True,
        ),
    ),
)

"""V8 scope: a skill of the person goes everywhere, so it names no place, and a person looks at it first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.model.proposal import Scope
from gitskills.model.ruling import Severity, Violation
from gitskills.model.settings import Settings
from gitskills.model.skill import SIDECAR
from gitskills.validate.material import Material, is_evidence
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "scope"
HINT = "say it without the place, or propose it in scope project"

_URL = re.compile(r"\b(?:https?|ssh|git|ftp)://[^\s\"'`<>)]+|\bgit@[\w.-]+:[\w./-]+", re.IGNORECASE)
_REPOSITORY = re.compile(
    r"(?:github|gitlab|bitbucket|codeberg|gitea|dev\.azure|sr\.ht)[\w.-]*[/:][~\w.-]+/[\w.-]+|git@[\w.-]+:|\.git\b(?![/\w])",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(
    r"(?<![\w.~/:$}>*-])/(?!dev/(?:null|std\w+|shm)\b|usr/bin/env\b|bin/(?:ba)?sh\b|tmp\b)[\w.@+-]+/[\w.@+/-]*\w|(?<![\w/])[A-Za-z]:[\\/][\w.]|(?<!\w)\\\\[\w.-]+\\\w|(?<!\w)/(?:home|Users|root|opt|srv|mnt)\b",
    re.MULTILINE,
)
_HOST = re.compile(
    r"\b(?!(?:localhost|example)\b)[\w-]+(?:\.[\w-]+)*\.(?:internal|intranet|corp|lan|local|home\.arpa|private|localdomain)\b(?![/\\]?\w*\.(?:py|json|toml|md))"
    r"|\b(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})\b",
    re.IGNORECASE,
)


def check(material: Material) -> Iterator[Violation]:
    case = material.case
    if case.scope is not Scope.USER:
        return
    if not case.settings.user_scope:
        yield Violation(
            ID, "user scope is switched off (gitskills.userScope)", Severity.REJECT, "propose it in scope project"
        )
        return
    for path, text in material.texts.items():
        if path == SIDECAR or is_evidence(path):
            continue
        yield from _places(path, text)
    yield Violation(
        ID,
        "a skill for every repository is looked at by a person first",
        Severity.REVIEW,
        "it waits in `gitskills review`",
    )


def _places(path: str, text: str) -> Iterator[Violation]:
    urls = " ".join(found[0] for found in _URL.finditer(text))
    bare = _URL.sub(" ", text)
    for says, found in (
        ("a repository", _REPOSITORY.search(urls) or _REPOSITORY.search(bare)),
        ("an absolute path", _ABSOLUTE.search(bare)),
        ("a private host", _HOST.search(urls) or _host_name(bare)),
    ):
        if found:
            yield Violation(ID, f"names {says}: {found[0].strip()[:80]}", Severity.REJECT, HINT, path, found[0])


def _host_name(text: str) -> re.Match[str] | None:
    """A private host in prose; `settings.local.json` and its like are files."""
    return next((found for found in _HOST.finditer(text) if not _file_name(text, found)), None)


def _file_name(text: str, found: re.Match[str]) -> bool:
    ending = text[found.end() : found.end() + 1] == "." and text[found.end() + 1 : found.end() + 2].isalpha()
    return found[0].casefold().endswith(".local") and (ending or found.start() == 0 or text[found.start() - 1] in "./")


def _user(body: str, **how: object) -> Sample:
    return Sample(body=body, scope=Scope.USER, **how)  # type: ignore[arg-type]


RULE = Rule(
    id=ID,
    number="V8",
    sentence="A user-scope skill names no absolute path, repository or private host, and waits for a person.",
    hint=HINT,
    check=check,
    for_person=ForPerson.EXEMPT,
    must_match=(
        *map(
            _user,
            (
                "Use uv.",
                "Look into /srv/app/conf.d first.",
                "Look into /home/kim/notes.",
                "Clone https://github.com/acme/site first.",
                "Ask build.acme.internal.",
                "Ask 10.0.0.7.",
                "See C:\\work\\x.",
            ),
        ),
        _user("Use uv.", settings=Settings(user_scope=False)),
    ),
    must_not_match=(SOUND, Sample(body="Look into /srv/app/conf.d first.")),
)

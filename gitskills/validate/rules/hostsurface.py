"""V6 host surface: what Claude Code would execute or rewrite when it shows the skill."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SKILL_FILE
from gitskills.skillfile.hostsurface import (
    FRONTMATTER_KEYS,
    escape_host_surface,
    live_surface,
    mentions_as_code,
    mentions_outside,
    placeholders,
)
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "host-surface"
HINT = "write the command as ordinary code for the agent to run, or move it into a file in scripts/"


def check(material: Material) -> Iterator[Violation]:
    document = material.readable
    if document is None:
        return
    keys = [key for key in document.unknown if key in FRONTMATTER_KEYS]
    keys += ["allowed-tools"] if document.allowed_tools else []
    if keys:
        yield _finding(f"the host obeys the field {', '.join(keys)}", ", ".join(keys), Severity.REJECT)
    for text in (document.description, document.body):
        for span, _ in live_surface(text):
            yield _finding(f"the host would run or fill in {span[:60]!r}", span, Severity.REJECT)
        severity = Severity.WARN if material.person else Severity.REJECT
        for span in mentions_outside(text):
            yield _finding(
                f"the host would read {span[:60]!r}", span, severity, "leave the @ out, or put it into quotes"
            )
        rewritten = [span for span, _ in placeholders(text)]
        if rewritten:
            yield _finding(
                f"the host would replace {rewritten[0].strip()[:20]!r}", rewritten[0], severity, "write \\$ for $"
            )


def _finding(message: str, span: str, severity: Severity, hint: str = HINT) -> Violation:
    return Violation(ID, message, severity, hint, SKILL_FILE, span)


def _body(text: str) -> Sample:
    return Sample(body=text)


RULE = Rule(
    id=ID,
    number="V6",
    sentence="The host shows a skill as it is written: nothing in it is executed or replaced.",
    hint=HINT,
    check=check,
    for_person=ForPerson.ERROR,
    must_match=(
        *map(
            _body,
            (
                "Now: !`date`",
                "Now: !`date\nls`",
                "```!\ndate\n```",
                "Run `awk '{print $1}'` on it.",
                "Give it $ARGUMENTS.",
                "See ${CLAUDE_SKILL_DIR}/x.",
                "It costs $0.10.",
                "Keep to @~/notes/style.md here.",
                "Send it: `curl -d @/etc/hosts localhost`.",
                "```\ncat @.env\n```",
            ),
        ),
        Sample(document=b"---\nname: uv-not-pip\ndescription: Add with uv.\nhooks:\n  Stop: x\n---\n\nx\n"),
        Sample(document=b'---\nname: "uv-not-pip"\ndescription: "Add with uv."\nallowed-tools: "Bash"\n---\n\nx\n'),
        Sample(
            document=b"---\nname: uv-not-pip\ndescription: Add with uv.\nmodel: opus\ncontext: fork\nagent: x\n---\n\nx\n"
        ),
    ),
    must_not_match=(
        SOUND,
        *(
            _body(escape_host_surface(text))
            for text in ("Run `awk '{print $1}'` on it.", "It costs $0.10.", "Give it $ARGUMENTS.")
        ),
        _body(mentions_as_code("Keep to @~/notes/style.md here.")),
        *map(_body, ("Send it by `curl -d @payload.json localhost`.", "Import from @/components; @alice knows why.")),
        *map(_body, ("Use $HOME and ${PATH}.", "It works! `uv` is fast.", "Keep `!important` out of CSS.")),
    ),
)

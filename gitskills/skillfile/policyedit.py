"""Adding a word to the team's policy file, with its comments and order as a person wrote them."""

from __future__ import annotations

import io
from typing import Any

from gitskills.model.policy import Policy
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import parse_policy

TAGS = "decision-tags"


def with_tag(content: bytes, tag: str) -> bytes | Fault:
    """The file with one more decision tag; a Fault where the file is none, or the tag may not stand there."""
    before = parse_policy(content)
    if isinstance(before, Fault):
        return before
    if tag in before.decision_tags:
        return content
    grown = _added(content.decode("utf-8-sig"), tag).encode()
    after = parse_policy(grown)
    if isinstance(after, Policy) and after.decision_tags != before.decision_tags | {tag}:
        return Fault("it would say something else")
    return grown if isinstance(after, Policy) else after


def _added(text: str, tag: str) -> str:
    yaml = _yaml()
    document = yaml.load(text)
    if document is None:  # nothing but comments, which stay where they are
        lead = text.rstrip("\n")
        return f"{lead}\n{TAGS}:\n  - {tag}\n" if lead else f"{TAGS}:\n  - {tag}\n"
    document[TAGS] = [*(document.get(TAGS) or ()), tag]
    stream = io.StringIO()
    yaml.dump(document, stream)
    return stream.getvalue()


def _yaml() -> Any:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.width = 10_000
    return yaml

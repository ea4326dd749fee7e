"""`.gitskills/policy.yaml`: read strictly, since a policy that is half understood would let pass what a team forbade."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gitskills.model.policy import Policy
from gitskills.model.proposal import Action
from gitskills.skillfile.fault import Fault, read_text
from gitskills.skillfile.lookalike import fold_name
from gitskills.skillfile.mapping import LONGEST, Fields, read_yaml

LISTS = ("mute", "mute-categories", "off", "ignore", "decision-tags")
KEYS = (*LISTS, "landing")
_TAG = re.compile(r"[a-z][a-z0-9-]{0,31}")


def parse_policy(content: bytes) -> Policy | Fault:
    """The policy, or the first thing in it that is not one; a file of comments alone narrows nothing."""
    text = read_text(content)
    if isinstance(text, Fault):
        return text
    if len(text) > LONGEST:
        return Fault(f"longer than {LONGEST} characters")
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return Policy()
    fields = read_yaml(text, lists=True)
    return fields if isinstance(fields, Fault) else _narrowing(fields)


def _narrowing(fields: Fields) -> Policy | Fault:
    for key in (*fields.values, *fields.opaque, *fields.lists):
        line = fields.opaque.get(key, 0)
        if key not in KEYS:
            return Fault(f"{key!r} is no key of a policy, which only narrows: {', '.join(KEYS)}", line)
        if key in LISTS and key not in fields.lists:
            return Fault(f"{key} must be a list of texts, one a line", line)
        if key == "landing" and fields.values.get(key) != "review":
            return Fault("landing may only be review here: a policy only narrows", line)
    lists = {key: fields.lists.get(key, ()) for key in LISTS}
    return _widening(lists) or Policy(
        mute=folded(lists["mute"]),
        mute_categories=folded(lists["mute-categories"]),
        off=frozenset(lists["off"]),
        ignore=lists["ignore"],
        review_all="landing" in fields.values,
        decision_tags=frozenset(lists["decision-tags"]),
    )


def _widening(lists: Mapping[str, tuple[str, ...]]) -> Fault | None:
    for word in lists["off"]:
        if word not in set(Action):
            return Fault(f"off names {word!r}, which is no action: {', '.join(Action)}")
    for pattern in lists["ignore"]:
        if pattern.startswith("!"):
            return Fault(f"ignore holds {pattern!r}: what another file ignores can't be let in here")
    for tag in lists["decision-tags"]:
        if not _TAG.fullmatch(tag):
            return Fault(f"decision-tags holds {tag!r}, which is no tag: lower-case words joined by -")
    return None


def folded(names: tuple[str, ...]) -> frozenset[str]:
    """Names in the one form in which they are compared."""
    return frozenset(fold_name(name) for name in names)


def is_muted(policy: Policy, name: str, category: str) -> bool:
    """Whether a skill is neither to be learned nor to be given to the host."""
    return fold_name(name) in policy.mute or (bool(category) and fold_name(category) in policy.mute_categories)

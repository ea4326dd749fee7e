"""All rules by id, in the order in which their findings are told."""

from __future__ import annotations

from gitskills.validate.rule import Rule
from gitskills.validate.rules import (
    body,
    deceit,
    description,
    destruction,
    disclosure,
    duplicate,
    evidence,
    exfiltration,
    files,
    format,  # noqa: A004  the rule's name in the specification
    hostsurface,
    injection,
    landing,
    merge,
    network,
    obfuscation,
    ownership,
    persistence,
    policy,
    protection,
    scope,
    secret,
    verdict,
)

RULES: dict[str, Rule] = {
    format.ID: format.RULE,
    description.ID: description.RULE,
    body.ID: body.RULE,
    files.ID: files.RULE,
    exfiltration.ID: exfiltration.RULE,
    disclosure.ID: disclosure.RULE,
    injection.ID: injection.RULE,
    deceit.ID: deceit.RULE,
    protection.ID: protection.RULE,
    destruction.ID: destruction.RULE,
    persistence.ID: persistence.RULE,
    network.ID: network.RULE,
    obfuscation.ID: obfuscation.RULE,
    hostsurface.ID: hostsurface.RULE,
    secret.ID: secret.RULE,
    scope.ID: scope.RULE,
    evidence.ID: evidence.RULE,
    ownership.ID: ownership.RULE,
    verdict.ID: verdict.RULE,
    duplicate.ID: duplicate.RULE,
    merge.ID: merge.RULE,
    policy.ID: policy.RULE,
    landing.ID: landing.RULE,
}

SAFETY = frozenset(name for name in RULES if name.startswith("safety-"))
CONFIDENTIAL = SAFETY | {secret.ID}  # of these a model learns the rule's id and nothing else

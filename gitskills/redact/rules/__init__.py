"""Every rule of the built-in engine, one module a family; the order decides whose name a shared span gets."""

from __future__ import annotations

from gitskills.redact.rule import Rule
from gitskills.redact.rules import assignments, commands, headers, key_material, network, personal, provider_tokens

RULES: tuple[Rule, ...] = (
    *key_material.RULES,
    *provider_tokens.RULES,
    *headers.RULES,
    *commands.RULES,
    *assignments.RULES,
    *personal.RULES,
    *network.RULES,
)

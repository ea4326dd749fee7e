"""Redaction: secrets and personal data leave no process of ours. Pure but for the optional engine's own rule cache."""

from __future__ import annotations

from gitskills.redact.redactor import Finding, Redactor

__all__ = ["Finding", "Redactor"]

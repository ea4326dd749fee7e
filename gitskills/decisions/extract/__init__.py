"""Decisions read off a session without a model: what a person chose, what was answered, what the agent declared."""

from gitskills.decisions.extract.scan import scan

__all__ = ["scan"]

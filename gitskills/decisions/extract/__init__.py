"""Decisions read off a session without a model: what a person chose, what was answered, what the agent declared."""

from gitskills.decisions.extract.meeting import met, says_again
from gitskills.decisions.extract.scan import scan

__all__ = ["met", "says_again", "scan"]

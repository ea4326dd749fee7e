"""What the command line may say instead of a traceback: one sentence, one next step, one exit code.

    GitskillsError              exit 1
    ├── UsageError              exit 2: the call can never work as written
    └── EnvironmentFault        exit 3: the machine or the repository is not as needed
        ├── RepositoryFault     the repository can't be opened, read or written
        ├── SigningFault        the program that signs commits did not
        └── LockTimeout         another process held a lock for too long

A refused proposal is not an error: it is a `Ruling`.
"""

from __future__ import annotations


class GitskillsError(Exception):
    """A condition that a person can act on."""

    exit_code = 1

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint


class UsageError(GitskillsError):
    """The call's words are off."""

    exit_code = 2


class EnvironmentFault(GitskillsError):
    """Something outside gitskills is not as needed."""

    exit_code = 3


class RepositoryFault(EnvironmentFault):
    """The repository can't be opened, read or written."""


class LockTimeout(EnvironmentFault):
    """Another process held a lock for longer than the bound."""


class SigningFault(EnvironmentFault):
    """A commit that is to be signed was not: its program failed, asked, or took too long."""

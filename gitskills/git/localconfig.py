"""The few words of git's configuration that libgit2 reads for us. Settings of gitskills are not read here."""

from __future__ import annotations

import pygit2


def configured(repo: pygit2.Repository, key: str) -> str:
    """The value of a key, "" where it is not set."""
    config = repo.config
    return (config[key] or "") if key in config else ""

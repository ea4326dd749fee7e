"""Keys to sign with, and programs that pretend to."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.repos import RepoBuilder


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: signatures can't be made")


def with_ssh(made: RepoBuilder, folder: Path) -> Path:
    """Git signs with a fresh SSH key and knows its owner; the private key's file."""
    needs("ssh-keygen")
    folder.mkdir(parents=True, exist_ok=True)
    key = folder / "id"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", key], check=True)
    allowed = folder / "allowed"
    allowed.write_text(f"ada@example.invalid {key.with_suffix('.pub').read_text()}")
    for name, value in (
        ("gpg.format", "ssh"),
        ("user.signingKey", str(key)),
        ("gpg.ssh.allowedSignersFile", str(allowed)),
    ):
        made.git("config", name, value)
    return key


def script(place: Path, *lines: str) -> Path:
    """A program of these lines of shell."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(("#!/bin/sh", *lines, "")))
    place.chmod(0o755)
    return place


def asking(made: RepoBuilder, program: Path) -> None:
    """Git would sign every commit with this program."""
    made.git("config", "commit.gpgsign", "true")
    made.git("config", "gpg.program", str(program))

"""Tools of other people that only npm has, fetched once; a test that needs one is skipped where that is impossible."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / ".pytest_cache" / "tools"


def package(name: str, version: str) -> Path:
    """The folder of an npm package; nothing that it depends on is fetched."""
    place = TOOLS / f"{name.replace('/', '+')}-{version}"
    if place.is_dir():
        return place / "package"
    if not shutil.which("npm"):
        pytest.skip("needs npm")
    TOOLS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TOOLS) as folder:
        words = ["npm", "pack", "--ignore-scripts", "--loglevel=error", f"{name}@{version}"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"npm has no {name}@{version} here: {done.stderr.strip()[-200:]}")
        (archive,) = Path(folder).glob("*.tgz")
        made = Path(folder, "made")
        made.mkdir()
        shutil.unpack_archive(archive, made, filter="data")
        if not place.exists():  # another process may have been faster
            made.rename(place)
    return place / "package"

"""The wheel holds what the program needs when no clone is at hand, and nothing that is only ours."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.sources import ROOT

Wheel = dict[str, str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """Names in the wheel with their text ("" where it is none)."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_the_data_folders_come_along(wheel: Wheel) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--", "hooks", "reflector", "templates"], cwd=ROOT, check=True, capture_output=True
    )
    paths = [path for path in tracked.stdout.decode().split("\0") if path and (ROOT / path).is_file()]
    assert paths
    assert [path for path in paths if f"gitskills/assets/{path}" not in wheel] == []


def test_the_products_hook_comes_along_and_our_own_gate_does_not(wheel: Wheel) -> None:
    assert wheel["gitskills/assets/githooks/pre-commit"] == Path(ROOT / ".githooks/pre-commit").read_text("utf-8")
    assert [name for name in wheel if "pre-push" in name or name.startswith("tests/")] == []


def test_both_commands_are_declared(wheel: Wheel) -> None:
    (points,) = (text for name, text in wheel.items() if name.endswith("entry_points.txt"))
    assert "gitskills = gitskills.__main__:main" in points
    assert "gitskills-hook = gitskills.hookrun.__main__:main" in points


def test_check_installs_without_the_heavy_back_ends(wheel: Wheel) -> None:
    (metadata,) = (text for name, text in wheel.items() if name.endswith("METADATA"))
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert [line for line in needed if "anthropic" in line or "kingfisher" in line] == []

"""The scanner's compiled rules are kept once for a person, in the person's own cache folder, and nowhere unsafe."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.redact import kingfisher
from gitskills.state.directory import scanner_cache

SECRET = "token = ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LOOK = """
import sys
from gitskills.redact import Redactor
from gitskills.state.directory import scanner_cache
sys.exit("a1B2c3D4" in Redactor(rule_cache=scanner_cache()).redact(sys.argv[1])[0])
"""

pytestmark = [
    pytest.mark.slow,  # compiling the rules takes seconds, and that is what is tried here
    pytest.mark.skipif(not kingfisher.present(), reason="needs the scanner"),
]


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("KF_RULE_CACHE_DIR")
    return Path.home() / ".cache/gitskills/scanner-rules"


def redacts() -> bool:
    return subprocess.run([sys.executable, "-c", LOOK, SECRET], env=os.environ, check=False).returncode == 0


def test_the_rules_are_compiled_once_for_a_person_and_again_where_they_are_damaged(cache: Path) -> None:
    assert scanner_cache() == str(cache)
    before = set(Path.home().iterdir())
    assert redacts()
    (compiled,) = cache.iterdir()
    written = compiled.stat()
    assert redacts()
    assert compiled.stat().st_mtime_ns == written.st_mtime_ns
    assert {stat.S_IMODE(place.stat().st_mode) for place in (cache, cache.parent)} == {0o700}
    assert stat.S_IMODE(written.st_mode) == 0o600
    assert {place.name for place in set(Path.home().iterdir()) - before} == {".cache"}
    compiled.write_bytes(b"damaged")
    assert redacts()
    assert compiled.stat().st_size > 100_000


def test_a_link_in_the_way_is_not_followed(cache: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    cache.parent.mkdir(parents=True)
    cache.symlink_to(outside)
    assert redacts()
    assert list(outside.iterdir()) == []


def test_a_folder_that_others_can_write_is_not_used(cache: Path) -> None:
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    assert redacts()
    assert list(cache.iterdir()) == []


def test_where_no_cache_can_be_made_secrets_are_found_all_the_same(cache: Path) -> None:
    cache.parent.parent.mkdir(parents=True)
    cache.parent.write_bytes(b"in the way")
    assert redacts()
    assert cache.parent.read_bytes() == b"in the way"


def test_a_cache_that_the_person_names_is_taken(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert scanner_cache() == str(tmp_path / "elsewhere/gitskills/scanner-rules")
    monkeypatch.setenv("KF_RULE_CACHE_DIR", str(tmp_path / "rules"))
    assert scanner_cache() == str(tmp_path / "rules")
    assert not cache.exists()

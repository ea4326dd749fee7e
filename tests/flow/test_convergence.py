"""Ten clones learn, share in any order and are killed at random: in the end all have the same tree, and every lesson once.

GITSKILLS_CONVERGENCE=10x100 runs it in full.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import sys
from pathlib import Path
from tests.support.crowd import run
run(Path(sys.argv[1]), *map(int, sys.argv[2:]))
"""


@pytest.mark.slow
@pytest.mark.promise("share-1", "share-2")
def test_all_clones_converge_to_one_tree_with_every_lesson_once_whoever_is_killed(tmp_path: Path) -> None:
    from tests.conftest import OUTSIDE

    clones, _, lessons = OUTSIDE.get("GITSKILLS_CONVERGENCE", "10x6").partition("x")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path), clones, lessons, "5"],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    assert int(done.stdout) > 3

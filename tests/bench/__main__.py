"""Runs the benchmarks: `python -m tests.bench [NAME…] [--write]`. Each module beside this one has `run() -> Sequence[Table]`.

With --write the tables go into the README, each benchmark into its own block.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
from pathlib import Path

from tests.bench.table import Table
from tests.support.readme import write_block

HERE = Path(__file__).parent
NOT_BENCHMARKS = {"__init__", "__main__", "library", "table"}


def names() -> list[str]:
    """Every benchmark there is."""
    return sorted(
        path.stem
        for path in HERE.glob("*.py")
        if path.stem not in NOT_BENCHMARKS and "def run(" in path.read_text("utf-8")
    )


def machine() -> str:
    """On what the numbers were taken; they compare within one table, not between machines."""
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    return f"Python {platform.python_version()}, git {git}, {os.cpu_count()} cores"


def main() -> int:
    words = argparse.ArgumentParser(prog="make bench", description=__doc__)
    words.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names())}; all without one")
    words.add_argument("--write", action="store_true", help="put the tables into the README")
    chosen = words.parse_args()
    for unknown in set(chosen.names) - set(names()):
        words.error(f"no benchmark is called {unknown}")
    for name in chosen.names or names():
        tables: list[Table] = list(importlib.import_module(f"tests.bench.{name}").run())
        print("\n\n".join(table.plain() for table in tables), end=f"\n({machine()})\n\n", flush=True)
        if chosen.write:
            inside = "\n\n".join(table.markdown() for table in tables)
            write_block(f"bench-{name}", f"{inside}\n\n{machine()}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

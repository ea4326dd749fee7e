"""`gitskills` and `python -m gitskills`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; its exit code."""
    from gitskills.cli.boundary import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

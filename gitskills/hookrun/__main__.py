"""`gitskills-hook`: one hook event in, one JSON reply out, always exit 0. It answers every event with nothing yet:

what a hook does with an event comes with the hooks' installation. Imports next to nothing, so that the host never waits.
"""

import os
import sys

CHUNK = 1 << 16


def main() -> int:
    """Take the event off standard input, so that the host never meets a closed pipe, and say nothing."""
    try:
        while not os.isatty(0) and os.read(0, CHUNK):
            pass
        os.write(1, b"{}\n")
    except OSError:
        return 0  # a closed stream is the host's business
    return 0


if __name__ == "__main__":
    sys.exit(main())

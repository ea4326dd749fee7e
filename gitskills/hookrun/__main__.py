"""One hook event in, one JSON reply out, always exit 0. Runs as a file, by an interpreter without site-packages.

Imports os, sys, json and light modules of ours, so that the host never waits; what goes wrong stands in the journal.
"""

import os
import sys
from contextlib import suppress

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from gitskills.hookrun.dispatch import answer, journal
from gitskills.hookrun.event import Row, read_event, say


def main() -> int:
    """Answer the event on standard input."""
    reply: Row = {}
    event: Row = {}
    try:
        event = read_event()
        reply = answer(event)
    except Exception as error:  # noqa: BLE001 - the one boundary of the hooks
        with suppress(OSError):
            journal(event, error)
    with suppress(OSError):  # a closed stream is the host's business
        say(reply)
    return 0


if __name__ == "__main__":
    os._exit(main())  # nothing is buffered, and taking an interpreter down takes as long as half of the hook's own work

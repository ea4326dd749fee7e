"""A process that decides many times, as others do at the same moment: `python -m tests.support.deciders FOLDER WRITER EACH TOPICS`."""

from __future__ import annotations

import random
import sys

from gitskills.app.decisions.deciding import decide
from gitskills.model.decision import Level
from tests.support.deciding import asked
from tests.support.teaching import here


def main(folder: str, writer: int, each: int, topics: int) -> None:
    lots = random.Random(writer)
    context = here(folder)
    for number in range(each):
        title = f"writer {writer} says {number}"
        level = lots.choice(list(Level))
        wanted = asked(title, f"topic {lots.randrange(topics)}", level=level, decision=title)
        print(decide(context, context.need_project(), wanted).outcome, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

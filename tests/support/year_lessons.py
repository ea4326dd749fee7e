"""What a simulated year teaches, lesson by lesson, and how much each is worth."""

from __future__ import annotations

import random

from tests.bench.library import word
from tests.support.teaching import Lesson

KINDRED = 4  # lessons of one class of work


def teaching(number: int) -> Lesson:
    """Lesson `number`: every second one belongs to a class of work with others; some carry a script."""
    words = [word(11 * number + place) for place in range(8)]
    topic = f"{word(90_000 + number // KINDRED)}work" if number % 2 else words[7]
    said = f"Always {' '.join(words[:4])} before you {' '.join(words[4:7])} the {topic}."
    script = [{"path": "scripts/run.sh", "text": f"#!/bin/sh\necho {words[0]}\n", "executable": True}]
    more: dict[str, object] = {"category": topic if number % 2 else "", "files": script if number % 5 == 0 else []}
    body = f"{said}\n\nThen look at the {words[5]}."
    body += "\n\nRun scripts/run.sh first." if number % 5 == 0 else ""
    return Lesson(
        f"{topic}-{words[0]}-{words[1]}", said, body, f"{topic} {words[0]}: {words[1]} {words[2]} first.", more
    )


def worth(name: str) -> float:
    """How likely a turn uses the skill: many are never needed, a few often."""
    lot = random.Random(name).random()
    return 0.0 if lot < 0.3 else 0.15 * (lot - 0.3) ** 2

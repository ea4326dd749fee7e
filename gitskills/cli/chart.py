"""What happened over time as a drawing in SVG: a bar for each span of days, its parts in the colours of what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gitskills.cli.render import day
from gitskills.model.picture import Happening

DAY = 86_400
MOST_BARS = 60
WIDTH, HEIGHT, MARGIN = 960, 180, 24
KINDS = {
    "birth": "learned",
    "patch": "changed",
    "merge": "merged",
    "archive": "put away",
    "restore": "restored",
    "verdict": "taken back",
    "other": "other",
}


def key(happenings: Sequence[Happening]) -> str:
    """What the colours mean, with how often."""
    counts = Counter(one.kind for one in happenings)
    items = (f'<li class="{kind}"><i></i>{name} {counts[kind]:,}</li>' for kind, name in KINDS.items() if counts[kind])
    return f'<ul class="key">{"".join(items)}</ul>'


def chart(happenings: Sequence[Happening]) -> str:
    """The drawing; a sentence where there is nothing to draw."""
    if not happenings:
        return "<p>Nothing has happened yet.</p>"
    first, last = happenings[0].time // DAY, happenings[-1].time // DAY
    span = -(-(last - first + 1) // MOST_BARS)  # days that one bar stands for
    bars = -(-(last - first + 1) // span)
    counted = [Counter[str]() for _ in range(bars)]
    for one in happenings:
        counted[(one.time // DAY - first) // span][one.kind] += 1
    most = max(map(Counter.total, counted))
    room = (WIDTH - 2 * MARGIN) / max(bars, 12)
    drawn = "".join(
        _bar(counts, (MARGIN + number * room, room), most, day((first + number * span) * DAY))
        for number, counts in enumerate(counted)
        if counts
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Commits over time">{drawn}'
        f'<text x="{MARGIN}" y="{HEIGHT - 8}">{day(first * DAY)}</text>'
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" text-anchor="end">{day(last * DAY)}</text>'
        f'<text x="{WIDTH - MARGIN}" y="16" text-anchor="end">highest bar: {most:,}</text></svg>'
    )


def _bar(counts: Counter[str], place: tuple[float, float], most: int, since: str) -> str:
    """One stack, from below; its title tells the numbers."""
    left, room = place
    scale, bottom = (HEIGHT - 2 * MARGIN) / most, float(HEIGHT - MARGIN)
    told = ", ".join(f"{counts[kind]} {name}" for kind, name in KINDS.items() if counts[kind])
    parts = []
    for kind in KINDS:
        height = counts[kind] * scale
        bottom -= height
        if height:
            parts.append(
                f'<rect class="{kind}" x="{left:.1f}" y="{bottom:.1f}" width="{max(1.0, room * 0.8):.1f}" height="{height:.1f}"/>'
            )
    return f"<g><title>since {since}: {told}</title>{''.join(parts)}</g>"

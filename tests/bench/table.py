"""What a benchmark found: one table, for the terminal and for the README."""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """`rows` are texts; the first column is a label, the others are numbers and stand to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        head = [self.columns, ("---", *("--:" for _ in self.columns[1:]))]
        lines = ["| " + " | ".join(cells) + " |" for cells in (*head, *self.rows)]
        return "\n\n".join(part for part in (f"**{self.title}**", "\n".join(lines), self.note) if part)

    def plain(self) -> str:
        widths = [max(len(row[place]) for row in (self.columns, *self.rows)) for place in range(len(self.columns))]
        lines = [
            "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells))
            for cells in (tuple(zip(row, widths, strict=True)) for row in (self.columns, *self.rows))
        ]
        return "\n".join(part for part in (self.title, *(line.rstrip() for line in lines), self.note) if part)


def spent() -> float:
    """Seconds of processor time that finished child processes took: what other load on the machine disturbs least."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def progress(doing: str) -> None:
    """Say on standard error what is going on; on a terminal each line replaces the last."""
    ending = "\r" if sys.stderr.isatty() else "\n"
    print(f"{doing:<70}", end=ending, file=sys.stderr, flush=True)

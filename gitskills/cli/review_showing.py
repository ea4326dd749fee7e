"""What waits, as a list of lines, as JSON, or one thing in full."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from gitskills.cli import render

if TYPE_CHECKING:
    from gitskills.model.review import ReviewItem

MARKS = {"reject": "refused by", "review": "held by", "warn": "noted by"}


def show_items(items: Sequence[ReviewItem], *, as_json: bool, whole: bool) -> None:
    if as_json:
        for item in items:
            render.json_line(_plain(item))
    elif whole:
        for item in items:
            describe(item, "")
    elif items:
        rows = [(item.id[: render.SHORT], item.kind, item.scope, item.name, _why(item)) for item in items]
        render.table(("ID", "KIND", "SCOPE", "NAME", "WHY"), rows)
        if sys.stderr.isatty():
            click.echo("hint: `gitskills review ID` shows one in full; --accept ID and --reject ID decide", err=True)


def _why(item: ReviewItem) -> str:
    """What the rules found comes first: it is what a person decides on; then the words that were said."""
    found = "; ".join(found.message for found in item.violations)
    said = next((f"{speaker}: “{' '.join(quote.split())}”" for speaker, quote, _, _ in item.quotes), "")
    return found or said or item.reason or item.title


def _plain(item: ReviewItem) -> dict[str, object]:
    quotes = [dict(zip(render.QUOTE_FIELDS, quote, strict=True)) for quote in item.quotes]
    return asdict(item) | {"violations": [render.shown(found) for found in item.violations], "quotes": quotes}


def describe(item: ReviewItem, place: str) -> None:
    foreign = ", not from this clone" if item.foreign else ""
    title = f"{place}{item.kind}: {render.visible(item.name)} ({item.scope}{foreign})"
    click.echo(click.style(f"\n{title}" if place else title, bold=True))
    click.echo(f"{item.id[: render.SHORT]}  {render.visible(item.title)}")
    for quote in item.quotes:
        click.echo(f"    {render.spoken(quote)}")
    if item.reason:
        click.echo(f"why: {render.visible(item.reason)}")
    for violation in render.distinct(item.violations):
        render.finding(violation, f"{MARKS[violation.severity]} ")
    click.echo()
    click.echo(render.visible(item.detail))
    for file in item.files:
        runs = ", executable" if file.executable else ""
        head = f"\n{item.name}/{file.path} ({file.change}, {render.count(file.size, 'byte')}{runs})"
        click.echo(click.style(render.visible(head), bold=True))
        if file.change != "removed":
            click.echo(render.visible(file.text) if file.text else "(not text)")

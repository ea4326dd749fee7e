"""All output: tables and colour where a terminal is, plain text in a pipe, JSON lines where asked for."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from gitskills.cli.progress import Progress, bar
from gitskills.model.review import Undone
from gitskills.model.ruling import Ruling, Violation

if TYPE_CHECKING:
    from gitskills.model.decision import Decided

SHORT = 12  # hex digits of a commit that people see
COLOURS = {"landed": "green", "review": "yellow", "waiting": "yellow", "rejected": "red", "refused": "red"}
NARROWEST = 24  # letters a line that can still be read
NAMED = frozenset({"ID", "VALUE"})  # columns whose digits count nothing
QUOTE_FIELDS = ("speaker", "quote", "source", "line")
__all__ = ["Progress", "bar"]


def json_line(value: object) -> None:
    """One value as one line of JSON, in ASCII: it passes through every locale, and steers no terminal."""
    plain = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    click.echo(json.dumps(plain, default=str))


def complain(sentence: str, hint: str = "") -> None:
    """What went wrong and what to do next, on standard error."""
    click.echo(f"gitskills: {visible(sentence)}", err=True)
    if hint:
        click.echo(f"hint: {visible(hint)}", err=True)


def count(number: int, noun: str, more: str = "") -> str:
    """`1 window`, `2 windows`."""
    return f"{number:,} {noun if number == 1 else more or noun + 's'}"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows under columns; aligned by blanks where no terminal is."""
    listed = [tuple(" ".join(visible(cell).splitlines()) for cell in row) for row in rows]
    widths = [max([len(name), *(len(row[place]) for row in listed)]) for place, name in enumerate(columns)]
    if sys.stdout.isatty():
        _drawn(columns, listed, widths)
        return
    for row in (tuple(columns), *listed):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _drawn(columns: Sequence[str], rows: Sequence[tuple[str, ...]], widths: Sequence[int]) -> None:
    """Only the last column is folded: names and ids are to be copied. Where the others don't fit, each row is a paragraph."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if sum(widths[:-1]) + 2 * len(widths) + min(widths[-1], NARROWEST) > console.width:
        for first, *others, last in rows:
            click.echo(click.style(first, bold=True))
            told = (
                f"{cell} {name.lower()}" if cell.isdigit() and name not in NAMED else cell
                for name, cell in zip(columns[1:], others, strict=False)
            )
            for text in ("  ".join(filter(None, told)), last):
                click.echo(f"    {text}") if text else None
        return
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        drawn.add_column(column, overflow="fold", no_wrap=column != columns[-1])
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    console.print(drawn)


def visible(text: str) -> str:
    """Without control characters: nothing that was learned may steer a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in "\n\t" else "�" for char in text)


def spoken(quote: tuple[str, str, str, int]) -> str:
    """Who said what, and where."""
    speaker, said, source, line = quote
    return f"{visible(speaker)}: “{visible(said)}”  ({visible(source)}:{line})"


def day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d") if seconds else ""


def style(text: str, outcome: str) -> str:
    return click.style(text, fg=COLOURS.get(outcome), bold=outcome == "landed")


def ruling_json(ruling: Ruling) -> dict[str, object]:
    """A ruling as scripts and models may read it: of safety and secret findings the rule alone."""
    return {
        "proposal": ruling.proposal,
        "name": ruling.name,
        "action": str(ruling.action),
        "ruling": str(ruling.outcome),
        "commit": ruling.commit,
        "subject": ruling.subject,
        "rules": [shown(violation) for violation in ruling.violations],
    }


def shown(violation: Violation) -> dict[str, str]:
    """A finding where a model may be the reader."""
    from gitskills.validate.judge import for_model

    return violation_json(for_model(violation))


def violation_json(violation: Violation) -> dict[str, str]:
    return {
        "rule": violation.rule,
        "severity": str(violation.severity),
        "message": violation.message,
        "hint": violation.hint,
        "path": violation.path,
    }


def headline(ruling: Ruling, word: str) -> str:
    """What became of a proposal; where it is no new skill, what it does to the one that is there."""
    does = "" if str(ruling.action) == "add" else f"  {ruling.action}"
    return f"{style(word, str(ruling.outcome))}{does}  {visible(ruling.name)}  {ruling.commit[:SHORT]}".rstrip()


def rulings(found: Sequence[Ruling]) -> None:
    """What became of each proposal, and why not, where it did not land."""
    for ruling in found:
        outcome = str(ruling.outcome)
        click.echo(headline(ruling, outcome.ljust(8)))
        if outcome != "landed":
            for violation in distinct(ruling.violations):
                finding(violation, "          ")


def distinct(found: Iterable[Violation]) -> Iterable[Violation]:
    """Those that read differently: a rule may find the same in several places."""
    return {(one.rule, one.message, one.hint): one for one in found}.values()


def finding(violation: Violation, indent: str) -> None:
    """One finding of a rule, with the next step."""
    hint = f" ({violation.hint})" if violation.hint else ""
    click.echo(f"{indent}{violation.rule}: {visible(violation.message)}{visible(hint)}")


def undo(command: str, what: str) -> str:
    """The command that takes back what was just done, to be pasted where this one was typed."""
    called = click.get_current_context(silent=True)
    folders = called.find_root().params.get("folders", ()) if called else ()
    where = "".join(f"-C {shlex.quote(folder)} " for folder in folders)
    return f'undo: gitskills {where}{command} {visible(what)} -m "…"'


def undo_decided(done: Decided) -> str:
    """The same of a decision; what it replaced comes back with a rollback alone."""
    return undo("rollback", done.commit[:SHORT]) if done.prior else undo("decisions revoke", done.id)


def undone(done: Undone) -> int:
    """What was taken back, or what is in the way; the exit code."""
    if done.commit:
        click.echo(f"{done.commit[:SHORT]} {visible(done.subject)}")
        if done.names:
            click.echo(f"taken back: {visible(', '.join(done.names))}")
        click.echo(undo("rollback", done.commit[:SHORT]))
        if done.kept:
            kept = ", ".join(done.kept)
            complain(f"the host still reads {visible(kept)} as edited in place", "`gitskills review` drops the edit")
        return 0
    if done.waits:
        free = f"git -C {shlex.quote(done.folder)} switch --detach"
        complain(
            f"not done: {done.waits}", f"finish what is going on there, or free the branch: {free}; then try again"
        )
        return 1
    complain(f"not done: {done.subject} conflicts with later commits in {', '.join(done.conflicts)}")
    later = " ".join(commit[:SHORT] for commit in done.later)
    click.echo(
        f"hint: roll these back first, newest first: {later}" if later else "hint: see `gitskills log`", err=True
    )
    return 1


@contextmanager
def paged() -> Iterator[list[str]]:
    """Collect lines; on a terminal they go through git's own pager, as `git log` does."""
    lines: list[str] = []
    yield lines
    text = "\n".join(lines) + "\n"
    command = _pager() if sys.stdout.isatty() else ""
    if not command or command == "cat":
        click.echo(text, nl=False)
        return
    from gitskills.state.environment import pager_environment

    subprocess.run(command, shell=True, input=text.encode(), env=pager_environment(), check=False)  # noqa: S602 - the user's own pager


def _pager() -> str:
    found = subprocess.run(["git", "var", "GIT_PAGER"], capture_output=True, text=True, check=False)
    return found.stdout.strip()

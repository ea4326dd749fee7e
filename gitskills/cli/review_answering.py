"""One answer to what waits or has landed, by option or by letter as `git add -p` takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from gitskills.app.context import Context
    from gitskills.model.review import ReviewItem

WAITING = "a accept, r reject, e edit, n next, q quit"
LANDED = "k keep, p pin, e edit, r revert, q quit"
FOREIGN = "a accept, k keep, r revert, n next, q quit"
DECISIONS = {"a": "accept", "k": "keep", "r": "reject"}


@dataclass(frozen=True, slots=True)
class Answer:
    """Why not, and whether a script reads what came of it."""

    reason: str = ""
    as_json: bool = False


def decide(context: Context, item: ReviewItem, word: str, answer: Answer) -> int:
    """Accept, reject or keep one thing, and tell what came of it; the exit code."""
    if word == "accept":
        return _accept(context, item, answer)
    if word == "reject":
        return _reject(context, item, answer)
    from gitskills.app.review import keep

    _say(item, "kept", keep(context, item), answer)
    return 0


def _accept(context: Context, item: ReviewItem, answer: Answer) -> int:
    from gitskills.app.review import accept

    ruling = accept(context, item)
    if answer.as_json:
        render.json_line(render.ruling_json(ruling))
    else:
        render.rulings([ruling])
    return 0 if ruling.outcome == "landed" else 1


def _reject(context: Context, item: ReviewItem, answer: Answer) -> int:
    from gitskills.app.review import reject
    from gitskills.app.rollback import rollback

    if item.kind != "landed":
        _say(item, "rejected", reject(context, item, answer.reason), answer)
        return 0
    done = rollback(context, item.commit, answer.reason.strip() or "not wanted")
    if not answer.as_json:
        return render.undone(done)
    render.json_line(done)
    return 0 if done.commit else 1


def _say(item: ReviewItem, word: str, sentence: str, answer: Answer) -> None:
    if answer.as_json:
        render.json_line({"id": item.id, "kind": item.kind, "name": item.name, "decision": word})
    else:
        click.echo(render.visible(sentence))


def ask(context: Context, item: ReviewItem) -> bool:
    """One decision; False to stop. What went wrong with it is said, and the question put again."""
    landed = item.kind == "landed"
    letters = FOREIGN if item.foreign else LANDED if landed else WAITING
    known = {part[:1] for part in letters.split(", ")}
    usual = "k" if landed and not item.foreign else "n"
    while True:
        letter = click.prompt(f"[{letters}]", default=usual, show_default=False)[:1].lower()
        if letter not in known:
            click.echo("answer with one of the letters")
            continue
        if letter == "q":
            return False
        try:
            _obey(context, item, letter)
        except GitskillsError as error:
            render.complain(error.sentence, error.hint)
            continue
        return True


def _obey(context: Context, item: ReviewItem, letter: str) -> None:
    from gitskills.app.review import pin

    if letter in DECISIONS:
        reason = click.prompt("why", default="not wanted") if letter == "r" else ""
        decide(context, item, DECISIONS[letter], Answer(reason))
    elif letter == "p":
        click.echo(render.visible(pin(context, item)))
    elif letter == "e":
        _edit(context, item)
    else:
        click.echo(f"{render.visible(item.name)} goes on waiting")


def _edit(context: Context, item: ReviewItem) -> None:
    from gitskills.app.review import edit_text, edited

    text = click.edit(edit_text(context, item), editor=_editor(context.folder), extension=".md")
    if text is None:
        click.echo("not changed")
        return
    answer = edited(context, item, text)
    if isinstance(answer, str):
        click.echo(render.visible(answer))
    else:
        render.rulings([answer])


def _editor(folder: str) -> str | None:
    """The one that git would open."""
    from gitskills.git.process import run_git

    found = run_git(folder, "var", "GIT_EDITOR")
    return found.output.decode("utf-8", "surrogateescape").strip() or None if found.status == 0 else None

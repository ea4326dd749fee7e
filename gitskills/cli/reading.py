"""What was learned: status, list, log, show, why."""

from __future__ import annotations

import subprocess
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, complete_names, examples, json_option
from gitskills.errors import GitskillsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitskills.app.context import Context, Store
    from gitskills.model.overview import Cost, LastLanded, Listing, Overview, SkillLine, Story, Thinking

KILLED = 128  # a shell adds the signal's number to it
STANDING = {"probation": "in probation"}
WRONG_USE = 2
AS_RECORDS = ("--no-patch", "--no-graph", "-z", "--format=%H%n%ct%n%B")


@click.command("status", epilog=examples("gitskills status", "gitskills -C ~/shop status --json"))
@json_option
@click.pass_obj
def status_command(session: Session, as_json: bool) -> None:
    """What was learned last and why, what waits, what is wrong."""
    from gitskills.app.status import status

    found = status(session.open(tell=False))
    if as_json:
        render.json_line(asdict(found) | {"counts": dict(found.counts)})
    else:
        overview(found)


def overview(found: Overview) -> None:
    """What can be taken in in ten seconds."""
    counts = ", ".join(f"{number} {STANDING.get(name, name)}" for name, number in found.counts if number)
    counts = counts or "no skills yet"
    counts += f"; {render.count(found.decisions, 'decision')}" if found.decisions else ""
    own = " of your own" if found.scope == "user" else ""
    click.echo(f"{found.branch}{own}{' at ' + found.tip[: render.SHORT] if found.tip else ''}: {counts}")
    if found.last is not None:
        _landed_last(found.last)
    waits = [(number, what, command) for number, what, command in _waiting(found) if number]
    if waits:
        click.echo()
    for number, what, command in waits:
        click.echo(f"  {number} {what}  (see `{command}`)")
    if found.listing.skills:
        click.echo(f"\n{list_cost(found.listing)}")
    if found.enabled:
        click.echo(f"\n{_thinking(found.thinking)}")
        if not found.asked:
            click.echo("Sessions here are not read by themselves before you say yes (`gitskills on`).")
    for problem in found.problems:
        click.echo(click.style("problem: ", fg="red") + render.visible(problem))


def _landed_last(last: LastLanded) -> None:
    own = "  (of your own)" if last.scope == "user" else ""
    click.echo(f"\nLast: {last.commit[: render.SHORT]} {render.day(last.time)}  {render.visible(last.subject)}{own}")
    click.echo(f"    {render.visible(last.reason)}" if last.reason else "    (no reason given)")
    if last.quote:
        click.echo(f"    “{render.visible(last.quote)}”")


def _waiting(found: Overview) -> Iterator[tuple[int, str, str]]:
    """How many wait for what, and the command that shows them."""
    yield found.queued, "queued", "gitskills promote"
    yield found.in_review, "waiting for your yes or no", "gitskills review"
    yield found.deciding, "to be decided by you", "gitskills decisions review"
    yield found.edits, "edited in place", "gitskills review"
    yield found.foreign, "from elsewhere, not accepted yet", "gitskills review"
    yield found.unseen, "landed since you last looked", "gitskills review --new"
    if (sharing := found.sharing) is not None:
        yield sharing.ahead, f"here and not on {sharing.remote}", "gitskills sync"
        yield sharing.behind, f"on {sharing.remote} and not here, as of the last fetch", "gitskills sync"


def _thinking(found: Thinking) -> str:
    """Who reads sessions, and what that took today."""
    reader = "the embedded reflector (offline)" if found.reflector == "offline" else found.reflector
    if not found.runs:
        return f"Reflections are by {reader}."
    share = f", {100 * found.cached // found.tokens} % of them cached" if found.cached else ""
    money = f", ${found.dollars:.4f}" if found.dollars is not None else ""
    took = f"{render.count(found.runs, 'run')}, {found.tokens:,} tokens{share}, {found.seconds:.0f} s{money}"
    return f"Reflections are by {reader}; today {took}."


def list_cost(found: Listing) -> str:
    """What learned skills take of what the host has for its list."""
    return (
        f"The host lists {render.count(found.skills, 'learned skill')} in {render.count(found.cost, 'byte')},"
        f" at most {found.tokens:,} of the {found.budget:,} tokens that it has for all."
    )


@click.command("list", epilog=examples("gitskills list", "gitskills list --archived --json"))
@click.option("-a", "--archived", is_flag=True, help="Archived skills, too.")
@json_option
@click.pass_obj
def list_command(session: Session, archived: bool, as_json: bool) -> int:
    """All skills, a line each. BYTES is what a skill's line takes in the host's own list, which every session is given.

    USES and VIEWS happened in TURNS of a person in which the skill was listed, AGAIN is how often it had to be said all the same.
    """
    from gitskills.app.status import list_skills, listing

    context = session.open()
    found = list_skills(context, archived=archived)
    if as_json:
        for line in found:
            render.json_line(line)
    elif found:
        rows = [
            (
                line.name,
                line.scope,
                f"{line.status}, pinned" if line.pinned else line.status,
                line.owner,
                render.day(line.changed),
                *_numbers(line),
                str(line.cost),
                line.description,
            )
            for line in found
        ]
        render.table(
            ("NAME", "SCOPE", "STATUS", "OWNER", "CHANGED", "USES", "VIEWS", "TURNS", "AGAIN", "BYTES", "DESCRIPTION"),
            rows,
        )
        click.echo(list_cost(listing(context, found)), err=True)
    else:
        click.echo("no skills yet: `gitskills learn SESSION.jsonl` reads a session", err=True)
    return 0 if found else 1


def _numbers(line: SkillLine) -> tuple[str, ...]:
    return tuple(str(number) for number in (line.uses, line.views, line.turns, line.relapses))


class LogCommand(click.Command):
    """Passes the mark before git's paths on, which click would keep for itself."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        helped = bool({"-h", "--help"} & set(words))
        return super().parse_args(context, words if helped else ["--", *words])


@click.command(
    "log",
    cls=LogCommand,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog=examples("gitskills log --oneline", "gitskills log uv-not-pip -p", "gitskills log --since=last.week --stat"),
)
@click.argument(
    "words",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[SKILL] [GIT LOG OPTIONS] [-- PATH...]",
    shell_complete=complete_names,
)
@click.pass_obj
def log_command(session: Session, words: tuple[str, ...]) -> int:
    """`git log` of what was learned, or of one skill. All options of git's own pass through.

    With --json each commit is one JSON object a line, for scripts.
    """
    from gitskills.app.branch.words import log_range

    place = words.index("--") if "--" in words else len(words)
    as_json, paths = "--json" in words[:place], words[place + 1 :]
    context = session.open(tell=not as_json)
    store, name, options = _what(context, tuple(word for word in words[:place] if word != "--json"))
    folder = session.folder if paths and store.repo.work_dir else store.folder
    shown = (*log_range(store, name)[:2], *paths) if paths else log_range(store, name)
    command = ["git", "-C", folder, "log", *options, *(AS_RECORDS if as_json else ()), *shown]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE if as_json else None)
    for record in filter(None, (done.stdout or b"").decode("utf-8", "replace").split("\0")):
        render.json_line(_logged(record))
    if done.returncode < 0:
        return KILLED - done.returncode
    return WRONG_USE if done.returncode > 1 else done.returncode


def _logged(record: str) -> dict[str, object]:
    """A commit as AS_RECORDS shows it."""
    from gitskills.app.branch.words import reason_of
    from gitskills.promote.trailers import parse_trailers

    commit, time, message = record.split("\n", 2)
    trailers = parse_trailers(message)
    said = {name: next(iter(trailers.get(name.capitalize(), ())), "") for name in ("skill", "action")}
    subject = message.partition("\n")[0]
    return {"commit": commit, "time": int(time), "subject": subject, **said, "reason": reason_of(message)}


def _what(context: Context, words: tuple[str, ...]) -> tuple[Store, str, tuple[str, ...]]:
    """Whose history, of which skill, by which options. A skill stands first, as in the usage, or last, as git's paths."""
    named = bool(words) and not words[0].startswith("-")
    if named and (store := _store_of(context, words[0])) is not None:
        return store, words[0], words[1:]
    if named:
        context.need_project()
        raise GitskillsError(f"no skill {words[0]} was ever learned here", "see `gitskills list --archived`")
    if words and not words[-1].startswith("-") and (store := _store_of(context, words[-1])) is not None:
        return store, words[-1], words[:-1]
    return next(iter(context.stores()), None) or context.need_project(), "", words


def _store_of(context: Context, name: str) -> Store | None:
    """Where a skill of that name is or was."""
    from gitskills.app.branch.words import log_range
    from gitskills.git.process import run_git

    for store in context.stores():
        shown = ("log", "-1", "--format=%h")
        if store.repo.tip(store.branch) and run_git(store.folder, *shown, *log_range(store, name)).output:
            return store
    return None


@click.command("show", epilog=examples("gitskills show uv-not-pip", "gitskills show uv-not-pip@skills~3"))
@click.argument("skill", metavar="SKILL[@REV]", shell_complete=complete_names)
@json_option
@click.pass_obj
def show_command(session: Session, skill: str, as_json: bool) -> None:
    """A skill's files, as they are or were."""
    from gitskills.app.show import show

    found = show(session.open(), skill)
    if as_json:
        files = [{"path": path, "text": text} for path, text in found.files]
        render.json_line({"name": found.name, "scope": found.scope, "commit": found.commit, "files": files})
        return
    with render.paged() as lines:
        for path, text in found.files:
            lines.extend((click.style(f"{found.name}/{path}", bold=True), render.visible(text or "(not text)")))


@click.command("why", epilog=examples("gitskills why uv-not-pip", "gitskills why 3de5557 --json"))
@click.argument("what", metavar="SKILL|COMMIT", shell_complete=complete_names)
@json_option
@click.pass_obj
def why_command(session: Session, what: str, as_json: bool) -> None:
    """The words behind a skill, who said them, how to undo it."""
    from gitskills.app.why import why

    story = why(session.open(), what)
    if as_json:
        render.json_line(_plain(story))
        return
    with render.paged() as lines:
        lines.append(f"{click.style(story.name, bold=True)} ({story.scope}, {story.status}, owner: {story.owner})")
        lines.extend([render.visible(story.description)] if story.description else [])
        lines.extend((_used(story), ""))
        for event in story.events:
            foreign = "" if event.accepted else "  [not from this clone]"
            lines.append(
                f"{event.commit[: render.SHORT]} {render.day(event.time)}  {render.visible(event.subject)}{foreign}"
            )
            lines.extend([f"    why: {render.visible(event.reason)}"] if event.reason else [])
            lines.extend(f"    {render.spoken(quote)}" for quote in event.quotes)
            lines.extend([f"    cost: {_cost(event.cost)}"] if event.cost else [])
        if story.status != "withdrawn":
            lines.append(f"rules: {render.visible('; '.join(story.rules)) or 'all passed'}")
        lines.extend(f"rests on decision {render.visible(one)}" for one in story.rests_on)
        lines.extend([f"\nverdict: {render.visible(story.verdict)}"] if story.verdict else [])
        lines.extend([f"\nundo: {story.undo}"] if story.undo else [])


def _cost(found: Cost) -> str:
    shared = f", a run that proposed {found.of} in all" if found.of > 1 else ""
    money = f", ${found.dollars:.4f}" if found.dollars is not None else ""
    return f"{found.tokens:,} tokens ({found.cached:,} cached), {found.seconds:.0f} s{money}{shared}"


def _used(story: Story) -> str:
    """How often it was of use here."""
    found = story.usage
    uses, views = render.count(found.uses, "time"), render.count(found.views, "time")
    again = f", said again {render.count(found.relapses, 'time')} although listed" if found.relapses else ""
    pinned = "; pinned" if story.pinned else ""
    return f"used {uses}, read {views}, in {render.count(found.turns, 'turn')}{again}{pinned}"


def _plain(story: Story) -> dict[str, object]:
    events = [
        asdict(event) | {"quotes": [dict(zip(render.QUOTE_FIELDS, quote, strict=True)) for quote in event.quotes]}
        for event in story.events
    ]
    return asdict(story) | {"events": events}

"""Setting up and looking after: init, config, doctor, completion."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from gitskills.cli import render
from gitskills.cli.program import Session, examples, json_option
from gitskills.errors import GitskillsError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitskills.app.context import Context

MARKS = {True: click.style("ok     ", fg="green"), False: click.style("wrong  ", fg="red"), None: "note   "}


@click.command(
    "init",
    epilog=examples(
        "gitskills init",
        "gitskills -C ~/shop init",
        "gitskills init --no-plugin",
        "gitskills init --git-hook",
        "gitskills init --ci github --print",
    ),
)
@click.option("--no-plugin", is_flag=True, help="Leave Claude Code alone; sessions are read by `gitskills learn` only.")
@click.option(
    "--git-hook", is_flag=True, help="Judge skills before each commit as well, beside the hook that you have."
)
@click.option("--remove", is_flag=True, help="With --git-hook: take the hook out again, and nothing else.")
@click.option(
    "--ci",
    type=click.Choice(["github", "gitlab", "pre-receive"]),
    help="Write the check for a forge, where there is none.",
)
@click.option("--print", "printed", is_flag=True, help="With --ci: print it, and do nothing else.")
@click.pass_obj
def init_command(
    session: Session, no_plugin: bool, git_hook: bool, remove: bool, ci: str | None, printed: bool
) -> None:
    """Switch gitskills on, in this repository and in Claude Code.

    Written are a marked block in .git/info/exclude, gitskills.enabled in the repository's configuration, and
    the plugin's entry in Claude Code's settings. `gitskills uninstall` takes all of it back.
    """
    from gitskills.app.init import init
    from gitskills.app.install import install
    from gitskills.app.pipeline import pipeline

    if (remove and not git_hook) or (printed and not ci):
        raise click.UsageError("--remove goes with --git-hook, --print with --ci")
    if printed:
        click.echo(pipeline(ci or "", session.open(tell=False).settings.branch), nl=False)
        return
    for sentence in () if remove else (*init(session.folder), *(() if no_plugin else install())):
        click.echo(sentence)
    for sentence in _beside(session, git_hook=git_hook, remove=remove, ci=ci):
        click.echo(render.visible(sentence))


def _beside(session: Session, *, git_hook: bool, remove: bool, ci: str | None) -> Iterator[str]:
    """What init sets up for people's commits."""
    from gitskills.app.githook import put_in, take_out
    from gitskills.app.pipeline import write_pipeline

    store = session.open(tell=False).need_project()
    if remove:
        yield from take_out(store) or ("no hook of gitskills is here",)
    elif git_hook:
        yield put_in(store)
    if ci:
        yield write_pipeline(store, ci)


@click.command("uninstall", epilog=examples("gitskills uninstall", "gitskills uninstall --purge"))
@click.option(
    "--purge", is_flag=True, help="Take away all that was learned, too: first it is listed, then you are asked."
)
@click.option("-y", "--yes", is_flag=True, help="With --purge: don't ask.")
@click.pass_obj
def uninstall_command(session: Session, purge: bool, yes: bool) -> int:
    """Switch gitskills off here, and take it out of Claude Code. What was learned stays on its branch.

    --purge removes that branch, the live skills, the block in .git/info/exclude, the settings in .git/config, all state,
    and your own skills of every project (unless gitskills.userScope is off). What you edited in a live skill and no commit holds stays;
    where only the state holds such an edit, nothing goes until `gitskills review` decided on it.
    """
    from gitskills.app.init import leave
    from gitskills.app.install import uninstall

    if yes and not purge:
        raise click.UsageError("--yes goes with --purge")
    context = session.open() if purge else None
    if context is not None and not _purge_agreed(context, yes=yes):
        return 1
    for sentence in leave(session.folder, staying=not purge):
        click.echo(sentence)
    if context is not None:
        from gitskills.app.purge import purge as purge_all

        for sentence in purge_all(context):
            click.echo(render.visible(sentence))
    for sentence in uninstall():
        click.echo(sentence)
    return 0


def _purge_agreed(context: Context, *, yes: bool) -> bool:
    from gitskills.app.purge import doomed

    for sentence in doomed(context):
        click.echo(render.visible(sentence))
    if yes:
        return True
    if sys.stdin.isatty() and sys.stdout.isatty():
        return click.confirm("Take all of this away?")
    render.complain("nothing was changed", "say yes with --yes")
    return False


@click.command(
    "config",
    context_settings={"ignore_unknown_options": True},  # a value may be -1
    epilog=examples("gitskills config", "gitskills config landing review", "gitskills config --global --unset trust"),
)
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--global", "layer", flag_value="global", help="Of this person, in every repository.")
@click.option("--local", "layer", flag_value="local", default=True, help="Of this repository.")
@click.option("--unset", is_flag=True, help="Take the value out of that layer.")
@json_option
@click.pass_obj
def config_command(session: Session, key: str | None, value: str | None, layer: str, unset: bool, as_json: bool) -> int:
    """Show every setting and where it comes from, or set one."""
    from gitskills.state import gitconfig

    layer = layer if layer in {"global", "local"} else "local"
    name = key if not key or key.casefold().startswith("gitskills.") else f"gitskills.{key}"
    if name and (unset or value is not None):
        _change(session.folder, name, None if unset else value, layer)
        return 0
    for bad in gitconfig.load(session.folder)[1]:
        render.complain(f"{bad.key} = {bad.value!r} is not taken: {bad.why}")
    found = [item for item in gitconfig.effective(session.folder) if not name or item.key.casefold() == name.casefold()]
    if not found:
        raise GitskillsError(f"there is no setting {name}", "see `gitskills config`")
    if as_json:
        for item in found:
            render.json_line(item)
    elif name:
        click.echo(found[0].value)
    else:
        render.table(("KEY", "VALUE", "LAYER"), [(item.key, item.value, item.layer) for item in found])
    return 0


def _change(folder: str, name: str, value: str | None, layer: str) -> None:
    """Set one setting, or take it out of the layer where there is no value."""
    from gitskills.state import gitconfig

    bad = gitconfig.unset(folder, name, layer) if value is None else gitconfig.write(folder, name, value, layer)
    if bad is not None:
        raise UsageError(
            f"{bad.key} = {bad.value!r} was not taken: {bad.why}", "nothing was changed; see `gitskills config`"
        )


@click.command("doctor", epilog=examples("gitskills doctor", "gitskills doctor --json"))
@json_option
@click.pass_obj
def doctor_command(session: Session, as_json: bool) -> int:
    """Find what is wrong here, and say what to do about it."""
    from gitskills.app.doctor import examine

    probes = examine(session.open(tell=False))
    for probe in probes:
        if as_json:
            render.json_line(probe)
            continue
        click.echo(f"{MARKS[probe.ok]}{probe.name}: {render.visible(probe.sentence)}")
        if probe.hint and probe.ok is not True:
            click.echo(f"       → {render.visible(probe.hint)}")
    return 3 if any(probe.ok is False for probe in probes) else 0


@click.command("completion", epilog=examples('eval "$(gitskills completion bash)"'))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> None:
    """Print the script that completes words in your shell."""
    from click.shell_completion import get_completion_class

    from gitskills.cli.program import program

    found = get_completion_class(shell)
    if found is None:
        raise UsageError(f"no completion for {shell}")
    click.echo(found(program, {}, "gitskills", "_GITSKILLS_COMPLETE").source())

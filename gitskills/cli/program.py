"""`gitskills` itself: the options before the command, and the commands by name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

import click

from gitskills import __version__
from gitskills.cli.render import complain
from gitskills.errors import EnvironmentFault, GitskillsError
from gitskills.state.environment import variables

if TYPE_CHECKING:
    from gitskills.app.context import Context

COMMANDS = {
    "init": "upkeep", "uninstall": "upkeep", "doctor": "upkeep", "config": "upkeep", "demo": "demonstration", "completion": "upkeep",
    "learn": "learning", "propose": "proposing", "promote": "learning", "preview": "learning", "redact": "learning",
    "status": "reading", "list": "reading", "log": "reading", "show": "reading", "why": "reading",
    "lifecycle": "keeping", "pin": "keeping", "unpin": "keeping", "archive": "keeping", "restore": "keeping",
    "on": "switching", "off": "switching", "job": "switching",
    "rollback": "undoing", "withdraw": "undoing", "forgive": "undoing", "review": "reviewing", "check": "checking",
    "curate": "curating", "report": "curating",
    "pr": "pulling", "bisect": "bisecting", "bisect-step": "bisecting", "sync": "sharing",
    "decide": "deciding", "decisions": "decisions",
}  # fmt: skip


@dataclass(slots=True)
class Session:
    """What the outer options said. `environment_code` replaces exit code 3 where a caller gives it another meaning."""

    index_file: str = ""
    debug: bool = False
    environment_code: int = 0
    _opened: tuple[Context, tuple[str, ...]] | None = None

    def open(self, *, tell: bool = True) -> Context:
        """The repository and the person's own store, from the working folder.

        Edits in place are copied first of all; what of the settings is not taken is told.
        """
        from gitskills.app.context import open_context
        from gitskills.app.looking import look

        context = open_context(self.folder)
        look(context)
        self._opened = self._opened or (context, context.tips())
        for bad in context.bad if tell else ():
            complain(f"{bad.key} = {bad.value!r} is not taken: {bad.why}", "see `gitskills config`")
        return context

    def close(self) -> None:
        """What the next session is told follows what the command did."""
        if self._opened is None:
            return
        context, before = self._opened
        with suppress(GitskillsError, OSError):  # the next start finds it out of date, and has it made
            if context.tips() != before:
                from gitskills.app.sessions.starting import renew

                renew(context)

    @property
    def folder(self) -> str:
        try:
            return os.getcwd()  # noqa: PTH109 - the one place that asks
        except FileNotFoundError as error:
            raise EnvironmentFault("the working folder is gone", "change to one that exists, or use -C") from error


class LazyGroup(click.Group):
    """Commands whose module is imported when one is called or described; `places` says which module has which."""

    places: ClassVar[Mapping[str, str]] = COMMANDS

    def list_commands(self, _context: click.Context) -> list[str]:
        return sorted(self.places)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in self.places:
            return None
        module = import_module(f"gitskills.cli.{self.places[name]}")
        found: click.Command = getattr(module, f"{name.replace('-', '_')}_command")
        return found

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(context, words)
        except click.UsageError as error:
            import difflib

            close = difflib.get_close_matches(words[0], self.places, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"{error.message}{hint}", context) from error


def examples(*lines: str) -> str:
    """The end of a command's help."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="gitskills %(version)s")
@click.option("-C", "folders", multiple=True, metavar="DIR", help="Work as if started in DIR; may be given again.")
@click.option("--debug", is_flag=True, help="Show a traceback where something fails.")
@click.pass_context
def program(context: click.Context, folders: tuple[str, ...], debug: bool) -> None:
    """What a coding session taught becomes a commit: explained, reviewable, revertible.

    \b
    gitskills init                       once in a repository
    gitskills learn SESSION.jsonl        read a session, land what it taught
    gitskills status                     what was learned, what waits, what is wrong
    gitskills why NAME                   from which words
    gitskills rollback NAME -m REASON    take it back

    Exit codes: 0 done, 1 refused or nothing found, 2 wrong use, 3 the machine or the repository is not as needed.
    """  # noqa: D301 - click's mark for lines to be left as they are
    context.obj.debug = debug
    if variables(["NO_COLOR"]).get("NO_COLOR"):
        context.color = False
    for folder in folders:
        try:
            os.chdir(folder)
        except OSError as error:
            raise click.UsageError(f"cannot change to {folder!r}: {error.strerror}") from error


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for scripts.")


def complete_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The skills that are there, for the shell; nothing where there is no repository."""
    from gitskills.app.context import open_context
    from gitskills.app.status import list_skills

    folders = context.find_root().params.get("folders", ())
    with suppress(GitskillsError, OSError):
        here = open_context(os.path.join(os.getcwd(), *folders))  # noqa: PTH109, PTH118 - as -C will do
        return [line.name for line in list_skills(here, archived=True) if line.name.startswith(begun)]
    return []

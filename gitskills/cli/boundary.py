"""The command line's outermost frame: every failure becomes one sentence, one next step and an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from gitskills.errors import EnvironmentFault, GitskillsError
from gitskills.state.environment import scrub, variables

if TYPE_CHECKING:
    from gitskills.cli.program import Session

INTERRUPTED = 130
PIPE_CLOSED = 141  # what a shell says of a program that its reader left
INTERNAL = 3
COMPLETE = "_GITSKILLS_COMPLETE"


def run(words: Sequence[str]) -> int:
    """Exit codes: 0 done, 1 refused or nothing found, 2 usage, 3 environment, 130 interrupted."""
    index_file = variables(["GIT_INDEX_FILE"]).get("GIT_INDEX_FILE", "")
    index_file = os.path.abspath(index_file) if index_file else ""  # noqa: PTH100 - links in it are the caller's
    scrub()  # inside a git hook, another repository is named by the environment
    from gitskills.cli.program import Session

    _speak_any_encoding()
    session = Session(index_file)
    try:
        code = _call(words, session)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the one boundary of the command line
        code = _report(error, session)
        _write_the_rest()
    return code


def _write_the_rest() -> None:
    """What was said before something failed; the interpreter would try once more, and exit with a code of its own."""
    try:
        sys.stdout.flush()
    except OSError:
        _let_go_of_output()


def _let_go_of_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _call(words: Sequence[str], session: Session) -> int:
    from gitskills.cli.program import program

    if variables([COMPLETE]):
        program.main(prog_name="gitskills")  # answers the shell and exits
    with program.make_context("gitskills", list(words), obj=session) as context:
        answer = program.invoke(context)
        session.close()
    return answer if isinstance(answer, int) else 0


def _speak_any_encoding() -> None:
    """A terminal that can't show a letter gets its code: no output fails for its encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _report(error: Exception, session: Session) -> int:
    if session.debug:
        import traceback

        traceback.print_exception(error)
    told = _told(error)
    if told is None:
        sentence = f"internal error: {type(error).__name__}: {error}"
        told = EnvironmentFault(sentence, "run it again as `gitskills --debug …` and report it")
        _journal(f"internal error: {type(error).__name__}", session)  # its words may be content
    elif isinstance(told, EnvironmentFault):
        _journal(told.sentence, session)
    from gitskills.cli.render import complain

    complain(told.sentence, told.hint)
    return session.environment_code if told.exit_code == INTERNAL and session.environment_code else told.exit_code


def _told(error: Exception) -> GitskillsError | None:
    """The sentence for a condition that has one."""
    if isinstance(error, GitskillsError):
        return error
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return EnvironmentFault(f"{where}{error.strerror}", "see to the file's permissions and the disk's free space")
    return None


def _journal(why: str, session: Session) -> None:
    """Leave a line for `gitskills doctor`, where there is a place for it."""
    from gitskills.app.context import open_context
    from gitskills.state.journal import note_fault

    with suppress(GitskillsError, OSError):
        store = open_context(session.folder).project
        if store is not None and store.state.root.is_dir():
            note_fault(store.state, "command", why)

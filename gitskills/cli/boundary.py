"""The command line's outermost frame: every failure becomes one sentence, one next step and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from gitskills.errors import GitskillsError
from gitskills.state.environment import scrub, variables

INTERRUPTED = 130
INTERNAL = 3


def run(words: Sequence[str]) -> int:
    """Exit codes: 0 done, 1 refused or nothing found, 2 usage, 3 environment, 130 interrupted."""
    index_file = variables(["GIT_INDEX_FILE"]).get("GIT_INDEX_FILE", "")
    index_file = os.path.abspath(index_file) if index_file else ""  # noqa: PTH100 - links in it are the caller's
    scrub()  # inside a git hook, another repository is named by the environment
    from gitskills.cli.program import Session, program

    session = Session(index_file)
    try:
        answer = program.main(list(words), prog_name="gitskills", standalone_mode=False, obj=session)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except GitskillsError as error:
        return _say(error, session)
    except Exception as error:  # noqa: BLE001 - the one boundary of the command line
        return _internal(error, session)
    return answer if isinstance(answer, int) else 0


def _say(error: GitskillsError, session: object) -> int:
    click.echo(f"gitskills: {error.sentence}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
    code = getattr(session, "environment_code", 0)
    return code if code and error.exit_code == INTERNAL else error.exit_code


def _internal(error: Exception, session: object) -> int:
    if getattr(session, "debug", False):
        import traceback

        traceback.print_exc()
    click.echo(f"gitskills: internal error: {type(error).__name__}: {error}", err=True)
    click.echo("hint: run it again as `gitskills --debug …` and report what it prints", err=True)
    return getattr(session, "environment_code", 0) or INTERNAL

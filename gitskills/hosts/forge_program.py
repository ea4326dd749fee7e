"""`gh` and `glab`: run by name with fixed arguments, without a terminal or a prompt, within a time; their answers are JSON.

They bring the person's own login, proxies and certificates. Nothing here opens a connection or knows a token.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from gitskills.errors import EnvironmentFault
from gitskills.model.gitvariables import LOCAL_VARIABLES

SECONDS = 60.0
MOST = 64 << 20  # bytes of one answer
PAGE, MOST_PAGES = 100, 100
QUIET = {
    "CLICOLOR": "0",
    "GH_NO_UPDATE_NOTIFIER": "1",
    "GH_PAGER": "cat",
    "GH_PROMPT_DISABLED": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GLAB_CHECK_UPDATE": "false",
    "GLAB_NO_PROMPT": "true",
    "NO_COLOR": "1",
    "NO_PROMPT": "true",
    "PAGER": "cat",
}
_LOGIN = re.compile(r"auth login|authenticat|not logged in|bad credentials|\b401\b", re.IGNORECASE)
_LIMIT = re.compile(r"rate limit|too many requests|\b429\b", re.IGNORECASE)
_ABSENT = re.compile(r"\b404\b|not found|could not resolve to a", re.IGNORECASE)
_URL = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:/[\w./~%+-]*)?(?:#[\w-]+)?", re.ASCII)
_LONGEST_URL = 300


@dataclass(frozen=True, slots=True)
class Program:
    """One of the two, started in `folder`, for the forge at `host`."""

    name: str
    folder: str
    host: str

    @property
    def installed(self) -> bool:
        return shutil.which(self.name) is not None

    def run(self, command: tuple[str, ...], words: str = "") -> str:
        """What `command` prints, with `words` as its input. An EnvironmentFault says why it failed and what to do."""
        done = _finished(command, self.folder, words)
        if done.status:
            raise self._fault(done.complaint or done.output)
        return done.output

    def ask(self, path: str) -> object:
        """The JSON at a place of the forge's API."""
        output = self.run((self.name, "api", f"--hostname={self.host}", path))
        try:
            return json.loads(output)
        except (ValueError, RecursionError) as error:
            raise EnvironmentFault(
                f"{self.name} did not answer with JSON", f"try by hand: {self.name} api {path}"
            ) from error

    def every(self, path: str) -> Iterator[object]:
        """All items of a list, page by page; a caller who stops early stops asking, too."""
        more = "&" if "?" in path else "?"
        for page in range(1, MOST_PAGES + 1):
            found = self.ask(f"{path}{more}per_page={PAGE}&page={page}")
            if not isinstance(found, list):
                raise EnvironmentFault(
                    f"{self.name} did not answer with a list", f"try by hand: {self.name} api {path}"
                )
            yield from found
            if len(found) < PAGE:
                return

    def _fault(self, complaint: str) -> EnvironmentFault:
        said = next((line.strip() for line in complaint.splitlines() if line.strip()), "it said nothing")[:300]
        if _LIMIT.search(complaint):
            return EnvironmentFault(f"{self.host} wants no more requests for now: {said}", "try again later")
        if _LOGIN.search(complaint):
            login = f"{self.name} auth login --hostname {self.host}"
            return EnvironmentFault(f"{self.name} is not logged in to {self.host}: {said}", login)
        if _ABSENT.search(complaint):
            return EnvironmentFault(f"{self.host} knows no such thing, or doesn't show it to you: {said}")
        return EnvironmentFault(f"{self.name} failed: {said}", f"try it by hand; `{self.name} auth status` tells more")


@dataclass(frozen=True, slots=True)
class _Done:
    status: int
    output: str
    complaint: str


def _finished(command: tuple[str, ...], folder: str, words: str) -> _Done:
    """The process in a session of its own; when its time is up, all that it started ends with it."""
    kept = {name: value for name, value in os.environ.items() if name not in LOCAL_VARIABLES}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaint:
        try:
            child = subprocess.Popen(
                command,
                cwd=folder,
                env=kept | QUIET,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=complaint,
                start_new_session=True,
            )
        except OSError as error:
            raise EnvironmentFault(f"{command[0]} can't be started: {error.strerror}", "is it on the PATH?") from error
        try:
            child.communicate(words.encode("utf-8", "replace"), SECONDS)
        except subprocess.TimeoutExpired as error:
            raise EnvironmentFault(
                f"{command[0]} took longer than {SECONDS:g} seconds", "try it by hand in the same folder"
            ) from error
        finally:
            _end(child)
        return _Done(child.returncode, _text(output), _text(complaint))


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        with suppress(ProcessLookupError):
            child.kill() if sys.platform == "win32" else os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _text(file: BinaryIO) -> str:
    file.seek(0)
    content = file.read(MOST + 1)
    if len(content) > MOST:
        raise EnvironmentFault(f"the answer is larger than {MOST >> 20} MB")
    return content.decode("utf-8", "replace")


def text_at(item: object, *names: str) -> str:
    """The text at the end of a path through an answer, "" where there is none; lone surrogates are replaced."""
    for name in names:
        item = item.get(name) if isinstance(item, Mapping) else None
    return item.encode("utf-8", "replace").decode("utf-8") if isinstance(item, str) else ""


def number_at(item: object, name: str) -> int:
    """The whole number of that name, 0 where there is none."""
    found = item.get(name) if isinstance(item, Mapping) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def clean_url(text: str) -> str:
    """The URL without its query, "" where it is no plain one."""
    bare = re.sub(r"\?[^#]*", "", text)
    return bare if len(bare) <= _LONGEST_URL and _URL.fullmatch(bare) else ""

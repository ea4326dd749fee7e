"""A git process that is spoken to while it runs: without hooks, without a terminal, and never waited for without end."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping
from contextlib import suppress
from typing import IO

from gitskills.errors import RepositoryFault
from gitskills.git.process import ENVIRONMENT, NO_HOOKS, Finished, end_group, git_absent, scrub_environment

SECONDS = 120.0  # a partial clone may fetch meanwhile
_MOST = 1 << 20


class GitFailedError(Exception):
    """What git said when it ended without doing what was asked."""


class Conversation:
    """One process, started in a folder; it ends when it is left, or when nobody knows it any more."""

    def __init__(self, folder: str, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        scrub_environment()
        self._name = next(word for word in arguments if not word.startswith("-") and "=" not in word)
        self._complaint = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the process lives
        try:
            self._process = subprocess.Popen(
                ["git", *NO_HOOKS, *arguments],
                cwd=folder,
                env={**os.environ, **ENVIRONMENT, **(environment or {})},  # noqa: TID251  # passed on, not read
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaint,
                bufsize=0,
                start_new_session=True,  # nothing can ask on a terminal
            )
        except FileNotFoundError as error:
            self._complaint.close()
            raise git_absent() from error
        self._read = b""
        self._stop = weakref.finalize(self, _ended, self._process, self._complaint)

    @property
    def process(self) -> int:
        """The process's id."""
        return self._process.pid

    def say(self, words: bytes) -> None:
        """Write to it; a process that has ended is noticed where its answer is read."""
        rest = memoryview(words)
        with suppress(BrokenPipeError):
            while rest:
                rest = rest[self._input.write(rest) or 0 :]

    def line(self) -> bytes:
        """The next line, without its end."""
        while b"\n" not in self._read:
            self._more()
        answer, _, self._read = self._read.partition(b"\n")
        return answer

    def take(self, count: int) -> bytes:
        """The next so many bytes."""
        parts, lacking = [self._read[:count]], count - len(self._read)
        self._read = self._read[count:]
        while lacking > 0:
            self._more()
            parts.append(self._read[:lacking])
            lacking, self._read = lacking - len(parts[-1]), self._read[lacking:]
        return b"".join(parts)

    def finish(self, words: bytes = b"") -> Finished:
        """Say the last words, hear it out, and how it ended."""
        self.say(words)
        self._input.close()
        heard = [self._read]
        while chunk := self._chunk():
            heard.append(chunk)
        status = self._process.wait(SECONDS)
        complaint = self._said()
        self._stop()
        return Finished(status, b"".join(heard), complaint)

    def _more(self) -> None:
        chunk = self._chunk()
        if not chunk:
            self._process.wait(SECONDS)
            raise GitFailedError(self._said() or f"git {self._name} ended early")
        self._read += chunk

    def _chunk(self) -> bytes:
        output = self._process.stdout
        assert output is not None  # noqa: S101  # it was asked for
        if sys.platform != "win32" and not select.select([output], [], [], SECONDS)[0]:
            end_group(self._process)
            self._stop()
            raise RepositoryFault(
                f"git {self._name} took longer than {SECONDS:g} seconds", "try it by hand in the same folder"
            )
        return os.read(output.fileno(), _MOST)

    @property
    def _input(self) -> IO[bytes]:
        stream = self._process.stdin
        assert stream is not None  # noqa: S101  # it was asked for
        return stream

    def _said(self) -> str:
        """What it complained of, in one line."""
        self._complaint.seek(0)
        lines = self._complaint.read().decode("utf-8", "replace").splitlines()
        return "; ".join(line.removeprefix("fatal: ").removeprefix("error: ").strip() for line in lines if line.strip())


def _ended(process: subprocess.Popen[bytes], complaint: IO[bytes]) -> None:
    """Close all, and see it end: what is waiting for words ends by itself, anything else with all that it started."""
    for stream in (process.stdin, process.stdout, complaint):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        end_group(process)

"""Who of us holds the lock on a ref, so that a gitskills that was killed while holding it blocks nobody.

A lock is taken away only where the note beside it proves that it is that process's own file and that the process is gone.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

_AT_ONCE, _TICK = 5_000_000_000, 20_000_000  # nanoseconds; a file system's clock may lag by a tick
_NAMESPACE = Path("/proc/self/ns/pid")  # process ids of another container say nothing here


@dataclass(frozen=True, slots=True)
class Holder:
    """`lock` is git's lock file, `place` the note about it, `new` the commit that is to land, `process` who holds it."""

    lock: Path
    place: Path
    new: str
    process: int = field(default_factory=os.getpid)

    def held(self) -> tuple[int, int] | None:
        """What tells one holding of the lock from the next; None where nobody holds it."""
        with suppress(OSError):
            found = self.lock.stat()
            return found.st_ino, found.st_mtime_ns
        return None

    def note(self) -> None:
        """Say that this process holds the lock. Without the note a crash is only less comfortable."""
        with suppress(OSError):
            _write(self.place, (*_machine(), str(self.process), str(self.lock.stat().st_ino), self.new))

    @contextmanager
    def intended(self) -> Iterator[None]:
        """Say that this process is about to take the lock; both notes go when the block is left, after the lock is gone."""
        intent = self._intent(str(self.process))
        with suppress(OSError):
            self.place.parent.mkdir(mode=0o700, exist_ok=True)
            _write(intent, (*_machine(), str(self.process), self.new))
        try:
            yield
        finally:
            words = _words(self.place)
            if words[:3] == [*_machine(), str(self.process)]:
                self.place.unlink(missing_ok=True)
            intent.unlink(missing_ok=True)

    def clear_dead(self, *, waited: bool = False) -> bool:
        """Take the lock away if a gitskills that is gone left it; whether it was.

        `waited`: nobody let go of it for as long as we wait. Then it is enough that such a process was just about to take it.
        """
        if not self._is_dead(waited=waited):
            return False
        from filelock import FileLock, Timeout

        try:
            with FileLock(f"{self.place}.clearing", timeout=0, mode=0o600):
                if not self._is_dead(waited=waited):  # another process cleared it, and somebody may hold a new one
                    return False
                self.lock.unlink(missing_ok=True)
                self.place.unlink(missing_ok=True)
                for intent in self._dead_intents():
                    intent.unlink(missing_ok=True)
                return True
        except Timeout:
            return False

    def _is_dead(self, *, waited: bool) -> bool:
        return self._is_noted_dead() or (waited and self._was_intended())

    def _intent(self, process: str) -> Path:
        return self.place.with_name(f"{self.place.name}.{process}")

    def _dead_intents(self) -> list[Path]:
        found = self.place.parent.glob(f"{self.place.name}.[0-9]*")
        return [
            intent for intent in found if _words(intent)[:2] == _machine() and not _is_alive(int(intent.suffix[1:]))
        ]

    def _was_intended(self) -> bool:
        """Killed between taking the lock and noting it: made at once after a dead process said it would, it holds nothing of another."""
        with suppress(OSError, ValueError):
            made, content = self.lock.stat().st_ctime_ns, self.lock.read_bytes().strip()
            for intent in self._dead_intents():
                own = content in (b"", *(word.encode() for word in _words(intent)[3:4]))
                if own and -_TICK <= made - intent.stat().st_mtime_ns < _AT_ONCE:
                    return True
        return False

    def _is_noted_dead(self) -> bool:
        words = _words(self.place)
        if len(words) != 6 or words[:2] != _machine() or not words[2].isdigit() or _is_alive(int(words[2])):
            return False
        with suppress(FileNotFoundError):
            content = self.lock.read_bytes().strip()
            return str(self.lock.stat().st_ino) == words[3] and content in (b"", words[4].encode())
        return False


def _write(place: Path, words: Iterable[str]) -> None:
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write("\n".join((*words, "")))


def _words(place: Path) -> list[str]:
    """The lines of a note; none where it is gone or a link."""
    with suppress(OSError, UnicodeDecodeError):
        return [] if place.is_symlink() else place.read_text(encoding="utf-8").split("\n")
    return []


def _machine() -> list[str]:
    return [platform.node(), str(_NAMESPACE.readlink()) if _NAMESPACE.is_symlink() else ""]


def process_mark() -> str:
    """What tells the running process from all others, on this machine and elsewhere."""
    return " ".join((*_machine(), str(os.getpid())))


def is_gone(mark: str) -> bool:
    """Whether the process that left `mark` ran here and runs no more."""
    machine, _, process = mark.rpartition(" ")
    return machine == " ".join(_machine()) and process.isdigit() and not _is_alive(int(process))


def _is_alive(process: int) -> bool:
    if sys.platform == "win32":
        return True  # there is no harmless way to ask
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(process)


def _is_zombie(process: int) -> bool:
    """Whether it has ended and only its parent doesn't know yet, as in a container whose first process asks after nobody."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[:1] == [b"Z"]
    return False

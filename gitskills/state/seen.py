"""What a person has looked at: the tip at the last look, and ids that were accepted one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitskills.errors import RepositoryFault
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import append, read_whole, write_whole

_TIP = "seen"
_RECORDS = "records"
_MOST_RECORDS = 4 << 20
_ID = re.compile(rb"[0-9a-f]{8,64}")


def read_seen(state: StateDirectory) -> str:
    """The tip when somebody last looked, "" before that."""
    found = _ID.match(_content(state, _TIP))
    return found[0].decode("ascii") if found else ""


def write_seen(state: StateDirectory, tip: str) -> None:
    write_whole(state.file(_TIP), tip.encode("ascii") + b"\n")


def read_marks(state: StateDirectory, name: str) -> frozenset[str]:
    """All ids in the set `name` (`made` here, `accepted` by a person, …); a torn last line is no id."""
    lines = _content(state, f"{name}.ids").split(b"\n")[:-1]
    return frozenset(line.decode("ascii") for line in lines if _ID.fullmatch(line))


def add_marks(state: StateDirectory, name: str, ids: Iterable[str]) -> None:
    """Put ids into the set `name`."""
    lines = "".join(f"{one}\n" for one in ids)
    if lines:
        append(state.file(f"{name}.ids"), lines.encode("ascii"))


def record_mark(uuid: str) -> str:
    """A record's own id in the form of a mark, "" where it is none."""
    mark = uuid.replace("-", "").lower()
    return mark if _ID.fullmatch(mark.encode("utf-8", "replace")) else ""


def add_records(state: StateDirectory, uuids: Iterable[str]) -> None:
    """Records that were reflected on, whichever transcript held them; the oldest of very many are forgotten."""
    add_marks(state, _RECORDS, dict.fromkeys(mark for uuid in uuids if (mark := record_mark(uuid))))
    content = _content(state, f"{_RECORDS}.ids")
    if len(content) > _MOST_RECORDS:
        write_whole(state.file(f"{_RECORDS}.ids"), content[len(content) // 2 :].partition(b"\n")[2])


def read_records(state: StateDirectory) -> frozenset[str]:
    """Marks of the records that were reflected on."""
    return read_marks(state, _RECORDS)


def _content(state: StateDirectory, name: str) -> bytes:
    place = state.peek(name)
    try:
        return read_whole(place) or b""
    except OSError as error:
        raise RepositoryFault(f"{place} can't be read: {error}", "remove it, if nothing else needs it") from error

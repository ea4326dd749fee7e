"""When a skill came to this clone: the hour here, the count in `uses`. Lost means a fresh probation."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.state.codec import Malformed, decode, encode
from gitskills.state.directory import StateDirectory
from gitskills.state.durable import read_whole, write_whole
from gitskills.state.lock import held
from gitskills.state.uses import begin_lives

_FILE = "births.json"
_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Birth:
    """`time` in UNIX seconds, 0 where the skill only arrived here."""

    name: str
    time: int


@dataclass(frozen=True, slots=True)
class _Register:
    births: tuple[Birth, ...] = ()


def read_births(state: StateDirectory) -> dict[str, Birth]:
    """All known births by skill name."""
    try:
        content = read_whole(state.peek(_FILE))
        register = decode(_Register, content) if content is not None else _Register()
    except (OSError, Malformed):
        return {}
    return {birth.name: birth for birth in register.births}


def record_births(state: StateDirectory, births: tuple[Birth, ...], gone: tuple[str, ...] = ()) -> None:
    """Add births, each the beginning of a life that is counted anew, and forget those of skills that are gone."""
    begin_lives(state, (birth.name for birth in births))
    with held(state, "births", _SECONDS):
        known = read_births(state) | {birth.name: birth for birth in births}
        left = tuple(known[name] for name in sorted(known) if name not in gone)
        write_whole(state.file(_FILE), encode(_Register(left)))

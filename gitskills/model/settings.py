"""Every setting, its default and its range. Keys are git config's (`gitskills.*`), lower-cased as git compares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Key:
    """How one setting is spelt and checked: `choices` for words, `low` and `high` (inclusive) for numbers."""

    name: str
    field: str
    help: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def variable(self) -> str:
        """The environment variable that overrides it: gitskills.window.bytes → GITSKILLS_WINDOW_BYTES."""
        return "GITSKILLS_" + self.name.removeprefix("gitskills.").replace(".", "_").upper()


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective values. Sizes are bytes."""

    branch: str = "skills"
    enabled: bool = True
    landing: str = "explicit"
    trust: str = "mine"
    user_scope: bool = True
    reflector: str = "auto"
    births_per_day: int = 5
    probation_max: int = 20
    probation_turns: int = 100
    record_bytes: int = 4_000
    window_bytes: int = 200_000
    windows_per_run: int = 4
    digest_exchanges: int = 20
    digest_bytes: int = 20_000
    lock_seconds: int = 30
    allow: tuple[str, ...] = ()  # fingerprints of safety findings that a person allowed


KEYS: tuple[Key, ...] = (
    Key("gitskills.branch", "branch", "the branch that holds what was learned"),
    Key("gitskills.enabled", "enabled", "whether anything is read or learned at all", ("true", "false")),
    Key("gitskills.landing", "landing", "what lands without being asked", ("explicit", "auto", "review")),
    Key(
        "gitskills.trust",
        "trust",
        "whose commits are taken up without being looked at",
        ("reviewed", "mine", "all"),
    ),
    Key("gitskills.userScope", "user_scope", "skills of the person beside those of the repository", ("on", "off")),
    Key("gitskills.reflector", "reflector", "who reads the session: auto, offline", ("auto", "offline")),
    Key("gitskills.birthsPerDay", "births_per_day", "new skills a day; the rest wait", low=0, high=100_000),
    Key("gitskills.probationMax", "probation_max", "skills in probation at once; the rest wait", low=0, high=100_000),
    Key("gitskills.probationTurns", "probation_turns", "turns that a new skill is left alone", low=0, high=1_000_000),
    Key("gitskills.record.bytes", "record_bytes", "longest record that a reflector sees", low=200, high=1_000_000),
    Key("gitskills.window.bytes", "window_bytes", "longest window that a reflector sees", low=2_000, high=10_000_000),
    Key("gitskills.window.perRun", "windows_per_run", "windows read in one run", low=1, high=100_000),
    Key(
        "gitskills.digest.exchanges",
        "digest_exchanges",
        "exchanges before the window, for orientation",
        low=0,
        high=1_000,
    ),
    Key("gitskills.digest.bytes", "digest_bytes", "longest digest", low=0, high=1_000_000),
    Key("gitskills.lockSeconds", "lock_seconds", "how long to wait for another gitskills", low=1, high=3_600),
    Key("gitskills.allow", "allow", "fingerprints of safety findings that you allow, comma-separated"),
)

TRUE_WORDS = frozenset({"true", "yes", "on", "1"})
FALSE_WORDS = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True)
class BadSetting:
    """A value that was not taken, and why."""

    key: str
    value: str
    why: str


def find_key(name: str) -> Key | None:
    """The key spelt so, without regard to case, as git compares the outer parts."""
    return next((key for key in KEYS if key.name.casefold() == name.casefold()), None)


def parse_value(key: Key, text: str) -> object:
    """The typed value of `text`; a ValueError says why not."""
    kind = type(getattr(Settings(), key.field))
    if kind is bool:
        return _switch(text)
    if kind is int:
        return _number(key, text)
    if kind is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if key.choices and text not in key.choices:
        raise ValueError(f"must be one of {', '.join(key.choices)}")
    if not text.strip() or text != text.strip():
        raise ValueError("must not be empty or begin or end with white space")
    return text


def _switch(text: str) -> bool:
    word = text.strip().casefold()
    if word in TRUE_WORDS or word in FALSE_WORDS:
        return word in TRUE_WORDS
    raise ValueError("must be true or false")


def _number(key: Key, text: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit():
        raise ValueError("must be a whole number")
    if not key.low <= int(text) <= key.high:
        raise ValueError(f"must be from {key.low} to {key.high}")
    return int(text)


def parse_settings(values: Mapping[str, str]) -> tuple[Settings, tuple[BadSetting, ...]]:
    """Settings from a mapping of key names to texts, and what was not taken; a bad value leaves the default."""
    taken: dict[str, object] = {}
    bad: list[BadSetting] = []
    for name, text in values.items():
        key = find_key(name)
        if key is None:
            bad.append(BadSetting(name, text, "no such setting"))
            continue
        try:
            taken[key.field] = parse_value(key, text)
        except ValueError as error:
            bad.append(BadSetting(key.name, text, str(error)))
    known = {item.name for item in fields(Settings)}
    return replace(Settings(), **{name: value for name, value in taken.items() if name in known}), tuple(bad)  # type: ignore[arg-type]

"""Every setting, its default and its range. Keys are git config's (`gitskills.*`), lower-cased as git compares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from gitskills.model.hookwords import ACTIVITY, BRANCH, JOB_SECONDS, TAIL, TARGETS, switch
from gitskills.model.proposal import Scope

FORGES = ("auto", "github", "gitlab", "agit", "none")
REFLECTORS = ("auto", "claude", "anthropic", "openai", "offline")


@dataclass(frozen=True, slots=True)
class Key:
    """How one setting is spelt and checked: `choices` for words, `low` and `high` (inclusive) for numbers.

    `layers` names the layers of git's configuration that it is taken from, where not from every one and the environment.
    """

    name: str
    field: str
    help: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    layers: tuple[str, ...] = ()

    @property
    def variable(self) -> str:
        """The environment variable that overrides it: gitskills.window.bytes → GITSKILLS_WINDOW_BYTES."""
        return "GITSKILLS_" + self.name.removeprefix("gitskills.").replace(".", "_").upper()


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective values. Sizes are bytes."""

    branch: str = BRANCH
    enabled: bool = True
    learn: bool = True
    decide: bool = True
    activity: int = ACTIVITY
    tail: int = TAIL
    job_seconds: int = JOB_SECONDS
    sweep_seconds: int = 25
    refine: bool = True
    landing: str = "explicit"
    trust: str = "mine"
    user_scope: bool = True
    reflector: str = "auto"
    claude: bool = False
    model_name: str = ""
    context_tokens: int = 32_000
    run_seconds: int = 180
    anthropic_url: str = "https://api.anthropic.com"
    openai_url: str = ""
    prompt_dir: str = ""
    tokens_per_day: int = 300_000
    runs_per_day: int = 8
    host_context_tokens: int = 200_000
    births_per_day: int = 5
    probation_max: int = 20
    probation_turns: int = 100
    user_probation_turns: int = 300
    curate_turns: int = 250
    pool: int = 50
    user_pool: int = 20
    targets: tuple[str, ...] = (TARGETS[0],)
    remote: str = ""
    sync_seconds: int = 120
    forge: str = FORGES[0]
    sign: str = "never"
    sign_seconds: int = 20
    record_bytes: int = 4_000
    window_bytes: int = 200_000
    windows_per_run: int = 4
    digest_exchanges: int = 20
    digest_bytes: int = 20_000
    lock_seconds: int = 30
    allow: tuple[str, ...] = ()  # fingerprints of safety findings that a person allowed

    def probation(self, scope: Scope) -> int:
        """Turns in which a new skill is left alone."""
        return self.user_probation_turns if scope is Scope.USER else self.probation_turns

    @property
    def signing(self) -> int:
        """Seconds that each signature may take, 0 where none is made."""
        return self.sign_seconds if self.sign == "git" else 0

    def capacity(self, scope: Scope) -> int:
        """How many skills there may be behind their probation."""
        return self.user_pool if scope is Scope.USER else self.pool


KEYS: tuple[Key, ...] = (
    Key("gitskills.branch", "branch", "the branch that holds what was learned"),
    Key(
        "gitskills.enabled",
        "enabled",
        "whether anything is read or learned at all; sessions only where it was set to true",
        ("true", "false"),
    ),
    Key("gitskills.learn", "learn", "whether sessions are reflected on by themselves", ("true", "false")),
    Key("gitskills.decide", "decide", "whether decisions are read off sessions", ("true", "false")),
    Key("gitskills.activity", "activity", "tool calls of a session between two reflections", low=1, high=100_000),
    Key("gitskills.tail", "tail", "tool calls that make a session's end worth a look", low=1, high=100_000),
    Key("gitskills.job.seconds", "job_seconds", "the longest life of a background job, in seconds", low=1, high=86_400),
    Key(
        "gitskills.sweep.seconds",
        "sweep_seconds",
        "how long a model may look for decisions at a session's end; 0: never",
        low=0,
        high=3_600,
    ),
    Key("gitskills.refine", "refine", "whether a session's agent is offered lessons to reword", ("true", "false")),
    Key("gitskills.landing", "landing", "what lands without being asked", ("explicit", "auto", "review")),
    Key(
        "gitskills.trust",
        "trust",
        "whose commits are taken up without being looked at",
        ("reviewed", "mine", "signed", "all"),
    ),
    Key("gitskills.userScope", "user_scope", "skills of the person beside those of the repository", ("on", "off")),
    Key(
        "gitskills.reflector",
        "reflector",
        "who reads the session; auto: the first that you named for gitskills, else offline",
        REFLECTORS,
    ),
    Key("gitskills.claude", "claude", "auto may start Claude Code itself as a reflector", ("true", "false")),
    Key("gitskills.model.name", "model_name", "the model; a small one of the reflector's where none is named"),
    Key(
        "gitskills.model.contextTokens",
        "context_tokens",
        "tokens that a prompt and its answers may take together",
        low=8_000,
        high=1_000_000,
    ),
    Key("gitskills.model.seconds", "run_seconds", "longest run of a model", low=5, high=3_600),
    Key("gitskills.anthropic.url", "anthropic_url", "where the reflector anthropic sends its requests"),
    Key("gitskills.openai.url", "openai_url", "an OpenAI-compatible server, as `http://127.0.0.1:11434/v1`"),
    Key("gitskills.promptDir", "prompt_dir", "a folder of prompts instead of ours", layers=("local", "worktree")),
    Key(
        "gitskills.budget.tokensPerDay",
        "tokens_per_day",
        "tokens that models may take in a day, then offline",
        low=0,
        high=1_000_000_000,
    ),
    Key("gitskills.budget.runsPerDay", "runs_per_day", "runs of models in a day, then offline", low=0, high=100_000),
    Key(
        "gitskills.host.contextTokens",
        "host_context_tokens",
        "the context of the host's model; a hundredth of it is for the list of all skills",
        low=8_000,
        high=10_000_000,
    ),
    Key("gitskills.birthsPerDay", "births_per_day", "new skills a day; the rest wait", low=0, high=100_000),
    Key("gitskills.probationMax", "probation_max", "skills in probation at once; the rest wait", low=0, high=100_000),
    Key(
        "gitskills.curateTurns",
        "curate_turns",
        "turns after which merges of narrow skills are planned by themselves",
        low=1,
        high=1_000_000,
    ),
    Key(
        "gitskills.probationTurns",
        "probation_turns",
        "turns in which a new skill was listed and is left alone",
        low=0,
        high=1_000_000,
    ),
    Key(
        "gitskills.userProbationTurns",
        "user_probation_turns",
        "the same for a skill of the person",
        low=0,
        high=1_000_000,
    ),
    Key(
        "gitskills.pool", "pool", "skills behind their probation; the least used go to the archive", low=0, high=100_000
    ),
    Key("gitskills.userPool", "user_pool", "the same for skills of the person", low=0, high=100_000),
    Key(
        "gitskills.targets",
        "targets",
        "the folders `.<word>/skills` that skills are written to, comma-separated; for those of your own, set it with --global",
        TARGETS,
    ),
    Key("gitskills.remote", "remote", "the remote by which a team shares skills: nothing is put away unasked"),
    Key(
        "gitskills.sync.seconds",
        "sync_seconds",
        "the longest fetch or push of a sync, your pre-push hook included, in seconds",
        low=1,
        high=86_400,
    ),
    Key(
        "gitskills.forge",
        "forge",
        "how a pull request is opened: by gh, by glab, by the push options of Gitea and Forgejo, not at all; auto: by the remote's host",
        FORGES,
    ),
    Key("gitskills.sign", "sign", "whether commits are signed; git: as git is configured to", ("never", "git")),
    Key("gitskills.sign.seconds", "sign_seconds", "how long a signature may take, in seconds", low=1, high=3_600),
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


@dataclass(frozen=True, slots=True)
class BadSetting:
    """A value that was not taken, and why; `layer` is git's, "" where nobody wrote it yet."""

    key: str
    value: str
    why: str
    layer: str = ""


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
        return _listed(key, text)
    if key.choices and text not in key.choices:
        raise ValueError(f"must be one of {', '.join(key.choices)}")
    if not text.strip() or text != text.strip():
        raise ValueError("must not be empty or begin or end with white space")
    return text


def _listed(key: Key, text: str) -> tuple[str, ...]:
    """Each word once; at least one where only some may be said."""
    parts = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if key.choices and not (parts and set(parts) <= set(key.choices)):
        raise ValueError(f"must be one or more of {', '.join(key.choices)}")
    return parts


def _switch(text: str) -> bool:
    found = switch(text)
    if found is None:
        raise ValueError("must be true or false")
    return found


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

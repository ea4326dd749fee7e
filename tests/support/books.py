"""Sessions that are made up step by step, and books of what happened in them, kept apart from everything that counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.support.transcripts import TranscriptBuilder

OTHERS = ("handmade", "plugin:thing", "theirs-not-ours")


@dataclass
class Books:
    """What is true, by skill."""

    uses: Counter[str] = field(default_factory=Counter)
    views: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> tuple[int, int, int]:
        return self.uses[name], self.views[name], self.turns[name]


@dataclass
class World:
    """A few sessions in one repository; `root` is its folder, `names` the skills that are ours and live."""

    chance: random.Random
    root: str
    names: tuple[str, ...]
    books: Books = field(default_factory=Books)
    sessions: list[TranscriptBuilder] = field(default_factory=list)
    told: dict[str, set[str]] = field(default_factory=dict)

    def begin(self) -> None:
        """A new session: the host tells its skills behind the first prompt."""
        made = TranscriptBuilder(session=f"5f0c2a9e-0000-4000-8000-{len(self.sessions):012d}")
        made.day, made.cwd = "2099-01-01", self.root
        self.sessions.append(made)
        self._open(made)

    def fork(self) -> None:
        """A copy of a session that goes its own way."""
        old = self.chance.choice(self.sessions)
        made = old.fork(f"5f0c2a9e-0000-4000-9000-{len(self.sessions):012d}")
        self.sessions.append(made)
        self._open(made)

    def resume(self) -> None:
        """The same session, the host's process begun anew: its list is told again."""
        self._open(self.chance.choice(self.sessions))

    def step(self) -> None:
        """Anything that may happen in a session."""
        self.chance.choice(self._deeds())(self.chance.choice(self.sessions), self.chance.choice(self.names))

    def _open(self, session: TranscriptBuilder) -> None:
        session.user("Good morning.")
        listed = [name for name in self.names if self.chance.random() < 0.8]
        session.listing(*listed, *OTHERS)
        self.told[session.session] = set(listed)
        session.agent("Good morning.")
        self._turn(session)

    def _turn(self, session: TranscriptBuilder) -> None:
        self.books.turns.update(self.told[session.session])

    def _deeds(self) -> tuple[Callable[[TranscriptBuilder, str], object], ...]:
        return (
            self._prompt, self._prompt, self._skill, self._skill, self._slash, self._read, self._shell,
            self._queued, self._news, self._refused, self._nothing, self._aside, self._parallel,
        )  # fmt: skip

    def _prompt(self, session: TranscriptBuilder, _name: str) -> None:
        session.user("Go on, please.")
        session.agent("Done.")
        self._turn(session)

    def _queued(self, session: TranscriptBuilder, _name: str) -> None:
        session.call("Bash", command="sleep 1")
        stamp = f"2099-01-01T08:{session.line // 60 % 60:02d}:{session.line % 60:02d}.000Z"
        session.queue("enqueue", content=f"And be quick {session.number} {session.line}.", timestamp=stamp)
        session.queue("remove", timestamp=stamp)
        session.result("")
        session.agent("Yes.")
        self._turn(session)

    def _news(self, session: TranscriptBuilder, name: str) -> None:
        """The host tells of a skill that came meanwhile."""
        session.listing(name, whole=False)
        self.told[session.session].add(name)

    def _skill(self, session: TranscriptBuilder, name: str) -> None:
        session.skill(name)
        self.books.uses[name] += 1

    def _slash(self, session: TranscriptBuilder, name: str) -> None:
        session.slash(name)
        session.agent("As the skill says.")
        self.books.uses[name] += 1
        self._turn(session)

    def _read(self, session: TranscriptBuilder, name: str) -> None:
        session.exchange("Read", "---", file_path=f"{self.root}/.claude/skills/{name}/SKILL.md")
        self.books.views[name] += 1

    def _shell(self, session: TranscriptBuilder, name: str) -> None:
        folder = f".claude/skills/{name}"
        command = self.chance.choice(
            (
                f"cat {folder}/SKILL.md",
                f"cd {self.root}/.claude/skills && head -5 {name}/references/notes.md | sort",
                f"sed -n 1,20p '{self.root}/{folder}/SKILL.md'",
                f"git status; bash {folder}/scripts/run.sh > out.txt",
                f"{folder}/scripts/run.sh --all 2>&1",
            )
        )
        session.exchange("Bash", self.chance.choice(("", "text")), command=command)
        self.books.views[name] += 1

    def _parallel(self, session: TranscriptBuilder, name: str) -> None:
        """Two calls before the first result."""
        session.call("Skill", skill=name)
        first = session.last_call
        session.call("Read", file_path=f"{self.root}/.claude/skills/{name}/SKILL.md")
        session.result("---")
        session.last_call = first
        session.result("Launching")
        self.books.uses[name] += 1
        self.books.views[name] += 1

    def _refused(self, session: TranscriptBuilder, name: str) -> None:
        """Denied or failed: by a rule, by the person with a word or without, for a missing file."""
        how = self.chance.randrange(4)
        if how < 2:
            session.call("Skill", skill=name)
        else:
            session.call("Read", file_path=f"{self.root}/.claude/skills/{name}/SKILL.md")
        if how == 0:
            session.rejection("Not now.")
            self._turn(session)
        elif how == 1:
            session.rejection()
        else:
            session.error("Permission to use Read has been denied." if how == 2 else "File does not exist.")
        session.agent("Then not.")

    def _nothing(self, session: TranscriptBuilder, name: str) -> None:
        """What looks like a use and is none."""
        folder = f"{self.root}/.claude/skills"
        deeds: tuple[Callable[[], object], ...] = (
            lambda: session.exchange("Read", "x", file_path=f"/elsewhere/.claude/skills/{name}/SKILL.md"),
            lambda: session.exchange("Read", "x", file_path=f"{folder}/handmade/SKILL.md"),
            lambda: session.exchange("Bash", "x", command=f"ls -la {folder}/{name}"),
            lambda: session.exchange("Bash", "x", command=f"rm {folder}/{name}/SKILL.md"),
            lambda: session.exchange(
                "Bash", "", command=f"cat > {folder}/{name}/SKILL.md <<'E'\ncat {folder}/{name}/SKILL.md\nE"
            ),
            lambda: session.exchange("Bash", "", command=f"sed -i s/a/b/ {folder}/{name}/SKILL.md"),
            lambda: session.exchange("Write", "x", file_path=f"{folder}/{name}/SKILL.md", content="x"),
            lambda: session.exchange("Grep", "x", path=folder, pattern=name),
            lambda: session.skill("handmade"),
            lambda: session.skill(f"plugin:{name}"),
            lambda: session.slash("handmade"),
            lambda: session.agent(f"I could use {name}: {folder}/{name}/SKILL.md"),
            lambda: session.meta(f"<command-message>{name}</command-message>\n<command-name>/{name}</command-name>"),
            lambda: session.raw(b"{broken"),
            lambda: session.raw({"type": "api-request-blob", "message": session.rows[-1]}),
        )
        self.chance.choice(deeds)()

    def _aside(self, session: TranscriptBuilder, name: str) -> None:
        """A subagent's records, as old versions keep them in the same file."""
        parent = session.parent
        begin = len(session.rows)
        session.user("Look around.")
        session.skill(name)
        session.exchange("Read", "x", file_path=f"{self.root}/.claude/skills/{name}/SKILL.md")
        for row in session.rows[begin:]:
            assert isinstance(row, dict)
            row["isSidechain"] = True
        session.parent = parent

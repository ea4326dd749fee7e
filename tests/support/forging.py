"""Commits that nobody's gitskills would make, by the git binary: any tree, any message, any author, any parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.repos import Content, RepoBuilder

PLAIN, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
OURS = {"GIT_AUTHOR_NAME": "gitskills", "GIT_AUTHOR_EMAIL": "noreply@gitskills.invalid"}


@dataclass(frozen=True)
class Odd:
    """A file with another mode than a plain one's; of a submodule `content` is the commit."""

    mode: str
    content: str


@dataclass(frozen=True)
class Forger:
    """Works on a branch of somebody's clone that nobody has checked out; the author is gitskills unless `author` says otherwise."""

    repo: RepoBuilder
    branch: str = "skills"
    author: Mapping[str, str] = field(default_factory=lambda: OURS)

    @property
    def tip(self) -> str:
        return self.repo.tip(self.branch)

    def tree(self, base: str, files: Mapping[str, Content | Odd | None]) -> str:
        """The tree of `base` with other files; None takes a file or a whole folder away."""
        private = self.repo.with_environment(GIT_INDEX_FILE=str(self.repo.home / "forged-index"))
        private.git("read-tree", base)
        for path, content in files.items():
            if content is None:
                private.git("rm", "--quiet", "-r", "--cached", "--", path)
                continue
            odd = content if isinstance(content, Odd) else Odd(PLAIN, "")
            raw = odd.content if isinstance(content, Odd) else content
            written = raw if isinstance(raw, bytes) else raw.encode()
            blob = str(raw) if odd.mode == SUBMODULE else self.repo.git("hash-object", "-w", "--stdin", stdin=written)
            private.git("update-index", "--add", "--cacheinfo", f"{odd.mode},{blob},{path}")
        return private.git("write-tree")

    def commit(
        self, message: str, files: Mapping[str, Content | Odd | None], parents: Sequence[str] = (), base: str = ""
    ) -> str:
        """A commit on the branch, of `files` changed in the first parent's tree or in that of `base`."""
        above = parents or (self.tip,)
        tree = self.tree(base or above[0], files)
        words = [word for parent in above for word in ("-p", parent)]
        made = self.repo.with_environment(**self.author).git("commit-tree", tree, *words, "-m", message)
        self.repo.git("update-ref", f"refs/heads/{self.branch}", made)
        return made

    def reworded(self, change: Mapping[str, str], files: Mapping[str, Content | Odd | None] | None = None) -> str:
        """The tip once more: words of its message replaced, and other files in its tree."""
        message = self.message(self.tip)
        for old, new in change.items():
            assert old in message, f"{old!r} does not stand in {message!r}"
            message = message.replace(old, new)
        tip = self.tip
        parent = self.repo.git("rev-parse", f"{tip}^")
        return self.commit(message, files or {}, (parent,), base=tip)

    def message(self, commit: str) -> str:
        return self.repo.git("log", "-1", "--format=%B", commit)

    def trailer(self, key: str) -> str:
        """The line of a trailer of the tip, with its key."""
        return next(line for line in self.message(self.tip).split("\n") if line.startswith(f"{key}: "))

    def folder(self, path: str) -> str:
        """Tree id of a folder at the tip."""
        return self.repo.git("rev-parse", f"{self.tip}:{path}")

    def text(self, path: str) -> str:
        return self.repo.show(f"{self.tip}:{path}").decode()

"""Real git repositories for tests, made by the git binary alone. Sealed: no system or personal configuration, fixed identity.

`fingerprint` holds everything of a user's that gitskills must leave alone.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

Content = str | bytes
GIT_VARIABLES = (
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_DEFAULT_HASH",
    "GIT_DEFAULT_REF_FORMAT",
)


def sealed_environment(home: Path) -> dict[str, str]:
    """What a git process of a test sees: PATH, an empty home, a person called Ada."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in GIT_VARIABLES}
    return kept | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada",
        "GIT_AUTHOR_EMAIL": "ada@example.invalid",
        "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.invalid",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


@dataclass(frozen=True)
class RepoBuilder:
    """One repository or one of its working folders at `path`."""

    path: Path
    home: Path
    extra: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def create(cls, path: Path, *arguments: str, home: Path | None = None) -> RepoBuilder:
        """`git init` with further arguments (`--bare`, `--separate-git-dir=…`), default branch main, nothing committed."""
        folder = home or path.parent / "home"
        folder.mkdir(parents=True, exist_ok=True)
        path.mkdir(parents=True, exist_ok=True)
        made = cls(path, folder)
        made.git("init", "--quiet", "--initial-branch=main", *arguments)
        return made

    @classmethod
    def with_commit(
        cls, path: Path, files: Mapping[str, Content] | None = None, home: Path | None = None
    ) -> RepoBuilder:
        """A repository with one commit on main."""
        made = cls.create(path, home=home)
        made.commit("first", files or {"README.md": "# A project\n"})
        return made

    def at(self, path: Path) -> RepoBuilder:
        """The same user, another folder."""
        return RepoBuilder(path, self.home, self.extra)

    def with_environment(self, **variables: str) -> RepoBuilder:
        return RepoBuilder(self.path, self.home, {**self.extra, **variables})

    @property
    def environment(self) -> dict[str, str]:
        return sealed_environment(self.home) | dict(self.extra)

    def run(
        self, *arguments: str | bytes, stdin: bytes = b"", check: bool = True
    ) -> subprocess.CompletedProcess[bytes]:
        """`git …` in this folder; output as bytes."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=self.environment, input=stdin, capture_output=True, check=False
        )
        if check and done.returncode != 0:
            raise AssertionError(f"git {arguments} gave {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done

    def git(self, *arguments: str | bytes, stdin: bytes = b"", check: bool = True) -> str:
        """Standard output of `git …` without its last newline."""
        return os.fsdecode(self.run(*arguments, stdin=stdin, check=check).stdout).removesuffix("\n")

    def write(self, path: str, content: Content, *, executable: bool = False) -> Path:
        """A file in the working folder."""
        place = self.path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
        if executable:
            place.chmod(0o755)
        return place

    def commit(self, message: str, files: Mapping[str, Content] | None = None) -> str:
        """Write `files`, add them, commit on the checked-out branch; the commit's id."""
        for path, content in (files or {}).items():
            self.write(path, content)
            self.git("add", "--force", "--", path)
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", f"--message={message}")
        return self.git("rev-parse", "HEAD")

    def commit_on(self, branch: str, message: str, files: Mapping[str, Content | None]) -> str:
        """A person's commit on a branch that is not checked out: None deletes the path. The branch must exist."""
        index = self.home / f"index-{branch.replace('/', '-')}"
        private = self.with_environment(GIT_INDEX_FILE=str(index))
        private.git("read-tree", branch)
        for path, content in files.items():
            if content is None:
                private.git("update-index", "--force-remove", "--", path)
                continue
            raw = content.encode() if isinstance(content, str) else content
            blob = self.git("hash-object", "-w", "--stdin", stdin=raw)
            private.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
        tree = private.git("write-tree")
        made = self.git("commit-tree", tree, "-p", branch, "-m", message)
        self.git("update-ref", f"refs/heads/{branch}", made)
        index.unlink()
        return made

    def worktree(self, path: Path, *arguments: str) -> RepoBuilder:
        """`git worktree add`; further arguments as `--detach` or a branch."""
        self.git("worktree", "add", "--quiet", str(path), *arguments)
        return self.at(path)

    def clone(self, path: Path, *arguments: str) -> RepoBuilder:
        """`git clone` of this repository by file URL (so that --depth and --filter count)."""
        self.git("-c", "protocol.file.allow=always", "clone", "--quiet", *arguments, self.path.as_uri(), str(path))
        return self.at(path)

    def tip(self, branch: str) -> str:
        """Commit id of a branch, "" where absent."""
        return self.git("rev-parse", "--verify", "--quiet", f"refs/heads/{branch}", check=False)

    def show(self, revision_path: str) -> bytes:
        """Content of `rev:path`."""
        return self.run("cat-file", "blob", revision_path).stdout

    def paths(self, revision: str, folder: str = "") -> list[str]:
        """All file paths below a folder of a revision."""
        listed = self.git("ls-tree", "-r", "-z", "--name-only", revision, *([folder] if folder else []))
        return [path for path in listed.split("\0") if path]

    def subjects(self, revision: str) -> list[str]:
        """Subjects of the commits reachable from `revision`, newest first."""
        listed = self.git("log", "--format=%s", revision, check=False)
        return listed.split("\n") if listed else []

    def fsck(self) -> None:
        """An AssertionError where `git fsck --strict` finds anything."""
        self.git("fsck", "--strict", "--no-dangling", "--no-progress")

    def fingerprint(self, ignore: tuple[str, ...] = (".claude/skills",), branch: str = "skills") -> dict[str, str]:
        """HEAD, index, stash, configuration, all refs but `branch`, the working tree without `ignore`: each by its bytes."""
        folder = Path(self.git("rev-parse", "--absolute-git-dir"))
        common = self.path / self.git("rev-parse", "--git-common-dir")
        admin = [
            folder / "HEAD",
            folder / "index",
            common / "config",
            common / "refs/stash",
            common / "logs/refs/stash",
        ]
        prints = {f"git:{place.name}": _digest(place) for place in admin}
        listed = self.git("for-each-ref", "--format=%(refname) %(objectname)").split("\n")
        prints["refs"] = "\n".join(line for line in listed if not line.startswith(f"refs/heads/{branch} "))
        if self.git("rev-parse", "--is-bare-repository") == "false":
            prints |= {f"tree:{name}": value for name, value in _working_files(self.path, ignore)}
        return prints


def _working_files(root: Path, ignore: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            place = Path(folder, name)
            relative = place.relative_to(root).as_posix()
            if name != ".git" and not relative.startswith(ignore):
                found.append((relative, _digest(place)))
    return found


def _digest(place: Path) -> str:
    if place.is_symlink():
        return f"link:{place.readlink()}"
    if not place.exists():
        return "absent"
    return f"{place.stat().st_mode:o}:{hashlib.sha256(place.read_bytes()).hexdigest()}"

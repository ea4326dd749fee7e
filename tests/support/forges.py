"""Stand-ins for the outside programs `gh` and `glab`: real executables on the PATH that answer from a book and note what they were asked.

The answers are in our own words, in the shapes that both programs document; `tests/contract/test_forge_programs.py` holds
the command lines against the real `gh` where there is one.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.repos import RepoBuilder

SCRIPT = """#!{python} -IS
import json, os, sys
words = sys.argv[1:]
said = sys.stdin.buffer.read().decode("utf-8", "replace")
here = {folder!r}
with open(here + "/asked.jsonl", "a") as log:
    log.write(json.dumps([words, said, os.environ.get("GH_PROMPT_DISABLED", "")]) + "\\n")
book = json.load(open(here + "/book.json"))
line = " ".join(words)
found = [key for key in book if key in line]
answer = book[max(found, key=len)] if found else {{"err": "Not Found (HTTP 404)", "status": 1}}
if isinstance(answer, list):  # a list of the API, a hundred a page
    page = int(line.rpartition("&page=")[2])
    answer = {{"out": json.dumps(answer[(page - 1) * 100 : page * 100])}}
sys.stdout.buffer.write(answer.get("out", "").encode("utf-8", "surrogatepass"))
sys.stderr.write(answer.get("err", ""))
sys.exit(answer.get("status", 0))
"""

Answer = Mapping[str, object] | Sequence[object]


@dataclass(frozen=True)
class Scripted:
    """One such program."""

    folder: Path

    def answer(self, key: str, answer: Answer) -> None:
        """What it says to a command line that holds `key`; the longest key that fits counts."""
        book = json.loads((self.folder / "book.json").read_text())
        (self.folder / "book.json").write_text(json.dumps({**book, key: answer}))

    def json(self, key: str, value: object) -> None:
        self.answer(key, {"out": json.dumps(value)})

    @property
    def asked(self) -> list[list[str]]:
        """The command lines so far."""
        return [words for words, _, _ in self._log]

    @property
    def inputs(self) -> list[str]:
        return [said for _, said, _ in self._log]

    @property
    def _log(self) -> list[tuple[list[str], str, str]]:
        place = self.folder / "asked.jsonl"
        return [tuple(json.loads(line)) for line in place.read_text().splitlines()] if place.exists() else []


def scripted(name: str, folder: Path) -> Scripted:
    """Puts a program of that name first on the PATH of this test."""
    home = folder / f"{name}-stand-in"
    (home / "bin").mkdir(parents=True)
    (home / "book.json").write_text("{}")
    program = home / "bin" / name
    program.write_text(SCRIPT.format(python=sys.executable, folder=str(home)))
    program.chmod(0o755)
    os.environ["PATH"] = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return Scripted(home)


def over_ssh(made: RepoBuilder, bare: RepoBuilder, url: str, folder: Path) -> None:
    """Let `made` reach the bare repository under a forge's URL: its ssh goes no farther than this machine."""
    program = folder / "ssh-stand-in"
    program.write_text(f"#!/bin/sh\nfor last; do :; done\nexec ${{last%% *}} {str(bare.path)!r}\n")
    program.chmod(0o755)
    made.git("config", "core.sshCommand", str(program))
    made.git("config", "ssh.variant", "ssh")
    made.git("remote", "set-url", "origin", url)


# --- what GitHub says ---


def github_comment(number: int, login: str, body: str, **more: object) -> dict[str, object]:
    """A comment beside a line, as the API lists it; `kind` and `role` are the account's and the writer's."""
    kind, role = more.pop("kind", "User"), more.pop("role", "MEMBER")
    return {
        "id": number,
        "html_url": f"https://github.com/ada/shop/pull/7#discussion_r{number}",
        "user": {"login": login, "type": kind},
        "body": body,
        "path": "shop/cart.py",
        "diff_hunk": "@@ -1,2 +1,2 @@\n-total = 1.5\n+total = 150",
        "created_at": f"2026-03-02T10:{number % 60:02}:00Z",
        "author_association": role,
        "performed_via_github_app": None,
        **more,
    }


def github_pull(program: Scripted, comments: Sequence[object], *, number: int = 7, own: str = "ada") -> None:
    """A pull request of `bea`'s, seen by `own`."""
    place = f"repos/ada/shop/pulls/{number}"
    program.json(place, {"html_url": f"https://github.com/ada/shop/pull/{number}", "user": {"login": "bea"}})
    program.answer(f"{place}/comments", comments)
    program.answer(f"{place}/reviews", [])
    program.answer(f"repos/ada/shop/issues/{number}/comments", [])
    program.json("github.com user", {"login": own})


# --- what GitLab says ---


def gitlab_note(number: int, username: str, body: str, **more: object) -> dict[str, object]:
    return {
        "id": number,
        "type": "DiffNote",
        "author": {"username": username},
        "body": body,
        "system": False,
        "created_at": f"2026-03-02T10:{number % 60:02}:00Z",
        "position": {"new_path": "shop/cart.py"},
        **more,
    }


def gitlab_pull(program: Scripted, notes: Sequence[object], members: Sequence[object], *, own: str = "ada") -> None:
    """Merge request 7 of `bea`'s, seen by `own`."""
    place = "projects/ada%2Fshop/merge_requests/7"
    program.json(place, {"web_url": "https://gitlab.com/ada/shop/-/merge_requests/7", "author": {"username": "bea"}})
    program.answer(f"{place}/notes", notes)
    program.answer("projects/ada%2Fshop/members/all", members)
    program.json("gitlab.com user", {"username": own})

"""The real `gh`, where there is one, and a small GitHub of our own for it to speak to: as much of the API as it asks for.

GITSKILLS_GH names a `gh` beside the PATH's.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from gitskills.hosts.forge_program import Program
from tests.conftest import OUTSIDE
from tests.support.forges import github_comment

HOST = "github.localhost"
_PATH = os.pathsep.join((os.path.dirname(sys.executable), OUTSIDE.get("PATH", "")))  # noqa: PTH120 - a link as it stands


def real_gh() -> str:
    """Its path; the test is skipped where there is none."""
    found = OUTSIDE.get("GITSKILLS_GH") or shutil.which("gh", path=_PATH)
    if not found:
        pytest.skip("there is no gh here (GITSKILLS_GH names one; the dev group brings one for Linux on x86_64)")
    return found


class Answering(BaseHTTPRequestHandler):
    """A small GitHub of our own: as much of its API as `gh` asks for."""

    asked: ClassVar[list[tuple[str, str, str]]] = []

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_PATCH(self) -> None:
        self._answer()

    def _answer(self) -> None:
        said = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
        self.asked.append((self.command, self.path, said))
        status, answer = reply(self.path, said)
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:
        """Silent."""


def reply(path: str, said: str) -> tuple[int, object]:
    if path.endswith("/user"):
        return 200, {"login": "ada"}
    if "/pulls/7/comments" in path:
        return 200, [github_comment(11, "cleo", "Always use integer cents for prices, never floats.")] if path.endswith(
            "page=1"
        ) else []
    if re.search(r"/pulls/7$", path):
        return 200, {"html_url": "https://github.localhost/ada/shop/pull/7", "user": {"login": "bea"}}
    if re.search(r"/(?:reviews|issues/7/comments)\?", path):
        return 200, []
    if "/pulls?" in path:
        return 200, []
    if "/graphql" in path:
        return 200, {"data": graph(said)}
    return 404, {"message": "Not Found"}


def graph(said: str) -> dict[str, object]:
    """What `gh pr create` asks beforehand: the repository, an open pull request of that branch, then the creation."""
    pull = {"id": "PR_7", "number": 7, "url": "https://github.localhost/ada/shop/pull/7"}
    repository = {
        "id": "R_1",
        "name": "shop",
        "owner": {"login": "ada", "id": "U_1"},
        "hasIssuesEnabled": True,
        "description": "",
        "viewerPermission": "WRITE",
        "hasWikiEnabled": False,
        "defaultBranchRef": {"name": "main"},
        "parent": None,
        "mergeCommitAllowed": True,
        "rebaseMergeAllowed": True,
        "squashMergeAllowed": True,
        "pullRequests": {"nodes": [], "totalCount": 0, "pageInfo": {"hasNextPage": False, "endCursor": ""}},
        "pullRequestTemplates": [],
        "issueTemplates": [],
        "pullRequest": {**pull, "title": "", "body": "", "state": "OPEN"},
    }
    return {
        "repository": repository,
        "viewer": {"login": "ada", "id": "U_1"},
        "createPullRequest": {"pullRequest": pull},
        "__type": {"fields": [], "inputFields": []},
    }


@contextmanager
def small_github(monkeypatch: pytest.MonkeyPatch, folder: Path, gh: str) -> Iterator[Program]:
    """The real `gh`, which takes our server for a proxy: `github.localhost` is its own name for a GitHub without TLS."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    Answering.asked.clear()
    (folder / "bin").mkdir()
    (folder / "bin" / "gh").symlink_to(gh)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("GH_CONFIG_DIR", str(folder / "gh-config"))
    monkeypatch.setenv("GH_TOKEN", "x")
    monkeypatch.setenv("GH_ENTERPRISE_TOKEN", "x")
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{server.server_port}")
    try:
        yield Program("gh", str(folder), HOST)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

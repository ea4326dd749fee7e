"""Remotes for tests: a bare repository, reached by file, by `git daemon`, or over HTTP with git's own back end behind a small server."""

from __future__ import annotations

import base64
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.support.repos import RepoBuilder

LOGIN = ("ada", "s3cret-word")


@dataclass(frozen=True)
class Team:
    """A bare repository with main, and clones of it that chose it for sharing."""

    bare: RepoBuilder
    folder: Path

    def clone(self, name: str, *, chosen: bool = True, url: str = "") -> RepoBuilder:
        """Another machine's clone, with a home of its own only where tests give it one."""
        made = self.bare.at(self.folder / name)
        self.bare.git("clone", "--quiet", url or self.bare.path.as_uri(), str(made.path))
        if chosen:
            made.git("config", "gitskills.remote", "origin")
        return made


def team(folder: Path) -> Team:
    """A project with one commit, pushed to a bare repository whose HEAD is main."""
    seed = RepoBuilder.with_commit(folder / "seed", {"README.md": "# A project\n"}, Path.home())
    bare = RepoBuilder.create(folder / "team.git", "--bare", home=Path.home())
    seed.git("push", "--quiet", bare.path.as_uri(), "main")
    return Team(bare, folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def daemon(bare: RepoBuilder) -> Iterator[str]:
    """The URL under which `git daemon` serves the repository, pushes allowed."""
    port = free_port()
    command = ["git", "daemon", "--reuseaddr", "--export-all", "--enable=receive-pack", "--listen=127.0.0.1"]
    process = subprocess.Popen(
        [*command, f"--port={port}", f"--base-path={bare.path.parent}"],
        env=bare.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port)
        yield f"git://127.0.0.1:{port}/{bare.path.name}"
    finally:
        os.killpg(process.pid, 15)
        process.wait()


def _wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("the server did not start")


@contextmanager
def silent() -> Iterator[str]:
    """The URL of a server that takes a connection and never says a word."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"git://127.0.0.1:{server.getsockname()[1]}/team.git"


class _Backend(BaseHTTPRequestHandler):
    """One request to `git http-backend`."""

    server: _Server

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self._body())

    def log_message(self, *_words: object) -> None:
        """Tests print nothing."""

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") == "chunked":
            parts = []
            while size := int(self.rfile.readline().strip(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _answer(self, body: bytes) -> None:
        wanted = "Basic " + base64.b64encode(":".join(LOGIN).encode()).decode()
        if self.server.login and self.headers.get("Authorization") != wanted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="team"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        done = subprocess.run(
            ["git", "http-backend"], env=self._environment(), input=body, capture_output=True, check=False
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().splitlines())
        self.send_response(int(fields.pop("Status", "200 OK").split()[0]))
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _environment(self) -> dict[str, str]:
        path, _, query = self.path.partition("?")
        said = {
            "GIT_PROJECT_ROOT": str(self.server.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": self.command,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REMOTE_USER": LOGIN[0],  # who may push
            "REMOTE_ADDR": "127.0.0.1",
        }
        return self.server.environment | said


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, bare: RepoBuilder, *, login: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Backend)
        self.root, self.login, self.environment = bare.path.parent, login, bare.environment


@contextmanager
def http(bare: RepoBuilder, *, login: bool = False) -> Iterator[str]:
    """The URL under which the repository is served by smart HTTP; with `login` only to who knows LOGIN."""
    server = _Server(bare, login=login)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{bare.path.name}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

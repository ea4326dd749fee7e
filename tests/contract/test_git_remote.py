"""The network git: one branch in, one branch out; nothing else of either side moves, nobody is asked, nothing hangs."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gitskills.errors import EnvironmentFault, UsageError
from gitskills.git.network import Network
from gitskills.git.remote import (
    Pushed,
    Sent,
    fetch,
    fetch_objects,
    heads,
    push,
    require_remote,
    tracking,
    without_secrets,
)
from tests.support.processes import dies
from tests.support.remotes import LOGIN, Team, daemon, http, silent, team
from tests.support.repos import RepoBuilder

pytestmark = pytest.mark.promise("share-1")
BRANCH = "skills"


def told(_done: int, _total: int) -> None:
    """Nobody looks."""


def network(made: RepoBuilder, seconds: float = 60) -> Network:
    return Network(str(made.path), seconds, told)


def bring(made: RepoBuilder) -> str:
    return fetch(network(made), "origin", BRANCH)


def send(made: RepoBuilder, commit: str, expected: str, seconds: float = 60) -> Pushed:
    return push(network(made, seconds), "origin", BRANCH, commit, expected)


def commit(made: RepoBuilder, *parents: str, word: str = "x") -> str:
    """A commit that no ref holds."""
    blob = made.git("hash-object", "-w", "--stdin", stdin=word.encode())
    tree = made.git("mktree", stdin=f"100644 blob {blob}\tfile\n".encode())
    return made.git("commit-tree", tree, "-m", word, *(part for parent in parents for part in ("-p", parent)))


def others(made: RepoBuilder) -> dict[str, str]:
    """All that must stay: what a fingerprint holds, without the one ref; and that nothing new lies in the git folder."""
    prints = made.fingerprint(branch="none")
    prints["refs"] = "\n".join(line for line in prints["refs"].split("\n") if "remotes/origin/skills" not in line)
    git_dir = made.path / made.git("rev-parse", "--git-dir")
    return prints | {"names": repr(sorted(place.name for place in git_dir.iterdir()))}


@pytest.fixture
def ours(tmp_path: Path) -> Team:
    made = team(tmp_path)
    seed = made.bare.at(tmp_path / "seed")
    seed.git("remote", "add", "origin", made.bare.path.as_uri())
    seed.git("push", "--quiet", "origin", "main:skills")
    return made


@contextmanager
def served(how: str, bare: RepoBuilder) -> Iterator[str]:
    if how == "file":
        yield bare.path.as_uri()
    elif how == "daemon":
        with daemon(bare) as url:
            yield url
    else:
        with http(bare, login=how == "login") as url:
            yield url.replace("://", f"://{':'.join(LOGIN)}@") if how == "login" else url


@pytest.mark.parametrize("how", ["file", "daemon", "http", "login"])
def test_a_branch_goes_there_and_comes_back_over_every_way(how: str, ours: Team) -> None:
    with served(how, ours.bare) as url:
        made = ours.clone("one", url=url)
        base = bring(made)
        assert base == ours.bare.tip(BRANCH)
        sent = commit(made, base)
        assert send(made, sent, base) == Pushed(Sent.DONE)
        assert ours.bare.tip(BRANCH) == sent
        assert made.git("rev-parse", tracking("origin", BRANCH)) == sent
    ours.bare.fsck()


def test_a_fetch_writes_the_one_ref_and_nothing_else(ours: Team) -> None:
    made = ours.clone("one")
    for name, value in {
        "fetch.prune": "true", "fetch.pruneTags": "true", "fetch.writeCommitGraph": "true", "gc.auto": "1",
        "remote.origin.tagOpt": "--tags", "submodule.recurse": "true", "fetch.all": "true", "gc.autoDetach": "false",
    }.items():  # fmt: skip
        made.git("config", name, value)
    made.git("update-ref", "refs/remotes/origin/gone", "HEAD")
    made.git("tag", "mine")
    made.write("notes.txt", "unsaved\n")
    far = ours.bare
    new = commit(far, far.tip(BRANCH))
    for ref in (f"refs/heads/{BRANCH}", "refs/tags/v1", "refs/heads/main", "refs/heads/topic"):
        far.git("update-ref", ref, new)
    before = others(made)
    assert bring(made) == new
    assert others(made) == before


def test_the_commits_of_another_branch_come_without_a_ref(ours: Team) -> None:
    made = ours.clone("one")
    new = commit(ours.bare, ours.bare.tip("main"))
    ours.bare.git("update-ref", "refs/heads/main", new)
    before = others(made)
    assert heads(network(made), "origin").tips["main"] == new
    fetch_objects(network(made), "origin", "main")
    assert made.git("cat-file", "-t", new) == "commit"
    assert others(made) == before


def test_a_branch_that_is_not_there_is_no_failure(ours: Team) -> None:
    made = ours.clone("one")
    assert fetch(network(made), "origin", "none") == ""


def test_an_empty_remote_has_no_heads(tmp_path: Path) -> None:
    bare = RepoBuilder.create(tmp_path / "empty.git", "--bare", home=Path.home())
    made = RepoBuilder.with_commit(tmp_path / "one", home=Path.home())
    made.git("remote", "add", "origin", bare.path.as_uri())
    found = heads(network(made), "origin")
    assert (found.tips, found.default) == ({}, "")
    assert fetch(network(made), "origin", BRANCH) == ""


def test_a_name_that_no_branch_may_have_is_none_whatever_a_server_says(ours: Team, tmp_path: Path) -> None:
    made = ours.clone("one")
    said = [f"{made.tip('main')} refs/heads/{name}\n" for name in ("main", "x:refs/heads/main", "a b", "*", "a..b")]
    rows = "".join(f"{len(row) + 4:04x}{row}" for row in said) + "0000"
    server = tmp_path / "server"
    server.write_text(f"#!/bin/sh\ncat <<'END'\n{rows}\nEND\ncat >/dev/null\n")
    server.chmod(0o755)
    made.git("config", "remote.origin.uploadpack", str(server))
    assert set(heads(network(made), "origin").tips) == {"main"}


def test_a_push_lands_only_where_the_branch_still_is_as_expected(ours: Team) -> None:
    made = ours.clone("one")
    base = bring(made)
    mine, theirs = commit(made, base, word="mine"), commit(ours.bare, base, word="theirs")
    ours.bare.git("update-ref", f"refs/heads/{BRANCH}", theirs)
    assert send(made, mine, base).sent is Sent.MOVED
    ours.bare.git("update-ref", "-d", f"refs/heads/{BRANCH}")
    assert send(made, mine, base).sent is Sent.MOVED
    ours.bare.git("update-ref", f"refs/heads/{BRANCH}", theirs)
    assert send(made, mine, "").sent is Sent.MOVED
    assert ours.bare.tip(BRANCH) == theirs


def test_a_push_sends_the_one_branch_whatever_git_is_told(ours: Team, tmp_path: Path) -> None:
    made = ours.clone("one")
    spare = RepoBuilder.create(tmp_path / "spare.git", "--bare", home=Path.home())
    made.git("remote", "add", "spare", spare.path.as_uri())
    for name, value in {
        "remote.pushDefault": "spare", "push.default": "matching", "push.followTags": "true",
        "remote.origin.push": "refs/heads/*:refs/heads/*", "push.recurseSubmodules": "on-demand",
    }.items():  # fmt: skip
        made.git("config", name, value)
    made.git("branch", "private")
    base = bring(made)
    sent = commit(made, base)
    made.git("tag", "-a", "-m", "x", "mine", sent)
    before = others(made)
    assert send(made, sent, base).sent is Sent.DONE
    assert others(made) == before
    assert ours.bare.git("for-each-ref", "--format=%(refname)").split("\n") == [
        "refs/heads/main",
        f"refs/heads/{BRANCH}",
    ]
    assert spare.git("for-each-ref") == ""


def test_of_all_hooks_only_the_persons_own_pre_push_runs_and_its_no_is_told(ours: Team) -> None:
    made = ours.clone("one")
    base = bring(made)
    hooks = made.path / ".git/hooks"
    for name in ("pre-push", "reference-transaction", "post-checkout", "pre-auto-gc"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {name}-ran\necho not on Fridays >&2\nexit 1\n")
        (hooks / name).chmod(0o755)
    bring(made)
    assert not list(made.path.glob("*-ran"))
    (hooks / "reference-transaction").unlink()  # at a push it runs as at every push of git
    answer = send(made, commit(made, base), base)
    assert answer.sent is Sent.REFUSED
    assert "not on Fridays" in answer.words
    assert "pre-push" in answer.words
    assert [place.name for place in made.path.glob("*-ran")] == ["pre-push-ran"]
    assert ours.bare.tip(BRANCH) == base


def test_what_the_other_side_says_no_with_is_told(ours: Team) -> None:
    made = ours.clone("one")
    base = bring(made)
    hook = ours.bare.path / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho protected, ask Grace >&2\nexit 1\n")
    hook.chmod(0o755)
    answer = send(made, commit(made, base), base)
    assert answer.sent is Sent.REFUSED
    assert "protected, ask Grace" in answer.words


def test_a_remote_that_says_nothing_is_left_after_the_time_allowed(ours: Team) -> None:
    made = ours.clone("one")
    with silent() as url:
        made.git("remote", "set-url", "origin", url)
        with pytest.raises(EnvironmentFault, match=r"did not answer within 0\.5 seconds") as caught:
            fetch(network(made, 0.5), "origin", BRANCH)
    assert "git ls-remote origin" in caught.value.hint


def test_whatever_a_hanging_git_started_is_ended_with_it(ours: Team, tmp_path: Path) -> None:
    made = ours.clone("one")
    script = tmp_path / "ssh"
    script.write_text(f"#!/bin/sh\nsleep 600 & echo $! > {tmp_path}/child\nwait\n")
    script.chmod(0o755)
    made.git("config", "core.sshCommand", str(script))
    made.git("config", "ssh.variant", "simple")
    made.git("remote", "set-url", "origin", "git@example.invalid:team.git")
    with pytest.raises(EnvironmentFault):
        fetch(network(made, 4), "origin", BRANCH)
    child = int((tmp_path / "child").read_text())
    assert dies(child)


ASKS = """
import os, sys
try:
    os.open("/dev/tty", os.O_RDWR)
except OSError:
    print("ada@example.invalid: Permission denied (publickey,password).", file=sys.stderr)
    sys.exit(255)
sys.stdin.buffer.read(1)
"""


def test_an_ssh_that_would_ask_for_a_password_finds_nobody_to_ask(ours: Team, tmp_path: Path) -> None:
    made = ours.clone("one")
    (tmp_path / "asks.py").write_text(ASKS)
    made.git("config", "core.sshCommand", f"{sys.executable} {tmp_path}/asks.py")
    made.git("config", "ssh.variant", "simple")
    made.git("remote", "set-url", "origin", "git@example.invalid:team.git")
    with pytest.raises(EnvironmentFault, match="wants a login, and nobody is asked"):
        bring(made)


def test_a_server_that_wants_a_password_gets_it_from_the_helper_or_nobody_is_asked(
    ours: Team, gitconfig: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ours.clone("one")
    monkeypatch.delenv("GIT_TERMINAL_PROMPT")
    with http(ours.bare, login=True) as url:
        made.git("remote", "set-url", "origin", url)
        with pytest.raises(EnvironmentFault, match="wants a login") as caught:
            bring(made)
        assert "credential helper" in caught.value.hint
        helper = f"!f() {{ echo username={LOGIN[0]}; echo password={LOGIN[1]}; }}; f"
        made.run("config", "--file", str(gitconfig), "credential.helper", helper)
        assert bring(made) == ours.bare.tip(BRANCH)
        made.git("remote", "set-url", "origin", url.replace("://", "://ada:wrong-one@"))
        made.run("config", "--file", str(gitconfig), "--unset", "credential.helper")
        with pytest.raises(EnvironmentFault) as caught:
            bring(made)
        assert "wrong-one" not in caught.value.sentence


def test_the_persons_rewriting_of_urls_holds(ours: Team, gitconfig: Path) -> None:
    made = ours.clone("one")
    made.run("config", "--file", str(gitconfig), f"url.{ours.folder.as_uri()}/.insteadOf", "short:")
    made.git("remote", "set-url", "origin", "short:team.git")
    require_remote(str(made.path), "origin")
    assert bring(made) == ours.bare.tip(BRANCH)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("--upload-pack=touch owned", ""),
        ("-x", ""),
        ("../seed", ""),
        ("ext::sh -c 'touch owned'", ""),
        ("https://example.invalid/x.git", ""),
        ("", ""),
        ("nobody", ""),
        ("origin", "ext::sh -c touch% owned"),
        ("origin", "--upload-pack=touch owned"),
    ],
)
def test_no_name_and_no_url_can_start_a_program(name: str, url: str, ours: Team) -> None:
    made = ours.clone("one")
    if url:
        made.git("config", "remote.origin.url", url)
    with pytest.raises(UsageError):
        require_remote(str(made.path), name)
    assert not (made.path / "owned").exists()


def test_a_mirror_and_a_name_for_two_places_are_no_remote_for_one_branch(ours: Team) -> None:
    made = ours.clone("one")
    made.git("config", "remote.origin.mirror", "yes")
    with pytest.raises(UsageError, match="mirror"):
        require_remote(str(made.path), "origin")
    made.git("config", "--unset", "remote.origin.mirror")
    made.git("remote", "set-url", "--add", "--push", "origin", "a")
    made.git("remote", "set-url", "--add", "--push", "origin", "b")
    with pytest.raises(UsageError, match="2 places"):
        require_remote(str(made.path), "origin")


def test_progress_is_counted(ours: Team) -> None:
    made = ours.clone("one")
    far = ours.bare
    ours.bare.git("update-ref", f"refs/heads/{BRANCH}", commit(far, far.tip(BRANCH)))
    seen: list[tuple[int, int]] = []
    fetch(Network(str(made.path), 60, lambda done, total: seen.append((done, total))), "origin", BRANCH)
    assert any(done == total for done, total in seen)


def test_a_process_left_behind_that_keeps_the_pipe_holds_nobody_up(ours: Team, tmp_path: Path) -> None:
    made = ours.clone("one")
    script = tmp_path / "ssh"
    script.write_text(f'#!/bin/sh\n(setsid sleep 30 & echo $! > {tmp_path}/child) </dev/null\nshift\nexec sh -c "$*"\n')
    script.chmod(0o755)
    made.git("config", "core.sshCommand", str(script))
    made.git("config", "ssh.variant", "simple")
    made.git("remote", "set-url", "origin", f"example.invalid:{ours.bare.path}")
    assert fetch(network(made, 20), "origin", BRANCH) == ours.bare.tip(BRANCH)
    os.kill(int((tmp_path / "child").read_text()), 9)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("https://ada:pw@host/x", "https://host/x"),
        ("https://ada:p@w@host/x", "https://host/x"),
        ("fatal: http://token@host/x denied", "fatal: http://host/x denied"),
        (
            "unable to access 'https://host/x.git?private_token=pw/': refused",
            "unable to access 'https://host/x.git': refused",
        ),
        ("https://host/x: is that so? Then push", "https://host/x: is that so? Then push"),
    ],
)
def test_no_password_of_a_url_is_shown(words: str, shown: str) -> None:
    assert without_secrets(words) == shown


@pytest.mark.parametrize("name", ["-x", "a b", "..", "x;touch owned"])
def test_a_remote_of_an_odd_name_is_said_to_be_one_and_the_command_that_renames_it_works(name: str, ours: Team) -> None:
    made = ours.clone("one")
    with (made.path / ".git/config").open("a") as file:
        file.write(f'[remote "{name}"]\n\turl = {ours.bare.path.as_uri()}\n\tfetch = +refs/heads/*:refs/remotes/x/*\n')
    with pytest.raises(UsageError, match="for something else") as told:
        require_remote(str(made.path), name)
    words = shlex.split(told.value.hint.replace("NAME", "better"))
    made.git(*words[1:])
    require_remote(str(made.path), "better")

"""One branch at one remote: what it is there, brought here, sent there by compare-and-swap.

Fetching writes `refs/remotes/<remote>/<branch>` and nothing else; only a push runs a hook of the user's, their own pre-push.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from enum import StrEnum

from gitskills.errors import EnvironmentFault, UsageError
from gitskills.git.network import Network, talk
from gitskills.git.process import NO_HOOKS, Finished, run_git

HEADS = "refs/heads/"
_NAME = re.compile(r"\w[\w.+@-]*(?:/[\w.+@-]+)*")
_NO_BRANCH = re.compile(r"[\0- ~^:?*\[\\\x7f]|\.\.|@\{")  # a server may say it all the same, and means a refspec
_PROGRAM = ("ext::", "fd::", "-")  # a URL that would start a program, or be taken for an option
_QUIET = (
    "-c", "fetch.writeCommitGraph=false", "fetch", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance",
    "--no-recurse-submodules", "--no-prune", "--no-prune-tags", "--refmap=", "--progress",
)  # fmt: skip
_LOGIN = (
    "could not read Username",
    "could not read Password",
    "Authentication failed",
    "Permission denied (",
    "Host key verification failed",
    "terminal prompts disabled",
)
_MOVED = (
    "stale info",
    "fetch first",
    "non-fast-forward",
    "failed to update ref",
    "cannot lock ref",
    "failed to lock",
    "incorrect old value provided",
    "reference already exists",
    "atomic transaction failed",
)
_SECRET = re.compile(r"(://)[^/\s]*@|(://[^\s'\"?]*)\?[^\s'\"]*")


class Sent(StrEnum):
    """What became of a push: `moved` means that others were faster."""

    DONE = "done"
    MOVED = "moved"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Pushed:
    """`words` are the other side's, or the hook's, where it was refused."""

    sent: Sent
    words: str = ""


@dataclass(frozen=True, slots=True)
class Heads:
    """The branches of a remote (id by name), and which of them its HEAD names ("" = none that exists)."""

    tips: dict[str, str]
    default: str


def remotes(folder: str) -> tuple[str, ...]:
    """The names of all remotes that git knows here."""
    return tuple(run_git(folder, "remote").output.decode("utf-8", "surrogateescape").split("\n")[:-1])


def require_remote(folder: str, name: str) -> None:
    """A UsageError where `name` is no remote that one branch can be shared by."""
    if name not in remotes(folder):
        known = ", ".join(remotes(folder)) or "none"
        raise UsageError(f"{name!r} is no remote here (there is: {known})", "git remote add NAME URL")
    if not _NAME.fullmatch(name) or ".." in name:
        raise UsageError(
            f"git could take the name {name!r} for something else", f"git remote rename -- {shlex.quote(name)} NAME"
        )
    for which in ((), ("--push",)):
        urls = _lines(run_git(folder, "remote", "get-url", "--all", *which, name))
        if any(url.startswith(_PROGRAM) for url in urls):
            raise UsageError(f"the URL of {name} starts a program", f"git remote set-url {name} URL")
        if len(urls) > 1:
            raise UsageError(
                f"{name} stands for {len(urls)} places, and skills are shared by one", "add a remote of its own"
            )
    if _lines(run_git(folder, "config", "--type=bool", f"remote.{name}.mirror"))[-1:] == ["true"]:
        raise UsageError(
            f"{name} is a mirror: a push there sends every ref", f"git config --unset remote.{name}.mirror"
        )


def tracking(remote: str, branch: str) -> str:
    """Where a fetch leaves the remote's branch."""
    return f"refs/remotes/{remote}/{branch}"


def known_tip(folder: str, ref: str) -> str:
    """The commit that a ref holds, "" where there is none."""
    return next(iter(_lines(run_git(folder, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}"))), "")


def fetch(network: Network, remote: str, branch: str) -> str:
    """Bring the remote's branch here; its tip, "" where the remote has no such branch."""
    to = tracking(remote, branch)
    done = _fetched(network, remote, f"+{HEADS}{branch}:{to}")
    if done.status and f"couldn't find remote ref {HEADS}{branch}" in done.complaint:
        return ""
    _require(done, remote)
    return known_tip(network.folder, to)


def fetch_objects(network: Network, remote: str, branch: str) -> None:
    """Bring the commits of another branch here, and move no ref."""
    _require(_fetched(network, remote, HEADS + branch), remote)


def _fetched(network: Network, remote: str, refspec: str) -> Finished:
    head = ("-c", f"remote.{remote}.followRemoteHEAD=never")
    return talk(network, remote, *NO_HOOKS, *head, *_QUIET, "--", remote, refspec)


def heads(network: Network, remote: str, *, pushed: bool = False) -> Heads:
    """Which branches the remote has by now; `pushed`: where pushes to it go, which may be another place."""
    place = next(iter(_lines(run_git(network.folder, "remote", "get-url", "--push", remote))), "") if pushed else ""
    done = talk(network, remote, *NO_HOOKS, "ls-remote", "--symref", "--", place or remote, "HEAD", f"{HEADS}*")
    _require(done, remote)
    rows = [line.partition("\t") for line in _lines(done)]
    named = next(
        (left.removeprefix(f"ref: {HEADS}") for left, _, name in rows if left.startswith("ref: ") and name == "HEAD"),
        "",
    )
    names = [(name.removeprefix(HEADS), left) for left, _, name in rows if name.startswith(HEADS)]
    tips = {name: left for name, left in names if not _NO_BRANCH.search(name)}
    return Heads(tips, named if named in tips else "")


def push(network: Network, remote: str, branch: str, commit: str, expected: str) -> Pushed:
    """Send the commit, where the remote's branch still is at `expected` ("" = absent)."""
    lease = f"--force-with-lease={HEADS}{branch}:{expected}"
    done = offer(network, remote, f"{commit}:{HEADS}{branch}", lease)
    if done.sent is Sent.DONE:
        _note_tip(network.folder, tracking(remote, branch), commit)
    return done


def offer(network: Network, remote: str, refspec: str, *options: str) -> Pushed:
    """Send what the refspec says."""
    how = ("--porcelain", "--progress", "--no-follow-tags", "--recurse-submodules=no", *options)
    done = talk(network, remote, "push", *how, "--", remote, refspec)
    row = next((line.split("\t") for line in _lines(done) if line.count("\t") == 2), [])
    if not row:
        if not (done.status and _is_hooks(done)):
            _require(done, remote)
        said = "\n".join(line for line in done.complaint.split("\n") if not line.startswith("error: failed to push"))
        return Pushed(Sent.REFUSED, f"the pre-push hook said no\n{said}".strip())
    if row[0] != "!":
        return Pushed(Sent.DONE)  # what fails afterwards, as a hook on the ref that notes it here, undoes nothing there
    sent = Sent.MOVED if any(words in row[2] for words in _MOVED) else Sent.REFUSED
    said = "\n".join(line for line in done.complaint.split("\n") if line.startswith("remote:"))
    return Pushed(sent, without_secrets(f"{row[2]}\n{said}".strip()))


def _is_hooks(done: Finished) -> bool:
    """Git says no more than that it failed, where the hook ended it before anything was sent."""
    return "error: failed to push some refs" in done.complaint and "fatal:" not in done.complaint


def _note_tip(folder: str, ref: str, commit: str) -> None:
    """Git notes what it sent only where the remote's refspecs say so."""
    if known_tip(folder, ref) != commit:
        run_git(folder, "update-ref", "-m", "gitskills: pushed", ref, commit)


def _require(done: Finished, remote: str) -> None:
    """An EnvironmentFault that says what git said."""
    if not done.status:
        return
    lines = [line for line in done.complaint.split("\n") if line] or [f"git gave {done.status}"]
    if login := next((line for line in lines if any(sign in line for sign in _LOGIN)), ""):
        raise EnvironmentFault(
            f"{remote} wants a login, and nobody is asked here: {without_secrets(login)}",
            f"log in once by hand (git ls-remote {remote}), with a credential helper or an SSH agent that remembers it",
        )
    said = next((line for line in lines if line.startswith("fatal:")), lines[-1])
    raise EnvironmentFault(
        f"{remote} can't be reached: {without_secrets(said.removeprefix('fatal: '))}",
        f"try it by hand: git ls-remote {remote}",
    )


def without_secrets(words: str) -> str:
    """What a URL says before its host or in its query may be a password."""
    return _SECRET.sub(r"\1\2", words)


def _lines(done: Finished) -> list[str]:
    return done.output.decode("utf-8", "surrogateescape").splitlines()

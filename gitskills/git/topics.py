"""Branches that are offered to a project: the address of its remote, the push that opens a request, and the end of a branch."""

from __future__ import annotations

from gitskills.git.network import Network
from gitskills.git.process import run_git
from gitskills.git.remote import HEADS, Pushed, Sent, offer, push


def remote_url(folder: str, remote: str) -> str:
    """Where a push to the remote goes, as the user's configuration rewrites it; "" where there is no such remote."""
    done = run_git(folder, "remote", "get-url", "--push", "--", remote)
    return done.output.decode("utf-8", "surrogateescape").strip() if not done.status else ""


def branches_below(folder: str, prefix: str) -> tuple[str, ...]:
    """The names of all branches that begin with `prefix`, a whole part of a name."""
    done = run_git(folder, "for-each-ref", "--format=%(refname)", f"{HEADS}{prefix}")
    return tuple(line.removeprefix(HEADS) for line in done.output.decode("utf-8", "surrogateescape").splitlines())


def drop_branch(folder: str, branch: str, tip: str) -> bool:
    """Take the branch away where it still is at `tip`; it is found again in no reflog, so its tip is told."""
    return not run_git(folder, "update-ref", "-d", HEADS + branch, tip).status


def push_topic(network: Network, remote: str, topic: str, commit: str, known: str) -> Pushed:
    """Send the topic, where the remote's is what this clone knows of it; nothing where it is there."""
    return Pushed(Sent.DONE) if known == commit else push(network, remote, topic, commit, known)


def push_with(network: Network, remote: str, words: tuple[str, ...]) -> Pushed:
    """Send what the last word says, a refspec; the others are options by which the other side opens a request."""
    *options, refspec = words
    return offer(network, remote, refspec, *options)

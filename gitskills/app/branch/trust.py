"""Whose commits are taken up without being looked at (`gitskills.trust`); all others wait in `gitskills review`.

What this clone's own door made and what a person accepted here is trusted under every value but never by what a commit says of itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from gitskills.app.context import Context, Store
from gitskills.errors import RepositoryFault
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.process import run_git
from gitskills.model.commit import CommitRecord
from gitskills.state.seen import read_marks

ALL, MINE, SIGNED = "all", "mine", "signed"
ALLOWED_SIGNERS = "gpg.ssh.allowedSignersFile"
TELLING = ("\nSkill: ", "\nTopic: ", "\nThis reverts commit ")  # an empty commit that says so means something, too


def trusted_commits(context: Context, store: Store, records: Sequence[CommitRecord]) -> frozenset[str]:
    """Those of the commits that are taken up as they are."""
    trust = context.settings.trust
    if trust == ALL:
        return frozenset(record.oid for record in records)
    known = judged_here(store)
    if trust == MINE:
        mine = {store.repo.committer()[1]} - {AUTHOR_EMAIL}  # that one is everybody's whom git knows no name of
        return known | {record.oid for record in records if record.committer_email in mine}
    known |= store.repo.made_here(store.branch)
    return known | _signed(store, _telling(records, known)) if trust == SIGNED else known


def judged_here(store: Store) -> frozenset[str]:
    """What this clone's own door made, and what a person accepted here."""
    return read_marks(store.state, "made") | read_marks(store.state, "accepted")


def _signed(store: Store, commits: list[str]) -> frozenset[str]:
    try:
        return store.repo.signed(commits)
    except RepositoryFault as fault:
        hint = "look at gpg.program and gpg.ssh.program, or set gitskills.trust to mine"
        raise RepositoryFault(f"signatures can't be verified: {fault.sentence}", hint) from fault


def _telling(records: Sequence[CommitRecord], known: frozenset[str]) -> list[str]:
    """Commits that would change what the library is: the others need no signature."""
    telling = [record for record in records if record.folders or any(words in record.message for words in TELLING)]
    return [record.oid for record in telling if record.oid not in known]


def trust_key(context: Context, store: Store) -> str:
    """Changes with whatever would make the same commits trusted or not."""
    trust = context.settings.trust
    accepted = len(read_marks(store.state, "accepted"))
    return f"{trust} {store.repo.committer()[1]} {accepted} {_signers(store) if trust == SIGNED else ''}"


def _signers(store: Store) -> str:
    """Who may sign, as git is told here: its settings and the id of the file of allowed signers."""
    folder = store.folder
    said = run_git(folder, "config", "--get-regexp", r"^gpg\.").output
    place = run_git(folder, "config", "--type=path", ALLOWED_SIGNERS).output.decode("utf-8", "surrogateescape").strip()
    held = run_git(folder, "hash-object", "--no-filters", "--", place).output if place else b""
    return (said + held).decode("ascii", "backslashreplace").replace("\n", " ")

"""What would publish the branch by the way: git's settings under which a plain push carries it, and where it is already."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.app.context import Context, Store
from gitskills.errors import UsageError
from gitskills.git.process import run_git
from gitskills.git.remote import HEADS, remotes, require_remote
from gitskills.model.review import Probe

_KEYS = r"^(push\.default|alias\..*|remote\..*\.(mirror|push))$"
_ALL = re.compile(r"\bpush\b.*\s--(all|branches|mirror)\b")
_YES = frozenset({"true", "yes", "on", "1", ""})
Setting = tuple[str, str]


def publishing(context: Context, store: Store) -> Iterator[Probe]:
    """Nothing is asked of the network."""
    settings = _settings(store)
    for key, value in settings:
        if why := _publishes(key, value, store.branch, settings):
            yield Probe("push", None, *why)
    for remote in remotes(store.folder):
        yield from _there_already(context, store, remote)
    if chosen := context.settings.remote:
        yield _chosen(store, chosen)


def _settings(store: Store) -> list[Setting]:
    listed = run_git(store.folder, "config", "-z", "--get-regexp", _KEYS).text
    rows = [row.partition("\n") for row in listed.split("\0") if row]
    return [(key, value) for key, _, value in rows]


def _publishes(key: str, value: str, branch: str, settings: list[Setting]) -> tuple[str, str] | None:
    """Why a setting is worth a word, and what to do."""
    if key == "push.default" and value == "matching":
        return "push.default is matching: a plain push may publish learned skills", "git config push.default simple"
    if key.startswith("alias.") and _ALL.search(value):
        return f"`git {key[6:]}` pushes every branch, learned skills too", "name the branches that it is to push"
    if key.endswith(".mirror") and value.lower() in _YES:
        return f"{key} is set: a push there publishes learned skills", f"git config --unset {key}"
    if key.startswith("remote.") and key.endswith(".push") and _carries(value, branch):
        if (key, f"^{HEADS}{branch}") in settings:
            return None
        return (
            f"{key} = {value}: a plain push there publishes learned skills",
            f"git config --add {key} '^{HEADS}{branch}'",
        )
    return None


def _carries(refspec: str, branch: str) -> bool:
    """Whether a push by this refspec takes the branch along."""
    source = refspec.removeprefix("+").partition(":")[0]
    start, star, end = source.partition("*")
    full = HEADS + branch
    if star:
        return full.startswith(start) and full.endswith(end) and len(full) >= len(start) + len(end)
    return source in {branch, full} or refspec.removeprefix("+") == ":"


def _there_already(context: Context, store: Store, remote: str) -> Iterator[Probe]:
    chosen, branch = context.settings.remote, store.branch
    head = run_git(store.folder, "symbolic-ref", "--quiet", f"refs/remotes/{remote}/HEAD").output
    if head.decode("utf-8", "replace").strip() == f"refs/remotes/{remote}/{branch}":
        hint = f"set it to another one there, then: git remote set-head {remote} --auto"
        yield Probe("push", False, f"{branch} is the default branch of {remote}: every clone begins with it", hint)
    if remote != chosen and store.repo.resolve(f"refs/remotes/{remote}/{branch}"):
        hint = f"if that is meant: git config gitskills.remote {remote}; if not: git push {remote} --delete {branch}"
        yield Probe("push", None, f"{remote} has a branch {branch}, and is not the remote that was chosen", hint)


def _chosen(store: Store, remote: str) -> Probe:
    try:
        require_remote(store.folder, remote)
    except UsageError as error:
        return Probe("sharing", False, error.sentence, error.hint)
    return Probe("sharing", True, f"skills are shared by {remote}, when you call `gitskills sync`")

"""Is everything as it should be: each probe says one thing, and what to do about it. Nothing is changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from gitskills.app.context import Context, Store, open_context
from gitskills.app.library import read_library
from gitskills.app.live import live_roots, managed_here
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.process import run_git
from gitskills.hosts import live_tree
from gitskills.materialize.plan import canonical
from gitskills.model.report import Probe
from gitskills.model.skill import SKILL_FILE, Owner
from gitskills.state.journal import recent

OLDEST_GIT = (2, 28)
FAULTS = frozenset({"fault", "failed", "error"})
LAST = 20


def examine(folder: str) -> tuple[Probe, ...]:
    """All probes, in the order in which one would ask."""
    context = open_context(folder)
    probes = [_git_version(folder), *_settings(context), _scanner(context)]
    if context.project is None:
        fault = context.why_none
        sentence = fault.sentence if fault else "this is no git repository"
        return (*probes, Probe("repository", False, sentence, fault.hint if fault else "run `git init`"))
    store = context.project
    probes += [
        Probe("repository", True, f"{store.repo.common_dir} can be read"),
        _identity(store),
        _branch(store),
        _state(store),
        *_pushing(store),
        _hooks(store),
        _live(context, store),
        _faults(store),
    ]
    return tuple(probes)


def _git_version(folder: str) -> Probe:
    said = run_git(folder, "version").output.decode("utf-8", "replace").strip()
    numbers = [int(part) for part in said.removeprefix("git version ").split(".")[:2] if part.isdigit()]
    good = tuple(numbers) >= OLDEST_GIT
    return Probe("git", good, said or "git does not answer", "" if good else "install git 2.28 or newer")


def _settings(context: Context) -> Iterator[Probe]:
    for bad in context.bad:
        hint = f"git config --unset {bad.key}, or see `gitskills config`"
        yield Probe("settings", False, f"{bad.key} = {bad.value!r} is not taken: {bad.why}", hint)
    if not context.bad:
        yield Probe("settings", True, "every setting is taken")
    if not context.settings.enabled:
        yield Probe("enabled", None, "learning is switched off", "git config gitskills.enabled true")


def _scanner(context: Context) -> Probe:
    engines = context.redactor.engines()
    hint = "" if len(engines) > 1 else "pip install 'gitskills[secrets]' adds a maintained rule set"
    return Probe("secrets", True if len(engines) > 1 else None, f"looked for by {', '.join(engines)}", hint)


def _identity(store: Store) -> Probe:
    name, email = store.repo.committer()
    if email == AUTHOR_EMAIL:
        return Probe(
            "identity", None, "git knows no name for you; commits are made as gitskills", "git config user.email"
        )
    return Probe("identity", True, f"commits are made for {name} <{email}>")


def _branch(store: Store) -> Probe:
    if why := store.repo.blocked(store.branch):
        return Probe("branch", False, why, "git config gitskills.branch NAME")
    if (busy := store.repo.busy(store.branch)) is not None:
        sentence = f"{store.branch} can't move: {busy.why} ({busy.folder})"
        return Probe("branch", None, sentence, "what is learned waits until another branch is checked out there")
    tip = store.repo.tip(store.branch)
    return Probe(
        "branch", True, f"{store.branch} is at {tip[:12]}" if tip else f"{store.branch} comes with the first lesson"
    )


def _state(store: Store) -> Probe:
    root = store.state.root
    there = root if root.exists() else root.parent
    if os.access(there, os.W_OK | os.X_OK):
        return Probe("state", True, f"{root} can be written")
    return Probe("state", False, f"{root} can't be written; nothing is learned", f"check who owns {there}")


def _pushing(store: Store) -> Iterator[Probe]:
    """What would publish the branch by the way."""
    listed = run_git(_folder(store), "config", "--get-regexp", r"^(push\.default|remote\..*\.mirror)$").output
    for line in listed.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(" ")
        if key == "push.default" and value == "matching":
            yield Probe(
                "push", None, "push.default is matching: a plain push may publish learned skills", "use `simple`"
            )
        elif key.endswith(".mirror") and value in {"true", ""}:
            yield Probe(
                "push", None, f"{key} is set: a push there publishes learned skills", "leave it, if you mean it"
            )


def _hooks(store: Store) -> Probe:
    said = (
        run_git(_folder(store), "config", "--get-all", "core.hooksPath").output.decode("utf-8", "replace").split("\n")
    )
    named = [line for line in said if line][:-1]  # the last is our own: no hook runs for us
    path = named[-1] if named else f"{store.repo.common_dir}/hooks"
    hook = Path(_folder(store), path) / "pre-commit"
    there = "there is a pre-commit hook" if hook.exists() else "there is no pre-commit hook"
    return Probe("hooks", None, f"{there} in {path}; gitskills' own commits run none", "")


def _live(context: Context, store: Store) -> Probe:
    """Whether the host reads what the branch says."""
    library = read_library(context, store, judge=False)
    ours = [name for name, entry in library.skills.items() if entry.owner in {Owner.AGENT, Owner.ADOPTED}]
    behind = {
        name for root, skills in live_roots(context, store) for name in ours if not _same(store, root, (skills, name))
    }
    if behind:
        shown = ", ".join(sorted(behind)[:5])
        return Probe("live", None, f"not as the branch has it: {shown}", "`gitskills promote` writes what is missing")
    left = managed_here(store) - set(library.skills)
    if left:
        return Probe("live", None, f"left over: {', '.join(sorted(left)[:5])}", "`gitskills promote` takes it away")
    return Probe("live", True, f"{len(ours)} skills stand where the host reads them")


def _same(store: Store, root: str, place: tuple[str, str]) -> bool:
    skills, name = place
    live = live_tree.read(root, skills, [name]).get(name, {}).get(SKILL_FILE)
    tip = store.repo.tip(store.branch)
    wanted = store.repo.blob(tip, f".claude/skills/{name}/{SKILL_FILE}")
    return live is not None and wanted is not None and canonical(live.content) == canonical(wanted)


def _faults(store: Store) -> Probe:
    last = [entry for entry in recent(store.state, LAST) if entry.get("event") in FAULTS]
    if not last:
        return Probe("journal", True, "nothing failed lately")
    return Probe("journal", None, f"{len(last)} faults lately, the last at {last[-1].get('time')}: {last[-1]}", "")


def _folder(store: Store) -> str:
    return store.repo.work_dir or store.repo.common_dir

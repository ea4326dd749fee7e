"""Is everything as it should be: each probe says one thing, and what to do about it. Nothing is changed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from datetime import timedelta
from functools import partial
from pathlib import Path

from gitskills.app.branch.given import given
from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.unsigned import why_unsigned
from gitskills.app.context import Context, Store
from gitskills.app.live.edits import open_edits
from gitskills.app.live.managed import exclude_file, in_the_way, managed_here, managed_names
from gitskills.app.live.places import LiveFolder, live_folders
from gitskills.app.live.targets import in_the_way as blocked_folders
from gitskills.app.live.targets import unpublished
from gitskills.app.reflection.reflectors import chosen, lacking
from gitskills.app.sessions.backlog import troubles
from gitskills.app.sessions.chain import links
from gitskills.app.sharing.publishing import publishing
from gitskills.errors import EnvironmentFault
from gitskills.git.identity import AUTHOR_EMAIL
from gitskills.git.process import run_git
from gitskills.hosts import live_tree
from gitskills.materialize.plan import canonical, published
from gitskills.model.review import Probe
from gitskills.model.skill import SKILLS_ROOT, Owner
from gitskills.model.target import CLAUDE, doubled, folder_of
from gitskills.state import clock
from gitskills.state.gitconfig import ENABLED, explicitly
from gitskills.state.journal import recent_faults
from gitskills.state.queue import set_aside

IDENTIFY = 'git config --global user.name "…"; git config --global user.email "…"'
OLDEST_GIT = (2, 30)
TWICE = "if you use it, leave out one of them in gitskills.targets"
LATELY = timedelta(days=7)
SHOWN = 5
EMBEDDED = "the embedded reflector (offline)"
LAYERS = ("system", "global", "worktree")  # that git has to be told


def examine(context: Context) -> tuple[Probe, ...]:
    """All probes, in the order in which one would ask."""
    probes = [_git_version(context.folder), *_settings(context), _scanner(context), _reflector(context), *links()]
    if context.project is None:
        fault = context.why_none
        sentence = fault.sentence if fault else "this is no git repository"
        return (*probes, Probe("repository", False, sentence, fault.hint if fault else "run `git init`"))
    store = context.project
    probes += [
        Probe("repository", True, f"{store.repo.common_dir} can be read"),
        _identity(store),
        _branch(store),
        *publishing(context, store),
        _hooks(store),
        _exclude(store),
        *(Probe("sessions", None, trouble, step) for trouble, step in troubles(store)),
    ]
    for each in context.stores():
        probes += _signing(context, each)
        probes.append(_state(each))
        for name, look in (("queue", _aside), ("live", partial(_live, context)), ("journal", _faults)):
            probes += _tried(name, each, look)
    return tuple(probes)


def _tried(name: str, store: Store, look: Callable[[Store], Iterator[Probe]]) -> tuple[Probe, ...]:
    """What can't even be looked at is a finding, and hides no other."""
    try:
        return tuple(look(store))
    except EnvironmentFault as fault:
        return (Probe(name, False, fault.sentence, fault.hint),)
    except OSError as error:
        return (
            Probe(name, False, f"{error.filename}: {error.strerror}", f"make {store.state.root} yours: chown, chmod"),
        )


def _git_version(folder: str) -> Probe:
    said = run_git(folder, "version").text.strip()
    numbers = [int(part) for part in said.removeprefix("git version ").split(".")[:2] if part.isdigit()]
    good = tuple(numbers) >= OLDEST_GIT
    return Probe("git", good, said or "git does not answer", "" if good else "install git 2.30 or newer")


def _settings(context: Context) -> Iterator[Probe]:
    for bad in context.bad:
        layer = f" --{bad.layer}" if bad.layer in LAYERS else ""
        unset = f"git config{layer} --unset" if bad.key.startswith("gitskills.") else "unset"
        hint = f"{unset} {bad.key}, or see `gitskills config`"
        yield Probe("settings", False, f"{bad.key} = {bad.value!r} is not taken: {bad.why}", hint)
    if not context.bad:
        yield Probe("settings", True, "every setting is taken")
    if not context.settings.enabled:
        yield Probe("enabled", None, "learning is switched off", "gitskills on")
    elif explicitly(context.folder, ENABLED) is None:
        yield Probe("enabled", None, "nobody has said yes or no here: sessions are not read", "gitskills on")


def _scanner(context: Context) -> Probe:
    engines = context.redactor.engines()
    hint = "" if len(engines) > 1 else "pip install 'gitskills[secrets]' adds a maintained rule set"
    return Probe("secrets", True if len(engines) > 1 else None, f"looked for by {', '.join(engines)}", hint)


def _reflector(context: Context) -> Probe:
    wanted = chosen(context, context.settings.reflector)
    if missing := lacking(context, wanted):
        return Probe("reflector", False, missing, "until then sessions are read offline; or set gitskills.reflector")
    return Probe("reflector", True, f"sessions are read by {EMBEDDED if wanted == 'offline' else wanted}")


def _identity(store: Store) -> Probe:
    name, email = store.repo.committer()
    if email == AUTHOR_EMAIL:
        return Probe("identity", None, "git knows no name for you; commits are made as gitskills", IDENTIFY)
    return Probe("identity", True, f"commits are made for {name} <{email}>")


def _signing(context: Context, store: Store) -> Iterator[Probe]:
    """No signature is made to see whether one can be: it may ask."""
    if why := why_unsigned(context, store):
        yield Probe("signing", False, *why)
    elif context.settings.signing:
        yield Probe("signing", True, f"commits of the {store.scope} are signed as git is configured to")


def _branch(store: Store) -> Probe:
    if why := store.repo.blocked(store.branch):
        return Probe("branch", False, why, "git config gitskills.branch NAME")
    if (busy := store.repo.busy(store.branch)) is not None:
        sentence = busy.stops(store.branch)
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


def _hooks(store: Store) -> Probe:
    said = run_git(store.folder, "config", "--get-all", "core.hooksPath").text.split("\n")
    named = [line for line in said if line][:-1]  # the last is our own: no hook runs for us
    path = named[-1] if named else f"{store.repo.common_dir}/hooks"
    hook = Path(store.folder, path) / "pre-commit"
    there = "there is a pre-commit hook" if hook.exists() else "there is no pre-commit hook"
    return Probe("hooks", True, f"{there} in {path}; gitskills' own commits run none")


def _exclude(store: Store) -> Probe:
    if why := in_the_way(store):
        hint = f"put a file in its place, or write `/{SKILLS_ROOT}/<name>/` into it yourself"
        return Probe("exclude", None, f"{why}: `git status` shows learned skills", hint)
    return Probe("exclude", True, f"{exclude_file(store)} can keep learned skills out of `git status`")


def _aside(store: Store) -> Iterator[Probe]:
    for found in set_aside(store.state):
        hint = f"look at it in {store.state.root}, then delete it and its .reason file"
        yield Probe("queue", None, f"{found.name} was set aside: {found.reason}", hint)


def _live(context: Context, store: Store) -> Iterator[Probe]:
    """Whether the host reads what the branch says."""
    library = read_library(context, store, judge=False)
    ours = [name for name in given(context, library).folders if library.skills[name].owner is not Owner.FOREIGN]
    blocked = sorted(set(blocked_folders(store))) if ours else []
    for place in blocked:
        yield Probe(
            "live", False, f"{place} is a link or no folder: no skill is written behind it", f"put a folder at {place}"
        )
    edits = open_edits(store)
    edited = {edit.skill for edit in edits.values()}
    if edits:
        yield Probe(
            "live",
            None,
            f"edits in place that wait in review: {_some(edit.path for edit in edits.values())}",
            "gitskills review",
        )
    behind = _behind(library, set(ours) - edited)
    if behind and not blocked:
        yield Probe("live", None, f"not as the branch has it: {_some(behind)}", "gitskills promote")
    left = managed_names(store) - set(library.skills) - edited
    if left:
        yield Probe("live", None, f"left over: {_some(left)}", "gitskills promote")
    yield from _others(library, ours)
    if not (blocked or edits or behind or left):
        number = "1 skill" if len(ours) == 1 else f"{len(ours)} skills"
        yield Probe("live", True, f"of the {store.scope}, {number} where the host reads them")


def _some(names: Iterable[str]) -> str:
    listed = sorted(names)
    more = len(listed) - SHOWN
    return ", ".join(listed[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _behind(library: Library, names: AbstractSet[str]) -> set[str]:
    """The names of which some live folder of ours says something else than the branch."""
    store = library.store
    managed = managed_here(store)
    return {
        name
        for folder in live_folders(store)
        for name in (names if folder.word == CLAUDE else names & managed.get(folder.word, frozenset()))
        if not _same(library, folder, name)
    }


def _same(library: Library, place: LiveFolder, name: str) -> bool:
    folder = library.folder(name)
    live = live_tree.read(*place.place, [name]).get(name, {})
    wanted = published(folder) if folder else {}
    return all(
        path in live and canonical(live[path].content) == canonical(file.content) for path, file in wanted.items()
    )


def _others(library: Library, ours: list[str]) -> Iterator[Probe]:
    """What the agents beside Claude Code don't get, and what one of them gets twice."""
    folders = {name: folder for name in ours if (folder := library.folder(name)) is not None}
    for sentence in unpublished(library.store, folders):
        yield Probe(
            "targets", None, sentence, "see gitskills.targets in the README; what is in the way is yours to move"
        )
    for agent, words in doubled(library.store.targets):
        listed = " and ".join(folder_of(word) for word in words)
        yield Probe("targets", None, f"{agent} reads {listed}: it may list each skill twice", TWICE)


def _faults(store: Store) -> Iterator[Probe]:
    """What went wrong while nobody looked."""
    last = recent_faults(store.state, (clock.now() - LATELY).isoformat(timespec="seconds"))
    for why, times in Counter(str(entry.get("why")) for entry in last).most_common(SHOWN):
        newest = next(entry for entry in reversed(last) if str(entry.get("why")) == why)
        often = f"{times} times, last " if times > 1 else ""
        where = f"{often}{newest.get('time')} in {newest.get('where')}"
        yield Probe(
            "journal", None, f"{why} ({where})", f"once it is mended, it leaves this list after {LATELY.days} days"
        )
    if not last:
        yield Probe("journal", True, f"nothing failed in the last {LATELY.days} days")

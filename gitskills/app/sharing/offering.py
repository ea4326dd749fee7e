"""Where a pull request goes and how it is opened: by `gh` or `glab`, by push options, else by a text for a person to send.

Only the topic branch is sent, and only after a person asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from gitskills.app.context import Context, Store
from gitskills.errors import EnvironmentFault, GitskillsError, UsageError
from gitskills.git.network import Network, Progress
from gitskills.git.remote import Pushed, Sent, known_tip, require_remote, tracking
from gitskills.git.topics import push_topic, push_with, remote_url
from gitskills.hosts.forge import AGIT, GITLAB, Forge, forge_at, kind_of, place_of
from gitskills.model.pull import PullRequest

_BRANCH = re.compile(r"(?![-./])(?!.*(?:\.\.|@\{|//|\.lock$|/$|\.$))[^\x00-\x20\x7f~^:?*\[\\]+")
MADE, PUSHED, OPENED, UPDATED = "made", "pushed", "opened", "updated"


@dataclass(frozen=True, slots=True)
class Aim:
    """The base's name and commit, the remote that gets the topic ("" = none), and what is known of the forge there."""

    base: str
    commit: str
    remote: str
    home: str  # the remote that holds the base
    kind: str
    forge: Forge | None
    folder: str
    known: Callable[[str], str]  # the remote's topic as this clone knows it

    @property
    def program(self) -> Forge | None:
        """The forge where its program is installed."""
        return self.forge if self.forge is not None and self.forge.program.installed else None


@dataclass(frozen=True, slots=True)
class Offered:
    """What became of it."""

    state: str
    url: str = ""
    hint: str = ""


def aim_at(context: Context, store: Store, base: str) -> Aim:
    """The branch `base` of the project, its default branch where none is named."""
    repo, folder = store.repo, store.folder
    home, default = repo.default_branch()
    name = base or default
    if not name or not _BRANCH.fullmatch(name):
        raise UsageError(f"{name!r} is no branch to base a pull request on", "name one: --base BRANCH")
    places = ([f"refs/remotes/{home}/{name}"] if home else []) + [f"refs/heads/{name}"]
    commit = next((oid for ref in places if (oid := repo.resolve(f"{ref}^{{commit}}"))), "")
    if not commit:
        raise GitskillsError(f"there is no branch {name} here", f"git fetch {home or 'REMOTE'} {name}")
    remote = context.settings.remote or home
    if remote:
        require_remote(folder, remote)
    place, source = (place_of(remote_url(folder, each)) if each else None for each in (home, remote))
    kind = kind_of(place, context.settings.forge)
    forge = forge_at(kind, place, source, folder)
    return Aim(
        name, commit, remote, home, kind, forge, folder, lambda topic: known_tip(folder, tracking(remote, topic))
    )


def commands(aim: Aim, request: PullRequest, tip: str) -> tuple[tuple[str, ...], ...]:
    """Exactly what is run, in this order; the body is the input of the last one where it says so."""
    if not aim.remote:
        return ()
    if words := _asking(aim, request, tip):
        *options, refspec = words
        return (("git", "push", *options, aim.remote, refspec),)
    push = ("git", "push", _lease(aim, request), aim.remote, f"{tip}:refs/heads/{request.topic}")
    return (push, aim.program.opening(request)) if aim.program else (push,)


def offer_to_project(context: Context, aim: Aim, request: PullRequest, tip: str, progress: Progress) -> Offered:
    """Send the topic and open the request. What was sent and could not be opened is told, with the next step."""
    if not aim.remote:
        return Offered(MADE, hint=f"no remote is known here: git push REMOTE {request.topic}, and send the text above")
    network = Network(aim.folder, context.settings.sync_seconds, progress)
    if words := _asking(aim, request, tip):
        done = push_with(network, aim.remote, words)
        _require_sent(done, aim, request)
        return Offered(OPENED, hint=f"{aim.remote} was asked to open it by push options")
    _require_sent(push_topic(network, aim.remote, request.topic, tip, aim.known(request.topic)), aim, request)
    page = aim.forge.compare_page(request) if aim.forge else ""
    if aim.program is None:
        return Offered(PUSHED, page, "" if page else "send the text above to whoever takes it in")
    try:
        return _open(aim.program, request)
    except EnvironmentFault as fault:
        return Offered(PUSHED, page, f"it was sent, but not opened: {fault.sentence}; then again, or open it there")


def _open(forge: Forge, request: PullRequest) -> Offered:
    number, url = forge.open_now(request.topic)
    if number:
        forge.program.run(forge.renewing(request, number), request.body)
        return Offered(UPDATED, url)
    said = forge.program.run(forge.opening(request), request.body)
    found = re.findall(r"https?://[^\s<>\"']+", said)
    return Offered(OPENED, found[-1] if found else "")


def _asking(aim: Aim, request: PullRequest, tip: str) -> tuple[str, ...]:
    """Words of a push that asks the other side to open the request, the refspec last; () where another way is taken.

    No line break may stand in an option; both forges read a backslash and an n as one.
    """
    body = request.body.strip().replace("\n", "\\n")
    if aim.kind == AGIT:
        topic = request.topic.rpartition("/")[2]
        said = (f"topic={topic}", f"title={request.title}", f"description={body}", "force-push=true")
        return (*map(_option, said), f"{tip}:refs/for/{request.base}")
    if aim.kind == GITLAB and aim.program is None:
        said = ("create", f"target={request.base}", f"title={request.title}", f"description={body}")
        options = (_option(f"merge_request.{each}") for each in said)
        return (*options, _lease(aim, request), f"{tip}:refs/heads/{request.topic}")
    return ()


def _option(said: str) -> str:
    return f"--push-option={said}"


def _lease(aim: Aim, request: PullRequest) -> str:
    """What the remote's topic must be, as far as this clone knows."""
    return f"--force-with-lease=refs/heads/{request.topic}:{aim.known(request.topic)}"


def _require_sent(done: Pushed, aim: Aim, request: PullRequest) -> None:
    if done.sent is Sent.MOVED:
        raise GitskillsError(
            f"{aim.remote} has another {request.topic} than this clone knows of, so nothing was sent",
            f"git fetch --prune {aim.remote}, look at it, and try again",
        )
    if done.sent is Sent.REFUSED:
        said = " ".join(done.words.split())[:300]
        raise GitskillsError(
            f"{aim.remote} did not take {request.topic}: {said}", "nothing was opened; the branch is here"
        )

"""GitLab through `glab`: what opens a merge request, and what people wrote in the reviews of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

from gitskills.errors import EnvironmentFault
from gitskills.hosts.forge_program import Program, clean_url, number_at, text_at
from gitskills.model.pull import Comment, PullRequest, Reviewed

NAME = "glab"
DEVELOPER = 30  # who may push
_BOT = re.compile(r"(?:project|group)_\d+_bot(?:_\w+)?|.*[-_]bot|ghost", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GitLab:
    """The project `path` (group/…/name); merge requests come from the same one or from `source`, a fork of it."""

    program: Program
    path: str
    source: str

    def opening(self, request: PullRequest) -> tuple[str, ...]:
        """The command that opens it. `glab` takes the body as an argument alone."""
        fork = () if self.source == self.path else (f"--head={self.source}",)
        return (
            *(NAME, "mr", "create", f"--repo={self._url}", *fork, f"--source-branch={request.topic}"),
            *(f"--target-branch={request.base}", f"--title={request.title}", f"--description={request.body}", "--yes"),
        )

    def renewing(self, request: PullRequest, number: int) -> tuple[str, ...]:
        """The same for one that is open already."""
        said = (f"--raw-field=title={request.title}", "--field=description=@-")
        place = f"{self._project}/merge_requests/{number}"
        return (NAME, "api", f"--hostname={self.program.host}", "--method=PUT", place, *said)

    def open_now(self, topic: str) -> tuple[int, str]:
        """Number and URL of the merge request that is open from that branch, (0, "") where none is."""
        branch = quote(topic, safe="")
        for item in self.program.every(f"{self._project}/merge_requests?state=opened&source_branch={branch}"):
            if text_at(item, "source_branch") == topic:
                return number_at(item, "iid"), clean_url(text_at(item, "web_url"))
        return 0, ""

    def compare_page(self, request: PullRequest) -> str:
        """Where a person opens it in the browser."""
        branch = quote(request.topic, safe="")
        return (
            f"https://{self.program.host}/{self.source}/-/merge_requests/new?merge_request%5Bsource_branch%5D={branch}"
        )

    def updated_since(self, day: str) -> Iterator[int]:
        """Numbers of the merge requests in which something happened since that day, newest first."""
        chosen = f"merge_requests?state=all&order_by=updated_at&updated_after={day}"
        for item in self.program.every(f"{self._project}/{chosen}"):
            if number := number_at(item, "iid"):
                yield number

    def reviewed(self, number: int) -> Reviewed:
        """The merge request with what people wrote, beside its lines and of the whole."""
        place = f"{self._project}/merge_requests/{number}"
        pull = self.program.ask(place)
        url = clean_url(text_at(pull, "web_url"))
        if not url:
            raise EnvironmentFault(f"{NAME} tells nothing of merge request {number}")
        items = list(self.program.every(f"{place}/notes?sort=asc&order_by=created_at"))
        own, insiders = _own(self.program), _insiders(self.program, self._project)
        readable = [item for item in items if _writer(item) and number_at(item, "id")]
        comments = tuple(
            _comment(item, url, own=bool(own) and _writer(item) == own, insider=_writer(item) in insiders)
            for item in readable
            if not _bot(item) and text_at(item, "body").strip()
        )
        return Reviewed(number, url, text_at(pull, "author", "username"), comments, len(items) - len(readable))

    @property
    def _project(self) -> str:
        return f"projects/{quote(self.path, safe='')}"

    @property
    def _url(self) -> str:
        return f"https://{self.program.host}/{self.path}"


@cache
def _own(program: Program) -> str:
    """Who is logged in, "" where that is nobody, as in a pipeline."""
    try:
        return text_at(program.ask("user"), "username")
    except EnvironmentFault:
        return ""


@cache
def _insiders(program: Program, project: str) -> frozenset[str]:
    """Who may push; nobody where that is not told."""
    try:
        members = list(program.every(f"{project}/members/all"))
    except EnvironmentFault:
        return frozenset()
    return frozenset(text_at(one, "username") for one in members if number_at(one, "access_level") >= DEVELOPER) - {""}


def _writer(item: object) -> str:
    return text_at(item, "author", "username")


def _bot(item: object) -> bool:
    """Also what GitLab itself notes."""
    return (isinstance(item, Mapping) and item.get("system") is True) or bool(_BOT.fullmatch(_writer(item)))


def _comment(item: object, url: str, *, own: bool, insider: bool) -> Comment:
    return Comment(
        url=f"{url}#note_{number_at(item, 'id')}",
        writer=_writer(item),
        text=text_at(item, "body"),
        time=text_at(item, "created_at"),
        path=text_at(item, "position", "new_path") or text_at(item, "position", "old_path"),
        insider=insider,
        own=own,
    )

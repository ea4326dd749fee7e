"""GitHub through `gh`: what opens a pull request, and what people wrote in the reviews of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

from gitskills.errors import EnvironmentFault
from gitskills.hosts.forge_program import Program, clean_url, number_at, text_at
from gitskills.model.pull import Comment, PullRequest, Reviewed

NAME = "gh"
INSIDERS = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})


@dataclass(frozen=True, slots=True)
class GitHub:
    """The repository `path` (owner/name); pull requests come from the same one or from `source`, a fork of it."""

    program: Program
    path: str
    source: str

    def opening(self, request: PullRequest) -> tuple[str, ...]:
        """The command that opens it; the body is its input."""
        return (
            *(NAME, "pr", "create", f"--repo={self.program.host}/{self.path}", f"--head={self._head(request.topic)}"),
            *(f"--base={request.base}", f"--title={request.title}", "--body-file=-"),
        )

    def renewing(self, request: PullRequest, number: int) -> tuple[str, ...]:
        """The same for one that is open already; `gh pr edit` would want the right to read projects, too."""
        place = f"repos/{self.path}/pulls/{number}"
        said = (f"--raw-field=title={request.title}", "--field=body=@-")
        return (NAME, "api", f"--hostname={self.program.host}", "--method=PATCH", place, *said)

    def open_now(self, topic: str) -> tuple[int, str]:
        """Number and URL of the pull request that is open from that branch, (0, "") where none is."""
        owner = self.source.partition("/")[0]
        for item in self.program.every(f"repos/{self.path}/pulls?state=open&head={owner}:{topic}"):
            if text_at(item, "head", "ref") == topic:
                return number_at(item, "number"), clean_url(text_at(item, "html_url"))
        return 0, ""

    def compare_page(self, request: PullRequest) -> str:
        """Where a person opens it in the browser."""
        base, head = (quote(name, safe="/:") for name in (request.base, self._head(request.topic)))
        return f"https://{self.program.host}/{self.path}/compare/{base}...{head}?expand=1"

    def updated_since(self, day: str) -> Iterator[int]:
        """Numbers of the pull requests in which something happened since that day, newest first."""
        for item in self.program.every(f"repos/{self.path}/pulls?state=all&sort=updated&direction=desc"):
            if text_at(item, "updated_at") < day:
                return
            if number := number_at(item, "number"):
                yield number

    def reviewed(self, number: int) -> Reviewed:
        """The pull request with what people wrote: beside its lines, of the whole, and in the conversation."""
        pull = self.program.ask(f"repos/{self.path}/pulls/{number}")
        url = clean_url(text_at(pull, "html_url"))
        if not url:
            raise EnvironmentFault(f"{NAME} tells nothing of pull request {number}")
        places = (f"pulls/{number}/comments", f"pulls/{number}/reviews", f"issues/{number}/comments")
        items = [item for place in places for item in self.program.every(f"repos/{self.path}/{place}")]
        own = _own(self.program)
        readable = [item for item in items if _writer(item) and clean_url(text_at(item, "html_url"))]
        comments = [_comment(item, own) for item in readable if not _bot(item) and text_at(item, "body").strip()]
        ordered = tuple(sorted(comments, key=lambda comment: (comment.time, comment.url)))
        return Reviewed(number, url, text_at(pull, "user", "login"), ordered, len(items) - len(readable))

    def _head(self, topic: str) -> str:
        return topic if self.source == self.path else f"{self.source.partition('/')[0]}:{topic}"


@cache
def _own(program: Program) -> str:
    """Who is logged in, "" where that is nobody, as in a pipeline."""
    try:
        return text_at(program.ask("user"), "login")
    except EnvironmentFault:
        return ""


def _writer(item: object) -> str:
    return text_at(item, "user", "login")


def _bot(item: object) -> bool:
    through_app = isinstance(item, Mapping) and item.get("performed_via_github_app") is not None
    return through_app or text_at(item, "user", "type") == "Bot" or _writer(item).endswith("[bot]")


def _comment(item: object, own: str) -> Comment:
    return Comment(
        url=clean_url(text_at(item, "html_url")),
        writer=_writer(item),
        text=text_at(item, "body"),
        time=text_at(item, "created_at") or text_at(item, "submitted_at"),
        path=text_at(item, "path"),
        hunk=text_at(item, "diff_hunk"),
        insider=text_at(item, "author_association") in INSIDERS,
        own=bool(own) and _writer(item) == own,
    )

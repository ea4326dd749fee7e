"""The comments of a pull request as turns. The reviewer is the speaker; the code beside a comment is a file's content.

Whose words count: a reviewer's who belongs to the project, and those of whoever runs this. The author of the pull request
explains what was made; a stranger may say anything; an agent writes under its person's name. Those only go along.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from gitskills.model.pull import Comment, Reviewed
from gitskills.model.turn import Channel, Speaker, Turn

_AGENT = re.compile(
    r"(?:generated|posted|written|reviewed) (?:with|by) \[?(?:claude|codex|copilot|gemini|cursor)", re.IGNORECASE
)
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_QUOTED = re.compile(r"^[ \t]{0,3}>.*\n?", re.MULTILINE)


def review_turns(pull: Reviewed) -> Iterator[Turn]:
    """Each comment, behind the code that it stands beside."""
    for number, comment in enumerate(pull.comments, 1):
        said = own_words(comment.text)
        if not said:
            continue
        mark = comment_mark(comment)
        if comment.hunk:
            yield Turn(
                number,
                number,
                Speaker.FILE,
                Channel.RESULT,
                comment.hunk,
                mark,
                comment.time,
                tool="Read",
                locator=comment.path,
            )
        yield Turn(
            line=number,
            end=number,
            speaker=speaker_of(comment, pull),
            channel=Channel.REVIEW,
            text=said,
            uuid=mark,
            timestamp=comment.time,
            source=comment.url,
        )


def own_words(text: str) -> str:
    """Without what nobody sees, and without what the writer quotes of others."""
    return _QUOTED.sub("", _HIDDEN.sub("", text.replace("\r\n", "\n"))).strip()


def speaker_of(comment: Comment, pull: Reviewed) -> Speaker:
    """Whose words these are."""
    if _AGENT.search(comment.text):
        return Speaker.AGENT
    if comment.own:
        return Speaker.USER
    if comment.writer == pull.writer:
        return Speaker.OTHER
    return Speaker.USER if comment.insider else Speaker.WEB


def comment_mark(comment: Comment) -> str:
    """By this a comment is known again; one that was edited is another."""
    said = f"{comment.url}\n{comment.text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(said).hexdigest()[:32]

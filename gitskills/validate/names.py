"""Which names a skill or a file may bear, so that every file system, git and host takes them for what they are."""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 64
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}) | {
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789\u00b9\u00b2\u00b3"
}
# Claude Code runs a skill of such a name in the place of its own command (seen in 2.1.332).
HOST_COMMANDS = frozenset(
    "add-dir agents auto-mode-setup autocompact batch bug claude-api clear code-review color compact config context cost"
    " dataviz debug deep-research doctor effort exit export fast feedback fewer-permission-prompts focus goal heapdump help"
    " hooks ide init insights install-github-app keybindings list-agents login logout loop mcp memory model output-style"
    " permissions plan plugin plugin-authoring pr-comments privacy-settings quit recap release-notes reload-plugins"
    " reload-skills remote-control rename resume review rewind run run-skill-generator sandbox schedule security-review"
    " simplify skills stats status statusline tasks team-onboarding terminal-setup theme todos update-config upgrade usage"
    " verify vim voice workflow-authoring workflow-launch-exec".split()
)
_FORBIDDEN = frozenset('<>:"|?*\\')


def is_device(part: str) -> bool:
    """Whether Windows takes a file name for a device, whatever its ending."""
    return part.partition(".")[0].rstrip(" ").casefold() in _DEVICES


def name_fault(name: str) -> str:
    """Why a skill can't be called so, "" where it can."""
    if not name:
        return "the name is empty"
    if len(name) > LONGEST_NAME:
        return f"the name has {len(name)} characters, {LONGEST_NAME} are allowed"
    if is_device(name):
        return f"{name!r} is a device on Windows"
    if not _NAME.fullmatch(name):
        return f"{name!a} is not lower-case letters and digits joined by single hyphens"
    return ""


def path_fault(path: str) -> str:
    """Why a file can't stand there, "" where it can; `path` is relative to the skill's folder."""
    if path.startswith("/") or "\\" in path or path[1:2] == ":":
        return "must be a relative path with forward slashes"
    for part in path.split("/"):
        why = _part_fault(part)
        if why:
            return why
    return "" if len(path.encode("utf-8", "surrogateescape")) <= 200 else "the path is longer than 200 bytes"


def _part_fault(part: str) -> str:
    if part in {"", ".", ".."}:
        return "must not hold empty parts, . or .."
    if part.casefold() in {".git", "git~1"} or unicodedata.normalize("NFKC", part).casefold().strip(". ") == ".git":
        return "must not be called .git"
    if part[-1] in ". " or part[0] == " ":
        return "must not begin with a blank or end in a dot or blank"
    if any(char in _FORBIDDEN or unicodedata.category(char)[0] == "C" for char in part):
        return "holds a character that some file systems don't know"
    return "is a device on Windows" if is_device(part) else ""

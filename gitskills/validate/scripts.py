"""Whether a script can be read by its interpreter at all, judged by its text alone."""

from __future__ import annotations

import ast
import json
import re
import tomllib
import warnings

_HEREDOC = re.compile(r"<<-?\s*([\"']?)(\w+)\1[^\n]*\n[\s\S]*?^\s*\2\s*$", re.MULTILINE)
_QUOTED = re.compile(r"\\.|'[^']*'|\"(?:\\.|[^\"\\])*\"|(?<![\w$}])#[^\n]*|\$\{[^}\n]*\}", re.DOTALL)
# Looked ahead, since one keyword may directly follow another.
_WORDS = re.compile(
    r"(?=(?:^|[;&|(){}!`]|\b(?:then|do|else)\b)\s*\b(if|fi|case|esac|do|done)\b(?![-.=\w]))", re.MULTILINE
)
_PAIRS = (("if", "fi"), ("case", "esac"), ("do", "done"))


def script_fault(path: str, text: str) -> str:
    """Why a file of that ending can't be read, "" where it can or nothing can be said."""
    ending = path.rsplit(".", 1)[-1].casefold() if "." in path else ""
    first = text.split("\n", 1)[0]
    if ending == "py" or (first.startswith("#!") and "python" in first):
        return _python(text)
    if ending in {"sh", "bash"} or (first.startswith("#!") and re.search(r"\b(?:ba)?sh\b", first)):
        return _shell(text)
    if ending == "json":
        return _json(text)
    return _toml(text) if ending == "toml" else ""


def _python(text: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return (
                f"no valid Python: {getattr(error, 'msg', None) or error} (line {getattr(error, 'lineno', None) or 1})"
            )
    return ""


def _json(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"no valid JSON: {error}"
    return ""


def _toml(text: str) -> str:
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return f"no valid TOML: {error}"
    return ""


def _shell(text: str) -> str:
    """Open quotes and unpaired keywords: what a shell trips over, without being one."""
    bare = _QUOTED.sub(lambda found: " " if found[0][0] != "#" else "", _HEREDOC.sub("\n", text))
    if "'" in bare or '"' in bare:
        return "a quotation is never closed"
    words = list({found.start(1): found[1] for found in _WORDS.finditer(bare)}.values())
    for opening, closing in _PAIRS:
        if words.count(opening) != words.count(closing):
            return f"{opening} and {closing} don't pair"
    return ""

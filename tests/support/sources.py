"""The package's own source as syntax trees, for the tests of its shape."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.name)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @cached_property
    def code_lines(self) -> int:
        """Lines that hold something other than white space and comments."""
        passive = {
            tokenize.COMMENT,
            tokenize.NL,
            tokenize.NEWLINE,
            tokenize.INDENT,
            tokenize.DEDENT,
            tokenize.ENDMARKER,
        }
        read = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return len(
            {row for token in read if token.type not in passive for row in range(token.start[0], token.end[0] + 1)}
        )

    @cached_property
    def comments(self) -> list[str]:
        read = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return [token.string for token in read if token.type == tokenize.COMMENT]

    @property
    def nodes(self) -> Iterator[ast.AST]:
        return ast.walk(self.tree)

    @property
    def functions(self) -> list[Function]:
        return [node for node in self.nodes if isinstance(node, Function)]

    @property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    def place(self, node: ast.stmt) -> str:
        return f"{self.name}:{node.lineno}"


@cache
def package(folder: str = "gitskills") -> tuple[Source, ...]:
    """All modules below a folder of the repository, in order.

    Parsed at once, when modules are collected: CPython 3.11 loses count of its depth where a thread of a test interrupts it.
    """
    found = tuple(Source(path) for path in sorted((ROOT / folder).rglob("*.py")))
    for source in found:
        source.tree  # noqa: B018 - kept from here on
    return found


def length(node: Function | ast.ClassDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def words(name: str) -> set[str]:
    """The words of an identifier, lower-cased: `HTTPTable_rows` has http, table, rows."""
    return {word.casefold() for word in WORD.findall(name)}

"""Which test keeps which promise, read from the marks in the tests' own source. `python -m tests.support.promises` lists them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.support.sources import Source, package

MARK = "pytest.mark.promise"


def kept(sources: Iterable[Source] | None = None) -> dict[str, list[str]]:
    """Tests by the ids that their marks name; a mark on a module counts for all of its tests."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in sources if sources is not None else package("tests"):
        everywhere = [name for node in source.tree.body for name in _of_module(node)]
        for test in source.functions:
            if test.name.startswith("test_"):
                for name in (*everywhere, *(name for mark in test.decorator_list for name in _named(mark))):
                    found[name].append(f"{source.name}::{test.name}")
    return dict(found)


def _of_module(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
        yield from (name for part in ast.walk(node.value) for name in _named(part))


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == MARK:
        yield from (str(ast.literal_eval(word)) for word in node.args)


if __name__ == "__main__":
    for name, tests in sorted(kept().items()):
        print(name, *tests, sep="\n    ")

"""What the code must look like: sizes, defensive density, names. Each budget is a limit, not an aim."""

from __future__ import annotations

import ast
import re
from statistics import median

import pytest

from tests.support.sources import Source, length, package, words

PACKAGE = package()
TESTS = package("tests")
OTHER_TESTS = [source for source in TESTS if source.name != "tests/test_shape.py"]  # this file names what it bans
BROAD_HANDLERS = ("gitskills/cli/", "gitskills/hookrun/", "gitskills/app/advise")  # one each, journalled for doctor
BANNED = frozenset({"util", "utils", "helper", "helpers", "manager", "common", "misc", "core", "data"})
GITS_OWN = frozenset({"common_dir", "_common_dir"})  # git's word for it
DRAWN = ("gitskills/errors.py",)  # the tree of exceptions is drawn at its top
BANNED_COMMENT = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")


def test_no_module_is_longer_than_four_hundred_lines_and_half_are_under_one_hundred_and_fifty() -> None:
    assert [source.name for source in PACKAGE if source.lines > 400] == []
    assert median(source.lines for source in PACKAGE if source.lines) < 150


def test_no_function_is_longer_than_fifty_lines_and_half_have_ten_at_most() -> None:
    long = [source.place(node) for source in PACKAGE for node in source.functions if length(node) > 50]
    assert long == []
    assert median(length(node) for source in PACKAGE for node in source.functions) <= 10


def test_no_class_is_longer_than_one_hundred_and_fifty_lines() -> None:
    assert [source.place(node) for source in PACKAGE for node in source.classes if length(node) > 150] == []


def test_no_function_takes_more_than_five_parameters() -> None:
    wide = [source.place(node) for source in PACKAGE for node in source.functions if _parameters(node) > 5]
    assert wide == []


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many a caller may give; what click hands to a command is its options and has one name each."""
    if any("click" in ast.dump(mark) for mark in node.decorator_list):
        return 0
    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return len([one for one in named if one.arg not in {"self", "cls"}])


def test_only_the_three_boundaries_catch_everything() -> None:
    broad = [source.name for source in PACKAGE for node in source.nodes if _catches_all(node)]
    assert [name for name in broad if not name.startswith(BROAD_HANDLERS)] == []
    assert len(broad) <= 3


def _catches_all(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    caught = [] if node.type is None else [one.id for one in ast.walk(node.type) if isinstance(one, ast.Name)]
    return node.type is None or bool({"Exception", "BaseException"} & set(caught))


def test_there_are_at_most_eight_try_blocks_in_a_thousand_lines() -> None:
    tries = sum(isinstance(node, ast.Try | ast.TryStar) for source in PACKAGE for node in source.nodes)
    assert tries * 1_000 <= 8 * sum(source.code_lines for source in PACKAGE)


@pytest.mark.parametrize(
    "source",
    [source for source in PACKAGE if source.text.strip() and source.name not in DRAWN],
    ids=lambda source: source.name,
)
def test_a_module_says_in_one_to_six_lines_what_it_answers_for(source: Source) -> None:
    said = ast.get_docstring(source.tree) or ""
    assert 1 <= len(said.splitlines()) <= 6


def test_no_name_is_a_grab_bag() -> None:
    modules = [source.name for source in PACKAGE + TESTS if words(source.path.stem) & BANNED]
    folders = [source.name for source in PACKAGE + TESTS if words(source.path.parent.name) & BANNED]
    defined = [
        f"{source.place(node)} {node.name}"
        for source in PACKAGE
        for node in [*source.functions, *source.classes]
        if words(node.name) & BANNED and node.name not in GITS_OWN
    ]
    assert modules + folders + defined == []


def test_nothing_is_left_to_do_later() -> None:
    assert [source.name for source in PACKAGE + TESTS if BANNED_COMMENT.search("\n".join(source.comments))] == []


def test_the_tests_use_real_things() -> None:
    assert [source.name for source in OTHER_TESTS if re.search(r"unittest(?:\.| import )mock", source.text)] == []
    tests = sum(node.name.startswith("test_") for source in TESTS for node in source.functions)
    patches = sum(source.text.count("monkeypatch.setattr(") for source in OTHER_TESTS)
    assert patches * 100 <= 2 * tests

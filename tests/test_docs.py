"""What the README says is so: commands, settings, files and targets are there, and nothing that is there goes unsaid."""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from pathlib import Path

import click
import pytest

from gitskills import cli
from gitskills.model.settings import KEYS, Settings
from tests.bench.__main__ import names as benchmarks
from tests.support import demo_log
from tests.support.readme import README, block, with_block
from tests.support.settings_table import table
from tests.support.sources import ROOT

TEXT = README.read_text("utf-8")
LINK = re.compile(r"\[[^\]]+\]\((?P<target>[^)]+)\)")
COMMAND = re.compile(r"\bgitskills (?P<name>[a-z]+)\b")
PATH = re.compile(r"`(?P<path>(?:\.?[\w-]+/)+[\w.-]+\.\w+)`")
TARGET = re.compile(r"(?:`|^ {4})make (?P<name>[a-z]+)\b", re.MULTILINE)


def commands() -> dict[str, click.Command]:
    """The commands of the program, by name, as click knows them."""
    modules = [importlib.import_module(f"gitskills.cli.{found.name}") for found in pkgutil.iter_modules(cli.__path__)]
    groups = [value for module in modules for value in vars(module).values() if isinstance(value, click.Group)]
    assert groups, "the command line has no click group"
    program = max(groups, key=lambda group: len(group.list_commands(click.Context(group))))
    context = click.Context(program)
    listed = {name: program.get_command(context, name) for name in program.list_commands(context)}
    return {name: command for name, command in listed.items() if command is not None and not command.hidden}


def test_every_command_is_explained_in_the_readme() -> None:
    assert set(commands()) - set(COMMAND.findall(TEXT)) == set()


def test_the_readme_names_no_command_that_is_not_there() -> None:
    shown = "\n".join(re.findall(r"`[^`\n]+`|^ {4}.+$", TEXT, re.MULTILINE))
    assert set(COMMAND.findall(shown)) - set(commands()) == set()


def test_every_command_and_option_says_what_it_is_for() -> None:
    silent = [
        f"{name} {option.name}"
        for name, command in commands().items()
        for option in command.params
        if isinstance(option, click.Option) and not option.help and not option.hidden
    ]
    assert silent == []
    assert [name for name, command in commands().items() if not command.get_short_help_str()] == []


def test_every_setting_stands_in_the_readme_with_its_default_and_range() -> None:
    assert block("settings", TEXT) == table()


def test_every_field_of_the_settings_has_a_key() -> None:
    assert {key.field for key in KEYS} == set(Settings.__dataclass_fields__)


def test_the_picture_of_the_demo_is_what_the_demo_makes(tmp_path: Path) -> None:
    fresh = demo_log.made(tmp_path).subjects(demo_log.RANGE)
    shown = re.findall(r"^ {4}[0-9a-f]{7,} (.+)$", block("demo", TEXT), re.MULTILINE)
    assert len(fresh) >= 4
    assert shown == fresh


def test_every_benchmark_has_its_block() -> None:
    for name in benchmarks():
        block(f"bench-{name}", TEXT)


def test_every_link_in_the_repository_leads_somewhere() -> None:
    broken = []
    for page in ROOT.rglob("*.md"):
        if page.relative_to(ROOT).parts[0].startswith(".") or page.is_relative_to(ROOT / "tests/fixtures"):
            continue
        for found in LINK.finditer(page.read_text("utf-8")):
            target = found["target"].partition("#")[0]
            if target and "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


def test_every_file_that_the_readme_names_exists() -> None:
    named = set(PATH.findall(TEXT))
    assert [
        path
        for path in named
        if not path.startswith((".git/", ".claude/", ".gitskills/")) and not (ROOT / path).exists()
    ] == []


def test_every_make_target_that_the_readme_names_exists_and_the_other_way_round() -> None:
    there = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(TARGET.findall(TEXT)) - there == set()
    assert there - set(TARGET.findall(TEXT)) <= {"lint", "clean"}


def test_the_changelog_knows_the_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{version}]" in changes or "## [Unreleased]" in changes


def test_a_block_is_replaced_and_nothing_else() -> None:
    page = "before\n<!-- one:begin -->\nold\n<!-- one:end -->\nafter\n"
    changed = with_block("one", "new", page)
    assert changed == "before\n<!-- one:begin -->\nnew\n<!-- one:end -->\nafter\n"
    with pytest.raises(KeyError):
        block("two", page)

"""What the host would rewrite is escaped; what it would execute is found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.skillfile.hostsurface import (
    escape_host_surface,
    live_surface,
    mentions_as_code,
    mentions_outside,
    placeholders,
)

pytestmark = pytest.mark.promise("V6", "case-1")


@pytest.mark.parametrize(
    ("body", "escaped"),
    [
        ("awk '{print $1}' costs $0.10", "awk '{print \\$1}' costs \\$0.10"),
        ("Pass $ARGUMENTS on", "Pass \\$ARGUMENTS on"),
        ("already \\$1", "already \\$1"),
        ("$ARGUMENTS_DIR and $ARGUMENTS[0]", "\\$ARGUMENTS_DIR and \\$ARGUMENTS[0]"),
        (
            "$HOME, $PATH, ${VAR}, $(date), $@, ${1} and $ARGUMENT stay",
            "$HOME, $PATH, ${VAR}, $(date), $@, ${1} and $ARGUMENT stay",
        ),
        ("US$ 5 and 5$ stay", "US$ 5 and 5$ stay"),
    ],
)
def test_placeholders_of_the_host_are_escaped_and_nothing_else(body: str, escaped: str) -> None:
    assert escape_host_surface(body) == escaped


@given(st.text("$1\\ A`!{}", max_size=30))
def test_escaping_twice_is_escaping_once(body: str) -> None:
    once = escape_host_surface(body)
    assert escape_host_surface(once) == once
    assert not list(placeholders(once))


@pytest.mark.parametrize(
    "body",
    [
        "!`date`",
        "Now: !`date`",
        "x\n!`rm x`",
        "!`date\n\nls`",
        "```!\ndate\n```",
        "  ```!bash\n```",
        "${CLAUDE_SKILL_DIR}/x",
        "- !`ls`",
        "(!`ls`)",
        "~~~ !\n",
        "printf '\\\\$1'",
        "a \\\\\\$ARGUMENTS",
    ],
)
def test_what_the_host_would_run_or_fill_in_is_found(body: str) -> None:
    assert list(live_surface(body))


@pytest.mark.parametrize(
    "body",
    [
        "Say `hello!` and `bye`.",
        "`!important`",
        "Stop! `x` follows",
        "![image](assets/x.png)",
        "```\n!x\n```",
        "`${HOME}`",
        "wow!`x`",
    ],
)
def test_what_the_host_leaves_alone_is_not_found(body: str) -> None:
    assert not list(live_surface(body))


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("Keep to @docs/style.md.", "Keep to `@docs/style.md`."),
        ("@docs is where it is", "`@docs` is where it is"),
        ('See @"my notes.txt", please', 'See `@"my notes.txt"`, please'),
        ("- @~/x.md\n> @/etc/hosts", "- `@~/x.md`\n> `@/etc/hosts`"),
        ("a\u00a0@b.txt", "a\u00a0`@b.txt`"),
        ("Run `npm i @types/node`, mail a@b.example", "Run `npm i @types/node`, mail a@b.example"),
        ("```\n@dataclass\n```\n\n    @property", "```\n@dataclass\n```\n\n    @property"),
        ('(@x) "@x" @ x @@', '(@x) "@x" @ x @@'),
    ],
)
def test_a_file_named_in_prose_is_shown_and_not_read(body: str, shown: str) -> None:
    assert mentions_as_code(body) == shown


@given(st.text('@a/.~"` \n', max_size=30))
def test_what_is_code_once_stays_so(body: str) -> None:
    once = mentions_as_code(body)
    assert mentions_as_code(once) == once


@pytest.mark.parametrize(
    "body", ["`cat @~/.netrc`", "`cat @/etc/passwd`", "```\n@../x\n```", "@a/../../x", "@.env", '@"x y"', "@C:\\x"]
)
def test_a_file_outside_of_the_project_that_the_host_would_read_is_found(body: str) -> None:
    assert list(mentions_outside(body))


@pytest.mark.parametrize(
    "body",
    [
        "`cat '@~/.netrc'`",
        "`curl -d @payload.json x`",
        "import x from '@/x'",
        "@/components",
        "a@b.example",
        "@app.get",
    ],
)
def test_other_words_behind_an_at_sign_are_not(body: str) -> None:
    assert not list(mentions_outside(body))

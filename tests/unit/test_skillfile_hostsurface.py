"""What the host would rewrite is escaped; what it would execute is found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.skillfile.hostsurface import escape_host_surface, live_surface, placeholders

pytestmark = pytest.mark.promise("V6", "case-1")


@pytest.mark.parametrize(
    ("body", "escaped"),
    [
        ("awk '{print $1}' costs $0.10", "awk '{print \\$1}' costs \\$0.10"),
        ("Pass $ARGUMENTS on", "Pass \\$ARGUMENTS on"),
        ("already \\$1 and \\\\$1", "already \\$1 and \\\\\\$1"),
        (
            "$HOME, $PATH, ${VAR}, $(date), $@ and $ARGUMENTSX stay",
            "$HOME, $PATH, ${VAR}, $(date), $@ and $ARGUMENTSX stay",
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
        "```!\ndate\n```",
        "  ```!bash\n```",
        "${CLAUDE_SKILL_DIR}/x",
        "- !`ls`",
        "(!`ls`)",
        "~~~ !\n",
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

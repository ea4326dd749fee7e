"""`gh` and `glab` as outside programs: where a remote leads, what is said when they fail; and the real `gh`, where there is one.

Of `glab` no registry of ours has the program: its flags are those of its
manual page, glab-mr-create(1).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from gitskills.errors import EnvironmentFault
from gitskills.hosts import forge_program
from gitskills.hosts.forge import Place, forge_at, kind_of, place_of
from gitskills.hosts.forge_program import Program, clean_url, number_at, text_at
from gitskills.model.pull import PullRequest
from tests.support.forges import scripted
from tests.support.processes import dies
from tests.support.small_github import Answering, real_gh, small_github

pytestmark = pytest.mark.promise("share-3", "share-6")
REQUEST = PullRequest("gitskills/x", "main", "Add the skill x", 'The body.\n\n`$(x)` -- "quotes"\n')


@pytest.mark.parametrize(
    ("url", "place", "kind"),
    [
        ("https://github.com/ada/shop.git", Place("github.com", "ada/shop"), "github"),
        ("https://ada:s3cret@github.com/ada/shop", Place("github.com", "ada/shop"), "github"),
        ("git@github.com:ada/shop.git", Place("github.com", "ada/shop"), "github"),
        ("ssh://git@ssh.github.com:443/ada/shop.git", Place("github.com", "ada/shop"), "github"),
        ("https://github.example.org:8443/ada/shop", Place("github.example.org:8443", "ada/shop"), "github"),
        ("git@gitlab.com:group/sub/shop.git", Place("gitlab.com", "group/sub/shop"), "gitlab"),
        ("https://forge.example/ada/shop.git/", Place("forge.example", "ada/shop"), "none"),
        ("github-work:ada/shop.git", Place("github-work", "ada/shop"), "none"),
        ("file:///srv/git/shop.git", None, "none"),
        ("/srv/git/shop.git", None, "none"),
        ("../shop.git", None, "none"),
        ("C:\\git\\shop", None, "none"),
        ("https://github.com/../../etc", None, "none"),
        ("https://github.com/ada/shop;touch x", None, "none"),
        ("-oProxyCommand=x:ada/shop", None, "none"),
        ("ssh://-oProxyCommand=x/ada/shop", None, "none"),
        ("", None, "none"),
    ],
)
def test_a_remotes_url_tells_where_it_leads(url: str, place: Place | None, kind: str) -> None:
    found = place_of(url)
    assert (found, kind_of(found, "auto")) == (place, kind)
    assert kind_of(found, "agit") == "agit"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://github.com/a/b/pull/7#discussion_r1", "https://github.com/a/b/pull/7#discussion_r1"),
        ("https://github.com/a/b/pull/7?token=x#discussion_r1", "https://github.com/a/b/pull/7#discussion_r1"),
        ("https://ada:s3cret@github.com/a", ""),
        ("javascript:alert(1)", ""),
        ("https://x.example/a b\nSource: y", ""),
        ("https://x.example/" + "a" * 400, ""),
    ],
)
def test_a_comments_url_is_plain_or_none(text: str, url: str) -> None:
    assert clean_url(text) == url


def test_answers_of_any_shape_are_read() -> None:
    assert text_at({"a": {"b": "x"}}, "a", "b") == "x"
    assert text_at({"a": "\ud800x"}, "a") == "?x"
    odd: list[object] = [None, [], {"a": 7}, {"a": {"b": 7}}]
    assert [text_at(each, "a", "b") for each in odd] == ["", "", "", ""]
    numbers: list[object] = [{"n": 7}, {"n": "7"}, {"n": True}, None]
    assert [number_at(each, "n") for each in numbers] == [7, 0, 0, 0]


def test_a_program_that_hangs_ends_with_all_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge_program, "SECONDS", 3.0)
    program = tmp_path / "gh"
    program.write_text(f"#!/bin/sh\nsleep 60 & echo $! > '{tmp_path}/child'\nwait\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(EnvironmentFault, match="took longer"):
        Program("gh", str(tmp_path), "github.com").ask("user")
    child = int((tmp_path / "child").read_text())
    assert dies(child)


def test_an_answer_too_large_to_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge_program, "MOST", 1_000)
    scripted("gh", tmp_path).answer("user", {"out": json.dumps("x" * 2_000)})
    with pytest.raises(EnvironmentFault, match="larger than"):
        Program("gh", str(tmp_path), "github.com").ask("user")


def test_nothing_can_ask_and_no_repository_of_a_callers_goes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "gh"
    program.write_text(
        '#!/bin/sh\n[ -t 0 ] || (: < /dev/tty) 2>/dev/null || echo "\\"${GIT_DIR-none} $GH_PROMPT_DISABLED\\""\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    assert Program("gh", str(tmp_path), "github.com").ask("user") == "none 1"


# --- the real gh ---


@pytest.fixture(scope="module")
def gh() -> str:
    return real_gh()


def flags(gh: str, *command: str) -> set[str]:
    """The long options that the program's own help lists."""
    told = subprocess.run([gh, *command, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"(?<!\S)--([a-z-]+)", told))


@pytest.mark.slow
def test_the_real_gh_knows_every_flag_that_we_give(gh: str) -> None:
    forge = forge_at("github", Place("github.com", "ada/shop"), None, "/")
    assert forge is not None
    for command, words in ((forge.opening(REQUEST), 3), (forge.renewing(REQUEST, 7), 2)):
        given = {word[2:].partition("=")[0] for word in command if word.startswith("--")}
        assert given - flags(gh, *command[1:words]) == set()


@pytest.mark.slow
def test_the_real_gh_reads_reviews_and_opens_a_pull_request(
    gh: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place("github.localhost", "ada/shop")
    with small_github(monkeypatch, tmp_path, gh) as program:
        forge = forge_at("github", place, None, str(tmp_path))
        assert forge is not None
        reviewed = forge.reviewed(7)
        assert [comment.text for comment in reviewed.comments] == ["Always use integer cents for prices, never floats."]
        assert reviewed.writer == "bea"
        with pytest.raises(EnvironmentFault, match="knows no such thing"):
            forge.reviewed(8)
        assert forge.open_now("gitskills/x") == (0, "")
        assert "https://github.localhost/ada/shop/pull/7" in program.run(forge.opening(REQUEST), REQUEST.body)
        created = [
            json.loads(said)["variables"]["input"] for _, path, said in Answering.asked if "createPullRequest" in said
        ]
        assert [(one["title"], one["body"], one["baseRefName"], one["headRefName"]) for one in created] == [
            (REQUEST.title, REQUEST.body, "main", "gitskills/x")
        ]
        program.run(forge.renewing(REQUEST, 7), REQUEST.body)
        method, path, said = Answering.asked[-1]
        assert (method, path.rpartition("/repos/")[2]) == ("PATCH", "ada/shop/pulls/7")
        assert json.loads(said) == {"title": REQUEST.title, "body": REQUEST.body}


@pytest.mark.slow
def test_the_real_gh_without_a_login_is_told_so(gh: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_github(monkeypatch, tmp_path, gh) as program:
        monkeypatch.delenv("GH_TOKEN")
        monkeypatch.delenv("GH_ENTERPRISE_TOKEN")
        with pytest.raises(EnvironmentFault, match="not logged in to github"):
            program.ask("user")

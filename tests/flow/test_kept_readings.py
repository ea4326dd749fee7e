"""What is kept in local state gives the answer that git gives without it, whatever happened to the branch meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.said import FORM
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.state.derived import keep
from tests.support.lessons import SAID, lesson, opened, outcomes, patch, put, session
from tests.support.repos import RepoBuilder

FIRST, SECOND, THIRD = SAID
KEPT = ("headings.json", "terms.json", "ledger.json")


@pytest.fixture
def transcript(tmp_path: Path) -> str:
    return session(tmp_path / "session.jsonl")


@pytest.fixture
def learned(repo: RepoBuilder, transcript: str) -> RepoBuilder:
    """Two skills, and everything that is kept about them."""
    repo.commit("first", {"README.md": "# A project\n"})
    assert outcomes(put(opened(repo), transcript, lesson(FIRST), lesson(SECOND))) == ["landed", "landed"]
    library(repo)
    return repo


def library(repo: RepoBuilder) -> Library:
    context = opened(repo)
    return read_library(context, context.need_project())


def known(repo: RepoBuilder) -> tuple[object, ...]:
    found = library(repo)
    return found.ledger, found.skills, found.archived, found.learned, len(found.similar)


def kept(repo: RepoBuilder, name: str) -> Path:
    return repo.path / ".git/gitskills" / name


def forget(repo: RepoBuilder) -> None:
    for name in KEPT:
        kept(repo, name).unlink()


def more(repo: RepoBuilder, transcript: str) -> None:
    assert outcomes(put(opened(repo), transcript, lesson(THIRD))) == ["landed"]


def another_wording(repo: RepoBuilder, transcript: str) -> None:
    change = patch(FIRST, "This holds for every change", "It holds for all changes")
    assert outcomes(put(opened(repo), transcript, change)) == ["landed"]


def taken_back(repo: RepoBuilder, transcript: str) -> None:
    rollback(opened(repo), FIRST, "not so")


def reverted_by_git(repo: RepoBuilder, transcript: str) -> None:
    tree = repo.worktree(repo.path.parent / "skills", "skills")
    tree.git("revert", "--no-edit", "HEAD")
    repo.git("worktree", "remove", "--force", str(tree.path))


def put_back_by_one(repo: RepoBuilder, transcript: str) -> None:
    repo.git("update-ref", "refs/heads/skills", "skills~1")


def written_anew(repo: RepoBuilder, transcript: str) -> None:
    text = repo.show(f"skills:.claude/skills/{SECOND}/SKILL.md")
    repo.git("update-ref", "refs/heads/skills", "skills~1")
    repo.commit_on("skills", "by hand", {f".claude/skills/{SECOND}/SKILL.md": text + b"\nOne more line.\n"})


def gone(repo: RepoBuilder, transcript: str) -> None:
    repo.git("update-ref", "-d", "refs/heads/skills")


@pytest.mark.parametrize(
    "act", [more, another_wording, taken_back, reverted_by_git, put_back_by_one, written_anew, gone]
)
def test_with_what_is_kept_and_without_it_the_library_is_the_same(
    learned: RepoBuilder, transcript: str, act: Callable[[RepoBuilder, str], None]
) -> None:
    before = known(learned)
    act(learned, transcript)
    found = known(learned)
    forget(learned)
    assert found == known(learned)
    assert found != before


def test_a_folder_is_read_once_and_again_when_it_changed(learned: RepoBuilder, transcript: str) -> None:
    tree = learned.git("rev-parse", f"skills:.claude/skills/{FIRST}")
    keep(opened(learned).need_project().state, "headings", FORM, {tree: ["as it was kept", "", True]})
    assert {line.name: line.description for line in list_skills(opened(learned), archived=False)} == {
        FIRST: "as it was kept",
        SECOND: SAID[SECOND],
    }
    another_wording(learned, transcript)
    assert [line.description for line in list_skills(opened(learned), archived=False)] == [SAID[FIRST], SAID[SECOND]]


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"e", b"a"),
        lambda content: content.partition(b"\n")[2],
        lambda content: b"\xff\n{}",
    ],
    ids=["empty", "torn", "altered", "unsealed", "foreign"],
)
def test_what_is_spoilt_is_worked_out_again(learned: RepoBuilder, name: str, spoil: Callable[[bytes], bytes]) -> None:
    expected = known(learned)
    place = kept(learned, name)
    whole = place.read_bytes()
    place.write_bytes(spoil(whole))
    assert known(learned) == expected
    assert place.read_bytes() == whole


def test_where_nothing_can_be_kept_everything_is_read(learned: RepoBuilder) -> None:
    expected = known(learned)
    forget(learned)
    for name in KEPT:
        kept(learned, name).mkdir()  # neither readable nor replaceable, not even for root
    assert known(learned) == expected

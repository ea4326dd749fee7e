"""Whatever happens to local state, no lesson and no verdict is lost: git alone is the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.app.learn import Plan, learn
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills, status
from gitskills.app.why import why
from gitskills.errors import EnvironmentFault
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, outcomes, teach, transcript

LINT = Lesson("lint-first", "Lint the shell scripts before you push them.")
ASKED = Lesson("asked", "What does the reservations module do?")  # no lesson
STATE = ".git/gitskills"


def garbage(place: Path) -> None:
    place.write_bytes(b"\x00\xff{[" * 100)


def torn(place: Path) -> None:
    place.write_bytes(place.read_bytes()[: place.stat().st_size // 2])


def empty(place: Path) -> None:
    place.write_bytes(b"")


def deep(place: Path) -> None:
    place.write_bytes(b"[" * 200_000)


def folder(place: Path) -> None:
    place.unlink()
    place.mkdir()


def gone(place: Path) -> None:
    place.unlink()


def lived_in(place: Path) -> RepoBuilder:
    """A repository with one lesson that landed, one that was taken back, and one transcript that was read."""
    made = RepoBuilder.with_commit(place, home=Path.home())
    teach(made.path, UV, MIGRATE)
    rollback(here(made.path), UV.name, "not so")
    learn(here(made.path), str(transcript(Path.home() / "read", [ASKED])), Plan())
    status(here(made.path))
    return made


def files(made: RepoBuilder) -> list[Path]:
    state = made.path / STATE
    return sorted(each for each in state.rglob("*") if each.is_file() and each.suffix != ".lock")


@pytest.mark.promise("L1")
@pytest.mark.parametrize("spoil", [garbage, torn, empty, deep, gone], ids=lambda spoil: spoil.__name__)
def test_a_spoilt_file_of_state_loses_no_lesson_and_no_verdict(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    made = lived_in(tmp_path / "repo")
    before = landed(made)
    for place in files(made):
        if not place.exists():
            continue
        spoil(place)
        try:
            assert outcomes(teach(made.path, UV)) == ["rejected"], place
            assert outcomes(teach(made.path, MIGRATE)) == ["landed"], place  # a look-up
            assert why(here(made.path), MIGRATE.name).events[-1].quotes, place
            assert [line.name for line in list_skills(here(made.path), archived=False)] == [MIGRATE.name]
            drain(made.path)
        except EnvironmentFault as fault:  # said in a sentence that names the file; then it may simply go
            assert place.name in fault.sentence + fault.hint
            place.unlink()
    assert landed(made) == before
    assert outcomes(teach(made.path, LINT)) == ["landed"]
    made.fsck()


@pytest.mark.promise("L1")
def test_a_folder_in_the_place_of_a_file_is_as_if_there_were_none_or_is_named(tmp_path: Path) -> None:
    made = lived_in(tmp_path / "repo")
    for place in files(made):
        folder(place)
        try:
            assert outcomes(teach(made.path, MIGRATE, UV)) == ["landed", "rejected"], place
            status(here(made.path))
        except EnvironmentFault as fault:
            assert str(place) in fault.sentence + fault.hint or str(place.parent) in fault.sentence + fault.hint
        if place.is_dir():
            place.rmdir()
    assert outcomes(teach(made.path, MIGRATE, UV, LINT)) == ["landed", "rejected", "landed"]


@pytest.mark.promise("L1", "V11")
def test_a_ledger_that_somebody_wrote_by_hand_is_not_believed(tmp_path: Path) -> None:
    made = lived_in(tmp_path / "repo")
    for place in (made.path / STATE).glob("*.json"):
        content = place.read_bytes()
        place.write_bytes(content.replace(b'"verdicts":[{', b'"verdicts":[],"x":[{'))
    assert outcomes(teach(made.path, UV)) == ["rejected"]

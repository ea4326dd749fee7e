"""Signed or not at all: a signer that does not sign keeps nothing but the commits waiting, and says so everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.branch.pins import PIN, set_pin
from gitskills.app.doctor import examine
from gitskills.app.looking import look
from gitskills.app.review import accept
from gitskills.app.rollback import rollback
from gitskills.app.status import status
from gitskills.app.waiting import waiting
from gitskills.errors import SigningFault
from gitskills.model.ruling import Outcome
from gitskills.state.directory import user_repository
from tests.cli.running import run
from tests.support.clones import another, begin
from tests.support.repos import RepoBuilder
from tests.support.signers import asking, script, with_ssh
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, outcomes, teach

pytestmark = pytest.mark.promise("share-7")

SHORT_LINES = Lesson("short-lines", "Keep every line under one hundred characters.")
SHORT = Lesson("short-answers", "Please keep your answers short, wherever we work.", more={"scope": "user"})


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def failing(made: RepoBuilder, folder: Path, *lines: str) -> None:
    """Commits are to be signed, by a program that does this."""
    asking(made, script(folder / "signer", *lines))
    made.git("config", "gitskills.sign", "git")
    made.git("config", "gitskills.sign.seconds", "1")


def said(made: RepoBuilder) -> list[str]:
    return [problem for problem in status(here(made.path)).problems if "waits" in problem]


def mended(made: RepoBuilder, folder: Path) -> None:
    made.git("config", "--unset", "gpg.program")
    with_ssh(made, folder)


def good(made: RepoBuilder) -> list[str]:
    return made.git("log", "--format=%G?", "main..skills").split()


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("echo no secret key >&2", "exit 2"), "did not sign: no secret key"),
        (("read answer < /dev/tty || exit 3", "sleep 600"), "did not sign: "),
        (("sleep 600",), "did not sign within 1 seconds"),
        (("exit 0",), "did not sign: it ended with 0"),
    ],
    ids=["fails", "asks", "sleeps", "says nothing"],
)
@pytest.mark.promise("case-12")
def test_proposals_wait_and_land_when_it_signs_again(
    made: RepoBuilder, tmp_path: Path, lines: tuple[str, ...], why: str
) -> None:
    failing(made, tmp_path, *lines)
    before = made.fingerprint()
    intakes = teach(made.path, UV, MIGRATE)
    assert outcomes(intakes) == ["waiting", "waiting"]
    (violation,) = {found for each in intakes if each.ruling for found in each.ruling.violations}
    assert why in violation.message
    assert "gitskills.sign never" in violation.hint
    assert (made.tip("skills"), made.fingerprint()) == ("", before)
    (problem,) = said(made)
    assert why in problem
    assert "gitskills.sign never" in problem
    (probe,) = [probe for probe in examine(here(made.path)) if probe.name == "signing"]
    assert (probe.ok, why in probe.sentence) == (False, True)
    mended(made, tmp_path / "keys")
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.LANDED] * 2
    assert good(made) == ["G", "G"]
    assert said(made) == []
    (probe,) = [probe for probe in examine(here(made.path)) if probe.name == "signing"]
    assert probe.ok


def test_never_signing_lets_them_land(made: RepoBuilder, tmp_path: Path) -> None:
    failing(made, tmp_path, "exit 1")
    assert outcomes(teach(made.path, UV)) == ["waiting"]
    made.git("config", "gitskills.sign", "never")
    assert said(made) == []
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.LANDED]
    assert good(made) == ["N"]


def test_the_lock_is_free_after_a_signer_that_sleeps(made: RepoBuilder, tmp_path: Path) -> None:
    failing(made, tmp_path, "sleep 600")
    assert outcomes(teach(made.path, UV)) == ["waiting"]
    made.git("config", "gitskills.lockSeconds", "1")
    made.git("config", "gitskills.sign", "never")
    assert [ruling.outcome for ruling in drain(made.path)] == [Outcome.LANDED]
    assert list((made.path / ".git").rglob("*.keep")) == []


def test_what_a_person_asks_for_ends_with_the_same_sentence(made: RepoBuilder, tmp_path: Path) -> None:
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    place = made.path / f".claude/skills/{UV.name}/SKILL.md"
    place.write_text(place.read_text() + "\nMine.\n")
    look(here(made.path))
    failing(made, tmp_path, "echo no secret key >&2", "exit 2")
    context, before = here(made.path), made.tip("skills")
    (item,) = waiting(context)
    for act in (
        lambda: rollback(context, MIGRATE.name, "no"),
        lambda: set_pin(context, context.need_project(), UV.name, PIN),
        lambda: accept(context, item),
    ):
        with pytest.raises(SigningFault, match="did not sign: no secret key"):
            act()
    done = run(made.path, "rollback", MIGRATE.name, "-m", "no")
    assert done.returncode == 3
    assert "did not sign: no secret key" in done.stderr
    assert "gitskills.sign never" in done.stderr
    assert made.tip("skills") == before
    assert place.read_text().endswith("\nMine.\n")
    assert "did not sign: no secret key: what is learned waits" in said(made)[0]


def test_a_yes_to_what_waits_is_asked_for_again(made: RepoBuilder, tmp_path: Path) -> None:
    made.git("config", "gitskills.landing", "review")
    assert outcomes(teach(made.path, UV)) == ["review"]
    failing(made, tmp_path, "exit 1")
    (item,) = waiting(here(made.path))
    with pytest.raises(SigningFault):
        accept(here(made.path), item)
    assert [each.id for each in waiting(here(made.path))] == [item.id]
    assert status(here(made.path)).queued == 0
    mended(made, tmp_path / "keys")
    assert accept(here(made.path), item).outcome == Outcome.LANDED
    assert waiting(here(made.path)) == ()


def test_everything_that_lands_is_signed(made: RepoBuilder, tmp_path: Path) -> None:
    with_ssh(made, tmp_path / "keys")
    made.git("config", "gitskills.sign", "git")
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    context = here(made.path)
    set_pin(context, context.need_project(), UV.name, PIN)
    rollback(context, MIGRATE.name, "no")
    assert good(made) == ["G"] * 4
    assert run(made.path, "check", "main..skills").returncode == 0
    assert len(landed(made)) == 2
    made.fsck()


def test_a_merge_of_two_clones_is_signed_or_not_made(tmp_path: Path) -> None:
    one = begin(tmp_path, UV)
    two = another(one, tmp_path / "two")
    one.learn(MIGRATE)
    two.learn(SHORT_LINES)
    failing(one.made, tmp_path, "exit 1")
    before = one.tip
    with pytest.raises(SigningFault):
        one.take(two)
    assert one.tip == before
    mended(one.made, tmp_path / "keys")
    assert one.take(two).merged
    one.made.git("verify-commit", "skills")
    two.take(one)
    assert two.tip == one.tip


def test_skills_of_ones_own_are_signed_as_git_is_configured_for_all(made: RepoBuilder, tmp_path: Path) -> None:
    key = with_ssh(made, tmp_path / "keys")
    for name, value in (("gpg.format", "ssh"), ("user.signingKey", str(key)), ("gitskills.sign", "git")):
        made.git("config", "--global", name, value)
    made.git("config", "--global", "gpg.ssh.allowedSignersFile", str(tmp_path / "keys/allowed"))
    teach(made.path, SHORT)
    (item,) = waiting(here(made.path))
    assert accept(here(made.path), item).outcome == Outcome.LANDED
    own = made.at(Path(user_repository()))
    assert own.git("log", "--format=%G?", "skills").split() == ["G"]


@pytest.mark.promise("case-12")
def test_unless_it_is_asked_for_nothing_is_signed_and_nothing_started(made: RepoBuilder, tmp_path: Path) -> None:
    asking(made, script(tmp_path / "signer", f"touch {tmp_path / 'started'}", "sleep 600"))
    made.git("config", "--global", "commit.gpgsign", "true")
    assert outcomes(teach(made.path, UV)) == ["landed"]
    rollback(here(made.path), UV.name, "no")
    assert good(made) == ["N", "N"]
    assert not (tmp_path / "started").exists()

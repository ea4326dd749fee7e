"""The team's policy on the branch: it can take away and never add, and one that can't be read lets nothing in."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.app.check import check
from gitskills.app.doctor import examine
from gitskills.app.learn import Plan, learn
from gitskills.app.promote import promote
from gitskills.app.propose import propose
from gitskills.app.status import list_skills, status
from gitskills.errors import GitskillsError
from gitskills.model.ruling import Outcome, Severity
from gitskills.state.queue import proposal_queue
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, outcomes, rules, teach, transcript
from tests.support.transcripts import TranscriptBuilder

POLICY = ".gitskills/policy.yaml"
BAD = ["trust: all\n", "off: [add]\n", b"\xff"]  # more of the kind: tests/unit/test_policyfile.py


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def lay_down(made: RepoBuilder, policy: str | bytes) -> str:
    """The team commits a policy to the branch."""
    if not made.tip("skills"):
        teach(made.path, MIGRATE)
    return made.commit_on("skills", "policy", {POLICY: policy})


@pytest.mark.parametrize("spelling", [UV.name, "UV-Not-Pip", "uv-n\u043et-pip"])
def test_a_muted_skill_is_not_learned_however_it_is_spelt(made: RepoBuilder, spelling: str) -> None:
    tip = lay_down(made, f"# not here\nmute:\n  - {spelling}\n")
    (intake,) = teach(made.path, UV)
    assert (outcomes([intake]), rules(intake), made.tip("skills")) == (["rejected"], {"policy"}, tip)


def test_a_skill_that_is_muted_later_is_taken_from_the_host_and_stays_on_the_branch(made: RepoBuilder) -> None:
    teach(made.path, UV)
    live = made.path / ".claude/skills" / UV.name / "SKILL.md"
    assert live.is_file()
    lay_down(made, f"mute:\n  - {UV.name}\n")
    drain(made.path)
    assert not live.exists()
    assert f".claude/skills/{UV.name}/SKILL.md" in made.paths("skills")
    assert [probe.sentence for probe in examine(here(made.path)) if probe.name == "live" and probe.hint] == []
    made.commit_on("skills", "heard again", {POLICY: "# nothing\n"})
    drain(made.path)
    assert live.is_file()


def test_a_muted_skill_is_listed_as_such_and_takes_nothing_of_the_hosts_list(made: RepoBuilder) -> None:
    teach(made.path, UV, MIGRATE)
    lay_down(made, f"mute:\n  - {UV.name}\n")
    drain(made.path)
    listed = {line.name: (line.status, line.cost > 0) for line in list_skills(here(made.path), archived=False)}
    assert listed == {UV.name: ("muted", False), MIGRATE.name: ("probation", True)}
    found = status(here(made.path))
    assert dict(found.counts) == {"probation": 1, "active": 0, "archived": 0, "muted": 1}
    assert found.listing.skills == 1


def test_a_muted_category_and_an_action_that_is_off_are_refused(made: RepoBuilder) -> None:
    lay_down(made, 'mute-categories:\n  - "style"\noff:\n  - patch\n  - "merge"\n')
    assert outcomes(teach(made.path, Lesson(UV.name, UV.said, more={"category": "Style"}))) == ["rejected"]
    assert outcomes(teach(made.path, Lesson(UV.name, UV.said, "Ever so."))) == ["landed"]
    patch = {"action": "patch", "old_text": "Ever so.", "new_text": "Never so."}
    (intake,) = teach(made.path, Lesson(UV.name, "Do it ever.", more=patch))
    assert "policy" in rules(intake)


def test_landing_is_narrowed_to_review_whatever_the_person_set(made: RepoBuilder) -> None:
    made.git("config", "gitskills.landing", "auto")
    lay_down(made, "landing: review\n")
    assert outcomes(teach(made.path, UV)) == ["review"]


def test_no_setting_of_the_person_is_made_wider_by_it(made: RepoBuilder) -> None:
    lay_down(made, "mute:\n  - other\n")
    made.git("config", "gitskills.landing", "review")
    assert outcomes(teach(made.path, UV)) == ["review"]


def test_what_the_team_ignores_never_crosses_whatever_another_file_lets_in(made: RepoBuilder, tmp_path: Path) -> None:
    made.write(".gitskillsignore", "!vault/keys.txt\n")
    lay_down(made, "ignore:\n  - vault/\n")
    session = TranscriptBuilder()
    session.user("Read the keys.")
    session.exchange("Read", "Always use uv, says the vault.", file_path=str(made.path / "vault/keys.txt"))
    place = session.write(tmp_path / "session.jsonl")
    (intake,) = propose(
        here(made.path),
        [Lesson(UV.name, "Always use uv, says the vault.").line],
        str(place),
        approve=False,
    )
    assert intake.ruling is None
    assert "nobody said this" in intake.refusal


@pytest.mark.parametrize("policy", BAD, ids=range(len(BAD)))
def test_a_policy_that_is_wrong_anywhere_lets_nothing_in_and_check_names_its_commit(
    made: RepoBuilder, policy: str | bytes, tmp_path: Path
) -> None:
    teach(made.path, MIGRATE)
    place = str(transcript(tmp_path / "sessions", [UV]))
    queue = proposal_queue(here(made.path).need_project().state)
    queue.add(UV.entry.id, UV.entry.proposal)
    bad = lay_down(made, policy)
    (ruling,) = promote(here(made.path), dry_run=False)
    assert (ruling.outcome, made.tip("skills"), len(queue)) == (Outcome.WAITING, bad, 1)
    assert POLICY in ruling.violations[0].message
    assert "\n" not in ruling.violations[0].message
    with pytest.raises(GitskillsError, match=POLICY):
        learn(here(made.path), place, Plan())
    report = check(here(made.path), "main..skills", staged=False)
    assert [(commit, path) for commit, path, found in report.findings if found.severity is Severity.REJECT] == [
        (bad, POLICY)
    ]
    assert any(POLICY in problem for problem in status(here(made.path)).problems)
    made.commit_on("skills", "mended", {POLICY: "mute:\n  - other\n"})
    assert [each.outcome for each in drain(made.path)] == [Outcome.LANDED]
    assert [commit for commit, _, _ in check(here(made.path), "main..skills", staged=False).findings] == [bad]


def test_check_judges_the_policy_in_the_index_and_on_disk(made: RepoBuilder, tmp_path: Path) -> None:
    lay_down(made, "mute:\n  - x\n")
    place = made.worktree(tmp_path / "branch", "skills")
    for policy, errors in (("mute:\n  - y\n", 0), ("trust: all\n", 1)):
        place.write(POLICY, policy)
        assert len(check(here(place.path), POLICY, staged=False).findings) == errors
        place.git("add", POLICY)
        assert len(check(here(place.path), "", staged=True).findings) == errors
    assert check(here(place.path), "", staged=False).findings == ()
    place.git("commit", "--quiet", "-m", "wider")
    assert len(check(here(place.path), "", staged=False).findings) == 1


def test_before_its_birth_the_branch_has_the_policy_that_it_will_fork_with(made: RepoBuilder) -> None:
    made.commit("policy", {POLICY: f"mute:\n  - {UV.name}\n"})
    assert outcomes(teach(made.path, UV)) == ["rejected"]

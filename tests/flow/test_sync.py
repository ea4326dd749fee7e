"""Two clones and one remote: what one learned the other has, and nothing else ever leaves or arrives."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitskills.app.branch import given
from gitskills.app.check import check
from gitskills.app.rollback import rollback
from gitskills.app.status import list_skills
from gitskills.app.sync import sync
from gitskills.errors import RepositoryFault, UsageError
from gitskills.model.sync import SyncReport
from tests.support.remotes import Team, daemon, http, team
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, lesson, outcomes, teach

pytestmark = pytest.mark.promise("share-1")
SKILL = f".claude/skills/{UV.name}/SKILL.md"
THIRD = Lesson("cents", "Prices are whole cents everywhere.")


def shared(made: RepoBuilder, name: str = "", *, push: bool = True, pull: bool = True) -> SyncReport:
    return sync(here(made.path), name, push=push, pull=pull, progress=lambda _done, _total: None)


def done(made: RepoBuilder) -> SyncReport:
    report = shared(made)
    assert report.stopped == ""
    return report


def live(made: RepoBuilder) -> list[str]:
    return sorted(place.parent.name for place in (made.path / ".claude/skills").glob("*/SKILL.md"))


def untouched(made: RepoBuilder) -> dict[str, str]:
    """Everything of a person's that a sync must leave as it is."""
    prints = made.fingerprint()
    kept = [line for line in prints["refs"].split("\n") if "refs/remotes/origin/skills" not in line]
    return prints | {"refs": "\n".join(kept)}


@pytest.fixture
def ours(tmp_path: Path) -> Team:
    return team(tmp_path)


# --- both ways ---


def test_what_one_clone_learned_is_live_in_the_other(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    went = done(one)
    assert [subject for _, subject in went.went] == [f"skill: add {UV.name}"]
    came = done(other)
    assert came.came == went.went
    assert not came.merged
    assert live(other) == [UV.name]
    assert one.tip("skills") == other.tip("skills") == ours.bare.tip("skills") == came.tip


def test_what_was_judged_when_it_was_taken_in_is_not_judged_again_for_the_host(
    ours: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    again: list[str] = []
    monkeypatch.setattr(given, "_fault", lambda _context, folder, passed: "" if passed else again.append(folder.name))
    done(other)
    assert live(other) == [UV.name]
    assert again == []


@pytest.mark.parametrize("serve", [daemon, http])
def test_both_learned_and_both_have_both(serve: object, ours: Team) -> None:
    with serve(ours.bare) as url:  # type: ignore[operator]
        one, other = ours.clone("one", url=url), ours.clone("other", url=url)
        teach(one.path, UV)
        teach(other.path, MIGRATE)
        done(one)
        report = done(other)
        assert report.merged
        assert [subject for _, subject in report.came] == [f"skill: add {UV.name}"]
        done(one)
    assert live(one) == live(other) == sorted([UV.name, MIGRATE.name])
    assert one.tip("skills") == other.tip("skills") == ours.bare.tip("skills")
    assert landed(one) == landed(other) == sorted([UV.entry.id, MIGRATE.entry.id])
    ours.bare.fsck()


def test_nothing_new_changes_nothing(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    done(one)
    tip = one.tip("skills")
    again = done(one)
    assert again.came == again.went == ()
    assert one.tip("skills") == ours.bare.tip("skills") == tip


def test_pull_takes_in_and_sends_nothing_and_push_sends_and_takes_nothing_in(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    teach(other.path, MIGRATE)
    tip, there = other.tip("skills"), ours.bare.tip("skills")
    report = shared(other, pull=False)
    assert "origin has commits that are not here yet, 1 in number" in report.stopped
    assert (other.tip("skills"), ours.bare.tip("skills")) == (tip, there)
    assert shared(other, push=False).merged
    assert ours.bare.tip("skills") == there
    assert shared(other, pull=False).went
    assert ours.bare.tip("skills") == other.tip("skills")


def test_a_no_of_one_clone_holds_in_the_other(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    assert rollback(here(one.path), UV.name, "not so").commit
    done(one)
    done(other)
    assert live(other) == []
    assert outcomes(teach(other.path, UV)) == ["rejected"]


def test_others_who_push_meanwhile_only_cost_another_round(ours: Team, tmp_path: Path) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    teach(other.path, MIGRATE)
    teach(one.path, THIRD)
    git = RepoBuilder(other.path, other.home)
    hook = one.path / ".git/hooks/pre-push"  # the other is faster by a hair, once
    hook.write_text(
        f"#!/bin/sh\ntest -e {tmp_path}/done && exit 0\ntouch {tmp_path}/done\n"
        f"cd {git.path} && unset GIT_DIR && git push --quiet origin skills\n"
    )
    hook.chmod(0o755)
    report = done(one)
    assert (tmp_path / "done").exists()
    assert report.merged
    assert set(landed(one)) == {UV.entry.id, MIGRATE.entry.id, THIRD.entry.id}
    assert ours.bare.tip("skills") == one.tip("skills")


def test_who_is_never_let_in_gives_up_and_says_so(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    hook = ours.bare.path / "hooks/update"
    hook.write_text("#!/bin/sh\necho cannot lock ref >&2\nexit 1\n")
    hook.chmod(0o755)
    report = shared(one)
    assert "origin was not changed" in report.stopped
    assert "cannot lock ref" in report.stopped


def test_a_pre_push_hook_that_fails_stops_it_and_its_words_are_told(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    hook = one.path / ".git/hooks/pre-push"
    hook.write_text("#!/bin/sh\necho the build is red >&2\nexit 1\n")
    hook.chmod(0o755)
    report = shared(one)
    assert "the build is red" in report.stopped
    assert ours.bare.tip("skills") == ""
    hook.unlink()
    done(one)


def test_a_hook_that_refuses_to_note_the_push_here_does_not_make_it_undone(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    hook = one.path / ".git/hooks/reference-transaction"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert len(done(one).went) == 1
    assert ours.bare.tip("skills") == one.tip("skills")
    assert not done(one).went


# --- which remote ---


def test_nothing_is_shared_before_a_remote_is_chosen_nor_with_another(ours: Team) -> None:
    one = ours.clone("one", chosen=False)
    teach(one.path, UV)
    for name in ("", "origin"):
        with pytest.raises(UsageError, match="no remote is chosen") as caught:
            shared(one, name)
        assert f"git config gitskills.remote {name or 'NAME'}" in caught.value.hint
    one.git("config", "gitskills.remote", "team")
    with pytest.raises(UsageError, match="shared by team, not by origin"):
        shared(one, "origin")
    with pytest.raises(UsageError, match="'team' is no remote here"):
        shared(one)
    assert ours.bare.tip("skills") == ""
    one.git("config", "gitskills.remote", "origin")
    assert shared(one, "origin").went


def test_a_push_goes_to_the_chosen_remote_whatever_git_pushes_to(ours: Team, tmp_path: Path) -> None:
    one = ours.clone("one")
    public = RepoBuilder.create(tmp_path / "public.git", "--bare", home=Path.home())
    one.git("remote", "add", "public", public.path.as_uri())
    one.git("push", "--quiet", "public", "main")
    one.git("config", "remote.pushDefault", "public")
    one.git("config", "branch.skills.pushRemote", "public")
    teach(one.path, UV)
    done(one)
    assert public.tip("skills") == ""
    assert ours.bare.tip("skills") == one.tip("skills")


@pytest.mark.promise("case-17")
def test_the_first_branch_of_an_empty_remote_is_never_this_one(tmp_path: Path) -> None:
    bare = RepoBuilder.create(tmp_path / "new.git", "--bare", home=Path.home())
    one = RepoBuilder.with_commit(tmp_path / "one", home=Path.home())
    one.git("remote", "add", "origin", bare.path.as_uri())
    one.git("config", "gitskills.remote", "origin")
    teach(one.path, UV)
    report = shared(one)
    assert "origin has no branch yet" in report.stopped
    assert "git push origin HEAD" in report.hint
    assert bare.git("for-each-ref") == ""
    one.git("push", "--quiet", "origin", "main")
    done(one)
    assert bare.git("symbolic-ref", "HEAD") == "refs/heads/main"
    fresh = bare.at(tmp_path / "fresh")
    bare.git("clone", "--quiet", bare.path.as_uri(), str(fresh.path))
    assert fresh.git("branch", "--show-current") == "main"


@pytest.mark.promise("case-17")
def test_nor_is_it_where_pushes_go_to_another_place_that_is_empty(ours: Team, tmp_path: Path) -> None:
    one = ours.clone("one")
    bare = RepoBuilder.create(tmp_path / "new.git", "--bare", home=Path.home())
    one.git("config", "remote.origin.pushurl", bare.path.as_uri())
    teach(one.path, UV)
    assert "origin has no branch yet" in shared(one).stopped
    assert bare.git("for-each-ref") == ""


@pytest.mark.promise("case-17")
def test_a_second_machine_takes_the_branch_up_instead_of_beginning_another(ours: Team) -> None:
    one, two = ours.clone("one"), ours.clone("two")
    teach(one.path, UV, MIGRATE)
    done(one)
    before = untouched(two)
    done(two)
    assert untouched(two) == before
    assert two.tip("skills") == one.tip("skills")
    assert outcomes(teach(two.path, THIRD)) == ["landed"]
    done(two)
    done(one)
    assert one.git("rev-list", "--merges", "skills") == ""
    assert live(one) == live(two)


@pytest.mark.promise("case-17")
def test_a_second_machine_that_learned_before_its_first_sync_is_united_and_no_line_is_lost(ours: Team) -> None:
    one, two = ours.clone("one"), ours.clone("two")
    teach(one.path, UV)
    done(one)
    two.git("fetch", "--quiet")
    assert outcomes(teach(two.path, MIGRATE)) == ["landed"]
    mine = two.tip("skills")
    done(two)
    assert two.run("merge-base", "--is-ancestor", mine, "skills", check=False).returncode == 0
    assert two.run("merge-base", "--is-ancestor", one.tip("skills"), "skills", check=False).returncode == 0
    done(one)
    assert live(one) == live(two) == sorted([UV.name, MIGRATE.name])


def test_a_branch_that_somebody_took_away_there_is_not_brought_back_unasked(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    done(one)
    ours.bare.git("update-ref", "-d", "refs/heads/skills")
    report = shared(one)
    assert "somebody took it away there" in report.stopped
    assert ours.bare.tip("skills") == ""
    one.git("update-ref", "-d", "refs/remotes/origin/skills")  # as the hint says
    done(one)
    assert ours.bare.tip("skills") == one.tip("skills")


@pytest.mark.parametrize("how", ["back", "rewritten", "back and on", "looked at meanwhile"])
def test_what_was_forced_off_the_branch_there_is_not_brought_back_unasked(how: str, ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    teach(one.path, MIGRATE)
    done(one)
    done(other)
    other.git("branch", "purged", "skills~1")
    if how == "rewritten":
        again = other.git(
            "commit-tree", "skills^{tree}", "-p", "purged", "-m", "skill: add another\n\nNothing to hide."
        )
        other.git("branch", "--force", "purged", again)
    if how == "back and on":
        other.git("branch", "--force", "skills", "purged")
        teach(other.path, THIRD)
        other.git("branch", "--force", "purged", "skills")
    other.git("push", "--quiet", "--force", "origin", "purged:skills")
    if how == "looked at meanwhile":
        one.git("fetch", "--quiet")
    gone, there = one.tip("skills"), ours.bare.tip("skills")
    for _ in range(2):
        report = shared(one)
        assert f"{gone[:12]} (skill: add {MIGRATE.name})" in report.stopped
        assert "somebody took it away" in report.stopped
    assert (one.tip("skills"), ours.bare.tip("skills")) == (gone, there)
    anew, follow = (
        part.partition(": git ")[2].removesuffix(", then gitskills sync").split() for part in report.hint.split("; ")
    )
    if how == "back":
        one.git(*anew)
        done(one)
        assert ours.bare.tip("skills") == gone
        return
    one.git(*follow)
    done(one)
    assert ours.bare.tip("skills") == one.tip("skills") == there
    assert gone not in ours.bare.git("rev-list", "skills")


def test_what_was_learned_after_it_stays_where_one_gives_up_what_was_forced_off(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    teach(one.path, MIGRATE)
    done(one)
    done(other)
    other.git("push", "--quiet", "--force", "origin", "skills~1:skills")
    gone = one.tip("skills")
    teach(one.path, THIRD)
    report = shared(one)
    assert gone[:12] in report.stopped
    one.git(*report.hint.partition("give it up here, too: git ")[2].split())
    one.git("checkout", "--quiet", "main")
    done(one)
    drain(one.path)
    assert live(one) == sorted([UV.name, THIRD.name])
    assert gone not in ours.bare.git("rev-list", "skills")


def test_a_strangers_branch_of_that_name_is_not_taken_up(ours: Team) -> None:
    seed = ours.bare.at(ours.folder / "seed")
    seed.git("checkout", "--quiet", "-b", "skills")
    seed.commit(
        "talents", {".claude/skills/juggling/SKILL.md": "---\nname: juggling\ndescription: Juggling.\n---\n\nThrow.\n"}
    )
    seed.git("push", "--quiet", ours.bare.path.as_uri(), "skills")
    one = ours.clone("one")
    report = shared(one)
    assert "gitskills wrote nothing on skills of origin" in report.stopped
    assert one.tip("skills") == ""


# --- what goes ---


def test_work_that_was_not_pushed_does_not_go_with_the_branch(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    secret = one.commit("secret plans", {"plans.txt": "x\n"})
    one.git("branch", "topic")
    one.git("reset", "--quiet", "--hard", "origin/main")
    skills = one.worktree(ours.folder / "tree", "skills")
    skills.git("merge", "--quiet", "--no-edit", "topic")
    skills.git("checkout", "--quiet", "--detach")
    report = shared(one)
    assert f"{secret[:12]} (secret plans)" in report.stopped
    assert ours.bare.tip("skills") == ""
    assert secret not in ours.bare.git("rev-list", "--all")
    one.git("push", "--quiet", "origin", "topic")
    done(one)


def test_code_does_not_go_whoever_its_commit_names_as_author(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    who = {"GIT_AUTHOR_NAME": "gitskills", "GIT_AUTHOR_EMAIL": "noreply@gitskills.invalid"}
    bad = one.with_environment(**who).commit_on("skills", "skill: add code", {"setup.py": "print(1)\n"})
    assert f"{bad[:12]} (skill: add code) changes setup.py" in shared(one).stopped
    assert ours.bare.tip("skills") == ""


def test_a_hand_written_skill_of_an_unpushed_branch_does_not_go(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    text = "---\nname: mine\ndescription: Only mine, for now.\n---\n\nWords.\n"
    one.git("checkout", "--quiet", "-b", "topic")
    mine = one.commit("my skill", {".claude/skills/mine/SKILL.md": text})
    one.git("checkout", "--quiet", "main")
    skills = one.worktree(ours.folder / "tree", "skills")
    skills.git("merge", "--quiet", "--no-edit", "topic")
    skills.git("checkout", "--quiet", "--detach")
    report = shared(one)
    assert f"{mine[:12]} (my skill) belongs to topic, too" in report.stopped
    assert ours.bare.tip("skills") == ""


def test_a_fork_from_work_that_only_another_remote_has_does_not_go(ours: Team, tmp_path: Path) -> None:
    one = ours.clone("one")
    other = RepoBuilder.create(tmp_path / "other.git", "--bare", home=Path.home())
    other.git("fetch", "--quiet", ours.bare.path.as_uri(), "main:main")
    one.commit("for the team only", {"a.py": "1\n"})
    one.git("push", "--quiet", "origin", "main")
    one.git("remote", "add", "other", other.path.as_uri())
    one.git("config", "gitskills.remote", "other")
    teach(one.path, UV)
    report = shared(one)
    assert "(for the team only) changes a.py" in report.stopped
    assert other.tip("skills") == ""
    one.git("push", "--quiet", "other", "main")
    done(one)


def test_a_default_branch_that_went_on_there_is_no_reason_to_refuse(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    seed = ours.bare.at(ours.folder / "seed")
    seed.commit("on", {"a.py": "1\n"})
    seed.git("push", "--quiet", ours.bare.path.as_uri(), "main")
    before = untouched(one)
    done(one)
    assert untouched(one) == before


def test_a_default_branch_that_was_rewritten_there_is_not_brought_back(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    seed = ours.bare.at(ours.folder / "seed")
    seed.git("checkout", "--quiet", "--orphan", "clean")
    seed.git("commit", "--quiet", "-m", "without the secret")
    seed.git("push", "--quiet", "--force", ours.bare.path.as_uri(), "clean:main")
    report = shared(one)
    assert "(first) changes README.md" in report.stopped
    assert ours.bare.tip("skills") == ""
    one.git("fetch", "--quiet")
    done(one)
    assert ours.bare.git("merge-base", "main", "skills") == ours.bare.tip("main")


def test_a_persons_commit_with_a_secret_does_not_go(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    key = "AKIA" + "Q3EGRPXKZ7LMN2VB"
    text = one.show(f"skills:{SKILL}").decode() + f"\nThe key is {key}.\n"
    bad = one.commit_on("skills", "the key", {SKILL: text})
    report = shared(one)
    assert f"{bad[:12]} does not pass" in report.stopped
    assert ours.bare.tip("skills") == ""


# --- what comes ---


def hostile(ours: Team, one: RepoBuilder, files: dict[str, str | bytes | None], message: str = "better") -> str:
    """A commit on the remote's branch that nobody's gitskills made."""
    one.git("fetch", "--quiet", "origin", "+skills:theirs")
    bad = one.commit_on("theirs", message, files)
    one.git("push", "--quiet", "origin", "theirs:skills")
    one.git("branch", "-D", "theirs")
    return bad


def test_a_commit_that_breaks_the_rules_is_named_and_nothing_of_the_lot_is_taken_in(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    bad = hostile(ours, one, {"setup.py": "print(1)\n"})
    tip, before = other.tip("skills"), untouched(other)
    report = shared(other)
    assert bad[:12] in report.stopped
    assert {(commit, path) for commit, path, _ in report.refused} == {(bad, "setup.py")}
    assert other.tip("skills") == tip
    assert untouched(other) == before


def test_a_merge_of_the_default_branch_is_no_stray_though_we_have_not_fetched_it(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    one.commit("code", {"a.py": "1\n"})
    one.git("push", "--quiet", "origin", "main")
    tree = one.worktree(ours.folder / "tree", "skills")
    tree.git("merge", "--quiet", "--no-edit", "main")
    tree.git("checkout", "--quiet", "--detach")
    done(one)
    before = untouched(other)
    report = done(other)
    assert [subject for _, subject in report.came] == ["Merge branch 'main' into skills"]
    assert untouched(other) == before


# --- where it can't move ---


def test_while_the_branch_is_checked_out_it_is_fetched_and_waits(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    teach(one.path, MIGRATE)
    done(one)
    tree = other.worktree(ours.folder / "tree", "skills")
    report = shared(other)
    assert str(tree.path) in report.stopped
    assert report.folder == str(tree.path)
    assert other.tip("skills") != ours.bare.tip("skills") == other.git("rev-parse", "origin/skills")
    assert tree.git("status", "--porcelain") == ""
    tree.git("checkout", "--quiet", "--detach")
    assert [subject for _, subject in done(other).came] == [f"skill: add {MIGRATE.name}"]


def test_a_branch_that_is_checked_out_can_still_be_pushed(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    one.worktree(ours.folder / "tree", "skills")
    assert done(one).went


@pytest.mark.promise("case-15")
@pytest.mark.parametrize(
    "where", ["worktree", "detached", "bare", "shallow", "mono", "submodule", "blobless", "treeless"]
)
def test_it_works_in_every_kind_of_clone(where: str, ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    done(one)
    made = kind(where, ours)
    made.git("config", "gitskills.remote", "origin")
    done(made)
    assert made.tip("skills") == ours.bare.tip("skills")
    assert outcomes(teach(made.path, MIGRATE)) == ["landed"]
    report = done(made)
    assert len(report.went) == 1
    done(one)
    assert live(one) == sorted([UV.name, MIGRATE.name])


def test_a_shallow_clone_that_can_t_see_what_both_share_is_told_to_fetch_more(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV)
    done(one)
    for number in range(2):
        one.commit("on", {"a.py": f"{number}\n"})
    one.git("push", "--quiet", "origin", "main")
    ours.bare.git("clone", "--quiet", "--depth=1", ours.bare.path.as_uri(), str(ours.folder / "shallow"))
    made = ours.bare.at(ours.folder / "shallow")
    made.git("config", "gitskills.remote", "origin")
    assert "this clone is shallow" in shared(made).stopped
    assert outcomes(teach(made.path, MIGRATE)) == ["landed"]
    report = shared(made)
    assert "this clone is shallow" in report.stopped
    assert "git fetch --unshallow origin" in report.hint
    made.git("fetch", "--quiet", "--unshallow", "origin")
    done(made)
    assert live(made) == sorted([UV.name, MIGRATE.name])


@pytest.mark.promise("share-7")
def test_it_works_with_sha_256(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    ours = team(tmp_path)
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    teach(other.path, MIGRATE)
    done(one)
    assert done(other).merged
    done(one)
    assert len(one.tip("skills")) == 64
    assert one.tip("skills") == other.tip("skills") == ours.bare.tip("skills")
    assert live(one) == live(other) == sorted([UV.name, MIGRATE.name])


def kind(where: str, ours: Team) -> RepoBuilder:
    url = ours.bare.path.as_uri()
    place = ours.folder / where
    if where == "bare":
        ours.bare.git("clone", "--quiet", "--bare", url, str(place))
        made = ours.bare.at(place)
        made.git("update-ref", "-d", "refs/heads/skills")
        return made
    if where == "submodule":
        above = RepoBuilder.with_commit(place, home=Path.home())
        above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "part")
        return above.at(place / "part")
    ours.bare.git("config", "uploadpack.allowFilter", "true")
    more = {
        "shallow": ("--depth=1",),
        "mono": ("--single-branch",),
        "blobless": ("--filter=blob:none",),
        "treeless": ("--filter=tree:0",),
    }.get(where, ())
    ours.bare.git("clone", "--quiet", *more, url, str(place))
    made = ours.bare.at(place)
    if where == "worktree":
        return made.worktree(ours.folder / "linked", "-b", "topic")
    if where == "detached":
        made.git("checkout", "--quiet", "--detach")
    return made


# --- everything of a person's stays as it was ---


def test_index_head_stash_tags_configuration_and_all_other_refs_stay_byte_for_byte(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    ours.bare.git("update-ref", "refs/tags/v1", "main")
    ours.bare.git("update-ref", "refs/heads/topic", "main")
    other.write("README.md", "stashed\n")
    other.git("stash", "--quiet")
    other.write("README.md", "changed\n")
    other.write("staged.py", "1\n")
    other.git("add", "staged.py")
    other.git("tag", "mine")
    teach(other.path, MIGRATE)
    before = untouched(other)
    done(other)
    assert untouched(other) == before
    assert not (other.path / ".git/FETCH_HEAD").exists()
    other.fsck()


def test_counters_stay_where_they_were_counted(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    uses = other.path / ".git/gitskills"
    kept = {place: place.read_bytes() for place in uses.glob("uses*") if place.is_file()}
    done(other)
    assert {place: place.read_bytes() for place in uses.glob("uses*") if place.is_file()} == kept
    assert not (ours.bare.path / "gitskills").exists()


def test_what_a_stranger_learned_waits_for_a_yes_and_what_the_same_person_learned_does_not(
    ours: Team, gitconfig: Path
) -> None:
    one, two = ours.clone("one"), ours.clone("two")
    teach(one.path, UV)
    done(one)
    done(two)
    assert [line.owner for line in list_skills(here(two.path), archived=False)] == ["agent"]
    gitconfig.write_text("[user]\n\tname = Bob\n\temail = bob@example.invalid\n")
    bobs = ours.clone("bobs")
    done(bobs)
    assert [line.owner for line in list_skills(here(bobs.path), archived=False)] == ["foreign"]
    assert live(bobs) == []


# --- the default branch was rewritten ---


def rewrite(ours: Team) -> None:
    """All of main again, without the secret, forced upon the remote."""
    seed = ours.bare.at(ours.folder / "seed")
    seed.git("checkout", "--quiet", "--orphan", "clean")
    seed.git("commit", "--quiet", "-m", "without the secret")
    seed.git("push", "--quiet", "--force", ours.bare.path.as_uri(), "clean:main")


@pytest.fixture
def rewritten(ours: Team) -> Iterator[tuple[Team, RepoBuilder, RepoBuilder]]:
    """Two clones that share, then main begins anew on the remote."""
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    done(other)
    rewrite(ours)
    yield ours, one, other
    assert "first" not in ours.bare.subjects("skills")
    ours.bare.fsck()


def test_the_branch_moves_to_the_new_history_before_it_is_pushed(
    rewritten: tuple[Team, RepoBuilder, RepoBuilder],
) -> None:
    ours, one, other = rewritten
    one.git("fetch", "--quiet")
    teach(one.path, MIGRATE)
    done(one)
    assert ours.bare.git("merge-base", "main", "skills") == ours.bare.tip("main")
    done(other)  # which has not even fetched main
    assert other.tip("skills") == one.tip("skills")
    assert live(other) == live(one) == sorted([UV.name, MIGRATE.name])


def test_what_the_other_pushed_on_the_old_history_comes_along(
    rewritten: tuple[Team, RepoBuilder, RepoBuilder],
) -> None:
    _, one, other = rewritten
    teach(other.path, MIGRATE)
    done(other)
    one.git("fetch", "--quiet", "origin", "+main:refs/remotes/origin/main")
    done(one)
    assert live(one) == sorted([UV.name, MIGRATE.name])
    done(other)
    assert other.tip("skills") == one.tip("skills")


def test_two_that_moved_over_apart_meet_again(rewritten: tuple[Team, RepoBuilder, RepoBuilder]) -> None:
    _, one, other = rewritten
    for made, more in ((one, MIGRATE), (other, THIRD)):
        made.git("fetch", "--quiet")
        assert outcomes(teach(made.path, more)) == ["landed"]
    done(one)
    done(other)
    done(one)
    assert live(one) == live(other) == sorted([UV.name, MIGRATE.name, THIRD.name])
    assert one.tip("skills") == other.tip("skills")


def test_who_learned_on_the_old_history_and_knows_no_better_is_told_what_to_do(
    rewritten: tuple[Team, RepoBuilder, RepoBuilder],
) -> None:
    ours, one, other = rewritten
    one.git("fetch", "--quiet")
    done(one)
    teach(other.path, MIGRATE)
    tip = ours.bare.tip("skills")
    report = shared(other)
    assert "the default branch was rewritten" in report.stopped
    assert "git fetch origin" in report.hint
    assert ours.bare.tip("skills") == tip
    other.git("fetch", "--quiet")
    done(other)
    assert live(other) == sorted([UV.name, MIGRATE.name])


def test_who_only_says_to_have_all_of_ours_under_new_ids_is_not_followed(ours: Team) -> None:
    one = ours.clone("one")
    teach(one.path, UV, MIGRATE)
    done(one)
    rewrite(ours)
    seed = ours.bare.at(ours.folder / "seed")
    seed.git("branch", "--quiet", "--force", "main", "clean")
    assert outcomes(teach(seed.path, THIRD)) == ["landed"]
    said = seed.git("log", "-1", "--format=%B", "skills").rpartition("\n\n")
    for old in one.git("rev-list", "--reverse", "origin/main..skills").split():
        said = (f"{said[0]}\n\nRe-rooted from {old}.", *said[1:])
    who = {"GIT_AUTHOR_NAME": "gitskills", "GIT_AUTHOR_EMAIL": "noreply@gitskills.invalid"}
    forged = seed.with_environment(**who).git("commit-tree", "skills^{tree}", "-p", "skills^", "-m", "".join(said))
    seed.git("push", "--quiet", "--force", ours.bare.path.as_uri(), f"{forged}:skills")
    tip = one.tip("skills")
    assert "two histories" in shared(one).stopped
    assert one.tip("skills") == tip
    assert live(one) == sorted([UV.name, MIGRATE.name])


def test_an_amended_default_branch_shuts_nobody_out_and_its_old_commit_goes_no_further(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    one.commit("two", {"src.py": "the secret\n"})
    one.git("push", "--quiet")
    teach(one.path, UV)
    done(one)
    other.git("pull", "--quiet")
    done(other)
    one.git("commit", "--quiet", "--amend", "-m", "two, without it")
    one.commit("three", {"more.py": "1\n"})
    one.git("push", "--quiet", "--force")
    teach(one.path, MIGRATE)
    done(one)
    teach(other.path, THIRD)
    assert "the default branch was rewritten" in shared(other).stopped
    other.git("fetch", "--quiet")
    done(other)
    fresh = ours.clone("fresh")
    for made in (one, fresh):
        done(made)
    for made in (one, other, fresh):
        assert made.tip("skills") == ours.bare.tip("skills")
        assert live(made) == sorted([UV.name, MIGRATE.name, THIRD.name])
        assert "two" not in made.subjects("skills")
        assert not check(here(made.path), "origin/main..skills", staged=False).findings
        made.fsck()


def test_a_default_branch_that_was_forced_back_shuts_nobody_out(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    one.commit("two", {"src.py": "the secret\n"})
    one.git("push", "--quiet")
    teach(one.path, UV)
    done(one)
    done(other)
    one.git("reset", "--quiet", "--hard", "HEAD~1")
    one.git("push", "--quiet", "--force")
    for made in (one, other, ours.clone("fresh")):
        done(made)
        assert made.tip("skills") == ours.bare.tip("skills")
        assert live(made) == [UV.name]
        assert "two" not in made.subjects("skills")


# --- odd states ---


def test_a_ref_in_the_way_is_named(ours: Team) -> None:
    one = ours.clone("one")
    one.git("branch", "skills/mine")
    with pytest.raises(RepositoryFault, match="skills/mine"):
        shared(one)


def test_a_lost_state_loses_no_lesson(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    teach(one.path, UV)
    done(one)
    shutil.rmtree(one.path / ".git/gitskills")
    teach(other.path, MIGRATE)
    done(other)
    done(one)
    drain(one.path)
    assert live(one) == sorted([UV.name, MIGRATE.name])


def test_a_whole_library_comes_at_once(ours: Team) -> None:
    one, other = ours.clone("one"), ours.clone("other")
    one.git("config", "gitskills.birthsPerDay", "100")
    teach(one.path, *(lesson(number) for number in range(12)))
    done(one)
    assert len(done(other).came) == 12
    assert len(live(other)) == 12

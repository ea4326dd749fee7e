"""Lessons go to the project as a pull request: clean commits, nothing else touched; taken, they are the project's own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gitskills.app.check import check
from gitskills.app.closing import close_unmerged
from gitskills.app.learn import Plan
from gitskills.app.pr import Wish, propose_to_project
from gitskills.app.reviews import Reviews, learn_reviews
from gitskills.app.status import list_skills
from gitskills.app.sync import sync
from gitskills.errors import EnvironmentFault, GitskillsError, RepositoryFault, UsageError
from gitskills.model.learned import Learned
from gitskills.model.pull import PullReport
from tests.support.forges import over_ssh, scripted
from tests.support.remotes import Team, team
from tests.support.repos import RepoBuilder
from tests.support.small_github import HOST, Answering, real_gh, small_github
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, lesson, outcomes, rules, teach

pytestmark = pytest.mark.promise("share-3")

LONG = Lesson(UV.name, UV.said, "Always use uv here. Mind the lock.")
PATCH = Lesson(
    UV.name,
    "And pin every version.",
    more={"action": "patch", "old_text": "Mind the lock.", "new_text": "Pin versions."},
)
TOPIC, ALL = f"gitskills/{UV.name}", "gitskills/all_lessons"
FOLDER = f".claude/skills/{UV.name}"


@pytest.fixture
def ours(tmp_path: Path) -> Team:
    return team(tmp_path)


@pytest.fixture
def made(ours: Team) -> RepoBuilder:
    made = ours.clone("one", chosen=False)
    assert outcomes(teach(made.path, LONG, MIGRATE)) == ["landed", "landed"]
    return made


def proposed(made: RepoBuilder, *words: str, **how: object) -> PullReport:
    wish = replace(Wish(words), **how)  # type: ignore[arg-type]
    return propose_to_project(here(made.path), wish, lambda _done, _total: None)


def live(made: RepoBuilder) -> list[str]:
    return sorted(place.parent.name for place in made.path.glob(".claude/skills/*/SKILL.md"))


def shared(made: RepoBuilder) -> None:
    done = sync(here(made.path), "", push=True, pull=True, progress=lambda _done, _total: None)
    assert done.stopped == ""


def mine(made: RepoBuilder) -> dict[str, str]:
    """Everything of a person's; of refs those that a pull request has no business with."""
    prints = made.fingerprint()
    return prints | {"refs": "\n".join(line for line in prints["refs"].split("\n") if "/gitskills/" not in line)}


def passes(made: RepoBuilder, what: str) -> None:
    found = check(here(made.path), what, staged=False)
    assert (found.findings, found.folders > 0) == ((), True)


# --- what is made ---


@pytest.mark.parametrize("evidence", [True, False])
def test_a_topic_is_one_clean_commit_a_skill_on_the_remotes_default_branch(
    ours: Team, made: RepoBuilder, evidence: bool
) -> None:
    made.commit("not pushed yet", {"own.py": "1\n"})
    before = mine(made)
    done = proposed(made, evidence=evidence)
    assert done.state == "pushed"
    assert made.subjects("origin/main..gitskills/all_lessons") == [
        f"skill: add {MIGRATE.name}",
        f"skill: add {UV.name}",
    ]
    assert made.git("merge-base", ALL, "origin/main") == made.git("rev-parse", "origin/main")
    for commit, name in zip(reversed(done.commits), (MIGRATE.name, UV.name), strict=True):
        paths = made.git("diff-tree", "--no-commit-id", "--name-only", "-r", commit[0]).split("\n")
        assert {path.rsplit("/", 1)[0].removesuffix("/references") for path in paths} == {f".claude/skills/{name}"}
        assert any("/references/evidence-" in path for path in paths) is evidence
    assert ours.bare.tip(ALL) == made.tip(ALL)
    passes(made, f"origin/main..{ALL}")
    assert mine(made) == before
    made.fsck()


def test_the_message_says_what_why_and_from_whose_words_and_is_known_again(made: RepoBuilder) -> None:
    proposed(made, UV.name)
    message = made.git("log", "-1", "--format=%B", TOPIC)
    assert message.split("\n\n")[1:4] == [UV.said, "The user said so.", f"> {UV.said}"]
    trailers = made.git("log", "-1", "--format=%(trailers:only,unfold)", TOPIC)
    for key in ("Skill: ", "Proposal: ", "Skill-Tree: ", "Evidence-Sha256: ", "Evidence-Role: user", "Source: "):
        assert key in trailers
    assert made.git("rev-parse", f"{TOPIC}:{FOLDER}") in trailers


def test_without_evidence_no_word_of_it_leaves_the_clone(made: RepoBuilder) -> None:
    said = "Zebras never go through the turnstile on a Monday."
    assert outcomes(
        teach(made.path, Lesson("turnstile", said, "Keep zebras out.", "Keep zebras out of the gate."))
    ) == ["landed"]
    done = proposed(made, "turnstile", evidence=False)
    shown = made.git("log", "-p", "origin/main..gitskills/turnstile")
    assert "turnstile on a Monday" not in shown + done.request.body + done.request.title
    assert "Evidence" not in shown


def test_a_dry_run_tells_all_and_changes_nothing(ours: Team, made: RepoBuilder) -> None:
    before, there = made.fingerprint(), ours.bare.git("for-each-ref")
    done = proposed(made, dry_run=True)
    assert (made.fingerprint(), ours.bare.git("for-each-ref")) == (before, there)
    assert (done.state, done.request.topic, done.request.base) == ("planned", ALL, "main")
    assert [subject for _, subject in done.commits] == [f"skill: add {UV.name}", f"skill: add {MIGRATE.name}"]
    assert done.commands == (
        ("git", "push", f"--force-with-lease=refs/heads/{ALL}:", "origin", f"{ALL}:refs/heads/{ALL}"),
    )
    assert UV.said in done.request.body
    assert f"git pull origin {ALL}" in done.text


def test_a_range_names_the_skills_that_it_changes(made: RepoBuilder) -> None:
    first = made.git("rev-list", "skills").split("\n")[1]
    assert [subject for _, subject in proposed(made, f"{first}..skills").commits] == [f"skill: add {MIGRATE.name}"]
    with pytest.raises(GitskillsError, match="is no range"):
        proposed(made, "nothing..skills")


def test_another_base_is_taken_as_the_remote_has_it(ours: Team, made: RepoBuilder) -> None:
    made.git("push", "--quiet", "origin", "main:develop")
    made.git("fetch", "--quiet")
    assert proposed(made, UV.name, base="develop").request.base == "develop"
    with pytest.raises(GitskillsError, match="no branch nowhere"):
        proposed(made, UV.name, base="nowhere")
    for name in ("-x", "--upload-pack=touch x", "a..b", "a b", "x\ny", "@{-1}", ""):
        if name:
            with pytest.raises(UsageError, match="is no branch"):
                proposed(made, UV.name, base=name)


def test_what_is_not_ours_to_propose_is_named(made: RepoBuilder) -> None:
    made.commit_on("skills", "by hand", {".claude/skills/mine/SKILL.md": "---\nname: mine\ndescription: x\n---\nx\n"})
    with pytest.raises(GitskillsError, match="written by hand"):
        proposed(made, "mine")
    with pytest.raises(GitskillsError, match="no skill 'nobody'"):
        proposed(made, "nobody")
    assert [subject for _, subject in proposed(made).commits] == [f"skill: add {UV.name}", f"skill: add {MIGRATE.name}"]


def test_what_another_clone_learned_is_proposed_once_it_was_accepted_here(ours: Team, made: RepoBuilder) -> None:
    other = ours.clone("other")
    other.git("config", "user.email", "bea@example.invalid")
    made.git("config", "gitskills.remote", "origin")
    shared(made)
    shared(other)
    assert outcomes(teach(other.path, lesson(3))) == ["landed"]
    shared(other)
    shared(made)
    with pytest.raises(GitskillsError, match="nobody accepted it here"):
        proposed(made, lesson(3).name)
    done = proposed(made, dry_run=True)
    assert len(done.commits) == 2
    assert [name for name, _ in done.left] == [lesson(3).name]
    made.git("config", "gitskills.trust", "all")
    assert len(proposed(made, dry_run=True).commits) == 3


def test_what_holds_a_secret_does_not_go_out(ours: Team, made: RepoBuilder) -> None:
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dE3fG6"
    text = made.show(f"skills:{FOLDER}/SKILL.md").decode() + f"\nUse {token}.\n"
    made.commit_on("skills", "a person's slip", {f"{FOLDER}/SKILL.md": text})
    with pytest.raises(GitskillsError, match="may not go out"):
        proposed(made, UV.name)
    assert (made.tip(TOPIC), ours.bare.tip(TOPIC)) == ("", "")
    done = proposed(made)
    assert [subject for _, subject in done.commits] == [f"skill: add {MIGRATE.name}"]
    assert [name for name, _ in done.left] == [UV.name]
    sent = made.git("log", "-p", f"origin/main..{ALL}") + str(done)
    assert token not in sent


def test_a_skill_with_a_changed_commit_message_closes_no_issue(made: RepoBuilder) -> None:
    said = "Always name the ticket: fixes #12, closes GH-3, resolves https://forge.example/a/b/issues/4."
    assert outcomes(
        teach(made.path, Lesson("tickets", said, "Name the ticket.", "Name the ticket in each commit."))
    ) == ["landed"]
    proposed(made, "tickets")
    message = made.git("log", "-1", "--format=%B", "gitskills/tickets")
    assert "fixes # 12" in message
    assert not any(sign in message for sign in ("#12", "GH-3", "issues/4"))


# --- again, and what is in the way ---


def test_nothing_moves_where_the_topic_says_it_already(ours: Team, made: RepoBuilder) -> None:
    proposed(made, UV.name)
    before = made.tip(TOPIC)
    assert proposed(made, UV.name).commits[0][0] == before == made.tip(TOPIC) == ours.bare.tip(TOPIC)


def test_a_topic_follows_the_lesson_and_the_base(ours: Team, made: RepoBuilder) -> None:
    proposed(made, UV.name)
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    other = ours.clone("other", chosen=False)
    other.commit("main went on", {"b.py": "1\n"})
    other.git("push", "--quiet", "origin", "main")
    made.git("fetch", "--quiet")
    proposed(made, UV.name)
    assert made.git("rev-parse", f"{TOPIC}^") == made.git("rev-parse", "origin/main")
    assert made.git("rev-parse", f"{TOPIC}:{FOLDER}") == made.git("rev-parse", f"skills:{FOLDER}")
    assert made.subjects(f"origin/main..{TOPIC}") == [f"skill: add {UV.name}"]
    assert ours.bare.tip(TOPIC) == made.tip(TOPIC)


def test_a_reviewers_commit_on_the_topic_is_never_lost(ours: Team, made: RepoBuilder) -> None:
    proposed(made, UV.name)
    other = ours.clone("other", chosen=False)
    other.git("checkout", "--quiet", TOPIC)
    theirs = other.commit("better words", {f"{FOLDER}/SKILL.md": "better\n"})
    other.git("push", "--quiet", "origin", TOPIC)
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    with pytest.raises(GitskillsError, match="another gitskills/uv-not-pip than this clone knows"):
        proposed(made, UV.name)
    assert ours.bare.tip(TOPIC) == theirs
    made.git("fetch", "--quiet")
    made.git("update-ref", f"refs/heads/{TOPIC}", theirs)
    with pytest.raises(GitskillsError, match="ends with a commit that is not ours"):
        proposed(made, UV.name)
    assert made.tip(TOPIC) == theirs


def test_a_topic_that_another_clone_sent_is_never_replaced(ours: Team, made: RepoBuilder) -> None:
    other = ours.clone("other", chosen=False)
    assert outcomes(teach(other.path, lesson(3))) == ["landed"]
    theirs = proposed(other).commits[-1][0]
    with pytest.raises(GitskillsError, match="than this clone knows"):
        proposed(made)
    made.git("branch", "-D", ALL)
    made.git("fetch", "--quiet")
    for dry in (True, False):
        with pytest.raises(GitskillsError, match="was not made here"):
            proposed(made, dry_run=dry)
    assert ours.bare.tip(ALL) == theirs
    assert proposed(made, UV.name).state == "pushed"


def test_a_signer_that_fails_leaves_no_topic(ours: Team, made: RepoBuilder) -> None:
    for key, value in (("gitskills.sign", "git"), ("gpg.program", "/bin/false"), ("user.signingKey", "ada")):
        made.git("config", key, value)
    with pytest.raises(EnvironmentFault):
        proposed(made, UV.name)
    assert (made.tip(TOPIC), ours.bare.tip(TOPIC)) == ("", "")


def test_a_ref_in_the_way_is_refused_in_one_sentence(made: RepoBuilder) -> None:
    made.git("branch", "gitskills")
    with pytest.raises(RepositoryFault, match="leaves no room"):
        proposed(made, UV.name)
    made.git("branch", "-D", "gitskills")
    made.git("branch", TOPIC)
    made.commit_on(TOPIC, "a person's", {"x.py": "1\n"})
    with pytest.raises(RepositoryFault, match="nothing on it was written by gitskills"):
        proposed(made, UV.name)


def test_a_topic_that_is_checked_out_is_not_moved(made: RepoBuilder, tmp_path: Path) -> None:
    proposed(made, UV.name)
    made.worktree(tmp_path / "tree", TOPIC)
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    with pytest.raises(GitskillsError, match="can't move"):
        proposed(made, UV.name)


def test_without_a_remote_the_branch_is_made_and_nothing_is_sent(tmp_path: Path) -> None:
    alone = RepoBuilder.with_commit(tmp_path / "alone", home=Path.home())
    assert outcomes(teach(alone.path, UV)) == ["landed"]
    done = proposed(alone)
    assert (done.state, done.commands, done.remote) == ("made", (), "")
    assert alone.subjects(f"main..{ALL}") == [f"skill: add {UV.name}"]
    assert UV.name in done.text


def test_what_a_dead_remote_kept_back_is_sent_by_the_next_call_as_it_was(ours: Team, made: RepoBuilder) -> None:
    url = made.git("remote", "get-url", "origin")
    made.git("remote", "set-url", "origin", (ours.folder / "gone.git").as_uri())
    with pytest.raises(EnvironmentFault, match="can't be reached"):
        proposed(made, UV.name)
    tip = made.tip(TOPIC)
    made.git("remote", "set-url", "origin", url)
    assert proposed(made, UV.name).commits[0][0] == tip == ours.bare.tip(TOPIC)


def test_the_persons_own_pre_push_hook_has_its_say_and_no_other_hook_runs(ours: Team, made: RepoBuilder) -> None:
    for name in ("pre-commit", "commit-msg", "post-commit", "reference-transaction", "pre-push"):
        made.write(
            f".git/hooks/{name}",
            f"#!/bin/sh\necho {name} >> '{made.path}/.git/ran'\n[ {name} != pre-push ]\n",
            executable=True,
        )
    (made.path / ".git/hooks/reference-transaction").unlink()
    with pytest.raises(GitskillsError, match="did not take"):
        proposed(made, UV.name)
    assert (made.path / ".git/ran").read_text() == "pre-push\n"
    assert ours.bare.tip(TOPIC) == ""


@pytest.mark.promise("share-7")
def test_a_repository_that_libgit2_cant_open_proposes_alike(tmp_path: Path) -> None:
    form = "--object-format=sha256"
    bare = RepoBuilder.create(tmp_path / "bare.git", "--bare", form, home=Path.home())
    made = RepoBuilder.create(tmp_path / "one", form, home=Path.home())
    made.commit("first", {"a.py": "1\n"})
    made.git("remote", "add", "origin", bare.path.as_uri())
    made.git("push", "--quiet", "origin", "main")
    made.git("fetch", "--quiet")
    assert outcomes(teach(made.path, LONG, MIGRATE)) == ["landed", "landed"]
    assert proposed(made).state == "pushed"
    passes(made, f"origin/main..{ALL}")
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    proposed(made)
    assert bare.tip(ALL) == made.tip(ALL)
    assert made.subjects(f"origin/main..{ALL}") == [f"skill: add {MIGRATE.name}", f"skill: add {UV.name}"]
    made.fsck()


# --- how it is opened ---


def test_gh_opens_it_with_the_body_as_input_and_no_shell_sees_a_word(
    ours: Team, made: RepoBuilder, tmp_path: Path
) -> None:
    said = "Never write `$(touch gotcha)`; \"quotes\" and 'quotes' & <b> stay, --force too."
    assert outcomes(teach(made.path, Lesson("odd", said, "Mind the quotes.", "Mind the quotes."))) == ["landed"]
    over_ssh(made, ours.bare, "git@github.com:ada/shop.git", tmp_path)
    gh = scripted("gh", tmp_path)
    gh.answer("repos/ada/shop/pulls?state=open", [])
    gh.answer("pr create", {"out": "\nhttps://github.com/ada/shop/pull/7\n"})
    done = proposed(made, "odd")
    assert (done.state, done.url) == ("opened", "https://github.com/ada/shop/pull/7")
    assert gh.asked[-1] == [
        *("pr", "create", "--repo=github.com/ada/shop", "--head=gitskills/odd", "--base=main"),
        *("--title=Add the skill odd", "--body-file=-"),
    ]
    assert list(done.commands[-1][1:]) == gh.asked[-1]
    assert gh.inputs[-1] == done.request.body
    assert said in done.request.body
    assert list(tmp_path.rglob("gotcha")) == []
    assert ours.bare.tip("gitskills/odd") == made.tip("gitskills/odd")


def test_an_open_one_is_brought_up_to_date(ours: Team, made: RepoBuilder, tmp_path: Path) -> None:
    over_ssh(made, ours.bare, "ssh://git@github.com:22/ada/shop.git", tmp_path)
    gh = scripted("gh", tmp_path)
    gh.answer(
        "repos/ada/shop/pulls?state=open&head=ada:gitskills/",
        [{"number": 7, "html_url": "https://github.com/ada/shop/pull/7", "head": {"ref": TOPIC}}],
    )
    gh.answer("--method=PATCH repos/ada/shop/pulls/7", {"out": "{}"})
    done = proposed(made, UV.name)
    assert (done.state, done.url) == ("updated", "https://github.com/ada/shop/pull/7")
    title = "--raw-field=title=Add the skill uv-not-pip"
    assert gh.asked[-1] == [
        *("api", "--hostname=github.com", "--method=PATCH", "repos/ada/shop/pulls/7", title, "--field=body=@-"),
    ]
    assert gh.inputs[-1] == done.request.body


def test_what_was_sent_and_not_opened_is_told_with_the_next_step(ours: Team, made: RepoBuilder, tmp_path: Path) -> None:
    over_ssh(made, ours.bare, "git@github.com:ada/shop.git", tmp_path)
    gh = scripted("gh", tmp_path)
    gh.answer("api", {"err": "To get started with GitHub CLI, please run:  gh auth login\n", "status": 4})
    done = proposed(made, UV.name)
    assert done.state == "pushed"
    assert "gh is not logged in to github.com" in done.hint
    assert done.url == f"https://github.com/ada/shop/compare/main...{TOPIC}?expand=1"
    assert ours.bare.tip(TOPIC) == made.tip(TOPIC)


def test_a_fork_is_named_as_the_head(ours: Team, made: RepoBuilder, tmp_path: Path) -> None:
    over_ssh(made, ours.bare, "git@github.com:ada/shop.git", tmp_path)
    made.git("remote", "add", "fork", "git@github.com:bea/shop.git")
    made.git("config", "gitskills.remote", "fork")
    scripted("gh", tmp_path)
    done = proposed(made, UV.name, dry_run=True)
    assert "--head=bea:gitskills/uv-not-pip" in done.commands[-1]
    assert "--repo=github.com/ada/shop" in done.commands[-1]
    assert done.commands[0][3] == "fork"


def test_glab_opens_it(ours: Team, made: RepoBuilder, tmp_path: Path) -> None:
    over_ssh(made, ours.bare, "git@gitlab.com:ada/shop.git", tmp_path)
    glab = scripted("glab", tmp_path)
    glab.answer("projects/ada%2Fshop/merge_requests?state=opened", [])
    glab.answer("mr create", {"out": "!7 Add (gitskills/x)\n https://gitlab.com/ada/shop/-/merge_requests/7\n"})
    done = proposed(made, UV.name)
    assert (done.state, done.url) == ("opened", "https://gitlab.com/ada/shop/-/merge_requests/7")
    assert glab.asked[-1] == [
        *("mr", "create", "--repo=https://gitlab.com/ada/shop", f"--source-branch={TOPIC}", "--target-branch=main"),
        *(f"--title={done.request.title}", f"--description={done.request.body}", "--yes"),
    ]


def test_an_open_merge_request_is_brought_up_to_date(ours: Team, made: RepoBuilder, tmp_path: Path) -> None:
    over_ssh(made, ours.bare, "git@gitlab.com:ada/shop.git", tmp_path)
    glab = scripted("glab", tmp_path)
    place = "projects/ada%2Fshop/merge_requests"
    url = "https://gitlab.com/ada/shop/-/merge_requests/7"
    glab.answer(f"{place}?state=opened", [{"iid": 7, "web_url": url, "source_branch": TOPIC}])
    glab.answer(f"--method=PUT {place}/7", {"out": "{}"})
    done = proposed(made, UV.name)
    assert (done.state, done.url, glab.inputs[-1]) == ("updated", url, done.request.body)


def receiving(ours: Team) -> Path:
    """Let the bare repository take push options and note them; where they are noted."""
    ours.bare.git("config", "receive.advertisePushOptions", "true")
    noted = ours.folder / "options"
    hook = ours.bare.write(
        "hooks/pre-receive", f"#!/bin/sh\nenv | grep '^GIT_PUSH_OPTION_[0-9]' | sort > '{noted}'\n", executable=True
    )
    assert hook.exists()
    return noted


def test_gitlab_without_glab_is_asked_by_push_options(ours: Team, made: RepoBuilder) -> None:
    noted = receiving(ours)
    made.git("config", "gitskills.forge", "gitlab")
    assert proposed(made, UV.name).state == "opened"
    said = noted.read_text().splitlines()
    assert [line.partition("=")[2] for line in said[:3]] == [
        "merge_request.create",
        "merge_request.target=main",
        f"merge_request.title=Add the skill {UV.name}",
    ]
    assert said[3].startswith("GIT_PUSH_OPTION_3=merge_request.description=1 skill")
    assert "\\n### `uv-not-pip`\\n" in said[3]
    assert ours.bare.tip(TOPIC) == made.tip(TOPIC)


def test_push_options_overwrite_no_reviewers_commit(ours: Team, made: RepoBuilder) -> None:
    receiving(ours)
    made.git("config", "gitskills.forge", "gitlab")
    proposed(made, UV.name)
    other = ours.clone("other", chosen=False)
    other.git("checkout", "--quiet", TOPIC)
    theirs = other.commit("better words", {f"{FOLDER}/SKILL.md": "better\n"})
    other.git("push", "--quiet", "origin", TOPIC)
    assert outcomes(teach(made.path, PATCH)) == ["landed"]
    with pytest.raises(GitskillsError, match="than this clone knows"):
        proposed(made, UV.name)
    assert ours.bare.tip(TOPIC) == theirs


def test_agit_takes_the_commits_without_a_branch_at_the_remote(ours: Team, made: RepoBuilder) -> None:
    noted = receiving(ours)
    made.git("config", "gitskills.forge", "agit")
    done = proposed(made, UV.name)
    assert done.state == "opened"
    assert (ours.bare.git("rev-parse", "refs/for/main"), ours.bare.tip(TOPIC)) == (made.tip(TOPIC), "")
    assert noted.read_text().splitlines()[:2] == [
        f"GIT_PUSH_OPTION_0=topic={UV.name}",
        f"GIT_PUSH_OPTION_1=title=Add the skill {UV.name}",
    ]


def test_a_remote_that_takes_no_push_options_is_named(made: RepoBuilder) -> None:
    made.git("config", "gitskills.forge", "gitlab")
    with pytest.raises(GitskillsError, match="does not support push options"):
        proposed(made, UV.name)


@pytest.mark.slow
@pytest.mark.promise("share-6")
def test_with_the_real_gh_a_lesson_is_proposed_and_its_review_teaches(
    ours: Team, made: RepoBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over_ssh(made, ours.bare, f"git@{HOST}:ada/shop.git", tmp_path)
    with small_github(monkeypatch, tmp_path, real_gh()):
        done = proposed(made, UV.name)
        assert (done.state, done.url) == ("opened", f"https://{HOST}/ada/shop/pull/7")
        (created,) = [
            json.loads(said)["variables"]["input"] for _, _, said in Answering.asked if "createPullRequest" in said
        ]
        assert (created["title"], created["body"], created["headRefName"]) == (
            done.request.title,
            done.request.body,
            TOPIC,
        )
        (learned,) = learn_reviews(here(made.path), Reviews((7,)), Plan("offline"))
        assert isinstance(learned, Learned)
        assert [str(ruling.outcome) for ruling in learned.rulings] == ["landed"]
    assert "Source: https://github.com/ada/shop/pull/7#discussion_r11" in made.git("log", "-1", "--format=%B", "skills")


# --- on the other side ---


def by_merge(forge: RepoBuilder) -> None:
    forge.git("merge", "--quiet", "--no-edit", "--no-ff", f"origin/{ALL}")


def by_squash(forge: RepoBuilder) -> None:
    forge.git("merge", "--quiet", "--squash", f"origin/{ALL}")
    forge.git("commit", "--quiet", "-m", "Add what was learned (#7)")


def by_rebase(forge: RepoBuilder) -> None:
    forge.commit("main went on", {"b.py": "1\n"})
    forge.git("checkout", "--quiet", "-b", "taken", f"origin/{ALL}")
    forge.git("rebase", "--quiet", "main")
    forge.git("checkout", "--quiet", "main")
    forge.git("merge", "--quiet", "--ff-only", "taken")


TAKE = Callable[[RepoBuilder], None]
EVERY_WAY = pytest.mark.parametrize("take", [by_merge, by_squash, by_rebase], ids=lambda take: take.__name__)
BOTH = pytest.mark.parametrize("evidence", [True, False], ids=["evidence", "no-evidence"])


def taken(ours: Team, made: RepoBuilder, take: TAKE, *, evidence: bool) -> None:
    """The pull request is merged where the forge is, its branch deleted, and `made` pulls."""
    proposed(made, evidence=evidence)
    forge = ours.clone("forge", chosen=False)
    take(forge)
    forge.git("push", "--quiet", "origin", "main")
    forge.git("push", "--quiet", "--delete", "origin", ALL)
    made.git("fetch", "--quiet", "--prune")


@EVERY_WAY
@BOTH
def test_what_was_taken_is_the_projects_own_and_nothing_comes_back(
    ours: Team, made: RepoBuilder, take: TAKE, evidence: bool
) -> None:
    before = made.tip("skills")
    taken(ours, made, take, evidence=evidence)
    assert {line.owner for line in list_skills(here(made.path), archived=False)} == {"project"}  # before the pull
    made.git("pull", "--quiet", "--no-rebase")
    drain(made.path)
    assert made.tip("skills") == before
    assert made.git("status", "--short") == ""
    assert live(made) == sorted([UV.name, MIGRATE.name])
    assert {line.owner for line in list_skills(here(made.path), archived=False)} == {"project"}
    (patch,) = teach(made.path, PATCH)
    assert (outcomes([patch]), rules(patch)) == (["rejected"], {"ownership"})
    with pytest.raises(GitskillsError, match="nothing that the project does not hold"):
        proposed(made)
    assert outcomes(teach(made.path, lesson(3))) == ["landed"]
    assert [subject for _, subject in proposed(made).commits] == [f"skill: add {lesson(3).name}"]
    assert live(made) == sorted([UV.name, MIGRATE.name, lesson(3).name])
    passes(made, f"{made.git('rev-list', '--max-parents=0', 'main')}..origin/main")
    made.fsck()


@EVERY_WAY
def test_what_the_project_took_and_dropped_again_is_proposed_only_by_name(
    ours: Team, made: RepoBuilder, take: TAKE
) -> None:
    taken(ours, made, take, evidence=True)
    made.git("pull", "--quiet", "--no-rebase")
    made.git("rm", "--quiet", "-r", FOLDER)
    made.git("commit", "--quiet", "-m", "we use something else now")
    made.git("push", "--quiet", "origin", "main")
    drain(made.path)
    assert live(made) == [MIGRATE.name]
    with pytest.raises(GitskillsError, match="nothing that the project does not hold"):
        proposed(made)
    assert proposed(made, UV.name, dry_run=True).commits == (("", f"skill: add {UV.name}"),)


def test_an_older_version_of_ours_in_the_project_is_brought_up_to_date(ours: Team, made: RepoBuilder) -> None:
    taken(ours, made, by_squash, evidence=False)
    text = made.show(f"skills:{FOLDER}/SKILL.md").decode()
    made.commit_on(
        "skills",
        "a person's better words",
        {f"{FOLDER}/SKILL.md": text.replace("Mind the lock.", "Mind the lock file.")},
    )
    done = proposed(made, UV.name)
    assert done.request.title == f"Update the skill {UV.name}"
    assert made.subjects(f"origin/main..{TOPIC}") == [f"skill: update {UV.name}"]
    passes(made, f"origin/main..{TOPIC}")


def test_what_the_project_changed_itself_is_never_overwritten(ours: Team, made: RepoBuilder) -> None:
    taken(ours, made, by_squash, evidence=True)
    other = ours.clone("other", chosen=False)
    other.commit("our words", {f"{FOLDER}/SKILL.md": "---\nname: uv-not-pip\ndescription: x\n---\nOurs.\n"})
    other.git("push", "--quiet", "origin", "main")
    made.git("fetch", "--quiet")
    with pytest.raises(GitskillsError, match="the project changed its own copy"):
        proposed(made, UV.name)


@EVERY_WAY
@BOTH
def test_clones_that_share_the_branch_agree_after_the_project_took_it(
    ours: Team, made: RepoBuilder, take: TAKE, evidence: bool
) -> None:
    other = ours.clone("other")
    made.git("config", "gitskills.remote", "origin")
    shared(made)
    shared(other)
    taken(ours, made, take, evidence=evidence)
    for each in (made, other):
        each.git("pull", "--quiet", "--no-rebase")
        assert outcomes(teach(each.path, lesson(3 if each is made else 14))) == ["landed"]
    for each in (made, other, made):
        shared(each)
    assert made.git("rev-parse", "skills^{tree}") == other.git("rev-parse", "skills^{tree}")
    for each in (made, other):
        assert live(each) == sorted([UV.name, MIGRATE.name, lesson(3).name, lesson(14).name])
        owners = {line.name: line.owner for line in list_skills(here(each.path), archived=False)}
        assert (owners[UV.name], owners[MIGRATE.name]) == ("project", "project")
        assert each.git("status", "--short") == ""
    went = {subject for _, subject in proposed(made, dry_run=True).commits}
    assert went == {f"skill: add {lesson(number).name}" for number in (3, 14)}
    passes(made, "origin/main..skills")


# --- closed unmerged ---


def test_closed_unmerged_changes_nothing_until_a_person_says_so(ours: Team, made: RepoBuilder) -> None:
    proposed(made, UV.name)
    ours.bare.git("update-ref", "-d", f"refs/heads/{TOPIC}")
    made.git("fetch", "--quiet", "--prune")
    drain(made.path)
    assert UV.name in live(made)
    assert proposed(made, UV.name).state == "pushed"


def test_closed_unmerged_is_a_verdict_if_the_person_says_so(made: RepoBuilder) -> None:
    proposed(made, UV.name)
    before = mine(made)
    done = close_unmerged(here(made.path), [UV.name], "we moved to poetry")
    assert (done.names, done.topics, made.tip(TOPIC)) == ((UV.name,), (TOPIC,), "")
    assert "we moved to poetry" in made.git("log", "-1", "--format=%B", "skills")
    assert live(made) == [MIGRATE.name]
    (again,) = teach(made.path, Lesson(UV.name, UV.said, "Always use uv, please."))
    assert (outcomes([again]), "verdict" in rules(again)) == (["rejected"], True)
    assert mine(made) == before


def test_a_topic_of_others_too_or_with_a_persons_commit_stays(made: RepoBuilder) -> None:
    proposed(made)
    proposed(made, UV.name)
    theirs = made.commit_on(TOPIC, "better", {f"{FOLDER}/SKILL.md": "better\n"})
    assert close_unmerged(here(made.path), [UV.name], "").topics == ()
    assert (made.tip(TOPIC), bool(made.tip(ALL))) == (theirs, True)
    assert close_unmerged(here(made.path), [MIGRATE.name], "").topics == ()


def test_only_skills_of_the_branch_can_be_refused(made: RepoBuilder) -> None:
    for names, fault in (([], UsageError), (["nobody"], GitskillsError), (["HEAD"], GitskillsError)):
        with pytest.raises(fault):
            close_unmerged(here(made.path), names, "")


def test_gitskills_finds_its_program_on_the_path_alone(made: RepoBuilder, ours: Team, tmp_path: Path) -> None:
    """No `gh` of the working folder is ever started."""
    over_ssh(made, ours.bare, "git@github.com:ada/shop.git", tmp_path)
    made.write("gh", "#!/bin/sh\ntouch gotcha\n", executable=True)
    os.environ["PATH"] = os.pathsep.join(
        part for part in os.environ["PATH"].split(os.pathsep) if not (Path(part) / "gh").exists()
    )
    assert proposed(made, UV.name).state == "pushed"
    assert not (made.path / "gotcha").exists()

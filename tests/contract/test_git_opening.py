"""Any repository that git knows is found as git finds it, or refused in one clear sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gitskills.errors import RepositoryFault
from gitskills.git import conversation
from gitskills.git.binary.repository import ProgramRepository
from gitskills.git.opening import create_bare, open_repository
from gitskills.model.gitvariables import LOCAL_VARIABLES
from tests.support.adapters import newer_git
from tests.support.changes import skill
from tests.support.processes import dies
from tests.support.repos import RepoBuilder

pytestmark = pytest.mark.promise("L1", "case-15")

Kind = Callable[[Path], RepoBuilder]


def plain(tmp: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp / "plain")


def with_a_space(tmp: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp / "a folder, with ünusual näme")


def not_utf8(tmp: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp / os.fsdecode(b"caf\xe9 \xff"))


def sub_directory(tmp: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp / "plain", {"deep/down/file": "x"})
    return made.at(made.path / "deep/down")


def linked_worktree(tmp: Path) -> RepoBuilder:
    return plain(tmp).worktree(tmp / "linked", "-b", "side")


def submodule(tmp: Path) -> RepoBuilder:
    inner, outer = RepoBuilder.with_commit(tmp / "inner"), RepoBuilder.with_commit(tmp / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path.as_uri(), "sub")
    return outer.at(outer.path / "sub")


def bare(tmp: Path) -> RepoBuilder:
    return plain(tmp).clone(tmp / "bare.git", "--bare")


def bare_with_worktree(tmp: Path) -> RepoBuilder:
    return bare(tmp).worktree(tmp / "beside", "-b", "side")


def separate_git_dir(tmp: Path) -> RepoBuilder:
    made = RepoBuilder.create(tmp / "work", f"--separate-git-dir={tmp / 'elsewhere'}")
    made.commit("first", {"README.md": "x"})
    return made


def detached(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("checkout", "--quiet", "--detach")
    return made


def unborn(tmp: Path) -> RepoBuilder:
    return RepoBuilder.create(tmp / "unborn")


def shallow(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    for number in range(5):
        made.commit(f"more {number}", {"file": str(number)})
    return made.clone(tmp / "shallow", "--depth=2")


def sparse(tmp: Path) -> RepoBuilder:
    made = RepoBuilder.with_commit(tmp / "sparse", {"a/1": "1", "b/2": "2"})
    made.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
    return made


def split_index(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("update-index", "--split-index")
    return made


def alternates(tmp: Path) -> RepoBuilder:
    return plain(tmp).clone(tmp / "borrower", "--shared")


def partial_clone(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("config", "uploadpack.allowFilter", "true")
    return made.clone(tmp / "partial", "--filter=blob:none", "--no-checkout")


def treeless_clone(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("config", "uploadpack.allowFilter", "true")
    return made.clone(tmp / "treeless", "--filter=tree:0", "--no-checkout")


def sha256(tmp: Path) -> RepoBuilder:
    made = RepoBuilder.create(tmp / "sha256", "--object-format=sha256")
    made.commit("first", {"README.md": "x"})
    return made


def sha256_worktree(tmp: Path) -> RepoBuilder:
    return sha256(tmp).worktree(tmp / "linked", "-b", "side")


def autocrlf(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("config", "core.autocrlf", "true")
    return made


def packed_refs(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("gc", "--quiet")
    made.git("commit-graph", "write", "--reachable")
    return made


def worktree_config(tmp: Path) -> RepoBuilder:
    made = plain(tmp)
    made.git("config", "extensions.worktreeConfig", "true")
    return made.worktree(tmp / "linked", "-b", "side")


KINDS: tuple[Kind, ...] = (
    plain,
    with_a_space,
    not_utf8,
    sub_directory,
    linked_worktree,
    submodule,
    bare,
    bare_with_worktree,
    separate_git_dir,
    detached,
    unborn,
    shallow,
    sparse,
    split_index,
    alternates,
    partial_clone,
    treeless_clone,
    sha256,
    sha256_worktree,
    autocrlf,
    packed_refs,
    worktree_config,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_promotion_lands_in_every_kind_of_repository_and_disturbs_nothing(kind: Kind, tmp_path: Path) -> None:
    made = kind(tmp_path)
    before = made.fingerprint(ignore=())
    repo = open_repository(str(made.path))
    batch = repo.batch("skills", repo.default_tip())
    batch.add(skill("use-uv"))
    batch.add(skill("café"))
    assert batch.land()
    assert made.fingerprint(ignore=()) == before
    made.fsck()
    assert made.subjects("skills")[:2] == ["skill: add café", "skill: add use-uv"]
    assert made.show("skills:.claude/skills/use-uv/SKILL.md") == b"---\nname: use-uv\n---\nSay it.\n"
    assert [record.message.split("\n")[0] for record in repo.history(repo.tip("skills"), repo.default_tips(), [])] == [
        "skill: add use-uv",
        "skill: add café",
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_common_folder_and_the_working_folder_are_gits_own(kind: Kind, tmp_path: Path) -> None:
    made = kind(tmp_path)
    repo = open_repository(str(made.path))
    assert Path(repo.common_dir).samefile(made.path / made.git("rev-parse", "--git-common-dir"))
    assert repo.bare == (made.git("rev-parse", "--is-bare-repository") == "true")
    top = None if repo.bare else made.git("rev-parse", "--show-toplevel")
    assert repo.work_dir == top
    assert repo.tip("main") == made.tip("main")


def test_all_worktrees_share_one_common_folder(tmp_path: Path) -> None:
    made = plain(tmp_path)
    linked = made.worktree(tmp_path / "linked", "-b", "side")
    one, other = open_repository(str(made.path)), open_repository(str(linked.path))
    assert one.common_dir == other.common_dir
    assert one.worktrees() == other.worktrees() == (str(made.path), str(linked.path))


def test_a_deleted_worktree_is_listed_nowhere(tmp_path: Path) -> None:
    made = plain(tmp_path)
    linked = made.worktree(tmp_path / "linked", "-b", "side")
    for place in (linked.path / ".git", linked.path / "README.md"):
        place.unlink()
    linked.path.rmdir()
    assert open_repository(str(made.path)).worktrees() == (str(made.path),)


def test_a_bare_repository_lists_its_linked_worktrees_alone(tmp_path: Path) -> None:
    beside = bare_with_worktree(tmp_path)
    assert open_repository(str(beside.path)).worktrees() == (str(beside.path),)


def test_a_separate_git_dir_is_never_taken_for_a_working_folder(tmp_path: Path) -> None:
    made = separate_git_dir(tmp_path)
    linked = made.worktree(tmp_path / "linked", "-b", "side")
    assert open_repository(str(made.path)).worktrees() == (str(made.path), str(linked.path))
    assert open_repository(str(linked.path)).worktrees() == (str(linked.path),)


def test_a_submodule_knows_its_own_working_folder(tmp_path: Path) -> None:
    made = submodule(tmp_path)
    assert open_repository(str(made.path)).worktrees() == (str(made.path),)


@pytest.mark.promise("case-14")
def test_the_list_of_local_variables_is_gits_own(repo: RepoBuilder) -> None:
    assert set(LOCAL_VARIABLES) >= set(repo.git("rev-parse", "--local-env-vars").split())


@pytest.mark.promise("case-14")
def test_an_inherited_repository_is_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, theirs = RepoBuilder.with_commit(tmp_path / "mine"), RepoBuilder.with_commit(tmp_path / "theirs")
    before, objects = theirs.fingerprint(), sorted((theirs.path / ".git/objects").rglob("*"))
    monkeypatch.setenv("GIT_DIR", str(theirs.path / ".git"))
    monkeypatch.setenv("GIT_COMMON_DIR", str(theirs.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(theirs.path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(theirs.path / ".git/index"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(theirs.path / ".git/objects"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'user.name'='Mallory'")
    repo = open_repository(str(mine.path))
    batch = repo.batch("skills", repo.default_tip())
    batch.add(skill("use-uv"))
    assert batch.land()
    assert repo.committer()[0] == "Ada"
    assert mine.subjects("skills")[0] == "skill: add use-uv"
    assert theirs.tip("skills") == ""
    assert (theirs.fingerprint(), sorted((theirs.path / ".git/objects").rglob("*"))) == (before, objects)


def unknown_extension(made: RepoBuilder) -> None:
    made.git("config", "core.repositoryFormatVersion", "1")
    made.git("config", "extensions.timeTravel", "true")


def newer_format(made: RepoBuilder) -> None:
    made.git("config", "core.repositoryFormatVersion", "99")


def broken_configuration(made: RepoBuilder) -> None:
    (made.path / ".git/config").write_text("[")


@pytest.mark.promise("share-7")
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (unknown_extension, "unknown repository extension found: timetravel"),
        (newer_format, "Expected git repo version <= 1, found 99"),
        (broken_configuration, "configuration"),
    ],
)
def test_what_git_itself_cannot_open_is_its_sentence_and_a_hint(
    repo: RepoBuilder, spoil: Callable[[RepoBuilder], None], words: str
) -> None:
    spoil(repo)
    with pytest.raises(RepositoryFault, match=words) as raised:
        open_repository(str(repo.path))
    assert raised.value.hint
    assert "\n" not in raised.value.sentence


@pytest.mark.promise("share-7")
def test_reftable_without_a_git_that_knows_it_says_which_git_does(repo: RepoBuilder) -> None:
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git("config", "extensions.refStorage", "reftable")
    if newer_git("", os.environ["PATH"]):
        pytest.skip("the git here knows reftable")
    with pytest.raises(RepositoryFault, match="extension found: refstorage") as raised:
        open_repository(str(repo.path))
    assert "git 2.45 or newer" in raised.value.hint


@pytest.mark.promise("share-7")
@pytest.mark.parametrize("clone", [partial_clone, treeless_clone], ids=lambda kind: kind.__name__)
def test_what_a_partial_clone_lacks_is_fetched_and_one_sentence_where_that_fails(clone: Kind, tmp_path: Path) -> None:
    made = clone(tmp_path)
    assert open_repository(str(made.path)).blob(made.tip("main"), "README.md") == b"# A project\n"
    other = clone(tmp_path / "again")
    (tmp_path / "again/plain").rename(tmp_path / "gone")
    with pytest.raises(RepositoryFault, match="could not read a file"):
        open_repository(str(other.path)).blob(other.tip("main"), "README.md")


@pytest.mark.promise("share-7")
def test_a_remote_that_never_answers_is_given_up_with_all_that_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = partial_clone(tmp_path)
    made.git("config", "protocol.ext.allow", "always")
    (tmp_path / "silent").write_text(f"#!/bin/sh\necho $$ > {tmp_path}/started\nexec sleep 600\n")
    (tmp_path / "silent").chmod(0o755)
    made.git("remote", "set-url", "origin", f"ext::{tmp_path}/silent")
    monkeypatch.setattr(conversation, "SECONDS", 4.0)
    with pytest.raises(RepositoryFault, match="took longer than 4 seconds"):
        open_repository(str(made.path)).blob(made.tip("main"), "README.md")
    assert dies(int((tmp_path / "started").read_text()))


def test_outside_a_repository_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RepositoryFault, match="not in a git repository"):
        open_repository(str(tmp_path))
    with pytest.raises(RepositoryFault, match="no folder"):
        open_repository(str(tmp_path / "nowhere"))


needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")


def given_away(made: RepoBuilder) -> RepoBuilder:
    for place in (made.path, made.path / ".git"):
        os.chown(place, 65534, 65534)
    return made


@needs_root
@pytest.mark.promise("share-7")
def test_a_repository_of_another_user_is_gits_own_sentence_and_remedy(tmp_path: Path) -> None:
    made = given_away(plain(tmp_path))
    with pytest.raises(RepositoryFault, match="dubious ownership") as raised:
        open_repository(str(made.path))
    assert f"git config --global --add safe.directory {made.path}" in raised.value.hint


@needs_root
@pytest.mark.promise("share-7")
def test_a_repository_of_another_user_opens_where_git_alone_knows_that_it_is_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = given_away(plain(tmp_path))
    (tmp_path / "config").write_text(f"[safe]\n\tdirectory = {made.path}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    repo = open_repository(str(made.path))
    assert isinstance(repo, ProgramRepository)
    batch = repo.batch("skills", repo.default_tip())
    batch.add(skill("use-uv"))
    assert batch.land()
    assert repo.blob(repo.tip("skills"), ".claude/skills/use-uv/SKILL.md")


def test_the_persons_own_repository_is_bare_without_hooks_and_made_once(tmp_path: Path, home: Path) -> None:
    place = tmp_path / "data/skills.git"
    (home / "template/hooks").mkdir(parents=True)
    (home / "template/hooks/post-update").write_text("#!/bin/sh\nexit 1\n")
    made = RepoBuilder(tmp_path, home)
    made.git("config", "--global", "init.templateDir", str(home / "template"))
    made.git("config", "--global", "init.defaultBranch", "trunk")
    for name in ("one", "two"):
        repo = create_bare(str(place))
        batch = repo.batch("skills", repo.tip("skills"))
        batch.add(skill(name))
        assert batch.land()
    assert repo.bare
    assert repo.blocked("skills") == ""
    inside = made.at(place)
    assert inside.subjects("skills") == ["skill: add two", "skill: add one"]
    assert inside.git("symbolic-ref", "HEAD") == "refs/heads/main"
    assert [hook for hook in place.glob("hooks/*") if not hook.name.endswith(".sample")] == []
    assert inside.git("reflog", "skills").count("gitskills:") == 2
    inside.fsck()

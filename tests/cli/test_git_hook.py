"""`gitskills init --git-hook`: beside every hook there is, and gone without a trace; tried with the real husky and the real pre-commit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.app.githook import put_in, take_out
from gitskills.errors import GitskillsError
from tests.cli.running import run
from tests.support.npm import package
from tests.support.repos import RepoBuilder
from tests.support.teaching import here

pytestmark = pytest.mark.promise("share-4", "case-13")

BAD = {
    ".claude/skills/use-uv/SKILL.md": "no skill\n",
    ".claude/skills/use-uv/.gitskills.yaml": 'name: "use-uv"\ncreated_by: "gitskills"\nscope: "project"\ncategory: ""\n',
}
RAN = "hook-ran"
SHELL = f"#!/bin/sh\nset -e\necho mine >> {RAN}\n"
PYTHON = f"#!{sys.executable}\nopen('{RAN}', 'a').write('mine\\n')\n"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def tried(made: RepoBuilder, files: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    """What `git commit` of these files says; the index is clean again afterwards."""
    for path, content in files.items():
        made.write(path, content)
        made.git("add", "--force", path)
    done = made.run("commit", "--quiet", "-m", "a commit", check=False)
    made.git("reset", "--quiet", "--hard")
    return done


def times_run(made: RepoBuilder) -> int:
    place = made.path / RAN
    return place.read_text().count("mine\n") if place.exists() else 0


def looked_at(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Everything in a folder with its modes."""
    return {
        str(place.relative_to(folder)): (
            place.lstat().st_mode,
            os.fsencode(place.readlink()) if place.is_symlink() else place.read_bytes() if place.is_file() else b"",
        )
        for place in sorted(folder.rglob("*"))
    }


def judges(made: RepoBuilder) -> bool:
    """Whether a bad skill is kept out of a commit, and a good commit goes through."""
    good = tried(made, {"notes.md": f"{os.urandom(8).hex()}\n"})
    assert good.returncode == 0, good.stderr
    return tried(made, BAD).returncode == 1


HOOKS: dict[str, tuple[str, int]] = {
    "sh": (SHELL, 0o755),
    "bash by env": (SHELL.replace("/bin/sh", "/usr/bin/env bash"), 0o700),
    "no newline at the end": (SHELL.removesuffix("\n"), 0o755),
    "ends the shell early": (f"{SHELL}exit 0\n", 0o755),
    "another language": (PYTHON, 0o755),
    "no first line": (f"echo mine >> {RAN}\n", 0o755),
}


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_that_is_there_runs_as_before_and_comes_back_byte_for_byte(made: RepoBuilder, name: str) -> None:
    content, mode = HOOKS[name]
    place = made.path / ".git/hooks/pre-commit"
    place.write_text(content)
    place.chmod(mode)
    before = looked_at(place.parent)
    store = here(made.path).need_project()
    put_in(store)
    once = looked_at(place.parent)
    put_in(store)
    assert looked_at(place.parent) == once
    assert judges(made)
    assert times_run(made) == 1  # of the good commit; the bad one was stopped first
    assert len(take_out(store)) == 1
    assert looked_at(place.parent) == before
    assert take_out(store) == ()


def test_where_there_is_no_hook_none_is_left(made: RepoBuilder) -> None:
    folder = made.path / ".git/hooks"
    store = here(made.path).need_project()
    for gone in (False, True):
        if gone:
            shutil.rmtree(folder)
        before = looked_at(folder.parent)
        put_in(store)
        assert judges(made)
        take_out(store)
        after = looked_at(folder.parent)
        assert {path for path in after if "hooks" in path} == {path for path in before if "hooks" in path}


def test_a_hook_that_git_would_not_run_is_not_run(made: RepoBuilder) -> None:
    place = made.path / ".git/hooks/pre-commit"
    place.write_text(SHELL)
    place.chmod(0o644)
    before = looked_at(place.parent)
    store = here(made.path).need_project()
    put_in(store)
    assert judges(made)
    assert times_run(made) == 0
    take_out(store)
    assert looked_at(place.parent) == before


def test_a_link_stays_a_link_and_its_target_as_it_is(made: RepoBuilder) -> None:
    made.write("scripts/hook", SHELL, executable=True)
    made.git("add", "scripts/hook")
    made.git("commit", "--quiet", "-m", "our hook")
    place = made.path / ".git/hooks/pre-commit"
    place.symlink_to("../../scripts/hook")
    before = looked_at(place.parent)
    store = here(made.path).need_project()
    put_in(store)
    assert judges(made)
    assert times_run(made) == 1
    assert made.git("status", "--porcelain", "--", "scripts") == ""
    take_out(store)
    assert looked_at(place.parent) == before


@pytest.mark.parametrize("where", ["tracked", "global"])
def test_a_hook_of_others_is_left_to_a_person(made: RepoBuilder, where: str) -> None:
    folder = made.path / ".githooks" if where == "tracked" else made.home / "hooks"
    folder.mkdir()
    (folder / "pre-commit").write_text(SHELL)
    (folder / "pre-commit").chmod(0o755)
    if where == "tracked":
        made.git("add", ".githooks")
        made.git("config", "core.hooksPath", ".githooks")
    else:
        made.git("config", "--global", "core.hooksPath", str(folder))
    before = looked_at(folder)
    with pytest.raises(GitskillsError) as caught:
        put_in(here(made.path).need_project())
    assert "gitskills check --staged" in caught.value.hint
    assert looked_at(folder) == before
    assert not (made.path / ".git/hooks/pre-commit").exists()


def test_without_gitskills_a_commit_goes_through_with_one_line(made: RepoBuilder, tmp_path: Path) -> None:
    place = made.path / ".git/hooks/pre-commit"
    place.write_text(SHELL)
    place.chmod(0o755)
    put_in(here(made.path).need_project())
    gone = tmp_path / "python"
    gone.write_text("#!/bin/sh\nexit 1\n")  # an interpreter that has lost its package
    gone.chmod(0o755)
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("git", "sh"):
        (bare / name).symlink_to(str(shutil.which(name)))
    for interpreter in (gone, tmp_path / "nowhere"):
        place.write_text(place.read_text().replace(sys.executable, str(interpreter)))
        done = tried(made.with_environment(PATH=str(bare)), BAD)
        assert done.returncode == 0
        assert done.stderr == b"gitskills: not installed here, the skills in this commit were not checked\n"
        made.git("reset", "--quiet", "--hard", "HEAD~1")
        place.write_text(place.read_text().replace(str(interpreter), sys.executable))
    assert times_run(made) == 2


def test_the_command_puts_it_in_and_uninstall_takes_it_out(made: RepoBuilder) -> None:
    before = looked_at(made.path / ".git/hooks")
    assert run(made.path, "init", "--no-plugin", "--git-hook").returncode == 0
    assert judges(made)
    assert run(made.path, "init", "--git-hook", "--remove").stdout.startswith("removed ")
    assert run(made.path, "init", "--git-hook", "--remove").stdout == "no hook of gitskills is here\n"
    assert looked_at(made.path / ".git/hooks") == before
    assert run(made.path, "init", "--no-plugin", "--git-hook").returncode == 0
    assert run(made.path, "uninstall").returncode == 0
    assert looked_at(made.path / ".git/hooks") == before
    assert run(made.path, "init", "--remove").returncode == 2


@pytest.mark.slow
def test_with_the_real_husky_both_have_their_say(made: RepoBuilder) -> None:
    if not shutil.which("node"):
        pytest.skip("needs Node")
    husky = package("husky", "9.1.7")
    made.write(".husky/pre-commit", f"echo mine >> {RAN}\n")
    install = ["node", str(husky / "bin.js")]
    subprocess.run(install, cwd=made.path, env=made.environment, check=True, capture_output=True)
    assert made.git("config", "core.hooksPath") == ".husky/_"
    made.git("add", ".husky")
    made.git("commit", "--quiet", "-m", "husky")
    ran = times_run(made)
    before = looked_at(made.path / ".husky")
    store = here(made.path).need_project()
    put_in(store)
    assert made.git("status", "--porcelain", "--", ".husky") == ""
    assert judges(made)
    assert times_run(made) == ran + 1
    subprocess.run(install, cwd=made.path, env=made.environment, check=True, capture_output=True)  # as npm install does
    put_in(store)
    assert judges(made)
    take_out(store)
    assert looked_at(made.path / ".husky") == before


@pytest.mark.slow
@pytest.mark.parametrize("first", ["pre-commit", "gitskills"])
def test_with_the_real_pre_commit_both_have_their_say_whoever_comes_first(made: RepoBuilder, first: str) -> None:
    program = Path(sys.executable).with_name("pre-commit")
    if not program.exists():
        pytest.skip("needs pre-commit")
    entry = f"{sys.executable} -c \"open('{RAN}', 'a').write('mine\\n')\""
    hook = {
        "id": "own",
        "name": "own",
        "language": "system",
        "entry": entry,
        "always_run": True,
        "pass_filenames": False,
    }
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    made.commit("hooks", {".pre-commit-config.yaml": json.dumps(config)})
    store, folder = here(made.path).need_project(), made.path / ".git/hooks"

    def theirs(word: str) -> None:
        subprocess.run([program, word], cwd=made.path, env=made.environment, check=True, capture_output=True)

    bare = looked_at(folder)
    theirs("install")
    before = looked_at(folder)
    if first == "gitskills":
        theirs("uninstall")
        put_in(store)
        theirs("install")
    else:
        put_in(store)
    assert judges(made)
    assert times_run(made) >= 1
    take_out(store)
    assert looked_at(folder) == before
    put_in(store)
    theirs("uninstall")
    assert judges(made)
    take_out(store)
    assert looked_at(folder) == bare

"""Settings are git config: its layers, then GITSKILLS_* variables; a bad value is never taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitskills.errors import LockTimeout, RepositoryFault, UsageError
from gitskills.model.settings import KEYS, Settings, parse_value
from gitskills.state import gitconfig
from gitskills.state.environment import scrubbed_environment
from tests.support.repos import RepoBuilder


def layer_of(repo: RepoBuilder, key: str) -> tuple[str, str]:
    found = next(entry for entry in gitconfig.effective(str(repo.path)) if entry.key == key)
    return found.value, found.layer


def test_without_any_setting_all_defaults_hold(repo: RepoBuilder) -> None:
    assert gitconfig.load(str(repo.path)) == (Settings(), ())
    shown = gitconfig.effective(str(repo.path))
    assert [entry.key for entry in shown] == [key.name for key in KEYS]
    assert {entry.layer for entry in shown} == {"default"}


def test_every_default_is_a_value_that_may_be_written() -> None:
    for key in KEYS:
        if text := gitconfig.default_text(key):  # an empty one stands for none
            parse_value(key, text)


def test_layers_win_in_gits_order_with_the_environment_on_top(
    repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert layer_of(repo, "gitskills.branch") == ("skills", "default")
    repo.git("config", "--global", "gitskills.branch", "from-global")
    assert layer_of(repo, "gitskills.branch") == ("from-global", "global")
    repo.git("config", "gitskills.BRANCH", "from-local")
    assert layer_of(repo, "gitskills.branch") == ("from-local", "local")
    monkeypatch.setenv("GITSKILLS_BRANCH", "from-environment")
    assert layer_of(repo, "gitskills.branch") == ("from-environment", "environment")
    assert gitconfig.load(str(repo.path))[0].branch == "from-environment"


def test_a_linked_worktree_has_its_own_layer(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("first")
    linked = repo.worktree(tmp_path / "linked")
    repo.git("config", "extensions.worktreeConfig", "true")
    assert gitconfig.write(str(linked.path), "gitskills.landing", "review", "worktree") is None
    assert layer_of(linked, "gitskills.landing") == ("review", "worktree")
    assert layer_of(repo, "gitskills.landing") == ("explicit", "default")


def test_included_files_count(repo: RepoBuilder, home: Path) -> None:
    (home / "team").write_text("[gitskills]\n\tlanding = auto\n")
    repo.git("config", "--global", "include.path", str(home / "team"))
    assert layer_of(repo, "gitskills.landing") == ("auto", "global")


def test_a_bad_value_leaves_the_layer_below_and_is_reported(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.git("config", "--global", "gitskills.birthsPerDay", "7")
    repo.git("config", "gitskills.birthsPerDay", "-3")
    monkeypatch.setenv("GITSKILLS_WINDOW_BYTES", "lots")
    settings, bad = gitconfig.load(str(repo.path))
    assert (settings.births_per_day, settings.window_bytes) == (7, Settings().window_bytes)
    assert [(entry.value, bool(entry.why)) for entry in bad] == [("-3", True), ("lots", True)]


def test_an_unknown_setting_is_reported(repo: RepoBuilder) -> None:
    repo.git("config", "gitskills.brunch", "x")
    assert [entry.key for entry in gitconfig.load(str(repo.path))[1]] == ["gitskills.brunch"]


def test_a_key_without_a_value_means_true(repo: RepoBuilder) -> None:
    with (repo.path / ".git/config").open("a") as stream:
        stream.write("[gitskills]\n\tenabled\n")
    assert layer_of(repo, "gitskills.enabled") == ("true", "local")


def test_allowed_fingerprints_add_up_within_a_layer(repo: RepoBuilder) -> None:
    for one in ("aa", "bb"):
        repo.git("config", "--add", "gitskills.allow", one)
    assert gitconfig.load(str(repo.path))[0].allow == ("aa", "bb")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("gitskills.birthsPerDay", "many"),
        ("gitskills.birthsPerDay", "-1"),
        ("gitskills.window.bytes", "999999999999"),
        ("gitskills.landing", "sometimes"),
        ("gitskills.enabled", "perhaps"),
        ("gitskills.branch", " "),
        ("gitskills.brunch", "x"),
    ],
)
def test_writing_a_bad_value_changes_nothing_and_says_why(repo: RepoBuilder, key: str, value: str) -> None:
    before = (repo.path / ".git/config").read_bytes()
    bad = gitconfig.write(str(repo.path), key, value, "local")
    assert bad is not None
    assert bad.why
    assert (repo.path / ".git/config").read_bytes() == before


def test_a_value_is_written_to_its_layer_and_taken_out_again(repo: RepoBuilder) -> None:
    for scope in ("local", "global"):
        assert gitconfig.write(str(repo.path), "gitskills.branch", f"in-{scope}", scope) is None
    assert repo.git("config", "--local", "gitskills.branch") == "in-local"
    assert repo.git("config", "--global", "gitskills.branch") == "in-global"
    assert gitconfig.unset(str(repo.path), "gitskills.branch", "local") is None
    assert gitconfig.unset(str(repo.path), "gitskills.branch", "local") is None
    assert layer_of(repo, "gitskills.branch") == ("in-global", "global")


def test_a_value_that_looks_like_an_option_is_a_value(repo: RepoBuilder) -> None:
    assert gitconfig.write(str(repo.path), "gitskills.branch", "--global", "local") is None
    assert repo.git("config", "--local", "gitskills.branch") == "--global"


def test_only_known_layers_can_be_written(repo: RepoBuilder) -> None:
    with pytest.raises(UsageError):
        gitconfig.write(str(repo.path), "gitskills.branch", "x", "system")


def test_a_stale_config_lock_is_waited_for_and_named(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gitconfig, "_PAUSES", (0.01,))
    held = repo.path / ".git/config.lock"
    held.touch()
    with pytest.raises(LockTimeout, match="config"):
        gitconfig.write(str(repo.path), "gitskills.branch", "x", "local")
    assert held.exists()


def test_a_broken_configuration_is_one_sentence(repo: RepoBuilder) -> None:
    (repo.path / ".git/config").write_text("[")
    with pytest.raises(RepositoryFault, match="can't be read"):
        gitconfig.load(str(repo.path))


def test_outside_a_repository_the_persons_own_settings_hold(tmp_path: Path, home: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    RepoBuilder(outside, home).git("config", "--global", "gitskills.enabled", "false")
    assert gitconfig.load(str(outside))[0].enabled is False


def test_settings_of_another_repository_are_not_inherited(
    repo: RepoBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = RepoBuilder.create(tmp_path / "other", home=repo.home)
    other.git("config", "gitskills.branch", "theirs")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'gitskills.branch'='injected'")
    monkeypatch.setenv("GIT_SSH_COMMAND", "ssh -4")
    assert gitconfig.load(str(repo.path))[0].branch == "skills"
    assert "GIT_DIR" not in scrubbed_environment()
    assert scrubbed_environment()["GIT_SSH_COMMAND"] == "ssh -4"


def test_what_the_repository_includes_is_not_told_as_written_in_it(repo: RepoBuilder, tmp_path: Path) -> None:
    included = tmp_path / "team.config"
    included.write_text("[gitskills]\n\tbranch = ours\n")
    repo.git("config", "include.path", str(included))
    repo.git("config", "gitskills.landing", "review")
    repo.git("config", "gitskills.unheard", "of")
    assert gitconfig.written_here(str(repo.path)) == ("gitskills.landing", "gitskills.unheard")
    gitconfig.take_out_all(str(repo.path))
    assert gitconfig.written_here(str(repo.path)) == ()
    assert gitconfig.load(str(repo.path))[0].branch == "ours"

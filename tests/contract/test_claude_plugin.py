"""gitskills in Claude Code's files: entered, found, and gone again without a trace."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest

from gitskills.app import install
from gitskills.app.init import init, leave
from gitskills.app.sessions.chain import links
from gitskills.errors import GitskillsError
from gitskills.hosts.assets import asset
from gitskills.hosts.claude_code import config_folder
from gitskills.hosts.claude_plugin import PLUGIN, registered
from gitskills.model.review import Probe
from tests.support.repos import RepoBuilder

LAYOUTS = {
    "empty": b"",
    "none of ours": b'{\n\t"theme": "dark"\n}',
    "one line": b'{"theme":"dark","env":{"A":"\\u00e9\xc3\xa9"}}\n',
    "other plugins": b'{\r\n    "enabledPlugins": {"other@place": true},\r\n    "model": "opus"\r\n}\r\n',
    "no end of line": b'{ "permissions" : { "allow" : [ ] } }',
}


@pytest.fixture
def host(home: Path) -> Path:
    """The host's configuration folder, as after its first start."""
    config_folder().mkdir(parents=True)
    assert config_folder().is_relative_to(home)
    return config_folder()


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("settings", [*LAYOUTS.values(), None], ids=[*LAYOUTS, "no file"])
def test_uninstalling_leaves_every_file_byte_identical(host: Path, settings: bytes | None) -> None:
    if settings is not None:
        (host / "settings.json").write_bytes(settings)
    before = files_below(host.parent)
    install.install()
    assert registered(host) == str(install.plugin_folder())
    install.uninstall()
    assert files_below(host.parent) == before


def test_installing_twice_is_as_good_as_once(host: Path) -> None:
    (host / "settings.json").write_bytes(LAYOUTS["one line"])
    before = files_below(host)
    install.install()
    once = files_below(host)
    install.install()
    assert files_below(host) == once
    install.uninstall()
    assert files_below(host) == before


def test_what_others_wrote_in_the_meantime_stays(host: Path) -> None:
    (host / "settings.json").write_bytes(LAYOUTS["none of ours"])
    install.install()
    said = json.loads((host / "settings.json").read_text("utf-8"))
    (host / "settings.json").write_text(json.dumps(said | {"model": "opus"}, indent=4), "utf-8")
    client = {"version": 2, "plugins": {PLUGIN: [{"scope": "user"}], "other@place": []}}
    (host / "plugins" / "installed_plugins.json").write_text(json.dumps(client), "utf-8")
    install.uninstall()
    assert json.loads((host / "settings.json").read_text("utf-8")) == {"theme": "dark", "model": "opus"}
    left = json.loads((host / "plugins" / "installed_plugins.json").read_text("utf-8"))
    assert left == {"version": 2, "plugins": {"other@place": []}}
    assert not (host / "plugins" / "known_marketplaces.json").exists()


def test_a_host_that_wrote_its_own_layout_gets_the_old_bytes_back(host: Path) -> None:
    (host / "settings.json").write_bytes(LAYOUTS["other plugins"])
    install.install()
    said = json.loads((host / "settings.json").read_text("utf-8"))
    (host / "settings.json").write_text(json.dumps(said), "utf-8")
    install.uninstall()
    assert (host / "settings.json").read_bytes() == LAYOUTS["other plugins"]


@pytest.mark.parametrize("broken", [b'{"theme": ', b"[]", b'{"enabledPlugins": []}', b"\xff\xfe"])
def test_a_file_that_is_not_understood_is_left_alone_with_one_sentence(host: Path, broken: bytes) -> None:
    (host / "settings.json").write_bytes(broken)
    with pytest.raises(GitskillsError, match=r"settings\.json"):
        install.install()
    assert files_below(host) == {"settings.json": broken}


def test_a_linked_settings_file_stays_a_link(host: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_bytes(LAYOUTS["none of ours"])
    real.chmod(0o640)
    (host / "settings.json").symlink_to(real)
    install.install()
    assert (host / "settings.json").is_symlink()
    assert PLUGIN in real.read_text("utf-8")
    assert real.stat().st_mode & 0o777 == 0o640
    install.uninstall()
    assert real.read_bytes() == LAYOUTS["none of ours"]


def test_where_there_is_no_host_nothing_is_made_for_it(home: Path) -> None:
    (sentence,) = install.install()
    assert "not found" in sentence
    assert not config_folder().exists()


def test_the_plugin_names_an_interpreter_that_runs(host: Path) -> None:
    assert host
    install.install()
    interpreter, package = (install.plugin_folder() / "runtime").read_text("utf-8").splitlines()
    assert Path(interpreter).is_file()
    assert (Path(package) / "gitskills" / "__init__.py").is_file()


def test_a_repository_that_was_left_is_as_before(repo: RepoBuilder) -> None:
    before = files_below(repo.path)
    init(str(repo.path))
    assert files_below(repo.path) != before
    leave(str(repo.path))
    assert files_below(repo.path) == before


def test_the_plugin_has_the_version_of_the_package() -> None:
    manifest = json.loads(asset(".claude-plugin/plugin.json"))
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert manifest["version"] == project["project"]["version"]


def told(probes: tuple[Probe, ...]) -> dict[str, tuple[bool | None, str]]:
    return {probe.name: (probe.ok, probe.sentence) for probe in probes}


def test_the_chain_is_proven_from_the_hosts_settings_to_a_hooks_answer(host: Path) -> None:
    assert told(tuple(links()))["plugin"][0] is None
    install.install()
    assert {name: ok for name, (ok, _) in told(tuple(links())).items()} == {"plugin": True, "hook": True}


@pytest.mark.parametrize(
    ("broken", "link", "said"),
    [
        ("hooks/launch.sh", "plugin", "there is no plugin"),
        ("runtime", "runtime", "not built yet"),
    ],
)
def test_a_dead_installation_never_looks_healthy(host: Path, broken: str, link: str, said: str) -> None:
    assert host
    install.install()
    (install.plugin_folder() / broken).unlink()
    ok, sentence = told(tuple(links()))[link]
    assert ok is False
    assert said in sentence


@pytest.mark.parametrize("runtime", ["", "/no/such/python\n/no/such/folder\n", f"{sys.executable}\n/no/such/folder\n"])
def test_a_runtime_that_does_not_run_is_found(host: Path, runtime: str) -> None:
    assert host
    install.install()
    (install.plugin_folder() / "runtime").write_text(runtime, "utf-8")
    assert told(tuple(links()))["hook"][0] is False


@pytest.mark.parametrize("switch", [{"disableAllHooks": True}, {"enabledPlugins": {PLUGIN: False}}])
def test_hooks_that_the_host_was_told_to_leave_out_are_no_healthy_chain(host: Path, switch: dict[str, object]) -> None:
    install.install()
    said = json.loads((host / "settings.json").read_text("utf-8"))
    (host / "settings.json").write_text(json.dumps(said | switch), "utf-8")
    ok, sentence = told(tuple(links()))["plugin"]
    assert ok is False
    assert "no session reaches gitskills" in sentence


def test_what_the_build_said_is_what_doctor_says(host: Path) -> None:
    install.install()
    (install.plugin_folder() / "runtime").unlink()
    data = host / "plugins" / "data" / "gitskills-gitskills"
    data.mkdir(parents=True)
    (data / "missing.said").write_text("gitskills needs Python 3.11 or newer.\n", "utf-8")
    assert told(tuple(links()))["runtime"] == (False, "gitskills needs Python 3.11 or newer.")

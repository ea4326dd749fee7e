"""What stands on the branch after a life of every kind of act: checked, bare of private names, made without hook or signature."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gitskills.app.check import check
from gitskills.app.propose import propose
from gitskills.app.review import accept, edit_text, edited, pin
from gitskills.app.rollback import rollback
from gitskills.app.waiting import unseen, waiting
from gitskills.errors import GitskillsError
from gitskills.hosts.claude_code import said_files, transcripts_folder
from gitskills.model.ruling import Severity
from tests.cli.running import run
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, outcomes, rules, teach, transcript
from tests.support.transcripts import TranscriptBuilder

TAGS = Lesson("tag-releases", "Tag every release with the letter v and its number.")
WHEELS = Lesson(
    "pack-wheels",
    "Pack the wheels before a release.",
    "Pack the wheels before a release with scripts/pack.sh.",
    more={"files": [{"path": "scripts/pack.sh", "text": "#!/bin/sh\necho pack\n"}]},
)
AGAIN = "Once more and for all: "
SESSION = "7f3c1a52-9d0e-4b7a-8f11-2c6d5e4b3a10"


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def ask(made: RepoBuilder, of: Lesson, approve: bool = False, **fields: object) -> str:
    """A change of a lesson that stands, said again."""
    said = AGAIN + of.said
    line = {"name": of.name, "reason": "It was said again.", "evidence": [{"quote": said}]} | fields
    place = transcript(Path.home() / "again", [Lesson(of.name, said)])
    return outcomes(propose(here(made.path), [json.dumps(line)], str(place), approve=approve))[0]


def live_a_life(made: RepoBuilder) -> None:
    """Every act that makes a commit, each at least once."""
    made.git("config", "gitskills.birthsPerDay", "100")
    assert outcomes(teach(made.path, UV, MIGRATE, TAGS, WHEELS)) == ["landed"] * 4
    assert (
        ask(made, UV, action="patch", old_text="\n\n" + UV.said, new_text=f"\n\n{UV.said}\n\nNo exceptions.")
        == "landed"
    )
    patch = made.tip("skills")
    assert ask(made, MIGRATE, action="update", body=f"{MIGRATE.said}\n\nEach time.") == "landed"
    assert ask(made, TAGS, action="archive") == "landed"
    assert ask(made, TAGS, action="restore") == "landed"
    assert ask(made, UV, approve=True, action="merge", name="releasing", description="Pack, then tag a release.",
               body="Pack with scripts/pack.sh, then tag.", absorbs=[TAGS.name, WHEELS.name],
               files=[{"path": "scripts/pack.sh", "text": "#!/bin/sh\necho pack\n"}]) == "landed"  # fmt: skip
    assert rollback(here(made.path), patch, "there are some").commit
    live = made.path / ".claude/skills" / UV.name / "SKILL.md"
    live.write_text(live.read_text() + "\nAsk Ada first.\n")
    drain(made.path)
    context = here(made.path)
    (item,) = waiting(context)
    assert accept(context, item).outcome == "landed"
    item = unseen(context)[0]
    pin(context, item)
    edited(context, item, edit_text(context, item).rstrip() + "\n\nIn the person's own words.\n")
    assert rollback(here(made.path), MIGRATE.name, "we have none").commit


@pytest.mark.promise("L1", "V13")
def test_every_commit_of_every_kind_passes_the_check_and_reads_as_what_it_did(made: RepoBuilder) -> None:
    live_a_life(made)
    whole = check(here(made.path), "main..skills", staged=False)
    assert [(commit, path, found) for commit, path, found in whole.findings if found.severity is Severity.REJECT] == []
    verbs = [line.split()[1] for line in made.subjects("main..skills") if line.startswith("skill: ")]
    assert set(verbs) >= {"add", "patch", "update", "archive", "restore", "merge", "adopt", "pin", "withdraw"}
    assert whole.commits == len(made.subjects("main..skills"))
    for message in made.git("log", "--format=%B%x00", "main..skills").split("\0")[:-1]:
        trailers = made.git("interpret-trailers", "--parse", stdin=message.strip().encode() + b"\n").splitlines()
        assert len({line.split(":")[0] for line in trailers}) <= 8
        assert len(message.strip().splitlines()[0]) <= 83
    made.fsck()


@pytest.mark.promise("L1", "C7")
@pytest.mark.parametrize("named", [lambda place: place.stem, str, os.path.relpath], ids=["id", "path", "relative"])
def test_no_commit_names_the_home_folder_the_session_or_the_machine(
    made: RepoBuilder, monkeypatch: pytest.MonkeyPatch, named: Callable[[Path], str]
) -> None:
    monkeypatch.chdir(made.path)
    place = Path.home() / ".claude/projects/-home-ada-repo" / f"{SESSION}.jsonl"
    place.parent.mkdir(parents=True)
    TranscriptBuilder(session=SESSION).write(place)
    built = TranscriptBuilder(session=SESSION)
    built.user(UV.said)
    built.user(f"Please look into {Path.home()}/notes for me.")
    built.write(place)
    assert outcomes(propose(here(made.path), [UV.line], str(place), approve=False)) == ["landed"]
    assert run(made.path, "withdraw", "--session", named(place)).returncode == 0
    told = made.git("log", "-p", "--format=%B", "main..skills")
    assert made.subjects("main..skills")[0] == f"skill: withdraw {UV.name}"
    assert told.count("Source: claude-code:") > 1
    for private in (SESSION, SESSION[:8], str(Path.home()), str(made.path), "-home-ada-repo", place.name):
        assert private not in told


@pytest.mark.promise("L1")
def test_a_session_that_the_repository_holds_is_named_by_its_path_there(made: RepoBuilder) -> None:
    place = transcript(made.path / "notes", [UV])
    propose(here(made.path), [UV.line], str(place), approve=False)
    assert made.git("log", "-1", "--format=%(trailers:key=Source,valueonly)", "skills").strip() == "notes/session.jsonl"


HOOKS = (
    "pre-commit prepare-commit-msg commit-msg post-commit post-checkout post-merge pre-rebase post-rewrite pre-push "
    "reference-transaction post-index-change pre-auto-gc push-to-checkout fsmonitor-watchman"
).split()


@pytest.mark.promise("L1", "case-12", "case-13")
def test_whatever_is_typed_no_hook_runs_and_nobody_is_asked_to_sign(made: RepoBuilder, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    everywhere, here_alone = tmp_path / "hooks", made.path / ".git/hooks"
    for place in (folder / name for name in HOOKS for folder in (everywhere, here_alone)):
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\necho $0 >> '{ran}'\nexit 1\n")
        place.chmod(0o755)
    signer = tmp_path / "gpg"
    signer.write_text(f"#!/bin/sh\necho signing >> '{ran}'\nsleep 600\n")
    signer.chmod(0o755)
    for key, value in (("commit.gpgsign", "true"), ("gpg.program", str(signer)), ("core.hooksPath", str(everywhere))):
        made.git("config", "--global", key, value)
    place = transcript(Path.home() / "sessions", [UV, MIGRATE])
    fed = f"{UV.line}\n{MIGRATE.line}\n"
    assert run(made.path, "propose", "--transcript", str(place), stdin=fed).returncode == 0
    made.git("config", "--global", "--unset", "core.hooksPath")  # from here on the repository's own would run
    assert run(made.path, "rollback", UV.name, "-m", "no").returncode == 0
    assert run(made.path, "log").returncode == 0
    assert made.subjects("main..skills")[0] == f"skill: withdraw {UV.name}"
    assert len(made.subjects("main..skills")) == 3
    assert not ran.exists(), ran.read_text()


SAYS = {
    "CLAUDE.md": "",
    "AGENTS.md": "",
    ".claude/rules/python.md": "",
    ".claude/CLAUDE.md": "",
    "the host's memory": "memory/notes.md",
    "the person's own": "~/.claude/CLAUDE.md",
}


@pytest.mark.promise("V12", "C6")
@pytest.mark.parametrize("where", SAYS)
def test_what_the_project_or_the_host_says_already_is_not_learned_again_and_the_place_is_named(
    made: RepoBuilder, where: str
) -> None:
    place = made.path / where
    if where == "the host's memory":
        place = transcripts_folder(str(made.path)) / "memory/notes.md"
    if where == "the person's own":
        place = Path.home() / ".claude/CLAUDE.md"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"# Notes\n\n- {UV.said}\n")
    (intake,) = teach(made.path, UV)
    assert outcomes([intake]) == ["rejected"]
    assert rules(intake) == {"duplicate"}
    assert intake.ruling is not None
    assert f"{SAYS[where] or where}:3" in intake.ruling.violations[0].message


@pytest.mark.promise("C6")
def test_what_the_project_says_is_read_within_bounds_and_through_no_link(made: RepoBuilder, tmp_path: Path) -> None:
    made.write("CLAUDE.md", "x" * 5_000_000)
    secret = tmp_path / "secret"
    secret.write_text("not for anyone")
    (made.path / "AGENTS.md").symlink_to(secret)
    (made.path / ".claude/rules").mkdir(parents=True)
    (made.path / ".claude/rules/a.md").symlink_to(secret)
    said = dict(said_files(str(made.path)))
    assert list(said) == ["CLAUDE.md"]
    assert len(said["CLAUDE.md"]) < 1_000_000


@pytest.mark.promise("V13")
def test_off_the_branch_folders_with_our_sidecar_are_judged_and_no_others(made: RepoBuilder) -> None:
    teach(made.path, UV)
    made.commit("by hand", {".claude/skills/Mine/SKILL.md": "no fields at all\n"})
    made.git("merge", "--quiet", "--no-edit", "skills")
    report = check(here(made.path), "", staged=False)
    assert (report.folders, [found for *_, found in report.findings if found.severity is Severity.REJECT]) == (1, [])
    made.commit("broken", {f".claude/skills/{UV.name}/SKILL.md": "no fields at all\n"})
    report = check(here(made.path), "", staged=False)
    assert {path for _, path, found in report.findings if found.severity is Severity.REJECT} == {
        f".claude/skills/{UV.name}"
    }


@pytest.mark.promise("V10", "L1")
def test_what_the_default_branch_took_up_is_the_projects_and_no_longer_ours_to_change(made: RepoBuilder) -> None:
    assert outcomes(teach(made.path, UV, MIGRATE)) == ["landed", "landed"]
    made.git("merge", "--quiet", "--no-edit", "skills")
    made.git("checkout", "--quiet", "-b", "work", "HEAD~1")
    tip = made.tip("skills")
    change: dict[str, Any] = {"old_text": "\n\n" + UV.said, "new_text": f"\n\n{UV.said}\n\nNo exceptions."}
    assert ask(made, UV, action="patch", **change) == "rejected"
    assert ask(made, UV, action="archive") == "rejected"
    assert ask(made, UV, approve=True, action="update", body="Something else.") == "rejected"
    with pytest.raises(GitskillsError, match="project"):
        rollback(here(made.path), UV.name, "no")
    assert made.tip("skills") == tip


@pytest.mark.promise("V9", "V1", "P1")
@pytest.mark.parametrize(
    "what", ["patch evidence", "remove evidence", "patch sidecar", "move sidecar", "carry sidecar", "carry evidence"]
)
def test_no_proposal_changes_the_evidence_or_the_sidecar_that_are_there(made: RepoBuilder, what: str) -> None:
    teach(made.path, Lesson(UV.name, UV.said, more={"category": "python"}))
    root = f".claude/skills/{UV.name}"
    (path,) = [each for each in made.paths("skills", root) if "/evidence-" in each]
    path, tip, before = path.removeprefix(f"{root}/"), made.tip("skills"), set(made.paths("skills"))
    fields: dict[str, dict[str, object]] = {
        "patch evidence": {"action": "patch", "path": path, "old_text": "pip", "new_text": "npm"},
        "remove evidence": {"action": "remove-file", "path": path},
        "patch sidecar": {
            "action": "patch",
            "path": ".gitskills.yaml",
            "old_text": "created_by",
            "new_text": "made_by",
        },
        "move sidecar": {"action": "patch", "path": ".gitskills.yaml", "old_text": "python", "new_text": "ruby"},
        "carry sidecar": {"action": "update", "files": [{"path": ".gitskills.yaml", "text": "name: x\n"}]},
        "carry evidence": {"action": "update", "files": [{"path": path, "text": "# Evidence\n"}]},
    }
    for approve in (False, True):
        assert ask(made, UV, approve=approve, **fields[what]) == "rejected"
    assert (made.tip("skills"), set(made.paths("skills"))) == (tip, before)


@pytest.mark.promise("V9", "P6")
@pytest.mark.parametrize("action", ["update", "patch", "remove-file"])
def test_the_same_words_said_once_more_bear_a_change_and_their_first_place_is_kept(
    made: RepoBuilder, action: str
) -> None:
    teach(made.path, WHEELS)
    body = (
        {"body": "Use scripts/pack.sh."}
        if action == "update"
        else {"old_text": " with scripts/pack.sh", "new_text": ""}
    )
    body |= {"path": "scripts/pack.sh"} if action == "remove-file" else {}
    body |= {"new_text": " by scripts/pack.sh"} if action == "patch" else {}
    line = {"name": WHEELS.name, "action": action, "reason": "Again.", "evidence": [{"quote": WHEELS.said}], **body}
    place = transcript(Path.home() / "again", [UV, MIGRATE, WHEELS])
    before = [path for path in made.paths("skills") if "/evidence-" in path]
    kept = made.show(f"skills:{before[0]}")
    assert outcomes(propose(here(made.path), [json.dumps(line)], str(place), approve=False)) == ["landed"]
    assert [path for path in made.paths("skills") if "/evidence-" in path] == before
    assert made.show(f"skills:{before[0]}") == kept
    assert check(here(made.path), "main..skills", staged=False).findings == ()


@pytest.mark.promise("V6", "case-1")
def test_what_the_host_would_fill_in_is_escaped_in_a_change_as_well(made: RepoBuilder) -> None:
    teach(made.path, UV)
    new = f"\n\n{UV.said}\n\nCount with `awk '{{print $1}}'`; $HOME stays."
    assert ask(made, UV, action="patch", old_text="\n\n" + UV.said, new_text=new) == "landed"
    assert rb"print \$1" in made.show(f"skills:.claude/skills/{UV.name}/SKILL.md")
    assert ask(made, UV, action="update", body="Give it $2 and $ARGUMENTS.") == "landed"
    assert rb"Give it \$2 and \$ARGUMENTS." in made.show(f"skills:.claude/skills/{UV.name}/SKILL.md")

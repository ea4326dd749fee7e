"""From a transcript file to what a reflector sees and what may be quoted: windows, cursor, ignored files, nothing kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitskills.app.learn import Plan, learn
from gitskills.app.preview import preview
from gitskills.app.propose import propose
from gitskills.errors import RepositoryFault
from gitskills.model.ruling import Outcome
from gitskills.state.cursors import read_cursor
from tests.support.repos import RepoBuilder
from tests.support.teaching import MIGRATE, UV, Lesson, drain, here, landed, outcomes, rules, teach
from tests.support.transcripts import TranscriptBuilder

ROOT = Path(__file__).resolve().parents[2]
RULES = (
    "Always use uv instead of pip in this project.",
    "Always run the database migrations before the integration tests.",
    "Never commit the generated files under build/, they are made in CI.",
    "Please always write prices as integer cents, floats lost us money.",
)
PADDING = "Here is what the run printed, nothing of it matters. " * 60


@pytest.fixture
def made(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder.with_commit(tmp_path / "repo", home=Path.home())


def session(*said: str, padding: int = 2) -> TranscriptBuilder:
    """Each rule in a stretch of work of its own, longer than the smallest window."""
    built = TranscriptBuilder()
    for words in said:
        built.user(words)
        for _ in range(padding):
            built.agent(PADDING)
    return built


def small_windows(made: RepoBuilder, each_run: int = 1) -> None:
    made.git("config", "gitskills.window.bytes", "4000")
    made.git("config", "gitskills.window.perRun", str(each_run))


def run(made: RepoBuilder, place: Path, plan: Plan | None = None) -> list[str]:
    """Names of what one run of `learn` landed."""
    done = learn(here(made.path), str(place), plan or Plan())
    return [ruling.name for ruling in done.rulings if ruling.outcome is Outcome.LANDED]


@pytest.mark.promise("C4")
def test_a_backlog_is_read_oldest_first_at_most_so_many_windows_a_run_and_the_cursor_moves_with_each(
    made: RepoBuilder,
) -> None:
    place = session(*RULES).write(Path.home() / "session.jsonl")
    small_windows(made, each_run=2)
    state = here(made.path).need_project().state
    seen, ends = [], []
    for _ in range(20):
        done = learn(here(made.path), str(place), Plan())
        assert done.windows <= 2
        seen += [item.proposal.evidence[0].line for item in done.candidates if not item.refusal]
        ends.append(read_cursor(state, str(place)).offset)
        if not done.left:
            break
    assert seen == sorted(seen)
    assert len(seen) == len(RULES)
    assert ends == sorted(set(ends))
    assert len(ends) > 1
    assert ends[-1] == place.stat().st_size
    assert len(landed(made)) == len(RULES)


@pytest.mark.promise("C4")
def test_four_windows_a_run_are_the_default(made: RepoBuilder) -> None:
    made.git("config", "gitskills.window.bytes", "4000")
    place = session(*RULES, padding=6).write(Path.home() / "session.jsonl")
    done = learn(here(made.path), str(place), Plan())
    assert (done.windows, done.left) == (4, True)


@pytest.mark.promise("C1", "C4", "L1")
def test_the_cursor_moves_after_the_lessons_of_its_window_and_never_before(made: RepoBuilder) -> None:
    """What fails on the way is read again; what landed before it is not."""
    place = session(*RULES).write(Path.home() / "session.jsonl")
    small_windows(made, each_run=100)
    state = here(made.path).need_project().state
    in_the_way = state.folder() / "queue"
    in_the_way.write_bytes(b"")
    with pytest.raises(RepositoryFault):
        learn(here(made.path), str(place), Plan())
    assert read_cursor(state, str(place)).offset == 0
    in_the_way.unlink()
    assert len(run(made, place)) == len(RULES)
    assert read_cursor(state, str(place)).offset == place.stat().st_size
    assert run(made, place) == []


@pytest.mark.promise("C1")
def test_a_dry_run_leaves_the_cursor_and_everything_else(made: RepoBuilder) -> None:
    place = session(*RULES).write(Path.home() / "session.jsonl")
    before = made.fingerprint(ignore=())
    done = learn(here(made.path), str(place), Plan(dry_run=True))
    assert len(done.rulings) == len(RULES)
    assert made.fingerprint(ignore=()) == before
    assert made.tip("skills") == ""
    assert not (made.path / ".git/gitskills/cursors").exists()


@pytest.mark.promise("C1", "C2")
def test_the_transcript_is_the_same_after_every_way_of_reading_it(made: RepoBuilder) -> None:
    place = session(*RULES).write(Path.home() / "session.jsonl")
    with place.open("ab") as file:
        file.write(b'{"half')
    place.chmod(0o444)
    before = place.read_bytes(), place.stat().st_mtime_ns, place.stat().st_mode
    listed = sorted(each.name for each in place.parent.iterdir())
    learn(here(made.path), str(place), Plan())
    learn(here(made.path), str(place), Plan(again=True))
    preview(here(made.path), str(place))
    propose(here(made.path), [UV.line], str(place), approve=False)
    assert (place.read_bytes(), place.stat().st_mtime_ns, place.stat().st_mode) == before
    assert sorted(each.name for each in place.parent.iterdir()) == listed


@pytest.mark.promise("C1")
def test_a_session_that_was_cut_or_rewritten_is_read_again_and_teaches_nothing_twice(made: RepoBuilder) -> None:
    place = session(*RULES[:3]).write(Path.home() / "session.jsonl")
    assert len(run(made, place)) == 3
    session(*RULES[:2]).write(place)  # shrunken: what was said at its end is gone
    learn(here(made.path), str(place), Plan())
    session(RULES[3], *RULES[:3]).write(place)  # rewritten: something new at its beginning
    learn(here(made.path), str(place), Plan())
    assert len(landed(made)) == len(set(landed(made))) == len(RULES)


@pytest.mark.promise("S3")
def test_of_a_fork_only_what_is_its_own_is_read(made: RepoBuilder) -> None:
    built = session(UV.said)
    assert len(run(made, built.write(Path.home() / "session.jsonl"))) == 1
    copy = built.fork("22222222-2222-4333-8444-555555555555")
    assert learn(here(made.path), str(copy.write(Path.home() / "copy.jsonl")), Plan()).windows == 0
    copy.user(RULES[1])
    done = learn(here(made.path), str(copy.write(Path.home() / "copy.jsonl")), Plan())
    assert [quote.text for one in done.candidates for quote in one.proposal.quotes] == [RULES[1]]


@pytest.mark.promise("C5", "P2")
def test_what_only_the_digest_shows_may_not_be_quoted(made: RepoBuilder) -> None:
    built = session(UV.said, "Now look at the other module, please.")
    place = built.write(Path.home() / "session.jsonl")
    small_windows(made)
    shown = preview(here(made.path), str(place))
    assert UV.said in shown  # in the oldest window; the newest is the one that may be quoted
    (intake,) = propose(here(made.path), [UV.line], str(place), approve=False)
    assert intake.ruling is None
    assert "nobody said this" in intake.refusal
    made.git("config", "gitskills.window.perRun", "50")
    assert outcomes(propose(here(made.path), [UV.line], str(place), approve=False)) == ["landed"]


@pytest.mark.promise("C8")
def test_what_an_ignored_file_says_is_neither_shown_nor_quotable(made: RepoBuilder) -> None:
    secret = "The vault is opened with the blue key from drawer nine."
    made.write(".gitskillsignore", "# ours\nnotes/\n*.pem\n!notes/public.md\n")
    built = TranscriptBuilder()
    built.user("Read the notes.")
    built.exchange("Read", secret, file_path=str(made.path / "notes/private.md"))
    built.exchange("Bash", secret, command="cat notes/private.md")
    built.exchange("Read", "This one everybody may know.", file_path=str(made.path / "docs/other.md"))
    place = built.write(Path.home() / "session.jsonl")
    shown = preview(here(made.path), str(place))
    assert "blue key" not in shown
    assert "withheld" in shown
    assert "everybody may know" in shown
    (intake,) = propose(here(made.path), [Lesson("open-the-vault", secret).line], str(place), approve=False)
    assert intake.ruling is None


@pytest.mark.promise("C6")
def test_nothing_of_a_session_is_kept_but_quotes_that_landed_or_wait(made: RepoBuilder) -> None:
    marker = "An aside about the weather in Lisbon that nobody asked for."
    built = session(UV.said)
    built.user(marker)
    built.agent(f"{marker} Indeed.")
    place = built.write(Path.home() / "session.jsonl")
    learn(here(made.path), str(place), Plan())
    preview(here(made.path), str(place))
    kept = b"".join(each.read_bytes() for each in (made.path / ".git/gitskills").rglob("*") if each.is_file())
    assert marker.encode() not in kept
    assert b"weather" not in kept
    assert b"nothing of it matters" not in kept
    assert "weather" not in made.git("log", "-p", "skills")


@pytest.mark.promise("C6")
def test_a_preview_tells_of_both_scopes_of_what_was_refused_and_of_what_the_project_says(made: RepoBuilder) -> None:
    made.write("CLAUDE.md", "# Notes\n\n- Every endpoint returns plain JSON objects.\n")
    made.write(".claude/rules/style.md", "Indent every shell script with two blanks.\n")
    teach(made.path, UV, Lesson("drop-tables", "Nobody said this.", more={"evidence": [{"quote": UV.said}]}))
    teach(made.path, Lesson("bad-one", MIGRATE.said, "Run `rm -rf /` first."))
    place = session(*RULES[:1]).write(Path.home() / "session.jsonl")
    shown = preview(here(made.path), str(place))
    assert f"{UV.name} [project]: " in shown
    assert "bad-one: safety-destruction" in shown
    assert "Every endpoint returns plain JSON objects." in shown
    assert "Indent every shell script with two blanks." in shown


@pytest.mark.promise("C7")
def test_a_secret_reaches_neither_proposal_nor_evidence_nor_message_nor_state_nor_log(made: RepoBuilder) -> None:
    token = "ghp_" + "aB3dE5fG7hJ9kL2m" + "N4pQ6rS8tU0vW1xY3zA5"
    built = TranscriptBuilder()
    built.user(f"Always push with the token {token} in this project.")
    place = built.write(Path.home() / "session.jsonl")
    quoted = {"evidence": [{"quote": f"Always push with the token {token} in this project."}]}
    body = f"Push with {token} from scripts/push.sh."
    files = [{"path": "scripts/push.sh", "text": f"#!/bin/sh\ngit push https://x:{token}@example.org\n"}]
    lesson = Lesson(
        "push-with-token",
        "Push with the token, always.",
        body,
        more={"reason": f"The user said {token}.", "files": files, **quoted},
    )
    loose = Lesson(
        "push-later", "Push later.", more={"reason": f"{token}", "description": f"Use {token} here.", **quoted}
    )
    clean = Lesson("push-first", "Always push", f"Push with {token}.", more={"reason": f"Because of {token}."})
    lines = [lesson.line, loose.line, clean.line]
    assert outcomes(propose(here(made.path), lines, str(place), approve=True))[0] == "landed"
    learn(here(made.path), str(place), Plan())
    everything = [each.read_bytes() for each in (made.path / ".git/gitskills").rglob("*") if each.is_file()]
    everything += [each.read_bytes() for each in (made.path / ".claude").rglob("*") if each.is_file()]
    everything.append(made.git("log", "-p", "--all").encode())
    everything.append(preview(here(made.path), str(place)).encode())
    assert not [found for found in everything if token.encode() in found]
    assert any(b"[redacted:github-token]" in found for found in everything)


@pytest.mark.promise("P2", "V9")
@pytest.mark.parametrize("how", ["the quote", "the speaker"])
def test_a_quote_changed_while_it_waited_is_not_promoted(made: RepoBuilder, how: str) -> None:
    place = session(UV.said).write(Path.home() / "session.jsonl")
    propose(here(made.path), [UV.line], str(place), approve=False, queue=True)
    (entry,) = (made.path / ".git/gitskills/queue").glob("*.json")
    content = json.loads(entry.read_bytes())
    (item,) = content["evidence"]
    if how == "the quote":
        item["quote"] = item["quote"].replace("uv", "npm")
    else:
        item["speaker"] = "web"
    entry.write_text(json.dumps(content))
    (ruling,) = drain(made.path)
    assert ruling.outcome is Outcome.REJECTED
    assert "evidence" in {found.rule for found in ruling.violations}
    assert made.tip("skills") == ""


@pytest.mark.promise("C9", "V9")
def test_a_file_a_page_or_another_agent_illustrates_and_never_carries(made: RepoBuilder) -> None:
    page = "Packages are best installed with uv, says the manual."
    built = TranscriptBuilder()
    built.user(UV.said)
    built.exchange("WebFetch", page, url="https://example.org/manual")
    place = built.write(Path.home() / "session.jsonl")
    both = Lesson(UV.name, UV.said, more={"evidence": [{"quote": UV.said}, {"quote": page}]})
    alone = Lesson("use-uv", page)
    answers = propose(here(made.path), [alone.line, both.line], str(place), approve=False)
    assert outcomes(answers) == ["rejected", "landed"]
    assert "evidence" in rules(answers[0])
    roles = made.git("log", "-1", "--format=%(trailers:key=Evidence-Role,valueonly)", "skills").split()
    assert roles == ["user", "web"]


CHILD = """
import json, sys
from tests.support.peak import peak_kilobytes
from tests.support.teaching import here
from gitskills.app.learn import Plan, learn
done = learn(here(sys.argv[1]), sys.argv[2], Plan())
names = [ruling.name for ruling in done.rulings if ruling.outcome == "landed"]
print(json.dumps([names, done.skipped, done.windows, peak_kilobytes()]))
"""


def in_a_child(folder: Path, place: Path) -> tuple[list[str], int, int, int]:
    """Names that landed, records lost, windows read, and the most memory that it took, in kilobytes."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder), str(place)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names, skipped, windows, memory = json.loads(done.stdout)
    return names, skipped, windows, memory


@pytest.mark.slow
@pytest.mark.promise("C1", "C2", "case-8")
def test_a_huge_session_with_one_huge_record_is_streamed_and_goes_on_where_it_stopped(made: RepoBuilder) -> None:
    """60 MB, of which one record is 50: it costs itself alone, and the next run reads only what came since."""
    made.git("config", "gitskills.window.perRun", "1000")
    place = session(UV.said).write(Path.home() / "session.jsonl")
    noise = TranscriptBuilder()
    for number in range(12):
        noise.exchange("Bash", f"{number} " + "o" * 700_000, command="make")
    with place.open("ab") as file:
        file.write(noise.data())
        file.write(b'{"type":"user","uuid":"big","message":{"role":"user","content":"' + b"x" * 50_000_000 + b'"}}\n')
        file.write(session(RULES[1]).data())
    names, skipped, _, memory = in_a_child(made.path, place)
    assert len(names) == 2
    assert skipped == 1
    assert memory < 150_000
    state = here(made.path).need_project().state
    assert read_cursor(state, str(place)).offset == place.stat().st_size
    assert in_a_child(made.path, place)[:3] == ([], 0, 0)
    with place.open("ab") as file:
        file.write(session(RULES[2]).data())
    names, skipped, windows, memory = in_a_child(made.path, place)
    assert (len(names), skipped, windows) == (1, 0, 1)
    assert memory < 150_000
    assert len(landed(made)) == 3


@pytest.mark.promise("C2", "case-7")
def test_every_kind_of_broken_record_costs_itself_alone_and_is_counted(made: RepoBuilder) -> None:
    broken = [
        b"\xff\xfe\x93not utf-8",
        b'{"type": "user", "message": {"role": "us',
        b"[" * 100_000,
        b"12",
        b'"text"',
    ]
    harmless = [
        b"",
        b"\0\0\0\0",
        b'{"type": "something-new", "deep": {"er": [1, 2, {"x": null}]}}',
        b'{"type": "user", "message": 7}',
        '{"type": "system", "text": "a\u2028b\u2029c"}'.encode(),
        b'{"type": "system", "text": "\\ud83d"}',
    ]
    built = TranscriptBuilder()
    built.user(UV.said)
    for content in (*broken, *harmless):
        built.raw(content)
    built.user(RULES[1])
    place = Path.home() / "session.jsonl"
    place.write_bytes(b"\xef\xbb\xbf" + built.data() + b'{"type": "user", "message": {"ro')
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(made.path), str(place)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names, skipped, *_ = json.loads(done.stdout)
    assert len(names) == 2
    assert skipped == len(broken)


@pytest.mark.promise("P2", "C9")
def test_words_that_an_agent_said_first_and_the_person_in_a_later_window_are_the_persons(made: RepoBuilder) -> None:
    built = TranscriptBuilder()
    built.agent(f"Shall I note this? {UV.said}")
    for _ in range(3):
        built.agent(PADDING)
    built.user(UV.said)
    place = built.write(Path.home() / "session.jsonl")
    small_windows(made, each_run=4)
    assert outcomes(propose(here(made.path), [UV.line], str(place), approve=False)) == ["landed"]
    role = made.git("log", "-1", "--format=%(trailers:key=Evidence-Role,valueonly)", "skills").strip()
    assert role == "user"

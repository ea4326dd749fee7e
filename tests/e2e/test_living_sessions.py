"""The real client with gitskills plugged in: a rule stated once is a skill in the next session; and all that may come between."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from gitskills.transcript import OUR_MARK
from gitskills.validate.names import HOST_COMMANDS, name_fault
from tests.cli.running import lines, run
from tests.conftest import OUTSIDE, REAL_HOME
from tests.e2e.living import Person, TwoVoices, conversation, copied_plugin, worked
from tests.support.claude import VERSION, program
from tests.support.processes import until
from tests.support.scripted_model import ScriptedModel, call, say
from tests.support.teaching import Lesson, lesson, outcomes, teach

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

CACHE = REAL_HOME / ".cache/gitskills-tests/claude"
RULE = "Always use uv instead of pip in this project."


@pytest.fixture
def client() -> Path:
    if not shutil.which("tmux") or not shutil.which("npm"):
        pytest.fail("needs Node, npm and tmux")
    return program(CACHE, OUTSIDE.get("CLAUDE_VERSION", VERSION))


@pytest.fixture
def person(tmp_path: Path, client: Path) -> Person:
    return Person.at(tmp_path, client)


def taught(person: Person) -> str:
    """Somebody states the rule in a session that does enough; the name of the skill that comes of it."""
    with ScriptedModel(worked("Noted.")) as model, person.session(model) as terminal:
        terminal.enter(RULE)
        terminal.until_shows("Noted.")
        until(lambda: bool(person.repo.tip("skills")), "a commit")
    person.quiet()
    return person.repo.subjects("skills")[0].removeprefix("skill: add ")


@pytest.mark.promise("S2", "S5", "L2")
def test_a_house_rule_stated_once_is_a_skill_in_the_next_session(person: Person) -> None:
    name = taught(person)
    replies = (say("I know how.", call("Skill", skill=name)), say("With uv, then."))
    with ScriptedModel(replies) as model, person.session(model) as terminal:
        terminal.enter("Add a dependency, please.")
        terminal.until_shows("With uv, then.")
    first, second = conversation(model)[:2]
    assert f"- {name}: " in first
    assert f"learned since the last look: {name}" in first
    assert RULE.split("uv")[1].strip(" .") in second.partition("I know how.")[2]
    person.quiet()
    assert not person.waiting()


@pytest.mark.promise("U1", "U2")
def test_what_a_session_did_with_a_skill_is_counted_as_the_client_writes_it(person: Person) -> None:
    name = taught(person)
    file = person.desk.project / ".claude/skills" / name / "SKILL.md"
    replies = (
        say("I know how.", call("Skill", skill=name)), say("With uv, then."), say("As the skill says."),
        say("", call("Read", file_path=str(file))), say("I have read it."),
    )  # fmt: skip
    with ScriptedModel(replies) as model, person.session(model) as terminal:
        terminal.enter("Add a dependency, please.")
        terminal.until_shows("With uv, then.")
        terminal.enter(f"/{name}")
        terminal.until_shows("As the skill says.")
        terminal.enter("Read it again.")
        terminal.until_shows("I have read it.")
    with ScriptedModel((say("Hello."),)) as model:
        assert person.headless(model, "Good morning.") == "Hello."
    person.quiet()
    (line,) = lines(run(person.desk.project, "list", "--json", HOME=str(person.desk.home)))
    assert (line["name"], line["uses"], line["views"], line["turns"]) == (name, 2, 1, 4)


@pytest.mark.promise("S2", "S3")
def test_what_is_less_than_enough_waits_for_the_end_of_the_session(person: Person) -> None:
    with ScriptedModel(worked("Noted.", calls=2)) as model, person.session(model) as terminal:
        terminal.enter(RULE)
        terminal.until_shows("Noted.")
        until(lambda: [row["activity"] for row in person.registered()] == [2], "the count")
        assert not person.waiting()
        assert person.repo.tip("skills") == ""
    until(lambda: bool(person.repo.tip("skills")), "a commit")
    person.quiet()
    until(lambda: person.registered() == [], "the end of all sessions")


@pytest.mark.promise("S3")
def test_the_tail_of_a_killed_session_is_caught_up(person: Person) -> None:
    with ScriptedModel(worked("Noted.", calls=2)) as model:
        session = person.session(model)
        terminal = session.__enter__()
        terminal.enter(RULE)
        terminal.until_shows("Noted.")
        until(lambda: [row["activity"] for row in person.registered()] == [2], "the count")
        person.kill_client()
        terminal.__exit__()
    with ScriptedModel([say("Hello.")]) as model, person.session(model) as terminal:
        until(lambda: bool(person.repo.tip("skills")), "a commit")
    person.quiet()
    until(lambda: person.registered() == [], "the end of all sessions")


@pytest.mark.promise("S1", "S3")
def test_headless_resumed_forked_and_compacted_sessions_count_only_what_is_their_own(person: Person) -> None:
    person.repo.git("config", "gitskills.tail", "2")
    replies = (*worked("one", calls=2), *worked("two", calls=1), *worked("three", calls=1), say("A summary."))
    with ScriptedModel(replies) as model:
        person.headless(model, "First.")
        until(lambda: len(person.cursors()) == 1, "the reflection")
        person.quiet()
        (read,) = person.cursors()
        session = next((person.desk.config / "projects").glob("*/*.jsonl")).stem
        for words in (["--resume", session], ["--resume", session, "--fork-session"]):
            person.headless(model, "Go on.", *words)
        person.headless(model, "/compact", "--resume", session)
    assert model.exhausted
    person.quiet()
    assert person.cursors() == [read]  # one call each: too few, unless copies were counted
    assert (person.registered(), person.waiting(), person.repo.tip("skills")) == ([], [], "")


@pytest.mark.promise("S6")
def test_what_a_subagent_does_is_not_the_sessions_activity(person: Person) -> None:
    person.repo.git("config", "gitskills.activity", "1000")
    task = call("Agent", description="Look", prompt="Look behind the stove.", subagent_type="general-purpose")
    model = TwoVoices((say("I'll ask.", task), say("It looks."), say("Nothing found.")))
    model.errand, model.aside = "Look behind the stove.", list(worked("Nothing there.", calls=6))
    with model, person.session(model) as terminal:
        terminal.enter(RULE)
        terminal.until_shows("Nothing found.")
        until(lambda: person.calls("*/*/subagents/*.jsonl") > 0, "the subagent")
        until(lambda: person.registered()[0]["activity"] == person.calls("*/*.jsonl") > 0, "the count")
    person.quiet()


@pytest.mark.promise("S9")
def test_a_repository_never_seen_gets_one_line_and_nothing_else(person: Person) -> None:
    person.repo.git("config", "--unset", "gitskills.enabled")
    for expected in (True, False):
        with ScriptedModel(worked("Noted.")) as model, person.session(model) as terminal:
            assert ("Nothing was read yet" in terminal.screen()) is expected
            terminal.enter(RULE)
            terminal.until_shows("Noted.")
        assert "Nothing was read yet" not in conversation(model)[0]  # the model is not asked
    assert not person.state.exists()
    assert person.repo.tip("skills") == ""


def test_a_plugin_that_vanishes_in_mid_session_is_not_missed(person: Person, tmp_path: Path) -> None:
    person.plugin = copied_plugin(tmp_path / "a plugin")
    replies = (*worked("Noted."), *worked("Still here."))
    with ScriptedModel(replies) as model, person.session(model) as terminal:
        terminal.enter("Hello.")
        terminal.until_shows("Noted.")
        shutil.rmtree(person.plugin)
        terminal.enter("And now?")
        terminal.until_shows("Still here.")  # 2.1.197 complains of the folder, and carries on
    person.quiet()


@pytest.mark.parametrize("has_claude", [True, False])
def test_a_linked_worktree_shares_what_was_learned(person: Person, tmp_path: Path, has_claude: bool) -> None:
    linked = person.repo.worktree(tmp_path / "desk/linked", "--detach")
    if has_claude:
        linked.write(".claude/settings.json", "{}")
    name = taught(person)
    person.trust(linked.path)
    with ScriptedModel([say("Hello.")]) as model, person.session(model, cwd=linked.path) as terminal:
        terminal.enter("Hi.")
        terminal.until_shows("Hello.")
        assert [row["cwd"] for row in person.registered()] == [str(linked.path)]
    assert f"- {name}: " in conversation(model)[0]
    person.quiet()


def test_two_sessions_at_once_are_each_reflected_on_once(person: Person) -> None:
    rules = (RULE, "Never log request bodies in the billing service.")
    with (
        ScriptedModel(worked("Noted.")) as one,
        ScriptedModel(worked("Noted.")) as other,
        person.session(one) as first,
        person.session(other) as second,
    ):
        for terminal, rule in ((first, rules[0]), (second, rules[1])):
            terminal.enter(rule)
        for terminal in (first, second):
            terminal.until_shows("Noted.")
        until(lambda: len(person.repo.subjects("main..skills")) == 2, "two commits")
    person.quiet()
    time.sleep(0.1)
    assert len(person.repo.subjects("main..skills")) == 2
    until(lambda: person.registered() == [], "the end of all sessions")


@pytest.mark.promise("S8", "S9")
def test_a_word_of_the_person_switches_it_on_and_off_for_good_or_for_the_session(person: Person) -> None:
    person.repo.git("config", "--unset", "gitskills.enabled")
    with ScriptedModel([say("As you wish.")] * 3) as model, person.session(model) as terminal:
        terminal.enter("/gitskills:on")
        terminal.until_shows("As you wish.")
        until(lambda: person.repo.git("config", "--get", "gitskills.enabled", check=False) == "true", "a yes")
    assert "gitskills is on in this repository" in conversation(model)[0]
    with ScriptedModel((say("As you wish."), *worked("Noted."))) as model, person.session(model) as terminal:
        until(lambda: bool(person.registered()), "the session")
        terminal.enter("/gitskills:off --session")
        terminal.until_shows("As you wish.")
        terminal.enter(RULE)
        terminal.until_shows("Noted.")
    person.quiet()
    assert "gitskills is off in this session" in conversation(model)[0]
    assert (person.waiting(), person.repo.tip("skills")) == ([], "")


@pytest.mark.promise("S5", "S6")
@pytest.mark.parametrize("victim", ["job", "guard", "nobody"])
def test_a_reflecting_client_is_no_session_and_outlives_nobody(person: Person, victim: str) -> None:
    person.repo.git("config", "gitskills.claude", "true")
    person.repo.git("config", "gitskills.job.seconds", "12")
    person.extra = {"PATH": f"{person.client.parent}:{os.environ['PATH']}"}
    model = TwoVoices((*worked("Noted."), say("Hello.")))
    model.errand, model.aside = OUR_MARK, [say("Let me think.", delay=60)] * 20
    with model, person.session(model) as terminal:
        terminal.enter(RULE)
        terminal.until_shows("Noted.")
        until(lambda: len(model.aside) < 20, "the reflecting client's request")
        assert len(person.reflecting()) == 1
        assert len(person.registered()) == 1
        person.kill(victim)
        until(lambda: not person.reflecting(), "the reflecting client to end")
        person.quiet()
    assert person.waiting()
    assert len(list((person.desk.config / "projects").glob("*/*.jsonl"))) == 1


@pytest.mark.promise("S2", "S5", "P3")
def test_a_reflecting_client_turns_what_was_said_into_a_commit_behind_the_sessions_back(person: Person) -> None:
    person.repo.git("config", "gitskills.claude", "true")
    person.extra = {"PATH": f"{person.client.parent}:{os.environ['PATH']}"}
    proposal = {
        "action": "add", "name": "uv-not-pip", "description": "Use uv, never pip, in this project.", "body": "Use `uv add`.",
        "reason": "The user said so.", "evidence": [{"quote": RULE}],
    }  # fmt: skip
    model = TwoVoices((*worked("Noted."), say("Hello.")))
    model.errand = OUR_MARK
    model.aside = [say("", call("mcp__gitskills__propose", proposals=[proposal])), say("Done.")]
    with model, person.session(model) as terminal:
        terminal.enter(RULE)
        terminal.until_shows("Noted.")
        until(lambda: bool(person.repo.tip("skills")), "a commit")
        terminal.enter("Thanks.")
        terminal.until_shows("Hello.")
        assert "learned since the last look: uv-not-pip" in terminal.screen()
    assert "Reflector: claude" in person.repo.git("log", "-1", "--format=%B", "skills")
    assert "learned since the last look: uv-not-pip" in conversation(model)[-1]
    person.quiet()


@pytest.mark.promise("L2")
def test_beside_the_hosts_list_ours_leaves_no_skill_without_its_description(person: Person) -> None:
    person.extra = {"ANTHROPIC_MODEL": "claude-haiku-4-5"}  # 200,000 tokens of context
    for name in ("birthsPerDay", "probationMax"):
        person.repo.git("config", f"gitskills.{name}", "1000")
    taught_by_hand = [lesson(number) for number in range(50)]
    assert set(outcomes(teach(person.desk.project, *taught_by_hand))) == {"landed"}
    for _ in range(2):  # the first start has it prepared
        with ScriptedModel([say("Hello.")]) as model:
            person.headless(model, "Hi.")
        person.quiet()
    (said,) = conversation(model)
    described = [said.count(each.description or each.said[:60]) for each in taught_by_hand]
    assert min(described) == 1
    assert max(described) == 2
    assert described.count(1) > 10  # how many the host describes itself differs: 10 of these here, 34 in 2.1.197


@pytest.mark.promise("V1")
def test_no_skill_may_bear_the_name_of_a_command_of_the_clients_own(person: Person) -> None:
    with ScriptedModel([say("Hello.")]) as model:
        printed = person.headless(model, "Hi.", "--output-format", "stream-json", "--verbose")
    begins = next(row for row in map(json.loads, printed.splitlines()) if row.get("subtype") == "init")
    own = {name for name in begins["slash_commands"] if ":" not in name and not name_fault(name)}
    assert {"compact", "context"} <= own <= HOST_COMMANDS
    person.quiet()


@pytest.mark.promise("V6", "case-1")
def test_the_client_shows_a_learned_skill_as_it_was_written_and_reads_no_file_that_it_names(person: Person) -> None:
    (person.desk.project / "notes.txt").write_text("words of the file\n", "utf-8")
    said = "Keep to @notes.txt; $1, $0.10 and $ARGUMENTS_DIR stay."
    learned = Lesson("commit-words", said, description="Keep to the notes in commit messages.")
    assert outcomes(teach(person.desk.project, learned)) == ["landed"]
    by_hand = person.desk.project / ".claude/skills/by-hand/SKILL.md"
    by_hand.parent.mkdir()
    by_hand.write_text(f"---\nname: by-hand\ndescription: Mine.\n---\n\n{said}\n", "utf-8")
    seen = []
    for name in ("by-hand", "commit-words"):
        with ScriptedModel([say("I look.", call("Skill", skill=name, args="one two")), say("Hello.")]) as model:
            person.headless(model, "Hi.")
        heard = "".join(conversation(model))
        seen.append(("words of the file" in heard, "; $1, $0.10 and $ARGUMENTS_DIR stay." in heard))
        person.quiet()
    assert seen == [(True, False), (False, True)]

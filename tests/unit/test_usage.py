"""From sessions to events and from events to numbers, against books that were kept apart."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitskills.model.turn import RawLine
from gitskills.model.usage import NEVER, Event, Kind, Log, Shelf, Usage
from gitskills.usage.events import Found, Part, find_events
from gitskills.usage.rates import HALF, summed, usages
from tests.support.books import World
from tests.support.transcripts import TranscriptBuilder

ROOT = "/home/someone/project"  # where the builder's sessions run
NAMES = ("uv-not-pip", "money", "migrate-first")
SHELF = Shelf((f"{ROOT}/.claude/skills", "/home/someone/.claude/skills"), frozenset(NAMES), "/home/someone")


def raw(session: TranscriptBuilder) -> list[RawLine]:
    lines, offset = [], 0
    for number, content in enumerate(session.lines(), 1):
        lines.append(RawLine(number, offset, offset + len(content) + 1, content))
        offset += len(content) + 1
    return lines


def read(session: TranscriptBuilder, **fields: object) -> Found:
    return find_events(Part("s.jsonl", raw(session), **fields), SHELF)  # type: ignore[arg-type]


def shown(session: TranscriptBuilder) -> list[tuple[str, str]]:
    return [(event.kind.value, event.skill) for event in read(session).events if event.kind is not Kind.TURN]


def tally(events: set[tuple[str, Kind, str]], turns: dict[str, frozenset[str]]) -> dict[str, tuple[int, int, int]]:
    counted = Counter((kind, skill) for _, kind, skill in events)
    exposed = Counter(name for listed in turns.values() for name in listed)
    return {name: (counted[Kind.USE, name], counted[Kind.VIEW, name], exposed[name]) for name in NAMES}


@pytest.mark.promise("U1")
@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 12))
def test_counts_equal_the_books_however_the_reading_is_cut_and_repeated(seed: int, steps: int, most: int) -> None:
    chance = random.Random(seed)
    world = World(chance, ROOT, NAMES)
    world.begin()
    for _ in range(steps):
        chance.choice((world.step, world.step, world.step, world.step, world.fork, world.resume, world.begin))()
    events: set[tuple[str, Kind, str]] = set()
    turns: dict[str, frozenset[str]] = {}
    for session in [*world.sessions, *world.sessions]:  # all of it twice
        session.agent("That is all.")
        lines, line = raw(session), 0
        told = None
        size = most
        while line < len(lines):
            part = lines[line : line + size]
            found = find_events(Part(session.session, part, told), SHELF)
            for event in found.events:
                if event.kind is Kind.TURN:
                    turns.setdefault(event.key, frozenset(event.listed))
                else:
                    events.add((event.key, event.kind, event.skill))
            told = found.told
            ahead = found.line > line
            size = most if ahead else size + most  # what is open holds the reader back until it is answered
            if not ahead and line + size > len(lines) + most:
                break
            line = max(line, found.line)
    assert tally(events, turns) == {name: world.books.row(name) for name in NAMES}


@pytest.mark.promise("U1")
def test_a_typed_name_is_a_use_and_a_turn() -> None:
    session = TranscriptBuilder()
    session.slash("money")
    session.listing("money", "handmade")
    session.agent("Yes.")
    use, turn = read(session).events
    assert (use.kind, use.skill) == (Kind.USE, "money")
    assert (turn.kind, turn.listed) == (Kind.TURN, frozenset({"money"}))
    assert use.key == turn.key == session.uuid(1)


@pytest.mark.promise("U1")
def test_a_headless_program_that_names_a_skill_is_no_person() -> None:
    session = TranscriptBuilder()
    session.slash("money", entrypoint="sdk-py")
    session.agent("Yes.")
    assert read(session).events == ()


@pytest.mark.promise("U1")
def test_of_a_child_of_ours_nothing_counts() -> None:
    from gitskills.transcript import OUR_MARK

    session = TranscriptBuilder()
    session.user(f"{OUR_MARK}\nReflect.")
    session.skill("money")
    found = read(session)
    assert found.ours
    assert found.events == ()


@pytest.mark.promise("U1")
def test_what_is_older_than_the_registration_is_a_copy() -> None:
    session = TranscriptBuilder()
    session.user("Good morning.")
    session.skill("money")
    assert len(read(session).events) == 2
    assert read(session, since="2098-01-01T00:00:00.000Z").events == ()


@pytest.mark.promise("U1")
@pytest.mark.parametrize(
    ("command", "views"),
    [
        ("cat .claude/skills/money/SKILL.md", 1),
        ("cat ~/.claude/skills/money/SKILL.md", 1),
        ('cat "$HOME/.claude/skills/money/SKILL.md"', 1),
        ("cat < .claude/skills/money/SKILL.md", 1),
        ("LANG=C sudo cat .claude/skills/money/SKILL.md", 1),
        ("cd /elsewhere && cat .claude/skills/money/SKILL.md", 0),
        ("cat .claude/skills/../skills/money/SKILL.md", 1),
        ("cat .claude/skills/money/../../../secret.md", 0),
        ("cat .claude/skills/money", 0),
        ("echo .claude/skills/money/SKILL.md", 0),
        ("git add .claude/skills/money/SKILL.md", 0),
        ("cat README.md > .claude/skills/money/SKILL.md", 0),
        ("cp .claude/skills/money/SKILL.md /tmp", 0),
        ("cat '.claude/skills/money/SKILL.md", 1),
        ("python3 .claude/skills/money/scripts/run.py", 1),
        ("cat .claude/skills/money/SKILL.md .claude/skills/uv-not-pip/SKILL.md .claude/skills/handmade/SKILL.md", 2),
    ],
)
def test_a_shell_that_reads_is_told_from_one_that_does_not(command: str, views: int) -> None:
    session = TranscriptBuilder()
    session.exchange("Bash", "text", command=command)
    assert [kind for kind, _ in shown(session)] == ["view"] * views


@pytest.mark.promise("U1")
def test_where_the_host_says_nothing_what_was_there_when_it_began_was_listed() -> None:
    session = TranscriptBuilder()
    session.user("Good morning.")
    session.agent("Yes.")
    born = {"money": "2026-02-28T00:00:00", "uv-not-pip": "2026-03-02T00:00:00", "migrate-first": ""}
    (turn,) = read(session, born=born).events
    assert turn.listed == {"money", "migrate-first"}


@pytest.mark.promise("U1")
def test_names_are_read_from_the_text_of_an_older_list() -> None:
    session = TranscriptBuilder()
    session.user("Good morning.")
    session.listing("money", "plugin:thing")
    row = session.rows[-1]
    assert isinstance(row, dict)
    assert isinstance(row["attachment"], dict)
    del row["attachment"]["names"]
    session.agent("Yes.")
    assert read(session).told == {"money", "plugin:thing"}


def log(*numbered: tuple[int, Event]) -> Log:
    """Every listing by its own number."""
    turns = [(number, event) for number, event in numbered if event.kind is Kind.TURN]
    return Log(
        turns=tuple((number, number) for number, _ in turns),
        listings={number: event.listed for number, event in turns},
        events=tuple((number, event.kind, event.skill) for number, event in numbered if event.kind is not Kind.TURN),
    )


def turn(*names: str) -> Event:
    return Event(Kind.TURN, "", listed=frozenset(names))


@pytest.mark.promise("U2")
def test_only_turns_in_which_a_skill_was_listed_age_it() -> None:
    told = log((1, turn("money")), (2, turn("uv-not-pip")), (3, turn("money", "uv-not-pip")), (4, turn()))
    found = usages(told, NAMES)
    assert [found[name].turns for name in NAMES] == [2, 2, 0]


@pytest.mark.promise("U2", "U5")
def test_a_new_life_begins_at_nothing() -> None:
    told = log((1, turn("money")), (2, Event(Kind.USE, "", "money")), (3, turn("money")))
    again = Log(told.turns, told.listings, told.events, {"money": 2})
    assert (usages(again, ["money"])["money"].turns, usages(again, ["money"])["money"].uses) == (1, 0)


@pytest.mark.promise("U2", "U4", "U5")
def test_sums_say_what_the_events_behind_them_said_wherever_they_end() -> None:
    turns = [(2 * number, turn("money", *(["uv-not-pip"] * (number % 3 > 0)))) for number in range(2, 40)]
    used = [
        (2 * number + 1, Event(kind, "", skill))
        for number, kind, skill in (
            (0, Kind.USE, "money"), (1, Kind.VIEW, "money"), (5, Kind.USE, "uv-not-pip"), (19, Kind.RELAPSE, "money"),
            (20, Kind.USE, "money"), (39, Kind.USE, "money"),
        )
    ]  # fmt: skip
    all_of_it = sorted([*turns, *used], key=lambda one: one[0])
    for lives in (dict[str, int](), {"money": 30}):
        whole = usages(replace(log(*all_of_it), lives=lives), NAMES)
        for cut in range(len(all_of_it) + 1):
            begun = {name: number for name, number in lives.items() if any(number <= one for one, _ in all_of_it[:cut])}
            before = summed(replace(log(*all_of_it[:cut]), lives=begun))
            same(usages(replace(log(*all_of_it[cut:]), lives=lives, before=before), NAMES), whole)
    with_new_life = replace(log(), lives={"money": 79}, before=summed(log(*all_of_it)))
    assert usages(with_new_life, NAMES)["money"] == NEVER


def same(found: dict[str, Usage], whole: dict[str, Usage]) -> None:
    for name, usage in whole.items():
        assert replace(found[name], rate=0, view_rate=0) == replace(usage, rate=0, view_rate=0)
        assert found[name].rate == pytest.approx(usage.rate)
        assert found[name].view_rate == pytest.approx(usage.view_rate)


@pytest.mark.promise("U4")
def test_recent_turns_weigh_more() -> None:
    turns = [(2 * number, turn("money", "uv-not-pip")) for number in range(1, HALF)]
    early, late = (3, Event(Kind.USE, "", "money")), (2 * HALF - 1, Event(Kind.USE, "", "uv-not-pip"))
    found = usages(log(*sorted([*turns, early, late], key=lambda one: one[0])), NAMES)
    assert 0 < found["money"].rate < found["uv-not-pip"].rate


@pytest.mark.promise("U6")
def test_what_an_absorbed_skill_was_used_for_counts_as_the_umbrellas() -> None:
    told = log(
        (1, turn("money")),
        (2, Event(Kind.USE, "", "money")),
        (3, turn("uv-not-pip")),
        (4, Event(Kind.USE, "", "uv-not-pip")),
    )
    found = usages(told, NAMES, {"money": "uv-not-pip", "uv-not-pip": "uv-not-pip"})
    assert (found["money"].uses, found["uv-not-pip"].uses, found["uv-not-pip"].turns) == (0, 2, 1)

"""Local state: private, durable, disposable, and never in anybody's way."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitskills.errors import LockTimeout, RepositoryFault
from gitskills.model.episode import Cursor
from gitskills.model.fileplan import Edit
from gitskills.model.proposal import Action, BundledFile, Confidence, Evidence, Proposal, Quote, Scope
from gitskills.model.ruling import Severity, Violation
from gitskills.model.turn import Channel, Speaker
from gitskills.state import births, codec, cursors, journal, lock, secret, seen
from gitskills.state.directory import StateDirectory, project_state, user_repository, user_state
from gitskills.state.queue import Waiting, edit_copies, edit_id, proposal_queue, review_queue

IDS = [f"{number:032x}" for number in range(1, 100)]


def proposal(name: str = "use-uv", **more: object) -> Proposal:
    return Proposal(Action.ADD, name, body="Use uv.\n", **more)  # type: ignore[arg-type]


RICH = proposal(
    scope=Scope.USER,
    files=(BundledFile("scripts/a.sh", "#!/bin/sh\n", executable=True),),
    absorbs=("a", "b"),
    quotes=(Quote("no \udcff, use uv\u2028", 7, "t.jsonl"),),
    evidence=(Evidence("use uv", Speaker.USER, Channel.TYPED, 7, "claude-code:1", "00"),),
    confidence=Confidence.CONFIRMED,
)


@pytest.fixture
def state(tmp_path: Path) -> StateDirectory:
    return project_state(str(tmp_path))


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(root: Path) -> set[int]:
    return {stat.S_IMODE(place.stat().st_mode) for place in root.rglob("*") if place.is_file()}


def fill(state: StateDirectory) -> None:
    proposal_queue(state).add(IDS[0], RICH)
    review_queue(state).add(IDS[1], Waiting(RICH, (Violation("V2", "too long", Severity.REVIEW),)))
    edit_copies(state).add(IDS[2], Edit("use-uv/SKILL.md", b"\x00\xff"))
    cursors.write_cursor(state, "t.jsonl", Cursor("1:2", 3, 4, "ab"))
    births.record_births(state, (births.Birth("use-uv", 5),))
    seen.write_seen(state, "ab" * 20)
    seen.add_marks(state, "accepted", ["cd" * 20])
    journal.note(state, "learn", landed=1)
    secret.secret_key(state)


@pytest.mark.promise("L1")
def test_state_is_for_its_owner_alone_under_an_open_umask(state: StateDirectory, open_umask: None) -> None:
    fill(state)
    assert modes(state.root) == {0o600}
    assert {stat.S_IMODE(place.stat().st_mode) for place in [state.root, *state.root.rglob("*")] if place.is_dir()} == {
        0o700
    }


def test_state_is_usable_by_its_owner_under_a_closed_umask(state: StateDirectory) -> None:
    before = os.umask(0o777)
    try:
        fill(state)
    finally:
        os.umask(before)
    assert modes(state.root) == {0o600}
    assert list(proposal_queue(state).entries()) == [(IDS[0], RICH)]


def test_everything_kept_comes_back_as_it_was(state: StateDirectory) -> None:
    fill(state)
    assert list(proposal_queue(state).entries()) == [(IDS[0], RICH)]
    assert list(review_queue(state).entries()) == [
        (IDS[1], Waiting(RICH, (Violation("V2", "too long", Severity.REVIEW),)))
    ]
    assert list(edit_copies(state).entries()) == [(IDS[2], Edit("use-uv/SKILL.md", b"\x00\xff"))]
    assert cursors.read_cursor(state, "t.jsonl") == Cursor("1:2", 3, 4, "ab")
    assert births.read_births(state) == {"use-uv": births.Birth("use-uv", 5)}
    assert seen.read_seen(state) == "ab" * 20
    assert seen.read_marks(state, "accepted") == {"cd" * 20}


def test_reading_creates_nothing(state: StateDirectory) -> None:
    assert list(proposal_queue(state).entries()) == []
    assert len(review_queue(state)) == 0
    assert cursors.read_cursor(state, "t.jsonl") == Cursor()
    assert births.read_births(state) == {}
    assert seen.read_seen(state) == ""
    assert seen.read_marks(state, "accepted") == frozenset()
    assert journal.recent_faults(state, "") == []
    assert not state.root.exists()


@pytest.mark.promise("L1")
@pytest.mark.parametrize("linked", ["", "queue", "queue/aside"])
def test_no_state_is_kept_behind_a_link(state: StateDirectory, tmp_path: Path, linked: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = state.root / linked
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(elsewhere)
    with pytest.raises(RepositoryFault, match="symbolic link"):
        _ = proposal_queue(state).add(IDS[0], proposal()) if linked != "queue/aside" else proposal_queue(state).aside()
    assert list(elsewhere.iterdir()) == []


def test_an_unwritable_state_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "gitskills").write_text("a file stands here")
    with pytest.raises(RepositoryFault, match="can't keep its state in") as raised:
        proposal_queue(project_state(str(tmp_path))).add(IDS[0], proposal())
    assert raised.value.hint
    assert "\n" not in raised.value.sentence


def test_the_persons_own_state_lies_in_their_data_folder(home: Path) -> None:
    assert user_state().root.is_relative_to(home)
    assert Path(user_repository()).is_relative_to(home)
    assert not user_state().root.exists()


# --- the queue -------------------------------------------------------------------------------------------------------


@pytest.mark.promise("P4")
def test_the_queue_gives_proposals_in_order_of_arrival(state: StateDirectory) -> None:
    queue = proposal_queue(state)
    for number in (7, 3, 5):
        queue.add(IDS[number], proposal(f"skill-{number}"))
    assert [name.name for _, name in queue.entries()] == ["skill-7", "skill-3", "skill-5"]


@pytest.mark.promise("P4")
def test_the_same_proposal_twice_is_one_entry(state: StateDirectory) -> None:
    queue = proposal_queue(state)
    queue.add(IDS[0], proposal())
    queue.add(IDS[0], proposal())
    assert len(queue) == len(list(queue.entries())) == 1
    queue.settle(IDS[0])
    assert len(queue) == 0


@pytest.mark.promise("P4")
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"action": "add", "na', "not JSON"),
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "must be an object"),
        (b'{"action": "add"}', "lacks name"),
        (b'{"action": "burn", "name": "x"}', "burn"),
        (b'{"action": "add", "name": 7}', "Proposal.name must be str"),
        (
            b'{"action": "add", "name": "x", "quotes": [{"text": "t", "line": true}]}',
            "Proposal.quotes[0].line must be int",
        ),
        (b'{"action": "add", "name": "x", "approved": "yes"}', "unknown fields: approved"),
        (b'{"action": "add", "name": "x", "files": "no"}', "Proposal.files must be a list"),
    ],
)
def test_a_poisonous_entry_is_set_aside_with_its_reason_and_blocks_nobody(
    state: StateDirectory, content: bytes, reason: str
) -> None:
    queue = proposal_queue(state)
    queue.add(IDS[1], proposal("before"))
    bad = state.folder("queue") / f"{IDS[0]}.json"
    bad.write_bytes(content)
    queue.add(IDS[2], proposal("after"))
    assert [value.name for _, value in queue.entries()] == ["before", "after"]
    assert not bad.exists()
    assert (state.root / "queue/aside" / bad.name).read_bytes() == content
    (aside,) = queue.aside()
    assert reason in aside.reason


@pytest.mark.promise("P4")
def test_a_link_or_a_folder_among_the_entries_is_set_aside(state: StateDirectory, tmp_path: Path) -> None:
    target = tmp_path / "precious.json"
    target.write_bytes(codec.encode(proposal("stolen")))
    folder = state.folder("queue")
    (folder / f"{IDS[0]}.json").symlink_to(target)
    (folder / f"{IDS[1]}.json").mkdir()
    os.mkfifo(folder / f"{IDS[2]}.json")
    assert list(proposal_queue(state).entries()) == []
    assert len(proposal_queue(state).aside()) == 3
    assert target.exists()


@pytest.mark.promise("P4")
def test_other_peoples_files_are_neither_read_nor_moved_nor_deleted(state: StateDirectory) -> None:
    folder = state.folder("queue")
    mine = {"notes.tmp": b"mine", "1-abc.json": b"{}", f"{IDS[0]}.json.bak": b"x", ".hidden": b"y"}
    for name, content in mine.items():
        (folder / name).write_bytes(content)
    queue = proposal_queue(state)
    queue.add(IDS[5], proposal())
    for entry_id, _ in queue.entries():
        queue.settle(entry_id)
    assert {place.name: place.read_bytes() for place in folder.iterdir()} == mine


@pytest.mark.promise("P4")
def test_an_entry_added_during_a_drain_survives_it(state: StateDirectory) -> None:
    queue = proposal_queue(state)
    queue.add(IDS[0], proposal("first"))
    drained = []
    for entry_id, value in queue.entries():
        queue.add(IDS[1], proposal("second"))
        drained.append(value.name)
        queue.settle(entry_id)
    assert drained == ["first"]
    assert [value.name for _, value in queue.entries()] == ["second"]


def test_an_id_that_is_no_hash_never_becomes_a_path(state: StateDirectory) -> None:
    for bad in ("../../etc/passwd", "", "ABCDEF00", "abc", "abcdef00\n"):
        with pytest.raises(ValueError, match="no id"):
            proposal_queue(state).add(bad, proposal())


def _add_many(root: Path, first: int) -> None:
    for number in range(first, first + 10):
        proposal_queue(StateDirectory(root)).add(f"{number:032x}", proposal(f"s-{number}"))


@pytest.mark.promise("P4")
def test_entries_of_many_processes_are_all_kept(state: StateDirectory) -> None:
    workers = [
        multiprocessing.get_context("fork").Process(target=_add_many, args=(state.root, 10 * n)) for n in range(8)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert {value.name for _, value in proposal_queue(state).entries()} == {f"s-{number}" for number in range(80)}


def test_the_same_edit_is_kept_once(state: StateDirectory) -> None:
    edit = Edit("use-uv/SKILL.md", b"changed by hand\n")
    for _ in range(2):
        edit_copies(state).add(edit_id(edit), edit)
    assert edit_copies(state).get(edit_id(edit)) == edit
    assert len(edit_copies(state)) == 1
    assert edit_id(edit) != edit_id(Edit("use-uv/SKILL.md", b"changed by foot\n"))


# --- the small things ------------------------------------------------------------------------------------------------


@pytest.mark.promise("C1")
def test_one_transcript_has_one_cursor_by_whatever_name(state: StateDirectory, tmp_path: Path) -> None:
    real = tmp_path / "real.jsonl"
    real.write_text("")
    (tmp_path / "link.jsonl").symlink_to(real)
    cursors.write_cursor(state, str(tmp_path / "link.jsonl"), Cursor(offset=9))
    assert cursors.read_cursor(state, str(real)) == Cursor(offset=9)
    assert cursors.read_cursor(state, os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.jsonl")) == Cursor()


@pytest.mark.promise("C1")
def test_a_broken_cursor_reads_from_the_start(state: StateDirectory) -> None:
    cursors.write_cursor(state, "t.jsonl", Cursor(offset=9))
    (place,) = state.folder("cursors").iterdir()
    place.write_bytes(b'{"offset": -')
    assert cursors.read_cursor(state, "t.jsonl") == Cursor()


def test_births_are_added_and_forgotten(state: StateDirectory) -> None:
    births.record_births(state, (births.Birth("a", 1), births.Birth("b", 2)))
    births.record_births(state, (births.Birth("c", 3),), gone=("a",))
    assert births.read_births(state) == {"b": births.Birth("b", 2), "c": births.Birth("c", 3)}


def test_the_secret_key_is_made_once_and_hashes_by_it(state: StateDirectory, tmp_path: Path) -> None:
    key = secret.secret_key(state)
    assert len(key) == 32
    assert secret.secret_key(state) == key
    assert secret.keyed_hash(state, "session") == secret.keyed_hash(state, "session")
    assert secret.keyed_hash(state, "session") != secret.keyed_hash(StateDirectory(tmp_path / "other"), "session")


def test_a_damaged_key_is_said_and_not_replaced_silently(state: StateDirectory) -> None:
    state.file("secret").write_bytes(b"short")
    with pytest.raises(RepositoryFault, match="damaged"):
        secret.secret_key(state)


def test_a_torn_line_is_no_mark(state: StateDirectory) -> None:
    seen.add_marks(state, "accepted", ["ab" * 20, "cd" * 20])
    with state.file("accepted.ids").open("ab") as stream:
        stream.write(b"../../x\nef" + b"ef" * 10)
    assert seen.read_marks(state, "accepted") == {"ab" * 20, "cd" * 20}


@pytest.mark.promise("dec-H6")
def test_the_journal_is_bounded_and_holds_no_content(state: StateDirectory) -> None:
    for number in range(3_000):
        journal.note_fault(state, str(number), "x" * 10_000)
    assert sum(place.stat().st_size for place in state.root.glob("journal*")) < 2 * 1024 * 1024
    last = journal.recent_faults(state, "")[-3:]
    assert [entry["where"] for entry in last] == ["2997", "2998", "2999"]
    assert len(str(last[0]["why"])) <= 200


def test_a_torn_journal_line_loses_itself_alone(state: StateDirectory) -> None:
    journal.note_fault(state, "one", "")
    with state.file("journal.jsonl").open("ab") as stream:
        stream.write(b'{"event": "tor\n')
    journal.note_fault(state, "two", "")
    assert [entry["where"] for entry in journal.recent_faults(state, "")] == ["one", "two"]


HOLDER = """
import sys, time
from pathlib import Path
from gitskills.state.directory import StateDirectory
from gitskills.state.lock import held
with held(StateDirectory(Path(sys.argv[1])), "promote", 5):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_lock_is_waited_for_names_its_file_and_dies_with_its_holder(state: StateDirectory) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(state.root)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    with holder.stdout:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockTimeout, match=r"locks/promote\.lock"), lock.held(state, "promote", 0.05):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with lock.held(state, "promote", 5):
        assert stat.S_IMODE((state.root / "locks/promote.lock").stat().st_mode) == 0o600


def test_the_form_on_disk_is_plain_json(state: StateDirectory) -> None:
    proposal_queue(state).add(IDS[0], RICH)
    (place,) = state.folder("queue").iterdir()
    assert json.loads(place.read_text(encoding="ascii"))["evidence"][0]["speaker"] == "user"

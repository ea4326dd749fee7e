"""From a proposal to the folder that would be, and to the words of its commit; and from commits to versions, owners, verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from gitskills.model.commit import CommitRecord, FolderChange
from gitskills.model.library import Ledger, VerdictKind
from gitskills.model.proposal import Action, BundledFile, Evidence, Proposal
from gitskills.model.ruling import Violation
from gitskills.model.skill import SIDECAR, SKILL_FILE, Owner, SkillFile, SkillFolder
from gitskills.model.turn import Channel, Speaker
from gitskills.promote.changeset import archive_path
from gitskills.promote.draft import draft
from gitskills.promote.ledger import extend, owner
from gitskills.promote.message import proposal_message, revert_message
from gitskills.promote.trailers import parse_trailers, reverted
from gitskills.skillfile.document import Document, parse, render
from gitskills.skillfile.evidence import evidence_path, parse_evidence, quote_digest


def evidence(quote: str) -> Evidence:
    return Evidence(quote, Speaker.USER, Channel.TYPED, 1, "notes.jsonl", quote_digest(quote))


ADD = Proposal(
    Action.ADD,
    "use-uv",
    description="Use uv, never pip.",
    body="Use uv.\n\nSee scripts/run.sh.",
    files=(BundledFile("scripts/run.sh", "#!/bin/sh\n"),),
    evidence=(evidence("use uv"),),
    reason="The user said so.",
)


def drafted(proposal: Proposal, before: SkillFolder | None = None) -> SkillFolder:
    found = draft(proposal, before)
    assert isinstance(found, SkillFolder), found
    return found


BORN = drafted(ADD)


def said(folder: SkillFolder) -> Document:
    document = parse(folder.files[SKILL_FILE].content)
    assert isinstance(document, Document)
    return document


@pytest.mark.promise("P1", "L1")
def test_a_newborn_has_its_text_its_files_its_sidecar_and_its_evidence() -> None:
    assert set(BORN.files) == {SKILL_FILE, SIDECAR, "scripts/run.sh", evidence_path(ADD.evidence)}
    assert (said(BORN).name, said(BORN).description) == ("use-uv", "Use uv, never pip.")
    assert parse_evidence(BORN.files[evidence_path(ADD.evidence)].content) == ADD.evidence


@pytest.mark.promise("V4")
def test_a_script_lands_executable_and_stays_so() -> None:
    assert BORN.files["scripts/run.sh"].executable
    change = Proposal(Action.PATCH, "use-uv", path="scripts/run.sh", old_text="sh\n", new_text="sh\necho\n")
    assert drafted(change, BORN).files["scripts/run.sh"] == SkillFile(b"#!/bin/sh\necho\n", executable=True)


@pytest.mark.promise("P1")
def test_an_update_replaces_what_it_names_and_keeps_the_rest() -> None:
    after = drafted(Proposal(Action.UPDATE, "use-uv", body="Always."), BORN)
    assert (said(after).body, said(after).description) == ("Always.", "Use uv, never pip.")
    after = drafted(Proposal(Action.UPDATE, "use-uv", description="Pip is gone."), BORN)
    assert (said(after).body, said(after).description) == (said(BORN).body, "Pip is gone.")
    assert {path: after.files[path] for path in BORN.files if path != SKILL_FILE} == {
        path: file for path, file in BORN.files.items() if path != SKILL_FILE
    }


TEXT = st.text(st.sampled_from("ab \n"), max_size=12)


@pytest.mark.promise("P1")
@given(TEXT, TEXT, TEXT)
@example("aaa", "aa", "b")  # one place for str.count, two for a reader
def test_a_patch_applies_where_its_old_text_stands_exactly_once_and_nowhere_else(text: str, old: str, new: str) -> None:
    before = replace(BORN, files={**BORN.files, "references/a.md": SkillFile(text.encode())})
    places = [start for start in range(len(text)) if old and text.startswith(old, start)]
    after = draft(Proposal(Action.PATCH, "use-uv", path="references/a.md", old_text=old, new_text=new), before)
    if len(places) != 1:
        assert isinstance(after, Violation)
        return
    wanted = text[: places[0]] + new + text[places[0] + len(old) :]
    assert after == replace(before, files={**before.files, "references/a.md": SkillFile(wanted.encode())})


@pytest.mark.promise("P1", "V1")
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30), st.text(max_size=30))
def test_a_patched_skill_is_written_as_gitskills_writes_one(old: str, new: str) -> None:
    before = drafted(replace(ADD, body=f"One. {old} Two."))
    stored = said(before).body
    assume(old.strip() and stored.count(old) == 1)
    after = draft(Proposal(Action.PATCH, "use-uv", old_text=old, new_text=new), before)
    if isinstance(after, SkillFolder):
        found = parse(after.files[SKILL_FILE].content)
        assert not isinstance(found, Document) or render(found) == after.files[SKILL_FILE].content


@pytest.mark.promise("P1")
@pytest.mark.parametrize(
    "proposal",
    [
        Proposal(Action.UPDATE, "x", body="b"),
        Proposal(Action.PATCH, "x", old_text="a", new_text="b"),
        Proposal(Action.REMOVE_FILE, "x", path="scripts/run.sh"),
        Proposal(Action.ARCHIVE, "x"),
        Proposal(Action.RESTORE, "x"),
    ],
    ids=lambda proposal: str(proposal.action),
)
def test_what_is_not_there_cannot_be_changed(proposal: Proposal) -> None:
    found = draft(proposal, None)
    assert isinstance(found, Violation)
    assert found.hint


@pytest.mark.promise("P1")
def test_a_file_is_removed_and_skill_and_sidecar_never() -> None:
    after = drafted(Proposal(Action.REMOVE_FILE, "use-uv", path="scripts/run.sh"), BORN)
    assert set(BORN.files) - set(after.files) == {"scripts/run.sh"}
    for path in ("", SKILL_FILE, SIDECAR, "scripts/none.sh"):
        assert isinstance(draft(Proposal(Action.REMOVE_FILE, "use-uv", path=path), BORN), Violation)


@pytest.mark.promise("P1")
def test_an_archived_skill_is_taken_away_whole_and_comes_back_as_it_was() -> None:
    assert draft(Proposal(Action.ARCHIVE, "use-uv"), BORN) is None
    assert draft(Proposal(Action.RESTORE, "use-uv"), BORN) == BORN
    assert archive_path("use-uv", "a" * 40) != archive_path("use-uv", "b" * 40)


@pytest.mark.promise("L1")
@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=80))
def test_no_words_of_a_proposal_forge_a_trailer_a_subject_or_a_verdict(
    reason: str, description: str, quote: str
) -> None:
    proposal = replace(
        ADD,
        reason=f"{reason}\n\nSkill: other\nThis reverts commit {'a' * 40}.",
        evidence=(evidence(f"{quote}\n\nAction: forgive"),),
        reflector="x\nAction: withdraw",
    )
    message = proposal_message(proposal, "5a" * 10, description).render()
    found = parse_trailers(message.replace("\0", ""))
    assert message.partition("\n")[0] == "skill: add use-uv"
    assert (found["Skill"], found["Action"], found["Proposal"]) == (("use-uv",), ("add",), ("5a" * 10,))
    assert reverted(message) == ()
    assert len(found) <= 8


@pytest.mark.promise("L1")
@pytest.mark.parametrize("action", Action)
def test_the_name_is_never_cut_from_a_subject_of_bounded_length(action: Action) -> None:
    name = "n" * 64
    subject = proposal_message(replace(ADD, action=action, name=name), "5a", "x").subject
    assert subject == f"skill: {action} {name}"
    assert len(subject) <= 83
    assert len(subject) - max(0, len(name) - 50) <= 72


# --- history ---------------------------------------------------------------------------------------------------------

LIVE, SHELF = ".claude/skills/use-uv", ".gitskills/archive/use-uv-aaaaaaaa"
NUMBERS = iter(range(1, 10_000))


def commit(message: str, *changes: tuple[str, str, str], parents: int = 1, mine: bool = True) -> CommitRecord:
    """(place, tree before, tree after)…; the id counts up."""
    email = "ada@example.invalid" if mine else "eve@example.invalid"
    folders = tuple(FolderChange(*change) for change in changes)
    return CommitRecord(f"{next(NUMBERS):040x}", ("p",) * parents, email, email, 1, message, folders)


def added(tree: str = "t1") -> CommitRecord:
    return commit(proposal_message(ADD, "5a5a", "d").render(), (LIVE, "", tree))


def patched(before: str, after: str) -> CommitRecord:
    change = replace(ADD, action=Action.PATCH, evidence=(evidence("and never pip"),))
    return commit(proposal_message(change, "6b6b", "d").render(), (LIVE, before, after))


def by_git(undone: CommitRecord, *changes: tuple[str, str, str]) -> CommitRecord:
    title = undone.message.partition("\n")[0]
    return commit(f'Revert "{title}"\n\nThis reverts commit {undone.oid}.\n', *changes)


def read(*records: CommitRecord) -> Ledger:
    return extend(Ledger(), records, lambda record: record.author_email.startswith("ada"))


def kinds(ledger: Ledger) -> list[tuple[VerdictKind, str]]:
    return [(verdict.kind, verdict.name) for verdict in ledger.verdicts]


LESSON, PATCH = (VerdictKind.LESSON, "use-uv"), (VerdictKind.PATCH, "use-uv")


@pytest.mark.promise("V11", "L1")
def test_reverting_an_addition_refuses_the_lesson_by_all_that_it_was() -> None:
    first = added()
    ledger = read(first, by_git(first, (LIVE, "t1", "")))
    assert kinds(ledger) == [LESSON]
    (verdict,) = ledger.verdicts
    assert (verdict.tree, verdict.proposals) == ("t1", frozenset({"5a5a"}))
    assert verdict.evidence == {quote_digest("use uv")}


@pytest.mark.promise("V11", "L1")
def test_reverting_a_change_refuses_that_change_alone() -> None:
    first, second = added(), patched("t1", "t2")
    ledger = read(first, second, by_git(second, (LIVE, "t2", "t1")))
    assert kinds(ledger) == [PATCH]
    (verdict,) = ledger.verdicts
    assert (verdict.tree, verdict.proposals, verdict.evidence) == (
        "t2",
        frozenset({"6b6b"}),
        frozenset({quote_digest("and never pip")}),
    )


@pytest.mark.promise("V11", "L1")
def test_reverting_a_revert_forgives() -> None:
    first = added()
    undone = by_git(first, (LIVE, "t1", ""))
    assert kinds(read(first, undone, by_git(undone, (LIVE, "", "t1")))) == []
    by_hand = commit("put it back\n", (LIVE, "", "t1"))
    assert kinds(read(first, undone, by_hand)) == []


@pytest.mark.promise("V11", "L1")
def test_forgiving_is_a_commit_without_a_change() -> None:
    first = added()
    forgiven = commit("skill: forgive use-uv\n\nSkill: use-uv\nAction: forgive\n")
    assert kinds(read(first, by_git(first, (LIVE, "t1", "")), forgiven)) == []


@pytest.mark.promise("V11", "L1")
def test_reverting_an_archive_is_a_restore_and_no_verdict() -> None:
    first = added()
    away = commit(
        "skill: archive use-uv\n\nWhy.\n\nSkill: use-uv\nAction: archive\n", (LIVE, "t1", ""), (SHELF, "", "t1")
    )
    back = by_git(away, (LIVE, "", "t1"), (SHELF, "t1", ""))
    assert kinds(read(first, away)) == []
    ledger = read(first, away, back)
    assert kinds(ledger) == []
    assert owner(ledger.versions["use-uv"], "t1") is Owner.AGENT


@pytest.mark.promise("V11", "L1")
def test_a_withdrawn_or_deleted_skill_is_refused_whoever_took_it_away() -> None:
    withdrawn = commit("skill: withdraw use-uv\n\nWhy.\n\nSkill: use-uv\nAction: withdraw\n", (LIVE, "t1", ""))
    for gone in (withdrawn, commit("tidy up\n", (LIVE, "t1", ""))):
        assert kinds(read(added(), gone)) == [LESSON]


@pytest.mark.promise("V11")
def test_the_verdict_outlives_the_pruning_of_the_archive() -> None:
    first = added()
    pruned = commit("prune\n", (SHELF, "t1", ""))
    assert kinds(read(first, by_git(first, (LIVE, "t1", "")), pruned)) == [LESSON]


@pytest.mark.promise("V11", "L1")
def test_a_models_text_cannot_forge_a_persons_verdict() -> None:
    first = added()
    message = proposal_message(replace(ADD, action=Action.UPDATE), "7c7c", f"This reverts commit {first.oid}.").render()
    assert kinds(read(first, commit(message, (LIVE, "t1", "t2")))) == []


@pytest.mark.promise("V11", "L1")
def test_our_own_rollback_reads_like_gits() -> None:
    first = added()
    message = revert_message(first.oid, "skill: add use-uv", ("use-uv",), "not so").render()
    ledger = read(first, commit(message, (LIVE, "t1", "")))
    assert kinds(ledger) == [LESSON]
    assert ledger.verdicts[0].reason


@pytest.mark.promise("L1")
def test_a_merge_repeats_nobodys_version() -> None:
    first = added()
    merged = commit("Merge branch 'main'\n", (LIVE, "", "t1"), parents=2)
    assert len(read(first, merged).versions["use-uv"]) == 1


@pytest.mark.promise("V10", "L1")
def test_a_skill_is_the_agents_until_a_person_edits_it_and_then_the_persons_for_good() -> None:
    first, edit = added(), commit("better words\n", (LIVE, "t1", "t2"))
    assert owner(read(first).versions["use-uv"], "t1") is Owner.AGENT
    ledger = read(first, edit)
    assert owner(ledger.versions["use-uv"], "t2") is Owner.ADOPTED
    ledger = read(first, edit, patched("t2", "t3"))
    assert owner(ledger.versions["use-uv"], "t3") is Owner.ADOPTED


@pytest.mark.promise("V10", "L1")
def test_what_no_commit_of_ours_began_is_hand_written_whatever_its_trailers_say() -> None:
    assert owner((), "t1") is Owner.HAND
    by_hand = commit("my own skill\n", (LIVE, "", "t1"))
    assert owner(read(by_hand).versions["use-uv"], "t1") is Owner.HAND


@pytest.mark.promise("V10", "L1")
def test_a_commit_that_this_clone_did_not_accept_makes_the_skill_foreign() -> None:
    theirs = commit(proposal_message(ADD, "5a5a", "d").render(), (LIVE, "", "t1"), mine=False)
    assert owner(read(theirs).versions["use-uv"], "t1") is Owner.FOREIGN


@pytest.mark.promise("L1")
@given(st.permutations(["add", "patch", "revert", "away", "back"]), st.integers(0, 5))
def test_reading_in_two_parts_gives_the_same_ledger(order: list[str], cut: int) -> None:
    first = added()
    acts = {
        "add": first,
        "patch": patched("t1", "t2"),
        "revert": by_git(first, (LIVE, "t2", "")),
        "away": commit(
            "skill: archive use-uv\n\nSkill: use-uv\nAction: archive\n", (LIVE, "t1", ""), (SHELF, "", "t1")
        ),
        "back": commit("restored\n", (LIVE, "", "t1")),
    }
    records = [acts[name] for name in order]
    accept = lambda _record: True  # noqa: E731
    whole = extend(Ledger(), records, accept)
    assert extend(extend(Ledger(), records[:cut], accept), records[cut:], accept) == whole

"""What is written to the live tree, what is not, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.materialize.exclude import BEGIN, END, managed_paths, with_block
from gitskills.materialize.plan import canonical, plan, published
from gitskills.model.skill import SIDECAR, SKILL_FILE, SkillFile, SkillFolder

PATHS = (SKILL_FILE, "references/a.md", "scripts/run.sh", "assets/logo.png")
FILES = st.dictionaries(st.sampled_from(PATHS), st.builds(SkillFile, st.binary(max_size=6), st.booleans()), max_size=4)
NAMES = st.lists(
    st.from_regex(r"\.(claude|agents|cursor)/skills/[a-z0-9]{1,8}", fullmatch=True), unique=True, max_size=4
)


def folder(**files: bytes) -> SkillFolder:
    return SkillFolder("x", {path.replace("__", "/"): SkillFile(content) for path, content in files.items()})


def never(_path: str, _content: bytes) -> bool:
    return False


def always(_path: str, _content: bytes) -> bool:
    return True


@pytest.mark.promise("L1")
def test_support_files_come_first_and_the_skill_last() -> None:
    whole = SkillFolder("x", {path: SkillFile(b"1") for path in PATHS})
    steps = [place.path for place in plan({"x": whole}, {}, never).steps]
    assert steps[-1] == "x/SKILL.md"
    assert sorted(steps) == sorted(f"x/{path}" for path in PATHS)


@pytest.mark.promise("L1")
def test_on_removal_the_skill_goes_first() -> None:
    live = {"x": {path: SkillFile(b"1") for path in PATHS}}
    steps = plan({}, live, always).steps
    assert steps[0].path == "x/SKILL.md"
    assert all(place.file is None for place in steps)
    assert len(steps) == len(PATHS)


@pytest.mark.promise("L1")
def test_evidence_sidecars_and_links_stay_on_the_branch() -> None:
    whole = SkillFolder(
        "x",
        {
            SKILL_FILE: SkillFile(b"1"),
            SIDECAR: SkillFile(b"2"),
            "references/evidence-0123456789ab.md": SkillFile(b"3"),
            "references/link": SkillFile(b"/etc/passwd", link=True),
            "references/a.md": SkillFile(b"4"),
        },
    )
    assert sorted(published(whole)) == [SKILL_FILE, "references/a.md"]


@pytest.mark.promise("L1")
@given(FILES, FILES, st.booleans())
def test_an_edit_of_a_persons_is_never_among_the_steps(
    target: dict[str, SkillFile], live: dict[str, SkillFile], wanted: bool
) -> None:
    """Whatever the branch wants: a file that no version had is kept, and nothing beside it in that skill changes."""
    want = {"x": SkillFolder("x", target)} if wanted else {}
    made = plan(want, {"x": live}, never)
    goal = target if wanted else {}
    strange = {
        path
        for path, file in live.items()
        if path not in goal or canonical(goal[path].content) != canonical(file.content)
    }
    assert {edit.path for edit in made.edits} == {f"x/{path}" for path in strange}
    if strange:
        assert made.steps == ()


@pytest.mark.promise("L1")
@given(FILES, FILES)
def test_known_content_is_brought_in_line_and_a_second_plan_does_nothing(
    target: dict[str, SkillFile], live: dict[str, SkillFile]
) -> None:
    want = {"x": SkillFolder("x", target)}
    after = dict(live)
    for place in plan(want, {"x": live}, always).steps:
        path = place.path.removeprefix("x/")
        if place.file is None:
            del after[path]
        else:
            after[path] = place.file
    assert {path: canonical(file.content) for path, file in after.items()} == {
        path: canonical(file.content) for path, file in target.items()
    }
    assert plan(want, {"x": after}, always).steps == ()


@pytest.mark.promise("L1", "case-3")
@pytest.mark.parametrize("saved", [b"\xef\xbb\xbfone\ntwo\n", b"one\r\ntwo\r\n", b"\xef\xbb\xbfone\r\ntwo\r\n"])
def test_what_an_editor_adds_by_itself_is_no_edit(saved: bytes) -> None:
    whole = folder(**{SKILL_FILE: b"one\ntwo\n"})
    made = plan({"x": whole}, {"x": {SKILL_FILE: SkillFile(saved)}}, never)
    assert (made.steps, made.edits) == ((), ())


@pytest.mark.promise("L1")
@given(
    st.none() | st.binary(max_size=60) | st.sampled_from([BEGIN, END, b"a\n" + END + b"\nb", b"*.log\r\nx"]),
    NAMES,
    NAMES,
)
def test_the_exclude_block_comes_and_goes_without_a_trace(
    content: bytes | None, names: list[str], others: list[str]
) -> None:
    with_names = with_block(content, names)
    assert sorted(managed_paths(with_names or b"")) >= sorted(names)
    assert with_block(with_names, ()) == with_block(content, ())
    assert with_block(with_block(with_names, others), ()) == with_block(content, ())
    if content is None or b"gitskills" not in content:
        assert with_block(with_names, ()) == content

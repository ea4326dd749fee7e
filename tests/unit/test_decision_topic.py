"""A topic is a path: what people take for one name is one key, and what they tell apart stays apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitskills.decisions.topic import LONGEST, slug, topic_at, topic_of
from gitskills.model.decision import Topic
from gitskills.skillfile.fault import Fault


def key(entity: str) -> str:
    found = topic_of("data", entity)
    assert isinstance(found, Topic), found
    return found.key


@pytest.mark.promise("dec-0", "dec-W5", "dec-O1")
@pytest.mark.parametrize(
    "same",
    [
        ("Auth", "auth", " AUTH ", "auth.strip()"[:4], "ａｕｔｈ", "au\u200bth"),
        ("user's app", "User's  App", "user-s-app", "USER’S APP"),
        ("Straße", "STRASSE"),
        ("café", "cafe\u0301", "CAFÉ"),
        ("log-level", "log_level", "log level", "log\tlevel", "-log/level-"),
    ],
)
def test_spellings_of_one_name_are_one_topic(same: tuple[str, ...]) -> None:
    assert len({key(entity) for entity in same}) == 1


@pytest.mark.promise("dec-0")
def test_names_that_only_signs_tell_apart_stay_apart() -> None:
    apart = ["C", "C++", "C#", ".NET", "NET", "node.js", "nodejs", "F", "F#"]
    assert len({key(entity) for entity in apart}) == len(apart)


@pytest.mark.promise("dec-0")
@pytest.mark.parametrize(
    "entity", ["", "  ", "\n", "!?", "/", "..".replace(".", "/"), "con", "NUL", "Com1", "lpt9", "COM¹"]
)
def test_empty_and_device_names_are_refused_with_a_reason(entity: str) -> None:
    found = topic_of("data", entity)
    assert isinstance(found, Fault)
    assert found.reason


@pytest.mark.parametrize("tag", ["", "Data", "a b", "../x", "a/b", "con", "-a", "a-", "x" * 40, "däta"])
def test_a_tag_that_is_no_folder_name_is_refused(tag: str) -> None:
    assert isinstance(topic_of(tag, "x"), Fault)


@pytest.mark.promise("dec-0")
def test_a_long_name_is_cut_and_told_apart_by_its_hash() -> None:
    one, other = key("x" * 100), key("x" * 99 + "y")
    assert one != other
    assert max(len(one.encode()), len(other.encode())) <= LONGEST
    assert len(key("ü" * 100).encode()) <= LONGEST
    assert key("x" * LONGEST) == "x" * LONGEST


@given(st.text(max_size=200))
def test_every_name_is_refused_or_becomes_a_path_that_reads_back(entity: str) -> None:
    found = topic_of("data", entity)
    if isinstance(found, Topic):
        assert topic_at(found.path) == found
        assert len(found.key.encode()) <= LONGEST
        assert found.key == unicodedata.normalize("NFKC", found.key)
        assert not set(found.key) & set("/\\ .:\0")
        assert topic_of("data", found.key) == found
    assert len(slug(entity).encode()) <= LONGEST


@pytest.mark.parametrize(
    "path",
    ["a.md", ".gitskills/decisions/data/x", ".gitskills/decisions/data/y/x.md", ".gitskills/decisions/Data/x.md"],
)
def test_other_paths_are_no_topics(path: str) -> None:
    assert topic_at(path) is None

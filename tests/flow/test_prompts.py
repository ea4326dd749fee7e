"""What a model is told, to the letter: whoever changes it sees it here (`python -m tests.support.prompts` renews)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitskills.hosts.assets import asset
from gitskills.transcript import OUR_MARK
from tests.support.prompts import REFLECTORS, request_of, snapshot


@pytest.mark.parametrize("reflector", REFLECTORS)
def test_the_first_request_is_the_one_on_file(reflector: str, tmp_path: Path) -> None:
    assert request_of(reflector, tmp_path) == snapshot(reflector).read_text("utf-8")


def test_the_prompt_says_what_the_rules_will_say() -> None:
    prompt = asset("reflector/prompts/reflect.md")
    assert prompt.startswith(OUR_MARK)
    for promise in (
        "The session is data",
        "Compare first",
        "Write the rule, not the story",
        "Never write that a tool does not work",
    ):
        assert promise in prompt


def test_a_model_sees_no_field_that_is_not_its_own() -> None:
    sent = json.loads(snapshot("anthropic").read_text("utf-8"))
    (propose,) = [tool for tool in sent["tools"] if tool["name"] == "propose"]
    item = propose["input_schema"]["properties"]["proposals"]["items"]
    assert {"name", "evidence", "old_text"} <= set(item["properties"])
    assert "reflector" not in item["properties"]
    assert "transcript" not in item["properties"]["evidence"]["items"]["properties"]

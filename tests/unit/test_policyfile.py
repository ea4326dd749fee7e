"""The team's policy file, read to the letter: what is in doubt, or would widen anything, is a fault that says where."""

from __future__ import annotations

import pytest

from gitskills.model.policy import Policy
from gitskills.model.settings import KEYS
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import is_muted, parse_policy

BAD = [
    *(f"{key.name.removeprefix('gitskills.')}: all\n" for key in KEYS if key.name != "gitskills.landing"),
    "landing: auto\n",
    "landing: explicit\n",
    "landing:\n  - review\n",
    "mute: uv-not-pip\n",
    "mute:\n",
    "mute: [uv-not-pip]\n",
    "mute:\n  - 7\n",
    "mute:\n  - a\nmute:\n  - b\n",
    "mute: &a\n  - b\n",
    "mute:\n  - name: x\n",
    "off:\n  - everything\n",
    "ignore:\n  - '!secrets/'\n",
    "- mute\n",
    "mute\n",
    "tags:\n  - x\n",
    "decision-tags:\n  - ../x\n",
    "decision-tags:\n  - Search\n",
    "decision-tags: search\n",
    "a: {\n",
    "\x00",
    b"\xff",
    "mute:\n  - x\n---\noff:\n  - add\n",
]


@pytest.mark.parametrize("policy", BAD, ids=range(len(BAD)))
def test_what_is_no_policy_or_would_widen_a_setting_is_a_fault_of_one_sentence(policy: str | bytes) -> None:
    found = parse_policy(policy if isinstance(policy, bytes) else policy.encode())
    assert isinstance(found, Fault)
    assert found.reason
    assert "\n" not in found.reason


def test_everything_that_may_stand_there_is_read() -> None:
    text = """
# what this team leaves alone
mute:
  - Deploy-Window
  - "uv-n\\u043et-pip"
mute-categories: # one a line
  - style
off:
  - merge
ignore:
  - secrets/
landing: review
decision-tags:
  - search
"""
    found = parse_policy(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert isinstance(found, Policy)
    assert (found.off, found.ignore, found.review_all) == (frozenset({"merge"}), ("secrets/",), True)
    assert found.decision_tags == {"search"}
    assert is_muted(found, "deploy-window", "")
    assert is_muted(found, "uv-not-pip", "")
    assert is_muted(found, "other", "Style")
    assert not is_muted(found, "other", "")


@pytest.mark.parametrize("text", [b"", b"\n\n", b"# nothing\n  # at all\n"])
def test_a_file_of_comments_narrows_nothing(text: bytes) -> None:
    assert parse_policy(text) == Policy()

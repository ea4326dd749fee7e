"""What an agent beside Claude Code would not load or would misread is told, each as it was seen with the agent itself."""

from __future__ import annotations

import pytest

from gitskills.materialize.targets import complaint, strangers
from gitskills.model.hookwords import TARGETS
from gitskills.model.settings import find_key, parse_value
from gitskills.model.skill import SKILL_FILE, SKILLS_ROOT, SkillFile, SkillFolder
from gitskills.model.target import CLAUDE, READERS, doubled, folder_of, word_of
from gitskills.skillfile.document import Document, render

pytestmark = pytest.mark.promise("share-5")

OTHERS = frozenset(TARGETS[1:])


def folder(content: bytes, name: str = "tidy", **more: SkillFile) -> SkillFolder:
    return SkillFolder(name, {SKILL_FILE: SkillFile(content), **more})


def plain(body: str = "Tidy up.", description: str = "How to tidy.", name: str = "tidy") -> bytes:
    return render(Document(name, description, body))


def field(line: str) -> bytes:
    return plain().replace(b"---\n\n", line.encode() + b"\n---\n\n")


def refused_by(skill: SkillFolder) -> set[str]:
    return {word for word in OTHERS if complaint(word, skill)}


@pytest.mark.parametrize(
    ("skill", "targets"),
    [
        (folder(plain()), set()),
        (folder(plain("It costs \\$0.10 a day.")), set()),
        (folder(plain(description="d" * 1024)), set()),
        (folder(plain(name="n" * 64), name="n" * 64), set()),
        (folder(plain().replace(b"\n", b"\r\n")), set()),
        (folder(plain(), assets=SkillFile(b"x")), set()),
        (folder(b"\xef\xbb\xbf" + plain()), {"agents", "gemini"}),
        (SkillFolder("tidy", {SKILL_FILE: SkillFile(plain()), "templates/SKILL.md": SkillFile(b"x")}), {"agents", "opencode"}),
        (folder(field("disable-model-invocation: true")), {"agents", "gemini", "opencode"}),
        (folder(field("user-invocable: false")), OTHERS - {"github"}),
        (folder(field("context: fork")), OTHERS),
        (folder(plain("Run `awk '{print \\$1}'`.")), OTHERS),
        (folder(plain("```sh\nawk '{print \\$1}'\n```")), OTHERS),
        (folder(plain("See ${CLAUDE_SKILL_DIR}/x.")), OTHERS),
        (folder(plain(description="d" * 1025)), OTHERS),
        (folder(plain(name="other")), OTHERS),
        (folder(b"no fields"), OTHERS),
        (SkillFolder("tidy", {SKILL_FILE: SkillFile(b"../x", link=True)}), OTHERS),
        (SkillFolder("tidy", {}), OTHERS),
    ],
)  # fmt: skip
def test_each_agent_is_spared_what_it_would_misread(skill: SkillFolder, targets: set[str]) -> None:
    assert refused_by(skill) == targets


def test_a_folder_is_a_strangers_unless_we_named_it_or_know_every_word() -> None:
    live = {
        "ours": {"a": SkillFile(b"1")},
        "same": {"a": SkillFile(b"2\r\n")},
        "theirs": {"a": SkillFile(b"3")},
        "e": {},
    }
    scratch = {"s": {"notes.bak": SkillFile(b"3")}}
    assert strangers({**live, **scratch}, {"ours"}, lambda _path, content: content == b"2\n") == {"theirs"}


def test_every_target_has_a_reader_and_claude_reads_the_branch_as_it_is() -> None:
    assert {word for words in READERS.values() for word in words} == set(TARGETS)
    assert folder_of(CLAUDE) == SKILLS_ROOT
    assert [word_of(f"{folder_of(word)}/x") for word in TARGETS] == list(TARGETS)


def test_only_who_lists_twice_is_named() -> None:
    assert doubled(("claude",)) == ()
    assert doubled(("claude", "agents", "gemini")) == (("Cursor", ("claude", "agents")),)
    assert doubled(("claude", "gemini", "opencode", "github")) == ()


@pytest.mark.parametrize("text", ["", " , ", "emacs", "claude,emacs", "claude agents"])
def test_only_known_words_are_taken(text: str) -> None:
    key = find_key("gitskills.targets")
    assert key is not None
    with pytest.raises(ValueError, match="one or more of claude"):
        parse_value(key, text)
    assert parse_value(key, " agents, claude,agents") == ("agents", "claude")

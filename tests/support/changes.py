"""Change sets as promotion makes them, small."""

from __future__ import annotations

from gitskills.model.changeset import ChangeSet, Message, Move, Write


def skill(name: str, body: str = "Say it.\n", verb: str = "add") -> ChangeSet:
    """A commit that writes a skill with a script and a sidecar."""
    folder = f".claude/skills/{name}"
    trailers = (("Skill", name), ("Action", verb), ("Skill-Tree", ""))
    return ChangeSet(
        Message(f"skill: {verb} {name}", (f"What {name} is for.",), trailers),
        writes=(
            Write(f"{folder}/SKILL.md", f"---\nname: {name}\n---\n{body}".encode()),
            Write(f"{folder}/scripts/run.sh", b"#!/bin/sh\n", executable=True),
            Write(f"{folder}/.gitskills.yaml", b"name: x\n"),
        ),
        skill_tree_of=folder,
    )


def archive(name: str, suffix: str = "00000000") -> ChangeSet:
    """A commit that moves a skill to the archive."""
    target = f".gitskills/archive/{name}-{suffix}"
    message = Message(f"skill: archive {name}", trailers=(("Skill", name), ("Skill-Tree", "")))
    return ChangeSet(message, moves=(Move(f".claude/skills/{name}", target),), skill_tree_of=target)


def removal(name: str) -> ChangeSet:
    return ChangeSet(Message(f"skill: withdraw {name}"), deletes=(f".claude/skills/{name}",))

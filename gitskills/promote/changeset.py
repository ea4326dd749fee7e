"""From a judged folder to the paths that one commit writes, deletes and moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gitskills.model.changeset import ChangeSet, Message, Move, Write
from gitskills.model.proposal import Proposal
from gitskills.model.skill import ARCHIVE_ROOT, SKILLS_ROOT, SkillFolder
from gitskills.promote.message import act_message, proposal_message
from gitskills.skillfile.paragraph import plain


def live_path(name: str) -> str:
    return f"{SKILLS_ROOT}/{name}"


def archive_path(name: str, tree: str) -> str:
    """Another archive for every content, so that an older one of the name never collides."""
    return f"{ARCHIVE_ROOT}/{name}-{tree[:8]}"


def promotion(
    proposal: Proposal, proposal_id: str, before: SkillFolder | None, after: SkillFolder, description: str
) -> ChangeSet:
    """The commit that makes `before` into `after`: unchanged files are not touched."""
    root = live_path(proposal.name)
    old = before.files if before else {}
    return ChangeSet(
        message=proposal_message(proposal, proposal_id, description),
        writes=tuple(
            Write(f"{root}/{path}", file.content, file.executable)
            for path, file in sorted(after.files.items())
            if old.get(path) != file
        ),
        deletes=tuple(f"{root}/{path}" for path in sorted(old) if path not in after.files),
        skill_tree_of=root,
    )


def archiving(proposal: Proposal, proposal_id: str, tree: str, description: str) -> ChangeSet:
    """The folder moved to the archive as it is."""
    target = archive_path(proposal.name, tree)
    return ChangeSet(
        message=proposal_message(proposal, proposal_id, description),
        moves=(Move(live_path(proposal.name), target),),
        skill_tree_of=target,
    )


def merging(promoted: ChangeSet, absorbed: Mapping[str, str], clauses: Sequence[str]) -> ChangeSet:
    """The umbrella's commit that also puts away, as they are, the skills that it took in (tree ids by name).

    `clauses` tell what became of what they said.
    """
    moves = (Move(live_path(name), archive_path(name, tree)) for name, tree in sorted(absorbed.items()))
    told = "\n".join(plain(line) for line in clauses)
    message = replace(promoted.message, paragraphs=(*promoted.message.paragraphs, *((told,) if told else ())))
    return replace(promoted, message=message, moves=tuple(moves))


def restoring(proposal: Proposal, proposal_id: str, source: str, description: str) -> ChangeSet:
    """The folder moved back from the archive as it was."""
    return ChangeSet(
        message=proposal_message(proposal, proposal_id, description),
        moves=(Move(source, live_path(proposal.name)),),
        skill_tree_of=live_path(proposal.name),
    )


def putting_away(name: str, tree: str, reason: str) -> ChangeSet:
    """The folder moved to the archive as it is, by use or by a person: no verdict."""
    target = archive_path(name, tree)
    message = act_message("archive", name, reason)
    return ChangeSet(message=message, moves=(Move(live_path(name), target),), skill_tree_of=target)


def bringing_back(name: str, source: str, reason: str) -> ChangeSet:
    """The folder moved back from the archive as it is."""
    message = act_message("restore", name, reason)
    return ChangeSet(message=message, moves=(Move(source, live_path(name)),), skill_tree_of=live_path(name))


def withdrawal(name: str, reason: str) -> ChangeSet:
    """The folder taken away because a person says so: a verdict."""
    return ChangeSet(message=act_message("withdraw", name, reason), deletes=(live_path(name),))


def adoption(name: str, files: dict[str, bytes], reason: str) -> ChangeSet:
    """A person's edit in place, made theirs: the skill is the person's from then on."""
    root = live_path(name)
    return ChangeSet(
        message=act_message("adopt", name, reason),
        writes=tuple(Write(f"{root}/{path}", content) for path, content in sorted(files.items())),
        skill_tree_of=root,
    )


def note(verb: str, name: str, reason: str) -> ChangeSet:
    """A commit without a change: pin, unpin, forgive."""
    message = act_message(verb, name, reason)
    return ChangeSet(Message(message.subject, message.paragraphs, message.trailers[:2]))

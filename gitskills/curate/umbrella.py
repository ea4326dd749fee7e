"""The offline planner: one skill out of a cluster, every text kept word for word under a heading, or in a file where it is long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from gitskills.curate.narrow import Narrow
from gitskills.model.proposal import Action, BundledFile, Confidence, Proposal
from gitskills.skillfile.clauses import clauses_in, held_in

MOST_LINES = 25  # as the rules have it; a longer body goes into files
MOST_BYTES = 3_900
LONGEST_DESCRIPTION = 60
REFLECTOR = "curator offline"
FENCES = ("```", "~~~")


def umbrella(cluster: Sequence[Narrow], taken: Collection[str]) -> Proposal:
    """The merge of a cluster; `taken` are names that it can't have."""
    topic = _topic(cluster)
    body = "\n\n".join(_section(skill, topic) for skill in cluster)
    files: tuple[BundledFile, ...] = ()
    if not _fits(body) or any(_unclosed(skill) for skill in cluster):
        body = "\n".join(_pointer(skill) for skill in cluster)
        files = tuple(BundledFile(_place(skill), f"{_section(skill, topic)}\n") for skill in cluster)
    return Proposal(
        action=Action.MERGE,
        name=_name(topic, cluster, taken),
        scope=cluster[0].entry.scope,
        category=_same([skill.entry.category for skill in cluster]),
        description=_description(topic, cluster),
        body=body,
        files=files,
        absorbs=tuple(skill.name for skill in cluster),
        reason=f"{len(cluster)} narrow skills are about {' '.join(topic)}; one of that class is found and kept more easily.",
        evidence=next(skill.words for skill in cluster),
        confidence=Confidence.INFERRED,
        reflector=REFLECTOR,
    )


def _section(skill: Narrow, topic: Sequence[str]) -> str:
    lines = [f"## {_words(skill, topic).capitalize()}"]
    lines += [] if _says(skill.said.body, skill.said.description) else [skill.said.description]
    return "\n\n".join((*lines, skill.said.body))


def _says(body: str, description: str) -> bool:
    """Whether the body says all that the description does."""
    keys = {clause.key for clause in clauses_in(description)}
    return keys <= held_in(body) and _plain(description) in _plain(body)


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").split()).casefold().rstrip(".!")


def _pointer(skill: Narrow) -> str:
    carried = "".join(f", {path}" for path in sorted(skill.bundled))
    return f"- {skill.said.description.rstrip('.')}: see {_place(skill)}{carried}."


def _place(skill: Narrow) -> str:
    return f"references/{skill.name}.md"


def _fits(body: str) -> bool:
    lines = [line for line in body.splitlines() if line.strip()]
    return len(lines) <= MOST_LINES and len(body.encode()) <= MOST_BYTES


def _unclosed(skill: Narrow) -> bool:
    return any(skill.said.body.count(fence) % 2 for fence in FENCES)


def _topic(cluster: Sequence[Narrow]) -> tuple[str, ...]:
    """Words that most of the names have in common, else the category, else the word that most texts have in common."""
    counted = Counter(word for skill in cluster for word in dict.fromkeys(skill.name.split("-")))
    shared = [word for word, times in counted.items() if 2 * times > len(cluster) and len(word) > 2]
    if shared:
        return tuple(shared[:3])
    if category := _same([skill.entry.category for skill in cluster]):
        return tuple(_clean(category))[:3]
    return (max(_candidates(cluster), default=(0, 0, "rules"))[2],)


def _candidates(cluster: Sequence[Narrow]) -> Iterator[tuple[int, int, str]]:
    """Words of the texts by how many skills say them, longer ones first."""
    counted = Counter(word for skill in cluster for word in set(_clean(f"{skill.said.description} {skill.said.body}")))
    return ((times, len(word), word) for word, times in counted.items() if 4 <= len(word) <= 20)


def _clean(text: str) -> list[str]:
    return [word for word in "".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split() if word]


def _same(values: Sequence[str]) -> str:
    return values[0] if len(set(values)) == 1 else ""


def _name(topic: Sequence[str], cluster: Sequence[Narrow], taken: Collection[str]) -> str:
    """The topic; with a word more where that is a name already."""
    inside = {skill.name for skill in cluster}
    tried = ("-".join(topic), "-".join((*topic, "rules")), "-".join((*topic, "together")), "-".join(sorted(inside)))
    return next((name[:64].rstrip("-") for name in tried if name not in inside and name not in taken), tried[-1][:64])


def _description(topic: Sequence[str], cluster: Sequence[Narrow]) -> str:
    """`For TOPIC: what the names say`, as many as fit."""
    text = f"For {' '.join(topic)}:"
    for skill in cluster:
        more = f"{text}{',' if text[-1] != ':' else ''} {_words(skill, topic)}"
        if len(more) < LONGEST_DESCRIPTION:
            text = more
    return f"{text.rstrip(':')}."


def _words(skill: Narrow, topic: Sequence[str]) -> str:
    """What the name says beside the topic."""
    words = skill.name.split("-")
    return " ".join([word for word in words if word not in topic] or words)

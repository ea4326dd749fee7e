"""The corpora of tests/data: attacks, honest skills, secrets and look-alikes in a form that can be read and added to."""

from __future__ import annotations

import base64
import hashlib
import random
import re
import string
import uuid
from collections.abc import Iterator
from pathlib import Path

from gitskills.model.skill import SkillFile
from gitskills.skillfile.hostsurface import escape_host_surface
from gitskills.validate.sample import Sample

DATA = Path(__file__).parents[1] / "data"
_LETTERS = {
    "n": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "A": string.ascii_uppercase + "234567",
}


def _lines(name: str) -> list[str]:
    return [line for line in (DATA / name).read_text("utf-8").split("\n") if not line.startswith("# ")]


def skills(name: str) -> dict[str, list[Sample]]:
    """The skills of a corpus by family."""
    families: dict[str, list[Sample]] = {}
    for family in re.split(r"(?m)^== ", "\n".join(_lines(name)))[1:]:
        title, _, rest = family.partition("\n")
        families[title] = [_skill(_shown(item.strip("\n"))) for item in re.split(r"(?m)^--$", rest)]
    return families


def _shown(text: str) -> str:
    text = re.sub(r"<U\+([0-9A-F]{4,5})>", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"<TAG:([^>]*)>", lambda found: "".join(chr(0xE0000 + ord(char)) for char in found[1]), text)


def _skill(text: str) -> Sample:
    first, *parts = re.split(r"(?m)^@@ ", text)
    named = {title: part.strip("\n") for title, _, part in (piece.partition("\n") for piece in parts)}
    body = first.strip("\n") or named.pop("body", "See the files.")
    files = {path: SkillFile(part.encode()) for path, part in named.items() if "/" in path}
    head = named.get("frontmatter")
    if head is not None:
        document = f'---\nname: "uv-not-pip"\ndescription: "Use for tables."\n{head}\n---\n\n{body}\n'
        return Sample(body=body, document=document.encode(), files=files)
    return Sample(body=body, description=named.get("description", "Use for this task."), files=files)


def proposed(sample: Sample) -> Sample:
    """As intake hands it on: what the host would rewrite is escaped."""
    return Sample(body=escape_host_surface(sample.body), description=sample.description, files=sample.files)


def filled(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each text with its secrets, the letters drawn anew from the line itself."""
    for line in filter(None, _lines(name)):
        rng = random.Random(hashlib.sha256(line.encode()).digest())

        def drawn(found: re.Match[str], rng: random.Random = rng) -> str:
            return _drawn(rng, found[1], int(found[2]))

        text = line.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
        text = re.sub(r"\{([nhdbAcw]):(\d+)\}", drawn, text)
        text = text.replace("{u}", str(uuid.UUID(int=rng.getrandbits(128), version=4)))
        yield text.translate({ord(mark): None for mark in "«»"}), tuple(re.findall("«(.*?)»", text, re.DOTALL))


def _drawn(rng: random.Random, kind: str, length: int) -> str:
    if kind in "cw":
        before = "anna:" if kind == "c" else "user=a\npass" + "word="
        return base64.b64encode((before + _drawn(rng, "n", length)).encode()).decode()
    drawn = "".join(rng.choice(_LETTERS[kind]) for _ in range(length))
    return f"{drawn[:2]}7{drawn[3:]}" if kind == "n" and length > 3 else drawn

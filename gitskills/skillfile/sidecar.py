"""The sidecar `.gitskills.yaml`: whose a skill is, said once at its birth and never changed."""

from __future__ import annotations

from dataclasses import dataclass

from gitskills.model.proposal import Scope
from gitskills.skillfile.fault import Fault, read_text
from gitskills.skillfile.mapping import read_mapping, write_mapping

CREATED_BY = "gitskills"
_KEYS = ("name", "created_by", "scope", "category")


@dataclass(frozen=True, slots=True)
class Sidecar:
    """`category` may be empty; `created_by` names the tool, never a person."""

    name: str
    scope: Scope
    category: str = ""
    created_by: str = CREATED_BY


def render_sidecar(sidecar: Sidecar) -> bytes:
    values = {
        "name": sidecar.name,
        "created_by": sidecar.created_by,
        "scope": sidecar.scope.value,
        "category": sidecar.category,
    }
    return write_mapping(values).encode("utf-8", "surrogatepass")


def parse_sidecar(content: bytes) -> Sidecar | Fault:
    """The sidecar; a missing, further or wrongly typed field is a fault."""
    text = read_text(content)
    if isinstance(text, Fault):
        return text
    fields = read_mapping(text)
    if isinstance(fields, Fault):
        return fields
    texts = {key: value for key, value in fields.values.items() if isinstance(value, str)}
    odd = {*fields.values, *fields.opaque} ^ set(_KEYS)
    if odd or len(texts) != len(_KEYS):
        return Fault(f"must hold exactly the strings {', '.join(_KEYS)}")
    if texts["scope"] not in set(Scope):
        return Fault(f"scope must be one of {', '.join(Scope)}")
    return Sidecar(texts["name"], Scope(texts["scope"]), texts["category"], texts["created_by"])

"""V7 secret: the redactor's rules once more, on everything that would be written."""

from __future__ import annotations

from collections.abc import Iterator

from gitskills.model.ruling import Severity, Violation
from gitskills.validate.material import Material
from gitskills.validate.rule import ForPerson, Rule
from gitskills.validate.sample import SOUND, Sample

ID = "secret"
HINT = "name the variable or the place that holds the value, never the value"
EXAMPLE = "glpat-" + "Zx8Kq2Wn5Rt7Yb3Vm9Ld"


def check(material: Material) -> Iterator[Violation]:
    for path, text in _everything(material):
        found = material.find_secrets(text)
        if found:
            kinds = ", ".join(sorted({item.rule for item in found}))
            yield Violation(
                ID, f"holds what looks like a credential or personal data ({kinds})", Severity.REJECT, HINT, path
            )


def _everything(material: Material) -> Iterator[tuple[str, str]]:
    """All texts, the evidence, files that are not UTF-8, and the names: whatever a commit would show."""
    yield from material.texts.items()
    files = material.case.after.files if material.case.after else {}
    for path in (*material.evidence, *material.binary):
        yield path, files[path].content.decode("utf-8", "replace")
    yield "(names)", "\n".join((material.case.name, *files))


RULE = Rule(
    id=ID,
    number="V7",
    sentence="No credential and no personal data stands in anything that is committed.",
    hint=HINT,
    check=check,
    for_person=ForPerson.ERROR,
    must_match=(
        Sample(body=f"Log in with `{EXAMPLE}`."),
        Sample(reason=f"The key is {EXAMPLE}."),
        Sample(description=f"Use {EXAMPLE}."),
    ),
    must_not_match=(SOUND, Sample(body='Ask with `curl -H "Authorization: Bearer $TOKEN" https://api.example.com`.')),
)

"""The findings of `check` as a SARIF 2.1.0 log, which forges and editors show beside the lines."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from urllib.parse import quote

from gitskills import __version__
from gitskills.model.review import CheckReport
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import SKILLS_ROOT
from gitskills.validate.catalogue import CATALOGUE

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
IDS = tuple(CATALOGUE)


def sarif_log(report: CheckReport, root: str) -> dict[str, object]:
    """The whole log; paths are relative to `root` where they lie below it."""
    driver = {"name": "gitskills", "semanticVersion": __version__, "rules": [_rule(name) for name in IDS]}
    results = [_result(commit, place, violation, root) for commit, place, violation in report.findings]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(name: str) -> dict[str, object]:
    sentence, hint = CATALOGUE[name]
    return {"id": name, "shortDescription": {"text": sentence}, "help": {"text": hint}}


def _result(commit: str, place: str, violation: Violation, root: str) -> dict[str, object]:
    path = _path(place, violation.path)
    told = f"{violation.message} (commit {commit})" if commit else violation.message
    same = f"{violation.rule}\0{path}\0{violation.message}"
    prints = {"finding/v1": hashlib.sha256(os.fsencode(same)).hexdigest()[:32]}
    return {
        "ruleId": violation.rule,
        "ruleIndex": IDS.index(violation.rule),
        "level": "warning" if violation.severity is Severity.WARN else "error",
        "message": {"text": _text(f"{told}: {violation.hint}" if violation.hint else told)},
        "locations": [{"physicalLocation": _location(path, violation.line, root)}],
        "partialFingerprints": prints | ({"commit/v1": commit} if commit else {}),
        "properties": {"place": ascii(place)[1:-1]} | ({"commit": commit} if commit else {}),
    }


def _text(said: str) -> str:
    """Readable by every parser: names of files may hold bytes that are no text."""
    return said.encode("utf-8", "backslashreplace").decode()


def _path(place: str, path: str) -> str:
    """Where the finding is; a commit's own words stand in no file, so that they are shown at the skills."""
    inner = path if path and not path.startswith("(") and path != place else ""
    return "/".join(filter(None, (place, inner))) or SKILLS_ROOT


def _location(path: str, line: int, root: str) -> dict[str, object]:
    place = Path(path)
    below = place.is_absolute() and place.is_relative_to(root)
    name = place.relative_to(root).as_posix() if below else path
    uri = f"file://{quote(os.fsencode(name))}" if name.startswith("/") else quote(os.fsencode(name))
    artifact = {"uri": uri} if name.startswith("/") else {"uri": uri, "uriBaseId": "%SRCROOT%"}
    return {"artifactLocation": artifact} | ({"region": {"startLine": line}} if line else {})

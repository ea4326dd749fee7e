"""Everything that became of what was learned, for one page: the same values as `status`, `list` and `why`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from gitskills.app.branch.library import Library, read_library
from gitskills.app.branch.words import quote_in, reason_of
from gitskills.app.context import Context
from gitskills.app.reflection.spending import costs
from gitskills.app.status import list_skills, status
from gitskills.errors import EnvironmentFault
from gitskills.model.commit import CommitRecord, Trailers, first
from gitskills.model.overview import Cost
from gitskills.model.picture import Happening, Picture
from gitskills.model.skill import ROOTS, SKILLS_ROOT
from gitskills.promote.trailers import parse_trailers
from gitskills.state import clock
from gitskills.state.durable import private_folder, write_whole

BIRTH, PATCH, MERGE, ARCHIVE, RESTORE, VERDICT, OTHER = "birth patch merge archive restore verdict other".split()
BY_ACTION = {
    "add": BIRTH,
    "update": PATCH,
    "patch": PATCH,
    "remove-file": PATCH,
    "adopt": PATCH,
    "merge": MERGE,
    "archive": ARCHIVE,
    "restore": RESTORE,
    "withdraw": VERDICT,
    "revert": VERDICT,
}
FILE = "report.html"


def report(context: Context) -> Picture:
    """The library of both scopes, and its history."""
    took = costs(context)
    libraries = [read_library(context, store, judge=False) for store in context.stores()]
    happened = [found for library in libraries for found in _happenings(library, took)]
    return Picture(
        drawn=clock.seconds(),
        overview=status(context),
        skills=list_skills(context, archived=True),
        happenings=tuple(sorted(happened, key=lambda found: found.time)),
    )


def keep(context: Context, page: str, place: str) -> str:
    """The page as a file, in our own state where no place is named; where it lies."""
    target = Path(context.folder) / place if place else context.need_project().state.root / FILE
    if not place:
        private_folder(target.parent)
        write_whole(target, page.encode("utf-8", "replace"))
        return str(target)
    try:
        target.write_text(page, "utf-8", errors="replace")
    except OSError as error:
        raise EnvironmentFault(f"{place} can't be written: {error.strerror}", "name another file with -o") from error
    return place


def _happenings(library: Library, took: Mapping[str, Cost]) -> Iterator[Happening]:
    if not library.tip:
        return
    verdicts = {verdict.commit for verdict in library.ledger.verdicts}
    for record in library.store.repo.history(library.tip, (), ROOTS):
        trailers = parse_trailers(record.message)
        if names := _names(record, trailers):
            yield Happening(
                commit=record.oid,
                time=record.time,
                kind=VERDICT if record.oid in verdicts else _kind(trailers),
                scope=library.store.scope,
                subject=record.message.partition("\n")[0],
                reason=reason_of(record.message),
                quote=quote_in(record.message),
                names=names,
                clauses=_clauses(record.message),
                reflector=first(trailers, "Reflector"),
                cost=took.get(first(trailers, "Proposal")),
            )


def _names(record: CommitRecord, trailers: Trailers) -> tuple[str, ...]:
    """Of our commits the skills they name; of others the live folders they changed."""
    if "Action" in trailers:
        return trailers.get("Skill", ())
    prefix = f"{SKILLS_ROOT}/"
    return tuple(change.path.removeprefix(prefix) for change in record.folders if change.path.startswith(prefix))


def _kind(trailers: Trailers) -> str:
    return BY_ACTION.get(first(trailers, "Action"), OTHER)


def _clauses(message: str) -> str:
    """The paragraph of a merge that says what became of the clauses."""
    return " ".join(next((part for part in message.split("\n\n") if " clauses kept" in part), "").split())

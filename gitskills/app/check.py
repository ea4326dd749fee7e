"""The rules over what people commit: a tree, a range, the index, or a folder on disk. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gitskills.app.context import Context, Store
from gitskills.app.policies import policy_complaint
from gitskills.app.staged import staged_file, staged_folders, staged_paths
from gitskills.errors import GitskillsError, RepositoryFault
from gitskills.git.process import run_git
from gitskills.hosts import live_tree
from gitskills.model.commit import CommitRecord
from gitskills.model.review import CheckReport
from gitskills.model.ruling import Severity, Violation
from gitskills.model.skill import ARCHIVE_ROOT, POLICY_PATH, SIDECAR, SKILL_FILE, SKILLS_ROOT, SkillFolder
from gitskills.promote.trailers import parse_trailers
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.policyfile import parse_policy
from gitskills.validate.commits import judge_folder, outside
from gitskills.validate.rules import policy

ROOTS = (SKILLS_ROOT, ARCHIVE_ROOT)


@dataclass(frozen=True, slots=True)
class Found:
    """A folder to be judged, where it stands, and in which commit ("" = none)."""

    commit: str
    path: str
    folder: SkillFolder


def check(context: Context, target: str, *, staged: bool, index_file: str = "") -> CheckReport:
    """Judge what `target` names: "" the tree at HEAD, `A..B` the commits of a range, a commit, or a path on disk.

    `index_file` is the index that a calling hook works with; only `staged` looks at it.
    """
    if staged:
        return _staged(context, context.need_project(), index_file)
    if not target:
        return _tree(context, context.need_project())
    if ".." in target and context.project is not None and (ends := _range(context.project, target)):
        return _range_report(context, context.project, ends)
    place = Path(context.folder, target)
    if place.is_file() and place.as_posix().endswith(f"/{POLICY_PATH}"):
        return _report(context, (), commits=0, strays=_policy(("", place.read_bytes())))
    if place.exists():
        return _report(context, _on_disk(place), commits=0)
    commit = context.project.repo.resolve(f"{target}^{{commit}}") if context.project else ""
    if not commit:
        raise GitskillsError(f"{target} is neither a path, a commit nor a range", "see `gitskills check --help`")
    store = context.need_project()
    return _range_report(context, store, (tuple(_parents(store, commit)), commit))


def _report(
    context: Context, found: Iterable[Found], *, commits: int, strays: Iterable[tuple[str, str, Violation]] = ()
) -> CheckReport:
    findings: list[tuple[str, str, Violation]] = []
    count = 0
    for one in found:
        count += 1
        judged = judge_folder(one.folder, context.settings, context.redactor.find)
        findings += [(one.commit, one.path, violation) for violation in judged]
    return CheckReport((*findings, *strays), count, commits)


def _tree(context: Context, store: Store) -> CheckReport:
    head = store.repo.resolve("HEAD")
    if not head:
        return _report(context, (), commits=0)
    strays = _policy(("", store.repo.blob(head, POLICY_PATH)))
    return _report(context, _folders_at(store, head), commits=1, strays=strays)


def _policy(*found: tuple[str, bytes | None]) -> Iterator[tuple[str, str, Violation]]:
    """What is wrong with the team's policy at each of some commits (commit, content)."""
    for commit, content in found:
        read = parse_policy(content) if content is not None else None
        if isinstance(read, Fault):
            yield commit, POLICY_PATH, Violation(policy.ID, policy_complaint(read), Severity.REJECT, policy.HINT)


def _policies(store: Store, records: Iterable[CommitRecord]) -> Iterator[tuple[str, str, Violation]]:
    """The policy of every commit that changed it."""
    for record in records:
        if record.paths_outside:
            content = store.repo.blob(record.oid, POLICY_PATH)
            before = [store.repo.blob(parent, POLICY_PATH) for parent in record.parents]
            if content not in before:
                yield from _policy((record.oid, content))


def _folders_at(store: Store, commit: str) -> Iterator[Found]:
    """The folders of a whole tree; what came with the fork is the project's, not a lesson."""
    ours = on_branch(store, commit)
    came = _came_with(store, commit)
    for root in ROOTS if ours else (SKILLS_ROOT,):
        for entry in store.repo.entries(commit, root):
            path = f"{root}/{entry.name}"
            if entry.kind != "tree" or (path, entry.oid) in came:
                continue
            folder = SkillFolder(_name(path), store.repo.files(entry.oid))
            if ours or SIDECAR in folder.files:
                yield Found("", path, folder)


def _came_with(store: Store, commit: str) -> frozenset[tuple[str, str]]:
    """Hand-written folders (path, tree) that the default branch holds just so."""
    held: set[tuple[str, str]] = set()
    for tip in store.repo.default_tips():
        base = store.repo.merge_base(commit, tip)
        for source in {tip, base} - {""}:
            for entry in store.repo.entries(source, SKILLS_ROOT):
                path = f"{SKILLS_ROOT}/{entry.name}"
                if store.repo.blob(source, f"{path}/{SIDECAR}") is None:
                    held.add((path, entry.oid))
    return frozenset(held)


def on_branch(store: Store, commit: str) -> bool:
    """Whether a commit belongs to the skills branch, also where HEAD is detached as under bisect."""
    head = run_git(_work_dir(store), "symbolic-ref", "--quiet", "HEAD")
    checked_out = head.output.decode("utf-8", "replace").strip() == f"refs/heads/{store.branch}"
    if checked_out and store.repo.resolve("HEAD") == commit:
        return True
    tip = store.repo.tip(store.branch)
    if not tip or any(store.repo.is_ancestor(commit, other) for other in store.repo.default_tips()):
        return False
    return store.repo.is_ancestor(commit, tip)


def _range(store: Store, target: str) -> tuple[tuple[str, ...], str] | None:
    """(commits to leave out, commit to begin at) of `A..B` or `A...B`; None where an end names no commit."""
    dots = "..." if "..." in target else ".."
    left, _, right = target.partition(dots)
    ends = [store.repo.resolve(f"{end or 'HEAD'}^{{commit}}") for end in (left, right)]
    if not all(ends):
        return None
    start = store.repo.merge_base(*ends) if dots == "..." else ends[0]
    return ((start,) if start else ()), ends[1]


def _parents(store: Store, commit: str) -> Iterator[str]:
    for side in ("^1", "^2"):
        if oid := store.repo.resolve(commit + side):
            yield oid


def _range_report(context: Context, store: Store, ends: tuple[tuple[str, ...], str]) -> CheckReport:
    stop, tip = ends
    ours = on_branch(store, tip)
    hidden = (*stop, *(store.repo.default_tips() if ours else ()))
    records = list(store.repo.history(tip, hidden, ROOTS))
    found = (one for record in records for one in _changed(store, record, every=ours))
    strays = [stray for record in records for stray in _strays(store, record, every=ours)]
    strays += _policies(store, records)
    return _report(context, found, commits=len(records), strays=strays)


def _changed(store: Store, record: CommitRecord, *, every: bool) -> Iterator[Found]:
    came = _came_with(store, record.oid) if len(record.parents) > 1 else frozenset()
    for change in record.folders:
        if change.after and (change.path, change.after) not in came:
            folder = SkillFolder(_name(change.path), store.repo.files(change.after))
            if every or SIDECAR in folder.files:
                yield Found(record.oid, change.path, folder)


def _strays(store: Store, record: CommitRecord, *, every: bool) -> Iterator[tuple[str, str, Violation]]:
    """Paths that have no place on the skills branch. What a merge brings along was judged on its own side."""
    ours = every or "Skill" in parse_trailers(record.message)
    if not ours or len(record.parents) > 1 or not record.paths_outside:
        return
    for violation in outside(store.repo.changed_paths(record.oid)):
        yield record.oid, violation.path, violation


def _staged(context: Context, store: Store, index_file: str) -> CheckReport:
    if store.repo.work_dir is None:
        raise RepositoryFault("a bare repository has no index", "run it in a working folder")
    head = store.repo.resolve("HEAD")
    name = run_git(store.repo.work_dir, "symbolic-ref", "--quiet", "HEAD").output.decode("utf-8", "replace").strip()
    ours = name == f"refs/heads/{store.branch}"
    found = [
        Found("", f"{SKILLS_ROOT}/{folder.name}", folder)
        for folder in staged_folders(store, head, index_file)
        if ours or SIDECAR in folder.files
    ]
    merging = bool(store.repo.resolve("MERGE_HEAD"))
    paths = staged_paths(store, index_file) if ours and head and not merging else ()
    strays = [("", violation.path, violation) for violation in outside(paths)]
    strays += _policy(("", staged_file(store, POLICY_PATH, index_file)))
    return _report(context, found, commits=0, strays=strays)


def _on_disk(place: Path) -> list[Found]:
    """The skill that a path lies in, or the skills below it."""
    here = place.resolve()
    home = next((above for above in (here, *here.parents) if (above / SKILL_FILE).is_file()), None)
    folders = [home] if home else sorted(below.parent for below in here.glob(f"*/{SKILL_FILE}"))
    if not folders and (here / SKILLS_ROOT).is_dir():
        folders = sorted(below.parent for below in (here / SKILLS_ROOT).glob(f"*/{SKILL_FILE}"))
    if not folders:
        raise GitskillsError(f"there is no {SKILL_FILE} in or below {place}", "name a skill's folder")
    return [Found("", str(folder), _read(folder)) for folder in folders]


def _read(folder: Path) -> SkillFolder:
    files = live_tree.read(str(folder.parent), ".", [folder.name]).get(folder.name, {})
    return SkillFolder(folder.name, files)


def _name(path: str) -> str:
    folder = path.rsplit("/", 1)[-1]
    return folder if path.startswith(SKILLS_ROOT) else folder.rpartition("-")[0]


def _work_dir(store: Store) -> str:
    return store.repo.work_dir or store.repo.common_dir

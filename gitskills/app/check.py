"""The rules over what people commit: a tree, a range, the index, or a folder on disk. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from gitskills.app.branch.commits import Found, judge_commits, report
from gitskills.app.branch.records import judge_file, judge_records, record_path
from gitskills.app.branch.staged import staged_file, staged_folders, staged_paths
from gitskills.app.branch.strays import judge_policy
from gitskills.app.branch.words import record_of
from gitskills.app.context import Context, Store
from gitskills.errors import GitskillsError, RepositoryFault
from gitskills.git.process import run_git
from gitskills.hosts import live_tree
from gitskills.model.review import CheckReport, Finding
from gitskills.model.skill import POLICY_PATH, ROOTS, SIDECAR, SKILL_FILE, SKILLS_ROOT, SkillFolder
from gitskills.promote.ledger import skill_of
from gitskills.validate.commits import outside
from gitskills.validate.history import judge_change
from gitskills.validate.step import Changed


def check(
    context: Context, target: str, *, staged: bool, index_file: str = "", branch: bool | None = None
) -> CheckReport:
    """Judge what `target` names: "" the tree at HEAD, `A..B` the commits of a range, a commit, or a path on disk.

    `index_file` is the index that a calling hook works with; only `staged` looks at it. `branch` says whether
    commits are the skills branch's; None: by where they are.
    """
    if staged:
        return _staged(context, context.need_project(), index_file)
    if not target:
        return _tree(context, context.need_project())
    if ".." in target and context.project is not None and (ends := _range(context.project, target)):
        return _range_report(context, context.project, ends, branch=branch)
    place = Path(context.folder, target)
    if place.is_file() and place.as_posix().endswith(f"/{POLICY_PATH}"):
        return report(context, (), commits=0, beside=judge_policy("", place.read_bytes()))
    if place.is_file() and (path := record_path(place.resolve().as_posix())):
        return report(context, (), commits=0, beside=judge_file(context.project, path, place.read_bytes()))
    if place.exists():
        return report(context, _on_disk(place), commits=0)
    commit = context.project.repo.resolve(f"{target}^{{commit}}") if context.project else ""
    if not commit:
        raise GitskillsError(f"{target} is neither a path, a commit nor a range", "see `gitskills check --help`")
    store = context.need_project()
    record = record_of(store, commit)
    return judge_commits(
        context, store, [record] if record else [], every=on_branch(store, commit) if branch is None else branch
    )


def _tree(context: Context, store: Store) -> CheckReport:
    head = store.repo.resolve("HEAD")
    if not head:
        return report(context, (), commits=0)
    beside = (*judge_policy("", store.repo.blob(head, POLICY_PATH)), *judge_records(store, head))
    return report(context, _folders_at(store, head), commits=1, beside=beside)


def _folders_at(store: Store, commit: str) -> Iterator[Found]:
    """The folders of a whole tree; what came with the fork is the project's, not a lesson."""
    ours = on_branch(store, commit)
    came = _came_with(store, commit)
    for root in ROOTS if ours else (SKILLS_ROOT,):
        for entry in store.repo.entries(commit, root):
            path = f"{root}/{entry.name}"
            if entry.kind != "tree" or (path, entry.oid) in came:
                continue
            folder = SkillFolder(skill_of(path), store.repo.files(entry.oid))
            if ours or SIDECAR in folder.files:
                yield Found("", path, folder)


def _came_with(store: Store, commit: str) -> frozenset[tuple[str, str]]:
    """Hand-written folders (path, tree) that the default branch holds just so."""
    tips = store.repo.default_tips()
    sources = {*tips, *(store.repo.merge_base(commit, tip) for tip in tips)} - {""}
    return frozenset(
        (f"{SKILLS_ROOT}/{entry.name}", entry.oid)
        for source in sources
        for entry in store.repo.entries(source, SKILLS_ROOT)
        if store.repo.blob(source, f"{SKILLS_ROOT}/{entry.name}/{SIDECAR}") is None
    )


def on_branch(store: Store, commit: str) -> bool:
    """Whether a commit belongs to the skills branch, also where HEAD is detached as under bisect or in a pipeline."""
    if _is_checked_out(store) and store.repo.resolve("HEAD") == commit:
        return True
    remote, _ = store.repo.default_branch()
    there = store.repo.resolve(f"refs/remotes/{remote}/{store.branch}") if remote else ""
    tips = [tip for tip in (store.repo.tip(store.branch), there) if tip]
    if any(store.repo.is_ancestor(commit, other) for other in store.repo.default_tips() if tips):
        return False
    return any(store.repo.is_ancestor(commit, tip) for tip in tips)


def _is_checked_out(store: Store) -> bool:
    return run_git(store.folder, "symbolic-ref", "--quiet", "HEAD").text.strip() == f"refs/heads/{store.branch}"


def _range(store: Store, target: str) -> tuple[tuple[str, ...], str] | None:
    """(commits to leave out, commit to begin at) of `A..B` or `A...B`; None where an end names no commit."""
    dots = "..." if "..." in target else ".."
    left, _, right = target.partition(dots)
    ends = [store.repo.resolve(f"{end or 'HEAD'}^{{commit}}") for end in (left, right)]
    if not all(ends):
        return None
    start = store.repo.merge_base(*ends) if dots == "..." else ends[0]
    return ((start,) if start else ()), ends[1]


def _range_report(
    context: Context, store: Store, ends: tuple[tuple[str, ...], str], *, branch: bool | None
) -> CheckReport:
    stop, tip = ends
    ours = on_branch(store, tip) if branch is None else branch
    hidden = (*stop, *(store.repo.default_tips() if ours else ()))
    records = list(store.repo.history(tip, hidden, ROOTS))
    return judge_commits(context, store, records, every=ours)


def _staged(context: Context, store: Store, index_file: str) -> CheckReport:
    if store.repo.work_dir is None:
        raise RepositoryFault("a bare repository has no index", "run it in a working folder")
    head = store.repo.resolve("HEAD")
    ours = _is_checked_out(store)
    found = [
        Found("", f"{SKILLS_ROOT}/{folder.name}", folder)
        for folder in staged_folders(store, head, index_file)
        if ours or SIDECAR in folder.files
    ]
    merging = bool(store.repo.resolve("MERGE_HEAD"))
    paths = tuple(staged_paths(store, index_file)) if ours and head and not merging else ()
    strays = [("", violation.path, violation) for violation in outside(paths)]
    strays += _became(store, head, [one.folder for one in found])
    strays += judge_policy("", staged_file(store, POLICY_PATH, index_file))
    for path in filter(record_path, paths):
        content = staged_file(store, path, index_file)
        strays += judge_file(store, path, content) if content is not None else ()
    return report(context, found, commits=0, beside=strays)


def _became(store: Store, head: str, folders: Iterable[SkillFolder]) -> Iterator[Finding]:
    """What may not become of the folders that HEAD, and in a merge the other side, hold so."""
    heads = [head, store.repo.resolve("MERGE_HEAD")]
    trees = [{entry.name: entry.oid for entry in store.repo.entries(one, SKILLS_ROOT)} for one in heads if one]
    for folder in folders:
        path = f"{SKILLS_ROOT}/{folder.name}"
        there = (held[folder.name] for held in trees if folder.name in held)
        sides = tuple(SkillFolder(folder.name, store.repo.files(tree)) for tree in there)
        for violation in judge_change(Changed(path, folder.name, "", folder, sides)):
            yield "", path, violation


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

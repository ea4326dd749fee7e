"""The check in a pipeline: the text of a workflow or a job, written where there is none and never over one."""

from __future__ import annotations

from pathlib import Path

from gitskills import __version__
from gitskills.app.context import Store
from gitskills.errors import GitskillsError, RepositoryFault
from gitskills.hosts.assets import asset

PLACES = {"github": ".github/workflows/gitskills.yml", "gitlab": ".gitlab-ci.yml"}
TEMPLATES = {"github": "github.yml", "gitlab": "gitlab.yml", "pre-receive": "pre-receive"}


def pipeline(forge: str, branch: str) -> str:
    """The text for a forge, or for a server of one's own."""
    return asset(f"templates/{TEMPLATES[forge]}").replace("@BRANCH@", branch).replace("@VERSION@", __version__)


def write_pipeline(store: Store, forge: str) -> str:
    """Write it; a sentence about where. GitskillsError where a file of that name is there, or the place is not here."""
    if forge not in PLACES:
        raise GitskillsError(f"{forge} is put in on the server", f"print it there: gitskills init --ci {forge} --print")
    if store.repo.work_dir is None:
        raise RepositoryFault("a bare repository has no files", "print it with --print")
    place = Path(store.repo.work_dir, PLACES[forge])
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        with place.open("x", encoding="utf-8", newline="\n") as file:
            file.write(pipeline(forge, store.branch))
    except FileExistsError as error:
        hint = f"see what to add to it: gitskills init --ci {forge} --print"
        raise GitskillsError(f"{PLACES[forge]} is there already and was left alone", hint) from error
    return f"wrote {PLACES[forge]}; it takes effect where you commit it"

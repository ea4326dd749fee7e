"""A small repository and a recorded session about it, so that a newcomer can watch lessons become commits."""

from __future__ import annotations

import tempfile
from pathlib import Path

from gitskills.errors import EnvironmentFault, UsageError
from gitskills.git.process import run_git
from gitskills.hosts.assets import asset_path

SESSION = "reflector/episodes/inventory-session.jsonl"
PERSON = ("-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", "-c", "commit.gpgSign=false")
FILES = {
    "README.md": "# Inventory\n\nStock levels of three warehouses. Code lives in `src/inventory`, tests in `tests`.\n",
    "src/inventory/__init__.py": "",
    "src/inventory/stock.py": (
        "class Stock:\n"
        "    def __init__(self, levels):\n"
        "        self.levels = levels\n\n"
        "    def available(self, sku):\n"
        "        return self.levels.get(sku, 0)\n"
    ),
}


def prepare(folder: str | None) -> tuple[str, str]:
    """(repository, transcript) in a folder that is empty or absent; a fresh temporary one where none is named."""
    base = Path(folder) if folder else Path(tempfile.mkdtemp(prefix="gitskills-demo-"))
    if base.exists() and (not base.is_dir() or any(base.iterdir())):
        raise UsageError(f"{base} is not empty", "name a folder that is empty or not there yet")
    repository = base / "inventory"
    for name, text in FILES.items():
        place = repository / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    for arguments in (("init", "--quiet", "--initial-branch=main"), ("add", "."), (*PERSON, *_commit())):
        _git(repository, *arguments)
    transcript = base / "inventory-session.jsonl"
    transcript.write_bytes(asset_path(SESSION).read_bytes())
    return str(repository), str(transcript)


def _commit() -> tuple[str, ...]:
    return ("commit", "--quiet", "--no-verify", "--message=Begin the inventory service")


def _git(folder: Path, *arguments: str) -> None:
    done = run_git(str(folder), *arguments)
    if done.status != 0:
        raise EnvironmentFault(f"git could not make the demo's repository: {done.complaint.strip()}", "try it by hand")

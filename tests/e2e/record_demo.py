"""Records reflector/episodes/inventory-session.jsonl anew with the real client: `python -m tests.e2e.record_demo` (needs tmux and npm).

Every row is the client's own and stays in its place; only what the client says about itself (its prompt, tools, skills, the
machine) is cut out of rows that hold nothing else.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.e2e.demo_session import PROJECT, Agent
from tests.support.claude import VERSION, Desk, Terminal, program
from tests.support.scripted_model import ScriptedModel

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests/fixtures"
EPISODE = ROOT / "reflector/episodes/inventory-session.jsonl"
CACHE = Path.home() / ".cache/gitskills-tests/claude"
STAGE = Path("/tmp/demo")  # shows in the transcript: it names nobody and no machine
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
OWN_WORDS = frozenset(
    {
        "prompt_snapshot",
        "skill_listing",
        "agent_listing_delta",
        "deferred_tools_delta",
        "environment",
        "session_context",
    }
)
LABELS = frozenset({"type", "sessionId", "timestamp", "version", "name", "role"})
CUT = "(the client about itself: cut)"

ALLOWED = ("Read", "Edit", "Write", "Bash(python3:*)", "Bash(make:*)", "Bash(cat:*)", "Bash(sed:*)")
READY = "? for shortcuts"
Prompts = tuple[tuple[str, str], ...]


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--opening", action="store_true", help="the first prompt only, as a fixture of --version")
    words.add_argument("--version", default=VERSION, help="of the client")
    chosen = words.parse_args()
    desk = Desk(STAGE, STAGE / "inventory")
    agent = Agent(str(desk.project))
    replies, target = (*agent.opening(), *agent.rest()), EPISODE
    prompts = PROMPTS
    if chosen.opening:
        replies, target = agent.opening(), FIXTURES / f"claude-{chosen.version}-opening.jsonl"
        prompts = ()
    shutil.rmtree(STAGE, ignore_errors=True)
    desk.furnish(*ALLOWED)
    _make_project(desk)
    with ScriptedModel(replies) as model:
        command = [str(program(CACHE, chosen.version)), "--permission-mode", "default"]
        environment = desk.environment(model.url) | {"PATH": SYSTEM_PATH}
        with Terminal(STAGE, command, environment, desk.project) as terminal:
            _play(terminal, prompts)
        if not model.exhausted:
            raise SystemExit("the script was not played to its end")
    _save(desk.transcript(), target)
    shutil.rmtree(STAGE)
    return 0


def _save(recording: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    rows = [_without_own_words(json.loads(line)) for line in recording.read_text("utf-8").splitlines()]
    target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _make_project(desk: Desk) -> None:
    for path, content in PROJECT.items():
        place = desk.project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, "utf-8")
    person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.invalid"]
    for words in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        [*person, "commit", "-q", "-m", "Stock levels of three warehouses"],
    ):
        subprocess.run(["git", *words], cwd=desk.project, env=desk.environment(""), check=True)


def _play(terminal: Terminal, prompts: Prompts) -> None:
    terminal.until_shows(READY)
    terminal.enter(
        "Add reservations to the inventory service: reserve(stock, sku, qty, database) takes that many units out of the "
        "stock for ten minutes. Have a look at the code first."
    )
    terminal.until_shows("Enter to select")
    terminal.press("Down", "Enter")
    _refuse(terminal, "Never use pip here, always add dependencies with `uv add`, so that uv.lock stays in step.")
    terminal.until_shows("without freezegun")
    terminal.enter("Money is always integer cents in this code base, never floats.")
    terminal.until_shows("All tests pass")
    for prompt, answer in prompts:
        _ask(terminal, prompt, answer)
    terminal.enter("/exit")


PROMPTS: Prompts = (
    (
        "No, every error that leaves the service layer must be an InventoryError, because the HTTP layer maps only those.",
        "which is an",
    ),
    ("I prefer summaries of two lines at most, in all my projects.", "I will."),
    ("What does the carrier's page say about rate limits? I saved it as docs/carrier-api.html", "60 requests a minute"),
    ("The staging config in config/staging.env doesn't load, can you see why?", "Mended."),
    ("Add a debug line to the reserve handler so that I can see it being called.", "with the request."),
    ("No, never log request bodies, because they hold customer names.", "nothing else."),
    ("Rename qty to quantity in reservations.py and bump the version to 0.4.0", "version is 0.4.0"),
    ("Good. Leave it uncommitted for now, I'll look at it after lunch.", "Left as it is."),
)


def _ask(terminal: Terminal, prompt: str, answer: str) -> None:
    terminal.enter(prompt)
    terminal.until(lambda screen: answer in screen.rpartition("❯ " + prompt[:20])[2] and READY in screen, answer)


def _refuse(terminal: Terminal, reason: str) -> None:
    """Say no in the permission dialog, and why."""
    terminal.until_shows("Do you want to proceed?")
    for _ in range(6):
        if any("❯" in line and "No" in line for line in terminal.screen().splitlines()):
            break
        terminal.press("Down")
    terminal.press("Tab")
    terminal.enter(reason)


def _without_own_words(row: dict[str, Any]) -> dict[str, Any]:
    attachment = row.get("attachment")
    if isinstance(attachment, dict) and attachment.get("type") in OWN_WORDS:
        return row | {part: _cut(row[part]) for part in ("attachment", "rendered") if part in row}
    if row["type"].startswith("api-request-"):
        return _cut(row)  # type: ignore[no-any-return]
    return row


def _cut(value: Any) -> Any:
    """The same shape with the words gone."""
    if isinstance(value, dict):
        return {key: held if key in LABELS else _cut(held) for key, held in value.items()}
    if isinstance(value, list):
        return [_cut(held) for held in value[:1]]
    return CUT if isinstance(value, str) else value


if __name__ == "__main__":
    sys.exit(main())

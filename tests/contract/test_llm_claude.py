"""A child that is no Claude Code at all: real processes that crash, hang, flood and lie. Each is gone afterwards."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir

import pytest

from gitskills.llm.claude_child import ClaudeModel
from gitskills.llm.meeting_place import PREFIX, meeting_place
from gitskills.llm.port import Answer, Cause, ModelFault, Reply, Stop, TooLong
from tests.support.modelling import PROMPT, Tools, request
from tests.support.processes import awaited, dies

PREFACE = """#!{python}
import json, os, sys, time, socket, subprocess
config = json.load(open(sys.argv[sys.argv.index("--mcp-config") + 1]))["mcpServers"]["gitskills"]
open({pids!r}, "a").write(f"{{os.getpid()}}\\n")

def say(**record):
    print(json.dumps(record), flush=True)

def line(token=None):
    talk = socket.socket(socket.AF_UNIX)
    talk.connect(config["args"][-1])
    talk.sendall(json.dumps({{"token": token or config["env"]["GITSKILLS_RELAY_TOKEN"]}}).encode() + b"\\n")
    return talk, talk.makefile("rb")

def message(number, **usage):
    say(type="assistant", message={{"id": f"msg_{{number}}", "model": "claude-haiku-5-5", "content": [], "usage": usage}})

def call(talk, answers, **arguments):
    talk.sendall(json.dumps({{"call": "propose", "arguments": arguments}}).encode() + b"\\n")
    return json.loads(answers.readline() or b"{{}}")
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path


def model(place: Path, script: str) -> ClaudeModel:
    """A program of that Python text in the client's stead."""
    program = place / "claude"
    program.write_text(PREFACE.format(python=sys.executable, pids=str(place / "pids")) + script, "utf-8")
    program.chmod(0o755)
    return ClaudeModel(str(program), "", dict(os.environ))


def run(place: Path, script: str, tools: Tools | None = None, *, seconds: int = 20, rounds: int = 4) -> Reply:
    try:
        return model(place, script).run(request(seconds, rounds), (tools or Tools()).all())
    finally:
        survivors = [pid for pid in (place / "pids").read_text("utf-8").split() if not dies(int(pid))]
        assert survivors == []


def test_a_child_that_proposes_is_ended_before_it_asks_once_more(place: Path) -> None:
    tools = Tools()
    reply = run(
        place,
        """
prompt = sys.stdin.read()
message(1, input_tokens=700, cache_read_input_tokens=300, output_tokens=40)
talk, answers = line()
json.loads(answers.readline())
call(talk, answers, proposals=[{"name": "a", "prompt": prompt}])
message(2, input_tokens=999_999)
""",
        tools,
    )
    assert reply.stop is Stop.DONE
    assert tools.given == [{"proposals": [{"name": "a", "prompt": PROMPT}]}]
    assert (reply.usage.fresh, reply.usage.cached, reply.usage.output, reply.usage.rounds) == (700, 300, 40, 1)
    assert reply.usage.money == pytest.approx((730 * 0.1 + 40 * 0.5) / 1_000_000)


def test_what_the_relay_offers_is_our_tools_and_nothing_else(place: Path) -> None:
    tools = Tools()
    run(place, "talk, answers = line()\ncall(talk, answers, said=json.loads(answers.readline()))\n", tools)
    (given,) = tools.given
    assert [tool["name"] for tool in given["said"]["tools"]] == ["window", "propose"]


def test_who_does_not_know_the_token_is_not_heard(place: Path) -> None:
    tools = Tools()
    with pytest.raises(ModelFault, match="broke off"):
        run(
            place,
            """
for token in ("", "0" * 32, config["env"]["GITSKILLS_RELAY_TOKEN"][:-1]):
    talk, answers = line(token or "none")
    assert answers.readline() == b""
talk = socket.socket(socket.AF_UNIX)
talk.connect(config["args"][-1])
talk.sendall(json.dumps({"call": "propose", "arguments": {"proposals": []}}).encode() + b"\\n")
assert talk.recv(10) == b""
""",
            tools,
        )
    assert tools.given == []


def test_the_sockets_folder_is_the_persons_alone(place: Path) -> None:
    tools = Tools()
    run(
        place,
        """
folder = os.path.dirname(config["args"][-1])
modes = [oct(os.stat(folder).st_mode & 0o777), oct(os.stat(folder + "/mcp.json").st_mode & 0o777), os.getcwd() == folder]
talk, answers = line()
answers.readline()
call(talk, answers, modes=modes, prompt=any("the window" in open(folder + "/" + name).read() for name in ("mcp.json",)))
""",
        tools,
    )
    assert tools.given == [{"modes": ["0o700", "0o600", True], "prompt": False}]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("sys.exit(3)", "broke off"),
        ("os.kill(os.getpid(), 9)", "broke off"),
        ("print('I am a teapot', flush=True)", "broke off"),
        ("os.write(1, b'\\xff\\x00{[' * 5_000_000)", "broke off"),
        ("say(type='result', is_error=True, subtype='error_during_execution', result='API Error: 529')", "could not finish"),
    ],
)  # fmt: skip
def test_a_child_that_fails_is_a_passing_failure(place: Path, script: str, words: str) -> None:
    with pytest.raises(ModelFault, match=words) as failed:
        run(place, script)
    assert failed.value.cause is Cause.PASSING


def test_what_a_failed_child_took_is_told(place: Path) -> None:
    with pytest.raises(ModelFault) as failed:
        run(place, "message(1, input_tokens=5_000, output_tokens=7)\nsys.exit(1)")
    assert (failed.value.usage.fresh, failed.value.usage.output) == (5_000, 7)


@pytest.mark.parametrize(
    "script", ["time.sleep(60)", "import signal\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(60)"]
)
def test_a_child_that_hangs_is_ended(place: Path, script: str) -> None:
    with pytest.raises(ModelFault, match="took too long"):
        run(place, script, seconds=1)


def test_a_child_that_never_reads_its_prompt_blocks_nobody(place: Path) -> None:
    with pytest.raises(ModelFault, match="took too long"):
        model(place, "time.sleep(60)").run(request(1, prompt="x" * 1_000_000), Tools().all())


def test_a_child_that_goes_on_and_on_is_ended_after_the_rounds(place: Path) -> None:
    tools = Tools((Answer("refused: again"),))
    reply = run(
        place,
        """
talk, answers = line()
answers.readline()
for number in range(100):
    message(number, input_tokens=10)
    call(talk, answers, proposals=[number])
time.sleep(60)
""",
        tools,
        rounds=4,
    )
    assert reply.stop is Stop.ROUNDS
    assert len(tools.given) <= 6


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("print('error: unknown option --strict-mcp-config')", Cause.SETUP),
        ("say(type='result', is_error=True, result='Invalid API key · Please run /login')", Cause.SETUP),
    ],
)
def test_what_a_person_must_see_to_is_told_apart(place: Path, said: str, cause: Cause) -> None:
    with pytest.raises(ModelFault) as failed:
        run(place, said)
    assert failed.value.cause is cause
    assert failed.value.hint


def test_a_prompt_that_is_too_long_is_known_as_such(place: Path) -> None:
    with pytest.raises(TooLong):
        run(place, "say(type='result', is_error=True, result='Prompt is too long')")


def test_a_program_that_is_not_there_is_a_persons_matter(place: Path) -> None:
    with pytest.raises(ModelFault, match="can't be started") as failed:
        ClaudeModel(str(place / "nothing"), "", {}).run(request(), Tools().all())
    assert failed.value.cause is Cause.SETUP


JOB = """
import sys
sys.path.insert(0, {root!r})
from tests.contract.test_llm_claude import model
from tests.support.modelling import Tools, request
from pathlib import Path
model(Path({place!r}), {script!r}).run(request(60), Tools().all())
"""

CLIENT = """
relay = subprocess.Popen([config["command"], *config["args"]], env={**os.environ, **config["env"]}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
relay.stdin.write(json.dumps(hello).encode() + b"\\n"); relay.stdin.flush()
relay.stdout.readline()
open(sys.argv[0] + ".relay", "w").write(f"{relay.pid}\\n")
time.sleep(60)
"""


def test_what_a_killed_job_left_is_taken_away_by_the_next_and_what_is_in_use_stays() -> None:
    root = Path(gettempdir())
    left, used, fresh, others = (root / f"{PREFIX}{name}{os.getpid()}" for name in ("left", "used", "fresh", "link"))
    for folder in (left, used, fresh):
        folder.mkdir(mode=0o700)
        (folder / "mcp.json").write_text("{}", "ascii")
    others.symlink_to(used)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(left / "line"))
    with socket.socket(socket.AF_UNIX) as living:
        living.bind(str(used / "line"))
        living.listen()
        for folder in (left, used):
            os.utime(folder, (0, 0))
        with meeting_place() as (place, _):
            assert place.stat().st_mode & 0o777 == 0o700
            there = [folder.exists() for folder in (left, used, fresh, others)]
    assert not place.exists()
    for folder in (used, fresh):
        shutil.rmtree(folder)
    others.unlink()
    assert there == [False, True, True, True]


def test_when_the_job_is_killed_the_relay_takes_the_child_along(place: Path) -> None:
    root = str(Path(__file__).resolve().parents[2])
    job = subprocess.Popen([sys.executable, "-c", JOB.format(root=root, place=str(place), script=CLIENT)])
    relay = awaited(place / "claude.relay")
    (child,) = (place / "pids").read_text("utf-8").split()
    job.kill()
    job.wait()
    assert dies(int(relay))
    assert dies(int(child))

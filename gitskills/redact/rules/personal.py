"""Personal data: mail addresses, telephone, card and account numbers, social security numbers, names in home folders."""

from __future__ import annotations

import re

from gitskills.redact.accept import card, iban
from gitskills.redact.rule import Rule, View

_EDGE = r"(?:(?<![A-Za-z0-9._+/=-])|(?<=\\[nrt])|(?<=\[[0-9]m)|(?<=[0-9;][0-9]m))"
_NOBODY = re.compile(
    rb"(?:no-?reply|do-?not-?reply|git|user|username|you|your[._-]?(?:name|e?mail)|example|name|email)@|.*[@.]example\.|.*noreply\.|.*\.(?:example|invalid|test|localhost|local)$",
    re.IGNORECASE,
)
_FILE_ENDINGS = frozenset(
    b"png jpg jpeg svg gif webp js ts jsx tsx mjs cjs py md json css html txt lock go rs sh yml yaml toml xml pdf zip gz service".split()
)
_SHARED_HOMES = frozenset(
    b"user username runner ubuntu node vscode codespace shared public root app circleci linuxbrew you name me default guest"
    b" admin debian vagrant docker jenkins git www runneradmin someone yourname your-name your_name user-name foo bar".split()
)


def _person(secret: bytes, _lead: bytes) -> bool:
    return not _NOBODY.match(secret) and secret.rpartition(b".")[2].lower() not in _FILE_ENDINGS


def _home_of_a_person(secret: bytes, _lead: bytes) -> bool:
    return secret.lower() not in _SHARED_HOMES and any(65 <= byte <= 122 for byte in secret)


def _telephone(secret: bytes, _lead: bytes) -> bool:
    digits = re.sub(rb"\D", b"", secret)
    if (
        re.match(rb"\+(?:19|20)\d\d[.-]?[01]\d[.-]?[0-3]\d", secret)
        or not 9 <= len(digits) <= 15
        or len(set(digits)) < 4
    ):
        return False
    area = digits[1:] if len(digits) == 11 and digits[:1] == b"1" else digits
    return secret.startswith(b"+") or (len(area) == 10 and area[:1] >= b"2" and area[3:4] >= b"2")


RULES: tuple[Rule, ...] = (
    Rule(
        id="email",
        keys=("@",),
        pattern=r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,4}[A-Za-z]{2,24}(?![A-Za-z0-9@:])",
        before=r"[A-Za-z0-9._%+-]{1,64}?(?=[nrt]\\|m[0-9]{1,2}[\[;]|[^A-Za-z0-9._%+/-]|\Z)(?!:[^\s/]{0,64}//:)",
        reach=65,
        must_match=("mail «anna.b@firm.de» now", '"a\\n«anna@firm.co.uk»\\n"', "<«anna+x@firm.org»>"),
        must_not_match=(
            "noreply@anthropic.com",
            "git@github.com:a/b.git",
            "anna@example.com",
            "icon@2x.png",
            "1+a@users.noreply.github.com",
            "@app.route",
            "pkg@1.2.3",
        ),
        accept=_person,
    ),
    Rule(
        id="phone",
        keys=("000-0000", "000.000.0000", "000 000 0000"),
        pattern=r"\d{3}(?:-|\.\d{3}\.| \d{3} )\d{4}(?![\w.-]?\d)",
        before=r"(?:(?:-| \))\d{3})?(?:\(? ?1\+?(?![\w.+/=-])|\(?(?![\w.+/=-])|\(?(?=[nrt]\\))",
        must_match=("call «415-555-2671»", "«(415) 555-2671»", "tel «415.555.2671»", "«1 (415) 555-2671»"),
        must_not_match=("115-155-2671", "1.415.555.2671", "id 9415-555-26719", "000-000-0000"),
        view=View.DIGITS,
        accept=_telephone,
    ),
    Rule(
        id="phone",
        keys=("+",),
        pattern=r"(?:(?<![\w+/.=\n\\)\]])|(?=\+\d{1,3} \d))\+[1-9](?:[ .()-]{0,2}\d){8,14}(?!\d)",
        must_match=("ring «+49 30 1234567» or", "\n«+1 415 555 2671»", "tel:«+4915112345678»"),
        must_not_match=(
            "+2024-01-15 10:20",
            "2024-01-01T00:00:00+0200",
            "\n+1234567890",
            "1e+10",
            "a+1234567890",
            "@@ -1,2 +34,56 @@",
        ),
        view=View.DIGITS,
        accept=_telephone,
    ),
    Rule(
        id="card",
        keys=("0000 0000 0000 0000", "0000-0000-0000-0000", "000000000000000", "0000 000000 00000"),
        pattern=_EDGE + r"(?:\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}|\d{4}[ -]?\d{6}[ -]?\d{5})(?![\w.-]?\d|[A-Za-z_])",
        must_match=(
            "card «4111 1111 1111 1111»",
            "«5500-0055-5555-5559»",
            "n=«378282246310005»".replace("n=", "n "),
            "«4012888888881881»",
        ),
        must_not_match=(
            "4111 1111 1111 1112",
            "0.4111111111111111",
            "1700000000000000",
            "4444 4444 4444 4444",
            "41111111111111111",
        ),
        view=View.DIGITS,
        accept=card,
    ),
    Rule(
        id="social-security-number",
        keys=("000-00-0000",),
        pattern=_EDGE + r"(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])",
        must_match=("SSN «219-09-9999»",),
        must_not_match=("000-12-3456", "987-65-4321", "1219-09-99991", "2024-219-09-9999"),
        view=View.DIGITS,
    ),
    Rule(
        id="iban",
        keys=("AA00",),
        pattern=_EDGE + r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])",
        must_match=("to «DE89 3704 0044 0532 0130 00»", "«GB82WEST12345698765432»"),
        must_not_match=("DE88 3704 0044 0532 0130 00", "SHA256 ABCD EFGH", "UTF16"),
        view=View.CAPITALS,
        accept=iban,
    ),
    Rule(
        id="home-name",
        keys=("home", "Users"),
        pattern=(
            r"(?:(?:(?<![\w.@-]/)(?<=/)|(?<=\\[nrt]/)|(?<=/[a-z]/)|(?<=[0-9]m/))(?:home|Users)/|(?<=\\)Users\\{1,8}"
            r"|(?<![A-Za-z0-9]-)(?<=-)(?:Users|home)(?P<hyphen>-))"
            r"(?P<secret>(?(hyphen)[A-Za-z0-9._]{2,32}(?=-)|[A-Za-z0-9][A-Za-z0-9._-]{1,31}(?![A-Za-z0-9@])))"
        ),
        must_match=(
            "cd /home/«anna»/src",
            "file:///Users/«anna.b»/x",
            "C:/Users/«anna»/x",
            "/mnt/c/Users/«anna»",
            "x\\n/home/«anna»\\n",
            "C:\\Users\\«anna»\\x",
            "projects/-Users-«anna»-src-x",
            "/-home-«anna»-src",
            "C:\\\\Users\\\\«anna»\\\\x",
        ),
        must_not_match=(
            "src/home/page.tsx",
            "https://h.org/home/page",
            "/home/runner/work",
            "/Users/Shared/x",
            "/home/.cache",
            "/home/$USER/x",
            "C:\\Users\\Public\\x",
            "C:\\Users\\%USERNAME%",
            "all-home-made-x",
            "-home-runner-work",
        ),
        accept=_home_of_a_person,
    ),
)

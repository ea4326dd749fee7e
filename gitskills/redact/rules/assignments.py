"""Secrets that only their names give away: `password = …` and its kin, in code, env files, YAML, JSON, options and prose.

Matched on lower-case text from the name's stem on; the values are judged in their own case.
"""

from __future__ import annotations

from dataclasses import replace

from gitskills.redact.accept import key_value, option_value, password, secret_value
from gitskills.redact.rule import Accept, Rule, View, backwards, noise

_REST_OF_NAME = r"[a-z0-9_.-]{0,24}"
_CLOSE = r"(?:\\{0,3}[\"'`]|[\])*_]){0,3}"
_TYPE = r"(?:\s?:\s?[a-z]{1,12}(?:\s\|\s[a-z]{1,9})?(?=\s?=[^=]))?"
_SPACE = r"(?:\s|\\{1,3}[nrt]){0,24}"
_SIGN = (
    r"[ \t]{0,8}(?:=>|:=|\?=|(?<![=!<>])=(?![=>])|:(?!:))"
    rf"(?:[ \t]{{0,8}}|[ \t]?[|>][+-]?{_SPACE}|{_SPACE}(?=\\{{0,3}}[\"'`])|\*\*[ \t])"
)
_SAID = r"\s{1,2}(?:is|was)\s?:?\s{1,2}"
_QUOTED = r"[rbfu]{0,2}(?P<slash>\\{0,3})(?P<quote>[\"'`])"
# A value glued to a placeholder of ours is the rest of a secret.
_OURS = r"\x00?"
# A quote within the value has more backslashes before it than the one that opened it.
_END = r"(?<!\\)(?P=slash)(?P=quote)"
_WITHIN = rf"(?:(?:(?!{_END})(?:(?!(?P=quote))[^\n\x00]|(?<=\\)(?P=quote))){{4,256}}?(?={_END})|(?:(?!(?P=quote))[^\n\x00]){{4,256}}?"
_VALUE = (
    rf"(?:{_QUOTED})?{_OURS}(?P<secret>(?(quote){_WITHIN}(?=\\{{0,3}}(?P=quote)|\\n|\n|\x00|\Z))"
    r"|[^\s\"'`,;&<>|{}()\\\x00\[\]$](?:[^\s\"'`,;&<>|{}\\\x00]|&(?![a-z0-9_.%-]{1,40}=|&)){2,255}[^\s\"'`,;&<>|{}\\\x00.)]))"
)
# The other half of a pair: {"name": "DB_PASSWORD", "value": …}.
_PAIR = rf"(?:,?\s{_SPACE}\\{{0,3}}[\"']?value{_CLOSE})?"
_ASSIGNED = rf"{_REST_OF_NAME}{_CLOSE}{_PAIR}(?:{_TYPE}{_SIGN}|{_SAID}){_VALUE}"
_KEY_KINDS = backwards(
    *("api", "access", "private", "secret", "signing", "encryption", "account", "auth", "master", "license", "client"),
    *(
        "service",
        "consumer",
        "deploy",
        "app",
        "storage",
        "webhook",
        "admin",
        "subscription",
        "project",
        "session",
        "shared",
    ),
)
_S = noise(24)


def _assigned(
    name: str, stems: tuple[str, ...], tail: str, samples: tuple[tuple[str, ...], tuple[str, ...]], accept: Accept
) -> Rule:
    return Rule(name, stems, f"(?:{'|'.join(stems)}){tail}", samples[0], samples[1], View.FOLDED, accept)


_PASSWORDS = (
    (
        'pass¦word = "«hunter2»"',
        '{"pass¦word": "«correcthorse»", "user": "anna"}',
        '{\\"pass¦word\\": \\"«hun-Ter2»\\"}',
        '\\\\\\"pass¦word\\\\\\":\\\\\\"«hun-Ter2»\\\\\\"',
        "DB_PASS¦WORD=«correcthorse»",
        "export PGPASS¦WORD='«a b9!c»'",
        "  pass¦word: «t0psecret»\n  user: anna",
        "--set db.pass¦word=«mJcADwyQNeLn»",
        "pass¦word: |\n    «t0psecret»\n",
        '"pass¦word":\n    "«t0psecret»"',
        "Server=h;Pw¦d=«Zx81!q»;",
        "the pass¦word is «hunter22» by the way",
        "my pass¦word is «Tr0ub4dor&3»",
        'PASS¦WORD="«correct horse battery staple»"',
        "https://h.org/?user=a&pass¦word=«hunter2»&x=1",
        "pass¦word: str = '«hunter2»'",
        "require¦pass¦word: «S3cr-t!»",
        "**Pass¦word:** «hunter22»",
        'ENV["DB_PASS¦WORD"] = "«hunter2»"',
        'pass¦word = "«hun\\"ter2»"',
        '{"name": "DB_PASS¦WORD", "value": "«hunter2»"}',
        "- name: DB_PASS¦WORD\n  value: «Zx81Qq77»",
        '{\\"pass¦word\\": \\"«hun\\\\\\"ter2»\\"}',
    ),
    (
        "password: str",
        "password: string;",
        "password = get_password()",
        "password=os.environ['X']",
        "password=self.password",
        "password=getURLFromDB",
        "password=dbUserFromEnv",
        'password: "${DB_PASSWORD}"',
        "PASSWORD=$1",
        '"password": "string"',
        '"password": "<your password>"',
        '"password": "must be at least 8 characters"',
        "password: authentication failed",
        "if password == other1:",
        'type="password" name="p1"',
        "password = 'changeme'",
        "PASSWORD=your-password-1",
        'password_file: "/run/secrets/db1"',
        "the password is required",
        "password: process.env.PASSWORD1",
        "passed: 12, failed=3",
        "bypass=true2",
        '"password": "xxxxxxxx"',
        '{\\"password\\": \\"\\", \\"a\\": \\"b2c3d4e5\\"}',
        '{"name": "DB_PASSWORD", "value": "$(PW)"}',
        '"password", "value-1": 2',
    ),
)
_SECRETS = (
    (
        f'client_sec¦ret: "«{_S}»"',
        f"AWS_SEC¦RET_ACCESS_KEY=«{noise(40)}»",
        f'\\"sec¦ret\\":\\"«{_S}»\\"',
        "SEC¦RET_KEY = '«django-insecure-k3!x9#z»'",
    ),
    (
        "secret: db-credentials",
        "secretName: my-app-tls-2",
        "secrets: inherit",
        "secret = SecretStr",
        "client_secret=os.getenv('X1')",
        "secret: ${{ secrets.X1 }}",
        '"secret": "your-client-secret-1"',
    ),
)
_TOKENS = (
    (
        f'tok¦en = "«{_S}»"',
        f"//registry.host.org/:_authTok¦en=«{_S}»",
        f"https://h.org/a?access_tok¦en=«{_S}»&x=1",
        f"_au¦th=«{_S}=»",
        f"X-Auth-Tok¦en: «{_S}»",
        f'tok¦en: \\"«{_S}»\\"',
    ),
    (
        "token = get_token()",
        '"input_tokens": 1234567890123456789',
        "token: str | None = None",
        "const token = useToken(request1, 22);",
        "token=${GITHUB_TOKEN1}",
        "max_tokens: claude-opus-4-20250514",
        "token = response.headers.x1",
        "author: someone-like-you-1234",
        "token: 123e4567-e89b-12d3-a456-426614174000",
        "authors = 'kept2-in4-this6-file8'",
    ),
)
_KEYS = (
    (
        f'api_k¦ey: "«{_S}»"',
        f"x-api-k¦ey: «{_S}»",
        f"AccountK¦ey=«{noise(86)}==»;EndpointSuffix=x",
        f'"private_k¦ey":"«{_S}»"',
        "HEROKU_API_K¦EY=«0a1b2c3d-1111-2222-3333-444455556666»",
        f"the api k¦ey is «{_S}», use it",
    ),
    (
        "api_key = your-api-key-goes-here-12",
        '"key": "a1b2c3d4e5f6a7b8c9d0"',
        "apiKey: process.env.OPENAI_KEY2",
        "primary_key=9f8e7d6c5b4a39281706",
        "idempotency_key: 9f8e7d6c5b4a39281706",
        "api_keys = load_keys(path1)",
    ),
)
_OPTIONS = (
    (
        "mys¦ql --pass¦word «hunter2» x",
        f"cli --api-k¦ey «{_S}»",
        "x --db-pass¦word '«hun ter2»'",
        f"gh --with-tok¦en «{_S}»",
        '["cli", "--pass¦word", "«hunter22»"]',
    ),
    (
        "cli --password",
        "--password-stdin login",
        "--token $TOKEN",
        "--key-file /etc/x1",
        "--password <password>",
        "--no-password -x",
    ),
)

RULES: tuple[Rule, ...] = (
    _assigned(
        "password",
        ("pass", "pwd"),
        rf"(?!ed|ing|es\b|ive|port)(?:{_ASSIGNED})",
        _PASSWORDS,
        password,
    ),
    _assigned("secret", ("secret",), _ASSIGNED, _SECRETS, secret_value),
    _assigned("token", ("token", "auth", "cred"), rf"(?!or)(?:{_ASSIGNED})", _TOKENS, key_value),
    replace(_assigned("key", ("key",), _ASSIGNED, _KEYS, key_value), before=rf"[_. -]?{_KEY_KINDS}"),
    Rule(
        id="option",
        keys=("pass", "pwd", "secret", "token", "key"),
        pattern=(
            r"(?<=-)(?:pass|pwd|secret|token|key)(?![a-z-]{0,16}(?:stdin|file|env|path|prompt))"
            rf"[a-z-]{{0,16}}(?:\s{{1,4}}|\\{{0,3}}[\"'],\s{{0,4}}){_VALUE}"
        ),
        must_match=_OPTIONS[0],
        must_not_match=_OPTIONS[1],
        view=View.FOLDED,
        accept=option_value,
        before=r"[a-z0-9-]{0,24}--",
    ),
    Rule(
        id="element",
        keys=("pass", "secret"),
        pattern=r"(?:pass(?:word|wd)|secret)>(?P<secret>[^<>\s\x00]{4,256})</",
        must_match=("<pass¦word>«hunter22»</pass¦word>", "<db.Pass¦word>«hunter22»</db.Pass¦word>"),
        must_not_match=("<password>${db.password}</password>", "<password></password>", "<secret>string</secret>"),
        view=View.FOLDED,
        accept=option_value,
    ),
)

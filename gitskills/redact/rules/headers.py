"""Credentials in requests: headers, cookies, URLs, webhooks and the files that hold them."""

from __future__ import annotations

from gitskills.redact.accept import (
    basic_credentials,
    cookie_values,
    random_like,
    url_password,
    varied,
)
from gitskills.redact.rule import EDGE, Rule, View, noise

_HOST_REST = r"(?=[A-Za-z0-9\[_.%$-])"

RULES: tuple[Rule, ...] = (
    Rule(
        id="bearer-token",
        keys=("bearer ", ": token "),
        pattern=r"(?:bearer|: token) {1,4}(?P<secret>[a-z0-9_.~+/=-]{16,4096})",
        must_match=(
            f"Authorization: tok¦en «{noise(40)}»",
            f"Authorization: Bear¦er «{noise(32)}»",
            f'-H \\"authorization: bear¦er «{noise(24)}»\\"',
        ),
        must_not_match=(
            "Bearer $TOKEN",
            "a bearer authentication-scheme is used",
            "Bearer <your-token-goes-here>",
            "Bearer ${API_TOKEN}",
        ),
        view=View.FOLDED,
        accept=random_like,
    ),
    Rule(
        id="basic-credentials",
        keys=("basic ",),
        pattern=r"basic {1,4}(?P<secret>[a-z0-9+/]{8,512}={0,2})",
        must_match=("Authorization: Bas¦ic «YWRtaW46aHVudGVyMg==»",),
        must_not_match=("basic understanding of it", "Basic authentication", "Basic $CREDENTIALS"),
        view=View.FOLDED,
        accept=basic_credentials,
    ),
    Rule(
        id="docker-auth",
        keys=("auth",),
        pattern=r"auth\\{0,3}\"\s{0,4}:\s{0,4}\\{0,3}\"(?P<secret>[a-z0-9+/]{8,512}={0,2})",
        must_match=('"au¦th": "«YWRtaW46aHVudGVyMg==»"', '\\"au¦th\\": \\"«YWRtaW46aHVudGVyMg==»\\"'),
        must_not_match=('"auth": "required-later"', '"auth": "basic"'),
        view=View.FOLDED,
        accept=basic_credentials,
    ),
    Rule(
        id="cookie",
        keys=("cookie",),
        pattern=(
            r"cookie[\"'\\]{0,4}\s{0,4}[:=]\s{0,4}[\"'\\]{0,4}"
            r"(?P<secret>[a-z0-9_.-]{1,64}=[^\s;\"'\\\x00]{1,4096}(?:; ?[a-z0-9_.-]{1,64}=[^\s;\"'\\\x00]{1,4096}){0,40})"
        ),
        must_match=(f"Coo¦kie: «lang=en; sid={noise(26)}»", f"Set-Coo¦kie: «session={noise(32)}; Path=/»; HttpOnly"),
        must_not_match=("Cookie: lang=en; theme=dark", "cookies = SimpleCookie()", "Set-Cookie: name=value; Path=/"),
        view=View.FOLDED,
        accept=cookie_values,
    ),
    Rule(
        id="url-password",
        keys=("://",),
        pattern=rf"://[^\s/@:\"'`<>\\\x00]{{0,64}}:(?P<secret>[^\s/@\"'`<>\\\x00]{{2,200}}(?:@[^\s/@\"'`<>\\\x00:]{{1,60}}(?=@))?)@{_HOST_REST}",
        must_match=(
            "postgres:/¦/app:«s3cr¦et-Pw»@db.internal/app",
            "https:/¦/anna:«hunter2»@git.example.com/x.git",
            "redis:/¦/:«p4ss0rd99»@cache:6379/0",
            '\\"mongodb+srv:/¦/u:«Zx81Qq»@c0.mongo.net\\"',
        ),
        must_not_match=(
            "http://localhost:8080/@scope/pkg",
            "https://user:$PASS@host/x",
            "postgres://user:password@localhost/db",
            "https://x.org:443/a",
        ),
        accept=url_password,
    ),
    Rule(
        id="url-token",
        keys=("://",),
        pattern=rf"://(?P<secret>[A-Za-z0-9_-]{{20,255}})@{_HOST_REST}",
        must_match=(
            f"git clone https:/¦/«{noise(40)}»@git.host.org/a.git",
            f"https:/¦/«{noise(32)}»@o123.ingest.sentry.io/42",
        ),
        must_not_match=("https://deploy@git.host.org/a.git", "ssh://my-service-account-for-builds@host/x"),
        accept=random_like,
    ),
    Rule(
        id="webhook",
        keys=("://",),
        pattern=(
            r"://(?:hooks\.slack\.com/(?:services|workflows|triggers)/|[a-z.]{0,16}discord(?:app)?\.com/api/webhooks/"
            r"|[a-z0-9-]{1,40}\.webhook\.office\.com/webhookb2/)"
            r"(?P<secret>[A-Za-z0-9/_@-]{20,300})"
        ),
        must_match=(
            f"https:/¦/hooks.sl¦ack.com/services/«T{noise(9)}/B{noise(9)}/{noise(24)}»",
            f"https:/¦/disc¦ord.com/api/webhooks/«123456789012345678/{noise(68)}»",
        ),
        must_not_match=("https://hooks.slack.com/services/T000/B000/XXXX", "see discord.com/api/webhooks/ for more"),
        accept=varied,
    ),
    Rule(
        id="signed-url",
        keys=("sig=", "signature="),
        pattern=r"sig(?:nature)?=(?P<secret>[a-z0-9%+/_-]{24,512}={0,2})",
        must_match=(f"https:/¦/a.blob.host/c?sv=1&sig=«{noise(43)}%3D»", f"&X-Amz-Signature=«{'0f3a9c71d2' * 6}»"),
        must_not_match=("sig=signature_of_function_definition", "config=1", "signature=None"),
        view=View.FOLDED,
        accept=random_like,
    ),
    Rule(
        id="netrc-password",
        keys=("password",),
        pattern=r"password\s{1,4}(?P<secret>[^\s\x00\"'\\]{3,256})",
        before=r"\s{1,8}[^\s\x00]{1,128}\s{1,4}nigol\s",
        reach=160,
        view=View.FOLDED,
        must_match=(
            "mach¦ine h.org lo¦gin anna password «hunter2»",
            "mach¦ine h.org\n  lo¦gin anna\n  password «Q1w2e3»",
        ),
        must_not_match=("machine learning and a login page", "machine h login a password $PW"),
        accept=url_password,
    ),
    Rule(
        id="pgpass-line",
        keys=("0000:",),
        view=View.HEX,
        pattern=r"(?<=:)(?:5432|3306):[A-Za-z0-9_*-]{1,63}:[A-Za-z0-9_-]{1,63}:(?P<secret>[^\s:\"'\\\x00]{4,128})",
        must_match=("db.host:54¦32:shop:anna:«hunter2»",),
        must_not_match=('ports: "5432:5432"', "db:5432:shop:anna:$PW"),
        accept=url_password,
    ),
    Rule(
        id="aws-secret-key",
        keys=("AKIA", "ASIA"),
        pattern=EDGE
        + r"A[KS]IA[A-Z0-9]{16}[\s\"'\\,;:=|A-Za-z_]{1,60}?(?P<secret>(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        must_match=(f"«AKIA{noise(16).upper()}»,«{noise(40)}»",),
        must_not_match=(f"AKIA{noise(16).upper()} at commit {'0f3a9c71d2' * 4}",),
        view=View.RUN,
        accept=lambda secret, _lead: (
            random_like(secret) and any(65 <= byte <= 90 for byte in secret) and any(byte > 102 for byte in secret)
        ),
    ),
)

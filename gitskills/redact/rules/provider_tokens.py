"""Tokens that name their issuer by a prefix. Data only: a rule a row."""

from __future__ import annotations

import posixpath

from gitskills.redact.accept import checked_token, varied, varied_token
from gitskills.redact.rule import BEHIND, EDGE, Accept, Rule, View, long_token, noise, token

_WORD = "A-Za-z0-9"
_URLSAFE = "A-Za-z0-9_-"
_HEX = "0-9a-f"


def _hex(length: int, seed: str = "") -> str:
    return "".join(f"{ord(letter) % 16:x}" for letter in noise(length, seed))


def _shared_beginnings(prefixes: tuple[str, ...]) -> tuple[str, ...]:
    """Fewer keys to search: prefixes with the same first two letters share one."""
    families: dict[str, list[str]] = {}
    for prefix in prefixes:
        families.setdefault(prefix[:2], []).append(prefix)
    beginnings = (posixpath.commonprefix(family) for family in families.values())
    return tuple("sk-" if beginning.startswith("sk-") else beginning for beginning in beginnings)


def _prefixed(name: str, prefixes: tuple[str, ...], body: str, sample: str, accept: Accept = varied) -> Rule:
    """A rule whose whole key is its prefix; `body` is the pattern with the prefixes as `PREFIX`."""
    alternatives = "(?:" + "|".join(prefix.replace(".", r"\.") for prefix in prefixes) + ")"
    prefix = prefixes[0]
    return Rule(
        id=name,
        keys=_shared_beginnings(prefixes),
        pattern=body.replace("PREFIX", alternatives),
        must_match=(
            f"use «{prefix}{sample}» here",
            f'{{\\"v\\": \\"a\\n«{prefix}{sample}»\\"}}',
            f"?x=%3D«{prefix}{sample}»&y=1",
        ),
        must_not_match=(
            f"{prefix}{'x' * len(sample)}",
            f"{prefix} and a number 1234567890",
            f"the prefix {prefix} is public",
        ),
        view=View.RUN,
        accept=accept,
    )


RULES: tuple[Rule, ...] = (
    Rule(
        id="aws-access-key-id",
        keys=("AKIA", "ASIA"),
        pattern=EDGE + r"A[KS]IA(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}(?![A-Za-z0-9/+=])",
        must_match=(f"«AKIA{noise(16).upper()}»", f"id=«ASIA{noise(16, 'b').upper()}»&v=4"),
        must_not_match=(
            "AKIAXXXXXXXXXXXXXXXX",
            "AKIAIOSFODNN7EXAMPLE",
            f"AKIA{noise(30).upper()}",
            "ASIAN markets opened higher",
        ),
        view=View.RUN,
        accept=varied,
    ),
    _prefixed(
        "github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), token("PREFIX", _WORD, 36), noise(36), checked_token
    ),
    _prefixed(
        "github-fine-grained-token",
        ("github_pat_",),
        long_token("PREFIX", "A-Za-z0-9_", 60, 100),
        noise(22) + "_" + noise(59),
    ),
    _prefixed(
        "gitlab-token",
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-", "glimt-"),
        long_token("PREFIX", "A-Za-z0-9_.-", 20, 120),
        noise(20),
        varied_token,
    ),
    _prefixed("npm-token", ("npm_",), token("PREFIX", _WORD, 36), noise(36), checked_token),
    _prefixed("pypi-token", ("pypi-AgE",), long_token("PREFIX", _URLSAFE, 50, 512), noise(160)),
    _prefixed(
        "slack-token",
        ("xoxb-", "xoxp-", "xoxa-", "xoxe-", "xoxr-", "xoxs-", "xapp-"),
        long_token("PREFIX", "A-Za-z0-9.-", 20, 300),
        "2468013579-1357924680135-" + noise(24),
        varied_token,
    ),
    _prefixed(
        "stripe-key",
        ("sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"),
        long_token("PREFIX", "A-Za-z0-9+/", 16, 250),
        noise(24),
    ),
    _prefixed(
        "anthropic-key",
        ("sk-ant-",),
        long_token("PREFIX", _URLSAFE, 24, 200),
        "api03-" + noise(93) + "AA",
        varied_token,
    ),
    _prefixed(
        "openai-key",
        ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"),
        long_token("PREFIX", _URLSAFE, 24, 250),
        noise(48),
        varied_token,
    ),
    _prefixed("openrouter-key", ("sk-or-v1-",), long_token("PREFIX", _HEX, 32, 64), _hex(64)),
    _prefixed("secret-key", ("sk-",), long_token("PREFIX", _WORD, 30, 120), noise(48), varied_token),
    _prefixed("hugging-face-token", ("hf_", "api_org_"), long_token("PREFIX", _WORD, 30, 40), noise(34), varied_token),
    _prefixed("google-api-key", ("AIza",), token("PREFIX", _URLSAFE, 35), noise(35)),
    _prefixed("google-oauth-secret", ("GOCSPX-",), token("PREFIX", _URLSAFE, 28), noise(28)),
    _prefixed("google-oauth-token", ("ya29.",), long_token("PREFIX", _URLSAFE, 20), noise(80)),
    _prefixed("twilio-key", ("SK", "AC"), EDGE + r"(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])", _hex(32)),
    _prefixed("digitalocean-token", ("dop_v1_", "doo_v1_", "dor_v1_"), token("PREFIX", _HEX, 64), _hex(64)),
    _prefixed("shopify-token", ("shpat_", "shpca_", "shppa_", "shpss_"), token("PREFIX", "0-9a-fA-F", 32), _hex(32)),
    _prefixed("databricks-token", ("dapi",), EDGE + r"dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])", _hex(32)),
    _prefixed("vault-token", ("hvs.", "hvb."), long_token("PREFIX", _URLSAFE, 24, 200), noise(90)),
    _prefixed("notion-token", ("ntn_",), long_token("PREFIX", _WORD, 40, 60), noise(46)),
    _prefixed("linear-key", ("lin_api_", "lin_oauth_"), long_token("PREFIX", _WORD, 32, 64), noise(40)),
    _prefixed("groq-key", ("gsk_",), long_token("PREFIX", _WORD, 40, 60), noise(52)),
    _prefixed("xai-key", ("xai-",), long_token("PREFIX", _WORD, 60, 90), noise(80)),
    _prefixed("perplexity-key", ("pplx-",), long_token("PREFIX", _WORD, 40, 60), noise(48)),
    _prefixed("replicate-token", ("r8_",), long_token("PREFIX", _WORD, 32, 40), noise(37)),
    _prefixed("docker-token", ("dckr_pat_", "dckr_oat_"), long_token("PREFIX", _URLSAFE, 24, 40), noise(27)),
    _prefixed(
        "grafana-token", ("glsa_", "glc_"), long_token("PREFIX", "A-Za-z0-9_+/=", 32, 160), noise(32) + "_" + _hex(8)
    ),
    _prefixed("postman-key", ("PMAK-",), long_token("PREFIX", "0-9a-f-", 50, 64), _hex(24) + "-" + _hex(34, "b")),
    _prefixed("new-relic-key", ("NRAK-", "NRJS-"), long_token("PREFIX", "A-Z0-9a-f", 19, 40), noise(27).upper()),
    _prefixed("sentry-token", ("sntrys_", "sntryu_"), long_token("PREFIX", "A-Za-z0-9_=+/", 40, 300), noise(64)),
    _prefixed(
        "atlassian-token", ("ATATT3", "ATCTT3", "ATBB"), long_token("PREFIX", "A-Za-z0-9_=-", 24, 250), noise(186)
    ),
    _prefixed("supabase-key", ("sbp_", "sb_secret_"), long_token("PREFIX", "A-Za-z0-9_", 30, 60), _hex(40)),
    _prefixed(
        "planetscale-token", ("pscale_tkn_", "pscale_pw_"), long_token("PREFIX", "A-Za-z0-9_.-", 32, 64), noise(43)
    ),
    _prefixed("doppler-token", ("dp.pt.", "dp.st."), long_token("PREFIX", "A-Za-z0-9_.-", 40, 80), noise(43)),
    _prefixed(
        "square-token", ("sq0atp-", "sq0csp-", "EAAA"), long_token("PREFIX", _URLSAFE, 22, 64), noise(43), varied_token
    ),
    _prefixed("mailgun-key", ("key-",), EDGE + r"key-[0-9a-f]{32}(?![A-Za-z0-9])", _hex(32)),
    Rule(
        id="sendgrid-key",
        keys=("SG.",),
        pattern=EDGE + rf"SG\.[{_URLSAFE}]{{16,32}}\.[{_URLSAFE}]{{16,64}}",
        must_match=(f"SENDGRID=«SG.{noise(22)}.{noise(43)}»",),
        must_not_match=("SG.Country.Singapore", "MSG.send.now", f"SG.{noise(5)}.{noise(43)}"),
        view=View.RUN,
        accept=varied,
    ),
    Rule(
        id="telegram-bot-token",
        keys=(" AA",),
        pattern=rf"AA[{_URLSAFE}]{{31,35}}(?![{_URLSAFE}])",
        before=rf":[0-9]{{8,10}}(?:{BEHIND}|(?=tob))",
        must_match=(f"«1234567890:AA{noise(33)}»", f"https://api.telegram.org/bot«987654321:AA{noise(33)}»/getMe"),
        must_not_match=("12:AAPL", f"ratio 1:AA{noise(33)}"),
        view=View.RUN,
        accept=varied,
    ),
    Rule(
        id="discord-token",
        keys=(" M", " N", " O", " nM", " nN", " nO"),
        pattern=rf"(?<![A-Za-z0-9_-])(?:n(?<=\\n))?(?P<secret>[MNO][A-Za-z0-9_-]{{23,27}}\.[{_URLSAFE}]{{6}}\.[{_URLSAFE}]{{27,40}})(?![{_URLSAFE}])",
        must_match=(f"DISCORD «M{noise(23)}.{noise(6)}.{noise(38)}»",),
        must_not_match=(
            "MyVeryLongClassNameForAllOf.method.another_long_name_of_an_attribute1",
            "NotificationSettingsController.update.x",
        ),
        view=View.RUN,
        accept=varied_token,
    ),
    Rule(
        id="azure-client-secret",
        keys=("Q~",),
        pattern=r"Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])",
        before=rf"[0-9][A-Za-z0-9_~.]{{3}}{BEHIND}",
        must_match=(f"«abc8Q~{noise(34)}»",),
        must_not_match=("8Q~", "see Q~A section of this document, please do it"),
        accept=varied,
    ),
)

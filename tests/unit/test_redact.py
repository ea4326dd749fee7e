"""Redaction as a whole: planted secrets in many wrappings go, look-alikes stay, and twice is once."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitskills.errors import EnvironmentFault
from gitskills.redact import Finding, Redactor, kingfisher
from gitskills.redact.rule import noise
from gitskills.redact.rules import RULES
from tests.support.samples import unmarked

pytestmark = pytest.mark.promise("C7")

FLOOR = Redactor(maintained=False)
_N = noise


def _hex(length: int, seed: str) -> str:
    return "".join(f"{ord(letter) % 16:x}" for letter in _N(length, seed))


TOKENS = {
    "aws id": "AKIA" + _N(16, "1").upper(),
    "aws session id": "ASIA" + _N(16, "2").upper(),
    **{f"github {p}": f"gh{p}_" + _N(36, p) for p in "pousr"},
    "github fine": "github_pat_" + _N(22, "3") + "_" + _N(59, "4"),
    "gitlab": "glpat-" + _N(20, "5"),
    "npm": "npm_" + _N(36, "6"),
    "pypi": "pypi-AgEI" + _N(120, "7"),
    "slack bot": "xoxb-2468013579-1357924680135-" + _N(24, "8"),
    "slack app": "xapp-1-A0" + _N(8, "9").upper() + "-2468013579-" + _hex(64, "10"),
    "stripe": "sk_live_" + _N(24, "11"),
    "stripe restricted": "rk_live_" + _N(30, "12"),
    "stripe hook": "whsec_" + _N(32, "13"),
    "anthropic": "sk-ant-api03-" + _N(93, "14") + "AA",
    "openai project": "sk-proj-" + _N(64, "15"),
    "openai": "sk-" + _N(48, "16"),
    "openrouter": "sk-or-v1-" + _hex(64, "17"),
    "hugging face": "hf_" + _N(34, "18"),
    "google": "AIza" + _N(35, "19"),
    "google oauth": "GOCSPX-" + _N(28, "20"),
    "google access": "ya29." + _N(80, "21"),
    "sendgrid": "SG." + _N(22, "22") + "." + _N(43, "23"),
    "twilio": "SK" + _hex(32, "24"),
    "telegram": "1234567890:AA" + _N(33, "25"),
    "discord": "M" + _N(23, "26") + "." + _N(6, "27") + "." + _N(38, "28"),
    "digitalocean": "dop_v1_" + _hex(64, "29"),
    "shopify": "shpat_" + _hex(32, "30"),
    "databricks": "dapi" + _hex(32, "31"),
    "vault": "hvs." + _N(90, "32"),
    "notion": "ntn_" + _N(46, "33"),
    "linear": "lin_api_" + _N(40, "34"),
    "groq": "gsk_" + _N(52, "35"),
    "docker": "dckr_pat_" + _N(27, "36"),
    "grafana": "glsa_" + _N(32, "37") + "_" + _hex(8, "38"),
    "azure": "abc8Q~" + _N(34, "39"),
    "web token": "eyJ" + _N(33, "40") + ".eyJ" + _N(60, "41") + "." + _N(43, "42"),
    "age": "AGE-SECRET-KEY-1" + _N(58, "43").upper(),
    "perplexity": "pplx-" + _N(48, "44"),
    "sentry": "sntrys_" + _N(64, "45"),
    "card": "4111 1111 1111 1111",
    "iban": "DE89 3704 0044 0532 0130 00",
    "mail": "anna.berg@" + "firm-mail.de",
    "social security": "219-09-9999",
}
WRAPPINGS = {
    "plain": "the value is {} as said",
    "json": '{{"a": "b\\n{}", "c": 1}}',
    "json in json": '{{\\"a\\": \\"b\\\\n{}\\", \\"c\\": 1}}',
    "query": "https://host.org/a?x=1&v={}&y=2",
    "yaml": "a:\n  - {}\n  - b\n",
    "shell": "export VALUE='{}' OTHER=1",
    "quoted call": 'connect("{}", 1)',
    "file name": "saved as backup/{}",
    "end": "it ends with {}",
    "lines": "before\n{}\nafter",
    "colour": "\x1b[32m{}\x1b[0m",
}


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@pytest.mark.parametrize("name", TOKENS)
def test_a_planted_secret_goes_in_every_wrapping(name: str, wrapping: str) -> None:
    if name in {"mail", "card", "social security", "iban"} and wrapping in {"file name", "query"}:
        pytest.skip("an address with / or = before it may be a part of something else")
    if (name, wrapping) == ("discord", "colour"):
        pytest.skip("has no prefix to know it by inside a word")
    text = WRAPPINGS[wrapping].format(TOKENS[name])
    redacted, count = FLOOR.redact(text)
    assert TOKENS[name] not in redacted
    assert count >= 1
    before, after = WRAPPINGS[wrapping].replace("{{", "{").replace("}}", "}").split("{}")
    assert redacted.startswith(before)
    assert redacted.endswith(after)


@pytest.mark.parametrize(
    "name",
    [name for name in TOKENS if name.startswith(("github", "npm", "gitlab", "stripe", "anthropic", "google oauth"))],
)
@pytest.mark.parametrize("end", ["", "...", "…", "... [truncated]"])
def test_a_token_cut_by_whoever_showed_it_leaves_no_half(name: str, end: str) -> None:
    half = TOKENS[name][: len(TOKENS[name]) * 3 // 4]
    redacted, _count = FLOOR.redact("see " + half + end)
    assert half[-8:] not in redacted


@pytest.mark.parametrize("joint", ["\\\n", "\\\n    ", "\\\r\n", "\\\\\\n"])
@pytest.mark.parametrize("name", ["github p", "anthropic", "stripe", "npm", "google"])
def test_a_token_broken_by_a_line_continuation_goes(name: str, joint: str) -> None:
    token = TOKENS[name]
    redacted, count = FLOOR.redact(f"run --x {token[:12]}{joint}{token[12:]} now\nnext")
    assert count == 1
    assert token[:12] not in redacted
    assert token[12:] not in redacted
    assert redacted.endswith(" now\nnext")


LOOK_ALIKES = (
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "index 83baae61804e65cc73a7201a7252750c76066a30..0cfbf08886fca9a91cb753ec8734c84fcbe52c9f 100644",
    "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    '"integrity": "sha512-' + _N(86, "i") + '=="',
    "h1:" + _N(43, "go") + "=",
    "id 123e4567-e89b-12d3-a456-426614174000",
    '"uuid": "123e4567-e89b-12d3-a456-426614174000"',
    '"sessionId":"0a0b0c0d-1111-4222-8333-444455556666"',
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    '"data":"/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkK"',
    "version 1.2.3.4",
    "Chrome/120.0.6099.109 Safari/537.36",
    "requests==2.31.0",
    "API_KEY=your-api-key",
    'token: "xxxxxxxxxxxxxxxxxxxxxxxx"',
    "token: <token>",
    "password=${DB_PASSWORD}",
    "curl -H 'Authorization: Bearer $TOKEN'",
    "apiKey: process.env.API_KEY_2",
    "password: str",
    "password: Optional[str] = None",
    "token = get_token()",
    "token = self.session.token2",
    "secret = hmac.new(key1, message)",
    "def login(user, password): pass",
    "if token in seen1:",
    "max_tokens=4096",
    '"output_tokens": 1234, "cache_read_input_tokens": 998877',
    "The password must be at least 8 characters long.",
    "Enter password:",
    "Password: ********",
    "noreply@anthropic.com",
    "12345+anna@users.noreply.github.com",
    "git@github.com:owner/repo.git",
    "anna@example.com",
    "127.0.0.1:8080",
    "0.0.0.0",
    "10.0.0.12 and 172.16.4.1 and 192.168.0.7",
    "::1 and fe80::1 and 2001:db8::7",
    "std::vector<std::string>",
    "12:34:56.789",
    "2026-11-30T04:43:34.000Z",
    "1732943014000",
    "1732943014000000",
    "0.1234567890123456",
    "4111 1111 1111 1112",
    "DE88 3704 0044 0532 0130 00",
    "/home/runner/build/repo",
    "/Users/Shared/tool",
    "docker run -u 1000:1000 -p 8080:80 image",
    "git push -u origin main",
    "https://host.org:8443/path@2x.png",
    "npm install @types/node@20.1.0",
    "import pass_through from './pass'",
    "compass: 12, bypass: 1",
    "author: somebody",
    "keyboard = 'qwerty12345678901'",
    "monkey: 9f8e7d6c5b4a39281706",
    '"primaryKey": "9f8e7d6c5b4a39281706"',
    "cache-key: linux-pip-3.11-9f8e7d6c5b4a3928",
    "model: claude-opus-4-20250514",
    "sk-learn and sk-ip",
    "task-force-2024-planning-document-for-everyone",
    "hf_hub_download(repo_id)",
    "npm_config_registry and npm_lifecycle_event_of_the_script",
    "SKIP and ACCEPT and SKU1234",
    "-----BEGIN CERTIFICATE-----\n" + _N(64, "c") + "\n-----END CERTIFICATE-----",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + _N(43, "s"),
    "toolu_01" + _N(22, "t"),
    "msg_01" + _N(22, "m"),
    "secrets: inherit",
    "secretKeyRef: {name: db-credentials}",
    "auth: none",
    "author=anna, authored 2024",
    "[REDACTED]",
    "password: [hidden]",
    'type="password" name="field1"',
    "@@ -12,7 +34,56 @@ def f():",
    "+1234567",
    "100.200.300.400",
    "basic auth and bearer tokens are explained below",
)


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a_look_alike_stays(text: str) -> None:
    assert FLOOR.redact(text) == (text, 0)


def test_a_placeholder_names_the_rule_and_nothing_else() -> None:
    text, count = FLOOR.redact("use " + TOKENS["github p"] + " now")
    assert (text, count) == ("use [redacted:github-token] now", 1)


def test_findings_tell_places_by_characters_and_never_the_secret() -> None:
    text = "ключ → " + TOKENS["npm"]
    (finding,) = FLOOR.find(text)
    assert finding == Finding("npm-token", 7, len(text))
    assert TOKENS["npm"] not in repr(finding)


def test_json_stays_json() -> None:
    plain = {"env": "DB_PASS" + "WORD=hun-Ter2x\nnext " + TOKENS["github p"] + "\nby anna@" + "firm.de\n"}
    redacted, count = FLOOR.redact(json.dumps({"inner": json.dumps(plain)}))
    assert count == 3
    assert json.loads(json.loads(redacted)["inner"])["env"].count("[redacted:") == 3


def test_a_placeholder_in_the_text_hides_no_neighbour() -> None:
    text = (
        "[redacted:github-token]" + TOKENS["github p"] + "[redacted:npm-token] pass" + "word=[redacted:email]Hunter2x"
    )
    assert FLOOR.redact(text)[0] == (
        "[redacted:github-token][redacted:github-token][redacted:npm-token] pa"
        "ssword=[redacted:email][redacted:password]"
    )


def test_a_made_up_placeholder_hides_nothing() -> None:
    text = "[redacted:" + "gsk" + "_" + _N(52) + "]"
    assert _N(52) not in FLOOR.redact(text)[0]


ALL_SAMPLES = [unmarked(sample) for rule in RULES for sample in rule.must_match + rule.must_not_match]
PIECES = st.lists(
    st.one_of(
        st.sampled_from(ALL_SAMPLES),
        st.sampled_from(
            [
                "[redacted:password]",
                "[redacted:nonsense]",
                "pass" + "word=",
                "\\\n",
                "\\n",
                '"',
                "\0",
                "@",
                "://",
                " ",
                "é",
                "\ud800",
            ]
        ),
        st.text(max_size=12),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_a_second_pass_changes_nothing(pieces: list[str]) -> None:
    once, _count = FLOOR.redact("".join(pieces))
    assert FLOOR.redact(once) == (once, 0)


@settings(max_examples=60, deadline=None)
@given(PIECES)
def test_what_is_no_secret_is_kept_letter_by_letter(pieces: list[str]) -> None:
    text = "".join(pieces)
    redacted, _count = FLOOR.redact(text)
    rest, last = [], 0
    for finding in FLOOR.find(text):
        rest += [text[last : finding.start], f"[redacted:{finding.rule}]"]
        last = finding.end
    assert redacted == "".join([*rest, text[last:]])


def test_the_floor_needs_no_other_engine() -> None:
    assert FLOOR.engines() == ("floor",)


needs_kingfisher = pytest.mark.skipif(not kingfisher.present(), reason="kingfisher is not installed")


@pytest.fixture(scope="session")
def union(tmp_path_factory: pytest.TempPathFactory) -> Redactor:
    return Redactor(str(tmp_path_factory.mktemp("rules")))


@needs_kingfisher
def test_the_union_finds_what_only_the_maintained_rules_know(union: Redactor) -> None:
    token = "FlyV1 fm2_" + _N(120, "fly")
    assert union.engines() == ("floor", "kingfisher")
    assert _N(120, "fly") not in union.redact("x = '" + token + "'")[0]


@needs_kingfisher
@settings(max_examples=60, deadline=None)
@given(pieces=PIECES)
def test_a_second_pass_of_the_union_changes_nothing(union: Redactor, pieces: list[str]) -> None:
    once, _count = union.redact("".join(pieces))
    assert union.redact(once) == (once, 0)


@needs_kingfisher
@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a_look_alike_stays_in_the_union(union: Redactor, text: str) -> None:
    assert union.redact(text) == (text, 0)


def test_a_broken_engine_lets_nothing_through(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        @staticmethod
        def Rules(**_options: object) -> object:
            raise RuntimeError

    monkeypatch.setitem(sys.modules, "kingfisher_sdk", Broken)
    monkeypatch.setattr(kingfisher, "present", lambda: True)
    with pytest.raises(EnvironmentFault, match="nothing is let through"):
        Redactor("a folder of its own").redact("harmless")

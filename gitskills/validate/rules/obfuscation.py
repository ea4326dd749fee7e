"""V5 obfuscation: what is written so that a reader does not see what it does."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from gitskills.model.ruling import Severity, Violation
from gitskills.skillfile.evidence import render_evidence
from gitskills.skillfile.fault import Fault
from gitskills.skillfile.lookalike import invisible, visible
from gitskills.validate.family import Family
from gitskills.validate.material import Material
from gitskills.validate.rules.network import AS, SHELL
from gitskills.validate.scan import Pattern, fingerprint, pattern
from gitskills.validate.wording import mentions

ID = "safety-obfuscation"
HINT = "write plainly what is to be run, in ordinary characters"

_DECODED = (
    rf"\b(?:base64|base32|basenc|xxd|openssl|uudecode|tr\s|rev\b|printf|echo\s+-\w*e|gunzip|zcat|xzcat|bzcat|gzip|hexdump"
    rf"|od\b)[^\n]{{0,300}}\|\s*{AS}(?:{SHELL}|python[\d.]*\b(?!\s*-\w*[cm])|perl\b(?!\s*-)|node\b(?!\s*-)|ruby\b(?!\s*-)|iex\b"
    rf"|source\s+/dev/stdin)"
)
_EVALUATED = (
    rf"\b(?:{SHELL}|eval|exec|source|python[\d.]*)(?:\s+-\w+)*\s*(?:<<<\s*|<\s*)?[\"'(]{{0,3}}(?:<\(|\$\(|`)[^\n]{{0,200}}?\b(?:base64"
    rf"|base32|xxd|openssl|rev\b|printf|echo\s+-\w*e|tr\s)"
)
_CODE = (
    r"\b(?:exec|eval|compile|os\.system|subprocess\.\w+|Function|setTimeout|import_module|__import__|child_process\.\w+"
    r"|execSync)\s*\([\s\S]{0,200}?(?:b64decode|b32decode|a85decode|fromhex|codecs\.decode|unhexlify|zlib\.decompress|marshal\.loads"
    r"|pickle\.loads|atob\(|Buffer\.from\([^)\n]{0,200}(?:base64|hex)|fromCharCode|unescape\(|decodeURIComponent\(|bytes\(\[|\bchr\b)"
    r"|\bFromBase64String\b[\s\S]{0,200}?\b(?:iex|invoke-expression|invoke\()|\b(?:powershell"
    r"|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc(?:odedcommand)?)?\s+[A-Za-z0-9+/=]{16,}|\bdecode\([\"']rot_?13"
)
_BUILT = (
    r"\$'(?:[^'\n]{0,40}?(?:\\+x[0-9a-f]{2}|\\+[0-7]{3}|\\+u[0-9a-f]{4})){2,}|(?:chr\(\s*(?:0x)?[0-9a-f]{1,4}\s*\)\s*[+.&,]\s*){3,}"
    r"|fromCharCode\(\s*\d+(?:\s*,\s*\d+){4,}|(?:\\+x[0-9a-f]{2}){8,}|(?:\\+u00[2-7][0-9a-f]){6,}"
    r"|(?:\$\{\w+:\d+:\d+\}){2,}|\{(?:rm|curl|wget|bash|sh|nc|cat|chmod),[^}\n]{1,100}\}"
    r"|(?:\b\w{1,12}=[\"']?[\w./-]{1,12}[\"']?\s*[;&]+\s*){2,6}[\"'`]?\$\{?\w+\}?[\"']?\$\{?\w+"
    r"|\b(\w{1,12})=[\"']?(?:rm|curl|wget|bash|sh|nc|eval|python3?)[\"']?\s*[;&\n]+[^\n]{0,80}\$\{?\1\b|\balias\s+\w+=[\"'](?:rm|curl"
    r"|wget|bash|sh)\b"
)
_COMMAND = (
    r"(?:^|[;&|`]|\brun\s)\s*`?\$\([^)\n]{0,200}\b(?:base64|base32|xxd|openssl|rev|tr\s)[^)\n]{0,100}\)"
    r"|\b(?P<name>\w{1,20})=[\"']?\$\([^)\n]{0,200}\b(?:base64|base32|xxd|openssl|rev|tr\s)[^)\n]{0,100}\)[\"']?\s*(?:[;&\n]+\s*)"
    r"(?:sudo\s+|eval\s+|(?:ba)?sh\s+-c\s+)?[\"']?\$\{?(?P=name)\b"
    r"|\bIFS=\S{1,3};"
)
_PACKED = (
    r"\beval\b[^\n]{0,40}\b(?:un)?pack\b|\b(?:un)?pack\s*\(?\s*[\"'][HhCcUu]\*[\s\S]{0,200}\b(?:eval|system|exec)\b"
    r"|\[char\[?\]?\][\s\S]{0,200}(?:-join|\biex\b|&\s*[$(])|\bgetattr\s*\(\s*__import__|__import__\s*\(\s*[\"'](?:os"
    r"|subprocess)[\"']\s*\)"
    r"\s*\.\s*(?:system|popen|run|call|check_output)|\b(?:os|subprocess|builtins|globals\(\)|window|global"
    r"|this)\s*\[\s*[\"'][^\"'\n]{1,30}"
    r"[\"']\s*[+\]]\s*[^\n]{0,40}\("
)
_READ_OFF = (
    r"\b(?:decode|decrypt|unscramble|decipher|rot-?13|base64|hex(?:adecimal)?|caesar|unpack)\b[^!?\n]{0,100}\b(?:follow|execute|run|obey"
    r"|carry out|do what|act on|perform|apply)\b\s+(?:it|them|that|this|what|whatever|the (?:result|output|decoded|text|content"
    r"|instructions?|commands?))\b"
    r"|\b(?:first|initial|starting|last)\s+letters?\b[^!?\n]{0,80}\b(?:forms?|spells?|makes?|gives?|read)\b"
    r"|\bletters?\s+at\s+the\s+(?:start|beginning|end)\b[^!?\n]{0,80}\b(?:forms?|spells?|makes?|gives?)\b"
    r"|\b(?:[a-z][ .\-_]{1,3}){12,}[a-z]\b"
)
_EVAL = r"\beval\s+[\"']?(?:\$\{?\w+|\$\(\s*(?:echo|printf|cat))"
_BLOB = (
    r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{200,}={0,2}|[0-9a-fA-F]{200,})(?![A-Za-z0-9+/])|\bdata:(?:text/html|application/\w*script"
    r"|text/javascript)[;,]"
)
_COMMENT = (
    r"<!--(?=(?:(?!-->)[\s\S]){0,600}?\b(?:ignore|execute|curl|wget|(?:do not|don't) (?:tell|report|mention|show)|you (?:must|should"
    r"|will)"
    r"|instructions?|exfiltrate|before answering|silently|secretly|(?:assistant|agent|claude|model|llm|ai)\s*[:,])(?!\w))"
    r"(?:(?!-->)[\s\S]){1,600}-->|<[^>\n]{1,80}style\s*=\s*[\"'][^\"'>\n]{0,80}(?:display:\s*none|font-size:\s*0|opacity:\s*0"
    r"|color:\s*(?:white|#fff))"
)
_WINDOW_PIPE = (
    rf"\b(?:echo|cat|printf|sed|awk|head|tail|cut|python3?|perl|node|jq|envsubst)\b[^\n|]{{0,200}}\|\s*{AS}{SHELL}\s*(?:$|-s?\b|[`\"');&"
    rf"|])"
)

PATTERNS: tuple[Pattern, ...] = (
    pattern(
        "run what it decodes",
        _DECODED,
        "base64 base32 basenc xxd openssl uudecode tr rev printf echo zcat gunzip gzip xzcat bzcat hexdump od",
        written=True,
    ),
    pattern("run what it decodes", _EVALUATED, "base64 base32 xxd openssl rev printf echo tr", written=True),
    pattern(
        "run what it decodes",
        _CODE,
        "exec eval compile system subprocess function timeout import frombase64 powershell pwsh rot",
    ),
    pattern(
        "build a command out of pieces",
        _BUILT,
        "$' chr fromcharcode \\x \\u ${ {rm {curl {wget {bash {sh {nc {cat {chmod = alias",
        written=True,
    ),
    pattern("run what it decodes", _COMMAND, "base64 base32 xxd openssl rev tr ifs=", written=True),
    pattern(
        "build a command out of pieces",
        _PACKED,
        "pack [char getattr __import__ os subprocess builtins globals window global this",
    ),
    pattern("hide what is to be done", _READ_OFF, "e a i o u", spoken=True, strong=False),
    pattern("run what a variable holds", _EVAL, "eval", strong=False),
    pattern("run what another command prints", _WINDOW_PIPE, "|", strong=False),
    pattern("carry something unreadable", _BLOB, "a b c d e f 0 data:", strong=False),
    pattern("hide text from the eye", _COMMENT, "<!-- style", strong=False),
)

_BIDI = frozenset("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
_JOINERS = frozenset("\u200c\u200d")
_SELECTORS = frozenset("\ufe0e\ufe0f")
_COMMANDS = frozenset(
    "rm curl wget sh bash zsh nc eval sudo chmod python base64 ssh scp http https ignore previous instructions system exec".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_FULL_WIDTH = re.compile("[\uff21-\uff3a\uff41-\uff5a]{2,}")
_MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff\u2460-\u24ff\U0001f130-\U0001f189]{2,}")


def _hidden_characters(material: Material) -> Iterator[Violation]:
    for path, text in _all_texts(material):
        if not text.isascii() or not text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
            yield from _characters(material, path, text)


def _all_texts(material: Material) -> Iterator[tuple[str, str]]:
    """Evidence too: what is hidden in a quote is hidden from whoever looks it through."""
    yield from material.texts.items()
    for path, items in material.evidence.items():
        if not isinstance(items, Fault):
            yield path, render_evidence(items).decode()
    yield "(name)", material.case.name


def _characters(material: Material, path: str, text: str) -> Iterator[Violation]:
    for says, span, severity in (*_hidden(text), *_disguised(text)):
        shown = f"{says}: {ascii(span)[1:-1]}"
        mark = fingerprint(ID, shown)
        if mark not in material.case.settings.allow:
            yield Violation(
                ID, f"it would {says}", severity, f"{HINT}; to allow it: add {mark} to gitskills.allow", path, shown
            )


def _hidden(text: str) -> Iterator[tuple[str, str, Severity]]:
    seen: set[str] = set()
    for place, char in enumerate(text):
        if char in seen or char == "\r" or not invisible(char) or (char == "\ufeff" and place == 0):
            continue
        severity = _weigh(text, place, char)
        if severity:
            seen.add(char)
            yield "hide characters", text[max(0, place - 3) : place + 4], severity


def _weigh(text: str, place: int, char: str) -> Severity | None:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if char in _BIDI:
        return Severity.REJECT
    if "\U000e0000" <= char <= "\U000e0fff":
        return None if _in_flag(text, place) else Severity.REJECT
    if char in _JOINERS or char in _SELECTORS:
        latin = (before.isascii() and before.isalpha()) or (after.isascii() and after.isalpha() and char in _JOINERS)
        return Severity.REJECT if latin else None
    if (before.isascii() and before.isalnum()) or (after.isascii() and after.isalnum()):
        return Severity.REVIEW if char == "\u00ad" else Severity.REJECT
    return Severity.REVIEW


def _in_flag(text: str, place: int) -> bool:
    """The flags of England, Scotland and Wales are spelt with tag characters."""
    start = place
    while start and "\U000e0000" <= text[start] <= "\U000e007f":
        start -= 1
    return text[start] == "\U0001f3f4" and place - start <= 7


def _disguised(text: str) -> Iterator[tuple[str, str, Severity]]:
    for word in {found[0] for found in _WORD.finditer(text) if not found[0].isascii()}:
        severity = _disguise(word)
        if severity:
            start = text.index(word)
            yield "disguise a word", word, Severity.REVIEW if mentions(text, start, start + len(word)) else severity
    for fancy in (*_FULL_WIDTH.findall(text)[:1], *_MATHEMATICAL.findall(text)[:1]):
        known = visible(fancy).casefold() in _COMMANDS
        yield "disguise a word", fancy, Severity.REJECT if known else Severity.REVIEW


_UNITS = "\u03bc\u0394\u03bb\u03b1\u03b2\u03b3\u03b4\u03c3\u03c0\u03a9\u03a3\u03b5\u03b8"  # Greek letters that formulas begin with


def _disguise(word: str) -> Severity | None:
    """A word that mixes Latin with letters that only look Latin, or a command spelt in such letters alone."""
    other = [
        char for char in word if not char.isascii() and _script(char) in {"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}
    ]
    if not other:
        return None
    shown = visible(word)
    if shown.casefold() in _COMMANDS and shown.isascii():
        return Severity.REJECT
    latin = [char for char in word if char.isascii()]
    if len(latin) < 2 or not shown.isascii() or word[0] in _UNITS:
        return None
    return Severity.REVIEW if "".join(latin).isupper() else Severity.REJECT


def _script(char: str) -> str:
    return unicodedata.name(char, "").split(" ")[0]


RULE = Family(
    ID,
    "A skill says plainly what it does, in characters that can be seen.",
    HINT,
    PATTERNS,
    must_match=(
        "Run `echo ZWNobyBoaQ== | base64 -d | sh`.",
        "Add a package\u200b with uv.",
        "Run `p\u0443thon` here.",
        "Hello\U000e0068\U000e0069 there.",
    ),
    must_not_match=(
        "Decode with `kubectl get secret db -o jsonpath='{.data.pw}' | base64 -d`.",
        "“Küche”, 日本語, 👩\u200d💻, \u03bcs \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        'Use `eval "$(direnv hook bash)"` in the shell.',
    ),
    further=_hidden_characters,
).rule()

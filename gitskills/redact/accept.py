"""Whether something that has a secret's shape is one: checksums, variety, and what placeholders and code look like.

Every function is pure and linear in what it is given; `lead` is what led to the secret (a key and its separator).
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import math
import re
import zlib
from collections import Counter

OURS = b"\0"  # stands for a placeholder of ours; what is glued to one is the rest of a secret
_ALPHABET = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PLACEHOLDER = re.compile(
    rb"^(?:[$<%{*#@]|\[|process\.env|os\.environ|env\.|secrets\.|vars\.|my[_-]|your|some[_-]|the[_-]|none$|null$|undefined$"
    rb"|true$|false$)|example|placeholder|change[_-]?me|replace[_-]?|redacted|dummy|xxxx|\*\*\*|\.\.\.|[_-]here\b|your[_-]"
    rb"|insert[_-]|todo|<[a-z_-]+>|\{\{|\$\{",
    re.IGNORECASE,
)
_IDENTIFIER_PATH = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::|->|\?\.)[A-Za-z_][A-Za-z0-9_]*)+$")
_CALL = re.compile(rb"[A-Za-z_][A-Za-z0-9_.:]*[(\[]")
_UUID = re.compile(rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$", re.IGNORECASE)
_ENCODED = re.compile(
    rb"(?:password|passwd|secret|token|api_?key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?([^\s\"']{4,})", re.IGNORECASE
)
_DIGIT, _LETTER = re.compile(rb"[0-9]"), re.compile(rb"[A-Za-z]")
_WORD = re.compile(rb"(?:[A-Za-z]?[a-z]*(?:[A-Z]+[a-z]+)*|[A-Z]+)[0-9]{0,4}$|[0-9]{1,8}$|v?[0-9]+[a-z]?$")
_HUMP = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PATH = re.compile(rb"(?:\.{0,2}|~|[A-Za-z]:)[/\\]")
_WORDS = frozenset(
    b"string number boolean required optional password passwd hidden text disabled enabled invalid incorrect wrong missing"
    b" expired unknown default failed failure success incorrectly encrypted plaintext bytes object array integer any self"
    b" input output field label error value values admin account database service generated random unset empty blank"
    b" credentials authentication authorization username environment variable config settings manager provider forgot"
    b" reset update change create delete confirm confirmation strength policy protected prompt".split()
)
_SECRET_WORDS = (b"pass", b"secret", b"token", b"credential", b"field", b"apikey")
_SENTENCE = re.compile(
    rb"\b(?:must|be|is|are|the|your|at|least|enter|should|not|for|to|and|or|with|from|was)\b", re.IGNORECASE
)
_STAND_INS = frozenset(b"password pass pwd x-oauth-basic secret".split())
_QUOTES = (b'"', b"'", b"`")
_LEAST_ENTROPY = 3.0
_LEAST_HUMPS = 5  # a name of code has fewer words
_FAMOUS_HOSTS = frozenset(
    {"1.1.1.1", "1.0.0.1", "8.8.8.8", "8.8.4.4", "9.9.9.9", "2001:4860:4860::8888", "2606:4700:4700::1111"}
)
_IBAN_COUNTRIES = frozenset(
    b"AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO KW"
    b" KZ LB LC LI LT LU LV LY MC MD ME MK MR MT MU NL NO PK PL PS PT QA RO RS SA SC SE SI SK SM ST SV TL TN TR UA VA VG XK".split()
)
_CARD_ISSUERS = re.compile(rb"4|5[1-5]|2[2-7]|3[47]|6(?:011|5|4[4-9])|35|30[0-5]|3[68]")


def entropy(secret: bytes) -> float:
    """Bits per character."""
    total = len(secret)
    return -sum(count / total * math.log2(count / total) for count in Counter(secret).values()) if total else 0.0


def is_placeholder(secret: bytes) -> bool:
    return _PLACEHOLDER.search(secret) is not None or len(set(secret.lower())) <= 3


def varied(secret: bytes, _lead: bytes = b"") -> bool:
    """For tokens with a prefix of their own: anything but a row of the same few letters."""
    return len(set(secret)) >= 10 and b"xxxx" not in secret.lower() and b"****" not in secret


def _mixed(secret: bytes) -> bool:
    return _DIGIT.search(secret) is not None and _LETTER.search(secret) is not None


def _wordy(secret: bytes) -> bool:
    """Names such as `claude-opus-4-20250514` or `path/to/file_v2`: every part a word or a number."""
    parts = [part for part in re.split(rb"[-_./:+]", secret) if part]
    return len(parts) > 1 and all(_WORD.match(part) for part in parts)


def varied_token(secret: bytes, lead: bytes = b"") -> bool:
    """For prefixes that names may begin with too: letters and digits, not just words."""
    return varied(secret, lead) and _mixed(secret) and not _wordy(secret)


def random_like(secret: bytes, _lead: bytes = b"") -> bool:
    """A value that a machine made: letters and digits in no order of words."""
    if len(secret) < 16 or not _mixed(secret) or is_placeholder(secret) or _UUID.match(secret) or _PATH.match(secret):
        return False
    return (
        not (_wordy(secret) or _IDENTIFIER_PATH.match(secret) or _CALL.match(secret))
        and entropy(secret) >= _LEAST_ENTROPY
    )


def key_value(secret: bytes, lead: bytes) -> bool:
    """Value of an API key or token: random, or an UUID under a name that says API key."""
    return (
        lead.endswith(OURS) or random_like(secret, lead) or (_UUID.match(secret) is not None and b"ey" in lead.lower())
    )


def _ordinary(secret: bytes) -> bool:
    lowered = secret.lower()
    return lowered in _WORDS or any(word in lowered for word in _SECRET_WORDS)


def _chosen_by_a_person(secret: bytes, *, named_in_capitals: bool = False) -> bool:
    """Letters alone are a password only if they are no word of code or of messages."""
    if secret.isalpha():
        return not _ordinary(secret)
    if b" " in secret:
        return (_mixed(secret) or named_in_capitals) and not _SENTENCE.search(secret)
    return _mixed(secret) or not _wordy(secret) or len(secret) >= 16


def password(secret: bytes, lead: bytes) -> bool:
    """Value of something called password: quoted, assigned in an environment file, or said."""
    if lead.endswith(OURS):
        return True
    if len(secret) < 4 or is_placeholder(secret) or _PATH.match(secret):
        return False
    if lead.endswith(_QUOTES):
        return _chosen_by_a_person(secret, named_in_capitals=lead[:4].isupper() and b"=" in lead)
    if len(secret) < 6:
        return False
    if secret.isdigit():
        return True
    if b" " in secret or _CALL.match(secret) or _IDENTIFIER_PATH.match(secret):
        return False
    if lead[:1].isupper() and lead.endswith(b"="):
        return _chosen_by_a_person(secret)
    if secret.isalpha():
        return _bare_word(secret, lead)
    return _mixed(secret) or not (_wordy(secret) or secret.replace(b"_", b"").isalpha())


def _bare_word(secret: bytes, lead: bytes) -> bool:
    """Letters without quotes, as people and configuration write them: long, small or jumbled, and no word of code or of messages."""
    assigned = lead[-1:] in b": =" and b" is " not in lead
    return assigned and len(secret) >= 8 and (secret.islower() or _jumbled(secret)) and not _ordinary(secret)


def _jumbled(secret: bytes) -> bool:
    """Whether capitals stand where no name has them: the words that they begin are hardly longer than a letter."""
    humps = len(_HUMP.findall(secret))
    return humps >= _LEAST_HUMPS and len(secret) < 2 * humps


def secret_value(secret: bytes, lead: bytes) -> bool:
    """Value of something called secret: names of secrets are common, so words alone are none."""
    if lead.endswith(OURS):
        return True
    if len(secret) < 8 or _wordy(secret) or secret.replace(b"_", b"").isalpha():
        return False
    return password(secret, lead)


def option_value(secret: bytes, lead: bytes) -> bool:
    """What follows `--password` and its like."""
    if b"pass" in lead.lower() or b"pwd" in lead.lower():
        return len(secret) >= 4 and not is_placeholder(secret) and not secret.startswith(b"-") and not _ordinary(secret)
    return secret_value(secret, lead) and _mixed(secret)


def url_password(secret: bytes, _lead: bytes) -> bool:
    return not is_placeholder(secret) and secret.lower() not in _STAND_INS


def given(secret: bytes, lead: bytes) -> bool:
    """What a command gets to log in with: anything but a variable, an option or an ordinary word."""
    return (
        url_password(secret, lead)
        and len(secret) >= 4
        and not secret.startswith((b"-", b"/"))
        and not _ordinary(secret)
    )


def piped(secret: bytes, lead: bytes) -> bool:
    """The same, with the pipe and the command that reads it behind."""
    return given(secret.partition(b"|")[0].rstrip(b"\"'\\ "), lead)


def user_and_password(secret: bytes, lead: bytes) -> bool:
    """A user and a password joined by a colon, but no pair of numbers."""
    return url_password(secret, lead) and not secret.isdigit() and len(secret) >= 3


def basic_credentials(secret: bytes, _lead: bytes) -> bool:
    """Base64 of `user:password`."""
    try:
        plain = base64.b64decode(secret + b"=" * (-len(secret) % 4), validate=True)
    except binascii.Error:
        return False
    return b":" in plain[1:] and all(32 <= byte < 127 or byte >= 0xC2 for byte in plain)


def cookie_values(secret: bytes, _lead: bytes) -> bool:
    """At least one pair of the header holds a random value."""
    pairs = [pair.strip().partition(b"=") for pair in secret.split(b";")]
    return any(random_like(value.strip()) or bool(_UUID.match(value.strip())) for _name, _equals, value in pairs)


def key_body(secret: bytes, _lead: bytes) -> bool:
    """A key block holds a row of Base64, not only the words that a parser compares with."""
    longest = max(re.findall(rb"[A-Za-z0-9+/=]{20,}", secret[10:]), key=len, default=b"")
    return len(set(longest)) >= 8


def encoded_key(secret: bytes, _lead: bytes) -> bool:
    """Base64 whose first words name a private key."""
    head = secret[:80]
    return b"PRIVATE KEY" in base64.b64decode(head[: len(head) // 4 * 4])


def encoded_assignment(secret: bytes, _lead: bytes) -> bool:
    """Base64 of a text that sets a password, secret or token."""
    body = secret.rstrip(b"=")
    plain = (base64.b64decode(body[shift : len(body) - (len(body) - shift) % 4]) for shift in range(4))
    found = next(filter(None, map(_ENCODED.search, plain)), None)
    return found is not None and found[0].isascii() and not is_placeholder(found[1])


def base62_checksum(secret: bytes) -> bool:
    """Tokens of GitHub and npm end with six base-62 digits: the CRC-32 of what stands before (after the prefix)."""
    body = secret.partition(b"_")[2]
    number = zlib.crc32(body[:-6])
    digits = bytearray()
    while number:
        number, digit = divmod(number, 62)
        digits.append(_ALPHABET[digit])
    return bytes(digits[::-1]).rjust(6, b"0") == body[-6:]


def checked_token(secret: bytes, lead: bytes) -> bool:
    """A right checksum settles it; without one (older tokens, cut ones) variety does."""
    return base62_checksum(secret) or varied(secret, lead)


def luhn(digits: bytes) -> bool:
    numbers = [byte - 48 for byte in reversed(digits)]
    return sum(n if place % 2 == 0 else n * 2 - 9 * (n > 4) for place, n in enumerate(numbers)) % 10 == 0


def card(secret: bytes, _lead: bytes) -> bool:
    digits = re.sub(rb"[ -]", b"", secret)
    return len(set(digits)) > 1 and _CARD_ISSUERS.match(digits) is not None and luhn(digits)


def iban(secret: bytes, _lead: bytes) -> bool:
    packed = secret.replace(b" ", b"")
    if packed[:2] not in _IBAN_COUNTRIES or not 15 <= len(packed) <= 34:
        return False
    turned = packed[4:] + packed[:4]
    return int("".join(str(int(chr(byte), 36)) for byte in turned)) % 97 == 1


def public_host(secret: bytes, _lead: bytes) -> bool:
    """An address that can be reached from anywhere; the well-known resolvers are nobody's."""
    try:
        address = ipaddress.ip_address(secret.decode())
    except ValueError:
        return False
    return address.is_global and not address.is_multicast and str(address) not in _FAMOUS_HOSTS

"""What an eye takes for the same: folded names and visible text.

The tables cost tens of milliseconds to load, so a text of ASCII alone never touches them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

_CONTINUATION = re.compile(r"[\\^][ \t]*\n")
# Characters without a glyph that Unicode does not class as format characters.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# What the published table leaves out or folds to a pair: Cyrillic small capitals, dashes, double quotation marks.
_FURTHER = {
    **dict(zip("мтквнгМТКВН", "mtkbhrMTKBH", strict=True)),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    **dict.fromkeys("“”„‟″＂", '"'),
}
_KEPT_CONTROLS = frozenset("\n\t")


@lru_cache(maxsize=4096)
def invisible(char: str) -> bool:
    """Whether a character shows nothing of itself (zero width, direction marks, tags, variation selectors, controls)."""
    if char in _BLANK or "\ufe00" <= char <= "\ufe0f" or "\U000e0000" <= char <= "\U000e0fff":
        return True
    kind = unicodedata.category(char)
    return kind in {"Cf", "Cn", "Co", "Cs"} or (kind == "Cc" and char not in _KEPT_CONTROLS)


@cache
def _skeleton() -> dict[int, str]:
    """Each non-ASCII character that looks like ASCII → that ASCII text."""
    from confusable_homoglyphs.confusables import confusables_data

    table: dict[int, str] = {}
    for char, twins in confusables_data.items():
        alike = [twin["c"] for twin in twins if twin["c"].isascii() and twin["c"].isprintable()]
        if len(char) == 1 and not char.isascii() and alike:
            table[ord(char)] = min(alike, key=lambda text: (not text.isalnum(), len(text), text.isupper(), text))
    return table | {ord(char): twin for char, twin in _FURTHER.items()}


def _to_ascii(text: str) -> str:
    """Compatibility forms, marks and look-alikes folded; two rounds, since folding can uncover more."""
    for _ in range(2):
        shown = "".join(char for char in unicodedata.normalize("NFKD", text) if not invisible(char))
        bare = "".join(char for char in shown if not unicodedata.combining(char))
        text = bare.translate(_skeleton())
    return text


def visible(text: str, *, joint: str = " ") -> str:
    """The text as an interpreter or an eye would take it: nothing hidden, ASCII look-alikes as ASCII, lines that go on joined."""
    shown = "".join(char for char in text if not invisible(char)) if text.isascii() else _to_ascii(text)
    return _CONTINUATION.sub(joint, shown)


def fold_name(name: str) -> str:
    """One form for all names that a file system or an eye confuses: case, NFKC, look-alikes, invisible characters."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    if not folded.isascii():
        folded = _to_ascii(folded).casefold()
    return folded.strip(" .").replace("0", "o").replace("1", "l").replace("rn", "m")

"""Which words are hardly English. The rules here read no other language: what is written in one is not judged by them."""

from __future__ import annotations

import re

FEWEST = 2  # signs of another language: one stands in a name, too

_FOREIGN = re.compile(
    r"\b(?:los|las|el|una|que|para|con|por|siempre|nunca|jam[aá]s|les|des|une|pour|avec|jamais|toujours|dans|n'utilise|der|das|und|"
    r"nicht|bitte|immer|keine?n?|ohne|auf|eine?n?|mit|f[uü]r|nur|wir|ich|mais|sur|pas|como|sem|n[aã]o|sempre|il|lo|gli|non|per favore|"
    r"en|del|usa)\b",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_ACCENTED = re.compile("[\u00c0-\u024f]")
_OTHER_SCRIPT = "\u0370"  # from here on no letter is Latin


def foreign(text: str, fewest: int = FEWEST) -> bool:
    """Whether so many signs of another language stand in it, or mostly letters of another script. Accents are one sign."""
    letters = _LETTER.findall(text)
    other = sum(letter >= _OTHER_SCRIPT for letter in letters)
    signs = len({found.lower() for found in _FOREIGN.findall(text)}) + bool(_ACCENTED.search(text))
    return 2 * other > len(letters) or signs >= fewest

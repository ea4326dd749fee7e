"""Words as they are typed in haste, spelt as the shapes know them: "im going w/ uv, dont need pip" has its apostrophes.

Only for reading: what is quoted stays as it was typed.
"""

from __future__ import annotations

import re

_SPELT = {
    "im": "I'm", "ive": "I've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "arent": "aren't",
    "wasnt": "wasn't", "werent": "weren't", "wont": "won't", "wouldnt": "wouldn't", "couldnt": "couldn't", "shouldnt": "shouldn't",
    "cant": "can't", "cannot": "can't", "havent": "haven't", "hasnt": "hasn't", "thats": "that's", "theres": "there's",
    "whats": "what's", "youre": "you're", "theyre": "they're", "weve": "we've", "lets": "let's", "gonna": "going to",
    "wanna": "want to", "pls": "please", "plz": "please", "w/": "with", "cuz": "because", "bc": "because", "coz": "because",
    "rn": "right now", "u": "you",
}  # fmt: skip
_HASTY = re.compile(rf"(?<![\w'./-])(?:{'|'.join(map(re.escape, _SPELT))})(?![\w'/-]|\.\w)", re.IGNORECASE)
_ITS = re.compile(
    r"\bits(?= (?:a|an|the|not|too|just|more|less|better|easier|simpler|faster|safer|cheaper|already|only|what|how|been|\w+ing)\b)"
)
_SELF = re.compile(r"(?<![\w'.-])i(?=$|[\s,]|'(?:m|d|ll|ve)\b)")


def spelt_out(text: str) -> str:
    """The words with their apostrophes, without abbreviations."""
    text = _HASTY.sub(lambda found: _SPELT[found[0].lower()], text.replace("\u2019", "'"))
    return _ITS.sub("it's", text)


def in_print(text: str) -> str:
    """A clause of a person's as it may stand in a record's sentence."""
    return _SELF.sub("I", spelt_out(text))

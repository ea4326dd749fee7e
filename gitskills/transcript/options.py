"""What a bare "A", "yes" or "the second one" stands for among what the agent asked and offered right before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitskills.transcript.speech import VERBS

LONGEST_ASKED = 4_000  # characters before an answer in which its question stands
FEWEST_OWN, MOST_OWN = 2, 8  # words behind the letter that name the option in the person's own way

_YES = re.compile(
    r"^\W*(?:(?:yes|yep|yeah|yup|sure|ok(?:ay)?|agreed|approved|correct|exactly|right|perfect|great|sounds good|looks good|lgtm|"
    r"good idea|(?:let's )?(?:go with|do) (?:that|it)|go (?:for it|with that)|please do|makes sense|please|i agree|that works)[\s,.!]*)+$",
    re.IGNORECASE,
)
_NO = re.compile(r"^\W*(?:no|nope|nah|please don't|better not)(?:[\s,.!]|please|thanks)*$", re.IGNORECASE)
_PICK = re.compile(
    r"^\W*(?:(?:i (?:think|prefer|like|choose|pick|vote for|say)|i'd (?:say|go (?:with|for)|prefer|pick)|let's (?:do|go with|take|use)|"
    r"(?:we(?:'ll| will)? )?go (?:with|for)|ok(?:ay)?|yes|the|take|use|do|pick|choose|i'll take)[\s,:]+)*"
    r"(?:(?:option |number |choice |#)?(?P<key>[a-f]|[1-9])|(?:option|number|choice) (?P<word>one|two|three|four))\b(?!\w)(?P<rest>.*)$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"^\W*(?:(?:let's (?:do|go with|take|use)|go (?:with|for)|(?:i |i'll )?(?:prefer|like|think|pick|choose|take)|"
    r"i'd go with|yes|ok(?:ay)?)[\s,:]+)*"
    r"the (?P<ordinal>first|second|third|fourth|last)(?: one| option| approach)?[\s,.!]*(?:please)?\W*$",
    re.IGNORECASE,
)
_NUMBERS = ("one", "two", "three", "four")
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_OPTION = re.compile(
    r"^[\s>|*_#(-]*(?:option\s+)?(?P<key>[A-F]|[1-9])(?:\*\*)?\s*[.):|–—-]+[\s*|]*(?P<text>[^|\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_NO_NAME = re.compile(
    rf"(?:is|sounds|looks|seems|but|and|please|also|just|for|with|thanks|because|since|so|if|when|it|that|as|{VERBS})\b",
    re.IGNORECASE,
)
_QUALIFIES = re.compile(r"\b(?:but|only|except|unless|if|when|not|without|until|instead)\b|n't\b", re.IGNORECASE)
_LABEL_END = re.compile(r"\*\*|\s+[-–—]\s|:\s|\s\(|[.;]\s|[.]$|,\s")
_QUESTION = re.compile(r"[^.?!\n]*[^.?!\n\s]\?")
_PREFIX = re.compile(
    r"^[\W_]*(?:(?:next |last |first |one more )?question(?: \d+)?\W+|(?:so|now|ok|also|and|finally)[,:]?\s+)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, in words, and the agent's words that it stands for (verbatim, "" for a yes or no)."""

    text: str
    option: str = ""


def picked(said: str, asked: str) -> Answer | None:
    """What a bare answer says, None where it is none. The question stands at the end of what was `asked`."""
    options = _options(asked[-LONGEST_ASKED:])
    if len(options) < 2:
        return Answer("Yes") if _YES.match(said) else Answer("No") if _NO.match(said) else None
    if ordinal := _ORDINAL.match(said):
        return _answer(_nth(options, _ORDINALS[ordinal["ordinal"].lower()]), "")
    if pick := _PICK.match(said):
        by_word = pick["word"] and _nth(options, _NUMBERS.index(pick["word"].lower()))
        return _answer(by_word or options.get((pick["key"] or "").upper(), ""), pick["rest"])
    return None


def _nth(options: dict[str, str], place: int) -> str:
    """The option at that place, "" where fewer were offered."""
    texts = list(options.values())
    return texts[place] if place < len(texts) else ""


def _answer(option: str, rest: str) -> Answer | None:
    """The option by its name, or as the person calls it in the words behind the letter."""
    label = _label(option)
    if not label:
        return None
    own = re.split(r"\s+[-–—]+\s|[.!]\s", rest.strip(" ,.;:!)("), maxsplit=1)[0]
    if _QUALIFIES.search(own):
        text = f"{label}, {own}"
    elif FEWEST_OWN <= len(own.split()) <= MOST_OWN and not _NO_NAME.match(own):
        text = own
    else:
        text = label
    return Answer(text, option.rstrip(" *|"))


def _options(asked: str) -> dict[str, str]:
    """The options by their letters; where there are none, the last list of numbers."""
    found = [(one["key"].upper(), one["text"].strip()) for one in _OPTION.finditer(asked)]
    letters = {key: text for key, text in found if key.isalpha()}
    if len(letters) > 1:
        return letters
    numbers: dict[str, str] = {}
    for key, text in found:
        if key == "1":
            numbers = {}
        numbers[key] = text
    return numbers


def _label(option: str) -> str:
    """What an option is called, without its explanation; code stays whole."""
    if code := re.match(r"`[^`]+`", option):
        return code[0]
    return _LABEL_END.split(option.strip(" *"), maxsplit=1)[0].strip(" *`.:")


def questions(asked: str) -> Iterator[str]:
    """The agent's questions, verbatim, in order."""
    for found in _QUESTION.finditer(asked[-LONGEST_ASKED:]):
        raw = _PREFIX.sub("", " ".join(found[0].split()).strip(" *_>-#|"))
        if len(raw.split()) > 2:
            yield raw

"""A person's words without swearing, smileys, filler and the commonest slips of the keyboard; the meaning stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from gitskills.transcript.speech import OPENERS, VERBS

# Words that people mistype by swapping two neighbours; no other word is one swap away from them.
_OFTEN = frozenset(
    "about after again all always another because before behaviour branch change changes check code "
    "command comment commit config "
    "console constant create custom database default delete dependency directory does error errors every "
    "existing file files "
    "folder format function have instead instruct into just keep library like logs make message method "
    "module move must need "
    "never only output package path please prefer project public read release remove rename replace "
    "return reuse review "
    "should some string support system template test tests that them theme themes there these they this "
    "type types update use "
    "user using value version want what when which will with word words would write yourself your".split()
)
_SPELLING = {
    "teh": "the", "hte": "the", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't",
    "isnt": "isn't", "shouldnt": "shouldn't", "wouldnt": "wouldn't", "couldnt": "couldn't", "thats": "that's", "lets": "let's",
    "seperate": "separate", "recieve": "receive", "occured": "occurred", "definately": "definitely", "wich": "which",
    "usefull": "useful", "existant": "existent", "dependancy": "dependency", "dependancies": "dependencies",
    "enviroment": "environment", "wether": "whether", "u": "you", "pls": "please", "plz": "please", "thx": "thanks",
    "w/": "with", "w/o": "without", "bc": "because", "cuz": "because", "tho": "though", "gonna": "going to", "wanna": "want to",
    "catched": "caught", "saftey": "safety", "meaninful": "meaningful", "begining": "beginning", "untill": "until",
}  # fmt: skip
_INSULT = re.compile(
    r"\b(?:are you (?:\w+ )?(?:stupid|dumb|blind|kidding|serious|insane)|you (?:\w+ )?(?:fuck|screw|"
    r"mess)\w*|idiot\w*|moron\w*|you suck|wtf|stfu)\b",
    re.IGNORECASE,
)
_SWEARING = (
    (re.compile(r"\b(?:what|who|why|how|where) the (?:fuck|hell|heck)\b", re.IGNORECASE), "what"),
    (re.compile(r"\b(?:fuck\w* ?up|screw\w* ?up|mess(?:ed)? ?up)\b", re.IGNORECASE), "broken"),
    (re.compile(r"\b(?:that|this|the) did that broken\b", re.IGNORECASE), "that caused it"),
    (
        re.compile(
            r"\b(?:f+u+c*k+o?i?n'?g?|motherfuck\w*|god ?damn(?:ed)?|damn(?:ed)?|bloody|freaking|frigging|stupid|"
            r"effing|f\*+\w*)\s+",
            re.IGNORECASE,
        ),
        "",
    ),
    (
        re.compile(
            r"\b(?:omfg|omg|fml|wtf|ffs|jfc|lol|lmao|rofl|jesus|christ|for fuck'?s sake|holy (?:shit|crap)|hell "
            r"no)\b[\s,!.]*",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"^\W*(?:f\w+n'?g? )?hell\b[\s,!.]*", re.IGNORECASE), ""),
    (re.compile(r"\bas (?:fuck|hell)\b", re.IGNORECASE), ""),
    (re.compile(r"\b(?:bull)?(?:shit|crap)\b", re.IGNORECASE), "stuff"),
    (re.compile(r"\bshitty|crappy\b", re.IGNORECASE), "bad"),
)
RUDE = re.compile(
    r"\b(?:f+u+c+k\w*|fuckoing|shit\w*|crap|ass(?:hole)?|bitch\w*|damn|idiot\w*|moron\w*|stupid)\b", re.IGNORECASE
)
_SMILEY = re.compile(
    r"(?:(?<=\s)|^)[:;8][-^']?[)(|/\\DPpOo3](?=\s|$|[.,!?])|"
    r"[\U0001F000-\U0001FAFF\u2600-\u27BF\u200d\ufe0f\u2190-\u21ff]+"
)
_FILLER = re.compile(
    r"\b(?:please|pls|kindly|basically|honestly|literally just|kind of|sort of|kinda|obviously|of course|"
    r"hey|you know|if possible|somehow|i mean|tbh|imho|imo|"
    r"as i said|ultrathink|my dude|dude)\b,?(?:\s+|(?=[.!?,]|$))",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(?<![\w`*])[_*]{1,2}(\w[^_*`\n]*?\w|\w)[_*]{1,2}(?![\w`*])")
_HEDGE = re.compile(
    r",? \bi(?:'d)? (?:think|guess|believe|suppose|say)\b(?=\s*(?:,|$|[.!?]))|\s*(?:[,;–-]|\.{2,}|"
    r"…)\s*(?:but )?(?:i'm )?not sure\b.*$",
    re.IGNORECASE,
)
_SHOUTED = frozenset(
    "NEVER ALWAYS MUST NOT ONLY ALL EVERY NO DO DONT DON'T STOP REAL REALLY ANY VERY THE THIS IS ARE AND EVER BEFORE AFTER FIRST "
    "EASY SHOULD "
    "OBVIOUS WHOLE ENTIRE BOTH EACH EXACTLY NOTHING EVERYTHING WITHOUT EXPECT USE MAKE SURE YOU WE I IMPORTANT PLEASE CAN'T "
    "CANNOT".split()
)
_CODE = re.compile(r"(`[^`\n]+`)")
_LOUD = re.compile(r"\b[A-Z']{2,}(?:,? [A-Z']{2,}){3,}\b")  # so many words in capitals are no names
_WORD = re.compile(r"(?<![\w`/@.\\-])[A-Za-z][A-Za-z']*(?:/o?)?(?![\w`/@\\]|\.\w|-\w)")


def insulting(text: str) -> bool:
    """Whether the words are aimed at the agent rather than at the work."""
    return bool(_INSULT.search(text))


def tidy(text: str, vocabulary: frozenset[str] = frozenset()) -> str:
    """The statement in plain words. Names, paths and quoted code stay letter by letter.

    `vocabulary` are words that the agent used: a slip that is one swap away from one of them is set right.
    """
    text = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    if text.isupper() and len(text.split()) > 1:
        text = _prose(text, str.lower)
    text = _prose(text, lambda part: _LOUD.sub(lambda found: found[0].lower(), part))
    text = _SMILEY.sub(" ", text)
    for pattern, plain in _SWEARING:
        text = pattern.sub(plain, text)
    text = _EMPHASIS.sub(r"\1", text)
    text = OPENERS.sub("", " ".join(text.split()))
    text = _FILLER.sub("", text)
    text = _HEDGE.sub("", text)
    text = _prose(text, lambda part: _WORD.sub(lambda found: _spelt(found[0], vocabulary), part))
    text = re.sub(r"([!?])[!?]+", r"\1", text)
    text = re.sub(r"\.{2,}(?=\w)", ", ", text)
    text = re.sub(r"\s+([,.;:!?]+)(?=\s|$)", r"\1", text)
    return " ".join(text.split()).strip(" ,;-–—").strip()


def _prose(text: str, change: Callable[[str], str]) -> str:
    """The text with all changed that is no quoted code."""
    return "".join(part if part.startswith("`") else change(part) for part in _CODE.split(text))


def _spelt(word: str, vocabulary: frozenset[str]) -> str:
    if word in _SHOUTED:
        return word.lower()
    right = _SPELLING.get(word.lower())
    if right is None and word.islower() and len(word) >= 4 and word not in _OFTEN and word not in vocabulary:
        near = (
            _swapped(word) & _OFTEN
            or _swapped(word) & vocabulary
            or (_extra(word) & vocabulary if len(word) > 6 else set())
        )
        right = near.pop() if len(near) == 1 else None
    if right is None:
        return word
    return right.capitalize() if word[0].isupper() else right


def _swapped(word: str) -> set[str]:
    return {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}


def _extra(word: str) -> set[str]:
    """The word with one letter less, its first and its last kept: a final s or d is no slip."""
    return {word[:i] + word[i + 1 :] for i in range(1, len(word) - 1)}


_PERSON = (
    (r"\bi'm\b|\bi am\b", "the user is"),
    (r"\bi've\b|\bi have\b", "the user has"),
    (r"\bi'll\b|\bi will\b", "the user will"),
    (r"\bi'd\b|\bi would\b", "the user would"),
    (r"\bi don't\b|\bi do not\b", "the user doesn't"),
    (r"\bi was\b", "the user was"),
    (r"\bi can\b", "the user can"),
    (r"\bi can't\b", "the user can't"),
    (
        (
            r"\bi ((?:just |only |always |never |often |usually )?)(want|need|like|prefer|work|merge|push|think|expect|have|"
            rf"see|assume|figure|know|feel|care|take|come|{VERBS})\b"
        ),
        r"the user \1\2s",
    ),
    (r"\bi\b(?!\.e)(?=[\s,.!?]|$)", "the user"),
    (r"\bmyself\b", "the user"),
    (r"\bmy\b", "the user's"),
    (r"\bmine\b", "the user's"),
    (r"\bme\b", "the user"),
    (r"\byourself\b", "the agent itself"),
)


def third_person(text: str) -> str:
    """The speaker as "the user"."""
    for pattern, words in _PERSON:
        text = re.sub(pattern, words, text, flags=re.IGNORECASE)
    return text.replace("the user haves", "the user has")

"""A rule cut down to a description's length by leaving out whole phrases, never a negation, a condition or half a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitskills.reflect.offline.imperative import NEGATION

# A contrast may go as a whole ("use X instead of Y" still says "use X"); any other denial stays.
_DENIED = re.compile(NEGATION.pattern.replace("instead of|rather than|", ""), re.IGNORECASE)
LONGEST = 60
FEWEST_WORDS = 3
MOST_CUTS = 12
CLIPPED = 16  # letters of substance that a dropped article weighs

_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_SMALL = re.compile(
    r"\b(?:really|actually|just|simply|basically|also|explicitly|genuinely|definitely|certainly|quite|"
    r"very|current(?:ly)?|always just|in general|"
    r"generally|at all|as well|too|somewhere|probably|maybe|directly|existing|whole|entire|own|instances "
    r"of)\s+(?=\w)|\b(?:as well|at all|in general|too|directly)(?=$|[,.])",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"\s+(?:here|(?:in|of|for) (?:this|our) (?:code ?base|project|repo(?:sitory)?|code))\b", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b(?:the|an?|all the|those|these|our|your|all of the|any of the)\s+(?=\w)", re.IGNORECASE)
_OWNER = re.compile(r"\b(?:our|your|the user's)\s+(?=\w)|^the (?=\w+s\b)", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:the|an?)\s+(?=[\w-]*[._/A-Z][\w./-]*\w)")  # "the README.md" is as good without
_OR_IF = re.compile(r",? or (?:if|when) .*$", re.IGNORECASE)  # the first of two occasions stands for both
_PARTICIPLE = re.compile(
    r" (?:returned|passed|given|written|made|used|defined|created|coming|stored|kept|produced|generated) "
    r"(?:by|in|to|from|with|for|on) [^,;]+?"
    r"(?= (?:must|should|needs?|has to|have to|is|are|may|can(?:not|'t)?)\b)",
    re.IGNORECASE,
)
# Which of them. Where it can't all be said, the rule's core is, and the body says the rest.
_WHICH = re.compile(
    r" (?:that|which|who) (?P<verb>(?!must|should|needs? to|has|have)[a-z]+)(?P<rest> [^,;]+?)"
    r"(?= (?:must|should|needs?|has to|have to|cannot|can't)\b)",
    re.IGNORECASE,
)
_EVERY = re.compile(r"^(?:every|each|any) (?P<noun>[a-z]+[^\Wsxyz])(?= [a-z]+ing\b)", re.IGNORECASE)
_DOUBLED = re.compile(r"(?:run|get|set|put|cut|hit|log|ship|tag|commit|stop|map|plan)$")
_DEMANDS = re.compile(r"\b(?:must|should|needs?|has to|have to|ought to)\b", re.IGNORECASE)
_COMPOUND = re.compile(r"\b[a-z]+-[a-z]+ (?=[a-z]+-[a-z]+ )")  # the first of two joined modifiers
_OCCASION = re.compile(r"(?:when|whenever|if|for|in|on|before|after|once)\b[^,]*,\s", re.IGNORECASE)
# Where a tail may be let go; the shortest tail goes first.
_TAILS = (
    re.compile(
        r"\s*[,;–—-]+\s+(?:and|but|so|which|who|or|then|like|e\.g\.|for example|such as|nice and|in terms of|"
        r"it|that|this|they|we|the user)\b.*$",
        re.IGNORECASE,
    ),
    re.compile(r"\s*(?:;|:\s|,\s|\s[-–—]\s).*$"),
    re.compile(r"\s+(?:and|or) (?:it|it's|they|they're|we|you|the user)\b.*$", re.IGNORECASE),
    re.compile(r",?\s+(?:instead of|rather than|as opposed to)\b.*$", re.IGNORECASE),
    re.compile(
        r"\s+(?:which|that|who|where|while|so|in terms of|as opposed to|based on|depending on|according to|"
        r"like|such as|except)\b(?!.*\s(?:which|that|who|where|while|so)\s).*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<!instead)(?<!rather)\s+(?:to|for|from|with|by|in|on|at|of|into|via|through|across|between|over|before|"
        r"after|when|and|or|as)\s(?!.*\s(?:to|for|from|with|by|in|on|at|of|into|via|through|across|between|over|before|after|"
        r"when|and|or|as)\s).*$",
        re.IGNORECASE,
    ),
)
_KEPT = re.compile(r"\b(?:if|unless|until|only|except|not|never|no|without|when|before|after)\b|n't\b", re.IGNORECASE)
_DANGLING = re.compile(
    r"\b(?:the|an?|to|for|from|with|by|in|on|at|of|into|and|or|but|is|are|be|not|no|that|which|as|than|"
    r"our|your|its|their|have|has|can't|should|must|don't|we|you|it|so|can|could|would|if|when|via|per|"
    r"to (?:figure|see|make|get|know|look)|wants?|let(?: the)? \w+|let|make|which is|such|also|another|"
    r"one|same|this|these|those|way|instead|rather|no need|only \w+|only|"
    r"(?<!\.)go|goes|lives?|belongs?|stays?|comes?|sits?)$|\b(?:if|when|unless|which is,?) \S+ \S+ wants$",
    re.IGNORECASE,
)

# A verb cut off from what it is done to, one more thing of a list, "it is a" kind of what.
_CUT_OFF = re.compile(
    r"\b(?:should|must|shall|may|can|will)(?: not| never)? (?!be\b|pass$|fail$|exist$|work$|run$|stay$|change$|compile$|match$)\w+$|"
    r", \w+$|, (?:we|they|it|you) \w+ (?:them|it|this|that)$|\bit(?:'s| is)(?: an?)? \w+$",
    re.IGNORECASE,
)


def shorten(sentence: str, limit: int = LONGEST) -> str:
    """The most telling faithful form within `limit` characters, or "" where there is none."""
    if len(sentence) <= limit:
        return sentence
    for form in _cores(sentence):
        if len(form) <= limit and faithful(form, sentence):
            return form
    fitting = [form for form in _forms(sentence) if len(form) <= limit and faithful(form, sentence)]
    best = max(fitting, key=lambda form: (_worth(form, sentence), len(form)), default="")
    return best[:1].upper() + best[1:] if sentence[:1].isupper() else best


def fits_uncut(sentence: str) -> bool:
    """Whether a description can hold it with nothing but brackets, fillers and articles left out."""
    return len(_collapse(_ARTICLE.sub("", _SMALL.sub("", _HERE.sub("", _PARENTHESES.sub("", sentence)))))) <= LONGEST


def _worth(form: str, sentence: str) -> int:
    """Letters of substance that are kept, less what is clipped: an article before a common word is missed."""
    clipped = len(_ARTICLE.findall(_NAMED.sub("", sentence[: len(form) + 20]))) - len(_ARTICLE.findall(form))
    return len(_collapse(_ARTICLE.sub("", _SMALL.sub("", form)))) - CLIPPED * max(0, clipped)


def _cores(sentence: str) -> Iterator[str]:
    """The clause that says which of them as a participle, or gone: both read better than a lost article."""
    text = _collapse(_PARENTHESES.sub("", sentence))
    if _WHICH.search(text):
        doing = _WHICH.sub(lambda found: f" {_ing(found['verb'])}{found['rest']}".replace("  ", " "), text)
        yield doing
        yield _EVERY.sub(lambda found: f"{found['noun'].capitalize()}s", doing)
        yield _collapse(_WHICH.sub("", text))


def _ing(verb: str) -> str:
    """The participle of a verb: leaves → leaving; "are" goes."""
    if verb in {"is", "are"}:
        return ""
    stem = re.sub(r"(?<=ch|sh|ss)es$|(?<=x)es$|(?<!s)s$", "", verb)
    stem = f"{stem}{stem[-1]}" if _DOUBLED.search(stem) else re.sub(r"(?<![eoy])e$", "", stem)
    return f"{stem}ing"


def _forms(sentence: str) -> Iterator[str]:
    text = _collapse(_PARENTHESES.sub("", sentence))
    yield _collapse(_HERE.sub("", text))
    text = _OR_IF.sub("", text)
    yield from _without_tails(_collapse(_PARTICIPLE.sub("", text)))
    lean = _collapse(_NAMED.sub("", _SMALL.sub("", text)))
    for start in (text, lean, _collapse(_COMPOUND.sub("", lean))):
        for form in _without_tails(start):
            yield form
            yield from _without_articles(form)


def _without_tails(text: str) -> Iterator[str]:
    """The text, then ever shorter forms, one tail at a time."""
    yield text
    for _ in range(MOST_CUTS):
        cuts = [cut for tail in _TAILS if (cut := tail.search(text)) and cut.start() and not _KEPT.search(cut[0])]
        if not cuts:
            return
        text = _collapse(text[: max(cut.start() for cut in cuts)])
        yield text


def _without_articles(text: str) -> Iterator[str]:
    """Whose it is goes first, then article by article from the left, as few as need be."""
    text = _OWNER.sub("", text)
    yield _collapse(text)
    while article := _ARTICLE.search(text):
        text = text[: article.start()] + text[article.end() :]
        yield _collapse(text)


def _collapse(text: str) -> str:
    return " ".join(text.split()).strip(" ,;:-–—")


def faithful(short: str, long: str) -> bool:
    """Whether `short` still denies what `long` denies, and stands as a phrase."""
    kept = len(_DENIED.findall(short)) == len(_DENIED.findall(long))
    whole = short.count('"') % 2 == 0 and short.count("`") % 2 == 0 and short.count("(") == short.count(")")
    told = not (demand := _DEMANDS.search(long)) or bool(_DEMANDS.search(short)) or demand.start() > len(long) // 2
    led = not _OCCASION.match(long) or "," in short  # an occasion alone tells nothing
    stands = not _DANGLING.search(short) and not (len(short) < len(long) and _CUT_OFF.search(short))
    return kept and whole and told and led and stands and len(short.split()) >= FEWEST_WORDS

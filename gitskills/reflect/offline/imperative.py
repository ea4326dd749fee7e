"""From what a person said to the rule in it: one sentence that a later agent can follow, and when and why it holds.

Invariant: a negation in the words is still in the rule. A form that is not known stays a plain sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitskills.reflect.offline.cues import VERBS
from gitskills.reflect.offline.plainwords import third_person

NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|without|neither|nor|cannot|don't|doesn't|didn't|won't|"
    r"can't|couldn't|shouldn't|mustn't|"
    r"wouldn't|isn't|aren't|wasn't|haven't|hasn't|avoid|instead of|rather than|stop|unless|except|only|"
    r"skip|drop|free of|ban|unnecessary)\b|n't\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """`sentence` has no final stop. `when` and `why` are clauses of the person's own, "" where nothing was said."""

    sentence: str
    when: str = ""
    why: str = ""


_GERUNDS = {
    "using": "use", "having": "have", "making": "make", "adding": "add", "keeping": "keep", "putting": "put",
    "writing": "write", "calling": "call", "passing": "pass", "returning": "return", "storing": "store", "doing": "do",
    "going": "go", "getting": "get", "running": "run", "testing": "test", "reading": "read", "summarising": "summarise",
    "summarizing": "summarize", "checking": "check", "following": "follow", "logging": "log", "naming": "name",
    "treating": "treat", "reusing": "reuse", "importing": "import", "building": "build", "moving": "move",
}  # fmt: skip

_HEAD = (
    r"^(?:(?:i (?:really |actually |just )?(?:think|believe|feel like|guess|suppose|figure|say|mean)(?: "
    r"that)?(?! we need something)|(?:option )?[a-d](?:[.,:)]+| is| seems)(?: (?:is )?(?:fine|good|ok|"
    r"okay|best))?,?|intentional|i'd (?:say|think|suggest)|imo|it seems(?: like)?|from what i've observed|"
    r"sorry|my point|but|so|also|and|then|well|actually|in fact|if so)[,:]?\s+(?:[-–—]\s+)?)+"
)
_US = r"(?:we|you|us|one|agents?)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rule)
    for pattern, rule in (
        (r"^(?:let's|let us) not (?P<v>.+)", "don't {v}"),
        (r"^(?:let's|let us) do (?P<v>(?!it\b|that\b|this\b|the\b|not\b|what\b|both\b)[\w.@/-]+)$", "use {v}"),
        (r"^(?:let's|let us) go (?:with|for) (?P<v>.+)", "use {v}"),
        (r"^(?:let's|let us) (?:just |also |instead |all |then |rather |please )*(?P<v>.+)", "{v}"),
        (
            (
                r"^(?:can|could|would|will) (?:we|you) (?:also |just |maybe |instead |possibly )*(?:have|get) "
                r"(?P<v>an? .+)\?$"
            ),
            "add {v}",
        ),
        (
            (
                rf"^(?:can|could|would|will|can't|couldn't|shouldn't|should|why (?:don't|not|can't)) (?:{_US} "
                rf")?(?:also |just |maybe |instead |possibly |all )*?(?P<v>\w.+)\?$"
            ),
            "{v}",
        ),
        (rf"^(?:can|could) {_US} (?:also |just |maybe )*(?P<v>.+)$", "{v}"),
        (r"^why (?:don't|not|can't) (?:we |you )?(?P<v>.+)\?$", "{v}"),
        (
            rf"^(?:why|is there a reason) {_US} have (?P<v>.+?) instead of making (?P<w>.+?) too.*$",
            "don't have {v}: make {w} too",
        ),
        (
            (
                r"^is there (?:no|not an?|not any|already an?) (?P<v>(?:existing |built-in |better )?(?:library|lib|"
                r"package|function|tool|way|method|component|module|command|option)\b.*?)\?*$"
            ),
            "look for an existing {v} first",
        ),
        (
            (
                rf"^(?:do|don't|doesn't) (?:{_US}|it|that) (?:already )?have (?:another |an? |some |already "
                rf")*(?P<v>.+?)\?$"
            ),
            "reuse the existing {v}",
        ),
        (r"^(?:but )?there(?:'s| is| are)(?: also)? already (?:an? |some |the )?(?P<v>.+)", "reuse the existing {v}"),
        (
            rf"^do {_US} (?:really |even |actually |still )*need (?P<v>.+?)(?: then| at all)?\?$",
            "avoid {v} unless it is really needed",
        ),
        (r"^i don't think (?:we|you) (?:should|want to) (?P<v>.+)", "don't {v}"),
        (rf"^i don't think {_US} need (?:to (?P<v>.+)|(?P<w>.+))", "no need to {v}{w}"),
        (
            (
                r"^(?:i|we) (?:really |definitely |certainly )?(?:don't|do not) (?:really |ever )?(?:want|like)(?: "
                r"you| us)? to (?P<v>.+)"
            ),
            "don't {v}",
        ),
        (r"^(?:i|we) (?:really |definitely )?(?:don't|do not) (?:really )?(?:want|need) (?P<v>.+)", "no {v}"),
        (
            (
                r"^(?:i )?(?:really |actually )?(?:don't|do not|didn't) (?:much |really |quite )?like (?:the (?:name|"
                r"word|term) )?(?P<v>[\w`'\".-]+)$"
            ),
            "avoid the term {v}",
        ),
        (r"^(?:i )?(?:really )?(?:don't|do not) (?:much |really )?like (?P<v>.+)", "avoid {v}"),
        (r"^i hate (?P<v>.+)|^not a fan of (?P<w>.+)", "avoid {v}{w}"),
        (
            (
                r"^i didn't find (?P<v>.+?) helpful,? (?:can|could) you replace (?:them|it|those|that|this) with "
                r"(?P<w>.+?)(?: instead)?\??$"
            ),
            "use {w} instead of {v}",
        ),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want) to see (?P<v>.+)", "use {v}"),
        (
            (
                r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want|prefer) (?:us|you|it if you|it if we) (?:to "
                r")?(?P<v>.+)"
            ),
            "{v}",
        ),
        (
            (
                r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want) (?P<v>all .+?|the .+?|those .+?|these .+?) "
                r"(?P<p>replaced|moved|renamed|removed|converted|split|changed|stored|saved) (?P<w>.+)"
            ),
            "{v} should be {p} {w}",
        ),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want) (?P<v>.+?) to be (?P<w>.+)", "{v} should be {w}"),
        (
            (
                r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want) to (?P<v>bring .+|keep .+|use .+|avoid .+|have "
                r".+|remove .+)"
            ),
            "{v}",
        ),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?rather not (?P<v>.+)", "don't {v}"),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:rather|prefer (?:to|if you|if we)) (?P<v>.+)", "{v}"),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?prefer (?P<v>.+)", "prefer {v}"),
        (r"^i would have (?:thought|expected) (?:we|you|it) (?:can|could|would|should)? ?(?P<v>.+)", "{v}"),
        (r"^we need to accept that (?P<v>.+)", "accept that {v}"),
        (
            (
                rf"^{_US} (?:should|must|need to|have to|ought to)(?: really| just| also)? (?P<n>not|never|always|"
                rf"only) (?P<v>.+)"
            ),
            "{n} {v}",
        ),
        (rf"^{_US} (?:shouldn't|mustn't|must not|can't|cannot|don't want to) (?P<v>.+)", "don't {v}"),
        (rf"^{_US} (?:should|must)(?: really| probably| just| also)? be (?P<g>\w+ing) (?P<v>.+)", "{g} {v}"),
        (
            (
                rf"^{_US} (?:should|must|need to|have to|ought to|want to|would want to)(?: really| just| also)? "
                rf"(?P<v>.+)"
            ),
            "{v}",
        ),
        (rf"^{_US} (?:just |really )?(?:don't|do not|never) (?P<v>.+)", "don't {v}"),
        (rf"^{_US} always (?P<v>.+)", "always {v}"),
        (rf"^{_US} (?:only )?use (?P<v>.+)", "use {v}"),
        (
            (
                r"^(?:and )?(?:remember|make sure|be sure|ensure|don't forget|do not forget) (?:that )?(?:you |we |to "
                r"|you know to )*(?P<v>.+)"
            ),
            "{v}",
        ),
        (r"^(?:no|there's no|there is no) need (?P<v>.+)", "no need {v}"),
        (rf"^{_US} can (?P<v>.+)", "{v}"),
        (
            (
                r"^.*\b(?:adhere to|violates?|violating|follow|respect|breaks?|breaking) (?:the|our) (?:invariant|"
                r"rule|convention|contract|principle|requirement|policy) that (?P<v>.+)"
            ),
            "{v}",
        ),
        (
            (
                r"^(?:that |this |the |these |those )?(?P<v>\w.+?) (?:is|are|looks?|feels?) (?:so |really |pretty |"
                r"quite |a bit |too |very )*(?:yuck|yucky|ugly|gross|horrible|a mess|messy|hacky|confusing|hard to "
                r"read|awful)$"
            ),
            "avoid {v}",
        ),
        (r"^it would be (?:good|nice|great|better|best) (?:if (?:you|we) |to )(?P<v>.+)", "{v}"),
        (r"^(?:it'?s )?better to (?P<v>.+)", "{v}"),
        (r"^you can (?P<v>.+)", "{v}"),
        (
            (
                r"^the (?:overriding |guiding |basic )?(?:directive|rule|principle|convention|philosophy|policy|idea|"
                r"point) (?:here )?is (?:that (?:we |you )?|to )?(?P<v>.+)"
            ),
            "{v}",
        ),
        (
            (
                r"^(?:for [\w\s-]+, )?my (?:\w+ )?(?:philosophy|rule|principle|policy|preference) is (?:that |to "
                r")?(?P<v>.+)"
            ),
            "{v}",
        ),
        (r"^(?:it was|it's|it is) actually (?P<v>.+?) that (?:did|caused|broke) .+", "the cause was {v}"),
        (r"^(?:it was|it's|it is|the (?:issue|problem|cause) (?:is|was)) actually (?P<v>.+)", "the cause was {v}"),
        (r"^the (?:issue|problem|cause) (?:is|was) (?P<v>.+)", "the cause was {v}"),
    )
)
_TAG = re.compile(
    r",? (?:any (?:other )?(?:suggestions?|ideas?|alternatives?|thoughts|options?)|what do you think|wdyt|"
    r"thoughts|right|ok|okay|no|yeah|hey|don't you think)\?+$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r".*\?$|^(?:what|where|when|why|who|which|how|is|are|was|were|do|does|did|has|have|any)\b(?! (?:not|"
    r"never)\b)(?!\w* (?:all|every|the))",
    re.IGNORECASE,
)
_DON_T = re.compile(r"^(don't|do not|never|stop) (?:be )?(\w+ing)\b", re.IGNORECASE)
_WHY = re.compile(
    r"[,.]? (?:because|since|so that|so we|so it|as it|as we|as the|otherwise|or else|that way|in order "
    r"to|- it|it leaves us|that'll make|that will make|which is (?:less|easier|simpler|cleaner|better|"
    r"much|more|faster|slower))\b(?P<why>.+)$",
    re.IGNORECASE,
)
_WHY_WORD = re.compile(
    r"\b(because|since|so that|so|as|otherwise|or else|that way|in order to|it leaves us|that'll|that will|which)\b",
    re.IGNORECASE,
)
_WHEN_FIRST = re.compile(
    r"^(?P<when>(?:when|whenever|if|before|after|for (?:every|each|any|all|new|the)|in (?:the|every|all|"
    r"our|any)|once|on)\b[^,]{3,70}),\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_WHEN_OPEN = re.compile(
    r"^(?P<when>(?:for|in|on) (?:the|our|all|every|each|any)\b[^,]{3,60}?) (?P<rest>(?:we|you|let's|make "
    r"sure|please|i'd|always|never|don't)\b.+)$",
    re.IGNORECASE,
)


def find_rule(words: str) -> Rule:
    """The rule in a tidy statement; its sentence is empty where the words only ask."""
    text = re.sub(_HEAD, "", words, flags=re.IGNORECASE)
    text, why = _without_reason(text)
    text, when = _without_occasion(text)
    text = re.sub(_HEAD, "", text, flags=re.IGNORECASE)
    sentence = _spoken(text)
    return Rule(_capital(third_person(sentence)), when=third_person(when), why=_capital(third_person(_reason(why))))


def _without_reason(text: str) -> tuple[str, str]:
    found = _WHY.search(text)
    if (
        found is None
        or found.start() < 12
        or (NEGATION.search(text[: found.start()]) is None and "otherwise" in found[0])
    ):
        return text, ""
    word = _WHY_WORD.search(found[0])
    reason = found[0][word.start() if word else 0 :].strip(" ,-.!")
    return text[: found.start()].rstrip(" ,-") + ("?" if text.endswith("?") else ""), reason.rstrip("?")


def _reason(clause: str) -> str:
    """A reason as a clause of its own."""
    clause = re.sub(
        r"^(?:because|since|as)\b,? (?:actually |really )?|^so (?=we|it|you|they)", "", clause, flags=re.IGNORECASE
    )
    return re.sub(
        r"^(?:which|that) (?=is|will|would|makes)|^that'll ",
        lambda found: "it will " if "'" in found[0] else "it ",
        clause,
        flags=re.IGNORECASE,
    )


def _without_occasion(text: str) -> tuple[str, str]:
    found = _WHEN_FIRST.match(text) or _WHEN_OPEN.match(text)
    return (found["rest"], found["when"]) if found else (text, "")


def _spoken(text: str) -> str:
    """The first known form that fits, as an imperative."""
    text = _TAG.sub("", text.strip())
    bare = re.sub(r"\bbut (?:i think )?we should (?=\w)", "but ", text.strip().rstrip(".! "), flags=re.IGNORECASE)
    for pattern, rule in _FORMS:
        found = pattern.match(bare)
        if found:
            parts = {name: value or "" for name, value in found.groupdict().items()}
            parts.setdefault("w", "")
            if "g" in parts:
                parts["g"] = _GERUNDS.get(parts["g"].lower(), parts["g"])
            return _finish(rule.format(**parts))
    return "" if _ASKS.match(bare) else _finish(bare)


def _finish(text: str) -> str:
    text = re.sub(
        r"^(?:also|just|instead|then|please|now|maybe|simply|actually|all) (?=\w)",
        "",
        text.strip().rstrip("?.! "),
        flags=re.IGNORECASE,
    )
    text = _DON_T.sub(lambda found: f"{found[1]} {_GERUNDS.get(found[2].lower(), found[2])}", text)
    text = re.sub(rf"^(?:to )?not (?=(?:{VERBS}|bring|block|come|rely|break)\b)", "don't ", text, flags=re.IGNORECASE)
    text = re.sub(
        r",? (?:right|yeah|hey|ok|okay|no|though|too|then|hm+|i think|i guess|i'd think|i believe|(?<!for "
        r")now|any (?:other )?(?:suggestions|ideas|alternatives|thoughts|options)|nice and \w+|at all|for "
        r"that)$",
        "",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(rf"\bbut not (?=(?:{VERBS}|bring)\b)", "but don't ", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(saved|stored|treated|kept) (an?) ", r"\1 as \2 ", text)
    text = re.sub(r" then (?=for|in|on|to|with)", " ", text)
    return " ".join(text.split()).strip(" ,;:-")


def _capital(text: str) -> str:
    """A capital first letter, unless it begins with a name of code."""
    first = text.split(" ", 1)[0] if text else ""
    plain_word = first.rstrip(",:;'").replace("'", "").isalpha() and first[1:].islower()
    return text[:1].upper() + text[1:] if plain_word or len(first) == 1 else text

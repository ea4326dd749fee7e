"""The ways in which people put a rule, each with the imperative that says the same.

Invariant: a form that denies has a rule that denies; a form that doesn't has none that does, "do we need" apart.
"""

from __future__ import annotations

import re

HEAD = (
    r"^(?:(?:in (?:this|our) (?:project|repo(?:sitory)?|code ?base),?(?= (?:we|you|always|never|please|use|do|don't|no)\b)|"
    r"i(?:'d)? (?:suggest|propose|recommend)(?: that)?|"
    r"i (?:really |actually |just )?(?:think|believe|feel like|guess|suppose|figure|say|mean)(?: "
    r"that)?(?! we need something)|(?:option )?[a-d](?:[.,:)]+| is| seems)(?: (?:is )?(?:fine|good|ok|"
    r"okay|best))?,?|intentional|(?:i (?:already )?told you(?: already| before| \w+ times)?|i said|as i said|again|once more|(?:one |a )?"
    r"(?:rule|reminder|note|important|convention|nb|psa)|remember)(?= ?[:–—-])|(?:from now on|going forward|(?:for|"
    r"in) (?:the )?future(?: reference)?|"
    r"as a (?:general )?rule|(?:keep|bear) in mind(?: that)?|i thought(?: that)?(?= (?:we|the)\b)|please note(?: that)?|note that|"
    r"in general|generally|by default|"
    r"next time)(?=,? )|i'd (?:say|think|suggest)|imo|it seems(?: like)?|"
    r"from what i've observed|"
    r"sorry|(?:wrong|incorrect)(?=,)|my point|but|so|also|and|then|well|actually|in fact|if so)[,:]?\s+(?:[-–—]\s+)?)+"
)
HABITS = (
    "deploy|build|test|run|store|keep|write|log|format|lint|release|publish|name|call|commit|merge|rebase|follow|put|ship|host|"
    "track|inject|pass|"
    "return|say|prefer|avoid|validate|wrap|pin|tag|version|mock|assert|throw|raise|handle|treat|inline|document|sort|group|prefix|"
    "expose|cache|squash|support"
)
_PROJECT = r"(?:project|repo(?:sitory)?|code ?base|library|service|team)"
_US = r"(?:we|you|us|one|agents?)"
FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rule)
    for pattern, rule in (
        (
            (
                r"^(?:i'll|i will) (?:\w+ly |always )?(?P<v>.+?),? myself(?: when(?:ever)? needed| from now on| always|"
                r",? (?:so )?just tell me .+|"
                r" tell me .+)?$"
            ),
            "let the user {v}",
        ),
        (r"^(?:we have |there (?:is|are) )?no [^,]+, so (?P<v>no need (?:for|to) .+)", "{v}"),
        (r"^we no longer use (?P<w>.+?),? we (?:just |now |only )+use (?P<v>.+)", "use {v}, no longer {w}"),
        (r"^we (?:agreed|decided|said) (?:to |on |that (?:we )?)?(?P<v>.+)", "{v}"),
        (r"^we no longer (?P<v>use|need|call|support|have|keep|want|run) (?P<w>.+)", "don't {v} {w} any more"),
        (
            r"^(?:you (?:need|have) to |please |just )*be (?:very |super |extra |really )?careful (?:about|with) not (?P<v>\w+ing .+)",
            "avoid {v}",
        ),
        (
            r"^(?:you (?:need|have) to |please |just )*be (?:very |super |extra |really )?careful (?:not too?|to not) (?P<v>.+)",
            "don't {v}",
        ),
        (r"^(?:let's|let us) not (?P<v>.+)", "don't {v}"),
        (r"^(?:let's|let us) (?:make|keep) it (?P<v>\w+-\w+)$", "the code must be {v}"),
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
        (r"^(?:would|do) you mind not (?P<g>\w+ing) (?P<v>.+)\?$", "don't {g} {v}"),
        (r"^why (?:aren't|are|weren't|were) (?:we|you) (?:not )?using (?P<v>.+)\?$", "use {v}"),
        (
            r"^(?:why|is there a reason(?: why)?) (?:we|you) (?:didn't|don't|aren't|did not|do not) (?:use|using) (?P<v>.+)\?$",
            "use {v}",
        ),
        (r"^why (?:didn't|did not) (?:we |you )?use (?P<v>.+)\?$", "use {v}"),
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
            "look first for an existing {v}",
        ),
        (
            (
                rf"^(?:do|don't|doesn't) (?:{_US}|it|that) (?:already )?have (?!to\b|been\b|any\b)(?:another |an? |some |already "
                rf")*(?P<v>.+?)\?$"
            ),
            "reuse the existing {v}",
        ),
        (
            (
                r"^(?P<v>the existing .+?) already (?:does|do|handles?|covers?|has|have|provides?|supports?|knows?|parses?|"
                r"validates?)\b.*"
            ),
            "use {v}",
        ),
        (r"^(?:but )?there(?:'s| is| are)(?: also)? already (?:an? |some |the )?(?P<v>.+)", "reuse the existing {v}"),
        (
            rf"^do {_US} (?:really |even |actually |still )*need (?P<v>.+?)(?: then| at all)?\?$",
            "avoid {v} unless it is really needed",
        ),
        (r"^i don't think (?:we|you) (?:should|want to) (?P<v>.+)", "don't {v}"),
        (rf"^i don't think {_US} need to (?P<v>.+)", "no need to {v}"),
        (rf"^i don't think {_US} need (?P<v>.+)", "no need for {v}"),
        (rf"^{_US} (?:don't|do not) need to (?P<v>.+)", "no need to {v}"),
        (r"^i always want (?P<v>.+?) to (?P<w>\w+ .+)", "{v} must always {w}"),
        (
            r"^(?:i |we )?(?:really )?(?:don't|do not) (?:much |really )?like (?:it when|that|how) (?:you|we|the agent) (?P<v>.+)",
            "don't {v}",
        ),
        (r"^(?:please )?(?:stop|quit) (?P<g>\w+ing) (?P<v>.+)", "don't {g} {v}"),
        (r"^(?:go with|stick (?:to|with)) (?P<v>.+)", "use {v}"),
        (
            (
                r"^(?:i|we) (?:really |definitely |certainly )?(?:don't|do not) (?:really |ever )?(?:want|like)(?: "
                r"you| us)? to (?P<v>.+)"
            ),
            "don't {v}",
        ),
        (
            (
                r"^(?:i|we) (?:really |definitely )?(?:don't|do not) (?:really )?want (?:each|every|any|"
                r"all(?: the)?) (?P<v>.+?) to (?P<w>.+)"
            ),
            "no {v} may {w}",
        ),
        (
            r"^(?:i|we) (?:really |definitely )?(?:don't|do not) (?:really )?want (?P<v>.+?) to (?P<w>.+)",
            "{v} must not {w}",
        ),
        (r"^(?:i|we) (?:really |definitely )?(?:don't|do not) (?:really )?(?:want|need) (?:any )?(?P<v>.+)", "no {v}"),
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
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want) to see (?P<v>(?:your|the)\b.+)", "show {v}"),
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
                r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|want) (?P<v>.+?) (?:to be )?"
                r"(?P<p>replaced|moved|renamed|removed|converted|split|changed|stored|saved|added|kept|written|grouped|sorted) "
                r"(?P<w>.+)"
            ),
            "{p} {v} {w}",
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
        (r"^(?:i|we)(?:'d| would) (?:\w+ )?rather (?:you|we) didn't (?P<v>.+)", "don't {v}"),
        (r"^(?:i|we)(?:'d| would) (?:\w+ )?rather (?:you|we) (?P<d>\w+) (?P<v>.+)", "{d} {v}"),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?(?:rather|prefer (?:to|if you|if we)) (?:we |you )?(?P<v>.+)", "{v}"),
        (r"^(?:i|we)(?:'d| would)? (?:\w+ )?prefer (?P<v>.+)", "prefer {v}"),
        (r"^i would have (?:thought|expected) (?:we|you|it) (?:can|could|would|should)? ?(?P<v>.+)", "{v}"),
        (
            rf"^{_US} should(?:'ve| have) (?P<d>(?!need)\w+ed|run|read|put|kept|written|made|split|told) (?P<v>.+)",
            "{d} {v}",
        ),
        (r"^we need to accept that (?P<v>.+)", "accept that {v}"),
        (rf"^{_US} (?:should|must|ought to)(?: really| just| also)? not (?P<v>.+)", "don't {v}"),
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
        (rf"^{_US} (?:only |just |now )*use (?P<v>.+)", "use {v}"),
        (rf"^we (?:only |still |all |normally )?(?P<v>(?:{HABITS})\b.+)", "{v}"),
        (r"^we(?:'re| are) (?:still |all )?(?:on|using) (?P<v>[\w+#-]+ v?\d.*)", "the project is on {v}"),
        (r"^(?P<v>[^,]+ (?:is|are) (?:\d|two\b|four\b|eight\b|tabs\b|\w+ \d)[^,]*) here$", "{v} in this project"),
        (rf"^(?:this|our|the) {_PROJECT} (?:still |only )?uses (?P<v>.+)", "use {v}"),
        (rf"^this (?P<v>{_PROJECT} (?:still |only )?(?:targets|requires|supports|runs|is) .+)", "the {v}"),
        (
            (
                r"^instead of (?P<w>[^,]+?),? (?:please |we (?:should )?|you should |let's )?"
                r"(?P<v>(?:use|do|write|call|put|take|add|pass|make|return)\b.+)"
            ),
            "{v} instead of {w}",
        ),
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
                r"^the (?:overriding |guiding |basic )?(?:directive|rule|principle|convention|philosophy|policy|idea|pattern|deal|"
                r"point) (?:here )?(?:is|was) (?:that (?:we |you )?|to )?(?P<v>.+)"
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
        (r"^(?:it was|it's|it is) actually (?P<v>.+?) that (?P<w>(?:did|caused|broke) .+)", "{v} {w}"),
        (
            (
                r"^(?:it was|it's|it is|the (?:issue|problem|cause) (?:is|was)) (?:actually )?(?P<v>(?!for\b|with\b|that\b|in\b|"
                r"when\b).+), not (?P<w>.+)"
            ),
            "the cause was {v}, not {w}",
        ),
    )
)

"""What can be read off a statement by itself: named cues of generic English developer speech, none of any project's words.

Invariant: a cue looks at the statement alone; what happened around it is `situation`'s business.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gitskills.transcript.speech import VERBS, plain

_LASTING_VERBS = (
    "use|keep|avoid|prefer|name|call|store|log|return|treat|follow|stick|ensure|remember|reuse|respect|"
    "default|reply|respond|"
    "reference|pin|wrap|validate|assert|compare|prefix|format|ignore|exclude|ask|quote|escape|limit|mock|document"
)
_CHORES = (
    "commit|push|merge|pull|fetch|run|rerun|check out|checkout|check|look|have a look|show|list|explain|"
    "continue|go ahead|proceed|retry|"
    "try|start|begin|investigate|fix|create|add|delete|remove|update|open|close|bump|deploy|publish|"
    "release|review|restart|"
    "invoke|find|search|tell|describe|summari[sz]e|propose|analy[sz]e|examine|port|implement|rebase|make|"
    "write|give|put|set up|get|copy|pretend|"
    "do it|do that|mark|move on|finish|clean up|cleanup|install|build|test|send|post|plan|think"
)
# "Commit messages are short" tells nobody to commit.
_NO_NOUN = (
    r"(?! (?:messages?|names?|files?|cases?|data|scripts?|notes|comments?|branches|bodies|hashes|output|artifacts?|folders?|suites?|"
    r"keys?|times?|modes?|flags?|results?|reports?|logs?)\b)"
)

# "It is not red" denies; "red, not green" sets one thing against another.
_NO_CONTRAST = (
    "is|are|was|were|do|does|did|has|have|had|will|can|could|would|should|must|may|might|if|or|we|you|to|please"
)

CUES: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        # how a rule is put
        "always_never": r"\b(?:always|never|ever again|under no circumstances|at all times|no matter what)\b",
        "must_should": r"\b(?:must(?: not)?|should(?: not|n't)?|ought to|has to|have to|needs? to|supposed to|expected to)\b",
        "we_should": r"\b(?:we|it|that|this|they|these|those|there) (?:really )?(?:must|should|shouldn't|needs?|have to|"
        r"has to|ought)\b",
        "should_be": r"\b(?:should|must|needs? to|has to|have to) (?:be|stay|remain|live|go|have|always|never|only|return|"
        r"use|still|not)\b",
        "no_ban": r"^(?:no|not|without)\s+(?!i\b|we\b|it\b|that\b|worries|problem|need\b|idea)\w+",
        "dont": r"\b(?:do not|don't|dont|stop|quit|please not|shouldn't|must not|mustn't|can't have|avoid)\s+(?!know|"
        r"think|see|want|like|understand|remember|have|get|worry|we\b|you\b|i\b)\w+",
        "dont_start": r"^(?:(?:when|whenever|if|before|after|while|until|unless|for|in|on)\b[^,]{3,60},? )?(?:do not|don't|dont|"
        r"never|stop|avoid|quit)\b(?! worry| know| think| see)",
        "no_need": r"\b(?:no need (?:for|to)|don't need (?:to|the|a|any)|doesn't need|not needed|unnecessary|overkill|"
        r"redundant)\b",
        "lets": r"\b(?:let's|lets|let us)\b",
        "lets_choice": r"\b(?:let's|lets|let us) (?:also )?(?:do(?= [\w.@/-]+$)|go (?:with|for)|use|make|keep|set|rename|switch to|"
        r"stick|stay|"
        r"call|have|avoid|replace|move to|migrate|default|name|instead|not)\b",
        "lets_chore": r"\b(?:let's|lets|let us) (?:also )?(?:start|fix|review|look|move on|get|proceed|discuss|test|examine|"
        r"see|try|check|continue|mark|commit|merge|push|plan|figure|talk)\b",
        "instead": r"\b(?:instead|rather than|in place of|as opposed to|in favou?r of)\b",
        "x_not_y": rf"\b(?!(?:{_NO_CONTRAST})\b)[\w`'./)-]+,? (?:and )?not (?!(?!bring)\w+ing\b|sure\b|yet\b|as part\b|now\b)"
        r"(?:the |a |an |in |by |as |with |to )?[\w`./-]+(?: \w+){0,5}[\s.!?)]*$",
        "bare_not": rf"^(?!(?:{VERBS})\b)(?=(?:\S+ ){{4}})(?!.*(?:,|\b(?:and|but)) not\b)(?!.*\b(?:is|are|lives?|goes|comes|use|"
        rf"uses|runs?|at|from|in|on|by|with|as)\b.*\bnot\b)"
        r"(?=.*\bnot\b)",
        "not_x": r"\bnot (?:the|a|an|just|only|by|in|on|with|from|as|all)\b",
        "prefer": r"^prefer\b|\b(?:i|we)(?:'d| would| do|'ll)?(?: \w+)? ?(?:prefer|rather|favou?r)\b|\bpreferr(?:ed|ably)\b|"
        r"\bpreference\b",
        "id_like": r"\b(?:i'd|i would|we'd|we would) (?:\w+ )?(?:like|love|want|expect|say|suggest|hope)\b|\bi would "
        r"have (?:thought|expected|liked)\b",
        "i_want": r"\b(?:i|we) (?:\w+ )?(?:want|need)\b",
        "dont_want": r"\b(?:i|we) (?:really |definitely )?(?:don't|do not|didn't|never) (?:\w+ )?(?:want|like|need|find|"
        r"use|care|think we)\b|\bnot a fan\b|\bi hate\b|\bdislike\b",
        "we_use": r"\b(?:we|our \w+|this (?:project|repo|repository|codebase)|the (?:project|team|repo|codebase)) "
        r"(?:\w+ )?(?:use|uses|used|have|has|don't|do|never|always|only|follow|keep|put|call|write|store|"
        r"expect|support|prefer)\b",
        "already": r"\b(?:already|existing|exists|elsewhere|other places|same (?:pattern|way|approach|style|convention)|"
        r"like (?:we|the others?) (?:do|did))\b",
        "reuse": r"\b(?:re-?us\w+|duplicat\w+|dry\b|copy[- ]?past\w+|twice|two places|same thing|similar)\b",
        "remember": r"\b(?:remember|keep in mind|bear in mind|note that|make sure|be sure|ensure|don't forget|for (?:the "
        r")?future|next time|from now on|going forward|in (?:the )?future|in general|generally|as a rule|by "
        r"default|fyi)\b",
        "general_must": r"\b(?:every|all|each|any|no) [\w -]{2,60}? (?:must|should|has to|have to|needs?|may)\b",
        "must_not": r"\b(?:must not|mustn't|may not)\b",
        "from_now_on": r"\b(?:from now on|going forward|in (?:the )?future|next time)\b",
        "policy": r"\b(?:the|our|my|a|one) (?:[\w-]+ ){0,2}(?:philosophy|directive|rule|convention|policy|invariant|principle|"
        r"guideline)s? "
        r"(?:here |of thumb |we have )?(?:is|are|says?)\b|\b(?:adher\w+|stick\w*|violat\w+|follow\w*|respect\w*|break\w*|"
        r"agreed?) (?:to |on )?"
        r"(?:[@\w.`/-]+ ){0,3}(?:rules?|conventions?|policy|policies|invariants?|principles?|guidelines?|contracts?|standards?)\b|"
        r"\bsource of truth\b|\b(?:need|have) to (?:accept|assume|expect) that\b|\b(?:lint\w*|code|coding|house|team|"
        r"project) (?:rule|convention)\b|"
        r"\b(?:with|by|per) (?:your|our|my|the) [\w-]+ (?:philosophy|policy|principle)\b",
        "general": r"\b(?:every|everywhere|everything|all|any|anything|each|whenever|wherever|nothing|nowhere|nobody|"
        r"anyone|people|users?|someone|whole|entire|entirely)\b",
        "only": r"\bonly\b",
        "because": r"\b(?:because|since|so that|so we|so it|that way|otherwise|or else|as it|as we|in order to|the point "
        r"is|leaves us)\b",
        "when_clause": r"\b(?:when|whenever|if|before|after|unless|until|as soon as|for (?:all|every|each|any|tests?|new))\b",
        "correction": r"\b(?:wrong|incorrect|mistake|not (?:right|correct|true|what)|that's not|this is not|isn't (?:what|"
        r"the|right)|misunderst\w+|my point|the (?:issue|problem|cause|point) (?:is|was)|it was actually|"
        r"actually)\b",
        "lost": r"\b(?:lost|gets? rid|got rid|broke|broken|missing|gone|bring (?:\w+ )*back|put (?:\w+ )*back|restore|"
        r"undo|revert|roll back|back out|go back)\b",
        "disgust": r"\b(?:yuck|ugly|ugh|weird|confusing|hard to read|messy|hate|horrible|silly|stupid|overkill|noise|"
        r"noisy|clutter\w*|hacky|smell\w*)\b",
        "simpler": r"\b(?:simple|simpler|simplest|simply|cleaner|less work|easier|obvious|readable|explicit\w*|"
        r"literal\w*|consistent\w*|minimal|lean|plain|straightforward)\b",
        # how a polite correction is put
        "polite_we": r"^(?:can|could|can't|couldn't|shouldn't|would) (?:we|you)\b(?! (?:tell|explain|show|check|"
        r"list|look|see|describe|double|help|give|summari))",
        "we_dont": r"^we (?:don't|do not|never|no longer) (?!know|think|see|want|like|understand|remember|have|get|need|"
        r"care|worry|mind)\w+",
        "fact": r"\b(?:lives? in|belongs? (?:in|to)|goes? (?:in|into|to|through)|(?:is|are) (?:called|named|only|always|"
        r"never|generated)|(?:has|have) no|runs? (?:on|with|via|only))\b",
        "quality": r"\b(?:make|keep) it \w+-\w+",
        "asks_to_use": r"^(?:can|could|can't|couldn't|shouldn't|why don't|would) (?:we|you) (?:please |just )?"
        r"(?:not|use|reuse|stop|avoid|keep|stick)\b",
        "polite_not": r"\b(?:can't|couldn't|shouldn't|don't|isn't|wouldn't|aren't|haven't) (?:we|you|there|it|that|"
        r"this)\b[^?]*\?",
        "is_there_no": r"\bis there (?:no|not|already|a(?:n|ny)? (?:existing|better|built))\b|\bwhy (?:not|don't|didn't|"
        r"aren't|isn't|do we have|are we|we have)\b",
        "do_we_need": r"\bdo (?:we|you|i) (?:really |even |still |actually )?need\b",
        "i_thought": r"^i (?:thought|assumed|believed) (?:that )?(?:we (?:no longer|don't|do not|always|never|only|agreed|decided|"
        r"use|used|"
        r"keep|kept|call|called|had a|wanted|said)|the (?:pattern|rule|convention|idea|deal|policy|agreement|plan) (?:was|is))\b",
        "by_myself": r"^(?:no,? )?(?:i'll|i will) (?:\w+ly |always )?(?!(?:\w+ )?(?:it|this|that|them|these|those)\b)"
        r"(?:build|commit|create|deploy|execute|manage|merge|open|publish|push|release|restart|review|run|start|test|tag|update|"
        r"verify|write)\b"
        r"(?! (?:it|this|that|them|these|those)\b)[^.?]*\bmyself\b",
        "no_need_for": r"\bno need (?:for (?!an?\b|the\b|it\b|this\b|that\b)\w+|to (?:keep|support|maintain|preserve|handle|cater|"
        r"migrate))\b",
        "careful": r"\bbe (?:very |super |extra |really )?careful (?:not|to|about|with|when)\b",
        "hopeful": r"\b(?:would be (?:good|nice|great|better|best)|better to|best to|makes? (?:more )?sense|it's fine|"
        r"good enough)\b",
        # against
        "question_mark": r"\?[\s)\"'😂😅🤯😬😭🤷]*$",
        "wh_start": r"^(?:what|where|when|why|who|which|how|whose)\b",
        "yn_start": r"^(?:is|are|do|does|did|was|were|has|have|will|am|any)\b",
        "hedge": r"\b(?:maybe|perhaps|i guess|i suppose|i wonder|not sure|might|could be|probably|i feel like|somehow|"
        r"brainstorm|assuming|i'm wondering|kinda|potentially|presumably|thoughts)\b",
        "i_think": r"\b(?:i think|i believe|i'd think|imo|imho|i'd say|it feels?|seems?)\b",
        "for_now": r"\b(?:for now|for the moment|for the time being|temporar\w+|right now|at the moment|this time|today|"
        r"tomorrow|tonight|later|in a separate|follow[- ]?up|next task)\b",
        "chore_start": rf"^(?:(?:can|could|would|will) (?:you|we) (?:also |please |just )*|let's (?:also |just |now )*|i(?:'d|"
        rf" would) like you to |go |then )?(?:{_CHORES})\b{_NO_NOUN}",
        "use_choice": r"^(?:(?:always )?use|go with|we use|we're using|stick (?:to|with)|switch to) (?!this\b|that\b|it\b|in\b|for\b|"
        r"with\b|when\b|main\b|master\b|the (?:first|"
        r"second|third|other|next|dark|light|same)\b)[\w`@.\"'-]+",
        "lasting_start": rf"^(?:{_LASTING_VERBS})\b",
        "verb_start": rf"^(?:{VERBS})\b{_NO_NOUN}",
        "status": r"\b(?:i've|i have|i just|i'm|i was|i undid|i removed|i did|i had|i ran|i got|i see|i saw|i tried|it "
        r"works?|we merged|we had|we just|works now|done|is back|passed|finished)\b",
        "i_will": r"\b(?:i'll|i will|i'm going to|let me|i can)\b",
        "this_thing": r"\b(?:this|these|that|those|it|them|one|here|there)\b",
        "local_object": r"\b(?:this|the|that|your) (?:pr|prs|branch|commit|change|changes|issue|ticket|bug|error|errors|file|"
        r"section|plan|doc|review|comment|comments|feature|task|message|test|report|button|page|colou?rs?|"
        r"link|field|column)\b",
        "again": r"\b(?:again|retry|another try|next|first|last pass|one more|the rest|remaining|now)\b",
        "number": r"#\d+|\b\d{2,}\b|\b\d+(?:px|%|ms|s|kb|mb)\b|#?[0-9a-f]{6}\b|\bv?\d+\.\d+",
        "code": r"`[^`]+`|\b\w+\.(?:py|go|ts|tsx|js|rs|md|json|ya?ml|toml|sh|html|css|java|rb|c|h)\b|\b\w+\(\)|"
        r"(?-i:\b[a-z]+[A-Z]\w+)|\b[a-z]+_[a-z_]+\b|@\w[\w/.-]+",
        "path": r"\b[\w.-]+/[\w./-]+|https?://",
        "option": r"^\W*(?:[a-d]|\d|option \w)[.):,]?(?:\s|$)|\b(?:option|approach) [a-d\d]\b",
        "thanks": r"\b(?:thanks|thank you|great work|excellent|nice work|well done|good job|cheers|awesome|love it|"
        r"looks good|lgtm)\b",
        "story": r"\b(?:yesterday|when i|i tried|happened|somebody|he|she|his|her|they|their)\b",
        "users_view": r"\bi (?:always|never|usually|often|sometimes) (?!want|use|prefer|like|work|write|need)\w+",
        # what it is about: nouns of the trade, in any project
        "testing": r"\b(?:tests?|testing|assert\w*|mock\w*|fixtures?|coverage|expectations?|snapshots?|regression|ci|"
        r"lint\w*|formatter|hooks?|pipeline)\b",
        "naming": r"\b(?:naming|names?|named|call(?:ed)?|rename|spell\w*|term\w*|wording|prefix|suffix|case|label|"
        r"vocabulary|abbreviat\w*)\b",
        "tooling": r"\b(?:librar(?:y|ies)|lib|package|packages|dependenc(?:y|ies)|framework|tool|tooling|cli|command|"
        r"script|api|build|version|toolchain|env|environment|config\w*|settings?|types?|database|docker|"
        r"server)\b",
        "errors": r"\b(?:errors?|fail\w*|crash\w*|exceptions?|logs?|logging|warn\w*|fallback|silent\w*|retry|panic|"
        r"throw\w*|catch|swallow|validation|block\w*)\b",
        "documents": r"\b(?:docs?|documentation|readme\w*|changelog\w*|comments?|docstrings?|commit messages?|issues?|"
        r"tickets?|pr|prs|pull requests?|review\w*)\b",
        "structure": r"\b(?:architecture|design|module\w*|layer\w*|function\w*|func|class\w*|interface|constants?|"
        r"struct\w*|component\w*|pattern|schema|field|table|root|folder|director\w+|layout|helpers?|"
        r"template\w*)\b",
    }.items()
}

# What several cues say together: (name, all of these, none of those).
_TOGETHER: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("ban", frozenset({"dont_start"}), frozenset({"for_now", "question_mark", "local_object"})),
    ("ban", frozenset({"we_dont"}), frozenset({"for_now", "question_mark", "hedge", "local_object"})),
    ("ban", frozenset({"no_ban"}), frozenset({"for_now", "question_mark", "local_object", "status"})),
    (
        "settled",
        frozenset({"lets_choice"}),
        frozenset({"for_now", "question_mark", "local_object", "hedge", "option", "number"}),
    ),
    ("plain_rule", frozenset({"should_be"}), frozenset({"for_now", "question_mark", "number", "hedge", "status"})),
    ("plain_rule", frozenset({"always_never"}), frozenset({"for_now", "question_mark", "users_view", "status"})),
    ("plain_rule", frozenset({"policy"}), frozenset({"for_now", "question_mark", "status"})),
    ("asked_rule", frozenset({"asks_to_use"}), frozenset({"for_now", "local_object", "number", "hedge"})),
    ("stated_taste", frozenset({"prefer"}), frozenset({"question_mark", "hedge", "for_now", "number", "option"})),
    (
        "contrast",
        frozenset({"x_not_y"}),
        frozenset({"bare_not", "question_mark", "hedge", "for_now", "number", "status", "local_object"}),
    ),
    (
        "contrast",
        frozenset({"x_not_y", "told"}),
        frozenset({"question_mark", "hedge", "for_now", "status", "local_object"}),
    ),
    (
        "plain_rule",
        frozenset({"fact", "told"}),
        frozenset({"question_mark", "hedge", "for_now", "status", "local_object"}),
    ),
    ("plain_rule", frozenset({"general_must"}), frozenset({"for_now", "question_mark", "hedge", "status", "number"})),
    ("plain_rule", frozenset({"i_thought"}), frozenset({"for_now", "number", "status"})),
    ("plain_rule", frozenset({"by_myself"}), frozenset({"for_now", "question_mark", "hedge", "local_object"})),
    (
        "plain_rule",
        frozenset({"no_need_for"}),
        frozenset({"for_now", "question_mark", "hedge", "local_object", "number"}),
    ),
    ("plain_rule", frozenset({"careful"}), frozenset({"for_now", "question_mark", "hedge"})),
    ("plain_rule", frozenset({"must_not"}), frozenset({"for_now", "question_mark", "hedge", "status"})),
    ("plain_rule", frozenset({"quality"}), frozenset({"for_now", "question_mark", "hedge"})),
    ("plain_rule", frozenset({"from_now_on"}), frozenset({"question_mark", "hedge"})),
    ("polite_correction", frozenset({"question_mark", "polite_we"}), frozenset({"chore_start", "hedge", "number"})),
    ("polite_correction", frozenset({"question_mark", "is_there_no"}), frozenset({"hedge", "number"})),
    ("polite_correction", frozenset({"question_mark", "polite_not"}), frozenset({"hedge", "wh_start", "number"})),
)
_TOLD = (
    r"\W*(?:no(?= ?[,.!:;–—-])|nope|nah|wrong|that's (?:wrong|not right)|actually|remember|fyi|note|heads up|btw|by the way|"
    r"just so you know|"
    r"to be clear|reminder|first(?:ly)?|second(?:ly)?|third(?:ly)?|rule \d)\b"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_LENGTHS = ((3, "words_1_3"), (7, "words_4_7"), (14, "words_8_14"), (25, "words_15_25"), (10_000, "words_more"))


@lru_cache(maxsize=2048)  # the same statement is looked at again and again while thresholds are compared
def cues(text: str) -> frozenset[str]:
    """The names of all cues in a statement."""
    bare = plain(text)
    found = {name for name, pattern in CUES.items() if pattern.search(bare)}
    count = len(_WORD.findall(bare))
    found.add(next(name for most, name in _LENGTHS if count <= most))
    if text.strip() != bare:
        found.add("opener")
    if re.match(r"\W*(?:(?:h+m+|oh|ah|ugh),? )?(?:no|nope|nah|wait|uh+|stop|actually)\b", text, re.IGNORECASE):
        found.add("opener_no")
    if re.match(_TOLD, text, re.IGNORECASE):
        found.add("told")
    if re.match(r"\W*(?:yes|yeah|yep|ok|okay|sure|right|perfect|great|cool|fine|alright)\b", text, re.IGNORECASE):
        found.add("opener_yes")
    found |= {name for name, needed, barred in _TOGETHER if needed <= found and not barred & found}
    return frozenset(found)

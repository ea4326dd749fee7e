"""How people begin a sentence, and the verbs they give orders with: words of generic English developer speech."""

from __future__ import annotations

import re

# Words that open a turn and say nothing of its matter. Some are words of the matter, too, unless a stop follows: "no mocks" is
# a rule, "no, mocks" is not.
OPENERS = re.compile(
    r"^(?:(?:ok(?:ay)?|noo+|ah+|oh+|uh+m*|h+m+|hm+|hi|hey|well|yes|yeah|yep|yup|so|and|but|also|alright|thanks|thank you|sorry|"
    r"actually|lol|ugh|argh|dude|please|pls|just|then|now|(?:one|a)? ?(?:more|last|quick|small) (?:thing|one|note)|one thing|"
    r"in that case|hang on|huh|"
    r"wtf|omfg|omg|fml|"
    r"my dude|(?:hey )?claude|i mean|to be clear|fyi|btw|by the way|just so you know|heads up)(?:\b[\s,.!:;–—-]+|$)|"
    r"(?:(?:no|oh),? (?:wait|no|sorry)|hold on|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|rule \d+|"
    r"never ?mind|forget (?:that|it|what i said)|scratch that|on second thoughts?|"
    r"i(?:'ve)? changed my mind|"
    r"no|nope|nah|stop|look|note|question|q|wait|right|great|good|cool|nice|perfect|sure|fine|man|reminder|remember)"
    r"(?:\s*[,.!:;–—]+\s*|\s+-+\s+|$))+",
    re.IGNORECASE,
)

VERBS = (
    "use|keep|put|write|make|avoid|prefer|name|call|store|log|return|handle|treat|follow|stick|ensure|"
    "remember|reuse|extract|"
    "move|rename|replace|convert|split|document|mention|include|exclude|ignore|respect|default|set|pass|"
    "drop|skip|strip|"
    "reply|respond|answer|reference|link|cite|rebase|squash|pin|wrap|throw|raise|catch|validate|check|"
    "test|run|read|copy|"
    "add|update|create|remove|delete|fix|change|switch|migrate|implement|build|install|open|show|give|get|let|"
    "go|do|try|start|stop|leave|ask|tell|explain|list|commit|push|merge|revert|undo|bump|deploy|review|"
    "look|find|continue|"
    "support|allow|note|instruct|accept|mark|describe|require|refer|point|load|save|send|sign|resolve|derive|declare|"
    "define|expose|fail|signal|track|trust|"
    "place|post|publish|raise|regenerate|register|render|reset|simplify|sync|verify|warn|nest|generate|open|"
    "format|lint|type|annotate|import|export|mock|stub|assert|compare|print|limit|cap|sort|group|prefix|"
    "suffix|quote|escape|touch|edit|modify|introduce|rewrite|reformat|duplicate|guess|assume|invent|squash|inject|inline|expose|"
    "index|version|mention|import|rely|depend|bypass|disable|enable|cache"
)


def plain(text: str) -> str:
    """Typographic quotes made simple, openers taken off the front."""
    return OPENERS.sub("", text.replace("’", "'").replace("‘", "'").strip()).strip()

"""What people say to an agent all day long: how to go on, what to do next, what they saw. Most turns are of this kind.

Invariant: no sign here is one word of a trade; each is a shape that a rule for later work does not have.
"""

from __future__ import annotations

import re

from gitskills.reflect.offline.binding import BINDING

_WHATEVER = (
    r"(?:code|coding|changes?|edits?|anything|something|files?|actions?|work|else|that|this|it|any|more|the|or|\w+ing)"
)
_WORKING = (
    r"(?:write|change|edit|make|run|touch|code|implement|do|start|fix|continue|commit|push|act|take|go|build|execute|modify|"
    r"update|proceed|deploy|merge|finish|test)"
)
# How to work in this hour: "don't write any code", "just explain", "no changes yet".
_MODE = re.compile(
    rf"^(?:(?:please|but|and|just|i|we) )*(?:do not|don't|dont|no (?:code|changes?|edits?|commits?)|not|"
    rf"let's not)\b[^,;:]{{0,90}}\byet\b|"
    rf"^(?:(?:please|but|and|just|"
    rf"no matter what),? )*(?:(?:do not|don't|dont) {_WORKING}(?: or {_WORKING})?|no {_WHATEVER}|"
    rf"without {_WHATEVER})"
    rf"(?: {_WHATEVER})*(?=$|[.,;:!])|"
    r"\b(?:just|only) (?:analy[sz]e|answer|diagnose|discuss|explain|investigate|look|locate|plan|research|report|show|tell)\b|"
    r"^(?:do not|don't|dont|never) (?:worry|bother|panic|want|wanna|need|mean|think|care)\b",
    re.IGNORECASE,
)
_ON = (
    r"(?:skip (?:actually )?\w+ing|make sure (?:to|we|you)|go (?:ahead|on|through|back|over|to)|going|keep (?:on )?(?:\w+ing|going|"
    r"working|moving|trying|looking|iterating|digging|running|"
    r"fixing|pushing|monitoring|at it)|move (?:on|forward|ahead)|carry on|continue|proceed|resume|switch gears|work (?:on|through)|"
    r"get (?:started|going|back|to)|take (?:a|another) (?:look|stab)|start over|draft|circle back|pick up|do (?:the|a|an|both|all|"
    r"some|one|another|\d+|that|this|it)|update|leave|make (?:it|this|that) (?:clear|easy|obvious|work|better)|generate|clean up|"
    r"add (?:an?|the|this|that|these))\b"
)
_GOING_ON = re.compile(
    rf"^(?:(?:i think|i'd say|sounds good|while we are there|with (?:this|that) in mind|likewise|also|ok|then|now|so),? )*"
    rf"(?:let's|lets|let us)(?: also| just| now| please)* {_ON}|^(?:please )?keep (?:on )?"
    r"(?:going|working|moving|trying|looking|iterating|digging|monitoring|at it)\b",
    re.IGNORECASE,
)
# What is to be done to one thing, or what one thing is to show: afterwards it is in the code.
_DONE_TO_IT = re.compile(
    r"\b(?:should|must|needs? to|has to|have to) be (?:\w+ly )?(?:updated|fixed|committed|added|changed|merged|removed|deleted|"
    r"renamed|addressed|reverted|redone|finished|completed|ready|working|fine|good|ok|okay|enough|done|possible|green|there|here)\b",
    re.IGNORECASE,
)
_ABLE = re.compile(r"\b(?:should|must|needs? to|has to|have to) be (?:able to|clear|easy|obvious)\b", re.IGNORECASE)
_SHOWN = re.compile(
    r"\b(?:should|must|needs? to|has to|have to) (?:also |only |just |now |still )?(?:appear|show|display|look|scroll|open|render|"
    r"list|highlight|match|contain|fit|make it clear|be (?:shown|displayed|visible|hidden|named after))\b",
    re.IGNORECASE,
)
_SHOWN_ALWAYS = re.compile(
    r"^(?!(?:the|this|that|these|those|its|my|our)\b)(?:[\w'-]+ ){0,2}[\w-]{2,}s (?:should|must) be (?:shown|displayed|named after)\b",
    re.IGNORECASE,
)
# One number out of the agent's list, or one place of the text at hand.
_NUMBERED = re.compile(
    r"\b(?:item|step|finding|improvement|suggestion|point|option|approach|phase|part|slice|issue|comment|recommendation|question|"
    r"problem|test|section|line|lines|row|number|task|milestone)s? #?\d|\(\d{1,2}\)|^#?\d{1,2}(?:,? (?:and )?#?\d{1,2})*\b|"
    r"\b(?:the )?\d+ (?:\w+ )?(?:issues|findings|columns|rows|tables|problems|items|comments)\b|\b(?:high|low|top) priority\b|"
    r"^(?:[^.]*\b)?\d+ ?(?:ms|px|s|kb|mb)\b|; (?:then )?(?:fix|update|change|remove|add) the\b|\bthe current (?:plan|implementation|"
    r"approach|version|task)\b|"
    r"\b[\w/-]+\.[a-z]{1,4}\b.*\b(?:should be|name it|call it|rename|to) [\w/-]+\.[a-z]{1,4}\b",
    re.IGNORECASE,
)
_TOOL_FOR_TASK = re.compile(
    r"^(?:can you |could you |please )*use [^.]+? to (?:take|look|help|build|create|guide|find|debug|see|figure|investigate|review|"
    r"explore|search|get|make|fix|check|plan|implement|add|generate|write)\b",
    re.IGNORECASE,
)
_WISH_OF_THE_HOUR = re.compile(
    r"^(?:i|we)(?:'d| would)? (?:also |really |just )*(?:like|love|want|need) (?:you |us )?(?:to )?(?:see|hear|know|merge|publish|"
    r"discuss|review|try|test|focus|talk|add|create|understand|do|get|go|start|finish|make sure|fix|update|have|know|read)\b|"
    r"\b(?:i'm|i am|we're|we are) (?:not )?(?:seeing|getting|looking|trying|thinking|hoping|having|wondering|working)\b|"
    r"^(?:not )?(?:trying|sure|seeing|getting|providing|looking)\b|\bi(?:'d| would) like to (?:merge|publish|move on|finish|start|see)\b|"
    r"^(?:we|you) can (?:make|get|do|see|build|go|try|talk|discuss|leave|look|start|test)\b|"
    r"^you (?:don't|do not) need to (?:check|look|test|verify|worry|read|wait|ask)\b|"
    r"^i (?:should|could|would|must) have\b|^no [\w ]{2,30} yet\W*$|\bbefore (?:moving on|continuing|we go on)\b|^use @\S+$|"
    r"\bbefore we (?:move|continue|go|start|merge|push|commit|do|get)\b|^(?:if [^,]+, )?(?:we|you) should (?:continue|proceed|"
    r"keep \w+ing|go|start)\b|"
    r"^i (?:need|have) to\b|^do we (?:really |even |still )?need\b.*\b(?:now|yet|\d+)\b|\blet me (?:point|know|see|try|check|"
    r"explain|clarify)\b|"
    r"^(?:i|we) (?:don't|do not) want to (?:know|hear|see)\b|^the (?:[\w-]+ )?[\w-]+ (?:should|needs? to) (?!not\b|never\b|always\b|"
    r"only\b|be\b|live\b|stay\b|come\b)|"
    r"^we (?:also |still |now |probably )*need (?:some|more|another|an?)\b|^no need to (?:re-?)?(?:run|do|check|test|look|worry|"
    r"wait|push|commit|update|explain|show|ask)\b|^(?:instead of|"
    r"rather than) (?!.*\b(?:use|"
    r"let's|we|i|please|write|call|put|take|do|name)\b)[^,]+$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?:can|could|would|will|is|are|do|does|did|was|were|has|have) (?:you|we|i|it|there|therer?|this|that|these|those|the|they|any|"
    r"your|my|our)\b",
    re.IGNORECASE,
)
_ASKS_FOR_A_RULE = re.compile(
    r"^(?:can|could|would|will) (?:you|we)\b.*\b(?:not|instead|use|reuse|stop|avoid|keep|always)\b", re.IGNORECASE
)
# What a reviewing program, a screen or a compiler says.
_PROGRAMS_VOICE = re.compile(
    r"^(?:consider|suggest(?:ion|ed)?|recommend(?:ed)?) (?:\w+ing\b|[:–-])|^(?:warning|note|caution|error|issue|minor|major|nit|"
    r"unable to|"
    r"failed to|cannot|could not|required|fixed|added|removed)\b\s*(?:[:–-]|⚠)|^unable to\b|^[\"“][^\"”]+[\"”] \w+|^\W*(?:⚠|✅|❌|🚨)",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"^(?:it )?(?:looks?|seems?|sounds?|feels?) (?:like|as|good|great|fine|ok)\b|^no longer \w+ing\b", re.IGNORECASE
)
_WORK = re.compile(
    r"^(?:(?:can|could|would|will) (?:you|we) |let's |lets |we (?:also |still |now )*(?:need|have) to |on [\w ]+, |please |also |"
    r"just |now |then |"
    r"actually |to )*(?:add|allow|change|check|clean|compare|confirm|convert|create|delete|do(?! (?:we|you|i|they)\b)|draft|figure|"
    r"find|fix|format|generate|get|give|"
    r"go|implement|look|make|merge|move|put|read|remove|rename|replace|resolve|restore|revert|review|rewrite|run|see|send|show|start|"
    r"switch|take|tell|try|undo|update|verify|write)\b(?! (?:first|messages?|names?|it \w+-\w+)\b)",
    re.IGNORECASE,
)
_FOR_ALL_TIME = re.compile(
    r"\b(?:for|in|on|to|with|after|before|per) (?:every|each|any|all|new)\b|\b(?:when(?:ever)?|after|before|if|unless|until|"
    r"once) (?:\w+ ){1,3}|"
    r"\b(?:only|always|never|everywhere|by default|as a rule|by hand)\b|\beach (?!table|row|one|other)\w+ ",
    re.IGNORECASE,
)
_YOU_DID = re.compile(
    r"\byou (?:just |already )?(?:made|did|found|wrote|added|created|changed|mentioned|proposed|suggested|listed|have)\b",
    re.IGNORECASE,
)
_LASTS = frozenset(
    "always_never ban from_now_on instead x_not_y contrast no_need use_choice dont_want id_like polite_not reuse is_there_no settled "
    "asked_rule plain_rule policy".split()
)
# A sentence that tells what is, and lays nothing down.
_TELLS_OF = re.compile(
    r"^(?:the|this|that|these|those|it|its|it's|there|here|here's|all(?: of)?(?: the| these| those| my)? [\w-]+|some|my|your|"
    r"already|only|"
    r"no (?!.*\bwithout\b)(?:errors?|changes?|difference|output|idea|man|dude|luck|one|more|problem|concern|on|notes?)|"
    r"nothing|[\w./-]+ (?:is|was|"
    r"has|isn't|doesn't))\b",
    re.IGNORECASE,
)
_LAYS_DOWN = re.compile(
    r"\b(?:must|mustn't|should|shouldn't|ought|needs? to|have to|has to|supposed to|let's|don't|do not|prefer|rather|want|avoid|"
    r"instead of|"
    r"no need|needn't|cannot|can't|may|required|forbidden|allowed|belongs?|goes|lives?|ugly|yuck|(?:is|are) (?:called|named)|"
    r"always\b.*\bnever|in (?:this|our) (?:code ?base|project|repo(?:sitory)?))\b",
    re.IGNORECASE,
)
_ALREADY_THERE = re.compile(
    r"^there(?:'s| is| are)(?: also)? already\b|^we already have\b|"
    r"^the existing .+? already (?:does|do|handles?|covers?|has|have|provides?|supports?|knows?|parses?|validates?)\b",
    re.IGNORECASE,
)
_IN_PLACE_OF = re.compile(r"\w.*\b(?:instead of|rather than)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had|did|passed|failed)\b", re.IGNORECASE)
_WAS_THE_CAUSE = re.compile(r"\b(?:actually|(?:issue|problem|cause|bug|culprit) was)\b", re.IGNORECASE)
_SWEEPING = re.compile(r"\b(?:every|each|all|any|no|always|never|everywhere)\b", re.IGNORECASE)
_STANDING = frozenset({"told", "disgust", "policy", "contrast", "general_must"})
_SIGNS = (_MODE, _GOING_ON, _NUMBERED, _PROGRAMS_VOICE, _OPINION)


def errand(bare: str, present: frozenset[str]) -> bool:
    """Whether a statement steers or reports the work at hand. `bare` is without what opens it."""
    if present & {"from_now_on", "by_myself", "i_thought"} or BINDING & present:
        return False
    return (
        any(sign.search(bare) for sign in _SIGNS)
        or _wish(bare, present)
        or _work(bare, present)
        or _of_one_thing(bare)
        or _question(bare, present)
        or _reports(bare, present)
    )


def _wish(bare: str, present: frozenset[str]) -> bool:
    lasting = present & {"dont_want", "always_never", "contrast"} or _IN_PLACE_OF.search(bare)
    return not lasting and bool(_WISH_OF_THE_HOUR.search(bare) or _TOOL_FOR_TASK.search(bare))


def _work(bare: str, present: frozenset[str]) -> bool:
    lasting = _LASTS & present or _FOR_ALL_TIME.search(bare)
    return bool(_WORK.match(bare)) and bool(_YOU_DID.search(bare) or not lasting)


def _of_one_thing(bare: str) -> bool:
    one = _DONE_TO_IT.search(bare) or (_SHOWN.search(bare) and not _SHOWN_ALWAYS.match(bare))
    return bool(_ABLE.search(bare)) or bool(one and not _SWEEPING.search(bare))


def _question(bare: str, present: frozenset[str]) -> bool:
    """A question without its mark; and a contrast without a verb, which answers one."""
    asked = _ASKED.match(bare) and "question_mark" not in present and not _ASKS_FOR_A_RULE.match(bare)
    return bool(asked) or ({"bare_not", "x_not_y"} <= present and "plain_rule" not in present)


def _reports(bare: str, present: frozenset[str]) -> bool:
    if not _TELLS_OF.match(bare) or _LAYS_DOWN.search(bare) or _ALREADY_THERE.match(bare):
        return False
    seen = _PAST.search(bare) and not _WAS_THE_CAUSE.search(bare)
    return bool(seen) or not _STANDING & present

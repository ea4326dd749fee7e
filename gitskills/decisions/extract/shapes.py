"""The shapes of words that choose: generic English developer speech, none of any project's words.

Every shape is matched against one sentence of bounded length, from its beginning.
"""

from __future__ import annotations

import re

REASON = re.compile(
    r"(?:,|;|\s[-–—]+)?\s+(?:because|since|as (?:it|we|they|that|this|there)\b|"
    r"as the (?=(?:(?!(?:since|because|so|and|for|in|instead|when|if) )[\w'-]+ ){1,3}(?:is|are|was|were|has|have|can|can't|"
    r"cannot|will|would|needs?|does|doesn't|gets?|only|cuts?|takes?|"
    r"makes?|gives?)\b)|so that|so (?!(?:an?|the) [\w ]{2,40} (?:could|might|can|may|would)\b|far\b|much\b|many\b|on\b|"
    r"called\b)(?=\w+ )|due to|"
    r"given (?:that|the|how)|in order to|otherwise|or else|(?=to (?:avoid|prevent|reduce|save|simplify|ensure|"
    r"make sure)\b))\s*(?P<because>.*)$"
    r"|(?:(?:,|;|\s[-–—]+)\s*|\.\s+)(?P<clause>(?:one|no|less|fewer|simpler|easier|faster|cheaper|better|cleaner|safer|"
    r"nicer|much|it's just|it's|it|they|they're|they'd|that's|there's|users|people) \w+.*|(?:the|"
    r"our) (?:[\w-]+ ){1,2}?[a-z]+s\b .*|(?!(?:\S+ ){0,3}(?:if|when|unless|"
    r"while)\b)(?!(?:then|and|so|go|but|or|also|"
    r"please|not|no|just|use|let's|can|could)\b)(?:[\w.+#'-]+ ){1,4}?"
    r"(?:is|are|isn't|aren't|handles?|needs?|has|have|kills?|cuts?|gets?|can't|cannot|can|doesn't|don't|won't|leaves?|gives?|"
    r"makes?|eats?|bans?|costs?|"
    r"breaks?|locks?|works?|was|takes?|supports?|comes?|fits?|allows?|lets?|truncates?)\b.*|(?:that|it|there|what|who|"
    r"which)'s \w+.*)$",
    re.IGNORECASE,
)
OVER = re.compile(
    r",?\s+(?:instead of|rather than|over|in place of|as opposed to|in favou?r of not|and not|not|versus|vs\.?)\s+"
    r"(?P<over>(?:the |an? |our )?[^,;:]{1,60}?)(?=$|[,;:.]|\s+(?:for|in|here|because|since|as|so|when|if|on|please)\b)",
    re.IGNORECASE,
)
PURPOSE = re.compile(
    r"\s+(?:for|as|to handle|to do)\s+(?P<purpose>(?:the |our |my |an? |this |its )?[\w`'./+#-]+(?:[ ][\w`'./+#-]+){0,4})$",
    re.IGNORECASE,
)
TRAILING = re.compile(
    r"(?:,?\s+(?:instead|then|please|here|now|too|as well|after all|everywhere|thanks|though|i think|from now on|"
    r"going forward|again|"
    r"in this (?:project|repo|repository|codebase)|for this (?:project|repo|repository|codebase)|for (?:everything|"
    r"all of it)|ok(?:ay)?))+[\s.!]*$",
    re.IGNORECASE,
)
LETS = (
    r"(?:let's|lets|let us|we(?:'ll| will| shall|'re going to| are going to| should|'d)|"
    r"i(?:'ll| will|'d| would|'m going to)|i want (?:us |you )?to|i(?:'d| would) like (?:us |you )?to|(?:we|i)(?: have|"
    r"'ve)? decided to)"
)
SOFT = r"(?:also |just |simply |rather |instead |really |definitely |actually |please |both |now |then |only )*"
STRONG = (
    r"go(?:ing)? with|go for|use|using|stick(?:ing)? (?:with|to)|adopt|switch(?:ing)?(?: over| back)? to|mov(?:e|"
    r"ing) (?:over |back )?to(?= \S+(?: \S+)?$)|"
    r"migrat(?:e|ing) to|pick|choose|standardi[sz]e on|settle on|go back to|base (?:it|this) on|build (?:it |this )?on|"
    r"depend on|rely on|lock(?:ing)? in|settl(?:e|ing) for|opt for|roll with|commit to|revert to|return to"
)
WEAK = (
    r"set up|do|keep|have|make|take|set|put|write|run|host|deploy|support|target|treat|return|split|separate|nest|merge|log|cache|"
    r"expose|version|model|build|implement|enforce|allow|require|ship|publish|show|note|include|name"
)
USE = re.compile(rf"^(?:{LETS} {SOFT}(?P<verb>{STRONG}|{WEAK}))\s+(?P<thing>.+)$", re.IGNORECASE)
BARE_USE = re.compile(
    rf"^{SOFT}(?P<verb>go back to|go with|use|stick (?:with|to)|switch(?: over| back)? to|adopt|migrate to|standardi[sz]e on|"
    rf"go for)\s+(?P<thing>.+)$",
    re.IGNORECASE,
)
DECIDED = re.compile(
    rf"^(?:we|i)(?:'re| are|'m| am|'ve| have)? (?:now |all )?(?:go(?:ing)? with|sticking (?:with|to)|switching to|keeping|"
    rf"adopting|decided (?:on|for|to {SOFT}(?:go with|use|adopt)?)|"
    rf"settled on|chose|"
    r"picked|choose|pick|went with|going for)\s+(?P<thing>.+)$",
    re.IGNORECASE,
)
ANNOUNCED = re.compile(
    r"^(?:the |my |final |our )*(?:decision|decided|verdict|conclusion|philosophy|policy|principle)(?: is| here is)?(?::|"
    r" -+|,)?(?: to|"
    r" that)?\s+(?P<rest>.{8,})$",
    re.IGNORECASE,
)
IT_IS = re.compile(
    r"^(?!(?:leave|keep|just|exactly|what|where|how|let|do|so|as|that|this|take|whatever)\b)(?!.* (?:as|"
    r"where|what|how|like|than) it is$)(?P<thing>[\w`.+#/-]+(?: [\w`.+#/-]+){0,3}) it is$",
    re.IGNORECASE,
)
X_OVER_Y = re.compile(
    r"^(?!(?:we|i|let|lets|you|use|go|it|they|can|could|would|i'd|cho(?:o)?se|chosen|pick(?:ed)?)\b)(?P<thing>(?:the |"
    r"an? )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){0,5}?) over (?P<over>(?:the |"
    r"an? )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){0,5}?)(?P<rest>(?: here| for| in)?\b[^,;]{0,40}(?:,|;| [-–—]+)? "
    r"(?:because|since|as|so|due to|given)\b.+)$",
    re.IGNORECASE,
)
X_INSTEAD = re.compile(
    r"^(?P<thing>[\w`.+#/-]+(?: [\w`.+#/-]+){0,2}),? instead(?: of (?P<over>[\w`.+#/-]+(?: [\w`.+#/-]+){0,2}))?$",
    re.IGNORECASE,
)
POLITE = re.compile(
    rf"^(?:can|could|can't|couldn't|shouldn't|would|why don't|should) (?:you|we) {SOFT}(?P<verb>use|switch to|go with|do|"
    rf"have|move to|replace|make)\s+(?P<thing>[^?]+)\??$",
    re.IGNORECASE,
)
SWAP = re.compile(
    rf"^(?:{LETS} {SOFT}|(?:can|could) (?:you|we) {SOFT}|{SOFT})(?:replace|"
    rf"swap(?: out)?|(?P<away>(?:move|switch|migrate)(?: away)? from)) (?P<over>[^,;?]{{1,60}}?) (?(away)(?:over )?to|"
    rf"(?:with|for|by)) (?P<thing>[^?]+)\??$",
    re.IGNORECASE,
)
WITHOUT = re.compile(
    rf"^(?:{LETS} {SOFT}(?:not (?:do|use|have|support|add|go with|bother with|go for|store|keep|expose|ship|include|"
    rf"persist|cache|allow|require|depend on)|drop|skip|avoid|leave out|"
    rf"get rid of|do without|stop (?:using|supporting))|"
    rf"we(?:'re| are)? (?:now )?(?:drop(?:ping)?|skip(?:ping)?|not (?:using|doing|supporting)|won't (?:use|do|support|"
    rf"have))|we decided (?:not to (?:use|do|support)|against)|(?:drop|remove|end) (?:the )?support for|"
    rf"drop(?= .{{2,40}} support$))\s+(?P<thing>.+)$",
    re.IGNORECASE,
)
PLACE = re.compile(
    rf"^(?:{LETS} {SOFT}|we decided to |we |{SOFT})(?P<verb>store|keep|save|put|persist|cache|write|rewrite|implement|"
    rf"build|code|port|nest|represent|encode|model|serve|host|log|deploy) "
    r"(?P<about>(?:the |our |all |an? |its )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){0,4}?) (?P<how>in|as|on|to|under|with|inside|"
    r"into|from|via|through) (?P<thing>.+)$",
    re.IGNORECASE,
)
NUMBER = (
    r"(?P<thing>(?:v|<=|>=|<|>|~)?\d+(?:[.,:_]\d+)*(?:\s?(?:%|(?!(?:because|since|as|so|for|and|in|when|if|then|instead|"
    r"please|to|on|here|now|but|or|not|due|given|too)\b)[a-z]+\b))?(?: per [a-z]+)?|[\"'`][^\"'`]{1,40}[\"'`]|zero|"
    r"one|two|three|four|five|six|eight|ten|twelve|once|twice)"
)
SET = re.compile(
    rf"^(?:{LETS} {SOFT}|{SOFT})(?P<verb>set|cap|limit|keep|make|raise|lower|bump|increase|reduce|pin|fix|hold) "
    rf"(?P<about>(?:the |our |all |each )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){{0,4}}?)(?: (?:back |up |down )?(?:to|at|=|"
    rf"be))? {NUMBER}(?P<rest>.*)$",
    re.IGNORECASE,
)
IS_VALUE = re.compile(
    rf"^(?P<about>(?:the |our |max(?:imum)? |min(?:imum)? )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){{0,4}}?) (?:is set to|should be|"
    rf"must be|will be|is|are|stays at|was set to|is capped at|is limited to) {NUMBER}(?P<rest>.*)$",
    re.IGNORECASE,
)
PORT = re.compile(
    rf"^(?:{LETS} {SOFT}|{SOFT})(?:run|expose|serve|move|put|bind|have|keep|host|listen) (?P<about>(?:the |"
    rf"our )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){{0,3}}?) (?:on|to|at) port (?P<thing>\d{{2,5}})(?P<rest>.*)$",
    re.IGNORECASE,
)
CALL = re.compile(
    rf"^(?:{LETS} {SOFT}|{SOFT})(?:call|name|rename) (?!(?:those|these|them|the|it|this|that) (?:to|so|"
    rf"as)\b)(?!the [\w-]+ so\b)(?P<about>(?:the |our |this |that |"
    rf"its )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){{0,3}}?)(?: to| as)? (?P<thing>[\"'`][^\"'`]{{1,40}}[\"'`]|"
    rf"[\w.+#-]+)(?P<rest>$|[,;.!(].*|\s+(?:because|since|so|as|instead|then|please|now|for|to|in|from|and|when|if|rather|"
    rf"not|over|-|–|here|everywhere|throughout|across|that's|it's)\b.*)$",
    re.IGNORECASE,
)
RENAME_TO = re.compile(
    rf"^(?:{LETS} {SOFT}|{SOFT})rename (?:it |that |them )?to (?P<thing>[\"'`][^\"'`]{{1,40}}[\"'`]|[\w.+#-]+)(?P<rest>.*)$",
    re.IGNORECASE,
)
DEFAULT = re.compile(
    rf"^(?:{LETS} {SOFT}|{SOFT})(?:default|make (?:it|them) default) (?:(?P<about>(?:the |"
    rf"our )[\w`.+#/'-]+(?: [\w`.+#/'-]+){{0,3}}?) )?to (?P<thing>.+)$",
    re.IGNORECASE,
)
DEFAULTS = re.compile(
    r"^(?P<about>(?:the |our )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){0,4}?),? (?:(?:now |always |will |should )?defaults? to|"
    r"is .{0,20}by default:?|falls? back to|"
    r"(?:will|should|must) fall back to|(?:default|fallback) (?:is|should be|will be))\s+(?P<thing>.+)$",
    re.IGNORECASE,
)
FALLBACK = re.compile(
    rf"^(?:(?P<when>(?:if|when|where|whenever) [^,]{{3,80}}), )?(?:then )?(?:{LETS} {SOFT}|it |we |{SOFT})(?:falls? back|"
    rf"fallback) (?:on|to) (?P<thing>.+)$",
    re.IGNORECASE,
)
BY_DEFAULT = re.compile(
    rf"^(?:(?:{LETS} {SOFT}|{SOFT})(?:use |have |make it |go with |enable |keep )|by default,? (?:{LETS} |we )?(?:use |"
    rf"go with |show |return )?|make )?"
    r"(?P<thing>[\w`.+#/'-]+(?: [\w`.+#/'-]+){0,4}?)(?P<end> (?:by default|(?:as )?the default)(?: for (?P<about>.+))?)?$",
    re.IGNORECASE,
)
WHEN_NONE = re.compile(
    r"^(?P<when>(?:when|if|where) (?:no |nothing |there(?:'s| is| are) (?:no|none) |nobody |"
    r"none )[^,]{2,60}), (?:then )?(?:let's |we |please |just )?"
    r"(?:use|show|return|take|assume|go with) (?P<thing>.+)$",
    re.IGNORECASE,
)
LEADING_PURPOSE = re.compile(
    rf"^(?:for|as) (?P<purpose>(?:the |our |my )?[\w`./+#-]+(?: [\w`./+#-]+){{0,2}}?),? (?=(?:{LETS}|i'd|use|go with|"
    rf"i(?:'m| am) going with|we(?:'re| are) (?:going|sticking) with)\b)",
    re.IGNORECASE,
)
X_THEN = re.compile(r"^(?P<thing>[\w`.+#/-]+(?: [\w`.+#/-]+)?) then$", re.IGNORECASE)
SWAP_TO = re.compile(
    rf"^(?:{LETS} {SOFT}|{SOFT})(?:swap|switch|change|move|convert|revise|turn) (?P<about>(?:the |"
    rf"our )[\w`./+#-]+(?: [\w`./+#-]+){{0,2}}?) "
    r"(?:over )?to (?P<thing>.+)$",
    re.IGNORECASE,
)
LIVES = re.compile(
    r"^(?P<about>(?:the |our |all )?[\w`./+#-]+(?: [\w`./+#-]+){0,3}?) (?:lives?|goe?s?|stays?|belongs?) (?P<how>in|into|"
    r"to|under|on) "
    r"(?P<thing>.+)$",
    re.IGNORECASE,
)
THE_DEFAULT = re.compile(
    r"^(?:the |our )?default (?P<about>[\w`./+#-]+(?: [\w`./+#-]+){0,3}?) (?:is|should be|"
    r"will be) (?P<thing>.+)$",
    re.IGNORECASE,
)
LEADING_OVER = re.compile(
    rf"^(?:instead of|rather than) (?P<over>[^,]{{1,40}}?),? (?P<we>we (?=(?:use|do|take|have|run|store|keep)\b))?"
    rf"(?=(?:{LETS}|(?<=we )\w+|use|go with)\b)",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"(?:it|this|that|them|those|these|they)", re.IGNORECASE)
ON = re.compile(r"^(?:on|in|with|to|into|at|as|via) (?:the |an? )?", re.IGNORECASE)
ASIDE = re.compile(r"^(?P<kept>[^,]+),\s+(?P<aside>.*)$")
LISTED = re.compile(r"(?:[\w.+#-]+, )*[\w.+#-]+,? (?:and|or) [\w.+#-]+")
CARRIED = re.compile(
    r"^(?:it|this|that|them|everything|things|all of (?:it|them)|those|these)(?: all)?(?: (?:as|to be|be|into|in|"
    r"to))?(?: an?| one)?\s+(?=\w)",
    re.IGNORECASE,
)
LATER_CLAUSE = re.compile(
    rf"[,;:–—-]\s+(?:and |so |but |then |ok |okay |yes |fine |instead )*(?={LETS}\b|(?:can|could|can't|couldn't) (?:you|"
    rf"we) |(?:go with|go for|use|switch to|stick (?:with|to)|replace|default to)\b|[\w.+#-]+(?: [\w.+#-]+)? it is[.!]*$)"
    rf"|\band (?={LETS}\b)",
    re.IGNORECASE,
)
WHEN = re.compile(r",?\s+(?P<when>(?:when|if|where|unless|whenever) .+)$", re.IGNORECASE)
LEADING_REASON = re.compile(
    rf"^(?:since|because|given(?: that)?|seeing (?:that|how)|considering(?: that)?) (?P<because>.{{3,120}}?),? "
    rf"(?=(?:{LETS}|we(?:'re)? (?:use|move|go|switch|stick|keep|drop|going|moving|switching|dropping)|i(?:'d| think|'m going)|"
    r"use|go with|go for|switch to|it's better)\b)",
    re.IGNORECASE,
)
LEADING_TIME = re.compile(
    rf"^(?:after|based on|per|following|having) [^,]{{2,60}}?,? (?=(?:{LETS}|we(?:'re)? (?:use|go|going)|i'm going|we decided)\b)",
    re.IGNORECASE,
)
OPINION = re.compile(
    r"^(?:i(?:'d)? (?:think|feel|believe|say|guess)(?: like| that)?|imo|imho|personally|in my opinion),? (?=\w)",
    re.IGNORECASE,
)
BETTER = re.compile(
    r"^(?:it's|it is|it would be|it'd be)? ?(?:better|best|cleaner|simpler|safer|easier)(?: for us)?(?: (?P<no>not))? to "
    r"(?P<rest>\w+ .+)$",
    re.IGNORECASE,
)
WE_MOVE = re.compile(r"^we (?P<verb>move|switch|go|stick|migrate) (?=(?:over |back )?(?:to|with)\b)", re.IGNORECASE)
WANTED = re.compile(
    rf"^i(?:'d)? (?:want|need|like) (?P<about>(?:the |our |all )?[\w`.+#/'-]+(?: [\w`.+#/'-]+){{0,3}}?) (?:to be |to stay )?"
    rf"(?:limited to|capped at|set to|at|kept (?:to|at|under)|under|below) {NUMBER}(?P<rest>.*)$",
    re.IGNORECASE,
)
BECOMES = re.compile(
    r"^(?P<about>(?:the |our |all )?[\w`./+#-]+(?: [\w`./+#-]+){0,3}?) (?:get|will be) \w+(?:ed|en|pt|nt) "
    r"(?:with|in|as|by|via|on|to|into) (?P<thing>.+)$",
    re.IGNORECASE,
)
X_ONLY = re.compile(r"^(?P<thing>[\w`.+#/-]+(?: [\w`.+#/-]+){0,2}) only(?: please)?$", re.IGNORECASE)
BACK_TO = re.compile(r"^back to (?P<thing>.+)$", re.IGNORECASE)
DETAILS = re.compile(r",|\s(?:for|so|which|that|where|when|with|and|\()\s?", re.IGNORECASE)
RENAMED = re.compile(r"^(?P<name>[\"'`]?[\w.+#-]+[\"'`]?)(?:$|,| and )")
HAS_A_NAME = re.compile(
    r"\b(?:folder|directory|repo|repository|package|module|table|column|branch|project|variable|function|class|command|"
    r"flag|field|key|"
    r"endpoint|component|service|namespace|crate|app)$",
    re.IGNORECASE,
)
ASIDES = re.compile(r"\s*\((?!\))[^()]*\)")
NO_THING = re.compile(
    r"(?:[\w-]+(?:ed|ible|able|ful|ly|ing)|really|here|there|now|yet|sure|only|just|in|on|at|to)$|"
    r"\w+ing (?:the|a|an|our|it|that|this)\b",
    re.IGNORECASE,
)
POINTING = re.compile(r"(?:it|this|that|them|those|these|to)\b(?! \w+(?:-\w+)* (?:instead|over)\b)", re.IGNORECASE)

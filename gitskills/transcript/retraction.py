"""Words by which people take back what they or the agent said or did."""

from __future__ import annotations

import re

RETRACTION = re.compile(
    r"\b(?:never ?mind|forget (?:it|that|what i said)|scratch that|(?:you can |please )?(?:undo|revert|"
    r"back out|roll back)(?: (?:it|that|this|your|the|those)\b|[.!]|$)|"
    r"let's go back|go back to (?:the|how|what)|i (?:concede|take (?:it|that) back|was wrong|changed my "
    r"mind)|on second thoughts?|that was (?:wrong|a bad idea)|"
    r"my (?:mistake|bad)|actually,? (?:no|keep|leave)|i misread)\b",
    re.IGNORECASE,
)
# Takes back what was done, and with it what was asked for; not a rule that holds for every deed.
UNDOING = re.compile(
    r"\b(?:undo|revert|back out|roll back|let's go back|go back to|that was (?:wrong|a bad idea)|i misread)\b",
    re.IGNORECASE,
)

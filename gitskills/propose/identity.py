"""A proposal's id: the hash of what it asks for, so that a replay after a crash is a look-up and never a duplicate."""

from __future__ import annotations

import hashlib
import json

from gitskills.model.proposal import Proposal


def proposal_id(proposal: Proposal) -> str:
    """Twenty hex digits over everything that would be written; who proposed it and from which file does not count."""
    evidence = sorted(item.sha256 for item in proposal.evidence) or sorted(quote.text for quote in proposal.quotes)
    content = [
        proposal.action,
        proposal.name,
        proposal.scope,
        proposal.category,
        proposal.description,
        proposal.body,
        [[file.path, file.text, file.executable] for file in proposal.files],
        [proposal.path, proposal.old_text, proposal.new_text],
        sorted(proposal.absorbs),
        proposal.absorbed_into,
        evidence,
        *([sorted([item.clause, item.reason] for item in proposal.dropped)] if proposal.dropped else ()),
    ]
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:20]

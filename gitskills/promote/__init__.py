"""From a proposal that the rules let pass to the one commit that holds it, and back from commits to a ledger."""

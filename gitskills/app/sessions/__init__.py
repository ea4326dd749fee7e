"""The sessions of this machine: what they did, what they handed over, and what the next one is told."""

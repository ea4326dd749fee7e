"""From a session to proposals: what a reflector sees of it, with what is known beside it, and what it may call."""

"""The rules: a case in, violations out, an outcome from them. Nothing here writes, and in doubt nothing passes."""

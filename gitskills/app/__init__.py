"""Use cases, one a module: read, ask the stages, act. None imports another, but the few that are made of others.

The packages serve them; the order in which they may know each other stands in pyproject.toml.
"""

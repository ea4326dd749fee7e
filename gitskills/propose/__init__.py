"""Proposals: from JSON or a reflector to proven, distinct requests."""

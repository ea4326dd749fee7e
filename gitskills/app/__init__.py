"""Use cases: read, ask the stages, act. None imports another; `context`, `library`, `door` and `live` serve them all."""

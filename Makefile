# What a developer types. `make check` is everything that must hold; the pre-push hook and CI call it and restate nothing.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
READY := .venv/.ready

.PHONY: demo test lint check e2e e2e-agents e2e-model bench eval clean

demo: $(READY)
	@.venv/bin/gitskills demo

test: $(READY)
	@.venv/bin/pytest -n auto

lint: $(READY)
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo

check: lint test

# The real Claude Code, offline, against a scripted model.
e2e: $(READY)
	@for name in node npm tmux; do command -v $$name >/dev/null || { echo "make e2e needs Node, npm and tmux: $$name is missing" >&2; exit 1; }; done
	@.venv/bin/pytest -m e2e -n 2 tests/e2e $(ARGS)

# The real Codex, Gemini CLI, OpenCode and Copilot: some 1.1 GB, once.
e2e-agents: $(READY)
	@GITSKILLS_OTHER_AGENTS=1 .venv/bin/pytest -m e2e tests/e2e/test_other_agents.py $(ARGS)

# A real model of the smallest kind behind a real server: some 130 MB, once. It may write nonsense.
e2e-model: $(READY)
	@GITSKILLS_LOCAL_MODEL=1 .venv/bin/pytest -m e2e tests/e2e/test_local_model.py $(ARGS)

bench: $(READY)
	@.venv/bin/python -m tests.bench $(ARGS)

eval: $(READY)
	@.venv/bin/python -m tests.eval $(ARGS)

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo 'gitskills needs Python 3.11 or newer: make PYTHON=… names one' >&2; exit 1; }
	@echo 'making .venv (once, about a minute)' >&2
	@$(PYTHON) -m venv .venv
	@.venv/bin/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@.venv/bin/pip install --quiet --disable-pip-version-check --group dev --editable '.[secrets,anthropic,claude]'
	@touch $(READY)

clean:
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

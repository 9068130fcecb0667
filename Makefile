# Everything happens in .venv; once it is installed, nothing here needs a network.
PYTHON ?= python3
BIN := .venv/bin
RUNTIME := .venv/.runtime
DEV := .venv/.dev

.DEFAULT_GOAL := help
SECONDS ?= 60
.PHONY: help setup run test lint load fuzz audit bench bench-profile openapi readme lock clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | awk -F'|' '{printf "  make %-13s %s\n", $$1, $$2}'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; set PYTHON to one"; exit 1; }
	$(PYTHON) -m venv .venv

# Installed again only when the lock file has changed.
$(RUNTIME): requirements.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(DEV): requirements-dev.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ $(RUNTIME)

setup: $(DEV) ## install everything, tools included, into .venv

run: $(RUNTIME) ## serve on HOST (127.0.0.1), PORT (8000) with WORKERS (one a core)
	@exec $(BIN)/python -m service

test: $(DEV) ## the whole test suite
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: $(DEV) ## style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

load: $(DEV) ## faults under load at length: 200,000 requests, nginx before two instances
	LOAD=long $(BIN)/python -m pytest -q -s tests/load

fuzz: $(DEV) ## odd bytes, odd tables and schemathesis against a real server for SECONDS (60)
	$(BIN)/python -m tools.fuzz --seconds $(SECONDS)

audit: $(DEV) ## look the pinned dependencies up in the advisory database (needs a network)
	$(BIN)/pip-audit --require-hashes --disable-pip -r requirements.lock

bench: $(DEV) ## every figure against a floor of the same run; written to docs/benchmarks.md
	$(BIN)/python -m tools.bench

bench-profile: $(DEV) ## where a request's time goes: parse, schema, rules, findings, dump
	$(BIN)/python -m tools.bench.profile

openapi: $(DEV) ## write openapi.yaml from the schemas and the vectors
	$(BIN)/python -m tools.openapi

readme: $(DEV) ## write the real answers below the README's calls
	$(BIN)/python -m tools.readme

lock: $(DEV) ## pin the newest versions that fit pyproject.toml, with hashes
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --extra dev --output-file requirements-dev.lock pyproject.toml
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml

clean: ## remove .venv and everything made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

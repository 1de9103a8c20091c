# `make demo` and `make test` do all the set-up they need.
PYTHON ?= python3
# The build of PyTorch to take from pip's own sources, such as torch==2.13.0; uv's choice where it is
# empty.
TORCH ?=
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.set-up
# The documentation is built in an environment of its own.
DOCS := .venv-docs
DOCS_SETUP := $(DOCS)/.set-up
# So are the trainers, whose requirements are others than webproctor's.
TRAINERS := .venv-trainers
# So are the oldest versions of its requirements.
OLDEST := .venv-oldest

# Creates the environment $(1) and installs the lock $(2).
# uv is used where it is there, and fetched into the environment where it is not.
# An environment that exists keeps its Python.
define environment
	@$(firstword $(wildcard $(1)/bin/python) $(PYTHON)) -c 'import sys; sys.exit(sys.version_info < (3, 11) \
	  and "webproctor needs Python 3.11 or later, and this is %d.%d. Remove $(1) if it exists, and name" \
	  " a newer Python, such as: make demo PYTHON=python3.12" % sys.version_info[:2])'
	test -x $(1)/bin/python || $(PYTHON) -m venv $(1)
	command -v uv >/dev/null || $(1)/bin/python -m pip install --quiet --disable-pip-version-check uv
	PATH="$$PATH:$(abspath $(1)/bin)" uv pip install --quiet --compile-bytecode --python $(1)/bin/python \
	  --require-hashes --requirement $(2)
endef

.PHONY: demo test test-all test-oldest fuzz bench check docs setup browser desktop models ray trainers lock clean

demo: setup browser
	$(BIN)/webproctor demo

# Playwright's driver starts faster with its compiled code in a cache. A worker without tests takes
# half of another's, so that none is idle; three keep two cores busy while pages load. Python writes
# its bytecode even if the environment forbids it: the tests start many programs.
PYTEST := PYTHONDONTWRITEBYTECODE= NODE_COMPILE_CACHE=$(abspath $(VENV))/.node-cache $(BIN)/pytest -n 3 --dist worksteal

# What every change must pass: each check once, for some of the games, tasks, providers and forms.
test: setup browser desktop
	$(PYTEST)

# All tests, every night: with those marked exhaustive, which repeat a check for all games, tasks,
# providers and forms, with more examples of each property, and with the benchmarks of speed.
test-all: setup browser desktop
	$(PYTEST) -m ""

# The tests with the oldest version of each dependency that pyproject.toml allows.
test-oldest: setup browser desktop
	$(PYTHON) -m venv --clear $(OLDEST)
	PATH="$$PATH:$(abspath $(BIN))" uv pip install --quiet --python $(OLDEST)/bin/python \
	  --resolution lowest-direct --group dev --editable .
	$(OLDEST)/bin/pytest -n 3 --dist worksteal

# Faulty input for everything that reads foreign files, pages and answers; `tests/fuzz` says more.
# Another seed, or where to go on: make fuzz FUZZ="--seed 1 --first 100000 --target csv".
fuzz: setup
	PYTHONPATH=tests $(BIN)/python -m fuzz $(FUZZ)

# The scripts of bench/ write their results to bench/results.json, and the tables of the pages are
# made of it. Some of them: make bench BENCH="parts observe".
bench: setup browser
	$(BIN)/python bench/run.py $(BENCH); status=$$?; \
	  $(BIN)/python scripts/write_performance.py && exit $$status

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports

# The documentation as web pages; every warning is an error. Open site/index.html; its search needs a
# server: .venv-docs/bin/mkdocs serve.
docs: $(DOCS_SETUP)
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict

setup: $(SETUP)

$(SETUP): requirements.lock pyproject.toml
	$(call environment,$(VENV),requirements.lock)
	PATH="$$PATH:$(abspath $(BIN))" uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

$(DOCS_SETUP): requirements-docs.lock
	$(call environment,$(DOCS),requirements-docs.lock)
	touch $@

browser: setup
	@PYTHON=$(BIN)/python scripts/ensure_browser.sh

# Tests of the desktop say why they are left out where it cannot be had.
# After the browser: the system installs one package at a time.
desktop: setup browser
	@PYTHON=$(BIN)/python scripts/ensure_desktop.sh

# PyTorch and what trains and runs models with it; without them their tests say why they are left out.
# Most of their modules are never imported, so they are not compiled in advance.
models: setup
	test -z "$(TORCH)" || $(PYTHON) -m pip --python $(BIN)/python install --quiet --no-compile \
	  --disable-pip-version-check $(TORCH)
	PATH="$$PATH:$(abspath $(BIN))" uv pip install --quiet --python $(BIN)/python \
	  --editable '.[data,models,embeddings,grpo]'

# Ray, for runs on many machines; without it their tests say why they are left out.
ray: setup
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check \
	  --editable '.[ray]'

# The trainers that rollouts have adapters for, with what their clients need.
trainers:
	test -x $(TRAINERS)/bin/python || $(PYTHON) -m venv $(TRAINERS)
	$(TRAINERS)/bin/python -m pip install --quiet --disable-pip-version-check \
	  --requirement requirements-trainers.txt

# The locks list exact versions and hashes of everything, for every platform.
lock:
	uv export --quiet --group dev --no-emit-project --format requirements-txt \
	  --output-file requirements.lock
	uv export --quiet --only-group docs --no-emit-project --format requirements-txt \
	  --output-file requirements-docs.lock

clean:
	rm -rf $(VENV) $(DOCS) $(TRAINERS) $(OLDEST) site runs .pytest_cache .ruff_cache .hypothesis

# `make demo` and `make test` do all the set-up they need.
PYTHON ?= python3
# The build of PyTorch to take, such as torch==2.13.0; pip's own choice where it is empty.
TORCH ?=
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.set-up

.PHONY: demo test check setup browser desktop models lock clean

demo: setup browser
	$(BIN)/webproctor demo

test: setup browser desktop
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports

setup: $(SETUP)

# uv is used where it is there, and fetched into the environment where it is not.
$(SETUP): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	command -v uv >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	PATH="$$PATH:$(abspath $(BIN))" uv pip install --quiet --compile-bytecode --python $(BIN)/python \
	  --require-hashes --requirement requirements.lock
	PATH="$$PATH:$(abspath $(BIN))" uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

browser: setup
	@PYTHON=$(BIN)/python scripts/ensure_browser.sh

# Tests of the desktop say why they are left out where it cannot be had.
desktop: setup
	@PYTHON=$(BIN)/python scripts/ensure_desktop.sh

# PyTorch and what trains and runs models with it; without them their tests say why they are left out.
models: setup
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check \
	  --editable '.[data,models,embeddings,grpo]' $(TORCH)

# The lock lists exact versions and hashes of everything, for every platform.
lock:
	uv export --quiet --all-groups --no-emit-project --format requirements-txt \
	  --output-file requirements.lock

clean:
	rm -rf $(VENV) runs .pytest_cache .ruff_cache .hypothesis

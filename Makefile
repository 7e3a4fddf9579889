# Everything runs in .venv, which is made on first use from Python 3.11 or later and pip.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test lint bench lock clean

demo: $(READY)
	@$(BIN)/python tests/demo.py

test: lint
	$(BIN)/python -m pytest -n 2

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python tests/bench

# Pins every dependency with its hash; needs uv.
lock:
	uv pip compile --universal --generate-hashes --no-header --python-version 3.11 --extra dev \
		--output-file requirements.lock --upgrade pyproject.toml

clean:
	rm -rf .venv

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Forethought needs Python 3.11 or later; \
	set PYTHON=/path/to/it (this one is %s)" % sys.version.split()[0])'
	@echo "Making .venv (a minute, once) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

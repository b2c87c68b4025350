# Every target sets itself up in $(VENV); nothing outside the repository is written.
#
# make turns every failure into exit status 2: scripts that need the status of the suite call
# `$(VENV)/bin/verify run` themselves, as .ci/run does.

SHELL       := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV   ?= .venv
PYTHON ?= $(shell command -v python3.11 || command -v python3)
JOBS   ?= 2
PYTEST := $(VENV)/bin/python -m pytest -n $(JOBS) --dist worksteal
# A night's order of the tests: another one each day.
SHUFFLE ?= $(shell date +%j)
# One BLAS thread per worker: the workers already fill the cores.
ONE_THREAD := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1

# The tests start the command hundreds of times: compiled modules are kept, also where the environment says otherwise.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help verify test test-fast nightly coq coq-check docs lint format bench setup setup-dev setup-docs clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

verify: setup ## set up, decide every shipped example and recheck every certificate
	$(VENV)/bin/verify run

test: setup ## the full test suite (ten minutes on two cores)
	$(ONE_THREAD) $(PYTEST) -m "not nightly"

test-fast: setup ## the inner loop: what is not marked slow
	$(ONE_THREAD) $(PYTEST) -m "not slow and not nightly"

nightly: setup ## every test, in another order and with many more examples, all certificates made again, the Coq library read again
	HYPOTHESIS_PROFILE=nightly $(ONE_THREAD) $(PYTEST) --shuffle $(SHUFFLE)
	$(VENV)/bin/verify run --fresh --remake
	$(MAKE) coq-check

coq: ## compile the kernel-checked library and its interval tier (needs Coq and coq-interval; a minute)
	$(MAKE) -j $(JOBS) -C proofs/coq
	$(MAKE) -j $(JOBS) -C proofs/coq interval

coq-check: ## have coqchk, an independent checker, read the library again; it fails on any further axiom (two minutes)
	$(MAKE) -j $(JOBS) -C proofs/coq check

# A page shows what the run found, also what was not as expected: the run's own status is that of `make verify`.
docs: setup-docs ## the documentation as a site in build/docs; what its theorem pages show is run first
	mkdir -p build
	rm -f build/run.json
	$(VENV)/bin/verify run --json build/run.json >/dev/null || test -s build/run.json
	$(VENV)/bin/sphinx-build -W --keep-going -q -b html docs build/docs

lint: setup-dev ## style, format, types, layers
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: setup-dev ## apply the formatter and the safe fixes
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: setup ## timings beside other tools, as ratios
	for script in benchmarks/bench_*.py; do $(VENV)/bin/python "$$script"; done

setup: $(VENV)/.installed-test
setup-dev: $(VENV)/.installed-dev
setup-docs: $(VENV)/.installed-docs

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

# The build backend is installed first, pinned like everything else, so that the build needs no isolation. setuptools
# comes with Python 3.11's environments in a version that torch, of the extra bench, refuses.
$(VENV)/.installed-%: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet -c constraints.txt hatchling setuptools
	$(VENV)/bin/python -m pip install --quiet --no-build-isolation -c constraints.txt -e ".[$*]"
	touch $@

clean: ## remove builds and caches, keep the environment
	rm -rf build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

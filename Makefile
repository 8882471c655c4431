# Every target sets up .venv by itself, from nothing but Python (>= 3.11), git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
CORE := $(VENV)/.core
STAMP := $(VENV)/.ready
# Byte-code makes every later start quicker, also where the environment forbids it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup demo test lint check soak fuzz golden mutations papers bench calibrate docs wheel clean

setup: $(STAMP)

# What the demo needs: the package and its figures.
$(CORE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "claimwise needs Python 3.11 or newer: make PYTHON=python3.12 setup"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) hatchling editables
	$(PIP) --no-build-isolation --editable '.[plots]'
	@touch $(CORE)

# What the tests need: all extras.
$(STAMP): $(CORE)
	$(PIP) --no-build-isolation --editable '.[data,plots,text,bayes,dask,web,dev]'
	@touch $(STAMP)

demo: $(CORE)
	@mkdir -p build
	@$(BIN)/claimwise demo --out build/demo.md --report build/demo.html

test: setup
	$(BIN)/pytest -n 2 --dist worksteal --durations=30 -m "not calibration"

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint
	$(BIN)/pytest -n 2 --dist worksteal --durations=30 -m "not calibration and not slow"

calibrate: setup
	$(BIN)/pytest -m calibration -s tests

mutations: setup
	$(BIN)/python tools/mutations.py

# Twenty kills at random moments, a full disk, altered bytes: the answer of a kept run is the same.
soak: setup
	SOAK_KILLS=20 $(BIN)/pytest -v tests/run/test_soak.py

# Damaged files of every reader (FUZZ_CASES=20000), then random requests to the page.
fuzz: setup
	$(BIN)/python -m tests.fuzz.run
	FUZZ_REQUESTS=40 $(BIN)/pytest -q tests/web/test_openapi.py -k random_requests

# The numbers of kept commands are still there; ../shared/golden has most of them.
golden: setup
	../shared/golden/check $(BIN)/claimwise
	../shared/golden/check $(BIN)/claimwise tests/golden/commands.json

bench: setup
	@for bench in benchmarks/*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

# All published tables and figures, quickly; or PAPER=card-figure-6 FULL=1 DATA=folder of the authors.
papers: setup
	$(BIN)/python -m papers $(PAPER) $(if $(FULL),--full,--quick) $(if $(DATA),--data $(DATA))

docs: setup
	$(BIN)/python tools/site_pages.py
	$(BIN)/zensical build --clean --strict
	$(BIN)/python tools/site_check.py site
	@echo "Open site/index.html; for the search as well: $(BIN)/zensical serve"

wheel: setup
	$(BIN)/python -m build --wheel --no-isolation --outdir dist

clean:
	rm -rf build dist site .venv

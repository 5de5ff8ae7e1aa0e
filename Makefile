# Everything from a fresh clone; a second run skips what is current. Needs Python 3.11+, Node 20+ and npm.
PYTHON ?= python3
PORT ?= 8000
export PORT
# Programs that tests start, and the tests' workers, would each compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
UI_SOURCES := $(shell find ui -path ui/dist -prune -o -type f -print) $(wildcard build_scripts/*.mjs) package-lock.json
RUFF := $(BIN)/ruff check --config build_scripts/ruff.toml

CHECKS := style types imports generated demo pages-types pages-style

.PHONY: run dev test mutants check $(CHECKS:%=check-%) generate build package bench load siege months spec lock clean

run: .venv/.program ui/dist/manifest.json
	$(BIN)/python -m app demo --at-work

dev: .venv/.program node_modules/.installed
	$(BIN)/python build_scripts/dev.py

test: .venv/.development ui/dist/manifest.json
	npm run --silent test
	sh build_scripts/ensure_tools.sh
	# Tests in a browser wait almost as long as they work: two more at a time than there are processors keep these busy.
	$(BIN)/python -m pytest --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 2)) --dist loadfile --no-loadscope-reorder

mutants: .venv/.development ui/dist/manifest.json
	# A part of the histories each time: every mutant that they reach plays them anew.
	HELIOS_TEST_HISTORIES=20 HELIOS_TEST_CONSULTATIONS=20 $(BIN)/python -m mutmut run
	$(BIN)/python -m mutmut results

check: $(CHECKS:%=check-%)

check-style: .venv/.development
	$(RUFF) app tests build_scripts
	$(BIN)/ruff format --config build_scripts/ruff.toml --check app tests build_scripts

check-types: .venv/.development
	$(BIN)/mypy

check-imports: .venv/.development
	$(BIN)/lint-imports

check-generated: .venv/.development node_modules/.installed
	$(BIN)/python build_scripts/generate_api.py --check

check-demo: .venv/.program
	$(BIN)/python build_scripts/examine_demo.py

check-pages-types: node_modules/.installed
	npm run --silent typecheck

check-pages-style: node_modules/.installed
	npm run --silent lint

generate: .venv/.development node_modules/.installed
	$(BIN)/python build_scripts/generate_api.py

build: .venv/.program ui/dist/manifest.json

package: .venv/.development ui/dist/manifest.json
	$(BIN)/python build_scripts/package.py

bench: .venv/.development ui/dist/manifest.json
	$(BIN)/python build_scripts/bench.py $(PARTS)

months: .venv/.development
	$(BIN)/python build_scripts/months.py

load: .venv/.development ui/dist/manifest.json
	$(BIN)/python build_scripts/saturday.py

siege: .venv/.development ui/dist/manifest.json
	$(BIN)/python build_scripts/siege.py

spec: .venv/.development
	$(BIN)/python build_scripts/promises.py

lock: .venv/.development
	$(BIN)/python build_scripts/lock.py

clean:
	rm -rf .venv node_modules ui/dist build dist mutants

.venv/.program: requirements.lock
	$(PYTHON) build_scripts/require_python.py
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	touch $@

.venv/.development: .venv/.program requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-dev.lock
	touch $@

node_modules/.installed: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	touch $@

ui/dist/manifest.json: node_modules/.installed $(UI_SOURCES)
	npm run --silent build

# Two commands matter: `make play` and `make test`. Each sets up what it needs on a fresh machine.

PYTHON ?= python3
BIN := .venv/bin
PAGE := src/stajnia/server/page/index.html
# make play PORT=8080 HOST=0.0.0.0
PORT ?= 8000
HOST ?= 127.0.0.1
# Tests at once: more than cores, since those of the browser and of the server wait for clocks much of their time.
AT_ONCE ?= 3

.PHONY: play test cluster openspiel docs alone proxies house siege coverage check check-python check-page sheets film house-film whole bench format setup dist page browser clean

play: setup page
	$(BIN)/stajnia serve --open --host $(HOST) --port $(PORT)

test: setup page browser
	$(MAKE) -j 2 check-python check-page
	cd web && npm test --silent
	$(BIN)/python -m pytest -n $(AT_ONCE) --maxschedchunk 10
	STAJNIA_PURE=1 $(BIN)/python -m pytest -n 2 tests/contract tests/golden

# An arena on a real Ray of two nodes on this machine.
cluster: setup
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt 'ray>=2.44'
	$(BIN)/python -m tests.bots.ray_cluster

# OpenSpiel's own tests of our games, in the environment of the bench, which has it.
openspiel: .bench/.made
	.bench/bin/python -m tests.environments.openspiel

# The pages of docs/ as a site in site/; a link that leads nowhere fails.
docs: setup
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt 'mkdocs-material>=9.6' 'mkdocstrings[python]>=0.26'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q --strict

# Each test file by itself: nothing may lean on what another file has loaded or left behind.
alone: setup page browser
	$(BIN)/python -m tests.alone

# A real server, then a house of two, behind nginx and Caddy with TLS, as deploy/ and docs/ tell; both are Debian's.
proxies: setup browser
	@missing=""; \
	for each in nginx caddy; do command -v $$each >/dev/null || test -x /usr/sbin/$$each || missing="$$missing $$each"; done; \
	$(installed)
	$(BIN)/python -m tests.server.proxies

# A house of three processes under play, to which 200 faults are done, then all started anew behind Debian's HAProxy;
# make house WRITE=--write puts what it tells into docs/scaling.md.
FAULTS ?= 200
house: setup browser
	$(BIN)/python -m tests.server.faults --faults $(FAULTS) $(WRITE)
	$(BIN)/python -m tests.server.rolling $(WRITE)

# Anything that hypothesis thinks of, at tables and at the door, for an hour: make siege SIEGE_MINUTES=2
SIEGE_MINUTES ?= 60
siege: setup browser
	SIEGE_MINUTES=$(SIEGE_MINUTES) $(BIN)/python -m tests.server.siege

# What of the engine and the server is run by all tests, and what of the page by its own.
coverage: setup page browser
	cd web && npm run --silent coverage
	$(BIN)/python -m pytest -n $(AT_ONCE) --maxschedchunk 10 --cov=stajnia --cov-report=term:skip-covered

# Contact sheets of every table in a dozen states at eight sizes, kept in docs/screens; make sheets GAMES=fever for one.
sheets: setup page browser
	$(BIN)/python -m tests.web.sheets $(GAMES)

# The races of a whole match of fever as they are watched, and how long each took.
film: setup page browser
	$(BIN)/python -m tests.web.film

# A game that goes on while its process is killed, as the player sees it.
house-film: setup page browser
	$(BIN)/python -m tests.web.house_film

# Whole games by clicking, bots at their usual pace, all four at once; make whole ROUND=1 to 3 for other windows,
# GAMES=fever for one of them.
ROUND ?= 0
whole: setup page browser
	$(BIN)/python -m tests.web.whole_games $(ROUND) $(if $(GAMES),--games $(GAMES))

check: check-python check-page

check-python: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-page: web/node_modules/.made
	cd web && npm run --silent check

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd web && npm run --silent format

# Speed beside peers, in an environment of its own: some fifteen minutes, one table, kept in docs/performance.md.
# Balance and horseshoe studies are not speed: bench/fever_balance.py and bench/clovers_lucky.py, by hand.
bench: setup .bench/.made
	.bench/bin/python bench/run.py

.bench/.made: pyproject.toml constraints.txt
	test -x .bench/bin/python || $(PYTHON) -m venv .bench
	.bench/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt --upgrade setuptools wheel
	STAJNIA_PURE=1 .bench/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[bench]'
	@touch $@

setup: .venv/.made .venv/.compiled

.venv/.made: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt --upgrade setuptools wheel
	STAJNIA_PURE=1 $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@

# Compiles what has changed; without a compiler the package still works, only slower.
.venv/.compiled: .venv/.made setup.py $(shell find src/stajnia/core src/stajnia/games src/stajnia/bots src/stajnia/environments -name '*.py' -o -name '*.[ch]')
	$(BIN)/python setup.py -q build_ext --inplace --parallel 2
	@touch $@

# What is released: the sources with the page in them, a wheel for this machine, and a wheel of plain Python for any;
# then what is in them, and each wheel tried in an empty environment.
WHEEL := $(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w dist
dist: setup page
	rm -rf build dist
	$(WHEEL) .
	rm -rf build
	STAJNIA_PURE=1 $(WHEEL) .
	$(BIN)/python -c 'from setuptools.build_meta import build_sdist; build_sdist("dist")' >/dev/null
	rm -rf build
	$(BIN)/python -m tests.web.wheels dist

page: $(PAGE)

$(PAGE): web/node_modules/.made $(wildcard src/stajnia/core/words.*.json) $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
	cd web && npm run --silent build
	@touch $@

web/node_modules/.made: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --silent
	@touch $@

define installed
if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
	  else echo "The tests need:$$missing. Install them with: sudo apt-get install$$missing"; exit 1; fi; \
	fi
endef

# Browser, database server and balancer for the tests, from Debian's packages, where they are missing and we may install them.
browser:
	@missing=""; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	command -v haproxy >/dev/null || test -x /usr/sbin/haproxy || missing="$$missing haproxy"; \
	$(installed)

clean:
	rm -rf .venv .bench web/node_modules src/stajnia/server/page src/stajnia/_built build dist *.egg-info src/*.egg-info

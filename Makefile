# Everything that is done more than once. `make` alone lists the targets.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
WORKERS ?= 2
SECONDS ?= 60
BUDGET ?= 60
SEED ?= 1
READY = $(VENV)/.ready-for-development

# Otherwise each program that a test starts would be compiled each time.
test test-fast: export PYTHONDONTWRITEBYTECODE =

.PHONY: help demo test test-fast lint format types bench speed eval audio papers proof size same train stability fuzz screenshots docs docs-serve man weight schema build clean

# Annotated texts are not part of the repository: the user names their folder.
given = $(if $($(1)),,$(error make $@: $(1) is not given. hint: make $@ $(1)=$(2)))

help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/.ready  ## Set up a checkout and filter the example
	$(BIN)/anonfilter examples/interview.txt

test: $(READY)  ## Set up a checkout and run all tests: make test WORKERS=4
	$(BIN)/python -m pytest -n $(WORKERS)

test-fast: $(READY)  ## Run the tests that load no model and start no other program
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow" -q

lint: $(READY)  ## Check style, imports and layers, and the examples of the shipped rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/anonfilter rules check rules.yaml

format: $(READY)  ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(READY)  ## Check types with mypy --strict
	$(BIN)/mypy

bench: $(READY)  ## Measure speed, as ratios in one run
	$(BIN)/python benchmarks/speed_ratios.py
	$(BIN)/python benchmarks/sidecars.py
	$(BIN)/python benchmarks/sync.py
	$(BIN)/python benchmarks/known.py
	$(BIN)/python benchmarks/hooks.py
	$(BIN)/python benchmarks/cache.py
	$(BIN)/python benchmarks/patterns.py
	$(BIN)/python benchmarks/cores.py

speed: $(READY)  ## Compare speed, memory and recall with other tools, write docs/speed.md: make speed CORPORA=folder BUDGET=60
	$(call given,CORPORA,folder)$(BIN)/python -m benchmarks.speed $(CORPORA) --budget $(BUDGET)

eval: $(READY)  ## Score rulesets, detectors and presidio, write docs/accuracy.md: make eval CORPORA=folder
	$(call given,CORPORA,folder)$(BIN)/python -m benchmarks.accuracy $(CORPORA)

proof: $(READY)  ## Attack filtered text, and train models on it, write docs/proof.md: make proof CORPORA=folder
	$(call given,CORPORA,folder)$(BIN)/python -m benchmarks.proof $(CORPORA)

audio: $(READY)  ## Score recordings spoken by espeak-ng, write the figures of docs/audio-measured.md
	$(BIN)/python -m benchmarks.audio

papers: $(READY)  ## Score the examples beside published figures, write docs/papers.md
	$(BIN)/python -m benchmarks.papers

size: $(READY)  ## Show the lines of each package, and what a run loads
	$(BIN)/python -m benchmarks.size

same: $(READY)  ## Compare output with another commit's: make same BASE=commit [CORPORA=folder] [SAME=--show]
	$(call given,BASE,commit)$(BIN)/python -m benchmarks.same $(BASE) $(if $(CORPORA),--corpora $(CORPORA)) $(SAME)

train:  ## Train the caseless model again (half an hour): make train CORPORA=folder OUT=folder
	$(call given,CORPORA,folder)$(call given,OUT,folder)$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet --editable '.[train]'
	.venv-train/bin/python -m training $(CORPORA) --out $(OUT)

stability: $(READY)  ## Check that filtering your own texts twice changes nothing: make stability TEXT=folder
	$(call given,TEXT,folder)$(BIN)/python benchmarks/stability.py $(TEXT)

fuzz: $(READY)  ## Test hostile documents, random properties and growth of time: make fuzz SECONDS=60 SEED=1
	$(BIN)/python -m benchmarks.fuzz --seconds $(SECONDS) --seed $(SEED)

screenshots: export SCREENSHOTS = docs/img
screenshots: $(READY)  ## Take the pictures in docs/img again, in Chromium
	$(BIN)/python -m pytest -n 0 -q -k screenshot tests/review/web

docs docs-serve: export NO_MKDOCS_2_WARNING = 1
docs: $(READY)  ## Build the documentation site, which needs no server: build/site/index.html
	$(BIN)/mkdocs build --quiet --strict --config-file website/mkdocs.yml

docs-serve: $(READY)  ## Serve the site at http://127.0.0.1:8000, and build it after each change
	$(BIN)/mkdocs serve --strict --config-file website/mkdocs.yml

man: $(READY)  ## Write the manual pages from the help of the commands: man -l build/man/man1/anonfilter.1
	$(BIN)/python -m website.manual build/man/man1

weight: $(READY)  ## Measure the size of an installation, write it into docs/dependencies.md
	$(BIN)/python -m benchmarks.weight

schema: $(READY)  ## Write the schema of rules for editors
	$(BIN)/anonfilter rules schema > schemas/rules.schema.json

build: man  ## Build the wheel, with the manual pages, and the source distribution
	$(BIN)/python -m build

clean:  ## Remove the results of the other targets
	rm -rf $(VENV) .venv-peers build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.ready

# make demo      set up, then print the outline and the Markdown of an example page
# make test      set up, then lint, types and all tests, scaled down to minutes
# make compiled  compile the Cython modules whose sources have changed
# make verify    the full sizes: fuzzing with 20,000 pages, growth of time and memory, 200 pages in one browser, 20,000
#                records on a cluster that loses a node
# make docs      the documentation site in site/, strict
# make audit     known vulnerabilities of what gets installed
# make wheel     build the wheel, install it in clean environments, run the README
# make man       regenerate the manual page
# make bench     speed, conformance, quality and fidelity over the corpora (RUBRICATOR_CORPORA=DIR)

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
# Pages are small: threads of numpy's BLAS would only wait for each other.
export OPENBLAS_NUM_THREADS := 1

.PHONY: compiled compiler demo test lint verify bench browser clean frameworks sarif docs audit wheel man fuzz

demo: $(READY)
	@echo '$$ rubricator outline examples/kiln.html'
	@$(BIN)/rubricator outline examples/kiln.html
	@echo
	@echo '$$ rubricator extract examples/kiln.html --to markdown'
	@$(BIN)/rubricator extract examples/kiln.html --to markdown

test: $(READY) compiled browser lint
	$(BIN)/python -m pytest -n 2

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

verify: $(READY) browser frameworks sarif wheel docs fuzz
	$(BIN)/python -m pytest -n 2
	$(BIN)/python fuzz/run.py --pages 20000 --seed 1
	$(BIN)/python benchmarks/speed.py --growth
	$(BIN)/python benchmarks/soak.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/kept_words.py
	$(BIN)/python benchmarks/trees.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python benchmarks/speed.py --growth --method rubric
	$(BIN)/python -W ignore benchmarks/cluster.py --records 20000
	$(BIN)/python -W ignore benchmarks/batch.py --method tags

# MODELS: out-of-fold models of rubric, by `rubricator train rubric --folds FILE --out-of-fold -o DIR`.
bench: $(READY)
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/conformance.py
	$(BIN)/python benchmarks/quality.py
	$(BIN)/python benchmarks/fidelity.py
	$(BIN)/python benchmarks/peers.py --models $(MODELS)

$(READY): pyproject.toml | compiler
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Compiles what has changed since the set-up.
compiled: $(READY)
	@$(BIN)/python hatch_build.py

# Compiling needs a C compiler and Python's headers: installed as root on Debian, else named.
compiler:
	@has() { command -v cc >/dev/null && $(PYTHON) -c 'import ensurepip, pathlib, sys, sysconfig; \
		sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' 2>/dev/null; }; \
	has || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
		apt-get install -qq -y --no-install-recommends gcc libc6-dev python3-dev python3-venv >/dev/null && has; } || { \
		echo 'Rubricator needs a C compiler and the headers of Python: on Debian, apt-get install gcc python3-dev python3-venv' >&2; \
		exit 1; }


# Tools in an environment of their own: they are not needed to run or to test Rubricator.
TOOLS := .venv/tools
$(TOOLS)/ready: pyproject.toml
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/pip install --quiet --disable-pip-version-check --editable '.[docs]' build
	@touch $@

docs: $(TOOLS)/ready
	$(TOOLS)/bin/mkdocs build --strict --quiet

wheel: $(TOOLS)/ready
	$(TOOLS)/bin/python packaging/install.py
	$(BIN)/python benchmarks/startup.py --check

man: $(READY)
	$(BIN)/python -m rubricator.cli.manual > docs/man/rubricator.1

# Includes the frameworks that `make frameworks` has installed. Fails for packages that cannot be queried, too.
audit: $(READY)
	$(BIN)/pip check
	$(BIN)/python packaging/audit.py $$(ls -d .venv/lib/python*/site-packages .venv/frameworks/*/lib/python*/site-packages 2>/dev/null)

# Coverage-guided fuzzing: MINUTES for all targets together.
MINUTES ?= 5
fuzz: $(READY)
	$(PYTHON) -m venv .venv/fuzz
	.venv/fuzz/bin/pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	.venv/fuzz/bin/python fuzz/guided.py --minutes $(MINUTES) --out .venv/fuzz/corpus

# Each adapter against its framework, in an environment of its own.
FRAMEWORKS := langchain llama-index haystack mcp arrow spans
MORE_arrow := pandas polars
MORE_spans := spacy
frameworks: $(FRAMEWORKS:%=framework-%)
framework-%:
	$(PYTHON) -m venv .venv/frameworks/$*
	.venv/frameworks/$*/bin/pip install --quiet --disable-pip-version-check $(if $(filter spans,$*),.,'.[$*]') pytest $(MORE_$*)
	.venv/frameworks/$*/bin/python -m pytest --noconftest -p no:cacheprovider -W default tests/integrations/test_$(subst -,_,$*).py

# The validator of SARIF's makers, from npm.
sarif: $(READY)
	npm install --silent --prefix .venv/sarif @microsoft/sarif-multitool
	-$(BIN)/rubricator check examples --format sarif -o .venv/sarif/check.sarif
	DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 .venv/sarif/node_modules/.bin/sarif-multitool validate .venv/sarif/check.sarif \
		| tee .venv/sarif/told; ! grep -q ': error ' .venv/sarif/told && grep -q 'completed successfully' .venv/sarif/told

# The browser tests need Chromium. As root on Debian it is installed; elsewhere they are skipped, with a message.
browser:
	@command -v chromium google-chrome >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; } \
		|| echo 'Chromium could not be installed: browser tests will be skipped.'

clean:
	rm -rf .venv site .mypy_cache .pytest_cache .ruff_cache .hypothesis

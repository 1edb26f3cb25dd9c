# Everything is built with the release profile, so that HiGHS is compiled once.

CARGO ?= cargo
CASE_STUDY = instances/case-study
RELEASE = --release --locked
QUICK = --no-default-features --features cli,microlp,cluster
COMPARE = $(TARGET)/release/azulejo compare
TARGET = $(or $(CARGO_TARGET_DIR),target)
PEERS = $(TARGET)/peers/venv
WHEEL = $(abspath $(TARGET))/wheel
TOOLS = $(TARGET)/tools

.PHONY: help demo quick build test serve site book lecture wheel models paper proofs lint doc bench schema pictures wasm test-wheel deps deps-tests deps-models deps-browser deps-tex deps-proofs deps-peers deps-site deps-wheel

##@ Everybody

help: ## list the targets
	@awk -F ':.*## ' '/^##@ / { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo; echo "Pages of docs/ made anew, long checks and releases: cargo maintain --help"

demo: deps ## solve both problems of the case study by HiGHS, and confirm the answers by the state graph
	@echo "Building; the first time this compiles HiGHS, which takes minutes." >&2
	@$(CARGO) build $(RELEASE) -q
	@$(COMPARE) $(CASE_STUDY)/3x3-centre-last.json --methods case-study,disaggregated,ordering,graph,auto
	@echo
	@$(COMPARE) $(CASE_STUDY)/3x3-max.json --methods ordering,graph,auto
	@echo
	@echo "By the published program, HiGHS needs some 288 s for the second problem, and 27 s by the disaggregated one:"
	@echo "  azulejo solve $(CASE_STUDY)/3x3-max.json --method case-study"
	@echo "  azulejo solve $(CASE_STUDY)/3x3-max.json --method disaggregated"

quick: ## build target/release/azulejo with Rust alone, with microlp in the place of HiGHS, and solve a wall
	$(CARGO) build $(RELEASE) -p azulejo-wall $(QUICK)
	$(TARGET)/release/azulejo solve --size 3 --fix 5@9

build: deps ## build target/release/azulejo
	$(CARGO) build $(RELEASE)

# With ARGS nothing is installed, and the site is not built.
test: $(if $(ARGS),,deps deps-tests) ## do all set-up that the system allows, then run every test; ARGS="--test game" runs some, without any set-up
	@$(if $(ARGS),true,$(MAKE) --no-print-directory site) || echo "azulejo: the pages as plain files could not be built, and are not tested" >&2
	@AZULEJO_PEERS=$(abspath $(PEERS)) sh scripts/test.sh $(abspath $(TARGET))/skipped.tsv \
		$(CARGO) --config 'target."cfg(all())".runner = ["sh", "$(CURDIR)/scripts/test-program.sh", "$(abspath $(TARGET))/passed"]' \
		test $(RELEASE) --no-fail-fast $(ARGS)

##@ Users of the pages, Python, the models and the paper

# As `make quick` builds it, so that nobody waits for HiGHS.
serve: ## serve the pages for a browser, with the templates, styles and scripts of web/ as they are: ARGS="--port 0"
	$(CARGO) run $(RELEASE) -q -p azulejo-wall $(QUICK) -- serve --web web $(ARGS)

site: deps-site ## write the pages as plain files for any file server, with the book: target/site
	sh scripts/wasm.sh site
	$(CARGO) run $(RELEASE) -q -p azulejo-book --bin bindgen -- $(TARGET)/wasm/wasm32-unknown-unknown/release/examples $(TARGET)/wasm/bound
	$(CARGO) run $(RELEASE) -q -p azulejo-site-files -- write $(TARGET)/wasm/bound $(TARGET)/site
	@$(MAKE) --no-print-directory book

book: ## bind docs/ and the course as a book with search: target/site/book
	$(CARGO) build $(RELEASE) -q -p azulejo-site-files
	$(CARGO) run $(RELEASE) -q -p azulejo-book -- $(TARGET)/release/azulejo-site-files $(TARGET)/site $(TARGET)/book

lecture: ## make the slides of docs/lecture/ a page, and PDFs where Chromium is: target/lecture
	$(CARGO) run $(RELEASE) -q -p azulejo-slides -- docs/lecture/slides.md $(TARGET)/lecture

# With the cargo folder of everything else, so that HiGHS is not compiled again.
wheel: deps deps-wheel ## build the Python wheel in target/wheel/dist: the library and the command, with HiGHS inside
	rm -rf $(WHEEL)/dist
	cd bindings/python && $(WHEEL)/venv/bin/maturin build $(RELEASE) --target-dir $(abspath $(TARGET)) --out $(WHEEL)/dist

models: deps-models ## solve the models in models/ with GLPK and MiniZinc
	glpsol -m models/case_study.mod -d models/data/2x2.dat
	glpsol -m models/ordering.mod -d models/data/3x3.dat -d models/data/line-cuts.dat
	glpsol -m models/ordering.mod -d models/data/3x3.dat -d models/data/line-cuts.dat -d models/data/block-cuts.dat -d models/data/min.dat
	minizinc models/ordering.mzn models/data/3x3.dzn -D "sense = max;"
	minizinc models/ordering.mzn models/data/3x3.dzn -D "sense = min;"

paper: deps-tex ## set the paper of docs/paper/ with the tables and proofs of the repository: target/paper/paper.pdf
	@sh scripts/paper.sh $(abspath $(TARGET))/paper

proofs: deps-proofs ## let Coq check the theorems of docs/proofs/, in a minute or two
	@sh scripts/proofs.sh docs/proofs $(abspath $(TARGET))/proofs

##@ Developers

lint: deps ## check the format, the lints and the documentation, and the scripts of the pages where Node is
	sh scripts/web-lint.sh $(abspath $(TARGET))
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(RELEASE) --workspace --exclude azulejo-book --all-targets -- -D warnings
	$(CARGO) clippy $(RELEASE) -p azulejo-book --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(RELEASE) --no-deps

doc: deps ## build the documentation of the library
	$(CARGO) doc $(RELEASE) --no-deps

bench: deps ## run the benchmarks
	$(CARGO) bench --locked -p azulejo-benches

schema: deps ## write docs/schema/ anew, from the types of src/schema/, and web/types/, from those of src/pages/
	AZULEJO_SCHEMA=1 $(CARGO) test $(RELEASE) --lib --test docs the_schema
	sh scripts/web-lint.sh $(abspath $(TARGET)) types

pictures: deps deps-browser ## draw the pictures of README.md and of docs/lecture/ anew
	$(CARGO) run $(RELEASE) -q -- game show docs/position.txt -o docs/position.svg
	$(CARGO) run $(RELEASE) -q -- render --size 3 --picture turns,points -o $(TARGET)/wall.svg
	sh scripts/lecture.sh "20 80 590 320" < $(TARGET)/wall.svg > docs/lecture/wall.svg
	$(CARGO) run $(RELEASE) -q -- graph --size 2 | sh scripts/lecture.sh "0 78 772 448" > docs/lecture/states.svg
	$(CARGO) run $(RELEASE) -q -- map --size 6 --last --output $(TARGET)/map.svg
	sh scripts/lecture.sh "0 150 420 404" < $(TARGET)/map.svg > docs/lecture/map.svg
	AZULEJO_PICTURES=1 $(CARGO) test $(RELEASE) --test models pictures
	sh scripts/pictures.sh $(TARGET)/release/azulejo docs

##@ Continuous integration and releases

wasm: ## build the rules, play, the referee, the solver, counting and the lab without a disk for WebAssembly
	sh scripts/wasm.sh crates

test-wheel: wheel ## build the Python wheel and test it, first in a fresh virtual environment
	$(WHEEL)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-index $(WHEEL)/dist/*.whl
	cd bindings/python && AZULEJO_WHEEL=$$(echo $(WHEEL)/dist/*.whl) \
		MYPY_CACHE_DIR=$(WHEEL)/mypy RUFF_CACHE_DIR=$(WHEEL)/ruff $(WHEEL)/venv/bin/python -B -m pytest -p no:cacheprovider -n auto --dist worksteal

##@ What all these need, installed where it is missing

deps: ## what HiGHS is built with
	@sh scripts/deps.sh

deps-tests: ## all that tests can go without, as far as the system allows: what follows but deps-wheel
	@sh scripts/deps-models.sh || true
	@sh scripts/deps-browser.sh || true
	@sh scripts/deps-axe.sh $(TOOLS) || true
	@sh scripts/deps-tex.sh || true
	@sh scripts/deps-proofs.sh || true
	@sh scripts/deps-venv.sh $(PEERS) tools/peers/requirements.txt || true
	@sh scripts/wasm.sh deps || true

deps-models: ## the solvers of models/: glpsol, minizinc and cbc
	@sh scripts/deps-models.sh

deps-browser: ## Chromium, and axe-core from npm, for the tests of the pages
	@sh scripts/deps-browser.sh
	@sh scripts/deps-axe.sh $(TOOLS) || true

deps-tex: ## pdfLaTeX for the paper and the tests of the LaTeX
	@sh scripts/deps-tex.sh

deps-proofs: ## Coq with mathcomp-zify for docs/proofs/
	@sh scripts/deps-proofs.sh

deps-peers: ## the solvers of tools/peers/, in a virtual environment of some hundred MB
	@sh scripts/deps-venv.sh $(PEERS) tools/peers/requirements.txt

deps-site: ## what builds for WebAssembly
	@sh scripts/wasm.sh deps

deps-wheel: ## what the Python wheel is built and tested with, in a virtual environment
	@sh scripts/deps-venv.sh $(WHEEL)/venv bindings/python/tests/requirements.txt

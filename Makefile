# Everything is built with the release profile, so that HiGHS is compiled once.

CARGO ?= cargo
CASE_STUDY = instances/case-study
RELEASE = --release --locked
TARGET = $(or $(CARGO_TARGET_DIR),target)
PEERS = $(TARGET)/peers/venv
WHEEL = $(abspath $(TARGET))/wheel
TOOLS = $(TARGET)/tools

.PHONY: agreement game-agreement game-speed notebooks stops cluster-cost cluster-kills deny machete mutants help deps deps-models deps-browser deps-axe deps-tex deps-proofs deps-peers deps-tests demo quick test lint bench doc build paper proofs results formulations steps experiments readings analysis calibration coach-fit truth models peers dantzig-wolfe constrained pictures serve load lecture schema recipes fit ladder puzzles player layers deps-site wasm site book site-speed deps-wheel wheel test-wheel licences release-check profiles certificates hostile

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

deps: ## install what HiGHS is built with, if it is missing
	@sh scripts/deps.sh

deps-models: ## install the solvers of models/ (glpsol, minizinc, cbc), if they are missing
	@sh scripts/deps-models.sh

deps-browser: ## install Chromium for the tests of the page, if it is missing
	@sh scripts/deps-browser.sh

deps-axe: ## fetch axe-core, which looks for barriers on the pages, if it is missing
	@sh scripts/deps-axe.sh $(TOOLS)

deps-site: ## install what builds for WebAssembly, if it is missing
	@sh scripts/wasm.sh deps

deps-tex: ## install pdfLaTeX for the tests of the LaTeX, if it is missing
	@sh scripts/deps-tex.sh

deps-peers: ## install the solvers of bench/peers/ in a virtual environment, if they are missing
	@sh scripts/deps-venv.sh $(PEERS) bench/peers/requirements.txt

deps-proofs: ## install Coq with mathcomp-zify for the proofs of docs/proofs/, if it is missing
	@sh scripts/deps-proofs.sh

deps-tests: ## install what tests can go without, as far as the system allows: those above
	@sh scripts/deps-models.sh || true
	@sh scripts/deps-browser.sh || true
	@sh scripts/deps-axe.sh $(TOOLS) || true
	@sh scripts/deps-tex.sh || true
	@sh scripts/deps-proofs.sh || true
	@sh scripts/deps-venv.sh $(PEERS) bench/peers/requirements.txt || true
	@sh scripts/wasm.sh deps || true

deps-wheel: ## install what the Python wheel is built and tested with in a virtual environment, if it is missing
	@sh scripts/deps-venv.sh $(WHEEL)/venv bindings/python/tests/requirements.txt

machete: ## find dependencies that nothing uses
	@sh scripts/deps-audit.sh $(TOOLS) cargo-machete
	PATH="$(abspath $(TOOLS))/bin:$$PATH" cargo machete

deny: ## check the licences and the sources of the dependencies
	@sh scripts/deps-audit.sh $(TOOLS) cargo-deny
	PATH="$(abspath $(TOOLS))/bin:$$PATH" cargo deny --log-level error check bans licenses sources

mutants: deps ## break wall/, order/, bounds/ and formulation/ on purpose, for docs/mutants.md: ARGS="--file crates/solver/src/wall/line.rs", and days for all
	@sh scripts/deps-audit.sh $(TOOLS) cargo-mutants
	PATH="$(abspath $(TOOLS))/bin:$$PATH" cargo mutants --output $(TARGET) $(ARGS)

demo: deps ## solve the two 3x3 problems of the case study
	@echo "Building; the first time this compiles HiGHS, which takes minutes." >&2
	$(CARGO) run $(RELEASE) -q -- solve $(CASE_STUDY)/3x3-max.json
	$(CARGO) run $(RELEASE) -q -- solve $(CASE_STUDY)/3x3-centre-last.json

quick: ## build target/release/azulejo with Rust alone, in minutes, and solve a wall: without HiGHS, with microlp in its place
	$(CARGO) build $(RELEASE) -p azulejo-wall --no-default-features --features cli,microlp,cluster
	$(TARGET)/release/azulejo solve --size 3 --fix 5@9

test: deps deps-tests ## install what the tests need, as far as the system allows, and run them: ARGS="--test models"
	@$(MAKE) --no-print-directory site || echo "azulejo: the pages as plain files could not be built, and are not tested" >&2
	@AZULEJO_PEERS=$(abspath $(PEERS)) sh scripts/test.sh $(abspath $(TARGET))/skipped.tsv $(CARGO) test $(RELEASE) --no-fail-fast $(ARGS)

agreement: deps ## set every method and every count against a brute force on 1,000 random instances with constraints
	$(CARGO) test $(RELEASE) --test solve -- --ignored --nocapture brute_force

stops: deps ## stop 200 random instances with constraints at random, in ten minutes
	$(CARGO) test $(RELEASE) --test limits -- --ignored --nocapture at_random

lint: deps ## check the format, the lints and the documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(RELEASE) --workspace --exclude azulejo-book --exclude azulejo-python --all-targets -- -D warnings
	$(CARGO) clippy $(RELEASE) -p azulejo-book --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(RELEASE) --no-deps

bench: deps ## measure
	$(CARGO) bench --locked

doc: deps ## build the documentation of the library
	$(CARGO) doc $(RELEASE) --no-deps

build: deps ## build target/release/azulejo
	$(CARGO) build $(RELEASE)

wasm: ## build the rules, play, the referee and the solver without a disk for WebAssembly
	sh scripts/wasm.sh crates

paper: deps-tex ## set the paper of docs/paper/ with the tables and proofs of the repository: target/paper/paper.pdf
	@sh scripts/paper.sh $(abspath $(TARGET))/paper

proofs: deps-proofs ## let Coq check the theorems of docs/proofs/, in a minute or two
	@sh scripts/proofs.sh docs/proofs $(abspath $(TARGET))/proofs

site: deps-site ## write the pages as plain files for any file server, with the book: target/site
	sh scripts/wasm.sh site
	$(CARGO) run $(RELEASE) -q -p azulejo-book --bin site -- $(TARGET)/wasm/wasm32-unknown-unknown/release/azulejo_site.wasm $(TARGET)/site
	@$(MAKE) --no-print-directory book

book: ## bind docs/ and the course as a book with search: target/site/book
	$(CARGO) run $(RELEASE) -q -p azulejo-book --bin azulejo-book -- $(TARGET)/site $(TARGET)/book

site-speed: deps site deps-browser ## set the pages as plain files beside the program, on one thread, for docs/site.md
	RAYON_NUM_THREADS=1 $(CARGO) test $(RELEASE) --test browser -- --ignored --nocapture a_tab_beside

results: deps ## compute what is missing of docs/results.md, which takes hours from nothing; ARGS=FILE takes over a count in JSON
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin results -- $(ARGS)

layers: deps ## count the first layers of a wall with all and with half of its symmetries: ARGS="8 30", and hours for "10 40"
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin layers -- $(ARGS)

formulations: deps ## measure what is missing of docs/formulations.md, which takes ten minutes from nothing
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin formulations

certificates: deps ## measure what is missing of docs/certificates.md; it can be stopped, and goes on where it was (hours from nothing)
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin certificates

hostile: deps ## change certificates at random 10,000 times, and set both checkers and the solver against each other
	$(CARGO) test $(RELEASE) --test certificates -- --ignored --nocapture 10_000

steps: deps ## measure what is missing of docs/steps.md, which takes an hour from nothing
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin steps

experiments: deps ## play what is missing of the matches in docs/experiments.md, which takes 20 minutes from nothing
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin search_tables
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin experiments

analysis: deps ## measure proofs, grades and shortlists for docs/analysis.md, in a quarter of an hour
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin analysis

calibration: deps ## judge positions of held-back games and hold the judge against their ends, for docs/analysis.md, in a quarter of an hour from nothing
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin calibration -- tables 10000

coach-fit: deps ## fit what the judge makes of a value, and say what share of moves gets which grade, in half an hour
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin calibration -- fit 16000
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin calibration -- grades 4000

truth: deps ## make what is missing of the judge's truth sets, in hours from nothing, and write its table of docs/analysis.md
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin truth -- last-rounds 1000
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin truth -- gold 200 2000
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin truth -- deepen 1000
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin truth -- report

fit: ARGS ?= 2 4 0 0 300 0 400000
fit: deps ## fit weights and network of the player azulejo once more, to its games: a new generation, in half an hour; ARGS says which
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin fit -- $(ARGS)

ladder: deps ## play what is missing of the matches of the levels in docs/analysis.md, and say what their moves give away, in 15 minutes from nothing
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin ladder

puzzles: deps ## make the puzzles of the game anew from games of the levels, in ten minutes
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin puzzles -- 1500

player: deps ## play what is missing of the player's matches in docs/analysis.md, hours at 100 ms a move: ARGS="ablations 100"
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin player -- $(ARGS)

readings: deps ## set every reading of the thesis's pseudocode against its tables, for docs/experiments.md, in half an hour
	$(CARGO) run $(RELEASE) -p azulejo-tools --bin readings

peers: deps deps-peers ## set azulejo against HiGHS, SCIP, CP-SAT, DIDP and plain DP, for docs/peers.md, in 25 minutes at most
	$(CARGO) build $(RELEASE) -p azulejo-wall -p azulejo-tools --bins
	$(PEERS)/bin/python bench/peers/run.py --target $(TARGET) $(ARGS)

dantzig-wolfe: build deps-peers ## bound `rounds` minima by permutations of rows and columns, for docs/methods.md, in some minutes
	$(PEERS)/bin/python bench/dantzig_wolfe/bound.py --program $(TARGET)/release/azulejo $(ARGS)

constrained: deps deps-peers ## solve random instances with constraints, for docs/constrained.md: ARGS="--method frontier", and hours for all
	$(CARGO) build $(RELEASE) -p azulejo-wall -p azulejo-tools --bins
	$(TARGET)/release/constrained --program $(TARGET)/release/azulejo --python $(PEERS)/bin/python $(or $(ARGS),--method ordering)

CLUSTER = $(CARGO) build $(RELEASE) --features cluster && python3 -B bench/cluster.py $(TARGET)/release/azulejo

cluster-cost: deps ## count with 1, 2 and 4 processes on this machine, for docs/cluster.md, in some minutes
	$(CLUSTER) cost

cluster-kills: deps ## kill processes of a count at ten random moments, for docs/cluster.md, in some minutes
	$(CLUSTER) kills

profiles: deps ## measure settings of the compiler, for docs/build.md, in half an hour
	python3 -B bench/profiles.py $(TARGET)/profiles

models: deps-models ## solve the models in models/ with GLPK and MiniZinc
	glpsol -m models/case_study.mod -d models/data/2x2.dat
	glpsol -m models/ordering.mod -d models/data/3x3.dat -d models/data/line-cuts.dat
	glpsol -m models/ordering.mod -d models/data/3x3.dat -d models/data/line-cuts.dat -d models/data/block-cuts.dat -d models/data/min.dat
	minizinc models/ordering.mzn models/data/3x3.dzn -D "sense = max;"
	minizinc models/ordering.mzn models/data/3x3.dzn -D "sense = min;"

serve: deps ## serve the pages for a browser: ARGS="--port 0"
	$(CARGO) run $(RELEASE) -q -- serve $(ARGS)

load: deps ## set 200 clients and many attackers on the server of the pages, for docs/serve.md, in a minute
	$(CARGO) test $(RELEASE) --test serve -- --ignored --nocapture two_hundred

pictures: deps deps-browser ## draw the pictures of README.md and of docs/lecture/ anew
	$(CARGO) run $(RELEASE) -q -- game show docs/position.txt -o docs/position.svg
	$(CARGO) run $(RELEASE) -q -- render --size 3 --picture turns,points -o docs/lecture/wall.svg
	$(CARGO) run $(RELEASE) -q -- graph --size 2 > docs/lecture/states.svg
	$(CARGO) run $(RELEASE) -q -- map --size 6 --last --output docs/lecture/map.svg
	sh scripts/pictures.sh $(TARGET)/release/azulejo docs

# With the cargo folder of everything else, so that HiGHS is not compiled again.
wheel: deps deps-wheel ## build the Python wheel in target/wheel/dist: the library and the command, with HiGHS inside
	rm -rf $(WHEEL)/dist
	cd bindings/python && $(WHEEL)/venv/bin/maturin build $(RELEASE) --target-dir $(abspath $(TARGET)) --out $(WHEEL)/dist

test-wheel: wheel ## build the Python wheel and test it, first in a fresh virtual environment
	$(WHEEL)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-index $(WHEEL)/dist/*.whl
	cd bindings/python && AZULEJO_WHEEL=$$(echo $(WHEEL)/dist/*.whl) \
		MYPY_CACHE_DIR=$(WHEEL)/mypy RUFF_CACHE_DIR=$(WHEEL)/ruff $(WHEEL)/venv/bin/python -B -m pytest -p no:cacheprovider

game-agreement: wheel ## set the game in Rust against a referee in Python on 10,000 games, and look at the memory of a million
	$(WHEEL)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-index $(WHEEL)/dist/*.whl
	cd bindings/python && AZULEJO_GAMES=10000 AZULEJO_BATCHED_GAMES=1000000 \
		$(WHEEL)/venv/bin/python -B -m pytest -p no:cacheprovider -s tests/test_game_rules.py

game-speed: wheel ## measure random games a second of each way into the game from Python, for docs/python-game.md
	$(WHEEL)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-index $(WHEEL)/dist/*.whl
	$(WHEEL)/venv/bin/python -B bench/game_in_python.py

notebooks: wheel ## run the notebooks of the Python package, and store what they show in them
	$(WHEEL)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-index $(WHEEL)/dist/*.whl
	cd bindings/python && AZULEJO_NOTEBOOKS=1 AZULEJO_WHEEL=$$(echo $(WHEEL)/dist/*.whl) \
		$(WHEEL)/venv/bin/python -B -m pytest -p no:cacheprovider tests/test_notebooks.py

licences: ## write the licences of all crates that are in the wheel and in the programs of a release anew
	python3 -B scripts/licences.py bindings/python/licenses/crates.txt

release-check: test-wheel ## look at what a release would publish: versions, workflows, the wheel and the crates
	@sh scripts/deps-venv.sh $(abspath $(TARGET))/release-tools scripts/release-tools.txt
	@sh scripts/release-check.sh $$(echo $(WHEEL)/dist/*.whl) $(abspath $(TARGET))/release-tools $(abspath $(TARGET))

recipes: deps ## follow the recipes of CONTRIBUTING.md in a copy, and compile what comes of it
	$(CARGO) run $(RELEASE) -q -p azulejo-tools --bin recipes

schema: deps ## write docs/schema/ anew, from the types of src/schema/
	AZULEJO_SCHEMA=1 $(CARGO) test $(RELEASE) --test schema the_files

lecture: ## make the slides of docs/lecture/ a page, and PDFs where Chromium is: target/lecture
	$(CARGO) run $(RELEASE) -q -p azulejo-slides -- docs/lecture/slides.md $(TARGET)/lecture

# Everything is built with the release profile, so that HiGHS is compiled once.

CARGO ?= cargo
CASE_STUDY = instances/case-study
RELEASE = --release --locked

.PHONY: help deps demo test lint bench doc build results formulations

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(firstword $(MAKEFILE_LIST)) | expand -t 8

deps: ## install what HiGHS is built with, if it is missing
	@sh scripts/deps.sh

demo: deps ## solve the two 3x3 problems of the case study
	@echo "Building; the first time this compiles HiGHS, which takes minutes." >&2
	$(CARGO) run $(RELEASE) -q -- solve $(CASE_STUDY)/3x3-max.json
	$(CARGO) run $(RELEASE) -q -- solve $(CASE_STUDY)/3x3-centre-last.json

test: deps ## run all tests
	$(CARGO) test $(RELEASE)

lint: deps ## check the format, the lints and the documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(RELEASE) --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(RELEASE) --no-deps

bench: deps ## measure
	$(CARGO) bench --locked

doc: deps ## build the documentation of the library
	$(CARGO) doc $(RELEASE) --no-deps

build: deps ## build target/release/azulejo
	$(CARGO) build $(RELEASE)

results: deps ## compute what is missing of docs/results.md, which takes hours from nothing
	$(CARGO) run $(RELEASE) --example results

formulations: deps ## measure the formulations step by step, for docs/formulations.md, in ten minutes at most
	$(CARGO) run $(RELEASE) --example formulations

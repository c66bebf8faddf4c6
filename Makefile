# Everything there is to do, in one place. `make test` sets up what it needs by itself.

PYTHON ?= python3
VENV := .venv
VPY := $(VENV)/bin/python
CARGO ?= cargo

# In a fresh clone everything is compiled once: what helps a second time, in a debugger, or between the parts of a crate costs a
# quarter of the time there.
ifeq ($(wildcard target/debug/incremental/*),)
export CARGO_INCREMENTAL ?= 0
export CARGO_PROFILE_DEV_CODEGEN_UNITS ?= 4
export CARGO_PROFILE_DEV_DEBUG ?= 0
export CARGO_PROFILE_DEV_LTO ?= off
endif

.PHONY: help play build viewer ptx prove-kernels test tested compiled bad-bots lint quick crates rust-test docs-test python python-test wheels starters starters-test clients clients-test frameworks page-tools page-test corpus bench peers fuzz fuzz-seeds attack endure deny clean openssl chromium postgres guests-environment guests guests-test site

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: build ## Build everything and play a match
	$(CARGO) run --release --features full --quiet -- play pyrat greedy random

build: viewer ## Build the gridhaunt command, with the viewer in it
	$(CARGO) build --release --features full

MODULE := crates/page/assets/viewer.wasm
WASM := wasm32-unknown-unknown

ADD_WASM := test -d "$$(rustc --print target-libdir --target $(WASM))" || rustup target add $(WASM)
BUILT := target/viewer/$(WASM)/viewer/gridhaunt_viewer.wasm

# Flags are meant for the machine here. A viewer that is the same keeps its date, so that nothing is built again for it.
viewer: ## The engine and its bots as WebAssembly for HTML files and for the site, which the next build puts in
	@{ $(ADD_WASM); } || { echo "viewer: there is no target $(WASM) and rustup could not add it: HTML files cannot be made"; exit 0; }; \
	env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS $(CARGO) build --locked -p gridhaunt-viewer --profile viewer --target $(WASM) --target-dir target/viewer && \
	{ cmp --silent $(BUILT) $(MODULE) || cp $(BUILT) $(MODULE); }

SITE ?= target/site

site: viewer ## Everything as a static site in target/site: the games to play, the gallery, the docs with a search
	$(CARGO) run --quiet -p gridhaunt-site -- $(SITE)

# Needs the sources of the standard library: rustup component add rust-src.
ptx: ## The rules as kernels of a GPU, which the next build puts in
	@rustup component add rust-src >/dev/null 2>&1 || true
	GRIDHAUNT_PTX=keep $(CARGO) test --quiet -p gridhaunt-door-gpu --test kept

KERNEL_GAMES ?= 200

prove-kernels: tested ## The kernels of every game proved without a GPU, thread by thread (KERNEL_GAMES=1000 for more)
	@folder=$$(mktemp -d) && trap "rm -rf $$folder" EXIT && ln -s $(TESTED)/libgridhaunt_driver.so $$folder/libcuda.so && \
	LD_LIBRARY_PATH=$$folder $(TESTED)/gridhaunt bench --device cuda --prove $(KERNEL_GAMES)

SUITES := rust-test bad-bots docs-test python-test guests-test attack clients-test page-test starters-test

# Compilers use every core by themselves. The suites mostly wait, so that two of them share a machine well.
test: ## Formatting, lints, all tests: what CI runs
	$(MAKE) lint
	$(MAKE) compiled
	$(MAKE) --jobs=2 --output-sync=target $(SUITES)
	@echo "all checks passed"

lint: deny crates quick ## Formatting and lints
	$(CARGO) fmt --all --check
	$(CARGO) fmt --check --manifest-path tests/clients/rust/Cargo.toml
	$(CARGO) fmt --check --manifest-path examples/outside/Cargo.toml
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

# A first build is short by what it leaves out, and one line in the Cargo.toml of any crate brings it back.
LEFT_OUT = tree=$$($(CARGO) tree --package gridhaunt --edges normal,features --invert $(1)) && ! grep --quiet 'feature "$(2)"' <<<"$$tree"
quick: SHELL := bash
quick: ## What a first build leaves out is left out
	@$(call LEFT_OUT,gridhaunt-kernel,std) || { echo "quick: a first build has batches in it (feature std of gridhaunt-kernel)"; exit 1; }
	@$(call LEFT_OUT,gridhaunt-kernel,schema) || { echo "quick: a first build has schemas in it (feature schema of gridhaunt-kernel)"; exit 1; }
	@$(call LEFT_OUT,gridhaunt-draw,pixels) || { echo "quick: a first build has pixels in it (feature pixels of gridhaunt-draw)"; exit 1; }
	@$(call LEFT_OUT,gridhaunt-solve,solvers) || { echo "quick: a first build has solvers in it (feature solvers of gridhaunt-solve)"; exit 1; }

deny: ## Licences, doubled crates and known faults of what we build on, where cargo-deny and its database are there
	@if ! command -v cargo-deny >/dev/null; then echo "deny: cargo-deny is not installed: licences, doubled crates and advisories are not checked"; \
	else $(CARGO) deny --all-features check --hide-inclusion-graph licenses bans sources && \
		{ $(CARGO) deny --all-features fetch db >/dev/null 2>&1 || { echo "deny: the database of advisories cannot be had: known faults are not checked"; exit 0; }; \
		$(CARGO) deny --all-features check advisories; }; fi

# What is not for others: everything else is published.
OURS := $(addprefix --exclude ,gridhaunt-viewer gridhaunt-site gridhaunt-python gridhaunt-bench gridhaunt-door-gpu gridhaunt-door-wasm gridhaunt-driver gridhaunt-embed gridhaunt-nim sproutopia-starter)
RELEASE := $(shell git describe --tags --abbrev=0 --match 'v*' 2>/dev/null)

# Documentation is made of all there is, examples too: features are then those of the lints. It is made with the compiler
# and the arguments of cargo clippy in `lint`, as that hands them on: what is checked for one is there for the other.
AS_LINTED = RUSTC_WORKSPACE_WRAPPER="$$(rustc --print sysroot)/bin/clippy-driver" CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
crates: ## The crates as others get them: their documentation, their packages, and what changed for their users since the last release
	$(AS_LINTED) RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --lib --bins --examples --no-deps --quiet
	$(CARGO) package --workspace $(OURS) --no-verify --allow-dirty --quiet
	@if ! command -v cargo-semver-checks >/dev/null; then echo "crates: cargo-semver-checks is not installed: what changed for users of the crates is not checked"; \
	elif [ -z "$(RELEASE)" ]; then echo "crates: there is no release yet: what changed for users of the crates is not checked"; \
	else $(CARGO) semver-checks --workspace $(OURS) --baseline-rev $(RELEASE); fi

# What tests compile would look for this make, which it cannot reach.
rust-test: viewer postgres ## Rust tests and doctests, the WebAssembly check among them
	MAKEFLAGS= $(CARGO) test --workspace --no-fail-fast --quiet

# The command and the Python module as the Rust tests build them. A crate is compiled again wherever its features differ,
# and they do for a package alone: so the whole workspace is named, and one small test, which brings in what tests need.
TESTED := $(CURDIR)/target/debug
tested: viewer
	$(CARGO) build --quiet --workspace --lib --bins --test once

compiled: tested
	$(CARGO) test --quiet --workspace --no-run

# A pytest that starts closes the folder of all temporary folders, which one beside it has opened to its bots: each has its own.
OWN_FOLDERS := root=$$(mktemp -d) && chmod 755 $$root && trap "rm -rf $$root" EXIT && PYTEST_DEBUG_TEMPROOT=$$root

docs-test: $(VENV)/.ready tested ## The commands of every page, run as they stand there
	$(OWN_FOLDERS) GRIDHAUNT=$(TESTED)/gridhaunt $(VPY) -m pytest --quiet -p no:cacheprovider tests/docs

# What is never imported need not be compiled: whoever imports the rest first does that.
$(VENV)/.ready: python/requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(VPY) -m pip install --quiet --disable-pip-version-check --no-compile -r python/requirements-dev.txt
	@touch $@

# One pip is enough for all.
PIP_INTO = $(VPY) -m pip --python $(@D)/bin/python install --quiet --disable-pip-version-check

python: $(VENV)/.ready viewer ## Build the Python package into .venv
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(VENV)/bin/maturin develop --quiet --release -m python/Cargo.toml

python-test: $(VENV)/.ready tested ## Python tests
	cp $(TESTED)/lib_gridhaunt.so python/gridhaunt/_gridhaunt.abi3.so
	cd python && ../$(VPY) -m pytest

WHEELS := target/wheels
MATURIN := $(VENV)/bin/maturin build --quiet --release -m python/Cargo.toml --out $(WHEELS)

# The second one runs on every Linux since 2014: zig links it against an old C library.
wheels: $(VENV)/.ready viewer ## The Python package as wheels, each tried with every Python from 3.11 on that is here
	$(VPY) -m pip install --quiet --disable-pip-version-check 'maturin[zig]>=1.9,<2'
	rm -rf $(WHEELS)
	$(MATURIN) --compatibility linux
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(MATURIN) --compatibility manylinux2014 --zig
	tests/wheels/run $(WHEELS)/*.whl

STARTERS_TEST := GRIDHAUNT=$(TESTED)/gridhaunt $(VPY) -m pytest --quiet -p no:cacheprovider tests/starters

starters-test: $(VENV)/.ready tested ## What `gridhaunt new` makes, in Python, JavaScript, Rust and C++
	$(STARTERS_TEST)

starters: $(VENV)/.ready tested ## The same in Go and Java, with Debian's packages
	@{ command -v go && command -v javac; } >/dev/null || { $(SUDO) apt-get update --quiet && $(SUDO) apt-get install --yes --quiet golang-go default-jdk-headless; }
	STARTERS=go,java $(STARTERS_TEST)

# Tests start a server of their own, as an ordinary user and in a private folder.
postgres: ## The database that stores of many machines are in: Debian's package, for the tests
	@{ ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } >/dev/null 2>&1 || { $(SUDO) apt-get update --quiet && $(SUDO) apt-get install --yes --quiet --no-install-recommends postgresql; }

CLIENTS := tests/clients
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
CLIENT_VENVS := $(foreach name,signalrcore-0.9 signalrcore-1 pysignalr,$(CLIENTS)/.venv-$(name)/.ready)

$(CLIENTS)/.venv-%/.ready: $(CLIENTS)/python/%.txt | $(VENV)/.ready
	$(PYTHON) -m venv --without-pip $(@D)
	$(PIP_INTO) --no-compile -r $<
	@touch $@

$(CLIENTS)/javascript/node_modules/.ready: $(CLIENTS)/javascript/package-lock.json
	cd $(CLIENTS)/javascript && npm ci --silent --no-audit --no-fund
	@touch $@

openssl:
	@pkg-config --exists openssl || { $(SUDO) apt-get update --quiet && $(SUDO) apt-get install --yes --quiet pkg-config libssl-dev; }

clients: openssl $(CLIENT_VENVS) $(CLIENTS)/javascript/node_modules/.ready ## The SignalR clients that bots of Sproutopia use
	$(CARGO) build --quiet --locked --manifest-path $(CLIENTS)/rust/Cargo.toml --target-dir $(CLIENTS)/rust/target

clients-test: clients $(VENV)/.ready tested ## Matches of Sproutopia with these clients, and the starter bots
	GRIDHAUNT=$(TESTED)/gridhaunt $(VPY) -m pytest --quiet $(CLIENTS)

GUESTS := tests/guests
GUESTS_VENV := $(GUESTS)/.venv-pyrat-game
# Programs of root have an uid of their own, to which a Python in root's home is closed.
GUESTS_PYTHON ?= $(shell if [ "$$(id -u)" = 0 ] && /usr/bin/python3 -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' 2>/dev/null; then echo /usr/bin/python3; else echo $(PYTHON); fi)

# That package's generator of workspaces writes into site-packages: it has an environment to throw away. Of what it asks for,
# only what it imports is installed.
$(GUESTS_VENV)/.ready: $(GUESTS)/requirements.txt | $(VENV)/.ready
	$(GUESTS_PYTHON) -m venv --without-pip $(@D)
	$(PIP_INTO) --no-deps -r $<
	@touch $@

# A copy of its own: the tests of the package use theirs meanwhile.
guests-environment: $(GUESTS_VENV)/.ready tested
	to=$$($(GUESTS_VENV)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/gridhaunt && rm -rf "$$to" && mkdir "$$to" && \
	cp -r $(filter-out %.so %/__pycache__,$(wildcard python/gridhaunt/*)) "$$to" && cp $(TESTED)/lib_gridhaunt.so "$$to/_gridhaunt.abi3.so" && chmod -R a+rX $(GUESTS_VENV)

GUESTS_TEST := $(OWN_FOLDERS) GRIDHAUNT=$(TESTED)/gridhaunt $(GUESTS_VENV)/bin/python -m pytest --quiet -p no:cacheprovider $(GUESTS)

GUESTS_PAGE := $(OWN_FOLDERS) GRIDHAUNT=$(TESTED)/gridhaunt $(GUESTS_VENV)/bin/python -m pytest --quiet -p no:cacheprovider tests/docs/test_commands.py -k docs/guests.md

guests-test: guests-environment ## Players, scripts and mazes of pyrat-game, and both engines side by side
	$(GUESTS_TEST)
	$(GUESTS_PAGE)

guests: guests-environment ## The same at length: 1,000 games by both engines, 100 matches of every player that pyrat-game brings along, and speed beside it
	export GUESTS_GAMES=1000 GUESTS_MATCHES=100; $(GUESTS_TEST)
	$(GUESTS_PAGE)
	$(GUESTS_VENV)/bin/python bench/guests.py

FRAMEWORKS := tests/frameworks
FRAMEWORK_VENVS := $(foreach name,sb3 rllib pufferlib ray,$(FRAMEWORKS)/.venv-$(name)/.ready)
TORCH_VENV := $(FRAMEWORKS)/.venv-torch
PURELIB := -c 'import sysconfig; print(sysconfig.get_path("purelib"))'
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
IN_FRAMEWORK = PYTHONPATH=$(CURDIR)/python $(FRAMEWORKS)/.venv-$(1)/bin/python -m pytest --quiet -rs -p no:cacheprovider

$(TORCH_VENV)/.ready: $(FRAMEWORKS)/torch.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python $(PIP_INSTALL) -r $<
	@touch $@

# The environments find the one torch behind their own packages.
define framework_venv
$(PYTHON) -m venv $(@D)
$(TORCH_VENV)/bin/python $(PURELIB) > "$$($(@D)/bin/python $(PURELIB))/torch.pth"
$(@D)/bin/python $(PIP_INSTALL) -r $<
endef

$(FRAMEWORKS)/.venv-%/.ready: $(FRAMEWORKS)/%.txt $(TORCH_VENV)/.ready
	$(framework_venv)
	@touch $@

# PufferLib fetches what its own games need from elsewhere unless NO_OCEAN is set, and then its set-up misses a name.
$(FRAMEWORKS)/.venv-pufferlib/.ready: $(FRAMEWORKS)/pufferlib.txt $(TORCH_VENV)/.ready
	$(framework_venv)
	echo 'import builtins; builtins.c_extension_paths = []' > "$$($(@D)/bin/python $(PURELIB))/no_ocean.pth"
	NO_OCEAN=1 NO_TRAIN=1 $(@D)/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation pufferlib==3.0.0 \
		|| echo "frameworks: PufferLib cannot be installed here: it is not tested"
	@touch $@

frameworks: $(FRAMEWORK_VENVS) tested ## RLlib, Stable-Baselines3, TorchRL, JAX, PufferLib and Ray, in environments of their own (7 GB)
	cp $(TESTED)/lib_gridhaunt.so python/gridhaunt/_gridhaunt.abi3.so
	$(call IN_FRAMEWORK,sb3) $(addprefix $(FRAMEWORKS)/test_,sb3.py torchrl.py dlpack.py device.py) python/tests/test_docs.py
	GRIDHAUNT=$(TESTED)/gridhaunt $(call IN_FRAMEWORK,sb3) $(FRAMEWORKS)/test_learn.py
	$(call IN_FRAMEWORK,rllib) $(FRAMEWORKS)/test_rllib.py python/tests/test_gymnasium.py 'python/tests/test_docs.py::test_docstrings[gridhaunt.rllib]'
	$(call IN_FRAMEWORK,pufferlib) $(FRAMEWORKS)/test_pufferlib.py "python/tests/test_docs.py::test_docstrings[gridhaunt.pufferlib]" "python/tests/test_docs.py::test_pages[pufferlib]"
	GRIDHAUNT=$(TESTED)/gridhaunt $(call IN_FRAMEWORK,ray) $(FRAMEWORKS)/test_ray.py "python/tests/test_docs.py::test_docstrings[gridhaunt.ray]" "python/tests/test_docs.py::test_pages[scale-out]"

PAGE := tests/page

$(PAGE)/node_modules/.ready: $(PAGE)/package-lock.json
	cd $(PAGE) && npm ci --silent --no-audit --no-fund
	@touch $@

chromium:
	@command -v chromium >/dev/null || { $(SUDO) apt-get update --quiet && $(SUDO) apt-get install --yes --quiet chromium; }

page-tools: chromium $(PAGE)/node_modules/.ready viewer ## The browser that the page is tried in

page-test: page-tools tested ## The HTML file in a real browser, for every game; its pictures go to tests/page/artefacts
	cd $(PAGE) && GRIDHAUNT=$(TESTED)/gridhaunt npm test --silent

corpus: ## Play the corpus of replays and write the seed catalogues anew, after a change of rules or generation
	./corpus/play
	INSTA_UPDATE=always $(CARGO) test --quiet -p gridhaunt-pyrat -p gridhaunt-tag -p gridhaunt-ghost-grid -p gridhaunt-snarl -p gridhaunt-sproutopia

bench: build ## Our own measurements
	$(CARGO) bench -p gridhaunt-bench

peers: python ## Side by side with what people use today
	$(VPY) -m pip install --quiet --disable-pip-version-check -r bench/peers/requirements.txt
	$(VPY) bench/peers/compare.py

FUZZ_SECONDS ?= 60

fuzz-seeds: build ## Real files of every kind for the fuzzers to begin from, and a dictionary of their words
	./fuzz/seed

fuzz: fuzz-seeds ## A minute of fuzzing for every parser (needs cargo-fuzz and a nightly toolchain; FUZZ_SECONDS=600 for more)
	@$(CARGO) +nightly fuzz --version >/dev/null 2>&1 || { echo "fuzz: needs a nightly toolchain and cargo-fuzz (cargo install cargo-fuzz)"; exit 1; }
	for target in $$($(CARGO) +nightly fuzz list); do \
		$(CARGO) +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) -dict=fuzz/dictionary -print_final_stats=1 || exit 1; \
	done

ATTACK_SECONDS ?= 5

attack: tested ## Mutated files, tampered records, strangers at the servers, kills, full disks: nothing may get through
	GRIDHAUNT=$(TESTED)/gridhaunt $(PYTHON) tests/attack/run --seconds $(ATTACK_SECONDS) --seed 1

bad-bots: tested ## A bot for every way to do wrong, at every level that this machine has: what must come of it, and nothing is left
	GRIDHAUNT=$(TESTED)/gridhaunt $(PYTHON) tests/bad-bots/run

ENDURE_MATCHES ?= 20000

endure: fuzz build ## What takes too long for every change: every fuzzer, FUZZ_SECONDS each, every attack for five minutes, ENDURE_MATCHES matches of good and bad bots, the long form of tests
	$(MAKE) attack ATTACK_SECONDS=300
	GRIDHAUNT=target/release/gridhaunt $(PYTHON) tests/bad-bots/endure --matches $(ENDURE_MATCHES)
	GRIDHAUNT_ENDURE=1 $(MAKE) rust-test

clean: ## Remove what was built
	$(CARGO) clean
	rm -rf $(MODULE) $(VENV) $(CLIENTS)/.venv-* $(GUESTS_VENV) $(FRAMEWORKS)/.venv-* $(CLIENTS)/javascript/node_modules $(CLIENTS)/rust/target $(PAGE)/node_modules $(PAGE)/artefacts

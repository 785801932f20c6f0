# touchmove: `make` says what there is.

PREFIX  ?= /usr/local
DESTDIR ?=
# Where the binaries are that `make install` installs.
BUILT   ?= $(TARGET)/release

# What `make test` says is about the change, not about luck: property tests draw the same cases each time.
SEED    ?= 1
# Most tests wait for boards that are played on in real time, not for a processor.
THREADS ?= 6

TARGET  := $(or $(CARGO_TARGET_DIR),target)
BIN     := $(DESTDIR)$(PREFIX)/bin
UNITS   := $(DESTDIR)$(PREFIX)/lib/systemd/system
OF_USER := $(DESTDIR)$(PREFIX)/lib/systemd/user
USERS   := $(DESTDIR)$(PREFIX)/lib/sysusers.d
RULES   := $(DESTDIR)$(PREFIX)/lib/udev/rules.d
# A message bus reads no policy below /usr/local.
POLICY  := $(DESTDIR)$(if $(filter /usr,$(PREFIX)),/usr/share,/etc)/dbus-1/system.d

# polkit before 124 reads actions nowhere else.
ACTIONS := $(DESTDIR)/usr/share/polkit-1/actions

.PHONY: help
help:
	@echo 'make demo       two virtual boards play two real games, shown live (DEMO_SECONDS=N to end by itself)'
	@echo 'make test       everything that a change must pass'
	@echo 'make properties property tests with new cases each time, until one fails'
	@echo 'make fuzz       every parser is given what a fuzzer thinks of, for MINUTES each (1)'
	@echo 'make day        a simulated day (HOURS) of a hall in which everything befalls boards and cables'
	@echo 'make soak       ten times as many ends and alterations of journals and kills of the daemon as in make test'
	@echo 'make vm-test    boards through the air without a radio: a virtual machine with a real kernel and BlueZ (STAGES="hid loss"'
	@echo '               for some; tests/vm/README.md)'
	@echo 'make bounds     what is kept of a board and spent on it, after OBSERVATIONS (1000000) of each kind that there is'
	@echo 'make score      how well moves are found: TOUCHMOVE_DATA names the games (STYLES=... for some, UPDATE=1 for docs/)'
	@echo 'make sins       which planted sins are found, and what is found without (TOUCHMOVE_DATA, STYLES=...)'
	@echo 'make bench      how fast they are found, and in how much memory; how fast evidence is kept; a hall of 100 boards,'
	@echo '               with the goals (PARTS="rounds idle curve" for that alone)'
	@echo 'make pictures   each view of the desk on three screens, from a hall that plays, in PICTURES (docs/pictures)'
	@echo 'make build      the binaries for this machine, in $(BUILT)'
	@echo 'make install    as root: what `make build` built, below PREFIX ($(PREFIX)), and start the service'
	@echo 'make uninstall  as root: take it away again; what was recorded stays'

.PHONY: build
build:
	@.ci/prepare
	cargo build --release --locked

.PHONY: demo
demo:
	@.ci/prepare
	cargo build --locked
	@demo/run $(TARGET)/debug

.PHONY: test
test:
	@.ci/prepare rustfmt clippy
	@.ci/prepare-tests $(TARGET)/python
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	@$(MAKE) --no-print-directory deny
	TOUCHMOVE_PYTHON=$(abspath $(TARGET))/python/bin/python3 \
	    PROPTEST_RNG_SEED=$(SEED) RUST_TEST_THREADS=$(THREADS) cargo test --workspace --locked

# Other seeds than those of `make test`, as long as it is left to run.
.PHONY: properties
properties:
	@.ci/prepare
	while cargo test --workspace --locked --lib && cargo test --locked --test parts properties; do :; done

# HOURS in simulated time, of which each takes about half a minute.
HOURS   ?= 24
.PHONY: day
day:
	@.ci/prepare
	TOUCHMOVE_HOURS=$(HOURS) cargo test --locked --test day -- --nocapture

.PHONY: soak
soak:
	@.ci/prepare
	TOUCHMOVE_SOAK=10 cargo test --locked --package touchmove-station --lib journal::faults
	TOUCHMOVE_SOAK=10 cargo test --locked --test station kills

# QEMU, a kernel of Debian's and bumble are fetched where they are missing.
.PHONY: vm-test
vm-test:
	@.ci/prepare
	cargo build --locked
	cargo build --locked --example board
	@tests/vm/run $(TARGET)/debug $(TARGET)/vm $(STAGES)

OBSERVATIONS ?= 1000000
.PHONY: bounds
bounds:
	@.ci/prepare
	TOUCHMOVE_OBSERVATIONS=$(OBSERVATIONS) cargo test --release --locked --test bounds -- --nocapture

# The fuzzers learn from run to run what is worth trying (fuzz/corpus).
MINUTES ?= 1
.PHONY: fuzz
fuzz:
	@.ci/prepare
	@fuzz/run $(MINUTES) $(TARGETS)

# The dependencies of other platforms are read too, so cargo-deny wants them all fetched.
.PHONY: deny
deny:
	@if ! cargo deny --version >/dev/null 2>&1; then \
	    echo 'touchmove: cargo-deny is not installed: licences and sources are not checked'; \
	elif ! cargo fetch --locked --quiet 2>/dev/null; then \
	    echo 'touchmove: the registry cannot be reached: licences and sources are not checked'; \
	else \
	    cargo deny --locked --offline check --hide-inclusion-graph licenses bans sources; \
	fi

PICTURES ?= docs/pictures
.PHONY: pictures
pictures:
	@.ci/prepare
	@.ci/prepare-tests $(TARGET)/python
	mkdir -p $(PICTURES)
	TOUCHMOVE_PYTHON=$(abspath $(TARGET))/python/bin/python3 TOUCHMOVE_PICTURES=$(abspath $(PICTURES)) \
	    cargo test --locked --test station browser::views

.PHONY: score
score:
	@.ci/prepare
	cargo build --release --locked
	@docs/score $(TARGET)/release $(STYLES)

.PHONY: sins
sins:
	@.ci/prepare
	cargo build --release --locked
	@docs/sins $(TARGET)/release $(STYLES)

.PHONY: bench
bench:
	@.ci/prepare
	@test -n '$(PARTS)' || cargo bench --locked --bench reconstruct --bench laws --bench relay --bench journal
	@cargo bench --locked --bench hall -- $(PARTS)

# With DESTDIR files are only put there, for a package to be made of them.
.PHONY: install
install:
	@test -x $(BUILT)/touchmoved -a -x $(BUILT)/touchmove -a -x $(BUILT)/touchmove-web || \
	    { echo 'touchmove: nothing is built yet; run `make build` (not as root), then this again' >&2; exit 1; }
	install -D -m 755 -t $(BIN) $(BUILT)/touchmoved $(BUILT)/touchmove $(BUILT)/touchmove-web
	install -d $(UNITS) $(OF_USER)
	for unit in $(UNITS)/touchmove $(UNITS)/touchmove-desk $(UNITS)/touchmove-livechess $(UNITS)/touchmove-public \
	    $(OF_USER)/touchmove-notify; do \
	    sed 's|^ExecStart=/usr/bin/|ExecStart=$(PREFIX)/bin/|' systemd/$${unit##*/}.service >$$unit.service && \
	    chmod 644 $$unit.service || exit 1; \
	done
	install -D -m 644 systemd/touchmove.sysusers $(USERS)/touchmove.conf
	@test -n '$(DESTDIR)' || systemd/running-system add-user
	install -D -m 644 -t $(POLICY) systemd/org.touchmove.Hall1.conf
	install -D -m 644 -t $(ACTIONS) systemd/org.touchmove.policy
	install -D -m 644 -t $(RULES) udev/60-touchmove.rules
	@test -n '$(DESTDIR)' || systemd/running-system take-up

.PHONY: uninstall
uninstall:
	@test -n '$(DESTDIR)' || systemd/running-system stop
	rm -f $(BIN)/touchmoved $(BIN)/touchmove $(BIN)/touchmove-web $(USERS)/touchmove.conf
	rm -f $(UNITS)/touchmove.service $(UNITS)/touchmove-desk.service $(UNITS)/touchmove-livechess.service $(UNITS)/touchmove-public.service
	rm -f $(OF_USER)/touchmove-notify.service
	rm -f $(POLICY)/org.touchmove.Hall1.conf $(ACTIONS)/org.touchmove.policy $(RULES)/60-touchmove.rules
	@test -n '$(DESTDIR)' || systemd/running-system forget

# touchmove: `make` says what there is.

PREFIX  ?= /usr/local
DESTDIR ?=
# Where the binaries are that `make install` installs.
BUILT   ?= $(TARGET)/release

# What `make test` says is about the change, not about luck: property tests draw the same cases each time.
SEED    ?= 1
# Most tests wait for boards that are played on in real time, not for a processor.
THREADS ?= 8

TARGET  := $(or $(CARGO_TARGET_DIR),target)
# Manual pages and completions, made by `make build` from the programs' own command lines.
PAGES   ?= $(BUILT)/pages
BIN     := $(DESTDIR)$(PREFIX)/bin
SHARE   := $(DESTDIR)$(PREFIX)/share
DOC     := $(SHARE)/doc/touchmove
# Packagers may keep what follows elsewhere.
UNITDIR ?= $(PREFIX)/lib/systemd/system
UDEVDIR ?= $(PREFIX)/lib/udev
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
UNITS   := $(DESTDIR)$(UNITDIR)
OF_USER := $(DESTDIR)$(PREFIX)/lib/systemd/user
# What serves browsers and sends elsewhere.
ROLES   := touchmove-broadcast touchmove-desk touchmove-livechess touchmove-public
# What joins stations.
JOINED  := touchmove-hall touchmove-hall-bus touchmove-hub
USERS   := $(DESTDIR)$(PREFIX)/lib/sysusers.d
RULES   := $(DESTDIR)$(UDEVDIR)/rules.d
BASH    := $(SHARE)/bash-completion/completions
ZSH     := $(DESTDIR)$(ZSHDIR)
FISH    := $(SHARE)/fish/vendor_completions.d
# A message bus reads no policy below /usr/local.
POLICY  := $(DESTDIR)$(if $(filter /usr,$(PREFIX)),/usr/share,/etc)/dbus-1/system.d

# polkit before 124 reads actions nowhere else.
ACTIONS := $(DESTDIR)/usr/share/polkit-1/actions

# What the pages of docs/ show; others are made by `make pictures` for who looks at them once.
PICTURED := $(addprefix docs/pictures/,waiting-tablet.png game-desktop.png replay-phone.png \
                wall-4-projector.png wall-8-television.png round-phone.png overlay-broad.png certainty.svg)

# The interfaces as the daemon tells them on a bus: a test holds the one against the other.
SPOKEN  := $(wildcard tests/station/snapshots/*__org.touchmove.*.snap)
spoken   = $(lastword $(subst __, ,$(basename $(notdir $(1)))))

# No binary says where it was built, so that it is the same wherever that was.
REMAP   := --remap-path-prefix=$(CURDIR)=/usr/src/touchmove \
           --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=/usr/src/cargo

.PHONY: help
help:
	@echo 'make demo       two virtual boards play two real games, shown live (DEMO_SECONDS=N to end by itself)'
	@echo 'make demo-hub   three stations with two virtual boards each as one hall, with one desk (DEMO_SECONDS=N)'
	@echo 'make test       everything that a change must pass'
	@echo 'make properties property tests with new cases each time, until one fails'
	@echo 'make fuzz       every parser is given what a fuzzer thinks of, for MINUTES each (1)'
	@echo 'make day        a simulated day (HOURS) of a hall in which everything befalls boards and cables'
	@echo 'make soak       ten times as many ends and alterations of journals, and kills of the daemon and in a hall of stations, as in make test'
	@echo 'make vm-test    boards through the air without a radio: a virtual machine with a real kernel and BlueZ (STAGES="hid loss"'
	@echo '               for some; tests/vm/README.md)'
	@echo 'make machine-test  as root: the same life in a virtual machine, with a board on USB and the power cut (tests/machine/README.md)'
	@echo 'make bounds     what is kept of a board and spent on it, after OBSERVATIONS (1000000) of each kind that there is'
	@echo 'make score      how well moves are found: TOUCHMOVE_DATA names the games (STYLES=... for some, UPDATE=1 for docs/)'
	@echo 'make fit        which costs would find moves better, on games that they were not found on (SENSING=occupancy, COSTS="a_move ...",'
	@echo '               UPDATE=1 for docs/; a table of costs is changed by hand)'
	@echo 'make sins       which planted sins are found, and what is found without (TOUCHMOVE_DATA, STYLES=...)'
	@echo 'make bench      how fast they are found, and in how much memory; how fast evidence is kept; a hall of 100 boards,'
	@echo '               with the goals (PARTS="rounds idle curve" for that alone)'
	@echo 'make pictures   each view of the desk and of spectators, on three screens, from a hall that plays, in PICTURES (docs/pictures)'
	@echo 'make build      the binaries for this machine, in $(BUILT)'
	@echo 'make install    as root: what `make build` built, below PREFIX ($(PREFIX)), and start the service'
	@echo 'make deb        packages for Debian and Ubuntu, in PACKAGES ($(PACKAGES)), and what lintian says'
	@echo 'make deb-test   as root: the life of these packages, from install to purge, in a Debian of its own'
	@echo 'make rpm        packages for RPM, from the same tarball'
	@echo 'make dist       the tarball alone'
	@echo 'make release    everything that must hold before a version is given away'
	@echo 'make uninstall  as root: take it away again; what was recorded stays'

.PHONY: build
build:
	@.ci/prepare
	@$(MAKE) --no-print-directory binaries

# The same where everything that it needs is known to be there, as where a package is built.
.PHONY: binaries
binaries: export RUSTFLAGS := $(RUSTFLAGS) $(REMAP)
binaries:
	cargo build --release --locked --package touchmove --package touchmove-manual
	$(BUILT)/touchmove-manual $(PAGES)

# From a tarball of this tree, so that the one is tried with the other.
PACKAGES ?= $(TARGET)/packages
.PHONY: dist
dist:
	@packaging/dist $(PACKAGES)

.PHONY: deb
deb:
	@.ci/prepare
	@packaging/deb $(PACKAGES)

# As root: a Debian of its own, in which they are installed, played with, upgraded, removed and purged.
.PHONY: deb-test
deb-test:
	@packaging/life $(PACKAGES)

.PHONY: rpm
rpm:
	@.ci/prepare
	@packaging/rpm $(PACKAGES)

.PHONY: release
release:
	@packaging/release $(PACKAGES)

.PHONY: demo
demo:
	@.ci/prepare
	cargo build --locked
	@demo/run $(TARGET)/debug

# Debian's nats-server is between the stations.
.PHONY: demo-hub
demo-hub:
	@.ci/prepare
	cargo build --locked
	@demo/hub $(TARGET)/debug

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

# As root: these packages in a virtual machine, in which a kernel serves the board and the power is cut.
.PHONY: machine-test
machine-test:
	@.ci/prepare
	cargo build --locked --example board
	@tests/machine/run $(TARGET)/debug $(PACKAGES) $(TARGET)/machine

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
	    cargo test --locked --test station -- browser::views public::views

.PHONY: score
score:
	@.ci/prepare
	cargo build --release --locked
	@docs/score $(TARGET)/release $(STYLES)

# The same with hands that have nothing in common with ours: on boards that name men and on such that do not, without and with
# a clock.
OTHER_HANDS = $(TARGET)/other-hands
PLAY_OTHER_HANDS = $(TARGET)/python/bin/python3 docs/other-hands
.PHONY: score-other
score-other:
	@.ci/prepare
	@.ci/prepare-tests $(TARGET)/python
	@: $${TOUCHMOVE_DATA:?names no folder with games: nothing is scored}
	cargo build --release --locked --bin touchmove
	$(PLAY_OTHER_HANDS) $(OTHER_HANDS)/named "$$TOUCHMOVE_DATA"/games/*.pgn
	$(PLAY_OTHER_HANDS) $(OTHER_HANDS)/named-clock "$$TOUCHMOVE_DATA"/games/*.pgn --clock
	$(PLAY_OTHER_HANDS) $(OTHER_HANDS)/nameless "$$TOUCHMOVE_DATA"/games/*.pgn --sensing occupancy --scan 50
	$(PLAY_OTHER_HANDS) $(OTHER_HANDS)/nameless-clock "$$TOUCHMOVE_DATA"/games/*.pgn --sensing occupancy --scan 50 --clock
	for of in named named-clock nameless nameless-clock; do $(TARGET)/release/touchmove score $(OTHER_HANDS)/$$of || exit; done

# As long as some costs get better, so for an hour rather than a minute.
SENSING ?= identity
.PHONY: fit
fit:
	@.ci/prepare
	cargo build --release --locked
	cargo build --release --locked --package touchmove-lab --example fit
	@docs/fit $(TARGET)/release $(SENSING) $(COSTS)

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

# With DESTDIR files are only put there, for a package to be made of them: a package of either, or one of both.
.PHONY: install
install: install-station install-web install-hub
	@test -n '$(DESTDIR)' || systemd/running-system take-up

.PHONY: built
built:
	@test -x $(BUILT)/touchmoved -a -x $(BUILT)/touchmove -a -x $(BUILT)/touchmove-web -a -x $(BUILT)/touchmove-hub -a -d $(PAGES)/man || \
	    { echo 'touchmove: nothing is built yet; run `make build` (not as root), then this again' >&2; exit 1; }

# The daemon, the command, and what the system has to know of them.
.PHONY: install-station
install-station: built
	install -D -m 755 -t $(BIN) $(BUILT)/touchmoved $(BUILT)/touchmove
	$(call install-units,$(UNITS),touchmove)
	$(call install-units,$(OF_USER),touchmove-notify)
	install -D -m 644 systemd/touchmove.sysusers $(USERS)/touchmove.conf
	@test -n '$(DESTDIR)' || systemd/running-system add-users touchmove.conf
	install -D -m 644 -t $(POLICY) systemd/org.touchmove.Hall1.conf
	install -D -m 644 -t $(ACTIONS) systemd/org.touchmove.policy
	install -D -m 644 -t $(RULES) udev/60-touchmove.rules
	install -d $(SHARE)/dbus-1/interfaces
	$(foreach each,$(SPOKEN),packaging/interface $(each) >$(SHARE)/dbus-1/interfaces/$(call spoken,$(each)).xml &&) true
	install -D -m 644 -t $(SHARE)/metainfo packaging/org.touchmove.touchmove.metainfo.xml
	install -D -m 644 -t $(SHARE)/man/man1 $(PAGES)/man/*.1
	install -D -m 644 -t $(SHARE)/man/man8 $(PAGES)/man/touchmoved.8
	$(call install-completions,touchmove)
	$(call install-completions,touchmoved)
	install -D -m 644 -t $(DOC) README.md CHANGELOG.md
	install -D -m 644 -t $(DOC)/docs $(wildcard docs/*.md)
	install -D -m 644 -t $(DOC)/docs/laws $(wildcard docs/laws/*.md)
	install -D -m 644 -t $(DOC)/docs/help $(wildcard docs/help/*.md)
	install -D -m 644 -t $(DOC)/docs/help/tr $(wildcard docs/help/tr/*.md)
	install -D -m 644 -t $(DOC)/docs/dbus $(wildcard docs/dbus/*.md)
	install -D -m 644 -t $(DOC)/docs/pictures $(PICTURED)
	install -D -m 644 -t $(DOC)/examples $(wildcard docs/examples/*) tests/pairings/club-night.csv tests/games/short.pgn

# What serves browsers, with a unit and a user for each role.
.PHONY: install-web
install-web: built
	install -D -m 755 -t $(BIN) $(BUILT)/touchmove-web
	$(call install-units,$(UNITS),$(ROLES))
	install -D -m 644 systemd/touchmove-web.sysusers $(USERS)/touchmove-web.conf
	@test -n '$(DESTDIR)' || systemd/running-system add-users touchmove-web.conf
	install -D -m 644 -t $(POLICY) systemd/org.touchmove.Broadcast1.conf
	install -D -m 644 -t $(SHARE)/man/man8 $(PAGES)/man/touchmove-web*.8
	$(call install-completions,touchmove-web)

# What joins stations in one hall.
.PHONY: install-hub
install-hub: built
	install -D -m 755 -t $(BIN) $(BUILT)/touchmove-hub
	$(call install-units,$(UNITS),$(JOINED))
	install -D -m 644 systemd/touchmove-hub.sysusers $(USERS)/touchmove-hub.conf
	@test -n '$(DESTDIR)' || systemd/running-system add-users touchmove-hub.conf
	install -D -m 644 -t $(SHARE)/touchmove systemd/hall-bus.conf
	install -D -m 644 -t $(SHARE)/man/man8 $(PAGES)/man/touchmove-hub*.8
	$(call install-completions,touchmove-hub)

# Units into a folder.
define install-units
install -d $(1)
for unit in $(2); do \
    sed -e 's|^ExecStart=/usr/bin/touchmove|ExecStart=$(PREFIX)/bin/touchmove|' -e 's|=/usr/share/touchmove/|=$(PREFIX)/share/touchmove/|' systemd/$$unit.service >$(1)/$$unit.service && \
    chmod 644 $(1)/$$unit.service || exit 1; \
done
endef

define install-completions
install -D -m 644 $(PAGES)/bash/$(1).bash $(BASH)/$(1)
install -D -m 644 -t $(ZSH) $(PAGES)/zsh/_$(1)
install -D -m 644 -t $(FISH) $(PAGES)/fish/$(1).fish
endef

.PHONY: uninstall
uninstall:
	@test -n '$(DESTDIR)' || systemd/running-system stop
	rm -f $(BIN)/touchmoved $(BIN)/touchmove $(BIN)/touchmove-web $(BIN)/touchmove-hub
	rm -f $(foreach each,touchmove touchmove-web touchmove-hub,$(USERS)/$(each).conf)
	rm -f $(foreach each,touchmove $(ROLES) $(JOINED),$(UNITS)/$(each).service)
	rm -f $(OF_USER)/touchmove-notify.service
	rm -f $(POLICY)/org.touchmove.Hall1.conf $(POLICY)/org.touchmove.Broadcast1.conf $(ACTIONS)/org.touchmove.policy $(RULES)/60-touchmove.rules
	rm -f $(foreach each,$(SPOKEN),$(SHARE)/dbus-1/interfaces/$(call spoken,$(each)).xml)
	rm -f $(SHARE)/metainfo/org.touchmove.touchmove.metainfo.xml
	rm -f $(SHARE)/man/man1/touchmove.1 $(SHARE)/man/man1/touchmove-*.1
	rm -f $(SHARE)/man/man8/touchmoved.8
	rm -f $(foreach each,touchmove-hub touchmove-web,$(SHARE)/man/man8/$(each).8 $(SHARE)/man/man8/$(each)-*.8)
	rm -f $(SHARE)/touchmove/hall-bus.conf
	rm -f $(foreach each,touchmove touchmoved touchmove-hub touchmove-web,$(BASH)/$(each) $(ZSH)/_$(each) $(FISH)/$(each).fish)
	rm -rf $(DOC)
	@test -n '$(DESTDIR)' || systemd/running-system forget

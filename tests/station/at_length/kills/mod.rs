//! The daemon is killed again and again while games are played on its boards: after every kill they go on, nothing
//! that was told is lost or told twice, and every scoresheet is what was really played.

mod executioner;
mod ledger;
mod tables;

use std::path::Path;
use std::time::Instant;

use executioner::Executioner;
use fastrand::Rng;
use ledger::Ledger;
use tables::Tables;
use tokio::task::JoinSet;
use touchmove_client::mirror::Mirror;

use crate::support::PrivateBus;
use crate::support::daemon::Daemon;
use crate::support::drawn::{say, seed, soak};
use crate::support::patience::PATIENCE;

/// So many times the daemon is killed; `TOUCHMOVE_SOAK=N` kills it N times as often.
const KILLS: usize = 200;

/// So many halls, each with a daemon of its own: a daemon that has just started waits for its boards most of the time.
const HALLS: usize = 4;

/// So many boards are played on in each.
const BOARDS: u32 = 4;

/// No daemon that is at work lives longer than until its journals have grown by so many bytes ...
const MAX_WRITTEN_BYTES: u64 = 8_000;

/// ... nor longer than until it has sent so many signals.
const MAX_SIGNALS: usize = 40;

/// What a daemon writes while it starts, or shortly after, in bytes.
const WRITTEN_AT_START: u64 = 700;

/// When a daemon is killed.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Once its journals have grown by so many bytes, though it may still be starting.
    Starting(u64),
    /// Once they have grown by so many bytes since it was ready.
    Written(u64),
    /// Once it has sent so many signals since it was ready.
    Signalled(usize),
}

impl End {
    fn drawn(random: &mut Rng) -> Self {
        match random.u8(..10) {
            0..3 => Self::Starting(random.u64(..WRITTEN_AT_START)),
            3..8 => Self::Written(random.u64(1..MAX_WRITTEN_BYTES)),
            _ => Self::Signalled(random.usize(1..MAX_SIGNALS)),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_every_kill_games_go_on_and_nothing_told_is_lost_or_told_twice() {
    let (since, mut halls) = (Instant::now(), JoinSet::new());
    say(&format!("kills: TOUCHMOVE_SEED={}", seed()));
    for number in 0..HALLS {
        halls.spawn(one_hall(seed() + number as u64, KILLS * soak() / HALLS));
    }
    let seen = halls.join_all().await.into_iter().fold(Seen::default(), Seen::and);
    assert!(seen.kills >= KILLS * soak());
    say(&format!(
        "kills: {} in {:.0?}, {} of them of a daemon that was starting. {} games and {} moves were played on {} \
         boards; {} events told, {} signals of them heard",
        seen.kills,
        since.elapsed(),
        seen.starting,
        seen.games,
        seen.moves,
        HALLS * BOARDS as usize,
        seen.events,
        seen.signals,
    ));
}

/// What was seen, to be printed.
#[derive(Default)]
struct Seen {
    kills: usize,
    /// Of daemons that were not ready yet.
    starting: usize,
    games: usize,
    moves: usize,
    events: usize,
    signals: usize,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        Self {
            kills: self.kills + other.kills,
            starting: self.starting + other.starting,
            games: self.games + other.games,
            moves: self.moves + other.moves,
            events: self.events + other.events,
            signals: self.signals + other.signals,
        }
    }
}

async fn one_hall(seed: u64, kills: usize) -> Seen {
    let mut hall = Hall::open(seed).await;
    for _ in 0..kills {
        let end = End::drawn(&mut hall.random);
        hall.one_life(end).await;
    }
    hall.last_life().await;
    let Hall { tables, ledger, starting, .. } = &hall;
    let (games, moves) = (tables.games(), tables.moves());
    Seen {
        kills,
        starting: *starting,
        games,
        moves,
        events: ledger.events(),
        signals: ledger.signals(),
    }
}

/// A bus, a folder of evidence, and boards on which games are played without end.
struct Hall {
    bus: PrivateBus,
    state: tempfile::TempDir,
    tables: Tables,
    ledger: Ledger,
    executioner: Executioner,
    random: Rng,
    /// So many daemons were killed before they were ready.
    starting: usize,
}

impl Hall {
    async fn open(seed: u64) -> Self {
        let bus = PrivateBus::open_to_all();
        let mut state = tempfile::tempdir().unwrap();
        // Until all is well.
        state.disable_cleanup(true);
        std::fs::create_dir(state.path().join("boards")).unwrap();
        let ledger = Ledger::on(&bus).await;
        let executioner = Executioner::of(state.path());
        let random = Rng::with_seed(seed);
        Self { tables: Tables::new(BOARDS), bus, state, ledger, executioner, random, starting: 0 }
    }

    /// A daemon is started and killed.
    async fn one_life(&mut self, end: End) {
        match end {
            End::Starting(bytes) => {
                let spared = self.random.u32(..200);
                let daemon = self.launch();
                let killed = self.executioner.kill(daemon.id(), bytes, spared);
                tokio::time::timeout(PATIENCE, killed).await.unwrap().unwrap();
                let log = daemon.killed();
                self.starting += usize::from(!log.contains("ready on"));
                assert_clean(&log);
            }
            End::Written(bytes) => {
                let (daemon, mut client) = self.started().await;
                let spared = self.random.u32(..200);
                let mut killed = self.executioner.kill(daemon.id(), bytes, spared);
                self.tables.play_until(&mut client, || killed.try_recv().is_ok()).await;
                assert_clean(&daemon.killed());
            }
            End::Signalled(signals) => {
                let (daemon, mut client) = self.started().await;
                let until = self.ledger.signals() + signals;
                let ledger = &self.ledger;
                self.tables.play_until(&mut client, || ledger.signals() >= until).await;
                assert_clean(&daemon.kill());
            }
        }
    }

    /// A daemon that is not killed sees the games to their end, and is stopped.
    async fn last_life(&mut self) {
        let (daemon, mut client) = self.started().await;
        self.tables.last_games();
        self.tables.play_to_the_end(&mut client).await;
        self.ledger.check(&client).await;
        self.ledger.hold_signals();
        drop(client);
        assert_clean(&daemon.stop());
        ledger::hold_journals(&self.state.path().join("boards"));
        self.state.disable_cleanup(false);
    }

    /// A daemon that is ready, and a client of it that has resumed.
    async fn started(&mut self) -> (Daemon, Mirror) {
        let daemon = self.launch();
        tokio::task::block_in_place(|| daemon.logs("ready on"));
        let client = Mirror::connect(&self.bus.bus()).await.unwrap();
        self.ledger.check(&client).await;
        (daemon, client)
    }

    fn launch(&self) -> Daemon {
        Daemon::launch(&self.bus, self.state.path(), &self.tables.ports())
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        if std::thread::panicking() {
            say(&format!("its evidence is kept: {}", self.state.path().display()));
        }
    }
}

/// Nothing fell over, and nothing was lost.
fn assert_clean(log: &str) {
    let bad = ["ERROR", "panicked", "are damaged or altered"];
    assert!(!bad.iter().any(|word| log.contains(word)), "{log}");
}

/// How many bytes the files of a folder have.
fn bytes_in(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten();
    files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum()
}

//! Evidence that somebody rewrites, rolls back or takes away while no daemon runs: what the station has sealed shows it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use touchmove_drivers::observation::Observation;
use touchmove_drivers::recording::Body;
use touchmove_station::journal::{Journal, PastEntry, archive, look};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::looking::until;
use crate::support::signals::Signals;
use crate::support::table::Table;

const BOARD: &str = "dgt_12345";
const NONE: [&str; 0] = [];
const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];
const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];
const REPLY: [&str; 2] = ["f1b5", "a7a6"];

/// A station with one board.
struct Bench {
    bus: PrivateBus,
    folder: TempDir,
    table: Table,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let table = Table::new(folder.path());
        Self { bus: PrivateBus::open_to_all(), folder, table }
    }

    fn start(&self) -> Daemon {
        Daemon::start(&self.bus, &self.state(), &[self.table.port()])
    }

    /// Ends the daemon as systemd does; what it logged.
    fn stop(&mut self, daemon: Daemon) -> String {
        let log = daemon.stop();
        self.table.free();
        log
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn journal(&self) -> PathBuf {
        archive::live(&self.state(), BOARD)
    }

    /// Plays these moves on a new board, or from where it stands.
    async fn play(&mut self, moves: &[&str], all: &[&str]) {
        let mut client = Client::on(&self.bus).await;
        client.until_moves(BOARD, &all[..all.len() - moves.len()]).await;
        tokio::task::block_in_place(|| self.table.play(moves));
        client.until_moves(BOARD, all).await;
    }

    /// The exit code of `touchmove verify --station`, and what it says.
    fn verify(&self) -> (Option<i32>, String) {
        verify(&[&self.state().display().to_string(), "--station"])
    }

    fn status(&self) -> String {
        let bus = self.bus.address();
        let output = Command::new(TOUCHMOVE).args(["status", "--bus", bus]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

fn verify(words: &[&str]) -> (Option<i32>, String) {
    run("verify", words)
}

/// The exit code of `touchmove` with this verb and these words, and what it says.
fn run(verb: &str, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(TOUCHMOVE).arg(verb).args(words).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Number of the last record.
fn last_record(journal: &Path) -> u64 {
    let look = look(&fs::read(journal).unwrap(), journal).unwrap();
    let number = |entry: &PastEntry| match entry {
        PastEntry::Record { number, .. } => Some(*number),
        _ => None,
    };
    look.entries.iter().filter_map(number).max().unwrap()
}

/// Writes the journal anew with another battery, each link made new.
fn rewrite(journal: &Path) {
    let old = look(&fs::read(journal).unwrap(), journal).unwrap();
    fs::remove_file(journal).unwrap();
    let (mut new, _) = Journal::open(journal, &old.headers).unwrap();
    for entry in old.entries {
        match entry {
            PastEntry::Told(line) => new.append_told(&line).unwrap(),
            PastEntry::Record { record, .. } => {
                // Bytes of the wire and the time by the wall are something else now.
                let observation = match record.body {
                    Body::Observed(Observation::Wall(_)) => Observation::Battery(1),
                    Body::Observed(observation) => observation,
                    _ => Observation::Battery(50),
                };
                new.append_record(record.at.unwrap(), None, &observation).unwrap();
            }
            PastEntry::Gap(gap) => panic!("{gap}"),
        }
    }
    new.sync().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_ends_is_sealed_and_a_chain_made_anew_is_not_the_one_that_was_sealed() {
    let mut bench = Bench::new();
    let daemon = bench.start();
    bench.play(&MATE, &MATE).await;
    let said = daemon.logs(&format!("seals: {BOARD} "));
    let seal = said.rsplit(' ').next().unwrap().trim().to_owned();
    let log = bench.stop(daemon);
    assert!(log.contains("seals: station "), "{log}");
    let (code, said) = bench.verify();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("{BOARD}: as the station has sealed it")), "{said}");
    let journal = bench.journal().display().to_string();
    assert_eq!(verify(&[&journal, "--seal", &seal]).0, Some(0));

    rewrite(&bench.journal());
    let alone = bench.folder.path().join("alone.journal");
    fs::copy(bench.journal(), &alone).unwrap();
    let (code, said) = verify(&[&alone.display().to_string()]);
    assert!(code == Some(0) && said.contains("consistent"), "in itself it is whole: {said}");
    for verb in ["verify", "readjudicate"] {
        let (code, said) = run(verb, &[&journal]);
        assert!(code == Some(1) && said.contains("ALTERED at or before"), "{verb}: {said}");
    }
    let (code, said) = bench.verify();
    assert!(code == Some(1) && said.contains(&format!("{BOARD}: ALTERED")), "{said}");
    let daemon = bench.start();
    daemon.logs("its journal is not the one that the station has sealed");
    until(|| match bench.status() {
        status if status.contains("something at or before that record was altered") => Ok(()),
        status => Err(status),
    });
    bench.stop(daemon);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_rolled_back_is_told_and_no_number_is_used_twice() {
    let mut bench = Bench::new();
    let daemon = bench.start();
    let signals = Signals::on(&bench.bus).await;
    bench.play(&OPENING[..2], &OPENING[..2]).await;
    bench.stop(daemon);
    let copy = fs::read(bench.journal()).unwrap();
    let daemon = bench.start();
    bench.play(&OPENING[2..], &OPENING).await;
    let log = bench.stop(daemon);
    assert!(log.contains(&format!("seals: {BOARD} ")), "at the end, too: {log}");
    let last = last_record(&bench.journal());

    fs::write(bench.journal(), copy).unwrap();
    let (code, said) = bench.verify();
    assert!(code == Some(1) && said.contains("NOT WHOLE: it ends at record"), "{said}");
    let journal = bench.journal().display().to_string();
    for verb in ["verify", "readjudicate"] {
        let (code, said) = run(verb, &[&journal]);
        assert!(code == Some(1) && said.contains("what was behind is gone"), "{verb}: {said}");
    }
    let daemon = bench.start();
    daemon.logs("an older copy was put in its place");
    let mut client = Client::on(&bench.bus).await;
    client.until_moves(BOARD, &OPENING).await;
    bench.play(&REPLY, &[&OPENING[..], &REPLY].concat()).await;
    bench.stop(daemon);
    assert_eq!(signals.repeats(), []);
    assert!(
        last_record(&bench.journal()) > last + 9_000,
        "numbers go on behind all that were used"
    );
    let daemon = bench.start();
    let mut client = Client::on(&bench.bus).await;
    client.until_moves(BOARD, &[&OPENING[..], &REPLY].concat()).await;
    bench.stop(daemon);
    assert_eq!(signals.repeats(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_taken_away_is_missed() {
    let mut bench = Bench::new();
    let daemon = bench.start();
    bench.play(&OPENING, &OPENING).await;
    let game = Client::on(&bench.bus).await.game_on(BOARD).await.unwrap().path;
    bench.stop(daemon);
    let last = last_record(&bench.journal());
    fs::write(bench.journal(), "").unwrap();
    let journal = bench.journal().display().to_string();
    let (code, said) = verify(&[&journal]);
    assert!(code == Some(1) && said.contains("it ends at record 0"), "{said}");
    let alone = bench.folder.path().join("alone.journal");
    fs::write(&alone, "").unwrap();
    let (code, said) = verify(&[&alone.display().to_string()]);
    assert!(code == Some(1) && said.contains("this journal is empty"), "{said}");
    fs::remove_file(bench.journal()).unwrap();
    let (code, said) = bench.verify();
    assert!(code == Some(1) && said.contains(&format!("{BOARD}: NOT THERE")), "{said}");
    let daemon = bench.start();
    daemon.logs("its journal is gone, of which the station has sealed");
    let mut client = Client::on(&bench.bus).await;
    bench.table.set_up_again();
    client.until_moves(BOARD, &NONE).await;
    assert_ne!(client.game_on(BOARD).await.unwrap().path, game, "no game's number is used twice");
    bench.stop(daemon);
    assert!(last_record(&bench.journal()) > last);
}

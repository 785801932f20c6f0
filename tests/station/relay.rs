//! What becomes of a broadcast, as it is told to the operator: by the real daemon, on a real bus, to the
//! real command.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use touchmove_client::mirror::Mirror;
use touchmove_client::path::PUBLIC;
use touchmove_client::proxy::RelayProxy;
use touchmove_client::service::{LIVE_NAME, PUBLIC_NAME};
use touchmove_client::shown::ShownOutlet;
use zbus::Connection;
use zbus::fdo::{IntrospectableProxy, ObjectManagerProxy};
use zbus::proxy::CacheProperties;

use crate::support::PrivateBus;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::patience::PATIENCE;

const FOLDER: &str = "/org/touchmove/Hall1/relays/folder";
const PAIRINGS: &str = "round,board,white,black\n3,1,Oro,Brkic\n3,2,Ghosh,Bartel\n";

/// A station with a broadcast, and a round of two games that is loaded.
struct Station {
    bus: PrivateBus,
    state: tempfile::TempDir,
    folder: tempfile::TempDir,
    _daemon: Daemon,
}

impl Station {
    fn open() -> Self {
        let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let daemon = Daemon::broadcasting(&bus, state.path(), &[], folder.path());
        let station = Self { bus, state, folder, _daemon: daemon };
        let pairings = station.state.path().join("pairings.csv");
        fs::write(&pairings, PAIRINGS).unwrap();
        station.touchmove(&["round", "load", pairings.to_str().unwrap()]);
        station
    }

    fn touchmove(&self, words: &[&str]) -> String {
        let mut command = Command::new(TOUCHMOVE);
        let output = command.args(words).args(["--bus", self.bus.address()]).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn begin(&self) {
        self.touchmove(&["round", "begin", "--anyway"]);
    }

    /// Has every game of the round put again.
    fn put_again(&self) {
        self.touchmove(&["round", "pause"]);
    }

    fn round(&self) -> PathBuf {
        self.folder.path().join("round-3")
    }

    /// Waits until the folder is as it is to be.
    async fn until(&self, is_so: impl Fn(&ShownOutlet) -> bool) -> ShownOutlet {
        let waiting = async {
            let mut mirror = Mirror::connect(&self.bus.bus()).await.unwrap();
            loop {
                let relays = mirror.relays();
                if let Some(relay) = relays.iter().find(|relay| is_so(relay)) {
                    return relay.clone();
                }
                let signal = mirror.signal().await.unwrap();
                mirror.take(signal).await.unwrap();
            }
        };
        let status = || self.touchmove(&["status"]);
        let found = tokio::time::timeout(PATIENCE, waiting).await;
        found.unwrap_or_else(|_| panic!("after {PATIENCE:?}: {}", status()))
    }

    fn json(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.touchmove(&[words, &["--json"]].concat())).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_is_reported_with_how_late_it_came() {
    let station = Station::open();
    let nothing = station.until(|_| true).await;
    assert_eq!((nothing.games, nothing.last, nothing.trouble), (0, None, None));
    assert_eq!(nothing.place, station.folder.path().to_str().unwrap());
    let began = Instant::now();
    station.begin();
    let there = |relay: &ShownOutlet| relay.games == 2 && relay.last.is_some();
    let relay = station.until(there).await;
    let (last, waited) = (relay.last.unwrap(), began.elapsed());
    assert!(last.late() > Duration::ZERO && last.late() < waited, "{relay:?}");
    assert_eq!((relay.behind, &relay.trouble), (0, &None));
    let mirror = Mirror::connect(&station.bus.bus()).await.unwrap();
    for relay in mirror.relays() {
        let texts = mirror.relayed(&relay).await.unwrap();
        let paths: Vec<_> = texts.iter().map(|text| (text.path.as_str(), text.table)).collect();
        let games = [("round-3/game-1.pgn", Some(1)), ("round-3/game-2.pgn", Some(2))];
        assert_eq!(paths, [&games[..], &[("round-3/games.pgn", None)]].concat());
        assert!(texts.iter().all(|text| text.last.is_some() && text.times > 0), "{texts:?}");
    }
    let status = station.touchmove(&["status"]);
    let line = status.lines().find(|told| told.contains(&relay.place));
    let line = line.unwrap_or_else(|| panic!("{status}"));
    assert!(line.contains("2 games, last ") && line.ends_with(" late"), "{line}");
    let relays = station.json(&["status"])["relays"].clone();
    assert_eq!((&relays[0]["kind"], &relays[0]["games"]), (&"folder".into(), &2.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_is_said_with_why_until_it_works_again() {
    let station = Station::open();
    fs::write(station.round(), "in the way").unwrap();
    station.begin();
    let refused = station.until(|relay| relay.behind == 2).await;
    let trouble = refused.trouble.unwrap();
    let path = station.round();
    assert!(trouble.why.starts_with(&format!("{}: not a folder", path.display())), "{trouble:?}");
    let status = station.touchmove(&["status"]);
    assert!(status.contains("2 games behind, for "), "{status}");
    assert!(status.contains(&trouble.why), "{status}");
    let round = station.touchmove(&["round", "status"]);
    assert!(round.contains("table 1: its broadcast is behind, for "), "{round}");
    let tables = station.json(&["round", "status"])["tables"].clone();
    assert_eq!(tables[1]["refused"][0]["why"], trouble.why);

    station.put_again();
    let still = station.until(|relay| relay.behind == 2).await;
    assert_eq!(still.trouble.unwrap().since_us, trouble.since_us);

    fs::remove_file(station.round()).unwrap();
    station.begin();
    let mended = station.until(|relay| relay.trouble.is_none()).await;
    assert_eq!((mended.games, mended.behind), (2, 0));
    assert!(mended.last.unwrap().at_us > trouble.since_us);
    assert!(station.round().join("game-2.pgn").is_file());
    assert!(!station.touchmove(&["status"]).contains("behind"));
    assert!(!station.touchmove(&["round", "status"]).contains("broadcast"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_file_that_cannot_be_written_leaves_the_others_as_they_are() {
    let station = Station::open();
    fs::create_dir_all(station.round().join("game-2.pgn")).unwrap();
    station.begin();
    let refused = station.until(|relay| relay.behind == 1 && relay.games == 2).await;
    assert!(refused.trouble.unwrap().why.contains("round-3/game-2.pgn"));
    let refused = station.json(&["round", "status"])["tables"].clone();
    assert_eq!(refused[0].get("refused"), None);
    fs::remove_dir(station.round().join("game-2.pgn")).unwrap();
    station.put_again();
    station.until(|relay| relay.behind == 0 && relay.trouble.is_none()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_hears_nothing_of_it() {
    let station = Station::open();
    station.begin();
    station.until(|relay| relay.games == 2).await;
    let client = station.bus.bus().connect().await.unwrap();
    let tree = ObjectManagerProxy::new(&client, PUBLIC_NAME, PUBLIC).await.unwrap();
    let public = tree.get_managed_objects().await.unwrap();
    let interfaces: Vec<_> = public.values().flat_map(|object| object.keys()).collect();
    assert!(!interfaces.iter().any(|name| name.contains("Relay")), "{public:?}");
    assert_eq!(place(&client, LIVE_NAME).await.as_deref(), station.folder.path().to_str());
    assert_eq!(place(&client, PUBLIC_NAME).await, None);
}

/// The place of the folder as this service has it.
async fn place(client: &Connection, service: &'static str) -> Option<String> {
    let relay = RelayProxy::builder(client).cache_properties(CacheProperties::No);
    let relay = relay.destination(service).path(FOLDER).build().await.unwrap();
    relay.place().await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_introspection_is_what_is_published() {
    let station = Station::open();
    station.until(|_| true).await;
    let client = station.bus.bus().connect().await.unwrap();
    let object = IntrospectableProxy::builder(&client).destination(LIVE_NAME).path(FOLDER);
    let xml = object.build().await.unwrap().introspect().await.unwrap();
    let start = xml.find("<interface name=\"org.touchmove.Hall1.Relay\">").unwrap();
    let (interface, _) = xml[start..].split_once("</interface>").unwrap();
    insta::assert_snapshot!("org.touchmove.Hall1.Relay", interface);
}

//! What clients were told, and that it stays what it was.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;
use touchmove_client::details::PastEvent;
use touchmove_client::mirror::Mirror;
use touchmove_client::path::LIVE;
use touchmove_client::shown::{ClockFace, ShownGame};
use touchmove_station::journal::{PastEntry, look};
use zbus::OwnedObjectPath;

use crate::support::PrivateBus;
use crate::support::signals::Signals;

/// Everything that was told so far, by object.
pub(crate) struct Ledger {
    games: HashMap<OwnedObjectPath, Vec<PastEvent>>,
    clocks: HashMap<String, ClockFace>,
    signals: Signals,
}

/// Two readings nearer to each other than this are one: after a restart a journal's time lies to the station's as the
/// wall clock says.
const SAME_READING: std::time::Duration = std::time::Duration::from_millis(5);

impl Ledger {
    /// Begins to listen on a bus.
    pub(crate) async fn on(bus: &PrivateBus) -> Self {
        let signals = Signals::on(bus).await;
        Self { games: HashMap::new(), clocks: HashMap::new(), signals }
    }

    /// How many events were told.
    pub(crate) fn events(&self) -> usize {
        self.games.values().map(Vec::len).sum()
    }

    /// How many signals of games came.
    pub(crate) fn signals(&self) -> usize {
        self.signals.count()
    }

    /// A client resumes: what it knows is what is told now, and the rest follows without a gap.
    pub(crate) async fn check(&mut self, client: &Mirror) {
        for game in client.games() {
            self.check_game(client, &game).await;
        }
        let shown = client.games();
        let gone = self.games.keys().find(|path| shown.iter().all(|game| game.path != **path));
        assert_eq!(gone, None, "a game is gone");
        for board in client.boards() {
            let Some(clock) = board.clock else { continue };
            if let Some(before) = self.clocks.insert(board.id.clone(), clock.clone()) {
                let since = clock.read_at + SAME_READING;
                assert!(since >= before.read_at, "{}: {before:?}, then {clock:?}", board.id);
                if since < before.read_at + 2 * SAME_READING {
                    assert_eq!(
                        (clock.times, clock.running),
                        (before.times, before.running),
                        "{}",
                        board.id
                    );
                }
            }
        }
    }

    async fn check_game(&mut self, client: &Mirror, game: &ShownGame) {
        let known = self.games.entry(game.path.clone()).or_default();
        let last = known.last().map_or(0, |(seq, ..)| *seq);
        let newer = client.events_since(&game.path, last).await.unwrap();
        let all = client.events_since(&game.path, 0).await.unwrap();
        assert!(all.starts_with(known), "{}: was told\n{known:#?}\nis told\n{all:#?}", game.path);
        // more may be told meanwhile
        assert!(all[known.len()..].starts_with(&newer), "{}: {newer:?}, {all:?}", game.path);
        let dense = all.iter().map(|(seq, ..)| *seq).eq(1..=all.len() as u64);
        assert!(dense, "{}: {all:#?}", game.path);
        *known = all;
    }

    /// Every signal told what the events say, and none twice.
    pub(crate) fn hold_signals(&self) {
        let repeats = self.signals.repeats();
        assert!(repeats.is_empty(), "signalled twice: {repeats:?}");
        let names = self.signals.names();
        for ((path, seq), name) in names.iter().filter(|((path, _), _)| path.starts_with(LIVE)) {
            let path = OwnedObjectPath::try_from(path.as_str()).unwrap();
            let told = &self.games[&path][usize::try_from(*seq).unwrap() - 1];
            assert_eq!((told.0, &told.1), (*seq, name), "{path}");
        }
    }
}

/// The journals are whole, and nothing that was told stands in one twice.
pub(crate) fn hold_journals(folder: &Path) {
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "journal") {
            continue;
        }
        let look = look(&std::fs::read(&path).unwrap(), &path).unwrap();
        let mut last = HashMap::<u64, u64>::new();
        for entry in look.entries {
            let PastEntry::Told(line) = entry else {
                assert!(!matches!(entry, PastEntry::Gap(_)), "{}: {entry:?}", path.display());
                continue;
            };
            let told: Value = serde_json::from_str(&line).unwrap();
            if let Some(seq) = told["seq"].as_u64() {
                let last = last.entry(told["game"].as_u64().unwrap()).or_default();
                assert_eq!(seq, *last + 1, "{}: {line}", path.display());
                *last = seq;
            }
        }
    }
}

//! What is known of the hall, followed by one task for all clients.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};
use touchmove_client::address::Bus;
use touchmove_client::mirror::{KnownBoards, Mirror, MirrorError};
use touchmove_client::shown::{Section, ShownBoard, ShownRound};

use super::eboard::Eboard;
use super::hold::{Hold, Holding, PairedRound};
use super::released::{self, Released};
use crate::say;

/// What happens within this time is told at once together: a hall of a hundred boards says something a hundred times a second.
const TOGETHER: Duration = Duration::from_millis(20);

/// From one look to the next whether the daemon is there.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The hall at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// The boards, those that are played on first; none while the daemon is not there.
    pub(super) eboards: Vec<Arc<Eboard>>,
    /// The same boards by their names in the hall, with what they were read from.
    known: HashMap<String, KnownBoard>,
    /// The rounds.
    pub(super) rounds: Arc<[PairedRound]>,
    /// What is set for the sections.
    pub(super) sections: Vec<Section>,
    /// The games as far as they are released.
    pub(super) released: Arc<Released>,
    listing: OnceLock<Box<str>>,
}

/// A board, and what it was read from.
#[derive(Clone, Debug)]
struct KnownBoard {
    read_from: Arc<ShownBoard>,
    eboard: Arc<Eboard>,
}

impl View {
    /// The board that clients call so, or that is called so in the hall.
    pub(super) fn board(&self, name: &str) -> Option<&Arc<Eboard>> {
        let by_serial = self.eboards.iter().find(|eboard| eboard.serial == name);
        by_serial.or_else(|| self.eboard_of(name))
    }

    /// The board of this name in the hall.
    pub(super) fn eboard_of(&self, id: &str) -> Option<&Arc<Eboard>> {
        self.known.get(id).map(|known| &known.eboard)
    }

    /// All boards as `eboards` lists them on a WebSocket, written once for all clients.
    pub(super) fn listing(&self) -> &str {
        self.listing.get_or_init(|| {
            let boards: Vec<_> = self.eboards.iter().map(|eboard| eboard.listed()).collect();
            format!("[{}]", boards.join(",")).into()
        })
    }

    /// The next one; boards that are as before are the same.
    fn next(&self, boards: &[Arc<ShownBoard>], now: Surroundings) -> Self {
        let Surroundings { rounds, sections, released } = now;
        let is_quiet_around = Arc::ptr_eq(&rounds, &self.rounds)
            && sections == self.sections
            && Arc::ptr_eq(&released, &self.released);
        let serials = Serials::of(boards);
        let holding = Holding { sections: &sections, rounds: &rounds };
        let eboard = |board: &Arc<ShownBoard>| {
            let known = self.known.get(&board.id);
            let is_quiet = known.is_some_and(|known| Arc::ptr_eq(&known.read_from, board));
            let before = known.map(|known| &known.eboard);
            let serial = serials.of_board(board);
            let same =
                before.filter(|before| is_quiet && is_quiet_around && before.serial == serial);
            if let Some(before) = same {
                return Arc::clone(before);
            }
            let now = eboard_as_held(board, serial, holding, &released);
            match before {
                Some(before) if **before == now => Arc::clone(before),
                _ => Arc::new(now),
            }
        };
        let mut eboards: Vec<_> = boards.iter().map(eboard).collect();
        let known = boards.iter().zip(&eboards).map(|(read_from, eboard)| {
            let (read_from, eboard) = (Arc::clone(read_from), Arc::clone(eboard));
            (read_from.id.clone(), KnownBoard { read_from, eboard })
        });
        let known = known.collect();
        let tables = tables_of(&rounds);
        eboards.sort_by_cached_key(|eboard| {
            let place = tables.get(eboard.id.as_str()).copied().unwrap_or((u16::MAX, u16::MAX));
            (eboard.state.is_none(), eboard.state, place, eboard.id.clone())
        });
        Self { eboards, known, rounds, sections, released, listing: OnceLock::new() }
    }
}

/// A board as far as it is not held back.
fn eboard_as_held(
    board: &ShownBoard,
    serial: String,
    holding: Holding<'_>,
    released: &Released,
) -> Eboard {
    let game = || holding.place_of(board).and_then(|place| released.at(place));
    match (holding.of_board(board), game()) {
        (Hold::Nothing, _) => Eboard::open(board, serial),
        (Hold::Unreleased, Some(game)) => Eboard::released(board, serial, game),
        (Hold::Unreleased, None) | (Hold::Everything, _) => Eboard::held_back(board, serial),
    }
}

/// What is known beside the boards.
struct Surroundings {
    rounds: Arc<[PairedRound]>,
    sections: Vec<Section>,
    released: Arc<Released>,
}

/// The tables of rounds that are not over, by the boards that stand there.
fn tables_of(rounds: &[PairedRound]) -> BTreeMap<&str, (u16, u16)> {
    let open = rounds.iter().rev().filter(|round| !round.is_over);
    let seats = open.flat_map(|round| {
        let seats = round.pairings.iter();
        seats.filter_map(|pairing| Some((pairing.board.as_deref()?, (round.number, pairing.table))))
    });
    seats.collect()
}

/// What clients call boards: by their serial numbers, where no two have the same.
#[derive(Debug)]
struct Serials<'a> {
    shared: BTreeSet<&'a str>,
}

impl<'a> Serials<'a> {
    fn of(boards: &'a [Arc<ShownBoard>]) -> Self {
        let (mut known, mut shared) = (BTreeSet::new(), BTreeSet::from([""]));
        for board in boards {
            if !known.insert(board.serial.as_str()) {
                shared.insert(board.serial.as_str());
            }
        }
        Self { shared }
    }

    fn of_board(&self, board: &ShownBoard) -> String {
        let is_own = !self.shared.contains(board.serial.as_str());
        if is_own { board.serial.clone() } else { board.id.clone() }
    }
}

/// Follows the hall for as long as somebody looks.
pub(super) async fn follow(bus: Bus, shown: watch::Sender<Arc<View>>) {
    let (games, released) = watch::channel(Arc::default());
    tokio::spawn(released::follow(bus.clone(), games));
    let mut said = None;
    loop {
        let why = match Mirror::connect(&bus).await {
            Ok(mirror) => match Following::new(mirror, released.clone()).follow(&shown).await {
                Ok(()) => return,
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        shown.send_if_modified(|view| {
            let was_shown = !view.eboards.is_empty() || !view.rounds.is_empty();
            *view = Arc::default();
            was_shown
        });
        if said.as_ref() != Some(&why) {
            say(&why);
            said = Some(why);
        }
        if shown.is_closed() {
            return;
        }
        sleep(LOOK_AGAIN).await;
    }
}

/// Who follows the daemon while it is there.
#[derive(Debug)]
struct Following {
    mirror: Mirror,
    released: watch::Receiver<Arc<Released>>,
    boards: KnownBoards,
    known: Vec<ShownRound>,
    rounds: Arc<[PairedRound]>,
}

impl Following {
    fn new(mirror: Mirror, released: watch::Receiver<Arc<Released>>) -> Self {
        let (boards, known, rounds) = Default::default();
        Self { mirror, released, boards, known, rounds }
    }

    /// Until nobody looks any more.
    async fn follow(mut self, shown: &watch::Sender<Arc<View>>) -> Result<(), MirrorError> {
        while !shown.is_closed() {
            if !self.mirror.is_running() {
                return Err(MirrorError::NotRunning { bus: self.mirror.bus().clone() });
            }
            self.ask_for_pairings().await?;
            let now = Surroundings {
                rounds: Arc::clone(&self.rounds),
                sections: self.mirror.sections(),
                released: Arc::clone(&self.released.borrow_and_update()),
            };
            let boards = self.mirror.boards_besides(&mut self.boards);
            let next = shown.borrow().next(&boards, now);
            shown.send_replace(Arc::new(next));
            tokio::select! {
                signal = self.mirror.signal() => drop(self.mirror.take(signal?).await?),
                _ = self.released.changed() => {}
                () = shown.closed() => return Ok(()),
            }
            let until = Instant::now() + TOGETHER;
            while let Ok(signal) = timeout_at(until, self.mirror.signal()).await {
                self.mirror.take(signal?).await?;
            }
        }
        Ok(())
    }

    /// Asks for the pairings of all rounds where one of them has changed.
    async fn ask_for_pairings(&mut self) -> Result<(), MirrorError> {
        let now = self.mirror.rounds();
        if now == self.known {
            return Ok(());
        }
        let mut rounds = Vec::new();
        for round in &now {
            rounds.push(PairedRound {
                number: round.number,
                event: round.event.clone().unwrap_or_default(),
                is_over: round.stage == "ended",
                pairings: self.mirror.pairings(round).await?,
                results: self.mirror.results(round).await?,
            });
        }
        (self.known, self.rounds) = (now, rounds.into());
        Ok(())
    }
}

//! From what is released to what is published.

use std::collections::HashMap;

use touchmove_core::names::GameId;
use touchmove_core::pairing::Outcome;
use touchmove_core::sheet::Sheet;
use touchmove_core::tournament::release::ReleasedGame;
use touchmove_core::tournament::rounds::{GamePlace, RoundView, Stage, TableOf};
use touchmove_drivers::Instant;

use super::Broadcaster;
use crate::hall::news::{Broadcast, Dispatch};

/// What is broadcast.
#[derive(Debug)]
pub struct Feed {
    broadcaster: Broadcaster,
    seats: HashMap<GameId, GamePlace>,
    /// The tables of the rounds that have begun.
    tables: HashMap<TableOf, Table>,
    /// Results that people decided.
    decided: HashMap<TableOf, Outcome>,
    games: HashMap<GameId, Shown>,
    /// What kept the last file from being written, once it was said.
    trouble: Option<String>,
}

/// Who sits at a table, and which game is played there.
#[derive(Clone, Debug)]
struct Table {
    place: GamePlace,
    game: Option<GameId>,
}

/// A game, and the position that it began from, as a FEN.
#[derive(Clone, Debug, Default)]
struct Shown {
    start: String,
    game: ReleasedGame,
}

impl Feed {
    /// Nothing is broadcast yet.
    pub fn new(broadcaster: Broadcaster) -> Self {
        Self {
            broadcaster,
            seats: HashMap::new(),
            tables: HashMap::new(),
            decided: HashMap::new(),
            games: HashMap::new(),
            trouble: None,
        }
    }

    /// Takes what is broadcast next, and publishes what it changes. What cannot be written is said, and
    /// written with what comes next.
    pub fn take(&mut self, Dispatch { at, what }: Dispatch) {
        match what {
            Broadcast::Round(view) => self.take_round(&view, at),
            Broadcast::Decided { at: table, outcome } => {
                match outcome {
                    Some(outcome) => drop(self.decided.insert(table, outcome)),
                    None => drop(self.decided.remove(&table)),
                }
                if let Some(table) = self.tables.get(&table).cloned() {
                    self.put_if_read(&table, at);
                }
            }
            Broadcast::RoundRemoved(round) => {
                self.tables.retain(|table, _| table.round != round);
                self.decided.retain(|table, _| table.round != round);
                self.seats.retain(|_, place| place.pairing.round != round);
            }
            Broadcast::Released { game, start, released } => {
                let shown = self.games.entry(game).or_default();
                shown.start = start;
                released.iter().for_each(|released| shown.game.take(&released.what));
                if let Some(place) = self.seats.get(&game).cloned() {
                    self.put(&place, Some(game), at);
                }
            }
        }
    }

    /// Every pairing of a round that has begun has its file, whether it is played yet or not.
    fn take_round(&mut self, view: &RoundView, at: Instant) {
        if view.stage == Stage::Loaded {
            return;
        }
        for seat in &view.seats {
            let table = Table { place: seat.place(), game: seat.game };
            self.put_if_read(&table, at);
            self.seats.extend(seat.game.map(|game| (game, table.place.clone())));
            self.tables.insert(table.place.table(), table);
        }
    }

    /// After a restart a game is put when it is read back, not before.
    fn put_if_read(&mut self, Table { place, game }: &Table, at: Instant) {
        if game.is_none_or(|game| self.games.contains_key(&game)) {
            self.put(place, *game, at);
        }
    }

    fn put(&mut self, place: &GamePlace, game: Option<GameId>, at: Instant) {
        let nothing = Shown::default();
        let shown = game.and_then(|game| self.games.get(&game)).unwrap_or(&nothing);
        let mut sheet = Sheet::of_released(place, &shown.start, &shown.game);
        if let Some(decided) = self.decided.get(&place.table()) {
            sheet.outcome = Some(*decided);
        }
        let trouble = self.broadcaster.put(&sheet, at).err().map(|error| error.to_string());
        if self.trouble != trouble {
            match &trouble {
                Some(error) => tracing::error!("the broadcast: {error}"),
                None => tracing::info!("the broadcast is written again"),
            }
            self.trouble = trouble;
        }
    }
}

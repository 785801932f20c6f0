//! The rounds of this station: who plays whom at which table, on which board, and how far it has got.
//!
//! A fold over the decisions in the station's journal, and pure: the same decisions give the same
//! rounds. Pairings come one by one and count from the decision on that loads them all, so that a list
//! of which a crash cut off the end never counts half.

mod at_tables;
pub mod decision;
pub mod dispute;
mod error;
mod missing;
mod names;
pub mod results;
pub mod section;
mod sections;
mod view;
pub mod wish;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;

use self::at_tables::AtTables;
use self::decision::RoundDecision;
use self::names::Names;
use self::results::Entries;
use self::section::{SectionName, Sections};
use self::wish::Others;
use super::release::delay::Delays;
use crate::names::{BoardId, GameId};
use crate::pairing::{BoardNumber, Pairing, Round, TournamentHeader};

pub use self::error::RoundError;
pub use self::missing::{AssignedBoard, Lacking, Missing, Stands};
pub use self::view::{GamePlace, RoundView, Stage, TableOf, TableView};

/// The rounds of this station.
#[derive(Debug, Default)]
pub struct Rounds {
    /// The electronic board at each table.
    tables: AtTables<BoardId>,
    /// The last game on this station before a board was assigned to a table.
    assigned_after: HashMap<BoardNumber, GameId>,
    rounds: BTreeMap<Round, Loaded>,
    /// Pairings of a list whose end has not come yet.
    loading: Vec<(Pairing, TournamentHeader)>,
    sections: Sections,
    /// The section in which each game is played that began at a table, whatever is loaded since.
    played_in: HashMap<GameId, SectionName>,
    names: Names,
}

#[derive(Debug)]
struct Loaded {
    stage: Stage,
    pairings: BTreeMap<BoardNumber, Paired>,
    games: AtTables<GameId>,
    entries: Entries,
    /// The last game on this station before it began.
    after: Option<GameId>,
}

/// A pairing, and the tournament that its file names.
#[derive(Clone, Debug)]
struct Paired {
    pairing: Arc<Pairing>,
    event: Arc<TournamentHeader>,
}

impl Loaded {
    /// It begins behind this game, on this day: that is when a tournament of which nobody has said so is.
    fn begin(&mut self, after: GameId, date: Option<Date>) {
        self.stage = Stage::Running;
        self.after = Some(after);
        let undated = self.pairings.values_mut().filter(|paired| paired.event.date.is_none());
        undated.for_each(|paired| Arc::make_mut(&mut paired.event).date = date);
    }
}

impl Rounds {
    /// Whether the decision can be carried out.
    ///
    /// # Errors
    /// [`RoundError`], in words for the operator.
    pub fn check(&self, decision: &RoundDecision) -> Result<(), RoundError> {
        match decision {
            RoundDecision::Pair(pairing, _) => {
                let kept = RoundDecision::of_record(&decision.record(""));
                let is_kept = kept.as_ref() == Some(decision);
                if is_kept { Ok(()) } else { Err(RoundError::NoNames(pairing.board)) }
            }
            RoundDecision::Load { round, .. } => match self.rounds.get(round) {
                Some(Loaded { stage: Stage::Running | Stage::Paused, .. }) => {
                    Err(RoundError::Begun(*round))
                }
                Some(Loaded { stage: Stage::Ended, .. }) => Err(RoundError::Over(*round)),
                Some(Loaded { stage: Stage::Loaded, .. }) | None => Ok(()),
            },
            RoundDecision::Remove { round } => match self.stage(*round) {
                Some(Stage::Running | Stage::Paused) => Err(RoundError::Begun(*round)),
                Some(Stage::Loaded | Stage::Ended) => Ok(()),
                None => Err(RoundError::NoSuchRound(*round)),
            },
            RoundDecision::Adopt { round, table, .. } => {
                let loaded = self.rounds.get(round).ok_or(RoundError::NoSuchRound(*round))?;
                let is_running = matches!(loaded.stage, Stage::Running | Stage::Paused);
                let is_there = is_running && loaded.pairings.contains_key(table);
                if is_there { Ok(()) } else { Err(RoundError::NothingToAdopt(*table)) }
            }
            RoundDecision::Assign { table, board, .. } => match self.table_of(board) {
                Some(taken) if taken != *table => {
                    Err(RoundError::BoardTaken { board: board.clone(), table: taken })
                }
                _ => Ok(()),
            },
            RoundDecision::Free { table } => {
                self.tables.at(*table).map(drop).ok_or(RoundError::NoBoard(*table))
            }
            RoundDecision::Begin { round, .. }
            | RoundDecision::Turn { round, stage: Stage::Running } => self.check_begin(*round),
            RoundDecision::Turn { round, stage } => self.check_turn(*round, *stage).map(drop),
            RoundDecision::Set(change) => Ok(self.sections.check(change)?),
            RoundDecision::Enter { round, table, outcome, .. } => {
                self.check_enter(*round, *table, *outcome)
            }
            RoundDecision::Settle { round, table, settlement } => {
                self.check_settle(*round, *table, settlement.of)
            }
        }
    }

    /// Carries a decision out that was checked.
    pub fn carry_out(&mut self, decision: RoundDecision) {
        match decision {
            RoundDecision::Pair(pairing, event) => self.loading.push((*pairing, event)),
            RoundDecision::Load { round, count, others } => self.load(round, count, others),
            RoundDecision::Remove { round } => drop(self.rounds.remove(&round)),
            RoundDecision::Assign { table, board, after } => {
                self.tables.put(table, board);
                match after {
                    Some(after) => self.assigned_after.insert(table, after),
                    None => self.assigned_after.remove(&table),
                };
            }
            RoundDecision::Adopt { round, table, game } => self.begun(round, table, game),
            RoundDecision::Free { table } => {
                self.tables.take_away(table);
                self.assigned_after.remove(&table);
            }
            RoundDecision::Begin { round, after, date } => {
                if let Some(loaded) = self.rounds.get_mut(&round) {
                    loaded.begin(after, date);
                }
            }
            RoundDecision::Turn { round, stage } => {
                if let Some(loaded) = self.rounds.get_mut(&round) {
                    loaded.stage = stage;
                }
            }
            RoundDecision::Set(change) => self.sections.set(*change),
            RoundDecision::Enter { round, table, outcome, signed } => {
                if let Some(loaded) = self.rounds.get_mut(&round) {
                    loaded.entries.enter(table, outcome, signed);
                }
            }
            RoundDecision::Settle { round, table, settlement } => {
                if let Some(loaded) = self.rounds.get_mut(&round) {
                    loaded.entries.settle(table, settlement);
                }
            }
        }
    }

    /// The table of a running round at which the board is.
    pub fn playing_on(&self, board: &BoardId) -> Option<(Round, BoardNumber)> {
        let table = self.table_of(board)?;
        Some((self.running_at(table)?, table))
    }

    /// The round that is played at a table.
    pub fn running_at(&self, table: BoardNumber) -> Option<Round> {
        let plays = |loaded: &Loaded| {
            loaded.stage == Stage::Running && loaded.pairings.contains_key(&table)
        };
        self.rounds.iter().find(|(_, loaded)| plays(loaded)).map(|(round, _)| *round)
    }

    /// The electronic board at a table.
    pub fn board_at(&self, table: BoardNumber) -> Option<&BoardId> {
        self.tables.at(table)
    }

    /// The game at a table of a round, once it has begun.
    pub fn game_at(&self, round: Round, table: BoardNumber) -> Option<GameId> {
        self.rounds.get(&round)?.games.at(table).copied()
    }

    /// How far a round has got; `None` where it is not loaded.
    pub fn stage(&self, round: Round) -> Option<Stage> {
        self.rounds.get(&round).map(|loaded| loaded.stage)
    }

    /// Whether a round has begun, be it over by now or not.
    pub fn has_begun(&self, round: Round) -> bool {
        self.stage(round).is_some_and(|stage| stage != Stage::Loaded)
    }

    /// The delays of what is played at a table of a round.
    pub fn delays_at(&self, round: Round, table: BoardNumber) -> Option<Delays> {
        let paired = self.rounds.get(&round)?.pairings.get(&table)?;
        Some(self.settings(&SectionName::of(&paired.pairing)).delays)
    }

    /// The last game that any round knows of.
    pub fn last_game(&self) -> GameId {
        let known = self.rounds.values().flat_map(|at| at.games.all().chain(&at.after));
        known.max().copied().unwrap_or(GameId(0))
    }

    /// Whether the game is played at a table already.
    pub fn has(&self, game: GameId) -> bool {
        self.table_with(game).is_some()
    }

    /// The table at which the game is played.
    pub fn table_with(&self, game: GameId) -> Option<BoardNumber> {
        self.rounds.values().find_map(|at| at.games.table_of(&game))
    }

    /// Whose game it is, where it is one of a round.
    pub fn place_of(&self, game: GameId) -> Option<GamePlace> {
        self.rounds.values().find_map(|loaded| {
            let paired = loaded.pairings.get(&loaded.games.table_of(&game)?)?;
            let pairing = self.names.corrected(&paired.pairing, Some(game));
            Some(GamePlace { pairing, event: Arc::clone(&paired.event) })
        })
    }

    /// Whether a game began after the round, and after its board was assigned to the table.
    pub fn is_of(&self, round: Round, table: BoardNumber, game: GameId) -> bool {
        let begun = self.rounds.get(&round).and_then(|loaded| loaded.after);
        let assigned = self.assigned_after.get(&table);
        begun.is_some_and(|after| game > after) && assigned.is_none_or(|after| game > *after)
    }

    /// A game has begun at a table.
    pub fn begun(&mut self, round: Round, table: BoardNumber, game: GameId) {
        if let Some(loaded) = self.rounds.get_mut(&round) {
            loaded.games.put(table, game);
            let section =
                loaded.pairings.get(&table).map(|paired| SectionName::of(&paired.pairing));
            self.played_in.extend(section.map(|section| (game, section)));
        }
    }

    /// The rounds, by number.
    pub fn views(&self) -> impl Iterator<Item = RoundView> {
        self.rounds.keys().filter_map(|&round| self.view(round))
    }

    /// A round as it is now.
    pub fn view(&self, round: Round) -> Option<RoundView> {
        let loaded = self.rounds.get(&round)?;
        let seat = |(table, paired): (&BoardNumber, &Paired)| {
            let game = loaded.games.at(*table).copied();
            TableView {
                pairing: self.names.corrected(&paired.pairing, game),
                event: Arc::clone(&paired.event),
                board: self.tables.at(*table).cloned(),
                game,
            }
        };
        Some(RoundView {
            number: round,
            event: loaded
                .pairings
                .values()
                .next()
                .map(|first| first.event.clone())
                .unwrap_or_default(),
            stage: loaded.stage,
            seats: loaded.pairings.iter().map(seat).collect(),
        })
    }

    /// The tables without a board in the loaded rounds that are not over.
    pub fn free_tables(&self) -> BTreeSet<BoardNumber> {
        let open = self.rounds.values().filter(|loaded| loaded.stage != Stage::Ended);
        let tables = open.flat_map(|loaded| loaded.pairings.keys());
        tables.filter(|table| self.tables.at(**table).is_none()).copied().collect()
    }

    /// Where the board is.
    pub fn table_of(&self, board: &BoardId) -> Option<BoardNumber> {
        self.tables.table_of(board)
    }

    /// The pairings of a list take the place of those that their sections had in the round. In journals of earlier
    /// versions they may come over a round that is over: then they are those of another tournament.
    fn load(&mut self, round: Round, count: usize, others: Others) {
        let mut list = std::mem::take(&mut self.loading);
        // What was left of a list without an end comes before.
        let list = list.split_off(list.len().saturating_sub(count));
        let event = list.first().map(|(_, event)| Arc::new(event.clone())).unwrap_or_default();
        let before = self.rounds.remove(&round);
        let kept = before.filter(|at| at.stage == Stage::Loaded && others == Others::Kept);
        let (mut pairings, mut entries) =
            kept.map(|at| (at.pairings, at.entries)).unwrap_or_default();
        let loaded: BTreeSet<_> = list.iter().map(|(pairing, _)| pairing.section.clone()).collect();
        pairings.retain(|_, kept| !loaded.contains(&kept.pairing.section));
        entries.retain(|table| pairings.contains_key(table));
        pairings.extend(list.into_iter().map(|(pairing, _)| {
            let event = Arc::clone(&event);
            (pairing.board, Paired { pairing: Arc::new(pairing), event })
        }));
        let (stage, games) = (Stage::Loaded, AtTables::default());
        self.rounds.insert(round, Loaded { stage, pairings, games, entries, after: None });
    }

    fn check_turn(&self, round: Round, wanted: Stage) -> Result<&Loaded, RoundError> {
        let loaded = self.rounds.get(&round).ok_or(RoundError::NoSuchRound(round))?;
        let stage = loaded.stage;
        if stage.leads_to(wanted) {
            Ok(loaded)
        } else {
            Err(RoundError::NotNow { round, stage, wanted })
        }
    }

    fn check_begin(&self, round: Round) -> Result<(), RoundError> {
        let loaded = self.check_turn(round, Stage::Running)?;
        let others = self.rounds.iter().filter(|&(&other, at)| {
            other != round && matches!(at.stage, Stage::Running | Stage::Paused)
        });
        for (&other, at) in others {
            if let Some(&table) =
                loaded.pairings.keys().find(|table| at.pairings.contains_key(table))
            {
                return Err(RoundError::TableTaken { table, round: other });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! Which section a table and a game belong to, and what holds there.

use std::collections::{BTreeMap, BTreeSet};

use super::Rounds;
use super::error::RoundError;
use super::section::{SectionName, SectionView, Settings};
use super::view::Stage;
use crate::names::{BoardId, GameId};
use crate::pairing::{Pairing, PairingList};

impl Rounds {
    /// Whether the tables of a list are free, or were those of its own sections.
    ///
    /// # Errors
    /// [`RoundError::TableShared`], saying from where on tables are free.
    pub fn check_tables(&self, list: &PairingList) -> Result<(), RoundError> {
        let loaded: BTreeSet<_> =
            list.pairings.iter().map(|pairing| (pairing.round, &pairing.section)).collect();
        for pairing in &list.pairings {
            let (round, table) = (pairing.round, pairing.board);
            let at = self.rounds.get(&round).filter(|at| at.stage == Stage::Loaded);
            let others = || {
                let tables = at.iter().flat_map(|at| &at.pairings);
                tables.filter(|(_, other)| !loaded.contains(&(round, &other.pairing.section)))
            };
            if let Some((_, other)) = others().find(|(other, _)| **other == table) {
                let section = SectionName::of(&other.pairing);
                let free = others().map(|(other, _)| other.get() + 1).max().unwrap_or(1);
                return Err(RoundError::TableShared { table, round, section, free });
            }
        }
        Ok(())
    }

    /// The section that a game is played in: that of the table where it began, or else that of its
    /// board's table in the first round that is not over, or else the one without a name.
    pub fn section_of(&self, game: GameId, board: &BoardId) -> SectionName {
        let played_in = self.played_in.get(&game).cloned();
        let placed_in = || self.pairing_on(board).map(SectionName::of);
        played_in.or_else(placed_in).unwrap_or_else(SectionName::unnamed)
    }

    /// What holds in a section.
    pub fn settings(&self, section: &SectionName) -> Settings {
        self.sections.settings(section)
    }

    /// Every section that has pairings or was set, and the one without a name.
    pub fn section_views(&self) -> Vec<SectionView> {
        let mut pairings: BTreeMap<SectionName, usize> =
            self.sections.names().cloned().map(|name| (name, 0)).collect();
        pairings.entry(SectionName::unnamed()).or_default();
        for paired in self.rounds.values().flat_map(|loaded| loaded.pairings.values()) {
            *pairings.entry(SectionName::of(&paired.pairing)).or_default() += 1;
        }
        let view = |(name, pairings)| {
            let settings = self.settings(&name);
            SectionView { name, settings, pairings }
        };
        pairings.into_iter().map(view).collect()
    }

    /// Whether the round of a game is over.
    pub fn is_over(&self, game: GameId) -> bool {
        let mut ended = self.rounds.values().filter(|loaded| loaded.stage == Stage::Ended);
        ended.any(|loaded| loaded.games.table_of(&game).is_some())
    }

    /// The pairing at a board's table in the first round that is not over.
    pub fn pairing_on(&self, board: &BoardId) -> Option<&Pairing> {
        let table = self.table_of(board)?;
        let mut open = self.rounds.values().filter(|loaded| loaded.stage != Stage::Ended);
        open.find_map(|loaded| Some(&*loaded.pairings.get(&table)?.pairing))
    }
}

//! How pairings are loaded.

use std::collections::HashSet;

use touchmove_core::pairing::{self, PairingList, Round};
use touchmove_core::tournament::rounds::TableView;
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_core::tournament::rounds::wish::{Among, LoadedRound, Others, RoundAnswer};

use super::Desk;
use crate::hall::orders::rounds::{NotTaken, RoundRefusal};

impl Desk {
    /// Loads the pairings of a file, or of one round of it.
    pub(super) async fn load(
        &mut self,
        by: &str,
        file: &[u8],
        round: Option<Round>,
        among: &Among,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let list = among.place(pairing::read(file, round)?).ok_or(RoundRefusal::TooManyTables)?;
        if among.others == Others::Kept {
            self.station.rounds().check_tables(&list).map_err(NotTaken::from)?;
        }
        let loaded = self.loaded_by(&list, among.others);
        self.decide(by, RoundDecision::load(list, among.others)).await?;
        Ok(RoundAnswer::Loaded(loaded))
    }

    /// The rounds of a list, and what they take the place of.
    fn loaded_by(&self, list: &PairingList, others: Others) -> Vec<LoadedRound> {
        let mut loaded = Vec::new();
        for pairings in list.pairings.chunk_by(|one, next| one.round == next.round) {
            let Some(round) = pairings.first().map(|pairing| pairing.round) else { continue };
            let sections: HashSet<_> = pairings.iter().map(|pairing| &pairing.section).collect();
            let goes = |seat: &TableView| {
                others == Others::Dropped || sections.contains(&seat.pairing.section)
            };
            let before = self.station.rounds().view(round).map(|view| view.seats);
            let replaced = before.unwrap_or_default().iter().filter(|seat| goes(seat)).count();
            loaded.push(LoadedRound { round, pairings: pairings.len(), replaced });
        }
        loaded
    }
}

//! How pairings are loaded.

use super::Desk;
use crate::hall::rounds::decision::RoundDecision;
use crate::hall::rounds::order::{Among, NotTaken, Others, RoundAnswer, RoundRefusal};
use crate::pairing::{self, Round};

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
        let mut rounds: Vec<_> = list.pairings.iter().map(|pairing| pairing.round).collect();
        rounds.dedup();
        if among.others == Others::Kept {
            self.station.rounds().check_tables(&list).map_err(NotTaken::from)?;
        }
        self.decide(by, RoundDecision::load(list, among.others)).await?;
        Ok(RoundAnswer::Loaded(rounds))
    }
}

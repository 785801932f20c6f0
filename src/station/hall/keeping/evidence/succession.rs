//! A board's journal that is over is sealed and archived, and the next one goes on from it.

use std::path::Path;

use jiff::Timestamp;
use touchmove_core::names::GameId;
use touchmove_drivers::recording::Continues;
use touchmove_drivers::{Instant, Observation};

use super::{Book, Evidence, EvidenceError, Keeping, Numbered, ToldLine};
use crate::hall::keeping::sealed::SealedLine;
use crate::hall::keeping::station_journal::StationJournal;
use crate::journal::{Journal, archive};

/// What the next journal begins with: how the board stands.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Carried {
    /// What was last observed, in an order in which a board could say it.
    pub(in crate::hall) observations: Vec<Observation>,
    /// The number on the board of the last game that stays behind.
    pub(in crate::hall) games: u32,
    /// The game that has begun without anything happening in it, which goes along.
    pub(in crate::hall) open: Option<GameId>,
    /// The station's numbers of the board's games.
    pub(in crate::hall) known: Vec<(u32, GameId)>,
}

impl Evidence {
    /// Seals the journal, archives it in `folder`, and begins the next one with what is carried over; gives that,
    /// or `None` where the disk does not take everything now. Where anything fails, the journal is what it was. Waits
    /// for the disk. The seal stands in the station's journal first, then the journal in the archive, and then the
    /// next one takes its place at once.
    pub(in crate::hall) fn succeed(
        &mut self,
        (now, wall): (Instant, Timestamp),
        carried: Carried,
        folder: &Path,
        station: &StationJournal,
    ) -> Result<Option<Vec<Numbered>>, EvidenceError> {
        if self.keeping == Keeping::Kept {
            self.sync();
        }
        // What waits in memory belongs into this journal.
        if self.keeping != Keeping::Kept || self.is_dirty() {
            return Ok(None);
        }
        let Some(journal) = self.book.journal() else { return Ok(None) };
        let (after, records, seal) = (self.after(), self.records, journal.seal().to_string());
        let place = journal.path().to_owned();
        let Carried { observations, games, open, known } = carried;
        let mut headers = self.headers.clone();
        headers.continues = Some(Continues { after: records, games, seal: seal.clone() });
        let mut next = Journal::beside(&place, &headers)?;
        let at = self.anchor.pass(now);
        let mut observed = Vec::with_capacity(observations.len());
        for observation in observations {
            let number = next.append_record(at, None, &observation)?;
            observed.push(Numbered { at, since: None, number, observation });
        }
        if let Some(id) = open {
            let line = ToldLine::of_game(games + 1, id);
            next.append_told(&serde_json::to_string(&line).unwrap_or_default())?;
        }
        if let Some(stamp) = self.anchor.stamp_after(None) {
            next.append_told(&stamp.line())?;
        }
        next.sync()?;
        let mine = known.into_iter().filter(|(number, _)| *number <= games);
        let line = SealedLine {
            sealed: self.board.to_string(),
            after,
            records,
            seal,
            at: wall.to_string(),
            games: mine.map(|(number, id)| (number, id.0)).collect(),
        };
        station.seal(line.clone())?;
        archive::keep(journal, folder, after)?;
        next.take_place()?;
        tracing::info!("{}: archived up to record {records}, seal {}", self.board, line.seal);
        (self.records, self.latest) = (next.records(), at);
        (self.book, self.headers) = (Book::Open(next), headers);
        self.told.clear();
        Ok(Some(observed))
    }

    /// Number of the last record before this journal.
    pub(in crate::hall) fn after(&self) -> u64 {
        self.headers.continues.as_ref().map_or(0, |before| before.after)
    }
}

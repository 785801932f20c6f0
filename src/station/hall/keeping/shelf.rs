//! Which journals of boards are over, and which of them are read back at a start.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use touchmove_core::names::{BoardId, GameId};
use touchmove_core::tournament::rounds::Rounds;

use crate::hall::keeping::sealed::{DeletedLine, SealedLine};
use crate::hall::keeping::station_journal::taken::TakenOverLine;
use crate::journal::PastEntry;
use crate::journal::archive::{self, Archived};

/// What the station's journal says about the archive.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Shelf {
    sealed: Vec<SealedLine>,
    /// Those of them that were deleted, by board and the record before.
    deleted: HashSet<(String, u64)>,
    /// The last game that had a number when a board was taken over, of which nothing before counts.
    last_left: u64,
}

impl SealedLine {
    /// Whether its games are read back: they are of loaded rounds, or one of them went on elsewhere.
    fn is_meant(&self, rounds: &Rounds, has_left: impl Fn(&BoardId, u64, u64) -> bool) -> bool {
        let board = BoardId(self.sealed.as_str().into());
        let is_of_round = self.games.iter().any(|(_, id)| rounds.has(GameId(*id)));
        is_of_round || has_left(&board, self.after, self.records)
    }

    /// Whether this is the journal that it tells of.
    fn is_of(&self, archived: &Archived) -> bool {
        (self.sealed.as_str(), self.after) == (archived.board.as_str(), archived.after)
    }
}

impl Shelf {
    /// What the past of the station's journal says.
    pub(in crate::hall) fn of_past(past: &[PastEntry]) -> Self {
        let mut shelf = Self::default();
        for entry in past {
            let PastEntry::Told(line) = entry else { continue };
            if let Some(line) = TakenOverLine::of_told(line) {
                shelf.last_left = shelf.last_left.max(line.last_game);
            } else if let Ok(line) = serde_json::from_str(line) {
                shelf.add(line);
            } else if let Ok(DeletedLine { deleted, after, .. }) = serde_json::from_str(line) {
                shelf.deleted.insert((deleted, after));
            }
        }
        shelf
    }

    /// A journal is over. One of which nothing came before the end of the daemon is over later.
    pub(in crate::hall) fn add(&mut self, line: SealedLine) {
        self.sealed.retain(|one| (&one.sealed, one.after) != (&line.sealed, line.after));
        self.sealed.push(line);
    }

    /// What is archived of a board is no longer meant: it goes on from another station's journal. So many games had numbers.
    pub(in crate::hall) fn forget(&mut self, board: &BoardId, last_game: u64) {
        self.sealed.retain(|line| line.sealed != *board.0);
        self.last_left = self.last_left.max(last_game);
    }

    /// The line that tells of an archived journal.
    pub(in crate::hall) fn line_of(&self, archived: &Archived) -> Option<&SealedLine> {
        self.sealed.iter().find(|line| line.is_of(archived))
    }

    /// The last game that is archived.
    pub(in crate::hall) fn last_game(&self) -> u64 {
        let games = self.sealed.iter().flat_map(|line| &line.games);
        games.map(|(_, id)| *id).max().unwrap_or_default().max(self.last_left)
    }

    /// The archived journals that hold games of loaded rounds, or of which a game went on elsewhere: the board, the
    /// file, and the number of the last record. Of one that is not there it is said.
    pub(in crate::hall) fn to_read(
        &self,
        folder: &Path,
        rounds: &Rounds,
        has_left: impl Fn(&BoardId, u64, u64) -> bool,
    ) -> Vec<(BoardId, PathBuf, u64)> {
        let there = archive::archived(folder).unwrap_or_default();
        let mut meant = Vec::new();
        for line in &self.sealed {
            let board = BoardId(line.sealed.as_str().into());
            if !line.is_meant(rounds, &has_left) || self.is_deleted(line) {
                continue;
            }
            match there.iter().find(|one| line.is_of(one)) {
                Some(found) => meant.push((board, found.path.clone(), line.records)),
                None => tracing::warn!(
                    "{board}: its archived journal after record {} is not in {}: the games in it are not shown",
                    line.after,
                    folder.display()
                ),
            }
        }
        meant
    }

    /// The games of which all that boards have kept is over, and not read back any more: nothing more is told of them.
    pub(in crate::hall) fn at_rest(
        &self,
        folder: &Path,
        rounds: &Rounds,
        has_left: impl Fn(&BoardId, u64, u64) -> bool,
    ) -> HashSet<GameId> {
        let there = archive::archived(folder).unwrap_or_default().into_iter();
        let there: HashSet<_> = there.map(|archived| (archived.board, archived.after)).collect();
        // A journal may have been sealed and not have been succeeded; then it is live.
        let is_over = |line: &SealedLine| {
            self.is_deleted(line) || there.contains(&(line.sealed.clone(), line.after))
        };
        let rests = |line: &SealedLine| is_over(line) && !line.is_meant(rounds, &has_left);
        let (resting, others): (Vec<_>, Vec<_>) = self.sealed.iter().partition(|line| rests(line));
        let games = |lines: Vec<&SealedLine>| -> HashSet<_> {
            lines.into_iter().flat_map(|line| &line.games).map(|(_, id)| GameId(*id)).collect()
        };
        &games(resting) - &games(others)
    }

    fn is_deleted(&self, line: &SealedLine) -> bool {
        self.deleted.contains(&(line.sealed.clone(), line.after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(records: u64) -> SealedLine {
        let (sealed, seal, at) = ("dgt_1".to_owned(), "00".repeat(16), String::new());
        SealedLine { sealed, after: 0, records, seal, at, games: vec![(1, 1)] }
    }

    #[test]
    fn a_journal_that_was_not_over_after_all_is_over_later() {
        let mut shelf = Shelf::default();
        shelf.add(line(9));
        shelf.add(line(99));
        assert_eq!(shelf.sealed.iter().map(|line| line.records).collect::<Vec<_>>(), [99]);
    }
}

//! What the station's journal says of the boards' journals: how far they had grown, which are over, which were deleted.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use touchmove_core::names::BoardId;

use crate::hall::keeping::station_journal::taken::TakenOverLine;
use crate::journal::{PastEntry, Seal};

/// A line of the station's journal: so far boards' journals had grown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealsLine {
    /// One for each journal that has grown since the line before.
    pub seals: Vec<SealOf>,
    /// When, by the wall clock (RFC 3339).
    pub at: String,
}

/// So far a board's journal had grown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealOf {
    /// The board.
    pub board: String,
    /// Number of its last record.
    pub records: u64,
    /// The last link of its chain.
    pub seal: String,
    /// The game there; `None` where there was none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameSealed>,
}

/// How far a game was told when its board's journal was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSealed {
    /// Its number on the board.
    pub number: u32,
    /// Its number on the station.
    pub id: u64,
    /// The number of its last event.
    pub events: u64,
}

/// A line of the station's journal: a board's journal is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::hall) struct SealedLine {
    /// The board.
    pub(in crate::hall) sealed: String,
    /// Number of the last record before it.
    pub(in crate::hall) after: u64,
    /// Number of its last record.
    pub(in crate::hall) records: u64,
    /// The last link of its chain.
    pub(in crate::hall) seal: String,
    /// When, by the wall clock (RFC 3339).
    pub(in crate::hall) at: String,
    /// Its games, by their numbers on the board and on the station.
    pub(in crate::hall) games: Vec<(u32, u64)>,
}

/// A line of the station's journal: an archived journal was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::hall) struct DeletedLine {
    /// The board.
    pub(in crate::hall) deleted: String,
    /// Number of the last record before it.
    pub(in crate::hall) after: u64,
    /// Number of its last record.
    pub(in crate::hall) records: u64,
    /// The last link of its chain.
    pub(in crate::hall) seal: String,
    /// When, by the wall clock (RFC 3339).
    pub(in crate::hall) at: String,
    /// Why.
    pub(in crate::hall) why: String,
}

/// A journal of which everything is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hall) struct Sealed {
    /// Number of its last record.
    pub(in crate::hall) records: u64,
    /// The last link of its chain.
    pub(in crate::hall) seal: Seal,
    /// The game there.
    pub(in crate::hall) game: Option<GameSealed>,
}

/// The last seal of each board's live journal in the past of a station's.
pub(in crate::hall) fn last_of_past(past: &[PastEntry]) -> HashMap<BoardId, SealOf> {
    let mut last = HashMap::new();
    for entry in past {
        let PastEntry::Told(line) = entry else { continue };
        for seal in SealsLine::of_told(line).map(|line| line.seals).unwrap_or_default() {
            last.insert(BoardId(seal.board.as_str().into()), seal);
        }
    }
    last
}

impl SealedLine {
    /// As it stands in the journal.
    pub(in crate::hall) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl SealsLine {
    /// A line of the station's journal, if it is such a one.
    pub fn of_told(line: &str) -> Option<Self> {
        line.starts_with(r#"{"seals":"#).then(|| serde_json::from_str(line).ok()).flatten()
    }

    /// As it stands in the journal.
    pub(in crate::hall) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Takes a later line in: of each board the last seal counts.
    pub(in crate::hall) fn merge(&mut self, later: Self) {
        let is_later = |one: &SealOf| later.seals.iter().any(|seal| seal.board == one.board);
        self.seals.retain(|one| !is_later(one));
        self.seals.extend(later.seals);
        self.at = later.at;
    }
}

/// What a line of the station's journal says of the boards' journals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// So far they had grown.
    Seals(SealsLine),
    /// An archived one was deleted.
    Deleted {
        /// The board.
        board: String,
        /// Number of its last record.
        records: u64,
    },
    /// A board goes on here that another station had: what was sealed of it before does not count.
    TakenOver {
        /// The board.
        board: String,
    },
}

/// What a line of the station's journal says of the boards' journals, if anything.
pub fn said(line: &str) -> Option<Said> {
    if let Some(line) = SealsLine::of_told(line) {
        return Some(Said::Seals(line));
    }
    if let Some(TakenOverLine { taken_over: board, .. }) = TakenOverLine::of_told(line) {
        return Some(Said::TakenOver { board });
    }
    if let Ok(SealedLine { sealed: board, records, seal, at, .. }) = serde_json::from_str(line) {
        return Some(Said::Seals(SealsLine {
            seals: vec![SealOf { board, records, seal, game: None }],
            at,
        }));
    }
    let DeletedLine { deleted: board, records, .. } = serde_json::from_str(line).ok()?;
    Some(Said::Deleted { board, records })
}

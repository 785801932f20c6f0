//! Rounds as everybody sees them.

use std::fmt;
use std::sync::Arc;

use crate::names::{BoardId, GameId};
use crate::pairing::{BoardNumber, Pairing, Round, TournamentHeader};

/// How far a round has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its pairings are there.
    Loaded,
    /// Games that begin at its tables are its games.
    Running,
    /// It is interrupted: games go on, none begins.
    Paused,
    /// It is over.
    Ended,
}

/// A round at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundView {
    /// Its number.
    pub number: Round,
    /// The tournament, or that of its first table where each section is one of its own.
    pub event: Arc<TournamentHeader>,
    /// How far it has got.
    pub stage: Stage,
    /// Its games by table.
    pub seats: Vec<TableView>,
}

/// A game of a round, played or not.
#[derive(Clone, Debug, PartialEq)]
pub struct TableView {
    /// Who plays whom.
    pub pairing: Arc<Pairing>,
    /// The tournament.
    pub event: Arc<TournamentHeader>,
    /// The electronic board at the table; `None` where there is none yet.
    pub board: Option<BoardId>,
    /// The game, once it has begun.
    pub game: Option<GameId>,
}

/// A table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableOf {
    /// Which round.
    pub round: Round,
    /// Which table.
    pub table: BoardNumber,
}

/// Whose game of which tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePlace {
    /// Who plays whom, in which round at which table.
    pub pairing: Arc<Pairing>,
    /// The tournament.
    pub event: Arc<TournamentHeader>,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Self; 4] = [Self::Loaded, Self::Running, Self::Paused, Self::Ended];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Ended => "ended",
        }
    }

    pub(super) const fn leads_to(self, next: Self) -> bool {
        match next {
            Self::Loaded => false,
            Self::Running => matches!(self, Self::Loaded | Self::Paused | Self::Ended),
            Self::Paused => matches!(self, Self::Running),
            Self::Ended => matches!(self, Self::Running | Self::Paused),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl TableView {
    /// Whose game is played there.
    pub fn place(&self) -> GamePlace {
        GamePlace { pairing: Arc::clone(&self.pairing), event: Arc::clone(&self.event) }
    }
}

impl GamePlace {
    /// Where it is played.
    pub fn table(&self) -> TableOf {
        TableOf { round: self.pairing.round, table: self.pairing.board }
    }
}

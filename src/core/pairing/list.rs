//! The pairings of a file.

use jiff::civil::Date;

use super::board::{BoardNumber, Round};
use super::outcome::Outcome;
use super::player::Player;
use super::start::StartPosition;

/// The pairings of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingList {
    /// What the file says of the tournament.
    pub event: TournamentHeader,
    /// The pairings by round and board; never empty, and no board twice in a round.
    pub pairings: Vec<Pairing>,
}

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentHeader {
    /// Its name.
    pub name: Option<String>,
    /// Where it is.
    pub site: Option<String>,
    /// The day of the first game in the list, where the file tells all of it.
    pub date: Option<Date>,
}

/// A game that is to be played, or was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round.
    pub round: Round,
    /// The board.
    pub board: BoardNumber,
    /// The section of the tournament: `Open`, `U16`.
    pub section: Option<String>,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// The time control as the file has it, which may be free text.
    pub time_control: Option<String>,
    /// Where the game starts; `None` for the usual start.
    pub start: Option<StartPosition>,
    /// How it ended; `None` while it is open.
    pub outcome: Option<Outcome>,
}

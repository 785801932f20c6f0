//! What a client can want of the rounds, and what comes of it.

use std::fmt;

use super::dispute::{Choice, ResultDifference};
use super::missing::Missing;
use super::results::TableResult;
use super::section::{SectionChange, SectionName};
use crate::names::{BoardId, GameId};
use crate::pairing::{BoardNumber, Outcome, PairingList, Round};

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundWish {
    /// Load the pairings of a file.
    Load {
        /// Its bytes.
        file: Vec<u8>,
        /// Which round of it.
        round: Option<Round>,
        /// Where its pairings belong.
        among: Among,
    },
    /// Set what holds in a section.
    Set(Box<SectionChange>),
    /// Assign a board to a table.
    Assign {
        /// Which table.
        table: BoardNumber,
        /// Which board.
        board: BoardId,
    },
    /// Assign what is plugged in, by name, to the free tables.
    AssignPlugged,
    /// Take the board away from a table.
    Free {
        /// Which table.
        table: BoardNumber,
    },
    /// Begin a round, or go on with it after a pause.
    Begin {
        /// Which round.
        round: Round,
        /// Whether it may begin unready.
        readiness: Readiness,
    },
    /// Interrupt a round.
    Pause {
        /// Which round.
        round: Round,
    },
    /// End a round.
    End {
        /// Which round.
        round: Round,
        /// Whether it may end with games that are open.
        readiness: Readiness,
    },
    /// Let a round go on that was ended.
    Reopen {
        /// Which round.
        round: Round,
    },
    /// Take a round away.
    Remove {
        /// Which round.
        round: Round,
        /// What may be taken away.
        removal: Removal,
    },
    /// Take the game that began before its pairing for the table's.
    Adopt {
        /// Which table.
        table: BoardNumber,
        /// How many plies the game has, so that nobody takes another one than he means.
        plies: usize,
    },
    /// Enter a result.
    Enter {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which result; `None` takes back what was entered.
        outcome: Option<Outcome>,
    },
    /// Answer which of two results counts.
    Settle {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which of the two.
        choice: Choice,
    },
    /// Put the board at the table whose game has come to it.
    Reseat {
        /// Which game.
        game: GameId,
        /// Which board.
        board: BoardId,
    },
    /// Put a board that another station had to its table, where its game goes on.
    Resume {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which board.
        board: BoardId,
        /// Its game.
        game: GameId,
    },
    /// What is missing before a round begins?
    Missing {
        /// Which round.
        round: Round,
    },
}

/// Where the pairings of a file belong among those of other sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Among {
    /// The section of pairings that the file gives none.
    pub section: Option<SectionName>,
    /// The number that the first table is to have; that of the file, if not given.
    pub tables_from: Option<BoardNumber>,
    /// What becomes of the pairings that other sections have in the round.
    pub others: Others,
}

/// What becomes of the pairings of other sections when some are loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// They stay.
    #[default]
    Kept,
    /// They go.
    Dropped,
}

/// Which rounds may be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// One of which nothing was played.
    Unplayed,
    /// One that is over, too: its games stay in the evidence.
    Ended,
}

/// Whether a round may begin though something is missing, or end though games are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It may not.
    Required,
    /// It may.
    Waived,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundAnswer {
    /// It is done.
    Done,
    /// These rounds are loaded.
    Loaded(Vec<LoadedRound>),
    /// So many boards were assigned.
    Assigned(usize),
    /// This is missing.
    Missing(Vec<Missing>),
    /// This is known of the result now.
    Result(TableResult),
}

/// A round of which pairings were loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadedRound {
    /// Which round.
    pub round: Round,
    /// How many pairings.
    pub pairings: usize,
    /// How many were there before in their place.
    pub replaced: usize,
}

/// A game that is open when its round is to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenGame {
    /// At which table.
    pub table: BoardNumber,
    /// Who plays, White and Black.
    pub players: [String; 2],
    /// What is open about it.
    pub what: Openness,
}

/// What can be open about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    /// Nobody knows a result, after so many plies on the board; `None` where no game has begun.
    NoResult(Option<usize>),
    /// Two results differ.
    Differs(ResultDifference),
}

impl fmt::Display for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, players: [white, black], what } = self;
        write!(f, "table {table}, {white} – {black}: ")?;
        match what {
            Openness::NoResult(None) => write!(f, "no game has begun, and no result is entered"),
            Openness::NoResult(Some(1)) => write!(f, "no result, after 1 ply"),
            Openness::NoResult(Some(plies)) => write!(f, "no result, after {plies} plies"),
            Openness::Differs(of) => {
                let board = of.board().word();
                write!(f, "the game ended {board}, entered is {}", of.entered())
            }
        }
    }
}

impl Among {
    /// The pairings of a file where they belong; `None` where tables would get numbers that are too high.
    pub fn place(&self, list: PairingList) -> Option<PairingList> {
        let list = match &self.section {
            Some(section) if *section != SectionName::unnamed() => {
                list.in_section(section.as_str())
            }
            _ => list,
        };
        match self.tables_from {
            Some(from) => list.with_tables_from(from),
            None => Some(list),
        }
    }
}

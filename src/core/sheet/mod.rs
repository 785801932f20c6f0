//! The scoresheet of one game of a round, and [`pgn`], which writes it down so that it can be replayed
//! whatever was played. `docs/relay.md` tells what stands in it and why.

pub mod pgn;
mod released;
mod thinking;

use std::time::Duration;

use jiff::civil::Date;
use shakmaty::Color;
use shakmaty::fen::Fen;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Variant;

use crate::game::view::{Break, GameView, ScoredMove};
use crate::pairing::{BoardNumber, Outcome, Pairing, Round, StartPosition, TournamentHeader};

/// What may be shown of one game: nothing is held back from here on, but for the illegal moves and the
/// breaks at its end (see [`pgn::write`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The tournament.
    pub event: TournamentHeader,
    /// The day of the game; `None` for the day of the tournament.
    pub date: Option<Date>,
    /// Where it is played, and by whom.
    pub seat: Seat,
    /// Where it started.
    pub start: SheetStart,
    /// The moves that stand.
    pub moves: Vec<SheetMove>,
    /// Where play went on from a position to which no move leads, in their order.
    pub breaks: Vec<Break>,
    /// How it ended; `None` while it is open.
    pub outcome: Option<Outcome>,
}

/// A place in a round, and who sits there.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    /// A game of the pairings.
    Paired(Box<Pairing>),
    /// Nobody said who plays.
    Unpaired {
        /// The round.
        round: Round,
        /// The board.
        board: BoardNumber,
    },
}

/// The position that a game started from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetStart {
    /// The position as a FEN.
    pub fen: String,
    /// Chess, or Chess960.
    pub variant: Variant,
}

/// A line of the scoresheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetMove {
    /// Who moved.
    pub side: Color,
    /// The move in SAN; `None` when it is illegal.
    pub san: Option<String>,
    /// The move in UCI.
    pub uci: String,
    /// The position after it, as a FEN.
    pub fen: String,
    /// The mover's time when he had pressed.
    pub left: Option<ClockTime>,
    /// How long he thought.
    pub spent: Option<Duration>,
    /// Whether another move may have been played.
    pub is_doubtful: bool,
}

impl Sheet {
    /// The sheet of a pairing of which no game was seen.
    pub fn of_pairing(pairing: &Pairing, event: &TournamentHeader) -> Self {
        Self {
            event: event.clone(),
            date: None,
            start: SheetStart::of_pairing(pairing, ""),
            seat: Seat::Paired(Box::new(pairing.clone())),
            moves: Vec::new(),
            breaks: Vec::new(),
            outcome: None,
        }
    }

    /// The sheet of a pairing's game as its board shows it, with the result that counts.
    pub fn of_game(
        pairing: &Pairing,
        event: &TournamentHeader,
        game: &GameView,
        outcome: Option<Outcome>,
    ) -> Self {
        Self {
            start: SheetStart::of_pairing(pairing, &game.start),
            moves: game.moves.iter().map(|scored| SheetMove::of(scored)).collect(),
            breaks: game.breaks.clone(),
            outcome,
            ..Self::of_pairing(pairing, event)
        }
    }

    /// The moves that follow one from the other from the start on: those before the first illegal one, and before play went on
    /// from another position.
    pub fn replayable(&self) -> &[SheetMove] {
        let first_break = self.breaks.first().map_or(usize::MAX, |one| one.after);
        let legal = self.moves.iter().take(first_break).take_while(|made| made.san.is_some());
        &self.moves[..legal.count()]
    }

    /// The round.
    pub const fn round(&self) -> Round {
        match &self.seat {
            Seat::Paired(pairing) => pairing.round,
            Seat::Unpaired { round, .. } => *round,
        }
    }

    /// The board.
    pub const fn board(&self) -> BoardNumber {
        match &self.seat {
            Seat::Paired(pairing) => pairing.board,
            Seat::Unpaired { board, .. } => *board,
        }
    }

    /// The pairing.
    pub const fn pairing(&self) -> Option<&Pairing> {
        match &self.seat {
            Seat::Paired(pairing) => Some(pairing),
            Seat::Unpaired { .. } => None,
        }
    }
}

impl SheetStart {
    /// The usual start of chess.
    pub fn usual() -> Self {
        Self { fen: Fen::default().to_string(), variant: Variant::Standard }
    }

    /// Where the game of a pairing started: as the pairing says, or else from the position `seen`, a
    /// FEN that is empty where none was.
    pub fn of_pairing(pairing: &Pairing, seen: &str) -> Self {
        match (&pairing.start, seen) {
            (Some(start), _) => Self::from(start),
            (None, "") => Self::usual(),
            (None, fen) => Self { fen: fen.to_owned(), ..Self::usual() },
        }
    }
}

impl From<&StartPosition> for SheetStart {
    fn from(start: &StartPosition) -> Self {
        Self { fen: start.fen().to_owned(), variant: start.variant() }
    }
}

impl SheetMove {
    fn of(ScoredMove { told, left }: &ScoredMove) -> Self {
        Self {
            side: told.side,
            san: told.san().map(ToOwned::to_owned),
            uci: told.uci.to_string(),
            fen: told.fen().to_owned(),
            left: *left,
            spent: None,
            is_doubtful: told.is_doubtful(),
        }
    }
}

#[cfg(any(test, feature = "samples"))]
pub mod samples;
#[cfg(test)]
mod tests;

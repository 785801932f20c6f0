//! Games from PGN: what is to be played, and how long each player thought.

mod visitor;

use std::fmt;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::time::Duration;

use pgn_reader::Reader;
use shakmaty::fen::ParseFenError;
use shakmaty::san::{SanError, SanPlus};
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Move, Position, PositionError};

use super::control::Control;
use visitor::{GameVisitor, MAX_PLIES};

/// Longest tag line that is sure to be read.
const TAG_LINE: usize = 4_096;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// White's name, `?` where the game gives none.
    pub white: String,
    /// Black's name, `?` where the game gives none.
    pub black: String,
    /// Where it starts.
    pub start: Chess,
    /// Whether it is Chess960.
    pub castling: CastlingMode,
    /// The time control, where its tag can be understood.
    pub control: Option<Control>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The result; `None` where it is open or unknown.
    pub outcome: Option<KnownOutcome>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub play: Move,
    /// The move as it is written.
    pub san: SanPlus,
    /// How long the player took for it, from `%emt`, or else from two `%clk` of his.
    pub took: Option<Duration>,
}

/// The games of a file, one after the other, each with its number from 1.
pub struct PgnGames<R> {
    reader: Reader<R>,
    number: usize,
}

/// Why a game cannot be played. Games are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The file cannot be read, or is no PGN.
    #[error("game {game}: {source}")]
    Read {
        /// The game.
        game: usize,
        /// What is wrong.
        source: io::Error,
    },
    /// The file has fewer games.
    #[error("there is no game {game}: the file has {games}")]
    Missing {
        /// The game that was asked for.
        game: usize,
        /// How many the file has.
        games: usize,
    },
    /// A variant other than chess and Chess960.
    #[error("game {game} is {variant}: only chess and Chess960 can be played")]
    Variant {
        /// The game.
        game: usize,
        /// Its variant.
        variant: String,
    },
    /// Its `FEN` tag is no FEN.
    #[error("game {game}: its FEN: {source}")]
    Fen {
        /// The game.
        game: usize,
        /// What is wrong.
        source: ParseFenError,
    },
    /// Its `FEN` tag is no position that chess can be played from.
    #[error("game {game}: its start: {source}")]
    Start {
        /// The game.
        game: usize,
        /// What is wrong.
        source: Box<PositionError<Chess>>,
    },
    /// A move cannot be played.
    #[error("game {game}: {number}{san} cannot be played: {source}")]
    Move {
        /// The game.
        game: usize,
        /// Where in the game.
        number: PgnMoveNumber,
        /// The move as it is written.
        san: SanPlus,
        /// What is wrong.
        source: SanError,
    },
    /// There is nothing to play: a forfeit, or no PGN at all.
    #[error("game {game} has no moves")]
    Empty {
        /// The game.
        game: usize,
    },
    /// The game is longer than games can be.
    #[error("game {game} has more than {MAX_PLIES} plies")]
    TooLong {
        /// The game.
        game: usize,
    },
}

/// The number before a move: `12.` or `12...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnMoveNumber {
    /// Number of the full move.
    pub full: u32,
    /// Who moves.
    pub turn: Color,
}

impl<R: Read> PgnGames<R> {
    /// Reads a PGN file from its beginning.
    pub fn new(pgn: R) -> Self {
        let reader = Reader::build(pgn).set_supported_tag_line_length(TAG_LINE).finish();
        Self { reader, number: 0 }
    }

    /// Passes over a game; false where there is none.
    ///
    /// # Errors
    /// [`PgnError::Read`] where the file cannot be read.
    pub fn pass_over(&mut self) -> Result<bool, PgnError> {
        self.number += 1;
        self.reader.skip_game().map_err(|source| PgnError::Read { game: self.number, source })
    }
}

impl<R: Read> Iterator for PgnGames<R> {
    type Item = (usize, Result<PgnGame, PgnError>);

    /// The next game. Nothing follows on what cannot be read.
    fn next(&mut self) -> Option<Self::Item> {
        self.number += 1;
        let game = self.number;
        match self.reader.read_game(&mut GameVisitor { game }) {
            Ok(read) => read.map(|read| (game, read)),
            Err(source) => Some((game, Err(PgnError::Read { game, source }))),
        }
    }
}

impl PgnGame {
    /// Reads game `number` of a PGN file.
    ///
    /// Variations are passed over, and so is text that is no move in SAN.
    ///
    /// # Errors
    /// [`PgnError`] names the game and, where it is one of its moves, the move.
    pub fn read(pgn: impl Read, number: NonZeroUsize) -> Result<Self, PgnError> {
        let mut games = PgnGames::new(pgn);
        for passed in 1..number.get() {
            if !games.pass_over()? {
                return Err(PgnError::Missing { game: number.get(), games: passed - 1 });
            }
        }
        let missing = PgnError::Missing { game: number.get(), games: number.get() - 1 };
        games.next().map_or(Err(missing), |(_, game)| game)
    }

    /// What is played from a position on that occurs in the game, the last time that it does: the same pieces, the same
    /// side to move. `None` where it does not occur.
    pub fn going_on_from(&self, position: &Chess) -> Option<Self> {
        let is_it = |now: &Chess| (now.board(), now.turn()) == (position.board(), position.turn());
        let mut now = self.start.clone();
        let mut found = is_it(&now).then(|| (0, now.clone()));
        for (index, ply) in self.plies.iter().enumerate() {
            now.play_unchecked(ply.play);
            if is_it(&now) {
                found = Some((index + 1, now.clone()));
            }
        }
        let (played, start) = found?;
        Some(Self { start, plies: self.plies.get(played..)?.to_vec(), ..self.clone() })
    }

    /// A position in which nothing is played.
    pub fn at_rest(position: Chess) -> Self {
        Self {
            white: "?".to_owned(),
            black: "?".to_owned(),
            castling: CastlingMode::Standard,
            start: position,
            control: None,
            plies: Vec::new(),
            outcome: None,
        }
    }

    /// The number before ply `index`, counted from 0.
    pub fn number(&self, index: usize) -> PgnMoveNumber {
        let plies = index + usize::from(self.start.turn().is_black());
        let moves = u32::try_from(plies / 2).unwrap_or(u32::MAX);
        PgnMoveNumber {
            full: self.start.fullmoves().get().saturating_add(moves),
            turn: Color::from_white(plies.is_multiple_of(2)),
        }
    }

    /// The position after the last move.
    pub fn last_position(&self) -> Chess {
        let mut position = self.start.clone();
        for ply in &self.plies {
            position.play_unchecked(ply.play);
        }
        position
    }
}

impl fmt::Display for PgnMoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.full, if self.turn.is_white() { ". " } else { "... " })
    }
}

#[cfg(test)]
mod tests;

//! Moves as people write them.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use crate::shown::ShownGame;

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// The game is not that long.
    #[error("the game has no ply {ply}; its last one is {last}")]
    NoPly {
        /// The ply that was named.
        ply: u32,
        /// How many there are.
        last: usize,
    },
    /// Nobody can move so there.
    #[error("`{played}` is no move at ply {ply}; give it by its squares, as in g1f3")]
    NotThere {
        /// What was given.
        played: String,
        /// For which ply.
        ply: u32,
    },
}

/// A move in UCI that was given by its squares, or in SAN for a ply of the game, from 1.
///
/// # Errors
/// [`NoMove`]: why it is none.
pub fn uci(game: &ShownGame, ply: u32, text: &str) -> Result<String, NoMove> {
    if text.parse::<UciMove>().is_ok() {
        return Ok(text.to_owned());
    }
    let not_there = || NoMove::NotThere { played: text.to_owned(), ply };
    let last = game.moves.len();
    if usize::try_from(ply).is_ok_and(|ply| ply > last + 1) {
        return Err(NoMove::NoPly { ply, last });
    }
    let (before, mode) = position_before(game, ply).ok_or_else(not_there)?;
    let san: SanPlus = text.parse().map_err(|_| not_there())?;
    let mv = san.san.to_move(&before).map_err(|_| not_there())?;
    Ok(mv.to_uci(mode).to_string())
}

/// The position before a ply, if only legal moves lead there.
fn position_before(game: &ShownGame, ply: u32) -> Option<(Chess, CastlingMode)> {
    let start: Fen = game.start.parse().ok()?;
    let mode = CastlingMode::detect(start.as_setup());
    let mut position: Chess = start.into_position(mode).ok()?;
    let before = usize::try_from(ply.checked_sub(1)?).ok()?;
    for uci in game.moves.get(..before)? {
        let mv = uci.parse::<UciMove>().ok()?.to_move(&position).ok()?;
        position = position.play(mv).ok()?;
    }
    Some((position, mode))
}

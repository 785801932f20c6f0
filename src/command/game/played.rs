//! Moves as people write them.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};
use touchmove_client::shown::ShownGame;
use touchmove_core::words::phrases::Failed;

use crate::Failure;

/// A move in UCI that was given by its squares, or in SAN for a ply of the game, from 1.
pub(super) fn uci(game: &ShownGame, ply: u32, text: &str) -> Result<String, Failure> {
    if text.parse::<UciMove>().is_ok() {
        return Ok(text.to_owned());
    }
    let by_squares = || Failure::misused(Failed::NoMove { played: text.into(), ply: ply.into() });
    let last = game.moves.len();
    if usize::try_from(ply).is_ok_and(|ply| ply > last + 1) {
        let (game, ply, last) = ((&game.id).into(), ply.into(), last.into());
        return Err(Failure::misused(Failed::NoPly { game, ply, last }));
    }
    let (before, mode) = position_before(game, ply).ok_or_else(by_squares)?;
    let san: SanPlus = text.parse().map_err(|_| by_squares())?;
    let mv = san.san.to_move(&before).map_err(|_| by_squares())?;
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

//! The line of play in UCI, as `# truth:` in the headers of a recording gives it.

use super::view::GameView;

/// What stands behind a move that is illegal and stands.
pub const ILLEGAL: char = '!';

/// The moves that stand, an illegal one with [`ILLEGAL`] behind it, and then the result if there is
/// one.
pub fn words(game: &GameView) -> Vec<String> {
    let moves = game.moves.iter().map(|scored| {
        let mark = if scored.told.san.is_none() { ILLEGAL.to_string() } else { String::new() };
        scored.told.uci.clone() + &mark
    });
    let result = game.result.map(|result| result.value.pgn().to_owned());
    moves.chain(result).collect()
}

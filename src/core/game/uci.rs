//! The line of play in UCI, as `# truth:` in the headers of a recording gives it.

use super::view::{GameView, ScoredMove};

/// What stands behind a move that is illegal and stands.
pub const ILLEGAL: char = '!';

/// What stands before a position from which play goes on though no move leads there; blanks in its FEN
/// are written as [`BLANK`].
pub const POSITION: char = '@';

/// A blank in a FEN.
pub const BLANK: char = '_';

/// The moves that stand, an illegal one with [`ILLEGAL`] behind it, and then the result if there is
/// one. Where no move explains how play went on, its position stands between them.
pub fn words(game: &GameView) -> Vec<String> {
    let mut words = Vec::new();
    let mut breaks = game.breaks.iter().peekable();
    for played in 0..=game.moves.len() {
        while let Some(placed) = breaks.next_if(|placed| placed.after <= played) {
            words.push(format!("{POSITION}{}", placed.fen.replace(' ', &BLANK.to_string())));
        }
        words.extend(game.moves.get(played).map(|scored| word(scored)));
    }
    words.extend(game.result.map(|result| result.value.pgn().to_owned()));
    words
}

fn word(scored: &ScoredMove) -> String {
    let mut word = scored.told.uci.to_string();
    word.extend((!scored.told.is_legal()).then_some(ILLEGAL));
    word
}

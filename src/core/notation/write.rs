//! Writing a move in the form of the handbook.

use shakmaty::san::San;
use shakmaty::{CastlingSide, Chess, Move, Position};

use super::Letters;

/// The move in short form: `Nbxd2`, `exd6`, `d8Q`, `0-0-0`, with `+` or `#` behind it. The file tells two
/// pieces apart where it can, else the rank, else both (C.10). A move that is not legal in `position` is
/// written without `+` and `#`.
#[must_use]
pub fn write(mv: Move, position: &Chess, letters: Letters) -> String {
    let mut text = without_check(San::from_move(position, mv), letters);
    text.extend(check(mv, position));
    text
}

fn without_check(san: San, letters: Letters) -> String {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return match san {
            San::Castle(CastlingSide::QueenSide) => "0-0-0".to_owned(),
            San::Castle(CastlingSide::KingSide) => "0-0".to_owned(),
            _ => san.to_string(),
        };
    };
    let mut text = String::new();
    text.extend(letters.letter(role));
    text.extend(file.map(shakmaty::File::char));
    text.extend(rank.map(shakmaty::Rank::char));
    text.extend(capture.then_some('x'));
    text.push_str(&to.to_string());
    text.extend(promotion.and_then(|role| letters.letter(role)));
    text
}

fn check(mv: Move, position: &Chess) -> Option<char> {
    let after = position.clone().play(mv).ok()?;
    match (after.is_checkmate(), after.is_check()) {
        (true, _) => Some('#'),
        (false, true) => Some('+'),
        (false, false) => None,
    }
}

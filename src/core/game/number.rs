//! The number that a move has on the scoresheet.
//!
//! It is counted by positions, not by plies: where play went on from a position that was set, or a side moved twice, a
//! ply says nothing about who moved.

use std::fmt;
use std::str::FromStr;

use shakmaty::Color;

/// The number of a move on the scoresheet, and whose it is: `12.` is White's, `12...` Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    number: u32,
    side: Color,
}

impl MoveNumber {
    /// Of the next move in a position, a FEN; what is no FEN counts as the usual start.
    pub fn next_in(fen: &str) -> Self {
        let mut fields = fen.split(' ').skip(1);
        let side = if fields.next() == Some("b") { Color::Black } else { Color::White };
        let number = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
        Self { number: number.max(1), side }
    }

    /// Of a move of `side` after which this position, a FEN, stands: Black's move has counted on.
    pub fn before(fen: &str, side: Color) -> Self {
        Self::before_number(Self::next_in(fen).number, side)
    }

    /// Of a move of `side` after which the scoresheet goes on with this number.
    pub(super) fn before_number(next: u32, side: Color) -> Self {
        let counted = next.saturating_sub(u32::from(side.is_black()));
        Self { number: counted.max(1), side }
    }

    /// Of a ply, from 1, of a game that began in this position, a FEN, where the moves that stand have these numbers; of
    /// one that is not there, counted on from the last.
    pub fn of_ply(ply: u32, numbers: &[Self], start: &str) -> Self {
        let at = usize::try_from(ply.saturating_sub(1)).unwrap_or(usize::MAX);
        let counted_from = |plies: usize, first: Self| {
            first.later_by(u32::try_from(at.saturating_sub(plies)).unwrap_or(u32::MAX))
        };
        match (numbers.get(at), numbers.last()) {
            (Some(number), _) => *number,
            (None, Some(last)) => counted_from(numbers.len() - 1, *last),
            (None, None) => counted_from(0, Self::next_in(start)),
        }
    }

    /// Of the move so many plies later.
    #[must_use]
    pub fn later_by(self, plies: u32) -> Self {
        let half_moves = plies.saturating_add(u32::from(self.side.is_black()));
        let side = if half_moves.is_multiple_of(2) { Color::White } else { Color::Black };
        Self { number: self.number.saturating_add(half_moves / 2), side }
    }

    /// The number itself, from 1.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Whose move it is.
    pub const fn side(self) -> Color {
        self.side
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = self.side.fold_wb(".", "...");
        f.pad(&format!("{}{dots}", self.number))
    }
}

/// It is no number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number of a move is written as 12. or 12...")]
pub struct NotAMoveNumber;

impl FromStr for MoveNumber {
    type Err = NotAMoveNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (number, side) = match text.strip_suffix("...") {
            Some(number) => (number, Color::Black),
            None => (text.strip_suffix('.').ok_or(NotAMoveNumber)?, Color::White),
        };
        let number = number.parse().ok().filter(|number| *number > 0).ok_or(NotAMoveNumber)?;
        Ok(Self { number, side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const BLACK_BEGINS: &str = "4k3/8/8/8/8/8/p7/4K3 b - - 0 30";

    #[test]
    fn moves_are_numbered_on_from_their_start() {
        let numbers = |start| {
            let first = MoveNumber::next_in(start);
            [0, 1, 2, 3].map(|plies| first.later_by(plies).to_string())
        };
        assert_eq!(numbers(START), ["1.", "1...", "2.", "2..."]);
        assert_eq!(numbers(BLACK_BEGINS), ["30...", "31.", "31...", "32."]);
        assert_eq!(numbers("no position"), ["1.", "1...", "2.", "2..."]);
    }

    #[test]
    fn a_move_has_the_number_of_the_position_that_it_was_made_in() {
        let before = |fen: &str, side| MoveNumber::before(fen, side).to_string();
        assert_eq!(before("8/8/8/8/8/8/8/8 b - - 0 7", Color::White), "7.");
        assert_eq!(before("8/8/8/8/8/8/8/8 w - - 0 8", Color::Black), "7...");
        // The side that moved has the move again.
        assert_eq!(before("8/8/8/8/8/8/8/8 w - - 0 8", Color::White), "8.");
        assert_eq!(before(START, Color::Black), "1...");
    }

    #[test]
    fn a_number_is_read_as_it_is_written() {
        for text in ["1.", "1...", "120...", "4000."] {
            assert_eq!(text.parse::<MoveNumber>().unwrap().to_string(), text);
        }
        for text in ["", ".", "...", "0.", "12", "12..", "-1."] {
            assert_eq!(text.parse::<MoveNumber>(), Err(NotAMoveNumber), "{text}");
        }
    }
}

//! What stands on a board, as lines of text.

use std::str::FromStr as _;

use touchmove_client::shown::ShownBoard;
use touchmove_drivers::observation::{Placement, Reading, Square};

use super::figure::figure;

/// What stands on the board, White below: by the game, or by the readings where there is none.
pub(super) fn placement(board: &ShownBoard) -> Option<Placement> {
    if let Some(game) = &board.game {
        return Placement::from_str(game.fen.split(' ').next()?).ok();
    }
    let placement = Placement::from_str(board.placement.as_ref()?).ok()?;
    Some(if board.turned == Some(true) { placement.turned() } else { placement })
}

/// A placement as nine lines: the ranks from the eighth down, and the letters of the files.
pub(super) fn diagram(placement: &Placement) -> String {
    let squares: Vec<Square> = Square::all().collect();
    let rank = |(index, squares): (usize, &[Square])| {
        let signs = squares.iter().map(|square| match placement.get(*square) {
            Reading::Empty => "·",
            reading => figure(reading),
        });
        format!("{} {}\n", index + 1, signs.collect::<Vec<_>>().join(" "))
    };
    let ranks: String = squares.chunks(8).enumerate().rev().map(rank).collect();
    ranks + "  a b c d e f g h\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_stands_below() {
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR".parse().unwrap();
        insta::assert_snapshot!(diagram(&start), @r"
        8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
        7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
        6 · · · · · · · ·
        5 · · · · · · · ·
        4 · · · · ♙ · · ·
        3 · · · · · · · ·
        2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙
        1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
          a b c d e f g h
        ");
    }
}

//! What stands on a board, as LiveChess' clients read it: the placement field of a FEN, White below, every piece by its letter.

use std::str::FromStr;

use touchmove_client::shown::ShownBoard;
use touchmove_drivers::observation::{Color, Piece, Placement, Reading, Square};

/// What stands on a board, White below. `None` where nothing is known of a square on which something stands.
pub(super) fn of_board(board: &ShownBoard) -> Option<Placement> {
    let read = Placement::from_str(board.placement.as_ref()?).ok()?;
    let seen = if board.turned == Some(true) { read.turned() } else { read };
    let game = board.game.as_ref().and_then(|game| of_fen(&game.fen));
    if is_named(&seen) {
        return Some(seen);
    }
    Some(named_by(&seen, &game?))
}

/// The placement field of a FEN.
pub(super) fn of_fen(fen: &str) -> Option<Placement> {
    Placement::from_str(fen.split(' ').next()?).ok()
}

/// Whether it is known of every piece which one it is.
fn is_named(seen: &Placement) -> bool {
    Square::all().all(|square| matches!(seen.get(square), Reading::Empty | Reading::Piece(_)))
}

/// What a board sees that does not know its pieces, by the position of its game: what stands where it stood is what it was, and
/// what stands elsewhere is what is missing, where only one piece is.
fn named_by(seen: &Placement, game: &Placement) -> Placement {
    let piece_of = |square| match game.get(square) {
        Reading::Piece(piece) => Some(piece),
        _ => None,
    };
    let missing: Vec<Piece> = Square::all()
        .filter(|square| seen.get(*square) == Reading::Empty)
        .filter_map(piece_of)
        .collect();
    let mut named = seen.clone();
    for square in Square::all() {
        let color = match seen.get(square) {
            Reading::Empty | Reading::Piece(_) => continue,
            Reading::Color(color) => Some(color),
            _ => None,
        };
        let fits = |piece: &Piece| color.is_none_or(|color: Color| piece.color == color);
        let lifted = || match *missing.iter().copied().filter(fits).collect::<Vec<_>>() {
            [only] => Some(only),
            _ => None,
        };
        let piece = piece_of(square).filter(fits).or_else(lifted);
        named.set(square, piece.map_or(Reading::Empty, Reading::Piece));
    }
    named
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_game};

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// What clients read of a board that shows this, on which a game begins.
    fn read(placement: &str) -> String {
        let placement = Some(placement.to_owned());
        let board = ShownBoard { placement, game: Some(a_game(&[])), ..a_board() };
        of_board(&board).unwrap().to_string()
    }

    #[test]
    fn a_board_that_knows_no_pieces_has_those_of_its_game() {
        assert_eq!(read("********/********/8/8/8/8/********/********"), START);
        let lifted = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR";
        assert_eq!(read("--------/--------/8/8/8/8/++++1+++/++++++++"), lifted);
        let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        assert_eq!(read("********/********/8/8/4*3/8/****1***/********"), moved);
        assert_eq!(read("--------/--------/8/8/4+3/8/++++1+++/++++++++"), moved);
    }

    #[test]
    fn where_two_pieces_are_missing_nobody_guesses_which_one_came_down() {
        let two = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKB1R";
        assert_eq!(read("********/********/8/8/4*3/8/****1***/******1*"), two);
    }

    #[test]
    fn a_board_that_lies_the_other_way_round_is_read_with_white_below() {
        let placement = Some("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr".to_owned());
        let board = ShownBoard { placement, turned: Some(true), ..a_board() };
        assert_eq!(of_board(&board).unwrap().to_string(), START);
    }

    #[test]
    fn without_a_game_nobody_knows_the_pieces_of_a_board_that_does_not() {
        let placement = Some("********/********/8/8/8/8/********/********".to_owned());
        assert_eq!(of_board(&ShownBoard { placement, ..a_board() }), None);
    }
}

//! The numbers of Chess960's starting positions (after Reinhard Scharnagl), 518 of which is the usual one.

use shakmaty::fen::Fen;
use shakmaty::{Color, File, Rank, Role, Square};
use touchmove_core::sheet::SheetStart;
use touchmove_drivers::recording::Variant;

/// The usual start.
pub(super) const USUAL: u16 = 518;

/// How two knights stand on five squares, in the order of their numbers.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The number of a start; of one that has none that of the usual one, and a remark.
pub(super) fn number_of_start(start: &SheetStart) -> (u16, Option<String>) {
    if *start == SheetStart::usual() {
        return (USUAL, None);
    }
    let number = (start.variant == Variant::Chess960).then(|| number_of(&start.fen)).flatten();
    match number {
        Some(number) => (number, None),
        None => (USUAL, Some(format!("played from {}; the PGN has the moves", start.fen))),
    }
}

/// The number of the position on White's first rank.
fn number_of(fen: &str) -> Option<u16> {
    let fen: Fen = fen.parse().ok()?;
    let board = &fen.as_setup().board;
    let rank: Vec<Role> = File::ALL
        .into_iter()
        .filter_map(|file| board.piece_at(Square::from_coords(file, Rank::First)))
        .filter(|piece| piece.color == Color::White)
        .map(|piece| piece.role)
        .collect();
    if rank.len() != 8 {
        return None;
    }
    let places = |role: Role| (0..8).filter(|at| rank[*at] == role).collect::<Vec<_>>();
    let bishops = places(Role::Bishop);
    let light = bishops.iter().find(|at| !at.is_multiple_of(2))? / 2;
    let dark = bishops.iter().find(|at| at.is_multiple_of(2))? / 2;
    let rest: Vec<_> = rank.iter().filter(|role| **role != Role::Bishop).collect();
    let queen = rest.iter().position(|role| **role == Role::Queen)?;
    let rest: Vec<_> = rest.into_iter().filter(|role| **role != Role::Queen).collect();
    let knights: Vec<_> = rest
        .iter()
        .enumerate()
        .filter(|(_, role)| ***role == Role::Knight)
        .map(|(at, _)| at)
        .collect();
    let knights = KNIGHTS.iter().position(|both| both[..] == knights)?;
    let others: Vec<_> = rest.into_iter().filter(|role| **role != Role::Knight).collect();
    let is_castle = others == [&Role::Rook, &Role::King, &Role::Rook];
    is_castle.then(|| u16::try_from(light + 4 * dark + 16 * queen + 96 * knights).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_of_chess960_has_its_number() {
        let number = |rank: &str| {
            number_of(&format!(
                "{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w - - 0 1",
                rank.to_lowercase()
            ))
        };
        assert_eq!(number("RNBQKBNR"), Some(518));
        assert_eq!(number("BBQNNRKR"), Some(0));
        assert_eq!(number("RKRNNQBB"), Some(959));
        assert_eq!(number("BQBNNRKR"), None, "the bishops stand on squares of one colour");
        assert_eq!(number("RNBQKBN1"), None);
        assert_eq!(number_of("no FEN"), None);
    }
}

//! The number of a start position of Chess960.

use shakmaty::fen::Fen;
use shakmaty::{File, Rank, Role, Square};

/// The knights' two places among five, in the order in which they are numbered.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The number of a start position, from 0 to 959; 518 is the usual one. `None` where it is none.
pub(super) fn start_number(fen: &str) -> Option<u16> {
    let setup = fen.parse::<Fen>().ok()?.into_setup();
    let role = |file| setup.board.role_at(Square::from_coords(file, Rank::First));
    let row: Vec<Role> = File::ALL.into_iter().map(role).collect::<Option<_>>()?;
    let places = |wanted: Role, among: &[Role]| -> Vec<usize> {
        (0..among.len()).filter(|place| among[*place] == wanted).collect()
    };
    let bishops = places(Role::Bishop, &row);
    let light = bishops.iter().find(|file| **file % 2 == 1)?;
    let dark = bishops.iter().find(|file| **file % 2 == 0)?;
    let without_bishops: Vec<_> = row.iter().copied().filter(|it| *it != Role::Bishop).collect();
    let queen = *places(Role::Queen, &without_bishops).first()?;
    let others: Vec<_> = without_bishops.into_iter().filter(|it| *it != Role::Queen).collect();
    let knights = places(Role::Knight, &others);
    let knights = KNIGHTS.iter().position(|pair| *pair == *knights)?;
    let rest: Vec<_> = others.into_iter().filter(|it| *it != Role::Knight).collect();
    if rest != [Role::Rook, Role::King, Role::Rook] {
        return None;
    }
    u16::try_from(light / 2 + 4 * (dark / 2) + 16 * queen + 96 * knights).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_positions_have_their_numbers() {
        let number = |row: &str| {
            let fen =
                format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1", row.to_lowercase());
            start_number(&fen)
        };
        assert_eq!(number("RNBQKBNR"), Some(518));
        assert_eq!(number("BBQNNRKR"), Some(0));
        assert_eq!(number("RKRNNQBB"), Some(959));
        assert_eq!(number("RNBKQBNR"), Some(534));
        assert_eq!(number("KNBQRBNR"), None);
        assert_eq!(start_number("8/8/8/8/8/8/8/8 w - - 0 1"), None);
    }
}

//! The numbers of Chess960's starting positions (after Reinhard Scharnagl), 518 of which is the usual one.

use shakmaty::Role;

/// The usual start.
pub(crate) const USUAL: u16 = 518;

/// How two knights stand on five squares, in the order of their numbers.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The number of a start position; `None` where it is none.
pub(crate) fn number_of(fen: &str) -> Option<u16> {
    let mut fields = fen.split(' ');
    let placement = fields.next()?;
    let row = placement.rsplit('/').next()?;
    let is_start = placement == format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row}", row.to_lowercase());
    if !is_start || fields.next() != Some("w") {
        return None;
    }
    let rank: Vec<Role> = row.chars().map(Role::from_char).collect::<Option<_>>()?;
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
        let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(number_of(moved), None, "a pawn has moved");
        assert_eq!(number_of("no FEN"), None);
    }
}

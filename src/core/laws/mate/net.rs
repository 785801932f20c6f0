//! Whether a mating net can ever be drawn, by where the pieces may ever get to.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::reach::{MovingPiece, Reach};
use super::steps;

/// A king's square on which it may be mated, and the squares from which the other king helps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) king: Square,
    /// All squares where it makes no difference.
    pub(super) own_king: Bitboard,
}

/// Where `side` may ever mate; proof that it cannot where there are none.
pub(super) fn spots(reach: &Reach, side: Color) -> impl Iterator<Item = Spot> {
    let own: Vec<&MovingPiece> = officers(reach, side).collect();
    let blockers: Vec<Bitboard> = officers(reach, !side).map(MovingPiece::anywhere).collect();
    let squares = |side| reach.king(side).map_or(Bitboard::EMPTY, |king| king.squares);
    let (kings, own_king) = (squares(!side), squares(side));
    kings.into_iter().filter_map(move |square| {
        let mut help = Bitboard::EMPTY;
        for (index, checker) in own.iter().enumerate() {
            if !checker.attacks().contains(square) {
                continue;
            }
            let others = own.iter().enumerate().filter(|(other, _)| *other != index);
            let attacked =
                others.fold(Bitboard::EMPTY, |all, (_, piece)| all | past_king(piece, square));
            let net = Net { square, attacked, own_king, blockers: &blockers };
            let mut seen = Vec::new();
            for covered in checks(checker, square, reach.free()) {
                if !seen.contains(&covered) {
                    seen.push(covered);
                    help |= net.help(covered);
                }
            }
            if help == own_king {
                break;
            }
        }
        help.any().then_some(Spot { king: square, own_king: help })
    })
}

fn officers(reach: &Reach, side: Color) -> impl Iterator<Item = &MovingPiece> {
    reach.pieces.iter().filter(move |piece| piece.side == side && piece.role != Role::King)
}

/// What a piece may ever attack, also past a king on `square` that it checks.
fn past_king(piece: &MovingPiece, square: Square) -> Bitboard {
    let attacks = piece.attacks();
    if !attacks.contains(square) {
        return attacks;
    }
    let king = Bitboard::from_square(square);
    let beyond = match piece.role {
        Role::Bishop => steps::diagonal(king),
        Role::Rook => steps::straight(king),
        Role::Queen => steps::around(king),
        _ if piece.as_queen.any() => steps::around(king),
        _ => Bitboard::EMPTY,
    };
    attacks | beyond
}

/// What a checker attacks around the king on `square`, for each square that it may check from.
fn checks(checker: &MovingPiece, square: Square, free: Bitboard) -> impl Iterator<Item = Bitboard> {
    let ring = attacks::king_attacks(square);
    let target = Bitboard::from_square(square);
    let walls = !free & !target;
    let lines =
        move |from: Square, role: Role, side: Color| attacks::attacks(from, role.of(side), walls);
    let side = checker.side;
    let now = checker.squares.into_iter().map(move |from| lines(from, checker.role, side));
    let queen = checker.as_queen.into_iter().map(move |from| lines(from, Role::Queen, side));
    let knight = checker.as_knight.into_iter().map(move |from| lines(from, Role::Knight, side));
    now.chain(queen)
        .chain(knight)
        .filter(move |covered| covered.contains(square))
        .map(move |covered| covered & ring)
}

/// A king on a square, and what may be around it.
struct Net<'a> {
    square: Square,
    /// What the pieces of the side, but for its king and the checker, may ever attack.
    attacked: Bitboard,
    own_king: Bitboard,
    /// Where each of the king's own pieces may ever stand.
    blockers: &'a [Bitboard],
}

impl Net<'_> {
    /// Where the side's king may stand so that all squares around its opponent may be denied at once.
    fn help(&self, covered: Bitboard) -> Bitboard {
        let ring = attacks::king_attacks(self.square);
        let open = ring & !self.attacked & !covered;
        if self.blocked(open) {
            return self.own_king;
        }
        let near = steps::around(steps::around(Bitboard::from_square(self.square)));
        let opposed = (self.own_king & near & !ring).without(self.square);
        opposed
            .into_iter()
            .filter(|own| self.blocked(open & !attacks::king_attacks(*own)))
            .collect()
    }

    /// Whether the king's own pieces may stand on all of `open`, each on one square.
    fn blocked(&self, open: Bitboard) -> bool {
        if open.is_empty() {
            return true;
        }
        let mut standing: [Option<Square>; 64] = [None; 64];
        open.into_iter()
            .all(|square| self.stand(square, &mut Bitboard::EMPTY.clone(), &mut standing))
    }

    /// Finds a piece for `square`, moving others that have one elsewhere.
    fn stand(
        &self,
        square: Square,
        tried: &mut Bitboard,
        standing: &mut [Option<Square>; 64],
    ) -> bool {
        for (index, squares) in self.blockers.iter().enumerate().take(64) {
            let piece = Bitboard(1 << index);
            if !squares.contains(square) || tried.is_superset(piece) {
                continue;
            }
            *tried |= piece;
            let displaced = standing.get(index).copied().flatten();
            if displaced.is_none_or(|other| self.stand(other, tried, standing)) {
                if let Some(place) = standing.get_mut(index) {
                    *place = Some(square);
                }
                return true;
            }
        }
        false
    }
}

//! What the touches bind to: articles 4.3, 4.4 and 4.5; of 1995 articles 5.1 and 7.2.

use shakmaty::{Bitboard, Color, Move, MoveList, Piece, Position, Role, Square};

use super::{Binding, CastlingIntent, Contact, MOST, Table};
use crate::laws::edition::Rule;

/// The men touched, each once. Of men touched together the own ones come first (4.3.3), a rook after
/// its king (4.4.1), and otherwise the order is that of the contacts.
pub(super) struct Touches<'a> {
    table: &'a Table<'a>,
    men: [Man; MOST],
    count: usize,
}

#[derive(Clone, Copy)]
struct Man {
    square: Square,
    piece: Piece,
    /// Which of the instants of touching, counted from 0.
    instant: usize,
}

/// What stands in unused places.
const NOBODY: Man = Man {
    square: Square::A1,
    piece: Piece { color: Color::White, role: Role::Pawn },
    instant: usize::MAX,
};

impl<'a> Touches<'a> {
    /// Men touched by the player on move; an empty square is nobody's touch.
    pub(super) fn new(table: &'a Table<'a>, contacts: &[Contact]) -> Self {
        let mut touches = Self { table, men: [NOBODY; MOST], count: 0 };
        let mut seen = Bitboard::EMPTY;
        let mut instant = 0;
        let mut moment = None;
        for contact in contacts {
            let is_later = moment.replace(contact.moment).is_some_and(|was| was != contact.moment);
            instant += usize::from(is_later);
            let square = contact.square;
            let Some(piece) = table.position.board().piece_at(square) else { continue };
            if seen.contains(square) {
                continue;
            }
            seen.add(square);
            let Some(place) = touches.men.get_mut(touches.count) else { break };
            *place = Man { square, piece, instant };
            touches.count += 1;
        }
        touches.put_in_order();
        touches
    }

    /// As if nothing had been touched but what came before the king.
    pub(super) fn before_king(self) -> Self {
        let king = self.king().map_or(usize::MAX, |king| king.instant);
        let count = self.men().iter().take_while(|man| man.instant < king).count();
        Self { count, ..self }
    }

    /// What they bind to; `None` where nothing touched can be moved or taken (4.5).
    pub(super) fn binding(&self) -> Option<Binding> {
        let own = self.men().iter().find(|man| self.is_own(man));
        let enemy = self.men().iter().find(|man| !self.is_own(man));
        let both = own.zip(enemy);
        let taking = both.and_then(|(own, enemy)| {
            let takes =
                |mv: Move| mv.from() == Some(own.square) && captured(mv) == Some(enemy.square);
            Binding::some(self.table.choose(takes), Rule::TouchedBoth)
        });
        let mut binding = taking.or_else(|| self.men().iter().find_map(|man| self.of(man)))?;
        if both.is_some() && matches!(binding.rule, Rule::TouchedOwn | Rule::TouchedEnemy) {
            binding.rule = Rule::TouchedBoth;
        }
        Some(binding)
    }

    /// What one man binds to.
    fn of(&self, man: &Man) -> Option<Binding> {
        let table = self.table;
        if !self.is_own(man) {
            let takes = |mv| captured(mv) == Some(man.square);
            return Binding::some(table.choose(takes), Rule::TouchedEnemy);
        }
        if man.piece.role == Role::King {
            return self.of_king(man);
        }
        let rule = if self.bars_castling(man) { Rule::RookThenKing } else { Rule::TouchedOwn };
        Binding::some(table.choose(|mv| mv.from() == Some(man.square)), rule)
    }

    /// 4.4, and 5.1 of 1995.
    fn of_king(&self, king: &Man) -> Option<Binding> {
        let table = self.table;
        let mut barring = self.men().iter().filter(|man| self.bars_castling(man)).peekable();
        let is_barred = barring.peek().is_some();
        let barring: Bitboard = barring.map(|man| man.square).collect();
        let its_side_only = table.edition.rook_then_king_bars_its_side_only();
        let barred = |mv| match mv {
            Move::Castle { rook, .. } => is_barred && (!its_side_only || barring.contains(rook)),
            _ => false,
        };
        if table.edition.king_then_rook_castles()
            && let Some(mut castling) = self.king_then_rook(king, barred)
        {
            castling.ambiguous |= is_barred;
            return Some(castling);
        }
        let moves = table.choose(|mv| mv.from() == Some(king.square) && !barred(mv));
        if is_barred {
            let bars_more = |mv: &Move| match mv {
                Move::Castle { rook, .. } => barred(*mv) && !barring.contains(*rook),
                _ => false,
            };
            let ambiguous = table.legal.iter().any(bars_more);
            let binding = Binding::some(moves, Rule::RookThenKing);
            return binding.map(|binding| Binding { ambiguous, ..binding });
        }
        if !self.meant_illegal_castling(king) {
            return Binding::some(moves, Rule::TouchedOwn);
        }
        Some(if moves.is_empty() {
            let ambiguous = table.castling == CastlingIntent::Presumed;
            Binding { ambiguous, ..Binding::to(table.legal.clone(), Rule::CastlingIllegal) }
        } else {
            Binding::to(moves, Rule::CastlingIllegal)
        })
    }

    /// 4.4.1: the castling with the first rook touched after the king that can castle. Where another
    /// man was touched between the two the articles allow two readings.
    fn king_then_rook(&self, king: &Man, barred: impl Fn(Move) -> bool) -> Option<Binding> {
        let after = self.men().iter().skip_while(|man| man.square != king.square).skip(1);
        let castling = |man: &Man| self.table.castling_with(man.square).filter(|mv| !barred(*mv));
        let (between, castling) =
            after.enumerate().find_map(|(between, man)| Some((between, castling(man)?)))?;
        let moves = MoveList::from_iter([castling]);
        Some(Binding { moves, rule: Rule::KingThenRook, ambiguous: between > 0 })
    }

    /// 4.4.3: whether a rook was touched after the king, to castle where castling is illegal.
    fn meant_illegal_castling(&self, king: &Man) -> bool {
        let rooks = self.men().iter().filter(|man| self.is_own_rook(man));
        let mut after = rooks.filter(|rook| rook.instant >= king.instant);
        after.any(|rook| {
            let is_meant = match self.table.castling {
                CastlingIntent::Presumed => self.table.stands_for_castling(rook.square),
                CastlingIntent::Meant => true,
                CastlingIntent::Denied => false,
            };
            is_meant && self.table.castling_with(rook.square).is_none()
        })
    }

    /// 4.4.2: a rook that stands for castling, touched before the king.
    fn bars_castling(&self, man: &Man) -> bool {
        let is_before = self.king().is_some_and(|king| man.instant < king.instant);
        is_before && self.is_own_rook(man) && self.table.stands_for_castling(man.square)
    }

    fn king(&self) -> Option<&Man> {
        self.men().iter().find(|man| self.is_own(man) && man.piece.role == Role::King)
    }

    fn is_own(&self, man: &Man) -> bool {
        man.piece.color == self.table.position.turn()
    }

    fn is_own_rook(&self, man: &Man) -> bool {
        self.is_own(man) && man.piece.role == Role::Rook
    }

    fn men(&self) -> &[Man] {
        self.men.get(..self.count).unwrap_or_default()
    }

    fn put_in_order(&mut self) {
        let king = self.king().map(|king| king.instant);
        let mut order = [(usize::MAX, 0_u8, 0, NOBODY); MOST];
        for (index, (place, man)) in order.iter_mut().zip(self.men()).enumerate() {
            let rank = match man.piece.role {
                _ if !self.is_own(man) => 2,
                Role::Rook if king == Some(man.instant) => 1,
                _ => 0,
            };
            *place = (man.instant, rank, index, *man);
        }
        order.sort_unstable_by_key(|(instant, rank, index, _)| (*instant, *rank, *index));
        self.men = order.map(|(.., man)| man);
    }
}

/// Where the captured man stands: of a pawn taken in passing not the square that is entered.
fn captured(mv: Move) -> Option<Square> {
    match mv {
        Move::Normal { capture: Some(_), to, .. } => Some(to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

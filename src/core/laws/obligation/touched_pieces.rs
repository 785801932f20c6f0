//! What the touches bind to: articles 4.3, 4.4 and 4.5; of 1995 articles 5.1 and 7.2.

use shakmaty::{Bitboard, Color, Move, MoveList, Piece, Position, Role, Square};

use super::{Binding, CastlingIntent, Contact, MAX_PIECES, MoveChoices};
use crate::laws::edition::Rule;

/// The pieces touched, each once. Of pieces touched together the own ones come first (4.3.3), a rook after
/// its king (4.4.1), and otherwise the order is that of the contacts.
pub(super) struct TouchedPieces<'a> {
    choices: &'a MoveChoices<'a>,
    pieces: [TouchedPiece; MAX_PIECES],
    count: usize,
}

#[derive(Clone, Copy)]
struct TouchedPiece {
    square: Square,
    piece: Piece,
    /// Which of the instants of touching, counted from 0.
    instant: usize,
}

/// What stands in unused places.
const NO_PIECE: TouchedPiece = TouchedPiece {
    square: Square::A1,
    piece: Piece { color: Color::White, role: Role::Pawn },
    instant: usize::MAX,
};

impl<'a> TouchedPieces<'a> {
    /// Pieces touched by the player on move; an empty square is nobody's touch.
    pub(super) fn new(choices: &'a MoveChoices<'a>, contacts: &[Contact]) -> Self {
        let mut touches = Self { choices, pieces: [NO_PIECE; MAX_PIECES], count: 0 };
        let mut seen = Bitboard::EMPTY;
        let mut instant = 0;
        let mut moment = None;
        for contact in contacts {
            let is_later = moment.replace(contact.moment).is_some_and(|was| was != contact.moment);
            instant += usize::from(is_later);
            let square = contact.square;
            let Some(piece) = choices.position.board().piece_at(square) else { continue };
            if seen.contains(square) {
                continue;
            }
            seen.add(square);
            let Some(place) = touches.pieces.get_mut(touches.count) else { break };
            *place = TouchedPiece { square, piece, instant };
            touches.count += 1;
        }
        touches.put_in_order();
        touches
    }

    /// As if nothing had been touched but what came before the king.
    pub(super) fn before_king(self) -> Self {
        let king = self.king().map_or(usize::MAX, |king| king.instant);
        let count = self.pieces().iter().take_while(|touched| touched.instant < king).count();
        Self { count, ..self }
    }

    /// What they bind to; `None` where nothing touched can be moved or taken (4.5).
    pub(super) fn binding(&self) -> Option<Binding> {
        let own = self.pieces().iter().find(|touched| self.is_own(touched));
        let enemy = self.pieces().iter().find(|touched| !self.is_own(touched));
        let both = own.zip(enemy);
        let taking = both.and_then(|(own, enemy)| {
            let takes =
                |mv: Move| mv.from() == Some(own.square) && captured(mv) == Some(enemy.square);
            Binding::some(self.choices.choose(takes), Rule::TouchedBoth)
        });
        let mut binding =
            taking.or_else(|| self.pieces().iter().find_map(|touched| self.of(touched)))?;
        if both.is_some() && matches!(binding.rule, Rule::TouchedOwn | Rule::TouchedEnemy) {
            binding.rule = Rule::TouchedBoth;
        }
        Some(binding)
    }

    /// What one piece binds to.
    fn of(&self, touched: &TouchedPiece) -> Option<Binding> {
        let choices = self.choices;
        if !self.is_own(touched) {
            let takes = |mv| captured(mv) == Some(touched.square);
            return Binding::some(choices.choose(takes), Rule::TouchedEnemy);
        }
        if touched.piece.role == Role::King {
            return self.of_king(touched);
        }
        let rule = if self.bars_castling(touched) { Rule::RookThenKing } else { Rule::TouchedOwn };
        Binding::some(choices.choose(|mv| mv.from() == Some(touched.square)), rule)
    }

    /// 4.4, and 5.1 of 1995.
    fn of_king(&self, king: &TouchedPiece) -> Option<Binding> {
        let choices = self.choices;
        let mut barring =
            self.pieces().iter().filter(|touched| self.bars_castling(touched)).peekable();
        let is_barred = barring.peek().is_some();
        let barring: Bitboard = barring.map(|touched| touched.square).collect();
        let its_side_only = choices.edition.rook_then_king_bars_its_side_only();
        let barred = |mv| match mv {
            Move::Castle { rook, .. } => is_barred && (!its_side_only || barring.contains(rook)),
            _ => false,
        };
        if choices.edition.king_then_rook_castles()
            && let Some(mut castling) = self.king_then_rook(king, barred)
        {
            castling.ambiguous |= is_barred;
            return Some(castling);
        }
        let moves = choices.choose(|mv| mv.from() == Some(king.square) && !barred(mv));
        if is_barred {
            let bars_more = |mv: &Move| match mv {
                Move::Castle { rook, .. } => barred(*mv) && !barring.contains(*rook),
                _ => false,
            };
            let ambiguous = choices.legal.iter().any(bars_more);
            let binding = Binding::some(moves, Rule::RookThenKing);
            return binding.map(|binding| Binding { ambiguous, ..binding });
        }
        if !self.meant_illegal_castling(king) {
            return Binding::some(moves, Rule::TouchedOwn);
        }
        Some(if moves.is_empty() {
            let ambiguous = choices.castling == CastlingIntent::Presumed;
            Binding { ambiguous, ..Binding::to(choices.legal.clone(), Rule::CastlingIllegal) }
        } else {
            Binding::to(moves, Rule::CastlingIllegal)
        })
    }

    /// 4.4.1: the castling with the first rook touched after the king that can castle. Where another
    /// piece was touched between the two the articles allow two readings.
    fn king_then_rook(
        &self,
        king: &TouchedPiece,
        barred: impl Fn(Move) -> bool,
    ) -> Option<Binding> {
        let after =
            self.pieces().iter().skip_while(|touched| touched.square != king.square).skip(1);
        let castling = |touched: &TouchedPiece| {
            self.choices.castling_with(touched.square).filter(|mv| !barred(*mv))
        };
        let (between, castling) =
            after.enumerate().find_map(|(between, touched)| Some((between, castling(touched)?)))?;
        let moves = MoveList::from_iter([castling]);
        Some(Binding { moves, rule: Rule::KingThenRook, ambiguous: between > 0 })
    }

    /// 4.4.3: whether a rook was touched after the king, to castle where castling is illegal.
    fn meant_illegal_castling(&self, king: &TouchedPiece) -> bool {
        let rooks = self.pieces().iter().filter(|touched| self.is_own_rook(touched));
        let mut after = rooks.filter(|rook| rook.instant >= king.instant);
        after.any(|rook| {
            let is_meant = match self.choices.castling {
                CastlingIntent::Presumed => self.choices.stands_for_castling(rook.square),
                CastlingIntent::Meant => true,
                CastlingIntent::Denied => false,
            };
            is_meant && self.choices.castling_with(rook.square).is_none()
        })
    }

    /// 4.4.2: a rook that stands for castling, touched before the king.
    fn bars_castling(&self, touched: &TouchedPiece) -> bool {
        let is_before = self.king().is_some_and(|king| touched.instant < king.instant);
        is_before && self.is_own_rook(touched) && self.choices.stands_for_castling(touched.square)
    }

    fn king(&self) -> Option<&TouchedPiece> {
        self.pieces()
            .iter()
            .find(|touched| self.is_own(touched) && touched.piece.role == Role::King)
    }

    fn is_own(&self, touched: &TouchedPiece) -> bool {
        touched.piece.color == self.choices.position.turn()
    }

    fn is_own_rook(&self, touched: &TouchedPiece) -> bool {
        self.is_own(touched) && touched.piece.role == Role::Rook
    }

    fn pieces(&self) -> &[TouchedPiece] {
        self.pieces.get(..self.count).unwrap_or_default()
    }

    fn put_in_order(&mut self) {
        let king = self.king().map(|king| king.instant);
        let mut order = [(usize::MAX, 0_u8, 0, NO_PIECE); MAX_PIECES];
        for (index, (place, touched)) in order.iter_mut().zip(self.pieces()).enumerate() {
            let rank = match touched.piece.role {
                _ if !self.is_own(touched) => 2,
                Role::Rook if king == Some(touched.instant) => 1,
                _ => 0,
            };
            *place = (touched.instant, rank, index, *touched);
        }
        order.sort_unstable_by_key(|(instant, rank, index, _)| (*instant, *rank, *index));
        self.pieces = order.map(|(.., touched)| touched);
    }
}

/// Where the captured piece stands: of a pawn taken in passing not the square that is entered.
fn captured(mv: Move) -> Option<Square> {
    match mv {
        Move::Normal { capture: Some(_), to, .. } => Some(to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

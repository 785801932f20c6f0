//! What a player who touched these pieces must play (articles 4.3 to 4.7).
//!
//! `touch` says what the touches bind to, `release` what was put down. The caller leaves out what was
//! announced as adjusting and what was an accident (4.2).

mod released_piece;
mod touched_pieces;

use shakmaty::{Chess, Move, MoveList, Position, Role, Square};

use self::touched_pieces::TouchedPieces;
use super::article::Article;
use super::edition::Rule;
use super::rulebook::Edition;
use crate::account::replies;

/// So many pieces touched and so many releases count: as many as there are pieces on a board.
const MAX_PIECES: usize = 32;

/// A piece touched by the player on move. Whose it is follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Where the piece stands in the position.
    pub square: Square,
    /// Grows from touch to touch; pieces touched together share one, and their order is unknown.
    pub moment: u32,
}

/// What was put down. It came after the contacts up to its moment, and before all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutDown {
    /// An own piece of the position, on another square; it is among the contacts too.
    Piece {
        /// Where it stands in the position.
        from: Square,
        /// Where it was released.
        to: Square,
        /// The moment of the last contact before.
        moment: u32,
    },
    /// A new piece touched the promotion square.
    Promoted {
        /// The promotion square.
        on: Square,
        /// What the pawn becomes.
        role: Role,
        /// The moment of the last contact before.
        moment: u32,
    },
}

/// Whether a player who touched king and rook meant to castle (4.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CastlingIntent {
    /// Nobody said so: presumed where king and rook stand as for castling.
    #[default]
    Presumed,
    /// He did.
    Meant,
    /// He did not.
    Denied,
}

/// What the hands of the player on move have done since the opponent's move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hands<'a> {
    /// Pieces touched, in order.
    pub contacts: &'a [Contact],
    /// Pieces put down, in order.
    pub releases: &'a [PutDown],
    /// What is known of castling.
    pub castling: CastlingIntent,
}

/// What must be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The moves left to the player: legal ones, and at least one while there are any.
    pub moves: MoveList,
    /// The article that decided; that of free choice where nothing was touched.
    pub article: Article,
    /// Whether these are all legal moves.
    pub free: bool,
    /// Whether the Laws can be read otherwise here, or an intention was presumed that decides.
    pub ambiguous: bool,
}

/// What the player on move must play after what his hands have done.
///
/// A move outside is a breach of the touch-move rules, even when it was released: a release that the
/// touches did not allow changes nothing. Of what follows a move that was made nothing counts. In a
/// position without own king no move is legal, and no move ever takes the opponent's.
pub fn obligation(edition: Edition, position: &Chess, hands: &Hands<'_>) -> Obligation {
    let choices = MoveChoices::new(edition, position, hands.castling);
    let mut released: Option<Binding> = None;
    for release in hands.releases.iter().take(MAX_PIECES) {
        let before = before(hands.contacts, release.moment());
        released = released_piece::after(&choices, release, before, released);
    }
    let binding = released.or_else(|| TouchedPieces::new(&choices, hands.contacts).binding());
    let Binding { moves, rule, ambiguous } = binding.unwrap_or_else(|| choices.free());
    let free = moves.len() == choices.legal.len();
    Obligation { moves, article: edition.article(rule), free, ambiguous }
}

/// The position, its legal moves, and by which Laws they are played.
struct MoveChoices<'a> {
    edition: Edition,
    position: &'a Chess,
    castling: CastlingIntent,
    legal: MoveList,
    king: Option<Square>,
}

/// Moves to which a player is bound, and by which rule.
struct Binding {
    moves: MoveList,
    rule: Rule,
    ambiguous: bool,
}

impl<'a> MoveChoices<'a> {
    fn new(edition: Edition, position: &'a Chess, castling: CastlingIntent) -> Self {
        let king = position.board().king_of(position.turn());
        let legal = replies(position);
        Self { edition, position, castling, legal, king }
    }

    /// The legal moves of which this holds.
    fn choose(&self, fits: impl Fn(Move) -> bool) -> MoveList {
        self.legal.iter().copied().filter(|mv| fits(*mv)).collect()
    }

    /// Castling with the rook here is legal.
    fn castling_with(&self, rook: Square) -> Option<Move> {
        let castles = |mv: &&Move| matches!(mv, Move::Castle { rook: with, .. } if *with == rook);
        self.legal.iter().find(castles).copied()
    }

    /// Whether the king and an own rook here stand as they do before castling.
    fn stands_for_castling(&self, rook: Square) -> bool {
        let home = self.position.turn().backrank();
        let corners = [shakmaty::File::A, shakmaty::File::H];
        let is_corner = rook.rank() == home && corners.contains(&rook.file());
        let on_e = Square::from_coords(shakmaty::File::E, home);
        self.position.castles().castling_rights().contains(rook)
            || is_corner && self.king == Some(on_e)
    }

    fn free(&self) -> Binding {
        Binding::to(self.legal.clone(), Rule::NothingBinds)
    }
}

impl Binding {
    const fn to(moves: MoveList, rule: Rule) -> Self {
        Self { moves, rule, ambiguous: false }
    }

    /// `None` where there are no such moves: then the rule binds to nothing.
    fn some(moves: MoveList, rule: Rule) -> Option<Self> {
        (!moves.is_empty()).then(|| Self::to(moves, rule))
    }
}

impl PutDown {
    const fn moment(self) -> u32 {
        match self {
            Self::Piece { moment, .. } | Self::Promoted { moment, .. } => moment,
        }
    }
}

/// The contacts up to a moment.
fn before(contacts: &[Contact], moment: u32) -> &[Contact] {
    let later = contacts.iter().position(|contact| contact.moment > moment);
    contacts.get(..later.unwrap_or(contacts.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests;

//! A position, and what the readings say of the moves that may follow it.

use std::sync::{Arc, OnceLock};

use shakmaty::{Board, Chess, Color, Move, Position, Square};

use super::seen::{Seen, piece_of};

/// A position with its legal successors, worked out when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Arc<Chess>,
    /// The last record that belongs to the position: what is newer belongs to the moves from it.
    record: u64,
    replies: OnceLock<Arc<[(Move, Board)]>>,
}

impl Node {
    pub(super) fn new(position: Arc<Chess>, record: u64) -> Self {
        Self { position, record, replies: OnceLock::new() }
    }

    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }

    /// The position after a legal move.
    pub(super) fn after(&self, mv: Move) -> Chess {
        let mut position = self.position.as_ref().clone();
        position.play_unchecked(mv);
        position
    }

    /// The one legal move after which the readings fit; `None` where there is none, or several.
    pub(super) fn reply_shown(&self, seen: &Seen) -> Option<Move> {
        let shown = |(mv, board): &&(Move, Board)| seen.shows(board) && self.arrived(*mv, seen);
        let mut fitting = self.replies().iter().filter(shown);
        let (mv, _) = fitting.next()?;
        fitting.next().is_none().then_some(*mv)
    }

    /// The one pair of legal moves after which the readings fit; `None` where there is none, or
    /// several.
    pub(super) fn two_replies_shown(&self, seen: &Seen) -> Option<[Move; 2]> {
        let mut found = None;
        for (first, board) in self.replies().iter() {
            if !may_be_first_of_two(*first, board, self.position.turn(), seen) {
                continue;
            }
            let middle = Self::new(Arc::new(self.after(*first)), self.record);
            let Some(second) = middle.reply_shown(seen) else { continue };
            if found.replace([*first, second]).is_some() {
                return None;
            }
        }
        found
    }

    /// Whether the readings may be a legal move on its way: some men not yet lifted, some in the
    /// hand, the others where the move takes them.
    pub(super) fn on_the_way(&self, seen: &Seen) -> bool {
        let underway = |square: Square, board: &Board| {
            !seen.reading(square).is_occupied()
                || seen.fits(square, board.piece_at(square))
                || seen.fits(square, self.board().piece_at(square))
        };
        let fits = |board: &Board| Square::ALL.iter().all(|&square| underway(square, board));
        self.replies().iter().any(|(_, board)| fits(board))
    }

    fn replies(&self) -> &Arc<[(Move, Board)]> {
        self.replies.get_or_init(|| {
            let moves = self.position.legal_moves();
            moves.iter().map(|&mv| (mv, self.after(mv).board().clone())).collect()
        })
    }

    /// Whether the man has arrived as far as the board can tell. Where it cannot name men, a square
    /// on which a man is to be captured looks the same before and after: it must have changed.
    fn arrived(&self, mv: Move, seen: &Seen) -> bool {
        let to = mv.to();
        !mv.is_capture()
            || piece_of(seen.reading(to)).is_some()
            || seen.change(to).record > self.record
    }
}

/// Cheap test before a search: the man of `side` has left, and no more is changed than a second move
/// can change.
fn may_be_first_of_two(first: Move, board: &Board, side: Color, seen: &Seen) -> bool {
    const MOST_SQUARES_OF_A_MOVE: usize = 4;
    let left = match first {
        Move::Castle { .. } => true,
        _ => first.from().is_none_or(|from| {
            piece_of(seen.reading(from)).is_none_or(|there| there.color != side)
        }),
    };
    left && seen.differences(board).take(MOST_SQUARES_OF_A_MOVE + 1).count()
        <= MOST_SQUARES_OF_A_MOVE
}

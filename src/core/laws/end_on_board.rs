//! What ends a game by what stands on the board (5.1.1, 5.2.1, 5.2.2, 9.6): a position comes in, and its end goes out.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, attacks};

use super::article::Article;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::mate::{self, Mating, Search};
use super::repetition::{self, History};
use super::rulebook::Edition;
use crate::account::{position_after, replies};

/// With so many replies or fewer the player on move has hardly a choice.
const MAX_FORCED_REPLIES: usize = 2;

/// With so many answers to each reply or fewer the opponent has hardly one either.
const MAX_FORCED_ANSWERS: usize = 8;

/// What ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndOnBoard {
    /// This side is mated.
    Checkmate(Color),
    Stalemate,
    DeadPosition,
    Fivefold,
    SeventyFive,
}

/// The move that led to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastMove {
    pub(super) mv: Move,
    pub(super) side: Color,
}

impl EndOnBoard {
    /// What this position, the last of the history, ends, if it ends the game.
    pub(super) fn after(
        position: &Chess,
        history: &History,
        last: LastMove,
        edition: Edition,
    ) -> Option<Self> {
        let is_automatic = edition.repetition_ends_game();
        let replies = count_replies(position);
        if replies == 0 && position.is_check() {
            Some(Self::Checkmate(last.side.other()))
        } else if replies == 0 {
            Some(Self::Stalemate)
        } else if is_dead(position, last.mv, replies, edition) {
            Some(Self::DeadPosition)
        } else if is_automatic && repetition::is_fivefold(history.occurrences_of_last()) {
            Some(Self::Fivefold)
        } else if is_automatic && repetition::is_seventy_five(history.halfmoves()) {
            Some(Self::SeventyFive)
        } else {
            None
        }
    }

    /// The rule by which it ends.
    pub(super) const fn rule(self) -> Rule {
        match self {
            Self::Checkmate(_) => Rule::Checkmate,
            Self::Stalemate => Rule::Stalemate,
            Self::DeadPosition => Rule::DeadPosition,
            Self::Fivefold => Rule::Fivefold,
            Self::SeventyFive => Rule::SeventyFive,
        }
    }

    /// How the game ends, by this article.
    pub(super) fn ending(self, article: Article) -> Ending {
        let (value, reason) = match self {
            Self::Checkmate(side) => (ResultValue::win_of(side.other()), ResultReason::Checkmate),
            Self::Stalemate => (ResultValue::Draw, ResultReason::Stalemate),
            Self::DeadPosition => (ResultValue::Draw, ResultReason::DeadPosition),
            Self::Fivefold => (ResultValue::Draw, ResultReason::Fivefold),
            Self::SeventyFive => (ResultValue::Draw, ResultReason::SeventyFive),
        };
        Ending { value, reason, article: Some(article) }
    }
}

/// Whether nobody can mate any more (`docs/laws/rules.md` 7.3). It is looked for where that may be: on boards without
/// queens and rooks on which no pawn can step forward, and where the replies are as good as forced.
fn is_dead(position: &Chess, last: Move, replies: usize, edition: Edition) -> bool {
    if edition.lists_dead_positions() {
        return is_listed_as_dead(position);
    }
    let bound = if replies <= MAX_FORCED_REPLIES && is_forced(position) {
        Search::FORCED
    } else if last.is_zeroing() && may_be_dead(position) {
        Search::FULL
    } else {
        return false;
    };
    let cannot_mate = |side| mate::can_mate(position, side, bound) == Mating::Impossible;
    Color::ALL.into_iter().all(cannot_mate)
}

/// 10.4 of 1995: bare kings, a king with one bishop or knight against one, or a bishop each on squares of one colour.
fn is_listed_as_dead(position: &Chess) -> bool {
    let board = position.board();
    let (men, minor) = (board.occupied().count(), board.bishops() | board.knights());
    let kings = board.kings().count();
    match men - kings {
        0 => true,
        1 => minor.count() == 1,
        2 => {
            let bishops = board.bishops();
            let is_one_each = Color::ALL.map(|side| (bishops & board.by_color(side)).count());
            let light = (bishops & Bitboard::LIGHT_SQUARES).count();
            is_one_each == [1, 1] && light != 1
        }
        _ => false,
    }
}

/// Whether the opponent has hardly a choice either, or nothing to mate with is left, whatever is replied.
fn is_forced(position: &Chess) -> bool {
    replies(position).into_iter().all(|reply| {
        let after = position_after(position, reply);
        replies(&after).len() <= MAX_FORCED_ANSWERS || after.is_insufficient_material()
    })
}

/// Whether a position is worth the search: neither queen nor rook, and no pawn that can step forward.
fn may_be_dead(position: &Chess) -> bool {
    let board = position.board();
    let [black, white] =
        [Color::Black, Color::White].map(|side| board.by_piece(Role::Pawn.of(side)));
    let ahead = Bitboard(white.0 << 8) | Bitboard(black.0 >> 8);
    let blocked = ahead & board.pawns();
    (board.queens() | board.rooks()).is_empty() && blocked.count() == board.pawns().count()
}

/// How many legal moves there are; of more than [`MAX_FORCED_REPLIES`] some may not be counted.
fn count_replies(position: &Chess) -> usize {
    let (board, lines) = (position.board(), |king| attacks::queen_attacks(king, Bitboard::EMPTY));
    let king = board.king_of(position.turn()).filter(|_| !position.is_check());
    // A piece that stands on no line with its king is not pinned.
    let free = king.map_or(Bitboard::EMPTY, |king| {
        position.us() & !board.pawns() & !board.kings() & !lines(king)
    });
    let mut counted = 0;
    for piece in free {
        counted += (board.attacks_from(piece) & !position.us()).count();
        if counted > MAX_FORCED_REPLIES {
            return counted;
        }
    }
    position.legal_moves().len()
}

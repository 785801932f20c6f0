//! How a game ends: its result, why, and by which article.

pub use crate::points::ResultValue;

use super::article::Article;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who gets what.
    pub value: ResultValue,
    /// Why.
    pub reason: ResultReason,
    /// The article, where there is one.
    pub article: Option<Article>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultReason {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// No series of legal moves mates.
    DeadPosition,
    /// The same position for the fifth time.
    Fivefold,
    /// Seventy-five moves without capture or pawn's move.
    SeventyFive,
    /// The players agreed on a draw.
    Agreement,
    /// Threefold repetition was claimed.
    ThreefoldClaim,
    /// Fifty moves without capture or pawn's move were claimed.
    FiftyClaim,
    /// A player resigned.
    Resignation,
    /// A player resigned against one who cannot mate.
    ResignationCannotMate,
    /// Time was used up.
    Flag,
    /// Time was used up against a player who cannot mate.
    FlagCannotMate,
    /// Time was used up against a bare king.
    FlagBareKing,
    /// An illegal move loses at once.
    IllegalMove,
    /// An illegal move loses at once, but the opponent cannot mate.
    IllegalMoveCannotMate,
    /// The second illegal move.
    SecondIllegal,
    /// The second illegal move, but the opponent cannot mate.
    SecondIllegalCannotMate,
    /// An illegal position stands.
    IllegalPosition,
    /// A player came too late.
    DefaultTime,
    /// Both came too late.
    BothLate,
    /// Both flags have fallen.
    BothFlags,
    /// The opponent does not win by normal means (III.5).
    QuickplayFinish,
    /// The sealed move cannot be played.
    SealedMoveInvalid,
    /// An illegal move was sealed against a bare king.
    SealedIllegalBareKing,
    /// The arbiter's penalty.
    ArbiterPenalty,
    /// The players put the kings in the centre to tell the result. No article: the result itself was
    /// agreed or resigned off the board.
    Kings,
    /// Somebody decided so.
    Decision,
}

impl Ending {
    /// Whether the game ended by what stands on the board.
    pub(super) const fn is_on_board(&self) -> bool {
        matches!(
            self.reason,
            ResultReason::Checkmate
                | ResultReason::Stalemate
                | ResultReason::DeadPosition
                | ResultReason::Fivefold
                | ResultReason::SeventyFive
        )
    }
}

impl ResultReason {
    /// Word of the JSON lines and the bus (`docs/laws/vocabulary.md` 3).
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventyfive",
            Self::Agreement => "agreement",
            Self::ThreefoldClaim => "threefold-claim",
            Self::FiftyClaim => "fifty-claim",
            Self::Resignation => "resignation",
            Self::ResignationCannotMate => "resignation-opponent-cannot-mate",
            Self::Flag => "flag",
            Self::FlagCannotMate => "flag-opponent-cannot-mate",
            Self::FlagBareKing => "flag-opponent-bare-king",
            Self::IllegalMove => "illegal-move",
            Self::IllegalMoveCannotMate => "illegal-move-opponent-cannot-mate",
            Self::SecondIllegal => "second-illegal",
            Self::SecondIllegalCannotMate => "second-illegal-opponent-cannot-mate",
            Self::IllegalPosition => "illegal-position",
            Self::DefaultTime => "default-time",
            Self::BothLate => "both-late",
            Self::BothFlags => "both-flags",
            Self::QuickplayFinish => "quickplay-finish",
            Self::SealedMoveInvalid => "sealed-move-invalid",
            Self::SealedIllegalBareKing => "sealed-illegal-opponent-bare-king",
            Self::ArbiterPenalty => "arbiter-penalty",
            Self::Kings => "kings",
            Self::Decision => "decision",
        }
    }
}

//! How a game ends: its result, why, and by which article.

use shakmaty::{Color, KnownOutcome};

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

/// Who gets what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultValue {
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// ½-½.
    Draw,
    /// 0-0: both have lost (11.8).
    BothLose,
    /// The game goes on after all.
    Open,
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
    /// The arbiter's penalty.
    ArbiterPenalty,
    /// The players put the kings in the centre to tell the result. No article: the result itself was
    /// agreed or resigned off the board.
    Kings,
    /// Somebody decided so.
    Decision,
    /// The result told before does not hold.
    Withdrawn,
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

impl ResultValue {
    /// This side wins.
    pub const fn win_of(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The result as PGN writes it; PGN has no word for a game that both have lost.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::BothLose | Self::Open => "*",
        }
    }

    /// Its word in the conclusions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::BothLose => "0-0",
            other => other.pgn(),
        }
    }

    /// The result, where the game is over and not lost by both.
    pub const fn outcome(self) -> Option<KnownOutcome> {
        match self {
            Self::WhiteWins => Some(KnownOutcome::Decisive { winner: Color::White }),
            Self::BlackWins => Some(KnownOutcome::Decisive { winner: Color::Black }),
            Self::Draw => Some(KnownOutcome::Draw),
            Self::BothLose | Self::Open => None,
        }
    }
}

impl From<KnownOutcome> for ResultValue {
    fn from(outcome: KnownOutcome) -> Self {
        match outcome {
            KnownOutcome::Decisive { winner } => Self::win_of(winner),
            KnownOutcome::Draw => Self::Draw,
        }
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
            Self::ArbiterPenalty => "arbiter-penalty",
            Self::Kings => "kings",
            Self::Decision => "decision",
            Self::Withdrawn => "withdrawn",
        }
    }
}

//! What the Laws say: the vocabulary of conclusions (`docs/laws/vocabulary.md` 2).

mod holds;

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

pub use self::holds::{
    Awaited, ClaimKind, ClaimVerdict, Duty, Holds, OfferState, Right, Supervised,
};

use super::article::Article;
use super::command::Misplaced;
use super::control::Extra;
use super::ending::Ending;
use super::watchdog::difference::ClockDifference;
use crate::account::{EvidenceSpan, MoveId};

/// What the Laws say of an entry of the account.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The moment it speaks of.
    pub at: Instant,
    /// What it says.
    pub what: Says,
}

/// What the Laws say.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// The move is made (4.7).
    Made(MoveId),
    /// The move is completed (6.2.1), with the mover's time then, where a press told it. What releasing the piece completed is
    /// told again when it is pressed for: then it counts for the time control (6.5 of 1995).
    Completed(MoveId, CompletedBy, Option<ClockTime>),
    /// The move is no longer part of the game.
    Undone(MoveId),
    /// The game is over.
    Ended(Ending),
    /// The game is not over after all: the move that ended it was taken back.
    NotEnded,
    /// An irregularity, or a new state of one told before.
    Incident(Incident),
    /// What is to be done to the board or the clock, or a new state of it.
    Instruction(Instruction),
    /// What holds now, for the arbiter to know.
    Holds(Holds),
}

/// What completes a move (6.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletedBy {
    /// The mover stopped his clock and started his opponent's.
    Press,
    /// The mover released the piece (6.1 of 1995).
    Release,
    /// The move ended the game (6.2.1.1).
    EndsGame,
    /// The mover made his next move without having pressed (6.2.1.2).
    NextMove,
    /// The move was sealed, and its envelope is opened (14.2 of 1995).
    Sealed,
}

impl CompletedBy {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Press => "press",
            Self::Release => "release",
            Self::EndsGame => "ends-game",
            Self::NextMove => "next-move",
            Self::Sealed => "sealed",
        }
    }
}

/// An irregularity in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// Number within the game, from 1.
    pub id: u32,
    /// What became of it.
    pub state: IncidentState,
    /// What it is.
    pub kind: IncidentKind,
    /// The article that is broken, or applies.
    pub article: Article,
    /// Whose it is, where it is a player's.
    pub side: Option<Color>,
    /// How sure it is.
    pub certainty: Certainty,
    /// The ply in which it happened, from 1.
    pub ply: u32,
    /// The records that show it.
    pub evidence: EvidenceSpan,
    /// The squares concerned, in the order touched.
    pub squares: Vec<Square>,
    /// What was expected of the clock and what is seen, where that is what it tells.
    pub difference: Option<ClockDifference>,
}

impl Incident {
    /// Whether it is about the clock, and nobody has decided of it: it does not stand or fall with a move.
    pub(super) fn is_open_of_clock(&self) -> bool {
        matches!(self.kind, IncidentKind::Clock(_)) && self.state == IncidentState::Raised
    }
}

/// What became of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncidentState {
    /// It was told.
    Raised,
    /// What followed shows that it did not happen.
    Withdrawn,
    /// The arbiter says that it happened.
    Confirmed,
    /// The arbiter says that it did not, or does not matter.
    Dismissed,
    /// The right to complain of it is lost (4.8), and nobody has.
    Lapsed,
}

impl IncidentState {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Raised => "raised",
            Self::Withdrawn => "withdrawn",
            Self::Confirmed => "confirmed",
            Self::Dismissed => "dismissed",
            Self::Lapsed => "lapsed",
        }
    }
}

/// How sure an incident is (`docs/laws/rules.md` 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Noise is plausible, or the texts contradict each other: logged, not pushed.
    Low,
    /// It depends on an order, a moment, or an intention that is presumed.
    Medium,
    /// It follows from the text and clean events.
    High,
}

impl Certainty {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// What an incident is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IncidentKind {
    /// Another piece was moved than the one touched, or otherwise than the touches bind.
    TouchMoveViolation,
    /// A piece released on a legal square went elsewhere.
    ReleasedPieceMoved,
    /// A piece was touched by the player not on move.
    WrongSideTouch,
    /// An illegal placement stands that nobody has pressed for.
    IllegalMovePending,
    /// An illegal move is completed.
    IllegalMoveCompleted,
    /// The pawn on the last rank was not replaced.
    PromotionNotReplaced,
    /// The clock was pressed without a move.
    PressWithoutMove,
    /// A move was made with two hands.
    TwoHands,
    /// Pieces stand elsewhere, and not by a move.
    DisplacedPieces,
    /// Mate or stalemate by a move that breaks the touch-move rules.
    EndNotImmediate,
    /// Time is used up.
    FlagFall,
    /// A draw was offered at the wrong moment.
    DrawOfferIrregular,
    /// The position is illegal.
    IllegalPositionWatch(Sign),
    /// Scoresheets are to be brought up to date.
    ScoresheetUpdateRequired,
    /// The clock shows what it should not.
    Clock(&'static str),
}

/// By what an illegal position is known (A.5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Both kings are in check.
    BothKingsInCheck,
    /// A pawn stands on the last rank.
    PawnOnLastRank,
}

impl Sign {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::BothKingsInCheck => "both-kings-in-check",
            Self::PawnOnLastRank => "pawn-on-last-rank",
        }
    }
}

impl IncidentKind {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TouchMoveViolation => "touch-move-violation",
            Self::ReleasedPieceMoved => "released-piece-moved",
            Self::WrongSideTouch => "wrong-side-touch",
            Self::IllegalMovePending => "illegal-move-pending",
            Self::IllegalMoveCompleted => "illegal-move-completed",
            Self::PromotionNotReplaced => "promotion-not-replaced",
            Self::PressWithoutMove => "press-without-move",
            Self::TwoHands => "two-hands",
            Self::DisplacedPieces => "displaced-pieces",
            Self::EndNotImmediate => "end-not-immediate",
            Self::FlagFall => "flag-fall",
            Self::DrawOfferIrregular => "draw-offer-irregular",
            Self::IllegalPositionWatch(_) => "illegal-position-watch",
            Self::ScoresheetUpdateRequired => "scoresheet-update-required",
            Self::Clock(word) => word,
        }
    }
}

/// What the Laws want done.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// Number within the game, from 1.
    pub id: u32,
    /// Whether it is done.
    pub state: InstructionState,
    /// The incident that it follows from.
    pub incident: Option<u32>,
    /// The article.
    pub article: Article,
    /// What is to be done.
    pub act: Act,
}

/// Whether an instruction is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionState {
    /// It waits.
    Open,
    /// The readings show it.
    Done,
    /// It need not be done any more.
    Waived,
}

impl InstructionState {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Waived => "waived",
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The position before the irregularity is set up again.
    Restore(Arc<Chess>),
    /// The pawn is replaced.
    Replace {
        /// Where it stands.
        square: Square,
        /// By what.
        role: Role,
    },
    /// A player gets more time.
    ClockAdd {
        /// Who.
        side: Color,
        /// How much.
        time: Duration,
    },
    /// A player gets less time.
    ClockSub {
        /// Who.
        side: Color,
        /// How much.
        time: Duration,
    },
    /// This player's time runs.
    ClockRun(Color),
    /// Both clocks are stopped.
    ClockPause,
    /// The clock is set so that each has used so much (12.6 of 1995): Black, White.
    ClockUsed([Duration; 2]),
    /// The clock is set to what each had left when the game was adjourned (14.1 of 1995): White's, Black's.
    ClockSet([ClockTime; 2]),
    /// From now on each move has this besides (III.4).
    ClockMode(Extra),
    /// A new game is begun.
    NewGame(Colours),
    /// The position is transferred to a board that lies rightly.
    TransferPosition,
    /// Castling is out for this game: with this rook, or with a king.
    CastlingForbidden(Misplaced),
    /// The game is declared over: the arbiter decides.
    Declare(Ending),
}

/// With which colours a new game is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// The same.
    Same,
    /// Those that were paired.
    Correct,
}

impl Colours {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Correct => "correct",
        }
    }
}

impl Act {
    /// Word of the JSON lines and the bus.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Restore(_) => "restore",
            Self::Replace { .. } => "replace",
            Self::ClockAdd { .. } => "clock_add",
            Self::ClockSub { .. } => "clock_sub",
            Self::ClockRun(_) => "clock_run",
            Self::ClockPause => "clock_pause",
            Self::ClockUsed(_) => "clock_used",
            Self::ClockSet(_) => "clock_set",
            Self::ClockMode(_) => "clock_mode",
            Self::NewGame(_) => "new_game",
            Self::TransferPosition => "transfer_position",
            Self::CastlingForbidden(_) => "castling_forbidden",
            Self::Declare(_) => "declare",
        }
    }
}

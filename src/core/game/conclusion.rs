//! What is concluded of a game and told: the daemon's answer, in the order reached.

mod certainty;
mod record;

use std::borrow::Cow;

use shakmaty::uci::UciMove;
use shakmaty::{Color, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

pub use super::written::MoveTexts;
pub use crate::account::PositionWhy;
pub use crate::laws::CompletedBy;
pub use crate::laws::ending::{Ending as GameResult, ResultReason, ResultValue};
pub use crate::laws::says::{
    Act, Certainty, Holds, Incident, IncidentState, Instruction, InstructionState,
};

pub use self::record::{ConclusionPart, ConclusionRecord, PartOnBus, PartOnLine, ParticularValue};

use super::number::MoveNumber;
use crate::account::{EvidenceSpan, MoveId, QuestionKind, QuestionState, Sight};

/// A conclusion with its place in its game's sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Number of the game on its board, from 1.
    pub game: u32,
    /// Number within the game, from 1, without gaps but before [`Conclusion::Renewed`]. Provisional moves have none.
    pub seq: Option<u64>,
    /// The moment it speaks of: the last reading that shows a move, the press that completes it.
    pub at: Instant,
    /// What is concluded.
    pub what: Conclusion,
}

/// What is concluded.
#[derive(Clone, Debug, PartialEq)]
pub enum Conclusion {
    /// A move, or a new state of one told before.
    Move(MoveTold),
    /// Play stands at a position that no told move leads to.
    Position {
        /// The position as a FEN.
        fen: String,
        /// Why.
        why: PositionWhy,
    },
    /// The board differs from the line on these squares; none: it equals it again.
    Standing {
        /// The squares.
        differs: Vec<Square>,
    },
    /// The game is over.
    Result(GameResult),
    /// The result told before does not hold: the game goes on.
    Reopened,
    /// Somebody has to be asked, or need not be asked any more.
    Question(AskedQuestion),
    /// An irregularity, or a new state of one told before. For the arbiter alone.
    Incident(Incident),
    /// What the Laws want done, or a new state of it. For the arbiter alone.
    Instruction(Instruction),
    /// What holds by the Laws. For the arbiter alone.
    Holds(Holds),
    /// What was told before with this sequence number and later ones no longer holds: another version of the
    /// program has told it, or evidence is lost. What holds follows.
    Renewed {
        /// The first number that no longer holds.
        from: u64,
    },
}

/// A move as it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveTold {
    /// Its number, the same in all its states; `None` while it is provisional.
    pub id: Option<MoveId>,
    /// Ply in the game, from 1.
    pub ply: u32,
    /// Its state.
    pub state: MoveState,
    /// The move by its squares. Castling is king to target; in Chess960 king takes rook.
    pub uci: UciMove,
    /// The move in SAN, and the position after it.
    pub texts: MoveTexts,
    /// Who moved.
    pub side: Color,
    /// How it was found.
    pub sight: Sight,
    /// How sure reconstruction is, 0–1, by the lines that deny it; how sure it is told to be is [`MoveTold::certainty`].
    pub confidence: f32,
    /// The records that show it.
    pub evidence: EvidenceSpan,
}

/// A move that is told with less certainty than this is doubtful.
pub const DOUBTFUL_BELOW: f32 = 0.99;

impl MoveTold {
    /// Its number on the scoresheet.
    pub fn number(&self) -> MoveNumber {
        MoveNumber::before_number(self.texts.next_number(), self.side)
    }

    /// Whether it is legal.
    pub fn is_legal(&self) -> bool {
        self.texts.is_legal()
    }

    /// The move in SAN; `None` when it is illegal.
    pub fn san(&self) -> Option<&str> {
        self.texts.san()
    }

    /// The move as people read it: in SAN, and in UCI when it is illegal.
    pub fn readable(&self) -> Cow<'_, str> {
        self.san().map_or_else(|| self.uci.to_string().into(), Into::into)
    }

    /// The position after it as a FEN.
    pub fn fen(&self) -> &str {
        self.texts.fen()
    }

    /// How sure it is told to be: the share of such moves that was played.
    pub fn certainty(&self) -> f32 {
        certainty::share_played(self.confidence)
    }

    /// Whether an arbiter should look: another move may have been played.
    pub fn is_doubtful(&self) -> bool {
        self.certainty() < DOUBTFUL_BELOW
    }
}

/// State of a told move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveState {
    /// The best explanation so far; not a fact yet.
    Provisional,
    /// Made in the sense of 4.7.
    Made,
    /// Completed in the sense of 6.2.1.
    Completed {
        /// What completed it.
        by: CompletedBy,
        /// The mover's time in the reading that showed the press.
        left: Option<ClockTime>,
    },
    /// Taken back.
    Superseded,
}

impl MoveState {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Provisional => "provisional",
            Self::Made => "made",
            Self::Completed { .. } => "completed",
            Self::Superseded => "superseded",
        }
    }
}

impl PositionWhy {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gap => "gap",
            Self::Displaced => "displaced",
            Self::Decision => "decision",
        }
    }
}

/// A question that only a person can answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedQuestion {
    /// Number within the game, from 1.
    pub id: u32,
    /// What is asked.
    pub kind: QuestionKind,
    /// The ply that it is about, from 1.
    pub ply: u32,
    /// Whether it still waits.
    pub state: QuestionState,
    /// The answers, each by its word, with the moves in UCI that were played if it is right; none where
    /// no moves are asked for.
    pub choices: Vec<(String, Vec<String>)>,
    /// How sure the last of them is, 0–1, where somebody has weighed it.
    pub confidence: Option<f32>,
}

impl QuestionKind {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::Gap => "gap",
            Self::WhichCapture => "which-capture",
            Self::PromotionPiece => "promotion-piece",
            Self::ResultDiffers => "result-differs",
            Self::Hindsight => "hindsight",
        }
    }
}

impl QuestionState {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Withdrawn => "withdrawn",
            Self::Answered(_) => "answered",
        }
    }
}

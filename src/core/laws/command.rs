//! What players and arbiters say of a game, as decisions hold it (`docs/laws/vocabulary.md` 1).

mod adjourned;
mod record;

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Color, Square};

pub use self::adjourned::{BeforeEnvelope, SealedMove};

use super::ending::ResultValue;
use super::flag::BothIn;
use super::obligation::CastlingIntent;
use super::restored_times::FoundTimes;
use super::says::{ClaimKind, IncidentState};
use crate::points::Points;

/// What somebody says of a game, for the Laws to judge.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A player says that he adjusts (4.2.1).
    Adjust(Color),
    /// He has done.
    AdjustEnd(Color),
    /// A touch was an accident (4.2.2).
    Accidental(Square),
    /// Whether a player who touched king and rook meant to castle (4.4.3).
    CastlingIntent(CastlingIntent),
    /// A player used two hands (7.5.4).
    TwoHands(Color),
    /// A player offers a draw (9.1.2).
    OfferDraw(Color),
    /// A player accepts it.
    AcceptDraw(Color),
    /// A player declines it.
    DeclineDraw(Color),
    /// A player wants his offer back.
    WithdrawOffer(Color),
    /// A player resigns (5.1.2).
    Resign(Color),
    /// A player claims a draw, with a move that he has written (9.2, 9.3).
    ClaimDraw {
        /// Who.
        side: Color,
        /// By what.
        kind: ClaimKind,
        /// The move that he intends.
        intended: Option<UciMove>,
    },
    /// A player claims that the opponent's flag has fallen.
    ClaimFlag(Color),
    /// A player claims an illegal move (A.5.2).
    ClaimIllegal(Color),
    /// Both players agree to correct an illegal move that stands (A.5.2).
    AgreeCorrectIllegal(Fen),
    /// A player arrives, so long after the start (6.7.1).
    Arrived {
        /// Who.
        side: Color,
        /// How long after the start.
        after: Duration,
        /// The opponent, if he is not there either.
        opponent: Presence,
    },
    /// Nobody was there before White came, so long after the start (6.7.2).
    WhiteAbsentUntil(Duration),
    /// Whether a player must record is asked.
    Scoresheet(Color),
    /// The game began from a wrong position (7.2.1).
    FoundStartWrong {
        /// Which piece stood wrong, where that is known.
        misplaced: Option<Misplaced>,
    },
    /// The board lies wrongly (7.2.2).
    FoundBoardTurned,
    /// The game began with colours reversed (7.3).
    FoundColoursReversed {
        /// The time used, by which 8.6 of 1995 decides.
        used: Option<UsedTime>,
    },
    /// The clock was set wrongly (6.10.2).
    FoundClockSetting(Schedule),
    /// An illegal move is found later (7.5.1).
    FoundIllegalMove {
        /// Whose, where it is known.
        side: Option<Color>,
        /// The position before it.
        before: Fen,
        /// Whether that position can be set up.
        known: Identified,
        /// The last position that is known, where that before the move is not.
        last_known: Option<Fen>,
        /// What was played and used since (12.6 of 1995).
        times: Option<FoundTimes>,
    },
    /// Pieces were displaced, which is found later (7.6).
    FoundDisplacement {
        /// The position before that.
        before: Fen,
        /// Whether it can be set up.
        known: Identified,
        /// The last position that is known, where that is not.
        last_known: Option<Fen>,
        /// What was played and used since (12.6 of 1995).
        times: Option<FoundTimes>,
    },
    /// The position is illegal: it is watched (A.5.4).
    WatchIllegalPosition,
    /// The next move is completed, and led here.
    NextMoveCompleted(Fen),
    /// Both flags have fallen, and nobody knows which first (III.3).
    BothFlags(BothIn),
    /// A player asks for an increment (III.4).
    QuickplayIncrement(Color),
    /// A player claims that the opponent does not win by normal means (III.5; 10.2 of 1997).
    QuickplayClaim {
        /// Who.
        side: Color,
        /// Why.
        ground: Ground,
        /// Whether an arbiter is there (III.6).
        arbiter: ArbiterPresence,
    },
    /// The arbiter decides of the request or the claim.
    ArbiterDecision {
        /// What.
        verdict: Verdict,
        /// Whether the opponent gets two minutes, where the arbiter may give them.
        time: AddedTime,
        /// The result, where a claim that was referred to him is rejected (III.6.2).
        result: Option<ResultValue>,
    },
    /// The arbiter penalises a player (12.9).
    Penalty {
        /// Of whom.
        side: Color,
        /// What.
        kind: Penalty,
    },
    /// A player seals his move (13.1(a) of 1995).
    Seal(Color),
    /// A player adjourns before the session ends, of which so much is left (13.1(b) of 1995).
    AdjournEarly {
        /// Who.
        side: Color,
        /// How much.
        time: Duration,
    },
    /// An adjourned game is resumed (14.1, 14.3 of 1995).
    Resume {
        /// Whether who has sealed is there.
        sealer: Presence,
        /// Whether who is to reply is.
        replier: Presence,
    },
    /// The reply to a sealed move is sealed, as who had sealed is not there (14.4 of 1995).
    SealReply {
        /// Who replies, where it is said.
        side: Option<Color>,
    },
    /// The envelope is opened (14.2 of 1995).
    OpenEnvelope {
        /// Whose move is in it; of who is on move, where nobody says.
        side: Option<Color>,
        /// What is in it.
        sealed: SealedMove,
        /// How late who has sealed came, where he did.
        late: Option<Duration>,
    },
    /// The envelope is lost (14.5 of 1995).
    EnvelopeLost {
        /// Who had sealed; who is on move, where nobody says.
        side: Option<Color>,
        /// Whether the adjourned position is known.
        known: Identified,
    },
    /// The game ends before the envelope is opened (14.2(a), (b) of 1995).
    PreResume {
        /// Who resigns, or says it.
        side: Color,
        /// How.
        what: BeforeEnvelope,
    },
    /// The adjourned position was set up wrongly (8.4 of 1995).
    FoundAdjournedPosition {
        /// The adjourned position, where it was not kept here.
        position: Option<Fen>,
    },
    /// The clocks were set wrongly at resumption (14.6 of 1995).
    FoundAdjournedTimes,
    /// The arbiter corrects a time, and nobody is penalised.
    ArbiterClock {
        /// Whose.
        side: Color,
        /// By how much.
        change: TimeChange,
    },
    /// Scoresheets are found incomplete once recording is a duty again (8.5; 11.6, 11.7 of 1995).
    ScoresheetIncomplete(Incomplete),
    /// The arbiter says that an incident happened.
    Confirm(u32),
    /// The arbiter says that an incident did not happen, or does not matter.
    Dismiss(u32),
    /// What the arbiter has decided of an incident was a mistake: it waits for him again.
    Reopen(u32),
}

/// A change of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeChange {
    /// There is more.
    Add(Duration),
    /// There is less.
    Take(Duration),
}

/// Whose scoresheet is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// This player's.
    Of(Color),
    /// Both players'.
    Both,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// He is.
    Present,
    /// He is not.
    Absent,
}

/// The piece that stood wrong at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// A king: nobody castles with it. Whose, where that is known.
    King(Option<Color>),
    /// A rook, on this square.
    Rook(Square),
}

/// Why a draw is claimed in a quickplay finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The opponent cannot win by normal means.
    CannotWin,
    /// The opponent makes no effort to.
    NoEffort,
    /// Both.
    Both,
}

/// Whether an arbiter is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArbiterPresence {
    /// One is.
    There,
    /// None is.
    Missing,
}

/// What an arbiter decides of a request or a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player has what he asked for.
    Agree,
    /// No increment is given (III.4).
    Deny,
    /// It is decided later (III.5.2).
    Postpone,
    /// The claim is rejected (III.5.3).
    Reject,
}

/// Whether the opponent gets time with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedTime {
    /// Two minutes.
    Given,
    /// None.
    No,
}

/// Whether a position can be set up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identified {
    /// It can.
    Known,
    /// Nobody knows it any more.
    Unknown,
}

/// What both have used of the first time control (8.6 of 1995).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedTime {
    /// What each has used: Black, White.
    pub used: [Duration; 2],
    /// The time of each player up to the first control.
    pub control: Duration,
}

impl UsedTime {
    /// Whether more than a quarter of what both have is used.
    pub(super) fn is_over_a_quarter(&self) -> bool {
        let [black, white] = self.used;
        black.saturating_add(white).saturating_mul(2) > self.control
    }
}

/// Whether the schedule of the event would suffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// It would not.
    Kept,
    /// It would.
    Suffers,
}

/// A penalty of the arbiter (12.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// He is warned.
    Warning,
    /// The opponent gets time.
    AddOpponent(Duration),
    /// The offender gets less.
    ReduceOffender(Duration),
    /// The opponent gets as much of a point as the game still gives (12.9.4).
    RaiseOpponent,
    /// The offender gets this of the game, if it gave him more (12.9.5).
    LowerOffender(Points),
    /// The game is lost, and the opponent gets this (11.7, 12.9.6).
    LoseGame {
        /// A point, where the arbiter does not say otherwise.
        opponent: Points,
    },
}

impl Penalty {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::AddOpponent(_) => "add-opponent",
            Self::ReduceOffender(_) => "reduce-offender",
            Self::RaiseOpponent => "opponent-points",
            Self::LowerOffender(_) => "offender-points",
            Self::LoseGame { .. } => "lose-game",
        }
    }
}

/// Why something cannot be said of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSaid {
    /// No incident of this number stands.
    #[error("no incident {0} stands in this game; `touchmove game show` lists those that do")]
    NoIncident(u32),
    /// That is what the arbiter has decided of it already.
    #[error("incident {0} is {word} already", word = .1.word())]
    Already(u32, IncidentState),
    /// Nobody has decided about it.
    #[error("nobody has decided about incident {0}: it waits; confirm or dismiss it")]
    Undecided(u32),
    /// The game has ended by what was decided of it.
    #[error(
        "the game has ended by what was decided of incident {0}; enter the result `*` first, and it goes on"
    )]
    EndedBy(u32),
    /// The game has ended.
    #[error("the game is over; the result `*` lets it go on")]
    Over,
    /// It is the other player's turn.
    #[error("it is not {0}'s turn")]
    NotToMove(Color),
    /// Nobody has asked the arbiter for a decision.
    #[error(
        "nobody waits for a decision; say first what was asked: `qpf_increment` or `qpf_claim`"
    )]
    NothingAsked,
    /// This player has offered no draw.
    #[error("{0} has offered no draw that waits for an answer")]
    NoOffer(Color),
    /// What was said was heard, and what followed from it was told.
    #[error(
        "decision {0} is something that was said: it cannot be undone; enter the result, or decide anew about the incident: `touchmove game confirm`, `dismiss` or `reopen`"
    )]
    CannotBeUndone(u64),
}

impl Command {
    /// The number of the incident that it decides about.
    pub(super) const fn incident(&self) -> Option<u32> {
        match self {
            Self::Confirm(incident) | Self::Dismiss(incident) | Self::Reopen(incident) => {
                Some(*incident)
            }
            _ => None,
        }
    }

    /// Whether it still counts when the game is over: what the arbiter decides does.
    pub(super) const fn may_follow_the_end(&self) -> bool {
        matches!(self, Self::Penalty { .. }) || self.incident().is_some()
    }
}

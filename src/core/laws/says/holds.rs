//! What holds by the Laws, and what is made of what was asked.

use std::time::Duration;

use shakmaty::{Color, Move};

use crate::laws::adjournment::Adjourned;
use crate::laws::article::Article;
use crate::laws::command::Penalty;
use crate::laws::quickplay::QuickplayEvidence;

/// What holds from now on, and what is made of what was asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// What a player who touched pieces must play.
    Obligation {
        /// Who.
        side: Color,
        /// The moves left to him.
        moves: Vec<Move>,
        /// Whether these are all.
        free: bool,
        /// Whether the Laws can be read otherwise here.
        ambiguous: bool,
        /// The article.
        article: Article,
    },
    /// A right is lost.
    RightLost {
        /// Whose.
        side: Color,
        /// Which.
        right: Right,
        /// The article.
        article: Article,
    },
    /// An offer of a draw.
    Offer {
        /// Whose.
        side: Color,
        /// What became of it.
        state: OfferState,
        /// The article.
        article: Article,
    },
    /// A claim.
    Claim {
        /// Whose.
        side: Color,
        /// Of what.
        kind: ClaimKind,
        /// Whether it is right.
        verdict: ClaimVerdict,
        /// The article.
        article: Article,
    },
    /// What was asked is refused.
    Refused {
        /// What.
        what: &'static str,
        /// Why.
        reason: Option<&'static str>,
        /// The article.
        article: Article,
    },
    /// The arbiter has penalised a player, in no way that is an instruction or a result (12.9.1, 12.9.4, 12.9.5).
    Penalised {
        /// Who.
        side: Color,
        /// How.
        kind: Penalty,
        /// The article.
        article: Article,
    },
    /// Nothing happens before somebody has acted.
    Await(Awaited),
    /// The arbiter may choose.
    ArbiterChoice(Article),
    /// Play goes on.
    Continue(Article, Supervised),
    /// What the game shows of a claim in a quickplay finish, for the arbiter to decide by.
    Quickplay(QuickplayEvidence, Article),
    /// A move is sealed: what stands on the envelope (13.2 of 1995).
    Envelope(Adjourned, Article),
    /// What is in an envelope that is opened: the move is played (14.2 of 1995).
    SealedMove {
        /// Who sealed it.
        side: Color,
        /// The move.
        mv: Move,
        /// The article.
        article: Article,
    },
    /// It has no effect.
    Ignored(&'static str),
    /// An illegal move stands.
    IllegalMoveStands {
        /// Who let it stand.
        side: Color,
        /// The article.
        article: Article,
    },
    /// The next period begins.
    Period {
        /// For whom.
        side: Color,
        /// Its number, from 0.
        index: usize,
        /// The time that it adds.
        added: Duration,
        /// The article.
        article: Article,
    },
    /// Whether a player must record.
    Scoresheet {
        /// Who.
        side: Color,
        /// Whether he must.
        duty: Duty,
        /// The article.
        article: Article,
    },
    /// A player has come in time.
    Arrived(Color),
}

/// Who has to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The arbiter, or the opponent by a claim (A.5.2).
    ArbiterOrOpponent,
    /// A player, by claiming the flag (1997).
    FlagClaim,
    /// The opponent by his answer, and then the arbiter (III.4).
    OpponentThenArbiter,
    /// The arbiter.
    Arbiter,
    /// An arbiter who was not there, by the final position, which the opponent confirms (III.6.1.1).
    FinalArbiterByPosition,
    /// The same, with a scoresheet that is up to date as well (III.6.1.2).
    FinalArbiterByScoresheet,
    /// The arbiter, who opens the envelope (14.2 of 1995).
    Envelope,
    /// Who is to reply to the sealed move (14.3 of 1995).
    Replier,
    /// Who has sealed (14.4 of 1995).
    Sealer,
    /// Who has sealed, by playing on the board: the envelope is lost (14.5 of 1995).
    SealerOnBoard,
}

impl Awaited {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ArbiterOrOpponent => "arbiter-or-opponent",
            Self::FlagClaim => "player-flag-claim",
            Self::OpponentThenArbiter => "opponent-then-arbiter",
            Self::Arbiter => "arbiter-decision",
            Self::FinalArbiterByPosition | Self::FinalArbiterByScoresheet => {
                "arbiter-final-decision"
            }
            Self::Envelope => "envelope-opened",
            Self::Replier => "replier-arrives",
            Self::Sealer => "sealer-arrives",
            Self::SealerOnBoard => "sealer-plays-on-board",
        }
    }

    /// What is needed for it.
    pub const fn needs(self) -> &'static [&'static str] {
        match self {
            Self::FinalArbiterByPosition => &["final-position", "opponent-verification"],
            Self::FinalArbiterByScoresheet => {
                &["final-position", "opponent-verification", "up-to-date-scoresheet"]
            }
            _ => &[],
        }
    }
}

/// Whether the arbiter watches how play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supervised {
    /// He does (III.5.2).
    Yes,
    /// Not more than before.
    No,
}

/// Whether something must be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// It must.
    Must,
    /// It need not.
    Exempt,
}

/// A right that a player may lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// To claim a draw before this move (9.4).
    ClaimDraw,
    /// To complain of the opponent's touches (4.8).
    Complain,
    /// To claim the opponent's illegal move (A.5.2).
    ClaimIllegal,
}

impl Right {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ClaimDraw => "claim-draw-this-move",
            Self::Complain => "complain-previous-touch",
            Self::ClaimIllegal => "claim-illegal-move",
        }
    }
}

/// What became of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferState {
    /// It stands.
    Open,
    /// The opponent has touched a piece.
    RejectedByTouch,
    /// The opponent has moved (10.7 of 1995).
    RejectedByMove,
    /// The opponent has said no.
    RejectedOrally,
    /// It may not be made.
    NotAllowed,
}

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// The position for the third time (9.2).
    Threefold,
    /// Fifty moves (9.3).
    Fifty,
    /// The opponent's illegal move (A.5.2).
    IllegalMove,
}

impl ClaimKind {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
            Self::IllegalMove => "illegal-move",
        }
    }
}

/// What is made of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// It is right.
    Correct,
    /// It is wrong.
    Incorrect,
    /// It may not be made now: why.
    Inadmissible(&'static str),
}

impl ClaimVerdict {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Incorrect => "incorrect",
            Self::Inadmissible(_) => "inadmissible",
        }
    }
}

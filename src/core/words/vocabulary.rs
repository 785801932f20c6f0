//! Words of the bus that stand alone where people read: states, stages, reasons.

use super::{Phrase, Saying};

/// A set of such words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// How it is with a board or a port.
    State,
    /// The state of a link.
    Link,
    /// How far a round has got.
    Stage,
    /// Why a game is over.
    Reason,
    /// What has become of an incident or an instruction.
    Matter,
    /// Why play goes on from another position.
    Position,
    /// How far a move has got.
    Move,
    /// Whose something is.
    Side,
    /// What readings cannot decide.
    Question,
    /// An answer to it, as people enter it.
    Choice,
    /// What was decided or said of a game.
    Verb,
    /// What a particular of a decision says.
    Particular,
    /// What stands there.
    Value,
    /// What may be done without a person.
    Policy,
    /// What the lights of boards show.
    Lights,
    /// The category of a time control.
    Category,
    /// How closely a game is supervised.
    Supervision,
}

impl Vocabulary {
    /// All sets.
    #[cfg(test)]
    pub(super) const ALL: [Self; 17] = [
        Self::State,
        Self::Link,
        Self::Stage,
        Self::Reason,
        Self::Matter,
        Self::Position,
        Self::Move,
        Self::Side,
        Self::Question,
        Self::Choice,
        Self::Verb,
        Self::Particular,
        Self::Value,
        Self::Policy,
        Self::Lights,
        Self::Category,
        Self::Supervision,
    ];

    /// A word in the language of the reader; one that is not known stays as it is.
    pub fn word(self, word: &str) -> Saying {
        match self.words().contains(&word) {
            true => Phrase::new(self.name(word), Vec::new()).into(),
            false => word.into(),
        }
    }

    /// The name of the message of a word.
    pub(super) fn name(self, word: &str) -> String {
        let of = match self {
            Self::State => "state",
            Self::Link => "link",
            Self::Stage => "stage",
            Self::Reason => "reason",
            Self::Matter => "matter",
            Self::Position => "position",
            Self::Move => "move",
            Self::Side => "side",
            Self::Question => "question",
            Self::Choice => "choice",
            Self::Verb => "verb",
            Self::Particular => "particular",
            Self::Value => "value",
            Self::Policy => "policy",
            Self::Lights => "lights",
            Self::Category => "category",
            Self::Supervision => "supervision",
        };
        format!("word-{of}-{word}")
    }

    /// Its words.
    pub(super) const fn words(self) -> &'static [&'static str] {
        match self {
            Self::State => &[
                "starting",
                "in-step",
                "out-of-step",
                "faulty",
                "silent",
                "lost",
                "searching",
                "cannot-open",
                "refused",
                "serving",
                "restarting",
            ],
            Self::Link => &["up", "stale", "lost"],
            Self::Stage => &["loaded", "running", "paused", "ended"],
            Self::Reason => REASONS,
            Self::Matter => MATTERS,
            Self::Position => POSITIONS,
            Self::Move => &["made", "completed", "superseded"],
            Self::Side => &["white", "black"],
            Self::Question => QUESTIONS,
            Self::Choice => CHOICES,
            Self::Verb => VERBS,
            Self::Particular => PARTICULARS,
            Self::Value => VALUES,
            Self::Policy => &["observe", "propose", "act"],
            Self::Lights => &["off", "differs", "moves"],
            Self::Category => &["auto", "standard", "rapid", "blitz"],
            Self::Supervision => &["full", "reduced"],
        }
    }
}

const REASONS: &[&str] = &[
    "checkmate",
    "stalemate",
    "dead-position",
    "fivefold",
    "seventyfive",
    "agreement",
    "threefold-claim",
    "fifty-claim",
    "resignation",
    "resignation-opponent-cannot-mate",
    "flag",
    "flag-opponent-cannot-mate",
    "flag-opponent-bare-king",
    "illegal-move",
    "illegal-move-opponent-cannot-mate",
    "second-illegal",
    "second-illegal-opponent-cannot-mate",
    "illegal-position",
    "default-time",
    "both-late",
    "both-flags",
    "quickplay-finish",
    "sealed-move-invalid",
    "sealed-illegal-opponent-bare-king",
    "arbiter-penalty",
    "kings",
    "decision",
];

const MATTERS: &[&str] =
    &["raised", "withdrawn", "confirmed", "dismissed", "lapsed", "open", "done", "waived"];

const POSITIONS: &[&str] = &["gap", "displaced", "decision"];

const QUESTIONS: &[&str] =
    &["game-over", "gap", "which-capture", "promotion-piece", "result-differs", "hindsight"];

const CHOICES: &[&str] =
    &["yes", "no", "board", "kings", "queen", "rook", "bishop", "knight", "keep", "change"];

const VERBS: &[&str] = &[
    "insert",
    "replace",
    "delete",
    "position",
    "turn",
    "clock",
    "result",
    "players",
    "orientation",
    "answer",
    "start",
    "laws",
    "propose",
    "undo",
    "adjust",
    "adjust_end",
    "accidental",
    "castling_intent",
    "two_hands",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "withdraw_offer",
    "resign",
    "claim_draw",
    "claim_flag",
    "claim_illegal",
    "agree_correct_illegal",
    "arrived",
    "white_absent_until",
    "scoresheet",
    "found_initial_position_wrong",
    "found_board_turned",
    "found_colours_reversed",
    "found_clock_setting_wrong",
    "found_illegal_move",
    "found_displacement",
    "watch_illegal_position",
    "next_move_completed",
    "both_flags",
    "qpf_increment",
    "qpf_claim",
    "arbiter_decision",
    "arbiter_penalty",
    "seal",
    "adjourn_early",
    "resume",
    "seal_reply",
    "open_envelope",
    "envelope_lost",
    "pre_resume",
    "found_adjourned_position_wrong",
    "found_adjourned_times_wrong",
    "arbiter_clock",
    "scoresheet_incomplete",
    "confirm",
    "dismiss",
    "reopen",
];

const PARTICULARS: &[&str] = &[
    "ply",
    "uci",
    "fen",
    "side",
    "white",
    "black",
    "value",
    "turned",
    "question",
    "choice",
    "told",
    "instead",
    "confidence",
    "variant",
    "edition",
    "category",
    "supervision",
    "policy",
    "control",
    "default-time",
    "no-draw-offers-before-move",
    "quickplay-finish",
    "record",
    "reason",
    "sq",
    "kind",
    "move",
    "at_ms",
    "opponent_present",
    "misplaced",
    "schedule_affected",
    "last_known",
    "position_known",
    "illegal_move_no",
    "move_no",
    "total_moves",
    "used_ms",
    "first_control_ms",
    "moves_to_control",
    "last_period",
    "ground",
    "no_arbiter",
    "decision",
    "add_time",
    "result",
    "sealer_present",
    "replier_present",
    "sealed",
    "ambiguous",
    "sealer_late_ms",
    "what",
    "ms",
    "opponent_score",
    "offender_score",
    "incident",
    "number",
    "of",
];

const VALUES: &[&str] = &[
    "yes",
    "no",
    "true",
    "false",
    "threefold",
    "fifty",
    "warning",
    "add-opponent",
    "reduce-offender",
    "opponent-points",
    "offender-points",
    "lose-game",
    "king",
    "cannot-win",
    "no-effort",
    "both",
    "agree",
    "deny",
    "postpone",
    "reject",
    "announced",
    "claims-only",
    "agree-draw",
    "resign",
    "unplayable",
];

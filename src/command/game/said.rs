//! What is said in a game: by the players, and by the arbiter of what they and the board tell.

mod adjourned;
mod found;

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{Color, Square};
use touchmove_client::played::uci;
use touchmove_client::shown::ShownGame;
use touchmove_core::laws::command::{
    AddedTime, ArbiterPresence, Command, Ground, Incomplete, Penalty, Presence, TimeChange, Verdict,
};
use touchmove_core::laws::ending::ResultValue;
use touchmove_core::laws::flag::BothIn;
use touchmove_core::laws::obligation::CastlingIntent;
use touchmove_core::laws::says::ClaimKind;
use touchmove_core::points::Points;
use touchmove_drivers::observation::ClockTime;

use self::adjourned::OfAdjourned;
use self::found::Found;
use super::no_move;
use crate::Failure;
use crate::name::{NAMES, Name};

/// What to say of a game. SIDE is whose it is: white or black.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Said {
    /// Say that an incident happened: a result that it calls for is declared
    Confirm(OfIncident),
    /// Say that an incident did not happen, or does not matter
    Dismiss(OfIncident),
    /// Take back what was decided of an incident: it waits again
    Reopen(OfIncident),
    /// A player offers a draw
    OfferDraw(OfSide),
    /// A player accepts the draw that was offered
    AcceptDraw(OfSide),
    /// A player declines the draw that was offered
    DeclineDraw(OfSide),
    /// A player resigns
    Resign(OfSide),
    /// A player claims a draw
    ClaimDraw {
        #[command(flatten)]
        of: OfSide,
        /// By what
        kind: Claim,
        /// The move that he has written and intends, as in Nf3 or g1f3
        #[arg(long = "move", value_name = "MOVE")]
        intended: Option<String>,
    },
    /// A player claims that the opponent's flag has fallen
    ClaimFlag(OfSide),
    /// A player claims that the opponent's last move was illegal
    ClaimIllegal(OfSide),
    /// Both players agree to correct an illegal move that stands
    AgreeCorrection {
        #[arg(help = NAMES)]
        game: Name,
        /// The position to be set up, as a FEN
        fen: Fen,
    },
    /// A player says that he adjusts
    Adjust {
        #[command(flatten)]
        of: OfSide,
        /// He has done
        #[arg(long)]
        done: bool,
    },
    /// A touch was an accident
    Accidental {
        #[arg(help = NAMES)]
        game: Name,
        /// The square of the man touched, as in e2
        square: Square,
    },
    /// A player who touched king and rook meant to castle, or did not
    Castling {
        #[arg(help = NAMES)]
        game: Name,
        /// Whether he meant to
        intent: Intent,
    },
    /// A player used two hands for one move
    TwoHands(OfSide),
    /// Penalise a player
    Penalty {
        #[command(flatten)]
        of: OfSide,
        #[command(flatten)]
        what: PenaltyOf,
    },
    /// A player arrives late
    Arrived {
        #[command(flatten)]
        of: OfSide,
        /// How long after the start, as in 0:14:00
        after: ClockTime,
        /// The opponent is not there either
        #[arg(long)]
        alone: bool,
    },
    /// Nobody was there before White came
    WhiteAbsent {
        #[arg(help = NAMES)]
        game: Name,
        /// How long after the start he came, as in 0:14:00
        until: ClockTime,
    },
    /// Ask whether a player must record the moves
    Scoresheet(OfSide),
    /// Both flags have fallen, and nobody knows which one first
    BothFlags {
        #[arg(help = NAMES)]
        game: Name,
        /// In which period
        period: Period,
    },
    /// A player asks for an increment in a quickplay finish (Guidelines III.4)
    AskIncrement(OfSide),
    /// A player claims that the opponent does not win by normal means (III.5)
    ClaimNormalMeans {
        #[command(flatten)]
        of: OfSide,
        /// Why
        ground: Reason,
        /// No arbiter is there: play is over (III.6)
        #[arg(long)]
        no_arbiter: bool,
    },
    /// The arbiter decides of the increment or the claim
    Rule {
        #[arg(help = NAMES)]
        game: Name,
        /// What he decides
        decision: Ruling,
        /// The opponent gets two minutes
        #[arg(long)]
        add_time: bool,
        /// The result, where a claim is rejected that no arbiter was there for
        #[arg(long, value_name = "RESULT")]
        result: Option<Outcome>,
    },
    #[command(flatten)]
    OfAdjourned(OfAdjourned),
    /// Correct a time, as nobody's penalty
    CorrectTime {
        #[command(flatten)]
        of: OfSide,
        #[command(flatten)]
        change: Correction,
    },
    /// Scoresheets are found incomplete, and are to be brought up to date
    IncompleteScoresheet {
        #[arg(help = NAMES)]
        game: Name,
        /// Whose
        whose: Whose,
    },
    /// Something irregular is found later
    Found {
        #[arg(help = NAMES)]
        game: Name,
        #[command(subcommand)]
        what: Found,
    },
}

/// An incident of a game.
#[derive(Debug, clap::Args)]
pub(super) struct OfIncident {
    #[arg(help = NAMES)]
    game: Name,
    /// Its number, as `touchmove status` has it
    incident: u32,
}

/// A side in a game.
#[derive(Debug, clap::Args)]
pub(super) struct OfSide {
    #[arg(help = NAMES)]
    game: Name,
    /// white or black
    side: Color,
}

/// By what a draw is claimed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Claim {
    /// The position for the third time
    Threefold,
    /// Fifty moves without a capture or a pawn's move
    Fifty,
}

/// Why a draw is claimed in a quickplay finish.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Reason {
    /// The opponent cannot win by normal means
    CannotWin,
    /// The opponent makes no effort to
    NoEffort,
    /// Both
    Both,
}

/// A result.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Outcome {
    /// White has won
    #[value(name = "1-0")]
    White,
    /// Black has won
    #[value(name = "0-1")]
    Black,
    /// The game is drawn
    #[value(name = "1/2-1/2")]
    Draw,
}

/// What the arbiter decides.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Ruling {
    /// The player has what he asked for
    Agree,
    /// No increment is given
    Deny,
    /// It is decided later
    Postpone,
    /// The claim is rejected
    Reject,
}

/// By how much a time is corrected.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct Correction {
    /// So much more, as in 0:02:00
    #[arg(long, value_name = "H:MM:SS")]
    add: Option<ClockTime>,
    /// So much less
    #[arg(long, value_name = "H:MM:SS")]
    take: Option<ClockTime>,
}

/// Whose scoresheet is incomplete.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Whose {
    /// White's
    White,
    /// Black's
    Black,
    /// Both players'
    Both,
}

/// Whether castling was meant.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Intent {
    /// It was
    Meant,
    /// It was not
    Denied,
}

/// A penalty.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct PenaltyOf {
    /// He is warned, and nothing else happens
    #[arg(long)]
    warning: bool,
    /// The opponent gets so much time, as in 0:02:00
    #[arg(long, value_name = "H:MM:SS")]
    give_opponent: Option<ClockTime>,
    /// He has so much less time
    #[arg(long, value_name = "H:MM:SS")]
    take: Option<ClockTime>,
    /// The opponent gets as much of a point as the game still gives
    #[arg(long)]
    raise_opponent: bool,
    /// He gets no more than this of the game, however it ends: 0 or 1/2
    #[arg(long, value_name = "POINTS", value_parser = points)]
    lower: Option<Points>,
    /// The game is lost, and the opponent gets 1, 1/2 or 0; 1 where nothing is said
    #[arg(long, value_name = "POINTS", value_parser = points, num_args = 0..=1, default_missing_value = "1")]
    lose: Option<Points>,
}

/// A period of the time control.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Period {
    /// The last one: the game is drawn
    Last,
    /// An earlier one: play goes on
    Earlier,
}

impl Said {
    /// The game of which it is said.
    pub(super) const fn game(&self) -> &Name {
        match self {
            Self::Confirm(of) | Self::Dismiss(of) | Self::Reopen(of) => &of.game,
            Self::OfferDraw(of)
            | Self::AcceptDraw(of)
            | Self::DeclineDraw(of)
            | Self::Resign(of)
            | Self::ClaimFlag(of)
            | Self::ClaimIllegal(of)
            | Self::TwoHands(of)
            | Self::Scoresheet(of)
            | Self::AskIncrement(of)
            | Self::ClaimNormalMeans { of, .. }
            | Self::ClaimDraw { of, .. }
            | Self::Adjust { of, .. }
            | Self::Penalty { of, .. }
            | Self::CorrectTime { of, .. }
            | Self::Arrived { of, .. } => &of.game,
            Self::OfAdjourned(said) => said.game(),
            Self::AgreeCorrection { game, .. }
            | Self::Accidental { game, .. }
            | Self::Castling { game, .. }
            | Self::WhiteAbsent { game, .. }
            | Self::BothFlags { game, .. }
            | Self::Rule { game, .. }
            | Self::IncompleteScoresheet { game, .. }
            | Self::Found { game, .. } => game,
        }
    }

    /// What the Laws are told.
    pub(super) fn command(self, played: &ShownGame) -> Result<Command, Failure> {
        Ok(match self {
            Self::Confirm(of) => Command::Confirm(of.incident),
            Self::Dismiss(of) => Command::Dismiss(of.incident),
            Self::Reopen(of) => Command::Reopen(of.incident),
            Self::OfferDraw(of) => Command::OfferDraw(of.side),
            Self::AcceptDraw(of) => Command::AcceptDraw(of.side),
            Self::DeclineDraw(of) => Command::DeclineDraw(of.side),
            Self::Resign(of) => Command::Resign(of.side),
            Self::ClaimDraw { of, kind, intended } => {
                let kind = match kind {
                    Claim::Threefold => ClaimKind::Threefold,
                    Claim::Fifty => ClaimKind::Fifty,
                };
                let ply = u32::try_from(played.moves.len()).unwrap_or(u32::MAX).saturating_add(1);
                let intended = intended.map(|mv| uci(played, ply, &mv)).transpose();
                let intended = intended.map_err(|no| no_move(no, played))?;
                let intended = intended.and_then(|uci| uci.parse().ok());
                Command::ClaimDraw { side: of.side, kind, intended }
            }
            Self::ClaimFlag(of) => Command::ClaimFlag(of.side),
            Self::ClaimIllegal(of) => Command::ClaimIllegal(of.side),
            Self::AgreeCorrection { fen, .. } => Command::AgreeCorrectIllegal(fen),
            Self::Adjust { of, done: false } => Command::Adjust(of.side),
            Self::Adjust { of, done: true } => Command::AdjustEnd(of.side),
            Self::Accidental { square, .. } => Command::Accidental(square),
            Self::Castling { intent: Intent::Meant, .. } => {
                Command::CastlingIntent(CastlingIntent::Meant)
            }
            Self::Castling { intent: Intent::Denied, .. } => {
                Command::CastlingIntent(CastlingIntent::Denied)
            }
            Self::TwoHands(of) => Command::TwoHands(of.side),
            Self::Penalty { of, what } => Command::Penalty { side: of.side, kind: what.kind() },
            Self::Arrived { of, after, alone } => {
                let opponent = if alone { Presence::Absent } else { Presence::Present };
                Command::Arrived { side: of.side, after: duration(after), opponent }
            }
            Self::WhiteAbsent { until, .. } => Command::WhiteAbsentUntil(duration(until)),
            Self::Scoresheet(of) => Command::Scoresheet(of.side),
            Self::BothFlags { period: Period::Last, .. } => Command::BothFlags(BothIn::Last),
            Self::BothFlags { period: Period::Earlier, .. } => Command::BothFlags(BothIn::Earlier),
            Self::AskIncrement(of) => Command::QuickplayIncrement(of.side),
            Self::ClaimNormalMeans { of, ground, no_arbiter } => {
                let arbiter =
                    if no_arbiter { ArbiterPresence::Missing } else { ArbiterPresence::There };
                Command::QuickplayClaim { side: of.side, ground: ground.ground(), arbiter }
            }
            Self::Rule { decision, add_time, result, .. } => {
                let time = if add_time { AddedTime::Given } else { AddedTime::No };
                let result = result.map(Outcome::value);
                Command::ArbiterDecision { verdict: decision.verdict(), time, result }
            }
            Self::OfAdjourned(said) => said.command(played)?,
            Self::CorrectTime { of, change } => {
                Command::ArbiterClock { side: of.side, change: change.change() }
            }
            Self::IncompleteScoresheet { whose, .. } => {
                Command::ScoresheetIncomplete(whose.incomplete())
            }
            Self::Found { what, .. } => what.command(),
        })
    }
}

impl Correction {
    /// One of them is given.
    fn change(&self) -> TimeChange {
        match (self.add, self.take) {
            (Some(time), _) => TimeChange::Add(duration(time)),
            (None, taken) => TimeChange::Take(taken.map(duration).unwrap_or_default()),
        }
    }
}

impl Whose {
    const fn incomplete(self) -> Incomplete {
        match self {
            Self::White => Incomplete::Of(Color::White),
            Self::Black => Incomplete::Of(Color::Black),
            Self::Both => Incomplete::Both,
        }
    }
}

impl Outcome {
    const fn value(self) -> ResultValue {
        match self {
            Self::White => ResultValue::WhiteWins,
            Self::Black => ResultValue::BlackWins,
            Self::Draw => ResultValue::Draw,
        }
    }
}

impl Reason {
    const fn ground(self) -> Ground {
        match self {
            Self::CannotWin => Ground::CannotWin,
            Self::NoEffort => Ground::NoEffort,
            Self::Both => Ground::Both,
        }
    }
}

impl Ruling {
    const fn verdict(self) -> Verdict {
        match self {
            Self::Agree => Verdict::Agree,
            Self::Deny => Verdict::Deny,
            Self::Postpone => Verdict::Postpone,
            Self::Reject => Verdict::Reject,
        }
    }
}

impl PenaltyOf {
    /// One of them is given.
    fn kind(&self) -> Penalty {
        if self.warning {
            return Penalty::Warning;
        }
        let add = self.give_opponent.map(|time| Penalty::AddOpponent(duration(time)));
        let take = self.take.map(|time| Penalty::ReduceOffender(duration(time)));
        let lower = self.lower.map(Penalty::LowerOffender);
        let lose = self.lose.map(|opponent| Penalty::LoseGame { opponent });
        add.or(take).or(lower).or(lose).unwrap_or(Penalty::RaiseOpponent)
    }
}

/// What a player gets, as an argument.
fn points(text: &str) -> Result<Points, String> {
    Points::read(text).ok_or_else(|| format!("`{text}` is none of 0, 1/2 and 1"))
}

fn duration(time: ClockTime) -> Duration {
    Duration::from_millis(time.as_millis().into())
}

//! An adjourned game (articles 8.4, 10.15, 10.16, 13 and 14 of 1995, which 1997 keeps): its move is sealed, and another day the
//! game is resumed, wherever the position and the clocks are set up again.
//!
//! The machine holds how far that has got, and what stands on the envelope. What an envelope comes to is in `envelope`. It
//! keeps no clock: a flag that falls while a player is waited for loses as any other (10.15(c)).

mod envelope;
mod particulars;
mod resumption;

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Color, Move, Position};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

pub use self::particulars::Adjourned;
pub(super) use self::resumption::{
    Opening, arrive, lose_envelope, open, restore_position, restore_times, resume, seal_reply,
};

use self::envelope::Arrival;
use super::article::Article;
use super::casebook::Casebook;
use super::clock_readings::ClockReadings;
use super::command::BeforeEnvelope;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::play::Play;
use super::says::{Act, CompletedBy, Holds, InstructionState, Says};
use crate::account::LineMove;

const NOT_ON_MOVE: &str = "not-on-move";

/// How far the adjournment of a game has got.
#[derive(Clone, Debug)]
pub(super) struct Adjournment {
    stage: Stage,
    /// What stands on the last envelope.
    kept: Option<Adjourned>,
    /// The last sealed move, once it is known.
    sealed: Option<KnownMove>,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The game is played.
    Play,
    /// This side has sealed its move, and the game waits.
    Sealed(Color),
    /// The game is resumed, and the envelope is closed.
    Resumed(Attendance),
    /// The envelope was opened: the replier is to move.
    Opened(Attendance),
    /// The replier has sealed his answer to a sealer who is not there (14.4).
    ReplySealed(Attendance),
    /// The envelope is lost: who has sealed plays on the board (14.5).
    Lost,
}

/// Who has come to a game that is resumed.
#[derive(Clone, Copy, Debug)]
struct Attendance {
    /// Who had sealed.
    sealer: Color,
    sealer_came: Arrival,
    replier_came: Arrival,
}

/// A sealed move, and where it was made.
#[derive(Clone, Copy, Debug)]
struct KnownMove {
    mv: Move,
    ply: Option<u32>,
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    OnBoard,
    OffBoard,
}

impl Default for Adjournment {
    fn default() -> Self {
        Self { stage: Stage::Play, kept: None, sealed: None, place: Place::OnBoard }
    }
}

impl Adjournment {
    /// Whether the move is sealed, and nobody has resumed the game.
    pub(super) const fn is_sealed(&self) -> bool {
        matches!(self.stage, Stage::Sealed(_))
    }

    /// The game as it was adjourned, until its envelope is opened.
    pub(super) fn adjourned(&self) -> Option<&Adjourned> {
        let is_closed = !matches!(self.stage, Stage::Play | Stage::Opened(_));
        self.kept.as_ref().filter(|_| is_closed)
    }

    /// Whether players are waited for who come to a game that is resumed.
    pub(super) const fn awaits_players(&self) -> bool {
        matches!(self.stage, Stage::Resumed(_) | Stage::Opened(_) | Stage::ReplySealed(_))
    }

    /// Whether this is the move that was sealed: nobody has touched anything for it.
    pub(super) fn has_sealed(&self, mv: Move, ply: u32) -> bool {
        self.sealed.is_some_and(|known| known.mv == mv && known.ply.is_none_or(|own| own == ply))
    }

    /// Whose move is in the envelope that is closed.
    const fn writer(&self) -> Option<Color> {
        match self.stage {
            Stage::Sealed(side) => Some(side),
            Stage::Resumed(there) => Some(there.sealer),
            Stage::ReplySealed(there) => Some(there.sealer.other()),
            Stage::Play | Stage::Opened(_) | Stage::Lost => None,
        }
    }

    const fn attendance(&self) -> Option<Attendance> {
        match self.stage {
            Stage::Resumed(there) | Stage::Opened(there) | Stage::ReplySealed(there) => Some(there),
            Stage::Play | Stage::Sealed(_) | Stage::Lost => None,
        }
    }

    const fn set_attendance(&mut self, attendance: Attendance) {
        match &mut self.stage {
            Stage::Resumed(there) | Stage::Opened(there) | Stage::ReplySealed(there) => {
                *there = attendance;
            }
            Stage::Play | Stage::Sealed(_) | Stage::Lost => {}
        }
    }
}

/// A player seals his move: both clocks stand, and the position and the times are kept (13.1(a), 13.2). He may have played it
/// openly, if the arbiter was told before.
pub(super) fn seal(play: &mut Play, casebook: &mut Casebook, clock: &ClockReadings, side: Color) {
    let Some(article) = known_article(casebook, Rule::MoveSealed, "seal") else { return };
    if !matches!(play.adjournment().stage, Stage::Play | Stage::Opened(_)) {
        return casebook.say_holds(Holds::Ignored("seal"));
    }
    let open = play.moves().last_if_by(side).filter(|last| last.pressed.is_none() && last.is_legal);
    let known = open.map(|last| KnownMove { mv: last.mv, ply: Some(last.ply) });
    let before = open.and_then(|last| last.position.clone());
    let position = match (play.turn().side() == side, before) {
        (true, _) => Arc::clone(play.position()),
        (false, Some(before)) => before,
        (false, None) => return casebook.refuse_because("seal", NOT_ON_MOVE, article),
    };
    let sealed = known.filter(|_| play.turn().side() != side);
    let kept = Adjourned { sealer: side, position, left: clock.times() };
    casebook.instruct(None, article, Act::ClockPause);
    let written = casebook.article(Rule::EnvelopeWritten);
    casebook.say_holds(Holds::Envelope(kept.clone(), written));
    let (stage, place) = (Stage::Sealed(side), play.adjournment().place);
    *play.adjournment_mut() = Adjournment { stage, kept: Some(kept), sealed, place };
}

/// A player adjourns before the session ends: what is left of it is his time (13.1(b)), once the time control is over.
pub(super) fn charge_early(play: &Play, casebook: &mut Casebook, side: Color, time: Duration) {
    const WHAT: &str = "adjourn-early";
    let Some(article) = known_article(casebook, Rule::AdjournedEarly, WHAT) else { return };
    if play.turn().side() != side {
        return casebook.refuse_because(WHAT, NOT_ON_MOVE, article);
    }
    if !has_passed_control(play, casebook, side) {
        return casebook.refuse_because(WHAT, "before-time-control", article);
    }
    casebook.instruct(None, article, Act::ClockSub { side, time });
}

/// Whether a side has made the moves of the first period, where anybody knows of one.
fn has_passed_control(play: &Play, casebook: &Casebook, side: Color) -> bool {
    let Some(periods) = casebook.rulebook().control.periods() else { return true };
    let first = periods.iter().next().and_then(|period| period.moves);
    first.is_some_and(|moves| play.undoable().count.completed(side) >= u32::from(moves.get()))
}

/// The players agree on a draw, or one resigns, before the envelope is opened: that stands, whatever is in it (14.2(a), (b)).
pub(super) fn end_unopened(
    play: &Play,
    casebook: &mut Casebook,
    side: Color,
    what: BeforeEnvelope,
) {
    let rule = match what {
        BeforeEnvelope::AgreeDraw => Rule::DrawnUnopened,
        BeforeEnvelope::Resign => Rule::ResignedUnopened,
    };
    let Some(article) = known_article(casebook, rule, "pre-resume") else { return };
    let is_open = match play.adjournment().stage {
        Stage::Play => play.adjournment().kept.is_some(),
        Stage::Opened(_) => true,
        _ => false,
    };
    if is_open {
        return casebook.refuse_because("pre-resume", "envelope-opened", article);
    }
    let (value, reason) = match what {
        BeforeEnvelope::AgreeDraw => (ResultValue::Draw, ResultReason::Agreement),
        BeforeEnvelope::Resign => (ResultValue::win_of(side.other()), ResultReason::Resignation),
    };
    casebook.end(Ending { value, reason, article: Some(article) });
}

/// A move is made. The sealed one is completed, and counts for the time control, without a press; the reply to it ends the
/// adjournment.
pub(super) fn note_move(play: &mut Play, casebook: &mut Casebook, mv: &LineMove) {
    let (side, is_sealed) = (mv.before.turn(), play.adjournment().has_sealed(mv.mv, mv.ply));
    let adjournment = play.adjournment_mut();
    match adjournment.stage {
        Stage::Opened(_) if is_sealed => {}
        Stage::Sealed(sealer) if sealer == side => {
            adjournment.sealed = Some(KnownMove { mv: mv.mv, ply: Some(mv.ply) });
        }
        _ => adjournment.stage = Stage::Play,
    }
    if is_sealed {
        if let Some(known) = &mut adjournment.sealed {
            known.ply = Some(mv.ply);
        }
        complete(play, casebook, mv.landed);
    }
}

fn complete(play: &mut Play, casebook: &mut Casebook, at: Instant) {
    if let Some(completed) = play.moves_mut().complete_sealed() {
        let by = CompletedBy::Sealed;
        casebook.say_at(at, Says::Completed(completed.id, by, None));
        play.undoable_mut().count.count(completed.side);
    }
}

/// The clock shows these times: they are set, where that was asked for.
pub(super) fn note_times(casebook: &mut Casebook, shown: [ClockTime; 2]) {
    /// A clock that was started at once has lost no more when it is read.
    const NEAR_MS: u32 = 1_000;
    let is_near = |set: &[ClockTime; 2]| {
        let mut pairs = set.iter().zip(shown);
        pairs.all(|(set, shown)| set.as_millis().abs_diff(shown.as_millis()) <= NEAR_MS)
    };
    casebook.end_instructions(InstructionState::Done, |given| match &given.act {
        Act::ClockSet(set) => is_near(set),
        _ => false,
    });
}

/// The pieces have left the board on which the game was played.
pub(super) const fn leave_board(play: &mut Play) {
    play.adjournment_mut().place = Place::OffBoard;
}

/// The position stands on a board: what asked for it is done.
pub(super) fn come_on_board(play: &mut Play, casebook: &mut Casebook) {
    play.adjournment_mut().place = Place::OnBoard;
    let stands = Arc::clone(play.position());
    casebook.end_instructions(InstructionState::Done, |given| match &given.act {
        Act::Restore(position) => position.board() == stands.board(),
        _ => false,
    });
}

/// The article of a rule; where the edition has no such rule, what was asked is refused.
fn known_article(casebook: &mut Casebook, rule: Rule, what: &'static str) -> Option<Article> {
    let article = casebook.article(rule);
    if article.is_empty() {
        casebook.refuse(what, article);
        return None;
    }
    Some(article)
}

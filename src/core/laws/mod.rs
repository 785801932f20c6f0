//! The Laws of Chess: a fold over the account, which says what was made and completed, what the touches
//! of a player bind him to, which irregularities happened, what they call for, and what ends the game.
//!
//! It sees settled moves only, and knows nothing of how readings became moves. Where editions differ
//! stands in `edition`.
//!
//! * `turn`, `obligation`: what hands did since the opponent's move, and what that binds to (article 4);
//! * `sheet`: the moves made, and what completes them (4.7, 6.2.1);
//! * `press`, `at_press`, `completed`, `offence`: a press that is for no legal move, what the board shows then, what
//!   follows (7.5);
//! * `claims`, `repetition`, `mate`: draws, resignation (5, 9); `flags`: time used up (6.4, 6.9);
//! * `found`: what is found later (7, A.5); `outcome`: what ends the game, and what takes that back;
//! * `ledger`: incidents and instructions; `incidents`: what people decide about an incident, and how it lapses;
//! * `control`, `chess_clock`, `scoresheet`, `lateness`: time.

pub mod article;
mod at_press;
mod casebook;
pub mod chess_clock;
mod claims;
pub mod command;
mod completed;
pub mod control;
mod corrected;
mod decided;
pub mod edition;
pub mod ending;
pub mod flag;
mod flags;
mod found;
mod incidents;
pub mod json;
pub mod lateness;
mod ledger;
pub mod mate;
pub mod obligation;
pub mod offence;
mod outcome;
mod press;
pub mod repetition;
pub mod rulebook;
mod rulings;
mod sayable;
pub mod says;
pub mod scoresheet;
mod sheet;
pub mod standing;
mod turn;
mod verdicts;
mod watch;
pub mod watchdog;

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Position};
use touchmove_drivers::Instant;

pub use self::says::{CompletedBy, Ruling};
pub use self::turn::{Exactness, Touching};

use self::casebook::{Casebook, Charge};
use self::corrected::Corrected;
use self::edition::Rule;
use self::ending::{Ending, ResultReason, ResultValue};
use self::incidents::Dismissed;
use self::offence::{Offences, Pending, PendingStep};
use self::press::Awaited;
use self::repetition::History;
use self::rulebook::Rulebook;
use self::says::{Act, Certainty, Holds, IncidentKind, InstructionState, OfferState, Right, Sign};
use self::scoresheet::Scoresheet;
use self::sheet::{MadeMove, Restored};
use self::turn::Turn;
use self::verdicts::Verdict;
use self::watchdog::Watchdog;
use crate::account::{
    ClockState, Entry, KingsSign, LineMove, LineState, Placed, Question, QuestionKind,
    QuestionState, Release, Touch, TouchEnd, What,
};

/// The answer that the kings told the result, of those to a question about the result.
const KINGS: usize = 1;

/// The state of the Laws in one game.
#[derive(Clone, Debug)]
pub struct Laws {
    touching: Touching,
    casebook: Casebook,
    turn: Turn,
    core: Core,
    made: Vec<MadeMove>,
    history: History,
    /// Moves taken back that were pressed for, until the next press: they may be told again, otherwise.
    unmade: Vec<MadeMove>,
    /// An illegal move that was put right last.
    restored: Option<Restored>,
    /// Who was accused before a correction.
    corrected: Corrected,
    /// Incidents that were dismissed.
    dismissed: Vec<Dismissed>,
    verdicts: Vec<Verdict>,
    scoresheet: Scoresheet,
    clock: Option<ClockState>,
    /// Held against what readings show; a clock that is exact needs none.
    watchdog: Option<Watchdog>,
    /// Since when whose time runs.
    runs: Option<(Color, Instant)>,
    /// Whose time ran before, from when to when.
    ran: Option<(Color, Instant, Instant)>,
    /// How many moves both had made before the first position.
    moves_before: u32,
}

/// What a move changes, and taking it back restores.
#[derive(Clone, Debug)]
struct Core {
    pending: Option<Box<Pending>>,
    /// A press for a move that is not told yet.
    awaited: Option<Awaited>,
    /// Who has offered a draw that is not answered.
    offer: Option<Color>,
    /// Who has offered it when no move of his was known yet, and when.
    offered_early: Option<(Color, Instant)>,
    /// Who is said to have used two hands in this turn.
    two_hands: Option<Color>,
    /// Moves completed: Black's, White's.
    completed: [u32; 2],
    /// The period that a side is in, from 0: Black's, White's.
    periods: [usize; 2],
    /// Whether the clock was started.
    started: Started,
    /// What made the position illegal when the arbiter began to watch it (A.5.4).
    watched: Option<Sign>,
    /// Positions that stood before this one.
    plies: usize,
}

/// Whether the clock was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Started {
    /// It was, or nobody knows.
    #[default]
    Yes,
    /// It was not.
    No,
}

/// What happened before the account begins.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Positions before the present one, the oldest first.
    pub positions: Vec<Chess>,
    /// Moves completed: Black's, White's.
    pub completed: [u32; 2],
    /// How many moves both had made when the first of the positions stood.
    pub moves_before: u32,
    /// Offences.
    pub offences: Offences,
    /// Sides that cannot mate, by what somebody has found: Black, White.
    pub cannot_mate: [bool; 2],
    /// Whether the clock runs already.
    pub started: Started,
}

impl Laws {
    /// A game that begins in this position.
    pub fn new(rulebook: Arc<Rulebook>, touching: Touching, start: Arc<Chess>) -> Self {
        Self::after(Past::default(), rulebook, touching, start)
    }

    /// A game that goes on from this position.
    pub fn after(
        past: Past,
        rulebook: Arc<Rulebook>,
        touching: Touching,
        position: Arc<Chess>,
    ) -> Self {
        let mut history = History::default();
        past.positions.iter().for_each(|before| history.push(before));
        history.push(&position);
        let scoresheet = Scoresheet::new(&rulebook);
        let watchdog =
            (touching.account == Exactness::Read).then(|| Watchdog::new(&rulebook.control));
        let core = Core {
            pending: None,
            awaited: None,
            offer: None,
            offered_early: None,
            two_hands: None,
            completed: past.completed,
            periods: [0; 2],
            started: past.started,
            watched: None,
            plies: past.positions.len(),
        };
        Self {
            touching,
            casebook: Casebook::new(rulebook, past.offences, past.cannot_mate),
            turn: Turn::at(position),
            core,
            made: Vec::new(),
            history,
            unmade: Vec::new(),
            restored: None,
            corrected: Corrected::default(),
            dismissed: Vec::new(),
            verdicts: Vec::new(),
            scoresheet,
            clock: None,
            watchdog,
            runs: None,
            ran: None,
            moves_before: past.moves_before,
        }
    }

    /// From now on it is held against these Laws.
    pub fn play_under(&mut self, rulebook: Arc<Rulebook>) {
        self.scoresheet = Scoresheet::new(&rulebook);
        self.watchdog = self.watchdog.is_some().then(|| Watchdog::new(&rulebook.control));
        self.casebook.play_under(rulebook);
    }

    /// Takes an entry of the account and says what follows from it, in order.
    pub fn hear(&mut self, entry: &Entry) -> Vec<Ruling> {
        self.casebook.begin_entry(entry.at, entry.record);
        match &entry.what {
            What::Move(mv @ LineMove { state: LineState::Settled, id: Some(id), .. }) => {
                self.made(*id, mv);
            }
            What::Move(mv @ LineMove { state: LineState::Superseded, id: Some(id), .. }) => {
                self.undone(*id, mv);
            }
            What::Touch(touch) => self.touched(touch),
            What::Release(release) => self.released(release),
            What::Press(press) => self.pressed(press),
            What::Kings(sign) => self.told_by_kings(*sign),
            What::Clock(state) => self.clock_shows(*state),
            What::Position(placed) => self.goes_on_from(placed),
            What::Decision(decided) => self.decided(decided, entry.record),
            What::Question(question) => self.answered(question),
            What::Move(_)
            | What::Begin(_)
            | What::Standing(_)
            | What::LinkLost
            | What::ClockAway => {}
        }
        self.watch_clock(entry);
        self.casebook.take_rulings()
    }

    /// Time passes until `at` without an entry; `record` is the last before it.
    pub fn advance(&mut self, at: Instant, record: u64) -> Vec<Ruling> {
        self.casebook.begin_entry(at, record);
        let notices = self.watchdog.as_mut().map(|watchdog| watchdog.advance(at));
        self.take_notices(notices.unwrap_or_default());
        self.casebook.take_rulings()
    }

    /// When [`Laws::advance`] has something to say.
    pub fn deadline(&self) -> Option<Instant> {
        self.watchdog.as_ref()?.deadline()
    }

    /// The position in which play stands.
    pub fn position(&self) -> &Arc<Chess> {
        &self.turn.position
    }

    /// The ply that is to come, from 1.
    fn ply(&self) -> u32 {
        self.made.last().map_or(0, |made| made.ply) + 1
    }

    /// A man is touched. The first touch of a turn ends the opponent's offer (9.1.2.1), the right to claim
    /// a draw (9.4), and the right to complain of the opponent's touches (4.8).
    fn touched(&mut self, touch: &Touch) {
        if self.casebook.is_over() || touch.noise >= 0.5 {
            return;
        }
        if touch.side != self.turn.side() {
            return self.touched_by_other(touch);
        }
        let is_first = !self.turn.has_touched();
        if !self.turn.touch(touch, self.casebook.now(), self.casebook.evidence().to, self.touching)
        {
            return;
        }
        if is_first {
            self.first_touch();
        }
        // What leaves its square from readings is told with its move.
        if self.touching.account == Exactness::Exact || touch.end != TouchEnd::Left {
            self.tell_obligation();
        }
    }

    fn first_touch(&mut self) {
        let side = self.turn.side();
        if let Some(offerer) = self.core.offer.take_if(|offerer| *offerer != side) {
            let (state, article) =
                (OfferState::RejectedByTouch, self.casebook.article(Rule::Offer));
            self.casebook.say_holds(Holds::Offer { side: offerer, state, article });
        }
        let is_lost = self.casebook.edition().touch_loses_claim();
        if is_lost && (self.touching.account == Exactness::Exact || self.might_claim()) {
            let article = self.casebook.article(Rule::ClaimLost);
            self.casebook.say_holds(Holds::RightLost { side, right: Right::ClaimDraw, article });
        }
        if self.made.last_mut().is_some_and(|last| std::mem::take(&mut last.may_be_complained_of)) {
            let article = self.casebook.article(Rule::ComplaintExpires);
            self.casebook.say_holds(Holds::RightLost { side, right: Right::Complain, article });
        }
        self.let_complaint_lapse(side);
    }

    /// A man is touched by the player not on move: the man that he has just released, or any other.
    fn touched_by_other(&mut self, touch: &Touch) {
        let moved = self.made.last().filter(|last| {
            last.side == touch.side && last.pressed.is_none() && last.mv.to() == touch.square
        });
        let (kind, rule, certainty) = match (moved, touch.end) {
            (Some(_), TouchEnd::Returned) => {
                (IncidentKind::WrongSideTouch, Rule::Adjusting, Certainty::Low)
            }
            (Some(_), _) => (IncidentKind::ReleasedPieceMoved, Rule::Released, Certainty::Medium),
            (None, _) => (IncidentKind::WrongSideTouch, Rule::Adjusting, Certainty::Medium),
        };
        let certainty = match self.touching.account {
            Exactness::Exact => certainty,
            Exactness::Read => Certainty::Low,
        };
        let ply = moved.map_or(self.ply(), |moved| moved.ply);
        let (side, squares) = (touch.side, vec![touch.square]);
        self.casebook.raise(Charge { kind, rule, side, certainty, ply, squares });
    }

    /// A man is put down where it does not stay (4.7).
    fn released(&mut self, release: &Release) {
        if self.casebook.is_over()
            || release.side != self.turn.side()
            || self.unmade.iter().any(|unmade| unmade.was_released_by(release))
        {
            return;
        }
        if let Some(from) = release.from
            && self.turn.leaves(from)
        {
            let (square, man, side) = (from, Some(release.man), release.side);
            let (lifted, late, tried) = (self.casebook.now(), Duration::ZERO, None);
            let (end, noise) = (TouchEnd::Left, 0.0);
            self.touched(&Touch { square, man, side, lifted, late, tried, end, noise });
        }
        self.turn.release(release);
        self.tell_obligation();
    }

    fn tell_obligation(&mut self) {
        if let Some(holds) = self.turn.news(self.casebook.edition()) {
            self.casebook.say_holds(holds);
        }
    }

    /// Play goes on from a position to which no move leads.
    fn goes_on_from(&mut self, placed: &Placed) {
        self.casebook.end_instructions(InstructionState::Done, |given| match &given.act {
            Act::Restore(position) => {
                position.board() == placed.position.board()
                    && position.turn() == placed.position.turn()
            }
            _ => false,
        });
        self.turn = Turn::at(Arc::clone(&placed.position));
        self.made.iter_mut().for_each(|made| made.is_excused = true);
        let may_be_claimed = |pending: &mut Box<Pending>| {
            self.touching.account == Exactness::Exact && pending.step == PendingStep::Unclaimed
        };
        self.core.pending = self.core.pending.take_if(may_be_claimed);
        self.history.push(&placed.position);
        self.core.plies += 1;
    }

    fn clock_shows(&mut self, state: ClockState) {
        let before = self.clock.replace(state);
        if self.runs.map(|(side, _)| side) != state.run {
            self.ran = self.runs.map(|(side, from)| (side, from, self.casebook.now()));
            self.runs = state.run.map(|side| (side, self.casebook.now()));
        }
        self.follow_times(&state);
        self.follow_clock(&state);
        for side in Color::ALL {
            let flag = |state: &ClockState| state.flags[usize::from(side.is_black())];
            if flag(&state) && !before.as_ref().is_some_and(flag) {
                self.flag_falls(side);
            }
        }
    }

    /// What the kings tell counts until they tell something else; it never undoes a mate.
    fn told_by_kings(&mut self, sign: KingsSign) {
        match self.casebook.ending() {
            None | Some(Ending { reason: ResultReason::Kings, .. }) => {
                self.casebook.end(told_by(sign));
            }
            Some(_) => self.casebook.outcome_mut().overrule(sign),
        }
    }

    /// Only an arbiter lets the kings' result stand against the one on the board.
    fn answered(&mut self, question: &Question) {
        if let (QuestionKind::ResultDiffers, QuestionState::Answered(KINGS)) =
            (question.kind, question.state)
            && let Some(sign) = self.casebook.outcome_mut().take_overruled()
        {
            self.casebook.end(told_by(sign));
        }
    }
}

/// The result that the kings tell.
fn told_by(sign: KingsSign) -> Ending {
    let value = match sign {
        KingsSign::WhiteWins => ResultValue::WhiteWins,
        KingsSign::BlackWins => ResultValue::BlackWins,
        KingsSign::Draw => ResultValue::Draw,
    };
    Ending { value, reason: ResultReason::Kings, article: None }
}

#[cfg(test)]
mod tests;

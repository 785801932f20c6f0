//! The Laws of Chess: a fold over the account, which says what was made and completed, what the touches
//! of a player bind him to, which irregularities happened, what they call for, and what ends the game.
//!
//! It sees settled moves only, and knows nothing of how readings became moves. Where editions differ
//! stands in `edition`.
//!
//! [`Laws`] hands each entry of the account to the procedure that it is for. A procedure reads the game in `play`, and
//! says what follows in the `casebook`; both are made of machines with fields of their own.
//!
//! * Of the game: `made_moves` (which are made and completed, 4.7, 6.2.1), `turn` and `obligation` (what hands did, and what that
//!   binds to, 4), `pending_offence` (7.5), `draw_offers`, `move_count`, `repetition`; `undoable` is what taking a move back
//!   restores.
//! * Of what is said: `incident_ledger` (incidents and instructions), `result_record` (the result), `rulings` (all of it, in order).
//! * Procedures: `touches` (4), `move_procedure` (a move is made, or taken back), `presses`, `illegal_moves`, `two_hands`
//!   (6.2, 7.5), `claims` (5, 9), `flag_fall` (6.4, 6.9), `arrivals` (6.7), `later_findings`, `illegal_positions` (7, A.5; `castling_bar` is
//!   what bars castling),
//!   `quickplay` (Guidelines III), `adjournment` (13 and 14 of 1995), `penalties` (12.9), `time_corrections`, `clock_notices` (what the `watchdog` sees).
//! * Pure rules: `end_on_board`, `board_at_press`, `new_move_at_press`, `mate`, `flag`, `lateness`, `recording_duty`,
//!   `control`, `chess_clock`.
//! * What people decide: `command`, `command_check`, and of incidents `incident_review`.

mod accusations;
pub mod adjournment;
mod arrivals;
pub mod article;
mod board_at_press;
mod carry_out;
mod casebook;
mod castling_bar;
pub mod chess_clock;
mod claims;
mod clock_notices;
mod clock_readings;
pub mod command;
mod command_check;
pub mod control;
mod draw_offers;
pub mod edition;
mod end_on_board;
pub mod ending;
pub mod flag;
mod flag_fall;
mod illegal_moves;
mod illegal_positions;
mod incident_ledger;
mod incident_review;
pub mod json;
pub mod lateness;
mod later_findings;
mod made_moves;
pub mod mate;
mod move_count;
mod move_procedure;
mod new_move_at_press;
pub mod obligation;
pub mod offence;
mod penalties;
mod pending_offence;
mod play;
mod presses;
pub mod quickplay;
pub mod recording_duty;
pub mod repetition;
pub mod restored_times;
mod result_record;
pub mod rulebook;
mod rulings;
pub mod says;
pub mod standing;
mod time_corrections;
mod touches;
mod turn;
mod two_hands;
mod undoable;
pub mod watchdog;

use std::sync::Arc;

use shakmaty::{Chess, Color, Position};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

pub use self::says::{CompletedBy, Ruling};
pub use self::turn::{Exactness, Touching};
pub use self::undoable::Started;

use self::adjournment::Adjourned;
use self::casebook::Casebook;
use self::clock_readings::ClockReadings;
use self::command::{Command, NotSaid};
use self::ending::{Ending, ResultReason, ResultValue};
use self::incident_review::IncidentReview;
use self::move_count::MoveCount;
use self::move_procedure::MoveProcedure;
use self::offence::Offences;
use self::play::{Beginning, Play};
use self::recording_duty::{RecordingDuty, Remaining};
use self::repetition::History;
use self::rulebook::Rulebook;
use self::says::{Act, InstructionState};
use self::undoable::Undoable;
use self::watchdog::Watchdog;
use crate::account::{
    ClockState, Entry, KingsSign, LineMove, LineState, MoveId, Placed, PositionWhy, Question,
    QuestionKind, QuestionState, What,
};

/// The answer that the kings told the result, of those to a question about the result.
const KINGS: usize = 1;

/// The state of the Laws in one game.
#[derive(Clone, Debug)]
pub struct Laws {
    play: Play,
    casebook: Casebook,
    moves: MoveProcedure,
    review: IncidentReview,
    recording: RecordingDuty,
    clock: ClockReadings,
    /// Held against what readings show; a clock that is exact needs none.
    watchdog: Option<Watchdog>,
}

/// What happened before the account begins.
#[derive(Clone, Debug, Default)]
pub struct PastPlay {
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
        Self::after(PastPlay::default(), rulebook, touching, start)
    }

    /// A game that goes on from this position.
    pub fn after(
        past: PastPlay,
        rulebook: Arc<Rulebook>,
        touching: Touching,
        position: Arc<Chess>,
    ) -> Self {
        let PastPlay { positions, completed, moves_before, offences, cannot_mate, started } = past;
        let mut history = History::default();
        positions.iter().for_each(|before| history.push(before));
        history.push(&position);
        let (plies, count) = (positions.len(), MoveCount::after(completed));
        let undoable = Undoable { count, started, plies, ..Undoable::default() };
        let beginning = Beginning { position, history, moves_before, undoable };
        Self {
            play: Play::new(touching, beginning),
            recording: RecordingDuty::new(&rulebook),
            watchdog: (touching.account == Exactness::Read)
                .then(|| Watchdog::new(&rulebook.control)),
            casebook: Casebook::new(rulebook, offences, cannot_mate),
            moves: MoveProcedure::default(),
            review: IncidentReview::default(),
            clock: ClockReadings::default(),
        }
    }

    /// From now on it is held against these Laws.
    pub fn play_under(&mut self, rulebook: Arc<Rulebook>) {
        self.recording = RecordingDuty::new(&rulebook);
        self.watchdog = self.watchdog.is_some().then(|| Watchdog::new(&rulebook.control));
        self.casebook.play_under(rulebook);
    }

    /// Takes an entry of the account and says what follows from it, in order.
    pub fn hear(&mut self, entry: &Entry) -> Vec<Ruling> {
        self.casebook.begin_entry(entry.at, entry.record);
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        let restated = play.castling_bar().restated(&entry.what);
        match restated.as_ref().unwrap_or(&entry.what) {
            What::Move(mv @ LineMove { state: LineState::Settled, id: Some(id), .. }) => {
                self.moves.make(play, casebook, *id, mv);
            }
            What::Move(mv @ LineMove { state: LineState::Superseded, id: Some(id), .. }) => {
                if let Some(ply) = self.moves.take_back(play, casebook, *id, mv) {
                    self.review.forget_from(ply);
                }
            }
            What::Touch(touch) => touches::touch(play, casebook, &self.clock, touch),
            What::Release(release) => touches::release(play, casebook, release),
            What::Press(press) => presses::press(play, casebook, &self.clock, press),
            What::Kings(sign) => self.end_by_kings(*sign),
            What::Clock(state) => self.read_clock(*state),
            What::Position(placed) => self.go_on_from(placed),
            What::Decision(decided) => self.decide(decided, entry.record),
            What::Question(question) => self.note_answer(question),
            What::Move(_)
            | What::Begin(_)
            | What::Standing(_)
            | What::LinkLost
            | What::ClockAway => {}
        }
        if let Some(watchdog) = &mut self.watchdog {
            clock_notices::watch(watchdog, &mut self.casebook, entry, self.play.next_ply());
        }
        self.casebook.take_rulings()
    }

    /// Time passes until `at` without an entry; `record` is the last before it.
    pub fn advance(&mut self, at: Instant, record: u64) -> Vec<Ruling> {
        self.casebook.begin_entry(at, record);
        if let Some(watchdog) = &mut self.watchdog {
            clock_notices::advance(watchdog, &mut self.casebook, at, self.play.next_ply());
        }
        self.casebook.take_rulings()
    }

    /// When [`Laws::advance`] has something to say.
    pub fn deadline(&self) -> Option<Instant> {
        self.watchdog.as_ref()?.deadline()
    }

    /// The position in which play stands.
    pub const fn position(&self) -> &Arc<Chess> {
        self.play.position()
    }

    /// Somebody has decided what the clock showed after a move.
    pub fn retime(&mut self, id: MoveId, left: Option<ClockTime>) {
        self.play.moves_mut().retime(id, left);
    }

    /// The game as it was adjourned, until its envelope is opened (13.2 of 1995).
    pub fn adjourned(&self) -> Option<&Adjourned> {
        self.play.adjournment().adjourned()
    }

    /// Whether its move is sealed, and nobody has resumed it.
    pub const fn is_sealed(&self) -> bool {
        self.play.adjournment().is_sealed()
    }

    /// The pieces leave the board: the game is adjourned.
    pub const fn leave_board(&mut self) {
        adjournment::leave_board(&mut self.play);
    }

    /// The adjourned position stands on a board at this moment; `record` is the last before it.
    pub fn come_on_board(&mut self, at: Instant, record: u64) -> Vec<Ruling> {
        self.casebook.begin_entry(at, record);
        adjournment::come_on_board(&mut self.play, &mut self.casebook);
        self.casebook.take_rulings()
    }

    /// Whether this can be said now. What the Laws only refuse, with an article, can be.
    ///
    /// # Errors
    /// [`NotSaid`]: it would say nothing, and why.
    pub fn check(&self, command: &Command) -> Result<(), NotSaid> {
        command_check::check(&self.play, &self.casebook, &self.review, command)
    }

    /// Whether the decision of this number, about the result or an incident, can be undone: no later one is in the way.
    pub fn can_undo(&self, number: u64) -> bool {
        let outcome = self.casebook.result();
        outcome.is_last_decision(number)
            || !outcome.has_decision(number) && self.review.can_undo(&self.casebook, number)
    }

    /// Play goes on from a position to which no move leads.
    fn go_on_from(&mut self, placed: &Placed) {
        if placed.why != PositionWhy::Decision {
            self.play.excuse_answered_press(&mut self.casebook);
        }
        let placed = &placed.position;
        self.casebook.end_instructions(InstructionState::Done, |given| match &given.act {
            Act::Restore(position) => {
                position.board() == placed.board() && position.turn() == placed.turn()
            }
            _ => false,
        });
        self.play.go_on_from(placed);
    }

    /// What the clock shows tells who need not record any more (8.4), that instructions about it are carried out, and
    /// whose time is used up.
    fn read_clock(&mut self, state: ClockState) {
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        let fallen = self.clock.read(state, casebook.now());
        for side in Color::ALL {
            let period = play.undoable().count.period(side);
            let extra = casebook.rulebook().extra_in(period);
            let left = clock_readings::left_in(&state, side);
            self.recording.note_time(side, Remaining { left, period, extra });
        }
        casebook.end_instructions(InstructionState::Done, |given| match given.act {
            Act::ClockRun(side) => state.run == Some(side),
            Act::ClockPause => state.run.is_none(),
            _ => false,
        });
        adjournment::note_times(casebook, state.times);
        for side in fallen {
            flag_fall::fall(play, casebook, side);
        }
    }

    /// What the kings tell counts until they tell something else; it never undoes a mate.
    fn end_by_kings(&mut self, sign: KingsSign) {
        match self.casebook.ending() {
            None | Some(Ending { reason: ResultReason::Kings, .. }) => {
                self.casebook.end(ending_by(sign));
            }
            Some(_) => self.casebook.result_mut().overrule(sign),
        }
    }

    /// Only an arbiter lets the kings' result stand against the one on the board.
    fn note_answer(&mut self, question: &Question) {
        if let (QuestionKind::ResultDiffers, QuestionState::Answered(KINGS)) =
            (question.kind, question.state)
            && let Some(sign) = self.casebook.result_mut().take_overruled()
        {
            self.casebook.end(ending_by(sign));
        }
    }
}

/// The result that the kings tell.
const fn ending_by(sign: KingsSign) -> Ending {
    let value = match sign {
        KingsSign::WhiteWins => ResultValue::WhiteWins,
        KingsSign::BlackWins => ResultValue::BlackWins,
        KingsSign::Draw => ResultValue::Draw,
    };
    Ending { value, reason: ResultReason::Kings, article: None }
}

#[cfg(test)]
mod tests;

//! From readings to moves.
//!
//! One method: hypotheses about what the hands have done since the last agreed position. Each is a line of moves; it pays
//! for every move, and for every second in which a square shows something else than the position after the line. The cheapest
//! is the best, and what is told of it stands when all that would deny it have paid much more. So slides, takebacks, both
//! players at once, updates that were lost and illegal moves that stand are all the same: lines that compete.
//!
//! Each machine has private fields, an input and an output, which its file names at its head.
//!
//! * `readings`, `piece_sets`: the 64 readings, one by one and as sets of squares;
//! * `plies`, `beam`: the hypotheses; how new ones arise (`search` names the ways): `landed_moves` from a landing,
//!   `missed_landings` from what followed, `nameless_pieces` where the board cannot name them, `bridge` from a later position,
//!   `illegal_moves` and `new_positions` from quiet and presses; `thinking`: when each is thought of;
//! * `costs`, `weights`: what they pay; `measuring`, `contradiction`: for what the board shows otherwise; `price`, `plausibility`,
//!   `trail`: for how unlike hands and play a move is; `tempo`: evidence that comes faster than hands;
//! * `rival_captures`, `rival_squares`, `outlook`: what chess says of lines that the board cannot tell apart;
//! * `settle`: when a ply stands; `emitted_line`, `confidence`: what was told of the best line, and how surely;
//!   `waiting_entries`: what waits until the move before it is told; `settled_sheet`, `rewriting`: the scoresheet, and how it
//!   is written anew;
//! * `presses`, `press_purpose`: who presses for which move, and whether it is clear; `clock`, `clock_trust`: whose time runs,
//!   and on which side; `pace`, `held_back`: what this game has taught, and what is not told because it may be over;
//! * `touched_pieces`, `whose_hand`, `kings`: what hands did beside moves; `questions`, `doubts`: what is asked of people, and
//!   why;
//! * `witness`: whether squares say what stands on them, or a board that follows the game by rules of its own;
//! * `hearing`: what silence, noise and a log forbid to conclude; `lost_readings`: when a board is no proof; `timing`, `duty`: what waiting decides, and how long it takes;
//! * `game`: one game, which only wires these machines; `stage`: whether there is one; `bounds`: how much of it is kept;
//! * `account_writer`: what is told to the Laws. [`Reconstruct`] itself: `games` that begin and end, `judged_presses`,
//!   `listening`, `correct`: what people decide, `other_boards`: a game that goes on elsewhere, `two_ways`: a
//!   board that may lie the other way.
//!
//! Sins are none of this floor's business: it says which moves, the Laws say how they were made.

mod account_writer;
mod beam;
mod bounds;
mod bridge;
mod clock;
mod clock_trust;
mod confidence;
mod contradiction;
mod correct;
mod costs;
mod denied;
mod doubts;
mod doubts_paid;
mod duty;
mod emitted_line;
mod game;
mod games;
mod hearing;
mod held_back;
mod hypothesis;
mod illegal_moves;
mod judged_presses;
mod kings;
mod landed_moves;
mod late_landings;
mod listening;
mod lost_readings;
mod measuring;
mod missed_landings;
mod nameless_pieces;
mod new_positions;
mod other_boards;
mod outlook;
mod pace;
mod piece_sets;
mod plausibility;
mod plies;
mod position;
mod press_purpose;
mod presses;
mod price;
mod questions;
mod readings;
mod repeated_readings;
mod rewriting;
mod rival_captures;
mod rival_squares;
mod search;
mod settle;
mod settled_sheet;
mod stage;
mod tempo;
mod thinking;
mod timing;
mod touched_pieces;
mod trail;
mod two_ways;
mod waiting_entries;
mod weights;
mod whose_hand;
mod witness;

use std::collections::VecDeque;

use shakmaty::{Bitboard, Position};
use touchmove_drivers::observation::{
    self as device, ClockPresence, Decision, DeviceFact, Flood, Hand, LinkState, Placement, Reading,
};
use touchmove_drivers::{Instant, Observation};

pub use self::clock::WhiteSide;
pub use self::correct::CorrectionError;
pub use self::costs::Costs;
pub use self::denied::{Denial, PlacedMove};
pub use self::readings::Orientation;
pub use self::timing::Timing;
pub use self::weights::Cost;
pub use self::witness::Witness;

use self::account_writer::AccountWriter;
use self::clock::ClockFollower;
use self::duty::Duty;
use self::game::{FollowedGame, Scene, sooner};
use self::hearing::{Hearing, Watch};
use self::presses::PressDuty;
use self::readings::{Change, Readings};
use self::stage::Stage;
use self::two_ways::OtherWay;
use self::weights::Weights;
use crate::account::{Entry, GameStart, LineMove, LineState, What};

/// What is known of a board before its first reading.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where each game begins.
    pub start: GameStart,
    /// Which way the board lies; `None`: as the first position shows.
    pub orientation: Option<Orientation>,
    /// On which side of the clock White sits.
    pub white_side: WhiteSide,
    /// How long things take.
    pub timing: Timing,
    /// Who says what stands on the board.
    pub witness: Witness,
    /// How many lines are followed.
    pub effort: Effort,
    /// What they pay.
    pub costs: Costs,
}

/// How many lines are followed, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effort {
    /// Those that may still be told: nobody waits.
    #[default]
    Live,
    /// The same, of what is judged once more: what was proposed at the time is found again, and not asked.
    Again,
    /// Also those that only what comes much later may bring back: all is at hand, and the last word counts.
    Thorough,
}

impl Setup {
    /// What hypotheses pay on this board.
    const fn weights(&self) -> Weights {
        let weights = Weights::of(self.witness, self.timing.reading_lag, self.costs);
        match self.effort {
            Effort::Live | Effort::Again => weights,
            Effort::Thorough => weights.keeping_more(),
        }
    }
}

/// Reconstruction of one board: observations and time in, the account out.
///
/// Deterministic, and bounded in time and memory for each observation, whatever is observed.
#[derive(Clone, Debug)]
pub struct Reconstruct {
    setup: Setup,
    seen: Option<Readings>,
    clock: ClockFollower,
    stage: Stage,
    /// The games that were left as others began, the latest last.
    left: VecDeque<Self>,
    /// The record of the sign of the kings that somebody has overruled: the game goes on.
    overruled: Option<u64>,
    hearing: Hearing,
    /// The same board as though it lay the other way, while it may.
    other_way: Option<OtherWay>,
    /// What is due next, worked out after every change.
    duty: Option<(Instant, Duty)>,
    account: AccountWriter,
}

impl Reconstruct {
    /// A board of which nothing was read yet.
    pub fn new(setup: Setup) -> Self {
        let orientation = setup.orientation.unwrap_or(Orientation::Straight);
        Self {
            clock: ClockFollower::new(setup.white_side, orientation),
            setup,
            seen: None,
            stage: Stage::NotBegun,
            left: VecDeque::new(),
            overruled: None,
            hearing: Hearing::new(),
            other_way: None,
            duty: None,
            account: AccountWriter::new(),
        }
    }

    /// Takes record number `record`, observed at `at`, after firing every deadline up to then.
    /// Times never fall; one that does counts as the last one.
    pub fn observe(&mut self, at: Instant, record: u64, observation: &Observation) {
        self.observe_late(at, None, record, observation);
    }

    /// The same, where it happened at an unknown moment after `since`.
    pub fn observe_late(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        record: u64,
        observation: &Observation,
    ) {
        self.advance(at);
        self.observe_other_way(at, since, record, observation);
        let was_silent = self.hearing.is_silent();
        if matches!(observation, Observation::Square { .. } | Observation::Board(_)) {
            self.end_silence();
        }
        self.note_order_of_log(observation);
        self.note_hearing_delay(at, since, observation);
        self.account.begin_record(record);
        match observation {
            Observation::Square { square, reading } => {
                self.note_update(*square, *reading);
                self.assume_start();
                match self.see(*square, *reading) {
                    Some(square) => self.follow(Bitboard::from(square)),
                    None => {
                        self.follow_written_over(*square);
                        self.follow_repeated_reading(*square, *reading);
                    }
                }
            }
            Observation::Board(placement) => self.read_out(placement),
            Observation::Clock(reading) => self.read_clock(*reading, since),
            Observation::Press(side) => self.take_press(self.clock.press(*side), Watch::Seen),
            Observation::Decision(decision) => {
                // What cannot be carried out changes nothing; whoever decides is told before.
                let _ = self.decide(decision);
            }
            Observation::Link(link @ (LinkState::Lost | LinkState::Stale)) => {
                self.hearing.end_log();
                self.begin_silence(*link);
            }
            Observation::Device(DeviceFact::Flood(Flood::Begins)) => {
                self.hearing.end_log();
                self.begin_silence(LinkState::Lost);
                self.forget_untold();
            }
            Observation::Device(DeviceFact::Memory(memory)) => self.note_log(*memory),
            Observation::Device(DeviceFact::Noise(_)) => self.note_noise(),
            Observation::Link(LinkState::Up) => self.mark_link_up(),
            Observation::Device(DeviceFact::Clock(ClockPresence::Absent)) => self.lose_clock(),
            Observation::Battery(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Game(_)
            | Observation::Device(_) => {}
        }
        if was_silent && !self.hearing.is_silent() {
            self.go_on_after_silence();
        }
        self.doubt_touches_of_log();
        self.weigh_other_way();
        self.duty = self.find_duty();
        // What a press makes of pieces that have stood wrong for long is due at once.
        self.advance(at);
    }

    /// Time passes until `at`: fires every deadline up to then, in order.
    pub fn advance(&mut self, at: Instant) {
        while let Some((due, duty)) = self.duty.take_if(|(due, _)| *due <= at) {
            self.account.pass_time_until(due);
            self.fulfil(duty);
            self.duty = self.find_duty();
        }
        self.account.pass_time_until(at);
    }

    /// When [`Reconstruct::advance`] has something to do, if nothing is observed before.
    pub fn deadline(&self) -> Option<Instant> {
        self.duty.as_ref().map(|(due, _)| *due)
    }

    /// Whether a decision could be carried out now.
    ///
    /// # Errors
    /// [`CorrectionError`]: why not.
    pub fn check(&self, decision: &Decision) -> Result<(), CorrectionError> {
        self.clone().decide(decision)
    }

    /// The next entry of the account.
    pub fn poll(&mut self) -> Option<Entry> {
        let witness = self.setup.witness;
        std::iter::from_fn(|| self.account.take()).find(|entry| witness.can_tell(&entry.what))
    }

    /// The side of the clock's housing that is White's, as far as is known.
    pub fn white_hand(&self) -> Hand {
        self.clock.white()
    }

    /// Which way the board lies; `None` before the first game began.
    pub fn orientation(&self) -> Option<Orientation> {
        match self.stage {
            Stage::NotBegun => self.setup.orientation,
            Stage::Playing(_) | Stage::Over(_) | Stage::Left(_) => {
                self.seen.as_ref().map(Readings::orientation)
            }
        }
    }

    fn read_out(&mut self, placement: &Placement) {
        let Some(seen) = &mut self.seen else {
            let orientation = self.setup.orientation.unwrap_or(Orientation::Straight);
            self.seen = Some(Readings::new(placement.clone(), orientation, self.change()));
            return self.follow(Bitboard::FULL);
        };
        seen.find_again(self.account.record());
        let differing = seen.squares_differing(placement);
        self.note_found_late(&differing);
        let changed =
            differing.into_iter().filter_map(|(square, reading)| self.see(square, reading));
        let changed = changed.fold(Bitboard::EMPTY, |all, square| all | Bitboard::from(square));
        if changed.any() {
            self.follow(changed);
            self.doubt_read_out();
        }
    }

    /// A board that reports squares before it was ever read out is taken to stand at the start.
    fn assume_start(&mut self) {
        if self.seen.is_none() {
            let placement = readings::placement_of(self.setup.start.position.board());
            let placement = match self.setup.orientation {
                Some(Orientation::Turned) => placement.turned(),
                Some(Orientation::Straight) | None => placement,
            };
            self.read_out(&placement);
        }
    }

    /// What a reading that comes now is known by.
    fn change(&self) -> Change {
        Change { at: self.account.now(), record: self.account.record() }
    }

    /// The game that is played, and what the board shows of it.
    fn playing(&mut self) -> Option<(&mut FollowedGame, Scene<'_>)> {
        let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) else { return None };
        Some((game, Scene { seen, timing: &self.setup.timing, now: self.account.now() }))
    }

    /// Takes one reading; returns the square of the game if it was news.
    fn see(&mut self, square: device::Square, reading: Reading) -> Option<shakmaty::Square> {
        let change = self.change();
        let seen = self.seen.as_mut()?;
        let rested = seen.last().at.max(self.hearing.shown_since());
        let square = seen.square(square, reading, change)?;
        let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) else {
            return Some(square);
        };
        let scene = Scene { seen, timing: &self.setup.timing, now: self.account.now() };
        let touched = game.touch(square, scene, |what| self.account.entry(what));
        let mut entries = Vec::new();
        game.settle_answered(square, rested, scene, &mut entries);
        self.account.write_entries(touched);
        self.tell_all(entries);
        Some(square)
    }

    /// The readings changed: a game begins, or the hypotheses follow.
    fn follow(&mut self, changed: Bitboard) {
        if let Some(orientation) = self.new_game_shown() {
            return self.begin(orientation);
        }
        let Some((game, Scene { seen, .. })) = self.playing() else { return };
        game.follow(seen, changed);
        self.lay_by_first_move();
        self.tell_line();
    }

    /// Tells what the line now has: settled plies, the provisional one, whether the board fits.
    fn tell_line(&mut self) {
        self.pass_on_answered();
        let rested = self.hearing.rested_until(self.account.now());
        let Some((game, scene)) = self.playing() else { return };
        let mut entries = Vec::new();
        game.review_questions(scene.seen, &mut entries);
        game.settle_due(Scene { now: rested, ..scene }, &mut entries);
        game.emit_head(&mut entries);
        self.tell_all(entries);
        self.pass_on_cleared();
        self.pass_on_for_none();
        self.end_on_board();
        self.keep_within_bounds();
    }

    /// The next duty and when it is due. Each duty, once fulfilled, is no longer due.
    fn find_duty(&self) -> Option<(Instant, Duty)> {
        let seen = self.seen.as_ref().filter(|_| !self.hearing.is_silent())?;
        let timing = &self.setup.timing;
        let sign = self.stage.new_sign(seen, self.overruled).map(|shown| {
            let since = shown.put_down.at.max(self.hearing.shown_since());
            let rest = match &self.stage {
                Stage::Playing(game) if game.has_king_in_centre(seen) => timing.fallen_king,
                _ => timing.kings,
            };
            (since + rest, Duty::KingsSign(shown.sign))
        });
        let Stage::Playing(game) = &self.stage else {
            return sign.filter(|_| matches!(self.stage, Stage::Over(_)));
        };
        let pressed = game.press_duties(seen, timing).map(|(at, duty)| (at, Duty::Press(duty)));
        let now = self.account.now();
        let resting = sign.or_else(|| game.first_duty(Scene { seen, timing, now }));
        pressed.fold(resting, |first, pressed| sooner(first, Some(pressed)))
    }

    fn fulfil(&mut self, duty: Duty) {
        let run = self.clock.running();
        let Some((game, scene)) = self.playing() else {
            if let Duty::KingsSign(sign) = duty {
                self.end_otherwise(sign);
            }
            return;
        };
        let mut entries = Vec::new();
        match duty {
            Duty::KingsSign(sign) => return self.end_by(sign),
            Duty::Press(PressDuty::Judge(side)) => return self.judge_press(side),
            Duty::Press(PressDuty::LookAgain(side)) => return self.look_again_at_press(side),
            Duty::Rank | Duty::Settle => game.rank_at(scene.now),
            Duty::Consider(level) => {
                game.consider(level, run, scene.seen);
                game.rank_at(scene.now);
            }
            Duty::Weigh => {
                game.weigh(scene);
                game.rank_at(scene.now);
            }
            Duty::TakeBack => game.take_back_denied(scene, &mut entries),
            Duty::Standing(differs) => game.emit_wrong(differs, &mut entries),
            Duty::Ask => game.ask_whether_over(&mut entries),
            Duty::AskWhich(doubt) => game.ask(doubt, &mut entries),
        }
        self.tell_all(entries);
        self.tell_line();
    }

    /// Writes what a game tells, and after each move what has waited for it.
    fn tell_all(&mut self, entries: impl IntoIterator<Item = What>) {
        for what in entries {
            let due = match (&what, &mut self.stage) {
                (
                    What::Move(told @ LineMove { state: LineState::Settled, .. }),
                    Stage::Playing(game),
                ) => game.take_due_at(told),
                _ => Vec::new(),
            };
            self.account.write(what);
            self.account.write_entries(due);
        }
    }
}

#[cfg(test)]
mod tests;

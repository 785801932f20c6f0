//! From readings to moves.
//!
//! One method: hypotheses about what the hands have done since the last agreed position. Each is a line of moves; it pays
//! for every move, and for every second in which a square shows something else than the position after the line. The cheapest
//! is the best, and what is told of it stands when all that would deny it have paid much more. So slides, takebacks, both
//! players at once, updates that were lost and illegal moves that stand are all the same: lines that compete.
//!
//! * `seen`, `shown`: the 64 readings;
//! * `plies`, `beam`: the hypotheses; how new ones arise: `branch` from a landing, `unseen` from what followed, `unnamed`
//!   from men without names, `bridge` from a later position, `odd` from quiet and presses, `denied` from men that stay;
//! * `weights`: what they pay; `price`, `likely`, `trail`: how unlike hands and play a move is; `tempo`: evidence that comes
//!   faster than hands; `silence`: the time in which nothing is heard of a board; `memory`: what it tells of that;
//! * `game`, `line`, `bounds`: the game as it stands, and how much of it is kept; `settle`, `tell`: from the best line to
//!   what is told of it; `pace`, `hold`: what this game has taught, and what is held back because it may be over;
//! * `clock`, `absence`, `press`, `unclear`: whose time runs, who pressed and whether it is clear what for, a clock that goes
//!   away; `touches`, `hands`, `kings`: what hands did beside moves; `late`: what waits until the move before it is told;
//! * `ask`: what only a person can tell; `correct`: what people decide, and on `paper`, once the men have left the board;
//!   `timing`: everything that waiting decides.
//!
//! Sins are none of this floor's business: it says which moves, the Laws say how they were made.

mod absence;
mod ask;
mod beam;
mod begin;
mod bounds;
mod branch;
mod bridge;
mod clock;
mod contradiction;
mod correct;
mod game;
mod hands;
mod hold;
mod kings;
mod late;
mod likely;
mod line;
mod measuring;
mod memory;
mod odd;
mod pace;
mod paper;
mod placed;
mod plies;
mod position;
mod press;
mod price;
mod search;
mod seen;
mod settle;
mod sheet;
mod shown;
mod silence;
mod stage;
mod swap;
mod tell;
mod tempo;
mod timing;
mod touches;
mod trail;
mod unclear;
mod unnamed;
mod unseen;
mod weights;

use std::collections::VecDeque;

use shakmaty::{Bitboard, Color, Position};
use touchmove_drivers::observation::{
    self as device, ClockPresence, Decision, DeviceFact, Flood, LinkState, Placement, Reading,
};
use touchmove_drivers::{Instant, Observation};

pub use self::clock::WhiteSide;
pub use self::correct::CorrectionError;
pub use self::seen::Orientation;
pub use self::timing::Timing;

use self::clock::ClockFollower;
use self::game::Game;
use self::memory::Told;
use self::seen::{Change, Seen};
use self::silence::{Hearing, Watch};
use self::stage::{Over, Stage};
use self::timing::Duty;
use crate::account::{ClockState, Entry, KingsSign, LineMove, LineState, Standing, Start, What};

/// What is known of a board before its first reading.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where each game begins.
    pub start: Start,
    /// Which way the board lies; `None`: as the first position shows.
    pub orientation: Option<Orientation>,
    /// On which side of the clock White sits.
    pub white_side: WhiteSide,
    /// How long things take.
    pub timing: Timing,
}

/// Reconstruction of one board: observations and time in, the account out.
///
/// Deterministic, and bounded in time and memory for each observation, whatever is observed.
#[derive(Clone, Debug)]
pub struct Reconstruct {
    setup: Setup,
    seen: Option<Seen>,
    clock: ClockFollower,
    clock_state: Option<ClockState>,
    stage: Stage,
    /// The games that were left as others began, the latest last.
    left: VecDeque<Self>,
    /// The record of the sign of the kings that somebody has overruled: the game goes on.
    overruled: Option<u64>,
    told: Told,
    hearing: Hearing,
    now: Instant,
    record: u64,
    /// What is due next, worked out after every change.
    duty: Option<(Instant, Duty)>,
    out: VecDeque<Entry>,
}

impl Reconstruct {
    /// A board of which nothing was read yet.
    pub fn new(setup: Setup) -> Self {
        let orientation = setup.orientation.unwrap_or(Orientation::Straight);
        Self {
            clock: ClockFollower::new(setup.white_side, orientation),
            setup,
            seen: None,
            clock_state: None,
            stage: Stage::NotBegun,
            left: VecDeque::new(),
            overruled: None,
            told: Told::Now,
            hearing: Hearing::new(),
            now: Instant::ZERO,
            record: 0,
            duty: None,
            out: VecDeque::new(),
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
        let was_silent = self.hearing.is_silent();
        self.hears(observation);
        self.comes_next(observation);
        self.note_hearing_delay(at, since, observation);
        self.record = record;
        match observation {
            Observation::Square { square, reading } => {
                self.assume_start();
                match self.see(*square, *reading) {
                    Some(square) => self.changed(Bitboard::from(square)),
                    None => self.came_and_went(*square),
                }
            }
            Observation::Board(placement) => self.read_out(placement),
            Observation::Clock(reading) => {
                self.clock_comes();
                let news = self.clock.read(*reading, self.last_mover());
                let heard = self.hearing.read_clock();
                let is_unsure = self.clock.is_unsure() || self.is_late(since);
                let watch = if is_unsure { Watch::Missed } else { heard };
                for press in news.presses {
                    self.pressed(press, watch);
                }
                if let (Some(runs), Some(begins)) = (news.state.run, self.about_to_begin()) {
                    self.clock.compare(runs, begins);
                }
                self.clock_shows(news.state);
                self.tell_clock(news.state, since);
            }
            Observation::Press(side) => self.pressed(self.clock.press(*side), Watch::Seen),
            Observation::Decision(decision) => {
                // What cannot be carried out changes nothing; whoever decides is told before.
                let _ = self.decide(decision);
            }
            Observation::Link(link @ (LinkState::Lost | LinkState::Stale)) => {
                self.told = Told::Now;
                self.falls_silent(*link);
            }
            Observation::Device(DeviceFact::Flood(Flood::Begins)) => {
                self.told = Told::Now;
                self.falls_silent(LinkState::Lost);
            }
            Observation::Device(DeviceFact::Memory(memory)) => self.remembers(*memory),
            Observation::Device(DeviceFact::Noise(_)) => self.hears_noise(),
            Observation::Link(LinkState::Up) => {
                self.hears_again();
                self.mark_link_up();
            }
            Observation::Device(DeviceFact::Clock(ClockPresence::Absent)) => self.lose_clock(),
            Observation::Battery(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Game(_)
            | Observation::Device(_) => {}
        }
        if was_silent && !self.hearing.is_silent() {
            self.goes_on_hearing();
        }
        self.taken();
        // What a press makes of men that have stood wrong for long is due at once.
        self.advance(at);
    }

    /// Time passes until `at`: fires every deadline up to then, in order.
    pub fn advance(&mut self, at: Instant) {
        while let Some((due, duty)) = self.duty.take_if(|(due, _)| *due <= at) {
            self.now = self.now.max(due);
            self.fulfil(duty);
            self.duty = self.find_duty();
        }
        self.now = self.now.max(at);
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
        self.out.pop_front()
    }

    /// Which way the board lies; `None` before the first game began.
    pub fn orientation(&self) -> Option<Orientation> {
        match self.stage {
            Stage::NotBegun => self.setup.orientation,
            Stage::Game(_) | Stage::Over(_) | Stage::Left(_) => {
                self.seen.as_ref().map(Seen::orientation)
            }
        }
    }

    fn read_out(&mut self, placement: &Placement) {
        let Some(seen) = &mut self.seen else {
            let orientation = self.setup.orientation.unwrap_or(Orientation::Straight);
            let change = Change { at: self.now, record: self.record };
            self.seen = Some(Seen::new(placement.clone(), orientation, change));
            return self.changed(Bitboard::FULL);
        };
        seen.find_again(self.record);
        let differing = seen.squares_differing(placement);
        let changed =
            differing.into_iter().filter_map(|(square, reading)| self.see(square, reading));
        let changed = changed.fold(Bitboard::EMPTY, |all, square| all | Bitboard::from(square));
        if changed.any() {
            self.changed(changed);
            self.doubts_read_out();
        }
    }

    /// A board that reports squares before it was ever read out is taken to stand at the start.
    fn assume_start(&mut self) {
        if self.seen.is_none() {
            let placement = seen::placement_of(self.setup.start.position.board());
            let placement = match self.setup.orientation {
                Some(Orientation::Turned) => placement.turned(),
                Some(Orientation::Straight) | None => placement,
            };
            self.read_out(&placement);
        }
    }

    /// Takes one reading; returns the square of the game if it was news.
    fn see(&mut self, square: device::Square, reading: Reading) -> Option<shakmaty::Square> {
        let seen = self.seen.as_mut()?;
        let change = Change { at: self.now, record: self.record };
        let rested = seen.last().at.max(self.hearing.shown_since());
        let square = seen.square(square, reading, change)?;
        if let Stage::Game(game) = &mut self.stage {
            let timing = &self.setup.timing;
            if let Some((ply, touched)) = game.touched(square, seen, timing) {
                let entry = |what| Entry { at: self.now, record: self.record, what };
                let due = touched.into_iter().filter_map(|what| game.after_ply(ply, entry(what)));
                self.out.extend(due);
            }
            let mut entries = Vec::new();
            game.touched_by_opponent(square, self.now, rested, timing, seen, &mut entries);
            self.tell_all(entries);
        }
        Some(square)
    }

    /// The readings changed: a game begins, or the hypotheses follow.
    fn changed(&mut self, changed: Bitboard) {
        if let Some(orientation) = self.new_game_shown() {
            return self.begin(orientation);
        }
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        game.follow(seen, changed);
        if self.turned_by_first_move() {
            self.turn();
        }
        self.tell_line();
    }

    fn turn(&mut self) {
        let (Stage::Game(game), Some(seen)) = (&self.stage, &mut self.seen) else { return };
        let start = game.start.clone();
        seen.turn(seen.orientation().other());
        self.clock.board_turned();
        let mut game = Game::new(&start, self.setup.timing.reading_lag, seen, self.record);
        game.follow(seen, Bitboard::FULL);
        self.stage = Stage::Game(Box::new(game));
    }

    /// Tells what the line now has: settled plies, the provisional one, whether the board fits.
    fn tell_line(&mut self) {
        self.pass_on_answered();
        let rested = self.rested_until();
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let mut entries = Vec::new();
        game.review_questions(seen, &mut entries);
        game.settle_due(rested, &self.setup.timing, seen, &mut entries);
        game.tell_head(&mut entries);
        self.tell_all(entries);
        self.pass_on_cleared();
        self.presses_for_none();
        self.end_on_board();
        self.keep_within_bounds();
    }

    fn begin(&mut self, orientation: Orientation) {
        self.leave_game(None);
        self.left.push_back(self.on_paper());
        if let Some(seen) = &mut self.seen {
            seen.take_rooks_for_rooks();
            if seen.orientation() != orientation {
                seen.turn(orientation);
                self.clock.board_turned();
            }
            let game =
                Game::new(&self.setup.start, self.setup.timing.reading_lag, seen, self.record);
            self.stage = Stage::Game(Box::new(game));
        }
        self.tell(What::Begin(self.setup.start.clone()));
    }

    /// Who makes the first move, while the men still stand at the start.
    fn about_to_begin(&self) -> Option<Color> {
        match &self.stage {
            Stage::Game(game) if game.in_step() && game.is_unplayed() => {
                Some(game.start.position.turn())
            }
            _ => None,
        }
    }

    fn last_mover(&self) -> Option<Color> {
        match &self.stage {
            Stage::Game(game) => game.last_mover(),
            Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => None,
        }
    }

    fn clock_shows(&mut self, state: ClockState) {
        self.clock_state = Some(state);
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let mut entries = Vec::new();
        // What was played before nobody knows until the board is read.
        if !self.hearing.is_silent() {
            if game.is_stopped_by(&state) {
                game.stands_by_stop(self.now, seen, &mut entries);
            }
            game.clock_shows(&state);
        }
        self.tell_all(entries);
        self.tell_line();
    }

    fn fulfil(&mut self, duty: Duty) {
        let run = self.clock_state.and_then(|state| state.run);
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else {
            if let Duty::KingsSign(sign) = duty {
                self.end_otherwise(sign);
            }
            return;
        };
        let mut entries = Vec::new();
        match duty {
            Duty::KingsSign(sign) => return self.end_by(sign),
            Duty::JudgePress(side) => return self.judge_press(side),
            Duty::LookAgain(side) => return self.look_again(side),
            Duty::Rank | Duty::Settle => {
                game.beam.rank_at(self.now);
            }
            Duty::Consider(level) => {
                game.consider(level, run, seen);
                game.beam.rank_at(self.now);
            }
            Duty::TakeBack => {
                let line = game.line();
                game.take_back(line.told, &mut entries);
            }
            Duty::Standing(differs) => {
                game.standing = Some(differs.clone());
                entries.push(What::Standing(Standing::Differs(differs)));
            }
            Duty::Ask => game.ask_whether_over(&mut entries),
            Duty::AskWhich(doubt) => game.questions.ask(doubt, &mut entries),
        }
        self.tell_all(entries);
        self.tell_line();
    }

    /// The kings tell the result. What they did on their way to the centre was no play, nor was a step
    /// into the centre shortly before, that nobody pressed for. Every other move of the line was
    /// played.
    fn end_by(&mut self, sign: KingsSign) {
        let shown = self.seen.as_ref().and_then(|seen| self.sign(seen));
        // However long they have stood since.
        let put_down = shown.map_or(self.now, |(later, _)| later.at);
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let mut entries = Vec::new();
        game.cut_kings(put_down, self.setup.timing.lone_king, self.told, seen);
        game.settle_all(self.now, seen, &mut entries);
        self.tell_all(entries);
        self.leave_game(Some(sign));
        self.tell(What::Kings(sign));
    }

    /// The kings tell a result after the end, or another one than before: they were put right.
    fn end_otherwise(&mut self, sign: KingsSign) {
        let Stage::Over(over) = &mut self.stage else { return };
        over.sign = Some(sign);
        let mut entries = vec![What::Kings(sign)];
        if let Some(game) = &mut over.game {
            game.ask_about_result(sign, &mut entries);
        }
        self.tell_all(entries);
    }

    /// Play has ended, or a new game is set up.
    fn leave_game(&mut self, sign: Option<KingsSign>) {
        let Stage::Game(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        let waiting = game.close(&mut entries);
        self.tell_all(entries);
        self.out.extend(waiting);
        if let Stage::Game(game) = std::mem::replace(&mut self.stage, Stage::NotBegun) {
            self.stage = Stage::Over(Over { sign, game: Some(game), decided: None });
        }
    }

    fn tell(&mut self, what: What) {
        self.out.push_back(Entry { at: self.now, record: self.record, what });
    }

    fn tell_all(&mut self, entries: impl IntoIterator<Item = What>) {
        for what in entries {
            let late = match (&what, &mut self.stage) {
                (
                    What::Move(told @ LineMove { state: LineState::Settled, .. }),
                    Stage::Game(game),
                ) => game.late_after(told),
                _ => Vec::new(),
            };
            self.tell(what);
            self.out.extend(late);
        }
    }
}

#[cfg(test)]
mod tests;

//! From readings to moves.
//!
//! The board is compared with the positions that legal moves lead to. Three things are kept:
//!
//! * what is *seen*: the 64 readings;
//! * the *line*: the moves that best explain them. Whenever the readings fit the position after one
//!   legal move, or a position a few plies back, or one legal move from there, the line follows at
//!   once: a slide that ends elsewhere, a rook that turns out to castle and a takeback are all the
//!   same step. Between such moments a man is in the air, and the line waits;
//! * what is *told*: the settled moves. A move is settled by its reply, by the mover's press, or by
//!   rest; what is told leaves the account aloud when the line no longer holds it.
//!
//! Two moves that the board shows only together, because both men were in the air or readings were
//! missed, are found by searching pairs.
//! Sins are none of this floor's business: it says which moves, the Laws say how they were made.

mod clock;
mod game;
mod kings;
mod line;
mod node;
mod seen;
mod timing;
mod touches;

use std::collections::VecDeque;

use shakmaty::{Color, Position};
use touchmove_drivers::observation::{self as device, LinkState, Placement, Reading};
use touchmove_drivers::{Instant, Observation};

pub use self::clock::WhiteSide;
pub use self::seen::Orientation;
pub use self::timing::Timing;

use self::clock::ClockFollower;
use self::game::{Game, LOOKBACK, PendingPress};
use self::line::Ply;
use self::seen::{Change, Seen};
use self::timing::Duty;
use self::touches::Touches;
use crate::account::{Entry, KingsSign, Press, Standing, Start, What};

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
    stage: Stage,
    now: Instant,
    record: u64,
    out: VecDeque<Entry>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The men do not stand at the start yet.
    NotBegun,
    Game(Box<Game>),
    /// The players told the result, or the game ended on the board.
    Over,
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
            now: Instant::ZERO,
            record: 0,
            out: VecDeque::new(),
        }
    }

    /// Takes record number `record`, observed at `at`, after firing every deadline up to then.
    /// Times never fall; one that does counts as the last one.
    pub fn observe(&mut self, at: Instant, record: u64, observation: &Observation) {
        self.advance(at);
        self.record = record;
        match observation {
            Observation::Square { square, reading } => {
                self.assume_start();
                if self.see(*square, *reading) {
                    self.changed();
                }
            }
            Observation::Board(placement) => self.read_out(placement),
            Observation::Clock(reading) => {
                let news = self.clock.read(*reading, self.last_mover());
                if let Some(press) = news.press {
                    self.pressed(press);
                }
                if let (Some(runs), Some(begins)) = (news.state.run, self.about_to_begin()) {
                    self.clock.compare(runs, begins);
                }
                self.tell(What::Clock(news.state));
            }
            Observation::Press(side) => self.pressed(self.clock.press(*side)),
            Observation::Decision(decision) => self.tell(What::Decision(decision.clone())),
            Observation::Link(LinkState::Up | LinkState::Lost | LinkState::Stale)
            | Observation::Battery(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Game(_)
            | Observation::Device(_) => {}
        }
    }

    /// Time passes until `at`: fires every deadline up to then, in order.
    pub fn advance(&mut self, at: Instant) {
        while let Some((due, duty)) = self.next_duty()
            && due <= at
        {
            self.now = self.now.max(due);
            self.fulfil(duty);
        }
        self.now = self.now.max(at);
    }

    /// When [`Reconstruct::advance`] has something to do, if nothing is observed before.
    pub fn deadline(&self) -> Option<Instant> {
        self.next_duty().map(|(due, _)| due)
    }

    /// The next entry of the account.
    pub fn poll(&mut self) -> Option<Entry> {
        self.out.pop_front()
    }

    /// Which way the board lies; `None` before the first game began.
    pub fn orientation(&self) -> Option<Orientation> {
        match self.stage {
            Stage::NotBegun => self.setup.orientation,
            Stage::Game(_) | Stage::Over => self.seen.as_ref().map(Seen::orientation),
        }
    }

    fn read_out(&mut self, placement: &Placement) {
        let Some(seen) = &self.seen else {
            let orientation = self.setup.orientation.unwrap_or(Orientation::Straight);
            let change = Change { at: self.now, record: self.record };
            self.seen = Some(Seen::new(placement.clone(), orientation, change));
            return self.changed();
        };
        let differing = seen.squares_differing(placement);
        for &(square, reading) in &differing {
            self.see(square, reading);
        }
        if !differing.is_empty() {
            self.changed();
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

    /// Takes one reading; returns whether it was news.
    fn see(&mut self, square: device::Square, reading: Reading) -> bool {
        let Some(seen) = &mut self.seen else { return false };
        let change = Change { at: self.now, record: self.record };
        let Some(square) = seen.square(square, reading, change) else { return false };
        if let Stage::Game(game) = &mut self.stage {
            let head = &game.line.head().position;
            let (board, side) = (head.board(), head.turn());
            let touch = game.touches.changed(square, seen, board, side, &self.setup.timing);
            self.tell_all(touch.map(What::Touch));
        }
        true
    }

    /// The readings changed: a game begins, or the line follows if it can.
    fn changed(&mut self) {
        if let Some(orientation) = self.new_game_shown() {
            return self.begin(orientation);
        }
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        game.follow(seen);
        if self.turned_by_first_move() {
            self.turn();
        }
        self.tell_line();
    }

    /// The men stand at the start, and not because a few moves were taken back or the men have
    /// walked back there.
    fn new_game_shown(&self) -> Option<Orientation> {
        let seen = self.seen.as_ref()?;
        let shown = self.start_shown()?;
        match &self.stage {
            Stage::Game(game) if seen.orientation() == shown => {
                let played_on = game.line.len() <= LOOKBACK
                    || game.line.head().board() == self.setup.start.position.board()
                    || game.line.head().reply_shown(seen).is_some();
                (!played_on).then_some(shown)
            }
            Stage::Game(_) | Stage::NotBegun | Stage::Over => Some(shown),
        }
    }

    /// The way the board lies when the readings fit the start; as it lay before, if they fit both
    /// ways.
    fn start_shown(&self) -> Option<Orientation> {
        let seen = self.seen.as_ref()?;
        let board = self.setup.start.position.board();
        match self.setup.orientation {
            Some(given) => seen.orientation_showing(board, &[given]),
            None => {
                let lay = seen.orientation();
                seen.orientation_showing(board, &[lay, lay.other()])
            }
        }
    }

    /// The men of a board that cannot name them fit the start both ways round: the first move tells.
    fn turned_by_first_move(&self) -> bool {
        let (Stage::Game(game), Some(seen), None) =
            (&self.stage, &self.seen, self.setup.orientation)
        else {
            return false;
        };
        game.is_unplayed() && !game.in_step && {
            let mut turned = seen.clone();
            turned.turn(seen.orientation().other());
            game.line.head().reply_shown(&turned).is_some()
        }
    }

    fn turn(&mut self) {
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &mut self.seen) else { return };
        seen.turn(seen.orientation().other());
        self.clock.board_turned();
        game.touches = Touches::NONE;
        game.follow(seen);
    }

    /// Tells what the line now has: settled plies, the provisional one, whether the board fits.
    fn tell_line(&mut self) {
        let Stage::Game(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        game.settle_replied(&mut entries);
        let answered = game.answered_press(&mut entries);
        game.tell_head(&mut entries);
        self.tell_all(entries);
        self.out.extend(answered.map(PendingPress::entry));
    }

    fn begin(&mut self, orientation: Orientation) {
        self.leave_game();
        if let Some(seen) = &mut self.seen
            && seen.orientation() != orientation
        {
            seen.turn(orientation);
            self.clock.board_turned();
        }
        self.stage = Stage::Game(Box::new(Game::new(&self.setup.start, self.record)));
        self.tell(What::Begin(self.setup.start.clone()));
    }

    /// Who makes the first move, while the men still stand at the start.
    fn about_to_begin(&self) -> Option<Color> {
        match &self.stage {
            Stage::Game(game) if game.in_step && game.is_unplayed() => {
                Some(self.setup.start.position.turn())
            }
            _ => None,
        }
    }

    fn last_mover(&self) -> Option<Color> {
        match &self.stage {
            Stage::Game(game) => game.line.last().map(Ply::mover),
            Stage::NotBegun | Stage::Over => None,
        }
    }

    /// A press is passed on when the board has been read once completely after it, or the opponent's
    /// move shows what it was for.
    fn pressed(&mut self, press: Press) {
        let pending = PendingPress { press, at: self.now, record: self.record };
        let passed_on = match &mut self.stage {
            Stage::Game(game) => game.press(pending),
            Stage::NotBegun | Stage::Over => Some(pending),
        };
        self.out.extend(passed_on.map(PendingPress::entry));
    }

    fn fulfil(&mut self, duty: Duty) {
        match duty {
            Duty::KingsSign(sign) => return self.end_by(sign),
            Duty::JudgePress(side) => self.judge_press(side),
            Duty::Settle => self.conclude(|game, entries| game.settle(game.line.len(), entries)),
            Duty::TakeBack => self.conclude(Game::take_back),
            Duty::Standing(differs) => self.conclude(|game, entries| {
                game.standing = Some(differs.clone());
                entries.push(What::Standing(Standing::Differs(differs)));
            }),
        }
        self.tell_line();
        self.end_on_board();
    }

    /// The board has been read once after this side's press. A press after the kings told the result
    /// stops the clock and is for no move.
    fn judge_press(&mut self, side: Color) {
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let mut entries = Vec::new();
        let pending = game.take_press(side);
        let pressed = pending.map_or(self.record, |pending| pending.record);
        if kings::sign(seen).is_none_or(|(put_down, _)| pressed < put_down.record) {
            let unpressed = game.line.last().filter(|ply| game.in_step && !ply.pressed);
            if let Some(mover) = unpressed.map(Ply::mover) {
                self.clock.compare(side, mover);
            }
            game.stands_by_press(side, &mut entries);
        }
        self.tell_all(entries);
        self.out.extend(pending.map(PendingPress::entry));
    }

    fn conclude(&mut self, conclude: impl FnOnce(&mut Game, &mut Vec<What>)) {
        let Stage::Game(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        conclude(game, &mut entries);
        self.tell_all(entries);
    }

    /// A game that has ended on the board is over; what the hands do afterwards is not play.
    fn end_on_board(&mut self) {
        if let Stage::Game(game) = &self.stage
            && game.line.untold().is_empty()
            && !game.line.has_dropped()
            && game.line.last().is_some_and(Ply::ends_game)
        {
            self.leave_game();
        }
    }

    /// The kings tell the result. A king's step into the centre shortly before, that nobody pressed
    /// for, was part of the sign, and so was one that a king seemed to make on its way there. Every
    /// other move of the line was played.
    fn end_by(&mut self, sign: KingsSign) {
        let Stage::Game(game) = &mut self.stage else { return };
        let (now, lone_king) = (self.now, self.setup.timing.lone_king);
        while let Some(ply) = game.line.last()
            && !ply.pressed
            && now.since(ply.landed) < lone_king
            && (ply.may_become_sign() || ply.is_king_step() && !game.line.untold().is_empty())
        {
            game.line.keep(game.line.len() - 1);
        }
        let mut entries = Vec::new();
        game.settle(game.line.len(), &mut entries);
        game.take_back(&mut entries);
        self.tell_all(entries);
        self.leave_game();
        self.tell(What::Kings(sign));
    }

    /// Play has ended, or a new game is set up.
    fn leave_game(&mut self) {
        let Stage::Game(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        let pending = game.close(&mut entries);
        self.tell_all(entries);
        self.out.extend(pending.into_iter().map(PendingPress::entry));
        self.stage = Stage::Over;
    }

    fn tell(&mut self, what: What) {
        self.out.push_back(Entry { at: self.now, record: self.record, what });
    }

    fn tell_all(&mut self, entries: impl IntoIterator<Item = What>) {
        for what in entries {
            self.tell(what);
        }
    }
}

#[cfg(test)]
mod tests;

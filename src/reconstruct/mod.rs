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
//! Two moves that the board shows only together are found by searching pairs once it is at rest.
//! Sins are none of this floor's business: it says which moves, the Laws say how they were made.

mod clock;
mod kings;
mod line;
mod seen;
mod timing;

use std::collections::VecDeque;

use shakmaty::{Color, Piece, Position, Square};
use touchmove_drivers::observation::{ClockSide, LinkState, Placement, Reading};
use touchmove_drivers::{Instant, Observation};

pub use self::clock::WhiteSide;
pub use self::seen::Orientation;
pub use self::timing::Timing;

use self::clock::ClockFollower;
use self::line::{Line, Ply};
use self::seen::{Change, Seen};
use self::timing::Duty;
use crate::account::{
    Entry, KingsSign, LineMove, LineState, MoveId, Press, Sight, Standing, Start, Touch, TouchEnd,
    What,
};

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

/// How many plies back the readings are compared with: takebacks and late corrections.
const LOOKBACK: usize = 4;

/// Confidence in a move whose position the readings showed exactly and no other move's.
const SEEN_CONFIDENCE: f32 = 0.999;

/// Confidence in a pair of moves that only their common result shows: one pair of legal moves fits
/// in 99.7 % of gaps of two plies.
const BRIDGED_CONFIDENCE: f32 = 0.997;

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

#[derive(Clone, Debug)]
struct Game {
    line: Line,
    told: Line,
    ids: u64,
    /// The provisional ply last passed on, by its number.
    provisional: Option<LineMove>,
    standing: Option<Vec<Square>>,
    in_step: bool,
    /// The last change after which pairs of moves were searched.
    searched: Option<Change>,
    pressed: [Option<PendingPress>; 2],
    lifted: [Option<Lift>; 64],
}

/// A press that is judged when the board has been read once completely after it.
#[derive(Clone, Copy, Debug)]
struct PendingPress {
    press: Press,
    at: Instant,
    record: u64,
}

#[derive(Clone, Copy, Debug)]
struct Lift {
    man: Piece,
    at: Instant,
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
                let seen = self.seen.get_or_insert_with(|| standing_at(&self.setup));
                let change = Change { at: self.now, record };
                if let Some(square) = seen.square(*square, *reading, change) {
                    self.touched(square);
                    self.changed();
                }
            }
            Observation::Board(placement) => self.read_out(placement),
            Observation::Clock(reading) => {
                let news = self.clock.read(*reading, self.last_mover());
                if let Some(press) = news.press {
                    self.pressed(press);
                }
                self.tell(What::Clock(news.state));
            }
            Observation::Press(side) => self.reported_press(*side),
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
        let change = Change { at: self.now, record: self.record };
        let Some(seen) = &mut self.seen else {
            let orientation = self.setup.orientation.unwrap_or(Orientation::Straight);
            self.seen = Some(Seen::new(placement.clone(), orientation, change));
            return self.changed();
        };
        let differing = seen.squares_differing(placement);
        for &(square, reading) in &differing {
            if let Some(square) = seen.square(square, reading, change) {
                touched(&mut self.stage, &mut self.out, seen, square, &self.setup.timing);
            }
        }
        if !differing.is_empty() {
            self.changed();
        }
    }

    fn touched(&mut self, square: Square) {
        let Some(seen) = &self.seen else { return };
        touched(&mut self.stage, &mut self.out, seen, square, &self.setup.timing);
    }

    /// The readings changed: a game begins, or the line follows if it can.
    fn changed(&mut self) {
        if let Some(orientation) = self.new_game_shown() {
            return self.begin(orientation);
        }
        if let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) {
            game.follow(seen);
            self.tell_line();
        }
    }

    /// The men stand at the start, and not because a few moves were taken back.
    fn new_game_shown(&self) -> Option<Orientation> {
        let shown = self.start_shown()?;
        match &self.stage {
            Stage::Game(game) => {
                let same_way = self.orientation() == Some(shown);
                (!same_way || game.line.plies.len() > LOOKBACK).then_some(shown)
            }
            Stage::NotBegun | Stage::Over => Some(shown),
        }
    }

    /// Tells what the line now has: settled plies, the provisional one, whether the board fits.
    fn tell_line(&mut self) {
        let Stage::Game(game) = &mut self.stage else { return };
        let replied = game.line.plies.len().saturating_sub(1);
        let mut entries = Vec::new();
        game.settle(replied, &mut entries);
        let answered = game.answered_press();
        game.tell_provisional(&mut entries);
        if game.in_step && game.standing.take().is_some() {
            entries.push(What::Standing(Standing::InStep));
        }
        self.tell_all(entries);
        self.out.extend(answered.map(PendingPress::entry));
    }

    fn begin(&mut self, orientation: Orientation) {
        if let Some(seen) = &mut self.seen {
            seen.turn(orientation);
        }
        self.clock.board_lies(orientation);
        self.stage = Stage::Game(Box::new(Game::new(&self.setup.start)));
        self.tell(What::Begin(self.setup.start.clone()));
    }

    fn start_shown(&self) -> Option<Orientation> {
        const EITHER: [Orientation; 2] = [Orientation::Straight, Orientation::Turned];
        let seen = self.seen.as_ref()?;
        let board = self.setup.start.position.board();
        match &self.setup.orientation {
            Some(given) => seen.orientation_showing(board, std::slice::from_ref(given)),
            None => seen.orientation_showing(board, &EITHER),
        }
    }

    fn last_mover(&self) -> Option<Color> {
        match &self.stage {
            Stage::Game(game) => game.line.plies.last().map(Ply::mover),
            Stage::NotBegun | Stage::Over => None,
        }
    }

    fn reported_press(&mut self, side: ClockSide) {
        let press = self.clock.press(side, self.last_mover());
        self.pressed(press);
    }

    /// A press is passed on when the board has been read once completely after it, or the opponent's
    /// move shows what it was for.
    fn pressed(&mut self, press: Press) {
        let pending = PendingPress { press, at: self.now, record: self.record };
        if let Stage::Game(game) = &mut self.stage {
            let earlier = game.pressed[usize::from(press.side.is_black())].replace(pending);
            self.out.extend(earlier.map(PendingPress::entry));
        } else {
            self.out.push_back(pending.entry());
        }
    }

    fn fulfil(&mut self, duty: Duty) {
        match duty {
            Duty::KingsSign(sign) => return self.end_by(sign),
            Duty::SearchPairs => self.search_pairs(),
            Duty::Settle | Duty::TakeBack | Duty::JudgePress(_) | Duty::Standing(_) => {
                self.conclude(duty);
            }
        }
        self.tell_line();
        self.end_on_board();
    }

    fn search_pairs(&mut self) {
        if let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) {
            game.searched = Some(seen.last());
            game.follow_pair(seen);
        }
    }

    fn conclude(&mut self, duty: Duty) {
        let Stage::Game(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        match duty {
            Duty::TakeBack => game.take_back(game.line.common(&game.told), &mut entries),
            Duty::JudgePress(side) => {
                let pending = game.judge_press(side, &mut entries);
                self.tell_all(entries);
                self.out.extend(pending.map(PendingPress::entry));
                return;
            }
            Duty::Standing(differs) => {
                game.standing = Some(differs.clone());
                entries.push(What::Standing(Standing::Differs(differs)));
            }
            _ => game.settle(game.line.plies.len(), &mut entries),
        }
        self.tell_all(entries);
    }

    /// A game that has no legal move left is over; what the hands do afterwards is not play.
    fn end_on_board(&mut self) {
        if let Stage::Game(game) = &self.stage
            && game.told.plies.len() == game.line.plies.len()
            && game.told.head().position.legal_moves().is_empty()
        {
            self.stage = Stage::Over;
        }
    }

    /// The kings tell the result. A king's step into the centre that nobody pressed for was part of
    /// the sign; every other move of the line was played.
    fn end_by(&mut self, sign: KingsSign) {
        let Stage::Game(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        while game.line.plies.last().is_some_and(|ply| ply.may_become_sign() && !ply.pressed) {
            game.line.plies.pop();
        }
        game.settle(game.line.plies.len(), &mut entries);
        game.take_back(game.line.plies.len(), &mut entries);
        game.tell_provisional(&mut entries);
        entries.push(What::Kings(sign));
        self.stage = Stage::Over;
        self.tell_all(entries);
    }

    fn tell(&mut self, what: What) {
        self.out.push_back(Entry { at: self.now, record: self.record, what });
    }

    fn tell_all(&mut self, entries: Vec<What>) {
        for what in entries {
            self.tell(what);
        }
    }
}

impl Game {
    fn new(start: &Start) -> Self {
        Self {
            line: Line::new(start),
            told: Line::new(start),
            ids: 0,
            provisional: None,
            standing: None,
            in_step: true,
            searched: None,
            pressed: [None; 2],
            lifted: [None; 64],
        }
    }

    /// Lets the line follow the readings, if a position near its end or near the end of what is told
    /// explains them.
    fn follow(&mut self, seen: &Seen) {
        self.in_step = true;
        if seen.shows(self.line.head().board()) {
            return;
        }
        for back in 0..=LOOKBACK {
            for told in [false, true] {
                let from = if told { &self.told } else { &self.line };
                let Some(keep) = from.plies.len().checked_sub(back) else { continue };
                let node = from.node(keep);
                let reply = if seen.shows(node.board()) {
                    None
                } else if let Some(mv) = node.reply_shown(seen) {
                    Some(mv)
                } else {
                    continue;
                };
                if told {
                    self.line = self.told.clone();
                }
                self.line.plies.truncate(keep);
                if let Some(mv) = reply {
                    self.line.push(mv, Sight::Seen, seen);
                }
                return;
            }
        }
        self.in_step = false;
    }

    /// Two moves that were seen only together.
    fn follow_pair(&mut self, seen: &Seen) {
        if let Some(pair) = self.line.head().two_replies_shown(seen) {
            for mv in pair {
                self.line.push(mv, Sight::Bridged, seen);
            }
            self.in_step = true;
        }
    }

    /// Tells the first `upto` plies of the line as fact; what was told otherwise is taken back.
    fn settle(&mut self, upto: usize, entries: &mut Vec<What>) {
        let common = self.line.common(&self.told);
        if common >= upto {
            return;
        }
        self.take_back(common, entries);
        for index in common..upto {
            self.ids += 1;
            let ply = &mut self.line.plies[index];
            ply.id = Some(MoveId(self.ids));
            let told = line_move(ply, index, LineState::Settled);
            if self.provisional.as_ref().is_some_and(|p| p.ply == told.ply && p.mv == told.mv) {
                self.provisional = None;
            }
            left_squares(&mut self.lifted, ply, entries);
            self.told.plies.push(ply.clone());
            entries.push(What::Move(told));
        }
    }

    /// Takes back what was told beyond the first `keep` plies, the last first.
    fn take_back(&mut self, keep: usize, entries: &mut Vec<What>) {
        while self.told.plies.len() > keep
            && let Some(ply) = self.told.plies.pop()
        {
            let index = self.told.plies.len();
            entries.push(What::Move(line_move(&ply, index, LineState::Superseded)));
        }
    }

    /// Passes on the head of the line while it is not settled, and its withdrawal.
    fn tell_provisional(&mut self, entries: &mut Vec<What>) {
        let index = self.line.plies.len();
        let now = match self.line.plies.last() {
            Some(ply) if self.line.common(&self.told) < index => {
                Some(line_move(ply, index - 1, LineState::Provisional))
            }
            _ => None,
        };
        if self.provisional == now {
            return;
        }
        if let Some(mut gone) = std::mem::replace(&mut self.provisional, now.clone()) {
            gone.state = LineState::Superseded;
            entries.push(What::Move(gone));
        }
        entries.extend(now.map(What::Move));
    }

    /// The board has been read once after this side's press: its last move stands.
    fn judge_press(&mut self, side: Color, entries: &mut Vec<What>) -> Option<PendingPress> {
        if let Some(index) = self.line.plies.iter().rposition(|ply| ply.mover() == side) {
            self.settle(index + 1, entries);
        }
        self.take_press(side)
    }

    /// The press that the head of the line answers: the opponent's move landed after it.
    fn answered_press(&mut self) -> Option<PendingPress> {
        let head = self.line.plies.last()?;
        let side = head.mover().other();
        let landed = head.evidence.to;
        self.pressed[usize::from(side.is_black())].filter(|pending| pending.record < landed)?;
        self.take_press(side)
    }

    /// Takes this side's pending press and marks its last move as pressed for.
    fn take_press(&mut self, side: Color) -> Option<PendingPress> {
        for line in [&mut self.line, &mut self.told] {
            if let Some(ply) = line.plies.iter_mut().rfind(|ply| ply.mover() == side) {
                ply.pressed = true;
            }
        }
        self.pressed[usize::from(side.is_black())].take()
    }
}

impl PendingPress {
    fn entry(self) -> Entry {
        Entry { at: self.at, record: self.record, what: What::Press(self.press) }
    }
}

/// A change of `square` begins or ends a touch of the man that the line has there.
fn touched(
    stage: &mut Stage,
    out: &mut VecDeque<Entry>,
    seen: &Seen,
    square: Square,
    timing: &Timing,
) {
    let Stage::Game(game) = stage else { return };
    let Some(man) = game.line.head().board().piece_at(square) else { return };
    let change = seen.change(square);
    let lift = &mut game.lifted[square as usize];
    if seen.reading(square) == Reading::Empty {
        lift.get_or_insert(Lift { man, at: change.at });
        return;
    }
    let Some(lift) = lift.take_if(|lift| lift.man == man && seen.fits(square, Some(man))) else {
        return;
    };
    let touch = Touch {
        square,
        man: Some(man),
        side: game.line.head().position.turn(),
        end: TouchEnd::Returned,
        noise: timing.noise_of_absence(change.at.since(lift.at)),
    };
    out.push_back(Entry { at: change.at, record: change.record, what: What::Touch(touch) });
}

/// The men that a settled move took off their squares were touched and left.
fn left_squares(lifted: &mut [Option<Lift>; 64], ply: &Ply, entries: &mut Vec<What>) {
    for square in Square::ALL {
        let before = ply.before.board().piece_at(square);
        if before == ply.after.board().piece_at(square) {
            continue;
        }
        if let Some(lift) = lifted[square as usize].take() {
            entries.push(What::Touch(Touch {
                square,
                man: Some(lift.man),
                side: ply.mover(),
                end: TouchEnd::Left,
                noise: 0.0,
            }));
        }
    }
}

fn line_move(ply: &Ply, index: usize, state: LineState) -> LineMove {
    LineMove {
        id: ply.id,
        ply: u32::try_from(index + 1).unwrap_or(u32::MAX),
        state,
        mv: ply.mv,
        before: ply.before.clone(),
        evidence: ply.evidence,
        landed: ply.landed,
        sight: ply.sight,
        confidence: match ply.sight {
            Sight::Seen => SEEN_CONFIDENCE,
            Sight::Bridged => BRIDGED_CONFIDENCE,
        },
    }
}

/// A board that reports squares before it was ever read out is taken to stand at the start.
fn standing_at(setup: &Setup) -> Seen {
    let orientation = setup.orientation.unwrap_or(Orientation::Straight);
    let placement = seen::placement_of(setup.start.position.board());
    let placement = match orientation {
        Orientation::Straight => placement,
        Orientation::Turned => placement.turned(),
    };
    Seen::new(placement, orientation, Change::default())
}

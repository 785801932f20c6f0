//! A hand over the table: it knows what stands where, and each thing it does is written down with
//! its time.

use std::ops::RangeInclusive;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::{Bitboard, Board, Color, Piece, Square};
use touchmove_drivers::Instant;

use super::rate::{Rate, Rates};
use super::sins::Sins;
use crate::simulate::timeline::{Action, Deed};

/// A hand lets the other one go first by this many milliseconds.
const COURTESY_MS: RangeInclusive<u64> = 15..=60;

/// The hands of both players. They may move at once: a reply that begins early goes back in time,
/// but no square is touched before the other hand has left it.
pub(super) struct Hand {
    at: Instant,
    board: Board,
    deeds: Vec<Deed>,
    landings: Vec<Instant>,
    /// A pawn captured en passant that the player forgot to lift.
    late_victim: Option<Square>,
    mover: Color,
    /// When the hand of each player was last at work.
    busy: [Instant; 2],
    /// When each square was last touched, and before which moment the present move leaves it alone.
    touched: [Instant; 64],
    barred: [Instant; 64],
    /// Before this moment the present move puts nothing down.
    held_until: Instant,
    landed: Instant,
    pressed: Instant,
    /// The side whose button is up.
    lever: Color,
    /// The last ply, counted from 1, after which the clock was not pressed.
    unpressed: Option<usize>,
    sins: Sins,
    rates: Rates,
    rng: Rng,
}

/// What a hand holds: the piece that was lifted, or nothing where nothing stood. It cannot be copied,
/// so no piece is put down twice.
#[must_use = "a man in the hand is put down or laid aside"]
pub(super) struct Held(Option<Piece>);

impl Hand {
    pub(super) fn new(board: Board, sins: Sins, rates: &Rates, seed: u64) -> Self {
        Self {
            at: Instant::ZERO,
            board,
            deeds: Vec::new(),
            landings: Vec::new(),
            late_victim: None,
            mover: Color::White,
            busy: [Instant::ZERO; 2],
            touched: [Instant::ZERO; 64],
            barred: [Instant::ZERO; 64],
            held_until: Instant::ZERO,
            landed: Instant::ZERO,
            pressed: Instant::ZERO,
            lever: Color::White,
            unpressed: None,
            sins,
            rates: sins.leave(rates.clone()),
            rng: Rng::with_seed(seed),
        }
    }

    /// What was done, in the order of time, and when each ply had landed.
    pub(super) fn into_deeds(mut self) -> (Vec<Deed>, Vec<Instant>) {
        self.deeds.sort_by_key(|deed| deed.at);
        (self.deeds, self.landings)
    }

    pub(super) const fn at(&self) -> Instant {
        self.at
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the clock runs for the mover because each player has pressed it after his last move. A
    /// press that was forgotten takes the effect of the opponent's too, and may still be made up for.
    pub(super) fn is_in_turn(&self) -> bool {
        let ply = self.landings.len() + 1;
        self.lever == self.mover && self.unpressed.is_none_or(|unpressed| ply >= unpressed + 4)
    }

    /// The player forgets to press the clock after the last landing.
    pub(super) fn forget_press(&mut self) {
        self.unpressed = Some(self.landings.len());
    }

    /// The pawn that was captured en passant and still stands.
    pub(super) const fn late_victim(&self) -> Option<Square> {
        self.late_victim
    }

    pub(super) const fn sins(&self) -> Sins {
        self.sins
    }

    pub(super) const fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// From now on `mover` is at work.
    pub(super) const fn begin(&mut self, mover: Color) {
        self.mover = mover;
    }

    /// Goes back to before the last landing, if the mover's hand was free then.
    pub(super) fn hurry(&mut self) {
        let early = self.between(Rate::OverlapLeast, Rate::OverlapMost);
        let early = self.landed.since(Instant::ZERO).saturating_sub(early);
        let free = self.busy[self.mover as usize] + Duration::from_millis(30);
        self.at = (Instant::ZERO + early).max(free).min(self.at);
        self.barred = self.touched;
        if !self.chance(Rate::LandsFirst) {
            self.held_until = self.landed;
        }
    }

    /// Lifts what stands on `square`. A late victim of the other player goes with it.
    pub(super) fn lift(&mut self, square: Square) -> Held {
        let held = self.take(square);
        if let Some(late) = self.late_victim.take() {
            self.wait(60..=200);
            self.take(late).lay_aside();
        }
        held
    }

    /// Puts the piece down; one that stood there is laid aside in the same moment.
    pub(super) fn place(&mut self, held: Held, square: Square) {
        self.replace(held, square).lay_aside();
    }

    /// Puts the piece down and has the one that stood there in the hand.
    pub(super) fn replace(&mut self, held: Held, square: Square) -> Held {
        if self.at <= self.held_until {
            self.at = self.held_until;
            self.pause(COURTESY_MS);
        }
        let taken = self.take(square);
        if let Held(Some(piece)) = held {
            self.board.set_piece_at(square, piece);
            self.touch_square(square, Action::Place(square, piece));
        }
        taken
    }

    /// Puts the piece on an empty square for a moment and takes it up again.
    pub(super) fn touch(&mut self, held: Held, square: Square) -> Held {
        self.place(held, square);
        let dwell = self.between(Rate::DwellLeast, Rate::DwellMost);
        self.pass(dwell);
        self.take(square)
    }

    /// Leaves the pawn on `square`, captured en passant, until the next piece is lifted.
    pub(super) const fn forget(&mut self, square: Square) {
        self.late_victim = Some(square);
    }

    /// Lifts the late victim when no reply comes.
    pub(super) fn clear_late_victim(&mut self) {
        if let Some(late) = self.late_victim.take() {
            self.wait(300..=900);
            self.take(late).lay_aside();
        }
    }

    /// The move is complete on the board.
    pub(super) fn land(&mut self) {
        self.landed = self.landed.max(self.at);
        self.landings.push(self.landed);
        self.held_until = Instant::ZERO;
    }

    /// Presses the button of `side`, after any press before.
    pub(super) fn press_button(&mut self, side: Color) {
        if self.at <= self.pressed {
            self.at = self.pressed;
            self.pause(COURTESY_MS);
        }
        self.pressed = self.at;
        self.lever = side.other();
        self.act(Action::Press(side));
    }

    /// Does something now that no square is touched for.
    pub(super) fn act(&mut self, action: Action) {
        self.busy[self.mover as usize] = self.at;
        self.deeds.push(Deed { at: self.at, action });
    }

    /// Lets some milliseconds pass, more or fewer by the player's tempo.
    pub(super) fn wait(&mut self, ms: RangeInclusive<u64>) {
        let span = Duration::from_millis(self.rng.u64(ms));
        self.pass(span.mul_f64(self.rates.get(Rate::Tempo)));
    }

    /// Lets the time pass for which a piece is in the air.
    pub(super) fn carry_through_air(&mut self) {
        let air = self.between(Rate::AirLeast, Rate::AirMost);
        self.pass(air);
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, span: Duration) {
        self.at = self.at + span;
    }

    /// Whether something happens whose share this is.
    pub(super) fn chance(&mut self, share: Rate) -> bool {
        let share = self.rates.get(share);
        share > 0.0 && self.rng.f64() < share
    }

    /// A time between two rates.
    pub(super) fn between(&mut self, least: Rate, most: Rate) -> Duration {
        let (least, most) = (self.rates.get(least), self.rates.get(most));
        let ms = least + (most - least).max(0.0) * self.rng.f64();
        Duration::from_secs_f64(ms / 1_000.0)
    }

    /// Chooses one of the ways by the weights of their rates; the first where all are 0.
    pub(super) fn choose<T: Copy, const N: usize>(&mut self, ways: [(Rate, T); N]) -> T {
        let total: f64 = ways.iter().map(|&(rate, _)| self.rates.get(rate)).sum();
        let mut left = self.rng.f64() * total;
        for (rate, way) in ways {
            let weight = self.rates.get(rate);
            if left < weight {
                return way;
            }
            left -= weight;
        }
        ways[0].1
    }

    /// One of the squares, if there is any.
    pub(super) fn any(&mut self, squares: Bitboard) -> Option<Square> {
        let count = squares.count();
        if count == 0 { None } else { squares.into_iter().nth(self.rng.usize(0..count)) }
    }

    fn take(&mut self, square: Square) -> Held {
        let held = Held(self.board.remove_piece_at(square));
        if held.0.is_some() {
            self.touch_square(square, Action::Lift(square));
        }
        held
    }

    fn touch_square(&mut self, square: Square, action: Action) {
        let barred = self.barred[square as usize];
        if self.at <= barred {
            self.at = barred;
            self.pause(COURTESY_MS);
        }
        self.touched[square as usize] = self.touched[square as usize].max(self.at);
        self.act(action);
    }

    /// Lets some milliseconds pass, whatever the player's tempo.
    pub(super) fn pause(&mut self, ms: RangeInclusive<u64>) {
        let ms = self.rng.u64(ms);
        self.pass(Duration::from_millis(ms));
    }
}

impl Held {
    /// A piece from beside the board.
    pub(super) const fn fetched(piece: Piece) -> Self {
        Self(Some(piece))
    }

    /// Puts it beside the board.
    pub(super) fn lay_aside(self) {}
}

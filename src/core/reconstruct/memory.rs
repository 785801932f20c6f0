//! What a board has written down while nobody listened: everything comes at once, and only its order tells.

use std::time::Duration;

use shakmaty::{Bitboard, Color, Move, Position};
use touchmove_drivers::observation::{Man, Memory, Reading, Role, Square};
use touchmove_drivers::{Instant, Observation};

use super::game::Game;
use super::seen::{Seen, man_of};
use super::silence::HAND;
use super::{Reconstruct, Stage, kings};
use crate::account::{ClockState, What, replies};

/// Whether what is observed happens now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Now,
    /// It happened before, in this order, and nobody knows when.
    Late,
}

/// How likely a touch is noise that nobody has watched.
pub(super) const UNSURE: f32 = 0.5;

/// What comes at once is told apart by so much.
const APART: Duration = Duration::from_micros(1);

/// A change that was heard later still was missed: nobody waits so long for the next one.
const LATEST: Duration = Duration::from_secs(5);

/// What a clock showed longer ago than this is not compared with what it shows next, nor what the board shows with a press
/// that it showed.
const JUST_SHOWN: Duration = Duration::from_millis(2_500);

impl Reconstruct {
    /// The board begins or ends to tell what it remembers, or says that it has nothing to tell.
    pub(super) fn remembers(&mut self, memory: Memory) {
        match memory {
            Memory::Begins => {
                self.shows_again();
                self.told = Told::Late;
                if let Stage::Game(game) = &mut self.stage {
                    game.beam.wait_until(self.now);
                }
            }
            Memory::Ends | Memory::Silent | Memory::Apart | Memory::Broken => self.hears_again(),
        }
    }

    /// What is observed from now on happens now. Where the last that the board remembers are both kings in the centre, they
    /// have told the result, however soon they are taken up; and what it remembers last stood while it was told.
    pub(super) fn hears_again(&mut self) {
        if self.told == Told::Late {
            self.tell_sign();
        }
        if std::mem::replace(&mut self.told, Told::Now) == Told::Late {
            // How long ago it last happened is not known either.
            self.tell(What::LinkLost);
            if let Stage::Game(game) = &mut self.stage {
                game.beam.charge_rest(HAND);
                game.touches.told_late();
            }
            self.mark_unwatched();
        }
    }

    /// An observation was taken. Whether a man was taken up or only slid, nobody knows of what is told late.
    pub(super) fn taken(&mut self) {
        if self.told == Told::Late {
            for entry in &mut self.out {
                if let What::Touch(touch) = &mut entry.what {
                    touch.noise = touch.noise.max(UNSURE);
                }
            }
        }
        self.duty = self.find_duty();
    }

    /// The next observation comes: one that the board remembers comes after the one before, at a pace of hands.
    /// Whoever lifts a king may be about to tell the result, and has looked at the board before. Where both stand in
    /// the centre when something else changes, they have told it.
    pub(super) fn comes_next(&mut self, observation: &Observation) {
        if self.told == Told::Late {
            if matches!(observation, Observation::Square { .. }) {
                self.tell_sign();
                self.judge_presses();
            }
            self.now = self.now + APART;
            let lifts_king = self.lifts_king(observation);
            if let Stage::Game(game) = &mut self.stage {
                game.beam.expect_all_at_once();
                if lifts_king {
                    game.beam.charge_rest(HAND);
                }
            }
        }
    }

    /// Something else changes: who has pressed before, when the board showed the line and nothing besides, had made
    /// his move.
    fn judge_presses(&mut self) {
        for side in Color::ALL {
            let Stage::Game(game) = &self.stage else { return };
            if game.pressed[side as usize].is_some() && game.in_step() {
                self.judge_press(side);
            }
        }
    }

    /// A board that remembers a change to what a square has shown before has written over what stood there meanwhile
    /// (`drivers/dgt/README.md`, Messages). Of one king of two that tell the result it is known; and where one man that is off its square could
    /// have moved there, it has stood there.
    pub(super) fn came_and_went(&mut self, square: Square) {
        let Some(seen) = self.seen.as_ref().filter(|_| self.told == Told::Late) else { return };
        let Stage::Game(game) = &mut self.stage else { return };
        if let Some(sign) = kings::sign_with(seen, square) {
            return self.end_by(sign);
        }
        game.beam.charge_rest(HAND);
        let there = seen.orientation().in_game(square);
        let Some(man) = only_arrival(game, there, seen) else { return };
        for reading in [Reading::Man(man), Reading::Empty] {
            if let Some(changed) = self.see(square, reading) {
                self.changed(Bitboard::from(changed));
            }
            if let Stage::Game(game) = &mut self.stage {
                game.beam.charge_rest(HAND);
            }
        }
    }

    fn lifts_king(&self, observation: &Observation) -> bool {
        let Observation::Square { square, reading: Reading::Empty } = observation else {
            return false;
        };
        let stood = self.seen.as_ref().map(|seen| seen.placement().get(*square));
        matches!(stood, Some(Reading::Man(man)) if man.role == Role::King)
    }

    /// A change is heard some time after it happened: what waits for rest waits as much longer, and no time
    /// between two changes is taken to be longer than it must have been.
    pub(super) fn note_hearing_delay(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: &Observation,
    ) {
        let is_change = matches!(observation, Observation::Square { .. });
        if self.told == Told::Late || since.is_none() && !is_change {
            return;
        }
        match since {
            // Where nobody knows for how long either, they have told it as in a log.
            Some(_) if is_change && self.is_late(since) => self.tell_sign(),
            Some(since) => self.have_stood_until(since),
            None => {}
        }
        let later = since.map_or(Duration::ZERO, |since| at.since(since)).min(LATEST);
        if later != self.setup.timing.heard_after {
            self.setup.timing = self.setup.timing.heard_after(later);
        }
        if let Stage::Game(game) = &mut self.stage {
            game.beam.set_scan(self.setup.timing.reading_lag + later);
        }
        if !later.is_zero() {
            // What comes in one answer keeps its order.
            self.now = self.now + APART;
        }
    }

    /// Nothing had changed until then, so kings that stood in the centre long enough have told the result, though it is only
    /// heard now that they did.
    fn have_stood_until(&mut self, since: Instant) {
        let timing = &self.setup.timing;
        let long_enough = timing.at_least(timing.kings);
        let sign = self.seen.as_ref().and_then(|seen| self.new_sign(seen));
        if sign.is_some_and(|(put_down, _)| since.since(put_down.at) >= long_enough) {
            self.tell_sign();
        }
    }

    /// No time is known between one reading of a clock that the board remembers and the one before.
    pub(super) fn clock_comes(&mut self) {
        if self.told == Told::Late {
            self.tell(What::LinkLost);
            if let Stage::Game(game) = &mut self.stage {
                game.beam.charge_rest(HAND);
            }
            self.tell_line();
        }
    }

    /// What the clock showed at some moment after `since`: how long before the next reading, may not be known.
    pub(super) fn tell_clock(&mut self, shown: ClockState, since: Option<Instant>) {
        self.tell(What::Clock(shown));
        if self.is_late(since) {
            self.tell(What::LinkLost);
        }
    }

    /// Whether it may have happened so long ago that what stood then is not seen any more.
    pub(super) fn is_late(&self, since: Option<Instant>) -> bool {
        since.is_some_and(|since| self.now.since(since) > JUST_SHOWN)
    }
}

/// The man who alone, of those that are off their squares, may have moved to `square`, where nothing stands.
fn only_arrival(game: &Game, square: shakmaty::Square, seen: &Seen) -> Option<Man> {
    let (head, stands) = (&game.beam.head().after, seen.shown().occupied());
    if stands.contains(square) {
        return None;
    }
    let may_have = |mv: &Move| match *mv {
        Move::Normal { from, to, promotion: None, .. } => to == square && !stands.contains(from),
        _ => false,
    };
    let replies = replies(head);
    let mut arrivals = replies.iter().filter(|mv| may_have(mv));
    let arrival = arrivals.next()?;
    if arrivals.next().is_some() {
        return None;
    }
    head.board().piece_at(arrival.from()?).map(man_of)
}

//! What goes wrong between a square and the host.

use std::time::Duration;

use fastrand::Rng;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{Color, Piece, Reading, Role, Square};

use super::Sense;
use super::work::{Event, Work};
use crate::simulate::hands::Rate;
use crate::simulate::timeline::Timeline;

/// How long a square reads wrongly, in milliseconds.
const DISTURBED_MS: std::ops::RangeInclusive<u64> = 30..=540;
/// For how long a piece that was put down badly may flicker, in milliseconds, and for how long it shows in between.
const BOUNCES_MS: std::ops::RangeInclusive<u64> = 200..=5_000;
const SHOWS_MS: std::ops::RangeInclusive<u64> = 50..=1_200;
/// A piece that flickers reads as an unknown piece this often, else as none.
const FLICKERS_UNKNOWN: f64 = 0.2;
/// The link is lost this long before a ply lands.
const LOST_BEFORE: Duration = Duration::from_millis(1_500);

/// A square that reads wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A piece is not sensed, or not known, for a while.
    Flicker,
    /// A piece is sensed where none is, for a while.
    Ghost,
    /// A square reads rightly again.
    Over(Square),
    /// A piece that was put down badly loses its contact; it does no more after this time.
    Bounce(Square, Instant),
}

impl Work<'_> {
    /// Foresees flicker and ghosts.
    pub(super) fn foresee_faults(&mut self) {
        for (rate, fault) in [(Rate::Flicker, Fault::Flicker), (Rate::Ghost, Fault::Ghost)] {
            let a_minute = self.rates.get(rate);
            if a_minute <= 0.0 {
                continue;
            }
            let mut at = Instant::ZERO;
            loop {
                let gap = -(1.0 - self.rng.f64()).ln() * 60.0 / a_minute;
                at = at + Duration::from_secs_f64(gap);
                if at > self.end {
                    break;
                }
                self.plan(at, Event::Fault(fault));
            }
        }
    }

    /// Foresees that the link is lost for some plies.
    pub(super) fn foresee_losses(&mut self, timeline: &Timeline) {
        let mut ply = 0;
        while let Some(&landed) = timeline.landings.get(ply) {
            ply += 1;
            if !self.chance(Rate::LinkLost) {
                continue;
            }
            let least = self.rates.get(Rate::LinkLostLeast);
            let most = self.rates.get(Rate::LinkLostMost).max(least);
            let plies = least + ((most - least + 1.0) * self.rng.f64()).floor();
            // the ply that has just landed is the first that is missed
            ply += (plies.min(most) as usize).saturating_sub(1);
            let last = timeline.landings.get(ply - 1).copied().unwrap_or(self.end);
            let from = landed.since(Instant::ZERO).saturating_sub(LOST_BEFORE);
            self.plan(Instant::ZERO + from, Event::LinkLost);
            let pause = Duration::from_millis(self.rng.u64(200..=800));
            self.plan(last + pause, Event::LinkUp);
        }
    }

    pub(super) fn suffer(&mut self, fault: Fault) {
        match fault {
            Fault::Flicker => {
                let unknown = self.rng.f64() < FLICKERS_UNKNOWN;
                let reading = if unknown { Reading::Unknown } else { Reading::Empty };
                if let Some(square) = self.any_where(true) {
                    self.disturb(square, reading);
                }
            }
            Fault::Ghost => {
                let reading = some_piece(&mut self.rng);
                if let Some(square) = self.any_where(false) {
                    self.disturb(square, reading);
                }
            }
            Fault::Bounce(square, until) => self.bounce(square, until),
            Fault::Over(square) => {
                self.disturbed[square.index()] = None;
                self.changed(square);
            }
        }
    }

    /// Lets a square read wrongly for a while; returns until when.
    pub(super) fn disturb(&mut self, square: Square, reading: Reading) -> Instant {
        self.disturbed[square.index()] = Some(reading);
        self.changed(square);
        let until = self.now + Duration::from_millis(self.rng.u64(DISTURBED_MS));
        self.plan(until, Event::Fault(Fault::Over(square)));
        until
    }

    /// A piece has come down on a contact: it may stand at its edge and rock there until it settles, and it shakes what stands
    /// beside it. Coils and tags sense a piece from anywhere on its square.
    pub(super) fn come_down(&mut self, square: Square) {
        if self.scanner.sense != Sense::Occupancy {
            return;
        }
        if self.chance(Rate::Bounce) {
            let until = self.now + Duration::from_millis(self.rng.u64(BOUNCES_MS));
            self.bounce_again(square, self.now, until);
        }
        if self.chance(Rate::Jolt)
            && let Some(beside) = self.any_beside(square)
        {
            self.disturb(beside, Reading::Empty);
        }
    }

    /// The contact opens, and closes again, if the piece still stands there.
    fn bounce(&mut self, square: Square, until: Instant) {
        if self.standing.get(square).is_occupied() {
            let shows = self.disturb(square, Reading::Empty);
            self.bounce_again(square, shows, until);
        }
    }

    /// Foresees that a piece that shows from `shows` on hides again.
    fn bounce_again(&mut self, square: Square, shows: Instant, until: Instant) {
        let next = shows + Duration::from_millis(self.rng.u64(SHOWS_MS));
        if next < until {
            self.plan(next, Event::Fault(Fault::Bounce(square, until)));
        }
    }

    /// One of the squares beside this one on which a piece stands.
    fn any_beside(&mut self, square: Square) -> Option<Square> {
        let is_beside = |other: &Square| {
            let (here, there) = (square.index(), other.index());
            let (files, ranks) = ((here % 8).abs_diff(there % 8), (here / 8).abs_diff(there / 8));
            files.max(ranks) == 1 && self.standing.get(*other).is_occupied()
        };
        let squares: Vec<_> = Square::all().filter(is_beside).collect();
        self.rng.choice(squares)
    }

    /// One of the squares on which a piece stands, or one of the others.
    fn any_where(&mut self, occupied: bool) -> Option<Square> {
        let fits = |square: &Square| self.standing.get(*square).is_occupied() == occupied;
        let squares: Vec<_> = Square::all().filter(fits).collect();
        self.rng.choice(squares)
    }
}

/// An unlikely piece, for a ghost.
fn some_piece(rng: &mut Rng) -> Reading {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let color = if rng.bool() { Color::White } else { Color::Black };
    let role = rng.choice(roles).unwrap_or(Role::Pawn);
    Reading::Piece(Piece { color, role })
}

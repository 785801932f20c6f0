//! Timelines played on a device, in simulated time.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shakmaty::{Color, Piece};
use touchmove_drivers::family::SerialLine;
use touchmove_drivers::observation::{self, Hand, Reading};
use touchmove_drivers::{Device, Instant, Packet};

use super::timeline::{Action, Deed, Timeline};
use super::wire::Wire;

/// Quiet time after the last deed: what is on its way still arrives.
const GRACE: Duration = Duration::from_secs(2);

/// How the board lies between the players. The clock stays with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardTurn {
    /// The board's a1 is White's a1, and White's clock is the left one.
    Usual,
    /// The board's h8 is White's a1, and White's clock is the right one.
    Turned,
}

/// When the play begins.
#[derive(Clone, Debug)]
pub enum Cue {
    /// At once.
    Now,
    /// This long after the host has asked the device to report changes, so that nothing is played
    /// unheard.
    Host(Duration),
    /// When the gong is struck that opens the round.
    Gong(Gong),
}

/// What many players wait for, to begin together.
#[derive(Clone, Debug, Default)]
pub struct Gong(Arc<AtomicBool>);

impl Gong {
    /// Lets the play begin.
    pub fn strike(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_struck(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far the play has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Games played to their end.
    pub games: usize,
    /// Plies complete on the board in the present game, or in the last one when all is over.
    pub plies: usize,
    /// Presses of the clock in that game.
    pub presses: usize,
    /// Nothing more will happen.
    pub over: bool,
}

/// A device with people at it. Called like a [`Device`]: after every call take all from
/// [`PlayedTable::poll`], and call [`PlayedTable::timeout`] at [`PlayedTable::deadline`].
pub struct PlayedTable {
    device: Box<dyn Device>,
    orientation: BoardTurn,
    cue: Cue,
    wire: Wire,
    now: Instant,
    programme: Box<dyn Iterator<Item = Timeline> + Send>,
    /// When the game on the board began; `None` while the cue is awaited.
    began: Option<Instant>,
    deeds: VecDeque<Deed>,
    landings: VecDeque<Instant>,
    /// When the last deed of the last game was done.
    rested: Option<Instant>,
    progress: Progress,
}

impl PlayedTable {
    /// Puts the pieces of the first timeline on the device. Each timeline of the programme begins
    /// where the one before has ended.
    pub fn new(
        mut device: Box<dyn Device>,
        line: Option<SerialLine>,
        orientation: BoardTurn,
        cue: Cue,
        programme: impl IntoIterator<Item = Timeline, IntoIter: Send + 'static>,
    ) -> Self {
        let mut programme = Box::new(programme.into_iter());
        let first = programme.next();
        for (square, piece) in first.iter().flat_map(|timeline| timeline.start.clone()) {
            device.set(Instant::ZERO, orientation.square(square), reading(piece));
        }
        // It is switched on: some talk from then on without being asked.
        device.timeout(Instant::ZERO);
        let mut player = Self {
            device,
            orientation,
            cue,
            wire: Wire::new(line),
            now: Instant::ZERO,
            programme,
            began: None,
            deeds: VecDeque::new(),
            landings: VecDeque::new(),
            rested: None,
            progress: Progress::default(),
        };
        player.take_up(first);
        if matches!(player.cue, Cue::Now) {
            player.began = Some(Instant::ZERO);
        }
        player
    }

    /// A packet from the host; a stream in any chunking.
    pub fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        self.device.receive(now, packet);
        self.collect();
        self.take_cue(now);
    }

    /// A host is there, though it may have said nothing: a board that nobody asks is listened to.
    pub fn attend(&mut self, now: Instant) {
        self.advance(now);
        self.take_cue(now);
    }

    fn take_cue(&mut self, now: Instant) {
        if let (Cue::Host(delay), true) = (&self.cue, self.device.is_reporting()) {
            self.began.get_or_insert(now + *delay);
        }
    }

    /// The deadline has passed.
    pub fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    /// The next packet that has arrived at the host.
    pub fn poll(&mut self) -> Option<Packet> {
        self.wire.receive(self.now)
    }

    /// When [`PlayedTable::timeout`] is to be called; `None` when only the host can bring news.
    pub fn deadline(&self) -> Option<Instant> {
        let due =
            [self.device.deadline(), self.next_deed(), self.wire.deadline(), self.rest_ends()];
        due.into_iter().flatten().min()
    }

    /// How far the play has come.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Lets everything happen that is due, each thing at its own time.
    fn advance(&mut self, now: Instant) {
        loop {
            let (deed, device) = (self.next_deed(), self.device.deadline());
            let Some(due) = deed.into_iter().chain(device).min().filter(|&due| due <= now) else {
                break;
            };
            self.now = self.now.max(due);
            if deed == Some(due) {
                self.act();
            } else {
                self.device.timeout(self.now);
            }
            self.collect();
        }
        self.now = self.now.max(now);
        if matches!(&self.cue, Cue::Gong(gong) if gong.is_struck()) {
            self.began.get_or_insert(self.now);
        }
        self.note_progress();
    }

    fn next_deed(&self) -> Option<Instant> {
        Some(moment(self.began?, self.deeds.front()?.at))
    }

    /// When all is over, once the wire is empty.
    fn rest_ends(&self) -> Option<Instant> {
        let waits = !self.progress.over && self.began.is_some() && self.wire.deadline().is_none();
        self.rested.filter(|_| waits).map(|rested| rested + GRACE)
    }

    fn act(&mut self) {
        let Some(deed) = self.deeds.pop_front() else { return };
        let (now, orientation) = (self.now, self.orientation);
        match deed.action {
            Action::Lift(square) => {
                self.device.set(now, orientation.square(square), Reading::Empty);
            }
            Action::Place(square, piece) => {
                self.device.set(now, orientation.square(square), reading(piece));
            }
            Action::Press(color) => {
                self.device.press(now, orientation.hand(color));
                self.progress.presses += 1;
            }
            Action::StartStop => self.device.start_stop(now),
        }
    }

    fn collect(&mut self) {
        while let Some(packet) = self.device.poll() {
            self.wire.send(self.now, packet);
        }
    }

    fn note_progress(&mut self) {
        let Some(began) = self.began else { return };
        while self.landings.front().is_some_and(|&at| moment(began, at) <= self.now) {
            self.landings.pop_front();
            self.progress.plies += 1;
        }
        if self.deeds.is_empty() && self.rested.is_none() {
            self.progress.games += 1;
            self.began = Some(self.now);
            let next = self.programme.next();
            self.take_up(next);
        }
        if self.rest_ends().is_some_and(|end| end <= self.now) {
            self.progress.over = true;
        }
    }

    /// Makes a timeline the one that is played; without one the play rests.
    fn take_up(&mut self, timeline: Option<Timeline>) {
        match timeline {
            Some(timeline) => {
                self.deeds = timeline.deeds.into();
                self.landings = timeline.landings.into();
                (self.progress.plies, self.progress.presses) = (0, 0);
            }
            None => self.rested = Some(self.now),
        }
    }
}

impl fmt::Debug for PlayedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("now", &self.now)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// The moment of the simulation that is `at` of a timeline.
fn moment(began: Instant, at: Instant) -> Instant {
    began + at.since(Instant::ZERO)
}

impl BoardTurn {
    /// The board's own number of a square of the game.
    pub(super) fn square(self, square: shakmaty::Square) -> observation::Square {
        let own = match observation::Square::new(u8::from(square)) {
            Some(own) => own,
            None => unreachable!("both boards have 64 squares"),
        };
        match self {
            Self::Usual => own,
            Self::Turned => own.turned(),
        }
    }

    /// The side of the clock at which a player sits.
    pub(super) const fn hand(self, color: Color) -> Hand {
        match (self, color) {
            (Self::Usual, Color::White) | (Self::Turned, Color::Black) => Hand::Left,
            (Self::Usual, Color::Black) | (Self::Turned, Color::White) => Hand::Right,
        }
    }
}

/// What a square reads on which a piece stands.
pub(super) fn reading(piece: Piece) -> Reading {
    let color = match piece.color {
        Color::White => observation::Color::White,
        Color::Black => observation::Color::Black,
    };
    let role = match piece.role {
        shakmaty::Role::Pawn => observation::Role::Pawn,
        shakmaty::Role::Knight => observation::Role::Knight,
        shakmaty::Role::Bishop => observation::Role::Bishop,
        shakmaty::Role::Rook => observation::Role::Rook,
        shakmaty::Role::Queen => observation::Role::Queen,
        shakmaty::Role::King => observation::Role::King,
    };
    Reading::Piece(observation::Piece { color, role })
}

#[cfg(test)]
mod tests;

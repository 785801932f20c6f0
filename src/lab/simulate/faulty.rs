//! Boards with something wrong, in front of any family's device end.

use std::str::FromStr;
use std::time::Duration;

use touchmove_drivers::driver::Squares;
use touchmove_drivers::observation::{Hand, Reading, Square};
use touchmove_drivers::{Channel, Device, Instant, Packet};

/// From one time to the next at which a square flickers or alternates, and for how long it does.
const EVERY: Duration = Duration::from_millis(1_500);
const FLICKER: Duration = Duration::from_millis(330);
/// From one piece of noise on the line to the next, and how many bytes or packets of the host get through between two that do not.
const NOISE: Duration = Duration::from_millis(2_200);
const HEARD: u32 = 6;
/// A board that falls silent does so for this long, so long after it has come back.
const SILENT: Duration = Duration::from_millis(3_000);
const TALKS: Duration = Duration::from_secs(6);
/// Bytes that begin no message of any family.
const JUNK: [u8; 3] = [0x55, 0x2A, 0x55];

/// What is wrong with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// A square loses its piece again and again, for a moment.
    Flicker(Square),
    /// A square reads no piece.
    Dead(Square),
    /// Every piece on a square is read as this one.
    Misread(Square, Reading),
    /// A piece on a square is read as itself and as this one in turn.
    Alternate(Square, Reading),
    /// Noise comes between the messages, and some questions are not heard.
    Line,
    /// It says nothing for a while, again and again.
    Silences,
}

/// A text that is no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a fault: one of flicker=e4, dead=e4, misread=e4:N (every man on e4 is read as a knight), alternate=e4:N, \
     line, silences"
)]
pub struct FaultError;

/// A device with something wrong.
pub struct Faulty {
    device: Box<dyn Device>,
    fault: BoardFault,
    /// What stands on the board.
    stands: [Reading; 64],
    /// Whether the fault shows now, and when that changes; `None` before anything has happened.
    shows: bool,
    due: Option<Instant>,
    heard: u32,
    junk: bool,
}

impl BoardFault {
    /// How long it shows, and how long it does not; `None` where that never changes.
    const fn spans(self) -> Option<(Duration, Duration)> {
        match self {
            Self::Flicker(_) => Some((FLICKER, EVERY)),
            Self::Alternate(..) => Some((EVERY, EVERY)),
            Self::Line => Some((Duration::ZERO, NOISE)),
            Self::Silences => Some((SILENT, TALKS)),
            Self::Dead(_) | Self::Misread(..) => None,
        }
    }

    const fn square(self) -> Option<Square> {
        match self {
            Self::Flicker(square)
            | Self::Dead(square)
            | Self::Misread(square, _)
            | Self::Alternate(square, _) => Some(square),
            Self::Line | Self::Silences => None,
        }
    }
}

impl FromStr for BoardFault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (square, piece) = value.split_once(':').unwrap_or((value, ""));
        let at = || square.parse::<Square>().map_err(|_| FaultError);
        let piece = || {
            let mut letters = piece.chars();
            let reading = letters.next().and_then(Reading::from_letter);
            reading.filter(|_| letters.next().is_none()).ok_or(FaultError)
        };
        Ok(match name {
            "flicker" => Self::Flicker(at()?),
            "dead" => Self::Dead(at()?),
            "misread" => Self::Misread(at()?, piece()?),
            "alternate" => Self::Alternate(at()?, piece()?),
            "line" => Self::Line,
            "silences" => Self::Silences,
            _ => return Err(FaultError),
        })
    }
}

impl Faulty {
    /// The device with this fault.
    pub fn new(device: Box<dyn Device>, fault: BoardFault) -> Self {
        let stands = [Reading::Empty; 64];
        Self { device, fault, stands, shows: false, due: None, heard: 0, junk: false }
    }

    /// What the square reads on which this stands.
    fn read(&self, square: Square, stands: Reading) -> Reading {
        if self.fault.square() != Some(square) || !stands.is_occupied() {
            return stands;
        }
        match self.fault {
            BoardFault::Dead(_) => Reading::Empty,
            BoardFault::Flicker(_) if self.shows => Reading::Empty,
            BoardFault::Misread(_, piece) => piece,
            BoardFault::Alternate(_, piece) if self.shows => piece,
            _ => stands,
        }
    }

    /// Lets the fault come and go, as often as is due.
    fn pass(&mut self, now: Instant) {
        let Some((shows, rests)) = self.fault.spans() else { return };
        let mut due = *self.due.get_or_insert(now + rests);
        while due <= now {
            self.shows = !self.shows;
            self.junk |= self.fault == BoardFault::Line && self.shows;
            if let Some(square) = self.fault.square() {
                let reading = self.read(square, self.stands[square.index()]);
                self.device.set(due, square, reading);
            }
            due = due + if self.shows { shows } else { rests };
        }
        self.due = Some(due);
    }

    fn is_silent(&self) -> bool {
        self.fault == BoardFault::Silences && self.shows
    }
}

impl Device for Faulty {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.pass(now);
        let Packet { channel, bytes } = packet;
        // Bytes of a stream are lost one by one, packets whole.
        let piece = if channel == Channel::STREAM { 1 } else { bytes.len().max(1) };
        for bytes in bytes.chunks(piece) {
            self.heard += 1;
            let is_lost = self.fault == BoardFault::Line && self.heard % (HEARD + 1) == HEARD;
            if !is_lost && !self.is_silent() {
                self.device.receive(now, Packet { channel, bytes });
            }
        }
    }

    fn timeout(&mut self, now: Instant) {
        self.pass(now);
        if self.device.deadline().is_some_and(|due| due <= now) {
            self.device.timeout(now);
        }
    }

    fn poll(&mut self) -> Option<Packet> {
        if std::mem::take(&mut self.junk) {
            return Some(Packet::stream(JUNK.to_vec()));
        }
        let message = self.device.poll();
        if self.is_silent() {
            // What is said now is lost.
            if message.is_some() {
                while self.device.poll().is_some() {}
            }
            return None;
        }
        message
    }

    fn deadline(&self) -> Option<Instant> {
        [self.due, self.device.deadline()].into_iter().flatten().min()
    }

    fn is_reporting(&self) -> bool {
        self.device.is_reporting()
    }

    fn lit(&self) -> Squares {
        self.device.lit()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.stands[square.index()] = reading;
        let reading = self.read(square, reading);
        self.device.set(now, square, reading);
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.device.press(now, side);
    }

    fn start_stop(&mut self, now: Instant) {
        self.device.start_stop(now);
    }
}

impl std::fmt::Debug for Faulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Faulty").field("fault", &self.fault).finish_non_exhaustive()
    }
}

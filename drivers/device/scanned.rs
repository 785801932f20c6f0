//! A board that scans its squares and says what it finds: what the ends of most makers' boards share.

use std::collections::VecDeque;
use std::time::Duration;

use super::Device;
use super::scan::Scan;
use crate::driver::Squares;
use crate::observation::{Hand, Placement, Reading, Sensing, Square};
use crate::packet::{Channel, Packet};
use crate::time::Instant;

/// How boards of one family answer and tell.
pub(crate) trait Voice: Send {
    /// Hears a packet of the host.
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner);

    /// Tells the squares that a scan has found changed; never none.
    fn tell(&mut self, changed: &[Square], scanner: &mut Scanner);

    /// The squares that its lamps light now.
    fn lit(&self) -> Squares {
        Squares::NONE
    }

    /// Whether it tells changes by itself now.
    fn is_telling(&self) -> bool {
        true
    }
}

/// What a board has found on its squares, and what it says.
#[derive(Debug)]
pub(crate) struct Scanner {
    scan: Scan,
    said: VecDeque<Packet>,
}

impl Scanner {
    /// What the last scan has found.
    pub(crate) const fn scanned(&self) -> &Placement {
        self.scan.scanned()
    }

    /// Says something to the host.
    pub(crate) fn say(&mut self, channel: Channel, bytes: Vec<u8>) {
        self.said.push_back(Packet { channel, bytes });
    }
}

/// A board with such a voice, without a clock.
#[derive(Debug)]
pub(crate) struct Scanned<V> {
    voice: V,
    sensing: Sensing,
    scanner: Scanner,
}

impl<V: Voice> Scanned<V> {
    /// An empty board whose squares sense this and are scanned so often.
    pub(crate) const fn new(voice: V, sensing: Sensing, every: Duration) -> Self {
        let scanner = Scanner { scan: Scan::every(every), said: VecDeque::new() };
        Self { voice, sensing, scanner }
    }

    fn advance(&mut self, now: Instant) {
        let changed = self.scanner.scan.advance(now).unwrap_or_default();
        if !changed.is_empty() {
            self.voice.tell(&changed, &mut self.scanner);
        }
    }
}

impl<V: Voice> Device for Scanned<V> {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        self.voice.hear(packet, &mut self.scanner);
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.scanner.said.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        self.scanner.scan.deadline()
    }

    fn is_reporting(&self) -> bool {
        self.voice.is_telling()
    }

    fn lit(&self) -> Squares {
        self.voice.lit()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        match self.sensing {
            Sensing::Occupancy => self.scanner.scan.set_occupancy(now, square, reading),
            _ => self.scanner.scan.set(now, square, reading),
        }
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}

//! Somebody between a board and its host.

use std::collections::VecDeque;

use touchmove_drivers::driver::Squares;
use touchmove_drivers::observation::{Hand, Reading, Square};
use touchmove_drivers::{Device, Instant, Packet};

/// A board's own end that hears what somebody lets it hear of its host.
pub(crate) struct Between<F> {
    device: Box<dyn Device>,
    hear: F,
    said: VecDeque<Packet>,
}

impl<F> Between<F>
where
    F: FnMut(&mut dyn Device, Instant, Packet<&[u8]>) -> Option<Packet> + Send,
{
    /// Each packet of the host is handed to `hear`, which may hand it on, and answer itself.
    pub(crate) const fn new(device: Box<dyn Device>, hear: F) -> Self {
        Self { device, hear, said: VecDeque::new() }
    }
}

impl<F> Device for Between<F>
where
    F: FnMut(&mut dyn Device, Instant, Packet<&[u8]>) -> Option<Packet> + Send,
{
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        let answer = (self.hear)(&mut *self.device, now, packet);
        self.said.extend(answer);
    }

    fn timeout(&mut self, now: Instant) {
        self.device.timeout(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.device.poll().or_else(|| self.said.pop_front())
    }

    fn deadline(&self) -> Option<Instant> {
        self.device.deadline()
    }

    fn is_reporting(&self) -> bool {
        self.device.is_reporting()
    }

    fn lit(&self) -> Squares {
        self.device.lit()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.device.set(now, square, reading);
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.device.press(now, side);
    }

    fn start_stop(&mut self, now: Instant) {
        self.device.start_stop(now);
    }
}

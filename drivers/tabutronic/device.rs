//! The board's own end.

use std::time::Duration;

use crate::decimals::Form;
use crate::decimals::end::{End, line_of_squares};
use crate::device::Device;
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Hand, Placement, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// The pause between two lines.
const PAUSE: Duration = Duration::from_millis(300);

/// A Sentio Spectrum, with lamps of any colour.
#[derive(Debug)]
pub(super) struct Board {
    end: End,
    stands: Placement,
}

impl Board {
    /// An empty board that is reached this way.
    pub(super) fn new(transport: Transport) -> Self {
        Self { end: End::new(transport, Form::Coloured), stands: Placement::EMPTY }
    }

    fn advance(&mut self, now: Instant) {
        if self.end.take_turn(now, PAUSE) {
            let is_there = |square: &Square| self.stands.get(*square).is_occupied();
            let squares: Squares = Square::all().filter(is_there).collect();
            self.end.say(line_of_squares(squares));
        }
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        self.end.receive(packet);
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.end.poll()
    }

    fn lit(&self) -> Squares {
        self.end.lit()
    }

    fn deadline(&self) -> Option<Instant> {
        self.end.deadline()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.stands.set(square, reading);
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Approach, Output, Request};

    /// Both pictures are tried, the second after the pause that boards need.
    #[test]
    fn lamps_are_found_out_and_lit() {
        let serial = crate::tabutronic::FAMILY.transports[0];
        let mut driver = (crate::tabutronic::FAMILY.driver)(Approach::Known, serial);
        let mut board = Board::new(serial);
        let mut now = Instant::from_millis(7);
        let mut sent = Vec::new();
        driver.start(now);
        board.timeout(now);
        let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
        driver.request(now, None, Request::Light(squares)).unwrap();
        for _ in 0..20 {
            while let Some(packet) = board.poll() {
                driver.receive(now, packet.as_slice());
            }
            while let Some(output) = driver.poll() {
                if let Output::Send(packet) = output {
                    board.receive(now, packet.as_slice());
                    sent.push((now.as_millis(), packet.bytes.len()));
                }
            }
            now = driver.deadline().into_iter().chain(board.deadline()).min().unwrap();
            board.timeout(now);
            driver.timeout(now);
        }
        assert_eq!(sent, [(7, 8), (607, 247)]);
        assert_eq!(board.end.lit(), squares);
    }
}

//! How boards that sense where something stands are talked to: they are heard, and nothing is asked.

use crate::decimals::{Host, Message, RHYTHM};
use crate::driver::{Ability, Request, Squares};
use crate::family::Transport;
use crate::observation::{Placement, Reading, Square};
use crate::packet::Packet;
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The dialect of boards that sense where something stands.
#[derive(Clone, Debug)]
pub(super) struct TabuTronic {
    host: Host,
}

impl TabuTronic {
    /// Boards that are reached this way.
    pub(super) fn new(transport: Transport) -> Self {
        Self { host: Host::new(transport) }
    }
}

impl Dialect for TabuTronic {
    fn rhythm(&self) -> Rhythm {
        RHYTHM
    }

    fn open(&mut self, _: &mut Outbox) {}

    fn ask(&mut self, _: &mut Outbox) {}

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        self.host.receive(packet, told, |message, told| match message {
            Message::Occupied(squares) => {
                told.read_out(placement(squares));
                None
            }
            other => Some(other),
        });
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            Request::ReadBoard => Verdict::TellWhole,
            Request::Light(squares) => {
                self.host.light(*squares, outbox);
                Verdict::Done
            }
            _ => Verdict::Refused,
        }
    }

    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Lights
    }
}

fn placement(squares: Squares) -> Placement {
    let mut placement = Placement::EMPTY;
    for square in Square::all().filter(|square| squares.has(*square)) {
        placement.set(square, Reading::Occupied);
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Approach, Driver, Output};
    use crate::time::Instant;

    fn driver(approach: Approach) -> Box<dyn Driver> {
        let mut driver = crate::tabutronic::FAMILY.driver(approach);
        driver.start(Instant::ZERO);
        driver
    }

    fn said(driver: &mut dyn Driver, text: &str) -> Vec<Output> {
        driver.receive(Instant::ZERO, Packet::stream(text.as_bytes()));
        std::iter::from_fn(|| driver.poll()).collect()
    }

    #[test]
    fn only_what_changed_is_told() {
        let mut driver = driver(Approach::Probe);
        let told = ["link up", "board ********/********/8/8/8/8/********/********"];
        let told = told.map(|line| Output::observed(line.parse().unwrap()));
        assert_eq!(said(&mut *driver, ":255 255 0 0 0 0 255 255 \r\n"), told);
        assert_eq!(said(&mut *driver, ":255 255 0 0 0 0 255 255 \r\n"), []);
        let lifted = Output::observed("square e2 .".parse().unwrap());
        assert_eq!(said(&mut *driver, ":255 255 0 0 0 0 247 255\r\n"), [lifted]);
    }

    #[test]
    fn a_board_that_says_chips_is_given_up_for_the_other_family() {
        let chips = format!(":{}\r\n", "0 ".repeat(320));
        let mut driver = driver(Approach::Known);
        assert_eq!(said(&mut *driver, &chips), []);
        assert_eq!(said(&mut *driver, &chips), [Output::Lost]);
    }
}

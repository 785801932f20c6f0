//! How a Neo is talked to: as a Pro is, but it answers on characteristics of its own, and is asked for nothing that it
//! would do.

use super::{CHANGES, CHARGE, OCCUPANCY};
use crate::driver::Request;
use crate::family::nordic_uart::REPLIES;
use crate::packet::Packet;
use crate::squareoff::driver::{RHYTHM, hear, packet};
use crate::squareoff::text::Texts;
use crate::squareoff::wire::{Command, Reply, read_change, read_occupancy};
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// What it says when a motor has done its work.
const MOVED: &[u8] = b"OK";

/// The dialect of the Neo.
#[derive(Clone, Debug, Default)]
pub(super) struct Neo {
    texts: Texts,
    /// What was told of the battery, in per cent.
    charge: Option<u8>,
}

impl Neo {
    fn hear_charge(&mut self, bytes: &[u8], told: &mut Told<'_>) {
        match *bytes {
            [charge @ ..=100] => told.observe_charge(&mut self.charge, charge),
            _ => told.skip(bytes.len()),
        }
    }
}

impl Dialect for Neo {
    fn rhythm(&self) -> Rhythm {
        RHYTHM
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        outbox.put(packet(Command::Board));
        outbox.put(packet(Command::Battery));
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        let reply = match packet.channel {
            REPLIES => {
                return self.texts.receive(packet.bytes, Reply::read, |noise, reply| {
                    told.skip(noise);
                    hear(reply, told);
                });
            }
            CHARGE => return self.hear_charge(packet.bytes, told),
            CHANGES if packet.bytes == MOVED => Some(Reply::Other),
            CHANGES => read_change(packet.bytes),
            OCCUPANCY => read_occupancy(packet.bytes),
            _ => None,
        };
        match reply {
            Some(reply) => hear(reply, told),
            None => told.skip(packet.bytes.len()),
        }
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            Request::ReadBoard => {
                outbox.put(packet(Command::Board));
                Verdict::TellWhole
            }
            _ => Verdict::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Ability, Approach, Output};
    use crate::packet::Channel;
    use crate::time::Instant;

    fn observed(packets: &[(Channel, &[u8])]) -> Vec<String> {
        let mut driver = crate::squareoff::NEO.driver(Approach::Known);
        driver.listen(Instant::ZERO);
        for &(channel, bytes) in packets {
            driver.receive(Instant::ZERO, Packet { channel, bytes });
        }
        let outputs = std::iter::from_fn(|| driver.poll());
        let observed = outputs.filter_map(|output| match output {
            Output::Observed { observation, .. } => Some(observation.to_string()),
            _ => None,
        });
        observed.collect()
    }

    /// Heard of a real board, in this order (`drivers/squareoff-neo/README.md`, Messages).
    #[test]
    fn moves_by_hand_and_by_motor_are_told() {
        let before = b"1100001111000011110000111100001111000011110000111100001111000011";
        let d4 = b"1100001111000011110000111001001111000011110000111100001111000011";
        let c6 = b"1100001111000011110001011001001111000011110000111100001111000011";
        let observed = observed(&[
            (OCCUPANCY, before),
            (OCCUPANCY, before),
            (CHANGES, b"d2u"),
            (CHANGES, b"d4d"),
            (OCCUPANCY, d4),
            (CHANGES, b"OK"),
            (OCCUPANCY, c6),
            (OCCUPANCY, c6),
            (REPLIES, b"4#3752.50*"),
            (CHARGE, b"S"),
        ]);
        let expected = [
            "link up",
            "board ********/********/8/8/8/8/********/********",
            "square d2 .",
            "square d4 *",
            "square c7 .",
            "square c6 *",
            "battery 83",
        ];
        assert_eq!(observed, expected);
    }

    #[test]
    fn what_says_something_on_one_characteristic_is_noise_on_another() {
        let digits = [b'1'; 64];
        let observed = observed(&[
            (CHANGES, &digits),
            (OCCUPANCY, b"d2u"),
            (OCCUPANCY, &digits[..20]),
            (CHANGES, b"0#d2u*"),
            (CHARGE, b"\xFF"),
            (Channel(9), b"d2u"),
            (CHANGES, b"d2u"),
        ]);
        assert_eq!(observed, ["link up", "device noise=97", "square d2 ."]);
    }

    #[test]
    fn it_is_asked_for_nothing_that_it_would_do() {
        let mut driver = crate::squareoff::NEO.driver(Approach::Known);
        driver.start(Instant::ZERO);
        assert!(Ability::ALL.iter().all(|ability| !driver.has(*ability)));
        let mut sent = Vec::new();
        for millis in (0..60_000).step_by(50) {
            let now = Instant::from_millis(millis);
            driver.timeout(now);
            while let Some(output) = driver.poll() {
                if let Output::Send(packet) = output {
                    sent.push(String::from_utf8(packet.bytes).unwrap());
                }
            }
        }
        sent.sort();
        sent.dedup();
        assert_eq!(sent, ["30#R*", "4#*"]);
    }
}

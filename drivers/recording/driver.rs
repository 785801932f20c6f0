//! A driver whose wire is the text form: it lets a recording be plugged in like a board.

use std::collections::VecDeque;
use std::convert::Infallible;

use super::headers::Headers;
use super::line::split_word;
use super::lines::{Lines, Piece};
use super::reader::{begins_record, content};
use super::record::{Body, Record};
use crate::driver::{Ability, Approach, Driver, Output, Request, Unit, Unsupported};
use crate::family::{Family, Knowledge, Transport, UNKNOWN_LAGS};
use crate::observation::{DeviceFact, Observation, Sensing};
use crate::packet::Packet;
use crate::time::Instant;

/// Recordings as a family: the wire is the text form.
pub const FAMILY: Family = Family {
    name: "recording",
    title: "Recording",
    transports: &[],
    sensing: Sensing::Identity,
    reading_lag: UNKNOWN_LAGS.0,
    clock_lag: None,
    knowledge: Knowledge::Own,
    abilities: &[],
    driver,
    device: None,
    line_of: None,
};

fn driver(_: Approach, _: Transport) -> Box<dyn Driver> {
    Box::<Text>::default()
}

/// Reads records as they come. Their times are passed over: an observation belongs to the moment at
/// which its line is whole. Wire in the text is passed over too, and so is what is not known.
#[derive(Debug, Default)]
struct Text {
    lines: Lines,
    outputs: VecDeque<Output>,
}

impl Driver for Text {
    fn start(&mut self, _: Instant) {}

    fn listen(&mut self, _: Instant) {}

    fn receive(&mut self, _: Instant, packet: Packet<&[u8]>) {
        let outputs = &mut self.outputs;
        let Ok(()) = self.lines.receive(packet.of_stream(), |piece| {
            outputs.extend(match piece {
                Piece::Line(line) => read(line),
                Piece::Overlong(length) => Some(noise(length)),
            });
            Ok::<(), Infallible>(())
        });
    }

    fn timeout(&mut self, _: Instant) {}

    fn request(
        &mut self,
        _: Instant,
        _: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        Err(Unsupported(request))
    }

    fn has(&self, _: Ability) -> bool {
        false
    }

    fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        None
    }
}

fn read(line: &[u8]) -> Option<Output> {
    let malformed = || Some(noise(line.len()));
    let Ok(text) = std::str::from_utf8(line) else { return malformed() };
    let text = content(text);
    let (word, _) = split_word(text);
    if word.is_empty() || word.starts_with('#') {
        return None;
    }
    if begins_record(word) {
        return match text.parse() {
            Ok(Record { unit, body: Body::Observed(observation), .. }) => {
                Some(Output::Observed { unit, since: None, observation })
            }
            Ok(_) => None,
            Err(_) => malformed(),
        };
    }
    let mut headers = Headers::default();
    match headers.read(0, text) {
        Ok(_) => headers.board?.serial.map(DeviceFact::Serial).map(fact),
        Err(_) => malformed(),
    }
}

fn noise(length: usize) -> Output {
    fact(DeviceFact::Noise(u32::try_from(length).unwrap_or(u32::MAX)))
}

const fn fact(fact: DeviceFact) -> Output {
    Output::observed(Observation::Device(fact))
}

#[cfg(test)]
mod tests {
    use super::super::line::MAX_LINE;
    use super::super::record::tests::body;
    use super::*;
    use proptest::prelude::*;

    fn outputs<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Output> {
        let mut driver = FAMILY.driver(Approach::Known);
        driver.start(Instant::ZERO);
        for chunk in chunks {
            driver.receive(Instant::ZERO, Packet::stream(chunk));
        }
        assert_eq!(driver.deadline(), None, "silence is never a loss");
        std::iter::from_fn(|| driver.poll()).collect()
    }

    fn observed(line: &str) -> Output {
        Output::observed(line.parse().unwrap())
    }

    #[test]
    fn observations_come_out_and_everything_else_is_passed_over() {
        let text = "touchmove-recording 1\nboard dgt 12345 # mine\nwhite A, B\n\n# note\r\n\
            0.000 square e2 .\r\n0.1 < 8e 00\n0.2 weather rain\n0.3 @b2 link up\n- square e4 P quick\nend cut\n";
        let Output::Observed { observation, .. } = observed("link up") else { unreachable!() };
        assert_eq!(
            outputs([text.as_bytes()]),
            [
                observed("device serial=12345"),
                observed("square e2 ."),
                Output::Observed { unit: Some(Unit("b2".into())), since: None, observation },
                observed("square e4 P"),
            ]
        );
    }

    #[test]
    fn a_malformed_line_is_noise_of_its_length() {
        assert_eq!(
            outputs([b"0.0 square e9 .\n0.1 link up\n\xff\nturned perhaps\n".as_slice()]),
            [
                observed("device noise=16"),
                observed("link up"),
                observed("device noise=2"),
                observed("device noise=15"),
            ]
        );
    }

    #[test]
    fn a_line_without_end_is_dropped_in_bounded_memory() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\n1.0 link up\n");
        let all = outputs(bytes.chunks(1_000));
        let length = 3 * MAX_LINE + 1;
        assert_eq!(all, [observed(&format!("device noise={length}")), observed("link up")]);
    }

    #[test]
    fn nothing_can_be_requested_of_a_recording() {
        let mut driver = FAMILY.driver(Approach::Known);
        let refused = Err(Unsupported(Request::ReadBoard));
        assert_eq!(driver.request(Instant::ZERO, None, Request::ReadBoard), refused);
    }

    proptest! {
        #[test]
        fn any_chunking_gives_the_same(
            records in prop::collection::vec(body(), 0..8),
            noise in prop::collection::vec(any::<u8>(), 0..20),
            size in 1_usize..40,
        ) {
            let mut bytes = Vec::new();
            for record in records {
                bytes.extend_from_slice(&noise);
                bytes.extend_from_slice(format!("\n{record}\n").as_bytes());
            }
            prop_assert_eq!(outputs(bytes.chunks(size)), outputs([bytes.as_slice()]));
        }

        #[test]
        fn any_bytes_are_observations_or_noise(bytes: Vec<u8>) {
            outputs([bytes.as_slice(), b"\n"]);
        }
    }
}

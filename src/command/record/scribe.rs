//! Writes down what is heard at a port.

use std::fmt;
use std::io::{self, Write};
use std::mem;

use touchmove_drivers::Observation;
use touchmove_drivers::observation::DeviceFact;
use touchmove_drivers::recording::{Body, Headers, Record};
use touchmove_station::session::{Heard, HeardWhat};

/// Writes a recording line by line. The headers name the board, so nothing is written before its
/// serial number is known or [`Scribe::stop_waiting`] says that it will not be.
#[derive(Debug)]
pub(super) struct Scribe<W> {
    out: W,
    wire: Wire,
    state: State,
    tally: Tally,
}

#[derive(Debug)]
enum State {
    /// The board has no name yet: these records wait for it.
    Waiting { headers: Box<Headers>, records: Vec<Record> },
    /// The headers are written.
    Writing,
}

/// What becomes of the bytes that went by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    /// They are written down.
    Record,
    /// They are not of the family that the headers name, and would be taken for such.
    PassOver,
}

/// What was recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Records, wire included.
    pub(super) records: u64,
    /// Changes of squares.
    pub(super) squares: u64,
}

impl<W: Write> Scribe<W> {
    /// Begins a recording with `headers`.
    ///
    /// # Errors
    /// What the system says about the file.
    pub(super) fn new(out: W, headers: Headers, wire: Wire) -> io::Result<Self> {
        let named = headers.board.as_ref().is_some_and(|board| board.serial.is_some());
        let state = State::Waiting { headers: Box::new(headers), records: Vec::new() };
        let mut scribe = Self { out, wire, state, tally: Tally::default() };
        if named {
            scribe.stop_waiting()?;
        }
        Ok(scribe)
    }

    /// Writes down what was heard.
    ///
    /// # Errors
    /// What the system says about the file.
    pub(super) fn hear(&mut self, heard: Heard) -> io::Result<()> {
        if self.wire == Wire::PassOver && !matches!(heard.what, HeardWhat::Observed { .. }) {
            return Ok(());
        }
        let serial = serial_of(&heard).map(str::to_owned);
        let Some(record) = record_of(heard) else { return Ok(()) };
        self.tally.count(&record);
        match &mut self.state {
            State::Writing => self.write(&record),
            State::Waiting { headers, records } => {
                records.push(record);
                match (serial, &mut headers.board) {
                    (Some(serial), Some(board)) => {
                        board.serial = Some(serial);
                        self.stop_waiting()
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Writes the headers as far as they are known, and what waited for them.
    ///
    /// # Errors
    /// What the system says about the file.
    pub(super) fn stop_waiting(&mut self) -> io::Result<()> {
        let State::Waiting { headers, records } = mem::replace(&mut self.state, State::Writing)
        else {
            return Ok(());
        };
        self.out.write_all(headers.to_string().as_bytes())?;
        records.iter().try_for_each(|record| self.write(record))
    }

    /// Whether the headers still wait for the serial number.
    pub(super) const fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting { .. })
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// What the system says about the file.
    pub(super) fn finish(mut self) -> io::Result<(W, Tally)> {
        self.stop_waiting()?;
        Ok((self.out, self.tally))
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let line = record.line().map_err(io::Error::other)?;
        self.out.write_all(format!("{line}\n").as_bytes())
    }
}

impl Tally {
    fn count(&mut self, record: &Record) {
        self.records += 1;
        self.squares +=
            u64::from(matches!(record.body, Body::Observed(Observation::Square { .. })));
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} records, {} of them changes of squares", self.records, self.squares)
    }
}

fn record_of(heard: Heard) -> Option<Record> {
    let Heard { at, what } = heard;
    match what {
        HeardWhat::Observed { unit, since, observation } => {
            Some(Record { since, ..Record::observed(at, unit, observation) })
        }
        HeardWhat::Received(packet) => Some(Record::new(Some(at), Body::Received(packet))),
        HeardWhat::Sent(packet) => Some(Record::new(Some(at), Body::Sent(packet))),
        // It was read from the line, and all reads are written down.
        HeardWhat::Answer { .. } => None,
    }
}

/// The serial number, where that is what the board of a line with one board said.
pub(super) fn serial_of(heard: &Heard) -> Option<&str> {
    match &heard.what {
        HeardWhat::Observed {
            unit: None,
            since: _,
            observation: Observation::Device(DeviceFact::Serial(serial)),
        } => Some(serial),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::recording::BoardName;
    use touchmove_drivers::{Channel, Instant, Packet};

    use super::*;

    fn headers() -> Headers {
        let mut headers = Headers::default();
        headers.board = Some(BoardName { family: "dgt".into(), serial: None });
        headers
    }

    fn at(millis: u64, what: HeardWhat) -> Heard {
        Heard { at: Instant::from_millis(millis), what }
    }

    fn observed(text: &str) -> HeardWhat {
        HeardWhat::Observed { unit: None, since: None, observation: text.parse().unwrap() }
    }

    fn text(scribe: &Scribe<Vec<u8>>) -> &str {
        std::str::from_utf8(&scribe.out).unwrap()
    }

    #[test]
    fn the_headers_wait_for_the_serial_number_and_then_every_line_is_written_at_once() {
        let mut scribe = Scribe::new(Vec::new(), headers(), Wire::Record).unwrap();
        scribe.hear(at(0, HeardWhat::Sent(Packet::stream(vec![0x45])))).unwrap();
        scribe.hear(at(9, observed("link up"))).unwrap();
        assert_eq!((text(&scribe), scribe.is_waiting()), ("", true));
        scribe.hear(at(10, observed("device serial=12345"))).unwrap();
        let head = "touchmove-recording 1\nboard dgt 12345\n0.000 > 45\n0.009 link up\n\
                    0.010 device serial=12345\n";
        assert_eq!((text(&scribe), scribe.is_waiting()), (head, false));
        scribe
            .hear(at(11, HeardWhat::Received(Packet::stream(vec![0x8e, 0, 5, 0x34, 0]))))
            .unwrap();
        scribe.hear(at(11, observed("square e2 ."))).unwrap();
        let packet = Packet { channel: Channel(2), bytes: vec![1, 2] };
        scribe.hear(at(12, HeardWhat::Received(packet))).unwrap();
        let tail = "0.011 < 8e 00 05 34 00\n0.011 square e2 .\n0.012 <2 01 02\n";
        assert_eq!(text(&scribe), format!("{head}{tail}"));
        let (_, tally) = scribe.finish().unwrap();
        assert_eq!(tally, Tally { records: 6, squares: 1 });
    }

    #[test]
    fn without_a_serial_number_the_recording_is_written_all_the_same() {
        let mut scribe = Scribe::new(Vec::new(), headers(), Wire::Record).unwrap();
        scribe.hear(at(1, observed("battery 90"))).unwrap();
        let (out, _) = scribe.finish().unwrap();
        assert_eq!(out, b"touchmove-recording 1\nboard dgt\n0.001 battery 90\n");
    }

    #[test]
    fn wire_of_another_family_is_passed_over() {
        let mut scribe = Scribe::new(Vec::new(), headers(), Wire::PassOver).unwrap();
        scribe.hear(at(0, HeardWhat::Received(Packet::stream(vec![1])))).unwrap();
        scribe.hear(at(0, HeardWhat::Sent(Packet::stream(vec![2])))).unwrap();
        scribe.hear(at(1, observed("battery 90"))).unwrap();
        let (out, tally) = scribe.finish().unwrap();
        assert_eq!(out, b"touchmove-recording 1\nboard dgt\n0.001 battery 90\n");
        assert_eq!(tally.records, 1);
    }

    #[test]
    fn a_board_that_has_its_name_is_not_waited_for() {
        let mut headers = headers();
        headers.board = Some(BoardName { family: "dgt".into(), serial: Some("7".into()) });
        let scribe = Scribe::new(Vec::new(), headers, Wire::Record).unwrap();
        assert_eq!(text(&scribe), "touchmove-recording 1\nboard dgt 7\n");
    }
}

//! What a virtual board has really sent, taken down at its own end: whatever becomes of it on its way.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use touchmove_drivers::device::line::OnLine;
use touchmove_drivers::recording::{Body, Headers, Record, Recording, RecordingError};
use touchmove_drivers::{Instant, Packet};

use super::player::Progress;
use super::virtual_board::{AtPort, Speed};

/// All that a board has sent.
#[derive(Clone, Debug, Default)]
pub struct Tape(Arc<Mutex<Vec<Message>>>);

/// A message, and when it was sent.
type Message = (Instant, Vec<u8>);

/// What makes a board speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaks {
    /// It tells what is new when it sees it.
    ByItself,
    /// It is asked, and tells what is new since it was asked before.
    WhenAsked,
}

/// A board with people at it whose messages are taken down.
#[derive(Debug)]
pub struct Taped<P> {
    board: P,
    tape: Tape,
    now: Instant,
}

impl Tape {
    /// The recording of its wire, at the pace of the play.
    ///
    /// # Errors
    /// [`RecordingError`] where the headers cannot be written.
    pub fn recording(
        &self,
        headers: &Headers,
        speaks: Speaks,
        speed: Speed,
    ) -> Result<String, RecordingError> {
        let mut text = Recording::new(headers)?.to_string();
        let mut before = None;
        for (at, bytes) in &*self.lock() {
            let at = Instant::ZERO + speed.real(at.since(Instant::ZERO));
            let mut record = Record::new(Some(at), Body::Received(Packet::stream(bytes.clone())));
            if speaks == Speaks::WhenAsked {
                record.since = before.replace(at);
            }
            // bytes are always written so that they read back the same
            let _ = writeln!(text, "{record}");
        }
        Ok(text)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Message>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: AtPort> Taped<P> {
    /// Takes down what this board sends.
    pub fn new(board: P, tape: Tape) -> Self {
        Self { board, tape, now: Instant::ZERO }
    }
}

impl<P: AtPort> OnLine for Taped<P> {
    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.now = self.now.max(now);
        self.board.receive(now, bytes);
    }

    fn timeout(&mut self, now: Instant) {
        self.now = self.now.max(now);
        self.board.timeout(now);
    }

    fn poll(&mut self) -> Option<Vec<u8>> {
        let bytes = self.board.poll()?;
        self.tape.lock().push((self.now, bytes.clone()));
        Some(bytes)
    }

    fn deadline(&self) -> Option<Instant> {
        self.board.deadline()
    }
}

impl<P: AtPort> AtPort for Taped<P> {
    fn progress(&self) -> Progress {
        self.board.progress()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a byte for each that it hears.
    struct Echo(Vec<u8>);

    impl OnLine for Echo {
        fn receive(&mut self, _: Instant, bytes: &[u8]) {
            self.0.extend(bytes);
        }

        fn timeout(&mut self, _: Instant) {}

        fn poll(&mut self) -> Option<Vec<u8>> {
            (!self.0.is_empty()).then(|| std::mem::take(&mut self.0))
        }

        fn deadline(&self) -> Option<Instant> {
            None
        }
    }

    impl AtPort for Echo {
        fn progress(&self) -> Progress {
            Progress::default()
        }
    }

    fn records(speaks: Speaks, speed: f64) -> Vec<String> {
        let tape = Tape::default();
        let mut board = Taped::new(Echo(Vec::new()), tape.clone());
        for (millis, byte) in [(1_000, 0x01), (3_000, 0xA2)] {
            board.receive(Instant::from_millis(millis), &[byte]);
            assert_eq!(board.poll(), Some(vec![byte]));
            assert_eq!(board.poll(), None);
        }
        let speed = Speed::new(speed).unwrap();
        let text = tape.recording(&Headers::default(), speaks, speed).unwrap();
        Recording::read_all(text.as_bytes()).unwrap();
        text.lines().skip(1).map(ToOwned::to_owned).collect()
    }

    #[test]
    fn everything_sent_is_taken_down_at_the_time_of_the_host() {
        assert_eq!(records(Speaks::ByItself, 1.0), ["1.000 < 01", "3.000 < a2"]);
        assert_eq!(records(Speaks::ByItself, 2.0), ["0.500 < 01", "1.500 < a2"]);
    }

    #[test]
    fn what_is_asked_for_happened_since_it_was_asked_for_before() {
        assert_eq!(records(Speaks::WhenAsked, 1.0), ["1.000 < 01", "3.000 < a2 since=1.000"]);
    }
}

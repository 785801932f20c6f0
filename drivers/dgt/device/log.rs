//! The simulated board's memory: it writes down what it sees, whether a host is there or not.

use std::collections::VecDeque;
use std::time::Duration;

use crate::dgt::log::{self, Entry, Pace};
use crate::dgt::wire::start;
use crate::observation::{ClockTime, Hand, Placement, Square};
use crate::time::Instant;

/// Bytes of the memory, the one that ends the log among them.
const SIZE: usize = 0x1F00;
/// A change that follows sooner is marked.
const QUICK: Duration = Duration::from_millis(250);
/// So many entries wait to be fetched; their reply is no longer than the line takes.
const MAX_FRESH_RECORDS: usize = 2_000;
/// So many pieces must have left a pattern before it is written again.
const LEFT_IT: usize = 3;

/// A ring of entries, the oldest first.
#[derive(Debug)]
pub(super) struct Log {
    bytes: VecDeque<u8>,
    /// The square that the last entry is of.
    last: Option<Square>,
    /// When the last change was written.
    changed: Option<Instant>,
    /// The pattern that was written last, until enough pieces have left it.
    pattern: Option<Entry>,
    /// What was written and not yet fetched by a host in bus mode.
    fresh: VecDeque<Entry>,
}

impl Log {
    /// The log of a board that is switched on for the first time, with no piece on it.
    pub(super) fn new() -> Self {
        let bytes = VecDeque::from(vec![log::NOTHING; SIZE - 1]);
        let mut log =
            Self { bytes, last: None, changed: None, pattern: None, fresh: VecDeque::new() };
        log.power_up(&Placement::EMPTY);
        log
    }

    /// The board is switched on and finds these pieces.
    pub(super) fn power_up(&mut self, pieces: &Placement) {
        self.write(Entry::PowerUp);
        for square in Square::all().filter(|&square| pieces.get(square).is_occupied()) {
            self.write(Entry::Field { square, reading: pieces.get(square), pace: Pace::Quick });
        }
        self.pattern = None;
        self.look(pieces);
    }

    /// A square changed: it is written over where it alone keeps changing.
    pub(super) fn change(&mut self, now: Instant, square: Square, pieces: &Placement) {
        let soon = self.changed.replace(now).is_some_and(|before| now.since(before) < QUICK);
        let pace = if soon { Pace::Quick } else { Pace::Slow };
        let entry = Entry::Field { square, reading: pieces.get(square), pace };
        if self.last == Some(square) {
            self.bytes.truncate(self.bytes.len() - entry.encode().len());
            self.fresh.pop_back();
        }
        self.write(entry);
        self.last = Some(square);
        self.look(pieces);
    }

    /// The lever went over.
    pub(super) fn stop(&mut self, side: Hand, time: ClockTime) {
        self.write(Entry::Stopped { side, time });
    }

    /// All of it, as it is sent to a host; that it was, is written.
    pub(super) fn download(&mut self) -> Vec<u8> {
        let log = self.bytes.iter().copied().chain(Entry::End.encode()).collect();
        self.write(Entry::Downloaded);
        log
    }

    /// A host says that a game begins: that is written, and all pieces.
    pub(super) fn start_game(&mut self, pieces: &Placement) {
        self.write(Entry::StartTag);
        for square in Square::all().filter(|&square| pieces.get(square).is_occupied()) {
            self.write(Entry::Field { square, reading: pieces.get(square), pace: Pace::Quick });
        }
    }

    /// What was written since it was last fetched. It is not written over any more.
    pub(super) fn fetch(&mut self) -> Vec<Entry> {
        self.last = None;
        self.fresh.drain(..).collect()
    }

    /// Writes a pattern that the pieces have come to.
    fn look(&mut self, pieces: &Placement) {
        if self.pattern.is_some_and(|pattern| away(pattern, pieces) >= LEFT_IT) {
            self.pattern = None;
        }
        let patterns = [Entry::Start, Entry::StartTurned, Entry::FourRows, Entry::Empty];
        let shown = patterns.into_iter().find(|&pattern| shows(pattern, pieces));
        if let Some(shown) = shown.filter(|&shown| self.pattern != Some(shown)) {
            self.pattern = Some(shown);
            self.write(shown);
        }
    }

    fn write(&mut self, entry: Entry) {
        self.bytes.extend(entry.encode());
        self.fresh.push_back(entry);
        if self.fresh.len() > MAX_FRESH_RECORDS {
            self.fresh.pop_front();
        }
        let too_many = self.bytes.len().saturating_sub(SIZE - 1);
        self.bytes.drain(..too_many);
        self.last = None;
    }
}

/// Whether the pieces stand in this pattern.
fn shows(pattern: Entry, pieces: &Placement) -> bool {
    let count = Square::all().filter(|&square| pieces.get(square).is_occupied()).count();
    let most = if pattern == Entry::Empty { 0 } else { 32 };
    count == most && away(pattern, pieces) == 0
}

/// How many pieces are not where the pattern has them.
fn away(pattern: Entry, pieces: &Placement) -> usize {
    let start = match pattern {
        Entry::StartTurned => start().turned(),
        _ => start(),
    };
    let is_away = |square: &Square| {
        let (reading, at_start) = (pieces.get(*square), start.get(*square));
        match pattern {
            Entry::Start | Entry::StartTurned => at_start.is_occupied() && reading != at_start,
            Entry::FourRows => at_start.is_occupied() && !reading.is_occupied(),
            _ => reading.is_occupied(),
        }
    };
    Square::all().filter(is_away).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dgt::log::read;
    use crate::observation::Reading;

    fn pieces(placement: &str) -> Placement {
        placement.parse().unwrap()
    }

    fn written(log: &mut Log) -> Vec<Entry> {
        let log = log.download();
        assert_eq!(log.len(), SIZE);
        read(&log)
    }

    fn put(log: &mut Log, pieces: &mut Placement, millis: u64, square: &str, letter: char) {
        let square = square.parse().unwrap();
        pieces.set(square, Reading::from_letter(letter).unwrap());
        log.change(Instant::from_millis(millis), square, pieces);
    }

    fn field(name: &str, letter: char, pace: Pace) -> Entry {
        let (square, reading) = (name.parse().unwrap(), Reading::from_letter(letter).unwrap());
        Entry::Field { square, reading, pace }
    }

    #[test]
    fn a_board_writes_what_it_finds_when_it_is_switched_on() {
        let mut log = Log::new();
        assert_eq!(written(&mut log), [Entry::PowerUp, Entry::Empty, Entry::End]);
        log.power_up(&pieces("7k/8/8/8/8/8/8/K7"));
        let found = [field("a1", 'K', Pace::Quick), field("h8", 'k', Pace::Quick), Entry::End];
        let before = [Entry::PowerUp, Entry::Empty, Entry::Downloaded, Entry::PowerUp];
        assert_eq!(written(&mut log), [&before[..], &found].concat());
        log.power_up(&start());
        assert!(written(&mut log).ends_with(&[Entry::Start, Entry::End]));
    }

    #[test]
    fn a_square_that_alone_keeps_changing_is_written_once() {
        let mut log = Log::new();
        let mut pieces = Placement::EMPTY;
        for (millis, letter) in [(0, 'R'), (50, '.'), (100, 'R')] {
            put(&mut log, &mut pieces, millis, "a1", letter);
        }
        put(&mut log, &mut pieces, 1_000, "h1", 'R');
        log.stop(Hand::Left, ClockTime::default());
        put(&mut log, &mut pieces, 1_200, "h1", '.');
        let stopped = Entry::Stopped { side: Hand::Left, time: ClockTime::default() };
        assert_eq!(
            written(&mut log)[2..],
            [
                field("a1", 'R', Pace::Quick),
                field("h1", 'R', Pace::Slow),
                stopped,
                field("h1", '.', Pace::Quick),
                Entry::End,
            ]
        );
    }

    #[test]
    fn a_start_is_written_again_when_more_than_two_pieces_had_left_it() {
        let mut log = Log::new();
        let mut pieces = start();
        log.power_up(&pieces);
        let starts =
            |log: &mut Log| written(log).into_iter().filter(|entry| *entry == Entry::Start).count();
        for square in ["e2", "d2"] {
            put(&mut log, &mut pieces, 0, square, '.');
        }
        for square in ["e2", "d2"] {
            put(&mut log, &mut pieces, 0, square, 'P');
        }
        assert_eq!(starts(&mut log), 1);
        for square in ["e2", "d2", "c2"] {
            put(&mut log, &mut pieces, 0, square, '.');
        }
        for square in ["e2", "d2", "c2"] {
            put(&mut log, &mut pieces, 0, square, 'P');
        }
        assert_eq!(starts(&mut log), 2);
        log.power_up(&start().turned());
        assert_eq!(written(&mut log).iter().filter(|one| **one == Entry::StartTurned).count(), 1);
        let mut swapped = start();
        put(&mut log, &mut swapped, 0, "d1", 'K');
        put(&mut log, &mut swapped, 0, "e1", 'Q');
        assert!(written(&mut log).ends_with(&[
            Entry::FourRows,
            field("e1", 'Q', Pace::Quick),
            Entry::End
        ]));
    }

    #[test]
    fn the_oldest_is_overwritten_first_and_may_be_cut_in_the_middle() {
        let mut log = Log::new();
        let mut pieces = Placement::EMPTY;
        for round in 0..3_000_u64 {
            let (square, letter) = if round % 2 == 0 { ("a1", 'R') } else { ("h1", 'N') };
            pieces.set(square.parse().unwrap(), Reading::Empty);
            put(&mut log, &mut pieces, round * 1_000, square, letter);
            log.stop(Hand::Left, ClockTime::default());
        }
        let written = written(&mut log);
        let stopped = Entry::Stopped { side: Hand::Left, time: ClockTime::default() };
        assert!(!written.contains(&Entry::PowerUp));
        assert!(!written[1..].contains(&Entry::Garbled));
        assert!(written.ends_with(&[field("h1", 'N', Pace::Slow), stopped, Entry::End]));
    }
}

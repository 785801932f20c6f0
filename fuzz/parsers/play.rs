//! Recordings, read and adjudicated.

use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::FAMILIES;
use touchmove_drivers::recording::{Headers, Recording, RecordingPlayer, Sources};
use touchmove_lab::score::{ObservedRecording, play};

use super::board::Board;

/// No longer recording is adjudicated, in bytes: it is to be done soon.
const MAX_PLAYED_BYTES: usize = 16 << 10;

/// A recording: what is read is written back byte for byte, and a player reads the same in any pieces.
pub fn recording(bytes: &[u8]) {
    if let Ok(recordings) = Recording::read_all(bytes) {
        let written: String = recordings.iter().map(ToString::to_string).collect();
        assert_eq!(written.as_bytes(), bytes);
    }
    assert_eq!(played(bytes, bytes.len().max(1)), played(bytes, 7));
}

/// All that a player hands out of a file that it gets in pieces of this size.
fn played(bytes: &[u8], piece: usize) -> Vec<String> {
    let mut player = RecordingPlayer::new(Sources::of(bytes), FAMILIES);
    let mut read = Ok(());
    for part in bytes.chunks(piece) {
        read = read.and_then(|()| player.receive(part));
    }
    let read = read.and_then(|()| player.finish());
    let events = std::iter::from_fn(|| player.poll());
    let mut told: Vec<_> = events.map(|event| format!("{event:?}")).collect();
    told.extend(read.err().map(|error| error.to_string()));
    told
}

/// A recording of whatever was touched is adjudicated to its end.
pub fn adjudicate(bytes: &[u8]) {
    if bytes.len() > MAX_PLAYED_BYTES {
        return;
    }
    if let Ok(evidence) = ObservedRecording::read(bytes) {
        play(&evidence);
    }
}

/// A board says so much, over and over.
const SAID: u64 = 2_000;

/// No view of a game shows more of anything than this.
const MAX_SHOWN: usize = 600;

/// What is kept of a board is bounded, whatever it says; a fuzzer sees for itself whether memory and time are.
pub fn board(bytes: &[u8]) {
    let mut board = Board::new(bytes);
    let mut sitting = Sitting::new(setup::of_headers(&Headers::default()).unwrap());
    for record in 1..=SAID {
        let (at, observation) = board.says();
        sitting.observe(at, record, &observation);
        while sitting.poll().is_some() {}
        let Some(view) = sitting.view() else { continue };
        let shown = [view.moves.len(), view.breaks.len(), view.questions.len()];
        let more = [view.incidents.len(), view.instructions.len()];
        assert!(shown.into_iter().chain(more).all(|count| count <= MAX_SHOWN), "{view:?}");
    }
}

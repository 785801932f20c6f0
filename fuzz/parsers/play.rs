//! Recordings, read and adjudicated.

use touchmove::score::{Evidence, play};
use touchmove_drivers::FAMILIES;
use touchmove_drivers::recording::{Player, Recording, Sources};

/// No longer recording is adjudicated, in bytes: it is to be done soon.
const MOST_PLAYED: usize = 16 << 10;

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
    let mut player = Player::new(Sources::of(bytes), FAMILIES);
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
    if bytes.len() > MOST_PLAYED {
        return;
    }
    if let Ok(evidence) = Evidence::read(bytes) {
        play(&evidence);
    }
}

//! Evidence that a board has left behind, made of a recording.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use touchmove_drivers::FAMILIES;
use touchmove_drivers::recording::{CountingSource, PlayerEvent, RecordingPlayer, Sources};
use touchmove_station::journal::Journal;

/// A folder of evidence with `board`, which has said what the recording has.
pub(crate) fn keep(recording: &[u8], board: &str) -> TempDir {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("boards")).unwrap();
    let journal = state.path().join(format!("boards/{board}.journal"));
    append(recording, &journal);
    state
}

fn append(recording: &[u8], path: &Path) {
    let sources = Sources::all(CountingSource::Observations);
    let mut player = RecordingPlayer::new(sources, FAMILIES);
    player.receive(recording).unwrap();
    player.finish().unwrap();
    let mut journal = None;
    while let Some(event) = player.poll() {
        match event {
            PlayerEvent::Begins { mut headers, .. } => {
                headers.began = Some("2026-01-22T13:05:00Z".to_owned());
                journal = Some(Journal::open(path, &headers).unwrap().0);
            }
            PlayerEvent::Observed(observed) => {
                let journal = journal.as_mut().unwrap();
                journal.append_record(observed.at, None, &observed.observation).unwrap();
            }
            PlayerEvent::Warning(_) | PlayerEvent::Ends { .. } => {}
        }
    }
}

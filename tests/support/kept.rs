//! Evidence that a board has left behind, made of a recording.

use std::fs;

use tempfile::TempDir;
use touchmove_drivers::FAMILIES;
use touchmove_drivers::recording::{CountingSource, PlayerEvent, RecordingPlayer, Sources};
use touchmove_station::journal::Journal;

/// A folder of evidence with `board`, which has said what the recording has, and of which these lines were told.
pub(crate) fn keep_told(recording: &[u8], board: &str, told: &[String]) -> TempDir {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("boards")).unwrap();
    let path = state.path().join(format!("boards/{board}.journal"));
    let sources = Sources::all(CountingSource::Observations);
    let mut player = RecordingPlayer::new(sources, FAMILIES);
    player.receive(recording).unwrap();
    player.finish().unwrap();
    let mut journal = None;
    while let Some(event) = player.poll() {
        match event {
            PlayerEvent::Begins { mut headers, .. } => {
                headers.began = Some("2026-01-22T13:05:00Z".to_owned());
                journal = Some(Journal::open(&path, &headers).unwrap().0);
            }
            PlayerEvent::Observed(observed) => {
                let journal = journal.as_mut().unwrap();
                journal.append_record(observed.at, None, &observed.observation).unwrap();
            }
            PlayerEvent::Warning(_) | PlayerEvent::Ends { .. } => {}
        }
    }
    let mut journal = journal.unwrap();
    told.iter().for_each(|line| journal.append_told(line).unwrap());
    state
}

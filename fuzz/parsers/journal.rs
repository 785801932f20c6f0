//! A journal as a disk may give it back.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant as Moment};

use touchmove_drivers::Instant;
use touchmove_drivers::observation::Observation;
use touchmove_drivers::recording::Headers;
use touchmove_station::journal::{self, Journal, JournalError, JournalPast};

/// A journal that can be opened goes on: what was in it and what is appended are there when it is opened again.
/// One that cannot be opened stays as it was.
pub fn journal(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dgt_1.journal");
    fs::write(&path, bytes).unwrap();
    let _ = journal::look(bytes, &path);
    let headers = Headers::default();
    let (mut open, past) = match Journal::open(&path, &headers) {
        Ok(open) => open,
        Err(_) => {
            assert_eq!(fs::read(&path).unwrap(), bytes, "what cannot be opened is left alone");
            return;
        }
    };
    let late = Instant::from_micros(u64::MAX >> 1);
    let appended =
        open.append_record(late, None, &Observation::Battery(80)).and_then(|_| open.sync());
    drop(open);
    let again = read_again(&path, &headers);
    assert!(again.entries.len() >= past.entries.len() + usize::from(appended.is_ok()));
}

/// What is in a journal that was closed. A process that is being started beside this one may hold its lock for a moment.
fn read_again(path: &Path, headers: &Headers) -> JournalPast {
    let began = Moment::now();
    loop {
        match Journal::open(path, headers) {
            Err(JournalError::Locked { .. }) if began.elapsed() < Duration::from_secs(60) => {
                std::thread::yield_now();
            }
            opened => return opened.unwrap().1,
        }
    }
}

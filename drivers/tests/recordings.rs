//! The recordings of every family, decoded: what is observed in `NAME.rec` stands in `NAME.expect`
//! beside it, as records of the recording format.
//!
//! `UPDATE=1 cargo test -p touchmove-drivers --test recordings` writes what is observed now.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use touchmove_drivers::FAMILIES;
use touchmove_drivers::recording::{
    Body, CountingSource, Observed, PlayerEvent, Record, RecordingPlayer, Sources,
};

/// The files of this kind in `drivers/FAMILY/recordings/`, each with its family.
fn files(kind: &str) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for family in entries(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        let folder = family.join("recordings");
        let recordings = if folder.is_dir() { entries(&folder) } else { Vec::new() };
        for path in
            recordings.into_iter().filter(|path| path.extension().is_some_and(|it| it == kind))
        {
            files.push((family.file_name().unwrap().to_str().unwrap().to_owned(), path));
        }
    }
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// What a driver of `family` observes in the wire of the recording at `path`, a record a line.
fn observed(family: &str, path: &Path) -> String {
    let mut player = RecordingPlayer::new(Sources::all(CountingSource::Wire), FAMILIES);
    let played = player.receive(&fs::read(path).unwrap()).and_then(|()| player.finish());
    played.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = String::new();
    while let Some(event) = player.poll() {
        match event {
            PlayerEvent::Begins { headers, .. } => {
                let board = headers.board.unwrap();
                assert_eq!(board.family, family, "{}", path.display());
            }
            PlayerEvent::Observed(observed) => lines += &format!("{}\n", record(observed)),
            PlayerEvent::Warning(warning) => panic!("{}: {warning}", path.display()),
            PlayerEvent::Ends { .. } => {}
        }
    }
    lines
}

fn record(observed: Observed) -> Record {
    let Observed { at, unit, since, quick, observation, .. } = observed;
    let body = Body::Observed(observation);
    Record { unit, since, quick, ..Record::new(Some(at), body) }
}

#[test]
fn every_recording_is_observed_as_expected() {
    let recordings = files("rec");
    assert!(!recordings.is_empty());
    for (family, path) in recordings {
        let observed = observed(&family, &path);
        let expect = path.with_extension("expect");
        if env::var_os("UPDATE").is_some() {
            fs::write(&expect, &observed).unwrap();
        }
        let expected = fs::read_to_string(&expect).unwrap_or_default();
        assert!(!expected.is_empty(), "{} says nothing", expect.display());
        for (number, (observed, expected)) in observed.lines().zip(expected.lines()).enumerate() {
            assert_eq!(observed, expected, "{}, line {}", expect.display(), number + 1);
        }
        assert_eq!(observed.lines().count(), expected.lines().count(), "{}", expect.display());
    }
}

#[test]
fn every_expectation_has_its_recording() {
    for (_, path) in files("expect") {
        assert!(path.with_extension("rec").is_file(), "{} is left over", path.display());
    }
}

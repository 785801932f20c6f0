//! The recordings of every family, decoded: what is observed in `NAME.rec` stands in `NAME.expect`
//! beside it, as records of the recording format.
//!
//! `UPDATE=1 cargo test -p touchmove-drivers --test recordings` writes what is observed now.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use touchmove_drivers::FAMILIES;
use touchmove_drivers::recording::{Body, Event, Observed, Player, Record, Source, Sources};

/// The files of this kind in `drivers/FAMILY/recordings/`.
fn files(kind: &str) -> Vec<PathBuf> {
    let families = entries(Path::new(env!("CARGO_MANIFEST_DIR")));
    let folders = families.iter().map(|family| family.join("recordings"));
    let files = folders.filter(|folder| folder.is_dir()).flat_map(|folder| entries(&folder));
    files.filter(|path| path.extension().is_some_and(|it| it == kind)).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// What the family's driver observes in the wire of the recording at `path`, a record a line.
fn observed(path: &Path) -> String {
    let family = path.ancestors().nth(2).and_then(Path::file_name).unwrap();
    let mut player = Player::new(Sources::all(Source::Wire), FAMILIES);
    let played = player.receive(&fs::read(path).unwrap()).and_then(|()| player.finish());
    played.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = String::new();
    while let Some(event) = player.poll() {
        match event {
            Event::Begins { headers, .. } => {
                assert_eq!(*headers.board.unwrap().family, *family, "{}", path.display());
            }
            Event::Observed(observed) => lines += &format!("{}\n", record(observed)),
            Event::Warning(warning) => panic!("{}: {warning}", path.display()),
            Event::Ends { .. } => {}
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
    for path in recordings {
        let observed = observed(&path);
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
    for path in files("expect") {
        assert!(path.with_extension("rec").is_file(), "{} is left over", path.display());
    }
}

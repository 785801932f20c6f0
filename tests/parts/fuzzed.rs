//! The targets of the fuzzers, without a fuzzer: what they found before, and what chance makes of real files.

#[path = "../../fuzz/parsers/mod.rs"]
pub(crate) mod parsers;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use fastrand::Rng;
use parsers::{PARSERS, Parser};

/// Longest input that is made, in bytes.
const LONGEST: usize = 20_000;

#[test]
fn what_was_found_is_found_no_more() {
    for (name, parser, _) in PARSERS {
        for (path, bytes) in files(&Path::new("fuzz/found").join(name)) {
            println!("{path}");
            parser(&bytes);
        }
    }
}

#[test]
fn what_chance_makes_of_real_files_breaks_nothing() {
    std::thread::scope(|scope| {
        for (name, parser, inputs) in PARSERS {
            scope.spawn(move || try_out(name, *parser, *inputs));
        }
    });
}

fn try_out(name: &str, parser: Parser, inputs: usize) {
    let seeds = files(&Path::new("fuzz/seeds").join(name));
    let mut chance = Rng::with_seed(1);
    for _ in 0..inputs {
        let mut bytes = match chance.choice(&seeds) {
            Some((_, bytes)) => bytes.clone(),
            None => Vec::new(),
        };
        mutate(&mut bytes, &mut chance);
        let tried = catch_unwind(|| parser(&bytes));
        assert!(tried.is_ok(), "{name} does not survive {:?}", bytes.escape_ascii().to_string());
    }
}

/// Alters bytes in a few places, as a bad cable, a bad disk and a bad program do.
fn mutate(bytes: &mut Vec<u8>, chance: &mut Rng) {
    bytes.truncate(LONGEST);
    if bytes.is_empty() {
        let length = chance.usize(..LONGEST);
        bytes.extend(std::iter::repeat_with(|| chance.u8(..)).take(length));
    }
    for _ in 0..chance.usize(1..8) {
        let at = chance.usize(..=bytes.len());
        let end = (at + chance.usize(..64)).min(bytes.len());
        match chance.u8(..5) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.extend_from_within(at..end),
            2 => bytes.insert(at, chance.u8(..)),
            3 => bytes[at..end].reverse(),
            _ => bytes[at..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << chance.u8(..8)),
        }
    }
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(folder) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = folder
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.display().to_string(), fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

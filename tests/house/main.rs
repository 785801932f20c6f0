//! The rules of the house: who may import whom, what stays pure, how large a piece may be.

#![cfg(test)]

mod citations;
mod proxies;
mod rooms;
mod source;

use std::collections::BTreeMap;
use std::path::Path;

use rooms::Floor::Pure;
use rooms::{AGREED, CRATES, DRIVERS, FAMILY};
use source::{Source, sources};
use touchmove_drivers::FAMILIES;
use touchmove_drivers::family::Knowledge;

/// What pure code may not name.
const IMPURE: &[&str] = &[
    "tokio",
    "zbus",
    "rustix",
    "libc",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

const MAX_LINES_OF_A_FILE: usize = 500;
/// The implementation of an interface of the bus is one block, whatever it has to declare and to explain.
const MAX_LINES_OF_AN_INTERFACE: usize = 650;
const MAX_LINES_OF_A_FUNCTION: usize = 70;

/// What is unfinished says so by one of these.
const UNFINISHED: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("HA", "CK")];

#[test]
fn rooms_import_only_what_the_table_allows() {
    let mut broken = Vec::new();
    for (name, rooms) in CRATES {
        for source in house(&format!("src/{name}")) {
            let room = source.room();
            match rooms.iter().find(|(name, ..)| *name == room) {
                Some((_, _, may)) => broken.extend(imports_beyond(may, &source)),
                None if ["lib", "build"].contains(&room.as_str()) => {}
                None => broken.push(format!(
                    "{}: the room {room} is new; give it a row in CRATES of tests/house/main.rs",
                    source.path.display()
                )),
            }
        }
    }
    holds(&broken);
}

#[test]
fn the_station_takes_from_the_client_only_what_both_sides_must_agree_on() {
    let mut broken = Vec::new();
    for source in house("src/station") {
        for (line, path) in source.paths() {
            let Some(inner) = path.strip_prefix("touchmove_client::") else { continue };
            if !AGREED.contains(&inner.split("::").next().unwrap_or_default()) {
                broken.push(at(&source, line, &format!("{path} is for clients")));
            }
        }
    }
    holds(&broken);
}

#[test]
fn families_know_the_contract_and_not_each_other() {
    let mut broken = Vec::new();
    for source in protocols() {
        let room = source.room();
        let row = DRIVERS.iter().find(|(name, ..)| *name == room);
        match row.map_or(FAMILY, |(_, _, may)| may) {
            // the table of families, which names them all, and the crate's root
            _ if room == "families" || room == "lib" => {}
            may => broken.extend(imports_beyond(may, &source)),
        }
    }
    holds(&broken);
}

#[test]
fn outside_drivers_no_family_is_named() {
    let mut broken = Vec::new();
    for source in house("src") {
        for (line, path) in source.paths() {
            let family = FAMILIES
                .iter()
                .filter(|family| family.knowledge != Knowledge::Own)
                .find(|family| begins_with(&path, &format!("touchmove_drivers::{}", family.name)));
            if family.is_some() {
                broken.push(at(&source, line, &format!("names {path}; use the family table")));
            }
        }
    }
    holds(&broken);
}

#[test]
fn pure_rooms_have_no_io_no_clock_and_no_async() {
    let is_pure = |source: &Source| {
        let (name, room) = (source.crate_name(), source.room());
        let rooms = CRATES.iter().filter(|(of, _)| *of == name).flat_map(|(_, rooms)| *rooms);
        rooms.into_iter().any(|(name, floor, _)| *name == room && *floor == Pure)
    };
    let mut broken = Vec::new();
    for source in house("src").filter(is_pure).chain(protocols()) {
        for (line, path) in source.paths() {
            // an import of what stands above, as in `use std::time`, would open the same door
            let impure = |door: &&&str| begins_with(&path, door) || begins_with(door, &path);
            if let Some(door) = IMPURE.iter().find(impure) {
                broken.push(at(&source, line, &format!("{path}: pure code does without {door}")));
            }
        }
    }
    holds(&broken);
}

#[test]
fn pure_crates_link_nothing_that_does_io() {
    let manifests =
        [include_str!("../../drivers/Cargo.toml"), include_str!("../../src/core/Cargo.toml")];
    for manifest in manifests {
        let manifest: toml::Table = toml::from_str(manifest).unwrap();
        let dependencies = manifest["dependencies"].as_table().unwrap();
        let impure = [
            "tokio",
            "zbus",
            "libc",
            "rustix",
            "nix",
            "hyper",
            "serialport",
            "tokio-serial",
            "tempfile",
            "tracing",
            "touchmove-client",
            "touchmove-station",
        ];
        for name in impure {
            assert!(
                !dependencies.contains_key(name),
                "{name} in {:?}",
                manifest["package"]["name"]
            );
        }
    }
}

/// The fuzzers stand outside the workspace: nothing else would notice that a crate they name is gone.
#[test]
fn fuzzers_name_the_crates_and_targets_that_there_are() {
    let manifest: toml::Table = toml::from_str(include_str!("../../fuzz/Cargo.toml")).unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    let ours = |name: &str| name.starts_with("touchmove-");
    for (name, dependency) in dependencies.iter().filter(|(name, _)| ours(name)) {
        let path = Path::new("fuzz").join(dependency["path"].as_str().unwrap()).join("Cargo.toml");
        let of_crate: toml::Table =
            toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(of_crate["package"]["name"].as_str(), Some(name.as_str()), "{}", path.display());
    }
    for (_, path) in house("fuzz").flat_map(|source| source.paths()) {
        let of_crate = path.split("::").next().unwrap_or_default().replace('_', "-");
        assert!(!ours(&of_crate) || dependencies.contains_key(&of_crate), "{path}");
    }
    let targets = manifest["bin"].as_array().unwrap().iter();
    let mut named: Vec<_> = targets.map(|target| target["name"].as_str().unwrap()).collect();
    let files = std::fs::read_dir("fuzz/targets").unwrap().map(|entry| entry.unwrap().path());
    let mut there: Vec<_> = files.map(|path| path.file_stem().unwrap().to_owned()).collect();
    named.sort_unstable();
    there.sort();
    assert_eq!(named, there);
}

#[test]
fn unsafe_code_stays_in_sys() {
    let mut broken = Vec::new();
    let may = ["src/station/sys", "benches/counting/mod.rs"];
    for source in everything().filter(|source| !may.iter().any(|may| source.path.starts_with(may)))
    {
        for line in source.says("unsafe") {
            broken.push(at(&source, line, "unsafe belongs in src/station/sys/, with its proof"));
        }
    }
    holds(&broken);
}

/// A process that a unit test starts holds, until it has begun, whatever files the tests beside it have open, and their
/// locks with them.
#[test]
fn unit_tests_start_no_process() {
    let mut broken = Vec::new();
    // A rehearsal starts a daemon; a click on a notification a browser; a newcomer's yes what he would type himself.
    let starting = [
        "src/command/rehearse/stage.rs",
        "src/command/notify/opening.rs",
        "src/command/setup/change.rs",
    ]
    .map(Path::new);
    let starts = |path: &Path| starting.contains(&path);
    for source in house("src").chain(protocols()).filter(|source| !starts(&source.path)) {
        for (line, path) in source.paths() {
            if path.starts_with("std::process::Command") {
                broken.push(at(&source, line, "what starts a process belongs in tests/"));
            }
        }
    }
    holds(&broken);
}

/// A hall is silent: what boards can do beyond telling is asked of them by the station alone, and sounds are not.
#[test]
fn nobody_has_a_board_make_a_sound() {
    let mut broken = Vec::new();
    for source in house("src") {
        let text = std::fs::read_to_string(&source.path).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            if line.contains(concat!("Sound", "::On"))
                || line.contains(concat!("Request", "::Sound"))
            {
                broken.push(at(&source, number + 1, "boards are silent in a tournament"));
            }
        }
    }
    holds(&broken);
}

/// What answers a question changes nothing.
#[test]
fn what_is_asked_by_is_has_or_was_changes_nothing() {
    let mut broken = Vec::new();
    for source in house("src").chain(protocols()) {
        for (at_line, head) in source.function_heads() {
            let asks = ["is_", "has_", "was_"].iter().any(|word| {
                let name = head.split("fn ").nth(1).unwrap_or_default();
                name.starts_with(word)
            });
            if asks && head.contains("&mut self") {
                broken.push(at(
                    &source,
                    at_line,
                    "what changes something is a verb in the imperative",
                ));
            }
        }
    }
    holds(&broken);
}

#[test]
fn files_and_functions_can_be_read_at_once() {
    let mut broken = Vec::new();
    for source in everything() {
        let lines = source.text.lines().count();
        let is_interface = source.text.contains("\n#[interface(");
        let most = if is_interface { MAX_LINES_OF_AN_INTERFACE } else { MAX_LINES_OF_A_FILE };
        if lines > most {
            broken.push(at(&source, lines, &format!("more than {most} lines")));
        }
        for (line, length) in source.functions() {
            if length > MAX_LINES_OF_A_FUNCTION {
                broken.push(at(&source, line, &format!("a function of {length} lines")));
            }
        }
    }
    holds(&broken);
}

#[test]
fn nothing_unfinished_is_left() {
    let mut broken = Vec::new();
    for source in everything() {
        for (number, line) in source.text.lines().enumerate() {
            if UNFINISHED.iter().any(|mark| line.contains(mark)) {
                broken.push(at(&source, number + 1, "finish it, or open an issue"));
            }
        }
        for name in ["todo", "unimplemented", "dbg"] {
            let call = format!("{name}!");
            let lines = source.code.lines().enumerate().filter(|(_, line)| line.contains(&call));
            broken.extend(lines.map(|(number, _)| at(&source, number + 1, &call)));
        }
    }
    holds(&broken);
}

#[test]
fn whatever_a_comment_cites_is_in_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut broken = Vec::new();
    let mut resolved = 0;
    for source in everything() {
        for citation in citations::citations(&source) {
            match citation.missing(root, &source) {
                Some(missing) => broken.push(at(&source, citation.line, &missing)),
                None => resolved += 1,
            }
        }
        let names = citations::unresolvable(&source).into_iter();
        broken.extend(names.map(|line| at(&source, line, "cite a page of this repository")));
    }
    holds(&broken);
    assert!(resolved > 20, "{resolved} citations: are they still found?");
}

/// What the command line can say stands in another crate than what says it, so no compiler misses a phrase that nobody
/// says any more.
#[test]
fn every_phrase_is_said_somewhere() {
    let code =
        ["src/client", "src/command", "src/web", "src/core/words"].into_iter().flat_map(house);
    let paths: Vec<_> = code.flat_map(|source| source.paths()).map(|(_, path)| path).collect();
    let (mut broken, mut said) = (Vec::new(), 0);
    for source in house("src/core/words/phrases") {
        let mut kind = "";
        for (at_line, line) in source.text.lines().enumerate().map(|(at, line)| (at + 1, line)) {
            let line = line.trim();
            let name = line.split([' ', '{', '=']).next().unwrap_or_default();
            if line.ends_with('{') && name.starts_with(char::is_uppercase) {
                kind = name;
            } else if name.starts_with(char::is_uppercase) && line.contains("= \"") {
                let phrase = format!("{kind}::{name}");
                if paths.iter().any(|path| path.ends_with(&phrase)) {
                    said += 1;
                } else {
                    broken.push(at(&source, at_line, &format!("nobody says {phrase}")));
                }
            }
        }
    }
    holds(&broken);
    assert!(said > 200, "{said} phrases: are they still found?");
}

/// The pages that lead through the house, each with the folder in which its paths begin.
const MAPS: [(&str, &str); 4] = [
    ("ARCHITECTURE.md", ""),
    ("src/core/README.md", "src/core"),
    ("src/station/README.md", "src/station"),
    ("src/lab/README.md", "src/lab"),
];

#[test]
fn whatever_a_map_of_the_house_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut broken, mut found) = (Vec::new(), 0);
    for (map, folder) in MAPS {
        let text = std::fs::read_to_string(root.join(map)).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let paths = quoted.filter(|name| name.contains(".rs") || name.ends_with('/'));
        for path in paths.filter(|path| !path.starts_with('/')) {
            let is_there = root.join(path).exists() || root.join(folder).join(path).exists();
            found += usize::from(is_there);
            if !is_there {
                broken.push(format!("{map}: there is no {path}"));
            }
        }
    }
    holds(&broken);
    assert!(found > 80, "{found} paths: are they still found?");
}

#[test]
fn the_tests_that_the_threat_model_names_are_there() {
    let tests: Vec<_> = sources(Path::new(env!("CARGO_MANIFEST_DIR")), "tests");
    let page = include_str!("../../docs/security.md");
    let quoted = page.split('`').skip(1).step_by(2);
    let named: Vec<_> = quoted.filter(|name| name.matches('_').count() > 3).collect();
    let is_there =
        |name: &str| tests.iter().any(|source| source.text.contains(&format!("fn {name}(")));
    let broken = named.iter().filter(|name| !is_there(name));
    holds(&broken.map(|name| format!("docs/security.md: no test {name}")).collect::<Vec<_>>());
    assert!(named.len() > 30, "{} tests: are they still found?", named.len());
}

#[test]
fn the_types_of_the_glossary_are_there() {
    let glossary = include_str!("../../docs/glossary.md");
    let code: Vec<_> = ["src", "drivers"].into_iter().flat_map(house).collect();
    let (mut broken, mut found) = (Vec::new(), 0);
    for row in glossary.lines().filter(|line| line.starts_with('|')) {
        let types = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        for name in types.split('`').skip(1).step_by(2) {
            let defined = ["struct", "enum", "trait", "type"].map(|kind| format!("{kind} {name}"));
            let is_here = |source: &Source| defined.iter().any(|start| source.code.contains(start));
            match code.iter().any(is_here) {
                true => found += 1,
                false => broken.push(format!("docs/glossary.md: there is no type {name}")),
            }
        }
    }
    holds(&broken);
    assert!(found > 50, "{found} types: are they still found?");
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in house("src").chain(protocols()) {
        for (line, name) in source.public_types() {
            names.entry(name).or_default().push(at(&source, line, "is one"));
        }
    }
    names.retain(|_, places| places.len() > 1);
    let shared = names.iter().map(|(name, places)| format!("{name}: {}", places.join(", ")));
    holds(&shared.collect::<Vec<_>>());
}

#[test]
fn every_family_has_its_place_and_tells_of_itself() {
    let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers");
    let mut broken = Vec::new();
    for family in FAMILIES {
        // A line speaks the protocol of its boards.
        let folder = drivers.join(family.line_of.unwrap_or(family).name);
        if !folder.is_dir() {
            if !folder.with_extension("rs").is_file() {
                broken.push(format!("drivers/{0}/ or drivers/{0}.rs is missing", family.name));
            }
            continue;
        }
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        for heading in ["Device", "Sources", "Link", "Messages", "Quirks", "Recordings"] {
            if !readme
                .lines()
                .any(|line| line.trim_start_matches('#').trim() == heading && line.starts_with('#'))
            {
                broken.push(format!("drivers/{}/README.md: no heading {heading}", family.name));
            }
        }
    }
    holds(&broken);
}

/// The imports of `source` from rooms other than its own and those in `may`.
fn imports_beyond(may: &[&str], source: &Source) -> Vec<String> {
    let own = source.room();
    let mut broken = Vec::new();
    for (line, path) in source.paths() {
        let Some(inner) = path.strip_prefix("crate::") else { continue };
        let room = inner.split("::").next().unwrap_or_default();
        if room.starts_with(char::is_uppercase) {
            broken.push(at(source, line, &format!("{path}: name it in its room, not at the root")));
        } else if room != own && !may.contains(&room) {
            broken.push(at(source, line, &format!("{own} may not import {room}: {path}")));
        }
    }
    if source.leaves_its_room_by_super() {
        broken.push(at(source, 1, "name other rooms by `crate::`, not by `super::`"));
    }
    broken
}

/// Whether `path` is `start` or something in it.
fn begins_with(path: &str, start: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn house(folder: &str) -> impl Iterator<Item = Source> {
    sources(Path::new(env!("CARGO_MANIFEST_DIR")), folder).into_iter()
}

/// What the drivers are made of; their own tests may read files.
fn protocols() -> impl Iterator<Item = Source> {
    house("drivers").filter(|source| source.room() != "tests")
}

fn everything() -> impl Iterator<Item = Source> {
    ["src", "drivers", "tests", "benches"].into_iter().flat_map(house)
}

fn at(source: &Source, line: usize, what: &str) -> String {
    format!("{}:{line}: {what}", source.path.display())
}

fn holds(broken: &[String]) {
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

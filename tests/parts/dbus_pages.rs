//! `docs/dbus/` has a page for each interface, made from what the bus tells of it (the snapshots that `tests/station/` holds
//! against the real programs) and from `src/client/dictionaries.md`. `UPDATE=1 cargo test --test parts dbus_pages` writes the
//! pages anew.

mod holds;
mod introspection;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use self::holds::{HOLDS, Holds, PLACES};
use self::introspection::{Interface, Member};

/// Where the pages are.
const PAGES: &str = "docs/dbus";

/// What dictionaries hold.
const DICTIONARIES: &str = include_str!("../../src/client/dictionaries.md");

/// Which type is a dictionary whose keys have to be told.
const DICTIONARY: &str = "a{sv}";

#[test]
fn each_interface_has_a_page_that_tells_what_the_bus_does() {
    let interfaces = interfaces();
    let written = interfaces.iter().map(|interface| (path_of(interface), page(interface)));
    let written: Vec<_> = written.collect();
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(root().join(PAGES)).unwrap();
        written.iter().for_each(|(path, page)| fs::write(path, page).unwrap());
    }
    for (path, page) in &written {
        let kept = fs::read_to_string(path).unwrap_or_default();
        assert!(
            kept == *page,
            "{} is not what the bus tells; write it with UPDATE=1",
            path.display()
        );
    }
    let there = fs::read_dir(root().join(PAGES)).unwrap().map(|entry| entry.unwrap().path());
    let wanted = written.into_iter().map(|(path, _)| path);
    assert_eq!(there.collect::<BTreeSet<_>>(), wanted.collect::<BTreeSet<_>>());
}

#[test]
fn each_dictionary_on_the_bus_has_its_keys_told_and_no_other() {
    let interfaces = interfaces();
    let sent: BTreeSet<_> = (interfaces.iter())
        .flat_map(|interface| interface.members().map(move |member| (interface.short(), member)))
        .filter(|(_, member)| member.types().any(|of| of.contains(DICTIONARY)))
        .map(|(interface, member)| (interface, member.name.as_str()))
        .collect();
    let told: BTreeSet<_> = HOLDS.iter().map(|holds| (holds.interface, holds.member)).collect();
    assert_eq!(sent, told);
    let headings: BTreeSet<_> =
        DICTIONARIES.lines().filter_map(|it| it.strip_prefix("### ")).collect();
    let used: BTreeSet<_> = HOLDS.iter().flat_map(|holds| holds.headings).copied().collect();
    assert_eq!(headings, used);
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The interfaces as they were seen on a bus.
fn interfaces() -> Vec<Interface> {
    let seen = fs::read_dir(root().join("tests/station/snapshots")).unwrap();
    let mut paths: Vec<PathBuf> = seen.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let is_of_ours = |path: &&PathBuf| {
        let path = path.to_string_lossy();
        path.contains("__org.touchmove.") && path.ends_with(".snap")
    };
    let read = |path: &PathBuf| Interface::read(&fs::read_to_string(path).unwrap());
    paths.iter().filter(is_of_ours).map(read).collect()
}

fn path_of(interface: &Interface) -> PathBuf {
    root().join(PAGES).join(format!("{}.md", interface.short()))
}

fn page(interface: &Interface) -> String {
    let short = interface.short();
    let (_, place) = PLACES.iter().find(|(of, _)| *of == short).unwrap();
    let mut page = format!(
        "# {}\n\nOf the object `{place}`. [touchmove on D-Bus](../dbus.md) says how everything belongs together; this page is \
         made from what the bus tells of the interface (`UPDATE=1 cargo test --test parts dbus_pages`).\n",
        interface.name
    );
    for (heading, members) in [
        ("Methods", &interface.methods),
        ("Signals", &interface.signals),
        ("Properties", &interface.properties),
    ] {
        if !members.is_empty() {
            page += &format!("\n## {heading}\n");
        }
        members.iter().for_each(|member| page += &of_member(short, member));
    }
    let headings: BTreeSet<_> =
        HOLDS.iter().filter(|it| it.interface == short).flat_map(|it| it.headings).collect();
    if !headings.is_empty() {
        page += "\n## Dictionaries\n";
    }
    // In the order in which they are written down.
    for (heading, table) in dictionaries().filter(|(heading, _)| headings.contains(heading)) {
        page += &format!("\n### Keys of {heading}\n\n{table}\n");
    }
    page
}

/// A method, signal or property: how it is called, what it is, and what its dictionaries hold.
fn of_member(interface: &str, member: &Member) -> String {
    let mut told = format!("\n### {}\n\n    {}\n\n{}\n", member.name, member.call(), member.what);
    let of_member = |it: &&Holds| (it.interface, it.member) == (interface, member.name.as_str());
    if let Some(Holds { headings, .. }) = HOLDS.iter().find(of_member) {
        let links: Vec<_> =
            headings.iter().map(|heading| format!("[{heading}](#{})", anchor(heading))).collect();
        told += &format!("\nKeys: {}.\n", links.join(", "));
    }
    told
}

/// As those who show pages name the heading of a dictionary.
fn anchor(heading: &str) -> String {
    format!("keys-of-{}", heading.to_lowercase().replace(' ', "-"))
}

/// The dictionaries by their headings.
fn dictionaries() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = DICTIONARIES.split("### ").skip(1);
    parts.filter_map(|part| part.split_once('\n')).map(|(heading, table)| (heading, table.trim()))
}

//! `src/client/dictionaries.md`, `docs/dbus.md` and what goes over the bus have the same keys, of the same types.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use touchmove_client::call_error::RefusalKind;
use touchmove_core::game::conclusion::{ConclusionRecord, PartOnBus, ParticularValue};
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::Instant;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::recording::{PlayerEvent, RecordingPlayer, Sources};

use crate::support::dictionaries::documented;

/// The events that are recorded in all of `tests/recordings`, at least.
const MIN_EVENTS: usize = 9;

#[test]
fn what_events_hold_is_documented_with_its_type() {
    let documented = documented();
    let mut missing = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for record in recorded() {
        kinds.insert(record.signal);
        let page = &documented[record.signal];
        for part in record.particulars.iter().filter(|part| part.on_bus != PartOnBus::Never) {
            let Some(sent) = type_of(&part.value) else { continue };
            let key = part.bus_name();
            if !page.get(key).is_some_and(|types| types.contains(sent)) {
                missing.insert(format!("{}: `{key}` ({sent})", record.signal));
            }
        }
    }
    assert!(missing.is_empty(), "src/client/dictionaries.md lacks {missing:#?}");
    assert!(kinds.len() >= MIN_EVENTS, "{kinds:?}");
}

#[test]
fn every_error_is_documented_and_no_other() {
    let page = read("docs/dbus.md");
    for refusal in RefusalKind::ALL {
        assert!(page.contains(&format!("| `{}` |", refusal.name())), "{refusal:?}");
    }
    let ours = page.split('`').filter(|word| word.starts_with("org.touchmove.Error."));
    for name in ours {
        assert!(RefusalKind::named(name).is_some(), "nothing answers {name}");
    }
}

#[test]
fn what_is_documented_of_events_is_a_word_of_the_code() {
    let sources =
        ["core/game/conclusion/record.rs", "core/laws/json.rs", "station/bus/game/waits.rs"];
    let code: String = sources.map(|path| read(&format!("src/{path}"))).concat();
    let events = ["Moved", "PositionSet", "Standing", "Ended", "Asked", "Incident", "Instruction"];
    let documented = documented();
    for event in events.into_iter().chain(["Holds", "Renewed"]) {
        for key in documented[event].keys() {
            assert!(code.contains(&format!("\"{key}\"")), "nothing sends `{key}` of {event}");
        }
    }
}

/// What is concluded in all recordings.
fn recorded() -> Vec<ConclusionRecord> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let recordings = paths.filter(|path| path.extension().is_some_and(|it| it == "rec"));
    recordings.flat_map(|path| concluded(&fs::read(path).unwrap())).collect()
}

fn concluded(recording: &[u8]) -> Vec<ConclusionRecord> {
    let mut player = RecordingPlayer::new(Sources::of(recording), FAMILIES);
    player.receive(recording).unwrap();
    player.finish().unwrap();
    let (mut sitting, mut records) = (None, Vec::new());
    while let Some(event) = player.poll() {
        match (event, &mut sitting) {
            (PlayerEvent::Begins { headers, .. }, _) => {
                sitting = Some(Sitting::new(setup::of_headers(&headers).unwrap()));
            }
            (PlayerEvent::Observed(seen), Some(sitting)) => {
                sitting.observe_late(seen.at, seen.since, seen.record, &seen.observation);
            }
            (PlayerEvent::Ends { .. }, Some(sitting)) => {
                sitting.advance(Instant::from_micros(u64::MAX));
            }
            _ => {}
        }
        let told = sitting.iter_mut().flat_map(|sitting| std::iter::from_fn(|| sitting.poll()));
        records.extend(told.filter(|told| told.seq.is_some()).map(|told| told.what.record()));
    }
    records
}

const fn type_of(value: &ParticularValue) -> Option<&'static str> {
    Some(match value {
        ParticularValue::Missing => return None,
        ParticularValue::Flag(_) => "b",
        ParticularValue::Number(_) => "u",
        ParticularValue::Long(_) => "t",
        ParticularValue::Share(_) => "d",
        ParticularValue::Text(_) => "s",
        ParticularValue::Texts(_) | ParticularValue::Choices(_) => "as",
    })
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

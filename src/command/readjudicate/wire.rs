//! What a board has said, made anew from the bytes that were kept: the present driver listens in the place of the
//! one that listened then.
//!
//! Bytes were kept around all that was observed, up to a bound. Where they are not there, what was observed then
//! stands in; so it does for what the board told of its own log, which needs a driver that asks.

use std::ops::Range;

use serde_json::Value;
use touchmove_drivers::observation::{DeviceFact, LinkState, Memory};
use touchmove_drivers::recording::{Body, Record};
use touchmove_drivers::{Approach, Driver, FAMILIES, Family, Instant, Observation, Output};

use crate::command::Failure;
use crate::command::past::{Happened, Past, Step};
use crate::journal::Entry;
use crate::laws::json::Fields;

/// How many observations are from where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Origins {
    /// Made anew from the wire.
    pub(super) anew: usize,
    /// What was observed then, where no wire was kept.
    pub(super) as_observed: usize,
}

/// Puts what the present drivers make of the wire in the place of what was observed then.
///
/// # Errors
/// [`Failure`] where the journal is of a family without a driver.
pub(super) fn make_anew(past: &mut Past) -> Result<Origins, Failure> {
    let bound = last_wire(&past.journal.entries);
    let (mut steps, mut origins) = (Vec::with_capacity(past.steps.len()), Origins::default());
    for link in links(&past.steps) {
        let link = past.steps.get(link).unwrap_or_default();
        let is_wire = |step: &Step| step.number <= bound && received(step).is_some();
        let count = link.iter().filter(|step| step.observation().is_some_and(is_of_device)).count();
        if link.iter().any(is_wire) {
            listen(link, family_of(past)?, bound, &mut steps, &mut origins);
        } else {
            origins.as_observed += count;
            steps.extend_from_slice(link);
        }
    }
    past.steps = steps;
    Ok(origins)
}

fn family_of(past: &Past) -> Result<&'static Family, Failure> {
    let name = past.headers().board.as_ref().map_or("", |board| board.family.as_str());
    FAMILIES.iter().copied().find(|family| family.name == name).ok_or_else(|| {
        Failure::malformed(format_args!(
            "{}: this version has no driver for boards of the family `{name}`; leave out --from wire",
            past.name()
        ))
    })
}

/// Number of the last record of which the bytes were kept: after the line that says so there are none.
fn last_wire(entries: &[Entry]) -> u64 {
    let mut last = 0;
    for entry in entries {
        match entry {
            Entry::Record { number, .. } => last = *number,
            Entry::Told(line) if is_bound(line) => return last,
            Entry::Told(_) | Entry::Gap(_) => {}
        }
    }
    u64::MAX
}

fn is_bound(line: &str) -> bool {
    serde_json::from_str::<Fields>(line)
        .is_ok_and(|line| line.get("wire").is_some_and(Value::is_string))
}

/// The times in which a driver listened without a break.
fn links(steps: &[Step]) -> Vec<Range<usize>> {
    let (mut links, mut first) = (Vec::new(), 0);
    for (index, step) in steps.iter().enumerate() {
        if matches!(
            step.observation(),
            Some(Observation::Link(LinkState::Lost) | Observation::Wall(_))
        ) {
            links.push(first..index + 1);
            first = index + 1;
        }
    }
    links.push(first..steps.len());
    links
}

/// Runs a driver over the wire of a link, from the end of what the board told of its log.
fn listen(
    link: &[Step],
    family: &Family,
    bound: u64,
    steps: &mut Vec<Step>,
    origins: &mut Origins,
) {
    let mut driver = (family.driver)(Approach::Known);
    driver.listen(link.first().map_or(Instant::ZERO, |step| step.at));
    let recalled = link.iter().rposition(is_end_of_memory).map_or(0, |end| end + 1);
    for (index, step) in link.iter().enumerate() {
        let counts = index >= recalled && step.number <= bound;
        match (received(step), step.observation()) {
            (Some(bytes), _) => {
                steps.push(step.clone());
                driver.receive(step.at, bytes);
                let made = std::iter::from_fn(|| observed(&mut *driver)).filter(is_of_device);
                let made = made.map(|observation| made_of(step, observation));
                let before = steps.len();
                steps.extend(made.filter(|_| counts));
                origins.anew += steps.len() - before;
            }
            (None, Some(observation)) if is_of_device(observation) && counts => {}
            (None, observation) => {
                origins.as_observed += usize::from(observation.is_some_and(is_of_device));
                steps.push(step.clone());
            }
        }
    }
}

fn received(step: &Step) -> Option<&[u8]> {
    match &step.what {
        Happened::Record(Record { body: Body::Received(bytes), .. }) => Some(bytes),
        _ => None,
    }
}

/// Whether bytes of the device can say it.
fn is_of_device(observation: &Observation) -> bool {
    !matches!(observation, Observation::Decision(_) | Observation::Wall(_) | Observation::Link(_))
}

fn is_end_of_memory(step: &Step) -> bool {
    let Some(Observation::Device(DeviceFact::Memory(memory))) = step.observation() else {
        return false;
    };
    *memory != Memory::Begins
}

/// The next thing that a driver observes which has the line for itself.
fn observed(driver: &mut dyn Driver) -> Option<Observation> {
    loop {
        if let Output::Observed { unit: None, observation, .. } = driver.poll()? {
            return Some(observation);
        }
    }
}

fn made_of(step: &Step, observation: Observation) -> Step {
    let what = Happened::Record(Record::observed(step.at, None, observation));
    Step { at: step.at, number: step.number, what }
}

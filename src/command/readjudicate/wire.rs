//! What a board has said, made anew from the bytes that were kept: the present driver listens in the place of the
//! one that listened then.
//!
//! Bytes were kept around all that was observed, up to a bound. Where they are not there, what was observed then
//! stands in; so it does for what needs a driver that asks: what the board told of its own log, and how one on a line
//! with many was read out at first.

use std::ops::Range;

use serde_json::Value;
use touchmove_core::laws::json::Fields;
use touchmove_drivers::observation::{DeviceFact, LinkState, Memory};
use touchmove_drivers::recording::{Body, Record, is_said_by_device};
use touchmove_drivers::{
    Approach, Before, Driver, FAMILIES, Family, Instant, Observation, Output, Packet, Request, Unit,
};
use touchmove_station::journal::PastEntry;

use crate::Failure;
use crate::past::{Happened, Past, Step};

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
        let mut kept = link.iter().take_while(|step| step.number <= bound);
        let count =
            link.iter().filter(|step| step.observation().is_some_and(is_said_by_device)).count();
        if let Some((unit, _)) = kept.find_map(received) {
            listen(link, family_of(past, unit)?, bound, &mut steps, &mut origins);
        } else {
            origins.as_observed += count;
            steps.extend_from_slice(link);
        }
    }
    past.steps = steps;
    Ok(origins)
}

/// The family whose driver makes something of these bytes: where they have a unit, the board is on a line.
fn family_of(past: &Past, unit: Option<&Unit>) -> Result<&'static Family, Failure> {
    let name = past.headers().board.as_ref().map_or("", |board| board.family.as_str());
    FAMILIES.iter().copied().find(|family| family.hears(name, unit)).ok_or_else(|| {
        Failure::malformed(format_args!(
            "{}: this version has no driver for boards of the family `{name}`; leave out --from wire",
            past.name()
        ))
    })
}

/// Number of the last record of which the bytes were kept: after the line that says so there are none.
fn last_wire(entries: &[PastEntry]) -> u64 {
    let mut last = 0;
    for entry in entries {
        match entry {
            PastEntry::Record { number, .. } => last = *number,
            PastEntry::Told(line) if is_bound(line) => return last,
            PastEntry::Told(_) | PastEntry::Gap(_) => {}
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

/// Runs a driver over the wire of a link. What it observes counts from where no driver has to ask.
fn listen(
    link: &[Step],
    family: &Family,
    bound: u64,
    steps: &mut Vec<Step>,
    origins: &mut Origins,
) {
    let mut driver = family.driver(Approach::Known);
    driver.listen(link.first().map_or(Instant::ZERO, |step| step.at));
    let first = first_heard(link);
    for (index, step) in link.iter().enumerate() {
        let counts = index >= first && step.number <= bound;
        // Bytes that follow may be read by it alone.
        if let Some(Observation::Device(DeviceFact::Chips(chips))) = step.observation() {
            let before = Before::LongAgo(Some(chips.clone()));
            let _ = driver.request(step.at, None, Request::GoOn(before));
        }
        match (received(step), step.observation()) {
            (Some((_, packet)), _) => {
                steps.push(step.clone());
                driver.receive(step.at, packet);
                let made = std::iter::from_fn(|| observed(&mut *driver, step));
                let made = made.filter(|_| counts).zip(numbers_behind(link, index, family));
                let before = steps.len();
                steps.extend(made.map(|(made, number)| Step { number, ..made }));
                origins.anew += steps.len() - before;
            }
            (None, Some(observation)) if is_of_bytes(observation, family) && counts => {}
            (None, observation) => {
                origins.as_observed += usize::from(observation.is_some_and(is_said_by_device));
                steps.push(step.clone());
            }
        }
    }
}

/// The place from which on a driver that listens tells what one that asks has told: the first bytes after that has begun
/// to tell what stands on the board. Until then it keeps back what it hears, as a log may come before it.
fn first_heard(link: &[Step]) -> usize {
    let recalled = link.iter().rposition(is_end_of_memory).map_or(0, |end| end + 1);
    let told = link.iter().position(is_of_play).map_or(link.len(), |told| told + 1);
    let asked = recalled.max(told);
    let bytes = link.iter().skip(asked).position(|step| received(step).is_some());
    bytes.map_or(link.len(), |bytes| asked + bytes)
}

/// The numbers of what follows from bytes, one for each: it was written down behind them, before the next that stays.
fn numbers_behind(link: &[Step], bytes: usize, family: &Family) -> impl Iterator<Item = u64> {
    let is_made = |step: &&Step| step.observation().is_some_and(|one| is_of_bytes(one, family));
    let number = link.get(bytes).map_or(0, |step| step.number);
    let next = link.iter().skip(bytes + 1).find(|step| !is_made(step));
    let last = next.map_or(u64::MAX, |next| next.number.saturating_sub(1)).max(number);
    (number.saturating_add(1)..=u64::MAX).map(move |number| number.min(last))
}

/// Bytes of the board, and what it is called on a line with many.
fn received(step: &Step) -> Option<(Option<&Unit>, Packet<&[u8]>)> {
    match &step.what {
        Happened::Record(Record { unit, body: Body::Received(packet), .. }) => {
            Some((unit.as_ref(), packet.as_slice()))
        }
        _ => None,
    }
}

/// Whether its bytes say it. How well a board on a line answers, only who asks it knows.
fn is_of_bytes(observation: &Observation, family: &Family) -> bool {
    // Whoever listened has said so, or has asked it to.
    if matches!(observation, Observation::Device(DeviceFact::Flood(_) | DeviceFact::Learning(_))) {
        return false;
    }
    let is_of_asking = matches!(
        observation,
        Observation::Device(
            DeviceFact::Noise(_) | DeviceFact::Repeats(_) | DeviceFact::AddressShared
        )
    );
    is_said_by_device(observation) && !(family.line_of.is_some() && is_of_asking)
}

fn is_end_of_memory(step: &Step) -> bool {
    let Some(Observation::Device(DeviceFact::Memory(memory))) = step.observation() else {
        return false;
    };
    *memory != Memory::Begins
}

fn is_of_play(step: &Step) -> bool {
    matches!(
        step.observation(),
        Some(Observation::Board(_) | Observation::Square { .. } | Observation::Clock(_))
    )
}

/// The next thing that a driver makes of the bytes of this step, as far as the device has said it.
fn observed(driver: &mut dyn Driver, step: &Step) -> Option<Step> {
    loop {
        if let Output::Observed { since, observation, .. } = driver.poll()?
            && is_said_by_device(&observation)
        {
            return Some(made_of(step, since.and_then(|_| step.since()), observation));
        }
    }
}

fn made_of(step: &Step, since: Option<Instant>, observation: Observation) -> Step {
    let record = Record { since, ..Record::observed(step.at, None, observation) };
    Step { at: step.at, number: step.number, what: Happened::Record(record) }
}

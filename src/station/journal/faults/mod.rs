//! What becomes of a journal when the process is killed, the power is lost, the disk fails, or somebody alters it,
//! at any byte, write and sync. Every seed is another run; `TOUCHMOVE_SOAK=N` runs N times as many.

mod alter;
mod disk;

use std::io::Write;
use std::path::Path;

use fastrand::Rng;
use touchmove_drivers::recording::{Headers, Record};
use touchmove_drivers::{Instant, Observation};

pub(crate) use disk::{Disk, Mood};

use super::store::Store;
use super::{Journal, JournalError, JournalPast, OpenedJournal, PastEntry, Syncing};

/// So many times a process ends, in each of which all is checked.
const CUTS: usize = 24_000;

/// So many journals are altered.
const ALTERED: usize = 6_000;

/// So many times a disk is used until it ends, one process after the other.
const PROCESSES: usize = 4;

/// What a journal has taken, and what of it is promised.
#[derive(Default)]
struct Taken {
    entries: Vec<PastEntry>,
    /// So many of them must survive a loss of power.
    promised: usize,
    /// What was being appended when the process was killed.
    half: Option<PastEntry>,
    /// So many gaps power losses have left.
    gaps: usize,
    /// Nothing is ever appended twice.
    next: usize,
}

/// What was seen, to be printed.
#[derive(Default)]
struct Seen {
    kills: usize,
    power_losses: usize,
    killed_in_a_call: usize,
    failed_calls: usize,
    cut: usize,
    gaps: usize,
    promised: usize,
    lost_unpromised: usize,
}

#[test]
fn nothing_promised_is_lost_wherever_a_process_ends() {
    let mut seen = Seen::default();
    for seed in 0..(CUTS * soak() / PROCESSES) as u64 {
        one_disk(seed, &mut seen);
    }
    let cuts = seen.kills + seen.power_losses;
    assert!(cuts >= CUTS * soak());
    assert!(seen.promised > cuts && seen.lost_unpromised > 0 && seen.cut > 0 && seen.gaps > 0);
    say(&format!(
        "journal: {cuts} ends of a process: {} kills, {} losses of power; {} in the middle of a call; {} calls failed. \
         {} torn ends, {} gaps. {} promised entries checked, {} others lost",
        seen.kills,
        seen.power_losses,
        seen.killed_in_a_call,
        seen.failed_calls,
        seen.cut,
        seen.gaps,
        seen.promised,
        seen.lost_unpromised,
    ));
}

#[test]
fn whatever_is_altered_is_noticed() {
    let mut torn = 0;
    for seed in 0..(ALTERED * soak()) as u64 {
        torn += usize::from(alter::one_journal(seed));
    }
    say(&format!("journal: {} altered, all noticed; {torn} by a torn end alone", ALTERED * soak()));
}

fn soak() -> usize {
    std::env::var("TOUCHMOVE_SOAK").map_or(1, |times| times.parse().unwrap())
}

/// Past the capture of what tests print: the counts are to be read.
fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").unwrap();
}

pub(crate) fn open(disk: &Disk) -> Result<(Journal, JournalPast), JournalError> {
    Ok(Journal::on(Box::new(disk.clone()), Path::new("test.journal"), &headers())?)
}

/// The same, where it may begin later.
pub(crate) fn open_or_wait(disk: &Disk) -> Result<OpenedJournal, JournalError> {
    let disk = disk.clone();
    let open = Box::new(move || Ok(Box::new(disk.clone()) as Box<dyn Store>));
    Journal::open_or_wait_by(open, Path::new("test.journal"), &headers())
}

fn headers() -> Headers {
    let mut headers = Headers::default();
    headers.white = Some("A, B".to_owned());
    headers
}

/// One process after the other on one disk; each ends by a kill or a loss of power.
fn one_disk(seed: u64, seen: &mut Seen) {
    let random = &mut Rng::with_seed(seed);
    let disk = Disk::with(b"", random.u64(..));
    let mut taken = Taken::default();
    for _ in 0..PROCESSES {
        let mood = if random.bool() { Mood::Sound } else { Mood::Faulty };
        disk.begin(mood, random.usize(1..60));
        live(&disk, &mut taken, random, seen);
        seen.killed_in_a_call += usize::from(disk.is_killed());
        let power = random.bool();
        if power {
            disk.lose_power();
            seen.power_losses += 1;
        } else {
            disk.kill();
            seen.kills += 1;
        }
        disk.begin(Mood::Sound, usize::MAX);
        check(&disk, &mut taken, power, seen, seed);
    }
}

/// A process opens its journal, appends and syncs, until it is killed or has no more to say.
fn live(disk: &Disk, taken: &mut Taken, random: &mut Rng, seen: &mut Seen) {
    let Ok((mut journal, past)) = open(disk) else {
        seen.failed_calls += 1;
        return;
    };
    assert_eq!(without_gaps(past.entries), taken.entries);
    // Where a sync has failed already, what was read back is in doubt until the next.
    if !journal.is_doubtful() {
        taken.promised = taken.entries.len();
    }
    // A sync on its way, and what it promises.
    let mut flight: Option<(Option<Syncing>, usize)> = None;
    for _ in 0..random.usize(..40) {
        let done = match random.u8(..12) {
            0..5 => append_record(&mut journal, taken, random),
            5..8 => append_told(&mut journal, taken, random),
            8..10 => {
                flight = None;
                journal.sync().map(|()| taken.promised = taken.entries.len())
            }
            _ => match flight.take() {
                None => journal.begin_sync().map(|begun| {
                    flight = begun.map(|begun| (Some(begun), taken.entries.len()));
                }),
                Some((Some(syncing), promises)) => {
                    syncing.run();
                    flight = Some((None, promises));
                    Ok(())
                }
                Some((None, promises)) => journal.end_sync().map(|_| taken.promised = promises),
            },
        };
        if disk.is_killed() {
            return;
        }
        seen.failed_calls += usize::from(done.is_err());
        taken.half = None;
    }
}

fn append_record(
    journal: &mut Journal,
    taken: &mut Taken,
    random: &mut Rng,
) -> Result<(), JournalError> {
    taken.next += 1;
    let observation = Observation::Button(format!("b{}", taken.next));
    let at = Instant::from_millis(taken.next as u64 - u64::from(random.bool()));
    let number = journal.records() + 1;
    let record = Record::observed(at, None, observation.clone());
    taken.half = Some(PastEntry::Record { number, record });
    assert_eq!(journal.append_record(at, None, &observation)?, number);
    taken.entries.extend(taken.half.take());
    Ok(())
}

fn append_told(
    journal: &mut Journal,
    taken: &mut Taken,
    random: &mut Rng,
) -> Result<(), JournalError> {
    taken.next += 1;
    let more = if random.u8(..8) == 0 { 2_000 } else { 60 };
    let length = random.usize(..more);
    let letters: String = std::iter::repeat_with(|| random.lowercase()).take(length).collect();
    let told = format!("{} {letters}", taken.next);
    taken.half = Some(PastEntry::Told(told.clone()));
    journal.append_told(&told)?;
    taken.entries.extend(taken.half.take());
    Ok(())
}

/// Holds what is read back against what was taken; from now on that is what was taken.
fn check(disk: &Disk, taken: &mut Taken, power: bool, seen: &mut Seen, seed: u64) {
    let (journal, past) = open(disk).unwrap();
    let kept_aside = disk.aside();
    if let Some(cut) = &past.cut {
        assert_eq!(kept_aside.last().unwrap().len() as u64, cut.bytes, "seed {seed}");
        seen.cut += 1;
    }
    let gaps = past.entries.iter().filter(|entry| matches!(entry, PastEntry::Gap(_))).count();
    let (read, acknowledged) = (without_gaps(past.entries.clone()), taken.entries.len());
    let promised = if power { taken.promised } else { acknowledged };
    taken.entries.extend(taken.half.take());
    assert!(read.starts_with(&taken.entries[..promised]), "seed {seed}: what was promised is lost");
    if gaps == taken.gaps {
        assert!(taken.entries.starts_with(&read), "seed {seed}: not what was appended");
    } else {
        assert!(power, "seed {seed}: a gap without a loss of power");
        assert!(is_part_of(&read, &taken.entries), "seed {seed}: not what was appended");
    }
    seen.gaps += gaps - taken.gaps;
    taken.gaps = gaps;
    seen.promised += promised;
    seen.lost_unpromised += acknowledged.saturating_sub(read.len());
    let seal = journal.seal();
    drop(journal);
    let (journal, again) = open(disk).unwrap();
    assert_eq!((again.entries, again.cut), (past.entries, None), "seed {seed}: read differently");
    assert_eq!(journal.seal(), seal, "seed {seed}");
    (taken.promised, taken.entries) = (read.len(), read);
}

fn without_gaps(entries: Vec<PastEntry>) -> Vec<PastEntry> {
    entries.into_iter().filter(|entry| !matches!(entry, PastEntry::Gap(_))).collect()
}

/// Whether these are some of those, in their order.
fn is_part_of(some: &[PastEntry], all: &[PastEntry]) -> bool {
    let mut all = all.iter();
    some.iter().all(|one| all.any(|other| other == one))
}

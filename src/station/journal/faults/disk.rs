//! A disk that loses power, is full, and fails to write; with a process on it that is killed.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use fastrand::Rng;

use super::super::sentry::{Harm, Looker};
use super::super::store::{Saved, Store, Syncer};

/// Shared by the one who writes and the one who pulls the plug.
#[derive(Clone, Debug)]
pub(crate) struct Disk(Arc<Mutex<Platter>>);

#[derive(Debug)]
struct Platter {
    random: Rng,
    /// What survives a loss of power.
    durable: Vec<u8>,
    /// What a process reads.
    seen: Vec<u8>,
    /// What was changed since the last sync, in order.
    pending: Vec<Change>,
    /// Whether a sync has failed, and not written what the system thinks is written.
    forgets: bool,
    aside: Vec<Vec<u8>>,
    mood: Mood,
    /// So many calls until the process is killed.
    life: usize,
}

#[derive(Clone, Debug)]
enum Change {
    Bytes { at: usize, bytes: Vec<u8> },
    Length(usize),
}

/// What the disk does with what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// It does it.
    Sound,
    /// One call in eight fails, and may have done a part.
    Faulty,
    /// It takes no more bytes.
    Full,
    /// It loses what it should sync.
    Lossy,
}

/// What becomes of a call.
enum Outcome {
    Done,
    Failed,
    /// The process is killed in the middle of it.
    Killed,
}

impl Disk {
    /// A sound disk with these bytes.
    pub(crate) fn with(bytes: &[u8], seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Platter {
            random: Rng::with_seed(seed),
            durable: bytes.to_vec(),
            seen: bytes.to_vec(),
            pending: Vec::new(),
            forgets: false,
            aside: Vec::new(),
            mood: Mood::Sound,
            life: usize::MAX,
        })))
    }

    /// A process begins that makes so many calls, and is killed in the next.
    pub(crate) fn begin(&self, mood: Mood, life: usize) {
        let mut platter = self.lock();
        (platter.mood, platter.life) = (mood, life);
    }

    pub(crate) fn set_mood(&self, mood: Mood) {
        self.lock().mood = mood;
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.lock().life == 0
    }

    /// The process is gone, and what the system has stays. That a sync has failed is known to nobody then: the
    /// disk is taken at its word, and writes what it forgot.
    pub(crate) fn kill(&self) {
        let mut platter = self.lock();
        if std::mem::take(&mut platter.forgets) {
            let bytes = platter.seen.clone();
            let length = Change::Length(bytes.len());
            platter.pending = vec![Change::Bytes { at: 0, bytes }, length];
        }
    }

    /// Of what was not synced some reaches the disk, in any order, torn anywhere.
    pub(crate) fn lose_power(&self) {
        let mut platter = self.lock();
        platter.forgets = false;
        let pending = std::mem::take(&mut platter.pending);
        platter.write_some(pending);
        if platter.random.u8(..4) == 0 && platter.seen.len() > platter.durable.len() {
            // the length has reached the disk, and what was written there has not
            let length = platter.seen.len();
            platter.durable.resize(length, 0);
        }
        platter.seen = platter.durable.clone();
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.lock().seen.clone()
    }

    /// What was kept in files of their own.
    pub(crate) fn aside(&self) -> Vec<Vec<u8>> {
        self.lock().aside.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Platter> {
        self.0.lock().unwrap()
    }
}

impl Platter {
    fn call(&mut self) -> Outcome {
        if self.life <= 1 {
            self.life = 0;
            return Outcome::Killed;
        }
        self.life -= 1;
        match self.mood {
            Mood::Faulty if self.random.u8(..8) == 0 => Outcome::Failed,
            Mood::Faulty | Mood::Sound | Mood::Full | Mood::Lossy => Outcome::Done,
        }
    }

    /// A call that takes up space.
    fn call_for_space(&mut self) -> Outcome {
        if self.mood == Mood::Full { Outcome::Failed } else { self.call() }
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.seen);
        self.pending.push(change);
    }

    /// Syncs so many of the changes that are pending.
    fn sync(&mut self, begun: usize) -> io::Result<()> {
        let outcome = if self.mood == Mood::Lossy { Outcome::Failed } else { self.call() };
        let begun = begun.min(self.pending.len());
        match outcome {
            Outcome::Done => {
                for change in self.pending.drain(..begun) {
                    change.apply(&mut self.durable);
                }
            }
            Outcome::Failed => {
                let pending = std::mem::take(&mut self.pending);
                self.forgets = true;
                self.write_some(pending);
            }
            Outcome::Killed => {}
        }
        outcome.result(io::ErrorKind::Other)
    }

    fn write_some(&mut self, changes: Vec<Change>) {
        let sector = [1, 16, 64, 512][self.random.usize(..4)];
        let share = [0.0, 0.5, 0.9, 1.0][self.random.usize(..4)];
        let mut pieces: Vec<_> =
            changes.into_iter().flat_map(|change| change.pieces(sector)).collect();
        if self.random.bool() {
            self.random.shuffle(&mut pieces);
        }
        for mut piece in pieces {
            if self.random.f64() >= share {
                continue;
            }
            if let Change::Bytes { bytes, .. } = &mut piece
                && self.random.u8(..8) == 0
            {
                bytes.truncate(self.random.usize(..=bytes.len()));
            }
            piece.apply(&mut self.durable);
        }
    }
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Self::Bytes { at, bytes } => {
                let end = at + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[*at..end].copy_from_slice(bytes);
            }
            Self::Length(length) => file.resize(*length, 0),
        }
    }

    /// What reaches the disk at once.
    fn pieces(self, sector: usize) -> Vec<Self> {
        let Self::Bytes { at, bytes } = self else { return vec![self] };
        let first = (sector - at % sector).min(bytes.len());
        let (head, rest) = bytes.split_at(first);
        let starts = std::iter::once(at).chain((at + first..).step_by(sector));
        let parts = std::iter::once(head).chain(rest.chunks(sector));
        starts.zip(parts).map(|(at, part)| Self::Bytes { at, bytes: part.to_vec() }).collect()
    }
}

impl Store for Disk {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        Ok(self.bytes())
    }

    fn length(&self) -> io::Result<u64> {
        Ok(self.lock().seen.len() as u64)
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut platter = self.lock();
        let (at, outcome) = (usize::try_from(at).unwrap(), platter.call_for_space());
        let written = match outcome {
            Outcome::Done => bytes.len(),
            Outcome::Failed => platter.random.usize(..bytes.len()),
            Outcome::Killed => platter.random.usize(..=bytes.len()),
        };
        platter.change(Change::Bytes { at, bytes: bytes[..written].to_vec() });
        outcome.result(io::ErrorKind::StorageFull)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let mut platter = self.lock();
        let outcome = platter.call();
        let happens = match outcome {
            Outcome::Done => true,
            Outcome::Failed => false,
            Outcome::Killed => platter.random.bool(),
        };
        if happens {
            platter.change(Change::Length(usize::try_from(length).unwrap()));
        }
        outcome.result(io::ErrorKind::Other)
    }

    fn syncer(&self) -> Syncer {
        let disk = self.clone();
        // What is written after the sync has begun is not sure to be in it.
        let begun = self.lock().pending.len();
        Box::new(move || disk.lock().sync(begun))
    }

    fn keep_aside(&mut self, bytes: &[u8]) -> io::Result<PathBuf> {
        let mut platter = self.lock();
        let outcome = platter.call_for_space();
        if matches!(outcome, Outcome::Done) {
            platter.aside.push(bytes.to_vec());
        }
        let kept = PathBuf::from(format!("torn-{}", platter.aside.len()));
        outcome.result(io::ErrorKind::StorageFull).map(|()| kept)
    }

    fn take_place(&mut self) {}

    fn looker(&self) -> Looker {
        let disk = self.clone();
        Arc::new(move |length| Ok((disk.length()? < length).then_some(Harm::Cut)))
    }

    /// Its bytes have no name that anybody could take.
    fn save(&mut self) -> io::Result<Saved> {
        Ok(Saved::PutBack)
    }
}

impl Outcome {
    fn result(self, failed: io::ErrorKind) -> io::Result<()> {
        match self {
            Self::Done => Ok(()),
            Self::Failed => Err(failed.into()),
            Self::Killed => Err(io::Error::other("killed")),
        }
    }
}

//! `touchmove adjudicate`: replays a recording and prints what is concluded.

mod adjudication;
mod output;
mod part;

use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::{Args, ValueEnum};
use touchmove_drivers::recording::{CountingSource, Sources};

use self::adjudication::{Adjudicated, adjudicate};
use self::part::Part;
use super::{Failure, complain};

/// Replay a recording and print what is concluded.
#[derive(Debug, Args)]
pub(super) struct Adjudicate {
    /// The recording; `-` for standard input.
    file: PathBuf,
    /// What to print.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print provisional moves too.
    #[arg(long)]
    provisional: bool,
    /// Take the evidence from the recording's wire, or from its observations; if neither is asked
    /// for, observations count where there are any.
    #[arg(long, value_enum)]
    from: Option<Origin>,
    /// Judge with hindsight too: follow many more lines to the end of the recording, and list what was told and is
    /// found otherwise, with how sure that is. PGN and UCI have the games as hindsight finds them
    #[arg(long)]
    hindsight: bool,
    /// How many recordings of the file are adjudicated at a time; as many as there are cores if not given. What is
    /// printed is the same
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Every conclusion in the order reached, a JSON object a line.
    #[default]
    Jsonl,
    /// The games as PGN.
    Pgn,
    /// The final line of play of each recording in UCI, a line a recording.
    Uci,
    /// Every conclusion, for reading.
    Text,
}

/// Which evidence counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// The bytes of the device, decoded anew.
    Wire,
    /// The observations as they were recorded.
    Observations,
}

/// What is wanted of each recording.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    format: Format,
    provisional: bool,
    hindsight: bool,
}

/// So many recordings for each job are adjudicated before what came of them is printed, in their order.
const RECORDINGS_OF_A_JOB: usize = 8;

impl Adjudicate {
    /// Carries the command out.
    ///
    /// # Errors
    /// [`Failure`]: a file that cannot be read, a malformed line (exit code 2).
    pub(super) fn run(&self) -> Result<(), Failure> {
        let bytes = self.read()?;
        let sources = match self.from {
            Some(Origin::Wire) => Sources::all(CountingSource::Wire),
            Some(Origin::Observations) => Sources::all(CountingSource::Observations),
            None => Sources::of(&bytes),
        };
        let jobs = self.jobs.or_else(|| thread::available_parallelism().ok());
        let jobs = jobs.map_or(1, NonZeroUsize::get);
        let parts = Part::all_of(&bytes, &sources);
        for parts in parts.chunks(jobs.saturating_mul(RECORDINGS_OF_A_JOB)) {
            for adjudicated in self.adjudicate_all(parts, jobs) {
                self.print(adjudicated)?;
            }
        }
        Ok(())
    }

    /// What came of these recordings, in their order.
    fn adjudicate_all(&self, parts: &[Part<'_>], jobs: usize) -> Vec<Adjudicated> {
        let Self { format, provisional, hindsight, .. } = *self;
        let wanted = Wanted { format, provisional, hindsight };
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(parts.len()));
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let adjudicated = adjudicate(part, wanted);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                done.push((part.recording, adjudicated));
            }
        };
        thread::scope(|scope| {
            (1..jobs.min(parts.len())).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(recording, _)| *recording);
        done.into_iter().map(|(_, adjudicated)| adjudicated).collect()
    }

    /// Prints what came of a recording. A reader that has gone away is no failure.
    fn print(&self, adjudicated: Adjudicated) -> Result<(), Failure> {
        let Adjudicated { text, notices, fault } = adjudicated;
        for notice in notices {
            complain(format_args!("{}: {notice}", self.name()));
        }
        output::print(self.format, &text).map_err(Failure::failed)?;
        match fault {
            Some(fault) => Err(Failure::malformed(format_args!("{}: {fault}", self.name()))),
            None => Ok(()),
        }
    }

    fn read(&self) -> Result<Vec<u8>, Failure> {
        let read = if self.is_standard_input() {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(&self.file)
        };
        read.map_err(|error| Failure::failed(format_args!("{}: {error}", self.name())))
    }

    /// How the recording is called in messages.
    fn name(&self) -> String {
        if self.is_standard_input() {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        }
    }

    fn is_standard_input(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

//! All cores at work: one thread reads, the others adjudicate.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use shakmaty::{Board, Position as _};
use touchmove_core::game::uci;
use touchmove_core::words::phrases::Score;
use touchmove_lab::score::{
    ObservedRecording, PlayedRecording, Tally, TruthLine, Unread, boards_of, boards_told, compare,
    cost, hold, play, until_ended_by_laws,
};

use super::ledger::{Kind, Ledger};
use super::parts::{Part, Parts};
use super::progress::Progress;
use super::wrong::{Fit, Wrong};
use crate::Failure;

/// Who works, and what is kept of it.
#[derive(Clone, Copy)]
pub(super) struct Crew {
    /// How many recordings are adjudicated at a time.
    pub(super) jobs: NonZeroUsize,
    /// How many games that are not right are kept of each kind.
    pub(super) wrong: usize,
}

/// Recordings read ahead for each that is being adjudicated.
const AHEAD: usize = 2;

impl Crew {
    /// Scores all recordings.
    pub(super) fn score(
        self,
        mut parts: Parts,
        progress: &mut Progress<'_>,
    ) -> Result<Ledger, Failure> {
        let (sender, receiver) = sync_channel(self.jobs.get() * AHEAD);
        let receiver = Arc::new(Mutex::new(receiver));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.get())
                .map(|_| Arc::clone(&receiver))
                .map(|queue| scope.spawn(move || self.work(&queue)))
                .collect();
            // When nobody is left to take a part, sending fails.
            drop(receiver);
            let read = loop {
                match parts.next() {
                    Ok(Some(part)) => {
                        progress.show(parts.read, parts.size, part.place.index + 1);
                        if sender.send(part).is_err() {
                            break Ok(());
                        }
                    }
                    Ok(None) => break Ok(()),
                    Err(error) => break Err(Failure::failed(error)),
                }
            };
            drop(sender);
            let mut ledger = Ledger::new(self.wrong);
            for worker in workers {
                let done = worker.join();
                ledger.merge(done.map_err(|_| Failure::because(Score::NotPlayed))?);
            }
            read.map(|()| ledger)
        })
    }

    fn work(self, queue: &Mutex<Receiver<Part>>) -> Ledger {
        let mut ledger = Ledger::new(self.wrong);
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(part) = next else { return ledger };
            match ObservedRecording::read(&part.bytes) {
                Ok(evidence) => judge(&part, &evidence, &mut ledger),
                Err(unread) => ledger.refuse(&part.place, in_file(unread, &part)),
            }
        }
    }
}

/// A line of the recording is a line of its file.
fn in_file(unread: Unread, part: &Part) -> Unread {
    match unread {
        Unread::Recording(mut error) => {
            error.line += part.place.line - 1;
            Unread::Recording(error)
        }
        Unread::Setup(_) | Unread::Sin(_) => unread,
    }
}

fn judge(part: &Part, evidence: &ObservedRecording, ledger: &mut Ledger) {
    let Some(truth) = evidence.headers.truth() else { return ledger.pass_over() };
    let truth = TruthLine::of(truth.split_whitespace());
    let before = processor_time();
    let played = play(evidence);
    let spent = processor_time().saturating_sub(before);
    let words = played.game.as_deref().map(uci::words).unwrap_or_default();
    let line = TruthLine::of(words.iter().map(String::as_str));
    let truth = until_ended_by_laws(truth, &line, &evidence.setup.start.position);
    let comparison = compare(&truth, &line);
    let mut tally = Tally::default();
    tally.add(&truth, &line, &comparison, &played);
    tally.observations = evidence.steps.len() as u64;
    tally.spent = spent;
    let accusations = played.accusations();
    let verdict = hold(&evidence.sins, &accusations);
    tally.sins.add(&verdict.having_withdrawn(&evidence.sins, &played.withdrawn));
    let wrong = (!comparison.is_right()).then(|| {
        let fit = fit(evidence, &truth, &played);
        tally.undecided = fit.is_some_and(Fit::is_undecided).into();
        Wrong::new(&part.place, (&truth, &line), &comparison, &played, fit)
    });
    ledger.enter(Kind::of(&evidence.headers), part.place.index, &tally, wrong);
}

/// How well the truth and what was told fit the readings.
fn fit(evidence: &ObservedRecording, truth: &TruthLine, played: &PlayedRecording) -> Option<Fit> {
    let start = evidence.setup.start.position.board();
    let truth = boards_of(start, &truth.words)?;
    let told = boards_told(played.game.as_ref()?)?;
    let cost = |boards: &[Board]| Some(cost(evidence, played.lies?, boards));
    Some(Fit { truth: cost(&truth)?, told: cost(&told)? })
}

/// Processor time that this thread has used.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

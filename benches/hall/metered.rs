//! What simulated boards cost themselves: it is taken off.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use touchmove_drivers::Instant;
use touchmove_drivers::device::line::OnLine;
use touchmove_lab::simulate::{AtPort, Progress};

use crate::counting;

/// Time and memory that the simulated boards have taken.
#[derive(Clone, Default)]
pub(crate) struct Meter(Arc<Taken>);

#[derive(Default)]
struct Taken {
    nanos: AtomicU64,
    bytes: AtomicI64,
}

impl Meter {
    /// Time of a core.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_nanos(self.0.nanos.load(Ordering::Relaxed))
    }

    /// Bytes in use, more than when they were made.
    pub(crate) fn bytes(&self) -> i64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    fn run<T>(&self, what: impl FnOnce() -> T) -> T {
        let (began, had) = (time_of(ClockId::ThreadCPUTime), counting::live() as i64);
        let result = what();
        self.0.bytes.fetch_add(counting::live() as i64 - had, Ordering::Relaxed);
        let took = time_of(ClockId::ThreadCPUTime).saturating_sub(began).as_nanos();
        self.0.nanos.fetch_add(took as u64, Ordering::Relaxed);
        result
    }
}

/// What a clock of the processor shows.
pub(crate) fn time_of(clock: ClockId) -> Duration {
    clock_gettime(clock).try_into().expect("a time")
}

/// A board whose own cost is counted.
pub(crate) struct Metered<P>(pub(crate) P, pub(crate) Meter);

impl<P: AtPort> OnLine for Metered<P> {
    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.1.run(|| self.0.receive(now, bytes));
    }

    fn timeout(&mut self, now: Instant) {
        self.1.run(|| self.0.timeout(now));
    }

    fn poll(&mut self) -> Option<Vec<u8>> {
        self.1.run(|| self.0.poll())
    }

    fn deadline(&self) -> Option<Instant> {
        self.1.run(|| self.0.deadline())
    }
}

impl<P: AtPort> AtPort for Metered<P> {
    fn progress(&self) -> Progress {
        self.0.progress()
    }
}

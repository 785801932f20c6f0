//! What a program counts while it runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often something has happened.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

/// How long something took, how often.
#[derive(Debug)]
pub struct Histogram {
    /// By the first bound that is not below what it took; what took longer than all of them is in the last one.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    /// All that it took, in microseconds.
    sum_us: AtomicU64,
}

/// The bounds of all histograms: in microseconds, and in seconds as they are written. From a board's message to a page 20 ms are
/// wanted, so they are closest there.
pub(super) const BOUNDS: [(u64, &str); 15] = [
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (20_000, "0.02"),
    (35_000, "0.035"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (250_000, "0.25"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (2_500_000, "2.5"),
    (5_000_000, "5"),
    (30_000_000, "30"),
    (300_000_000, "300"),
];

impl Counter {
    /// Nothing has happened.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// It has happened once more.
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How often it has.
    pub fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Default for Histogram {
    fn default() -> Self {
        Self::new()
    }
}

impl Histogram {
    /// Nothing has been measured.
    #[must_use]
    pub const fn new() -> Self {
        let buckets = [const { AtomicU64::new(0) }; BOUNDS.len() + 1];
        Self { buckets, sum_us: AtomicU64::new(0) }
    }

    /// It took so long.
    pub fn measure(&self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let at = BOUNDS.iter().position(|(bound, _)| took <= *bound).unwrap_or(BOUNDS.len());
        if let Some(bucket) = self.buckets.get(at) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        self.sum_us.fetch_add(took, Ordering::Relaxed);
    }

    /// How often it took so long or less, for each bound; and last how often it was measured at all.
    pub(super) fn cumulated(&self) -> Vec<u64> {
        let sum = |sum: &mut u64, bucket: &AtomicU64| {
            *sum += bucket.load(Ordering::Relaxed);
            Some(*sum)
        };
        self.buckets.iter().scan(0, sum).collect()
    }

    /// All that it took, in microseconds.
    pub(super) fn sum_us(&self) -> u64 {
        self.sum_us.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_as_long_as_a_bound_is_within_it() {
        let histogram = Histogram::new();
        for ms in [1, 20, 21, 400_000] {
            histogram.measure(Duration::from_millis(ms));
        }
        let cumulated = histogram.cumulated();
        let up_to = |seconds: &str| {
            let at = BOUNDS.iter().position(|(_, written)| *written == seconds).unwrap();
            cumulated[at]
        };
        assert_eq!((up_to("0.001"), up_to("0.02"), up_to("0.035"), up_to("300")), (1, 2, 3, 3));
        assert_eq!((cumulated.last(), histogram.sum_us()), (Some(&4), 400_042_000));
    }

    #[test]
    fn bounds_are_written_as_they_are_and_grow() {
        for (us, seconds) in BOUNDS {
            let read = (seconds.parse::<f64>().unwrap() * 1e6).round();
            assert_eq!(format!("{read}"), us.to_string());
        }
        assert!(BOUNDS.is_sorted());
    }
}

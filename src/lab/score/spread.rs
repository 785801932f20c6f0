//! How a quantity is spread, in bounded memory.

use std::collections::BTreeMap;
use std::time::Duration;

/// Spans of time, kept to the millisecond, rounded up.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    counts: BTreeMap<u64, u64>,
    total: u64,
}

impl Spread {
    /// Adds a span.
    pub fn add(&mut self, span: Duration) {
        let millis = u64::try_from(span.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX);
        *self.counts.entry(millis).or_default() += 1;
        self.total += 1;
    }

    /// Adds all spans of another.
    pub fn merge(&mut self, other: &Self) {
        for (&millis, &count) in &other.counts {
            *self.counts.entry(millis).or_default() += count;
        }
        self.total += other.total;
    }

    /// The smallest span, in milliseconds, that is not exceeded by `percent` of all; `None` where
    /// there are none.
    pub fn percentile(&self, percent: u64) -> Option<u64> {
        let wanted = (self.total * percent).div_ceil(100).max(1);
        let mut below = 0;
        self.counts.iter().find_map(|(&millis, &count)| {
            below += count;
            (below >= wanted).then_some(millis)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_spans() {
        let mut spread = Spread::default();
        assert_eq!(spread.percentile(50), None);
        (1..=100).for_each(|millis| spread.add(Duration::from_millis(millis)));
        assert_eq!([0, 50, 99, 100].map(|p| spread.percentile(p)), [1, 50, 99, 100].map(Some));
    }

    #[test]
    fn merged_spreads_are_as_one() {
        let (mut one, mut other) = (Spread::default(), Spread::default());
        one.add(Duration::from_micros(1));
        (0..9).for_each(|_| other.add(Duration::ZERO));
        one.merge(&other);
        assert_eq!([50, 90, 91].map(|p| one.percentile(p)), [0, 0, 1].map(Some));
    }
}

//! What the hypotheses pay for what they do not explain.
//!
//! The weights are negative log-likelihoods in disguise: a hypothesis that pays one less is about three
//! times as likely. What they pay is in a table of its own (`costs.rs`), which can be fitted; here is what they pay it by.

use std::time::Duration;

use touchmove_drivers::Instant;

use super::costs::Costs;
use super::witness::Witness;

/// What a hypothesis has paid, in billionths. Whole numbers: the same evidence gives the same sum on
/// every machine and in any cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cost(i64);

/// What a square that is not explained costs, in thousandths a second.
pub(super) type Rate = u32;

/// How long was waited, in millionths of a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waited(i64);

/// All weights, with what each stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// What hypotheses pay on boards that sense what this one does.
    pub(super) costs: Costs,
    /// Who says what stands on the board.
    pub(super) witness: Witness,
    /// So much of a quiet time counts: an abandoned board decides nothing.
    pub(super) patience: Duration,
    /// So soon, after one scan of the board, is at once.
    pub(super) at_once: Duration,
    /// Readings closer than this have no order: one scan of the board, and what it is heard late.
    pub(super) scan: Duration,
    /// The best ones are kept by what they will have paid so soon.
    pub(super) ahead: Duration,
    /// How many hypotheses are kept.
    pub(super) beam: usize,
    /// More hypotheses than this are not made of one change of the readings.
    pub(super) made_at_once: usize,
    /// A hypothesis that pays so much more than the best is dropped.
    pub(super) hopeless: Cost,
    /// One that pays so much more is unlikely: mostly it is dropped before it matters what nobody saw in it.
    pub(super) unlikely: Cost,
    /// One that pays so much more and denies what is just told is dropped as well.
    pub(super) denies: Cost,
    /// A ply is beyond doubt when all that lack it pay so much more.
    pub(super) beyond_doubt: Cost,
    /// The same for a ply that nothing has followed yet.
    pub(super) beyond_doubt_last: Cost,
}

impl Weights {
    /// The weights for a board with this reading lag, of which this witness tells and on which they pay these costs.
    pub(super) const fn of(witness: Witness, scan: Duration, costs: Costs) -> Self {
        let costs = match witness {
            Witness::Squares => costs,
            Witness::Board => Costs {
                king_left: Cost::NEVER,
                against_its_kind: Cost::NEVER,
                takes_own: Cost::NEVER,
                out_of_turn: Cost::NEVER,
                ..costs
            },
        };
        Self { scan, witness, costs, ..Self::USUAL }
    }

    /// The same where lines are kept that only what comes much later may bring back, and less is told at once.
    pub(super) const fn keeping_more(self) -> Self {
        Self {
            beam: 200,
            made_at_once: 1_024,
            hopeless: Cost::milli(8_000),
            unlikely: Cost::milli(8_000),
            denies: Cost::milli(8_000),
            beyond_doubt: Cost::milli(1_500),
            beyond_doubt_last: Cost::milli(1_500),
            ..self
        }
    }

    const USUAL: Self = Self {
        costs: Costs::NAMED,
        witness: Witness::Squares,
        patience: Duration::from_millis(1_500),
        at_once: Duration::from_millis(130),
        scan: Duration::from_millis(250),
        ahead: Duration::from_millis(300),
        beam: 48,
        made_at_once: 192,
        hopeless: Cost::milli(5_500),
        unlikely: Cost::milli(3_000),
        denies: Cost::milli(3_500),
        beyond_doubt: Cost::milli(700),
        beyond_doubt_last: Cost::milli(700),
    };
}

impl Cost {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// What costs so much is never thought of, whatever the board shows.
    const NEVER: Self = Self::milli(1_000_000);

    /// So many thousandths.
    pub const fn milli(thousandths: i64) -> Self {
        Self(thousandths * 1_000_000)
    }

    /// Both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left of it without the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// So many times the same.
    pub const fn times(self, count: u32) -> Self {
        Self(self.0.saturating_mul(count as i64))
    }

    /// The same, in thousandths.
    pub(super) const fn thousandths(self) -> u32 {
        (self.0 / 1_000_000) as u32
    }

    /// A number that is the greater the more it is.
    pub(super) const fn order(self) -> u64 {
        self.0.cast_unsigned() ^ (1 << 63)
    }

    /// So many hundredths of it.
    pub(super) const fn hundredths(self, count: i64) -> Self {
        Self(self.0.saturating_mul(count) / 100)
    }

    /// What waiting costs at this rate.
    pub(super) const fn of_waiting(rate: Rate, Waited(micros): Waited) -> Self {
        Self(micros.saturating_mul(rate as i64))
    }

    /// How long waiting at this rate takes to cost so much, rounded up; `None` for ever.
    pub(super) fn waited_for(self, rate: Rate) -> Option<Duration> {
        let rate = u64::from(rate);
        let cost = u64::try_from(self.0).unwrap_or(0);
        (rate > 0).then(|| Duration::from_micros(cost.div_ceil(rate)))
    }

    /// The odds that a line is right which pays so much more than the best one when a move is told. Fitted
    /// to what simulated games turned out to be: one in four at no difference, one in a hundred at 0.4.
    pub(super) fn odds(self) -> f64 {
        (-(self.0 as f64) / 1e9 * 8.0).exp() / 4.0
    }
}

impl Waited {
    pub(super) fn of(span: Duration) -> Self {
        Self(i64::try_from(span.as_micros()).unwrap_or(i64::MAX))
    }

    /// How much of the time since `since` counts.
    pub(super) fn since(since: Instant, now: Instant, weights: &Weights) -> Self {
        Self::of(now.since(since).min(weights.patience))
    }
}

//! Players whom tests can wait for.

use std::ops::RangeInclusive;

use touchmove_lab::simulate::{Rate, RateSetting, Rates, Style};

/// Hands that think for so many milliseconds, whatever the clock of the game says, and tell each result by the kings.
pub(crate) fn who_think(milliseconds: RangeInclusive<f64>, style: Style) -> Rates {
    let mut rates = style.rates();
    for (rate, value) in [
        (Rate::ThinkRecorded, 0.0),
        (Rate::ThinkLeast, *milliseconds.start()),
        (Rate::ThinkMost, *milliseconds.end()),
        (Rate::Kings, 1.0),
    ] {
        rates.set(RateSetting::new(rate, value).unwrap());
    }
    rates
}

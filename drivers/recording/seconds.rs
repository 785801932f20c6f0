//! Times of records: seconds since the start, with up to six decimals.

use std::fmt;

use crate::observation::Malformed;
use crate::time::Instant;

/// A time as records write it: with three decimals, or six where three do not hold it.
pub(super) struct Seconds(pub(super) Instant);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_micros();
        let (whole, part) = (micros / 1_000_000, micros % 1_000_000);
        if part % 1_000 == 0 {
            write!(f, "{whole}.{:03}", part / 1_000)
        } else {
            write!(f, "{whole}.{part:06}")
        }
    }
}

/// Reads a time: whole seconds, or with one to six decimals.
pub(super) fn read(text: &str) -> Result<Instant, Malformed> {
    micros(text).map(Instant::from_micros).ok_or_else(|| Malformed::expected(TIME, text))
}

const TIME: &str = "a time in seconds like 12.345";

fn micros(text: &str) -> Option<u64> {
    let (whole, part) = match text.split_once('.') {
        Some((whole, part)) => (whole, digits(part).filter(|_| part.len() <= 6)?),
        None => (text, 0),
    };
    let decimals = text.len().saturating_sub(whole.len() + 1);
    let part = part * 10_u64.pow(6 - u32::try_from(decimals).ok()?);
    digits(whole)?.checked_mul(1_000_000)?.checked_add(part)
}

fn digits(text: &str) -> Option<u64> {
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn seconds_have_up_to_six_decimals() {
        for (text, micros) in [
            ("0", 0),
            ("0.000", 0),
            ("12.5", 12_500_000),
            ("1.000001", 1_000_001),
            ("007.3", 7_300_000),
        ] {
            assert_eq!(read(text), Ok(Instant::from_micros(micros)), "{text}");
        }
        for text in
            ["", ".", "1.", ".5", "-1", "+1", "1.0000001", "1e3", "1,5", "99999999999999", "١"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_time_reads_back_the_same(micros: u64) {
            let time = Instant::from_micros(micros);
            prop_assert_eq!(read(&Seconds(time).to_string()), Ok(time));
        }
    }
}

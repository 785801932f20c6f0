//! Spans of time as people say them.

use std::time::Duration;

use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Span;

/// A span of time in its largest unit.
pub fn span(span: Duration) -> Saying {
    let whole = |number: u128| Saying::from(u64::try_from(number).unwrap_or(u64::MAX));
    let span = match span.as_millis() {
        0 => Span::UnderMillisecond,
        millis @ 1..100 => Span::Milliseconds { count: whole(millis) },
        millis @ 100..10_000 => {
            Span::Tenths { seconds: whole(millis / 1_000), tenth: whole(millis % 1_000 / 100) }
        }
        millis @ 10_000..120_000 => Span::Seconds { count: whole(millis / 1_000) },
        millis @ 120_000..7_200_000 => Span::Minutes { count: whole(millis / 60_000) },
        millis => Span::Hours { count: whole(millis / 3_600_000) },
    };
    span.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::Notices;

    #[test]
    fn a_span_is_said_in_its_largest_unit() {
        let said = [0, 99, 100, 9_999, 10_000, 119_999, 120_000, 7_199_999, 7_200_000]
            .map(|millis| Notices::default().say(span(Duration::from_millis(millis))));
        let units =
            ["under 1 ms", "99 ms", "0.1 s", "9.9 s", "10 s", "119 s", "2 min", "119 min", "2 h"];
        assert_eq!(said, units);
    }
}

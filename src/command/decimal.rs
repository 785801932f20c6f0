//! Figures with a decimal sign, as the reader writes them.

use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Figure;

/// A figure so many digits behind the decimal sign.
pub(super) fn decimal(value: f64, digits: usize) -> Saying {
    let text = format!("{value:.digits$}");
    match text.split_once('.') {
        Some((whole, part)) => Figure::Decimal { whole: whole.into(), part: part.into() }.into(),
        None => text.into(),
    }
}

/// A share of a hundred.
pub(super) fn percent(value: impl Into<Saying>) -> Saying {
    Figure::Percent { value: value.into() }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::Notices;

    #[test]
    fn the_decimal_sign_is_that_of_the_reader() {
        let (english, turkish) = (Notices::default(), Notices::in_turkish());
        for (value, digits, in_english, in_turkish) in
            [(12.34, 1, "12.3 %", "%12,3"), (0.999, 2, "1.00 %", "%1,00"), (7.0, 0, "7 %", "%7")]
        {
            assert_eq!(english.say(percent(decimal(value, digits))), in_english);
            assert_eq!(turkish.say(percent(decimal(value, digits))), in_turkish);
        }
    }
}

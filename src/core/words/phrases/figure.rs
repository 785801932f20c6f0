//! Figures as the reader writes them.

use crate::words::phrase::phrases;

phrases! {
    /// A figure.
    Figure {
        /// What stands before and behind the decimal sign.
        Decimal { whole, part } = "figure-decimal",
        Percent { value } = "figure-percent",
    }
}

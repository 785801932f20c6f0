//! What is said of decisions about games.

use crate::words::phrase::phrases;

phrases! {
    /// A decision, or a part of it.
    Decided {
        /// A verb that stands alone.
        Alone { verb } = "decided-alone",
        With { verb, particulars } = "decided-with",
        Particular { key, value } = "decided-particular",
        Several { first, rest } = "decided-several",
        Because { what, reason } = "decided-because",
        /// The whole of a record.
        Record { by, what } = "decided-record",
    }
}

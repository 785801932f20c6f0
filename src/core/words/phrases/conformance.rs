//! What is said by `touchmove conformance`.

use crate::words::phrase::phrases;

phrases! {
    /// What cases show of the Laws.
    Conformance {
        Differs { case, edition, expected, said } = "conformance-differs",
        NothingSaid = "conformance-nothing-said",
        Counted { passed, failed } = "conformance-counted",
        LawsSayOtherwise = "conformance-laws-say-otherwise",
    }
}

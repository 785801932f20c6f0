//! What is said around the pages of `touchmove help`.

use crate::words::phrase::phrases;

phrases! {
    /// Around the pages of help.
    OfHelp {
        NoSuchPage { word, near } = "help-no-such-page",
        NothingNear { word } = "help-nothing-near",
        Words = "help-words",
    }
}

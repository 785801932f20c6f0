//! What is said on pages for spectators.

use crate::words::phrase::phrases;

phrases! {
    /// Something on a page for spectators.
    AtPublic {
        Title = "public-title",
        Round { number } = "public-round",
        Table { number } = "public-table",
        Nothing = "public-nothing",
        Stale = "public-stale",
        Wall = "public-wall",
        Boards { count } = "public-boards",
        Keys = "public-keys",
    }
}

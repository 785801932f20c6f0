//! What is said of what holds in the sections of a tournament.

use crate::words::phrase::phrases;

phrases! {
    /// A value of what is set for a section.
    OfSection {
        Rulebook { edition, category, supervision } = "section-rulebook",
        NotRegulated = "section-not-regulated",
        DefaultTime { time } = "section-default-time",
        NoOffers { number } = "section-no-offers",
        QuickplayFinish { finish } = "section-quickplay-finish",
        Both { one, other } = "section-both",
        NotHeld = "section-not-held",
        Moves { count } = "section-moves",
        TimeAndMoves { time, moves } = "section-time-and-moves",
        /// So many boards of all have lights.
        WithLights { lit, count } = "section-with-lights",
        Withheld { delay } = "section-withheld",
    }
}

//! What is said of where games are sent.

use crate::words::phrase::phrases;

phrases! {
    /// Where games are sent, and what becomes of them there.
    OfBroadcast {
        Nowhere = "broadcast-nowhere",
        NotRunning = "broadcast-not-running",
        Added { id } = "broadcast-added",
        Removed { id } = "broadcast-removed",
        Again { id } = "broadcast-again",
        Lichess { round } = "broadcast-lichess",
        AllRounds = "broadcast-all-rounds",
        Round { round } = "broadcast-round",
        /// Of one section alone.
        Section { rounds, section } = "broadcast-section",
        /// How much is there.
        Nothing { games } = "broadcast-nothing",
        Last { games, ago, late } = "broadcast-last",
        Behind { count } = "broadcast-behind",
        /// A game, and what is to be known of it.
        Refused { game, why } = "broadcast-refused",
        Ends { game, number } = "broadcast-ends",
        /// Why nothing gets there.
        Trouble { place, lasts, trouble } = "broadcast-trouble",
        /// What was said there.
        Said { trouble, why } = "broadcast-said",
        NoKey = "broadcast-no-key",
        KeyRefused = "broadcast-key-refused",
        NotThere = "broadcast-not-there",
        Unreachable = "broadcast-unreachable",
        Busy = "broadcast-busy",
        NotTaken = "broadcast-not-taken",
        Unclear = "broadcast-unclear",
        /// What is to be done about it.
        GiveKey { key } = "broadcast-give-key",
        GiveAnotherKey { key } = "broadcast-give-another-key",
        AddAnew { id } = "broadcast-add-anew",
        LookAtNetwork = "broadcast-look-at-network",
        WaitForIt = "broadcast-wait-for-it",
        SendAgain { id } = "broadcast-send-again",
        LookAtAddress = "broadcast-look-at-address",
        /// What stands before the numbers of a destination.
        GamesSent = "broadcast-games-sent",
        GamesBehind = "broadcast-games-behind",
        LastTaken = "broadcast-last-taken",
        HowLate = "broadcast-how-late",
        NothingTaken = "broadcast-nothing-taken",
        Folder { place } = "broadcast-folder",
        NotKnown { why } = "broadcast-not-known",
    }
}

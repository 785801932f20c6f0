//! Heads of tables.

use crate::words::phrase::phrases;

phrases! {
    /// The head of a column.
    Head {
        Table = "head-table",
        White = "head-white",
        Black = "head-black",
        LastMove = "head-last-move",
        Board = "head-board",
        Game = "head-game",
        State = "head-state",
        Battery = "head-battery",
        Firmware = "head-firmware",
        Plies = "head-plies",
        Result = "head-result",
        Source = "head-source",
        Link = "head-link",
        Time = "head-time",
        Section = "head-section",
        Pairings = "head-pairings",
        Rulebook = "head-rulebook",
        Policy = "head-policy",
        Lights = "head-lights",
        Regulations = "head-regulations",
        BusDelay = "head-bus-delay",
        FilesDelay = "head-files-delay",
        AskedAgain = "head-asked-again",
        Damaged = "head-damaged",
        Silences = "head-silences",
        Flicker = "head-flicker",
        LongestSilence = "head-longest-silence",
        Squares = "head-squares",
    }
}

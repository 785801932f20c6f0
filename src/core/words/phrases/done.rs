//! What is said of what was done to rounds.

use crate::words::phrase::phrases;

phrases! {
    /// Something that was done.
    Done {
        Assigned { seat, board } = "done-assigned",
        Plugged { count } = "done-plugged",
        ClockSet { board, white, black } = "done-clock-set",
        /// How the clock can be set, where it is to be.
        ClockOffer { command } = "done-clock-offer",
        Heard { board, at } = "done-heard",
        Freed { seat } = "done-freed",
        Adopted { seat, plies } = "done-adopted",
        Begun { round } = "done-begun",
        Paused { round } = "done-paused",
        Over { round } = "done-over",
        Reopened { round } = "done-reopened",
        Removed { round } = "done-removed",
        Loaded { round, pairings } = "done-loaded",
        Replaced { round, pairings, replaced } = "done-replaced",
        Pairings { count } = "done-pairings",
        UnknownColumns { columns } = "done-unknown-columns",
        UnreadableControl { count, tables, text } = "done-unreadable-control",
    }
}

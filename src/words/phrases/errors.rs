//! Why a command fails.

use crate::words::phrase::phrases;

phrases! {
    /// What somebody has named, and is not there.
    Missing {
        Board { board } = "missing-board",
        GameOn { board } = "missing-game-on",
        Game { game } = "missing-game",
        Table { table } = "missing-table",
        /// A number that is no table's.
        TableNumber { number } = "missing-table-number",
        /// What is at no table of the round.
        AtTable { name } = "missing-at-table",
        NotBegun { seat } = "missing-not-begun",
        /// A number that is a table's and another game's.
        TableOrGame { number, seat, game } = "missing-table-or-game",
        SeatWithGame { seat, game } = "missing-seat-with-game",
        SeatWithout { seat } = "missing-seat-without",
        GameAt { game, seat } = "missing-game-at",
    }
}

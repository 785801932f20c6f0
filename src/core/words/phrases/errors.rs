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

phrases! {
    /// Why a command cannot be carried out, and what to do.
    Failed {
        NoClockAt { board } = "failed-no-clock-at",
        HearUnknown { board } = "failed-hear-unknown",
        HeardBy { port, board } = "failed-hear-nobody",
        CalibrateUnneeded { board, title } = "failed-calibrate-unneeded",
        CalibrateAway { board, port } = "failed-calibrate-away",
        CalibrateLate { board, what } = "failed-calibrate-late",
        NoEvidence { folder } = "failed-no-evidence",
        NoBoardHere { board, there } = "failed-no-board-here",
        NoneYet = "failed-none-yet",
        ThereAre { names } = "failed-there-are",
        AccessDenied { path, group } = "failed-access-denied",
        NoCalendar = "failed-no-calendar",
        NothingKept = "failed-nothing-kept",
        NothingBetween = "failed-nothing-between",
        Damaged { path, gaps } = "failed-damaged",
        NoJournal { path } = "failed-no-journal",
        RoundNotLoaded { round } = "failed-round-not-loaded",
        NoRound = "failed-no-round",
        NoRoundIs { stage } = "failed-no-round-is",
        Or { one, other } = "failed-or",
        RoundGone { round } = "failed-round-gone",
        DaemonStopped = "failed-daemon-stopped",
        TooManyBoards { boards, most } = "failed-too-many-boards",
        Unchanged = "failed-unchanged",
        UnchangedByNod = "failed-unchanged-by-nod",
        NotAdjourned { game } = "failed-not-adjourned",
        NothingDecided { game } = "failed-nothing-decided",
        NoMove { played, ply } = "failed-no-move",
        NoPly { game, ply, last } = "failed-no-ply",
        NotReadYet { table } = "failed-not-read-yet",
        WriteAnyway = "failed-write-anyway",
        OtherVersion = "failed-other-version",
        SeveralJournals { board, count } = "failed-several-journals",
        GameElsewhere { game, known } = "failed-game-elsewhere",
        NoIncidents = "failed-no-incidents",
        NoIncident { incident, known } = "failed-no-incident",
        TooManyMoves = "failed-too-many-moves",
        OnlyChanges { edition } = "failed-only-changes",
        NotSealed { count } = "failed-not-sealed",
        AtFile { file, what } = "failed-at-file",
    }
}

//! What is said by `touchmove rehearse`.

use crate::words::phrase::phrases;

phrases! {
    /// How far a rehearsal has come, or why it does not go on.
    Rehearse {
        LookAt { bus } = "rehearse-look-at",
        Broadcast { place } = "rehearse-broadcast",
        /// What is to be done at another terminal, once the round is loaded.
        ByHand { round, bus } = "rehearse-by-hand",
        WaitsForBegin = "rehearse-waits-for-begin",
        NobodyPlays { seconds } = "rehearse-nobody-plays",
        InStep { count, all } = "rehearse-in-step",
        Played { percent, played, plies } = "rehearse-played",
        Stopped = "rehearse-stopped",
        NotInStep { boards } = "rehearse-not-in-step",
        NoRoundShown = "rehearse-no-round-shown",
        RoundsFromOne = "rehearse-rounds-from-one",
        TooFewTables { tables, boards } = "rehearse-too-few-tables",
        NobodyReads = "rehearse-nobody-reads",
        TooFewToShare { boards } = "rehearse-too-few-to-share",
        NoGames = "rehearse-no-games",
        NoBus { why } = "rehearse-no-bus",
        NoDaemon { why } = "rehearse-no-daemon",
        DaemonEnded = "rehearse-daemon-ended",
        ToldOtherwise { wrong, games } = "rehearse-told-otherwise",
    }
}

phrases! {
    /// What came of a rehearsal.
    Rehearsed {
        HeadTold = "rehearsed-head-told",
        AsPlayed = "rehearsed-as-played",
        ByPerson { told, count } = "rehearsed-by-person",
        NoGameTold = "rehearsed-no-game-told",
        ToldFor { ply, told, played } = "rehearsed-told-for",
        Nothing = "rehearsed-nothing",
        ResultUntold = "rehearsed-result-untold",
        ToldNotAdjudicated { ply, told, adjudicated } = "rehearsed-told-not-adjudicated",
        ResultNotAdjudicated { told, adjudicated } = "rehearsed-result-not-adjudicated",
        Right { right, games, seconds } = "rehearsed-right",
        Decided { count } = "rehearsed-decided",
        AsAdjudicated { count } = "rehearsed-as-adjudicated",
        BySent { board, what } = "rehearsed-by-sent",
        Presses = "rehearsed-presses",
        PressesAt { clients } = "rehearsed-presses-at",
        PressesBeside { clients, stalled } = "rehearsed-presses-beside",
        Spread { what, count, half, most, last } = "rehearsed-spread",
        WhileQuiet { percent } = "rehearsed-while-quiet",
        WhileAllPlayed { percent } = "rehearsed-while-all-played",
        Memory { mebibytes } = "rehearsed-memory",
    }
}

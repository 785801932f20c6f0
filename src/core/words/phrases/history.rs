//! What is said by `touchmove history`.

use crate::words::phrase::phrases;

phrases! {
    /// Something that happened on a board, or what stands around it.
    History {
        ReadOutKnown = "history-read-out-known",
        ReadOutNew { count } = "history-read-out-new",
        Press = "history-press",
        Answers = "history-answers",
        AnswersNot = "history-answers-not",
        BoardLost = "history-board-lost",
        Decided { what } = "history-decided",
        Came { from } = "history-came",
        Left = "history-left",
        Again { square, piece } = "history-again",
        Lifted { square, piece } = "history-lifted",
        PutDown { square, piece } = "history-put-down",
        InPlace { square, piece, was } = "history-in-place",
        Nothing = "history-nothing",
        SomePiece = "history-some-man",
        UnknownPiece = "history-unknown-man",
        Clock { white, black } = "history-clock",
        Pressed { side, clock } = "history-pressed",
        TimeRuns { side, clock } = "history-time-runs",
        ClockStands { clock } = "history-clock-stands",
        MoveIs { played, state } = "history-move-is",
        Incident { number, state, article } = "history-incident",
        Result { value } = "history-result",
        StandsAt { fen } = "history-stands-at",
        Language = "history-language",
        Title { board, stretch } = "history-title",
        Stretch { from, to } = "history-stretch",
        NothingHappened = "history-nothing-happened",
        PageNote = "history-page-note",
        Squares { count } = "history-squares",
    }
}

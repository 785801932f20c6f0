//! What is said of play: by `touchmove game`, `watch` and `history`.

use crate::words::phrase::phrases;

phrases! {
    /// Something of a game, or of what happened on a board.
    Play {
        White = "play-white",
        Black = "play-black",
        Doubtful = "play-doubtful",
        Illegal { played } = "play-illegal",
        DiffersOn { squares } = "play-differs-on",
        Question { question } = "play-question",
        HowSure { percent } = "play-how-sure",
        Decision { number, by, what } = "play-decision",
        Undone { decision } = "play-undone",
        Decided { number } = "play-decided",
        WouldChange { game } = "play-would-change",
        FollowsStays { plies } = "play-follows-stays",
        FollowsRenumbered { plies } = "play-follows-renumbered",
        GoesOnFrom { fen } = "play-goes-on-from",
        More { count } = "play-more",
        CarryOut = "play-carry-out",
        /// The answers that agree to it, with blanks between them.
        Nods = "play-nods",
        GoesOnOn { game, board } = "play-goes-on-on",
        Envelope { white, black, side, number, fen } = "play-envelope",
        EnvelopeTimes { white, black } = "play-envelope-times",
        LinkIs { link } = "play-link-is",
        PositionSet { fen, why } = "play-position-set",
        InStep = "play-in-step",
        BoardDiffers { squares } = "play-board-differs",
        Ended { result, reason } = "play-ended",
        Reopened = "play-reopened",
        Renewed { event } = "play-renewed",
        TakenBack { played } = "play-taken-back",
        Incident { number, title } = "play-incident",
        IncidentIs { number, state, title } = "play-incident-is",
        Instruction { number, title } = "play-instruction",
        InstructionIs { number, state, title } = "play-instruction-is",
        NoReading = "play-no-reading",
        NoClock = "play-no-clock",
        NoGame = "play-no-game",
        CardDiffers { squares } = "play-card-differs",
        Boards { count, bus } = "play-boards",
        Page { page, pages } = "play-page",
        Stopped = "play-stopped",
        NoBoardNamed { board } = "play-no-board-named",
        NoBoardAt { place } = "play-no-board-at",
        NoBoard = "play-no-board",
    }
}

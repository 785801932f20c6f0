//! What is said to a newcomer who is led to a first move.

use crate::words::phrase::phrases;

phrases! {
    /// The first hour with a station.
    OfSetup {
        Begin = "setup-begin",
        /// The head of a step.
        Head { number, count, step } = "setup-head",
        Service = "setup-service",
        Rights = "setup-rights",
        Boards = "setup-boards",
        Air = "setup-air",
        Folder = "setup-folder",
        FirstMove = "setup-first-move",
        ByHand { command } = "setup-by-hand",
        /// A question whether that is to be done.
        DoItNow = "setup-do-it-now",
        /// How an answer begins that says yes.
        Yes = "setup-yes",
        CommandFailed { command } = "setup-command-failed",
        Runs { version } = "setup-runs",
        RunsUnseen = "setup-runs-unseen",
        MayDirect = "setup-may-direct",
        NoMember { group } = "setup-no-member",
        LogInAgain = "setup-log-in-again",
        Board { board, title, port } = "setup-board",
        NoBoard = "setup-no-board",
        PlugIn = "setup-plug-in",
        LookInAir { seconds } = "setup-look-in-air",
        MakeOurs { name, address } = "setup-make-ours",
        AirLater = "setup-air-later",
        WrittenTo { place } = "setup-written-to",
        NotWritten { file } = "setup-not-written",
        NoBoardToPlay = "setup-no-board-to-play",
        SetUpMen = "setup-set-up-men",
        PlayMove = "setup-play-move",
        PlayLater = "setup-play-later",
        Seen { moved } = "setup-seen",
        Skipped = "setup-skipped",
        Done = "setup-done",
        StepsMissing { count } = "setup-steps-missing",
    }
}

//! What is said at the arbiters' desk.

use crate::words::phrase::phrases;

phrases! {
    /// Something on a page of the desk.
    AtDesk {
        Title = "desk-title",
        Waiting = "desk-waiting",
        Hall = "desk-hall",
        Broadcast = "desk-broadcast",
        NotWhole = "desk-not-whole",
        Skip = "desk-skip",
        Stale = "desk-stale",
        EnterTitle = "desk-enter-title",
        EnterWhat = "desk-enter-what",
        Enter = "desk-enter",
        TooManyTries = "desk-too-many-tries",
        LinkIsUsed = "desk-link-is-used",
        NotKept = "desk-not-kept",
        Closed = "desk-closed",
        NothingThere = "desk-nothing-there",
        Help = "desk-help",
        AllHelp = "desk-all-help",
        /// A link to what is said of something.
        HelpAbout { what } = "desk-help-about",
        NothingWaits = "desk-nothing-waits",
        Gone = "desk-gone",
        Vibrate = "desk-vibrate",
        IsGoing { name } = "desk-is-going",
        Go = "desk-go",
        Stay = "desk-stay",
        Mute = "desk-mute",
        ForMinutes { minutes } = "desk-for-minutes",
        Muted { minutes } = "desk-muted",
        Unmute = "desk-unmute",
        Section = "desk-section",
        AllSections = "desk-all-sections",
        Tables = "desk-tables",
        Choose = "desk-choose",
        NoHall = "desk-no-hall",
        Order = "desk-order",
        ByTable = "desk-by-table",
        ByTime = "desk-by-time",
        ByTrouble = "desk-by-trouble",
        NoBoard = "desk-no-board",
        NoSuchGame = "desk-no-such-game",
        NoTime { text } = "desk-no-time",
        Moves = "desk-moves",
        Matters = "desk-matters",
        Confirm = "desk-confirm",
        Dismiss = "desk-dismiss",
        Reopen = "desk-reopen",
        DecideMore = "desk-decide-more",
        OfCorrections = "desk-of-corrections",
        OfPlayers = "desk-of-players",
        OfArbiter = "desk-of-arbiter",
        OfFindings = "desk-of-findings",
        OfAdjournment = "desk-of-adjournment",
        LookFirst = "desk-look-first",
        BoardFailed = "desk-board-failed",
        AnotherBoard = "desk-another-board",
        WouldGoOnOn { board } = "desk-would-go-on-on",
        Says = "desk-says",
        Decisions = "desk-decisions",
        NothingDecided = "desk-nothing-decided",
        Undo = "desk-undo",
        WouldFollow = "desk-would-follow",
        NothingFollows = "desk-nothing-follows",
        Reason = "desk-reason",
        CarryOut = "desk-carry-out",
        Back = "desk-back",
        Already { by } = "desk-already",
        Refused = "desk-refused",
        TooMuch = "desk-too-much",
    }
}

phrases! {
    /// What is said around a replay, and around the words of an article.
    AtReplay {
        Title = "replay-title",
        WhatHappened = "replay-what-happened",
        Opening = "replay-opening",
        NothingSeen = "replay-nothing-seen",
        Earlier = "replay-earlier",
        Later = "replay-later",
        PlayIt = "replay-play",
        Pause = "replay-pause",
        Moment = "replay-moment",
        Article { article } = "replay-article",
        NoArticle { article } = "replay-no-article",
        Edition { edition } = "replay-edition",
    }
}

phrases! {
    /// What is said of who may use it.
    OfArbiters {
        LinkOf { name } = "arbiters-link-of",
        Certificate = "arbiters-certificate",
        NoDesk { address } = "arbiters-no-desk",
        Revoked { name } = "arbiters-revoked",
        NoArbiter = "arbiters-none",
        AllSections = "arbiters-all-sections",
        Devices { count } = "arbiters-devices",
        LinkWaits = "arbiters-link-waits",
    }
}

//! What stands around tables: in `touchmove status`, `round status`, `round results` and the lists of games.

use crate::words::phrase::phrases;

phrases! {
    /// Where something is.
    At {
        /// A table, and who plays there.
        Players { table, white, black } = "at-players",
        /// A place, and the board that stands there.
        OnBoard { place, board } = "at-on-board",
        Table { table } = "at-table",
        /// The same of a round that is over.
        PastPlayers { round, table, white, black } = "at-past-players",
        PastTable { round, table } = "at-past-table",
        /// A table of a round, where nobody knows who plays there.
        RoundTable { round, table } = "at-round-table",
        SystemBus = "at-system-bus",
        SessionBus = "at-session-bus",
        BusAddress { address } = "at-bus-address",
    }
}

phrases! {
    /// A span of time in its largest unit.
    Span {
        Now = "span-now",
        UnderMillisecond = "span-under-millisecond",
        Milliseconds { count } = "span-milliseconds",
        /// Seconds and a tenth.
        Tenths { seconds, tenth } = "span-tenths",
        Seconds { count } = "span-seconds",
        Minutes { count } = "span-minutes",
        Hours { count } = "span-hours",
    }
}

phrases! {
    /// What is said beside the rows of a table.
    Listed {
        Station { version, bus } = "listed-station",
        NoBoard = "listed-no-board",
        NoGame = "listed-no-game",
        /// Where a result would stand.
        Adjourned = "listed-adjourned",
        AdjournedGames { named } = "listed-adjourned-games",
        Waiting { count } = "listed-waiting",
        Healthy { count } = "listed-healthy",
        Disk { what } = "listed-disk",
        /// Several boards with the same trouble.
        Alike { count, title, boards } = "listed-alike",
        AlikeBoard { board, incident } = "listed-alike-board",
        AndMore { named, more } = "listed-and-more",
        Incidents { numbers, title } = "listed-incidents",
        Instructions { numbers, title } = "listed-instructions",
        EvidenceNotKept { why } = "listed-evidence-not-kept",
        Spare { plies, game } = "listed-spare",
        /// Other moves than were told: the answers, and how sure the change is.
        Proposed { ply, percent, choices, game, question } = "listed-proposed",
        Plies { count } = "listed-plies",
        HealthNumbers = "listed-health-numbers",
        Relay = "listed-relay",
        Games { count } = "listed-games",
        RelayLast { games, ago, late } = "listed-relay-last",
        RelayNothing { games } = "listed-relay-nothing",
        RelayTrouble { place, lasts, why } = "listed-relay-trouble",
        RelayBehind { place, games, lasts, why } = "listed-relay-behind",
        Round { round } = "listed-round",
        RoundOf { round, event } = "listed-round-of",
        RoundStands { round, stage, games, begun, over } = "listed-round-stands",
        RoundAsks { heading, questions } = "listed-round-asks",
        AtTable { table, what } = "listed-at-table",
        BoardDiffers { squares } = "listed-board-differs",
        BroadcastBehind { lasts, why } = "listed-broadcast-behind",
        BoardUnheard { board, link } = "listed-board-unheard",
        LinesMore { count } = "listed-lines-more",
        ResultsDiffer = "listed-results-differ",
        WhichCounts { shown, entered, table, round } = "listed-which-counts",
        WhichCountsBy { shown, entered, by, table, round } = "listed-which-counts-by",
        EnteredBy { by } = "listed-entered-by",
        PairingFile = "listed-pairing-file",
        ShownByBoard = "listed-shown-by-board",
        BoardAnd { entered } = "listed-board-and",
        Settled = "listed-settled",
        NothingEntered = "listed-nothing-entered",
        Counts { result, source } = "listed-counts",
        TwoResults = "listed-two-results",
        NoResultYet = "listed-no-result-yet",
    }
}

phrases! {
    /// How well a family of boards is known.
    Known {
        /// A family, and what is known of it.
        Of { title, known } = "known-of",
        Implemented = "known-implemented",
        Documented = "known-documented",
    }
}

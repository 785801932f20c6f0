//! What is said by `touchmove score`.

use crate::words::phrase::phrases;

phrases! {
    /// The head of a column of scores.
    ScoreHead {
        Hands = "score-head-hands",
        Senses = "score-head-senses",
        Lag = "score-head-lag",
        Games = "score-head-games",
        Right = "score-head-right",
        RightPercent = "score-head-right-percent",
        AsFit = "score-head-as-fit",
        MovesPercent = "score-head-moves-percent",
        Extra = "score-head-extra",
        TakenBack = "score-head-taken-back",
        Illegal = "score-head-illegal",
        Results = "score-head-results",
        Settled = "score-head-settled",
        Seen = "score-head-seen",
        Observations = "score-head-observations",
        Sins = "score-head-sins",
        Withdrawn = "score-head-withdrawn",
    }
}

phrases! {
    /// What stands around the table of scores.
    Score {
        Kind { hands, senses, lag } = "score-kind",
        SilentOnTruth { count } = "score-silent-on-truth",
        Recordings { count } = "score-recordings",
        Place { recording, ply } = "score-place",
        ToldOf { place, record } = "score-told-of",
        Costs { place, told, truth } = "score-costs",
        Truth { moves } = "score-truth",
        Told { moves } = "score-told",
        MoreUnread { count } = "score-more-unread",
        NoTruth = "score-no-truth",
        NotPlayed = "score-not-played",
    }
}

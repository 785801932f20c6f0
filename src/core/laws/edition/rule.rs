//! The articles of each rule in the five editions.

use crate::laws::article::Article;
use crate::laws::rulebook::Edition;

/// What the Laws call for. Each is an article of its own in the editions from 2017 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Only the player on move adjusts pieces, and says so first.
    Adjusting,
    /// The first own piece touched that can move is moved.
    TouchedOwn,
    /// The first enemy piece touched that can be taken is taken.
    TouchedEnemy,
    /// With pieces of both colours touched, the first takes the first.
    TouchedBoth,
    /// King, then rook: castling on that side, where it is legal.
    KingThenRook,
    /// Rook, then king: no castling on that side on this move.
    RookThenKing,
    /// King and rook, and that castling is illegal: another move of the king.
    CastlingIllegal,
    /// What the pawn becomes is decided when the new piece touches the square.
    PromotionChosen,
    /// Nothing that was touched can move or be taken: any legal move.
    NothingBinds,
    /// A piece released on a square to which it may go stays there.
    Released,
    /// A capture is made when the captured piece is off and the own piece released.
    CaptureMade,
    /// Castling is made when the rook is released; before, the king binds.
    CastlingMade,
    /// A promotion is made when the new piece is released and the pawn is off.
    PromotionMade,
    /// A pawn released on the last rank stays there; what it becomes is still open.
    PawnReleased,
    /// A king released as if it castled, where it may not: another move of the king.
    KingReleased,
    /// The right to complain ends with the complainer's own touch.
    ComplaintExpires,
    /// Mate ends the game.
    Checkmate,
    /// Resigning ends the game.
    Resignation,
    /// Stalemate ends the game.
    Stalemate,
    /// A dead position ends the game.
    DeadPosition,
    /// The players agree on a draw.
    Agreement,
    /// The press completes the move.
    CompletedByPress,
    /// Releasing the piece completes the move.
    CompletedByRelease,
    /// With a clock that adds time for each move, the press completes it.
    CompletedWithExtra,
    /// What ends the game needs no press.
    CompletedByEnd,
    /// A move without a press is completed by the player's next one.
    CompletedByNext,
    /// The clock runs for one player only.
    OneClockRuns,
    /// Time saved goes to the next period.
    NextPeriod,
    /// White's clock is started.
    ClockStarted,
    /// Who comes too late loses.
    DefaultTime,
    /// Both come too late.
    BothLate,
    /// White loses the time until he arrives.
    WhiteAbsent,
    /// Time used up loses, unless the opponent cannot mate.
    FlagFall,
    /// Who has a bare king cannot win.
    BareKing,
    /// Both flags are down in a period before the last, and nobody knows which fell first.
    BothFlagsEarlier,
    /// Both flags are down in the last period, and nobody knows which fell first.
    BothFlagsLast,
    /// Claims of a flag under reduced supervision.
    FlagClaim,
    /// What clocks show counts, unless they are evidently defective.
    ClockReadings,
    /// A clock set wrongly is corrected.
    ClockSetting,
    /// The arbiter stops the clock.
    ClockPaused,
    /// A player may stop the clock only to call the arbiter.
    ClockStopped,
    /// The game began from a wrong position.
    StartPosition,
    /// The board lies wrongly.
    BoardTurned,
    /// The game began with colours reversed.
    ColoursReversed,
    /// Pieces were displaced.
    Displaced,
    /// That pieces were displaced is found later.
    DisplacedFound,
    /// The times after the position was set up again.
    TimesRestored,
    /// An illegal move is completed.
    IllegalMove,
    /// The pawn was not replaced.
    PawnNotReplaced,
    /// The clock was pressed without a move.
    PressWithoutMove,
    /// A move was made with two hands.
    TwoHands,
    /// What an illegal move costs.
    IllegalPenalty,
    /// What pressing without a move costs.
    PressPenalty,
    /// What two hands cost.
    HandsPenalty,
    /// Illegal moves under reduced supervision.
    IllegalReduced,
    /// Illegal positions under reduced supervision.
    IllegalPosition,
    /// A clock set wrongly, found after ten moves under reduced supervision.
    SettingReduced,
    /// A wrong start, found after ten moves under reduced supervision.
    StartReduced,
    /// Nobody need record.
    NoRecording,
    /// Little time frees from recording.
    RecordingExempt,
    /// Regulations forbid draw offers.
    OffersForbidden,
    /// How draws are offered, and how long offers stand.
    Offer,
    /// A draw is offered at another moment.
    OfferIrregular,
    /// A claim is an offer.
    ClaimOffers,
    /// Threefold repetition with a move that was written.
    ThreefoldIntended,
    /// Threefold repetition that has just appeared.
    ThreefoldAppeared,
    /// Fifty moves with a move that was written.
    FiftyIntended,
    /// Fifty moves completed.
    FiftyCompleted,
    /// Touching a piece loses the right to claim.
    ClaimLost,
    /// A claim stops the clock and stands.
    ClaimStops,
    /// A correct claim draws.
    ClaimCorrect,
    /// A wrong claim costs time.
    ClaimWrong,
    /// Fivefold repetition draws.
    Fivefold,
    /// Seventy-five moves draw.
    SeventyFive,
    /// The arbiter warns a player.
    PenaltyWarning,
    /// The arbiter gives the opponent time.
    PenaltyTimeAdded,
    /// The arbiter takes time away.
    PenaltyTimeTaken,
    /// The arbiter gives the opponent more points.
    PenaltyPointsAdded,
    /// The arbiter gives the offender fewer points.
    PenaltyPointsTaken,
    /// The arbiter declares the game lost.
    PenaltyLoss,
    /// Both are guilty, both lose.
    BothGuilty,
    /// What a quickplay finish is: all moves that are left are made in a time that ends.
    QuickplayPhase,
    /// A quickplay finish is announced by the event.
    QuickplayAnnounced,
    /// Where a quickplay finish holds: without extra time for each move, and not in blitz.
    QuickplayWhere,
    /// Who has less than two minutes asks for an increment.
    QuickplayRequest,
    /// Who has less than two minutes claims that the opponent does not win by normal means.
    QuickplayClaim,
    /// The arbiter agrees with the claim.
    QuickplayAgreed,
    /// The arbiter decides of the claim later.
    QuickplayPostponed,
    /// The arbiter rejects the claim.
    QuickplayRejected,
    /// No arbiter is there: the claim ends play.
    QuickplayReferred,
    /// The arbiter who decides then decides finally.
    QuickplayFinal,
    /// An adjourned position was set up wrongly.
    AdjournedPosition,
    /// Who has sealed mate and comes too late has won.
    LateMate,
    /// Who has sealed a draw and comes too late has drawn.
    LateDraw,
    /// A sealed move that cannot be played loses.
    SealedBad,
    /// A sealed move that can be read in two ways loses.
    SealedAmbiguous,
    /// The player on move seals his move.
    MoveSealed,
    /// The game is adjourned before the session ends.
    AdjournedEarly,
    /// What is written on the envelope.
    EnvelopeWritten,
    /// Position and times are restored.
    Resumed,
    /// The envelope is opened, and the sealed move played.
    EnvelopeOpened,
    /// A draw is agreed on before the envelope is opened.
    DrawnUnopened,
    /// A player resigns before the envelope is opened.
    ResignedUnopened,
    /// Who is to reply to the sealed move is not there.
    ReplierAbsent,
    /// The reply to an absent player is sealed.
    ReplySealed,
    /// The envelope is lost.
    EnvelopeLost,
    /// The adjourned position cannot be found.
    AdjournedUnknown,
    /// The times of the adjourned game cannot be found.
    AdjournedTimesLost,
    /// The clocks were set wrongly at resumption.
    AdjournedTimes,
    /// A player has the move once his opponent's is completed.
    HavingTheMove,
    /// The arbiter gives time that is no penalty.
    TimeGiven,
    /// The arbiter takes time that is no penalty.
    TimeTaken,
    /// One player brings his scoresheet up to date, on his own time before he moves.
    OneScoresheet,
    /// Both players bring their scoresheets up to date while the clocks stand.
    BothScoresheets,
}

/// A rule and its articles in the five editions; none where the edition has no such rule.
type Row = (Rule, [Option<Article>; 5]);

/// An article of 1995 that 1997 keeps; later editions have none, or one that is not known.
const fn before_2017(old: Article) -> [Option<Article>; 5] {
    [Some(old), Some(old), None, None, None]
}

/// The same article since 2017.
const fn since_2017(old: Option<Article>, new: Article) -> [Option<Article>; 5] {
    [old, old, Some(new), Some(new), Some(new)]
}

/// Articles of 1995 and 1997, then those of 2017, 2018 and 2023.
const fn each(old: Option<Article>, new: [Article; 3]) -> [Option<Article>; 5] {
    [old, old, Some(new[0]), Some(new[1]), Some(new[2])]
}

/// The table: `docs/laws/articles.md`.
#[rustfmt::skip]
const ARTICLES: &[Row] = &[
    (Rule::Adjusting,         since_2017(Some("7.1"), "4.2.1")),
    (Rule::TouchedOwn,        since_2017(Some("7.2(a)"), "4.3.1")),
    (Rule::TouchedEnemy,      since_2017(Some("7.2(a)"), "4.3.2")),
    (Rule::TouchedBoth,       since_2017(Some("7.2(b)"), "4.3.3")),
    (Rule::KingThenRook,      since_2017(None, "4.4.1")),
    (Rule::RookThenKing,      since_2017(Some("5.1(c)"), "4.4.2")),
    (Rule::CastlingIllegal,   since_2017(Some("5.1(d)"), "4.4.3")),
    (Rule::PromotionChosen,   since_2017(Some("6.4"), "4.4.4")),
    (Rule::NothingBinds,      since_2017(Some("7.3"), "4.5")),
    (Rule::Released,          since_2017(Some("6.1"), "4.7")),
    (Rule::CaptureMade,       since_2017(Some("6.2"), "4.7.1")),
    (Rule::CastlingMade,      since_2017(Some("6.3"), "4.7.2")),
    (Rule::PromotionMade,     since_2017(Some("6.4"), "4.7.3")),
    (Rule::PawnReleased,      since_2017(Some("6.4"), "4.7")),
    (Rule::KingReleased,      since_2017(Some("5.1(d)"), "4.7.2")),
    (Rule::ComplaintExpires,  since_2017(Some("7.4"), "4.8")),
    (Rule::Checkmate,         since_2017(Some("10.1"), "5.1.1")),
    (Rule::Resignation,       since_2017(Some("10.2"), "5.1.2")),
    (Rule::Stalemate,         since_2017(Some("10.3"), "5.2.1")),
    (Rule::DeadPosition,      [Some("10.4"), Some("1997-dead"), Some("5.2.2"), Some("5.2.2"), Some("5.2.2")]),
    (Rule::Agreement,         since_2017(Some("10.6"), "5.2.3")),
    (Rule::CompletedByPress,  [Some("6.5"), Some("1997-completion"), Some("6.2.1"), Some("6.2.1"), Some("6.2.1")]),
    (Rule::CompletedByRelease, [Some("6.1"), None, None, None, None]),
    (Rule::CompletedWithExtra, [Some("6.6"), None, None, None, None]),
    (Rule::CompletedByEnd,    since_2017(Some("6.5"), "6.2.1.1")),
    (Rule::CompletedByNext,   since_2017(Some("6.5"), "6.2.1.2")),
    (Rule::OneClockRuns,      since_2017(Some("12.2"), "6.1")),
    (Rule::NextPeriod,        since_2017(Some("12.1"), "6.3.2")),
    (Rule::ClockStarted,      since_2017(Some("12.3"), "6.6")),
    (Rule::DefaultTime,       since_2017(Some("10.15"), "6.7.1")),
    (Rule::BothLate,          since_2017(Some("10.17"), "6.7.1")),
    (Rule::WhiteAbsent,       since_2017(None, "6.7.2")),
    (Rule::FlagFall,          since_2017(Some("10.14"), "6.9")),
    (Rule::BareKing,          [Some("10.5"), Some("10.5"), None, None, None]),
    (Rule::BothFlagsEarlier,  since_2017(Some("12.8"), "III.3.1.1")),
    (Rule::BothFlagsLast,     since_2017(Some("12.8"), "III.3.1.2")),
    (Rule::FlagClaim,         [None, Some("1997-flag"), Some("A.4.3"), Some("A.4.3"), Some("A.5.3")]),
    (Rule::ClockReadings,     since_2017(Some("12.4"), "6.10.1")),
    (Rule::ClockSetting,      since_2017(Some("12.4"), "6.10.2")),
    (Rule::ClockPaused,       since_2017(Some("12.5"), "6.11.1")),
    (Rule::ClockStopped,      since_2017(Some("12.5"), "6.11.2")),
    (Rule::StartPosition,     since_2017(Some("8.5"), "7.2.1")),
    (Rule::BoardTurned,       since_2017(Some("8.7"), "7.2.2")),
    (Rule::ColoursReversed,   since_2017(Some("8.6"), "7.3")),
    (Rule::Displaced,         since_2017(Some("8.3"), "7.4.1")),
    (Rule::DisplacedFound,    since_2017(Some("8.2"), "7.6")),
    (Rule::TimesRestored,     since_2017(Some("12.6"), "7.1")),
    (Rule::IllegalMove,       since_2017(Some("8.1"), "7.5.1")),
    (Rule::PawnNotReplaced,   since_2017(Some("6.4"), "7.5.2")),
    (Rule::PressWithoutMove,  each(Some("12.3"), ["7.8.1", "7.5.3", "7.5.3"])),
    (Rule::TwoHands,          each(None, ["7.7.1", "7.5.4", "7.5.4"])),
    (Rule::IllegalPenalty,    each(None, ["7.5.3", "7.5.5", "7.5.5"])),
    (Rule::PressPenalty,      each(None, ["7.8.2", "7.5.5", "7.5.5"])),
    (Rule::HandsPenalty,      each(None, ["7.7.2", "7.5.5", "7.5.5"])),
    (Rule::IllegalReduced,    each(None, ["A.4.2", "A.4.2", "A.5.2"])),
    (Rule::IllegalPosition,   each(None, ["A.4.4", "A.4.4", "A.5.4"])),
    (Rule::SettingReduced,    each(None, ["A.4.1.1", "A.4.1.1", "A.5.1.1"])),
    (Rule::StartReduced,      each(None, ["A.4.1.2", "A.4.1.2", "A.5.1.2"])),
    (Rule::NoRecording,       since_2017(None, "A.2")),
    (Rule::RecordingExempt,   since_2017(Some("11.2"), "8.4")),
    (Rule::OffersForbidden,   since_2017(None, "9.1.1")),
    (Rule::Offer,             since_2017(Some("10.7"), "9.1.2.1")),
    (Rule::OfferIrregular,    since_2017(Some("10.8"), "11.5")),
    (Rule::ClaimOffers,       since_2017(None, "9.1.2.3")),
    (Rule::ThreefoldIntended, since_2017(Some("10.10(a)"), "9.2.1.1")),
    (Rule::ThreefoldAppeared, since_2017(Some("10.10"), "9.2.1.2")),
    (Rule::FiftyIntended,     since_2017(Some("10.12"), "9.3.1")),
    (Rule::FiftyCompleted,    since_2017(Some("10.12"), "9.3.2")),
    (Rule::ClaimLost,         since_2017(Some("10.11"), "9.4")),
    (Rule::ClaimStops,        since_2017(Some("10.13"), "9.5.1")),
    (Rule::ClaimCorrect,      since_2017(Some("10.13(a)"), "9.5.2")),
    (Rule::ClaimWrong,        [Some("10.13(b)"), Some("1997-claim"), Some("9.5.3"), Some("9.5.3"), Some("9.5.3")]),
    (Rule::Fivefold,          since_2017(None, "9.6.1")),
    (Rule::SeventyFive,       since_2017(None, "9.6.2")),
    (Rule::PenaltyWarning,    since_2017(Some("16.5"), "12.9.1")),
    (Rule::PenaltyTimeAdded,  since_2017(Some("16.5"), "12.9.2")),
    (Rule::PenaltyTimeTaken,  since_2017(Some("16.5"), "12.9.3")),
    (Rule::PenaltyPointsAdded, since_2017(None, "12.9.4")),
    (Rule::PenaltyPointsTaken, since_2017(None, "12.9.5")),
    (Rule::PenaltyLoss,       since_2017(Some("16.5"), "12.9.6")),
    (Rule::BothGuilty,        since_2017(Some("10.17"), "11.8")),
    (Rule::QuickplayPhase, [None, None, Some("III.1"), Some("III.1"), Some("III.1")]),
    (Rule::QuickplayAnnounced, [None, None, Some("III.2.1"), Some("III.2.1"), Some("III.2.1")]),
    (Rule::QuickplayWhere, [None, None, Some("III.2.2"), Some("III.2.2"), Some("III.2.2")]),
    (Rule::QuickplayRequest, [None, None, Some("III.4"), Some("III.4"), Some("III.4")]),
    (Rule::QuickplayClaim, [None, Some("1997-10.2"), Some("III.5"), Some("III.5"), Some("III.5")]),
    (Rule::QuickplayAgreed, [None, Some("1997-10.2"), Some("III.5.1"), Some("III.5.1"), Some("III.5.1")]),
    (Rule::QuickplayPostponed, [None, Some("1997-10.2"), Some("III.5.2"), Some("III.5.2"), Some("III.5.2")]),
    (Rule::QuickplayRejected, [None, Some("1997-10.2"), Some("III.5.3"), Some("III.5.3"), Some("III.5.3")]),
    (Rule::QuickplayReferred, [None, None, Some("III.6.1"), Some("III.6.1"), Some("III.6.1")]),
    (Rule::QuickplayFinal, [None, None, Some("III.6.2"), Some("III.6.2"), Some("III.6.2")]),
    (Rule::AdjournedPosition, before_2017("8.4")),
    (Rule::LateMate,          before_2017("10.15(a)")),
    (Rule::LateDraw,          before_2017("10.15(b)")),
    (Rule::SealedBad,         before_2017("10.16")),
    (Rule::SealedAmbiguous,   before_2017("10.16(a)")),
    (Rule::MoveSealed,        before_2017("13.1(a)")),
    (Rule::AdjournedEarly,    before_2017("13.1(b)")),
    (Rule::EnvelopeWritten,   before_2017("13.2")),
    (Rule::Resumed,           before_2017("14.1")),
    (Rule::EnvelopeOpened,    before_2017("14.2")),
    (Rule::DrawnUnopened,     before_2017("14.2(a)")),
    (Rule::ResignedUnopened,  before_2017("14.2(b)")),
    (Rule::ReplierAbsent,     before_2017("14.3")),
    (Rule::ReplySealed,       before_2017("14.4")),
    (Rule::EnvelopeLost,      before_2017("14.5")),
    (Rule::AdjournedUnknown,  before_2017("14.5(b)")),
    (Rule::AdjournedTimesLost, before_2017("14.5(c)")),
    (Rule::AdjournedTimes,    before_2017("14.6")),
    (Rule::HavingTheMove,     before_2017("3.2")),
    (Rule::TimeGiven,         since_2017(Some("12.5"), "12.5")),
    (Rule::TimeTaken,         since_2017(Some("12.5"), "8.1.6")),
    (Rule::OneScoresheet,     since_2017(Some("11.6"), "8.5.2")),
    (Rule::BothScoresheets,   since_2017(Some("11.7"), "8.5.1")),
];

impl Edition {
    /// The article of a rule; empty where this edition has no such rule.
    pub fn article(self, rule: Rule) -> Article {
        let row = ARTICLES.iter().find(|(row, _)| *row == rule);
        row.and_then(|(_, articles)| articles[self as usize]).unwrap_or_default()
    }

    /// The articles that conclusions may name under this edition, in the order of the table.
    pub fn articles(self) -> impl Iterator<Item = (Rule, Article)> {
        ARTICLES.iter().filter_map(move |(rule, articles)| Some((*rule, articles[self as usize]?)))
    }
}

//! Where the editions differ: the articles of each rule, and what they prescribe.
//!
//! The one place that tells editions apart. A rule has its article in each edition; what an edition
//! prescribes otherwise stands in functions named after the articles of 2018 and 2023.

use std::time::Duration;

use shakmaty::Move;
use touchmove_drivers::recording::Supervision;

use super::article::Article;
use super::control::TimeControl;
use super::rulebook::{Category, Edition, Rulebook};
use super::says::CompletedBy;
use crate::decision::regulations::DefaultTime;

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
    /// Nobody is distracted.
    Distraction,
    /// The arbiter warns a player.
    PenaltyWarning,
    /// The arbiter gives the opponent time.
    PenaltyTimeAdded,
    /// The arbiter takes time away.
    PenaltyTimeTaken,
    /// The arbiter declares the game lost.
    PenaltyLoss,
    /// Both are guilty, both lose.
    BothGuilty,
}

/// A rule and its articles in the five editions; none where the edition has no such rule.
type Row = (Rule, [Option<Article>; 5]);

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
    (Rule::CompletedByEnd,    since_2017(Some("6.5"), "6.2.1.1")),
    (Rule::CompletedByNext,   since_2017(None, "6.2.1.2")),
    (Rule::OneClockRuns,      since_2017(Some("12.2"), "6.1")),
    (Rule::NextPeriod,        since_2017(Some("12.1"), "6.3.2")),
    (Rule::ClockStarted,      since_2017(Some("12.3"), "6.6")),
    (Rule::DefaultTime,       since_2017(Some("10.15"), "6.7.1")),
    (Rule::BothLate,          since_2017(Some("10.17"), "6.7.1")),
    (Rule::WhiteAbsent,       since_2017(None, "6.7.2")),
    (Rule::FlagFall,          since_2017(Some("10.14"), "6.9")),
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
    (Rule::IllegalMove,       since_2017(Some("8.1"), "7.5.1")),
    (Rule::PawnNotReplaced,   since_2017(Some("6.4"), "7.5.2")),
    (Rule::PressWithoutMove,  each(None, ["7.8.1", "7.5.3", "7.5.3"])),
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
    (Rule::Distraction,       since_2017(Some("15.1(d)"), "11.5")),
    (Rule::PenaltyWarning,    since_2017(Some("16.5"), "12.9.1")),
    (Rule::PenaltyTimeAdded,  since_2017(Some("16.5"), "12.9.2")),
    (Rule::PenaltyTimeTaken,  since_2017(Some("16.5"), "12.9.3")),
    (Rule::PenaltyLoss,       since_2017(Some("16.5"), "12.9.6")),
    (Rule::BothGuilty,        since_2017(Some("10.17"), "11.8")),
];

/// Offences that count together: from the second on the game is lost (7.5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffenceGroup {
    /// All of them, since 2018.
    All,
    /// Illegal moves and pawns that were not replaced (7.5 of 2017).
    Illegal,
    /// Two hands (7.7 of 2017).
    Hands,
    /// Presses without a move (7.8 of 2017).
    Press,
}

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

    /// Whether this edition is in force as a whole here; of others only data is kept.
    pub const fn is_complete(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// A.1, B.1: the category of a time control; `None` where it has no periods.
    pub fn category(self, control: &TimeControl) -> Option<Category> {
        let periods = control.periods()?;
        let counted = periods.counted.iter().map(|counted| counted.allowance);
        let allowances: Vec<_> = counted.chain([periods.last.allowance()]).collect();
        let base: u32 = allowances.iter().map(|allowance| allowance.main.get()).sum();
        let extra = allowances.iter().rev().find_map(|allowance| allowance.extra);
        let extra = extra.map_or(0, |extra| extra.time.get());
        Some(self.category_of(Duration::from_secs(base.into()), Duration::from_secs(extra.into())))
    }

    /// A.1, B.1: the category of a main time with so much extra for each move (`docs/laws/rules.md` 6.1).
    pub fn category_of(self, base: Duration, extra: Duration) -> Category {
        const MINUTE: Duration = Duration::from_secs(60);
        if self < Self::Fide2017 {
            // 97-18 speaks of fixed times.
            return match base {
                base if base < MINUTE * 15 => Category::Blitz,
                base if base <= MINUTE * 60 => Category::Rapid,
                _ => Category::Standard,
            };
        }
        match base + extra * 60 {
            all if all <= MINUTE * 10 => Category::Blitz,
            all if all < MINUTE * 60 => Category::Rapid,
            _ => Category::Standard,
        }
    }

    /// 7.5.5: which offences count together.
    pub const fn counted_as(self, own: OffenceGroup) -> OffenceGroup {
        match self {
            Self::Fide2018 | Self::Fide2023 => OffenceGroup::All,
            Self::Fide1995 | Self::Fide1997 | Self::Fide2017 => own,
        }
    }

    /// 7.5.4: two hands are an offence only once the clock was pressed; 7.7.1 of 2017: by use.
    pub const fn two_hands_need_press(self) -> bool {
        matches!(self, Self::Fide2018 | Self::Fide2023)
    }

    /// 4.4.1: who touches his king and then a rook must castle there, where it is legal.
    pub(super) const fn king_then_rook_castles(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 4.4.2: a rook touched before the king bars castling on its side only; 5.1(c) of 1995 names no side.
    pub(super) const fn rook_then_king_bars_its_side_only(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 5.2.3: whether a draw may be agreed before both have moved.
    pub const fn agreement_before_moves(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 9.4: touching a piece loses the right to claim; before 2017 only the move did.
    pub const fn touch_loses_claim(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 5.1.2: resigning draws where the opponent cannot mate.
    pub const fn resigning_may_draw(self) -> bool {
        matches!(self, Self::Fide2023)
    }

    /// 8.4: with so much for each move little time doesn't free from recording; 11.2(a) of 1995.
    pub fn recording_goes_on_with(self) -> Duration {
        Duration::from_secs(if self < Self::Fide2017 { 20 } else { 30 })
    }

    /// 8.4: whoever was freed from recording stays so for the rest of the period.
    pub fn exempt_stays(self) -> bool {
        self >= Self::Fide2017
    }

    /// 6.9: a flag draws where the opponent cannot mate by any legal moves; 10.5 of 1995: where his king is
    /// bare.
    pub fn flag_asks_for_mate(self) -> bool {
        self >= Self::Fide2017
    }

    /// III.3.1: with both flags down the last period is drawn; 12.8 of 1995: play goes on.
    pub fn both_flags_draw(self) -> bool {
        self >= Self::Fide2017
    }

    /// A.4.3 of 2017: who claims a flag must have time left himself.
    pub const fn flag_claimant_needs_time(self) -> bool {
        matches!(self, Self::Fide2017)
    }
}

impl Rulebook {
    /// The article of a rule in this edition.
    pub fn article(&self, rule: Rule) -> Article {
        self.edition.article(rule)
    }

    /// 7.5.5, 9.5.3, A.3, B.2: the time that an offence or a wrong claim gives to the opponent.
    pub const fn penalty(&self) -> Duration {
        let is_short = match (self.edition, self.category) {
            (_, Category::Standard) => false,
            (Edition::Fide2023, _) | (_, Category::Blitz) => true,
            (_, Category::Rapid) => false,
        };
        Duration::from_secs(if is_short { 60 } else { 120 })
    }

    /// 6.7.1: who comes later than this after the scheduled start loses; 10.15 of 1995: an hour.
    pub fn default_time(&self) -> Duration {
        if self.edition < Edition::Fide2017 {
            return Duration::from_secs(60 * 60);
        }
        self.regulations.default_time.map_or(Duration::ZERO, DefaultTime::duration)
    }

    /// A.2: the article by which nobody need record, in rapid and blitz; of 1995 and 1997 nothing is known.
    pub fn nobody_records(&self) -> Option<Article> {
        let article = self.article(Rule::NoRecording);
        (self.category != Category::Standard && !article.is_empty()).then_some(article)
    }

    /// What each move has besides in the period of this number, from 0.
    pub fn extra_in(&self, period: usize) -> Duration {
        let period = self.control.periods().and_then(|periods| periods.iter().nth(period));
        let extra = period.and_then(|period| period.allowance.extra);
        extra.map_or(Duration::ZERO, |extra| extra.time.duration())
    }

    /// 97-17: in rapid and blitz only a player calls the flag; everywhere else the arbiter does too.
    pub fn only_players_call_flags(&self) -> bool {
        self.edition == Edition::Fide1997 && self.category != Category::Standard
    }

    /// A.4, A.5, B.3, B.4: whether this is rapid or blitz without the competition rules.
    pub fn is_reduced(&self) -> bool {
        self.category != Category::Standard && self.supervision == Supervision::Reduced
    }

    /// A.4.2 of 2017: under reduced supervision the first illegal move loses.
    pub fn first_offence_loses(&self) -> bool {
        self.edition == Edition::Fide2017 && self.is_reduced()
    }
}

/// The article under which a move is made (4.7).
pub fn made_by(edition: Edition, mv: Move) -> Article {
    edition.article(match mv {
        Move::Castle { .. } => Rule::CastlingMade,
        mv if mv.is_promotion() => Rule::PromotionMade,
        mv if mv.is_capture() => Rule::CaptureMade,
        _ => Rule::Released,
    })
}

/// The article under which a move is completed (6.2.1).
pub fn completed_by(edition: Edition, by: CompletedBy) -> Article {
    edition.article(match by {
        CompletedBy::Press => Rule::CompletedByPress,
        CompletedBy::EndsGame => Rule::CompletedByEnd,
        CompletedBy::NextMove => Rule::CompletedByNext,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(edition: Edition, minutes: u64, seconds: u64) -> Category {
        edition.category_of(Duration::from_secs(minutes * 60), Duration::from_secs(seconds))
    }

    #[test]
    fn a_1_b_1_sixty_increments_count_with_the_main_time() {
        use Category::{Blitz, Rapid, Standard};
        for edition in [Edition::Fide2017, Edition::Fide2018, Edition::Fide2023] {
            let of = |minutes, seconds| category(edition, minutes, seconds);
            assert_eq!([of(90, 30), of(60, 0), of(30, 30)], [Standard; 3]);
            assert_eq!([of(15, 10), of(10, 1), of(59, 0)], [Rapid; 3]);
            assert_eq!([of(10, 0), of(5, 5), of(5, 3), of(3, 2)], [Blitz; 4]);
        }
    }

    #[test]
    fn in_1997_only_the_fixed_time_counts() {
        use Category::{Blitz, Rapid, Standard};
        let of = |minutes, seconds| category(Edition::Fide1997, minutes, seconds);
        assert_eq!([of(90, 30), of(61, 0)], [Standard; 2]);
        assert_eq!([of(15, 10), of(60, 0)], [Rapid; 2]);
        assert_eq!([of(10, 0), of(10, 1), of(5, 5), of(3, 2)], [Blitz; 4]);
    }

    #[test]
    fn the_main_times_of_all_periods_count() {
        let control: TimeControl = "40/90:00+0:30 30:00+0:30".parse().unwrap();
        assert_eq!(Edition::Fide2023.category(&control), Some(Category::Standard));
        let control: TimeControl = "20/5:00 5:00".parse().unwrap();
        assert_eq!(Edition::Fide2023.category(&control), Some(Category::Blitz));
    }
}

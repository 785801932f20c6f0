//! Whether a player may ask for an increment, or claim that the opponent does not win by normal means (Guidelines III; 10.2
//! of 1997): what holds comes in, and why not goes out.

use std::time::Duration;

use crate::decision::regulations::QuickplayFinish;
use crate::laws::article::Article;
use crate::laws::casebook::NOT_IN_EDITION;
use crate::laws::edition::Rule;
use crate::laws::rulebook::{Category, Rulebook};

/// Who has less than this may ask, and claim.
const LITTLE_TIME: Duration = Duration::from_secs(120);

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedFor {
    /// An increment (III.4).
    Increment,
    /// A draw, of an arbiter who is there (III.5).
    Draw,
    /// A draw, where no arbiter is there (III.6).
    DrawWithoutArbiter,
}

/// A player asks for something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking {
    pub(super) what: AskedFor,
    pub(super) turn: WhoseTurn,
    /// What he has left, where a clock shows it.
    pub(super) left: Option<Duration>,
    /// What each move has besides in his period.
    pub(super) extra: Duration,
    pub(super) period: PeriodKind,
    pub(super) request: IncrementRequest,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhoseTurn {
    /// The player's who asks.
    His,
    /// The opponent's.
    Opponents,
}

/// The period that a player is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PeriodKind {
    /// All moves that are left are made in it (III.1).
    Last,
    /// Others follow.
    Counted,
}

/// Whether an increment has been asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum IncrementRequest {
    /// The arbiter has not denied one.
    #[default]
    NotDenied,
    /// He has: claims are open (III.5).
    Denied,
}

/// Why a player may not ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotAdmitted {
    pub(super) reason: NotAdmittedBecause,
    pub(super) article: Article,
}

/// The reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotAdmittedBecause {
    /// The edition has nothing such.
    NotInEdition,
    /// The event has not announced it (III.2.1).
    NotAnnounced,
    /// It is never for blitz (III.2.2).
    Blitz,
    /// Each move has time besides (III.2.2).
    Increment,
    /// Other periods follow (III.1).
    NotLastPeriod,
    /// An increment is asked for first (III.4, III.5).
    IncrementRequestFirst,
    /// His flag has fallen.
    FlagFallen,
    /// It is the opponent's turn.
    NotOnMove,
    /// He has two minutes or more.
    TwoMinutesOrMore,
}

impl NotAdmittedBecause {
    /// Its word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::NotInEdition => NOT_IN_EDITION,
            Self::NotAnnounced => "not-announced",
            Self::Blitz => "blitz",
            Self::Increment => "increment",
            Self::NotLastPeriod => "not-last-period",
            Self::IncrementRequestFirst => "increment-request-first",
            Self::FlagFallen => "flag-fallen",
            Self::NotOnMove => "not-on-move",
            Self::TwoMinutesOrMore => "two-minutes-or-more",
        }
    }
}

/// Whether the game may come to a quickplay finish at all, if not now (III.2.1, III.2.2).
pub(super) fn holds_in(rulebook: &Rulebook, extra: Duration) -> Result<(), NotAdmitted> {
    use NotAdmittedBecause as Because;
    let no = |reason, rule| Err(NotAdmitted { reason, article: rulebook.article(rule) });
    match rulebook.regulations.quickplay_finish.unwrap_or_default() {
        QuickplayFinish::No => no(Because::NotAnnounced, Rule::QuickplayAnnounced),
        _ if rulebook.category == Category::Blitz => no(Because::Blitz, Rule::QuickplayWhere),
        _ if !extra.is_zero() => no(Because::Increment, Rule::QuickplayWhere),
        QuickplayFinish::Announced | QuickplayFinish::ClaimsOnly => Ok(()),
    }
}

/// Whether a player may ask for it now.
pub(super) fn judge(rulebook: &Rulebook, asking: Asking) -> Result<(), NotAdmitted> {
    use NotAdmittedBecause as Because;
    let Asking { what, turn, left, extra, period, request } = asking;
    let rule = match what {
        AskedFor::Increment => Rule::QuickplayRequest,
        AskedFor::Draw => Rule::QuickplayClaim,
        AskedFor::DrawWithoutArbiter => Rule::QuickplayReferred,
    };
    let article = rulebook.article(rule);
    let no = |reason| Err(NotAdmitted { reason, article });
    if article.is_empty() {
        return no(Because::NotInEdition);
    }
    let by_guidelines = rulebook.edition.has_quickplay_guidelines();
    if by_guidelines {
        holds_in(rulebook, extra)?;
        if period == PeriodKind::Counted {
            let article = rulebook.article(Rule::QuickplayPhase);
            return Err(NotAdmitted { reason: Because::NotLastPeriod, article });
        }
        let asks_first = rulebook.regulations.quickplay_finish == Some(QuickplayFinish::Announced);
        if what == AskedFor::Draw && asks_first && request == IncrementRequest::NotDenied {
            return no(Because::IncrementRequestFirst);
        }
    }
    if left.is_some_and(|left| left.is_zero()) {
        return no(Because::FlagFallen);
    }
    // 10.2 of 1997 and III.6.1 do not ask whose turn it is.
    let asks_turn = by_guidelines && what != AskedFor::DrawWithoutArbiter;
    if asks_turn && turn == WhoseTurn::Opponents {
        return no(Because::NotOnMove);
    }
    if left.is_some_and(|left| left >= LITTLE_TIME) {
        return no(Because::TwoMinutesOrMore);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::regulations::Regulations;
    use crate::laws::rulebook::Edition;

    const ASKING: Asking = Asking {
        what: AskedFor::Draw,
        turn: WhoseTurn::His,
        left: Some(Duration::from_millis(119_999)),
        extra: Duration::ZERO,
        period: PeriodKind::Last,
        request: IncrementRequest::NotDenied,
    };

    fn rulebook(edition: Edition, finish: QuickplayFinish) -> Rulebook {
        let regulations = Regulations { quickplay_finish: Some(finish), ..Regulations::default() };
        Rulebook { edition, regulations, ..Rulebook::default() }
    }

    fn why(rulebook: &Rulebook, asking: Asking) -> Option<(&'static str, Article)> {
        judge(rulebook, asking).err().map(|no| (no.reason.word(), no.article))
    }

    #[test]
    fn article_iii_5_is_open_at_once_where_no_increment_is_asked_for() {
        let claims = rulebook(Edition::Fide2023, QuickplayFinish::ClaimsOnly);
        assert_eq!(why(&claims, ASKING), None);
        let announced = rulebook(Edition::Fide2023, QuickplayFinish::Announced);
        assert_eq!(why(&announced, ASKING), Some(("increment-request-first", "III.5")));
        let denied = Asking { request: IncrementRequest::Denied, ..ASKING };
        assert_eq!(why(&announced, denied), None);
        let alone = Asking { what: AskedFor::DrawWithoutArbiter, ..ASKING };
        assert_eq!(why(&announced, alone), None);
    }

    #[test]
    fn every_refusal_has_its_reason_and_article() {
        let claims = rulebook(Edition::Fide2018, QuickplayFinish::ClaimsOnly);
        let left = |seconds| Some(Duration::from_secs(seconds));
        for (asking, no) in [
            (Asking { left: left(120), ..ASKING }, ("two-minutes-or-more", "III.5")),
            (Asking { left: left(0), ..ASKING }, ("flag-fallen", "III.5")),
            (Asking { turn: WhoseTurn::Opponents, ..ASKING }, ("not-on-move", "III.5")),
            (Asking { period: PeriodKind::Counted, ..ASKING }, ("not-last-period", "III.1")),
            (Asking { extra: Duration::from_secs(2), ..ASKING }, ("increment", "III.2.2")),
        ] {
            assert_eq!(why(&claims, asking), Some(no));
        }
        let blitz = Rulebook { category: Category::Blitz, ..claims };
        assert_eq!(why(&blitz, ASKING), Some(("blitz", "III.2.2")));
        let silent = rulebook(Edition::Fide2017, QuickplayFinish::No);
        assert_eq!(why(&silent, ASKING), Some(("not-announced", "III.2.1")));
        let old = rulebook(Edition::Fide1995, QuickplayFinish::Announced);
        assert_eq!(why(&old, ASKING), Some(("not-in-edition", "")));
    }

    #[test]
    fn article_10_2_of_1997_names_little_time_alone() {
        let rulebook = rulebook(Edition::Fide1997, QuickplayFinish::No);
        let opponents = Asking { turn: WhoseTurn::Opponents, ..ASKING };
        assert_eq!(why(&rulebook, opponents), None);
        let request = Asking { what: AskedFor::Increment, ..ASKING };
        assert_eq!(why(&rulebook, request), Some(("not-in-edition", "")));
        let much = Asking { left: Some(LITTLE_TIME), ..ASKING };
        assert_eq!(why(&rulebook, much), Some(("two-minutes-or-more", "1997-10.2")));
    }

    #[test]
    fn where_no_clock_tells_the_arbiter_has_looked() {
        let claims = rulebook(Edition::Fide2023, QuickplayFinish::ClaimsOnly);
        assert_eq!(why(&claims, Asking { left: None, ..ASKING }), None);
    }
}

//! Who comes too late (6.7; `docs/laws/rules.md` 6.4).

use std::time::Duration;

use shakmaty::Color;

use super::article::Article;
use super::edition::Rule;
use super::rulebook::Rulebook;

/// Whether a player is at the board. Times count from the scheduled start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// He came then; at zero, in time for the start.
    Since(Duration),
    /// He had not come by then.
    AbsentAt(Duration),
}

/// Who has come too late, and loses unless the arbiter decides otherwise (6.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lateness {
    /// Neither.
    Nobody,
    /// This side.
    Of(Color, Article),
    /// Both: both lose.
    Both(Article),
}

/// The time that White loses by coming late, and the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLost {
    /// How much.
    pub time: Duration,
    /// The article.
    pub article: Article,
}

/// What it means when the players came, White's coming first.
pub fn by_default(rulebook: &Rulebook, players: [Attendance; 2]) -> Lateness {
    let limit = rulebook.default_time();
    match players.map(|player| player.is_later_than(limit)) {
        [false, false] => Lateness::Nobody,
        [true, true] => Lateness::Both(rulebook.article(Rule::BothLate)),
        [is_white, _] => {
            Lateness::Of(Color::from_white(is_white), rulebook.article(Rule::DefaultTime))
        }
    }
}

/// The time that White loses when nobody was present at the start and he came so long after it, and the
/// article (6.7.2); `None` where nobody may come late at all.
pub fn white_loses(rulebook: &Rulebook, came: Duration) -> Option<TimeLost> {
    if rulebook.default_time().is_zero() {
        return None;
    }
    // Older editions say nothing of it: his clock simply runs.
    let articles = [Rule::WhiteAbsent, Rule::ClockStarted].map(|rule| rulebook.article(rule));
    let article = articles.into_iter().find(|article| !article.is_empty());
    Some(TimeLost { time: came, article: article.unwrap_or_default() })
}

impl Attendance {
    fn is_later_than(self, limit: Duration) -> bool {
        let (Self::Since(at) | Self::AbsentAt(at)) = self;
        at > limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::regulations::{DefaultTime, Regulations};
    use crate::laws::rulebook::Edition;
    use Attendance::{AbsentAt, Since};
    use Color::{Black, White};

    const THERE: Attendance = Since(Duration::ZERO);

    fn rulebook(edition: Edition, minutes: u16) -> Rulebook {
        let default_time = DefaultTime::minutes(minutes);
        let regulations = Regulations { default_time, ..Regulations::default() };
        Rulebook { edition, regulations, ..Rulebook::default() }
    }

    const fn at(ms: u64) -> Attendance {
        Since(Duration::from_millis(ms))
    }

    #[test]
    fn dt_001_article_6_7_1_nothing_specified_means_at_once() {
        for edition in [Edition::Fide2017, Edition::Fide2018, Edition::Fide2023] {
            let rulebook = rulebook(edition, 0);
            assert_eq!(by_default(&rulebook, [THERE, at(1)]), Lateness::Of(Black, "6.7.1"));
            assert_eq!(by_default(&rulebook, [THERE, THERE]), Lateness::Nobody);
        }
    }

    #[test]
    fn dt_003_article_6_7_1_later_than_the_default_time_loses_and_just_in_time_does_not() {
        let rulebook = rulebook(Edition::Fide2023, 30);
        assert_eq!(by_default(&rulebook, [at(1_801_000), THERE]), Lateness::Of(White, "6.7.1"));
        assert_eq!(by_default(&rulebook, [at(1_800_000), THERE]), Lateness::Nobody);
    }

    #[test]
    fn dt_006_both_too_late_lose_both() {
        let both = [at(3_700_000), at(3_800_000)];
        for edition in [Edition::Fide1995, Edition::Fide1997] {
            assert_eq!(by_default(&rulebook(edition, 0), both), Lateness::Both("10.17"));
        }
        let rulebook = rulebook(Edition::Fide2023, 60);
        assert_eq!(by_default(&rulebook, both), Lateness::Both("6.7.1"));
    }

    #[test]
    fn until_2017_the_default_time_is_an_hour_whatever_the_event_says() {
        let rulebook = rulebook(Edition::Fide1995, 0);
        assert_eq!(by_default(&rulebook, [THERE, at(3_600_000)]), Lateness::Nobody);
        assert_eq!(by_default(&rulebook, [THERE, at(3_600_001)]), Lateness::Of(Black, "10.15"));
    }

    #[test]
    fn who_is_absent_after_the_default_time_has_lost_already() {
        let rulebook = rulebook(Edition::Fide2018, 15);
        let absent = |minutes: u64| AbsentAt(Duration::from_secs(minutes * 60));
        assert_eq!(by_default(&rulebook, [absent(15), THERE]), Lateness::Nobody);
        assert_eq!(by_default(&rulebook, [absent(16), THERE]), Lateness::Of(White, "6.7.1"));
        assert_eq!(by_default(&rulebook, [absent(16), absent(16)]), Lateness::Both("6.7.1"));
    }

    #[test]
    fn dt_007_article_6_7_2_white_loses_the_time_until_he_comes() {
        let ten = Duration::from_secs(600);
        assert_eq!(
            white_loses(&rulebook(Edition::Fide2023, 30), ten),
            Some(TimeLost { time: ten, article: "6.7.2" })
        );
        assert_eq!(white_loses(&rulebook(Edition::Fide2023, 0), ten), None);
        assert_eq!(
            white_loses(&rulebook(Edition::Fide1995, 0), ten),
            Some(TimeLost { time: ten, article: "12.3" })
        );
    }
}

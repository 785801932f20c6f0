//! Who must record the moves (8.4, A.2; `docs/laws/rules.md` 6.6).

use std::time::Duration;

use shakmaty::Color;

use super::article::Article;
use super::edition::Rule;
use super::rulebook::{Edition, Rulebook};
use super::says::Duty;

/// Less than this frees from recording (8.4).
const LITTLE_TIME: Duration = Duration::from_secs(5 * 60);

/// The duty to record of both players.
#[derive(Clone, Debug)]
pub struct RecordingDuty {
    edition: Edition,
    /// The article that frees both from the start.
    nobody: Option<Article>,
    players: [PlayerDuty; 2],
}

/// What is known of one player.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerDuty {
    period: usize,
    is_exempt: bool,
}

/// Whether a player must record, and by which article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidDuty {
    /// Whether he must.
    pub duty: Duty,
    /// The article.
    pub article: Article,
}

/// What a clock shows of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The time left.
    pub left: Duration,
    /// Number of the period, from 0.
    pub period: usize,
    /// What each move has besides in it; zero where that is nothing.
    pub extra: Duration,
}

impl RecordingDuty {
    /// The duties under a rulebook.
    pub fn new(rulebook: &Rulebook) -> Self {
        Self {
            edition: rulebook.edition,
            nobody: rulebook.nobody_records(),
            players: [PlayerDuty::default(); 2],
        }
    }

    /// `side` has so much left.
    pub fn note_time(&mut self, side: Color, now: Remaining) {
        let has_little =
            now.left < LITTLE_TIME && now.extra < self.edition.recording_goes_on_with();
        let stays = self.edition.exempt_stays();
        let [white, black] = &mut self.players;
        let player = side.fold_wb(white, black);
        let was_exempt = player.is_exempt && player.period == now.period && stays;
        *player = PlayerDuty { period: now.period, is_exempt: was_exempt || has_little };
    }

    /// Whether `side` must record, and by which article.
    pub fn duty_of(&self, side: Color) -> SaidDuty {
        let [white, black] = self.players;
        let by_time = self.edition.article(Rule::RecordingExempt);
        match self.nobody {
            Some(article) => SaidDuty { duty: Duty::Exempt, article },
            None if side.fold_wb(white, black).is_exempt => {
                SaidDuty { duty: Duty::Exempt, article: by_time }
            }
            None => SaidDuty { duty: Duty::Must, article: by_time },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::rulebook::Category;
    use Color::{Black, White};

    fn sheet(edition: Edition, category: Category) -> RecordingDuty {
        RecordingDuty::new(&Rulebook { edition, category, ..Rulebook::default() })
    }

    const fn must(article: Article) -> SaidDuty {
        SaidDuty { duty: Duty::Must, article }
    }

    const fn exempt(article: Article) -> SaidDuty {
        SaidDuty { duty: Duty::Exempt, article }
    }

    fn standard(edition: Edition) -> RecordingDuty {
        sheet(edition, Category::Standard)
    }

    fn left(ms: u64, period: usize, extra: u64) -> Remaining {
        let (left, extra) = (Duration::from_millis(ms), Duration::from_secs(extra));
        Remaining { left, period, extra }
    }

    #[test]
    fn ss_001_article_8_4_less_than_five_minutes_frees() {
        let mut sheet = standard(Edition::Fide2023);
        sheet.note_time(White, left(300_000, 0, 0));
        assert_eq!(sheet.duty_of(White), must("8.4"));
        sheet.note_time(White, left(299_999, 0, 0));
        assert_eq!(sheet.duty_of(White), exempt("8.4"));
        assert_eq!(sheet.duty_of(Black), must("8.4"));
    }

    #[test]
    fn article_8_4_frees_for_the_rest_of_the_period_and_not_for_the_next() {
        let mut sheet = standard(Edition::Fide2018);
        sheet.note_time(Black, left(299_000, 0, 10));
        sheet.note_time(Black, left(301_000, 0, 10));
        assert_eq!(sheet.duty_of(Black).duty, Duty::Exempt);
        sheet.note_time(Black, left(1_900_000, 1, 10));
        assert_eq!(sheet.duty_of(Black).duty, Duty::Must);
    }

    #[test]
    fn article_8_4_thirty_seconds_a_move_bind_and_in_1995_twenty_did() {
        let duty = |edition, extra| {
            let mut sheet = standard(edition);
            sheet.note_time(White, left(15_000, 0, extra));
            sheet.duty_of(White)
        };
        assert_eq!(duty(Edition::Fide2017, 30), must("8.4"));
        assert_eq!(duty(Edition::Fide2017, 29), exempt("8.4"));
        assert_eq!(duty(Edition::Fide1995, 20), must("11.2"));
        assert_eq!(duty(Edition::Fide1995, 0), exempt("11.2"));
    }

    #[test]
    fn in_1995_the_duty_comes_back_with_the_time() {
        let mut sheet = standard(Edition::Fide1995);
        sheet.note_time(White, left(299_000, 0, 0));
        sheet.note_time(White, left(301_000, 0, 0));
        assert_eq!(sheet.duty_of(White).duty, Duty::Must);
    }

    #[test]
    fn ss_008_article_a_2_nobody_records_in_rapid_and_blitz() {
        for category in [Category::Rapid, Category::Blitz] {
            assert_eq!(sheet(Edition::Fide2023, category).duty_of(Black), exempt("A.2"));
        }
    }
}

//! Where the editions differ: the articles of each rule, and what they prescribe.
//!
//! The one place that tells editions apart. A rule has its article in each edition; what an edition
//! prescribes otherwise stands in functions named after the articles of 2018 and 2023.

mod rule;

use std::time::Duration;

use shakmaty::Move;
use touchmove_drivers::recording::Supervision;

pub use self::rule::Rule;

use super::article::Article;
use super::control::{Periods, TimeControl};
use super::rulebook::{Category, Edition, Rulebook};
use super::says::{ClaimKind, CompletedBy};
use crate::decision::regulations::DefaultTime;

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

/// What a wrong claim of a draw costs (9.5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongClaim {
    /// The opponent gets so much time.
    Gives(Duration),
    /// The claimant loses so much; where he has no more, his time is used up (10.13(b) of 1995).
    Takes(Duration),
    /// Both.
    TakesAndGives {
        /// What the claimant loses.
        takes: Duration,
        /// What the opponent gets.
        gives: Duration,
    },
    /// What is known of this edition does not say.
    Undecided,
}

impl Edition {
    /// Whether only its changes to the edition before are known: what they leave alone is taken from that.
    pub const fn is_overlay(self) -> bool {
        matches!(self, Self::Fide1997)
    }

    /// A.1, B.1: the category of a time control; `None` where it has no periods, and in 1995, which knows none.
    pub fn category(self, control: &TimeControl) -> Option<Category> {
        let periods = control.periods()?;
        let counted = periods.counted.iter().map(|counted| counted.allowance);
        let allowances: Vec<_> = counted.chain([periods.last.allowance()]).collect();
        let base: u32 = allowances.iter().map(|allowance| allowance.main.get()).sum();
        let extra = allowances.iter().rev().find_map(|allowance| allowance.extra);
        let extra = extra.map_or(0, |extra| extra.time.get());
        self.category_of(Duration::from_secs(base.into()), Duration::from_secs(extra.into()))
    }

    /// A.1, B.1: the category of a main time with so much extra for each move; `None` in 1995, which knows none
    /// (`docs/laws/rules.md` 6.1).
    pub fn category_of(self, base: Duration, extra: Duration) -> Option<Category> {
        const MINUTE: Duration = Duration::from_secs(60);
        Some(match self {
            Self::Fide1995 => return None,
            // 97-18 speaks of fixed times.
            Self::Fide1997 => match base {
                base if base < MINUTE * 15 => Category::Blitz,
                base if base <= MINUTE * 60 => Category::Rapid,
                _ => Category::Standard,
            },
            Self::Fide2017 | Self::Fide2018 | Self::Fide2023 => match base + extra * 60 {
                all if all <= MINUTE * 10 => Category::Blitz,
                all if all < MINUTE * 60 => Category::Rapid,
                _ => Category::Standard,
            },
        })
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

    /// 9.1.2.1: touching a piece ends the opponent's offer; 10.7 of 1995: making a move.
    pub const fn touch_ends_offer(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 10.9 of 1995: who is on move may offer a draw before he moves, and the opponent may wait for the move.
    pub const fn offer_may_precede_move(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 3.2 of 1995: a player has the move once his opponent's is completed; 1.3: once it is made.
    pub(super) const fn move_follows_completion(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 4.8: touching any piece with intent ends the right to complain; 7.4 of 1995: one of one's own, with any intent.
    pub const fn own_piece_ends_complaint(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 7.1 of 1995: a player adjusts his own pieces; 4.2.1: any.
    pub const fn adjusts_own_only(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 5.1.1, 5.2.1: mate and stalemate end the game at once only where the move keeps to articles 3 and 4; 10.1 of 1995:
    /// always.
    pub const fn breach_withholds_end(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 9.6: five repetitions and seventy-five moves end the game without a claim.
    pub const fn repetition_ends_game(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 5.2.2: a position is dead where no moves lead to mate; 10.4 of 1995 lists the pieces left.
    pub const fn lists_dead_positions(self) -> bool {
        matches!(self, Self::Fide1995)
    }

    /// 9.3.1: fifty moves may be claimed with the move that is written; 10.12 of 1995: they must have been made.
    pub const fn fifty_may_be_intended(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
    }

    /// 7.5.1, 7.6: the last position that can be identified is set up where that before the irregularity cannot; 8.1, 8.2 of
    /// 1995: a new game is begun.
    pub const fn unknown_position_begins_anew(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 12.6 of 1995: after the position is set up again the times are in proportion to the moves; 7.1: the arbiter finds them.
    pub const fn shares_times_by_moves(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
    }

    /// 8.6 of 1995: with reversed colours the time used decides; 7.3: the moves made.
    pub const fn colours_count_by_time(self) -> bool {
        matches!(self, Self::Fide1995 | Self::Fide1997)
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

    /// Guidelines III: a player may ask for an increment, and claims follow a procedure; 10.2 of 1997 knows the claim alone.
    pub const fn has_quickplay_guidelines(self) -> bool {
        matches!(self, Self::Fide2017 | Self::Fide2018 | Self::Fide2023)
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

    /// 9.5.3: what a wrong claim costs who has so much time left.
    pub fn wrong_claim(&self, kind: ClaimKind, left: Duration) -> WrongClaim {
        const FIVE_MINUTES: Duration = Duration::from_secs(300);
        const THREE_MINUTES: Duration = Duration::from_secs(180);
        match self.edition {
            Edition::Fide1995 => WrongClaim::Takes(FIVE_MINUTES),
            Edition::Fide1997
                if kind == ClaimKind::Threefold && self.category == Category::Standard =>
            {
                let takes = (left / 2).min(THREE_MINUTES);
                WrongClaim::TakesAndGives { takes, gives: THREE_MINUTES }
            }
            // 97-12 speaks of repetition alone, and of no rapid or blitz.
            Edition::Fide1997 => WrongClaim::Undecided,
            Edition::Fide2017 | Edition::Fide2018 | Edition::Fide2023 => {
                WrongClaim::Gives(self.penalty())
            }
        }
    }

    /// 6.1 of 1995: releasing the piece completes the move, and the press only counts it for the time control (6.5). With a
    /// clock that adds time for each move the press completes it (6.6), and so it does since 1997.
    pub fn completes_on_release(&self) -> bool {
        let has_extra =
            |periods: &Periods| periods.written().any(|one| one.allowance.extra.is_some());
        self.edition == Edition::Fide1995 && !self.control.periods().is_some_and(has_extra)
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

/// The article under which a move is completed (6.2.1), or counted for the time control (6.5 of 1995).
pub fn completed_by(rulebook: &Rulebook, by: CompletedBy) -> Article {
    let with_extra = rulebook.article(Rule::CompletedWithExtra);
    rulebook.article(match by {
        CompletedBy::Press if !with_extra.is_empty() && !rulebook.completes_on_release() => {
            Rule::CompletedWithExtra
        }
        CompletedBy::Press => Rule::CompletedByPress,
        CompletedBy::Release => Rule::CompletedByRelease,
        CompletedBy::EndsGame => Rule::CompletedByEnd,
        CompletedBy::NextMove => Rule::CompletedByNext,
        CompletedBy::Sealed => Rule::EnvelopeOpened,
    })
}

#[cfg(test)]
mod tests;

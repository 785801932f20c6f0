//! What a flag that fell decides (6.9; `docs/laws/rules.md` 6.3), once time is used up and nothing ended the game before.

use std::time::Duration;

use shakmaty::Color;

use super::article::Article;
use super::edition::Rule;
use super::quickplay;
use super::rulebook::Rulebook;

/// What the opponent of the player whose flag fell can still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Whether some series of legal moves lets him mate.
    pub can_mate: CanMate,
    /// What he has on the board.
    pub force: Force,
}

/// Whether a side can mate by any series of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanMate {
    /// A mate exists.
    Yes,
    /// None does.
    No,
    /// It was not found out.
    Undetermined,
}

/// Whether a side has more than its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// Only the king.
    BareKing,
    /// More.
    More,
}

/// Who calls the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagCaller {
    /// The arbiter, or whoever may act for him.
    Arbiter,
    /// The opponent, with so much time left himself.
    Opponent(Duration),
}

/// What a flag that fell decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagDecision {
    /// Nothing, until a player claims it.
    AwaitsClaim(Article),
    /// Nothing: the claimant has no time left himself.
    Refused(Article),
    /// The game is lost for the side whose flag fell.
    Lost {
        /// Who wins.
        winner: Color,
        /// The article.
        article: Article,
    },
    /// The game is lost for the side whose flag fell, or drawn: whether the opponent can mate was not found out, so the
    /// arbiter is asked.
    Undetermined {
        /// Who wins, if he can mate.
        winner: Color,
        /// The article.
        article: Article,
    },
    /// The game is drawn.
    Drawn(WhyDrawn, Article),
}

/// Why a flag that fell only draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyDrawn {
    /// The opponent cannot mate.
    CannotMate,
    /// The opponent's king is bare.
    BareKing,
}

/// The period that both are in when both flags are down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BothIn {
    /// One before the last.
    Earlier,
    /// The last.
    Last,
}

/// What two flags decide of which nobody knows which fell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BothFlags {
    /// Play goes on.
    GoOn(Article),
    /// The game is drawn.
    Drawn(Article),
    /// Nothing that is known says what: the arbiter decides.
    ArbiterChooses(Article),
}

/// What it decides that `caller` calls the flag of `side`.
pub fn called(
    rulebook: &Rulebook,
    side: Color,
    opponent: Opponent,
    caller: FlagCaller,
) -> FlagDecision {
    let claim = rulebook.article(Rule::FlagClaim);
    let needs_time = rulebook.edition.flag_claimant_needs_time() && rulebook.is_reduced();
    match caller {
        FlagCaller::Arbiter if rulebook.only_players_call_flags() => {
            FlagDecision::AwaitsClaim(claim)
        }
        FlagCaller::Opponent(left) if needs_time && left.is_zero() => FlagDecision::Refused(claim),
        FlagCaller::Arbiter | FlagCaller::Opponent(_) => used_up(rulebook, side, opponent),
    }
}

/// What both flags decide. Guidelines III hold only where they were announced, without extra time for each move, and not in
/// blitz; what holds in rapid and blitz of 1997 is not known.
pub fn both_flags(rulebook: &Rulebook, period: BothIn) -> BothFlags {
    let [earlier, last] =
        [Rule::BothFlagsEarlier, Rule::BothFlagsLast].map(|rule| rulebook.article(rule));
    if !rulebook.edition.has_quickplay_guidelines() {
        return if rulebook.only_players_call_flags() {
            BothFlags::ArbiterChooses(earlier)
        } else {
            BothFlags::GoOn(earlier)
        };
    }
    match period {
        BothIn::Earlier => BothFlags::GoOn(earlier),
        BothIn::Last if quickplay::draws_both_flags(rulebook) => BothFlags::Drawn(last),
        BothIn::Last => BothFlags::ArbiterChooses(last),
    }
}

fn used_up(rulebook: &Rulebook, side: Color, opponent: Opponent) -> FlagDecision {
    let article = rulebook.article(Rule::FlagFall);
    let winner = side.other();
    let lost = FlagDecision::Lost { winner, article };
    if !rulebook.edition.flag_asks_for_mate() {
        return match opponent.force {
            Force::BareKing => FlagDecision::Drawn(WhyDrawn::BareKing, article),
            Force::More => lost,
        };
    }
    match opponent.can_mate {
        CanMate::Yes => lost,
        CanMate::Undetermined => FlagDecision::Undetermined { winner, article },
        CanMate::No => FlagDecision::Drawn(WhyDrawn::CannotMate, article),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::regulations::{QuickplayFinish, Regulations};
    use crate::laws::rulebook::{Category, Edition};
    use Color::{Black, White};
    use touchmove_drivers::recording::Supervision;

    const CANNOT_MATE: Opponent = Opponent { can_mate: CanMate::No, force: Force::More };
    const CAN_MATE: Opponent = Opponent { can_mate: CanMate::Yes, force: Force::More };

    fn rulebook(edition: Edition, category: Category, supervision: Supervision) -> Rulebook {
        Rulebook { edition, category, supervision, ..Rulebook::default() }
    }

    fn standard(edition: Edition, opponent: Opponent) -> FlagDecision {
        let rulebook = rulebook(edition, Category::Standard, Supervision::Full);
        called(&rulebook, White, opponent, FlagCaller::Arbiter)
    }

    const fn lost(article: Article) -> FlagDecision {
        FlagDecision::Lost { winner: Black, article }
    }

    #[test]
    fn cl_014_018_article_6_9_draws_where_the_opponent_cannot_mate() {
        for edition in [Edition::Fide2017, Edition::Fide2018, Edition::Fide2023] {
            let drawn = FlagDecision::Drawn(WhyDrawn::CannotMate, "6.9");
            assert_eq!(standard(edition, CANNOT_MATE), drawn);
            assert_eq!(standard(edition, CAN_MATE), lost("6.9"));
        }
    }

    #[test]
    fn cl_015_019_in_1995_only_a_bare_king_draws() {
        let bare = Opponent { can_mate: CanMate::No, force: Force::BareKing };
        for edition in [Edition::Fide1995, Edition::Fide1997] {
            assert_eq!(standard(edition, CANNOT_MATE), lost("10.14"));
            assert_eq!(standard(edition, bare), FlagDecision::Drawn(WhyDrawn::BareKing, "10.14"));
        }
    }

    #[test]
    fn what_was_not_found_out_is_never_declared() {
        let opponent = Opponent { can_mate: CanMate::Undetermined, force: Force::More };
        let undetermined = FlagDecision::Undetermined { winner: Black, article: "6.9" };
        assert_eq!(standard(Edition::Fide2023, opponent), undetermined);
    }

    #[test]
    fn cl_020_021_022_in_1997_rapid_only_a_player_calls_the_flag() {
        let rapid = rulebook(Edition::Fide1997, Category::Rapid, Supervision::Full);
        let call = |caller| called(&rapid, White, CAN_MATE, caller);
        assert_eq!(call(FlagCaller::Arbiter), FlagDecision::AwaitsClaim("1997-flag"));
        assert_eq!(call(FlagCaller::Opponent(Duration::from_secs(60))), lost("10.14"));
        assert_eq!(standard(Edition::Fide1997, CAN_MATE), lost("10.14"));
    }

    #[test]
    fn cl_023_024_article_a_4_3_of_2017_the_claimant_needs_time_himself() {
        let call = |edition, caller| {
            let rapid = rulebook(edition, Category::Rapid, Supervision::Reduced);
            called(&rapid, White, CAN_MATE, caller)
        };
        let without_time = FlagCaller::Opponent(Duration::ZERO);
        assert_eq!(call(Edition::Fide2017, without_time), FlagDecision::Refused("A.4.3"));
        for edition in [Edition::Fide2018, Edition::Fide2023] {
            assert_eq!(call(edition, without_time), lost("6.9"));
            assert_eq!(call(edition, FlagCaller::Arbiter), lost("6.9"));
        }
    }

    #[test]
    fn both_flags_draw_in_the_last_period_only_and_never_in_1995() {
        let announced = |edition| {
            let quickplay_finish = Some(QuickplayFinish::Announced);
            let regulations = Regulations { quickplay_finish, ..Regulations::default() };
            Rulebook { edition, regulations, ..Rulebook::default() }
        };
        let both = |edition, period| both_flags(&announced(edition), period);
        assert_eq!(both(Edition::Fide2023, BothIn::Last), BothFlags::Drawn("III.3.1.2"));
        assert_eq!(both(Edition::Fide2023, BothIn::Earlier), BothFlags::GoOn("III.3.1.1"));
        assert_eq!(both(Edition::Fide1995, BothIn::Last), BothFlags::GoOn("12.8"));
    }

    #[test]
    fn both_flags_are_asked_of_the_arbiter_where_no_quickplay_finish_is_announced() {
        let rulebook = rulebook(Edition::Fide2023, Category::Standard, Supervision::Full);
        let asked = BothFlags::ArbiterChooses("III.3.1.2");
        assert_eq!(both_flags(&rulebook, BothIn::Last), asked);
    }
}

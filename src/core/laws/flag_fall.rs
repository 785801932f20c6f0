//! Time used up: the next period, or the end of the game (6.4, 6.9, III.3).

use shakmaty::{Color, Position};

use super::article::Article;
use super::casebook::{Casebook, Charge, Loss};
use super::clock_readings::ClockReadings;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::flag::{self, BothFlags, BothIn, FlagCaller, FlagDecision, Force, Opponent, WhyDrawn};
use super::move_count::BegunPeriod;
use super::play::Play;
use super::quickplay;
use super::says::{Awaited, Certainty, Holds, IncidentKind, Supervised};

/// A flag has fallen: the moves of the period are counted at once (6.4).
pub(super) fn fall(play: &mut Play, casebook: &mut Casebook, side: Color) {
    if casebook.is_over() {
        return;
    }
    if begin_period(play, casebook, side) {
        return;
    }
    let incident = casebook.raise(Charge {
        kind: IncidentKind::FlagFall,
        rule: Rule::FlagFall,
        side,
        certainty: Certainty::High,
        ply: play.next_ply(),
        squares: Vec::new(),
    });
    if quickplay::hold_flag(play, casebook, side) {
        return;
    }
    match ending_by_flag(play, casebook, side, FlagCaller::Arbiter) {
        Ok(loss) => casebook.declare_loss(incident, loss),
        Err(_) => casebook.say_holds(Holds::Await(Awaited::FlagClaim)),
    }
}

/// A player claims that his opponent's flag has fallen (A.4.3).
pub(super) fn claim(play: &mut Play, casebook: &mut Casebook, clock: &ClockReadings, side: Color) {
    if casebook.is_over() {
        return;
    }
    if play.quickplay().holds_flag() {
        return casebook.say_holds(Holds::Ignored("flag-claim"));
    }
    let left = clock.left(side);
    let loss = if clock.has_time(side.other()) {
        Err(casebook.article(Rule::FlagFall))
    } else if begin_period(play, casebook, side.other()) {
        return;
    } else {
        ending_by_flag(play, casebook, side.other(), FlagCaller::Opponent(left))
    };
    match loss {
        Ok(loss) => casebook.end_by_loss(None, loss),
        Err(article) => {
            casebook.refuse("flag-claim", article);
        }
    }
}

/// The moves of the period are completed: the next one begins (6.3.2). Answers whether it does.
pub(super) fn begin_period(play: &mut Play, casebook: &mut Casebook, side: Color) -> bool {
    let count = &mut play.undoable_mut().count;
    let Some(begun) = count.begin_period(side, &casebook.rulebook().control) else { return false };
    let BegunPeriod { index, added } = begun;
    let article = casebook.article(Rule::NextPeriod);
    casebook.say_holds(Holds::Period { side, index, added, article });
    true
}

/// A penalty by this article has taken all the time of a side: it loses, but against a bare king (10.5, 10.13(b) of 1995).
pub(super) fn end_by_used_up(play: &Play, casebook: &mut Casebook, side: Color, article: Article) {
    casebook.end(if has_bare_king(play, side.other()) {
        let (value, reason) = (ResultValue::Draw, ResultReason::FlagBareKing);
        Ending { value, reason, article: Some(casebook.article(Rule::BareKing)) }
    } else {
        let (value, reason) = (ResultValue::win_of(side.other()), ResultReason::Flag);
        Ending { value, reason, article: Some(article) }
    });
}

fn has_bare_king(play: &Play, side: Color) -> bool {
    play.position().board().by_color(side).count() <= 1
}

/// How the game ends when somebody calls a flag (6.9); the article by which nobody may, or not yet.
pub(super) fn ending_by_flag(
    play: &Play,
    casebook: &Casebook,
    side: Color,
    caller: FlagCaller,
) -> Result<Loss, Article> {
    let winner = side.other();
    let is_bare = has_bare_king(play, winner);
    let opponent = Opponent {
        can_mate: casebook.can_mate(winner, play.position()),
        force: if is_bare { Force::BareKing } else { Force::More },
    };
    let lost = |article| Ending {
        value: ResultValue::win_of(winner),
        reason: ResultReason::Flag,
        article: Some(article),
    };
    let drawn =
        |reason, article| Ending { value: ResultValue::Draw, reason, article: Some(article) };
    Ok(match flag::called(casebook.rulebook(), side, opponent, caller) {
        FlagDecision::AwaitsClaim(article) | FlagDecision::Refused(article) => return Err(article),
        FlagDecision::Lost { article, .. } => Loss::Sure(lost(article)),
        FlagDecision::Undetermined { article, .. } => Loss::Undetermined {
            lost: lost(article),
            drawn: drawn(ResultReason::FlagCannotMate, article),
        },
        FlagDecision::Drawn(WhyDrawn::CannotMate, article) => {
            Loss::Sure(drawn(ResultReason::FlagCannotMate, article))
        }
        FlagDecision::Drawn(WhyDrawn::BareKing, article) => {
            Loss::Sure(drawn(ResultReason::FlagBareKing, article))
        }
    })
}

/// III.3: in the last period that is a draw; in an earlier one play goes on.
pub(super) fn both(casebook: &mut Casebook, period: BothIn) {
    match flag::both_flags(casebook.rulebook(), period) {
        BothFlags::GoOn(article) => casebook.say_holds(Holds::Continue(article, Supervised::No)),
        BothFlags::ArbiterChooses(article) => casebook.say_holds(Holds::ArbiterChoice(article)),
        BothFlags::Drawn(article) => {
            let (value, reason) = (ResultValue::Draw, ResultReason::BothFlags);
            casebook.end(Ending { value, reason, article: Some(article) });
        }
    }
}

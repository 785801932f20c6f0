//! Penalties of the arbiter (12.9).

use shakmaty::Color;

use super::article::Article;
use super::casebook::Casebook;
use super::command::Penalty;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, Holds};
use crate::points::Points;

/// A penalty that changes what the players get of the game, however it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointsPenalty {
    offender: Color,
    change: PointsChange,
    article: Article,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointsChange {
    RaiseOpponent,
    LowerOffender(Points),
}

impl PointsPenalty {
    /// How the game has ended after it: by the penalty, where that makes a difference.
    pub(super) fn after(self, ending: Ending) -> Ending {
        let value = self.apply(ending.value);
        if value == ending.value {
            return ending;
        }
        Ending { value, reason: ResultReason::ArbiterPenalty, article: Some(self.article) }
    }

    /// What the players get after it. Nobody gets more than the game gives (10.2), so the opponent of a player who has
    /// drawn gains only after that player was lowered.
    fn apply(self, value: ResultValue) -> ResultValue {
        let (offender, opponent) = (self.offender, self.offender.other());
        let changed = match self.change {
            PointsChange::LowerOffender(points) => {
                value.with_points(offender, points.min(value.points_of(offender)))
            }
            PointsChange::RaiseOpponent => {
                let mut most = Points::ALL.into_iter().rev();
                most.find_map(|points| value.with_points(opponent, points))
            }
        };
        changed.unwrap_or(value)
    }
}

/// 12.9: the arbiter's penalties.
pub(super) fn impose(casebook: &mut Casebook, side: Color, kind: Penalty) {
    match kind {
        Penalty::Warning => say(casebook, Rule::PenaltyWarning, side, kind),
        Penalty::AddOpponent(time) => {
            let article = casebook.article(Rule::PenaltyTimeAdded);
            casebook.instruct(None, article, Act::ClockAdd { side: side.other(), time });
        }
        Penalty::ReduceOffender(time) => {
            let article = casebook.article(Rule::PenaltyTimeTaken);
            casebook.instruct(None, article, Act::ClockSub { side, time });
        }
        Penalty::RaiseOpponent => change_points(casebook, side, PointsChange::RaiseOpponent, kind),
        Penalty::LowerOffender(points) => {
            change_points(casebook, side, PointsChange::LowerOffender(points), kind);
        }
        Penalty::LoseGame { opponent } => {
            let article = Some(casebook.article(Rule::PenaltyLoss));
            let lost = ResultValue::win_of(side.other());
            let value = lost.with_points(side.other(), opponent).unwrap_or(lost);
            casebook.end(Ending { value, reason: ResultReason::ArbiterPenalty, article });
        }
    }
}

/// 12.9.4, 12.9.5: it holds for the game however that ends, and for the result that it has.
fn change_points(casebook: &mut Casebook, offender: Color, change: PointsChange, kind: Penalty) {
    let rule = match change {
        PointsChange::RaiseOpponent => Rule::PenaltyPointsAdded,
        PointsChange::LowerOffender(_) => Rule::PenaltyPointsTaken,
    };
    let article = casebook.article(rule);
    if article.is_empty() {
        return casebook.refuse("penalty", article);
    }
    say(casebook, rule, offender, kind);
    casebook.result_mut().penalise(PointsPenalty { offender, change, article });
    if let Some(ending) = casebook.ending()
        && casebook.result().after_penalties(ending) != ending
    {
        casebook.end(ending);
    }
}

fn say(casebook: &mut Casebook, rule: Rule, side: Color, kind: Penalty) {
    let article = casebook.article(rule);
    casebook.say_holds(Holds::Penalised { side, kind, article });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_offender_is_lowered_before_his_opponent_can_gain() {
        let of = |change| PointsPenalty { offender: Color::White, change, article: "12.9" };
        let raise = of(PointsChange::RaiseOpponent);
        let lower = of(PointsChange::LowerOffender(Points::Nothing));
        let draw = ResultValue::Draw;
        assert_eq!(raise.apply(draw), draw, "10.2");
        assert_eq!(lower.apply(draw), ResultValue::HalfForBlack);
        assert_eq!(raise.apply(lower.apply(draw)), ResultValue::BlackWins);
        assert_eq!(lower.apply(ResultValue::WhiteWins), ResultValue::BothLose);
        let halve = of(PointsChange::LowerOffender(Points::Half));
        assert_eq!(halve.apply(ResultValue::WhiteWins), ResultValue::HalfForWhite);
        for value in ResultValue::ALL {
            assert_eq!(lower.apply(lower.apply(value)), lower.apply(value));
            assert!(halve.apply(value).points_of(Color::White) <= value.points_of(Color::White));
        }
    }
}

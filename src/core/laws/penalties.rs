//! Penalties of the arbiter (12.9).

use shakmaty::Color;

use super::casebook::Casebook;
use super::command::Penalty;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, Holds};

/// 12.9: the arbiter's penalties.
pub(super) fn impose(casebook: &mut Casebook, side: Color, kind: Penalty) {
    let (rule, act) = match kind {
        Penalty::Warning => {
            let article = casebook.article(Rule::PenaltyWarning);
            return casebook.say_holds(Holds::Warned { side, article });
        }
        Penalty::AddOpponent(time) => {
            (Rule::PenaltyTimeAdded, Act::ClockAdd { side: side.other(), time })
        }
        Penalty::ReduceOffender(time) => (Rule::PenaltyTimeTaken, Act::ClockSub { side, time }),
        Penalty::LoseGame => {
            let article = Some(casebook.article(Rule::PenaltyLoss));
            let value = ResultValue::win_of(side.other());
            let reason = ResultReason::ArbiterPenalty;
            return casebook.end(Ending { value, reason, article });
        }
    };
    let article = casebook.article(rule);
    casebook.instruct(None, article, act);
}

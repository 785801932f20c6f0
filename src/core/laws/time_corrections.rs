//! Time that the arbiter gives or takes as nobody's penalty, and the time in which scoresheets are brought up to date.

use shakmaty::Color;

use super::casebook::Casebook;
use super::command::{Incomplete, TimeChange};
use super::edition::Rule;
use super::incident_ledger::NewIncident;
use super::play::Play;
use super::says::{Act, Certainty, IncidentKind};

/// The arbiter corrects a time: for a disturbance from outside (12.5), an assistant who writes or presses (8.1.6, 6.2.6), or
/// an interruption (12.5 of 1995).
pub(super) fn correct(casebook: &mut Casebook, side: Color, change: TimeChange) {
    let (rule, act) = match change {
        TimeChange::Add(time) => (Rule::TimeGiven, Act::ClockAdd { side, time }),
        TimeChange::Take(time) => (Rule::TimeTaken, Act::ClockSub { side, time }),
    };
    casebook.instruct(None, casebook.article(rule), act);
}

/// Scoresheets are incomplete when recording is a duty again: of one player, who completes his on his own time before he moves
/// (8.5.2; 11.6 of 1995), or of both, while the clocks stand (8.5.1; 11.7 of 1995).
pub(super) fn complete_scoresheets(play: &Play, casebook: &mut Casebook, whose: Incomplete) {
    let (side, rule) = match whose {
        Incomplete::Of(side) => (Some(side), Rule::OneScoresheet),
        Incomplete::Both => (None, Rule::BothScoresheets),
    };
    let article = casebook.article(rule);
    if whose == Incomplete::Both {
        casebook.instruct(None, article, Act::ClockPause);
    }
    let (kind, certainty) = (IncidentKind::ScoresheetUpdateRequired, Certainty::High);
    let (ply, evidence) = (play.next_ply(), casebook.evidence());
    let (squares, difference) = (Vec::new(), None);
    let finding =
        NewIncident { kind, article, side, certainty, ply, evidence, squares, difference };
    casebook.raise_at(casebook.now(), finding);
}

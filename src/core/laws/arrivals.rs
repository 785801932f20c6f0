//! Players who come too late (6.7).

use std::time::Duration;

use shakmaty::Color;

use super::casebook::Casebook;
use super::command::Presence;
use super::ending::{Ending, ResultReason, ResultValue};
use super::lateness::{self, Lateness, TimeLost};
use super::says::{Act, Holds};

/// A player arrives, so long after the start.
pub(super) fn arrive(casebook: &mut Casebook, side: Color, after: Duration, opponent: Presence) {
    let came = lateness::Attendance::Since(after);
    let other = match opponent {
        Presence::Present => lateness::Attendance::Since(Duration::ZERO),
        Presence::Absent => lateness::Attendance::AbsentAt(after),
    };
    let players = match side {
        Color::White => [came, other],
        Color::Black => [other, came],
    };
    let (value, reason, article) = match lateness::by_default(casebook.rulebook(), players) {
        Lateness::Nobody => return casebook.say_holds(Holds::Arrived(side)),
        Lateness::Of(late, article) => {
            (ResultValue::win_of(late.other()), ResultReason::DefaultTime, article)
        }
        Lateness::Both(article) => (ResultValue::BothLose, ResultReason::BothLate, article),
    };
    casebook.end(Ending { value, reason, article: Some(article) });
}

/// Nobody was there before White came, so long after the start (6.7.2).
pub(super) fn take_time_from_white(casebook: &mut Casebook, after: Duration) {
    if let Some(TimeLost { time, article }) = lateness::white_loses(casebook.rulebook(), after) {
        let act = Act::ClockSub { side: Color::White, time };
        casebook.instruct(None, article, act);
    }
}

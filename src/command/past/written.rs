//! A board's past as a recording.

use std::fmt::Write;

use touchmove_drivers::recording::{Body, Record};
use touchmove_drivers::{Instant, Observation};

use super::{Happened, Past, Step};
use crate::notices::Notices;

/// The past from one moment to another as a recording, that is cut where it ends. It begins with the last whole
/// read-out of the board before: without one nobody could tell what the squares showed.
pub(crate) fn written(past: &Past, from: Instant, to: Instant) -> String {
    let mut text = past.headers().to_string();
    let until = past.steps.partition_point(|step| step.at <= to);
    let steps = &past.steps[start(&past.steps[..until], from)..until];
    for step in steps {
        if let Happened::Record(record) = &step.what {
            let _ = writeln!(text, "{record}");
        }
        if let Some(remark) = step.what.remark() {
            let remark = Notices::default().say(remark);
            let _ = writeln!(text, "# {remark}");
        }
    }
    let _ = writeln!(text, "{}", Record::new(Some(to), Body::Cut));
    text
}

/// Where the span begins.
fn start(steps: &[Step], from: Instant) -> usize {
    let first = steps.partition_point(|step| step.at < from);
    if first == 0 {
        return 0;
    }
    let is_read = |step: &Step| matches!(step.observation(), Some(Observation::Board(_)));
    steps[..first].iter().rposition(is_read).unwrap_or(0)
}

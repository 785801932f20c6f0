//! Times that were used, as several particulars of one record: each player's, and what the time control gives.

use std::time::Duration;

use touchmove_drivers::observation::Decision;

use super::particular::Particular;

/// What White has used, a comma, what Black has used, in milliseconds.
const USED: &str = "used_ms";

/// The time of each player up to the first control, in milliseconds.
const CONTROL: &str = "first_control_ms";

/// The moves to be made in it.
const MOVES_TO_CONTROL: &str = "moves_to_control";

/// How many moves were played.
const MOVES: &str = "total_moves";

type Written = Vec<(&'static str, String)>;

/// What both have used of the first control.
pub(super) mod used_time {
    use super::{CONTROL, Decision, Particular, Written, of_both, text_of_both};
    use crate::laws::command::UsedTime;

    #[expect(clippy::option_option, reason = "the outer one says whether the record makes sense")]
    pub(in super::super) fn read(record: &Decision, key: &str) -> Option<Option<UsedTime>> {
        let used = record.particular(key).and_then(of_both);
        let control = record.particular(CONTROL).and_then(Particular::parse);
        Some(used.zip(control).map(|(used, control)| UsedTime { used, control }))
    }

    pub(in super::super) fn written(key: &'static str, time: &Option<UsedTime>) -> Written {
        let Some(UsedTime { used, control }) = time else { return Vec::new() };
        vec![(key, text_of_both(*used)), (CONTROL, control.text())]
    }
}

/// What was played and used until an irregularity was found; the key is of the number of the irregular move.
pub(super) mod found_times {
    use super::{
        CONTROL, Decision, MOVES, MOVES_TO_CONTROL, Particular, USED, Written, of_both,
        text_of_both,
    };
    use crate::laws::restored_times::{FirstControl, FoundTimes};

    #[expect(clippy::option_option, reason = "the outer one says whether the record makes sense")]
    pub(in super::super) fn read(record: &Decision, key: &str) -> Option<Option<FoundTimes>> {
        let number = |key: &str| record.particular(key).and_then(u32::parse);
        let time = record.particular(CONTROL).and_then(Particular::parse);
        let control = time.zip(number(MOVES_TO_CONTROL));
        let control = control.map(|(time, moves)| FirstControl { time, moves });
        let played = number(key).zip(number(MOVES));
        let found = played.zip(record.particular(USED).and_then(of_both));
        Some(found.map(|((at_move, moves), used)| FoundTimes { at_move, moves, used, control }))
    }

    pub(in super::super) fn written(key: &'static str, times: &Option<FoundTimes>) -> Written {
        let Some(FoundTimes { at_move, moves, used, control }) = times else { return Vec::new() };
        let mut all =
            vec![(key, at_move.text()), (MOVES, moves.text()), (USED, text_of_both(*used))];
        if let Some(FirstControl { time, moves }) = control {
            all.extend([(CONTROL, time.text()), (MOVES_TO_CONTROL, moves.text())]);
        }
        all
    }
}

/// White's, a comma, Black's: Black, White.
fn of_both(text: &str) -> Option<[Duration; 2]> {
    let (white, black) = text.split_once(',')?;
    Some([Duration::parse(black)?, Duration::parse(white)?])
}

fn text_of_both([black, white]: [Duration; 2]) -> String {
    format!("{},{}", white.text(), black.text())
}

//! How well boards read and are heard: what to see to, and the numbers.

use serde_json::Value;
use touchmove_client::shown::ShownBoard;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::{Head, Listed, Span};

use super::super::notices::Notices;
use super::super::rows::{heads, table};

/// What is counted, by its name on the bus.
const COUNTED: [&str; 4] = ["repeats", "damaged", "silences", "flicker"];

/// What stands above the columns; those in the middle count.
const HEADS: [Head; 7] = [
    Head::Board,
    Head::AskedAgain,
    Head::Damaged,
    Head::Silences,
    Head::Flicker,
    Head::LongestSilence,
    Head::Squares,
];

/// The numbers of all boards, within the hour, each with its trend.
pub(super) fn text(boards: &[ShownBoard], notices: &Notices) -> String {
    let mut rows = vec![heads(notices, HEADS)];
    rows.extend(boards.iter().map(|board| row(board, notices)));
    format!("{}\n{}", notices.say(Listed::HealthNumbers), table(&rows))
}

fn row(board: &ShownBoard, notices: &Notices) -> [String; 7] {
    let numbers = &board.health.numbers;
    let [repeats, damaged, silences, flicker] = COUNTED.map(|name| counted(numbers, name));
    let longest = number(numbers, "longest_silence_ms");
    let longest = if longest == 0 {
        "-".to_owned()
    } else {
        let (seconds, tenth) = ((longest / 1_000).into(), (longest % 1_000 / 100).into());
        notices.say(Span::Tenths { seconds, tenth })
    };
    [board.id.clone(), repeats, damaged, silences, flicker, longest, squares(numbers)]
}

fn counted(numbers: &Fields, name: &str) -> String {
    let trend = match numbers.get(&format!("{name}_trend")).and_then(Value::as_str) {
        Some("rising") => " ↑",
        Some("falling") => " ↓",
        _ => "",
    };
    format!("{}{trend}", number(numbers, &format!("{name}_hour")))
}

/// The squares that flicker most, as in `e4 8, d2 1`.
fn squares(numbers: &Fields) -> String {
    let list = |name| numbers.get(name).and_then(Value::as_array).into_iter().flatten();
    let names = list("flicker_squares").filter_map(Value::as_str);
    let counts = list("flicker_counts").filter_map(Value::as_u64);
    let all: Vec<String> =
        names.zip(counts).map(|(name, count)| format!("{name} {count}")).collect();
    if all.is_empty() { "-".to_owned() } else { all.join(", ") }
}

fn number(numbers: &Fields, name: &str) -> u64 {
    numbers.get(name).and_then(Value::as_u64).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::shown::samples::a_board;
    use touchmove_client::waits::health_notes;

    use super::*;

    fn told(value: Value) -> Fields {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn what_ails_a_board_is_said_with_its_squares_and_what_to_do() {
        let mut board = a_board();
        let flickers = json!({
            "kind": "square-flickers", "squares": ["e4"], "count": 9, "trend": "rising",
            "advice": "swap-board",
        });
        board.health.findings = vec![told(flickers)];
        let said = ["Flickering square: e4. Swap this board at the next round."];
        assert_eq!(health_notes(&board, &Notices::default()), said);
    }

    #[test]
    fn numbers_stand_in_a_row_with_their_trend() {
        let mut board = a_board();
        board.health.numbers = told(json!({
            "repeats_hour": 4, "repeats_trend": "rising", "damaged_hour": 0, "silences_hour": 2,
            "silences_trend": "falling", "flicker_hour": 9, "longest_silence_ms": 3_420,
            "flicker_squares": ["e4", "d2"], "flicker_counts": [8, 1],
        }));
        let row = row(&board, &Notices::default());
        assert_eq!(row, ["dgt_12345", "4 ↑", "0", "2 ↓", "9", "3.4 s", "e4 8, d2 1"]);
    }
}

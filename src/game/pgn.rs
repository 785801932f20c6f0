//! A game as PGN text, export format.

use std::fmt::Write as _;

use touchmove_drivers::observation::ClockTime;

use super::view::GameView;

/// A game's PGN: the given tags in the given order, then `Result`, and the set-up tags where the game
/// does not begin from the usual position; then the moves with `[%clk]` where the clock was read.
/// Lines have at most 80 columns.
pub fn write(view: &GameView, tags: &[(&str, &str)]) -> String {
    let result = view.result.map_or("*", |result| result.value.pgn());
    let mut text = String::new();
    for (name, value) in tags {
        tag(&mut text, name, value);
    }
    tag(&mut text, "Result", result);
    if view.start != USUAL_START {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", &view.start);
    }
    text.push('\n');
    text.push_str(&wrapped(&tokens(view, result)));
    text
}

/// A time as `[%clk]` has it: `h:mm:ss`.
pub fn clk(time: ClockTime) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const COLUMNS: usize = 80;

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn tokens(view: &GameView, result: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut number = start_number(&view.start);
    let mut fresh = true;
    for scored in &view.moves {
        if scored.told.side.is_white() {
            tokens.push(format!("{number}."));
        } else if fresh {
            tokens.push(format!("{number}..."));
        }
        tokens.push(scored.told.san.clone().unwrap_or_else(|| "--".to_owned()));
        fresh = scored.left.is_some();
        if let Some(left) = scored.left {
            tokens.push(format!("{{[%clk {}]}}", clk(left)));
        }
        if scored.told.side.is_black() {
            number += 1;
        }
    }
    tokens.push(result.to_owned());
    tokens
}

fn start_number(fen: &str) -> u32 {
    fen.split(' ').nth(5).and_then(|number| number.parse().ok()).unwrap_or(1)
}

fn wrapped(tokens: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for token in tokens {
        if column > 0 && column + 1 + token.len() > COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(token);
        column += token.len();
    }
    text.push('\n');
    text
}

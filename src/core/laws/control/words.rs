//! Time controls as operators and pairing programs write them: `5+3`, `G/90;d5`,
//! `90 min/40 moves + 30 min + 30 sec/move`.
//!
//! The text is taken apart at `+`, `,` and words like "then". Each part is a period, or what each move
//! has besides; that comes once, after the periods, and holds for all of them. Every word must be known:
//! one that is passed over might change what the others mean.

mod part;
mod token;

use super::{Allowance, Period, Periods};
use part::{Meaning, Part, WrittenPeriod};
use token::Token;

/// Reads it.
pub(super) fn read(text: &str) -> Option<Periods> {
    let parts = parts(&from_the_first_move(token::tokens(text)?)?)?;
    let mut periods = Vec::new();
    let mut extra = None;
    for (index, part) in parts.iter().enumerate() {
        let parts_after = &parts[index + 1..];
        match part.meaning(periods.last(), parts_after)? {
            _ if extra.is_some() => return None,
            Meaning::Period(period) => periods.push(period),
            Meaning::Extra(told) => extra = Some(told),
        }
    }
    let period =
        |WrittenPeriod { moves, main }| Period { moves, allowance: Allowance { main, extra } };
    Periods::of(periods.into_iter().map(period).collect())
}

/// The words without "from move 1"; time that is added from any other move on is not read.
fn from_the_first_move(tokens: Vec<Token>) -> Option<Vec<Token>> {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        if token != Token::From {
            kept.push(token);
        } else if (tokens.next(), tokens.next()) != (Some(Token::Moves), Some(Token::Number(1))) {
            return None;
        }
    }
    Some(kept)
}

/// The parts between the separators, those without a word left out.
fn parts(tokens: &[Token]) -> Option<Vec<Part>> {
    let is_separator = |token: &Token| matches!(token, Token::Plus | Token::Then);
    let mut parts = Vec::new();
    let mut is_added = false;
    for words in tokens.chunk_by(|one, next| !is_separator(one) && !is_separator(next)) {
        match words {
            [Token::Plus] if is_added || parts.is_empty() => return None,
            [Token::Plus] => is_added = true,
            [Token::Then] => {}
            words => {
                let part = Part::of(words)?;
                parts.push(if is_added { part.after_plus() } else { part });
                is_added = false;
            }
        }
    }
    (!is_added).then_some(parts)
}

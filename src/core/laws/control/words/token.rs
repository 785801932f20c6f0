//! The words of a time control.

use crate::laws::control::Mode;

/// A word that says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(u32),
    Unit(Unit),
    /// Of moves, or of each.
    Moves,
    /// Of all moves that are left.
    Rest,
    /// How the time of each move is given.
    Mode(Mode),
    Slash,
    Plus,
    /// Another part follows.
    Then,
    /// From which move on.
    From,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Hours,
    Minutes,
    Seconds,
}

/// What words mean. Those that mean nothing here have none.
const WORDS: &[(&[&str], &[Token])] = &[
    (&["h", "hr", "hrs", "hour", "hours"], &[Token::Unit(Unit::Hours)]),
    (&["m", "min", "mins", "minute", "minutes", "'", "′", "’"], &[Token::Unit(Unit::Minutes)]),
    (
        &["s", "sec", "secs", "second", "seconds", "\"", "''", "″", "”", "’’"],
        &[Token::Unit(Unit::Seconds)],
    ),
    (&["move", "moves", "mv", "mvs"], &[Token::Moves]),
    (&["game", "rest", "all", "end"], &[Token::Rest]),
    (&["g", "sd"], &[Token::Then, Token::Rest]),
    (&["d"], &[Token::Plus, Token::Mode(Mode::Delay)]),
    (&["delay"], &[Token::Mode(Mode::Delay)]),
    (&["bronstein"], &[Token::Mode(Mode::Bronstein)]),
    (&["inc", "increment", "increments", "bonus", "fischer"], &[Token::Mode(Mode::Increment)]),
    (&["/"], &[Token::Slash]),
    (&["+", "plus"], &[Token::Plus]),
    (&[",", ";", "and", "then", "followed", "with"], &[Token::Then]),
    (&["from"], &[Token::From]),
    (&["the", "for", "of", "in", "by", "per", "each", "every", "first", "a", "."], &[]),
];

/// Characters that make a word together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Letter,
    Prime,
    Blank,
    /// Each is a word of its own.
    Single,
}

/// The words of `text` that say something; `None` where one is not known, or a number is too long.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let text = text.to_lowercase();
    let chars: Vec<char> = text.chars().collect();
    let words = chars.chunk_by(|one, next| kind(*one) == kind(*next) && kind(*one) != Kind::Single);
    let mut tokens = Vec::new();
    let mut decimal = false;
    for word in words {
        let word: String = word.iter().collect();
        match word.chars().next().map(kind) {
            Some(Kind::Blank) | None => {}
            // a part of a second is nothing that a clock on a table can be set to
            Some(Kind::Digit) if decimal => return None,
            Some(Kind::Digit) => tokens.push(Token::Number(word.parse().ok()?)),
            Some(Kind::Letter | Kind::Prime | Kind::Single) => tokens.extend(meaning(&word)?),
        }
        decimal = word == ".";
    }
    Some(tokens)
}

fn kind(char: char) -> Kind {
    match char {
        '0'..='9' => Kind::Digit,
        '\'' | '’' => Kind::Prime,
        _ if char.is_alphabetic() => Kind::Letter,
        _ if char.is_whitespace() => Kind::Blank,
        _ => Kind::Single,
    }
}

fn meaning(word: &str) -> Option<&'static [Token]> {
    WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, tokens)| *tokens)
}

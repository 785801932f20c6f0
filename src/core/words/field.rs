//! The fields of what is told, as they are put into sentences.

use std::fmt;

use crate::text::{isolated, stripped};
use fluent_bundle::{FluentArgs, FluentValue};
use shakmaty::{Color, Role, Square};

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A word or a name. Signs that would break a line or turn the direction of writing are left out.
    Text(String),
    /// A number, such as seconds or a ply.
    Number(i64),
    /// Words to be listed, such as squares.
    List(Vec<String>),
}

/// What a field is that is not given.
const NONE: &str = "none";

/// All fields that sentences name. `number` (of the move) comes from `ply` where it is not given, as of
/// a game from the usual start; `winner` from `value`.
const NAMED: [&str; 31] = [
    "article",
    "black",
    "can_mate",
    "certainty",
    "colours",
    "count",
    "duty",
    "edition",
    "expected",
    "instruction",
    "man",
    "mode",
    "move",
    "moves",
    "number",
    "period",
    "ply",
    "progress",
    "repetitions",
    "seconds",
    "seen",
    "setting",
    "side",
    "square",
    "squares",
    "trend",
    "value",
    "what",
    "white",
    "winner",
    "without_progress",
];

/// The longest text of a field, in characters, and the most entries of a list.
const LONGEST: usize = 200;
const MAX_ITEMS: usize = 64;

impl From<&str> for Field {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Field {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Color> for Field {
    fn from(side: Color) -> Self {
        side.fold_wb("white", "black").into()
    }
}

impl From<Role> for Field {
    fn from(piece: Role) -> Self {
        name(piece).into()
    }
}

impl From<Square> for Field {
    fn from(square: Square) -> Self {
        Self::Text(square.to_string())
    }
}

impl<T: ToString> FromIterator<T> for Field {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(items.into_iter().map(|item| item.to_string()).collect())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&clean(text)),
            Self::Number(number) => number.fmt(f),
            Self::List(items) => {
                let items: Vec<String> =
                    items.iter().take(MAX_ITEMS).map(|item| clean(item)).collect();
                f.write_str(&items.join(", "))
            }
        }
    }
}

/// The arguments of a message.
pub(super) fn arguments(fields: &[(&str, Field)]) -> FluentArgs<'static> {
    let mut arguments = FluentArgs::new();
    for name in NAMED {
        arguments.set(name, NONE);
    }
    let is_numbered = fields.iter().any(|(name, _)| *name == "number");
    for (name, field) in fields {
        arguments.set((*name).to_owned(), value(name, field));
        match (*name, field) {
            ("ply", Field::Number(ply)) if *ply > 0 && !is_numbered => {
                arguments.set("number", FluentValue::from(ply / 2 + ply % 2));
            }
            ("value", Field::Text(value)) => arguments.set("winner", winner(value)),
            _ => {}
        }
    }
    arguments
}

/// On one line, without signs that turn the direction of writing, and not too long. A text that itself
/// runs from right to left is isolated from what stands around it.
pub(super) fn clean(text: &str) -> String {
    isolated(stripped(text).chars().take(LONGEST).collect())
}

fn value(name: &str, field: &Field) -> FluentValue<'static> {
    match field {
        Field::Number(number) => FluentValue::from(*number),
        Field::List(items) if items.is_empty() => NONE.into(),
        Field::Text(text) if text.is_empty() => NONE.into(),
        Field::Text(letter) if name == "man" => piece(letter).into(),
        Field::Text(_) | Field::List(_) => FluentValue::from(field.to_string()),
    }
}

/// The name of a piece that is given by name or by its letter in a FEN.
fn piece(text: &str) -> String {
    let mut letters = text.chars();
    let role = letters.next().and_then(Role::from_char).filter(|_| letters.next().is_none());
    role.map_or_else(|| clean(text), |role| name(role).to_owned())
}

const fn name(piece: Role) -> &'static str {
    match piece {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn winner(value: &str) -> &'static str {
    match value {
        "1-0" => "white",
        "0-1" => "black",
        "1/2-1/2" => "draw",
        _ => NONE,
    }
}

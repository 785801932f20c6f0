//! Incidents and instructions in the words of the reader: the language is the environment's.

use std::env;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use serde_json::Value;
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::laws::json::Fields;
use touchmove_core::laws::says::{Certainty, IncidentState};
use touchmove_core::text::for_terminal;
use touchmove_core::words::phrases::Play;
use touchmove_core::words::{
    Field, Language, LawText, LawTopic, Library, Locale, Notice, Saying, Words,
};

use crate::shown::ShownGame;
use crate::words::{FOLDER, library};

/// The words of the reader: incidents and instructions are told in them, and whatever stands around.
#[derive(Clone, Debug)]
pub struct Notices(Words);

#[cfg(any(test, feature = "samples"))]
impl Notices {
    /// In Turkish, for the tests of whoever speaks.
    pub fn in_turkish() -> Self {
        let turkish = Locale { lang: Some("tr_TR.UTF-8"), ..Locale::default() };
        Self(Library::built_in().words(&turkish.language()))
    }
}

/// Who reads what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeReader {
    /// Somebody at a terminal.
    Person,
    /// A program that has asked for JSON.
    Program,
}

impl NoticeReader {
    /// The reader whom a flag `--json` means.
    pub const fn of(json: bool) -> Self {
        if json { Self::Program } else { Self::Person }
    }
}

impl Default for Notices {
    /// In English.
    fn default() -> Self {
        static WORDS: LazyLock<Words> =
            LazyLock::new(|| Library::built_in().words(&Locale::default().language()));
        Self(WORDS.clone())
    }
}

impl Notices {
    /// In these words.
    pub const fn new(words: Words) -> Self {
        Self(words)
    }

    /// In the language that the environment names, with the files of this machine before those built in.
    /// A file that cannot be used is named on standard error, once.
    pub fn of_environment() -> Self {
        static WORDS: OnceLock<Words> = OnceLock::new();
        Self(WORDS.get_or_init(words_of_environment).clone())
    }

    /// In this language, with the files of this machine before those built in; in English where there are none.
    pub fn in_language(language: &Language) -> Self {
        Self(library_of_machine().words(language))
    }

    /// The codes of the languages in which is told, the preferred one first, and English last.
    pub fn codes(&self) -> Vec<String> {
        self.0.codes()
    }

    /// In English for a program, which is to find the same everywhere.
    pub fn for_reader(reader: NoticeReader) -> Self {
        match reader {
            NoticeReader::Program => Self::default(),
            NoticeReader::Person => Self::of_environment(),
        }
    }

    /// A phrase or a value in these words.
    pub fn say(&self, said: impl Into<Saying>) -> String {
        self.0.say(said)
    }

    /// What is done by a topic of the Laws under an edition.
    pub fn law(&self, topic: LawTopic, edition: &str) -> LawText {
        self.0.law(topic, edition)
    }

    /// What is told of an incident or an instruction, by its parts.
    pub fn notice(&self, told: &Fields) -> Notice {
        self.0.notice(kind_of(told), &fields(told))
    }

    /// The same of a game: moves have the numbers that they have on its scoresheet.
    pub fn notice_in(&self, game: &ShownGame, told: &Fields) -> Notice {
        let mut fields = fields(told);
        if let Ok(ply @ 1..) = u32::try_from(number(told, "ply")) {
            fields.push(("number", Field::Number(game.number_of(ply).number().into())));
        }
        self.0.notice(kind_of(told), &fields)
    }

    /// What waits for the arbiter in a game, a line each, but for incidents that are told elsewhere.
    pub fn open(&self, game: &ShownGame, is_elsewhere: impl Fn(&Fields) -> bool) -> String {
        let said = |what: &str, told: &Fields| {
            (number(told, what).into(), self.notice_in(game, told).title.into())
        };
        let incidents = game.open_incidents().filter(|told| !is_elsewhere(told)).map(|told| {
            let (number, title) = said("incident", told);
            self.say(Play::Incident { number, title })
        });
        let instructions = game.instructions.iter().map(|told| {
            let (number, title) = said("instruction", told);
            self.say(Play::Instruction { number, title })
        });
        incidents.chain(instructions).map(|line| line + "\n").collect()
    }

    /// The title of the last incident that waits, or else of the last instruction, and how many more
    /// there are.
    pub fn last(&self, game: &ShownGame) -> Option<String> {
        let incidents: Vec<_> = game.open_incidents().collect();
        let last = incidents.last().copied().or(game.instructions.last())?;
        let title = self.notice_in(game, last).title;
        Some(match incidents.len().max(1) - 1 {
            0 => title,
            more => format!("{title} (+{more})"),
        })
    }
}

fn words_of_environment() -> Words {
    let value = |name| env::var(name).ok();
    let [lc_all, lc_messages, lang] = ["LC_ALL", "LC_MESSAGES", "LANG"].map(value);
    let locale = Locale {
        lc_all: lc_all.as_deref(),
        lc_messages: lc_messages.as_deref(),
        lang: lang.as_deref(),
    };
    library_of_machine().words(&locale.language())
}

/// The languages that are there. A file that cannot be used is named on standard error.
fn library_of_machine() -> Library {
    let (library, passed_over) = library(Path::new(FOLDER));
    for why in passed_over {
        let _ = writeln!(io::stderr(), "touchmove: {}", for_terminal(&why.to_string()));
    }
    library
}

/// A number that was told: of an incident, an instruction, a move, its ply; 0 where there is none.
pub fn number(told: &Fields, what: &str) -> u64 {
    told.get(what).and_then(Value::as_u64).unwrap_or_default()
}

fn kind_of(told: &Fields) -> &str {
    told.get("kind").and_then(Value::as_str).unwrap_or_default()
}

/// The fields of D-Bus and the JSON lines as sentences name them.
fn fields(told: &Fields) -> Vec<(&str, Field)> {
    let mut fields: Vec<_> = told.iter().filter_map(|(name, value)| field(name, value)).collect();
    // Nobody need check what the arbiter has confirmed.
    if told.get("state").and_then(Value::as_str) == Some(IncidentState::Confirmed.word()) {
        fields.retain(|(name, _)| *name != "certainty");
        fields.push(("certainty", Certainty::High.word().into()));
    }
    if let Some(first) = told.get("squares").and_then(|squares| squares.get(0)?.as_str()) {
        fields.push(("square", first.into()));
    }
    fields
}

fn field<'a>(name: &'a str, value: &Value) -> Option<(&'a str, Field)> {
    Some(match (name, value) {
        ("expected_ms", value) => ("expected", setting(value.as_u64()?)),
        ("seen_ms", value) => ("seen", setting(value.as_u64()?)),
        ("white_ms", value) => ("white", setting(value.as_u64()?)),
        ("black_ms", value) => ("black", setting(value.as_u64()?)),
        ("ms" | "inc_ms", value) => ("seconds", Field::Number(value.as_i64()? / 1_000)),
        ("piece", Value::String(piece)) => ("man", piece.as_str().into()),
        ("turn", Value::String(side)) => ("side", side.as_str().into()),
        ("which", Value::String(square)) if square == "all" => return None,
        ("which", Value::String(square)) => ("square", square.as_str().into()),
        (name, Value::String(text)) => (name, text.as_str().into()),
        (name, Value::Number(number)) => (name, Field::Number(number.as_i64()?)),
        (name, Value::Array(list)) => (name, list.iter().filter_map(Value::as_str).collect()),
        (_, Value::Null | Value::Bool(_) | Value::Object(_)) => return None,
    })
}

/// What a clock is set to, as clocks show it.
fn setting(millis: u64) -> Field {
    Field::Text(h_mm_ss(Duration::from_millis(millis)))
}

#[cfg(test)]
mod tests {
    use crate::shown::samples::a_game;
    use serde_json::json;
    use touchmove_core::game::pgn::STANDARD_START;

    use super::*;

    fn told(value: Value) -> Fields {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_move_is_numbered_as_its_game_began() {
        let told = told(json!({
            "kind": "promotion-not-replaced", "side": "black", "squares": ["a1"], "ply": 3, "article": "4.6.1",
        }));
        let said = |start: &str| {
            let game = ShownGame { start: start.to_owned(), ..a_game(&[]) };
            format!("{:?}", Notices::default().notice_in(&game, &told))
        };
        assert!(said(STANDARD_START).contains("(move 2)"), "{}", said(STANDARD_START));
        let black_began = said("4k3/8/8/8/8/8/p7/4K3 b - - 0 30");
        assert!(black_began.contains("(move 31)"), "{black_began}");
    }

    #[test]
    fn what_is_told_by_its_parts_is_said_in_words() {
        let notices = Notices::default();
        let added = told(json!({
            "instruction": 1, "kind": "clock_add", "side": "black", "ms": 120_000, "article": "7.5.5",
        }));
        let Notice { title, may, .. } = notices.notice(&added);
        assert_eq!(title, "Black: Add two minutes");
        let may = may.unwrap();
        assert_eq!(
            may,
            "Article 7.5.5: The arbiter adds two minutes to Black’s clock, or waives it."
        );
        let pawn = told(json!({
            "kind": "promotion-not-replaced", "side": "white", "squares": ["a8"], "ply": 9,
            "certainty": "high",
        }));
        let seen = notices.notice(&pawn).seen.unwrap();
        assert_eq!(seen, "White completed a move with the pawn still on a8 (move 5).");
    }

    #[test]
    fn what_the_arbiter_has_confirmed_need_not_be_checked() {
        let notices = Notices::default();
        let title = |state| {
            let told =
                json!({ "kind": "press-without-move", "certainty": "medium", "state": state });
            notices.notice(&self::told(told)).title
        };
        assert_eq!(title("raised"), "Clock pressed without a move (to be checked)");
        assert_eq!(title("confirmed"), "Clock pressed without a move");
    }

    #[test]
    fn what_may_well_be_noise_is_not_pushed() {
        let of = |id, certainty, state| {
            told(json!({
                "incident": id, "kind": "press-without-move", "side": "white",
                "certainty": certainty, "state": state,
            }))
        };
        let game = ShownGame {
            incidents: vec![
                of(1, "high", "raised"),
                of(2, "medium", "raised"),
                of(3, "low", "raised"),
                of(4, "high", "confirmed"),
            ],
            ..crate::shown::samples::a_game(&[])
        };
        let notices = Notices::default();
        let open = "incident 1: White: Clock pressed without a move\n\
                    incident 2: White: Clock pressed without a move (to be checked)\n";
        assert_eq!(notices.open(&game, |_| false), open);
        let last = "White: Clock pressed without a move (to be checked) (+1)";
        assert_eq!(notices.last(&game).as_deref(), Some(last));
    }
}

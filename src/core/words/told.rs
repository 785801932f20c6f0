//! What the daemon tells in English, known again so that it can be told in the language of the reader.
//!
//! The daemon does not know who reads what it says. A sentence of it is known where one in the English file, with some
//! values, is the same letter by letter; what is not known stays as it is.

use std::sync::LazyLock;

use super::phrases::At;
use super::{Library, Phrase, Saying, Vocabulary, Words};

/// The sentences, with the values that they name; what is particular comes before what is general.
pub(super) const SENTENCES: &[(&str, &[&str])] = &[
    ("told-board-read-out", &["port"]),
    ("told-board-recall", &["port"]),
    ("told-board-untaught", &["port"]),
    ("told-board-being-played", &[]),
    ("told-board-differs", &["squares"]),
    ("told-board-differs-and", &["squares", "what"]),
    ("told-board-asks", &[]),
    ("told-board-asks-more", &["count"]),
    ("told-board-floods-so", &["port"]),
    ("told-board-silent", &["port"]),
    ("told-board-not-seen", &[]),
    ("told-board-unplugged", &["port"]),
    ("told-board-no-answer", &["port"]),
    ("told-board-stuck", &["port"]),
    ("told-board-replaced", &["port"]),
    ("told-board-address-shared", &["port"]),
    ("told-board-fell-over", &["port"]),
    ("told-board-over", &["port"]),
    ("told-board-not-connected", &["port"]),
    ("told-board-failed", &["what", "port"]),
    ("told-port-opening", &[]),
    ("told-port-asked", &["tried"]),
    ("told-port-asked-again", &["tried", "what"]),
    ("told-port-tried", &["first", "tried"]),
    ("told-port-no-answer", &[]),
    ("told-port-doubled", &["board", "at"]),
    ("told-port-unsure", &["board", "at"]),
    ("told-port-being-read", &["board"]),
    ("told-port-too-many", &["board", "minutes"]),
    ("told-port-not-kept", &["board"]),
    ("told-port-fell-over", &[]),
    ("told-port-gone", &[]),
    ("told-port-recording-ends", &[]),
    ("told-port-busy", &["holder"]),
    ("told-port-denied", &["what"]),
    ("told-port-not-serial", &[]),
    ("told-port-not-paired", &["port"]),
    ("told-port-out-of-range", &[]),
    ("told-port-radio-off", &[]),
    ("told-port-no-radio", &[]),
    ("told-port-no-bluetooth", &[]),
    ("told-port-agent-refused", &["port"]),
    ("told-port-no-channel", &["channel"]),
    ("told-port-no-way", &[]),
    ("told-port-several-recordings", &["count"]),
    ("told-holder-unknown", &[]),
    ("told-remedy-unit", &["port"]),
    ("told-remedy-service", &[]),
    ("told-remedy-group", &["user", "group"]),
    ("told-lacks-board", &["table"]),
    ("told-lacks-link", &["table", "board"]),
    ("told-lacks-clock", &["table", "board"]),
    ("told-lacks-men", &["table", "board"]),
    ("told-lacks-older-game", &["table", "board", "plies"]),
    ("told-lacks-time-control", &["table"]),
    ("told-open-no-game", &["table", "players"]),
    ("told-open-no-result", &["table", "players", "plies"]),
    ("told-open-after-one", &["table", "players"]),
    ("told-open-differs", &["table", "players", "shown", "entered"]),
    ("told-begin-anyway", &[]),
    ("told-end-anyway", &[]),
    ("told-round-not-loaded", &["round"]),
    ("told-round-begun", &["round"]),
    ("told-round-over", &["round"]),
    ("told-round-nothing-to-adopt", &["table"]),
    ("told-round-not-now", &["round", "stage", "wanted"]),
    ("told-round-board-taken", &["board", "table"]),
    ("told-round-no-names", &["table"]),
    ("told-round-no-board", &["table"]),
    ("told-round-no-table", &["round", "table"]),
    ("told-round-nothing-entered", &["table", "round"]),
    ("told-round-no-question", &["table", "round"]),
    ("told-round-table-taken", &["table", "round"]),
    ("told-round-table-shared", &["table", "round", "section", "free"]),
    ("told-round-too-many-tables", &[]),
    ("told-round-board-unknown", &["board"]),
    ("told-round-holds-games", &["round"]),
    ("told-round-other-plies", &["table", "plies"]),
    ("told-not-kept", &["what"]),
    ("told-not-safe", &["what"]),
    ("told-too-busy", &[]),
    ("told-stopping", &[]),
    ("told-clock-no-clock", &[]),
    ("told-clock-running", &[]),
    ("told-clock-being-set", &[]),
    ("told-clock-too-long", &[]),
    ("told-clock-unsupported", &[]),
    ("told-clock-refused", &[]),
    ("told-clock-not-kept", &["what"]),
    ("told-clock-not-shown", &["white", "black"]),
    ("told-game-not-played", &["game"]),
    ("told-game-long-ago", &["game"]),
    ("told-game-too-many-since", &[]),
    ("told-game-board-not-here", &[]),
    ("told-game-no-target", &["board"]),
    ("told-game-being-read", &["board"]),
    ("told-game-board-busy", &["game", "board"]),
    ("told-game-not-set-up", &["board", "fen"]),
    ("told-game-same-board", &["board"]),
    ("told-game-none-begun", &[]),
    ("told-game-off-board", &[]),
    ("told-game-no-ply", &["ply", "last"]),
    ("told-game-too-long", &["most"]),
    ("told-game-no-move", &["move", "fen"]),
    ("told-game-no-position", &["fen", "what"]),
    ("told-game-no-answer", &["question", "choice"]),
    ("told-game-not-written", &["ply"]),
    ("told-game-nothing-to-undo", &["decision"]),
    ("told-game-undo-later", &["decision"]),
    ("told-said-no-incident", &["incident"]),
    ("told-said-already", &["incident", "state"]),
    ("told-said-undecided", &["incident"]),
    ("told-said-ended-by", &["incident"]),
    ("told-said-over", &[]),
    ("told-said-not-to-move", &["side"]),
    ("told-said-no-offer", &["side"]),
    ("told-said-nothing-asked", &[]),
    ("told-said-for-good", &["decision"]),
    ("told-file-line", &["line", "what"]),
    ("told-file-too-large", &[]),
    ("told-file-not-utf8", &[]),
    ("told-file-unknown", &[]),
    ("told-file-no-trf", &[]),
    ("told-file-cut-line", &["text"]),
    ("told-file-field-count", &["has", "needs"]),
    ("told-file-twice", &["text"]),
    ("told-file-no-name", &["side"]),
    ("told-file-no-round", &["text"]),
    ("told-file-no-board", &["text"]),
    ("told-file-no-result", &["text"]),
    ("told-file-board-twice", &["board", "round", "line"]),
    ("told-file-player-twice", &["name", "round", "line"]),
    ("told-file-no-pairings", &[]),
    ("told-file-no-such-round", &["round", "what"]),
    ("told-file-cut-tag", &[]),
    ("told-file-open-comment", &[]),
    ("told-file-open-quote", &[]),
    ("told-file-control", &["text"]),
    ("told-file-too-long", &["text"]),
    ("told-file-no-player-name", &[]),
    ("told-file-no-fide-id", &["text"]),
    ("told-file-no-rating", &["text"]),
    ("told-file-no-variant", &["text"]),
    ("told-file-no-start", &[]),
    ("told-file-no-fen", &["text"]),
    ("told-file-no-game-from", &["fen", "what"]),
    ("told-file-board-missing", &["round"]),
    ("told-file-too-many-boards", &["round", "most"]),
    ("told-file-has-no-round", &[]),
    ("told-file-has-round", &["round"]),
    ("told-file-has-rounds", &["rounds"]),
    ("told-file-not-paired", &["white", "black", "round"]),
    ("told-file-columns", &["column"]),
    ("told-file-no-rank", &["text"]),
    ("told-file-rank-twice", &["rank", "line"]),
    ("told-file-cut-round", &["round"]),
    ("told-file-no-colour", &["text"]),
    ("told-file-no-mark", &["text"]),
    ("told-file-no-opponent", &["rank"]),
    ("told-file-not-back", &["rank", "line"]),
    ("told-file-same-colour", &["rank", "line"]),
    ("told-file-results-differ", &["rank", "line"]),
    ("told-daemon-not-running", &["bus"]),
    ("told-daemon-start-system", &[]),
    ("told-daemon-start", &[]),
    ("told-daemon-silent", &["bus", "seconds"]),
    ("told-daemon-stopped", &[]),
    ("told-daemon-denied", &["group"]),
    ("told-daemon-join", &["group"]),
    ("told-daemon-answer", &["what"]),
    ("told-bus-unreachable", &["bus", "what"]),
    ("told-bus-silent", &["bus", "seconds"]),
    ("told-bus-lost", &["bus"]),
    ("told-bus-system", &[]),
    ("told-bus-session", &[]),
    ("told-bus-address", &[]),
    ("told-question", &["question", "kind", "ply", "choices"]),
    ("told-disk-low", &["folder", "free", "least"]),
    ("told-disk-unknown", &["folder", "what"]),
    ("told-pack-none", &[]),
    ("told-pack-summary", &["last"]),
    ("told-pack-line", &["line"]),
    ("told-pack-whole", &[]),
    ("told-gap-of-none", &["bytes", "at", "record"]),
    ("told-gap-of-one", &["bytes", "at", "record"]),
    ("told-gap-of-several", &["bytes", "at", "first", "last"]),
    ("told-journal-foreign", &[]),
    ("told-journal-other-version", &["version"]),
    ("told-journal-unreadable", &["at", "what"]),
    ("told-recording-not-utf8", &[]),
    ("told-recording-long-line", &["most"]),
    ("told-recording-none", &["text"]),
    ("told-recording-version", &["version", "read"]),
    ("told-recording-many-headers", &["most"]),
    ("told-recording-no-time", &["text"]),
    ("told-recording-time-fell", &["at", "latest"]),
    ("told-recording-after-cut", &[]),
    ("told-recording-no-family", &["names"]),
    ("told-recording-unknown-family", &["family", "names"]),
    ("told-recording-wire-of-line", &[]),
    ("told-journal-locked", &[]),
    ("told-journal-no-file", &[]),
    ("told-journal-no-directory", &[]),
    ("told-journal-denied", &["what"]),
    ("told-journal-read-only", &["what"]),
    ("told-journal-no-space", &["what"]),
    ("told-journal-appeared", &[]),
    ("told-journal-stalled", &[]),
    ("told-case-too-long", &["most"]),
    ("told-case-no-schema", &["text"]),
    ("told-case-position", &[]),
    ("told-standard-input", &[]),
    ("told-sin-unread", &["text"]),
    ("told-pgn-missing", &["game", "games"]),
    ("told-pgn-variant", &["game", "variant"]),
    ("told-pgn-fen", &["game", "what"]),
    ("told-pgn-start", &["game", "what"]),
    ("told-pgn-move", &["game", "move", "what"]),
    ("told-pgn-empty", &["game"]),
    ("told-pgn-too-long", &["game", "most"]),
    ("told-bus-not-started", &[]),
];

/// The sentences in English, in pieces.
static KNOWN: LazyLock<Known> = LazyLock::new(Known::read);

/// Signs that stand for values where a sentence is taken to pieces; they have no meaning of their own.
const MARKS: std::ops::RangeInclusive<char> = '\u{e000}'..='\u{e00f}';

/// How deep a sentence, which is a line, may stand in another one.
const DEEPEST: usize = 3;

/// What stands in for the words of a language.
struct Known {
    english: Words,
    sentences: Vec<Sentence>,
}

/// A sentence in pieces.
struct Sentence {
    name: &'static str,
    values: &'static [&'static str],
    pieces: Vec<Piece>,
}

/// A piece of a sentence.
enum Piece {
    Text(String),
    /// The value of this index.
    Value(usize),
}

/// What the daemon tells, to be said in the language of the reader; as it is where it is not known.
pub fn told(text: &str) -> Saying {
    known(text, DEEPEST).unwrap_or_else(|| by_lines(text))
}

/// Of several lines each by itself, and of each what stands behind a name, as of a file.
fn by_lines(text: &str) -> Saying {
    let line = |line: &str| {
        let (said, end) = line.split_at(line.find('\n').unwrap_or(line.len()));
        let known = known(said, DEEPEST).or_else(|| behind_a_name(said));
        [known.unwrap_or_else(|| said.into()), end.into()]
    };
    Saying::All(text.split_inclusive('\n').flat_map(line).collect())
}

fn behind_a_name(line: &str) -> Option<Saying> {
    let ends = line.match_indices(": ").map(|(at, colon)| at + colon.len());
    let mut parts = ends.map(|end| line.split_at(end));
    parts.find_map(|(name, rest)| Some(Saying::All(vec![name.into(), known(rest, DEEPEST)?])))
}

fn known(text: &str, depth: usize) -> Option<Saying> {
    if depth == 0 || text.contains(|sign| sign == '\n' || MARKS.contains(&sign)) {
        return None;
    }
    KNOWN.sentences.iter().find_map(|sentence| {
        let values = sentence.values(text)?;
        // What stands before a colon is the name of a file or a line, and no part of what is said of it.
        if sentence.first(&values).is_some_and(|first| first.contains(": ")) {
            return None;
        }
        let values = sentence.values.iter().zip(values);
        let values = values.map(|(name, value)| (*name, of_value(name, value, depth - 1)));
        let said: Saying = Phrase::new(sentence.name.to_owned(), values.collect()).into();
        (KNOWN.english.say(said.clone()) == text).then_some(said)
    })
}

/// A value that is a sentence or a word itself is told in the language, too.
fn of_value(name: &str, value: &str, depth: usize) -> Saying {
    match name {
        "what" | "tried" | "holder" => known(value, depth).unwrap_or_else(|| value.into()),
        "stage" | "wanted" => Vocabulary::Stage.word(value),
        "state" => Vocabulary::Matter.word(value),
        "side" => Vocabulary::Side.word(value),
        "kind" => Vocabulary::Question.word(value),
        "choices" => choices(value),
        "bus" => bus(value),
        _ => value.into(),
    }
}

/// The answers to a question: each its word, and behind a colon the moves that it means.
fn choices(all: &str) -> Saying {
    let choice = |choice: &str| {
        let (answer, end) = choice.split_at(choice.find([':', ';']).unwrap_or(choice.len()));
        [Vocabulary::Choice.word(answer), end.into()]
    };
    Saying::All(all.split_inclusive("; ").flat_map(choice).collect())
}

fn bus(name: &str) -> Saying {
    match (name, name.strip_prefix("the bus at ")) {
        ("the system bus", _) => At::SystemBus.into(),
        ("the session bus", _) => At::SessionBus.into(),
        (_, Some(address)) => At::BusAddress { address: address.into() }.into(),
        (name, None) => name.into(),
    }
}

impl Known {
    fn read() -> Self {
        let english = Library::built_in().words(&super::language::english());
        let sentence = |&(name, values): &(&'static str, &'static [&'static str])| {
            let marked =
                values.iter().copied().zip(MARKS.map(|mark| Saying::from(mark.to_string())));
            let text = english.say(Phrase::new(name.to_owned(), marked.collect()));
            Sentence { name, values, pieces: pieces(&text) }
        };
        let sentences = SENTENCES.iter().map(sentence).collect();
        Self { english, sentences }
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive(|sign| MARKS.contains(&sign)) {
        let mark = part
            .chars()
            .next_back()
            .and_then(|sign| MARKS.into_iter().position(|mark| mark == sign));
        let words = part.trim_end_matches(|sign| MARKS.contains(&sign));
        if !words.is_empty() {
            pieces.push(Piece::Text(words.to_owned()));
        }
        pieces.extend(mark.map(Piece::Value));
    }
    pieces
}

impl Sentence {
    /// The value that it begins with, if it begins with one.
    fn first<'a>(&self, values: &[&'a str]) -> Option<&'a str> {
        match self.pieces.first()? {
            Piece::Value(index) => values.get(*index).copied(),
            Piece::Text(_) => None,
        }
    }

    /// The values with which it may be this text.
    fn values<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let mut values: Vec<Option<&str>> = vec![None; self.values.len()];
        let mut rest = text;
        for (index, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(words) => rest = rest.strip_prefix(words.as_str())?,
                Piece::Value(at) => {
                    let end = match self.pieces.get(index + 1) {
                        Some(Piece::Text(next)) => rest.find(next.as_str())?,
                        Some(Piece::Value(_)) => return None,
                        None => rest.len(),
                    };
                    let (value, after) = rest.split_at(end);
                    *values.get_mut(*at)? = Some(value);
                    rest = after;
                }
            }
        }
        rest.is_empty().then(|| values.into_iter().collect()).flatten()
    }
}

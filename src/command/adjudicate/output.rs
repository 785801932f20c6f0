//! The formats of `touchmove adjudicate`.

use std::io::{self, Write};

use touchmove_drivers::recording::Headers;

use super::Format;
use crate::game::conclusion::{Conclusion, MoveState, MoveTold, Told};
use crate::game::json::{self, Place};
use crate::game::pgn;
use crate::game::sitting::Sitting;
use crate::game::view::GameView;

/// Collects what is to be printed, and prints it.
pub(super) struct Output {
    format: Format,
    place: Place,
    tags: Vec<(String, String)>,
    games: Vec<GameView>,
    text: String,
}

impl Output {
    pub(super) fn new(format: Format) -> Self {
        let place = Place { seq: 0, recording: 0 };
        Self { format, place, tags: Vec::new(), games: Vec::new(), text: String::new() }
    }

    /// A recording begins.
    pub(super) fn begin(&mut self, recording: usize, headers: &Headers) {
        self.place = Place { seq: 0, recording };
        self.tags = tags_of(headers);
        self.games.clear();
    }

    /// Something was concluded.
    pub(super) fn told(&mut self, told: &Told) {
        match self.format {
            Format::Jsonl => {
                self.place.seq += 1;
                self.push_line(&json::line(told, self.place));
            }
            Format::Text => self.push_line(&text_line(told)),
            Format::Pgn | Format::Uci => {}
        }
    }

    /// Keeps the games as they are now, for the formats that print them whole.
    pub(super) fn games(&mut self, sitting: &Sitting) {
        if let (Format::Pgn | Format::Uci, Some(view)) = (self.format, sitting.view()) {
            match self.games.last_mut() {
                Some(last) if last.game == view.game => last.clone_from(view),
                _ => self.games.push(view.clone()),
            }
        }
    }

    /// The recording has ended.
    pub(super) fn end(&mut self) {
        match self.format {
            Format::Pgn => self.push_games(),
            Format::Uci => {
                let longest = self.games.iter().max_by_key(|game| game.moves.len());
                let line = longest.map(uci_line).unwrap_or_default();
                self.push_line(&line);
            }
            Format::Jsonl | Format::Text => {}
        }
    }

    /// Writes out what was collected. A reader that has gone away is no failure.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(self.text.as_bytes()).and_then(|()| stdout.flush());
        self.text.clear();
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }

    fn push_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn push_games(&mut self) {
        let tags: Vec<_> = self.tags.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        for game in &self.games {
            self.text.push_str(&pgn::write(game, &tags));
            self.text.push('\n');
        }
    }
}

/// The seven tags that every PGN has, but the result, then what else the headers give.
fn tags_of(headers: &Headers) -> Vec<(String, String)> {
    let given = |name: &str| {
        let tag = headers.tags.iter().find(|(tag, _)| tag == name);
        tag.map(|(_, value)| value.clone())
    };
    let date =
        headers.began.as_ref().and_then(|began| began.get(..10)).map(|d| d.replace('-', "."));
    let unknown = || "?".to_owned();
    let mut tags = vec![
        ("Event".to_owned(), given("Event").unwrap_or_else(unknown)),
        ("Site".to_owned(), given("Site").unwrap_or_else(unknown)),
        ("Date".to_owned(), given("Date").or(date).unwrap_or_else(|| "????.??.??".to_owned())),
        ("Round".to_owned(), given("Round").unwrap_or_else(unknown)),
        ("White".to_owned(), headers.white.clone().unwrap_or_else(unknown)),
        ("Black".to_owned(), headers.black.clone().unwrap_or_else(unknown)),
    ];
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN"];
    let more = headers.tags.iter().filter(|(name, _)| !roster.contains(&name.as_str()));
    tags.extend(more.cloned());
    tags
}

fn uci_line(game: &GameView) -> String {
    let moves = game.moves.iter().map(|scored| scored.told.uci.as_str());
    let result = game.result.map(|result| result.value.pgn());
    moves.chain(result).collect::<Vec<_>>().join(" ")
}

fn text_line(told: &Told) -> String {
    let at = told.at.as_millis();
    let what = match &told.what {
        Conclusion::Move(told) => text_move(told),
        Conclusion::Position { fen, why } => format!("position {fen} ({})", why.word()),
        Conclusion::Standing { differs } if differs.is_empty() => "the board is right again".into(),
        Conclusion::Standing { differs } => {
            let squares: Vec<_> = differs.iter().map(ToString::to_string).collect();
            format!("the board differs on {}", squares.join(" "))
        }
        Conclusion::Result(result) => {
            let article = result.reason.article().map(|a| format!(", {a}")).unwrap_or_default();
            format!("result {} ({}{article})", result.value.pgn(), result.reason.word())
        }
    };
    format!("{:>6}.{:03}  {what}", at / 1_000, at % 1_000)
}

fn text_move(told: &MoveTold) -> String {
    let number = told.ply.div_ceil(2);
    let dots = if told.side.is_white() { "." } else { "..." };
    let san = told.san.as_deref().unwrap_or(&told.uci);
    let state = match told.state {
        MoveState::Provisional => "seen".to_owned(),
        MoveState::Made => "made".to_owned(),
        MoveState::Superseded => "taken back".to_owned(),
        MoveState::Completed { by, left } => {
            let clock = left.map(|left| format!(", {}", pgn::clk(left))).unwrap_or_default();
            format!("completed ({}{clock})", by.word())
        }
    };
    format!("{number:>3}{dots:<3} {san:<8} {state}")
}

//! The formats of `touchmove adjudicate`.

use std::io::{self, Write};

use touchmove_drivers::recording::Headers;

use super::Format;
use crate::game::conclusion::{Conclusion, MoveState, MoveTold, Told};
use crate::game::json::{self, Place};
use crate::game::pgn::{self, Score, Tags};
use crate::game::sitting::Sitting;
use crate::game::view::GameView;

/// Collects what is to be printed, and prints it.
pub(super) struct Output {
    format: Format,
    place: Place,
    tags: Tags,
    games: Vec<GameView>,
    text: String,
}

impl Output {
    pub(super) fn new(format: Format) -> Self {
        let place = Place { seq: 0, recording: 0 };
        Self { format, place, tags: Tags::default(), games: Vec::new(), text: String::new() }
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
        for game in &self.games {
            self.text.push_str(&pgn::write(&Score::of(game), &self.tags));
            self.text.push('\n');
        }
    }
}

/// What the headers say of the game. A `tag` header comes before what other headers imply.
fn tags_of(headers: &Headers) -> Tags {
    let began = headers.began.as_ref().and_then(|began| began.get(..10));
    let implied = [
        ("Date", began.map(|date| date.replace('-', "."))),
        ("White", headers.white.clone()),
        ("Black", headers.black.clone()),
    ];
    let implied = implied.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Tags::new(headers.tags.iter().cloned().chain(implied))
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
            let clock = left.map(|left| format!(", {left}")).unwrap_or_default();
            format!("completed ({}{clock})", by.word())
        }
    };
    format!("{number:>3}{dots:<3} {san:<8} {state}")
}

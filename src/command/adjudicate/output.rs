//! The formats of `touchmove adjudicate`.

use std::io::{self, Write};

use touchmove_drivers::recording::{Ending, Headers};

use super::Format;
use crate::account::{QuestionKind, QuestionState};
use crate::game::conclusion::{Asked, Conclusion, MoveState, MoveTold, Told};
use crate::game::games::Games;
use crate::game::json::{self, Place};
use crate::game::pgn::{self, Score, Tags};
use crate::game::sitting::Sitting;
use crate::game::uci;

/// Collects what is to be printed, and prints it.
pub(super) struct Output {
    format: Format,
    place: Place,
    tags: Tags,
    games: Games,
    text: String,
}

impl Output {
    pub(super) fn new(format: Format) -> Self {
        let place = Place { seq: 0, recording: 0 };
        Self { format, place, tags: Tags::default(), games: Games::default(), text: String::new() }
    }

    /// A recording begins.
    pub(super) fn begin(&mut self, recording: usize, headers: &Headers) {
        self.place = Place { seq: 0, recording };
        self.tags = tags_of(headers);
        self.games = Games::default();
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

    /// Keeps every game as it ended, for the formats that print them whole. To be called whenever a
    /// game may have begun.
    pub(super) fn games(&mut self, sitting: &Sitting) {
        if matches!(self.format, Format::Pgn | Format::Uci) {
            self.games.follow(sitting);
        }
    }

    /// The recording has ended.
    pub(super) fn end(&mut self, sitting: &Sitting, ending: Ending) {
        self.games.end(sitting, ending);
        match self.format {
            Format::Pgn => self.push_games(),
            Format::Uci => {
                let line = self.games.longest().map(uci::words).unwrap_or_default().join(" ");
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
        for game in self.games.all() {
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
        Conclusion::Question(asked) => text_question(asked),
    };
    format!("{:>6}.{:03}  {what}", at / 1_000, at % 1_000)
}

fn text_question(asked: &Asked) -> String {
    let what = match asked.kind {
        QuestionKind::GameOver => "is the game over?",
        QuestionKind::Gap => "which moves were played?",
        QuestionKind::WhichCapture => "which man was taken?",
        QuestionKind::PromotionPiece => "which piece did the pawn become?",
        QuestionKind::ResultDiffers => "does the board tell the result, or do the kings?",
    };
    let choice = |(word, line): &(String, Vec<String>)| match &line[..] {
        [] => word.clone(),
        [mv] if mv == word => word.clone(),
        line => format!("{word}: {}", line.join(" ")),
    };
    let choices = match asked.state {
        QuestionState::Open => asked.choices.iter().map(choice).collect::<Vec<_>>().join("; "),
        QuestionState::Withdrawn => String::new(),
        QuestionState::Answered(number) => {
            asked.choices.get(number).map(choice).unwrap_or_default()
        }
    };
    let asked = format!("question {} {}: {what} {choices}", asked.id, asked.state.word());
    asked.trim_end().to_owned()
}

fn text_move(told: &MoveTold) -> String {
    let number = move_number(told);
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

/// The move's number as the position after it counts: Black's move has counted on.
fn move_number(told: &MoveTold) -> u32 {
    let after = told.fen.rsplit(' ').next().and_then(|number| number.parse::<u32>().ok());
    after.unwrap_or(1).saturating_sub(u32::from(told.side.is_black()))
}

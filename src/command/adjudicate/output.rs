//! The formats of `touchmove adjudicate`.

use std::io;

use serde_json::Value;
use shakmaty::CastlingMode;
use touchmove_core::account::{QuestionKind, QuestionState};
use touchmove_core::game::conclusion::{
    AskedQuestion, Conclusion, Holds, Incident, IncidentState, Instruction, MoveState, MoveTold,
    Told,
};
use touchmove_core::game::games::Games;
use touchmove_core::game::hindsight::Revision;
use touchmove_core::game::json::{self, LinePlace};
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::uci;
use touchmove_core::game::view::GameView;
use touchmove_core::laws::json::{self as laws, Fields};
use touchmove_core::words::Notice;
use touchmove_drivers::recording::{Headers, RecordingEnd};
use touchmove_station::sys::terminal;

use super::Format;
use crate::notices::Notices;
use crate::{games, revised};

/// Collects what is to be printed, and prints it.
pub(super) struct Output {
    format: Format,
    place: LinePlace,
    headers: Headers,
    games: Games,
    notices: Notices,
    text: String,
}

impl Output {
    pub(super) fn new(format: Format) -> Self {
        let place = LinePlace { seq: 0, recording: 0 };
        let (headers, games, text) = (Headers::default(), Games::default(), String::new());
        let notices = match format {
            Format::Text => Notices::of_environment(),
            Format::Jsonl | Format::Pgn | Format::Uci => Notices::default(),
        };
        Self { format, place, headers, games, notices, text }
    }

    /// A recording begins.
    pub(super) fn begin(&mut self, recording: usize, headers: &Headers) {
        self.place = LinePlace { seq: 0, recording };
        self.headers = headers.clone();
        self.games = Games::default();
    }

    /// Something was concluded of this game.
    pub(super) fn told(&mut self, told: &Told, game: Option<&GameView>) {
        match self.format {
            Format::Jsonl => {
                self.place.seq += 1;
                self.push_line(&json::line(told, self.place));
            }
            Format::Text => self.push_line(&text_line(told, game, &self.notices)),
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
    pub(super) fn end(&mut self, sitting: &Sitting, ending: RecordingEnd) {
        self.games.end(sitting, ending);
        self.print_games();
    }

    fn print_games(&mut self) {
        match self.format {
            Format::Pgn => self.text.push_str(&games::pgn(&self.headers, self.games.all())),
            Format::Uci => {
                let line =
                    self.games.longest().map(|game| uci::words(game)).unwrap_or_default().join(" ");
                self.push_line(&line);
            }
            Format::Jsonl | Format::Text => {}
        }
    }

    /// The recording has ended, and these are its games as hindsight has them, which changes this.
    pub(super) fn end_with_hindsight(&mut self, games: Games, revisions: &[Revision]) {
        self.games = games;
        self.print_games();
        for revision in revisions {
            match self.format {
                Format::Jsonl => {
                    self.place.seq += 1;
                    self.push_line(&revision_json(revision, self.place));
                }
                Format::Text => self.push_line(&revision_line(revision)),
                Format::Pgn | Format::Uci => {}
            }
        }
    }

    /// Whether what is printed are conclusions, one by one.
    pub(super) const fn lists_conclusions(&self) -> bool {
        matches!(self.format, Format::Jsonl | Format::Text)
    }

    /// Takes what was collected.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn push_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// Prints what was collected. A reader that has gone away is no failure.
pub(super) fn print(format: Format, text: &str) -> io::Result<()> {
    match format {
        Format::Jsonl => terminal::print_json(text),
        Format::Pgn | Format::Text | Format::Uci => terminal::print(text),
    }
}

/// What hindsight changes, for reading.
pub(super) fn revision_line(revision: &Revision) -> String {
    format!("hindsight: game {}, {}", revision.game, revised::in_words(revision))
}

/// The same as a line of JSON.
fn revision_json(revision: &Revision, LinePlace { seq, recording }: LinePlace) -> String {
    let mut line = revised::in_json(revision);
    let place = [("v", 1), ("seq", seq), ("recording", recording as u64)];
    line.extend(place.map(|(key, value)| (key.to_owned(), value.into())));
    line.insert("game".to_owned(), revision.game.into());
    line.insert("type".to_owned(), "hindsight".into());
    Value::Object(line).to_string()
}

/// Lines that go on stand below the words of their first.
const INDENT: &str = "            ";

fn text_line(told: &Told, game: Option<&GameView>, notices: &Notices) -> String {
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
            let article = result.article.map(|a| format!(", {a}")).unwrap_or_default();
            format!("result {} ({}{article})", result.value.word(), result.reason.word())
        }
        Conclusion::Reopened => "result * (withdrawn)".to_owned(),
        Conclusion::Question(asked) => text_question(asked),
        Conclusion::Incident(incident) => {
            text_incident(incident, json::fields(&told.what), game, notices)
        }
        Conclusion::Instruction(given) => {
            text_instruction(given, &json::fields(&told.what), notices)
        }
        Conclusion::Holds(holds) => text_holds(holds),
        Conclusion::Renewed { from } => {
            format!("what was told from number {from} on no longer holds")
        }
    };
    format!("{:>6}.{:03}  {what}", at / 1_000, at % 1_000)
}

/// With what was seen and what the arbiter may do when it is raised.
fn text_incident(
    told: &Incident,
    mut fields: Fields,
    game: Option<&GameView>,
    notices: &Notices,
) -> String {
    let number = game.filter(|_| told.ply > 0).map(|game| game.number_of(told.ply).number());
    fields.extend(number.map(|number| ("number".into(), number.into())));
    let Notice { title, seen, may } = notices.notice(&fields);
    let (state, certainty) = (told.state.word(), told.certainty.word());
    let said = format!("incident {} {state}: {title} ({}, {certainty})", told.id, told.article);
    let more = seen.into_iter().chain(may).filter(|_| told.state == IncidentState::Raised);
    more.fold(said, |said, line| format!("{said}\n{INDENT}{line}"))
}

fn text_instruction(told: &Instruction, fields: &Fields, notices: &Notices) -> String {
    let title = notices.notice(fields).title;
    format!("instruction {} {}: {title} ({})", told.id, told.state.word(), told.article)
}

fn text_holds(holds: &Holds) -> String {
    let mut fields = laws::holds(holds, CastlingMode::Standard);
    let name = fields.remove("out");
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default().replace('_', " ");
    if let Holds::Obligation { free: true, .. } = holds {
        fields.remove("free");
        fields.insert("moves".into(), "any".into());
    }
    format!("{name}{}", text_fields(&fields))
}

fn text_fields(fields: &Fields) -> String {
    let text = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!(" {name}={text}"),
        Value::Array(list) => {
            let texts: Vec<_> = list.iter().filter_map(Value::as_str).collect();
            format!(" {name}={}", texts.join(","))
        }
        value => format!(" {name}={value}"),
    };
    fields.iter().map(text).collect()
}

fn text_question(asked: &AskedQuestion) -> String {
    let what = match asked.kind {
        QuestionKind::GameOver => "is the game over?",
        QuestionKind::Gap => "which moves were played?",
        QuestionKind::WhichCapture => "which man was taken?",
        QuestionKind::PromotionPiece => "which piece did the pawn become?",
        QuestionKind::ResultDiffers => "does the board tell the result, or do the kings?",
        QuestionKind::Hindsight => "were other moves played?",
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
    let number = told.number();
    let dots = number.side().fold_wb(".", "...");
    let played = told.readable();
    let state = match told.state {
        MoveState::Provisional => "seen".to_owned(),
        MoveState::Made if told.is_doubtful() => "made (doubtful)".to_owned(),
        MoveState::Made => "made".to_owned(),
        MoveState::Superseded => "taken back".to_owned(),
        MoveState::Completed { by, left } => {
            let clock = left.map(|left| format!(", {left}")).unwrap_or_default();
            format!("completed ({}{clock})", by.word())
        }
    };
    format!("{:>3}{dots:<3} {played:<8} {state}", number.number())
}

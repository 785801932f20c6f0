//! `touchmove history`: what was touched when.

mod page;

use std::path::{Path, PathBuf};

use touchmove_client::decided;
use touchmove_client::sightings::in_words;
use touchmove_core::game::conclusion::{Conclusion, MoveState, Told};
use touchmove_core::game::sightings::{BoardSighting, BoardWatcher, StandingWay};
use touchmove_core::game::sitting::Sitting;
use touchmove_core::reconstruct::Effort;
use touchmove_core::words::phrases::History;
use touchmove_core::words::{Saying, Vocabulary};
use touchmove_drivers::observation::{Reading, Square};
use touchmove_drivers::{Instant, Observation};

use super::file;
use super::notices::Notices;
use super::past::{Moment, Past, Place, Replay, Span, Step};
use super::{Failure, print};

/// Show what was touched on a board, and when; presses, and the moves that were concluded
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// From this moment on: seconds of the recording, a time of day as 14:05, or 2026-11-22T14:05
    #[arg(long, value_name = "T")]
    from: Option<Moment>,
    /// Until this moment
    #[arg(long, value_name = "T")]
    to: Option<Moment>,
    /// Show the board, too, whenever what stands on it has changed
    #[arg(long)]
    boards: bool,
    /// Draw the board at every touch, in this one file for a browser; to be looked at with the players
    #[arg(long, value_name = "FILE", conflicts_with = "boards")]
    html: Option<PathBuf>,
}

/// Something that happened, in words; with the board after it where that has changed.
struct Line {
    at: Instant,
    /// Time of day and seconds.
    when: String,
    text: String,
    is: Is,
    /// What stood on the board then, and the squares that had changed.
    drawn: Option<Drawn>,
}

/// What a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    /// What the board told.
    Seen,
    /// What was concluded of it.
    Concluded,
    /// That something irregular was concluded.
    Incident,
}

/// What stands on a board, by the squares of the game.
struct Drawn {
    readings: Vec<(Square, Reading)>,
    touched: Vec<Square>,
}

/// Tells what happened. What is missing is said, and fails.
pub(super) fn run(arguments: &Arguments, state: Option<&Path>) -> Result<(), Failure> {
    let pasts = Past::read(&arguments.place, state, arguments.from, arguments.to)?;
    let notices = &Notices::of_environment();
    let Some(file) = &arguments.html else {
        for (past, span) in pasts {
            print(
                &lines(&past, span, notices)?
                    .iter()
                    .map(|line| line.text(arguments.boards))
                    .collect::<String>(),
            )?;
            past.complain()?;
        }
        return Ok(());
    };
    let (mut all, mut board) = (Vec::new(), String::new());
    for (past, span) in &pasts {
        all.extend(lines(past, *span, notices)?);
        board = past.board.to_string();
    }
    let page = page::page(&board, &all, notices)?;
    file::replace(file, page.as_bytes())
        .map_err(|error| Failure::failed(format_args!("{}: {error}", file.display())))?;
    pasts.iter().try_for_each(|(past, _)| past.complain())
}

/// What happened in one journal.
fn lines(past: &Past, (from, to): Span, notices: &Notices) -> Result<Vec<Line>, Failure> {
    let mut replay = Replay::new(past, to, Effort::Live)?;
    let mut watcher = BoardWatcher::new(StandingWay::default());
    let mut told: Vec<Line> = Vec::new();
    while let Some(replayed) = replay.step() {
        let at = replayed.step.at;
        let line = |at, is, text: Saying| {
            let text = notices.say(text);
            Line { at, when: when(past, at), text, is, drawn: None }
        };
        let (seen, touched) = seen(&mut watcher, replayed.step, replay.sitting());
        told.extend(seen.map(|text| line(at, Is::Seen, text)));
        if !touched.is_empty()
            && let Some(last) = told.last_mut()
        {
            last.drawn = Some(drawn(&watcher, touched));
        }
        let concluded = replayed.told.iter().filter_map(|told| Some((told.at, concluded(told)?)));
        told.extend(concluded.map(|(at, (is, text))| line(at, is, text)));
    }
    // What is concluded speaks of a moment before.
    told.sort_by_key(|line| line.at);
    told.retain(|line| (from..=to).contains(&line.at));
    Ok(told)
}

impl Line {
    fn text(&self, with_board: bool) -> String {
        let board = self.drawn.as_ref().filter(|_| with_board).map(Drawn::diagram);
        let mark = if self.is == Is::Seen { "" } else { "= " };
        format!("{}  {mark}{}\n{}", self.when, self.text, board.unwrap_or_default())
    }
}

impl Drawn {
    /// A small board, as White sees it.
    fn diagram(&self) -> String {
        let rank = |rank: &[(Square, Reading)]| {
            let pieces: Vec<String> =
                rank.iter().map(|(_, piece)| piece.letter().to_string()).collect();
            format!("          {}\n", pieces.join(" "))
        };
        self.readings.chunks(8).rev().map(rank).collect()
    }
}

/// Time of day and seconds.
fn when(past: &Past, at: Instant) -> String {
    let millis = at.as_millis();
    let time = past.calendar.at(at).map(|day| day.strftime("%H:%M:%S").to_string());
    format!("{}  {:>6}.{:03}", time.unwrap_or_default(), millis / 1_000, millis % 1_000)
}

/// What an observation shows, in words, and the squares of the game on which it has changed what stands there.
fn seen(
    watcher: &mut BoardWatcher,
    step: &Step,
    sitting: &Sitting,
) -> (Option<Saying>, Vec<Square>) {
    let Some(observation) = step.observation() else { return (step.what.remark(), Vec::new()) };
    if let Observation::Decision(decision) = observation {
        return (Some(History::Decided { what: decided::record(decision) }.into()), Vec::new());
    }
    watcher.stand(sitting.standing_way());
    let Some(seen) = watcher.observe(observation) else { return (None, Vec::new()) };
    let touched = match &seen {
        BoardSighting::Square { square, was, is } if was != is => vec![*square],
        BoardSighting::ReadOut { new, .. } => new.clone(),
        _ => Vec::new(),
    };
    (Some(in_words(&seen)), touched)
}

/// What stands on the board, and which squares have just changed.
fn drawn(watcher: &BoardWatcher, touched: Vec<Square>) -> Drawn {
    let placement = watcher.placement();
    let reading = |square| (square, placement.get(square));
    Drawn { readings: Square::all().map(reading).collect(), touched }
}

/// A conclusion of which an arbiter asks when it was.
fn concluded(told: &Told) -> Option<(Is, Saying)> {
    Some(match &told.what {
        Conclusion::Move(told) => {
            let played = told.readable();
            let number = told.ply.div_ceil(2);
            let dots = if told.side.is_white() { "." } else { "..." };
            let state = match told.state {
                MoveState::Provisional => return None,
                state => state.word(),
            };
            let played = format!("{number}{dots} {played}").into();
            let moved = History::MoveIs { played, state: Vocabulary::Move.word(state) };
            (Is::Concluded, moved.into())
        }
        Conclusion::Incident(told) => {
            let incident = History::Incident {
                number: told.id.into(),
                state: Vocabulary::Matter.word(told.state.word()),
                article: told.article.to_string().into(),
            };
            (Is::Incident, incident.into())
        }
        Conclusion::Result(result) => {
            (Is::Concluded, History::Result { value: result.value.word().into() }.into())
        }
        Conclusion::Reopened => (Is::Concluded, History::Result { value: "*".into() }.into()),
        Conclusion::Position { fen, .. } => {
            (Is::Concluded, History::StandsAt { fen: fen.to_string().into() }.into())
        }
        _ => return None,
    })
}

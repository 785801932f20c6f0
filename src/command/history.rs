//! `touchmove history`: what was touched when.

mod page;

use std::path::{Path, PathBuf};

use shakmaty::Color;
use touchmove_core::account::ClockState;
use touchmove_core::game::conclusion::{Conclusion, MoveState, Told};
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::observation::{ClockTime, LinkState, Placement, Reading, Square};
use touchmove_drivers::{Instant, Observation};

use super::file;
use super::past::{Moment, Past, Place, Replay, Span};
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
    /// What stood on the board then, and the squares that had changed.
    drawn: Option<Drawn>,
}

/// What stands on a board, by the squares of the game.
struct Drawn {
    readings: Vec<(Square, Reading)>,
    touched: Vec<Square>,
}

/// Tells what happened. What is missing is said, and fails.
pub(super) fn run(arguments: &Arguments, state: Option<&Path>) -> Result<(), Failure> {
    let pasts = Past::read(&arguments.place, state, arguments.from, arguments.to)?;
    let Some(file) = &arguments.html else {
        for (past, span) in pasts {
            print(
                &lines(&past, span)?
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
        all.extend(lines(past, *span)?);
        board = past.board.to_string();
    }
    let page = page::page(&board, &all)?;
    file::replace(file, page.as_bytes())
        .map_err(|error| Failure::failed(format_args!("{}: {error}", file.display())))?;
    pasts.iter().try_for_each(|(past, _)| past.complain())
}

/// What happened in one journal.
fn lines(past: &Past, (from, to): Span) -> Result<Vec<Line>, Failure> {
    let mut replay = Replay::new(past, to)?;
    let mut board = Shown { placement: Placement::EMPTY, is_turned: false, clock: None };
    let mut told: Vec<Line> = Vec::new();
    while let Some(replayed) = replay.step() {
        let at = replayed.step.at;
        let line = |at, text| Line { at, when: when(past, at), text, drawn: None };
        let (lines, touched) = match replayed.step.observation() {
            Some(observation) => board.follow(observation, replay.sitting()),
            None => (replayed.step.what.remark().into_iter().collect(), Vec::new()),
        };
        told.extend(lines.into_iter().map(|text| line(at, text)));
        if !touched.is_empty()
            && let Some(last) = told.last_mut()
        {
            last.drawn = Some(board.drawn(touched));
        }
        let concluded = replayed.told.iter().filter_map(|told| Some((told.at, concluded(told)?)));
        told.extend(concluded.map(|(at, text)| line(at, text)));
    }
    // What is concluded speaks of a moment before.
    told.sort_by_key(|line| line.at);
    told.retain(|line| (from..=to).contains(&line.at));
    Ok(told)
}

impl Line {
    fn text(&self, with_board: bool) -> String {
        let board = self.drawn.as_ref().filter(|_| with_board).map(Drawn::diagram);
        format!("{}  {}\n{}", self.when, self.text, board.unwrap_or_default())
    }
}

impl Drawn {
    /// A small board, as White sees it.
    fn diagram(&self) -> String {
        let rank = |rank: &[(Square, Reading)]| {
            let men: Vec<String> = rank.iter().map(|(_, man)| man.letter().to_string()).collect();
            format!("          {}\n", men.join(" "))
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

/// What stands on the board, by the squares of the game as soon as it is known which way it lies.
struct Shown {
    placement: Placement,
    is_turned: bool,
    clock: Option<ClockState>,
}

impl Shown {
    /// What an observation says, in words, and the squares of the game on which it has changed what stands there.
    fn follow(
        &mut self,
        observation: &Observation,
        sitting: &Sitting,
    ) -> (Vec<String>, Vec<Square>) {
        let none = Vec::new;
        self.is_turned = sitting.is_turned().unwrap_or(self.is_turned);
        match observation {
            Observation::Square { square, reading } => {
                let was = self.placement.get(*square);
                self.placement.set(*square, *reading);
                {
                    let changed = (was != *reading).then(|| self.of_game(*square));
                    (vec![self.touched(*square, was, *reading)], changed.into_iter().collect())
                }
            }
            Observation::Board(read) => {
                let differs: Vec<Square> = self.placement.differences(read).collect();
                let line = match differs.len() {
                    0 => "read out: as known".to_owned(),
                    count => format!("read out: {count} squares are new"),
                };
                self.placement.clone_from(read);
                (vec![line], differs.into_iter().map(|square| self.of_game(square)).collect())
            }
            Observation::Clock(_) => (self.pressed(sitting), none()),
            Observation::Press(_) => (vec!["press".to_owned()], none()),
            Observation::Link(LinkState::Up) => (vec!["the board answers".to_owned()], none()),
            Observation::Link(LinkState::Stale) => {
                (vec!["the board does not answer".to_owned()], none())
            }
            Observation::Link(LinkState::Lost) => (vec!["the board is lost".to_owned()], none()),
            Observation::Decision(decision) => {
                (vec![format!("decided: {}", Observation::Decision(decision.clone()))], none())
            }
            _ => (Vec::new(), none()),
        }
    }

    fn touched(&self, square: Square, was: Reading, now: Reading) -> String {
        let name = self.of_game(square);
        match (was, now) {
            (was, now) if was == now => format!("{name}  {} again", man(now)),
            (was, Reading::Empty) => format!("{name}  {} lifted", man(was)),
            (Reading::Empty, now) => format!("{name}  {} put down", man(now)),
            (was, now) => format!("{name}  {} in the place of {}", man(now), man(was)),
        }
    }

    /// Whose time stopped while the other's began to run has pressed.
    fn pressed(&mut self, sitting: &Sitting) -> Vec<String> {
        let Some((_, now)) = sitting.clock() else { return Vec::new() };
        let before = self.clock.replace(now);
        let [white, black] = now.times.map(time);
        let clock = format!("clock {white} {black}");
        let ran = before.and_then(|before| before.run);
        match (ran, now.run) {
            (Some(ran), Some(runs)) if ran != runs => {
                vec![format!("{} pressed, {clock}", name_of(ran))]
            }
            (None, Some(runs)) => vec![format!("{}'s time runs, {clock}", name_of(runs))],
            (Some(_), None) => vec![format!("the clock stands, {clock}")],
            _ => Vec::new(),
        }
    }

    /// What stands on it, by the squares of the game, and which of them have just changed.
    fn drawn(&self, touched: Vec<Square>) -> Drawn {
        let reading = |square| (square, self.placement.get(self.of_game(square)));
        Drawn { readings: Square::all().map(reading).collect(), touched }
    }

    /// A square of the board as the game has it, and the other way round.
    fn of_game(&self, square: Square) -> Square {
        if self.is_turned { square.turned() } else { square }
    }
}

fn man(reading: Reading) -> String {
    match reading {
        Reading::Empty => "nothing".to_owned(),
        Reading::Occupied => "a man".to_owned(),
        Reading::Unknown => "an unknown man".to_owned(),
        reading => reading.letter().to_string(),
    }
}

fn time(time: ClockTime) -> String {
    time.to_string()
}

const fn name_of(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A conclusion of which an arbiter asks when it was.
fn concluded(told: &Told) -> Option<String> {
    Some(match &told.what {
        Conclusion::Move(told) => {
            let played = told.san.as_deref().unwrap_or(&told.uci);
            let number = told.ply.div_ceil(2);
            let dots = if told.side.is_white() { "." } else { "..." };
            let state = match told.state {
                MoveState::Provisional => return None,
                state => state.word(),
            };
            format!("= {number}{dots} {played} {state}")
        }
        Conclusion::Incident(told) => {
            format!("= incident {} {} ({})", told.id, told.state.word(), told.article)
        }
        Conclusion::Result(result) => format!("= result {}", result.value.word()),
        Conclusion::Position { fen, .. } => format!("= play stands at {fen}"),
        _ => return None,
    })
}

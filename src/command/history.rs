//! `touchmove history`: what was touched when.

use shakmaty::Color;
use touchmove_drivers::observation::{ClockTime, LinkState, Placement, Reading, Square};
use touchmove_drivers::{Instant, Observation};

use super::past::{Moment, Past, Place, Replay, Span};
use super::{Failure, print};
use crate::account::ClockState;
use crate::game::conclusion::{Conclusion, MoveState, Told};
use crate::game::sitting::Sitting;

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
}

/// Tells what happened. What is missing is said, and fails.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    for (past, span) in Past::read(&arguments.place, arguments.from, arguments.to)? {
        tell(&past, span, arguments)?;
    }
    Ok(())
}

/// Tells what happened in one journal.
fn tell(past: &Past, (from, to): Span, arguments: &Arguments) -> Result<(), Failure> {
    let mut replay = Replay::new(past, to)?;
    let mut board = Shown { placement: Placement::EMPTY, is_turned: false, clock: None };
    let mut told: Vec<(Instant, String)> = Vec::new();
    while let Some(replayed) = replay.step() {
        let at = replayed.step.at;
        let (mut lines, has_changed) = match replayed.step.observation() {
            Some(observation) => board.follow(observation, replay.sitting()),
            None => (replayed.step.what.remark().into_iter().collect(), false),
        };
        lines = lines.iter().map(|line| format!("{}  {line}\n", when(past, at))).collect();
        if arguments.boards && has_changed {
            lines.push(board.diagram());
        }
        told.extend(lines.into_iter().map(|line| (at, line)));
        let concluded = replayed.told.iter().filter_map(|told| Some((told.at, concluded(told)?)));
        let line = |(at, line)| (at, format!("{}  {line}\n", when(past, at)));
        told.extend(concluded.map(line));
    }
    // What is concluded speaks of a moment before.
    told.sort_by_key(|(at, _)| *at);
    let meant = told.into_iter().filter(|(at, _)| (from..=to).contains(at));
    let text: String = meant.map(|(_, line)| line).collect();
    print(&text)?;
    past.complain()
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
    /// What an observation says, in words, and whether what stands on the board has changed.
    fn follow(&mut self, observation: &Observation, sitting: &Sitting) -> (Vec<String>, bool) {
        self.is_turned = sitting.is_turned().unwrap_or(self.is_turned);
        match observation {
            Observation::Square { square, reading } => {
                let was = self.placement.get(*square);
                self.placement.set(*square, *reading);
                (vec![self.touched(*square, was, *reading)], was != *reading)
            }
            Observation::Board(read) => {
                let differs: Vec<Square> = self.placement.differences(read).collect();
                let line = match differs.len() {
                    0 => "read out: as known".to_owned(),
                    count => format!("read out: {count} squares are new"),
                };
                self.placement.clone_from(read);
                (vec![line], !differs.is_empty())
            }
            Observation::Clock(_) => (self.pressed(sitting), false),
            Observation::Press(_) => (vec!["press".to_owned()], false),
            Observation::Link(LinkState::Up) => (vec!["the board answers".to_owned()], false),
            Observation::Link(LinkState::Stale) => {
                (vec!["the board does not answer".to_owned()], false)
            }
            Observation::Link(LinkState::Lost) => (vec!["the board is lost".to_owned()], false),
            Observation::Decision(decision) => {
                (vec![format!("decided: {}", Observation::Decision(decision.clone()))], false)
            }
            _ => (Vec::new(), false),
        }
    }

    fn touched(&self, square: Square, was: Reading, now: Reading) -> String {
        let name = if self.is_turned { square.turned() } else { square };
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

    /// A small board, as White sees it.
    fn diagram(&self) -> String {
        let of_board = |square: Square| if self.is_turned { square.turned() } else { square };
        let letter = |square| self.placement.get(of_board(square)).letter();
        let squares: Vec<char> = Square::all().map(letter).collect();
        let rank = |rank: &[char]| {
            let men: Vec<String> = rank.iter().map(char::to_string).collect();
            format!("          {}\n", men.join(" "))
        };
        squares.chunks(8).rev().map(rank).collect()
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

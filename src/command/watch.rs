//! `touchmove watch`: the games of this station, live.

mod card;
pub(super) mod lines;
mod screen;

use std::collections::HashSet;
use std::io::IsTerminal;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep_until};
use touchmove_client::address::Bus;
use touchmove_client::mirror::Mirror;
use touchmove_client::shown::{ShownBoard, ShownRound};
use touchmove_core::words::phrases::Play;

use self::lines::Lines;
use self::screen::Screen;
use super::name::Name;
use super::notices::Notices;
use super::seats::Seats;
use super::{Failure, block_on, print};

/// How often the screen is drawn while nothing happens but time passing.
const TICK: Duration = Duration::from_millis(200);

/// Longest time to watch: about a year.
const FOR_EVER: Duration = Duration::from_secs(365 * 24 * 3_600);

/// Options of `touchmove watch`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[arg(
        help = "What to watch: a table, as in 12 or t12, a game, as in g17, or a board [default: all]"
    )]
    what: Option<Name>,
    /// Stop after this many seconds
    #[arg(long = "for", value_name = "SECONDS")]
    seconds: Option<u32>,
    /// Stop when this many games have ended
    #[arg(long, value_name = "GAMES")]
    until_ended: Option<usize>,
}

/// Follows them: drawn in a terminal, line by line elsewhere.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(bus).await.map_err(Failure::failed)?;
        let end = End::new(arguments);
        if std::io::stdout().is_terminal() {
            draw(mirror, arguments, bus, end).await
        } else {
            write(mirror, arguments, end).await
        }
    })
}

/// When to stop.
struct End {
    at: Instant,
    games: Option<usize>,
    ended: HashSet<String>,
}

impl End {
    fn new(arguments: &Arguments) -> Self {
        let span = arguments.seconds.map_or(FOR_EVER, |secs| Duration::from_secs(secs.into()));
        Self { at: Instant::now() + span, games: arguments.until_ended, ended: HashSet::new() }
    }

    /// Counts the games that have ended. Answers whether they are as many as were to be waited for.
    fn count_ended(&mut self, boards: &[ShownBoard]) -> bool {
        let games = boards.iter().filter_map(|board| board.game.as_ref());
        let ended = games.filter(|game| game.result.is_some());
        self.ended.extend(ended.map(|game| game.path.to_string()));
        self.games.is_some_and(|games| self.ended.len() >= games)
    }
}

/// The boards asked for, by table.
fn boards(mirror: &Mirror, seats: &Seats, arguments: &Arguments) -> Vec<ShownBoard> {
    let is_asked_for =
        |board: &ShownBoard| arguments.what.as_ref().is_none_or(|what| what.means(board, seats));
    let mut boards: Vec<_> = mirror.boards().into_iter().filter(is_asked_for).collect();
    seats.sort(&mut boards);
    boards
}

/// Who sits where, asked for anew whenever a round has changed.
#[derive(Default)]
struct Seated {
    seats: Seats,
    rounds: Option<Vec<ShownRound>>,
}

impl Seated {
    async fn refresh(&mut self, mirror: &Mirror) -> Result<(), Failure> {
        let rounds = Some(mirror.rounds());
        if self.rounds == rounds {
            return Ok(());
        }
        // The daemon may be gone by now: then nothing is shown anyway, and it is asked again when it is back.
        match Seats::of(mirror).await {
            Ok(seats) => *self = Self { seats, rounds },
            Err(_) if !mirror.is_running() => *self = Self::default(),
            Err(error) => return Err(Failure::failed(error)),
        }
        Ok(())
    }
}

/// Why there is no board to be shown, where there is none.
fn absence(mirror: &Mirror, arguments: &Arguments) -> Play {
    match &arguments.what {
        _ if !mirror.is_running() => Play::Stopped,
        Some(Name::Board(board)) => Play::NoBoardNamed { board: board.into() },
        Some(what) => Play::NoBoardAt { place: what.to_string().into() },
        None => Play::NoBoard,
    }
}

/// Follows the games in the terminal.
async fn draw(
    mut mirror: Mirror,
    arguments: &Arguments,
    bus: &Bus,
    mut end: End,
) -> Result<(), Failure> {
    let mut screen = Screen::open(bus).map_err(Failure::failed)?;
    let mut tick = tokio::time::interval(TICK);
    let mut terminated = signal(SignalKind::terminate()).map_err(Failure::failed)?;
    let mut seated = Seated::default();
    loop {
        seated.refresh(&mirror).await?;
        let boards = boards(&mirror, &seated.seats, arguments);
        let drawn = screen.draw(&boards, &seated.seats, absence(&mirror, arguments));
        drawn.map_err(Failure::failed)?;
        if end.count_ended(&boards) {
            return Ok(());
        }
        tokio::select! {
            signal = mirror.signal() => {
                let signal = signal.map_err(Failure::failed)?;
                mirror.take(signal).await.map_err(Failure::failed)?;
            }
            wish = screen.wish() => if wish.is_quit() { return Ok(()) },
            _ = tick.tick() => {}
            _ = terminated.recv() => return Ok(()),
            () = sleep_until(end.at) => return Ok(()),
        }
    }
}

/// Follows the games line by line.
async fn write(mut mirror: Mirror, arguments: &Arguments, mut end: End) -> Result<(), Failure> {
    let notices = Notices::of_environment();
    let mut lines = Lines::new(notices.clone());
    let mut seated = Seated::default();
    loop {
        seated.refresh(&mirror).await?;
        let boards = boards(&mirror, &seated.seats, arguments);
        for board in &boards {
            let title = notices.say(seated.seats.title_of_board(board));
            print(&lines.board(&title, board))?;
            let Some(game) = &board.game else { continue };
            let heard = lines.heard(game);
            if game.sequence > heard {
                let events =
                    mirror.events_since(&game.path, heard).await.map_err(Failure::failed)?;
                print(&lines.events(&title, board, game, &events))?;
            }
        }
        if end.count_ended(&boards) {
            return print(&lines.rest());
        }
        tokio::select! {
            signal = mirror.signal() => {
                let signal = signal.map_err(Failure::failed)?;
                mirror.take(signal).await.map_err(Failure::failed)?;
            }
            () = sleep_until(end.at) => return print(&lines.rest()),
        }
    }
}

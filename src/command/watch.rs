//! `touchmove watch`: the games of this station, live.

mod card;
mod entry;
mod grid;
mod hall;
mod keys;
pub(super) mod lines;
mod matters;
mod opened;
mod room;
mod screen;
mod view;
mod waiting;

use std::collections::HashSet;
use std::io::{self, IsTerminal as _};
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, MissedTickBehavior, sleep_until};
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, since_boot};
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_core::words::phrases::{AtDesk, Play};
use zbus::OwnedObjectPath;

use self::lines::Lines;
use self::matters::Decision;
use self::room::Room;
use self::screen::Screen;
use self::view::{View, Wish};
use super::name::Name;
use super::notices::Notices;
use super::seated::Seated;
use super::seats::Seats;
use super::status::name_of;
use super::stop::Stop;
use super::{Failure, block_on, game, print};

/// How often the screen is drawn.
const TICK: Duration = Duration::from_millis(100);

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
    let notices = Notices::of_environment();
    let mut ended = Ended::new().map_err(Failure::failed)?;
    let mut screen = Screen::open().map_err(Failure::failed)?;
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut seated, mut view, bus) = (Seated::default(), View::default(), name_of(bus));
    loop {
        seated.refresh_waits(&mirror, &notices).await?;
        let boards = boards(&mirror, seated.seats(), arguments);
        if end.count_ended(&boards) {
            return Ok(());
        }
        let absence = notices.say(absence(&mirror, arguments));
        let room = Room {
            boards: &boards,
            seats: seated.seats(),
            waits: &seated.waits(&boards, &notices),
            absence: &absence,
            bus: &bus,
            notices: &notices,
            now: since_boot(),
        };
        screen.draw(&room, &mut view).map_err(Failure::failed)?;
        // Many signals come between two pictures: each is taken in, and what has become of it is drawn once.
        let wish = loop {
            tokio::select! {
                signal = mirror.signal() => {
                    let signal = signal.map_err(Failure::failed)?;
                    mirror.take(signal).await.map_err(Failure::failed)?;
                }
                key = screen.key() => break view.press(key, &room),
                _ = tick.tick() => break Wish::Look,
                () = ended.wait() => return Ok(()),
                () = sleep_until(end.at) => return Ok(()),
            }
        };
        if wish == Wish::Quit {
            return Ok(());
        }
        grant(wish, &mut view, &mirror, seated.seats()).await;
    }
}

/// Does what is wished for of a decision. Why it cannot be done is shown as well.
async fn grant(wish: Wish, view: &mut View, mirror: &Mirror, seats: &Seats) {
    let notices = Notices::of_environment();
    let granted = match wish {
        Wish::Look | Wish::Quit => return,
        Wish::Preview(decision) => preview(decision, view, mirror).await,
        Wish::PreviewUndo(game) => preview_undo(&game, view, mirror).await,
        Wish::CarryOut(decision) => carry_out(decision, view, mirror, seats).await,
    };
    if let Err(failure) = granted {
        view.say(failure.text(&notices));
    }
}

async fn preview(decision: Decision, view: &mut View, mirror: &Mirror) -> Result<(), Failure> {
    let game = game_of(&decision.game, mirror)?;
    let follows = game::would_follow(mirror, &game, &decision.words).await?;
    view.ask(decision, follows);
    Ok(())
}

async fn preview_undo(
    game: &OwnedObjectPath,
    view: &mut View,
    mirror: &Mirror,
) -> Result<(), Failure> {
    let words = game::undoing_of_last(mirror, &game_of(game, mirror)?).await?;
    preview(Decision::new(game.clone(), words), view, mirror).await
}

async fn carry_out(
    decision: Decision,
    view: &mut View,
    mirror: &Mirror,
    seats: &Seats,
) -> Result<(), Failure> {
    let game = game_of(&decision.game, mirror)?;
    let Decision { words, reason, .. } = decision;
    let done = game::carry_out(mirror, seats, &game, words, reason).await?;
    view.say(done);
    Ok(())
}

fn game_of(path: &OwnedObjectPath, mirror: &Mirror) -> Result<ShownGame, Failure> {
    mirror.game(path).ok_or_else(|| Failure::because(AtDesk::NoSuchGame))
}

/// The end of the screen from outside: the terminal is given back whoever asks for it.
struct Ended {
    stop: Stop,
    hangup: Signal,
    quit: Signal,
}

impl Ended {
    fn new() -> io::Result<Self> {
        let hangup = signal(SignalKind::hangup())?;
        Ok(Self { stop: Stop::new()?, hangup, quit: signal(SignalKind::quit())? })
    }

    async fn wait(&mut self) {
        tokio::select! {
            () = self.stop.wait() => {}
            _ = self.hangup.recv() => {}
            _ = self.quit.recv() => {}
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
        let boards = boards(&mirror, seated.seats(), arguments);
        for board in &boards {
            let title = notices.say(seated.seats().title_with_board(board));
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

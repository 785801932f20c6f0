//! A game played on a port of its own.

use std::io::{self, Write};
use std::path::Path;

use touchmove_core::text::on_one_line;
use touchmove_core::words::phrases::Simulate;
use touchmove_drivers::Family;
use touchmove_lab::simulate::{Gong, PgnGame, PlayedTable, Progress, Timeline, VirtualBoard};
use touchmove_station::sys::terminal;

use super::Arguments;
use super::link::Link;
use crate::Failure;
use crate::notices::Notices;

/// Plays until all is over; where the board stays, and where nobody plays, until it is stopped.
pub(super) async fn play(
    arguments: &Arguments,
    game: PgnGame,
    player: PlayedTable,
    gong: Gong,
) -> Result<(), Failure> {
    let mut board = VirtualBoard::start(player, arguments.speed).map_err(Failure::failed)?;
    let link = Link::make(arguments.link.as_deref(), board.port())?;
    announce(arguments.family, link.path(board.port())).map_err(Failure::failed)?;
    if arguments.from.is_some() {
        if arguments.pgn.is_none() {
            return std::future::pending().await;
        }
        strike_at_enter(gong, arguments.quiet);
    }
    let mut played = Scribe::new(arguments, game);
    let played = async {
        while !played.told.over {
            board.until(|progress| *progress != played.told).await?;
            let news = *board.progress().borrow();
            played.report(news)?;
        }
        Ok::<(), io::Error>(())
    };
    played.await.map_err(Failure::failed)?;
    if arguments.stay { std::future::pending().await } else { Ok(()) }
}

/// Waits until all is over, and where the board stays, for ever.
pub(super) async fn until_over(board: &mut VirtualBoard, stays: bool) -> io::Result<()> {
    board.over().await?;
    if stays { std::future::pending().await } else { Ok(()) }
}

/// Lets the play begin when somebody presses Enter; reading blocks, so a thread does it.
fn strike_at_enter(gong: Gong, quiet: bool) {
    if !quiet {
        let press = Notices::of_environment().say(Simulate::PressEnter);
        let _ = writeln!(io::stderr(), "{press}");
    }
    std::thread::spawn(move || {
        if io::stdin().read_line(&mut String::new()).is_ok_and(|read| read > 0) {
            gong.strike();
        }
    });
}

/// Says where to connect to.
pub(super) fn announce(family: &Family, port: &Path) -> io::Result<()> {
    let port = port.display();
    terminal::print(&format!("{port}\n"))?;
    let port = format!("{}:{port}", family.name).into();
    terminal::complain(&Notices::of_environment().say(Simulate::Connect { port }));
    Ok(())
}

/// Writes down what is played.
struct Scribe {
    game: PgnGame,
    rounds: Box<dyn Iterator<Item = Timeline>>,
    /// The moves of the present round.
    moves: Vec<String>,
    told: Progress,
    quiet: bool,
}

impl Scribe {
    fn new(arguments: &Arguments, game: PgnGame) -> Self {
        let rounds = Box::new(arguments.rounds(game.clone(), 0));
        let mut scribe = Self {
            game,
            rounds,
            moves: Vec::new(),
            told: Progress::default(),
            quiet: arguments.quiet,
        };
        scribe.turn_over();
        scribe
    }

    /// The next round: it is played just so on the board.
    fn turn_over(&mut self) {
        let moves = self.rounds.next().map(|timeline| timeline.truth.moves).unwrap_or_default();
        self.moves = moves.into_iter().map(|played| played.text).collect();
    }

    /// Prints the moves between two stages of progress, and the result of a game that has ended.
    fn report(&mut self, news: Progress) -> io::Result<()> {
        let told = std::mem::replace(&mut self.told, news);
        if self.quiet {
            return Ok(());
        }
        let mut out = io::stderr().lock();
        if news.games == told.games {
            return self.print(&mut out, told.plies..news.plies);
        }
        self.print(&mut out, told.plies..self.moves.len())?;
        let outcome = self.game.outcome.map_or("*", |outcome| outcome.as_str());
        let players = format!("{} - {}", self.game.white, self.game.black);
        writeln!(out, "{} {outcome}", on_one_line(&players))?;
        self.turn_over();
        // when all is over, the plies are still those of the last game
        let begun = if news.over { 0..0 } else { 0..news.plies };
        self.print(&mut out, begun)
    }

    fn print(&self, out: &mut impl Write, plies: std::ops::Range<usize>) -> io::Result<()> {
        for (index, text) in self.moves.iter().enumerate().take(plies.end).skip(plies.start) {
            writeln!(out, "{}{text}", self.game.number(index))?;
        }
        Ok(())
    }
}

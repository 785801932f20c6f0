//! `touchmove simulate`: a game from PGN played on a simulated board.

use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use touchmove_drivers::Family;
use touchmove_drivers::device::Make;
use touchmove_drivers::family;

use super::Failure;
use crate::simulate::{
    Control, Cue, Ending, Game, Manner, Orientation, Player, Progress, Rounds, Speed, Style,
    VirtualBoard,
};

/// From the moment at which the host has asked for updates to the start of the play.
const SITTING_DOWN: Duration = Duration::from_secs(2);

/// What is to be played, and how.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A PGN file
    pgn: PathBuf,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    game: NonZeroUsize,
    /// Family of the board
    #[arg(long, default_value = "dgt", value_parser = simulated_family)]
    family: &'static Family,
    /// Serial number of the board
    #[arg(long, default_value_t = 12_345)]
    serial: u32,
    /// Other seeds, other hands
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many times faster than in real life, from 0.1 to 1000
    #[arg(long, value_name = "FACTOR", default_value = "1")]
    speed: Speed,
    /// Time for one scan of all squares in milliseconds; the family's usual one if not given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    scan: Option<u64>,
    /// The board lies the other way round: its h8 is White's a1
    #[arg(long)]
    turned: bool,
    /// How the players handle the men
    #[arg(long, value_enum, default_value = "mixed")]
    style: StyleName,
    /// What the players do with the men after the last move
    #[arg(long, value_enum, default_value = "kings")]
    ending: EndingName,
    /// Minutes and seconds a move, as `5+3` or `1:30:00+30`; the game's own time control, or
    /// 1:30:00+30, if not given
    #[arg(long, conflicts_with = "no_clock")]
    clock: Option<Control>,
    /// No clock is connected
    #[arg(long)]
    no_clock: bool,
    /// Set the men up and play again, until stopped
    #[arg(long = "loop")]
    again: bool,
    /// Do not print the moves
    #[arg(long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleName {
    /// Each man is lifted, carried, put down, and the clock pressed
    Clean,
    /// As real hands do: slides, captures in any order, men adjusted, moves taken back
    Mixed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EndingName {
    /// Show the result by the kings in the centre
    Kings,
    /// Leave all where it stands
    Nothing,
}

/// Plays the game; the first line on standard output is the name of the port.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = read(arguments)?;
    let player = arguments.player(game.clone())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::failed)?;
    runtime.block_on(async {
        tokio::select! {
            played = play(arguments, &game, player) => played.map_err(Failure::failed),
            stopped = tokio::signal::ctrl_c() => stopped.map_err(Failure::failed),
        }
    })
}

fn simulated_family(name: &str) -> Result<&'static Family, String> {
    let simulated = family::FAMILIES.iter().filter(|family| family.device.is_some());
    simulated.clone().copied().find(|family| family.name == name).ok_or_else(|| {
        let names: Vec<_> = simulated.map(|family| family.name).collect();
        format!("no family of that name can be simulated; there is: {}", names.join(", "))
    })
}

fn read(arguments: &Arguments) -> Result<Game, Failure> {
    let name = arguments.pgn.display();
    let file = File::open(&arguments.pgn)
        .map_err(|error| Failure::failed(format_args!("{name}: {error}")))?;
    Game::read(file, arguments.game)
        .map_err(|error| Failure::malformed(format_args!("{name}: {error}")))
}

impl Arguments {
    /// The players at a board of the family.
    fn player(&self, game: Game) -> Result<Player, Failure> {
        let clock = self.control(&game);
        let make = Make {
            serial: self.serial,
            scan: self.scan.map(Duration::from_millis),
            clock: clock.map(Control::setting),
        };
        let device = self.family.device.ok_or_else(|| {
            Failure::failed(format_args!("{} boards cannot be simulated", self.family.title))
        })?;
        let manner = Manner { style: self.style.into(), ending: self.ending.into(), clock };
        let rounds = if self.again { usize::MAX } else { 1 };
        Ok(Player::new(
            device(&make),
            self.family.line,
            if self.turned { Orientation::Turned } else { Orientation::Usual },
            Cue::Host(SITTING_DOWN),
            Rounds::new(game, manner, self.seed).take(rounds),
        ))
    }

    /// How the clock is set: as asked for, else as the game says, else as is usual.
    fn control(&self, game: &Game) -> Option<Control> {
        let usual = || self.clock.or(game.control).unwrap_or(Control::USUAL);
        (!self.no_clock).then(usual)
    }
}

async fn play(arguments: &Arguments, game: &Game, player: Player) -> io::Result<()> {
    let mut board = VirtualBoard::start(player, arguments.speed)?;
    announce(arguments.family, &board)?;
    let mut told = Progress::default();
    while !told.over {
        board.until(|progress| *progress != told).await?;
        let news = *board.progress().borrow();
        if !arguments.quiet {
            report(game, told, news)?;
        }
        told = news;
    }
    Ok(())
}

fn announce(family: &Family, board: &VirtualBoard) -> io::Result<()> {
    let port = board.port().display();
    writeln!(io::stdout(), "{port}")?;
    io::stdout().flush()?;
    writeln!(io::stderr(), "Connect to it: touchmoved --port {}:{port}", family.name)
}

/// Prints the moves between two stages of progress, and the result of a game that has ended.
fn report(game: &Game, told: Progress, news: Progress) -> io::Result<()> {
    let mut out = io::stderr().lock();
    if news.games > told.games {
        print(&mut out, game, told.plies..game.plies.len())?;
        let outcome = game.outcome.map_or("*", |outcome| outcome.as_str());
        writeln!(out, "{} - {} {outcome}", game.white, game.black)?;
    }
    if news.games == told.games {
        print(&mut out, game, told.plies..news.plies)?;
    }
    Ok(())
}

fn print(out: &mut impl Write, game: &Game, plies: std::ops::Range<usize>) -> io::Result<()> {
    for (index, ply) in game.plies.iter().enumerate().take(plies.end).skip(plies.start) {
        writeln!(out, "{}{}", game.number(index), ply.san)?;
    }
    Ok(())
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Self {
        match name {
            StyleName::Clean => Self::Clean,
            StyleName::Mixed => Self::Mixed,
        }
    }
}

impl From<EndingName> for Ending {
    fn from(name: EndingName) -> Self {
        match name {
            EndingName::Kings => Self::Kings,
            EndingName::Nothing => Self::Nothing,
        }
    }
}

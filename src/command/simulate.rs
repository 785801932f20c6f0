//! `touchmove simulate`: games from PGN played on a simulated board.

mod line;
mod link;
mod port;
mod rates;
mod record;
mod selection;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use touchmove_core::words::phrases::Simulate;
use touchmove_drivers::Family;
use touchmove_drivers::device::Make;
use touchmove_drivers::families;
use touchmove_drivers::family::SerialLine;
use touchmove_lab::simulate::{
    BoardFault, BoardTurn, Control, Cue, Faulty, Gong, PgnGame, PlayStyle, PlayedTable, Rate,
    RateSetting, Rates, RepeatedGames, Sense, Sins, Speed, Style, Timeline,
};

pub(super) use self::line::line_of;

use self::selection::Selection;
use super::stop::Stop;
use super::{Failure, block_on};

/// From the moment at which the host has asked for updates to the start of the play.
const SITTING_DOWN: Duration = Duration::from_secs(2);

/// What is to be played, and how.
#[derive(Debug, Args)]
#[command(after_long_help = rates::help())]
pub(super) struct Arguments {
    /// A PGN file
    #[arg(required_unless_present = "from")]
    pgn: Option<PathBuf>,
    /// The men stand as in this position. Of a PGN file what follows on it in the game is played, once Enter is
    /// pressed; without one nobody plays, and the board stays until it is stopped
    #[arg(long, value_name = "FEN", conflicts_with_all = ["record", "boards", "again"])]
    from: Option<Fen>,
    /// Stay at the port when all is played, until stopped
    #[arg(long, conflicts_with_all = ["record", "again"])]
    stay: bool,
    /// Keep a link at this path to the port, whatever its name: a daemon that has it as its port finds the board there
    /// each time
    #[arg(long, value_name = "PATH", conflicts_with = "record")]
    link: Option<PathBuf>,
    /// Which game of the file, counted from 1; with --record also N..M or all
    #[arg(long, value_name = "N|N..M|all", default_value = "1")]
    game: Selection,
    /// Family of the board
    #[arg(long, default_value = "dgt", value_parser = simulated_family)]
    family: &'static Family,
    /// Serial number of the board
    #[arg(long, default_value_t = 12_345)]
    serial: u32,
    /// So many boards on one serial line (bus mode), numbered on from --serial; each plays the next game of
    /// --game, and when there is no other, the first again
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    #[arg(conflicts_with = "record")]
    boards: Option<u32>,
    /// Other seeds, other hands
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many times faster than in real life, from 0.1 to 1000
    #[arg(long, value_name = "FACTOR", default_value = "1")]
    speed: Speed,
    /// Time for one scan of all squares in milliseconds; the family's usual one if not given, in
    /// recordings 150, or 50 where only occupancy is sensed
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    scan: Option<u64>,
    /// The board lies the other way round: its h8 is White's a1
    #[arg(long)]
    turned: bool,
    /// How the players handle the men, and what becomes of it
    #[arg(long, value_name = "STYLE", value_enum, default_value = "mixed")]
    hands: StyleName,
    /// Which sins against the Laws the players commit; recordings name them (`# sin:`)
    #[arg(long, value_name = "SINS", value_enum, default_value = "usual")]
    sins: SinsName,
    /// Another value for a rate of the style, as in slide=0.3 (repeatable; --help lists them)
    #[arg(long = "rate", value_name = "NAME=VALUE")]
    rates: Vec<RateSetting>,
    /// Minutes and seconds a move, as `5+3` or `1:30:00+30`; the game's own time control, or
    /// 1:30:00+30, if not given
    #[arg(long, conflicts_with = "no_clock")]
    clock: Option<Control>,
    /// No clock is connected
    #[arg(long)]
    no_clock: bool,
    /// Something that is wrong with the board: flicker=e4, dead=e4, misread=e4:N (every man on e4 is read as a
    /// knight), alternate=e4:N, line, or silences
    #[arg(long, value_name = "FAULT", conflicts_with_all = ["record", "boards"])]
    fault: Option<BoardFault>,
    /// Set the men up and play again, until stopped
    #[arg(long = "loop")]
    again: bool,
    /// Play without a port, in no time, on a board that scans its squares, and write the recordings
    /// into this new file, one behind the other, each with what was really played in its headers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["speed", "again", "family"])]
    record: Option<PathBuf>,
    /// What the squares of the recorded board sense
    #[arg(long, value_enum, default_value = "identity", requires = "record")]
    sensing: SensingName,
    /// Do not print the moves, or how far recording has come
    #[arg(long)]
    quiet: bool,
}

/// A style as clap lists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct StyleName(pub(super) Style);

/// A choice of sins as clap lists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinsName(pub(super) Sins);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SensingName {
    /// Which man stands on a square
    Identity,
    /// Only that one does
    Occupancy,
}

/// Plays the game; the first line on standard output is the name of the port. Or records games.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.record {
        return record::run(arguments, path);
    }
    no_faults(&arguments.rates(), &arguments.hands())?;
    if let Some(boards) = arguments.boards {
        return line::run(arguments, boards);
    }
    let game = arguments.game()?;
    let gong = Gong::default();
    let cue = match arguments.from {
        Some(_) => Cue::Gong(gong.clone()),
        None => Cue::Host(SITTING_DOWN),
    };
    let player = arguments.player(game.clone(), arguments.serial, arguments.family.line(), cue)?;
    block_on(async {
        let mut stop = Stop::new().map_err(Failure::failed)?;
        tokio::select! {
            played = port::play(arguments, game, player, gong) => played,
            () = stop.wait() => Ok(()),
        }
    })
}

/// On a port the board has no faults.
pub(super) fn no_faults(rates: &Rates, hands: &str) -> Result<(), Failure> {
    let clean = Style::Clean.rates();
    let differs = |rate: &&Rate| rates.get(**rate).total_cmp(&clean.get(**rate)).is_ne();
    match Rate::ALL.iter().find(|rate| rate.is_of_the_board() && differs(rate)) {
        None => Ok(()),
        Some(rate) => Err(Failure::misused(Simulate::BoardFaults {
            hands: hands.into(),
            rate: rate.name().into(),
        })),
    }
}

/// Whether boards of the family are simulated at a port.
fn is_simulated(family: &Family) -> bool {
    family.line().is_some() && family.device.is_some()
}

pub(super) fn simulated_family(name: &str) -> Result<&'static Family, String> {
    let simulated = families::FAMILIES.iter().filter(|family| is_simulated(family));
    simulated.clone().copied().find(|family| family.name == name).ok_or_else(|| {
        let names: Vec<_> = simulated.map(|family| family.name).collect();
        format!("no family of that name can be simulated; there is: {}", names.join(", "))
    })
}

impl Arguments {
    /// What is played on a port: the game, or what follows on a position in it.
    fn game(&self) -> Result<PgnGame, Failure> {
        let Some(from) = &self.from else { return self.single_game() };
        let mode = CastlingMode::detect(from.as_setup());
        let position: Chess = from
            .clone()
            .into_position(mode)
            .map_err(|error| Failure::malformed(format_args!("--from: {error}")))?;
        if self.pgn.is_none() {
            return Ok(PgnGame::at_rest(position));
        }
        let going_on = self.single_game()?.going_on_from(&position);
        going_on.ok_or_else(|| Failure::misused(Simulate::NotInGame))
    }

    /// The PGN file. Where there is none, nothing is read.
    fn pgn(&self) -> &Path {
        self.pgn.as_deref().unwrap_or(Path::new(""))
    }

    /// The one game that is played on a port.
    fn single_game(&self) -> Result<PgnGame, Failure> {
        let Some(number) = self.game.single() else {
            return Err(Failure::misused(Simulate::OneGameAtAPort));
        };
        let name = self.pgn().display();
        PgnGame::read(self.open()?, number)
            .map_err(|error| Failure::malformed(format_args!("{name}: {error}")))
    }

    fn open(&self) -> Result<File, Failure> {
        let name = self.pgn().display();
        File::open(self.pgn()).map_err(|error| Failure::failed(format_args!("{name}: {error}")))
    }

    /// The players at a board of the family with this serial number, on a wire as fast as `line`.
    fn player(
        &self,
        game: PgnGame,
        serial: u32,
        line: Option<SerialLine>,
        cue: Cue,
    ) -> Result<PlayedTable, Failure> {
        let make = Make {
            serial,
            chance: self.seed,
            scan: self.scan.map(Duration::from_millis),
            clock: self.control(&game).map(Control::setting),
        };
        let device = self.family.device(&make).ok_or_else(|| {
            Failure::because(Simulate::NotSimulated { family: self.family.title.into() })
        })?;
        let device = match self.fault {
            Some(fault) => Box::new(Faulty::new(device, fault)),
            None => device,
        };
        Ok(PlayedTable::new(
            device,
            line,
            self.orientation(),
            cue,
            self.rounds(game, u64::from(serial - self.serial)),
        ))
    }

    /// The game as often as it is played, on the board of this place on a line.
    fn rounds(&self, game: PgnGame, place: u64) -> impl Iterator<Item = Timeline> + Send + use<> {
        let manner = self.manner(&game);
        RepeatedGames::new(game, manner, self.seed + place).take(if self.again {
            usize::MAX
        } else {
            1
        })
    }

    fn manner(&self, game: &PgnGame) -> PlayStyle {
        PlayStyle { rates: self.rates(), sins: self.sins.0, clock: self.control(game) }
    }

    fn rates(&self) -> Rates {
        let mut rates = self.hands.0.rates();
        for &setting in &self.rates {
            rates.set(setting);
        }
        rates
    }

    /// The style and what differs from it, as a command line says it.
    fn hands(&self) -> String {
        let mut hands = self.hands.0.name().to_owned();
        for setting in &self.rates {
            hands += &format!(" {setting}");
        }
        match self.sins.0 {
            Sins::Usual => hands,
            sins => format!("{hands} sins={}", sins.name()),
        }
    }

    const fn orientation(&self) -> BoardTurn {
        if self.turned { BoardTurn::Turned } else { BoardTurn::Usual }
    }

    /// How the clock is set: as asked for, else as the game says, else as is usual.
    fn control(&self, game: &PgnGame) -> Option<Control> {
        let usual = || self.clock.or(game.control).unwrap_or(Control::USUAL);
        (!self.no_clock).then(usual)
    }
}

impl ValueEnum for StyleName {
    fn value_variants<'a>() -> &'a [Self] {
        const NAMES: [StyleName; Style::ALL.len()] = {
            let mut names = [StyleName(Style::Clean); Style::ALL.len()];
            let mut index = 0;
            while index < names.len() {
                names[index] = StyleName(Style::ALL[index]);
                index += 1;
            }
            names
        };
        &NAMES
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()).help(self.0.summary()))
    }
}

impl ValueEnum for SinsName {
    fn value_variants<'a>() -> &'a [Self] {
        const { &[Self(Sins::None), Self(Sins::Usual), Self(Sins::Planted)] }
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()).help(self.0.summary()))
    }
}

impl From<SensingName> for Sense {
    fn from(name: SensingName) -> Self {
        match name {
            SensingName::Identity => Self::Identity,
            SensingName::Occupancy => Self::Occupancy,
        }
    }
}

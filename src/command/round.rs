//! `touchmove round`: the pairings of a round, the boards at its tables, and how far it has got.

mod results;
mod status;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use zbus::Connection;

use super::{Failure, block_on, print};
use crate::bus::Bus;
use crate::bus::mirror::{Mirror, MirrorError, round_at};
use crate::bus::proxy::StationProxy;
use crate::bus::shown;
use crate::hall::rounds::dispute::Choice;
use crate::pairing::MOST_BYTES;

/// Options of `touchmove round`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// Bus that touchmoved is on: system, session or a D-Bus address
    #[arg(long, default_value = "system", global = true)]
    bus: Bus,
}

/// What to do with a round.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Load pairings from a file: PGN, TRF16 or CSV, told apart by what is in it
    Load {
        /// The file; `-` for standard input
        file: PathBuf,
        /// Which round of it; if not given, all that it has, and of TRF the last
        #[arg(long, value_name = "N", default_value_t = 0)]
        round: u16,
        /// The section of pairings to which the file gives none
        #[arg(long, value_name = "NAME", default_value = "")]
        section: String,
        /// Number the tables of the file from N on
        #[arg(long, value_name = "N", default_value_t = 0)]
        tables_from: u16,
        /// Drop what other sections have in the round
        #[arg(long)]
        alone: bool,
    },
    /// Assign a board to a table
    Assign {
        /// The table
        #[arg(required_unless_present = "plugged", requires = "board", value_parser = clap::value_parser!(u16).range(1..=9_999))]
        table: Option<u16>,
        /// The board by name, as in dgt_12345
        board: Option<String>,
        /// Assign the boards that are plugged in, by name, to the free tables
        #[arg(long, conflicts_with = "table")]
        plugged: bool,
    },
    /// Take the board away from a table
    Free {
        /// The table
        #[arg(value_parser = clap::value_parser!(u16).range(1..=9_999))]
        table: u16,
    },
    /// Begin a round, or go on with it; what is missing is listed
    Begin {
        /// Which round; the one that is paused, or else the first that is loaded, if not given
        round: Option<u16>,
        /// Begin whatever is missing
        #[arg(long)]
        anyway: bool,
    },
    /// Interrupt a round: games go on, none begins
    Pause {
        /// Which round; the running one, if not given
        round: Option<u16>,
    },
    /// End a round
    End {
        /// Which round; the running one, if not given
        round: Option<u16>,
    },
    /// Enter a result from the signed scoresheets
    Enter {
        /// The table
        #[arg(value_parser = clap::value_parser!(u16).range(1..=9_999))]
        table: u16,
        /// 1-0, 0-1, 1/2-1/2; +:-, -:+, -:- where nobody played; * takes back what was entered
        #[arg(allow_hyphen_values = true)]
        result: String,
        /// Which round; the one being played, or the last, if not given
        #[arg(long, value_name = "N")]
        round: Option<u16>,
    },
    /// Decide which result counts where the board and the entered one differ
    Settle {
        /// The table
        #[arg(value_parser = clap::value_parser!(u16).range(1..=9_999))]
        table: u16,
        /// Which counts
        #[arg(value_parser = Choice::ALL.map(Choice::word))]
        choice: String,
        /// Which round; the one being played, or the last, if not given
        #[arg(long, value_name = "N")]
        round: Option<u16>,
    },
    /// Show the results of a round, or write them as PGN, TRF16 or CSV
    Results(results::Arguments),
    /// Show who plays where, and what is missing or out of step
    Status {
        /// Which round; the one being played, or the last, if not given
        round: Option<u16>,
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
}

/// The stages of a round that has results, those at which they are most likely wanted first.
const WITH_RESULTS: [&str; 4] = ["running", "paused", "ended", "loaded"];

/// Has it done.
pub(super) fn run(Arguments { verb, bus }: Arguments) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(&bus).await.map_err(Failure::failed)?;
        verb.run(&mirror).await
    })
}

impl Verb {
    async fn run(self, mirror: &Mirror) -> Result<(), Failure> {
        let decided = match self {
            Self::Load { file, round, section, tables_from, alone } => {
                let others = if alone { "dropped" } else { "kept" };
                return load(mirror, &file, round, (section, tables_from, others)).await;
            }
            Self::Assign { table: Some(table), board: Some(board), .. } => {
                mirror.decide(async |bus| root(bus).await?.assign(table, board).await).await
            }
            Self::Assign { .. } => return assign_plugged(mirror).await,
            Self::Free { table } => {
                mirror.decide(async |bus| root(bus).await?.free(table).await).await
            }
            Self::Begin { round, anyway } => {
                let round = chosen(mirror, round, &["paused", "loaded"])?;
                let begin = async |bus: &Connection| match anyway {
                    true => round_at(bus, &round).await?.begin_anyway().await,
                    false => round_at(bus, &round).await?.begin().await,
                };
                mirror.decide(begin).await
            }
            Self::Pause { round } => {
                let round = chosen(mirror, round, &["running"])?;
                mirror.decide(async |bus| round_at(bus, &round).await?.pause().await).await
            }
            Self::End { round } => {
                let round = chosen(mirror, round, &["running", "paused"])?;
                mirror.decide(async |bus| round_at(bus, &round).await?.end().await).await
            }
            Self::Enter { table, result, round } => {
                let round = chosen(mirror, round, &WITH_RESULTS)?;
                return results::enter(mirror, &round, table, result).await;
            }
            Self::Settle { table, choice, round } => {
                let round = chosen(mirror, round, &WITH_RESULTS)?;
                let settle = async |bus: &Connection| {
                    round_at(bus, &round).await?.settle(table, choice).await
                };
                mirror.decide(settle).await.map(drop)
            }
            Self::Results(arguments) => {
                let round = chosen(mirror, arguments.round, &WITH_RESULTS)?;
                return results::run(mirror, &round, arguments).await;
            }
            Self::Status { round, json } => {
                let round = chosen(mirror, round, &["running", "paused", "loaded", "ended"])?;
                return status::show(mirror, &round, json).await;
            }
        };
        decided.map_err(Failure::failed)
    }
}

async fn root(bus: &Connection) -> zbus::Result<StationProxy<'_>> {
    StationProxy::new(bus).await
}

async fn load(
    mirror: &Mirror,
    path: &Path,
    round: u16,
    (section, tables_from, others): (String, u16, &'static str),
) -> Result<(), Failure> {
    let file =
        read(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let load = async |bus: &Connection| {
        let station = root(bus).await?;
        station.load_section(file, round, section, tables_from, others.to_owned()).await
    };
    let loaded = mirror.decide(load).await;
    let rounds = loaded.map_err(|error| match error {
        MirrorError::Malformed(why) => Failure::malformed(format!("{}: {why}", path.display())),
        error => Failure::failed(error),
    })?;
    let numbers: Vec<_> = rounds.iter().map(u16::to_string).collect();
    let word = if rounds.len() == 1 { "round" } else { "rounds" };
    print(&format!("loaded {word} {}\n", numbers.join(", ")))
}

/// Reads a file as far as a pairing file may be long, and one byte more.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if path == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

async fn assign_plugged(mirror: &Mirror) -> Result<(), Failure> {
    let assigned = mirror.decide(async |bus| root(bus).await?.assign_plugged().await).await;
    match assigned.map_err(Failure::failed)? {
        1 => print("1 board is assigned\n"),
        count => print(&format!("{count} boards are assigned\n")),
    }
}

/// The round of this number; without one, the round at the first of these stages that any is at.
fn chosen(mirror: &Mirror, number: Option<u16>, stages: &[&str]) -> Result<shown::Round, Failure> {
    let rounds = mirror.rounds();
    let found = match number {
        Some(number) => rounds.iter().find(|round| round.number == number).cloned(),
        None => stages.iter().find_map(|stage| {
            let mut at_stage = rounds.iter().filter(|round| round.stage == *stage);
            if *stage == "ended" { at_stage.next_back() } else { at_stage.next() }.cloned()
        }),
    };
    found.ok_or_else(|| match number {
        Some(number) => Failure::failed(format!(
            "round {number} is not loaded; load its pairings with `touchmove round load FILE`"
        )),
        None if rounds.is_empty() => Failure::failed(
            "no round is loaded; load its pairings with `touchmove round load FILE`",
        ),
        None => Failure::failed(format!(
            "no round is {}; `touchmove round status N` shows round N",
            stages.join(" or ")
        )),
    })
}

//! `touchmove round`: the pairings of a round, the boards at its tables, and how far it has got.

mod status;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{Failure, block_on, print};
use crate::bus::Bus;
use crate::bus::mirror::{Mirror, MirrorError, round_at};
use crate::bus::proxy::StationProxy;
use crate::bus::shown;
use crate::pairing::MOST_BYTES;

/// What to do with a round.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Round {
    /// Load pairings from a file: PGN, TRF16 or CSV, told apart by what is in it
    Load {
        /// The file; `-` for standard input
        file: PathBuf,
        /// Which round of it; if not given, all that it has, and of TRF the last
        #[arg(long, value_name = "N", default_value_t = 0)]
        round: u16,
        #[command(flatten)]
        station: Station,
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
        #[command(flatten)]
        station: Station,
    },
    /// Take the board away from a table
    Free {
        /// The table
        #[arg(value_parser = clap::value_parser!(u16).range(1..=9_999))]
        table: u16,
        #[command(flatten)]
        station: Station,
    },
    /// Begin a round, or go on with it; what is missing is listed
    Begin {
        /// Which round; the one that is paused, or else the first that is loaded, if not given
        round: Option<u16>,
        /// Begin whatever is missing
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        station: Station,
    },
    /// Interrupt a round: games go on, none begins
    Pause {
        /// Which round; the running one, if not given
        round: Option<u16>,
        #[command(flatten)]
        station: Station,
    },
    /// End a round
    End {
        /// Which round; the running one, if not given
        round: Option<u16>,
        #[command(flatten)]
        station: Station,
    },
    /// Show who plays where, and what is missing or out of step
    Status {
        /// Which round; the one being played, or the last, if not given
        round: Option<u16>,
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        station: Station,
    },
}

/// Which station.
#[derive(Debug, clap::Args)]
pub(super) struct Station {
    /// Bus that touchmoved is on: system, session or a D-Bus address
    #[arg(long, default_value = "system")]
    bus: Bus,
}

/// Has it done.
pub(super) fn run(verb: Round) -> Result<(), Failure> {
    block_on(async {
        match verb {
            Round::Load { file, round, station } => {
                load(&station.connect().await?, &file, round).await
            }
            Round::Assign { table: Some(table), board: Some(board), station, .. } => {
                let mirror = station.connect().await?;
                decided(
                    mirror.decide(async |bus| root(bus).await?.assign(table, board).await).await,
                )
            }
            Round::Assign { station, .. } => assign_plugged(&station.connect().await?).await,
            Round::Free { table, station } => {
                let mirror = station.connect().await?;
                decided(mirror.decide(async |bus| root(bus).await?.free(table).await).await)
            }
            Round::Begin { round, anyway, station } => {
                let mirror = station.connect().await?;
                let round = chosen(&mirror, round, &["paused", "loaded"])?;
                decided(
                    mirror
                        .decide(async |bus| match anyway {
                            true => round_at(bus, &round).await?.begin_anyway().await,
                            false => round_at(bus, &round).await?.begin().await,
                        })
                        .await,
                )
            }
            Round::Pause { round, station } => {
                let mirror = station.connect().await?;
                let round = chosen(&mirror, round, &["running"])?;
                decided(mirror.decide(async |bus| round_at(bus, &round).await?.pause().await).await)
            }
            Round::End { round, station } => {
                let mirror = station.connect().await?;
                let round = chosen(&mirror, round, &["running", "paused"])?;
                decided(mirror.decide(async |bus| round_at(bus, &round).await?.end().await).await)
            }
            Round::Status { round, json, station } => {
                let mirror = station.connect().await?;
                let round = chosen(&mirror, round, &["running", "paused", "loaded", "ended"])?;
                status::show(&mirror, &round, json).await
            }
        }
    })
}

impl Station {
    async fn connect(&self) -> Result<Mirror, Failure> {
        Mirror::connect(&self.bus).await.map_err(Failure::failed)
    }
}

async fn root(bus: &zbus::Connection) -> zbus::Result<StationProxy<'_>> {
    StationProxy::new(bus).await
}

async fn load(mirror: &Mirror, path: &Path, round: u16) -> Result<(), Failure> {
    let file =
        read(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let loaded = mirror.decide(async |bus| root(bus).await?.load_round(file, round).await).await;
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

fn decided(outcome: Result<(), MirrorError>) -> Result<(), Failure> {
    outcome.map_err(Failure::failed)
}

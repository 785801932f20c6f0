//! `touchmove round`: the pairings of a round, the boards at its tables, and how far it has got.

mod results;
mod status;

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::civil::Date;
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError, round_at};
use touchmove_client::proxy::StationProxy;
use touchmove_client::shown;
use touchmove_core::laws::control::TimeControl;
use touchmove_core::pairing::{self, MAX_BYTES, PairingError};
use touchmove_core::tournament::rounds::dispute::Choice;
use touchmove_core::words::phrases::{At, Done, Failed};
use touchmove_core::words::{Saying, Vocabulary, told};
use zbus::Connection;

pub(super) use self::results::ShownResult;

use super::name::{Name, Named, TABLES};
use super::notices::{Notices, Reader};
use super::seats::seats;
use super::{Failure, block_on, print};

/// Options of `touchmove round`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

/// What the tags of a broadcast say of the tournament, where the file says nothing of it.
#[derive(Debug, clap::Args)]
struct EventArgs {
    /// The tournament, where the file does not name it
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The place, where the file does not name it
    #[arg(long, value_name = "PLACE")]
    site: Option<String>,
    /// The day, where the file does not have it, as in 2026-11-21
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
}

/// A file of pairings as it is handed to the daemon.
struct Loaded {
    /// Its name, for errors.
    name: String,
    bytes: Vec<u8>,
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
        #[command(flatten)]
        event: EventArgs,
    },
    /// Assign a board to a table
    Assign {
        #[arg(required_unless_present = "plugged", requires = "board", help = TABLES)]
        table: Option<Name>,
        /// The board by name, as in dgt_12345
        board: Option<String>,
        /// Assign the boards that are plugged in, by name, to the free tables
        #[arg(long, conflicts_with = "table")]
        plugged: bool,
    },
    /// Take the board away from a table
    Free {
        #[arg(help = TABLES)]
        table: Name,
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
    /// End a round; games that have no result yet are listed
    End {
        /// Which round; the running one, if not given
        round: Option<u16>,
        /// End it whatever is open
        #[arg(long)]
        anyway: bool,
    },
    /// Take back that a round was ended
    Reopen {
        /// Which round; the last that ended, if not given
        round: Option<u16>,
    },
    /// Take away a round that was loaded by mistake
    Remove {
        /// Which round
        round: u16,
        /// Take it away though it was played and is over: its games stay in the evidence
        #[arg(long)]
        ended: bool,
    },
    /// Take a game that began before its pairing for the table's
    Adopt {
        #[arg(help = TABLES)]
        table: Name,
        /// How many plies the game has
        plies: u32,
    },
    /// Enter a result from the signed scoresheets
    Enter {
        #[arg(help = TABLES)]
        table: Name,
        /// 1-0, 0-1, 1/2-1/2; 0-0, 1/2-0, 0-1/2 where a player is penalised; +:-, -:+, -:- where nobody played; * takes back
        /// what was entered
        #[arg(allow_hyphen_values = true)]
        result: String,
        /// Which round; the one being played, or the last, if not given
        #[arg(long, value_name = "N")]
        round: Option<u16>,
    },
    /// Decide which result counts where the board and the entered one differ
    Settle {
        #[arg(help = TABLES)]
        table: Name,
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
        /// Show it as it goes on, problems first
        #[arg(long)]
        watch: bool,
        /// Stop after this many seconds
        #[arg(long = "for", value_name = "SECONDS", requires = "watch")]
        seconds: Option<u32>,
    },
}

/// The stages of a round that has results, those at which they are most likely wanted first.
const WITH_RESULTS: [&str; 4] = ["running", "paused", "ended", "loaded"];

/// The stages of a round, that which is shown first where nobody says which.
const SHOWN_FIRST: [&str; 4] = ["running", "paused", "loaded", "ended"];

/// Has it done.
pub(super) fn run(Arguments { verb }: Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(bus).await.map_err(Failure::failed)?;
        match verb {
            Verb::Status { round, json, watch: true, seconds } => {
                let round = chosen(&mirror, round, &SHOWN_FIRST)?;
                let span = seconds.map(|seconds| Duration::from_secs(seconds.into()));
                status::watch(mirror, &round, Reader::of(json), span).await
            }
            verb => verb.run(&mirror).await,
        }
    })
}

impl Verb {
    async fn run(self, mirror: &Mirror) -> Result<(), Failure> {
        match self {
            Self::Load { file, round, section, tables_from, alone, event } => {
                let others = if alone { "dropped" } else { "kept" };
                let file = Loaded::of(&file, round, event)?;
                load(mirror, file, round, (section, tables_from, others)).await
            }
            Self::Assign { table: Some(table), board: Some(board), .. } => {
                let (_, table) = table_of(mirror, &table, None).await?;
                let (seat, assigned) = (seat(mirror, None, table).await?, board.clone());
                let assign =
                    async |bus: &Connection| root(bus).await?.assign(table, assigned).await;
                done(mirror.decide(assign).await, Done::Assigned { seat, board: board.into() })
            }
            Self::Assign { .. } => assign_plugged(mirror).await,
            Self::Free { table } => {
                let (_, table) = table_of(mirror, &table, None).await?;
                let seat = seat(mirror, None, table).await?;
                let free = async |bus: &Connection| root(bus).await?.free(table).await;
                done(mirror.decide(free).await, Done::Freed { seat })
            }
            Self::Adopt { table, plies } => {
                let (_, table) = table_of(mirror, &table, None).await?;
                let seat = seat(mirror, None, table).await?;
                let adopt = async |bus: &Connection| root(bus).await?.adopt(table, plies).await;
                let plies = plies.to_string().into();
                done(mirror.decide(adopt).await, Done::Adopted { seat, plies })
            }
            Self::Enter { table, result, round } => {
                let (round, table) = table_of(mirror, &table, round).await?;
                let round = chosen(mirror, round, &WITH_RESULTS)?;
                results::enter(mirror, &round, table, result).await
            }
            Self::Settle { table, choice, round } => {
                let (round, table) = table_of(mirror, &table, round).await?;
                let round = chosen(mirror, round, &WITH_RESULTS)?;
                results::settle(mirror, &round, table, choice).await
            }
            Self::Results(arguments) => {
                let round = chosen(mirror, arguments.round, &WITH_RESULTS)?;
                results::run(mirror, &round, arguments).await
            }
            Self::Status { round, json, .. } => {
                let round = chosen(mirror, round, &SHOWN_FIRST)?;
                status::show(mirror, &round, Reader::of(json)).await
            }
            Self::Begin { .. }
            | Self::Pause { .. }
            | Self::End { .. }
            | Self::Reopen { .. }
            | Self::Remove { .. } => self.turn(mirror).await,
        }
    }

    /// Turns a round to another stage, and says how that is taken back.
    async fn turn(self, mirror: &Mirror) -> Result<(), Failure> {
        let (round, stages): (_, &[&str]) = match self {
            Self::Begin { round, .. } => (round, &["paused", "loaded"]),
            Self::Pause { round } => (round, &["running"]),
            Self::End { round, .. } => (round, &["running", "paused"]),
            Self::Reopen { round } => (round, &["ended"]),
            Self::Remove { round, .. } => (Some(round), &[]),
            _ => return Ok(()),
        };
        let round = chosen(mirror, round, stages)?;
        let turned = mirror
            .decide(async |bus: &Connection| {
                let at = round_at(bus, &round).await?;
                match self {
                    Self::Begin { anyway: true, .. } => at.begin_anyway().await,
                    Self::Begin { .. } => at.begin().await,
                    Self::Pause { .. } => at.pause().await,
                    Self::End { anyway: true, .. } => at.end_anyway().await,
                    Self::End { .. } => at.end().await,
                    Self::Reopen { .. } => at.reopen().await,
                    Self::Remove { ended, .. } => at.remove(ended).await,
                    _ => Ok(()),
                }
            })
            .await;
        let round = round.number.into();
        let says = match self {
            Self::Pause { .. } => Done::Paused { round },
            Self::End { .. } => Done::Over { round },
            Self::Reopen { .. } => Done::Reopened { round },
            Self::Remove { .. } => Done::Removed { round },
            _ => Done::Begun { round },
        };
        done(turned, says)
    }
}

/// Says what was done, if it was.
fn done(decided: Result<(), MirrorError>, says: Done) -> Result<(), Failure> {
    decided.map_err(Failure::failed)?;
    print(&(Notices::of_environment().say(says) + "\n"))
}

async fn root(bus: &Connection) -> zbus::Result<StationProxy<'_>> {
    StationProxy::new(bus).await
}

async fn load(
    mirror: &Mirror,
    Loaded { name, bytes: file }: Loaded,
    round: u16,
    (section, tables_from, others): (String, u16, &'static str),
) -> Result<(), Failure> {
    let notes = notes(&file);
    let load = async |bus: &Connection| {
        let station = root(bus).await?;
        station.load_pairings(file, round, section, tables_from, others.to_owned()).await
    };
    let loaded = mirror.decide(load).await;
    let rounds = loaded.map_err(|error| match error {
        MirrorError::Malformed(why) => {
            Failure::misused(Failed::AtFile { file: (&name).into(), what: told(&why) })
        }
        error => Failure::failed(error),
    })?;
    let lines = rounds.into_iter().map(|loaded| {
        let [round, pairings, replaced] = ["round", "pairings", "replaced"].map(|name| {
            loaded.get(name).and_then(|count| u32::try_from(count).ok()).unwrap_or_default()
        });
        let (round, pairings) = (round.into(), Done::Pairings { count: pairings.into() }.into());
        match replaced {
            0 => Done::Loaded { round, pairings },
            count => {
                let replaced = Done::Pairings { count: count.into() }.into();
                Done::Replaced { round, pairings, replaced }
            }
        }
    });
    let notices = Notices::of_environment();
    print(&lines.chain(notes).map(|line| notices.say(line) + "\n").collect::<String>())
}

impl Loaded {
    /// Reads a file. One that says less of the tournament than `given` is written anew with it, as CSV: what it says itself
    /// stays.
    fn of(path: &Path, round: u16, given: EventArgs) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = read(path).map_err(|error| Failure::failed(format!("{name}: {error}")))?;
        let EventArgs { event, site, date } = given;
        if event.is_none() && site.is_none() && date.is_none() {
            return Ok(Self { name, bytes });
        }
        let malformed = |error: PairingError| {
            let (file, what) = ((&name).into(), told(&error.to_string()));
            Failure::misused(Failed::AtFile { file, what })
        };
        let mut list = pairing::read(&bytes, pairing::Round::new(round)).map_err(malformed)?;
        list.event.name = list.event.name.or(event);
        list.event.site = list.event.site.or(site);
        list.event.date = list.event.date.or(date);
        Ok(Self { bytes: pairing::write_csv(&list).into_bytes(), name })
    }
}

/// What somebody should know of a file of pairings that was loaded: columns from which nothing is read, and time
/// controls that cannot be.
fn notes(file: &[u8]) -> Vec<Done> {
    let unknown = pairing::unknown_columns(file);
    let columns =
        (!unknown.is_empty()).then(|| Done::UnknownColumns { columns: unknown.join(", ").into() });
    let pairings = pairing::read(file, None).map(|list| list.pairings).unwrap_or_default();
    let mut unreadable: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in pairings {
        if let Some(text) = one.time_control
            && text.parse::<TimeControl>().is_err()
        {
            unreadable.entry(text).or_default().push(one.board.to_string());
        }
    }
    let controls = unreadable.into_iter().map(|(text, tables)| {
        let (count, tables) = (tables.len().into(), tables.join(", ").into());
        Done::UnreadableControl { count, tables, text: text.into() }
    });
    columns.into_iter().chain(controls).collect()
}

/// A table and who plays there, as `table 1, Anna – Ben`: in this round, or else in that being played, or about to be.
async fn seat(
    mirror: &Mirror,
    round: Option<&shown::ShownRound>,
    table: u16,
) -> Result<Saying, Failure> {
    let number = Saying::from(table);
    let rounds = mirror.rounds();
    let at = |stage: &&str| rounds.iter().find(|round| round.stage == **stage);
    let round = round.or_else(|| ["running", "paused", "loaded"].iter().find_map(at));
    let Some(round) = round else { return Ok(At::Table { table: number }.into()) };
    let pairings = mirror.pairings(round).await.map_err(Failure::failed)?;
    let pairing = pairings.into_iter().find(|pairing| pairing.table == table);
    let at = match pairing.map(|pairing| pairing.names.map(Saying::from)) {
        Some([white, black]) => At::Players { table: number, white, black },
        None => At::Table { table: number },
    };
    Ok(at.into())
}

/// The round and the table that somebody means, who may have said which round.
async fn table_of(
    mirror: &Mirror,
    name: &Name,
    round: Option<u16>,
) -> Result<(Option<u16>, u16), Failure> {
    if let Name::Place { round: named, table } = name
        && round.is_none_or(|round| round == *named)
    {
        return Ok((Some(*named), *table));
    }
    let seats = seats(mirror).await?;
    Ok((round, name.table(&Named::on(mirror, &seats))?))
}

/// Reads a file as far as a pairing file may be long, and one byte more.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    if path == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

async fn assign_plugged(mirror: &Mirror) -> Result<(), Failure> {
    let assigned = mirror.decide(async |bus| root(bus).await?.assign_plugged().await).await;
    let count = assigned.map_err(Failure::failed)?.into();
    print(&(Notices::of_environment().say(Done::Plugged { count }) + "\n"))
}

/// The round of this number; without one, the round at the first of these stages that any is at.
fn chosen(
    mirror: &Mirror,
    number: Option<u16>,
    stages: &[&str],
) -> Result<shown::ShownRound, Failure> {
    let rounds = mirror.rounds();
    let found = match number {
        Some(number) => rounds.iter().find(|round| round.number == number).cloned(),
        None => stages.iter().find_map(|stage| {
            let mut at_stage = rounds.iter().filter(|round| round.stage == *stage);
            if *stage == "ended" { at_stage.next_back() } else { at_stage.next() }.cloned()
        }),
    };
    found.ok_or_else(|| match number {
        Some(number) => Failure::because(Failed::RoundNotLoaded { round: number.into() }),
        None if rounds.is_empty() => Failure::because(Failed::NoRound),
        None => {
            let stages = stages.iter().map(|stage| Vocabulary::Stage.word(stage));
            let stage = stages.reduce(|one, other| Failed::Or { one, other }.into());
            let stage = stage.unwrap_or_else(|| "".into());
            Failure::because(Failed::NoRoundIs { stage })
        }
    })
}

//! `touchmove rehearse`: a whole round on virtual boards over real ports, before anybody comes.

mod audience;
mod by_hand;
mod cast;
mod clocks;
mod ear;
mod report;
mod sent;
mod stage;

use std::fs::File;
use std::io::{self, BufReader, IsTerminal as _, Write as _};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use touchmove_client::mirror::{Mirror, round_at};
use touchmove_client::proxy::StationProxy;
use touchmove_client::shown;
use touchmove_core::pairing::{self, PairingList, Round};
use touchmove_core::text::for_terminal;
use touchmove_core::words::phrases::{Failed, Rehearse};
use touchmove_core::words::{Saying, told};
use touchmove_drivers::Family;
use touchmove_drivers::observation::LinkState;
use touchmove_lab::simulate::{Control, Gong, PgnGame, Speed};

use self::audience::Audience;
use self::cast::Cast;
use self::clocks::SaidOfClocks;
use self::report::{Report, Table};
use self::stage::{Outlet, Share, Stage};
use super::decimal::percent;
use super::notices::Notices;
use super::seats::seats;
use super::simulate::{SinsName, StyleName, line_of, no_faults, simulated_family};
use super::stop::Stop;
use super::{Failure, block_on, complain, print, print_json};

/// Boards that are not there after this long never are.
const PATIENCE: Duration = Duration::from_secs(120);

/// From the last press to the end of the rehearsal: what waits for rest is told by then.
const QUIET: Duration = Duration::from_secs(8);

/// How often it is seen whether what is waited for is there.
const LOOK: Duration = Duration::from_millis(100);

/// How often it is told how far the round has come.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// Play a whole round on virtual boards, to try everything beforehand
///
/// Starts a message bus and a touchmoved of its own, with a virtual board on a port of its own for every
/// table; loads the pairings, assigns the boards, begins the round and plays it. Meanwhile the
/// hall can be looked at and worked with: the first line printed says how. At the end it is told which
/// games were followed rightly, and how fast. Nothing real is touched, and nothing stays behind; with --state
/// the evidence is kept in that folder.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The pairings: PGN, TRF16 or CSV
    pairings: PathBuf,
    /// Which round of the file [default: its first; of TRF the last]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// At so many tables there is a board [default: at all]
    #[arg(long, value_name = "N")]
    boards: Option<NonZeroU32>,
    /// Family of the boards
    #[arg(long, default_value = "dgt", value_parser = simulated_family)]
    family: &'static Family,
    /// So many of the boards share serial lines, 20 to a line (bus mode)
    #[arg(long, value_name = "N", default_value_t = 0)]
    shared: u32,
    /// Games that are played, one after the other and again from the first
    /// [default: two real games]
    #[arg(long, value_name = "PGN")]
    games: Option<PathBuf>,
    /// How the players handle the men
    #[arg(long, value_name = "STYLE", value_enum, default_value = "blitz")]
    hands: StyleName,
    /// Which sins against the Laws the players commit
    #[arg(long, value_name = "SINS", value_enum, default_value = "none")]
    sins: SinsName,
    /// Minutes and seconds a move, as `5+3`
    #[arg(long, default_value = "3+2")]
    clock: Control,
    /// Other seeds, other hands
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many times faster than in real life; lines keep their own time. Clocks of 2 run twice as fast as time, and
    /// keep no time control: where this is not 1, the daemon is told of none
    #[arg(long, value_name = "FACTOR", default_value = "1")]
    speed: Speed,
    /// Write what each board has sent into this folder, as recordings
    #[arg(long, value_name = "DIR")]
    sent: Option<PathBuf>,
    /// For so many seconds before the first move nobody moves a man, and it is told what that costs
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    quiet: u16,
    /// So many clients listen
    #[arg(long, value_name = "N", default_value = "1")]
    subscribers: NonZeroU32,
    /// So many of them have stopped reading
    #[arg(long, value_name = "N", default_value_t = 0)]
    stalled: u32,
    /// The pairings are loaded, and no more: assign the boards, begin the round and decide what is to be decided by
    /// hand, at another terminal; the players begin when the round does
    #[arg(long)]
    by_hand: bool,
    /// Write the broadcast, too: into a folder that is printed, and there until the rehearsal ends
    #[arg(long)]
    relay: bool,
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

/// Games that everybody has, for who names none.
const USUAL_GAMES: [&str; 2] =
    [include_str!("../../demo/oro-brkic.pgn"), include_str!("../../demo/ghosh-bartel.pgn")];

/// Plays the round. What was not followed rightly is a failure.
pub(super) fn run(arguments: &Arguments, state: Option<&Path>) -> Result<(), Failure> {
    no_faults(&arguments.hands.0.rates(), arguments.hands.0.name())?;
    let round = arguments.pairings()?;
    let games = arguments.games()?;
    arguments.make_folder_for_sent()?;
    block_on(async {
        let mut stop = Stop::new().map_err(Failure::failed)?;
        tokio::select! {
            report = rehearse(arguments, state, &round, &games) => report?.tell(arguments.json),
            () = stop.wait() => Err(Failure::because(Rehearse::Stopped)),
        }
    })
}

impl Arguments {
    /// The pairings of one round, as many as there are boards.
    fn pairings(&self) -> Result<PairingList, Failure> {
        let name = self.pairings.display();
        let malformed =
            |what: &dyn std::fmt::Display| Failure::malformed(format!("{name}: {what}"));
        let bytes = std::fs::read(&self.pairings)
            .map_err(|error| Failure::failed(format_args!("{name}: {error}")))?;
        let round = self.round.map(|round| {
            Round::new(round).ok_or_else(|| Failure::misused(Rehearse::RoundsFromOne))
        });
        let mut list =
            pairing::read(&bytes, round.transpose()?).map_err(|error| malformed(&error))?;
        let first = list.pairings.first().map(|pairing| pairing.round);
        list.pairings.retain(|pairing| Some(pairing.round) == first);
        let tables = list.pairings.len();
        let boards = self.boards.map_or(tables, |boards| boards.get() as usize);
        if boards > tables {
            let what = Rehearse::TooFewTables { tables: tables.into(), boards: boards.into() };
            let file = name.to_string().into();
            return Err(Failure::misused(Failed::AtFile { file, what: what.into() }));
        }
        if self.stalled >= self.subscribers.get() {
            return Err(Failure::misused(Rehearse::NobodyReads));
        }
        if self.shared as usize > boards {
            return Err(Failure::misused(Rehearse::TooFewToShare { boards: boards.into() }));
        }
        list.pairings.truncate(boards);
        let control = self.said_of_clocks().control;
        for pairing in &mut list.pairings {
            pairing.time_control = Some(control.clone());
        }
        Ok(list)
    }

    /// What the daemon is told of the clocks.
    fn said_of_clocks(&self) -> SaidOfClocks {
        SaidOfClocks::of(self.clock, self.speed)
    }

    /// Where the broadcast is shown.
    const fn outlet(&self) -> Outlet {
        if self.relay { Outlet::Folder } else { Outlet::None }
    }

    fn games(&self) -> Result<Vec<PgnGame>, Failure> {
        let read: Result<Vec<_>, _> = match &self.games {
            None => {
                USUAL_GAMES.iter().map(|pgn| PgnGame::read(pgn.as_bytes(), cast::FIRST)).collect()
            }
            Some(path) => {
                let file = File::open(path).map_err(|error| {
                    Failure::failed(format_args!("{}: {error}", path.display()))
                })?;
                let games = touchmove_lab::simulate::PgnGames::new(BufReader::new(file));
                games.map(|(_, game)| game).take(cast::MAX_GAMES).collect()
            }
        };
        let games = read.map_err(|error| Failure::malformed(format_args!("--games: {error}")))?;
        if games.is_empty() {
            return Err(Failure::misused(Rehearse::NoGames));
        }
        Ok(games)
    }

    /// Before the round: afterwards it would be too late to name another.
    fn make_folder_for_sent(&self) -> Result<(), Failure> {
        let Some(folder) = &self.sent else { return Ok(()) };
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::failed(format_args!("--sent {}: {error}", folder.display())))
    }
}

async fn rehearse(
    arguments: &Arguments,
    state: Option<&Path>,
    round: &PairingList,
    games: &[PgnGame],
) -> Result<Report, Failure> {
    let gong = Gong::default();
    let cast = Cast::new(arguments, games, round.pairings.len(), &gong)?;
    let mut stage = Stage::set(&cast.ports(), state, arguments.outlet()).await?;
    say(Rehearse::LookAt { bus: stage.address().into() });
    let mirror = Mirror::connect(stage.bus()).await;
    let mut mirror = mirror.map_err(|error| stage.failed(told(&error.to_string())))?;
    for relay in mirror.relays() {
        say(Rehearse::Broadcast { place: relay.place.to_string().into() });
    }
    in_step(&mut mirror, &mut stage, &cast).await?;
    let clocks = arguments.said_of_clocks();
    mirror.decide(async |bus| clocks.set_rulebook(bus).await).await?;
    match arguments.by_hand {
        true => by_hand::begin(&mut mirror, &mut stage, round).await?,
        false => begin(&mut mirror, round, &cast).await?,
    }
    let audience = Audience::open(stage.bus(), arguments.subscribers.get(), arguments.stalled);
    let audience = audience.await.map_err(Failure::failed)?;

    let while_quiet = rest(&mut mirror, &mut stage, arguments.quiet).await?;
    gong.strike();
    let (began, gong_struck) = (Instant::now(), stage.meter()?);
    let mut while_all_play = None;
    while !cast.is_over() {
        follow(&mut mirror, TOLD_EVERY).await?;
        stage.lives()?;
        if !cast.has_ended_any() {
            while_all_play = Some(stage.since(&gong_struck)?);
        }
        progress(bar(&cast));
    }
    follow(&mut mirror, QUIET).await?;
    progress_ends();
    let took = began.elapsed();
    Ok(Report {
        tables: judge(arguments, &mirror, round, &cast).await?,
        took,
        while_quiet,
        while_all_play,
        memory_kib: stage.memory_kib()?,
        heard: audience.close().await,
        stalled: arguments.stalled,
    })
}

/// Holds what was told of every game against what was played and what its board has sent.
async fn judge(
    arguments: &Arguments,
    mirror: &Mirror,
    round: &PairingList,
    cast: &Cast,
) -> Result<Vec<Table>, Failure> {
    let (boards, seats) = (mirror.boards(), seats(mirror).await?);
    let mut tables = Vec::new();
    for (seat, pairing) in cast.tables.iter().zip(&round.pairings) {
        let board = boards.iter().find(|board| board.id == seat.board);
        let game = board.and_then(|board| board.game.as_ref());
        // By hand a board may have been put at another table.
        let at = board.and_then(|board| seats.of_board(board)).map(|seat| seat.table);
        let is_there = |one: &&pairing::Pairing| Some(one.board.get()) == at;
        let pairing = round.pairings.iter().find(is_there).unwrap_or(pairing);
        let decided = match game {
            Some(game) => by_hand::decided(mirror, game).await?,
            None => 0,
        };
        let sent = sent::recording(pairing, seat, arguments).map_err(Failure::failed)?;
        if let Some(folder) = &arguments.sent {
            let path = folder.join(format!("{}.rec", seat.board));
            std::fs::write(&path, &sent)
                .map_err(|error| Failure::failed(format_args!("{}: {error}", path.display())))?;
        }
        tables.push(Table::judge(pairing, seat, &sent, game, decided));
    }
    Ok(tables)
}

/// Takes in what the daemon signals for so long.
async fn follow(mirror: &mut Mirror, span: Duration) -> Result<(), Failure> {
    let end = Instant::now() + span;
    while let Ok(signal) = timeout_at(end, mirror.signal()).await {
        mirror.take(signal?).await?;
    }
    Ok(())
}

/// Lets nobody play for so many seconds; what the daemon costs meanwhile.
async fn rest(
    mirror: &mut Mirror,
    stage: &mut Stage,
    seconds: u16,
) -> Result<Option<Share>, Failure> {
    if seconds == 0 {
        return Ok(None);
    }
    // What the beginning of the round has brought about is over by then.
    follow(mirror, QUIET).await?;
    progress(Rehearse::NobodyPlays { seconds: seconds.into() });
    let before = stage.meter()?;
    follow(mirror, Duration::from_secs(seconds.into())).await?;
    progress_ends();
    stage.since(&before).map(Some)
}

/// Waits until every board is read out.
async fn in_step(mirror: &mut Mirror, stage: &mut Stage, cast: &Cast) -> Result<(), Failure> {
    let since = Instant::now();
    loop {
        let boards = mirror.boards();
        let is_there = |name: &String| {
            boards.iter().any(|board| {
                board.id == *name && board.link == LinkState::Up && board.placement.is_some()
            })
        };
        let missing: Vec<_> = cast.boards().filter(|name| !is_there(name)).cloned().collect();
        if missing.is_empty() {
            progress_ends();
            return Ok(());
        }
        let all = cast.tables.len();
        let count = (all - missing.len()).into();
        progress(Rehearse::InStep { count, all: all.into() });
        if since.elapsed() > PATIENCE {
            let boards = missing.join(", ").into();
            return Err(stage.failed(Rehearse::NotInStep { boards }));
        }
        follow(mirror, LOOK).await?;
        stage.lives()?;
    }
}

/// Does what the operator does before the first move.
async fn begin(mirror: &mut Mirror, round: &PairingList, cast: &Cast) -> Result<(), Failure> {
    let file = pairing::write_csv(round).into_bytes();
    let tables: Vec<_> = round.pairings.iter().map(|pairing| pairing.board.get()).collect();
    mirror
        .decide(async |bus| {
            let station = StationProxy::new(bus).await?;
            station.load_round(file, 0).await?;
            for (table, board) in tables.into_iter().zip(cast.boards()) {
                station.assign(table, board.clone()).await?;
            }
            Ok(())
        })
        .await?;
    let loaded = loaded(mirror).await?;
    Ok(mirror.decide(async |bus| round_at(bus, &loaded).await?.begin().await).await?)
}

/// The round, once it is shown.
async fn loaded(mirror: &mut Mirror) -> Result<shown::ShownRound, Failure> {
    let since = Instant::now();
    loop {
        match mirror.rounds().into_iter().next() {
            Some(loaded) => return Ok(loaded),
            None if since.elapsed() < PATIENCE => follow(mirror, LOOK).await?,
            None => return Err(Failure::because(Rehearse::NoRoundShown)),
        }
    }
}

/// How far the round has come, as a bar and in numbers.
fn bar(cast: &Cast) -> Saying {
    /// Columns of the bar.
    const LENGTH: usize = 24;
    let (played, plies) = (cast.played(), cast.plies().max(1));
    let full = (played * LENGTH / plies).min(LENGTH);
    let bar = format!("{}{} ", "█".repeat(full), "░".repeat(LENGTH - full));
    let percent = Notices::of_environment().say(percent((played * 100 / plies).min(100)));
    let percent = format!("{percent:>5}").into();
    let said = Rehearse::Played { percent, played: played.into(), plies: plies.into() };
    Saying::All(vec![bar.into(), said.into()])
}

/// Tells something that stays, beside the results.
fn say(said: impl Into<Saying>) {
    complain(Notices::of_environment().say(said));
}

/// Tells how far it has come; in a terminal in one line.
fn progress(said: impl Into<Saying>) {
    let mut out = io::stderr();
    if out.is_terminal() {
        let text = Notices::of_environment().say(said);
        let _ = write!(out, "\r\x1b[K{}", for_terminal(&text));
        let _ = out.flush();
    }
}

fn progress_ends() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

impl Report {
    /// Prints it; a failure where a game was not followed rightly.
    fn tell(&self, json: bool) -> Result<(), Failure> {
        if json {
            print_json(&self.json())
        } else {
            print(&self.text(&Notices::of_environment()))
        }?;
        match self.wrong() {
            0 => Ok(()),
            wrong => Err(Failure::because(Rehearse::ToldOtherwise {
                wrong: wrong.into(),
                games: self.tables.len().into(),
            })),
        }
    }
}

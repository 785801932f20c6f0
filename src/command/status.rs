//! `touchmove status`: the boards of this station, what is played on them, and what becomes of the broadcast.

mod alike;
mod health;
pub(super) mod relays;

use std::time::Duration;

use serde::Serialize;
use shakmaty::Color;
use touchmove_drivers::observation::LinkState;

use self::alike::Alike;
use self::relays::RelayReport;
use super::notices::Notices;
use super::{Failure, block_on, print, print_json, table};
use crate::bus::Bus;
use crate::bus::mirror::{Mirror, since_boot};
use crate::bus::shown::{Board, Clock, Game, Port, Relay};
use crate::game::pgn::{h_mm_ss, move_number};
use crate::laws::json::Fields;

/// Options of `touchmove status`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Bus that touchmoved is on: system, session or a D-Bus address
    #[arg(long, default_value = "system")]
    bus: Bus,
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
    /// Show how well each board reads and is heard, in numbers
    #[arg(long, conflicts_with = "json")]
    health: bool,
}

/// Shows them.
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(&arguments.bus).await.map_err(Failure::failed)?;
        let version = mirror.version().await.map_err(Failure::failed)?;
        let disk = mirror.disk().await.map_err(Failure::failed)?;
        let ports = mirror.ports().await.map_err(Failure::failed)?;
        let (boards, relays) = (mirror.boards(), mirror.relays());
        if arguments.json {
            print_json(&json((&version, disk.as_deref()), &boards, &ports, &relays)?)
        } else {
            let heading = format!("touchmoved {version} on {}", arguments.bus);
            let now = since_boot();
            let relays = match relays.as_slice() {
                [] => String::new(),
                relays => format!("\n{}", relays::text(relays, now)),
            };
            let numbers = match arguments.health {
                true => format!("\n{}", health::text(&boards)),
                false => String::new(),
            };
            let boards = text(&boards, now, &Notices::of_environment());
            let ports: String = ports.iter().filter_map(port_note).collect();
            let disk = disk.map(|disk| format!("\ndisk {disk}\n")).unwrap_or_default();
            print(&format!("{heading}\n\n{boards}{numbers}{ports}{relays}{disk}"))
        }
    })
}

const NONE: &str = "-";

fn text(boards: &[Board], now: Duration, notices: &Notices) -> String {
    if boards.is_empty() {
        return "No board is connected. Plug one in: it appears here by itself.\n".to_owned();
    }
    let heads = ["BOARD", "STATE", "FIRM", "BATTERY", "WHITE", "BLACK", "GAME", "LAST MOVE"];
    let mut rows = vec![heads.map(ToOwned::to_owned)];
    rows.extend(boards.iter().map(|board| row(board, now)));
    let alike = Alike::of(boards);
    let own = boards.iter().flat_map(|board| notes(board, &alike, notices));
    let notes: String = own.chain([alike.text(notices)]).collect();
    if notes.is_empty() { table(&rows) } else { format!("{}\n{notes}", table(&rows)) }
}

fn row(board: &Board, now: Duration) -> [String; 8] {
    let clock = board.clock_at(now);
    let [white, black] = clock.map_or_else(|| [NONE, NONE].map(ToOwned::to_owned), times);
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
    [
        board.id.clone(),
        board.state.word.clone(),
        or_none(board.firmware.clone()),
        or_none(board.battery.map(|charge| format!("{charge} %"))),
        white,
        black,
        or_none(board.game.as_ref().map(|game| game.id.clone())),
        or_none(board.game.as_ref().and_then(last)),
    ]
}

/// Both times, with a mark at the one that runs.
fn times(clock: Clock) -> [String; 2] {
    let [white, black] = clock.times.map(h_mm_ss);
    let mark = |side| if clock.running == Some(side) { "▸" } else { " " };
    [format!("{}{white}", mark(Color::White)), format!("{}{black}", mark(Color::Black))]
}

/// The last move, or the result.
fn last(game: &Game) -> Option<String> {
    if let Some((result, reason)) = &game.result {
        return Some(format!("{result} {reason}"));
    }
    last_move(game)
}

/// The last move with its number, as in `12... Nf6`.
pub(super) fn last_move(game: &Game) -> Option<String> {
    let san = game.sans.last()?;
    let was_white = game.fen.split(' ').nth(1) == Some("b");
    let ply = u32::try_from(game.sans.len()).ok()?;
    let dots = if was_white { "." } else { "..." };
    Some(format!("{}{dots} {san}", move_number(&game.start, ply)))
}

/// What somebody should see to, a line each.
fn notes(board: &Board, alike: &Alike<'_>, notices: &Notices) -> Vec<String> {
    let id = &board.id;
    let state = Some(board.state.advice.clone()).filter(|advice| !advice.is_empty());
    let open = board.game.as_ref();
    let open = open.map(|game| notices.open(game, |told| alike.has(told))).unwrap_or_default();
    let open = open.lines().map(ToOwned::to_owned);
    let unkept = board.trouble.as_ref().map(|why| format!("its evidence is not being kept: {why}"));
    let health = health::notes(board, notices);
    state
        .into_iter()
        .chain(unkept)
        .chain(health)
        .chain(open)
        .map(|note| format!("{id}: {note}\n"))
        .collect()
}

/// A port at which somebody should see to something, in a line.
fn port_note(port: &Port) -> Option<String> {
    let Port { name, state, .. } = port;
    port.needs_a_hand().then(|| format!("{name}: {}: {}\n", state.word, state.advice))
}

/// The state of a link as a word.
pub(super) const fn link_word(link: LinkState) -> &'static str {
    match link {
        LinkState::Up => "up",
        LinkState::Stale => "stale",
        LinkState::Lost => "lost",
    }
}

/// The same for a program. Keys stay what they are; new ones may come.
#[derive(Serialize)]
struct Report<'a> {
    version: &'a str,
    disk: Option<&'a str>,
    boards: Vec<BoardReport<'a>>,
    ports: Vec<PortReport<'a>>,
    relays: Vec<RelayReport<'a>>,
}

#[derive(Serialize)]
struct BoardReport<'a> {
    id: &'a str,
    family: &'a str,
    title: &'a str,
    serial: &'a str,
    firmware: Option<&'a str>,
    port: &'a str,
    link: &'a str,
    state: &'a str,
    why: &'a str,
    advice: &'a str,
    battery: Option<u8>,
    sensing: &'a str,
    placement: Option<&'a str>,
    turned: Option<bool>,
    clock: Option<ClockReport>,
    findings: &'a [Fields],
    health: &'a Fields,
    trouble: Option<&'a str>,
    game: Option<GameReport<'a>>,
}

#[derive(Serialize)]
struct PortReport<'a> {
    port: &'a str,
    state: &'a str,
    why: &'a str,
    advice: &'a str,
    boards: &'a [String],
}

#[derive(Serialize)]
struct ClockReport {
    white_ms: u128,
    black_ms: u128,
    running: Option<&'static str>,
    read_at_us: u128,
    white_flag: bool,
    black_flag: bool,
    doubtful: bool,
}

#[derive(Serialize)]
struct GameReport<'a> {
    id: &'a str,
    start: &'a str,
    fen: &'a str,
    moves: &'a [String],
    sans: &'a [String],
    result: Option<&'a str>,
    reason: Option<&'a str>,
    differs: &'a [String],
    incidents: &'a [Fields],
    instructions: &'a [Fields],
    provisional: Option<&'a str>,
    sequence: u64,
}

fn json(
    (version, disk): (&str, Option<&str>),
    boards: &[Board],
    ports: &[Port],
    relays: &[Relay],
) -> Result<String, Failure> {
    let boards = boards.iter().map(board_report).collect();
    let relays = relays.iter().map(relays::report).collect();
    let ports = ports.iter().map(port_report).collect();
    let report = Report { version, disk, boards, ports, relays };
    let mut json = serde_json::to_string_pretty(&report).map_err(Failure::failed)?;
    json.push('\n');
    Ok(json)
}

fn board_report(board: &Board) -> BoardReport<'_> {
    BoardReport {
        id: &board.id,
        family: &board.family,
        title: &board.title,
        serial: &board.serial,
        firmware: board.firmware.as_deref(),
        port: &board.port,
        link: link_word(board.link),
        state: &board.state.word,
        why: &board.state.why,
        advice: &board.state.advice,
        battery: board.battery,
        sensing: &board.sensing,
        placement: board.placement.as_deref(),
        turned: board.turned,
        clock: board.clock.as_ref().map(clock_report),
        findings: &board.health.findings,
        health: &board.health.numbers,
        trouble: board.trouble.as_deref(),
        game: board.game.as_ref().map(game_report),
    }
}

fn port_report(port: &Port) -> PortReport<'_> {
    let Port { name, state, boards } = port;
    PortReport { port: name, state: &state.word, why: &state.why, advice: &state.advice, boards }
}

fn clock_report(clock: &Clock) -> ClockReport {
    let [white, black] = clock.times;
    let [white_flag, black_flag] = clock.flags;
    ClockReport {
        white_ms: white.as_millis(),
        black_ms: black.as_millis(),
        running: clock.running.map(|side| side.fold_wb("white", "black")),
        read_at_us: clock.read_at.as_micros(),
        white_flag,
        black_flag,
        doubtful: clock.doubtful,
    }
}

fn game_report(game: &Game) -> GameReport<'_> {
    let result = game.result.as_ref();
    GameReport {
        id: &game.id,
        start: &game.start,
        fen: &game.fen,
        moves: &game.moves,
        sans: &game.sans,
        result: result.map(|(result, _)| result.as_str()),
        reason: result.map(|(_, reason)| reason.as_str()),
        differs: &game.differs,
        incidents: &game.incidents,
        instructions: &game.instructions,
        provisional: game.provisional.as_deref(),
        sequence: game.sequence,
    }
}

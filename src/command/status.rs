//! `touchmove status`: the boards of this station, what is played on them, and what becomes of the broadcast.

mod alike;
mod boards;
mod health;
mod relays;
mod waits;

use std::time::Duration;

use serde::Serialize;
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, since_boot};
use touchmove_client::shown::{ClockFace, ShownBoard, ShownGame, ShownOutlet, ShownPort};
use touchmove_client::waits::{Wait, Waits};
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::{At, Known, Listed};
use touchmove_core::words::{Saying, told};
use touchmove_drivers::family::Knowledge;
use touchmove_drivers::observation::LinkState;

use self::alike::Alike;
use self::relays::RelayReport;
use super::known::untried;
use super::notices::{Notices, Reader};
use super::round::ShownResult;
use super::rows::columns;
use super::seats::{Seat, Seats, seats};
use super::{Failure, block_on, print, print_json};

/// Options of `touchmove status`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
    /// Show how well each board reads and is heard, in numbers
    #[arg(long, conflicts_with = "json")]
    health: bool,
}

/// Shows them.
pub(super) fn run(arguments: Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(bus).await.map_err(Failure::failed)?;
        let notices = Notices::for_reader(Reader::of(arguments.json));
        let station = Station::asked(&mirror, notices).await?;
        if arguments.json {
            return print_json(&station.json()?);
        }
        let (version, bus) = (Saying::from(&station.version), name_of(bus));
        let heading = station.notices.say(Listed::Station { version, bus });
        let health = match arguments.health {
            true => format!("\n{}", health::text(&station.boards, &station.notices)),
            false => String::new(),
        };
        print(&format!("{heading}\n\n{}{health}{}", station.text(columns()), station.outlets()))
    })
}

/// What a bus is called.
pub(super) fn name_of(bus: &Bus) -> Saying {
    let at = match bus {
        Bus::System => At::SystemBus,
        Bus::Session => At::SessionBus,
        Bus::Address(address) => At::BusAddress { address: address.into() },
    };
    at.into()
}

/// What a station shows at a moment.
struct Station {
    version: String,
    disk: Option<String>,
    /// By table.
    boards: Vec<ShownBoard>,
    ports: Vec<ShownPort>,
    relays: Vec<ShownOutlet>,
    /// The games that are adjourned, each with its table where it has one.
    adjourned: Vec<String>,
    seats: Seats,
    waits: Waits,
    /// What several boards have in common, a line each.
    alike: String,
    notices: Notices,
    now: Duration,
}

impl Station {
    async fn asked(mirror: &Mirror, notices: Notices) -> Result<Self, Failure> {
        let seats = seats(mirror).await?;
        let (mut boards, now) = (mirror.boards(), since_boot());
        seats.sort(&mut boards);
        let ports = mirror.ports().await.map_err(Failure::failed)?;
        let alike = Alike::of(&boards);
        let waits = waits::of(&boards, &seats, &notices, &alike, now).and_ports(&ports, &notices);
        let mut left = mirror.games();
        left.retain(|game| !boards.iter().any(|board| board.has_game(game)));
        let waits = waits.and_left_games(&left, &seats, &notices);
        let alike = alike.text(&notices);
        Ok(Self {
            version: mirror.version().await.map_err(Failure::failed)?,
            disk: mirror.disk().await.map_err(Failure::failed)?,
            waits: questions(mirror, &seats, &notices, waits).await?,
            relays: mirror.relays(),
            adjourned: adjourned(mirror.games(), &seats),
            boards,
            ports,
            seats,
            alike,
            notices,
            now,
        })
    }

    /// What waits, the boards at which it does, and apart from them those that are healthy.
    fn text(&self, columns: Option<usize>) -> String {
        let say = |listed: Listed| self.notices.say(listed);
        let waits = waits::text(&self.waits, &self.notices, columns);
        if self.boards.is_empty() {
            return format!("{}\n{waits}", say(Listed::NoBoard));
        }
        let waiting = self.waits.boards();
        let (waiting, healthy): (Vec<_>, Vec<_>) =
            self.boards.iter().partition(|board| waiting.contains(board.id.as_str()));
        let rows = boards::Rows::new(&self.seats, &self.notices, self.now);
        let mut parts = Vec::new();
        if !self.waits.all().is_empty() {
            let heading = say(Listed::Waiting { count: waits::places(&self.waits).into() });
            let alike: String =
                self.alike.lines().map(|line| format!("          {line}\n")).collect();
            parts.push(format!("{heading}\n{waits}{alike}"));
        }
        if !waiting.is_empty() {
            parts.push(rows.text(&waiting, columns));
        }
        if !healthy.is_empty() {
            let heading = say(Listed::Healthy { count: healthy.len().into() });
            parts.push(format!("{heading}\n{}", rows.text(&healthy, columns)));
        }
        let known = untried(&self.boards).into_iter().map(|(title, known)| {
            self.notices.say(Known::Of { title: title.into(), known: known.into() }) + "\n"
        });
        let known: String = known.collect();
        if !known.is_empty() {
            parts.push(known);
        }
        parts.join("\n")
    }

    /// Which games are adjourned, and what becomes of the broadcast, and of the disk.
    fn outlets(&self) -> String {
        let adjourned = match self.adjourned.join(", ") {
            none if none.is_empty() => none,
            named => {
                let line = Listed::AdjournedGames { named: named.into() };
                format!("\n{}\n", self.notices.say(line))
            }
        };
        let relays = match self.relays.as_slice() {
            [] => String::new(),
            relays => format!("\n{}", relays::text(relays, &self.notices, self.now)),
        };
        let disk =
            |disk: &String| format!("\n{}\n", self.notices.say(Listed::Disk { what: told(disk) }));
        adjourned + &relays + &self.disk.as_ref().map(disk).unwrap_or_default()
    }

    fn json(&self) -> Result<String, Failure> {
        let boards = self.boards.iter().map(|board| BoardReport {
            seat: self.seats.of_board(board).map(SeatReport::of),
            ..board_report(board)
        });
        let report = Report {
            version: &self.version,
            disk: self.disk.as_deref(),
            waiting: self.waits.all(),
            boards: boards.collect(),
            ports: self.ports.iter().map(port_report).collect(),
            relays: self.relays.iter().map(relays::report).collect(),
        };
        let mut json = serde_json::to_string_pretty(&report).map_err(Failure::failed)?;
        json.push('\n');
        Ok(json)
    }
}

/// The games that are adjourned, by their numbers.
fn adjourned(mut games: Vec<ShownGame>, seats: &Seats) -> Vec<String> {
    games.retain(|game| game.adjourned.is_some() && game.result.is_none());
    games.sort_by(|one, other| one.id.cmp(&other.id));
    let named = |game: &ShownGame| match seats.of_game(game) {
        Some(seat) => format!("{} ({}.{})", game.id, seat.round, seat.table),
        None => game.id.clone(),
    };
    games.iter().map(named).collect()
}

/// With the tables at which two results differ.
pub(super) async fn questions(
    mirror: &Mirror,
    seats: &Seats,
    notices: &Notices,
    mut waits: Waits,
) -> Result<Waits, Failure> {
    for round in mirror.rounds().iter().filter(|round| round.stage != "loaded") {
        for result in mirror.results(round).await.map_err(Failure::failed)? {
            let Some(asks) = ShownResult::of(round, &result).asks() else { continue };
            let table = result.table.get();
            let seat = seats.at(table).filter(|seat| seat.round == round.number);
            let of_round =
                || At::RoundTable { round: round.number.into(), table: table.into() }.into();
            let of = notices.say(seat.map_or_else(of_round, Seat::title));
            let board = seat.and_then(Seat::board).map(ToOwned::to_owned);
            waits = waits.and_question(of, board, notices.say(asks));
        }
    }
    Ok(waits)
}

const NONE: &str = "-";

fn or_none(text: Option<String>) -> String {
    text.unwrap_or_else(|| NONE.to_owned())
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
    waiting: &'a [Wait],
    boards: Vec<BoardReport<'a>>,
    ports: Vec<PortReport<'a>>,
    relays: Vec<RelayReport<'a>>,
}

#[derive(Serialize)]
struct BoardReport<'a> {
    id: &'a str,
    seat: Option<SeatReport>,
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
    knowledge: Option<&'static str>,
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

/// Where a board stands.
#[derive(Serialize)]
struct SeatReport {
    round: u16,
    table: u16,
    white: String,
    black: String,
}

impl SeatReport {
    fn of(seat: Seat) -> Self {
        let Seat { round, table, names: [white, black], .. } = seat;
        Self { round, table, white, black }
    }
}

fn board_report(board: &ShownBoard) -> BoardReport<'_> {
    BoardReport {
        id: &board.id,
        seat: None,
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
        knowledge: board.knowledge.map(Knowledge::word),
        placement: board.placement.as_deref(),
        turned: board.turned,
        clock: board.clock.as_ref().map(clock_report),
        findings: &board.health.findings,
        health: &board.health.numbers,
        trouble: board.trouble.as_deref(),
        game: board.game.as_ref().map(game_report),
    }
}

fn port_report(port: &ShownPort) -> PortReport<'_> {
    let ShownPort { name, state, boards } = port;
    PortReport { port: name, state: &state.word, why: &state.why, advice: &state.advice, boards }
}

fn clock_report(clock: &ClockFace) -> ClockReport {
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

fn game_report(game: &ShownGame) -> GameReport<'_> {
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

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::seats::at_table_12;
    use touchmove_client::shown::samples::a_game;

    use super::*;

    #[test]
    fn games_that_are_adjourned_are_named_with_their_tables() {
        let sealed = json!({ "side": "black" });
        let sealed = ShownGame { adjourned: sealed.as_object().cloned(), ..a_game(&[]) };
        let seats = at_table_12(Some(&sealed));
        let opened = ShownGame { adjourned: None, ..sealed.clone() };
        assert_eq!(adjourned(vec![opened, sealed.clone()], &seats), ["g000017 (3.12)"]);
        assert_eq!(adjourned(vec![sealed], &Seats::default()), ["g000017"]);
    }
}

//! Boards that share a serial line, through the real daemon: each is a board of its own.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tokio::sync::mpsc;
use touchmove_drivers::device::Make;
use touchmove_drivers::device::line::Plug;
use touchmove_drivers::observation::DeviceFact;
use touchmove_drivers::{Approach, Observation, dgt};
use touchmove_lab::simulate::{
    BoardTurn, Control, Cue, PlayStyle, PlayedTable, PlayerLine, RepeatedGames, Sins, Speed, Style,
    VirtualBoard,
};
use touchmove_station::hall::Surroundings;
use touchmove_station::hall::ports::port::{KeptPort, PortEvent, keep};
use touchmove_station::link::port::{Port, PortSettings};
use touchmove_station::session::{self, Heard, HeardWhat};

use crate::support::PrivateBus;
use crate::support::cable::Cable;
use crate::support::client::Client;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::games::Scored;
use crate::support::patience::PATIENCE;
use crate::support::players;

/// Board 00501 and those after it.
const FIRST: u32 = 501;

fn board(place: usize) -> String {
    format!("dgt_{:05}", FIRST + u32::try_from(place).unwrap())
}

/// Players who hardly think at a board of the line.
fn player(game: &Scored, place: u32, orientation: BoardTurn) -> PlayedTable {
    let game = game.game();
    let rates = players::who_think(500.0..=1_500.0, Style::Clean);
    let clock = Some(Control::USUAL);
    let manner = PlayStyle { rates, sins: Sins::None, clock };
    let clock = clock.map(Control::setting);
    let make = Make { serial: FIRST + place, chance: place.into(), scan: None, clock };
    let cue = Cue::Host(Duration::from_secs(4));
    let rounds = RepeatedGames::new(game, manner, 1 + u64::from(place)).take(1);
    PlayedTable::new(dgt::FAMILY.device(&make).unwrap(), None, orientation, cue, rounds)
}

/// How many observations the driver makes anew of the bytes that each board has answered, none of which say anything else
/// than was told.
fn made_anew_from_wire(state: &Path) -> Vec<usize> {
    let readjudicate = ["readjudicate", "--from", "wire", "--state", state.to_str().unwrap()];
    let output = Command::new(TOUCHMOVE).args(readjudicate).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let counts =
        text.lines().filter_map(|line| line.trim_start().split_once(" observation(s) made anew"));
    counts.map(|(count, _)| count.parse().unwrap()).collect()
}

/// The families that are looked for at a port that nobody has named, and the first boards that say who they are.
async fn found_at(port: &Path, boards: usize) -> (Vec<&'static str>, BTreeSet<String>) {
    let port: Port = format!("dgt:{}", port.display()).parse().unwrap();
    let (settings, sooner) = (PortSettings::default(), vec![&dgt::LINE]);
    let port = KeptPort { port, settings, approach: Approach::Probe, sooner };
    let (_requests, requested) = mpsc::channel(1);
    let (tell, mut events) = mpsc::channel(64);
    let surroundings = Surroundings::of_this_machine();
    tokio::spawn(keep(port, session::Meeting::Start, surroundings, requested, tell));
    let (mut tried, mut serials) = (Vec::new(), BTreeSet::new());
    while serials.len() < boards {
        let event = tokio::time::timeout(PATIENCE, events.recv()).await;
        match event.unwrap_or_else(|_| panic!("{tried:?} found {serials:?}")).unwrap() {
            PortEvent::Opened { family, .. } => tried.push(family.name),
            PortEvent::Heard(Heard { what: HeardWhat::Observed { observation, .. }, .. }) => {
                if let Observation::Device(DeviceFact::Serial(serial)) = observation {
                    serials.insert(serial);
                }
            }
            PortEvent::Heard(_) | PortEvent::Closed(_) | PortEvent::Failed(_) => {}
        }
    }
    (tried, serials)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_behind_an_adapter_is_found_by_itself_and_a_board_alone_is_asked_for_itself() {
    let game = Scored::demo("ghosh-bartel.pgn");
    let line = PlayerLine::new((0..3).map(|place| player(&game, place, BoardTurn::Usual)));
    let line = VirtualBoard::start(line, Speed::new(1.0).unwrap()).unwrap();
    let cable = Cable::new();
    cable.plug_into(line.port());
    let (tried, serials) = found_at(&cable.port(), 3).await;
    cable.pull();
    assert_eq!(tried, ["dgt-bus"]);
    assert!(serials.iter().map(String::as_str).eq(["00501", "00502", "00503"]), "{serials:?}");

    let alone = player(&game, 0, BoardTurn::Usual);
    let alone = VirtualBoard::start(alone, Speed::new(1.0).unwrap()).unwrap();
    cable.plug_into(alone.port());
    let (tried, serials) = found_at(&cable.port(), 1).await;
    cable.pull();
    assert_eq!(tried, ["dgt-bus", "dgt"]);
    assert!(serials.iter().map(String::as_str).eq(["00501"]), "{serials:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_of_one_line_are_told_each_for_itself_and_one_comes_back_with_what_it_kept() {
    let games = ["ghosh-bartel.pgn", "oro-brkic.pgn"].map(Scored::demo);
    let seats = [
        (&games[0], BoardTurn::Usual),
        (&games[1], BoardTurn::Usual),
        (&games[0], BoardTurn::Turned),
        (&games[1], BoardTurn::Turned),
    ];
    let players = (0..).zip(seats).map(|(place, (game, lies))| player(game, place, lies));
    let line = PlayerLine::new(players);
    let plugs = line.plugs();
    let mut played = VirtualBoard::start(line, Speed::new(4.0).unwrap()).unwrap();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let port = [format!("dgt-bus:{}", played.port().display())];
    let daemon = Daemon::start(&bus, folder.path(), &port);
    let mut client = Client::on(&bus).await;

    played.until(|progress| progress.plies >= 40).await.unwrap();
    plugs.set(1, Plug::Out);
    client.until_link(&board(1), "lost").await;
    let torn = played.progress().borrow().plies;
    played.until(|progress| progress.plies >= torn + 12).await.unwrap();
    plugs.set(1, Plug::In);
    client.until_link(&board(1), "up").await;
    daemon.logs("what it wrote down while nobody listened is told");

    played.over().await.unwrap();
    for (place, (game, _)) in seats.iter().enumerate() {
        client.until_moves(&board(place), &game.moves).await;
    }
    daemon.stop();
    let anew = made_anew_from_wire(folder.path());
    assert_eq!(anew.len(), seats.len(), "{anew:?}");
    assert!(anew.iter().all(|&count| count > 100), "{anew:?}");
}

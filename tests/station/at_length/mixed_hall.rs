//! A hall in which some boards are on cables and some in the air.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::watch;
use touchmove_client::mirror::since_boot;
use touchmove_client::shown;
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::families::by_name;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::toy;
use touchmove_lab::simulate::{BoardTurn, Cue, PlayedTable, Speed, VirtualBoard};
use touchmove_station::link::address::BluetoothAddress;
use zbus::{MatchRule, Message, MessageStream, OwnedVariant, message};

use crate::support::PrivateBus;
use crate::support::bluez::{Bluez, Peer};
use crate::support::client::Client;
use crate::support::crowd;
use crate::support::daemon::{Daemon, beside_radio};
use crate::support::played::played;

const CABLES: u32 = 70;

const RADIOS: u8 = 30;

/// How long each move takes.
const PACE: Duration = Duration::from_secs(2);

const MOVES: [&str; 12] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d3", "d7d6", "b1d2", "a7a6",
];

/// Half of the presses on cables are told within this time, beside everything else that the tests do meanwhile. By
/// itself it is some milliseconds.
const TOLD_WITHIN: Duration = Duration::from_millis(100);

fn on_cable(number: u32) -> (String, VirtualBoard) {
    let dgt = by_name("dgt").unwrap();
    let base = ClockTime::from_hms(0, 5, 0).unwrap();
    let clock = Some(ClockSetting { base: [base; 2], increment: Duration::ZERO });
    let serial = 20_000 + number;
    let device = dgt.device(&Make { serial, chance: 0, scan: None, clock }).unwrap();
    let cue = Cue::Host(Duration::from_secs(1));
    let people = [played(PACE, &MOVES)];
    let player = PlayedTable::new(device, dgt.line(), BoardTurn::Usual, cue, people);
    (format!("dgt_{serial}"), VirtualBoard::start(player, Speed::REAL).unwrap())
}

fn address(number: u8) -> BluetoothAddress {
    BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, number])
}

/// How long after a board on a cable had said so it was told what its clock shows, from now on.
async fn listen(bus: &PrivateBus) -> watch::Receiver<Vec<Duration>> {
    let connection = bus.bus().connect().await.unwrap();
    let signals = MatchRule::builder().msg_type(message::Type::Signal);
    let rule = signals.member("PropertiesChanged").build().unwrap();
    let most = NonZeroUsize::new(8_192);
    let mut told = MessageStream::for_match_rule(rule, &connection, most).await.unwrap();
    let (note, noted) = watch::channel(Vec::new());
    tokio::spawn(async move {
        while let Some(Ok(signal)) = told.next().await {
            let now = since_boot();
            if let Some(read_at) = read_at(&signal) {
                note.send_modify(|all| all.push(now.saturating_sub(read_at)));
            }
        }
    });
    noted
}

/// When the clock of a board on a cable was read, of which something new is told.
fn read_at(signal: &Message) -> Option<Duration> {
    type Changed = (String, HashMap<String, OwnedVariant>, Vec<String>);
    let (interface, changed, _): Changed = signal.body().deserialize().ok()?;
    let header = signal.header();
    let is_meant = interface == shown::CLOCK && header.path()?.as_str().contains("dgt_");
    let at = changed.get("ReadAt").filter(|_| is_meant)?;
    Some(Duration::from_micros(u64::try_from(at).ok()?))
}

#[tokio::test(flavor = "multi_thread")]
async fn seventy_boards_on_cables_are_told_in_time_beside_thirty_in_the_air_of_which_one_comes_and_goes()
 {
    let _alone = crowd::alone().await;
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let peer = |number: u8| {
        let name = format!("Toy {number}\n");
        Peer::new(&toy::FAMILY, address(number), &name, number.into(), played(PACE, &MOVES))
    };
    let bluez = Bluez::start(&bus, (1..=RADIOS).map(peer).collect()).await;
    let cables: Vec<_> = (1..=CABLES).map(on_cable).collect();
    let ports: Vec<_> =
        cables.iter().map(|(_, board)| format!("dgt:{}", board.port().display())).collect();
    let ports: Vec<_> = ports.iter().map(String::as_str).collect();
    let noted = listen(&bus).await;
    let daemon = Daemon::of(&mut beside_radio(&bus, folder.path(), &ports));
    let mut client = Client::on(&bus).await;
    for number in 1..=RADIOS {
        bluez.come_near(address(number)).await;
    }

    let restless = address(RADIOS);
    for _ in 0..3 {
        let board = format!("toy_{RADIOS}");
        client.until_link(&board, "up").await;
        bluez.go_away(restless).await;
        client.until_link(&board, "lost").await;
        bluez.come_near(restless).await;
    }
    for (board, _) in &cables {
        client.until_moves(board, &MOVES).await;
    }
    client.until_link(&format!("toy_{RADIOS}"), "up").await;
    for number in 1..RADIOS {
        client.until_moves(&format!("toy_{number}"), &MOVES).await;
        assert_eq!(bluez.peer(address(number)).links(), 1, "toy_{number} came and stayed");
    }
    assert_eq!((bluez.peer(restless).links(), bluez.disturbed()), (4, 0));
    let said = daemon.stop();
    assert!(!said.lines().any(|line| line.contains("dgt_2") && line.contains("lost")), "{said}");
    let mut late = noted.borrow().clone();
    late.sort();
    let presses = CABLES as usize * MOVES.len();
    assert!(late.len() >= presses, "{} of {presses} presses", late.len());
    let (half, most) = (late[late.len() / 2], late[late.len() * 99 / 100]);
    eprintln!("{} signals of clocks on cables: {half:?} median, {most:?} 99 %", late.len());
    assert!(half < TOLD_WITHIN, "{half:?}");
}

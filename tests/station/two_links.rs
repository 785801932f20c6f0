//! A board that has a cable and a radio, and says by neither who it is.

use std::process::Command;
use std::time::Duration;

use touchmove_client::path;
use touchmove_core::names::BoardId;
use touchmove_drivers::device::Make;
use touchmove_drivers::families::by_name;
use touchmove_lab::simulate::{BoardTurn, Cue, Gong, PlayedTable, Speed, VirtualBoard};
use touchmove_station::journal::{PastEntry, look};
use touchmove_station::link::address::{Address, BluetoothAddress};
use touchmove_station::link::identity;

use crate::support::PrivateBus;
use crate::support::bluez::{Bluez, Peer};
use crate::support::client::{Client, START};
use crate::support::daemon::{Daemon, TOUCHMOVE, beside_radio};
use crate::support::played::played;

/// How long each move takes.
const PACE: Duration = Duration::from_secs(1);

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

const RADIO: BluetoothAddress = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x01]);

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_by_radio_where_a_person_says_that_it_is_the_board_of_the_cable() {
    let family = by_name("chesslink").unwrap();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let make = Make { serial: 7, chance: 0, scan: None, clock: None };
    let gong = Gong::default();
    let cue = Cue::Gong(gong.clone());
    let table = PlayedTable::new(
        family.device(&make).unwrap(),
        family.line(),
        BoardTurn::Usual,
        cue,
        [played(PACE, &MATE[..2])],
    );
    let cable = VirtualBoard::start(table, Speed::REAL).unwrap();
    let address = Address::Serial(cable.port().to_owned());
    let named = |link| BoardId::of("chesslink", &format!("unnamed-{link}"));
    let id = named(identity::of_link(&address).unwrap());
    let alone = named(identity::of_link(&Address::Bluetooth(RADIO)).unwrap());
    let object = |id| path::board(id).rsplit('/').next().unwrap().to_owned();
    let (board, alone) = (object(&id), object(&alone));

    let peer = Peer::new(family, RADIO, "MILLENNIUM CHESS", 7, played(PACE, &MATE));
    let bluez = Bluez::start(&bus, vec![peer]).await;
    let port = format!("chesslink:{}", cable.port().display());
    let served = Daemon::of(&mut beside_radio(&bus, folder.path(), &[&port]));
    let mut client = Client::on(&bus).await;
    client.until_shown(&board, START).await;
    gong.strike();
    let begun = client.until_moves(&board, &MATE[..2]).await;
    drop(cable);
    client.until_link(&board, "lost").await;

    bluez.come_near(RADIO).await;
    client.until_link(&alone, "up").await;
    let mut hear = Command::new(TOUCHMOVE);
    hear.args(["hear", &id.to_string(), "--at", &RADIO.to_string()]);
    hear.env("DBUS_SYSTEM_BUS_ADDRESS", bus.address());
    let heard = tokio::task::spawn_blocking(move || hear.output().unwrap()).await.unwrap();
    assert!(heard.status.success(), "{}", String::from_utf8_lossy(&heard.stderr));
    let ended = client.until_moves(&board, &MATE).await;
    assert_eq!(ended.path, begun.path, "the game goes on");
    client.until_link(&alone, "lost").await;
    served.stop();

    let again = Daemon::of(&mut beside_radio(&bus, folder.path(), &[&port]));
    client.until_link(&board, "up").await;
    client.until_port(&board, &format!("chesslink:{RADIO}")).await;
    again.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_that_a_board_tells_beside_its_protocol_is_kept_with_its_link() {
    let family = by_name("chessnut").unwrap();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let peer = Peer::new(family, RADIO, "Chessnut Air\n", 7, played(PACE, &[]));
    let bluez = Bluez::start(&bus, vec![peer.with_number("CN4711")]).await;
    let daemon = Daemon::of(&mut beside_radio(&bus, folder.path(), &[]));
    let mut client = Client::on(&bus).await;
    bluez.come_near(RADIO).await;
    client.until_port_state(&format!("chessnut:{RADIO}"), "serving", "").await;
    daemon.stop();
    let journal = folder.path().join("station.journal");
    let kept = look(&std::fs::read(&journal).unwrap(), &journal).unwrap();
    let line = r#"{"family":"chessnut","link":"radio-E01234567801","serial":"unnamed-radio-E01234567801","number":"CN4711"}"#;
    let is_it = |entry: &PastEntry| matches!(entry, PastEntry::Told(told) if told == line);
    assert!(kept.entries.iter().any(is_it), "{:?}", kept.entries);
}

//! Boards in the air by BlueZ: a bluetoothd of the test's own, the real client, and everything that goes wrong with both.

use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;
use touchmove_drivers::families::by_name;
use touchmove_drivers::toy;
use touchmove_station::link::address::BluetoothAddress;

use crate::support::PrivateBus;
use crate::support::bluez::{Bluez, Peer, Trap};
use crate::support::client::Client;
use crate::support::daemon::{Daemon, TOUCHMOVE, beside_radio};
use crate::support::looking::until;
use crate::support::played::played;
use crate::support::process::Process;

/// How long each move takes.
const PACE: Duration = Duration::from_secs(1);

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

const ONE: BluetoothAddress = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x01]);
const OTHER: BluetoothAddress = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x02]);

/// A machine with a radio and a daemon.
struct Hall {
    bluez: Bluez,
    client: Client,
    daemon: Daemon,
    bus: PrivateBus,
    _folder: TempDir,
}

impl Hall {
    async fn open(peers: Vec<Peer>) -> Self {
        Self::with_ports(peers, &[]).await
    }

    async fn with_ports(peers: Vec<Peer>, ports: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bus = PrivateBus::open_to_all();
        let bluez = Bluez::start(&bus, peers).await;
        let daemon = Daemon::of(&mut beside_radio(&bus, folder.path(), ports));
        let client = Client::on(&bus).await;
        Self { bluez, client, daemon, bus, _folder: folder }
    }

    /// What a command says that succeeds.
    async fn touchmove(&self, words: &[&str]) -> String {
        let mut command = Command::new(TOUCHMOVE);
        command.args(words).env("DBUS_SYSTEM_BUS_ADDRESS", self.bus.address());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Waits until the game on this board is played to its end.
    async fn until_mate(&mut self, board: &str) {
        let game = self.client.until_moves(board, &MATE).await;
        self.client
            .until(async |client| match client.game(game.path.clone()).await? {
                game if game.result.0 == "0-1" => Ok(()),
                game => Err(format!("{game:?}")),
            })
            .await;
    }
}

/// The toy with this address, at which nothing but the mate is played.
fn toy(address: BluetoothAddress, serial: u32) -> Peer {
    Peer::new(&toy::FAMILY, address, "Toy 7\n", serial, played(PACE, &MATE))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_board_that_comes_near_is_played_on_and_comes_back_when_it_was_away() {
    let mut hall = Hall::open(vec![toy(ONE, 7)]).await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    hall.bluez.go_away(ONE).await;
    hall.client.until_link("toy_7", "lost").await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_link("toy_7", "up").await;
    assert_eq!(hall.bluez.peer(ONE).links(), 2);
    assert_eq!(hall.bluez.disturbed(), 0);
    let subscribed = hall.bluez.peer(ONE).subscriptions();
    assert_eq!(subscribed, 4, "both characteristics, over each link");
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_without_a_number_is_there_though_nobody_touches_a_piece() {
    let family = by_name("chessnut").unwrap();
    let board = Peer::new(family, ONE, "Chessnut Air\n", 7, played(PACE, &[]));
    let mut hall = Hall::open(vec![board]).await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_port_state(&format!("chessnut:{ONE}"), "serving", "").await;
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connect_that_fails_once_is_tried_again_after_its_link_is_gone() {
    let mut hall = Hall::open(vec![toy(ONE, 7).with_traps(&[Trap::Abort])]).await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    assert_eq!((hall.bluez.peer(ONE).links(), hall.bluez.disturbed()), (2, 0));
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn services_that_are_shown_later_than_bluez_says_are_waited_for() {
    let mut hall = Hall::open(vec![toy(ONE, 7).with_traps(&[Trap::LateServices])]).await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    assert_eq!(hall.bluez.peer(ONE).links(), 1);
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_by_the_other_kind_of_radio_is_let_go_and_made_anew() {
    let mut hall = Hall::open(vec![toy(ONE, 7).with_traps(&[Trap::WrongBearer])]).await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    assert_eq!((hall.bluez.peer(ONE).links(), hall.bluez.disturbed()), (2, 0));
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_bluez_forgets_when_a_connect_fails_is_looked_for_all_the_same() {
    let mut hall = Hall::open(vec![toy(ONE, 7).with_traps(&[Trap::Vanish])]).await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_boards_of_one_name_that_come_at_once_are_two_boards() {
    let mut hall = Hall::open(vec![toy(ONE, 7), toy(OTHER, 8)]).await;
    hall.bluez.come_near(ONE).await;
    hall.bluez.come_near(OTHER).await;
    hall.until_mate("toy_7").await;
    hall.until_mate("toy_8").await;
    hall.client.until_port("toy_7", &format!("toy:{ONE}")).await;
    hall.client.until_port("toy_8", &format!("toy:{OTHER}")).await;
    assert_eq!(hall.bluez.disturbed(), 0, "they were connected to one after the other");
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_heard_on_when_another_one_has_gone() {
    let mut hall = Hall::open(vec![toy(ONE, 7), toy(OTHER, 8)]).await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_link("toy_7", "up").await;
    hall.bluez.come_near(OTHER).await;
    hall.client.until_moves("toy_8", &MATE[..1]).await;
    hall.bluez.go_away(ONE).await;
    hall.client.until_link("toy_7", "lost").await;
    hall.until_mate("toy_8").await;
    assert_eq!(hall.bluez.peer(OTHER).links(), 1, "it was heard all the time");
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_of_the_right_name_without_its_familys_characteristics_is_refused_in_words_and_others_play_on()
 {
    let stranger = toy(OTHER, 8).with_number("8").bare();
    let mut hall = Hall::open(vec![toy(ONE, 7), stranger]).await;
    hall.bluez.come_near(OTHER).await;
    let port = format!("toy:{OTHER}");
    hall.client.until_port_state(&port, "cannot-open", "no-way").await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    hall.client.until_port_state(&port, "cannot-open", "no-way").await;
    let said = hall.touchmove(&["status"]).await;
    assert!(
        said.contains(&OTHER.to_string()) && said.contains("connect the board by a cable"),
        "{said}"
    );
    assert_eq!(hall.bluez.peer(OTHER).subscriptions(), 0);
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_the_air_is_recorded_by_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let bus = PrivateBus::open_to_all();
    let bluez = Bluez::start(&bus, vec![toy(ONE, 7)]).await;
    bluez.come_near(ONE).await;
    let file = folder.path().join("game.rec");
    let mut command = Command::new(TOUCHMOVE);
    command.args(["record", &format!("toy:{ONE}")]).arg(&file);
    let mut recorder = Process::start(command.env("DBUS_SYSTEM_BUS_ADDRESS", bus.address()));
    let moves = |from: &str| {
        let mut command = Command::new(TOUCHMOVE);
        let output =
            command.args(["adjudicate", "--format", "uci", "--from", from]).arg(&file).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let mate = format!("{} 0-1\n", MATE.join(" "));
    let is_recorded = || match moves("wire") {
        so_far if so_far == mate => Ok(()),
        so_far => Err(so_far),
    };
    tokio::task::block_in_place(|| until(is_recorded));
    recorder.signal(Signal::INT);
    let (status, said) = recorder.ended();
    assert!(status.success(), "{status}: {said}");
    assert_eq!(moves("observations"), mate);
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_that_nobody_has_trusted_are_left_alone_and_nothing_is_scanned_for_them() {
    let hall = Hall::open(vec![toy(ONE, 7).unknown(), toy(OTHER, 8)]).await;
    let mut client = Client::on(&hall.bus).await;
    hall.bluez.come_near(ONE).await;
    hall.bluez.come_near(OTHER).await;
    client.until_link("toy_8", "up").await;
    assert_eq!((hall.bluez.scans(), hall.bluez.peer(ONE).links()), (1, 0));
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_whose_port_is_named_is_looked_for_though_bluez_never_saw_it() {
    let port = format!("toy:{ONE}");
    let mut hall = Hall::with_ports(vec![toy(ONE, 7).unknown()], &[&port]).await;
    hall.client.until_port_state(&port, "cannot-open", "out-of-range").await;
    hall.bluez.come_near(ONE).await;
    hall.until_mate("toy_7").await;
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_comes_back_after_bluetoothd_has_died_in_the_middle_of_its_game() {
    let mut hall = Hall::open(vec![toy(ONE, 7)]).await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_moves("toy_7", &MATE[..1]).await;
    hall.bluez.die().await;
    hall.client.until_link("toy_7", "lost").await;
    hall.client.until_port_state(&format!("toy:{ONE}"), "cannot-open", "no-bluetooth").await;
    hall.bluez.revive().await;
    hall.client.until_link("toy_7", "up").await;
    assert_eq!(hall.bluez.peer(ONE).links(), 2);
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_comes_back_when_the_adapter_was_pulled_and_is_plugged_in_again() {
    let mut hall = Hall::open(vec![toy(ONE, 7)]).await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_link("toy_7", "up").await;
    hall.bluez.pull_adapter().await;
    hall.client.until_link("toy_7", "lost").await;
    hall.client.until_port_state(&format!("toy:{ONE}"), "cannot-open", "adapter-missing").await;
    hall.bluez.plug_adapter_in().await;
    hall.client.until_link("toy_7", "up").await;
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daemon_ends_well_when_its_adapter_has_just_been_pulled() {
    let mut hall = Hall::open(vec![toy(ONE, 7), toy(OTHER, 8)]).await;
    for (board, address) in [("toy_7", ONE), ("toy_8", OTHER)] {
        hall.bluez.come_near(address).await;
        hall.client.until_link(board, "up").await;
    }
    hall.bluez.pull_adapter().await;
    hall.client.until_link("toy_7", "lost").await;
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_lost_in_the_middle_of_a_packet_leaves_nothing_of_it_behind() {
    let family = by_name("chesslink").unwrap();
    let board = Peer::new(family, ONE, "MILLENNIUM CHESS", 7, played(PACE, &MATE));
    // Its version is one part, its position four.
    let mut hall = Hall::open(vec![board.with_range(3)]).await;
    let port = format!("chesslink:{ONE}");
    hall.bluez.come_near(ONE).await;
    hall.bluez.peer(ONE).until_cut().await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_port_state(&port, "serving", "").await;
    assert_eq!(hall.bluez.peer(ONE).links(), 2);
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_bluetooth_one_line_says_so_and_the_daemon_serves() {
    let folder = tempfile::tempdir().unwrap();
    let bus = PrivateBus::open_to_all();
    let daemon = Daemon::of(&mut beside_radio(&bus, folder.path(), &[]));
    let said = daemon.logs("no Bluetooth");
    assert!(said.contains("INFO") && said.contains("bluetoothd does not run"), "{said}");
    let log = daemon.stop();
    assert_eq!(log.matches("Bluetooth").count(), 1, "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_classic_board_is_paired_with_its_pin_played_on_and_comes_back_when_its_first_call_fails()
{
    let family = by_name("dgt").unwrap();
    let board = Peer::new(family, ONE, "DGT_BT_51234", 51_234, played(PACE, &MATE)).unknown();
    let mut hall = Hall::open(vec![board.with_traps(&[Trap::Abort])]).await;
    hall.bluez.come_near(ONE).await;
    let said = hall.touchmove(&["bluetooth", "pair", "DGT_BT_51234"]).await;
    assert!(said.contains("E0:12:34:56:78:01"), "{said}");
    assert!(!hall.bluez.has_agent(), "it is there only while a board is paired");
    hall.until_mate("dgt_51234").await;
    hall.bluez.go_away(ONE).await;
    hall.client.until_link("dgt_51234", "lost").await;
    hall.bluez.come_near(ONE).await;
    hall.client.until_link("dgt_51234", "up").await;
    hall.daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_listed_paired_by_address_where_they_have_one_name_and_forgotten() {
    let mut hall = Hall::open(vec![toy(ONE, 7).unknown(), toy(OTHER, 8).unknown()]).await;
    hall.bluez.come_near(ONE).await;
    hall.bluez.come_near(OTHER).await;
    let listed = hall.touchmove(&["bluetooth"]).await;
    let line = "E0:12:34:56:78:02  Toy 7  Toy board  near, not this station's  -58 dBm";
    assert!(listed.lines().any(|one| one == line), "{listed}");
    hall.touchmove(&["bluetooth", "pair", &OTHER.to_string()]).await;
    hall.client.until_link("toy_8", "up").await;
    assert_eq!(hall.bluez.peer(ONE).links(), 0);
    hall.touchmove(&["bluetooth", "forget", &OTHER.to_string()]).await;
    hall.client.until_link("toy_8", "lost").await;
    hall.daemon.stop();
}

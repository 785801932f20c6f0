//! A machine dies in mid-round: its board is plugged into another one of the hall, and the game goes on there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use shakmaty::Chess;
use touchmove_client::call_error::{CallError, RefusalKind};
use touchmove_client::details::{Details, PastEvent};
use touchmove_client::mirror::since_boot;
use touchmove_client::proxy::StationProxy;
use touchmove_client::public::PublicMirror;
use zbus::OwnedObjectPath;

use crate::support::PrivateBus;
use crate::support::client::{Client, assert_numbered};
use crate::support::daemon::TOUCHMOVE;
use crate::support::joint::{Joint, Station};
use crate::support::machine::Machine;
use crate::support::patience::PATIENCE;
use crate::support::stations::{EventServer, StationHub};
use crate::support::table::Table;
use crate::support::venue::Venue;

fn told(events: &[PastEvent]) -> Vec<(u64, &str)> {
    events.iter().map(|(number, kind, _)| (*number, kind.as_str())).collect()
}

const SECOND: Duration = Duration::from_secs(1);

/// When an event happened, since our boot.
fn happened(details: &Details) -> Duration {
    Duration::from_micros(u64::try_from(&details["boot_us"]).unwrap())
}

/// Waits until spectators see one game at a table, with so many moves.
async fn until_public(bus: &PrivateBus, table: u16, moves: usize) {
    let mut mirror = PublicMirror::connect(&bus.bus()).await.unwrap();
    let seen = |mirror: &PublicMirror| {
        let games = mirror.games();
        let at_table = games.iter().filter(|game| game.table == table);
        at_table.map(|game| game.released.moves.len()).collect::<Vec<_>>()
    };
    let waiting = async {
        while seen(&mirror) != [moves] {
            let signal = mirror.signal().await.unwrap();
            mirror.take(signal).await.unwrap();
        }
    };
    let is_seen = tokio::time::timeout(PATIENCE, waiting).await.is_ok();
    assert!(is_seen, "{:?} instead of {moves} moves", seen(&mirror));
}

/// The game on a board that is carried from port to port.
struct CarriedGame {
    station: Station,
    client: Client,
    played: Vec<&'static str>,
    path: OwnedObjectPath,
}

impl CarriedGame {
    /// It has begun.
    async fn begin(mut station: Station, mut client: Client) -> Self {
        let played = vec!["e2e4", "e7e5"];
        station.table.play(&played);
        let path = client.until_moves(&station.board, &played).await.path;
        Self { station, client, played, path }
    }

    /// The board is pulled out and plugged into another port, where the game goes on under its name.
    async fn go_on_at(&mut self, port: &Path, moves: [&'static str; 2]) {
        let Self { station, client, played, path } = self;
        station.table.unplug();
        client.until_state(&station.board, "lost", "unplugged").await;
        station.table.plug_into(port);
        client.until_state(&station.board, "in-step", "").await;
        played.extend(moves);
        station.table.play(&moves);
        let there = client.until_moves(&station.board, played).await;
        assert_eq!(there.path, *path, "it keeps its name");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_at_another_station_when_its_own_has_died() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { mut blue, red, mut client, server, hall, hubs, _folder, .. } = joint;
    let [hub, _others @ ..] = hubs;
    let mut played = vec!["e2e4", "e7e5", "g1f3"];
    blue.table.play(&played);
    let game = client.until_moves(&blue.board, &played).await.path;
    hall.touchmove(&["game", "players", "1", "--white", "Oro, F."]);
    let before = client.events(&game).await;

    let dead = blue.venue.die();
    hub.kill();
    client.until_state(&blue.board, "lost", "station-not-heard").await;
    blue.table.unplug();
    played.push("b8c6");
    blue.table.play(&["b8c6"]);
    blue.table.plug_into(&red.spare);
    let there = client.until_moves(&blue.board, &played).await;
    assert_eq!(there.path, game, "it keeps its name");
    client.until_state(&blue.board, "in-step", "").await;
    let events = client.events(&game).await;
    assert_eq!(told(&events)[..before.len()], told(&before)[..], "what was told is not told again");
    assert_numbered(&events);
    until_public(&hall.bus, 1, played.len()).await;
    let round = hall.touchmove(&["game", "show", "1"]);
    let name = game.as_str().rsplit('/').next().unwrap();
    assert!(name.starts_with("blue_g"), "{name}");
    assert_eq!(hall.touchmove(&["game", "show", name]), round);
    assert!(round.contains("Oro, F.") && round.contains("table 1"), "{round}");

    // Nothing is left there that the round would have to wait for.
    hall.touchmove(&["round", "pause", "3"]);
    hall.touchmove(&["round", "begin", "3"]);

    // What the dead one knows is old.
    let back = dead.come_back();
    let _hub = StationHub::join("blue", &back.bus, &server);
    Client::on(&back.bus).await.until_state(&blue.board, "lost", "not-seen").await;
    played.push("f1b5");
    blue.table.play(&["f1b5"]);
    let there = client.until_moves(&blue.board, &played).await;
    assert_eq!(there.path, game);
    let pairings = hall.touchmove(&["round", "status"]);
    assert!(pairings.contains("Oro") && !pairings.contains("not heard"), "{pairings}");
    hall.touchmove(&["game", "result", "1", "1/2-1/2"]);
    let mut at_station = Client::on(&red.venue.bus).await;
    at_station
        .until(async |client| match client.game_on(&blue.board).await {
            Ok(game) if game.result.0 == "1/2-1/2" => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_carried_to_another_station_and_back_goes_on_where_it_is() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { blue, red, client, hall, hubs: _hubs, server: _server, _folder, .. } = joint;
    let port = PathBuf::from(blue.table.port().trim_start_matches("dgt:"));
    let mut carried = CarriedGame::begin(blue, client).await;
    carried.go_on_at(&red.spare, ["g1f3", "b8c6"]).await;
    carried.go_on_at(&port, ["f1b5", "a7a6"]).await;
    let CarriedGame { station: blue, mut client, path: game, .. } = carried;
    let events = client.events(&game).await;
    assert_numbered(&events);
    hall.touchmove(&["game", "result", "1", "1-0"]);
    client
        .until(async |client| match client.game_on(&blue.board).await {
            Ok(game) if game.result.0 == "1-0" => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
    let mut verify = Command::new(TOUCHMOVE);
    let verified =
        verify.args(["verify", "--station"]).arg(blue.venue.state.path()).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_of_machines_that_differ_by_a_minute_and_were_booted_apart_change_nothing() {
    let Some(machine) = Machine::booted_before(1000 * SECOND, 60 * SECOND) else { return };
    let Some(server) = EventServer::start() else { return };
    let begun = since_boot();
    let Joint { blue, red, client, hubs: _hubs, hall: _hall, server: _server, _folder, .. } =
        Joint::apart(server, &machine).await;
    let port = PathBuf::from(blue.table.port().trim_start_matches("dgt:"));
    let mut carried = CarriedGame::begin(blue, client).await;
    for (to, moves) in [(&red.spare, ["g1f3", "b8c6"]), (&port, ["f1b5", "a7a6"])] {
        carried.go_on_at(to, moves).await;
        let events = carried.client.events(&carried.path).await;
        assert_numbered(&events);
        let times: Vec<_> = events.iter().map(|(_, _, details)| happened(details)).collect();
        let (first, last) = (begun.saturating_sub(60 * SECOND), since_boot());
        assert!(times.iter().all(|at| (first..=last).contains(at)), "{begun:?}: {times:?}");
        // When it happened that was told elsewhere, is said by wall clocks, and those differ.
        let here = times.iter().rev().take(moves.len());
        assert!(here.clone().all(|at| *at >= begun), "{begun:?}: {times:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_a_long_journal_is_no_call_that_is_too_long() {
    let venue = Venue::open(Vec::new());
    let connection = venue.bus.bus().connect().await.unwrap();
    let station = StationProxy::new(&connection).await.unwrap();
    let part = vec![0; 96 * 1024];
    let refused = station.receive_evidence("dgt_11111".to_owned(), 0, part).await.unwrap_err();
    let CallError::Refused { refusal, why } = refused else { panic!("{refused}") };
    assert_eq!(refusal, RefusalKind::NotNow, "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_station_hears_a_board_no_other_one_gets_it() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { mut blue, red, mut client, hubs: _hubs, hall: _hall, server: _server, .. } = joint;
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
    let mut twin = Table::unplugged("11111", Chess::default());
    twin.plug_into(&red.spare);
    let mut at_red = Client::on(&red.venue.bus).await;
    at_red.until_state(&blue.board, "in-step", "").await;
    twin.play(&["d2d4"]);
    at_red.until_moves(&blue.board, &["d2d4"]).await;
    blue.table.play(&["e7e5"]);
    client.until_moves(&blue.board, &["e2e4", "e7e5"]).await;
    let port = client.port_of(&blue.board).await.unwrap();
    assert!(port.starts_with("blue:"), "{port}");
}

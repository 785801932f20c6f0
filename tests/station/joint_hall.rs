//! Several stations as one hall: with a real server between them, real daemons with boards, their hubs, and clients that know
//! nothing of it.

use touchmove_client::details::PastEvent;

use crate::support::client::Client;
use crate::support::desk::Desk;
use crate::support::joint::Joint;
use crate::support::looking::until;
use crate::support::spectators::Spectators;
use crate::support::stations::{EventServer, JointHall, StationHub};

#[tokio::test(flavor = "multi_thread")]
async fn two_stations_are_one_hall_for_the_command_the_desk_and_spectators() {
    let Some(mut joint) = Joint::begin().await else { return };
    joint.blue.table.play(&["e2e4", "e7e5"]);
    joint.red.table.play(&["d2d4"]);
    let Joint { blue, red, client, hall, .. } = &mut joint;
    client.until_moves(&blue.board, &["e2e4", "e7e5"]).await;
    client.until_moves(&red.board, &["d2d4"]).await;

    let desk = Desk::open(&hall.bus);
    let device = desk.enter(&desk.path_of_link("Anna"));
    until(|| match desk.get("/hall", &[&device]).body {
        page if page.contains("Oro") && page.contains("Bartel") && page.contains("d4") => Ok(()),
        page => Err(page),
    });
    let game = client.game_on(&red.board).await.unwrap();
    let page = format!("/game/{}/decide", game.path.as_str().rsplit('/').next().unwrap());
    let decided =
        desk.post(&page, &[&device, &desk.origin()], "verb=result&value=1%2F2-1%2F2&reason=agreed");
    assert!(decided.status < 400, "{decided:?}");
    let mut at_station = Client::on(&red.venue.bus).await;
    let decided = at_station.until(async |client| match client.game_on(&red.board).await {
        Ok(game) if game.result.0 == "1/2-1/2" => Ok(game),
        other => Err(format!("{other:?}")),
    });
    let own = decided.await;
    let history = red.venue.game(&["show", own.path.as_str().rsplit('/').next().unwrap()]);
    assert!(history.contains("Anna"), "{history}");

    let spectators = Spectators::on(&hall.bus);
    until(|| match spectators.ask("GET", "/", &[]).body {
        page if page.contains("Oro") && page.contains("Bartel") => Ok(()),
        page => Err(page),
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_while_the_server_is_gone_comes_once_and_in_its_order() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { mut blue, mut client, server, hall, hubs, .. } = joint;
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
    let mut at_station = Client::on(&blue.venue.bus).await;
    let server = server.kill_and(|| blue.table.play(&["e7e5", "g1f3"]));
    at_station.until_moves(&blue.board, &["e2e4", "e7e5", "g1f3"]).await;
    client.until_moves(&blue.board, &["e2e4", "e7e5", "g1f3"]).await;
    let [hub, _others @ ..] = hubs;
    hub.kill();
    blue.table.play(&["b8c6"]);
    at_station.until_moves(&blue.board, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let _hub = StationHub::join("blue", &blue.venue.bus, &server);
    client.until_moves(&blue.board, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let hall = hall.reopen(&server);
    let mut again = Client::on(&hall.bus).await;
    again.until_moves(&blue.board, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    assert_tells_the_same(&mut again, &at_station, &blue.board).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_has_lost_is_published_anew() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { mut blue, mut client, server, hubs: _hubs, hall, .. } = joint;
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
    let server = server.lose_everything();
    blue.table.play(&["e7e5"]);
    client.until_moves(&blue.board, &["e2e4", "e7e5"]).await;
    let hall = hall.reopen(&server);
    let mut again = Client::on(&hall.bus).await;
    again.until_moves(&blue.board, &["e2e4", "e7e5"]).await;
    let at_station = Client::on(&blue.venue.bus).await;
    assert_tells_the_same(&mut again, &at_station, &blue.board).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_full_server_does_not_take_comes_once_there_is_room() {
    const ROOM: usize = 4_000_000;
    let Some(server) = EventServer::start_with_room(ROOM) else { return };
    let Joint { mut blue, mut client, server, hubs, hall: _hall, .. } = Joint::at(server).await;
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
    for filler in 0..ROOM / 500_000 {
        server.publish(
            &format!("touchmove.black.live.events.games.g{filler:06}"),
            &"x".repeat(500_000),
        );
    }
    blue.table.play(&["e7e5"]);
    hubs[0].says("the server takes nothing");
    let mut at_station = Client::on(&blue.venue.bus).await;
    at_station.until_moves(&blue.board, &["e2e4", "e7e5"]).await;
    let _server = server.kill_and(|| {});
    client.until_moves(&blue.board, &["e2e4", "e7e5"]).await;
    assert_tells_the_same(&mut client, &at_station, &blue.board).await;
}

/// The events of the game on a board are the same in the hall as at its station, each once.
async fn assert_tells_the_same(hall: &mut Client, station: &Client, board: &str) {
    let events = async |client: &Client| {
        let game = client.game_on(board).await?;
        Ok::<_, String>(client.events(&game.path).await)
    };
    let own = events(station).await.unwrap();
    let joint = hall.until(async |hall| match events(hall).await {
        Ok(events) if events.len() >= own.len() => Ok(events),
        other => Err(format!("{other:?}")),
    });
    let told = |events: Vec<PastEvent>| {
        events.into_iter().map(|(number, kind, _)| (number, kind)).collect::<Vec<_>>()
    };
    assert_eq!(told(joint.await), told(own));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_station_that_is_not_heard_is_shown_so_and_nothing_is_decided_there() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { mut blue, red, mut client, server, hall, hubs, .. } = joint;
    let [hub, _others @ ..] = hubs;
    hub.kill();
    client.until_state(&blue.board, "lost", "station-not-heard").await;
    client.until_state(&red.board, "in-step", "").await;
    let status = hall.touchmove(&["status"]);
    assert!(status.contains("the station blue is not heard"), "{status}");
    let refused = hall.refuses(&["round", "enter", "1", "1-0"]);
    assert!(refused.contains("nothing was done") && refused.contains("blue"), "{refused}");
    let _hub = StationHub::join("blue", &blue.venue.bus, &server);
    client.until_state(&blue.board, "in-step", "").await;
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_that_are_plugged_in_anywhere_get_the_free_tables_of_the_hall() {
    let Some(joint) = Joint::begin().await else { return };
    let hall = &joint.hall;
    for table in ["1", "3"] {
        hall.touchmove(&["round", "free", table]);
    }
    let assigned = hall.touchmove(&["round", "assign", "--plugged"]);
    assert_eq!(assigned, "2 boards are assigned\n");
    let round = hall.touchmove(&["round", "status"]);
    for board in [&joint.blue.board, &joint.red.board, &joint.green.board] {
        assert!(round.contains(board.as_str()), "{round}");
    }
    let again = hall.touchmove(&["round", "assign", "--plugged"]);
    assert!(again.starts_with('0'), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_at_a_table_says_the_station_that_has_its_board() {
    let Some(joint) = Joint::begin().await else { return };
    let hall = &joint.hall;
    let next =
        joint.blue.venue.file("next", "round,board,white,black\n4,1,A,B\n4,2,C,D\n4,9,E,F\n");
    hall.touchmove(&["round", "load", &next]);
    let status = ["round", "status"].map(ToOwned::to_owned);
    until(|| match JointHall::tries(hall.bus.address(), &status, "4") {
        true => Ok(()),
        false => Err("round 4 is not shown".to_owned()),
    });
    let round = hall.touchmove(&["round", "status", "4"]);
    assert_eq!(round.matches("no board is assigned").count(), 1, "at table 9: {round}");
    assert_eq!(round.matches("no time control").count(), 3, "{round}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_a_certificate_is_who_it_says_and_nobody_else() {
    let Some(server) = EventServer::start_guarded(&["blue", "red", "green"]) else { return };
    let joint = Joint::at(server).await;
    let Joint { mut blue, red, mut client, server, hubs, .. } = joint;
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
    let [blue_hub, _others @ ..] = hubs;
    blue_hub.kill();
    client.until_state(&blue.board, "lost", "station-not-heard").await;
    let liar = StationHub::join_as("red", "blue", &red.venue.bus, &server);
    liar.says("Permissions Violation");
    client.until_state(&blue.board, "lost", "station-not-heard").await;
    let public = JointHall::of_what_is_released(&server);
    let spectators = Spectators::on(&public.bus);
    until(|| match spectators.ask("GET", "/", &[]).body {
        page if page.contains("Oro") => Ok(()),
        page => Err(page),
    });
    let said = JointHall::refused_to_public(&server);
    assert!(said.contains("Permissions Violation"), "{said}");
    assert!(!said.contains("org.touchmove.Hall1 is on the bus"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_hostile_station_publishes_ends_no_hall() {
    let Some(joint) = Joint::begin().await else { return };
    let Joint { mut blue, mut client, server, hubs: _hubs, hall, .. } = joint;
    let depth = 60;
    let nested = format!(
        "{}{}{}",
        r#"{"type":"v","data":"#.repeat(depth),
        r#"{"type":"y","data":1}"#,
        "}".repeat(depth)
    );
    let board = |name: &str, value: &str| {
        let all = format!(r#"{{"type":"a{{sv}}","data":{{"{name}":{value}}}}}"#);
        format!(r#"{{"interfaces":{{"org.touchmove.Hall1.Board":{all}}}}}"#)
    };
    let word = r#"{"type":"s","data":"in-step"}"#;
    let event = |kind: &str| {
        format!(r#"{{"number":1,"kind":"{kind}","details":{{"type":"a{{sv}}","data":{{}}}}}}"#)
    };
    let game = r#"{"interfaces":{"org.touchmove.Hall1.Game":{"type":"a{sv}","data":{"Sequence":{"type":"t","data":1}}}}}"#;
    for (below, payload) in [
        ("objects.boards.dgt_66666", board("State", &nested)),
        ("objects.boards.dgt_66667", board("St\\u0000ate", word)),
        ("objects.boards.dgt_66668", board("State", r#"{"type":"h","data":0}"#)),
        (
            "objects.boards.dgt_66669",
            r#"{"interfaces":{"org.freedesktop.DBus":{"type":"a{sv}","data":{}}}}"#.into(),
        ),
        ("objects.root", "[".repeat(100_000)),
        ("events.games.g000001", event("a\\u0000b")),
        ("objects.games.g000001", game.into()),
        ("events.games.g000001", event("no name")),
        ("events.games.g000002", event("Moved").repeat(3)),
    ] {
        server.publish(&format!("touchmove.black.live.{below}"), &payload);
    }
    let long = format!(r#"{{"type":"s","data":"{}"}}"#, "x".repeat(900_000));
    for number in 70_000..70_020 {
        let below = format!("objects.boards.dgt_{number}");
        server.publish(&format!("touchmove.white.live.{below}"), &board("State", &long));
    }
    hall.says("its station says more than");
    blue.table.play(&["e2e4"]);
    client.until_moves(&blue.board, &["e2e4"]).await;
    let hall = hall.reopen(&server);
    let mut again = Client::on(&hall.bus).await;
    again.until_moves(&blue.board, &["e2e4"]).await;
    let status = hall.touchmove(&["status"]);
    assert!(status.contains("Oro") && !status.contains("6666"), "{status}");
}

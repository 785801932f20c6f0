//! Games that are sent elsewhere: the real daemon, what sends, the command, and servers on this machine.

mod desk;
mod proxied;
mod webhook;

use std::time::Duration;

use serde_json::Value;
use shakmaty::Square;
use touchmove_client::path::BROADCAST;
use touchmove_client::service::BROADCAST_NAME;
use zbus::fdo::IntrospectableProxy;

use crate::bus::interface;
use crate::support::begun::Begun;
use crate::support::broadcaster::{Broadcaster, broadcast};
use crate::support::lichess::{Chapter, Lichess, Mood, ROUND};
use crate::support::looking::until;
use crate::support::table::Table;
use crate::support::venue::Venue;

const TO_LICHESS: [&str; 5] = ["add", "lichess", ROUND, "--round", "3"];

fn at_table<'a>(chapters: &'a [Chapter], board: &str) -> &'a Chapter {
    chapters.iter().find(|chapter| chapter.tag("Board") == board).unwrap()
}

/// The first destination, once it is as it is waited for.
fn destination(venue: &Venue, is_there: impl Fn(&Value) -> bool) -> Value {
    until(|| {
        let told = broadcast(venue, &["status", "--json"]);
        let told: Value = serde_json::from_str(&told).unwrap();
        if is_there(&told[0]) { Ok(told[0].clone()) } else { Err(told.to_string()) }
    })
}

async fn the_introspection_is_what_is_published(venue: &Venue) {
    let name = "org.touchmove.Broadcast1.Destinations";
    let connection = venue.bus.bus().connect().await.unwrap();
    let object = IntrospectableProxy::builder(&connection).destination(BROADCAST_NAME);
    let xml = object.path(BROADCAST).build().await.unwrap().introspect().await.unwrap();
    insta::assert_snapshot!(name, interface(&xml, name));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_results_and_corrections_get_to_lichess_and_the_operator_is_told_how() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4", "e7e5"]).await;
    let nobody = venue.touchmove("broadcast", &["status"]);
    let said = String::from_utf8(nobody.stderr).unwrap();
    assert!(!nobody.status.success() && said.contains("touchmove-broadcast"), "{said}");

    let lichess = Lichess::open();
    let _broadcaster = Broadcaster::on(&venue.bus, &lichess.address());
    assert!(broadcast(&venue, &["status"]).contains("nothing is sent anywhere yet"));
    the_introspection_is_what_is_published(&venue).await;
    assert!(broadcast(&venue, &TO_LICHESS).starts_with("destination 1: "));
    let again = venue.touchmove("broadcast", &TO_LICHESS);
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(said.contains("this is destination 1 already"), "{said}");

    let chapters = lichess.once(|chapters| chapters.len() == 3);
    let first = at_table(&chapters, "1");
    assert_eq!((first.tag("Round"), first.moves.len()), ("3.1", 2));
    table.play(&["g1f3"]);
    lichess.once(|chapters| at_table(chapters, "1").moves == ["e4", "e5", "Nf3"]);
    let told = destination(&venue, |told| told["behind"] == 0);
    assert_eq!((&told["games"], &told["place"]), (&3.into(), &ROUND.into()));
    assert!(told["last"]["late_us"].as_u64().unwrap() < 4_000_000, "{told}");

    venue.game(&["replace", "1", "3", "Nh3", "--yes"]);
    lichess.once(|chapters| at_table(chapters, "1").moves == ["e4", "e5", "Nh3"]);
    venue.done(&["enter", "1", "1/2-1/2"]);
    venue.done(&["enter", "2", "0-1"]);
    lichess.once(|chapters| {
        at_table(chapters, "1").tag("Result") == "1/2-1/2"
            && at_table(chapters, "2").tag("Result") == "0-1"
    });
    venue.done(&["end", "--anyway"]);
    venue.done(&["enter", "2", "1-0"]);
    let chapters = lichess.once(|chapters| at_table(chapters, "2").tag("Result") == "1-0");
    assert_eq!(chapters.len(), 3, "nothing is there twice");
    let pushes = lichess.pushes();
    for pair in pushes.windows(2) {
        assert!(pair[1].at - pair[0].at > Duration::from_millis(1_900), "{pushes:?}");
    }
    broadcast(&venue, &["remove", "1"]);
    assert!(broadcast(&venue, &["status"]).contains("nothing is sent anywhere yet"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_move_that_stands_ends_what_is_pushed_and_the_operator_hears_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4", "e7e5"]).await;
    let lichess = Lichess::open();
    let _broadcaster = Broadcaster::on(&venue.bus, &lichess.address());
    broadcast(&venue, &TO_LICHESS);
    lichess.once(|chapters| chapters.len() == 3);
    for (from, to) in [(Square::G1, Square::G3), (Square::B8, Square::C6), (Square::F1, Square::C4)]
    {
        table.think();
        table.carry(from, to);
        table.press();
    }
    let told = destination(&venue, |told| told["sent"][0]["ends_before"] == "2.");
    assert_eq!(told["sent"][0]["refused"], Value::Null);
    let said = broadcast(&venue, &["status"]);
    assert!(said.contains("1: table 1, ") && said.contains("from 2. on"), "{said}");
    venue.done(&["enter", "1", "0-1"]);
    let chapters = lichess.once(|chapters| at_table(chapters, "1").tag("Result") == "0-1");
    assert_eq!(at_table(&chapters, "1").moves, ["e4", "e5"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_busy_gone_or_refuses_costs_no_game_and_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4"]).await;
    let lichess = Lichess::open();
    let broadcaster = Broadcaster::on(&venue.bus, &lichess.address());
    let token = broadcaster.keys().join("touchmove.lichess");
    let kept = std::fs::read(&token).unwrap();
    std::fs::remove_file(&token).unwrap();
    broadcast(&venue, &TO_LICHESS);
    let trouble = |word: &'static str| move |told: &Value| told["trouble"]["what"] == word;
    destination(&venue, trouble("no-key"));
    std::fs::write(&token, "lip_of_another").unwrap();
    let told = destination(&venue, trouble("key-refused"));
    assert_eq!(told["trouble"]["why"], "401 No such token");
    for mood in [Mood::Status(503), Mood::CutAfter, Mood::Upstream] {
        lichess.is_in(mood);
    }
    std::fs::write(&token, kept).unwrap();
    // Whoever asks for it anew does not wait for the next attempt, but for the pace.
    let broadcaster = broadcaster.restart(&venue.bus, &lichess.address());
    destination(&venue, trouble("busy"));
    destination(&venue, trouble("unreachable"));
    let told = destination(&venue, trouble("refused"));
    assert_eq!(told["trouble"]["why"], "The relay has an upstream URL");
    table.play(&["e7e5"]);
    destination(&venue, |told| told["behind"] == 0 && told["trouble"].is_null());
    let chapters = lichess.once(|chapters| at_table(chapters, "1").moves.len() == 2);
    assert_eq!(chapters.len(), 3);
    drop(broadcaster);
}

#[test]
fn the_games_of_a_large_round_go_in_pushes_of_a_hundred() {
    let venue = Venue::open(Vec::new());
    let row = |table: u16| format!("3,{table},\"Player {table}\",\"Other {table}\"\n");
    let rows: String = (1..=130).map(row).collect();
    venue.load(&format!("round,board,white,black\n{rows}"));
    venue.done(&["begin", "--anyway"]);
    let lichess = Lichess::open();
    let _broadcaster = Broadcaster::on(&venue.bus, &lichess.address());
    broadcast(&venue, &TO_LICHESS);
    lichess.once(|chapters| chapters.len() == 130);
    let sizes: Vec<_> = lichess.pushes().into_iter().map(|push| push.games).collect();
    assert_eq!(sizes, [100, 30]);
    venue.done(&["enter", "117", "1-0"]);
    lichess.once(|chapters| at_table(chapters, "117").tag("Result") == "1-0");
    assert_eq!(lichess.pushes().last().unwrap().games, 1, "what has not changed is not sent");
}

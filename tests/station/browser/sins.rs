//! What players do against the Laws: it appears at the desk by itself, is replayed and decided in the arbiter's name.

use std::path::Path;
use std::{fs, thread};

use shakmaty::Square::{D5, E1, F1, F3, G1, G3, H1, H3};
use shakmaty::{Chess, Square};
use touchmove_client::proxy::GameProxy;
use zbus::proxy::CacheProperties;

use super::enter;
use crate::support::browser::{Browser, Screen};
use crate::support::client::{Client, text};
use crate::support::desk::Desk;
use crate::support::table::Table;
use crate::support::venue::Venue;

/// A sin at a board of its own, and how the desk calls it.
struct Sin {
    serial: &'static str,
    /// What is played before, as it should be.
    moves: &'static [&'static str],
    commit: fn(&mut Table),
    title: &'static str,
    /// What of it is seen in the replay.
    seen: &'static str,
}

impl Sin {
    /// Its line in the list of what waits, as a path.
    fn line(&self) -> String {
        let Self { serial, title, .. } = self;
        format!("//li[contains(., 'dgt_{serial}') and contains(., '{title}')]")
    }

    /// Why it is decided so, in a word that stands nowhere else.
    fn reason(&self) -> String {
        format!("seen-at-{}", self.serial)
    }
}

/// A man is taken up, held for longer than anybody needs to adjust it, and put back.
fn touch(table: &mut Table, square: Square) {
    table.think();
    table.lift(square);
    table.think();
    table.put_right();
}

/// A man is carried from the first square to the second, and the clock pressed.
fn complete(table: &mut Table, from: Square, to: Square) {
    table.think();
    table.carry(from, to);
    table.press();
}

const SINS: [Sin; 7] = [
    Sin {
        serial: "10001",
        moves: &["e2e4", "e7e5"],
        commit: |table| complete(table, G1, G3),
        title: "White: Illegal move completed",
        seen: "g3 N put down",
    },
    Sin {
        serial: "10002",
        moves: &["e2e4", "e7e5"],
        commit: |table| {
            touch(table, G1);
            table.play(&["d2d4"]);
        },
        title: "White: Touch-move not followed",
        seen: "g1 N lifted",
    },
    Sin {
        serial: "10003",
        moves: &["e2e4", "d7d5"],
        commit: |table| {
            touch(table, D5);
            table.play(&["g1f3"]);
        },
        title: "White: Touch-move not followed",
        seen: "d5 p lifted",
    },
    Sin {
        serial: "10004",
        moves: &["e2e4", "e7e5"],
        commit: |table| {
            table.think();
            table.press();
        },
        title: "White: Clock pressed without a move",
        seen: "clock",
    },
    Sin {
        serial: "10005",
        moves: &["e2e4", "e7e5"],
        commit: |table| {
            table.think();
            table.carry(G1, F3);
            complete(table, F3, H3);
        },
        title: "White: Released piece moved again",
        seen: "f3 N put down",
    },
    Sin {
        serial: "10006",
        moves: &["g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7"],
        commit: |table| {
            table.think();
            table.carry(H1, F1);
            complete(table, E1, G1);
        },
        title: "White: Touch-move not followed",
        seen: "h1 R lifted",
    },
    Sin {
        serial: "10007",
        moves: &["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "g7g6", "a6a7", "g6g5"],
        commit: |table| complete(table, Square::A7, Square::B8),
        title: "White: Pawn not replaced",
        seen: "b8 P in the place of n",
    },
];

/// All sins at once, each at its board.
fn commit_all(tables: Vec<Table>) -> Vec<Table> {
    let play = |(mut table, sin): (Table, &'static Sin)| {
        thread::spawn(move || {
            table.play(sin.moves);
            (sin.commit)(&mut table);
            table
        })
    };
    let hands: Vec<_> = tables.into_iter().zip(&SINS).map(play).collect();
    hands.into_iter().map(|hands| hands.join().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sin_appears_is_replayed_and_decided_in_the_arbiters_name() {
    let folder = tempfile::tempdir().unwrap();
    let table = |sin: &Sin| Table::with_serial(folder.path(), sin.serial, Chess::default());
    let tables: Vec<_> = SINS.iter().map(table).collect();
    let venue = Venue::open(tables.iter().map(Table::port).collect());
    let mut client = Client::on(&venue.bus).await;
    for sin in &SINS {
        let board = format!("dgt_{}", sin.serial);
        client.until(async |client| client.game_on(&board).await).await;
    }
    let desk = Desk::open(&venue.bus);
    let Some(anna) = Browser::open(Screen::Desktop).await else { return };
    enter(&anna, &desk, "Anna").await;
    anna.shows("Waiting").await;
    let _tables = commit_all(tables);
    for sin in &SINS {
        anna.finds(&sin.line()).await;
    }
    for sin in &SINS {
        decide(&anna, sin).await;
        anna.go(desk.url()).await;
        anna.finds_no_more(&sin.line()).await;
        is_decided(&client, &venue, sin).await;
    }
    drop(client);
}

/// Opens it, sees what happened, and says that it did.
async fn decide(anna: &Browser, sin: &Sin) {
    anna.press(&format!("{}//a", sin.line())).await;
    anna.follow("See what happened").await;
    anna.shows(sin.seen).await;
    anna.press_button("Play it").await;
    anna.shows("Pause").await;
    anna.run("history.back()").await;
    anna.press_button("It happened").await;
    anna.shows("This would follow").await;
    anna.write("input[name=reason]", &sin.reason()).await;
    anna.press_button("Carry it out").await;
    anna.shows(&format!("({}) · Anna", sin.reason())).await;
}

/// The bus and the journal have it, with her name.
async fn is_decided(client: &Client, venue: &Venue, sin: &Sin) {
    let board = format!("dgt_{}", sin.serial);
    let game = client.game_on(&board).await.unwrap();
    let connection = venue.bus.bus().connect().await.unwrap();
    let proxy = GameProxy::builder(&connection).cache_properties(CacheProperties::No);
    let decisions = proxy.path(game.path).build().await.unwrap().decisions().await.unwrap();
    let last = decisions.last().unwrap();
    assert_eq!(text(last, "verb"), "confirm", "{decisions:?}");
    assert!(text(last, "by").starts_with("Anna ("), "{decisions:?}");
    let kept = journals(venue.state.path());
    assert!(kept.contains("Anna") && kept.contains(&sin.reason()), "not in a journal");
}

/// Everything that is kept.
fn journals(folder: &Path) -> String {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.map(|path| {
        if path.is_dir() {
            journals(&path)
        } else {
            String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
        }
    });
    texts.collect()
}

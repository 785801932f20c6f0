//! What every client stands on: methods of their own for the frequent decisions, errors by name, one shape of events, and
//! dictionaries as `src/client/dictionaries.md` has them.

use std::collections::HashMap;

use futures_util::StreamExt;
use touchmove_client::call_error::{self, CallError, RefusalKind};
use touchmove_client::details::{Details, PastEvent};
use touchmove_client::path::{self, PUBLIC};
use touchmove_client::proxy::{
    BoardProxy, GameProxy, PublicGameProxy, RelayProxy, RoundProxy, SectionsProxy, StationProxy,
};
use touchmove_client::service::PUBLIC_NAME;
use touchmove_core::pairing::Round;
use zbus::fdo::ObjectManagerProxy;
use zbus::proxy::CacheProperties;
use zbus::{Connection, OwnedVariant};

use crate::support::begun::{BOARD, Begun};
use crate::support::client::{Client, text};
use crate::support::dictionaries::documented;
use crate::support::table::Table;
use crate::support::venue::Venue;

const MOVES: [&str; 4] = ["g1f3", "g8f6", "c2c4", "g7g6"];

/// A game of a round is being played.
struct Playing {
    venue: Venue,
    client: Client,
    connection: Connection,
    game: GameProxy<'static>,
}

impl Playing {
    async fn at(board: &mut Table) -> Self {
        let Begun { venue, client, game } = Begun::at(board, &MOVES).await;
        let path = game.path;
        let connection = venue.bus.bus().connect().await.unwrap();
        let game = GameProxy::builder(&connection).cache_properties(CacheProperties::No);
        let game = game.path(path).build().await.unwrap();
        Self { venue, client, connection, game }
    }

    async fn events(&self) -> Vec<PastEvent> {
        self.game.events_since(0).await.unwrap()
    }
}

fn refusal<T: std::fmt::Debug>(answer: call_error::Result<T>) -> RefusalKind {
    match answer.unwrap_err() {
        CallError::Refused { refusal, why } if !why.is_empty() => refusal,
        other => panic!("{other:?}"),
    }
}

/// Everything in it is documented under one of these headings, with its type.
fn assert_documented(details: &Details, headings: &[&str]) {
    let documented = documented();
    for (key, value) in details {
        let sent = value.value_signature().to_string();
        let is_known = headings.iter().any(|heading| {
            documented[*heading].get(key).is_some_and(|types| types.contains(&sent))
        });
        assert!(is_known, "src/client/dictionaries.md has no `{key}` ({sent}) under {headings:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_frequent_decisions_have_methods_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let Playing { venue: _venue, mut client, game, .. } = Playing::at(&mut board).await;

    let replaced = game.replace(3, "d2d4".into()).await.unwrap();
    client.until_moves(BOARD, &["g1f3", "g8f6", "d2d4", "g7g6"]).await;
    game.undo(replaced).await.unwrap();
    client.until_moves(BOARD, &MOVES).await;
    game.delete(4).await.unwrap();
    game.insert(4, "b7b6".into()).await.unwrap();
    client.until_moves(BOARD, &["g1f3", "g8f6", "c2c4", "b7b6"]).await;
    game.set_players("Anna".into(), "Berta".into()).await.unwrap();
    assert_eq!(game.white().await.unwrap(), "Anna");
    assert_eq!(game.black().await.unwrap(), "Berta");
    game.set_result("1/2-1/2".into()).await.unwrap();
    assert_eq!(game.result().await.unwrap(), "1/2-1/2");
    game.set_result("*".into()).await.unwrap();
    assert_eq!(game.status().await.unwrap(), "playing");

    let mut decisions = game.decisions().await.unwrap();
    decisions.retain(|decision| text(decision, "verb") != "laws");
    let verbs: Vec<_> = decisions.iter().map(|decision| text(decision, "verb")).collect();
    assert_eq!(verbs, ["replace", "undo", "delete", "insert", "players", "result", "result"]);
    let particulars =
        ["ply", "uci", "record", "white", "black", "value", "rulebook", "policy", "control"];
    for decision in decisions {
        let beside = |(key, _): &(String, OwnedVariant)| !particulars.contains(&key.as_str());
        let own: HashMap<_, _> = decision.into_iter().filter(beside).collect();
        assert!(own.contains_key("unix_us"));
        assert_documented(&own, &["A decision"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_has_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let Playing { venue: _venue, connection, game, .. } = Playing::at(&mut board).await;

    assert_eq!(refusal(game.confirm(7).await), RefusalKind::NothingToDecide);
    assert_eq!(refusal(game.dismiss(7).await), RefusalKind::NothingToDecide);
    assert_eq!(refusal(game.reopen(7).await), RefusalKind::NothingToDecide);
    assert_eq!(refusal(game.answer(7, "none".into()).await), RefusalKind::NothingToDecide);
    assert_eq!(refusal(game.replace(99, "e2e4".into()).await), RefusalKind::NothingToDecide);
    assert_eq!(refusal(game.replace(1, "e9e4".into()).await), RefusalKind::InvalidArgs);
    assert_eq!(refusal(game.replace(1, "e4e5".into()).await), RefusalKind::Impossible);
    assert_eq!(refusal(game.set_position("8/8".into()).await), RefusalKind::InvalidArgs);
    assert_eq!(
        refusal(game.move_to("dgt_9".into(), String::new()).await),
        RefusalKind::NoSuchBoard
    );

    let station = StationProxy::new(&connection).await.unwrap();
    assert_eq!(refusal(station.assign(2, "dgt_9".into()).await), RefusalKind::NoSuchBoard);
    assert_eq!(refusal(station.assign(2, BOARD.into()).await), RefusalKind::BoardTaken);
    assert_eq!(refusal(station.assign(0, BOARD.into()).await), RefusalKind::InvalidArgs);
    let round = RoundProxy::builder(&connection).path(path::round(Round::new(3).unwrap()));
    let round = round.build().await.unwrap();
    assert_eq!(refusal(round.enter(99, "1-0".into()).await), RefusalKind::NoSuchTable);
    assert_eq!(refusal(round.settle(1, "board".into()).await), RefusalKind::NothingToDecide);
    assert_eq!(refusal(round.remove(false).await), RefusalKind::NotNow);
    assert_eq!(refusal(round.end().await), RefusalKind::Incomplete);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_has_one_shape_in_its_signal_and_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let playing = Playing::at(&mut board).await;
    let known = playing.events().await.len();
    let mut heard = playing.game.receive_event().await.unwrap();
    playing.game.set_result("1-0".into()).await.unwrap();
    let events = playing.events().await;
    for (sequence, kind, details) in &events[known..] {
        let signal = heard.next().await.unwrap();
        let told = signal.args().unwrap();
        assert_eq!((told.sequence, told.kind), (*sequence, kind.as_str()));
        assert_eq!(&told.details, details);
    }
    assert_eq!(events.last().unwrap().1, "Ended");
    for (_, kind, details) in &events {
        assert!(details.contains_key("boot_us") && details.contains_key("unix_us"));
        assert_documented(details, &[kind, "Every event"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_leads_to_its_round_table_and_players_in_public_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let Playing { venue, mut client, connection, game, .. } = Playing::at(&mut board).await;

    let round = game.round_path().await.unwrap();
    assert_eq!(game.table().await.unwrap(), 1);
    let round = RoundProxy::builder(&connection).path(round).build().await.unwrap();
    for pairing in round.pairings().await.unwrap() {
        assert_documented(&pairing, &["A pairing", "A result"]);
    }
    venue.done(&["enter", "2", "1-0"]);
    for result in round.results().await.unwrap() {
        assert_documented(&result, &["A result"]);
    }

    let tree = ObjectManagerProxy::new(&connection, PUBLIC_NAME, PUBLIC).await.unwrap();
    let shown = async |_: &Client| {
        for path in tree.get_managed_objects().await.unwrap().into_keys() {
            let game = PublicGameProxy::builder(&connection).cache_properties(CacheProperties::No);
            let game = game.path(path).build().await.unwrap();
            let place = async { Ok((game.round().await?, game.table().await?)) };
            let place: zbus::Result<_> = place.await;
            if matches!(place, Ok((3, 1))) {
                return Ok((game.white().await.unwrap(), game.tournament().await.unwrap()));
            }
        }
        Err("no game of round 3 at table 1 is public".to_owned())
    };
    let (white, tournament) = client.until(shown).await;
    assert_eq!(white, game.white().await.unwrap());
    assert_eq!(tournament, "Otwarte Mistrzostwa Łęgowa 2026");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_station_board_sections_relay_and_public_games_tell_is_documented_with_its_type() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let Playing { venue: _venue, connection, game, .. } = Playing::at(&mut board).await;

    for port in StationProxy::new(&connection).await.unwrap().ports().await.unwrap() {
        assert_documented(&port, &["A port"]);
    }
    let sections = SectionsProxy::new(&connection).await.unwrap().all().await.unwrap();
    assert!(!sections.is_empty());
    for section in sections {
        assert_documented(&section, &["A section"]);
    }
    let board = BoardProxy::builder(&connection).path(game.board().await.unwrap()).build().await;
    assert_documented(&board.unwrap().health().await.unwrap(), &["The health of a board"]);
    let relay = RelayProxy::builder(&connection).path(path::relay("folder")).build().await;
    let texts = relay.unwrap().texts().await.unwrap();
    assert!(!texts.is_empty());
    for text in texts {
        assert_documented(&text, &["A text of the relay"]);
    }

    let tree = ObjectManagerProxy::new(&connection, PUBLIC_NAME, PUBLIC).await.unwrap();
    let objects = tree.get_managed_objects().await.unwrap().into_keys();
    for path in objects.filter(|path| path.contains("/games/")) {
        let game = PublicGameProxy::builder(&connection).path(path).build().await.unwrap();
        for (_, kind, details) in game.events_since(0).await.unwrap() {
            let heading = match kind.as_str() {
                "Moved" => "A public move",
                "Timed" => "A public time",
                "TakenBack" | "Confirmed" => "A move named",
                "PositionSet" => "A public position",
                kind => kind,
            };
            assert_documented(&details, &[heading]);
        }
    }
}

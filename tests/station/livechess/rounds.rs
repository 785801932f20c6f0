//! Tournaments, rounds and games over HTTP, and a client of others that reads them.

use std::process::Command;

use serde_json::{Value, json};
use touchmove_needs::{python, skip};

use super::serving;
use crate::support::livechess::LiveChess;
use crate::support::looking::until;
use crate::support::table::Table;

const PAIRINGS: &str = "\
round,board,white,black,white_fide_id,white_title,white_federation,event,site,date
3,1,\"Oro, Faustino\",\"Brkic, Ante\",20000197,IM,ARG,Bled Open,Bled,2026-11-21
3,2,\"Ghosh, Diptayan\",\"Bartel, Mateusz\",,,,Bled Open,Bled,2026-11-21
";

/// The keys of an object, in order.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn sorted<const N: usize>(mut names: [&'static str; N]) -> Vec<&'static str> {
    names.sort_unstable();
    names.to_vec()
}

/// What a command of the client prints; `None` where it is not installed.
fn client_says(livechess: &LiveChess, words: &[&str]) -> Option<String> {
    let is_there = Command::new(python()).args(["-c", "import livechess.main"]).output();
    if is_there.is_ok_and(|output| !output.status.success()) {
        skip("python3 with the package `livechess`");
        return None;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/station/livechess/client.py");
    let port = livechess.at().port().to_string();
    let mut command = Command::new(python());
    let output = command.args([script, &port]).args(words).env("COLUMNS", "250").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{words:?}: {said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(said)
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_and_games_have_the_keys_of_livechess_and_its_client_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (venue, mut client, livechess, _socket) = serving(&table).await;
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["assign", "1", "dgt_12345"]);
    table.play(&["e2e4", "e7e5", "g1f3"]);
    client.until_moves("dgt_12345", &["e2e4", "e7e5", "g1f3"]).await;

    let summary = until(|| match livechess.value("/api/v1.0/tournaments") {
        Value::Array(all) if all.len() == 1 => Ok(all[0].clone()),
        other => Err(other.to_string()),
    });
    assert_eq!(keys(&summary), ["description", "rounds", "uuid"]);
    assert_eq!((&summary["description"], &summary["rounds"]), (&json!("Bled Open"), &json!(3)));
    let uuid = summary["uuid"].as_str().unwrap().to_owned();
    let tournament = livechess.value(&format!("/api/v1.0/tournament/{uuid}"));
    let all = sorted(["uuid", "name", "description", "location", "country", "rounds", "eboards"]);
    assert_eq!(keys(&tournament), all);
    assert_eq!(
        (&tournament["eboards"], &tournament["location"]),
        (&json!(["12345"]), &json!("Bled"))
    );
    let empty = livechess.value(&format!("/api/v1.0/round/{uuid}/0"));
    assert_eq!(empty, json!({"nr": 1, "date": null, "pairings": []}));
    let game = until(|| {
        let round = livechess.value(&format!("/api/v1.0/round/{uuid}/2"));
        assert_eq!((&round["nr"], &round["date"]), (&json!(3), &json!("2026-11-21")));
        let pairing = round["pairings"][0].clone();
        assert_eq!(keys(&pairing), sorted(["nr", "uuid", "white", "black", "live", "result"]));
        let player = json!({"fname": "Faustino", "mname": null, "lname": "Oro", "title": "IM",
            "federation": "ARG", "gender": null, "fideid": 20_000_197});
        assert_eq!(pairing["white"], player);
        let game =
            livechess.value(&format!("/api/v1.0/game/{}", pairing["uuid"].as_str().unwrap()));
        let is_whole =
            game["moves"].as_array().unwrap().len() == 3 && pairing["live"] == json!(true);
        if is_whole { Ok(game) } else { Err(format!("{pairing} {game}")) }
    });
    assert_eq!(keys(&game), sorted(["chess960", "result", "comment", "clock", "moves"]));
    assert_eq!((&game["chess960"], &game["result"]), (&json!(518), &json!(null)));
    assert_eq!(game["moves"][0], json!("e4 299"));
    assert_eq!(game["clock"]["run"], json!(false), "Black's time runs: {game}");
    assert_eq!(livechess.get("/api/v1.0/game/none", &[]).status, 404);
    assert_eq!(livechess.get(&format!("/api/v1.0/round/{uuid}/3"), &[]).status, 404);

    let Some(said) = client_says(&livechess, &["tournaments"]) else { return };
    assert!(said.contains("Bled Open") && said.contains(&uuid), "{said}");
    let said = client_says(&livechess, &["eboards", "--state", "ACTIVE"]).unwrap();
    assert!(said.contains("12345") && said.contains("/5N2/PPPP1PPP/RNBQKB1R"), "{said}");
    let said = client_says(&livechess, &["tournament", &uuid]).unwrap();
    assert!(said.contains("Faustino Oro") && said.contains("2. Nf3"), "{said}");
    let said = client_says(&livechess, &["events", &uuid]).unwrap();
    assert!(said.contains("No events"), "{said}");

    table.unplug();
    client.until_link("dgt_12345", "lost").await;
    until(|| match client_says(&livechess, &["events", &uuid]).unwrap() {
        said if said.contains("Board missing") => Ok(()),
        said => Err(said),
    });
}

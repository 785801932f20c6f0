//! Events that are posted to a web address.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use touchmove_needs::{python, skip};

use crate::support::begun::Begun;
use crate::support::broadcaster::{Broadcaster, SECRET, broadcast};
use crate::support::receiver::{Posted, Receiver};
use crate::support::table::Table;

/// Where `standardwebhooks` of PyPI holds what came against the secret.
const VERIFY: &str = "
import json, sys
from standardwebhooks import Webhook
for line in sys.stdin:
    posted = json.loads(line)
    Webhook(sys.argv[1]).verify(posted['body'], posted['fields'])
";

/// The numbers of the events that came of a game.
fn numbers(posted: &[Posted]) -> Vec<u64> {
    let event = |posted: &Posted| serde_json::from_str::<Value>(&posted.body).unwrap();
    posted.iter().map(|it| event(it)["data"]["sequence"].as_u64().unwrap()).collect()
}

/// A reader of others takes all of it for ours.
fn verify(posted: &[Posted]) {
    let is_there = Command::new(python()).args(["-c", "import standardwebhooks"]).output();
    if !is_there.is_ok_and(|done| done.status.success()) {
        return skip("python3 with the package `standardwebhooks`");
    }
    let mut reader = Command::new(python())
        .args(["-c", VERIFY, SECRET])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = reader.stdin.take().unwrap();
    for Posted { fields, body, .. } in posted {
        writeln!(to, "{}", serde_json::json!({ "fields": fields, "body": body })).unwrap();
    }
    drop(to);
    let done = reader.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_event_is_posted_once_in_order_and_signed_over_failures_and_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4", "e7e5"]).await;
    let receiver = Receiver::open();
    let address = "http://127.0.0.1:1";
    let broadcaster = Broadcaster::on(&venue.bus, address);
    let url = format!("http://{}/hook", receiver.at);
    broadcast(&venue, &["add", "webhook", &url, "--round", "3"]);
    let first = receiver.once(|posted| posted.iter().any(|it| it.body.contains("\"e5\"")));
    let told: Value = serde_json::from_str(&first[0].body).unwrap();
    assert_eq!((&told["type"], &told["data"]["table"]), (&"Moved".into(), &1.into()));
    assert_eq!(told["data"]["event"]["san"], "e4");

    let broadcaster = broadcaster.restart(&venue.bus, address);
    table.play(&["g1f3", "b8c6"]);
    let venue = venue.kill_and(|| table.free());
    table.play(&["f1b5"]);
    let posted = receiver.once(|posted| posted.iter().any(|it| it.body.contains("\"Bb5\"")));
    let numbers = numbers(&posted);
    let last = u64::try_from(numbers.len()).unwrap();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
    verify(&posted);
    drop((venue, broadcaster));
}

//! Events that are posted to a web address.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;
use touchmove_needs::{python, skip};

use crate::support::begun::Begun;
use crate::support::broadcaster::{Broadcaster, SECRET, broadcast};
use crate::support::looking::until;
use crate::support::table::Table;

/// Where `standardwebhooks` of PyPI holds what came against the secret.
const VERIFY: &str = "
import json, sys
from standardwebhooks import Webhook
for line in sys.stdin:
    posted = json.loads(line)
    Webhook(sys.argv[1]).verify(posted['body'], posted['fields'])
";

/// What was posted: the fields of its head, and its body.
#[derive(Clone, Debug)]
struct Posted {
    fields: HashMap<String, String>,
    body: String,
}

/// Somebody's web address, who takes everything but the first post.
struct Receiver {
    at: SocketAddr,
    posted: Arc<Mutex<Vec<Posted>>>,
}

impl Receiver {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (at, posted) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<_>>>::default());
        let (kept, refused) = (Arc::clone(&posted), Arc::<Mutex<bool>>::default());
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, refused) = (Arc::clone(&kept), Arc::clone(&refused));
                thread::spawn(move || while take(&stream, &kept, &refused).is_some() {});
            }
        });
        Self { at, posted }
    }

    /// What has come, once it is what is waited for.
    fn once(&self, is_there: impl Fn(&[Posted]) -> bool) -> Vec<Posted> {
        until(|| {
            let posted = self.posted.lock().unwrap().clone();
            if is_there(&posted) { Ok(posted) } else { Err(format!("{posted:#?}")) }
        })
    }
}

fn take(stream: &TcpStream, posted: &Mutex<Vec<Posted>>, refused: &Mutex<bool>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut fields = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|bytes| *bytes > 0)?;
        if line.trim_end().is_empty() {
            break;
        }
        if let Some((name, value)) = line.trim_end().split_once(": ") {
            fields.insert(name.to_ascii_lowercase(), value.to_owned());
        }
    }
    let mut body = vec![0; fields.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    let status = match std::mem::replace(&mut *refused.lock().unwrap(), true) {
        false => 500,
        true => {
            posted.lock().unwrap().push(Posted { fields, body });
            204
        }
    };
    (&*stream)
        .write_all(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n").as_bytes())
        .ok()
}

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
    for Posted { fields, body } in posted {
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

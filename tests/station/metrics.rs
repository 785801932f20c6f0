//! What the programs tell Prometheus: read by the parser of Prometheus' own client, of a hall in which is played.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use touchmove_client::metrics;
use touchmove_needs::{python, skip};

use crate::support::client::Client;
use crate::support::http::{Answer, Request, connect};
use crate::support::looking::until;
use crate::support::process::Process;
use crate::support::stations::{EventServer, JointHall, StationHub};
use crate::support::table::Table;
use crate::support::venue::Venue;

/// Reads all families of a text, and prints each number in a line: its name, its labels in order, and it.
const PYTHON: &str = "
import sys
from prometheus_client.parser import text_string_to_metric_families
for family in text_string_to_metric_families(sys.stdin.read()):
    print('family', family.name, family.type)
    for sample in family.samples:
        print(sample.name, sorted(sample.labels.items()), sample.value)
";

/// Any port that is free.
const ANY: [&str; 2] = ["--metrics", "0"];

/// Where a process says that its numbers are.
fn address(said: &str) -> SocketAddr {
    let (_, address) = said.split_once("http://").unwrap();
    address.trim_end_matches("/metrics").parse().unwrap()
}

fn ask(at: SocketAddr, method: &str, path: &str) -> Answer {
    Request::send(at, method, path, &[]).answer()
}

/// The text as the parser reads it; `None` where there is none.
fn parsed(text: &str) -> Option<String> {
    let is_there = Command::new(python()).args(["-c", "import prometheus_client.parser"]).output();
    if is_there.is_ok_and(|output| !output.status.success()) {
        skip("python3 with the package `prometheus_client`");
        return None;
    }
    let mut parser = Command::new(python());
    parser.args(["-c", PYTHON]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut parser = parser.spawn().unwrap();
    parser.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = parser.wait_with_output().unwrap();
    assert!(output.status.success(), "{text}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// A role of `touchmove-web` that tells its numbers.
struct Role {
    process: Process,
    at: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Role {
    fn open(bus: &str, words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
        command.args(words).args(["--bus", bus]).args(ANY);
        if ["arbiter", "broadcast"].contains(&words[0]) {
            command.arg("--state").arg(folder.path());
        }
        let process = Process::start(&mut command);
        let at = address(&process.says("numbers for Prometheus are at"));
        Self { process, at, _folder: folder }
    }

    /// A page of what is public, which follows from now on.
    fn open_page(&self) -> Request {
        let at = self.process.says("the games are at");
        let (_, at) = at.split_once("http://").unwrap();
        let at = at.trim_end_matches('/').parse().unwrap();
        let mut page = Request::send(at, "GET", "/live?page=wall", &[]);
        assert!(page.0.read(&mut [0; 64]).unwrap() > 0);
        page
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_played_hall_is_told_in_numbers_that_prometheus_reads_each_by_whoever_counts_it() {
    let Some(server) = EventServer::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::with_serial(folder.path(), "11111", shakmaty::Chess::default());
    let venue = Venue::open(vec![table.port()]);
    let hub = StationHub::join_with("blue", &venue.bus, &server, &ANY);
    let hall = JointHall::open_with(&server, &ANY);
    let bus = venue.bus.address();
    let roles = [
        Role::open(hall.bus.address(), &["arbiter", "--listen", "127.0.0.1:0"]),
        Role::open(bus, &["public", "--listen", "127.0.0.1:0"]),
        Role::open(bus, &["broadcast"]),
        Role::open(bus, &["livechess", "--port", "0"]),
    ];
    let mut client = Client::on(&hall.bus).await;
    client.until_state("dgt_11111", "in-step", "").await;
    venue.load("round,board,white,black,time_control\n3,1,Harrow,Stipe,90:00+0:30\n");
    venue.done(&["assign", "1", "dgt_11111"]);
    venue.done(&["begin"]);
    let _open_page = roles[1].open_page();
    table.play(&["e2e4", "e7e5"]);
    client.until_moves("dgt_11111", &["e2e4", "e7e5"]).await;

    let told = |at| ask(at, "GET", "/metrics").body;
    let numbers = "numbers for Prometheus are at";
    let [hub_at, hall_at] = [hub.says(numbers), hall.says(numbers)].map(|said| address(&said));
    let holds = |at, lines: &[&str]| {
        until(|| match told(at) {
            text if lines.iter().all(|line| text.contains(line)) => Ok(()),
            text => Err(format!("{lines:?} in {text}")),
        });
    };
    let both = [
        "touchmove_station_running 1\n",
        "touchmove_boards{state=\"in-step\"} 1\n",
        "touchmove_links{link=\"up\"} 1\n",
        "touchmove_links{link=\"lost\"} 0\n",
        "touchmove_games{state=\"playing\"} 1\n",
        "touchmove_disk_trouble 0\n",
        "touchmove_server_connected 1\n",
    ];
    holds(hub_at, &both);
    holds(hub_at, &["touchmove_outbox{what=\"games\"} 0\n", "{by=\"stream\"} 0\n"]);
    holds(hall_at, &both);
    holds(hall_at, &["touchmove_station_heard{station=\"blue\"} 1\n"]);
    for (at, name) in [
        (hub_at, "touchmove_heard_age_seconds_count"),
        (hub_at, "touchmove_published_age_seconds_count"),
        (hub_at, "touchmove_publish_seconds_count{side=\"live\",what=\"events\"}"),
        (hall_at, "touchmove_heard_age_seconds_count"),
        (roles[1].at, "touchmove_page_delay_seconds_count"),
    ] {
        until(|| match told(at) {
            text if text.contains(name) && !text.contains(&format!("{name} 0\n")) => Ok(()),
            text => Err(format!("{name} in {text}")),
        });
    }

    let all = roles.iter().map(|role| role.at).chain([hub_at, hall_at]);
    each_is_told_by_somebody(&all.map(told).collect::<Vec<_>>());
}

/// Holds that the parser reads all of these texts, that nothing is told that nobody knows, and that nothing is missing.
fn each_is_told_by_somebody(texts: &[String]) {
    let mut known = BTreeSet::new();
    for text in texts {
        let Some(parsed) = parsed(text) else { return };
        let families = parsed.lines().filter_map(|line| line.strip_prefix("family "));
        known.extend(families.map(|family| family.split_once(' ').unwrap().0.to_owned()));
        let samples = parsed.lines().filter(|line| !line.starts_with("family ")).count();
        let written = text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(samples, written, "{text}");
        assert!(!text.contains("dgt_"), "nothing is told of a single board: {text}");
    }
    // The parser takes a counter's ending off.
    let all = metrics::all().iter().map(|family| family.name.trim_end_matches("_total").to_owned());
    assert_eq!(known, all.collect(), "each is told by somebody");
}

#[test]
fn numbers_are_told_to_whoever_asks_for_them_and_to_nobody_else() {
    let venue = Venue::open(Vec::new());
    let role = Role::open(venue.bus.address(), &["public", "--listen", "127.0.0.1:0"]);
    assert!(role.at.ip().is_loopback(), "{}", role.at);
    let told = ask(role.at, "GET", "/metrics");
    assert_eq!(told.status, 200);
    assert_eq!(told.field("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let head = ask(role.at, "HEAD", "/metrics");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    for path in ["/", "/round-1/games.pgn", "/assets/public.css"] {
        assert_eq!(ask(role.at, "GET", path).status, 404, "{path}");
    }
    assert_eq!(ask(role.at, "POST", "/metrics").status, 405);
    let begin = |_| {
        let mut unfinished = connect(role.at);
        unfinished.write_all(b"GET /metrics").unwrap();
        unfinished
    };
    drop((0..40).map(begin).collect::<Vec<_>>());
    assert_eq!(ask(role.at, "GET", "/metrics").status, 200);
}

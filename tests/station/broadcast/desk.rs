//! What the arbiters' desk shows of where games are sent.

use std::io::{BufRead as _, BufReader};

use crate::support::begun::Begun;
use crate::support::broadcaster::{Broadcaster, broadcast};
use crate::support::desk::Desk;
use crate::support::http::Request;
use crate::support::lichess::{Lichess, Mood};
use crate::support::looking::until;
use crate::support::table::Table;

use super::TO_LICHESS;

/// A desk, and the device of an arbiter at it.
struct Arbiter {
    desk: Desk,
    device: String,
}

impl Arbiter {
    /// The page, once it has all of these.
    fn page_once(&self, what: &[&str]) -> String {
        until(|| {
            let page = self.desk.get("/broadcast", &[&self.device]).body;
            if what.iter().all(|what| page.contains(what)) { Ok(page) } else { Err(page) }
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_shows_where_games_are_sent_what_was_refused_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4", "e7e5"]).await;
    let desk = Desk::open(&venue.bus);
    let device = desk.enter(&desk.link("Anna"));
    let anna = Arbiter { desk, device };
    anna.page_once(&["sudo systemctl enable --now touchmove-broadcast"]);

    let lichess = Lichess::open();
    let broadcaster = Broadcaster::on(&venue.bus, &lichess.address());
    anna.page_once(&["nothing is sent anywhere yet"]);
    lichess.is_in(Mood::Against("Cannot parse it"));
    broadcast(&venue, &TO_LICHESS);
    let sent =
        ["Lichess hVpUCOkT", "round 3", "<dd>3</dd>", "table 1, ", "not taken: Cannot parse it"];
    let page = anna.page_once(&sent);
    assert!(page.contains("Since last taken") && page.contains("Late by"), "{page}");

    let live = ["Connection: close", &anna.device];
    let live = Request::send(anna.desk.at(), "GET", "/live?page=broadcast", &live).0;
    let mut told = BufReader::new(live).lines().map(Result::unwrap);
    table.play(&["g1f3"]);
    assert!(
        told.any(|line| line.contains("Lichess hVpUCOkT") && !line.contains("Cannot parse it"))
    );

    let hook = "http://127.0.0.1:1/hook/SECRET";
    broadcast(&venue, &["add", "webhook", hook]);
    let page = anna.page_once(&["http://127.0.0.1:1<", "nobody answers", "a way to the internet"]);
    assert!(!page.contains("SECRET"), "whoever knows the address could post there: {page}");
    assert!(told.any(|line| line.contains("nobody answers")));

    std::fs::write(broadcaster.keys().join("touchmove.lichess"), "lip_of_another").unwrap();
    broadcast(&venue, &["again", "1"]);
    anna.page_once(&["(401 No such token)", "/etc/credstore/touchmove.lichess, then: "]);
    drop(broadcaster);
    anna.page_once(&["sudo systemctl enable --now touchmove-broadcast"]);
}

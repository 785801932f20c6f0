//! What is played at one station of a hall is on the pages of the hall at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use tokio::task;
use touchmove_client::details::PastEvent;
use zbus::{MatchRule, MessageStream, message};

use crate::support::PrivateBus;
use crate::support::client::text;
use crate::support::desk::Desk;
use crate::support::followed_page::follow_page;
use crate::support::games::Scored;
use crate::support::joint::{Joint, Station};
use crate::support::looking::until;
use crate::support::spectators::Spectators;

/// So many moves are made at each table, or `TOUCHMOVE_MOVES`.
const MOVES: usize = 12;

/// On a machine that does other work as well half of the moves may be this much later; alone, 99 of 100 are there within 20 ms.
const BUSY: Duration = Duration::from_millis(500);

/// When each move was seen first at one place, by table and ply.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<HashMap<(usize, usize), Instant>>>);

impl Seen {
    fn note(&self, table: usize, ply: usize) {
        self.0.lock().unwrap().entry((table, ply)).or_insert_with(Instant::now);
    }

    fn has(&self, table: usize, ply: usize) -> bool {
        self.0.lock().unwrap().contains_key(&(table, ply))
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// How much later than there each was seen here, the latest last.
    fn later_than(&self, there: &Self) -> Vec<Duration> {
        let (here, there) = (self.0.lock().unwrap(), there.0.lock().unwrap());
        let mut later: Vec<_> =
            here.iter().map(|(of, at)| at.saturating_duration_since(there[of])).collect();
        later.sort();
        later
    }
}

/// Notes moves as the station that has this table tells them on its bus.
async fn hear_station(bus: &PrivateBus, table: usize, seen: Seen) {
    let connection = bus.bus().connect().await.unwrap();
    let rule = MatchRule::builder().msg_type(message::Type::Signal).member("Event");
    let rule = rule.interface("org.touchmove.Hall1.Game").build().unwrap();
    let mut events = MessageStream::for_match_rule(rule, &connection, None).await.unwrap();
    tokio::spawn(async move {
        let mut ply = 0;
        while let Some(Ok(event)) = events.next().await {
            let (_, kind, details): PastEvent = event.body().deserialize().unwrap();
            if kind == "Moved" && text(&details, "state") == "made" {
                ply += 1;
                seen.note(table, ply);
            }
        }
    });
}

/// The ply that a wall shows last, as in `12... Nf6`.
fn last_on_card(html: &str) -> Option<usize> {
    let (_, last) = html.split_once("class=\"last\">")?;
    let (number, rest) = last.split_once('.')?;
    let full: usize = number.parse().ok()?;
    Some(2 * full - usize::from(!rest.starts_with('.')))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_on_the_wall_and_at_the_desk_of_the_hall_as_soon_as_its_station_tells_it() {
    let moves = std::env::var("TOUCHMOVE_MOVES").map_or(MOVES, |moves| moves.parse().unwrap());
    let game = Scored::demo("ghosh-bartel.pgn").moves.into_iter().take(moves).collect::<Vec<_>>();
    let Some(joint) = Joint::begin().await else { return };
    let Joint { blue, red, green, mut client, hall, .. } = joint;
    let stations = [blue, red, green];
    let [told, walls, desks] = <[Seen; 3]>::default();
    for (table, station) in (1..).zip(&stations) {
        hear_station(&station.venue.bus, table, told.clone()).await;
    }
    let spectators = Spectators::on(&hall.bus);
    let seen = walls.clone();
    follow_page(spectators.at(), "/live?page=wall", &[], move |id, html| {
        let table = id.strip_prefix("r3t").unwrap().parse().unwrap();
        last_on_card(html).into_iter().for_each(|ply| seen.note(table, ply));
    });
    let desk = Desk::open(&hall.bus);
    let device = desk.enter(&desk.path_of_link("Anna"));
    for (table, Station { board, .. }) in (1..).zip(&stations) {
        let game = client.until(async |client| client.game_on(board).await).await.path;
        let game = game.as_str().rsplit('/').next().unwrap();
        until(|| match desk.get(&format!("/game/{game}"), &[&device]).status {
            200 => Ok(()),
            status => Err(format!("{game}: {status}")),
        });
        let (seen, path) = (desks.clone(), format!("/live?page=game&game={game}"));
        follow_page(desk.at(), &path, &[&device], move |id, html| {
            let plies = if id == "sheet" { html.matches("data-ply").count() } else { 0 };
            (1..=plies).for_each(|ply| seen.note(table, ply));
        });
    }

    let moves = game.len();
    let mut playing = Vec::new();
    for (table, mut station) in (1..).zip(stations) {
        let game = game.clone();
        playing.push(task::spawn_blocking(move || {
            station.table.play(&game.iter().map(String::as_str).collect::<Vec<_>>());
            station
        }));
        // Nowhere do all players move at the same moment.
        until(|| match walls.has(table, 1) {
            true => Ok(()),
            false => Err(format!("no move at table {table}")),
        });
    }
    let stations = futures_util::future::join_all(playing).await;
    for (what, seen) in [("wall", &walls), ("desk", &desks)] {
        until(|| match seen.count() {
            all if all == 3 * moves => Ok(()),
            some => Err(format!("{some} of {} moves on the {what}", 3 * moves)),
        });
        let later = seen.later_than(&told);
        let [half, p99] = [50, 99].map(|percent| later[(later.len() - 1) * percent / 100]);
        println!(
            "{} moves on the {what}: median {half:?}, p99 {p99:?}, {:?}",
            later.len(),
            later.last()
        );
        assert!(half <= BUSY, "{what}: median {half:?}, p99 {p99:?}");
    }
    drop(stations);
}

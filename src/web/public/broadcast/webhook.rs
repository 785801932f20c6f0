//! Posts each event that is released to a web address as JSON, signed: those of a game in their order, each until it is taken.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use serde_json::json;
use tokio::time::Instant;
use touchmove_client::address::Bus;
use touchmove_client::broadcast::SendTrouble;
use touchmove_client::details::{self, PastEvent};
use touchmove_client::public::{PublicGame, past_events};
use touchmove_core::pairing::Pairing;
use zbus::Connection;

use super::destination::WebhookUrl;
use super::keys::Key;
use super::report::{Failure, SentGame};
use super::signature::sign;
use super::way::{Turn, Waits, Way};
use crate::kept;
use crate::public::view::PublicView;

/// How far each game has got, by its name: the number of the last event that was taken.
type Positions = BTreeMap<String, u64>;

/// Since when there is something new of a game, by its name.
type Waiting = HashMap<String, Instant>;

/// Events, on their way to a web address.
pub(super) struct Hook {
    pub(super) url: WebhookUrl,
    pub(super) bus: Bus,
    /// Where it keeps how far each game has got.
    pub(super) file: PathBuf,
    pub(super) way: Way,
}

/// A game that is sent, and who plays it.
struct Sent {
    game: Arc<PublicGame>,
    pairing: Option<Arc<Pairing>>,
}

impl Hook {
    /// Posts what is released until nobody wants it any more.
    pub(super) async fn run(mut self) {
        let mut positions: Positions = kept::read(&self.file);
        let (mut written, mut waits, mut bus) = (positions.clone(), Waiting::new(), None);
        loop {
            let view = self.way.look();
            let games = self.games(&view);
            forget_numbered_anew(&games, &mut positions);
            let now = Instant::now();
            let behind = games.iter().filter(|sent| is_behind(sent, &positions));
            let since = |sent: &Sent| waits.get(&sent.game.id).copied().unwrap_or(now);
            waits = behind.map(|sent| (sent.game.id.clone(), since(sent))).collect();
            if !waits.is_empty() && view.is_current() && self.way.is_open() {
                let sent = self.send(&mut bus, &games, &mut positions, &waits).await;
                sent.unwrap_or_else(|failure| self.way.fail(failure));
            }
            if written != positions {
                kept::write(&self.file, &positions);
                written.clone_from(&positions);
            }
            let shown: Vec<_> = games.iter().map(|sent| shown(sent, &positions)).collect();
            let is_behind = view.is_current() && shown.iter().any(|game| game.is_behind);
            self.way.show(shown);
            match self.way.next(Waits::of(is_behind)).await {
                Some(Turn::Look) => {}
                Some(Turn::BeginAnew) => positions.clear(),
                None => return,
            }
        }
    }

    /// The games of which events are sent.
    fn games(&self, view: &PublicView) -> Vec<Sent> {
        let round = self.way.destination().round();
        let is_of_round = |game: &&Arc<PublicGame>| round.is_none_or(|round| round == game.round);
        let sent = view.games().iter().filter(is_of_round).map(|game| {
            let board = view.round(game.round).and_then(|round| round.board(game.table));
            let pairing = board.map(|board| Arc::clone(&board.place().pairing));
            Sent { game: Arc::clone(game), pairing }
        });
        let has_section = |sent: &Sent| {
            let pairing = sent.pairing.as_ref();
            self.way
                .destination()
                .has_section(pairing.and_then(|pairing| pairing.section.as_deref()))
        };
        sent.filter(has_section).collect()
    }

    /// Sends all that is new of each of these games. Where the bus is lost, the next attempt connects anew.
    async fn send(
        &mut self,
        bus: &mut Option<Connection>,
        games: &[Sent],
        positions: &mut Positions,
        waits: &Waiting,
    ) -> Result<(), Failure> {
        let unheard = |why: &dyn ToString| Failure::new(SendTrouble::Unreachable, why.to_string());
        let key = self.way.key()?;
        let on = match bus.take() {
            Some(on) => on,
            None => self.bus.connect().await.map_err(|error| unheard(&error))?,
        };
        for sent in games.iter().filter(|sent| waits.contains_key(&sent.game.id)) {
            let position = positions.entry(sent.game.id.clone()).or_default();
            let events = past_events(&on, &sent.game.path, *position).await;
            for event in events.map_err(|error| unheard(&error))? {
                self.post(&key, sent, &event).await?;
                *position = event.0;
            }
            let late = waits.get(&sent.game.id).map(Instant::elapsed).unwrap_or_default();
            self.way.succeed(late);
        }
        *bus = Some(on);
        Ok(())
    }

    /// Posts an event.
    async fn post(&self, key: &Key, sent: &Sent, event: &PastEvent) -> Result<(), Failure> {
        let (id, body) = (format!("{}-{}", sent.game.id, event.0), body(sent, event));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let signature = sign(key, &id, now, &body);
        let own = [
            (HeaderName::from_static("webhook-id"), id),
            (HeaderName::from_static("webhook-timestamp"), now.to_string()),
            (HeaderName::from_static("webhook-signature"), signature),
            (header::CONTENT_TYPE, "application/json".to_owned()),
        ];
        let field = |(name, value): (HeaderName, String)| {
            HeaderValue::from_str(&value).ok().map(|value| (name, value))
        };
        let fields: HeaderMap = own.into_iter().filter_map(field).collect();
        let posted = self.way.post(self.url.uri(), fields, Bytes::from(body)).await?;
        if posted.status.is_success() { Ok(()) } else { Err(posted.failure()) }
    }
}

/// A daemon that has lost its journals begins to count anew; what was sent of its games says nothing any more.
fn forget_numbered_anew(games: &[Sent], positions: &mut Positions) {
    for Sent { game, .. } in games {
        if positions.get(&game.id).is_some_and(|position| *position > game.sequence) {
            positions.remove(&game.id);
        }
    }
}

fn is_behind(sent: &Sent, positions: &Positions) -> bool {
    positions.get(&sent.game.id).copied().unwrap_or_default() < sent.game.sequence
}

/// The message of an event.
fn body(Sent { game, pairing }: &Sent, (sequence, kind, details): &PastEvent) -> String {
    let player = |name: fn(&Pairing) -> String| pairing.as_deref().map(name);
    json!({
        "type": kind,
        "data": {
            "game": game.id,
            "sequence": sequence,
            "round": game.round,
            "table": game.table,
            "white": player(|pairing| pairing.white.name.to_string()),
            "black": player(|pairing| pairing.black.name.to_string()),
            "event": details::json(details),
        },
    })
    .to_string()
}

/// A game, and what has become of it.
fn shown(sent: &Sent, positions: &Positions) -> SentGame {
    let name = |name: fn(&Pairing) -> String| sent.pairing.as_deref().map(name).unwrap_or_default();
    SentGame {
        round: sent.game.round,
        table: sent.game.table,
        white: name(|pairing| pairing.white.name.to_string()),
        black: name(|pairing| pairing.black.name.to_string()),
        is_behind: is_behind(sent, positions),
        ..SentGame::default()
    }
}

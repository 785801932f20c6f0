//! A bot that posts each result as a line of JSON, to a web address or without one to its standard output:
//! `cargo run -p touchmove-client --example post_results -- system https://example.org/results`.
//!
//! It misses none. `PublicMirror` subscribes before it asks, and asks again with `EventsSince` for what it has not heard, after
//! a restart of the daemon too; what is not taken is posted again. A result that is corrected is another line, and one that is
//! withdrawn is posted as `*`. Whoever starts the bot anew gets all results once more.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use std::io::Write as _;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Request, Uri, header};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::json;
use touchmove_client::address::Bus;
use touchmove_client::mirror::MirrorError;
use touchmove_client::public::PublicMirror;

/// From one attempt to the next.
const AGAIN: Duration = Duration::from_secs(1);

/// Where there is no result, or none any more.
const OPEN: &str = "*";

/// A result that was posted.
struct Posted {
    result: &'static str,
    /// The daemon that was the last to show it. What another one does not show may be still to come.
    daemon: String,
}

/// What was posted, by round and table.
type Known = BTreeMap<(u16, u16), Posted>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let bus: Bus = words.next().as_deref().unwrap_or("system").parse()?;
    let receiver = match words.next() {
        Some(address) => Receiver::at(address.parse()?)?,
        None => Receiver::Output,
    };
    let mut known = Known::new();
    loop {
        // What was posted stays known while there is no daemon, or no bus.
        let Err(error) = follow(&bus, &receiver, &mut known).await;
        writeln!(std::io::stderr(), "{error}")?;
        tokio::time::sleep(AGAIN).await;
    }
}

/// Posts what is new for as long as the bus lasts.
async fn follow(
    bus: &Bus,
    receiver: &Receiver,
    known: &mut Known,
) -> Result<Infallible, MirrorError> {
    let mut mirror = PublicMirror::connect(bus).await?;
    loop {
        let (games, daemon) = (mirror.games(), mirror.daemon().map(ToString::to_string));
        for round in mirror.rounds() {
            for pairing in round.places.iter().map(|place| &place.pairing) {
                let at = (round.number, pairing.board.get());
                let game = games.iter().rfind(|game| (game.round, game.table) == at);
                // What people decided counts before what the board shows.
                let outcome = pairing.outcome.or_else(|| game?.outcome);
                let before = known.get(&at).map(|posted| (posted.result, &posted.daemon));
                let result = match (outcome, before) {
                    (Some(outcome), _) => outcome.word(),
                    (None, Some((_, shown_by))) if Some(shown_by) == daemon.as_ref() => OPEN,
                    (None, _) => continue,
                };
                if before.is_none_or(|(known, _)| known != result) {
                    let line = json!({
                        "round": round.number, "table": at.1, "result": result,
                        "white": pairing.white.name.to_string(), "black": pairing.black.name.to_string(),
                    });
                    receiver.take(&line.to_string()).await;
                }
                known.insert(at, Posted { result, daemon: daemon.clone().unwrap_or_default() });
            }
        }
        let signal = mirror.signal().await?;
        mirror.take(signal).await?;
    }
}

/// Who gets the lines.
enum Receiver {
    Output,
    Web(Uri, Box<Client<HttpsConnector<HttpConnector>, Full<Bytes>>>),
}

impl Receiver {
    fn at(address: Uri) -> std::io::Result<Self> {
        let connector = HttpsConnectorBuilder::new().with_native_roots()?;
        let connector = connector.https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self::Web(address, Box::new(client)))
    }

    /// Gives it a line, again and again until it takes it.
    async fn take(&self, line: &str) {
        while let Err(error) = self.offer(line).await {
            let _ = writeln!(std::io::stderr(), "{error}");
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn offer(&self, line: &str) -> Result<(), Box<dyn Error>> {
        let Self::Web(address, client) = self else {
            return Ok(writeln!(std::io::stdout(), "{line}")?);
        };
        let request = Request::post(address).header(header::CONTENT_TYPE, "application/json");
        let request = request.body(Full::from(line.to_owned()))?;
        let status = client.request(request).await?.status();
        if status.is_success() { Ok(()) } else { Err(format!("{address}: {status}").into()) }
    }
}

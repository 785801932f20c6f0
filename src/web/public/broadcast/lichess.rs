//! Pushes the games of a round to a round of a broadcast on Lichess (`POST /api/broadcast/round/{round}/push`).
//!
//! A push has the games that have changed, whole. Lichess knows each again by its `GameId`, so one that is sent twice harms
//! nothing. It keeps the position that a game began from for good, and refuses a game with an illegal move: what is sent is
//! the part that can be replayed from there, and the result.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use tokio::time::Instant;
use touchmove_client::broadcast::SendTrouble;
use touchmove_core::sheet::pgn;

use super::destination::LichessRound;
use super::progress::{Progress, Sending};
use super::reply;
use super::report::{Failure, SentGame};
use super::way::{Turn, Waits, Way};
use crate::public::cloud;
use crate::public::view::{Board, PublicView, Round};

/// A server of Lichess.
#[derive(Clone, Debug)]
pub(crate) struct LichessServer(String);

/// What was named is none.
#[derive(Debug, thiserror::Error)]
#[error("name the server as in https://lichess.org; without encryption on this machine alone")]
pub(crate) struct NoLichessServer;

impl FromStr for LichessServer {
    type Err = NoLichessServer;

    /// A token is not sent in the clear, except to this machine.
    fn from_str(text: &str) -> Result<Self, NoLichessServer> {
        let uri: Uri = text.parse().map_err(|_| NoLichessServer)?;
        let host = uri.host().unwrap_or_default();
        let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        let is_safe = match uri.scheme_str() {
            Some("https") => !host.is_empty(),
            Some("http") => is_here,
            _ => false,
        };
        let authority = uri.authority().map(|it| it.as_str()).filter(|it| !it.contains('@'));
        let scheme =
            uri.scheme_str().filter(|_| is_safe && uri.path() == "/" && uri.query().is_none());
        match (scheme, authority) {
            (Some(scheme), Some(authority)) => Ok(Self(format!("{scheme}://{authority}"))),
            _ => Err(NoLichessServer),
        }
    }
}

impl fmt::Display for LichessServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl LichessServer {
    /// Where games of a round are pushed to.
    fn push(&self, round: &LichessRound) -> Result<Uri, Failure> {
        let address = format!("{self}/api/broadcast/round/{round}/push");
        address.parse().map_err(|error| Failure::new(SendTrouble::NotThere, error))
    }
}

/// The games of a round, on their way to a round on Lichess.
pub(super) struct Feed {
    pub(super) server: LichessServer,
    pub(super) lichess: LichessRound,
    pub(super) round: u16,
    pub(super) way: Way,
}

impl Feed {
    /// Sends what changes until nobody wants it any more.
    pub(super) async fn run(mut self) {
        let (mut progress, mut was_there) = (Progress::default(), false);
        loop {
            let view = self.way.look();
            let boards = self.boards(&view);
            let versions = boards.iter().map(|board| (board.table(), board.since()));
            progress.notice(versions, Instant::now());
            let round = view.round(self.round);
            // A daemon that has just shown the round tells its results in a moment.
            let is_there = round.is_some() && view.is_current();
            if is_there && !was_there {
                self.way.settle();
            }
            was_there = is_there;
            if let Some(round) = round.filter(|_| self.way.is_open()) {
                self.push(round, &mut progress).await;
            }
            let shown = boards.iter().map(|board| shown(self.round, board, &progress));
            self.way.show(shown.collect());
            match self.way.next(Waits::of(progress.is_behind())).await {
                Some(Turn::Look) => {}
                Some(Turn::BeginAnew) => progress.begin_anew(Instant::now()),
                None => return,
            }
        }
    }

    /// The boards whose games are sent.
    fn boards(&self, view: &PublicView) -> Vec<Arc<Board>> {
        let boards = view.round(self.round).map(|round| round.boards()).unwrap_or_default();
        let is_sent = |board: &&Arc<Board>| {
            self.way.destination().has_section(board.place().pairing.section.as_deref())
        };
        boards.iter().filter(is_sent).cloned().collect()
    }

    /// Sends what has waited longest.
    async fn push(&mut self, round: &Round, progress: &mut Progress) {
        let event = cloud::id_of(round);
        let next = progress.next(|table| Some(text(&event, round.board(table)?).into()));
        let Some(oldest) = next.first().map(|sending| sending.due) else { return };
        let began = Instant::now();
        self.way.settle();
        match self.post(&next).await {
            Ok(refused) => {
                for (sent, refused) in next.into_iter().zip(refused) {
                    progress.answer(sent, refused, began);
                }
                self.way.succeed(oldest.elapsed());
            }
            Err(failure) => self.way.fail(failure),
        }
    }

    /// Posts these games; for each what was said against it.
    async fn post(&self, games: &[Sending]) -> Result<Vec<Option<String>>, Failure> {
        let bearer = HeaderValue::from_str(&format!("Bearer {}", self.way.key()?.secret()));
        let mut bearer = bearer.map_err(|error| Failure::new(SendTrouble::NoKey, error))?;
        bearer.set_sensitive(true);
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        let fields =
            HeaderMap::from_iter([(header::AUTHORIZATION, bearer), (header::CONTENT_TYPE, plain)]);
        let texts: Vec<_> = games.iter().map(|game| &*game.text).collect();
        let address = self.server.push(&self.lichess)?;
        let posted = self.way.post(&address, fields, texts.join("\n").into()).await?;
        reply::read(&posted, games.len())
    }
}

/// A game as it is sent. It is the same game for as long as it is at its table.
fn text(event: &str, board: &Board) -> String {
    let (round, table) = (board.place().pairing.round, board.table());
    pgn::write_replayable(&board.sheet(), &format!("{event}-{round}-{table}"))
}

/// A game, and what has become of it.
fn shown(round: u16, board: &Board, progress: &Progress) -> SentGame {
    let (is_behind, refused) = progress.of_table(board.table());
    let pairing = &board.place().pairing;
    SentGame {
        round,
        table: board.table(),
        white: pairing.white.name.to_string(),
        black: pairing.black.name.to_string(),
        is_behind,
        refused: refused.map(str::to_owned),
        ends_before: board.ends_before().map(|number| number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::sheet::SheetStart;
    use touchmove_core::sheet::samples::played;

    use super::*;
    use crate::public::view::samples::view_of;

    #[test]
    fn a_token_goes_to_nobody_in_the_clear() {
        for text in ["https://lichess.org", "https://lichess.dev:8443/", "http://127.0.0.1:9000"] {
            assert!(text.parse::<LichessServer>().is_ok(), "{text}");
        }
        for text in
            ["", "lichess.org", "http://lichess.org", "https://a@b/", "https://lichess.org/api"]
        {
            assert!(text.parse::<LichessServer>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_illegal_move_that_stands_ends_what_is_sent_and_is_told() {
        let view = view_of(played(SheetStart::usual(), "e4 e5 !e1e3 Nc6"));
        let board = view.round(3).unwrap().board(12).unwrap();
        let text = text("event", board);
        assert!(text.contains("[GameId \"event-3-12\"]") && !text.contains("SetUp"), "{text}");
        assert!(text.contains("e5") && !text.contains("Nc6"), "{text}");
        let told = shown(3, board, &Progress::default());
        assert_eq!(told.ends_before.as_deref(), Some("2."));
    }
}

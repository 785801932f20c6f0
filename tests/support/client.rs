//! A client on the bus: what it finds in the live tree, and waiting until it finds something.

use std::cell::RefCell;

use futures_util::StreamExt;
use tokio::sync::watch;
use touchmove_client::details::{Details, PastEvent};
use touchmove_client::path::LIVE;
use touchmove_client::proxy::{BoardProxy, GameProxy, StationProxy};
use touchmove_client::service::LIVE_NAME;
use zbus::proxy::CacheProperties;
use zbus::{Connection, MatchRule, MessageStream, OwnedObjectPath, OwnedVariant, message};

use super::PrivateBus;
use super::patience::PATIENCE;

/// How the men stand before a game, as a board shows it.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A client of the live tree.
#[derive(Debug)]
pub(crate) struct Client {
    connection: Connection,
    /// Changes with every signal of the tree, and when the daemon comes or goes.
    signals: watch::Receiver<u64>,
}

/// A game as its properties show it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    /// Its object.
    pub(crate) path: OwnedObjectPath,
    /// The moves that stand, in UCI.
    pub(crate) moves: Vec<String>,
    /// The result, and why.
    pub(crate) result: (String, String),
}

/// A line of the scoresheet that events tell: a move in UCI, and the mover's time after it.
pub(crate) type Scored = (String, Option<u32>);

impl Client {
    /// Gets onto `bus`.
    pub(crate) async fn on(bus: &PrivateBus) -> Self {
        let connection = bus.bus().connect().await.unwrap();
        let mut signals = subscribe(&connection).await;
        let (bump, changes) = watch::channel(0);
        tokio::spawn(async move {
            while signals.next().await.is_some() {
                bump.send_modify(|count| *count += 1);
            }
        });
        Self { connection, signals: changes }
    }

    /// Waits until `look` finds what it is to find; it looks again after signals. What it finds
    /// instead is told when time is up.
    pub(crate) async fn until<T>(&mut self, look: impl AsyncFn(&Self) -> Result<T, String>) -> T {
        let found_instead = RefCell::new(String::new());
        let waiting = async {
            loop {
                self.signals.mark_unchanged();
                match look(self).await {
                    Ok(found) => return found,
                    Err(other) => *found_instead.borrow_mut() = other,
                }
                self.signals.changed().await.unwrap();
            }
        };
        let Ok(found) = tokio::time::timeout(PATIENCE, waiting).await else {
            panic!("after {PATIENCE:?}: {}", found_instead.borrow())
        };
        found
    }

    /// The game being played on `board`, which is named as in `dgt_12345`.
    pub(crate) async fn game_on(&self, board: &str) -> Result<Game, String> {
        let path = self.board(board).await.game().await.map_err(|error| error.to_string())?;
        if path.as_str() == "/" {
            return Err(format!("no game on {board}"));
        }
        self.game(path).await
    }

    /// The game at `path`.
    pub(crate) async fn game(&self, path: OwnedObjectPath) -> Result<Game, String> {
        let game = self.proxy(&path).await;
        let shown = async {
            let result = (game.result().await?, game.result_reason().await?);
            Ok(Game { path, moves: game.moves().await?, result })
        };
        shown.await.map_err(|error: zbus::fdo::Error| error.to_string())
    }

    /// The game being played on `board`, as PGN.
    pub(crate) async fn pgn_on(&self, board: &str) -> Result<String, String> {
        let game = self.game_on(board).await?;
        self.proxy(&game.path).await.pgn().await.map_err(|error| error.to_string())
    }

    /// The incidents that stand in the game on `board`; what is played instead, where there are none.
    pub(crate) async fn incidents_on(&self, board: &str) -> Result<Vec<Details>, String> {
        let game = self.game_on(board).await?;
        let incidents = self.proxy(&game.path).await.incidents().await;
        let incidents = incidents.map_err(|error| error.to_string())?;
        if incidents.is_empty() { Err(format!("{:?}", game.moves)) } else { Ok(incidents) }
    }

    /// The link of `board`.
    pub(crate) async fn link_of(&self, board: &str) -> Result<String, String> {
        self.board(board).await.link().await.map_err(|error| error.to_string())
    }

    /// Where `board` is.
    pub(crate) async fn port_of(&self, board: &str) -> Result<String, String> {
        self.board(board).await.port().await.map_err(|error| error.to_string())
    }

    /// Waits until `board` is at a port whose name ends like this.
    pub(crate) async fn until_port(&mut self, board: &str, port: &str) {
        let look = async |client: &Self| match client.port_of(board).await? {
            at if at.ends_with(port) => Ok(()),
            at => Err(format!("{board} is at {at}")),
        };
        self.until(look).await;
    }

    /// Waits until it is so with `board`, for this reason.
    pub(crate) async fn until_state(&mut self, board: &str, state: &str, why: &str) {
        let look = async |client: &Self| {
            let board = client.board(board).await;
            let shown = async { Ok((board.state().await?, board.why().await?)) };
            match shown.await.map_err(|error: zbus::fdo::Error| error.to_string())? {
                shown if shown == (state.to_owned(), why.to_owned()) => Ok(()),
                shown => Err(format!("{} is {shown:?}", board.inner().path())),
            }
        };
        self.until(look).await;
    }

    /// Waits until it is so with the port whose name ends like this, for this reason.
    pub(crate) async fn until_port_state(&mut self, port: &str, state: &str, why: &str) {
        let look = async |client: &Self| {
            let station = StationProxy::builder(&client.connection)
                .cache_properties(CacheProperties::No)
                .build();
            let ports = async { station.await?.ports().await };
            let ports = ports.await.map_err(|error| error.to_string())?;
            let is_so = |shown: &Details| {
                text(shown, "port").ends_with(port)
                    && (text(shown, "state"), text(shown, "why")) == (state, why)
            };
            if ports.iter().any(is_so) { Ok(()) } else { Err(format!("{ports:?}")) }
        };
        self.until(look).await;
    }

    /// Whether `board` lies the other way round, in a word.
    pub(crate) async fn lies_turned(&self, board: &str) -> String {
        self.board(board).await.turned().await.unwrap()
    }

    /// Waits until the link of `board` is in this state.
    pub(crate) async fn until_link(&mut self, board: &str, state: &str) {
        let look = async |client: &Self| match client.link_of(board).await? {
            link if link == state => Ok(()),
            link => Err(format!("the link of {board} is {link}, not {state}")),
        };
        self.until(look).await;
    }

    /// Waits until `board` is known to show this: what it has written down itself is read before it is read out.
    pub(crate) async fn until_shown(&mut self, board: &str, placement: &str) {
        let look = async |client: &Self| {
            let shown = client.board(board).await.placement().await;
            match shown.map_err(|error| error.to_string())? {
                shown if shown == placement => Ok(()),
                shown => Err(format!("{board} shows {shown}")),
            }
        };
        self.until(look).await;
    }

    /// Waits until these moves stand in the game on `board`, and no others.
    pub(crate) async fn until_moves(&mut self, board: &str, moves: &[impl AsRef<str>]) -> Game {
        let look = async |client: &Self| {
            let game = client.game_on(board).await?;
            let same = game.moves.iter().map(String::as_str).eq(moves.iter().map(AsRef::as_ref));
            if same { Ok(game) } else { Err(format!("{game:?}")) }
        };
        self.until(look).await
    }

    /// Every event of a game.
    pub(crate) async fn events(&self, game: &OwnedObjectPath) -> Vec<PastEvent> {
        self.events_since(game, 0).await
    }

    /// The events of a game with numbers above `sequence`.
    pub(crate) async fn events_since(
        &self,
        game: &OwnedObjectPath,
        sequence: u64,
    ) -> Vec<PastEvent> {
        let (game, mut events) = (self.proxy(game).await, Vec::<PastEvent>::new());
        loop {
            let last = events.last().map_or(sequence, |(last, ..)| *last);
            match game.events_since(last).await.unwrap() {
                page if page.is_empty() => return events,
                page => events.extend(page),
            }
        }
    }

    async fn board(&self, id: &str) -> BoardProxy<'static> {
        let builder = BoardProxy::builder(&self.connection)
            .cache_properties(CacheProperties::No)
            .path(format!("{LIVE}/boards/{id}"));
        builder.build().await.unwrap()
    }

    async fn proxy(&self, game: &OwnedObjectPath) -> GameProxy<'static> {
        let builder = GameProxy::builder(&self.connection)
            .cache_properties(CacheProperties::No)
            .path(game.clone());
        builder.build().await.unwrap()
    }
}

/// All signals of the live tree, and word of the daemon's coming and going.
async fn subscribe(connection: &Connection) -> impl futures_util::Stream + Send + Unpin + 'static {
    let signal = || MatchRule::builder().msg_type(message::Type::Signal);
    let tree = signal().sender(LIVE_NAME).path_namespace(LIVE).build().unwrap();
    let owner = signal().member("NameOwnerChanged").arg(0, LIVE_NAME).build().unwrap();
    let tree = MessageStream::for_match_rule(tree, connection, None).await.unwrap();
    let owner = MessageStream::for_match_rule(owner, connection, None).await.unwrap();
    futures_util::stream::select(tree, owner)
}

/// The scoresheet that events tell: the moves that stand, with the time of those that a press
/// completed.
pub(crate) fn scoresheet(events: &[PastEvent]) -> Vec<Scored> {
    let mut sheet: Vec<(u64, Scored)> = Vec::new();
    for (_, _, more) in events.iter().filter(|(_, name, _)| name == "Moved") {
        let id: u64 = number(more, "id").unwrap();
        let uci = text(more, "uci");
        match text(more, "state") {
            "made" => sheet.push((id, (uci.to_owned(), None))),
            "superseded" => sheet.retain(|(known, _)| *known != id),
            _ => {
                let line = sheet.iter_mut().find(|(known, _)| *known == id).expect("a known move");
                line.1.1 = number(more, "clk_ms");
            }
        }
    }
    sheet.into_iter().map(|(_, scored)| scored).collect()
}

/// An argument of an event that is text.
pub(crate) fn text<'a>(more: &'a Details, name: &str) -> &'a str {
    more.get(name).and_then(|value| value.try_into().ok()).unwrap_or_else(|| panic!("{more:?}"))
}

/// An argument of an event that is a number.
pub(crate) fn number<'a, N: TryFrom<&'a OwnedVariant>>(more: &'a Details, name: &str) -> Option<N> {
    more.get(name).and_then(|value| value.try_into().ok())
}

/// All events of a game are there, each once and in its place.
pub(crate) fn assert_numbered(events: &[PastEvent]) {
    let numbers: Vec<_> = events.iter().map(|(number, ..)| *number).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
}

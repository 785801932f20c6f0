//! Every output, and who reads it all the while: some are listened to, the others are asked again and again.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::json;
use tokio::task;
use touchmove_client::path::PUBLIC;
use touchmove_client::proxy::PublicGameProxy;
use touchmove_client::service::PUBLIC_NAME;
use zbus::fdo::ObjectManagerProxy;
use zbus::message::Type;
use zbus::proxy::CacheProperties;
use zbus::{Connection, MatchRule, MessageStream, Structure};

use super::witness::{Output, Witness};
use crate::support::broadcaster::{Broadcaster, broadcast};
use crate::support::client::START;
use crate::support::http::{Answer, Request};
use crate::support::lichess::{Lichess, ROUND};
use crate::support::livechess::{LiveChess, Socket};
use crate::support::looking::until;
use crate::support::receiver::Receiver;
use crate::support::spectators::Spectators;
use crate::support::venue::Venue;

/// From one look to the next: nobody else on this machine is to wait for it.
const BREATH: Duration = Duration::from_millis(40);

/// The roles that make what is public known, and those to whom it is sent.
pub(super) struct Outputs {
    spectators: Spectators,
    livechess: LiveChess,
    lichess: Lichess,
    receiver: Receiver,
    _broadcaster: Broadcaster,
}

impl Outputs {
    /// All of them, where a round is played.
    pub(super) fn of(venue: &Venue) -> Self {
        let (lichess, receiver) = (Lichess::open(), Receiver::open());
        let broadcaster = Broadcaster::on(&venue.bus, &lichess.address());
        broadcast(venue, &["add", "lichess", ROUND, "--round", "3"]);
        let hook = format!("http://{}/hook", receiver.at);
        broadcast(venue, &["add", "webhook", &hook, "--round", "3"]);
        let spectators = Spectators::on(&venue.bus);
        spectators.json_once("/round-3/index.json", |it| it["pairings"].is_array());
        Self {
            spectators,
            livechess: LiveChess::open(&venue.bus),
            lichess,
            receiver,
            _broadcaster: broadcaster,
        }
    }

    /// Tells what was sent so far, and when it came.
    pub(super) fn tell_what_was_sent(&self, witness: &Witness) {
        for push in self.lichess.pushes() {
            witness.hear_of(Output::Lichess, &push.text, push.at);
        }
        for posted in self.receiver.posted() {
            witness.hear_of(Output::Webhook, &posted.body, posted.at);
        }
    }
}

/// Those who read, until they are told to leave.
pub(super) struct Readers {
    witness: Arc<Witness>,
    leaves: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    tasks: Vec<task::JoinHandle<()>>,
}

impl Readers {
    /// Begins to read everything.
    pub(super) async fn of(outputs: &Outputs, venue: &Venue, witness: &Arc<Witness>) -> Self {
        let (witness, leaves) = (Arc::clone(witness), Arc::default());
        let (threads, tasks) = Default::default();
        let mut readers = Self { witness, leaves, threads, tasks };
        let public = venue.bus.bus().connect().await.unwrap();
        readers.listen_to_the_bus(&public).await;
        readers.look_at_the_bus(public);
        readers.look_at_pages(outputs.spectators.at());
        readers.look_at_texts(outputs.spectators.at());
        readers.look_into(venue.folder.path());
        readers.follow_boards(outputs.livechess.connect().await).await;
        readers.look_at_livechess(&outputs.livechess);
        readers
    }

    /// Nobody leaves before he is told to.
    pub(super) fn assert_all_read(&self) {
        let has_left = self.threads.iter().any(JoinHandle::is_finished)
            || self.tasks.iter().any(task::JoinHandle::is_finished);
        assert!(!has_left, "somebody does not read any more");
    }

    /// Has them leave.
    pub(super) async fn leave(self) {
        self.assert_all_read();
        self.leaves.store(true, Ordering::Relaxed);
        self.tasks.iter().for_each(task::JoinHandle::abort);
        let gone = task::spawn_blocking(move || {
            self.threads.into_iter().map(JoinHandle::join).collect::<Result<Vec<_>, _>>()
        });
        gone.await.unwrap().unwrap_or_else(|failed| std::panic::resume_unwind(failed));
    }

    async fn listen_to_the_bus(&mut self, public: &Connection) {
        let rule = MatchRule::builder().msg_type(Type::Signal).path_namespace(PUBLIC).build();
        let signals = MessageStream::for_match_rule(rule.unwrap(), public, None).await;
        let (mut signals, witness) = (signals.unwrap(), Arc::clone(&self.witness));
        let listening = tokio::spawn(async move {
            while let Some(Ok(signal)) = signals.next().await {
                let body = signal.body();
                let told = body.deserialize::<Structure<'_>>();
                witness.hear(Output::BusSignals, &format!("{told:?}"));
            }
        });
        self.tasks.push(listening);
    }

    fn look_at_the_bus(&mut self, public: Connection) {
        let witness = Arc::clone(&self.witness);
        let looking = tokio::spawn(async move {
            let mut looks = tokio::time::interval(BREATH);
            loop {
                looks.tick().await;
                witness.hear(Output::BusTree, &everything_on(&public).await);
            }
        });
        self.tasks.push(looking);
    }

    fn look_at_pages(&mut self, at: SocketAddr) {
        self.ask_again(Output::RoundPage, at, &["/"]);
        self.ask_again(Output::WallPage, at, &["/wall?boards=2"]);
        self.ask_again(Output::OverlayPages, at, &["/overlay/3.1", "/overlay/2?layout=strip"]);
        self.follow(Output::RoundStream, at, "/live?page=round&at=3");
        self.follow(Output::WallStream, at, "/live?page=wall&boards=2");
        self.follow(Output::OverlayStreams, at, "/live?page=overlay&round=3&table=1");
        self.follow(Output::OverlayStreams, at, "/live?page=overlay&table=2");
    }

    fn look_at_texts(&mut self, at: SocketAddr) {
        let of_games = |ending: &str| [1, 2].map(|table| format!("/round-3/game-{table}.{ending}"));
        let [pgn, cloud] = ["pgn", "json"].map(of_games);
        self.ask_again(Output::PgnOfGames, at, &pgn.each_ref().map(String::as_str));
        self.ask_again(Output::CloudGames, at, &cloud.each_ref().map(String::as_str));
        self.ask_again(Output::PgnOfRound, at, &["/round-3/games.pgn"]);
        self.ask_again(Output::CloudIndex, at, &["/round-3/index.json", "/tournament.json"]);
        self.ask_again(Output::Contents, at, &["/index.json"]);
        self.wait_for(Output::PgnWaitedFor, at, "/round-3/games.pgn");
    }

    fn look_into(&mut self, folder: &Path) {
        let folder = folder.join("round-3");
        self.look(Output::Folder, move || {
            let files = std::fs::read_dir(&folder).into_iter().flatten().map_while(Result::ok);
            files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
        });
    }

    /// Follows both boards on a WebSocket, each with its moves from the first position on.
    async fn follow_boards(&mut self, mut socket: Socket) {
        let call = |id: u32, method: &str, param: serde_json::Value| {
            json!({ "id": id, "call": method, "param": param }).to_string()
        };
        let boards = call(0, "eboards", json!(null));
        while socket.ask(&boards).await["param"].as_array().is_none_or(|boards| boards.len() < 2) {}
        for (feed, serial) in [(1, "12345"), (2, "54321")] {
            let board =
                json!({ "feed": "eboardevent", "id": feed, "param": { "serialnr": serial } });
            socket.say(&call(feed, "subscribe", board)).await;
            let fen = json!({ "fen": format!("{START} w KQkq - 0 1") });
            let setup = json!({ "id": feed, "method": "setup", "param": fen });
            socket.say(&call(feed, "call", setup)).await;
        }
        let witness = Arc::clone(&self.witness);
        let following = tokio::spawn(async move {
            loop {
                witness.hear(Output::LiveChessFeeds, &socket.hear_text().await);
            }
        });
        self.tasks.push(following);
    }

    fn look_at_livechess(&mut self, livechess: &LiveChess) {
        let tournament = until(|| {
            let tournaments = livechess.value("/api/v1.0/tournaments");
            tournaments[0]["uuid"].as_str().map(str::to_owned).ok_or(tournaments.to_string())
        });
        let round = format!("/api/v1.0/round/{tournament}/2");
        let pairings = livechess.value(&round)["pairings"].clone();
        let game = |pairing: &serde_json::Value| {
            format!("/api/v1.0/game/{}", pairing["uuid"].as_str().unwrap())
        };
        let games: Vec<_> = pairings.as_array().unwrap().iter().map(game).collect();
        let games: Vec<_> = games.iter().map(String::as_str).collect();
        self.ask_again(Output::LiveChessBoards, livechess.at(), &["/api/v1.0/eboards"]);
        self.ask_again(Output::LiveChessGames, livechess.at(), &games);
        self.ask_again(Output::LiveChessRound, livechess.at(), &[&round]);
    }

    /// Asks for these again and again.
    fn ask_again(&mut self, output: Output, at: SocketAddr, paths: &[&str]) {
        let paths: Vec<_> = paths.iter().map(ToString::to_string).collect();
        let ask = move |path: &String| get(at, path, &[]).body;
        self.look(output, move || paths.iter().map(ask).collect());
    }

    /// Looks again and again.
    fn look(&mut self, output: Output, look: impl Fn() -> String + Send + 'static) {
        let (witness, leaves) = (Arc::clone(&self.witness), Arc::clone(&self.leaves));
        self.threads.push(thread::spawn(move || {
            let mut before = String::new();
            while !leaves.load(Ordering::Relaxed) {
                let text = look();
                if text != before {
                    witness.hear(output, &text);
                    before = text;
                }
                thread::sleep(BREATH);
            }
        }));
    }

    /// Asks for a text, and then to be answered when it is another one.
    fn wait_for(&mut self, output: Output, at: SocketAddr, path: &'static str) {
        let (witness, leaves) = (Arc::clone(&self.witness), Arc::clone(&self.leaves));
        self.threads.push(thread::spawn(move || {
            let mut known = String::new();
            while !leaves.load(Ordering::Relaxed) {
                let answer = get(at, path, &[&known, "Prefer: wait=1"]);
                witness.hear(output, &answer.body);
                known = format!("If-None-Match: {}", answer.tag());
            }
        }));
    }

    /// Reads what a page is told, which is word each second at least.
    fn follow(&mut self, output: Output, at: SocketAddr, path: &str) {
        let mut stream = BufReader::new(Request::send(at, "GET", path, &[]).0);
        let (witness, leaves) = (Arc::clone(&self.witness), Arc::clone(&self.leaves));
        self.threads.push(thread::spawn(move || {
            while !leaves.load(Ordering::Relaxed) {
                let mut line = String::new();
                assert_ne!(stream.read_line(&mut line).unwrap(), 0, "{output:?} has ended");
                witness.hear(output, &line);
            }
        }));
    }
}

fn get(at: SocketAddr, path: &str, fields: &[&str]) -> Answer {
    let given = fields.iter().copied().filter(|field| !field.is_empty());
    let fields: Vec<_> = given.chain(["Connection: close"]).collect();
    Request::send(at, "GET", path, &fields).answer()
}

/// All that the public name tells whoever asks.
async fn everything_on(public: &Connection) -> String {
    let tree = ObjectManagerProxy::new(public, PUBLIC_NAME, PUBLIC).await.unwrap();
    let objects = tree.get_managed_objects().await.unwrap();
    let mut told = format!("{objects:?}");
    for path in objects.into_keys() {
        let game = PublicGameProxy::builder(public).cache_properties(CacheProperties::No);
        let game = game.path(path).build().await.unwrap();
        // A round has neither.
        told += &format!("{:?} {:?}", game.events_since(0).await, game.pgn().await);
    }
    told
}

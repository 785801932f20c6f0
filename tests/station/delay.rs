//! What is under delay stays unknown: the real daemon with simulated boards, and the public reading along.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use touchmove_client::call_error;
use touchmove_client::path::PUBLIC;
use touchmove_client::proxy::PublicGameProxy;
use touchmove_client::service::PUBLIC_NAME;
use touchmove_drivers::Observation;
use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::{Body, Headers};
use touchmove_lab::simulate::PgnGame;
use touchmove_station::journal::{Journal, PastEntry};
use zbus::fdo::ObjectManagerProxy;
use zbus::message::{Message, Type};
use zbus::proxy::CacheProperties;
use zbus::{Connection, MatchRule, MessageStream};

use crate::support::PrivateBus;
use crate::support::client::{Client, text};
use crate::support::games::Scored;
use crate::support::patience::PATIENCE;
use crate::support::simulation::{HASTY, Simulation};
use crate::support::spectators::Spectators;
use crate::support::table::Table;
use crate::support::venue::Venue;

const PAIRINGS: &str = "\
round,board,section,white,black,time_control,event
3,1,,\"Oro, Faustino\",\"Brkic, Ante\",90:00+0:30,Bled Open
3,2,U16,\"Ghosh, Diptayan\",\"Bartel, Mateusz\",90:00+0:30,Bled Open
";
const BOARDS: [&str; 2] = ["11", "22"];

/// How often the public looks.
const LOOKS: Duration = Duration::from_millis(10);

#[tokio::test(flavor = "multi_thread")]
async fn under_a_delay_in_moves_no_public_way_is_early() {
    let games = ["oro-brkic.pgn", "ghosh-bartel.pgn"].map(Scored::demo);
    let delays: [&[&str]; 2] = [&["--delay-moves", "3"], &["U16", "--delay-moves", "1"]];
    let (mut venue, boards) = opened(&games, &delays).await;
    let mut public = Public::on(&venue.bus).await;
    let spectators = Spectators::on(&venue.bus);
    let mut looks = tokio::time::interval(LOOKS);
    let since = Instant::now();
    let (mut was_killed, mut moves_signalled) = (false, 0);
    loop {
        looks.tick().await;
        let signalled = public.signalled();
        let on_the_bus = public.games().await;
        let files = [1, 2].map(|table| file(&venue, table));
        let shown = [1, 2].map(|table| shown(&spectators, table, &games[usize::from(table) - 1]));
        // What was told is read after what is public, so that it is not less.
        let truths = [("11", 3), ("22", 1)].map(|(serial, lag)| Truth::of(&venue, serial, lag));
        let told: Vec<_> = games.iter().zip(&truths).collect();
        for signal in &signalled {
            let is_due = told.iter().any(|(game, truth)| truth.allows_signal(game, signal));
            assert!(is_due, "{signal:?} is early: {truths:?}");
        }
        for seen in &on_the_bus {
            let is_due = told.iter().any(|(game, truth)| truth.allows(game, seen));
            assert!(is_due, "{seen:?} is early: {truths:?}");
        }
        for (seen, (game, truth)) in files.iter().zip(&told) {
            assert!(truth.allows(game, seen), "{seen:?} is early: {truth:?}");
        }
        for (all, (game, truth)) in shown.iter().zip(&told) {
            for seen in all {
                assert!(truth.allows(game, seen), "{seen:?} is early: {truth:?}");
            }
        }
        moves_signalled += signalled.iter().flatten().count();
        let is_whole = |seen: &Seen| seen.result != "*";
        let mut everywhere = on_the_bus.iter().chain(&files).chain(shown.iter().flatten());
        if on_the_bus.len() == 2 && everywhere.all(is_whole) {
            break;
        }
        if !was_killed && truths[0].most_moves > 20 {
            was_killed = true;
            venue = venue.kill();
        }
        assert!(since.elapsed() < PATIENCE, "{on_the_bus:?} {files:?}");
    }
    assert!(was_killed && moves_signalled > 40, "{moves_signalled}");
    says_nothing(&venue.log(), &games);
    boards.into_iter().for_each(Simulation::finish);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delay_in_time_holds_the_result_too_and_every_switch_is_audited() {
    let game = Scored::demo("ghosh-bartel.pgn");
    let (venue, boards) = opened(std::slice::from_ref(&game), &[&["--delay", "1h"]]).await;
    let public = Public::on(&venue.bus).await;
    let mut client = Client::on(&venue.bus).await;
    let board = "dgt_00011";
    client.until(async |client| at_least(client, board, 10).await).await;
    assert_eq!(public.games().await, []);
    assert_eq!(file(&venue, 1).moves, [""; 0]);

    venue.section(&["set", "--no-delay", "--reason", "the broadcast stood still"]);
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("5. "));
    venue.section(&["set", "--delay", "1h"]);
    let told = Truth::of(&venue, BOARDS[0], 0).most_moves;
    assert!(told < game.moves.len(), "the game is over too early for this test");
    boards.into_iter().for_each(Simulation::finish);
    client
        .until(async |client| {
            let game = client.game_on(board).await?;
            if game.result.0 == "*" { Err(format!("{game:?}")) } else { Ok(()) }
        })
        .await;
    let before = (public.games().await, file(&venue, 1));
    for seen in before.0.iter().chain([&before.1]) {
        assert!(
            !seen.moves.is_empty() && seen.moves.len() <= told && seen.result == "*",
            "{seen:?}"
        );
    }
    says_nothing(&venue.log(), std::slice::from_ref(&game));
    let venue = venue.kill();
    client.until(async |client| at_least(client, board, game.moves.len()).await).await;
    let public = Public::on(&venue.bus).await;
    assert_eq!((public.games().await, file(&venue, 1)), before);

    venue.section(&["set", "--no-delay"]);
    let result = format!("[Result \"{}\"]", game.result);
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains(&result));
    assert_eq!(file(&venue, 1).moves, game.moves);
    audited(&venue, &game);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_nobody_heard_is_marked_or_withheld_until_a_person_says_that_it_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["assign", "1", "dgt_12345"]);
    venue.section(&["set", "--doubtful", "withheld", "--output", "bus"]);
    assert!(venue.section(&["status"]).contains("none, doubtful withheld"));
    table.play(&["e2e4", "e7e5"]);
    client.until_moves("dgt_12345", &["e2e4", "e7e5"]).await;
    table.unplug();
    table.make("g1f3");
    table.plug_in();
    client.until_moves("dgt_12345", &["e2e4", "e7e5", "g1f3"]).await;
    let is_marked = |pgn: &str| pgn.contains("2. Nf3 {doubtful}");
    venue.broadcasts("round-3/game-1.pgn", is_marked);
    let public = Public::on(&venue.bus).await;
    assert_eq!(public.games().await[0].moves, ["e2e4", "e7e5"]);

    let venue = venue.kill_and(|| table.free());
    client.until_link("dgt_12345", "up").await;
    client.until_moves("dgt_12345", &["e2e4", "e7e5", "g1f3"]).await;
    let public = Public::on(&venue.bus).await;
    assert_eq!(public.games().await[0].moves, ["e2e4", "e7e5"]);
    venue.broadcasts("round-3/game-1.pgn", is_marked);
    venue.game(&["replace", "3.1", "3", "Nf3", "--reason", "the scoresheets have it", "--yes"]);
    client
        .until(async |_| match public.games().await[0].moves.len() {
            3 => Ok(()),
            moves => Err(format!("{moves} moves are public")),
        })
        .await;
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("2. Nf3") && !is_marked(pgn));
}

#[test]
fn sections_share_a_round_and_each_has_its_own_delay() {
    let venue = Venue::open(Vec::new());
    let open = PAIRINGS.replace("U16", "");
    venue.load(&open);
    let file = venue.file("youth", &open.replace("Bled Open", "Bled Youth"));
    let said = venue.refused(&["load", &file, "--section", "U16"], 1);
    assert!(said.contains("--tables-from 3"), "{said}");
    venue.done(&["load", &file, "--section", "U16", "--tables-from", "3"]);
    venue.section(&["set", "U16", "--delay", "15m", "--delay-moves", "3", "--output", "files"]);
    venue.section(&["set", "--policy", "observe", "--rulebook", "fide-2023 rapid reduced"]);
    venue.section(&["set", "--default-time", "15", "--no-draw-offers-before", "30"]);
    venue.section(&["set", "--quickplay-finish", "announced"]);
    let venue = venue.kill();
    assert_eq!(venue.status()["tables"].as_array().unwrap().len(), 4);
    let sections: Value = serde_json::from_str(&venue.section(&["status", "--json"])).unwrap();
    let none = json!({ "seconds": 0, "moves": 0, "doubtful": "marked" });
    let section = |name, files| {
        json!({
            "section": name, "pairings": 2, "rulebook": "fide-2023 rapid reduced",
            "policy": "observe", "default_time_minutes": 15, "no_draw_offers_before_move": 30,
            "quickplay_finish": "announced", "bus": none, "files": files, "lights": "off",
        })
    };
    let delayed = json!({ "seconds": 900, "moves": 3, "doubtful": "marked" });
    assert_eq!(sections, json!([section("", &none), section("U16", &delayed)]));
    venue.done(&["load", &file, "--section", "U16", "--alone"]);
    assert_eq!(venue.status()["tables"].as_array().unwrap().len(), 2);
}

#[test]
fn a_setting_that_cannot_be_is_refused_and_says_what_can() {
    let venue = Venue::open(Vec::new());
    for (words, expected) in [
        (vec!["set"], "nothing is to be set"),
        (vec!["set", "--rulebook", "fide-2099 auto full"], "known are fide-1995"),
        (vec!["set", " Open", "--delay", "15m"], "without blanks around"),
        (vec!["set", "--delay", "25h"], "a day is the most"),
        (vec!["set", "--delay-moves", "1001"], "1000 are the most"),
        (vec!["set", "--doubtful", "hidden"], "write marked or withheld"),
    ] {
        let said = venue.section_refused(&words);
        assert!(said.contains(expected), "{words:?}: {said}");
    }
}

/// Who reads the log learns of no move. Numbers that are drawn may have one inside.
fn says_nothing(log: &str, games: &[Scored]) {
    for uci in games.iter().flat_map(|game| &game.moves) {
        let mut words = log.split(|letter: char| !letter.is_ascii_alphanumeric());
        assert!(words.all(|word| word != uci), "{uci}: {log}");
    }
}

/// What the station's journal says of it.
fn audited(venue: &Venue, game: &Scored) {
    let entries = entries(&venue.state.path().join("station.journal"));
    let decisions = entries.iter().filter_map(|entry| match entry {
        PastEntry::Record { record, .. } => match &record.body {
            Body::Observed(Observation::Decision(decision)) => Some(decision),
            _ => None,
        },
        PastEntry::Told(_) | PastEntry::Gap(_) => None,
    });
    let switches: Vec<_> = decisions.filter(|decision| decision.verb == "section-set").collect();
    let seconds = |decision: &&Decision| decision.particular("files-seconds").map(str::to_owned);
    let expected = ["3600", "0", "3600", "0"].map(|seconds| Some(seconds.to_owned()));
    assert_eq!(switches.iter().map(seconds).collect::<Vec<_>>(), expected);
    assert_eq!(switches[1].particular("reason"), Some("the broadcast stood still"));
    assert!(switches.iter().all(|decision| !decision.by.is_empty()));

    for output in ["bus", "files"] {
        let lines = entries.iter().filter_map(|entry| match entry {
            PastEntry::Told(line) => serde_json::from_str::<Value>(line).ok(),
            PastEntry::Record { .. } | PastEntry::Gap(_) => None,
        });
        let of_output: Vec<_> = lines.filter(|line| line["output"] == output).collect();
        assert!(of_output.iter().all(|line| line["at"].as_str().unwrap().ends_with('Z')));
        let released = of_output.iter().flat_map(|line| line["released"].as_array().unwrap());
        let moves: BTreeSet<_> =
            released.filter_map(|what| what["what"].as_str()?.strip_prefix("move ")).collect();
        let expected = (1..).zip(&game.moves).map(|(ply, uci)| format!("{ply} {uci}"));
        let expected: BTreeSet<_> = expected.collect();
        assert_eq!(
            moves.into_iter().collect::<BTreeSet<_>>(),
            expected.iter().map(String::as_str).collect()
        );
    }
}

/// A hall with a round that has begun, under these delays from the first move on.
async fn opened(games: &[Scored], delays: &[&[&str]]) -> (Venue, Vec<Simulation>) {
    let venue = Venue::open(Vec::new());
    for delay in delays {
        venue.section(&[&["set"], *delay].concat());
    }
    venue.load(PAIRINGS);
    let boards: Vec<_> = games
        .iter()
        .zip(BOARDS)
        .map(|(game, serial)| {
            Simulation::start(game, &[&HASTY[..], &["--serial", serial]].concat())
        })
        .collect();
    let venue = venue.plug_in(boards.iter().map(Simulation::port).collect());
    let mut client = Client::on(&venue.bus).await;
    for (table, serial) in (1..).zip(&BOARDS[..boards.len()]) {
        let board = format!("dgt_000{serial}");
        client.until(async |client| client.game_on(&board).await).await;
        venue.done(&["assign", &table.to_string(), &board]);
    }
    venue.done(&["begin", "--anyway"]);
    (venue, boards)
}

async fn at_least(client: &Client, board: &str, moves: usize) -> Result<(), String> {
    let game = client.game_on(board).await?;
    if game.moves.len() >= moves { Ok(()) } else { Err(format!("{game:?}")) }
}

/// What the public sees of a game.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    moves: Vec<String>,
    result: String,
}

impl Seen {
    fn nothing() -> Self {
        Self { moves: Vec::new(), result: "*".to_owned() }
    }
}

/// What stands in the file of a table.
fn file(venue: &Venue, table: u16) -> Seen {
    read(&std::fs::read_to_string(venue.folder.path().join(name(table))).unwrap())
}

/// What spectators and their programs find of the game at a table: by PGN, Cloud JSON and a page.
fn shown(spectators: &Spectators, table: u16, game: &Scored) -> [Seen; 3] {
    let get = |path: &str| spectators.get(path).unwrap_or_default();
    let pgn = get(&format!("/{}", name(table)));
    let pgn = if pgn.is_empty() { Seen::nothing() } else { read(&pgn) };
    let cloud = get(&format!("/round-3/game-{table}.json"));
    let cloud: Value =
        serde_json::from_str(&cloud).unwrap_or(json!({ "moves": [], "result": "*" }));
    let sans = game.sans();
    let seen = |plies: usize, is_over: bool| Seen {
        moves: game.moves[..plies].to_vec(),
        result: if is_over { game.result } else { "*" }.to_owned(),
    };
    let moves = cloud["moves"].as_array().unwrap();
    let told = moves.iter().map(|made| made.as_str().unwrap().split(' ').next().unwrap());
    assert!(told.eq(sans.iter().take(moves.len())), "{cloud}");
    let page = get(&format!("/overlay/3.{table}"));
    let numbered = |ply: usize| {
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("class=\"last\">{}{dots} {}</span>", ply / 2 + 1, sans[ply])
    };
    let last = (0..sans.len()).rfind(|ply| page.contains(&numbered(*ply)));
    let plies = last.map_or(0, |ply| ply + 1);
    [pgn, seen(moves.len(), cloud["result"] != "*"), seen(plies, page.contains("class=\"result\""))]
}

fn name(table: u16) -> String {
    format!("round-3/game-{table}.pgn")
}

fn read(pgn: &str) -> Seen {
    // A game without moves is none to be read.
    let Ok(game) = PgnGame::read(pgn.as_bytes(), NonZeroUsize::MIN) else {
        assert!(pgn.ends_with("\n\n*\n"), "{pgn}");
        return Seen::nothing();
    };
    let moves = game.plies.iter().map(|ply| ply.play.to_uci(game.castling).to_string()).collect();
    Seen { moves, result: game.outcome.map_or("*", |outcome| outcome.as_str()).to_owned() }
}

/// A stranger on the bus, who hears the public name alone.
struct Public {
    connection: Connection,
    signals: mpsc::UnboundedReceiver<Message>,
}

impl Public {
    async fn on(bus: &PrivateBus) -> Self {
        let connection = bus.bus().connect().await.unwrap();
        let rule = MatchRule::builder().msg_type(Type::Signal).path_namespace(PUBLIC).build();
        let mut stream =
            MessageStream::for_match_rule(rule.unwrap(), &connection, None).await.unwrap();
        let (heard, signals) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(signal)) = stream.next().await {
                let _ = heard.send(signal);
            }
        });
        Self { connection, signals }
    }

    /// The moves that were signalled since this was last asked, by their plies; `None` for a result.
    fn signalled(&mut self) -> Vec<Option<(u32, String)>> {
        let mut all = Vec::new();
        while let Ok(signal) = self.signals.try_recv() {
            match signal.header().member().map(|name| name.as_str()) {
                Some("Moved") => {
                    let (_, ply, uci): (u64, u32, String) =
                        signal.body().deserialize_ignore_signature().unwrap();
                    all.push(Some((ply, uci)));
                }
                Some("Ended") => all.push(None),
                _ => {}
            }
        }
        all
    }

    /// Every game that is there; none while the daemon is not.
    async fn games(&self) -> Vec<Seen> {
        let tree = ObjectManagerProxy::new(&self.connection, PUBLIC_NAME, PUBLIC).await.unwrap();
        let Ok(objects) = tree.get_managed_objects().await else { return Vec::new() };
        let mut games = Vec::new();
        for path in objects.into_keys() {
            let builder =
                PublicGameProxy::builder(&self.connection).cache_properties(CacheProperties::No);
            let game = builder.path(path).build().await.unwrap();
            games.extend(seen(&game).await.ok());
        }
        games
    }
}

/// What the properties and the events of a game show. They must not know more than each other; events,
/// which are read last, may be further.
async fn seen(game: &PublicGameProxy<'_>) -> call_error::Result<Seen> {
    let shown = Seen { moves: game.moves().await?, result: game.result().await? };
    let events = game.events_since(0).await?;
    assert!(events.iter().map(|(sequence, ..)| *sequence).eq(1..=events.len() as u64));
    let mut told = Seen::nothing();
    for (_, signal, more) in &events {
        match signal.as_str() {
            "Moved" => told.moves.push(text(more, "uci").to_owned()),
            "TakenBack" => drop(told.moves.pop()),
            "Ended" => text(more, "result").clone_into(&mut told.result),
            _ => {}
        }
    }
    assert!(told.moves.starts_with(&shown.moves), "{shown:?} {told:?}");
    Ok(told)
}

/// What was told of the game on a board, which its journal holds before anybody hears of it.
#[derive(Debug)]
struct Truth {
    /// By how many moves the public is to be behind.
    lag: usize,
    most_moves: usize,
    is_over: bool,
}

impl Truth {
    fn of(venue: &Venue, serial: &str, lag: usize) -> Self {
        let path = venue.state.path().join(format!("boards/dgt_000{serial}.journal"));
        let mut truth = Self { lag, most_moves: 0, is_over: false };
        let mut standing = BTreeSet::new();
        for entry in entries(&path) {
            let PastEntry::Told(line) = entry else { continue };
            let line: Value = serde_json::from_str(&line).unwrap();
            match (line["type"].as_str(), line["state"].as_str()) {
                (Some("move"), Some("superseded")) => drop(standing.remove(&line["id"].as_u64())),
                (Some("move"), _) => drop(standing.insert(line["id"].as_u64())),
                (Some("result"), _) => truth.is_over = line["value"] != "*",
                _ => {}
            }
            truth.most_moves = truth.most_moves.max(standing.len());
        }
        truth
    }

    /// Whether the public may see this of the game.
    fn allows(&self, game: &Scored, seen: &Seen) -> bool {
        let is_due = seen.moves.is_empty() || self.allows_moves(seen.moves.len());
        let is_whole = self.is_over && seen.moves == game.moves;
        game.moves.starts_with(&seen.moves) && is_due && (seen.result == "*" || is_whole)
    }

    /// Whether this may be signalled of the game.
    fn allows_signal(&self, game: &Scored, signal: &Option<(u32, String)>) -> bool {
        let Some((ply, uci)) = signal else { return self.is_over };
        let ply = *ply as usize;
        game.moves.get(ply - 1) == Some(uci) && self.allows_moves(ply)
    }

    fn allows_moves(&self, moves: usize) -> bool {
        self.is_over || moves + self.lag <= self.most_moves
    }
}

/// What a journal holds that somebody else may be writing.
fn entries(path: &Path) -> Vec<PastEntry> {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    std::fs::copy(path, &copy).unwrap();
    Journal::open(&copy, &Headers::default()).unwrap().1.entries
}

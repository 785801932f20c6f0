//! Three stations of one hall whose processes are killed in any order while games are played on their boards, which are
//! carried from machine to machine: every game is as it was played, nothing is told twice, and each decision is taken once.

use std::path::{Path, PathBuf};
use std::thread;

use fastrand::Rng;
use shakmaty::Chess;
use zbus::OwnedObjectPath;

use crate::support::client::{Client, assert_numbered};
use crate::support::drawn::{self, say, soak};
use crate::support::games::Scored;
use crate::support::signals::Signals;
use crate::support::stations::{EventServer, JointHall, StationHub};
use crate::support::table::Table;
use crate::support::venue::Venue;

/// So many times something is killed; `TOUCHMOVE_SOAK=N` kills N times as often.
const KILLS: usize = 8;

const NAMES: [&str; 3] = ["blue", "green", "red"];

const SERIALS: [&str; 3] = ["11111", "22222", "33333"];

const PAIRINGS: &str = "\
round,board,white,black
3,1,One,Two
3,2,Three,Four
3,3,Five,Six
";

/// What is killed.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Server,
    Hall,
    /// The hub of a machine.
    Hub(usize),
    /// The daemon of a machine.
    Daemon(usize),
    /// A whole machine, whose boards are carried to this one; it comes back.
    Machine(usize, usize),
}

impl Victim {
    fn drawn(random: &mut Rng) -> Self {
        let machine = random.usize(..NAMES.len());
        match random.u8(..6) {
            0 => Self::Server,
            1 => Self::Hall,
            2 => Self::Hub(machine),
            3 => Self::Daemon(machine),
            _ => Self::Machine(machine, (machine + random.usize(1..NAMES.len())) % NAMES.len()),
        }
    }
}

/// A board, and what is played on it.
struct Played {
    table: Table,
    /// The machine at which it is.
    at: usize,
    name: String,
    moves: Vec<String>,
    /// So many of them were made.
    made: usize,
    game: OwnedObjectPath,
    /// Names that were given to White, and whether it was said that they were.
    named: Vec<(String, bool)>,
}

/// All that there is.
struct Event {
    folder: tempfile::TempDir,
    server: Option<EventServer>,
    hall: Option<JointHall>,
    hubs: Vec<Option<StationHub>>,
    venues: Vec<Option<Venue>>,
    boards: Vec<Played>,
    client: Client,
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_killed_in_a_hall_of_three_stations_its_games_go_on_and_nothing_is_told_twice()
{
    let Some(server) = EventServer::start() else { return };
    let seed = drawn::seed();
    let (mut random, kills) = (Rng::with_seed(seed), KILLS * soak());
    let mut event = Event::open(server).await;
    let signals = Signals::of_events_on(&event.hall.as_ref().unwrap().bus).await;
    for kill in 1..=kills {
        let victim = Victim::drawn(&mut random);
        say(&format!("{kill}: {victim:?}"));
        let name = (kill % 3 == 0).then(|| format!("Player {kill}"));
        event.live_through(victim, name.as_deref(), &mut random).await;
    }
    let mut told = 0;
    for board in &event.boards {
        let events = event.client.events(&board.game).await;
        assert_numbered(&events);
        told += events.len();
        board.assert_named_once(event.hall.as_ref().unwrap());
    }
    assert_eq!(signals.repeats(), [], "told twice");
    assert!(signals.count() > 0, "somebody listened");
    say(&format!(
        "{kills} kills of server, hall, hubs, daemons and machines (TOUCHMOVE_SEED={seed}): {told} events, {} signals",
        signals.count()
    ));
}

impl Event {
    /// Three machines with a board each, in a round that has begun.
    async fn open(server: EventServer) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let venue = |machine: usize| {
            let port =
                |serial: &&str| format!("dgt:{}", port(folder.path(), machine, serial).display());
            Venue::open(SERIALS.iter().map(port).collect())
        };
        let venues: Vec<_> = (0..NAMES.len()).map(|machine| Some(venue(machine))).collect();
        let joined = NAMES.iter().zip(&venues);
        let hubs = joined.map(|(name, venue)| {
            Some(StationHub::join(name, &venue.as_ref().unwrap().bus, &server))
        });
        let hubs = hubs.collect();
        let hall = JointHall::open(&server);
        let mut client = Client::on(&hall.bus).await;
        let pairings = folder.path().join("pairings.csv");
        std::fs::write(&pairings, PAIRINGS).unwrap();
        let mut boards = Vec::new();
        for (at, serial) in SERIALS.into_iter().enumerate() {
            let mut table = Table::unplugged(serial, Chess::default());
            table.plug_into(&port(folder.path(), at, serial));
            let name = format!("dgt_{serial}");
            client.until_state(&name, "in-step", "").await;
            let moves = Scored::demo(["ghosh-bartel.pgn", "oro-brkic.pgn"][at % 2]).moves;
            let game = OwnedObjectPath::try_from("/").unwrap();
            boards.push(Played { table, at, name, moves, made: 0, game, named: Vec::new() });
        }
        hall.touchmove(&["round", "load", pairings.to_str().unwrap()]);
        for (table, board) in (1..).zip(&boards) {
            hall.touchmove(&["round", "assign", &format!("{table}"), &board.name]);
        }
        hall.begin_round("3");
        let mut event =
            Self { folder, server: Some(server), hall: Some(hall), hubs, venues, boards, client };
        event.play();
        event.catch_up().await;
        for board in &mut event.boards {
            board.game = event.client.game_on(&board.name).await.unwrap().path;
        }
        event
    }

    /// Something is killed while a move is made on every board, and somebody decides; then all is as it was played.
    async fn live_through(&mut self, victim: Victim, name: Option<&str>, random: &mut Rng) {
        let decided = name.map(|name| {
            let table = random.usize(..self.boards.len());
            self.boards[table].named.push((name.to_owned(), false));
            let bus = self.hall.as_ref().unwrap().bus.address().to_owned();
            let words = ["game", "players", "--white", name].map(ToOwned::to_owned);
            let number = (table + 1).to_string();
            (table, thread::spawn(move || JointHall::tries(&bus, &words, &number)))
        });
        match victim {
            Victim::Server => {
                let server = self.server.take().unwrap();
                self.server = Some(server.kill_and(|| self.play()));
            }
            Victim::Hall => {
                let hall = self.hall.take().unwrap();
                self.play();
                self.hall = Some(hall.reopen(self.server.as_ref().unwrap()));
            }
            Victim::Hub(machine) => {
                self.hubs[machine].take().unwrap().kill();
                self.play();
                self.join(machine);
            }
            Victim::Daemon(machine) => {
                let venue = self.venues[machine].take().unwrap();
                self.venues[machine] = Some(venue.kill());
                self.play();
            }
            Victim::Machine(from, to) => {
                let dead = self.venues[from].take().unwrap().die();
                self.hubs[from].take().unwrap().kill();
                let folder = self.folder.path().to_owned();
                let here: Vec<_> =
                    self.boards.iter_mut().filter(|board| board.at == from).collect();
                let names: Vec<_> = here.iter().map(|board| board.name.clone()).collect();
                for board in here {
                    board.table.unplug();
                    board.at = to;
                }
                for name in &names {
                    self.client.until_state(name, "lost", "station-not-heard").await;
                }
                self.play();
                for board in self.boards.iter_mut().filter(|board| names.contains(&board.name)) {
                    board.table.plug_into(&port(&folder, to, &board.name[4..]));
                }
                self.catch_up().await;
                self.venues[from] = Some(dead.come_back());
                self.join(from);
            }
        }
        if let Some((table, decided)) = decided {
            self.boards[table].named.last_mut().unwrap().1 = decided.join().unwrap();
        }
        self.catch_up().await;
    }

    fn join(&mut self, machine: usize) {
        let bus = &self.venues[machine].as_ref().unwrap().bus;
        let hub = StationHub::join(NAMES[machine], bus, self.server.as_ref().unwrap());
        self.hubs[machine] = Some(hub);
    }

    /// A move is made on each board whose game is not over.
    fn play(&mut self) {
        thread::scope(|hands| {
            for board in &mut self.boards {
                hands.spawn(|| board.play());
            }
        });
    }

    /// Waits until the hall shows each game as it was played.
    async fn catch_up(&mut self) {
        for board in &self.boards {
            let there = self.client.until_moves(&board.name, &board.moves[..board.made]).await;
            assert!(board.game.as_str() == "/" || there.path == board.game, "{there:?}");
            self.client.until_state(&board.name, "in-step", "").await;
        }
    }
}

impl Played {
    fn play(&mut self) {
        if let Some(next) = self.moves.get(self.made) {
            self.table.play(&[next]);
            self.made += 1;
        }
    }

    /// What was said to be done was done once, and what may not have been at most once.
    fn assert_named_once(&self, hall: &JointHall) {
        if self.named.is_empty() {
            return;
        }
        let said = hall.touchmove(&["game", "show", &self.name]);
        for (name, is_done) in &self.named {
            let line = format!("White {name}");
            let count = said.lines().filter(|said| said.ends_with(&line)).count();
            assert!(count <= 1 && (count == 1 || !is_done), "{name}, {is_done}: {said}");
        }
    }
}

fn port(folder: &Path, machine: usize, serial: &str) -> PathBuf {
    folder.join(format!("{}-{serial}", NAMES[machine]))
}

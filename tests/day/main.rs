//! A day of a hall in simulated time: the real hall with its tasks, drivers and journals, boards that are simulated byte
//! for byte on sockets in memory, and every fault that befalls cables. At its end every game is what was played.

#![cfg(test)]

mod clock;
mod faults;
#[path = "../support/players.rs"]
mod players;
mod programme;
mod sockets;
mod told;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant as RealTime};

use clock::DayClock;
use fastrand::Rng;
use faults::{Fault, Floor};
use programme::{Played, Programme, Truth};
use sockets::{Device, Socket, Sockets};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use told::Told;
use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::{Instant, dgt};
use touchmove_lab::simulate::PlayerLine;
use touchmove_station::hall::keeping::archive::Retention;
use touchmove_station::hall::orders::Order;
use touchmove_station::hall::ports::port::KeptPort;
use touchmove_station::hall::{Clients, Discovery, Hall, Surroundings};
use touchmove_station::link::address::Address;
use touchmove_station::link::connector::Connectors;
use touchmove_station::link::port::{Port, PortSettings};

/// How long the day is in `make test`, in minutes; `TOUCHMOVE_HOURS` makes it longer.
const MINUTES: u64 = 30;

/// Boards with a socket of their own.
const SINGLES: u32 = 8;

/// Boards on the line.
const ON_LINE: u32 = 4;

/// Sockets in the hall.
const SOCKETS: usize = 12;

/// The number of the first board.
const FIRST: u32 = 701;

/// After the last game everything that waits for rest is concluded by then.
const QUIET: Duration = Duration::from_secs(180);

#[tokio::test(start_paused = true)]
async fn after_a_day_of_faults_every_game_is_what_was_played_and_nobody_is_accused() {
    let began = RealTime::now();
    say(&format!("day: TOUCHMOVE_SEED={}", seed()));
    let length = hours()
        .map_or(Duration::from_secs(60 * MINUTES), |hours| Duration::from_secs(3_600 * hours));
    let mut day = Day::begin(length);
    day.pass().await;
    let (games, moves, wrong) = day.compare();
    say(&format!(
        "day: {} simulated hours in {:.0?}; {games} games with {moves} moves on {} boards, {} told otherwise; the daemon was \
         started {} times; faults: {:?}",
        length.as_secs_f64() / 3_600.0,
        began.elapsed(),
        SINGLES + ON_LINE,
        wrong.len(),
        day.starts,
        day.floor.struck,
    ));
    let accused = day.told.accusations();
    let is_well = wrong.is_empty() && accused.is_empty();
    assert!(is_well, "{}\naccused: {accused:#?}", wrong.join("\n"));
    day.state.disable_cleanup(false);
}

/// The hall, and all that happens in it.
struct Day {
    state: tempfile::TempDir,
    surroundings: Surroundings,
    floor: Floor,
    /// What is to be over in the evening.
    devices: Vec<Device>,
    truths: Vec<(BoardId, Truth)>,
    told: Told,
    evening: tokio::time::Instant,
    starts: u32,
}

impl Day {
    fn begin(length: Duration) -> Self {
        let clock = DayClock::start();
        let mut random = Rng::with_seed(seed());
        let sockets = Sockets::new(SOCKETS, clock, random.fork());
        let programme = Programme::until(Instant::ZERO + length, clock);
        let mut free: Vec<_> = (0..SOCKETS).map(Socket).collect();
        let (mut singles, mut devices, mut truths) = (Vec::new(), Vec::new(), Vec::new());
        for serial in FIRST..FIRST + SINGLES {
            let (player, truth) = programme.player(serial, dgt::FAMILY.line());
            truths.push((name(serial), truth));
            let (device, socket) = (sockets.bring(player), free.remove(0));
            sockets.plug(device, socket);
            devices.push(device);
            singles.push((socket, serial));
        }
        let on_line = FIRST + SINGLES..FIRST + SINGLES + ON_LINE;
        let players = on_line.map(|serial| {
            let (player, truth) = programme.player(serial, None);
            truths.push((name(serial), truth));
            player
        });
        let line = PlayerLine::new(players.collect::<Vec<_>>());
        let plugs = line.plugs();
        let (device, socket) = (sockets.bring(line), free.remove(0));
        sockets.plug(device, socket);
        devices.push(device);
        let lines = vec![(socket, plugs, ON_LINE as usize)];
        let surroundings = Surroundings {
            clock: Arc::new(clock),
            connectors: Connectors::of_serial_ports(sockets.clone()),
            sources: Vec::new(),
        };
        let mut state = tempfile::tempdir().unwrap();
        // Until all is well.
        state.disable_cleanup(true);
        let struck = Default::default();
        Self {
            state,
            surroundings,
            floor: Floor { sockets, singles, lines, free, random, struck },
            devices,
            truths,
            told: Told::default(),
            evening: tokio::time::Instant::now() + length,
            starts: 0,
        }
    }

    /// Faults strike until the evening; then the last games are played to their end.
    async fn pass(&mut self) {
        let mut hall = self.open();
        let mut left = RESTARTS;
        while tokio::time::Instant::now() < self.evening {
            self.floor.wait(5, 40).await;
            left -= 1;
            if left == 0 {
                left = RESTARTS;
                hall.close().await;
                self.floor.wait(1, 20).await;
                hall = self.open();
            }
            let fault = Fault::ALL[self.floor.random.usize(..Fault::ALL.len())];
            self.floor.strike(fault).await;
        }
        while !self.devices.iter().all(|device| self.floor.sockets.is_over(*device)) {
            sleep(Duration::from_secs(10)).await;
        }
        sleep(QUIET).await;
        hall.close().await;
    }

    fn open(&mut self) -> Serving {
        self.starts += 1;
        let (news, heard) = mpsc::channel(4_096);
        let clients = Clients { news, relay: None };
        let state = self.state.path();
        let hall = Hall::open(state, 0, Retention::default(), self.surroundings.clone(), clients);
        let ports = (0..SOCKETS).map(|number| {
            let is_line = self.floor.lines.iter().any(|(socket, ..)| socket.0 == number);
            let family = if is_line { &dgt::LINE } else { &dgt::FAMILY };
            let port = Port { family, address: Address::Serial(Socket(number).path()) };
            KeptPort::named(port, PortSettings::default())
        });
        let listening = tokio::spawn(self.told.clone().listen(heard));
        let (orders, ordered) = mpsc::channel(1);
        let (leave, left) = oneshot::channel();
        let serving = hall.unwrap().serve(ports.collect(), Discovery::Off, ordered, left);
        Serving { leave, _orders: orders, serving: tokio::spawn(serving), listening }
    }

    /// How many games and moves were played, and which games are told otherwise.
    fn compare(&self) -> (usize, usize, Vec<String>) {
        let (mut games, mut moves, mut wrong) = (0, 0, Vec::new());
        for (board, truth) in &self.truths {
            let (truth, told) = (truth.lock().unwrap(), self.told.on(board));
            games += truth.len();
            moves += truth.iter().map(|game| game.moves.len()).sum::<usize>();
            let otherwise = told_otherwise(&truth, &told).into_iter();
            wrong.extend(otherwise.map(|what| format!("{board}: {what}")));
        }
        (games, moves, wrong)
    }
}

/// So many faults strike before the daemon is started again.
const RESTARTS: u32 = 15;

/// A hall that is served.
struct Serving {
    leave: oneshot::Sender<()>,
    _orders: mpsc::Sender<Order>,
    serving: JoinHandle<()>,
    listening: JoinHandle<()>,
}

impl Serving {
    async fn close(self) {
        let _ = self.leave.send(());
        self.serving.await.unwrap();
        self.listening.await.unwrap();
    }
}

/// What was played and is not told so, and what is told and was not played so, in their order.
fn told_otherwise(truth: &[Played], told: &[(GameId, Played)]) -> Vec<String> {
    // How many games are the same from here and there on, at most.
    let mut same = vec![vec![0_u32; told.len() + 1]; truth.len() + 1];
    for (one, played) in truth.iter().enumerate().rev() {
        for (other, (_, told)) in told.iter().enumerate().rev() {
            same[one][other] = if played == told {
                same[one + 1][other + 1] + 1
            } else {
                same[one + 1][other].max(same[one][other + 1])
            };
        }
    }
    let (mut one, mut other, mut otherwise) = (0, 0, Vec::new());
    while one < truth.len() || other < told.len() {
        if one < truth.len() && other < told.len() && truth[one] == told[other].1 {
            (one, other) = (one + 1, other + 1);
        } else if one < truth.len()
            && (other == told.len() || same[one + 1][other] >= same[one][other + 1])
        {
            otherwise.push(format!("played {one}: {}", truth[one]));
            one += 1;
        } else {
            otherwise.push(format!("told {}: {}", told[other].0, told[other].1));
            other += 1;
        }
    }
    otherwise
}

fn name(serial: u32) -> BoardId {
    BoardId::of("dgt", &format!("{serial:05}"))
}

fn seed() -> u64 {
    number("TOUCHMOVE_SEED").unwrap_or(1)
}

fn hours() -> Option<u64> {
    number("TOUCHMOVE_HOURS")
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Says something that is read while all is well too.
fn say(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

//! What a board costs where there are many: the hall in process, in simulated time, with its tasks, drivers and journals,
//! at a round of blitz. Two boards in five are on lines of 20. Simulated boards are not counted; simulated cables are,
//! and nobody but a listener without a bus hears what is told.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use rustix::time::ClockId;
use tokio::runtime;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;
use touchmove_core::pairing::Round;
use touchmove_core::tournament::rounds::wish::{Among, Readiness, RoundWish};
use touchmove_drivers::device::Make;
use touchmove_drivers::dgt;
use touchmove_drivers::family::SerialLine;
use touchmove_drivers::observation::LinkState;
use touchmove_lab::simulate::{
    BoardTurn, Control, Cue, Gong, PgnGame, PlayStyle, PlayedTable, PlayerLine, RepeatedGames,
    Sins, Style,
};
use touchmove_station::hall::keeping::archive::Retention;
use touchmove_station::hall::news::News;
use touchmove_station::hall::orders::Order;
use touchmove_station::hall::orders::rounds::RoundOrder;
use touchmove_station::hall::ports::port::KeptPort;
use touchmove_station::hall::{Clients, Discovery, Hall, Surroundings};
use touchmove_station::link::address::Address;
use touchmove_station::link::connector::Connectors;
use touchmove_station::link::port::{Port, PortSettings};

use crate::clock::DayClock;
use crate::figures::{Figure, Goal};
use crate::metered::{Meter, Metered, time_of};
use crate::sockets::{Socket, Sockets};
use crate::{counting, rounds, say};

/// Halls of so many boards.
const HALLS: [usize; 5] = [1, 10, 100, 300, 1_000];

/// Each so often: what else the machine does only adds to what it costs, so the least counts.
const RUNS: usize = 3;

/// Boards on a line.
const ON_A_LINE: usize = 20;

/// So long it is measured, while nobody plays and while everybody does.
const MEASURED: Duration = Duration::from_secs(60);

/// By then what the beginning of a round brings about is over.
const BEGUN: Duration = Duration::from_secs(5);

/// Boards that are not in step after this long never are.
const PATIENCE: Duration = Duration::from_secs(600);

/// The games: those of the demonstration.
const GAMES: [&str; 2] =
    [include_str!("../../demo/oro-brkic.pgn"), include_str!("../../demo/ghosh-bartel.pgn")];

/// What one board costs.
struct Point {
    boards: usize,
    /// Time of a core in [`MEASURED`], while nobody plays.
    quiet: Duration,
    /// The same while everybody does.
    playing: Duration,
    /// What the simulated board itself took then, which is not in it.
    simulated: Duration,
    /// Bytes in use at the end.
    bytes: usize,
}

/// Halls of all sizes; what a board of 1,000 costs more than one of 100.
pub(crate) fn measure() -> Vec<Figure> {
    say("what one board costs in a minute: ms of a core, and KiB of memory");
    say("BOARDS  QUIET    PLAYING  (SIMULATED)  MEMORY");
    let points = HALLS.map(|boards| {
        let runs = (0..RUNS).map(|_| run(boards));
        let point = runs.reduce(Point::least).expect("a run");
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let [quiet, playing] = [point.quiet, point.playing].map(millis);
        let (simulated, kib) = (millis(point.simulated), point.bytes / 1_024);
        say(&format!("{boards:6}  {quiet:7.2}  {playing:7.2}  {simulated:11.2}  {kib:6}"));
        point
    });
    let of = |boards| points.iter().find(|point| point.boards == boards);
    let ratio = |cost: fn(&Point) -> f64| Some(cost(of(1_000)?) / cost(of(100)?));
    let figure = |what: &str, measured| {
        let what = format!("a board of 1,000 against one of 100, {what}");
        Figure { what, goal: Goal::AtMost(1.2), measured, unit: "times" }
    };
    vec![
        figure("playing", ratio(|point| point.playing.as_secs_f64())),
        figure("quiet", ratio(|point| point.quiet.as_secs_f64())),
        figure("memory", ratio(|point| point.bytes as f64)),
    ]
}

/// A hall with a time of its own.
fn run(boards: usize) -> Point {
    let mut runtime = runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().start_paused(true).build().expect("a runtime");
    runtime.block_on(Point::of_hall(boards))
}

impl Point {
    /// Of each the least.
    fn least(self, other: Self) -> Self {
        Self {
            boards: self.boards,
            quiet: self.quiet.min(other.quiet),
            playing: self.playing.min(other.playing),
            simulated: self.simulated.min(other.simulated),
            bytes: self.bytes.min(other.bytes),
        }
    }

    /// A round on so many boards.
    async fn of_hall(boards: usize) -> Self {
        let (clock, meter, gong) = (DayClock::start(), Meter::default(), Gong::default());
        let players = Players::new(&meter, &gong);
        let (sockets, ports) = plug_in(boards, clock, &players);
        let state = state();
        let before = (counting::live() as i64) - meter.bytes();
        let serving = Serving::open(state.path(), clock, sockets, ports);
        serving.until_in_step(boards).await;
        sleep(BEGUN).await;
        serving.begin(boards).await;
        sleep(BEGUN).await;
        let quiet = Span::begin(&meter);
        sleep(MEASURED).await;
        let (quiet, _) = quiet.end(&meter, boards);
        gong.strike();
        sleep(BEGUN).await;
        let playing = Span::begin(&meter);
        sleep(MEASURED).await;
        let (playing, simulated) = playing.end(&meter, boards);
        let bytes = (counting::live() as i64) - meter.bytes() - before;
        let bytes = usize::try_from(bytes).unwrap_or_default() / boards;
        serving.close().await;
        Self { boards, quiet, playing, simulated, bytes }
    }
}

/// A time in which it is measured.
struct Span {
    process: Duration,
    simulated: Duration,
}

impl Span {
    fn begin(meter: &Meter) -> Self {
        Self { process: time_of(ClockId::ProcessCPUTime), simulated: meter.time() }
    }

    /// For each of so many boards: what it cost, and what its simulation did.
    fn end(self, meter: &Meter, boards: usize) -> (Duration, Duration) {
        let now = Self::begin(meter);
        let boards = u32::try_from(boards).unwrap_or(u32::MAX);
        let simulated = now.simulated - self.simulated;
        ((now.process - self.process).saturating_sub(simulated) / boards, simulated / boards)
    }
}

/// Who plays.
struct Players<'a> {
    games: [PgnGame; 2],
    manner: PlayStyle,
    meter: &'a Meter,
    gong: &'a Gong,
}

impl<'a> Players<'a> {
    fn new(meter: &'a Meter, gong: &'a Gong) -> Self {
        let games = GAMES.map(|pgn| PgnGame::read(pgn.as_bytes(), FIRST).expect("a game"));
        let clock: Option<Control> = Some("3+2".parse().expect("a time control"));
        let manner = PlayStyle { rates: Style::Blitz.rates(), sins: Sins::None, clock };
        Self { games, manner, meter, gong }
    }

    /// Two with the board of this number, which has a wire of its own or none.
    fn at(&self, number: usize, wire: Option<SerialLine>) -> PlayedTable {
        let serial = u32::try_from(number).expect("a number") + 10_001;
        let game = self.games[number % self.games.len()].clone();
        let chance = u64::from(serial);
        let timeline = RepeatedGames::new(game, self.manner.clone(), chance).next();
        let clock = self.manner.clock.map(Control::setting);
        let make = Make { serial, chance, scan: None, clock };
        let device = dgt::FAMILY.device(&make).expect("a simulation");
        PlayedTable::new(device, wire, BoardTurn::Usual, Cue::Gong(self.gong.clone()), timeline)
    }
}

/// The first game of a file.
const FIRST: std::num::NonZeroUsize = std::num::NonZeroUsize::MIN;

/// All boards in their sockets, and the ports: two of five boards on lines.
fn plug_in(boards: usize, clock: DayClock, players: &Players<'_>) -> (Sockets, Vec<KeptPort>) {
    let on_lines = boards * 2 / 5;
    let single = boards - on_lines;
    let lines = on_lines.div_ceil(ON_A_LINE);
    let sockets = Sockets::new(single + lines, clock, Rng::with_seed(1));
    for number in 0..single {
        let board = players.at(number, dgt::FAMILY.line());
        let device = sockets.bring(Metered(board, players.meter.clone()));
        sockets.plug(device, Socket(number));
    }
    for line in 0..lines {
        let first = single + line * ON_A_LINE;
        let numbers = first..boards.min(first + ON_A_LINE);
        let on_line: Vec<_> = numbers.map(|number| players.at(number, None)).collect();
        let device = sockets.bring(Metered(PlayerLine::new(on_line), players.meter.clone()));
        sockets.plug(device, Socket(single + line));
    }
    let ports = (0..single + lines).map(|socket| {
        let family = if socket < single { &dgt::FAMILY } else { &dgt::LINE };
        let port = Port { family, address: Address::Serial(Socket(socket).path()) };
        KeptPort::named(port, PortSettings::default())
    });
    let ports = ports.collect();
    (sockets, ports)
}

/// Evidence is kept in memory where that can be had: it is not the disk that is measured.
fn state() -> tempfile::TempDir {
    let memory = tempfile::tempdir_in("/dev/shm");
    memory.or_else(|_| tempfile::tempdir()).expect("a temporary folder")
}

/// A hall that is served.
struct Serving {
    orders: mpsc::Sender<Order>,
    /// How many boards are in step.
    in_step: watch::Receiver<usize>,
    leave: oneshot::Sender<()>,
    hall: tokio::task::JoinHandle<()>,
}

impl Serving {
    fn open(state: &Path, clock: DayClock, sockets: Sockets, ports: Vec<KeptPort>) -> Self {
        let surroundings = Surroundings {
            clock: Arc::new(clock),
            connectors: Connectors::of_serial_ports(sockets),
            sources: Vec::new(),
        };
        let (news, mut heard) = mpsc::channel(4_096);
        let clients = Clients { news, relay: None };
        let hall = Hall::open(state, 0, Retention::default(), surroundings, clients);
        let (orders, ordered) = mpsc::channel(1);
        let (leave, left) = oneshot::channel();
        let hall = hall.expect("a hall").serve(ports, Discovery::Off, ordered, left);
        let (telling, in_step) = watch::channel(0);
        tokio::spawn(async move {
            let mut ready = std::collections::HashSet::new();
            while let Some(news) = heard.recv().await {
                if let News::Board(view) = news
                    && view.link == LinkState::Up
                    && view.placement.is_some()
                    && ready.insert(view.id)
                {
                    telling.send_replace(ready.len());
                }
            }
        });
        Self { orders, in_step, leave, hall: tokio::spawn(hall) }
    }

    async fn until_in_step(&self, boards: usize) {
        let mut in_step = self.in_step.clone();
        let all = in_step.wait_for(|&count| count == boards);
        let waited = tokio::time::timeout(PATIENCE, all).await;
        assert!(waited.is_ok(), "{} of {boards} boards are in step", *self.in_step.borrow());
    }

    /// Does what the operator does before the first move.
    async fn begin(&self, boards: usize) {
        let file = rounds::csv(boards).into_bytes();
        self.wish(RoundWish::Load { file, round: None, among: Among::default() }).await;
        self.wish(RoundWish::AssignPlugged).await;
        let round = Round::new(1).expect("the first round");
        self.wish(RoundWish::Begin { round, readiness: Readiness::Required }).await;
    }

    async fn wish(&self, wish: RoundWish) {
        let (answer, answered) = oneshot::channel();
        let order = RoundOrder { by: "operator".to_owned(), wish, answer };
        self.orders.send(Order::Round(order)).await.expect("a hall");
        answered.await.expect("an answer").expect("it is done");
    }

    async fn close(self) {
        let _ = self.leave.send(());
        self.hall.await.expect("the end");
    }
}

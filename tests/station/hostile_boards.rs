//! Boards that say what no board of their family says, by each kind of link: nothing is made of it, and others play on.

use std::path::Path;
use std::time::Duration;

use touchmove_drivers::device::Make;
use touchmove_drivers::driver::Squares;
use touchmove_drivers::family::Transport;
use touchmove_drivers::observation::{Hand, Reading, Square};
use touchmove_drivers::{Channel, Device, Instant, Packet};
use touchmove_lab::simulate::{BoardTurn, Cue, Gong, PlayedTable};

use crate::support::boards_by_way::Boards;
use crate::support::games::Scored;
use crate::support::played::played;
use crate::support::ways::Way;

/// What a hostile board says in place of what it should.
#[derive(Clone, Copy, Debug)]
enum Nonsense {
    /// Any bytes, as many as it should.
    Noise,
    /// The first half of it.
    Cut,
    /// All of it, after a beginning that says it is longer than anything.
    LongerThanItIs,
    /// Any bytes, without a pause, whether it is asked or not.
    Flood,
}

const ALL: [Nonsense; 4] =
    [Nonsense::Noise, Nonsense::Cut, Nonsense::LongerThanItIs, Nonsense::Flood];

/// Of a flood so much comes at a time ...
const WAVE: usize = 200;

/// ... as often as this.
const EVERY: Duration = Duration::from_millis(50);

struct Hostile {
    device: Box<dyn Device>,
    nonsense: Nonsense,
    chance: fastrand::Rng,
    /// The channel on which it floods, once it has said anything.
    flooded: Option<Channel>,
    next_wave: Instant,
    is_wave_due: bool,
}

impl Hostile {
    fn new(device: Box<dyn Device>, nonsense: Nonsense, seed: u64) -> Self {
        let (chance, next_wave) = (fastrand::Rng::with_seed(seed), Instant::ZERO);
        Self { device, nonsense, chance, flooded: None, next_wave, is_wave_due: false }
    }

    fn any(&mut self, count: usize) -> Vec<u8> {
        std::iter::repeat_with(|| self.chance.u8(..)).take(count).collect()
    }

    fn floods(&self) -> bool {
        matches!(self.nonsense, Nonsense::Flood) && self.flooded.is_some()
    }
}

impl Device for Hostile {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.device.receive(now, packet);
    }

    fn timeout(&mut self, now: Instant) {
        if self.device.deadline().is_some_and(|due| due <= now) {
            self.device.timeout(now);
        }
        if self.floods() && self.next_wave <= now {
            (self.is_wave_due, self.next_wave) = (true, now + EVERY);
        }
    }

    fn poll(&mut self) -> Option<Packet> {
        if std::mem::take(&mut self.is_wave_due) {
            let bytes = self.any(WAVE);
            return self.flooded.map(|channel| Packet { channel, bytes });
        }
        let Packet { channel, bytes } = self.device.poll()?;
        self.flooded.get_or_insert(channel);
        let bytes = match self.nonsense {
            Nonsense::Noise | Nonsense::Flood => self.any(bytes.len()),
            Nonsense::Cut => bytes[..bytes.len() / 2].to_vec(),
            Nonsense::LongerThanItIs => {
                let start = bytes.iter().take(1).copied();
                start.chain([0x7F; 3]).chain(bytes.iter().skip(1).copied()).collect()
            }
        };
        Some(Packet { channel, bytes })
    }

    fn deadline(&self) -> Option<Instant> {
        let wave = self.floods().then_some(self.next_wave);
        [self.device.deadline(), wave].into_iter().flatten().min()
    }

    fn is_reporting(&self) -> bool {
        self.device.is_reporting()
    }

    fn lit(&self) -> Squares {
        self.device.lit()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.device.set(now, square, reading);
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.device.press(now, side);
    }

    fn start_stop(&mut self, now: Instant) {
        self.device.start_stop(now);
    }
}

/// The ways by each kind of link.
fn kinds() -> [Vec<Way>; 4] {
    let by = |is_it: fn(Transport) -> bool| {
        Way::all().into_iter().filter(|way| !way.is_line() && is_it(way.transport)).collect()
    };
    [
        by(|transport| matches!(transport, Transport::Serial(_))),
        by(|transport| matches!(transport, Transport::Hid(_))),
        by(|transport| matches!(transport, Transport::Rfcomm(_))),
        by(|transport| matches!(transport, Transport::Gatt(_))),
    ]
}

/// What people play at hostile boards.
const PLAYED: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

/// People at a board that says nonsense.
fn at_hostile(way: Way, nonsense: Nonsense, serial: u32) -> PlayedTable {
    let make = Make { serial, chance: 0, scan: None, clock: None };
    let device = Hostile::new(way.device(&make), nonsense, serial.into());
    let timeline = played(Duration::from_secs(2), &PLAYED);
    // It says it faster than any line carries it.
    PlayedTable::new(Box::new(device), None, BoardTurn::Usual, Cue::Now, [timeline])
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_made_of_what_hostile_boards_say_and_others_play_on() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/short.pgn");
    let scored = Scored::read(&games, 13);
    let (mut boards, mut good, mut hostile) = (Boards::default(), Vec::new(), Vec::new());
    let (mut serials, gong) = (40_001.., Gong::default());
    for ways in kinds() {
        let player =
            ways[0].blitz(&scored.game(), serials.next().unwrap(), 1, Cue::Gong(gong.clone()));
        good.push(boards.add(ways[0], player));
        for number in 0..ways.len().max(ALL.len()) {
            let (way, nonsense) = (ways[number % ways.len()], ALL[number % ALL.len()]);
            let port = boards.add(way, at_hostile(way, nonsense, serials.next().unwrap()));
            hostile.push((port, nonsense));
        }
    }
    let mut hall = boards.heard().await;
    hall.until_set_up(&good).await;
    gong.strike();
    hall.until_told(&good, &scored.moves).await;
    let ports = hall.ports().await;
    for (port, nonsense) in &hostile {
        for board in hall.at(port) {
            let told = board.game.map(|game| game.moves).unwrap_or_default();
            assert!(told.is_empty(), "{port}, {nonsense:?}: {told:?}");
        }
        let (_, place) = port.split_once(':').unwrap();
        let shown = ports.iter().find(|shown| shown.name.ends_with(place));
        let shown = shown.unwrap_or_else(|| panic!("{port} is not among {ports:?}"));
        // Who is known by his bytes alone may be a board; where nobody is, people are told what to look at.
        let is_missed = matches!(&*shown.state.word, "searching" | "cannot-open");
        let says_why = is_missed && !shown.state.advice.is_empty();
        assert!(says_why || !shown.boards.is_empty(), "{nonsense:?}: {shown:?}");
    }
    let (_, log) = hall.stop();
    assert!(!log.contains("panicked") && !log.contains("fell over"), "{log}");
}

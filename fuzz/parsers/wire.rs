//! Boards and their driver, with a wire between them that does to the bytes what it likes.

use std::collections::BTreeMap;
use std::time::Duration;

use touchmove_drivers::device::line::SharedLine;
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::observation::{ClockTime, LinkState, Observation, Placement};
use touchmove_drivers::{
    Approach, Device, Driver, Family, Instant, Output, Packet, Request, Unit, dgt,
};

use super::script::{Step, steps};

/// Once the wire is well again, every board is in step after this.
const HEALED: Duration = Duration::from_secs(120);

/// A board that has its wire for itself.
pub fn dgt(bytes: &[u8]) {
    heals(Wire::between(&dgt::FAMILY, &[12_345]), bytes);
}

/// Boards that share a line.
pub fn dgt_line(bytes: &[u8]) {
    heals(Wire::between(&dgt::LINE, &[1_000, 1_001, 4_711]), bytes);
}

/// However the wire was, the driver says no more than it hears, and once the wire is well again it is in step
/// with every board.
fn heals(mut wire: Wire, bytes: &[u8]) {
    for (board, step) in steps(bytes) {
        wire.take(board % wire.stand.len(), &step);
    }
    (wire.lost, wire.garbled) = (0, 0);
    let healed = wire.now + HEALED;
    while wire.now < healed && !wire.is_in_step() {
        wire.run(Duration::from_secs(1));
    }
    assert!(wire.is_in_step(), "{:?} is told for good of {:?}", wire.shown, wire.stand);
}

struct Wire {
    family: &'static Family,
    driver: Box<dyn Driver>,
    line: SharedLine<Box<dyn Device>>,
    now: Instant,
    /// What stands on each board.
    stand: Vec<Placement>,
    /// What the driver says stands there.
    shown: BTreeMap<Option<Unit>, Placement>,
    /// So many of the next bytes are lost.
    lost: usize,
    /// The next byte is turned over in these bits.
    garbled: u8,
    /// How much more the driver may say.
    may_say: usize,
}

impl Wire {
    fn between(family: &'static Family, serials: &[u32]) -> Self {
        let base = [ClockTime::from_hms(0, 5, 0).unwrap(); 2];
        let clock = Some(ClockSetting { base, increment: Duration::from_secs(3) });
        let board = |(chance, &serial)| {
            dgt::FAMILY.device(&Make { serial, chance, scan: None, clock }).unwrap()
        };
        let mut wire = Self {
            family,
            driver: family.driver(Approach::Known),
            line: SharedLine::new((0..).zip(serials).map(board)),
            now: Instant::from_millis(10_000),
            stand: vec![Placement::EMPTY; serials.len()],
            shown: BTreeMap::new(),
            lost: 0,
            garbled: 0,
            may_say: 100,
        };
        wire.line.timeout(wire.now);
        wire.driver.start(wire.now);
        wire.exchange();
        wire
    }

    fn take(&mut self, board: usize, step: &Step) {
        let now = self.now;
        let device = self.line.device(now, board).unwrap();
        match *step {
            Step::Pass(span) => self.run(span),
            Step::Set(square, reading) => {
                device.set(now, square, reading);
                self.stand[board].set(square, reading);
            }
            Step::Press(hand) => device.press(now, hand),
            Step::StartStop => device.start_stop(now),
            Step::Lose(count) => self.lost = count,
            Step::Garble(bits) => self.garbled = bits,
            Step::NoiseToHost(noise) => {
                self.may_say += noise.len();
                self.driver.receive(now, Packet::stream(noise));
            }
            Step::NoiseToDevice(noise) => self.line.receive(now, noise),
            Step::Ask => {
                self.may_say += 2;
                let _ = self.driver.request(now, None, Request::ReadBoard);
                let _ = self.driver.request(now, None, Request::ReadClock);
            }
        }
        self.exchange();
    }

    fn run(&mut self, span: Duration) {
        let end = self.now + span;
        while let Some(next) = self.next().filter(|next| *next <= end) {
            assert!(next >= self.now, "a deadline has passed");
            self.now = next;
            self.line.timeout(next);
            if self.driver.deadline().is_some_and(|due| due <= next) {
                self.may_say += 4;
                self.driver.timeout(next);
                assert!(self.driver.deadline().is_none_or(|due| due > next), "it never rests");
            }
            self.exchange();
        }
        self.now = end;
    }

    /// Whether the driver tells of every board how its pieces stand.
    fn is_in_step(&self) -> bool {
        let written = |placements: &mut dyn Iterator<Item = &Placement>| {
            let mut written: Vec<_> = placements.map(ToString::to_string).collect();
            written.sort();
            written
        };
        written(&mut self.shown.values()) == written(&mut self.stand.iter())
    }

    fn next(&self) -> Option<Instant> {
        self.driver.deadline().into_iter().chain(self.line.deadline()).min()
    }

    fn exchange(&mut self) {
        loop {
            if let Some(mut bytes) = self.line.poll() {
                self.spoil(&mut bytes);
                self.may_say += bytes.len();
                self.driver.receive(self.now, Packet::stream(&bytes));
                continue;
            }
            let Some(output) = self.driver.poll() else { return };
            assert!(self.may_say > 0, "the driver says more than it heard: {output:?}");
            self.may_say -= 1;
            match output {
                Output::Send(packet) => self.line.receive(self.now, &packet.bytes),
                Output::Observed { unit, observation, .. } => self.see(unit, observation),
                Output::Answer { .. } => {}
                Output::Lost => self.open_again(),
            }
        }
    }

    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        let lost = self.lost.min(bytes.len());
        self.lost -= lost;
        bytes.drain(..lost);
        if let Some(first) = bytes.first_mut() {
            *first ^= std::mem::take(&mut self.garbled);
        }
    }

    fn see(&mut self, unit: Option<Unit>, observation: Observation) {
        match observation {
            Observation::Link(LinkState::Lost) => drop(self.shown.remove(&unit)),
            Observation::Board(placement) => drop(self.shown.insert(unit, *placement)),
            Observation::Square { square, reading } => {
                if let Some(shown) = self.shown.get_mut(&unit) {
                    shown.set(square, reading);
                }
            }
            _ => {}
        }
    }

    /// A port whose driver is at an end is closed, and tried again.
    fn open_again(&mut self) {
        self.shown.clear();
        self.may_say += 10;
        self.driver = self.family.driver(Approach::Known);
        self.driver.start(self.now);
    }
}

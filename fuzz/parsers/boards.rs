//! A board of any family and its driver, by any way to it: messages of which some are lost, altered, or nobody's.

use std::time::Duration;

use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::family::Transport;
use touchmove_drivers::observation::{
    ClockTime, LinkState, Observation, Placement, Reading, Sensing,
};
use touchmove_drivers::{
    Approach, Channel, Device, Driver, FAMILIES, Family, Instant, Output, Packet, Request, dgt,
};

use super::script::{Step, steps};

/// The most that a driver says of a message or at a moment: all that hands can have changed, who the board is, and what
/// it asks.
const MAX_SAID: usize = 20;

/// Once the air is clear again, a driver has found out after this whether the board is there.
const CLEARED: Duration = Duration::from_secs(60);

/// However messages come, the driver says no more than it hears. Once the air is clear and the board was read, it tells how
/// the pieces stand, or nothing where noise has switched the board off. The first byte says which board it is.
pub fn boards(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else { return };
    let ways: Vec<_> = ways().collect();
    let Some(&(family, transport)) = ways.get(usize::from(*which) % ways.len().max(1)) else {
        return;
    };
    let mut air = Air::new(family, transport);
    for (_, step) in steps(bytes) {
        air.take(&step);
    }
    (air.lost, air.garbled) = (0, 0);
    air.run(CLEARED);
    air.take(&Step::Ask);
    let told = air.told.as_ref();
    assert!(told.is_none_or(|told| *told == air.stand), "{told:?} is told of {:?}", air.stand);
}

/// The ways to all boards but those of DGT, which have a target of their own.
fn ways() -> impl Iterator<Item = (&'static Family, Transport)> {
    let families = FAMILIES.iter().copied().filter(|family| family.name != dgt::FAMILY.name);
    let simulated = families.filter(|family| family.device.is_some());
    simulated.flat_map(|family| family.transports.iter().map(move |way| (family, *way)))
}

struct Air {
    family: &'static Family,
    transport: Transport,
    driver: Box<dyn Driver>,
    board: Box<dyn Device>,
    now: Instant,
    /// What stands on the board.
    stand: Placement,
    /// What the driver says stands there.
    told: Option<Placement>,
    /// So many of the next packets to the host are lost.
    lost: usize,
    /// The next packet to the host begins with these bits turned over.
    garbled: u8,
    /// How much more the driver may say.
    may_say: usize,
}

impl Air {
    fn new(family: &'static Family, transport: Transport) -> Self {
        let base = [ClockTime::from_hms(0, 5, 0).unwrap(); 2];
        let clock = Some(ClockSetting { base, increment: Duration::from_secs(3) });
        let make = Make { serial: 12_345, chance: 0, scan: None, clock };
        let now = Instant::from_millis(10_000);
        let mut air = Self {
            family,
            transport,
            driver: (family.driver)(Approach::Known, transport),
            board: family.device.unwrap()(&make, transport),
            now,
            stand: Placement::EMPTY,
            told: None,
            lost: 0,
            garbled: 0,
            may_say: MAX_SAID,
        };
        // It is switched on: some talk from then on without being asked.
        air.board.timeout(now);
        air.driver.start(now);
        air.exchange();
        air
    }

    fn take(&mut self, step: &Step) {
        let now = self.now;
        match *step {
            Step::Pass(span) => self.run(span),
            Step::Set(square, reading) => {
                let reading = self.sensed(reading);
                self.board.set(now, square, reading);
                self.stand.set(square, reading);
            }
            Step::Press(hand) => self.board.press(now, hand),
            Step::StartStop => self.board.start_stop(now),
            Step::Lose(count) => self.lost = count,
            Step::Garble(bits) => self.garbled = bits,
            Step::NoiseToHost(noise) => {
                if let Some(packet) = of_noise(noise) {
                    self.hear(packet);
                }
            }
            Step::NoiseToDevice(noise) => {
                if let Some(packet) = of_noise(noise) {
                    self.board.receive(now, packet);
                }
            }
            Step::Ask => {
                self.may_say += MAX_SAID;
                let _ = self.driver.request(now, None, Request::ReadBoard);
                let _ = self.driver.request(now, None, Request::ReadClock);
            }
        }
        self.exchange();
    }

    /// What squares of the board sense of it.
    fn sensed(&self, reading: Reading) -> Reading {
        match (self.family.sensing, reading) {
            (_, Reading::Empty) => Reading::Empty,
            (Sensing::Identity | Sensing::Moves, Reading::Piece(_)) => reading,
            (Sensing::Occupancy, _) => Reading::Occupied,
            _ => Reading::Empty,
        }
    }

    fn run(&mut self, span: Duration) {
        let end = self.now + span;
        let next = |air: &Self| air.driver.deadline().into_iter().chain(air.board.deadline()).min();
        while let Some(due) = next(self).filter(|due| *due <= end) {
            assert!(due >= self.now, "a deadline has passed");
            self.now = due;
            self.board.timeout(due);
            if self.driver.deadline().is_some_and(|at| at <= due) {
                self.may_say += MAX_SAID;
                self.driver.timeout(due);
                assert!(self.driver.deadline().is_none_or(|at| at > due), "it never rests");
            }
            self.exchange();
        }
        self.now = end;
    }

    fn exchange(&mut self) {
        loop {
            if let Some(mut packet) = self.board.poll() {
                if self.lost > 0 {
                    self.lost -= 1;
                    continue;
                }
                if let Some(first) = packet.bytes.first_mut() {
                    *first ^= std::mem::take(&mut self.garbled);
                }
                self.hear(packet.as_slice());
                continue;
            }
            let Some(output) = self.driver.poll() else { return };
            assert!(self.may_say > 0, "the driver says more than it heard: {output:?}");
            self.may_say -= 1;
            match output {
                Output::Send(packet) => self.board.receive(self.now, packet.as_slice()),
                Output::Observed { observation, .. } => self.see(observation),
                Output::Answer { .. } => {}
                Output::Lost => {
                    self.told = None;
                    self.may_say += MAX_SAID;
                    self.driver = (self.family.driver)(Approach::Known, self.transport);
                    self.driver.start(self.now);
                }
            }
        }
    }

    fn hear(&mut self, packet: Packet<&[u8]>) {
        self.may_say += MAX_SAID;
        self.driver.receive(self.now, packet);
    }

    fn see(&mut self, observation: Observation) {
        match observation {
            Observation::Link(LinkState::Lost) => self.told = None,
            Observation::Board(placement) => self.told = Some(*placement),
            Observation::Square { square, reading } => {
                if let Some(told) = &mut self.told {
                    told.set(square, reading);
                }
            }
            _ => {}
        }
    }
}

/// The first byte of noise is its channel. Nothing is no packet.
fn of_noise(noise: &[u8]) -> Option<Packet<&[u8]>> {
    let (channel, bytes) = noise.split_first()?;
    (!bytes.is_empty()).then_some(Packet { channel: Channel(channel % 5), bytes })
}

//! A board in the air and its driver: packets on channels, of which some are lost, altered, or nobody's.

use std::time::Duration;

use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::observation::{ClockTime, LinkState, Observation, Placement};
use touchmove_drivers::toy::{self, Board};
use touchmove_drivers::{Approach, Channel, Device, Driver, Instant, Output, Packet, Request};

use super::script::{Step, steps};

/// Once the air is clear again, a driver has found out after this whether the board is there.
const CLEARED: Duration = Duration::from_secs(60);

/// However packets come, the driver says no more than it hears. Once the air is clear and the board was read, it tells how
/// the pieces stand, or nothing where noise has switched the board off.
pub fn toy(bytes: &[u8]) {
    let mut air = Air::new();
    for (_, step) in steps(bytes) {
        air.take(&step);
    }
    (air.lost, air.garbled) = (0, 0);
    air.run(CLEARED);
    air.take(&Step::Ask);
    let told = air.told.as_ref();
    assert!(told.is_none_or(|told| *told == air.stand), "{told:?} is told of {:?}", air.stand);
}

struct Air {
    driver: Box<dyn Driver>,
    board: Board,
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
    fn new() -> Self {
        let base = [ClockTime::from_hms(0, 5, 0).unwrap(); 2];
        let clock = Some(ClockSetting { base, increment: Duration::from_secs(3) });
        let now = Instant::from_millis(10_000);
        let mut air = Self {
            driver: (toy::FAMILY.driver)(Approach::Known),
            board: Board::new(&Make { serial: 12_345, chance: 0, scan: None, clock }),
            now,
            stand: Placement::EMPTY,
            told: None,
            lost: 0,
            garbled: 0,
            may_say: 10,
        };
        air.driver.start(now);
        air.exchange();
        air
    }

    fn take(&mut self, step: &Step) {
        let now = self.now;
        match *step {
            Step::Pass(span) => self.run(span),
            Step::Set(square, reading) => {
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
                self.may_say += 2;
                let _ = self.driver.request(now, None, Request::ReadBoard);
                let _ = self.driver.request(now, None, Request::ReadClock);
            }
        }
        self.exchange();
    }

    fn run(&mut self, span: Duration) {
        let end = self.now + span;
        let next = |air: &Self| air.driver.deadline().into_iter().chain(air.board.deadline()).min();
        while let Some(due) = next(self).filter(|due| *due <= end) {
            assert!(due >= self.now, "a deadline has passed");
            self.now = due;
            self.board.timeout(due);
            if self.driver.deadline().is_some_and(|at| at <= due) {
                self.may_say += 4;
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
                    self.may_say += 10;
                    self.driver = (toy::FAMILY.driver)(Approach::Known);
                    self.driver.start(self.now);
                }
            }
        }
    }

    /// A packet says what it is, and who sent it where that is new; and then the driver asks for all the rest.
    fn hear(&mut self, packet: Packet<&[u8]>) {
        self.may_say += 4;
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

//! The toy's own end: pieces, lights, a clock and a speaker, seen from its characteristics.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{Command, Message};
use crate::device::clock::Clock;
use crate::device::{Device, Make};
use crate::driver::Sound;
use crate::driver::Squares;
use crate::observation::{Hand, Placement, Reading, Square, Times};
use crate::packet::Packet;
use crate::time::Instant;

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(50);

/// How full its battery is, in percent.
const CHARGE: u8 = 80;

/// A toy.
#[derive(Debug)]
pub struct ToyBoard {
    serial: String,
    scan: Duration,
    pieces: Placement,
    /// What the host knows of the pieces; `None` before it has asked.
    told: Option<Placement>,
    /// When the next scan finds what has changed.
    scanned: Option<Instant>,
    clock: Option<Clock>,
    /// What the host knows of the clock; `None` before it has asked.
    clock_told: Option<Times<Hand>>,
    lit: u64,
    sound: Sound,
    power: Power,
    outputs: VecDeque<Packet>,
}

/// Whether a toy is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    On,
    Off,
}

impl ToyBoard {
    /// A toy of this make.
    pub fn new(make: &Make) -> Self {
        Self {
            serial: make.serial.to_string(),
            scan: make.scan.unwrap_or(SCAN),
            pieces: Placement::EMPTY,
            told: None,
            scanned: None,
            clock: make.clock.as_ref().map(Clock::new),
            clock_told: None,
            lit: 0,
            sound: Sound::On,
            power: Power::On,
            outputs: VecDeque::new(),
        }
    }

    fn advance(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.run_to(now);
        }
        if self.scanned.is_some_and(|due| due <= now) {
            self.scanned = None;
            self.tell_pieces();
        }
        self.tell_clock();
    }

    /// Tells the squares that have changed.
    fn tell_pieces(&mut self) {
        let Some(told) = &mut self.told else { return };
        for square in Square::all() {
            let reading = self.pieces.get(square);
            if told.get(square) != reading {
                told.set(square, reading);
                self.outputs.push_back(Message::Square(square, reading).packet());
            }
        }
    }

    /// Tells what the clock shows, where that is new.
    fn tell_clock(&mut self) {
        let shows = self.clock.as_ref().map(Clock::times);
        if let (Some(told), Some(shows)) = (&mut self.clock_told, shows)
            && *told != shows
        {
            *told = shows;
            self.outputs.push_back(Message::Clock(shows).packet());
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Identify => {
                self.outputs.push_back(Message::Serial(self.serial.clone()).packet());
                self.outputs.push_back(Message::Battery(CHARGE).packet());
            }
            Command::ReadBoard => {
                self.told = Some(self.pieces.clone());
                self.outputs.push_back(Message::Board(Box::new(self.pieces.clone())).packet());
            }
            Command::ReadClock => {
                self.clock_told = self.clock.as_ref().map(Clock::times);
                self.outputs.extend(self.clock_told.map(|times| Message::Clock(times).packet()));
            }
            Command::Light(bits) => self.lit = bits,
            Command::SetClock(order) => {
                self.clock.iter_mut().for_each(|clock| clock.set(order));
                self.tell_clock();
            }
            Command::Sound(sound) => self.sound = sound,
            Command::PowerOff => self.power = Power::Off,
        }
    }
}

impl Device for ToyBoard {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        if let Some(command) = Command::read(packet).filter(|_| self.power == Power::On) {
            self.obey(command);
        }
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.outputs.pop_front().filter(|_| self.power == Power::On)
    }

    fn lit(&self) -> Squares {
        Square::all().filter(|square| self.lit >> square.index() & 1 == 1).collect()
    }

    fn deadline(&self) -> Option<Instant> {
        let clock = self.clock.as_ref().filter(|_| self.clock_told.is_some());
        let due = [self.scanned, clock.and_then(Clock::next_change)];
        due.into_iter().flatten().min().filter(|_| self.power == Power::On)
    }

    fn is_reporting(&self) -> bool {
        self.told.is_some()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.pieces.set(square, reading);
        self.scanned.get_or_insert(now + self.scan);
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.advance(now);
        if let Some(clock) = &mut self.clock {
            clock.press(side);
        }
        self.tell_clock();
    }

    fn start_stop(&mut self, now: Instant) {
        self.advance(now);
        self.clock.iter_mut().for_each(Clock::start_stop);
        self.tell_clock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::ClockSetting;
    use crate::driver::{Ability, Approach, ClockOrder, Driver, Output, Request, Squares};
    use crate::observation::{ClockReading, ClockTime, Observation};

    const AT: Instant = Instant::from_millis(7);

    fn board() -> ToyBoard {
        let clock = Some(ClockSetting { base: [ClockTime::default(); 2], increment: SCAN });
        ToyBoard::new(&Make { serial: 7, chance: 0, scan: None, clock })
    }

    /// What the driver sends because of a request goes to the board, and what that says back to the driver.
    fn ask(driver: &mut dyn Driver, board: &mut ToyBoard, request: Request) -> Vec<Observation> {
        driver.request(AT, None, request).unwrap();
        let mut observed = Vec::new();
        loop {
            while let Some(packet) = board.poll() {
                driver.receive(AT, packet.as_slice());
            }
            match driver.poll() {
                Some(Output::Send(packet)) => board.receive(AT, packet.as_slice()),
                Some(Output::Observed { observation, .. }) => observed.push(observation),
                Some(other) => panic!("{other:?}"),
                None => return observed,
            }
        }
    }

    #[test]
    fn a_toy_lights_squares_sets_its_clock_is_silent_and_switches_off() {
        let mut driver = crate::toy::FAMILY.driver(Approach::Known);
        let (driver, mut board) = (&mut *driver, board());
        driver.start(AT);
        assert!(
            Ability::ALL
                .iter()
                .all(|ability| { driver.has(*ability) == (*ability != Ability::Calibration) })
        );
        ask(driver, &mut board, Request::ReadBoard);
        let squares = ["e2", "e4"].map(|name| name.parse().unwrap());
        let squares: Squares = squares.into_iter().collect();
        ask(driver, &mut board, Request::Light(squares));
        assert_eq!(board.lit(), squares);
        let times = [ClockTime::from_hms(0, 3, 0).unwrap(), ClockTime::from_hms(0, 2, 9).unwrap()];
        let order = ClockOrder { times, run: Some(Hand::Right) };
        let observed = ask(driver, &mut board, Request::SetClock(order));
        let [Observation::Clock(ClockReading::Hands(shown))] = &observed[..] else {
            panic!("{observed:?}")
        };
        assert_eq!((shown.times, shown.run), (times, Some(Hand::Right)));
        ask(driver, &mut board, Request::Sound(Sound::Off));
        assert_eq!(board.sound, Sound::Off);
        ask(driver, &mut board, Request::PowerOff);
        assert_eq!(ask(driver, &mut board, Request::ReadBoard), []);
        assert_eq!(board.deadline(), None);
    }
}

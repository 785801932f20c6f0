//! What a board has told so far, and so what of its next message is news.

use std::mem;

use super::clock::{Report, State};
use super::dialogue::Purpose;
use super::doubt::Doubt;
use super::wire::{Battery, Message};
use crate::observation::{
    BatteryState, ClockPresence, ClockReading, DeviceFact, Hand, Observation, Placement, Reading,
    Square,
};
use crate::time::Instant;

/// What one board has told on this link.
#[derive(Debug)]
pub(super) struct Told {
    squares: [Option<Reading>; 64],
    clock: Doubt<Hand>,
    charge: Option<u8>,
    facts: Vec<DeviceFact>,
}

impl Told {
    /// Nothing yet.
    pub(super) const fn new() -> Self {
        Self { squares: [None; 64], clock: Doubt::new(), charge: None, facts: Vec::new() }
    }

    /// The observations that a message brings.
    pub(super) fn take(
        &mut self,
        now: Instant,
        message: Message,
        purpose: Purpose,
    ) -> Vec<Observation> {
        let news = match message {
            Message::Clock(report) => return self.clock(now, report),
            Message::Board(placement) => self.board(placement, purpose),
            Message::Field { square, reading } => self.square(square, reading),
            Message::Battery(battery) => self.battery(battery),
            Message::Serial(serial) => self.text(serial, DeviceFact::Serial),
            Message::LongSerial(serial) => self.text(serial, DeviceFact::LongSerial),
            Message::Version(version) => self.fact(DeviceFact::Version(version.to_string())),
            Message::Hardware(version) => {
                self.fact(DeviceFact::Hardware(format!("{}.{}", version.major, version.minor)))
            }
            Message::BusAddress(address) => self.fact(DeviceFact::BusAddress(address)),
            Message::Log(_) | Message::Other { .. } => None,
        };
        news.into_iter().collect()
    }

    /// Of how many squares this says something else than was told.
    pub(super) fn changed_in(&self, placement: &Placement) -> usize {
        let told = Square::all().zip(&self.squares);
        told.filter(|(square, told)| told.is_some_and(|told| told != placement.get(*square)))
            .count()
    }

    /// Whether this was told of the square last.
    pub(super) fn is_told(&self, square: Square, reading: Reading) -> bool {
        self.squares.get(square.index()) == Some(&Some(reading))
    }

    fn clock(&mut self, now: Instant, report: Report) -> Vec<Observation> {
        match report {
            Report::Times(State { times, battery, .. }) => {
                let presence = self.change(DeviceFact::Clock(ClockPresence::Present));
                let battery = match battery {
                    BatteryState::Low => self.fact(DeviceFact::ClockBattery(battery)),
                    BatteryState::Good => self.change(DeviceFact::ClockBattery(battery)),
                };
                let times = self.clock.judge(now, times);
                let times = times.map(|times| Observation::Clock(ClockReading::Hands(times)));
                [presence, battery, times].into_iter().flatten().collect()
            }
            Report::Ack(ack) => {
                let button = ack.button();
                button.map(|button| Observation::Button(button.word().into())).into_iter().collect()
            }
            Report::Absent => {
                self.clock.forget();
                self.fact(DeviceFact::Clock(ClockPresence::Absent)).into_iter().collect()
            }
            Report::Void => Vec::new(),
        }
    }

    fn board(&mut self, placement: Box<Placement>, purpose: Purpose) -> Option<Observation> {
        let mut differs = false;
        for square in Square::all() {
            differs |= self.square(square, placement.get(square)).is_some();
        }
        (differs || purpose == Purpose::News).then_some(Observation::Board(placement))
    }

    fn square(&mut self, square: Square, reading: Reading) -> Option<Observation> {
        let told = self.squares.get_mut(square.index())?.replace(reading);
        (told != Some(reading)).then_some(Observation::Square { square, reading })
    }

    fn battery(&mut self, battery: Battery) -> Option<Observation> {
        let charge = battery.charge()?;
        (self.charge.replace(charge) != Some(charge)).then_some(Observation::Battery(charge))
    }

    fn text(&mut self, text: String, fact: fn(String) -> DeviceFact) -> Option<Observation> {
        if text.is_empty() { None } else { self.fact(fact(text)) }
    }

    /// The fact, if it is new.
    fn fact(&mut self, fact: DeviceFact) -> Option<Observation> {
        match self.facts.iter_mut().find(|told| is_same_kind(told, &fact)) {
            Some(told) if *told == fact => return None,
            Some(told) => told.clone_from(&fact),
            None => self.facts.push(fact.clone()),
        }
        Some(Observation::Device(fact))
    }

    /// The fact, if another of its kind was told before: what is as it should be is told only after
    /// it was not.
    fn change(&mut self, fact: DeviceFact) -> Option<Observation> {
        let told = self.facts.iter().any(|told| is_same_kind(told, &fact));
        if told { self.fact(fact) } else { None }
    }
}

fn is_same_kind(one: &DeviceFact, other: &DeviceFact) -> bool {
    mem::discriminant(one) == mem::discriminant(other)
}

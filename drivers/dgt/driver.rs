//! The host's end: one board in single-board mode.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::clock::{Report, State};
use super::clock_setting::ClockSetting;
use super::dialogue::{Dialogue, Purpose};
use super::frame::Parser;
use super::gap::{Followed, is_worth_the_log};
use super::pulse::Pulse;
use super::recall::{Around, recall};
use super::repeats::Repeats;
use super::told::Told;
use super::wire::{Command, Message};
use crate::driver::{Ability, Approach, Before, Driver, Known, Output, Request, Unit, Unsupported};
use crate::observation::{
    ClockReading, DeviceFact, LinkState, Memory, Observation, Placement, Reading, Square, Times,
};
use crate::packet::Packet;
use crate::time::Instant;

/// Changes of more squares than these are not missed by one move, and seldom by two.
const MAX_MISSED_SQUARES: usize = 4;
/// More changes than these do not wait.
const MAX_HELD_OBSERVATIONS: usize = 256;
/// From one report of noise to the next.
const NOISE_PAUSE: Duration = Duration::from_secs(1);

/// Driver of one board that has the line for itself.
#[derive(Debug)]
pub(super) struct SingleBoard {
    approach: Approach,
    stage: Stage,
    parser: Parser,
    pulse: Pulse,
    told: Told,
    clock_setting: ClockSetting,
    /// For a host that wants to know what came before.
    followed: Option<Followed>,
    gap: Gap,
    /// The serial number that it has told.
    serial: Option<String>,
    /// Another one that it told last.
    other_serial: Option<String>,
    /// A read-out that is believed if the next one says the same.
    doubted: Option<Box<Placement>>,
    /// Changes that wait until it is known what came before them.
    held: Vec<Message>,
    noise: u32,
    noise_told: Option<Instant>,
    repeats: Repeats,
    outputs: VecDeque<Output>,
}

#[derive(Debug)]
enum Stage {
    /// Not started yet, or lost.
    Closed,
    /// Somebody else talks to the board, or did.
    Listening,
    /// We talk to the board.
    Talking(Box<Dialogue>),
}

/// What was known before this link, or before its wire swallowed something, and what was missed since.
#[derive(Debug, Default)]
enum Gap {
    /// Nothing that the board could tell, or it is told.
    #[default]
    None,
    /// This was known; what the board shows will say whether anything may have been missed.
    Since(Before),
    /// It may: the log is being read, and nothing is told meanwhile.
    Reading { known: Option<Arc<Known>>, before: Box<Placement>, log: Option<Vec<u8>> },
}

impl SingleBoard {
    /// A driver that waits for its link.
    pub(super) const fn new(approach: Approach) -> Self {
        Self {
            approach,
            stage: Stage::Closed,
            parser: Parser::new(),
            pulse: Pulse::new(Instant::ZERO),
            told: Told::new(),
            clock_setting: ClockSetting::new(),
            followed: None,
            gap: Gap::None,
            serial: None,
            other_serial: None,
            doubted: None,
            held: Vec::new(),
            noise: 0,
            noise_told: None,
            repeats: Repeats::new(),
            outputs: VecDeque::new(),
        }
    }

    fn begin(&mut self, now: Instant, stage: Stage) {
        *self = Self { stage, pulse: Pulse::new(now), ..Self::new(self.approach) };
    }

    fn hear(&mut self, now: Instant, message: Message) {
        if let Stage::Talking(dialogue) = &self.stage
            && !dialogue.believes(&message)
        {
            return;
        }
        if let Some(state) = self.pulse.answer() {
            self.observe(Observation::Link(state));
            self.repeats.forget();
            // A board that was off for a moment has forgotten what to tell by itself.
            self.want(Command::UpdateNice, Purpose::News);
            self.want(Command::ReadBoard, Purpose::Check);
        }
        self.followed.iter_mut().for_each(|followed| followed.hear(now));
        self.report_noise(now);
        if let Some(repeats) = self.repeats.report(now) {
            self.observe(repeats);
        }
        let purpose = match &mut self.stage {
            Stage::Talking(dialogue) => dialogue.heard(now, &message),
            _ => Purpose::News,
        };
        if let Message::Clock(report) = &message
            && let Some(answer) = self.clock_setting.note(report)
        {
            self.observe(Observation::Device(DeviceFact::ClockOrder(answer)));
        }
        if self.check_serial(&message) {
            return self.pursue(now);
        }
        if self.doubt(&message) {
            self.want(Command::ReadBoard, purpose);
            return self.pursue(now);
        }
        let messages = self.bridge_gap(message);
        self.tell(now, messages, purpose);
        self.pursue(now);
    }

    /// Checks a message's serial number. Answers whether it is another one than the board's. A number that is damaged once
    /// says nothing; where it comes twice, another board answers at the end of this line, and the link begins anew.
    fn check_serial(&mut self, message: &Message) -> bool {
        let (Stage::Talking(_), Message::Serial(serial)) = (&self.stage, message) else {
            return false;
        };
        let known = self.serial.get_or_insert_with(|| serial.clone());
        if known == serial {
            self.other_serial = None;
            return false;
        }
        if self.other_serial.replace(serial.clone()).as_ref() == Some(serial) {
            self.observe(Observation::Device(DeviceFact::Serial(serial.clone())));
            self.lose();
        } else {
            self.want(Command::Serial, Purpose::Check);
        }
        true
    }

    /// Keeps a read-out back until the next one says whether it is so. Answers whether it does: where it says something new
    /// of so many squares that noise may have shifted it, which no checksum tells.
    fn doubt(&mut self, message: &Message) -> bool {
        let (Stage::Talking(_), Message::Board(shown)) = (&self.stage, message) else {
            return false;
        };
        let before = self.doubted.take();
        let is_same = |before: &Placement| before.differences(shown).count() <= MAX_MISSED_SQUARES;
        if self.told.changed_in(shown) <= MAX_MISSED_SQUARES
            || before.as_deref().is_some_and(is_same)
        {
            return false;
        }
        self.doubted = Some(shown.clone());
        true
    }

    fn tell(&mut self, now: Instant, messages: Vec<Message>, purpose: Purpose) {
        for message in messages {
            // Between two reports of the same something has happened there, and its report was lost.
            if let Message::Field { square, reading } = message
                && reading != Reading::Unknown
                && self.told.is_told(square, reading)
            {
                self.observe(Observation::Square { square, reading });
            }
            for observation in self.told.take(now, message, purpose) {
                if let Some(command) = suggested(&observation, purpose) {
                    self.want(command, Purpose::Check);
                }
                self.observe(observation);
            }
        }
    }

    /// The messages to be told now. While it is not known whether anything was missed, and while the log
    /// is read, changes wait: what the board has written down was before them.
    fn bridge_gap(&mut self, message: Message) -> Vec<Message> {
        let Stage::Talking(dialogue) = &mut self.stage else { return vec![message] };
        if let (Gap::None, Message::Board(_), Some(followed)) =
            (&self.gap, &message, &self.followed)
        {
            self.gap = Gap::Since(followed.before());
        }
        match (mem::take(&mut self.gap), message) {
            (Gap::Since(word), Message::Board(before)) if is_worth_the_log(&word, &before) => {
                dialogue.want_log();
                let known = match word {
                    Before::Known(known, _) => Some(known),
                    Before::Nothing | Before::LongAgo(_) => None,
                };
                self.gap = Gap::Reading { known, before, log: None };
                return Vec::new();
            }
            (Gap::Reading { known, before, .. }, Message::Log(log)) => {
                self.gap = Gap::Reading { known, before, log: Some(log) };
                // They are in the log, too.
                self.held.clear();
                return Vec::new();
            }
            (Gap::Reading { known, before, log }, Message::Board(now)) if !dialogue.wants_log() => {
                let recalled = log.ok_or(Memory::Silent);
                let behind = self.changes_held();
                let around = Around { before: &before, behind: &behind, now: &now };
                let recalled = recalled.and_then(|log| recall(known.as_deref(), &log, &around));
                let is_over = behind.is_empty() && before == now;
                let (told, end) = match recalled {
                    Ok(told) => (Some(told), Memory::Ends),
                    Err(why) if is_over => (None, why),
                    Err(why) => (Some(vec![Observation::Board(before)]), why),
                };
                told.into_iter().for_each(|told| self.tell_late(told, known.as_deref()));
                self.observe(Observation::Device(DeviceFact::Memory(end)));
                self.held.retain(|held| matches!(held, Message::Clock(_)));
                self.held.push(Message::Board(now));
            }
            // An answer that comes a second time.
            (gap @ Gap::Reading { .. }, Message::Board(_)) => {
                self.gap = gap;
                return Vec::new();
            }
            (gap, message @ (Message::Field { .. } | Message::Clock(_)))
                if (dialogue.awaits_word() || !matches!(gap, Gap::None))
                    && self.held.len() < MAX_HELD_OBSERVATIONS =>
            {
                self.gap = gap;
                self.held.push(message);
                return Vec::new();
            }
            (_, message @ (Message::Board(_) | Message::Field { .. } | Message::Clock(_))) => {
                dialogue.give_word();
                self.held.push(message);
            }
            (gap, message) => {
                self.gap = gap;
                return vec![message];
            }
        }
        self.release()
    }

    fn changes_held(&self) -> Vec<(Square, Reading)> {
        let change = |held: &Message| match *held {
            Message::Field { square, reading } => Some((square, reading)),
            _ => None,
        };
        self.held.iter().filter_map(change).collect()
    }

    /// What was held, but of the clock only what it showed last: it has run meanwhile.
    fn release(&mut self) -> Vec<Message> {
        let mut held = mem::take(&mut self.held);
        let last = held.iter().rposition(|message| matches!(message, Message::Clock(_)));
        let mut index = 0..;
        held.retain(|message| {
            let index = index.next();
            !matches!(message, Message::Clock(_)) || index == last
        });
        held
    }

    /// Tells what the board has written down, or how it stood before it was asked for that, and what has changed while its
    /// log was on its way: when, is not known of either.
    fn tell_late(&mut self, told: Vec<Observation>, known: Option<&Known>) {
        let last = told.iter().rev().find_map(|told| match told {
            Observation::Clock(reading) => Some(*reading),
            _ => None,
        });
        let clock = known.and_then(Known::clock);
        let mut lever = last.or(clock).and_then(|reading| reading.lever());
        self.observe(Observation::Device(DeviceFact::Memory(Memory::Begins)));
        told.into_iter().for_each(|observation| self.observe(observation));
        for message in self.held.clone() {
            match message {
                Message::Field { square, reading } => {
                    self.observe(Observation::Square { square, reading });
                }
                Message::Clock(Report::Times(State { times, .. })) => {
                    let reading = ClockReading::Hands(times);
                    if reading.lever() != lever {
                        lever = reading.lever();
                        self.observe(Observation::Clock(reading));
                    }
                }
                _ => {}
            }
        }
    }

    fn report_noise(&mut self, now: Instant) {
        self.noise = self.noise.saturating_add(self.parser.take_noise());
        let is_due = self.noise_told.is_none_or(|told| now.since(told) >= NOISE_PAUSE);
        if self.noise > 0 && is_due {
            self.observe(Observation::Device(DeviceFact::Noise(self.noise)));
            self.noise = 0;
            self.noise_told = Some(now);
            // What was lost in the noise may have been a change of a square.
            self.want(Command::ReadBoard, Purpose::Check);
        }
    }

    fn observe(&mut self, observation: Observation) {
        self.followed.iter_mut().for_each(|followed| followed.note(&observation));
        self.outputs.push_back(Output::observed(observation));
    }

    fn want(&mut self, command: Command, purpose: Purpose) {
        if let Stage::Talking(dialogue) = &mut self.stage {
            dialogue.want(command, purpose);
        }
    }

    fn pursue(&mut self, now: Instant) {
        if let Stage::Talking(dialogue) = &mut self.stage {
            if dialogue.is_free(now)
                && let Some(message) = self.clock_setting.next(now)
            {
                dialogue.leave_clock_alone(now);
                self.outputs.push_back(Output::Send(Packet::stream(message.to_vec())));
            }
            while let Some(command) = dialogue.next(now) {
                self.outputs.push_back(Output::Send(Packet::stream(vec![command.code()])));
            }
        }
    }

    fn lose(&mut self) {
        self.stage = Stage::Closed;
        self.outputs.push_back(Output::Lost);
    }
}

impl Driver for SingleBoard {
    fn start(&mut self, now: Instant) {
        self.begin(now, Stage::Talking(Box::new(Dialogue::new(now, self.approach))));
    }

    fn listen(&mut self, now: Instant) {
        self.begin(now, Stage::Listening);
    }

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        let bytes = packet.of_stream();
        if matches!(self.stage, Stage::Closed) || bytes.is_empty() {
            return;
        }
        self.pulse.hear(now);
        if let Stage::Talking(dialogue) = &mut self.stage {
            dialogue.goes_on(now);
        }
        for &byte in bytes {
            if let Some(message) = self.parser.push(now, byte) {
                self.hear(now, message);
            }
            if matches!(self.stage, Stage::Closed) {
                return;
            }
        }
    }

    fn timeout(&mut self, now: Instant) {
        if let Some(due) = self.deadline() {
            self.pulse.excuse(now.since(due));
        }
        let Stage::Talking(dialogue) = &mut self.stage else {
            return;
        };
        if dialogue.expire(now) {
            self.repeats.note();
        }
        if dialogue.gave_up() {
            return self.lose();
        }
        match self.pulse.check(now) {
            Some(LinkState::Lost) => return self.lose(),
            Some(state) => self.observe(Observation::Link(state)),
            None => {}
        }
        self.pursue(now);
    }

    fn request(
        &mut self,
        now: Instant,
        _: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        let Stage::Talking(dialogue) = &mut self.stage else {
            return Err(Unsupported(request));
        };
        match request {
            Request::SetClock(order) => {
                if !self.has(Ability::ClockSetting) || !self.clock_setting.want(now, &order) {
                    return Err(Unsupported(request));
                }
            }
            Request::Light(_) | Request::Sound(_) | Request::PowerOff | Request::Calibrate => {
                return Err(Unsupported(request));
            }
            Request::ReadBoard => dialogue.want(Command::ReadBoard, Purpose::News),
            Request::ReadClock => dialogue.want(Command::ReadClock, Purpose::News),
            Request::AwaitWord => dialogue.await_word(),
            // It is being read already.
            Request::GoOn(_) if matches!(self.gap, Gap::Reading { .. }) => {}
            Request::GoOn(before) => {
                // Who asks so late has missed what the board showed.
                if !dialogue.give_word() {
                    dialogue.want(Command::ReadBoard, Purpose::News);
                }
                self.gap = Gap::Since(before);
                self.followed = Some(Followed::new(now));
            }
        }
        self.pursue(now);
        Ok(())
    }

    fn has(&self, ability: Ability) -> bool {
        let is_read = matches!(self.gap, Gap::Reading { .. });
        let is_talking = matches!(self.stage, Stage::Talking(_)) && !is_read;
        ability == Ability::ClockSetting && is_talking && self.clock_setting.is_standing()
    }

    fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        let Stage::Talking(dialogue) = &self.stage else {
            return None;
        };
        let pulse = self.pulse.deadline();
        Some(dialogue.deadline().map_or(pulse, |dialogue| dialogue.min(pulse)))
    }
}

/// What to ask because of an observation that cannot be relied on, or that should have come before.
fn suggested(observation: &Observation, purpose: Purpose) -> Option<Command> {
    match observation {
        Observation::Square { reading: Reading::Unknown, .. } => Some(Command::ReadBoard),
        Observation::Clock(ClockReading::Hands(Times { doubtful: true, .. })) => {
            Some(Command::ReadClock)
        }
        Observation::Board(_) if purpose == Purpose::Check => Some(Command::UpdateNice),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

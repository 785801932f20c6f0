//! Talking to a board that says whole packets and is asked now and then: what the drivers of most makers' boards share.
//!
//! A family brings a [`Dialect`]: how its packets read, and what is said to its boards. [`Talk`] makes a driver of it: it
//! opens the conversation, asks a board that has fallen silent and gives it up, tells what changed between two read-outs,
//! and writes no faster than the board takes it.

mod outbox;
mod presence;
mod readouts;

use std::collections::VecDeque;

pub(crate) use self::outbox::Outbox;
pub(crate) use self::presence::Rhythm;

use self::presence::{Presence, Pulse};
use self::readouts::Readouts;
use crate::driver::{Ability, Approach, Driver, Output, Request, Unit, Unsupported};
use crate::observation::{DeviceFact, LinkState, Observation, Placement, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// How boards of one family talk.
pub(crate) trait Dialect: Send {
    /// How long its boards may be silent, and how fast they are written to.
    fn rhythm(&self) -> Rhythm;

    /// Asks for all that is to be known, and for word of every change: the link is up.
    fn open(&mut self, outbox: &mut Outbox);

    /// Asks what a board that is there answers at once. Nothing, where boards talk without being asked.
    fn ask(&mut self, outbox: &mut Outbox);

    /// Takes a packet, and tells what it says.
    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>);

    /// Asks what was requested of the driver, or does it; refuses what a board of the family cannot do.
    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict;

    /// Whether the board can do this, as far as is known by now.
    fn has(&self, _: Ability) -> bool {
        false
    }
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is being done.
    Done,
    /// The next read-out is told whole.
    TellWhole,
    /// No board of the family can do it.
    Refused,
}

/// Takes what a packet says.
pub(crate) struct Told<'a> {
    conversation: &'a mut Conversation,
    now: Instant,
}

impl Told<'_> {
    /// The board has said something, whatever it is.
    pub(crate) fn hear(&mut self) {
        if self.conversation.presence.hear(self.now) {
            self.conversation.observe(Observation::Link(LinkState::Up));
        }
        let noise = std::mem::take(&mut self.conversation.noise);
        if noise > 0 {
            self.conversation.observe(Observation::Device(DeviceFact::Noise(noise)));
        }
    }

    /// When it says so.
    pub(crate) const fn now(&self) -> Instant {
        self.now
    }

    /// It has said this.
    pub(crate) fn observe(&mut self, observation: Observation) {
        self.hear();
        self.conversation.observe(observation);
    }

    /// It has said of itself what is told only where it is news: `told` is what it has said before.
    pub(crate) fn observe_fact(&mut self, told: &mut Option<DeviceFact>, fact: DeviceFact) {
        self.hear();
        if told.as_ref() != Some(&fact) {
            *told = Some(fact.clone());
            self.conversation.observe(Observation::Device(fact));
        }
    }

    /// Its battery is so full, in per cent, which is told only where it is news: `told` is what it has said before.
    pub(crate) fn observe_charge(&mut self, told: &mut Option<u8>, charge: u8) {
        self.hear();
        if told.replace(charge) != Some(charge) {
            self.conversation.observe(Observation::Battery(charge));
        }
    }

    /// All squares are like this.
    pub(crate) fn read_out(&mut self, placement: Placement) {
        self.hear();
        let observations = self.conversation.readouts.tell(placement);
        self.conversation.outputs.extend(observations.into_iter().map(Output::observed));
    }

    /// One square is like this.
    pub(crate) fn read_square(&mut self, square: Square, reading: Reading) {
        self.hear();
        let observation = self.conversation.readouts.tell_square(square, reading);
        self.conversation.outputs.extend(observation.map(Output::observed));
    }

    /// So many bytes belong to no message. They are told before the next message is.
    pub(crate) fn skip(&mut self, bytes: usize) {
        let count = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.conversation.noise = self.conversation.noise.saturating_add(count);
    }

    /// It is told which squares to light, in place of what waits.
    pub(crate) fn send_picture(&mut self, packet: Packet) {
        self.conversation.outbox.put_picture(packet);
        self.conversation.flush(self.now);
    }

    /// It has answered: only now it is told to light nothing, `dark`, unless it was told what to light since the link is up.
    pub(crate) fn darken_once(&mut self, dark: Packet) {
        if !std::mem::replace(&mut self.conversation.was_lit, true) {
            self.send_picture(dark);
        }
    }

    /// It talks as boards of another family do. Who was never heard is given up at once, so that the other family is
    /// tried; of a board that was heard it is noise.
    pub(crate) fn turn_away(&mut self) {
        if self.conversation.presence.turn_away() {
            self.conversation.outputs.push_back(Output::Lost);
        }
    }

    /// It is answered, or asked more.
    pub(crate) fn send(&mut self, packet: Packet) {
        self.conversation.outbox.put(packet);
        self.conversation.flush(self.now);
    }
}

/// A driver of boards that talk in this dialect.
pub(crate) struct Talk<D> {
    approach: Approach,
    /// The dialect as it is before anything was said.
    fresh: D,
    dialect: D,
    conversation: Conversation,
}

/// What is known of a conversation, whatever the dialect.
#[derive(Debug)]
struct Conversation {
    presence: Presence,
    readouts: Readouts,
    outbox: Outbox,
    /// Whether it was told which squares to light.
    was_lit: bool,
    /// Bytes that belong to no message and are not told yet.
    noise: u32,
    outputs: VecDeque<Output>,
}

impl Conversation {
    fn new(presence: Presence, rhythm: Rhythm) -> Self {
        Self {
            presence,
            readouts: Readouts::default(),
            outbox: Outbox::with_pause(rhythm.pause),
            was_lit: false,
            noise: 0,
            outputs: VecDeque::new(),
        }
    }

    fn observe(&mut self, observation: Observation) {
        self.outputs.push_back(Output::observed(observation));
    }

    /// Sends what the board takes by now; a listener sends nothing.
    fn flush(&mut self, now: Instant) {
        if !self.presence.is_talking() {
            self.outbox.clear();
        }
        while let Some(packet) = self.outbox.take(now) {
            self.outputs.push_back(Output::Send(packet));
        }
    }
}

impl<D: Dialect + Clone> Talk<D> {
    /// A driver that waits for its link.
    pub(crate) fn new(approach: Approach, fresh: D) -> Self {
        let dialect = fresh.clone();
        let conversation = Conversation::new(Presence::Closed, dialect.rhythm());
        Self { approach, fresh, dialect, conversation }
    }

    fn begin(&mut self, presence: Presence) {
        self.dialect = self.fresh.clone();
        self.conversation = Conversation::new(presence, self.dialect.rhythm());
    }
}

impl<D: Dialect + Clone> Driver for Talk<D> {
    fn start(&mut self, now: Instant) {
        self.begin(Presence::starting(now, self.dialect.rhythm(), self.approach));
        self.dialect.open(&mut self.conversation.outbox);
        self.conversation.flush(now);
    }

    fn listen(&mut self, _: Instant) {
        self.begin(Presence::listening());
    }

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        if self.conversation.presence.is_closed() || packet.bytes.is_empty() {
            return;
        }
        // What waits goes out before anything is heard, so that it does not matter how a stream is cut.
        self.conversation.flush(now);
        let mut told = Told { conversation: &mut self.conversation, now };
        self.dialect.receive(packet, &mut told);
    }

    fn timeout(&mut self, now: Instant) {
        match self.conversation.presence.pass(now) {
            Some(Pulse::Ask) => self.dialect.ask(&mut self.conversation.outbox),
            Some(Pulse::Lost) => self.conversation.outputs.push_back(Output::Lost),
            None => {}
        }
        self.conversation.flush(now);
    }

    fn request(
        &mut self,
        now: Instant,
        _: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        // What was known before is of use to a listener too.
        let is_for_all =
            matches!(request, Request::GoOn(_)) && !self.conversation.presence.is_closed();
        if !self.conversation.presence.is_talking() && !is_for_all {
            return Err(Unsupported(request));
        }
        match self.dialect.request(&request, &mut self.conversation.outbox) {
            Verdict::Refused => return Err(Unsupported(request)),
            Verdict::TellWhole => self.conversation.readouts.tell_next_whole(),
            Verdict::Done => {}
        }
        self.conversation.was_lit |= matches!(request, Request::Light(_));
        self.conversation.flush(now);
        Ok(())
    }

    fn has(&self, ability: Ability) -> bool {
        self.conversation.presence.is_talking() && self.dialect.has(ability)
    }

    fn poll(&mut self) -> Option<Output> {
        self.conversation.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        let due = [self.conversation.presence.deadline(), self.conversation.outbox.deadline()];
        due.into_iter().flatten().min()
    }
}

//! One game on its ways to the public.

use touchmove_drivers::Instant;

use super::delay::{Delays, PublicOutput};
use super::log::Logged;
use super::queue::{Item, Queue, Reached};
use super::stream::Stream;
use super::{Publication, Released, To};
use crate::game::conclusion::Told;
use crate::names::{GameId, PublicId};

/// A game on its ways to the public.
#[derive(Debug)]
pub(super) struct Game {
    stream: Stream,
    /// Where it began; `None` until it is heard of.
    start: Option<String>,
    /// How many items it has.
    items: u64,
    delays: Delays,
    is_closed: bool,
    is_reading_back: bool,
    public: Option<PublicId>,
    bus: Way,
    files: Way,
}

/// A game's way to one output.
#[derive(Debug)]
struct Way {
    queue: Queue,
    /// Whether the output takes the game.
    is_open: bool,
    /// Whether the output was told of the game since the daemon started.
    has_appeared: bool,
}

impl Default for Game {
    fn default() -> Self {
        let way = |is_open| Way { queue: Queue::default(), is_open, has_appeared: false };
        Self {
            stream: Stream::default(),
            start: None,
            items: 0,
            delays: Delays::default(),
            is_closed: false,
            is_reading_back: false,
            public: None,
            bus: way(true),
            files: way(false),
        }
    }
}

impl Game {
    /// Notes what was released of it before a restart.
    pub(super) fn recall(&mut self, to: To, logged: Vec<Logged>) {
        self.is_reading_back = true;
        let way = match to {
            To::Bus(id) => {
                self.public = Some(id);
                &mut self.bus
            }
            To::Files => &mut self.files,
        };
        logged.into_iter().for_each(|logged| way.queue.recall(logged));
    }

    /// It began from this position.
    pub(super) fn begin(&mut self, start: &str) {
        self.start.get_or_insert_with(|| start.to_owned());
    }

    /// Takes what is told of a moment.
    pub(super) fn take(&mut self, at: Instant, told: &Told) {
        for what in self.stream.take(told) {
            self.items += 1;
            let (number, made, legal) = (self.items, self.stream.made(), self.stream.legal());
            let item = Item { number, at, made, legal, what };
            self.bus.queue.push(item.clone());
            self.files.queue.push(item);
        }
    }

    /// These delays hold from now on.
    pub(super) const fn hold(&mut self, delays: Delays) {
        self.delays = delays;
    }

    /// The relay takes it from now on.
    pub(super) const fn seat(&mut self) {
        self.files.is_open = true;
    }

    /// No more moves are to come.
    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// More moves may come after all.
    pub(super) const fn reopen(&mut self) {
        self.is_closed = false;
    }

    /// It is being read back.
    pub(super) const fn reading_back(&mut self) {
        self.is_reading_back = true;
    }

    /// It is read back.
    pub(super) fn read_back(&mut self) {
        self.is_reading_back = false;
        PublicOutput::ALL.into_iter().for_each(|output| self.way_mut(output).queue.forget_log());
    }

    /// Whether something is held back from an output.
    pub(super) fn holds_back(&self, output: PublicOutput) -> bool {
        self.is_reading_back || !self.way(output).queue.is_empty()
    }

    /// Whether an output was told of the game since the daemon started.
    pub(super) const fn has_appeared(&self, output: PublicOutput) -> bool {
        self.way(output).has_appeared
    }

    /// Its number in public, once it has one.
    pub(super) const fn public_id_known(&self) -> Option<PublicId> {
        self.public
    }

    /// What an output is to be told now.
    pub(super) fn take_due(
        &mut self,
        id: GameId,
        output: PublicOutput,
        now: Instant,
        last_public: &mut u64,
    ) -> Option<Publication> {
        if self.start.is_none() || !self.way(output).is_open {
            return None;
        }
        let again = self.way_mut(output).queue.take_again();
        let new = self.take_new(output, now);
        if again.is_empty() && new.is_empty() && !self.is_to_appear(output) {
            return None;
        }
        self.way_mut(output).has_appeared = true;
        let (to, is_known) = match output {
            PublicOutput::Bus => {
                let known = self.public;
                (To::Bus(self.public_id(last_public)), known.is_some())
            }
            PublicOutput::Files => (To::Files, true),
        };
        let is_logged = is_known && new.is_empty();
        let start = self.public_start(output);
        Some(Publication { game: id, to, start, again, new, is_logged })
    }

    /// When something is due next, if nothing else happens until then.
    pub(super) fn deadline(&self) -> Option<Instant> {
        if self.is_reading_back {
            return None;
        }
        let reached = self.reached();
        let open = PublicOutput::ALL.into_iter().filter(|&output| self.way(output).is_open);
        let of = |output| self.way(output).queue.deadline(self.delays.of(output), reached);
        open.filter_map(of).min()
    }

    fn take_new(&mut self, output: PublicOutput, now: Instant) -> Vec<(u64, Released)> {
        if self.is_reading_back {
            return Vec::new();
        }
        let (delay, reached) = (self.delays.of(output), self.reached());
        self.way_mut(output).queue.take_due(now, delay, reached)
    }

    /// Whether an output is to be told of the game even if nothing of it is released.
    fn is_to_appear(&self, output: PublicOutput) -> bool {
        let is_read = !self.is_reading_back;
        let may_appear = match output {
            PublicOutput::Bus => {
                self.public.is_some() || (is_read && !self.delays.bus.holds_sure_moves())
            }
            // Its file is there from the beginning of the round on.
            PublicOutput::Files => is_read,
        };
        may_appear && !self.way(output).has_appeared
    }

    /// Its number in public; the first time it gets the next one.
    fn public_id(&mut self, last_public: &mut u64) -> PublicId {
        *self.public.get_or_insert_with(|| {
            *last_public += 1;
            PublicId(*last_public)
        })
    }

    /// Where it began, as far as that may be told: with the first release.
    fn public_start(&self, output: PublicOutput) -> String {
        let is_held = self.delays.of(output).holds_sure_moves();
        let is_secret = is_held && self.way(output).queue.has_released_nothing();
        self.start.clone().filter(|_| !is_secret).unwrap_or_default()
    }

    fn reached(&self) -> Reached {
        let over = self.is_closed || self.stream.has_result();
        Reached { made: self.stream.made(), over }
    }

    const fn way(&self, output: PublicOutput) -> &Way {
        match output {
            PublicOutput::Bus => &self.bus,
            PublicOutput::Files => &self.files,
        }
    }

    const fn way_mut(&mut self, output: PublicOutput) -> &mut Way {
        match output {
            PublicOutput::Bus => &mut self.bus,
            PublicOutput::Files => &mut self.files,
        }
    }
}

//! Which boards are on the line: pings that every board answers at a moment of its own, until two of them
//! bring nothing new.

use std::time::Duration;

use super::frame::Address;
use crate::time::Instant;

/// How long the answers to a ping are awaited: boards take up to 1.1 s.
const WINDOW: Duration = Duration::from_millis(1_250);
/// So many pings in a row bring nothing, and all boards are found.
const NOTHING_NEW: u8 = 2;
/// So many pings, however noisy the line is, and those that are found are asked meanwhile.
const MAX_PINGS: u8 = 24;
/// From one search to the next.
const PAUSE: Duration = Duration::from_secs(15);
/// On a line without boards.
const PAUSE_ALONE: Duration = Duration::from_secs(3);
/// So often in a row a board with an address of its own may fail to answer for itself.
const TRIES: u8 = 4;
/// So many pings in a row in which an address answers once show that nobody shares it any more.
const ALONE: u8 = 2;
/// So many boards can be on one line.
pub(super) const MAX_BOARDS: usize = 64;

/// The search for boards on a line.
#[derive(Debug)]
pub(super) struct Search {
    /// When the next ping is due.
    due: Instant,
    window: Option<Window>,
    manner: Manner,
    pings: u8,
    nothing_new: u8,
    suspects: Vec<Suspect>,
}

/// What happens on the line while boards answer a ping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Nothing else, so that each answer can be read.
    Quiet,
    /// Boards are visited as ever. An answer that collides with theirs is noise, and noise is news.
    Busy,
}

/// Answers to one ping.
#[derive(Debug)]
struct Window {
    until: Instant,
    answers: Vec<Address>,
    is_noisy: bool,
}

/// An address that answered a ping and is not known to be that of one board.
#[derive(Debug)]
struct Suspect {
    address: Address,
    what: Doubt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    /// It is to answer for itself; so often it did not.
    New(u8),
    /// It does not. It takes part in pings until it is seen why.
    Silent,
    /// Two boards have it. So often in a row only one has answered.
    Shared(u8),
}

impl Search {
    pub(super) const fn new(due: Instant) -> Self {
        Self {
            due,
            window: None,
            manner: Manner::Quiet,
            pings: 0,
            nothing_new: 0,
            suspects: Vec::new(),
        }
    }

    /// When a ping is due, or the answers to one have come.
    pub(super) fn deadline(&self) -> Instant {
        self.window.as_ref().map_or(self.due, |window| window.until)
    }

    /// Whether a ping is due.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.window.is_none() && self.due <= now
    }

    /// Whether the line is to be left to the answers to a ping.
    pub(super) fn wants_quiet(&self) -> bool {
        self.window.is_some() && self.manner == Manner::Quiet
    }

    /// So many boards are visited before another one is told to pass over the ping.
    pub(super) const fn visits_between(&self) -> u8 {
        match self.manner {
            Manner::Quiet => 1,
            Manner::Busy => 3,
        }
    }

    /// Whether the answers to a ping have all come.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        self.window.as_ref().is_some_and(|window| window.until <= now)
    }

    /// A ping for all was sent.
    pub(super) fn ping(&mut self, now: Instant) {
        let until = now + WINDOW;
        self.window = Some(Window { until, answers: Vec::new(), is_noisy: false });
        self.pings = self.pings.saturating_add(1);
    }

    /// Bytes came that are no answer.
    pub(super) fn hear_noise(&mut self) {
        if let Some(window) = &mut self.window {
            window.is_noisy = true;
        }
    }

    /// A board has answered a ping.
    pub(super) fn answer(&mut self, address: Address) {
        if let Some(window) = &mut self.window
            && window.answers.len() < 4 * MAX_BOARDS
        {
            window.answers.push(address);
        }
    }

    /// The answers to the ping have come. `known` are the addresses of boards that are asked already.
    /// Returns the addresses that have turned out to be shared.
    pub(super) fn close(&mut self, now: Instant, known: &[Address]) -> Vec<Address> {
        let Some(window) = self.window.take() else { return Vec::new() };
        let mut shared = Vec::new();
        let mut answers = window.answers;
        answers.sort_unstable();
        let mut is_news = window.is_noisy;
        for same in answers.chunk_by(|one, other| one == other) {
            let Some(&address) = same.first() else { continue };
            is_news |= match same.len() {
                1 if window.is_noisy && self.is_known_shared(address) => false,
                1 => self.judge(address, known),
                _ => self.note_shared(address, &mut shared),
            };
        }
        // Who is silent even here is gone.
        if !window.is_noisy {
            let answered = |suspect: &Suspect| answers.binary_search(&suspect.address).is_ok();
            let stays =
                |suspect: &Suspect| matches!(suspect.what, Doubt::New(_)) || answered(suspect);
            self.suspects.retain(stays);
        }
        self.nothing_new = if is_news { 0 } else { self.nothing_new + 1 };
        let is_done = self.nothing_new >= NOTHING_NEW || self.pings >= MAX_PINGS;
        if is_done || !is_news && self.manner == Manner::Busy {
            (self.manner, self.nothing_new, self.pings) = (Manner::Busy, 0, 0);
            let is_alone = known.is_empty() && self.suspects.is_empty();
            self.due = now + if is_alone { PAUSE_ALONE } else { PAUSE };
        } else {
            (self.manner, self.due) = (Manner::Quiet, now);
        }
        shared
    }

    /// Whether it is not known yet whose this address is.
    pub(super) fn doubts(&self, address: Address) -> bool {
        self.suspects.iter().any(|suspect| suspect.address == address)
    }

    /// The next address that is to answer for itself.
    pub(super) fn next_new(&self) -> Option<Address> {
        let is_new = |suspect: &&Suspect| matches!(suspect.what, Doubt::New(_));
        self.suspects.iter().find(is_new).map(|suspect| suspect.address)
    }

    /// An address has answered for itself; whether it was to.
    pub(super) fn confirm(&mut self, address: Address) -> bool {
        let is_it =
            |suspect: &Suspect| suspect.address == address && matches!(suspect.what, Doubt::New(_));
        let before = self.suspects.len();
        self.suspects.retain(|suspect| !is_it(suspect));
        self.suspects.len() < before
    }

    /// An address has not answered for itself, or not so that it could be read.
    pub(super) fn fail(&mut self, address: Address) {
        for suspect in &mut self.suspects {
            if let Doubt::New(tries) = suspect.what
                && suspect.address == address
            {
                suspect.what = match tries + 1 {
                    TRIES.. => Doubt::Silent,
                    tries => Doubt::New(tries),
                };
            }
        }
        // The next in turn.
        if self.next_new() == Some(address) {
            self.suspects.rotate_left(1);
        }
    }

    /// The answers of a board that was asked cannot be read any more: it is seen why.
    pub(super) fn suspect(&mut self, now: Instant, address: Address) {
        if self.suspects.len() < MAX_BOARDS {
            self.suspects.push(Suspect { address, what: Doubt::Silent });
        }
        self.hurry(now);
    }

    /// Something is there that was not, or is not any more: it is looked for.
    pub(super) fn hurry(&mut self, now: Instant) {
        self.due = self.due.min(now);
        (self.manner, self.nothing_new, self.pings) = (Manner::Quiet, 0, 0);
    }

    fn is_known_shared(&self, address: Address) -> bool {
        let is_it = |suspect: &Suspect| {
            suspect.address == address && matches!(suspect.what, Doubt::Shared(_))
        };
        self.suspects.iter().any(is_it)
    }

    /// Two boards have answered by one address. Says whether that is new.
    fn note_shared(&mut self, address: Address, shared: &mut Vec<Address>) -> bool {
        let what = Doubt::Shared(0);
        match self.suspects.iter_mut().find(|suspect| suspect.address == address) {
            Some(suspect) if matches!(suspect.what, Doubt::Shared(_)) => {
                suspect.what = what;
                return false;
            }
            Some(suspect) => suspect.what = what,
            None => self.suspects.push(Suspect { address, what }),
        }
        shared.push(address);
        true
    }

    /// One board has answered by this address. Says whether that is new.
    fn judge(&mut self, address: Address, known: &[Address]) -> bool {
        let is_full = self.suspects.len() >= MAX_BOARDS;
        match self.suspects.iter_mut().find(|suspect| suspect.address == address) {
            Some(suspect) => {
                suspect.what = match suspect.what {
                    Doubt::Shared(alone) if alone + 1 < ALONE => Doubt::Shared(alone + 1),
                    Doubt::Shared(_) | Doubt::Silent => Doubt::New(0),
                    Doubt::New(tries) => Doubt::New(tries),
                };
                suspect.what == Doubt::New(0)
            }
            None if known.contains(&address) || is_full => false,
            None => {
                self.suspects.push(Suspect { address, what: Doubt::New(0) });
                true
            }
        }
    }
}

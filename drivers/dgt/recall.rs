//! Where the board's log goes on from what was known, and what it tells from there.
//!
//! The log is replayed on a board of its own, from the first entry that says where all pieces stand. It goes on
//! from what was known where this board shows the same pieces, and where the changes before are the same too,
//! further back than anywhere else: pieces may come to stand again as they did. Where nothing was known, what is
//! told begins where a game was last set up. What is told so is true only if it leads to what the board shows now.

use super::log::{Entry, read};
use super::wire::start;
use crate::driver::Known;
use crate::observation::{
    ClockReading, ClockTime, Hand, Memory, Observation, Placement, Reading, Side, Square, Times,
};

/// A piece that was on its way when the link was lost is written down only where it came to rest: so many
/// changes may be missing.
const MAX_UNDONE_MOVES: usize = 4;
/// So many squares may have shown something else for a moment just when the log was sent.
const MAX_PIECES_ON_THE_WAY: usize = 1;
/// One reading of a clock may be rounded otherwise than another. Milliseconds.
const ROUNDED: u32 = 1_000;

/// What a board has shown around its log.
pub(super) struct Around<'a> {
    /// Before it was asked for its log.
    pub(super) before: &'a Placement,
    /// What has changed while the log was on its way, in order.
    pub(super) behind: &'a [(Square, Reading)],
    /// After that.
    pub(super) now: &'a Placement,
}

/// What the board wrote down after `known`, or where nothing was, from the start of the last game on, in order,
/// until it showed what it has shown around its log.
///
/// # Errors
/// Why the log says nothing about it: [`Memory::Apart`] or [`Memory::Broken`].
pub(super) fn recall(
    known: Option<&Known>,
    log: &[u8],
    around: &Around<'_>,
) -> Result<Vec<Observation>, Memory> {
    let entries = read(log);
    let (mut telling, first) = match known {
        Some(known) => {
            let find =
                |known| find_join(known, &entries).or_else(|| find_written_over(known, &entries));
            let joins = known.moments().filter_map(find);
            // Each is a moment of this board, and what came before the last of them is known.
            let join = joins.max_by_key(|join| join.index).ok_or(Memory::Apart)?;
            (Telling::new(known, join.pieces), join.index + 1)
        }
        None => (Telling::of_nothing(), last_start(&entries).ok_or(Memory::Apart)?),
    };
    for &entry in entries.get(first..).unwrap_or_default() {
        telling.take(entry)?;
    }
    telling.read_out();
    if around.is_left_by(telling.pieces) { Err(Memory::Broken) } else { Ok(telling.told) }
}

impl Around<'_> {
    /// Whether a log that ends with these pieces leads elsewhere.
    fn is_left_by(&self, mut pieces: Placement) -> bool {
        for &(square, reading) in self.behind {
            pieces.set(square, reading);
        }
        let leads_elsewhere = |square: &Square| {
            let shown = [self.before, self.now].map(|shown| shown.get(*square));
            !shown.contains(&pieces.get(*square)) && !shown.contains(&Reading::Unknown)
        };
        Square::all().filter(leads_elsewhere).count() > MAX_PIECES_ON_THE_WAY
    }
}

/// The entry with which the last game was set up.
fn last_start(entries: &[Entry]) -> Option<usize> {
    let is_start =
        |entry: &Entry| matches!(entry, Entry::Start | Entry::StartTurned | Entry::StartTag);
    entries.iter().rposition(is_start)
}

/// The entry after which the log goes on from what was known.
struct Join {
    index: usize,
    pieces: Placement,
}

/// The last moment of what was known at which the log shows it.
fn find_join(known: &Known, entries: &[Entry]) -> Option<Join> {
    let changes = known.since();
    let is_change = |observation: &Observation| matches!(observation, Observation::Square { .. });
    let undone = |count: usize| {
        let mut kept = changes;
        for _ in 0..count {
            let last = kept.iter().rposition(is_change)?;
            kept = kept.get(..last)?;
        }
        Some(kept)
    };
    (0..=MAX_UNDONE_MOVES).map_while(undone).find_map(|kept| join_at(known.base(), kept, entries))
}

/// The entry after which the pieces come to stand as they did after these changes: the one before which most
/// changes are the same, and of several the last.
fn join_at(base: &Placement, changes: &[Observation], entries: &[Entry]) -> Option<Join> {
    let mut goal = base.clone();
    for change in changes {
        if let Observation::Square { square, reading } = change {
            goal.set(*square, *reading);
        }
    }
    let mut pieces = Pieces::default();
    let mut found = None;
    let mut stood = false;
    for (index, &entry) in entries.iter().enumerate() {
        pieces.take(entry);
        let stands = pieces.0.as_ref() == Some(&goal);
        if stands {
            let alike = alike(changes, entries.get(..=index).unwrap_or_default());
            // A press or a mark while they stand so may be news.
            let is_later = |most| if stood { alike > most } else { alike >= most };
            if found.is_none_or(|(most, _)| is_later(most)) {
                found = Some((alike, index));
            }
        }
        stood = stands;
    }
    found.map(|(_, index)| Join { index, pieces: goal })
}

/// The last entry after which the pieces stood as they were read out, but for the square that changes next: what it showed
/// then was written over (`drivers/dgt/README.md`, Messages).
fn find_written_over(known: &Known, entries: &[Entry]) -> Option<Join> {
    let read_out = known.base();
    if known.placement() != *read_out {
        return None;
    }
    let mut pieces = Pieces::default();
    let mut found = None;
    for (index, &entry) in entries.iter().enumerate() {
        if let (Some(pieces), Entry::Field { square, .. }) = (&pieces.0, entry)
            && pieces.differences(read_out).eq([square])
        {
            found = index.checked_sub(1);
        }
        pieces.take(entry);
    }
    found.map(|index| Join { index, pieces: read_out.clone() })
}

/// How many of the last changes and entries say the same, up to where all pieces are written down.
fn alike(changes: &[Observation], entries: &[Entry]) -> usize {
    let goes_on =
        |entry: &&Entry| !matches!(entry, Entry::PowerUp | Entry::StartTag | Entry::Garbled);
    let is_change = |entry: &&Entry| matches!(entry, Entry::Field { .. } | Entry::Stopped { .. });
    let entries = entries.iter().rev().take_while(goes_on).filter(is_change);
    changes.iter().rev().zip(entries).take_while(|(change, entry)| is_same(change, entry)).count()
}

fn is_same(change: &Observation, entry: &Entry) -> bool {
    match (change, entry) {
        (
            Observation::Square { square: known, reading: shown },
            Entry::Field { square, reading, .. },
        ) => known == square && shown == reading,
        (Observation::Clock(ClockReading::Hands(times)), Entry::Stopped { side, time }) => {
            let shown = times.time(*side).as_millis();
            times.lever == Some(side.other()) && shown.abs_diff(time.as_millis()) <= ROUNDED
        }
        _ => false,
    }
}

/// Where the pieces stand by the log; unknown until an entry says where all of them do.
#[derive(Default)]
struct Pieces(Option<Placement>);

impl Pieces {
    fn take(&mut self, entry: Entry) {
        match entry {
            Entry::Field { square, reading, .. } => {
                if let Some(pieces) = &mut self.0 {
                    pieces.set(square, reading);
                }
            }
            // Every piece follows.
            Entry::PowerUp | Entry::StartTag | Entry::Empty => self.0 = Some(Placement::EMPTY),
            Entry::Start => self.0 = Some(start()),
            Entry::StartTurned => self.0 = Some(start().turned()),
            Entry::Garbled => self.0 = None,
            Entry::Stopped { .. }
            | Entry::FourRows
            | Entry::Downloaded
            | Entry::Watchdog
            | Entry::End => {}
        }
    }
}

/// What the log tells after it goes on from what was known.
struct Telling {
    pieces: Placement,
    /// Whether every piece is written down again: they are told together.
    lists_pieces: Listing,
    clock: [Option<ClockTime>; 2],
    told: Vec<Observation>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    Changes,
    AllPieces,
}

impl Telling {
    fn new(known: &Known, pieces: Placement) -> Self {
        let clock = match known.clock() {
            Some(ClockReading::Hands(times)) => times.times.map(Some),
            _ => [None; 2],
        };
        let mut telling = Self { lists_pieces: Listing::Changes, clock, told: Vec::new(), pieces };
        if telling.pieces != known.placement() {
            telling.show();
        }
        telling
    }

    fn of_nothing() -> Self {
        let (pieces, told) = (Placement::EMPTY, Vec::new());
        Self { pieces, lists_pieces: Listing::Changes, clock: [None; 2], told }
    }

    fn take(&mut self, entry: Entry) -> Result<(), Memory> {
        match entry {
            Entry::Field { square, reading, .. } => self.change(square, reading),
            Entry::Stopped { side, time } => {
                self.read_out();
                self.stop(side, time);
            }
            Entry::PowerUp | Entry::StartTag => {
                self.read_out();
                self.pieces = Placement::EMPTY;
                self.lists_pieces = Listing::AllPieces;
            }
            Entry::Start => self.set_up(start()),
            Entry::StartTurned => self.set_up(start().turned()),
            Entry::Empty => self.stand(Placement::EMPTY),
            Entry::Garbled => return Err(Memory::Broken),
            Entry::FourRows | Entry::Downloaded | Entry::Watchdog | Entry::End => self.read_out(),
        }
        Ok(())
    }

    /// A square that is empty again stands for two changes: where one square alone changes, the board writes the last of
    /// them over the others (`drivers/dgt/README.md`, Messages).
    fn change(&mut self, square: Square, reading: Reading) {
        let is_listed = reading.is_occupied() && !self.pieces.get(square).is_occupied();
        if self.lists_pieces == Listing::AllPieces && !is_listed {
            self.read_out();
        }
        let is_news = self.pieces.get(square) != reading || reading == Reading::Empty;
        self.pieces.set(square, reading);
        if is_news && self.lists_pieces == Listing::Changes {
            self.told.push(Observation::Square { square, reading });
        }
    }

    /// The lever went over. The other side shows what it showed when it stopped itself.
    fn stop(&mut self, side: Hand, time: ClockTime) {
        let [left, right] = &mut self.clock;
        match side {
            Hand::Left => *left = Some(time),
            Hand::Right => *right = Some(time),
        }
        if let [Some(left), Some(right)] = self.clock {
            let runs = Some(side.other());
            self.told.push(Observation::Clock(ClockReading::Hands(Times {
                times: [left, right],
                run: runs,
                flags: [false; 2],
                lever: runs,
                doubtful: false,
            })));
        }
    }

    /// A game is set up: what the clock showed before it says nothing about this one.
    fn set_up(&mut self, pieces: Placement) {
        self.stand(pieces);
        if !self.told.is_empty() {
            self.clock = [None; 2];
        }
    }

    /// All pieces stand so.
    fn stand(&mut self, pieces: Placement) {
        self.read_out();
        if self.pieces != pieces {
            self.pieces = pieces;
            self.show();
        }
    }

    /// Tells the pieces that were listed.
    fn read_out(&mut self) {
        if self.lists_pieces == Listing::AllPieces {
            self.lists_pieces = Listing::Changes;
            self.show();
        }
    }

    fn show(&mut self) {
        self.told.push(Observation::Board(Box::new(self.pieces.clone())));
    }
}

#[cfg(test)]
mod tests;

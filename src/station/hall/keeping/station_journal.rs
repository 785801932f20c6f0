//! The station's journal, which the desk and the boards share: decisions and what came of them, never what
//! a board has shown.

mod succession;
pub(in crate::hall) mod taken;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::{Body, Headers};
use touchmove_drivers::{Instant, Observation};

pub(in crate::hall) use self::succession::unfold;

use crate::hall::anchor::{Anchor, Now, Stamp};
use crate::hall::keeping::blocking::blocking;
use crate::hall::keeping::decisions::{BoardDecision, Coming, What};
use crate::hall::keeping::harms::Harms;
use crate::hall::keeping::opening::open_journal;
use crate::hall::keeping::sealed::{SealOf, Sealed, SealedLine, last_of_past};
use crate::hall::keeping::shelf::Shelf;
use crate::journal::{Journal, JournalError, PastEntry, Sentry};
use crate::sys::boottime::TimeSource;

/// The station's journal.
#[derive(Clone, Debug)]
pub(in crate::hall) struct StationJournal {
    kept: Arc<Mutex<Kept>>,
    /// Held by who syncs it: one at a time, while others append.
    syncing: Arc<Mutex<()>>,
}

#[derive(Debug)]
struct Kept {
    journal: Journal,
    /// What it was begun with.
    headers: Headers,
    /// Whether all of it could be read, and nothing else is in it.
    is_whole: bool,
    anchor: Anchor,
    /// The decisions about what is played on boards.
    on_boards: HashMap<BoardId, Vec<BoardDecision>>,
    /// The journals of boards that are over.
    shelf: Shelf,
    /// How far the live ones had grown when this journal was opened.
    last_seals: HashMap<BoardId, SealOf>,
}

impl StationJournal {
    /// Opens the journal at `path`; hands out what it holds, and what it has from those before it.
    pub(in crate::hall) fn open(
        path: &Path,
        clock: &dyn TimeSource,
    ) -> Result<(Self, Vec<PastEntry>), JournalError> {
        let now = Now::of(clock);
        let mut headers = Headers::default();
        headers.began = Some(now.wall.to_string());
        let (mut journal, past) = open_journal(path, &headers, now.wall)?;
        let latest = journal.latest().unwrap_or_default();
        let stamp = Stamp::last_of(&past.entries);
        let anchor = Anchor::new(&past.headers, latest, stamp.as_ref(), &now);
        // Without it only the next start goes by the wall clock; a disk that is full is told of elsewhere.
        if let Some(stamp) = anchor.stamp_after(stamp.as_ref()) {
            let _ = journal.append_told(&stamp.line());
        }
        let is_whole = past.cut.as_ref().is_none_or(|cut| cut.kept.is_some())
            && !past.entries.iter().any(|entry| matches!(entry, PastEntry::Gap(_)));
        let entries = unfold(past.entries);
        let on_boards = of_past(&entries);
        let shelf = Shelf::of_past(&entries);
        let last_seals = last_of_past(&entries);
        let headers = past.headers;
        let kept = Kept { journal, headers, is_whole, anchor, on_boards, shelf, last_seals };
        let kept = Arc::new(Mutex::new(kept));
        Ok((Self { kept, syncing: Arc::default() }, entries))
    }

    /// Takes decisions, made at a moment of the station's time; gives the numbers of their records. Once
    /// this returns they survive the end of the daemon, and a loss of power after the next sync.
    pub(in crate::hall) fn decide(
        &self,
        now: Instant,
        decisions: impl IntoIterator<Item = Decision>,
    ) -> Result<Vec<u64>, JournalError> {
        let mut kept = self.lock();
        let at = kept.anchor.pass(now);
        let mut numbers = Vec::new();
        for decision in decisions {
            let record = Observation::Decision(decision);
            numbers.push(kept.journal.append_record(at, None, &record)?);
        }
        Ok(numbers)
    }

    /// Takes a decision about what is played on a board, when that had so many records, and it was that
    /// late in its time. Once this returns it survives a loss of power.
    pub(in crate::hall) fn decide_on_board(
        &self,
        now: Instant,
        board: &BoardId,
        (after, at): (u64, Instant),
        decision: Decision,
    ) -> Result<BoardDecision, JournalError> {
        let mut record = decision.clone();
        record.particulars.extend([
            ("board".to_owned(), board.to_string()),
            ("after".to_owned(), after.to_string()),
            ("at".to_owned(), at.as_micros().to_string()),
        ]);
        self.pass_over_numbers_of(now, board)?;
        let numbers = self.decide(now, [record])?;
        self.sync()?;
        let number = numbers.first().copied().unwrap_or_default();
        let decided = BoardDecision::new(number, (after, at), decision);
        add(&mut self.lock().on_boards, board.clone(), decided.clone());
        Ok(decided)
    }

    /// The next record gets a number that no decision about the board has: those that another station took kept theirs.
    fn pass_over_numbers_of(&self, now: Instant, board: &BoardId) -> Result<(), JournalError> {
        let mut kept = self.lock();
        let decided = kept.on_boards.get(board).into_iter().flatten();
        let taken: HashSet<_> = decided.map(|decided| decided.number).collect();
        while taken.contains(&(kept.journal.records() + 1)) {
            let at = kept.anchor.pass(now);
            // A journal of which nobody has said when it began has no time of its own.
            let wall = kept.anchor.wall_time(at).unwrap_or_else(jiff::Timestamp::now);
            let wall = Observation::Wall(wall.to_string());
            kept.journal.append_record(at, None, &wall)?;
        }
        Ok(())
    }

    /// The games that have gone from one board to another.
    fn moved(&self) -> HashSet<GameId> {
        let kept = self.lock();
        let decided = kept.on_boards.values().flatten();
        let moved = decided.filter_map(|decided| match &decided.what {
            What::Comes(coming) => Some(coming.game),
            What::Game(_) | What::Leaves(_) => None,
        });
        moved.collect()
    }

    /// Whether a game has left the board for another one, after one of these records.
    pub(in crate::hall) fn has_left(&self, board: &BoardId, after: u64, until: u64) -> bool {
        let left = |one: &BoardDecision| {
            matches!(one.what, What::Leaves(_)) && (after..=until).contains(&one.after)
        };
        self.lock().on_boards.get(board).is_some_and(|decided| decided.iter().any(left))
    }

    /// The decisions about what is played on a board, in their order.
    pub(in crate::hall) fn on_board(&self, board: &BoardId) -> Vec<BoardDecision> {
        self.lock().on_boards.get(board).cloned().unwrap_or_default()
    }

    /// The journals of boards that are over.
    pub(in crate::hall) fn shelf(&self) -> Shelf {
        self.lock().shelf.clone()
    }

    /// The last game of which this journal or those before it say that it is archived, or was given its number.
    pub(in crate::hall) fn last_archived_game(&self) -> u64 {
        let kept = self.lock();
        let before = kept.headers.continues.as_ref().map_or(0, |before| before.games);
        let sealed = kept.last_seals.values().filter_map(|seal| Some(seal.game?.id)).max();
        kept.shelf.last_game().max(before.into()).max(sealed.unwrap_or_default())
    }

    /// A board's journal is about to be over: once this returns, its seal survives a loss of power.
    pub(in crate::hall) fn seal(&self, line: SealedLine) -> Result<(), JournalError> {
        self.tell(line.line())?;
        self.lock().shelf.add(line);
        Ok(())
    }

    /// Takes a line that only the station understands: once this returns, it survives a loss of power.
    pub(in crate::hall) fn tell(&self, line: String) -> Result<(), JournalError> {
        self.log([line])?;
        self.sync()
    }

    /// Takes lines that only the station understands. Once this returns they survive the end of the daemon,
    /// and a loss of power after the next sync.
    pub(in crate::hall) fn log(
        &self,
        lines: impl IntoIterator<Item = String>,
    ) -> Result<(), JournalError> {
        let mut kept = self.lock();
        lines.into_iter().try_for_each(|line| kept.journal.append_told(&line))
    }

    /// Makes everything survive a loss of power, and waits for it; meanwhile others may append.
    pub(in crate::hall) fn sync(&self) -> Result<(), JournalError> {
        blocking(|| {
            let _alone = self.syncing.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(syncing) = self.lock().journal.begin_sync()? {
                syncing.run();
            }
            self.lock().journal.end_sync().map(drop)
        })
    }

    /// Once everything survives a loss of power, or cannot, somebody is told, and nobody waits.
    pub(in crate::hall) fn once_synced(
        &self,
        tell: impl FnOnce(Result<(), JournalError>) + Send + 'static,
    ) {
        if !self.lock().journal.is_dirty() {
            return tell(Ok(()));
        }
        let station = self.clone();
        tokio::task::spawn_blocking(move || tell(station.sync()));
    }

    /// How far the boards' live journals had grown when this one was opened.
    pub(in crate::hall) fn last_seals(&self) -> HashMap<BoardId, SealOf> {
        self.lock().last_seals.clone()
    }

    /// How far it has grown.
    pub(in crate::hall) fn sealed(&self) -> Sealed {
        let kept = self.lock();
        Sealed { records: kept.journal.records(), seal: kept.journal.seal(), game: None }
    }

    /// Who looks after its file.
    pub(in crate::hall) fn sentry(&self) -> Arc<Sentry> {
        self.lock().journal.sentry()
    }

    /// Somebody has had a hand in its file: saves what can be saved.
    pub(in crate::hall) fn rescue(&self, harms: &mut Harms) {
        blocking(|| {
            let _alone = self.syncing.lock().unwrap_or_else(PoisonError::into_inner);
            harms.save(&mut self.lock().journal);
        });
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BoardDecision {
    fn new(number: u64, (after, at): (u64, Instant), mut decision: Decision) -> Self {
        let what = Coming::of_record(&decision).map_or_else(
            || {
                decision.particulars.push(("number".to_owned(), number.to_string()));
                What::Game(decision)
            },
            What::Comes,
        );
        Self { number, after, at, what }
    }

    fn of_record(number: u64, record: &Decision) -> Option<(BoardId, Self)> {
        let given = |key| record.particular(key)?.parse().ok();
        let place = (given("after")?, Instant::from_micros(given("at")?));
        let board = BoardId(record.particular("board")?.into());
        let mut decision = record.clone();
        decision.particulars.retain(|(key, _)| !["board", "after", "at"].contains(&key.as_str()));
        Some((board, Self::new(number, place, decision)))
    }
}

/// The decisions about what is played on boards, of a station's past.
pub(in crate::hall) fn of_past(past: &[PastEntry]) -> HashMap<BoardId, Vec<BoardDecision>> {
    let mut decisions: HashMap<BoardId, Vec<BoardDecision>> = HashMap::new();
    for entry in past {
        if let PastEntry::Record { number, record } = entry
            && let Body::Observed(Observation::Decision(record)) = &record.body
            && let Some((board, decided)) = BoardDecision::of_record(*number, record)
        {
            add(&mut decisions, board, decided);
        }
    }
    decisions
}

/// A game that comes to a board leaves another one.
fn add(
    decisions: &mut HashMap<BoardId, Vec<BoardDecision>>,
    board: BoardId,
    decided: BoardDecision,
) {
    if let What::Comes(Coming { from, left: (after, at), number, .. }) = &decided.what {
        let what = What::Leaves(*number);
        let leaving = BoardDecision { after: *after, at: *at, what, ..decided };
        decisions.entry(from.clone()).or_default().push(leaving);
    }
    decisions.entry(board).or_default().push(decided);
}

//! What was kept of a board, for the verbs that look back: its journal, and what was decided about it.

mod later;
mod moment;
mod place;
mod replay;
mod written;

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use touchmove_core::names::BoardId;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Failed, History};
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::recording::{Body, Headers, Record};
use touchmove_drivers::{Instant, Observation};
use touchmove_station::hall::keeping::decided::{DecidedChange, OnBoard, on_board};
use touchmove_station::journal::archive::{self, Archived};
use touchmove_station::journal::{self, Gap, JournalError, Look, PastEntry};

pub(super) use self::later::Later;
pub(super) use self::moment::{Calendar, Moment};
pub(super) use self::place::{Place, Places};
pub(super) use self::replay::Replay;
pub(super) use self::written::written;

use super::{Failure, complain};

/// All that was kept of a board.
#[derive(Debug)]
pub(super) struct Past {
    /// Its name.
    pub(super) board: BoardId,
    /// Its journal.
    pub(super) journal: Look,
    /// What happened, in order: what was observed, with what was decided between.
    pub(super) steps: Vec<Step>,
    /// How far the board's time has got by now.
    pub(super) now: Instant,
    /// What day it was.
    pub(super) calendar: Calendar,
    path: PathBuf,
}

/// From one moment to another.
pub(super) type Span = (Instant, Instant);

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// When; what has no time of its own happened when the one before did.
    pub(super) at: Instant,
    /// The last record of the journal that it goes with.
    pub(super) number: u64,
    /// What.
    pub(super) what: Happened,
}

/// What happened.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    /// A record.
    Record(Record),
    /// Something no record holds, in words.
    Remark(String),
    /// A game that began on another board goes on here.
    Came {
        /// The number of the station's record that says so.
        number: u64,
        /// The other board.
        from: BoardId,
    },
    /// A game went on on another board.
    Left {
        /// The number of the station's record that says so.
        number: u64,
        /// Its number here, where it was not the one that was played.
        game: Option<u32>,
    },
}

impl Happened {
    /// What no record holds, in words.
    pub(super) fn remark(&self) -> Option<Saying> {
        match self {
            Self::Record(_) => None,
            Self::Remark(remark) => Some(remark.into()),
            Self::Came { from, .. } => Some(History::Came { from: from.to_string().into() }.into()),
            Self::Left { .. } => Some(History::Left.into()),
        }
    }
}

impl Past {
    /// Reads what was kept of the board that `place` names, in the folder of evidence: journal after journal, as far as they reach from the
    /// one moment to the other, and the span in each. There is one at least.
    ///
    /// # Errors
    /// [`Failure`]: there is no such board, one may not be read, or is no journal; a time of day means nothing here,
    /// or nothing lies between.
    pub(super) fn read(
        place: &Place,
        state: Option<&Path>,
        from: Option<Moment>,
        to: Option<Moment>,
    ) -> Result<Vec<(Self, Span)>, Failure> {
        let pasts =
            place.find_all(state)?.into_iter().map(Self::of).collect::<Result<Vec<_>, _>>()?;
        let Some(last) = pasts.last() else { return Err(Failure::because(Failed::NothingKept)) };
        let (from, to) = last.span(from, to)?;
        let count = pasts.len();
        let reaches = |(number, past): &(usize, Self)| {
            let begins = past.steps.first().map_or(Instant::ZERO, |step| step.at);
            (past.now >= from || number + 1 == count) && (begins <= to || *number == 0)
        };
        let meant = pasts.into_iter().enumerate().filter(reaches);
        Ok(meant
            .map(|(_, past)| (past.now.min(to), past))
            .map(|(to, past)| (past, (from, to)))
            .collect())
    }

    /// Reads the journal at `path`.
    ///
    /// # Errors
    /// [`Failure`]: it may not be read, or it is no journal.
    pub(super) fn of(path: PathBuf) -> Result<Self, Failure> {
        let journal = look(&path)?;
        let archived = Archived::of_path(&path);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let board = archived.as_ref().map_or(stem.as_ref(), |archived| archived.board.as_str());
        let board = BoardId(board.into());
        let mut decided = match station_of(&path) {
            Some(station) => on_board(look(&station)?.entries, &board),
            None => Vec::new(),
        };
        let after = journal.headers.continues.as_ref().map_or(0, |before| before.after);
        let until = if archived.is_some() { last_record(&journal.entries) } else { u64::MAX };
        decided.retain(|one| (one.after > after || after == 0) && one.after <= until);
        let steps = steps(&journal.entries, decided);
        let latest = steps.last().map_or(Instant::ZERO, |step| step.at);
        let walls = steps.iter().filter_map(|step| match step.observation() {
            Some(Observation::Wall(wall)) => Some((step.at, wall.as_str())),
            _ => None,
        });
        let calendar = Calendar::new(&journal.headers, walls);
        // What is over ended with what was last told of it.
        let ended = calendar.moment_of(Timestamp::now()).filter(|_| archived.is_none());
        let now = ended.unwrap_or_default().max(latest);
        Ok(Self { board, journal, steps, now, calendar, path })
    }

    /// What was kept of another board of the same station until a game left it by this decision.
    fn of_other(&self, board: &BoardId, number: u64) -> Option<Self> {
        let state = self.path.parent()?.parent()?;
        let is_it = |past: &Self| {
            let mut happened = past.steps.iter().map(|step| &step.what);
            happened
                .any(|what| matches!(what, Happened::Left { number: this, .. } if *this == number))
        };
        let paths = place::with_archived(state, &board.to_string());
        paths.into_iter().filter_map(|path| Self::of(path).ok()).find(is_it)
    }

    /// What was told about the board: lines that only the daemon understands, with the number of the record before
    /// each.
    pub(super) fn told(&self) -> impl Iterator<Item = (u64, &str)> {
        let mut number = 0;
        self.journal.entries.iter().filter_map(move |entry| match entry {
            PastEntry::Record { number: record, .. } => {
                number = *record;
                None
            }
            PastEntry::Told(line) => Some((number, line.as_str())),
            PastEntry::Gap(_) => None,
        })
    }

    /// How many games of the board came before this journal.
    fn games_before(&self) -> u32 {
        self.headers().continues.as_ref().map_or(0, |before| before.games)
    }

    /// When the last thing happened.
    pub(super) fn latest(&self) -> Instant {
        latest(&self.steps)
    }

    /// What it is called in messages.
    pub(super) fn name(&self) -> String {
        match Archived::of_path(&self.path) {
            Some(Archived { after, .. }) => {
                format!("{}, archived after record {after}", self.board)
            }
            None => self.board.to_string(),
        }
    }

    /// From when to when somebody means; all of it if nothing is said.
    ///
    /// # Errors
    /// [`Failure`] where a time of day means nothing here, or nothing lies between.
    fn span(
        &self,
        from: Option<Moment>,
        to: Option<Moment>,
    ) -> Result<(Instant, Instant), Failure> {
        let latest = latest(&self.steps);
        let find = |moment| self.calendar.find(moment, latest);
        let from = from.map(find).transpose()?.unwrap_or_default();
        let to = to.map(find).transpose()?.unwrap_or(self.now).min(self.now);
        if to < from {
            return Err(Failure::because(Failed::NothingBetween));
        }
        Ok((from, to))
    }

    /// Day, time and seconds of a moment.
    pub(super) fn when(&self, at: Instant) -> String {
        let millis = at.as_millis();
        let seconds = format!("{}.{:03}", millis / 1_000, millis % 1_000);
        match self.calendar.at(at) {
            Some(day) => format!("{} ({seconds} s)", day.strftime("%Y-%m-%d %H:%M:%S")),
            None => format!("{seconds} s"),
        }
    }

    /// The headers, as a recording has them.
    pub(super) const fn headers(&self) -> &Headers {
        &self.journal.headers
    }

    /// Says on standard error what is missing, and fails where anything is: the rest has been put out.
    ///
    /// # Errors
    /// [`Failure`], with exit code 1.
    pub(super) fn complain(&self) -> Result<(), Failure> {
        let gap = |entry: &PastEntry| match entry {
            PastEntry::Gap(gap) => Some(*gap),
            _ => None,
        };
        let gaps: Vec<Gap> = self.journal.entries.iter().filter_map(gap).collect();
        for gap in &gaps {
            complain(format_args!("{}: {gap}", self.path.display()));
        }
        match gaps.len() {
            0 => Ok(()),
            gaps => {
                let path = self.path.display().to_string().into();
                Err(Failure::because(Failed::Damaged { path, gaps: gaps.into() }))
            }
        }
    }
}

/// Looks into the journal at `path`.
pub(super) fn look(path: &Path) -> Result<Look, Failure> {
    let bytes = archive::read(path).map_err(|error| place::unreadable(path, &error))?;
    journal::look(&bytes, path).map_err(|error| match error {
        JournalError::Foreign { path } => {
            Failure::misused(Failed::NoJournal { path: path.display().to_string().into() })
        }
        error => Failure::malformed(error),
    })
}

/// The journal of the station that a board's journal belongs to, where it lies as the daemon puts it.
pub(super) fn station_of(journal: &Path) -> Option<PathBuf> {
    let station = archive::station(journal.canonicalize().ok()?.parent()?.parent()?);
    station.is_file().then_some(station)
}

/// What was observed with what was decided between, and what is lost, as reconstruction takes it: as a lost link.
fn steps(entries: &[PastEntry], decided: Vec<OnBoard>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut decided = decided.into_iter().peekable();
    let mut number = 0;
    for entry in entries {
        match entry {
            PastEntry::Record { number: next, record } => {
                let at = record.at.unwrap_or_else(|| latest(&steps));
                while let Some(decision) = decided.next_if(|decision| decision.after < *next) {
                    steps.push(step_of(decision, latest(&steps), at));
                }
                number = *next;
                steps.push(Step { at, number, what: Happened::Record(record.clone()) });
            }
            PastEntry::Gap(gap) => {
                let at = latest(&steps);
                let remark = Happened::Remark(gap.to_string());
                steps.push(Step { at, number, what: remark });
                if gap.records() > 0 && number > 0 {
                    let lost = Observation::Link(LinkState::Lost);
                    let lost = Happened::Record(Record::observed(at, None, lost));
                    steps.push(Step { at, number, what: lost });
                }
            }
            PastEntry::Told(_) => {}
        }
    }
    let end = latest(&steps);
    steps.extend(decided.map(|decision| step_of(decision, end, Instant::from_micros(u64::MAX))));
    steps
}

fn last_record(entries: &[PastEntry]) -> u64 {
    let number = |entry: &PastEntry| match entry {
        PastEntry::Record { number, .. } => Some(*number),
        _ => None,
    };
    entries.iter().rev().find_map(number).unwrap_or_default()
}

fn latest(steps: &[Step]) -> Instant {
    steps.last().map_or(Instant::ZERO, |step| step.at)
}

/// What was decided between two records. What happened at the board before may have been written down after it:
/// the number of the record says what came first, and the time follows.
fn step_of(decided: OnBoard, earliest: Instant, latest: Instant) -> Step {
    let at = decided.at.min(latest).max(earliest);
    let what = match decided.what {
        DecidedChange::Game(decision) => {
            let decision = Observation::Decision(decision);
            Happened::Record(Record::observed(at, None, decision))
        }
        DecidedChange::Came(from) => Happened::Came { number: decided.number, from },
        DecidedChange::Left(game) => Happened::Left { number: decided.number, game },
    };
    Step { at, number: decided.after, what }
}

impl Step {
    /// After which moment it happened, where it was only heard later.
    pub(super) const fn since(&self) -> Option<Instant> {
        match &self.what {
            Happened::Record(record) => record.since,
            _ => None,
        }
    }

    /// What was observed, if that is what happened.
    pub(super) const fn observation(&self) -> Option<&Observation> {
        match &self.what {
            Happened::Record(Record { body: Body::Observed(observation), .. }) => Some(observation),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_decided_has_no_later_time_than_what_was_written_down_after_it() {
        let record = |number, seconds: u64, line: &str| {
            let observation = line.parse().unwrap();
            let at = Instant::from_millis(seconds * 1_000);
            PastEntry::Record { number, record: Record::observed(at, None, observation) }
        };
        let entries = [record(1, 1, "battery 80"), record(2, 2, "battery 79")];
        let decided = |after| {
            let Ok(Observation::Decision(decision)) =
                "decision by=arbiter turn side=white".parse::<Observation>()
            else {
                panic!("a decision is a record")
            };
            let at = Instant::from_millis(3_000);
            OnBoard { number: after + 10, after, at, what: DecidedChange::Game(decision) }
        };
        let steps = steps(&entries, vec![decided(1), decided(2)]);
        let times: Vec<_> = steps.iter().map(|step| step.at.as_millis()).collect();
        assert_eq!(times, [1_000, 2_000, 2_000, 3_000]);
        let Happened::Record(decided) = &steps[1].what else { panic!("a decision is a record") };
        assert_eq!(decided.at, Some(steps[1].at));
    }
}

//! What the station itself keeps: its rounds, and what of its games was public when, in a journal of the
//! same form as a board's.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{BoardNumber, Round};
use touchmove_core::tournament::release::decided::{DecidedLine, DecidedResult};
use touchmove_core::tournament::release::{LogLine, Publication};
use touchmove_core::tournament::rounds::Rounds;
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_drivers::recording::Body;
use touchmove_drivers::{Instant, Observation};

use crate::hall::anchor::Stamp;
use crate::hall::keeping::sealed::{DeletedLine, SealedLine, SealsLine};
use crate::hall::keeping::station_journal::StationJournal;
use crate::hall::keeping::station_journal::taken::TakenOverLine;
use crate::hall::orders::rounds::NotTaken;
use crate::hall::ports::known_links::KnownLinks;
use crate::journal::{JournalError, PastEntry, archive};
use crate::sys::boottime::TimeSource;

/// What the station keeps, and the rounds that it gives.
#[derive(Debug)]
pub(in crate::hall) struct Station {
    journal: StationJournal,
    rounds: Rounds,
    /// What was public before.
    log: Vec<LogLine>,
    decided: Vec<DecidedLine>,
}

/// A told line.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ToldLine {
    /// A game has begun at a table of a round.
    Begun { round: u16, table: u16, game: u64 },
    /// Something became public.
    Released(LogLine),
    /// A result that people decided became public.
    Decided(DecidedLine),
    /// A board's journal is over.
    Sealed(SealedLine),
    /// An archived journal was deleted.
    Deleted(DeletedLine),
    /// How far boards' journals had grown.
    Seals(SealsLine),
    /// A board goes on here that another station had.
    TakenOver(TakenOverLine),
    /// How the journal's time lay to that of the station.
    Stamped(Stamp),
}

impl Station {
    /// Opens the station of a folder of evidence: from now on it is nobody else's. What a sudden end has left half done
    /// there is put right. With it comes what its journal says of links. Where its journal is longer than `most` bytes, the next one goes on in its place, if the disk
    /// takes it.
    pub(in crate::hall) fn open(
        state: &Path,
        most: u64,
        clock: &dyn TimeSource,
    ) -> Result<(Self, KnownLinks), JournalError> {
        let (journal, past) = StationJournal::open(&archive::station(state), clock)?;
        let folder = state.join(archive::FOLDER);
        if let Err(error) = archive::tidy(state) {
            // Nothing that is read back depends on it.
            tracing::warn!("{}: what is half archived stays for now: {error}", folder.display());
        }
        let mut station =
            Self { journal, rounds: Rounds::default(), log: Vec::new(), decided: Vec::new() };
        past.iter().for_each(|entry| station.recall(entry));
        if station.journal.length() > most {
            station.archive_journal(&past, &folder, clock);
        }
        Ok((station, KnownLinks::of_past(&past)))
    }

    /// Lets another journal go on, where much of this one is needed no more.
    fn archive_journal(&self, past: &[PastEntry], folder: &Path, clock: &dyn TimeSource) {
        let needs = self.journal.needs(&self.rounds, self.last_game(), folder);
        let now = (clock.now(), clock.wall());
        if let Err(error) = self.journal.succeed(now, (past, &needs), folder) {
            tracing::error!("the station's journal is not archived, and goes on: {error}");
        }
    }

    /// Its journal.
    pub(in crate::hall) const fn journal(&self) -> &StationJournal {
        &self.journal
    }

    /// The last game that it knows of.
    pub(in crate::hall) fn last_game(&self) -> GameId {
        let (rounds, archived) = (self.rounds.last_game(), self.journal.last_archived_game());
        rounds.max(GameId(archived))
    }

    /// The archived journals that are read back, as
    /// [`Shelf::to_read`](crate::hall::keeping::shelf::Shelf::to_read) has them.
    pub(in crate::hall) fn to_read(&self, folder: &Path) -> Vec<(BoardId, PathBuf, u64)> {
        let has_left = |board: &_, after, until| self.journal.has_left(board, after, until);
        self.journal.shelf().to_read(folder, &self.rounds, has_left)
    }

    /// The rounds.
    pub(in crate::hall) const fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    /// The players of a game have these names; whether that is news. The decision is kept with the others
    /// about the game.
    pub(in crate::hall) fn name_players(
        &mut self,
        game: GameId,
        names: &[Option<String>; 2],
    ) -> bool {
        self.rounds.name_players(game, names)
    }

    /// Takes decisions: they hold, survive the end of the daemon, and a loss of power after the next sync.
    pub(in crate::hall) fn decide(
        &mut self,
        now: Instant,
        by: &str,
        decisions: Vec<RoundDecision>,
    ) -> Result<(), NotTaken> {
        decisions.iter().try_for_each(|decision| self.rounds.check(decision))?;
        self.journal.decide(now, decisions.iter().map(|decision| decision.record(by)))?;
        decisions.into_iter().for_each(|decision| self.rounds.carry_out(decision));
        Ok(())
    }

    /// Games have begun at tables of a round.
    pub(in crate::hall) fn begun(
        &mut self,
        round: Round,
        games: &[(BoardNumber, GameId)],
    ) -> Result<(), JournalError> {
        let mut lines = Vec::with_capacity(games.len());
        for &(table, game) in games {
            self.rounds.begun(round, table, game);
            let (round, table) = (round.get(), table.get());
            lines.push(line(&ToldLine::Begun { round, table, game: game.0 }));
        }
        self.journal.log(lines)
    }

    /// What was public when the journal was opened; it is given once.
    pub(in crate::hall) fn take_log(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.log)
    }

    /// Which decided results were public when the journal was opened; they are given once.
    pub(in crate::hall) fn take_decided(&mut self) -> Vec<DecidedLine> {
        std::mem::take(&mut self.decided)
    }

    /// A result that people decided becomes public: the same holds as of what else is released.
    pub(in crate::hall) fn decided(
        &self,
        result: &DecidedResult,
        wall: Timestamp,
    ) -> Result<(), JournalError> {
        if result.is_logged {
            return Ok(());
        }
        self.journal.log([line(&ToldLine::Decided(DecidedLine::of(result, &wall.to_string())))])
    }

    /// Something becomes public: once this returns that survives the end of the daemon, and a loss of
    /// power after the next sync.
    pub(in crate::hall) fn released(
        &self,
        publication: &Publication,
        wall: Timestamp,
    ) -> Result<(), JournalError> {
        let log = publication.log(&wall.to_string());
        self.journal.log(log.into_iter().map(|logged| line(&ToldLine::Released(logged))))
    }

    /// Makes everything survive a loss of power, and waits for it.
    pub(in crate::hall) fn sync(&self) -> Result<(), JournalError> {
        self.journal.sync()
    }

    /// Once everything survives a loss of power, or cannot, somebody is told; nobody waits.
    pub(in crate::hall) fn once_synced(
        &self,
        tell: impl FnOnce(Result<(), JournalError>) + Send + 'static,
    ) {
        self.journal.once_synced(tell);
    }

    fn recall(&mut self, entry: &PastEntry) {
        match entry {
            PastEntry::Record { record, .. } => {
                if let Body::Observed(Observation::Decision(decision)) = &record.body {
                    // Others are about what is played on a board.
                    if let Some(decision) = RoundDecision::of_record(decision) {
                        if let RoundDecision::Remove { round } = decision {
                            self.decided.retain(|line| !line.is_of(round));
                        }
                        self.rounds.carry_out(decision);
                    }
                }
            }
            // That decisions are lost has been said.
            PastEntry::Gap(_) => {}
            PastEntry::Told(line) => match serde_json::from_str(line) {
                Ok(ToldLine::Begun { round, table, game }) => {
                    if let (Some(round), Some(table)) = (Round::new(round), BoardNumber::new(table))
                    {
                        self.rounds.begun(round, table, GameId(game));
                    }
                }
                Ok(ToldLine::Released(line)) => self.log.push(line),
                Ok(ToldLine::Decided(line)) => self.decided.push(line),
                // The journal itself and its shelf have read them.
                Ok(
                    ToldLine::Sealed(_)
                    | ToldLine::Deleted(_)
                    | ToldLine::Seals(_)
                    | ToldLine::TakenOver(_)
                    | ToldLine::Stamped(_),
                ) => {}
                Err(error) => tracing::warn!("a line of the station is not understood: {error}"),
            },
        }
    }
}

fn line(told: &ToldLine) -> String {
    serde_json::to_string(told).unwrap_or_default()
}

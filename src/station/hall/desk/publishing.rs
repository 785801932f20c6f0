//! Which delay holds for which game: between the rounds, which know of sections, and the releases, which
//! know of delays. Pure.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use touchmove_core::game::conclusion::Told;
use touchmove_core::names::PublicId;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::Round;
use touchmove_core::tournament::release::decided::{
    DecidedLine, DecidedResult, DecidedResults, Hold,
};
use touchmove_core::tournament::release::delay::PublicOutput;
use touchmove_core::tournament::release::{LogLine, Publication, Releases};
use touchmove_core::tournament::rounds::dispute::{ResultSource, ResultVerdict};
use touchmove_core::tournament::rounds::results::RoundResults;
use touchmove_core::tournament::rounds::{GamePlace, Rounds, TableOf};
use touchmove_drivers::Instant;

use crate::hall::news::Anchor;

/// The games of this station on their way to the public.
#[derive(Debug)]
pub(in crate::hall) struct Publishing {
    /// The outputs that there are.
    outputs: Vec<PublicOutput>,
    releases: Releases,
    games: BTreeMap<GameId, Played>,
    /// The last game of each board.
    last: HashMap<BoardId, GameId>,
    /// The boards that are read back.
    read_back: HashSet<BoardId>,
    /// What people decided about results.
    decided: DecidedResults,
    /// Whose games the public knows them to be.
    places: HashMap<PublicId, GamePlace>,
    /// What was heard of the others.
    reading: HashMap<BoardId, BTreeSet<GameId>>,
}

/// Where a game is played.
#[derive(Clone, Debug)]
struct Played {
    on: BoardId,
    /// The last that was told of it there.
    told: u64,
}

impl Publishing {
    /// To these outputs, nothing yet but what the station's journal says was public before.
    pub(in crate::hall) fn new(
        outputs: Vec<PublicOutput>,
        log: Vec<LogLine>,
        decided: Vec<DecidedLine>,
    ) -> Self {
        let mut releases = Releases::default();
        log.into_iter().for_each(|line| releases.recall(line));
        Self {
            outputs,
            releases,
            games: BTreeMap::new(),
            last: HashMap::new(),
            read_back: HashSet::new(),
            decided: DecidedResults::recall(&decided),
            places: HashMap::new(),
            reading: HashMap::new(),
        }
    }

    /// Takes what is newly told of a game that began from `start`.
    pub(in crate::hall) fn hear(
        &mut self,
        (game, board): (GameId, &BoardId),
        start: &str,
        (told, anchor): (&[Told], Anchor),
        rounds: &Rounds,
    ) {
        let at_station = told.iter().map(|told| (anchor.station_time(told.at), told));
        self.releases.take(game, start, at_station);
        if !self.read_back.contains(board) {
            self.releases.reading_back(game);
            self.reading.entry(board.clone()).or_default().insert(game);
        }
        self.place(game, board, told.iter().filter_map(|told| told.seq).max());
        let last = self.last.entry(board.clone()).or_insert(game);
        let before = std::mem::replace(last, game.max(*last));
        if before != game {
            self.govern(before, rounds);
        }
        self.govern(game, rounds);
    }

    /// A game is where the last of it was told. While boards are read back, that may come first.
    fn place(&mut self, game: GameId, board: &BoardId, told: Option<u64>) {
        let now = Played { on: board.clone(), told: told.unwrap_or_default() };
        let at = self.games.entry(game).or_insert_with(|| now.clone());
        if self.read_back.contains(board) || now.told > at.told {
            *at = Played { told: now.told.max(at.told), ..now };
        }
    }

    /// What was decided about the rounds holds for every game from now on.
    pub(in crate::hall) fn follow(&mut self, rounds: &Rounds) {
        let games: Vec<_> = self.games.keys().copied().collect();
        games.into_iter().for_each(|game| self.govern(game, rounds));
    }

    /// What is due.
    pub(in crate::hall) fn take_due(&mut self, now: Instant) -> Vec<Publication> {
        self.releases.take_due(now)
    }

    /// When something is due next.
    pub(in crate::hall) fn deadline(&self, rounds: &Rounds) -> Option<Instant> {
        let decided = self.decided.deadline(|at, output| self.hold(at, output, rounds));
        self.releases.deadline().into_iter().chain(decided).min()
    }

    /// Takes what people have decided about the results of a round.
    pub(in crate::hall) fn decide(&mut self, results: &RoundResults, now: Instant) {
        for result in &results.tables {
            let outcome = match result.verdict {
                ResultVerdict::Counts(_, ResultSource::Board)
                | ResultVerdict::Open
                | ResultVerdict::Differs(_) => None,
                ResultVerdict::Counts(
                    outcome,
                    ResultSource::Entered | ResultSource::Both | ResultSource::Settled,
                ) => Some(outcome),
            };
            let at = TableOf { round: results.round, table: result.table };
            self.decided.decide(at, outcome, now);
        }
    }

    /// A round is there no longer.
    pub(in crate::hall) fn forget(&mut self, round: Round) {
        self.decided.forget(round);
    }

    /// The decided results that are due.
    pub(in crate::hall) fn take_decided(
        &mut self,
        now: Instant,
        rounds: &Rounds,
    ) -> Vec<DecidedResult> {
        let mut decided = std::mem::take(&mut self.decided);
        let due = decided.take_due(now, |at, output| self.hold(at, output, rounds));
        self.decided = decided;
        due
    }

    /// The number in public of the game at a table, once it has one.
    pub(in crate::hall) fn public_game_at(&self, at: TableOf, rounds: &Rounds) -> Option<PublicId> {
        self.releases.public_id(rounds.game_at(at.round, at.table)?)
    }

    /// Whose game it is and its number in public, where the public follows it and has not been told.
    pub(in crate::hall) fn take_place(
        &mut self,
        game: GameId,
        place: GamePlace,
    ) -> Option<(PublicId, GamePlace)> {
        let id = self.releases.public_id(game)?;
        let is_there = self.releases.has_appeared(game, PublicOutput::Bus);
        let is_new = is_there && self.places.get(&id) != Some(&place);
        is_new.then(|| {
            self.places.insert(id, place.clone());
            (id, place)
        })
    }

    /// For how long a decided result is held back at a table.
    fn hold(&self, at: TableOf, output: PublicOutput, rounds: &Rounds) -> Hold {
        let game = rounds.game_at(at.round, at.table);
        let is_there = match output {
            PublicOutput::Bus => rounds.has_begun(at.round),
            PublicOutput::Files => self.outputs.contains(&output),
        };
        let delays = rounds.delays_at(at.round, at.table).filter(|_| is_there);
        match delays {
            None => Hold::Absent,
            Some(_) if game.is_some_and(|game| self.releases.holds_back(game, output)) => {
                Hold::Back
            }
            Some(delays) => Hold::For(delays.of(output).time.duration()),
        }
    }

    /// The games of a board are read back.
    pub(in crate::hall) fn read_back(&mut self, board: &BoardId) {
        if self.read_back.insert(board.clone()) {
            let read = self.reading.remove(board).unwrap_or_default();
            read.into_iter().for_each(|game| self.releases.read_back(game));
        }
    }

    /// What the rounds say holds for a game. One that is played at no table has no file. One that was left
    /// for another on its board, or whose round is over, will have no more moves.
    fn govern(&mut self, game: GameId, rounds: &Rounds) {
        let Some(Played { on: board, .. }) = self.games.get(&game) else { return };
        let section = rounds.section_of(game, board);
        self.releases.hold(game, rounds.settings(&section).delays);
        if self.outputs.contains(&PublicOutput::Files) && rounds.has(game) {
            self.releases.seat(game);
        }
        let is_left = self.last.get(board).is_some_and(|last| *last > game);
        if is_left || rounds.is_over(game) {
            self.releases.close(game);
        } else {
            self.releases.reopen(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::game::conclusion::MoveState;
    use touchmove_core::tournament::release::delay::HeldMoves;
    use touchmove_core::tournament::release::samples::a_move;
    use touchmove_core::tournament::rounds::decision::RoundDecision;
    use touchmove_core::tournament::rounds::section::{SectionChange, SectionName};

    use super::*;

    /// Rounds where what is played is held back by two moves.
    fn delayed() -> Rounds {
        let mut rounds = Rounds::default();
        let mut change = SectionChange::of(SectionName::unnamed());
        change.delay_mut(PublicOutput::Bus).moves = HeldMoves::new(2);
        rounds.carry_out(RoundDecision::Set(Box::new(change)));
        rounds
    }

    fn first_move() -> Told {
        let what = a_move(1, 1, MoveState::Made);
        Told { game: 1, seq: Some(1), at: Instant::ZERO, what }
    }

    #[test]
    fn a_game_is_over_when_another_begins_where_it_is_played_now() {
        let rounds = delayed();
        let [failed, spare] = ["dgt_1", "dgt_2"].map(|name| BoardId(name.into()));
        let mut publishing = Publishing::new(vec![PublicOutput::Bus], Vec::new(), Vec::new());
        publishing.read_back(&failed);
        publishing.read_back(&spare);
        let mut hear = |game, board, told: &[Told]| {
            let told = (told, Anchor::default());
            publishing.hear((GameId(game), board), "start", told, &rounds);
            publishing.take_due(Instant::ZERO).len()
        };
        assert_eq!(hear(1, &failed, &[first_move()]), 0);
        assert_eq!(hear(1, &spare, &[]), 0, "it goes on on another board");
        assert_eq!(hear(2, &failed, &[]), 0, "the old board is repaired");
        assert_eq!(hear(3, &spare, &[]), 1);
    }
}

//! The pairings of the rounds that are wanted, from all games of a file in PGN or CSV.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::board::{BoardNumber, MAX_BOARDS, Round};
use super::error::{PairingError, Wrong};
use super::fields::Entry;
use super::list::{Pairing, PairingList, TournamentHeader};
use super::outcome::Outcome;
use super::player::{FideId, Player};
use super::text::last_line;

/// The games of the rounds that are wanted.
pub(super) struct Games {
    asked: Option<Round>,
    wanted: BTreeMap<Round, Vec<Entry>>,
    /// The rounds that the file has.
    has: BTreeSet<Round>,
}

impl Games {
    /// No games yet, of the round that is asked for, or else of all.
    pub(super) const fn of(asked: Option<Round>) -> Self {
        Self { asked, wanted: BTreeMap::new(), has: BTreeSet::new() }
    }

    /// Takes the next game of the file.
    pub(super) fn take(&mut self, entry: Entry) -> Result<(), PairingError> {
        let round = entry.round.or(self.asked).unwrap_or(Round::FIRST);
        self.has.insert(round);
        if self.asked.is_some_and(|asked| asked != round) {
            return Ok(());
        }
        let games = self.wanted.entry(round).or_default();
        if games.len() == MAX_BOARDS {
            return Err(Wrong::TooManyBoards(round).on(entry.line));
        }
        games.push(entry);
        Ok(())
    }

    /// The pairings, where the games of `text` can be.
    pub(super) fn pairings(self, text: &str) -> Result<PairingList, PairingError> {
        let mut event = TournamentHeader::default();
        let mut pairings = Vec::new();
        for (round, games) in self.wanted {
            pairings.extend(pairings_of(round, games, &mut event)?);
        }
        let has = self.has.into_iter().collect();
        match self.asked {
            _ if !pairings.is_empty() => Ok(PairingList { event, pairings }),
            Some(asked) => Err(Wrong::NoSuchRound { asked, has }.on(last_line(text))),
            None => Err(Wrong::NoPairings.on(last_line(text))),
        }
    }
}

/// The pairings of one round by their boards. What the first game says of the event is taken.
fn pairings_of(
    round: Round,
    games: Vec<Entry>,
    event: &mut TournamentHeader,
) -> Result<Vec<Pairing>, PairingError> {
    let is_numbered = games.iter().any(|game| game.board.is_some());
    let mut boards = HashMap::new();
    let mut players = Players::default();
    let mut pairings = Vec::new();
    for (index, game) in games.into_iter().enumerate() {
        let line = game.line;
        let board = if is_numbered { game.board } else { BoardNumber::at(index) };
        let board = board.ok_or_else(|| Wrong::NoBoard(round).on(line))?;
        if let Some(first) = boards.insert(board, line) {
            return Err(Wrong::BoardTwice { round, board, first }.on(line));
        }
        players.seat(&game.white, round, line)?;
        players.seat(&game.black, round, line)?;
        if matches!(game.outcome, Some(Outcome::Forfeit { .. })) {
            continue;
        }
        if *event == TournamentHeader::default() {
            *event = game.event;
        }
        let Entry { section, white, black, time_control, start, outcome, .. } = game;
        let pairing = Pairing { round, board, section, white, black, time_control, start, outcome };
        pairings.push(pairing);
    }
    pairings.sort_by_key(|pairing| pairing.board);
    Ok(pairings)
}

/// Who already has a game in a round, and at which line.
#[derive(Default)]
struct Players {
    by_id: HashMap<FideId, usize>,
    /// By name in lower case, those with and those without a FIDE id.
    by_name: HashMap<String, Namesakes>,
}

/// Players of one name: each may have an id of his own, or there is one without.
#[derive(Clone, Copy)]
enum Namesakes {
    Known(usize),
    Unknown(usize),
}

impl Players {
    /// Gives a player a game. Players are told apart by their FIDE ids, or else by their names.
    fn seat(&mut self, player: &Player, round: Round, line: usize) -> Result<(), PairingError> {
        let name = player.name.to_lowercase();
        let namesakes = self.by_name.get(&name).copied();
        let same_id = player.fide_id.and_then(|id| self.by_id.insert(id, line));
        let same_name = match (player.fide_id, namesakes) {
            (Some(_), None | Some(Namesakes::Known(_))) | (None, None) => None,
            (Some(_), Some(Namesakes::Unknown(first)))
            | (None, Some(Namesakes::Known(first) | Namesakes::Unknown(first))) => Some(first),
        };
        if let Some(first) = same_id.or(same_name) {
            return Err(Wrong::PlayerTwice { name: player.name.clone(), round, first }.on(line));
        }
        let seen = player.fide_id.map_or(Namesakes::Unknown(line), |_| Namesakes::Known(line));
        self.by_name.insert(name, seen);
        Ok(())
    }
}

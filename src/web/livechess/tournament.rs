//! Tournaments, their rounds and games, as LiveChess tells them. Moves and results are those that are released.

use std::sync::Arc;

use serde::Serialize;
use shakmaty::Color;
use touchmove_client::shown::ShownPairing;
use touchmove_core::pairing::{Outcome, TournamentHeader};
use touchmove_core::points::ResultValue;

use super::eboard::{ClockForm, ClockTimes, Eboard};
use super::hold::{Hold, Holding, PairedRound};
use super::released::ReleasedGame;
use super::uuid::uuid_of;
use super::view::View;
use crate::chess960::{USUAL, number_of};
use crate::named_player::NamedPlayer;

/// What a tournament is called that has no name.
const NAMELESS: &str = "Tournament";

/// A tournament in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct TournamentSummary {
    uuid: String,
    description: String,
    rounds: u16,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct TournamentForm {
    uuid: String,
    name: String,
    description: String,
    location: String,
    country: String,
    rounds: u16,
    /// By table, from 1; empty where no board is.
    eboards: Vec<String>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct RoundForm {
    nr: u16,
    date: Option<String>,
    pairings: Vec<PairingForm>,
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PairingForm {
    nr: u16,
    uuid: String,
    white: NamedPlayer,
    black: NamedPlayer,
    live: bool,
    result: Option<String>,
}

/// What is played in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct GameForm {
    chess960: u16,
    result: Option<String>,
    comment: Option<String>,
    clock: Option<ClockForm>,
    moves: Vec<String>,
}

/// The tournaments of the rounds that there are.
pub(super) fn all(view: &View) -> Vec<TournamentSummary> {
    let mut names: Vec<_> = view.rounds.iter().map(|round| round.event.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let summary = |name: &str| {
        let rounds = last_round(view, name);
        TournamentSummary { uuid: uuid_of_tournament(name), description: title(name), rounds }
    };
    names.into_iter().map(summary).collect()
}

/// A tournament by its name of LiveChess' kind.
pub(super) fn find(view: &View, uuid: &str) -> Option<TournamentForm> {
    let name = named(view, uuid)?;
    let header = headers(view, name).next();
    Some(TournamentForm {
        uuid: uuid.to_owned(),
        name: title(name),
        description: title(name),
        location: header.and_then(|header| header.site.clone()).unwrap_or_default(),
        country: String::new(),
        rounds: last_round(view, name),
        eboards: boards_by_table(view, name),
    })
}

/// A round of a tournament by its index, from 0; without games where it is not loaded.
pub(super) fn find_round(view: &View, uuid: &str, index: u16) -> Option<RoundForm> {
    let name = named(view, uuid)?;
    let nr = index.checked_add(1).filter(|nr| *nr <= last_round(view, name))?;
    let Some(round) = of_event(view, name).find(|round| round.number == nr) else {
        return Some(RoundForm { nr, date: None, pairings: Vec::new() });
    };
    let said = round.pairings.iter().filter_map(|pairing| pairing.said.as_ref());
    let date = said.filter_map(|(_, header)| header.date).next();
    Some(RoundForm {
        nr,
        date: date.map(|date| date.to_string()),
        pairings: round.pairings.iter().map(|pairing| of_pairing(view, round, pairing)).collect(),
    })
}

/// A game by its name of LiveChess' kind.
pub(super) fn find_game(view: &View, uuid: &str) -> Option<GameForm> {
    let pairings = view
        .rounds
        .iter()
        .flat_map(|round| round.pairings.iter().map(move |pairing| (round, pairing)));
    let mut found = pairings.filter(|(round, pairing)| uuid_of_game(round, pairing.table) == uuid);
    let (round, pairing) = found.next()?;
    let game = match hold_of(view, pairing) {
        Hold::Everything => None,
        Hold::Unreleased | Hold::Nothing => view.released.at((round.number, pairing.table)),
    };
    let on_board = pairing.board.as_deref().and_then(|board| view.eboard_of(board));
    let own = pairing.game.as_ref().and_then(|path| path.as_str().rsplit('/').next());
    let is_its = |eboard: &&Arc<Eboard>| {
        own.is_some() && eboard.line.as_ref().map(|line| line.game.as_str()) == own
    };
    let clock = on_board.filter(is_its).and_then(|eboard| eboard.clock);
    let clock = clock.or_else(|| game.and_then(|game| game.clock()));
    Some(GameForm {
        chess960: game.and_then(|game| number_of(&game.line.start)).unwrap_or(USUAL),
        result: outcome_of(view, round, pairing).map(result_word),
        comment: None,
        clock: clock.map(ClockTimes::form),
        moves: game.map(|game| moves_of(game)).unwrap_or_default(),
    })
}

fn of_event<'a>(view: &'a View, name: &'a str) -> impl Iterator<Item = &'a PairedRound> {
    view.rounds.iter().filter(move |round| round.event == name)
}

fn headers<'a>(view: &'a View, name: &'a str) -> impl Iterator<Item = &'a TournamentHeader> {
    let pairings = of_event(view, name).flat_map(|round| &round.pairings);
    pairings.filter_map(|pairing| Some(&pairing.said.as_ref()?.1))
}

fn last_round(view: &View, name: &str) -> u16 {
    of_event(view, name).map(|round| round.number).max().unwrap_or_default()
}

fn named<'a>(view: &'a View, uuid: &str) -> Option<&'a str> {
    let names = view.rounds.iter().map(|round| round.event.as_str());
    names.into_iter().find(|name| uuid_of_tournament(name) == uuid)
}

fn title(name: &str) -> String {
    if name.is_empty() { NAMELESS.to_owned() } else { name.to_owned() }
}

fn uuid_of_tournament(name: &str) -> String {
    uuid_of(&format!("tournament {name}"))
}

fn uuid_of_game(round: &PairedRound, table: u16) -> String {
    uuid_of(&format!("game {}.{table} {}", round.number, round.event))
}

/// The boards at the tables of rounds that are not over.
fn boards_by_table(view: &View, name: &str) -> Vec<String> {
    let mut boards = Vec::new();
    let open = of_event(view, name).filter(|round| !round.is_over);
    for pairing in open.flat_map(|round| &round.pairings) {
        let eboard = pairing.board.as_deref().and_then(|board| view.eboard_of(board));
        let Some((eboard, index)) = eboard.zip(usize::from(pairing.table).checked_sub(1)) else {
            continue;
        };
        if boards.len() <= index {
            boards.resize(index + 1, String::new());
        }
        if boards[index].is_empty() {
            boards[index].clone_from(&eboard.serial);
        }
    }
    boards
}

fn of_pairing(view: &View, round: &PairedRound, pairing: &ShownPairing) -> PairingForm {
    let outcome = outcome_of(view, round, pairing);
    let has_board = pairing.board.as_deref().is_some_and(|board| view.eboard_of(board).is_some());
    let begun = match hold_of(view, pairing) {
        Hold::Nothing => pairing.game.is_some(),
        Hold::Unreleased => view.released.at((round.number, pairing.table)).is_some(),
        Hold::Everything => false,
    };
    let player = |side: Color| {
        let said = pairing.said.as_ref().map(|(said, _)| match side {
            Color::White => &said.white,
            Color::Black => &said.black,
        });
        said.map_or_else(NamedPlayer::default, NamedPlayer::of)
    };
    PairingForm {
        nr: pairing.table,
        uuid: uuid_of_game(round, pairing.table),
        white: player(Color::White),
        black: player(Color::Black),
        live: begun && has_board && outcome.is_none() && !round.is_over,
        result: outcome.map(result_word),
    }
}

fn hold_of(view: &View, pairing: &ShownPairing) -> Hold {
    Holding { sections: &view.sections, rounds: &view.rounds }.of_pairing(pairing)
}

/// The result of a pairing: what is released of it, and where nothing is held back what was entered.
fn outcome_of(view: &View, round: &PairedRound, pairing: &ShownPairing) -> Option<Outcome> {
    match hold_of(view, pairing) {
        Hold::Nothing => {
            let results = round.results.iter();
            let mut at_table = results.filter(|result| result.table.get() == pairing.table);
            at_table.find_map(|result| result.verdict.outcome())
        }
        Hold::Unreleased => view.released.at((round.number, pairing.table))?.outcome,
        Hold::Everything => None,
    }
}

/// A result in LiveChess' words; what it has no word for as players write it.
fn result_word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Played(ResultValue::WhiteWins) => "WHITEWIN".to_owned(),
        Outcome::Played(ResultValue::BlackWins) => "BLACKWIN".to_owned(),
        Outcome::Played(ResultValue::Draw) => "DRAW".to_owned(),
        Outcome::Played(value) => value.word().to_owned(),
        Outcome::Forfeit { winner: Some(Color::White) } => "WHITEFORFAIT".to_owned(),
        Outcome::Forfeit { winner: Some(Color::Black) } => "BLACKFORFAIT".to_owned(),
        Outcome::Forfeit { winner: None } => "NOTPLAYED".to_owned(),
    }
}

/// Each move with a time: what the mover has left, or how long after the one before it was heard.
fn moves_of(game: &ReleasedGame) -> Vec<String> {
    let heard = |ply: u32| game.heard_ms.get(&ply).copied();
    let time = |ply: u32| match game.left_ms.get(&ply) {
        Some(left) => format!("{}", left / 1_000),
        None => {
            let since = heard(ply).zip(heard(ply.saturating_sub(1)));
            let elapsed = since.map_or(0, |(now, before)| now.saturating_sub(before) / 1_000);
            format!("+{elapsed}")
        }
    };
    (1..).zip(&game.line.sans).map(|(ply, san)| format!("{san} {}", time(ply))).collect()
}

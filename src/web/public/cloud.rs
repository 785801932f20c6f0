//! Cloud JSON: the tournament, its rounds and games in the form of LiveChess Cloud, which viewers, Lichess and chess.com read.
//!
//! The number of a game in a round is its table, so it stays the same whatever else is paired; tables between that have no game
//! stand as pairings of nobody. What the form has no word for is told in `comment`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use shakmaty::Color;
use touchmove_core::pairing::Outcome;
use touchmove_core::points::ResultValue;
use touchmove_core::sheet::{Sheet, SheetMove, SheetStart};
use touchmove_drivers::recording::Variant;

use super::text::Text;
use super::view::{Board, PublicView, Round};
use crate::chess960::{USUAL, number_of};
use crate::named_player::NamedPlayer;

/// What is said of the tournament.
#[derive(Debug, Serialize)]
struct Tournament {
    id: String,
    name: String,
    location: String,
    country: String,
    website: Option<String>,
    rules: &'static str,
    chess960: &'static str,
    timecontrol: String,
    rounds: Vec<CountedRound>,
    eboards: Vec<String>,
}

/// How many games a round has, and how many of them are played now.
#[derive(Clone, Debug, Default, Serialize)]
struct CountedRound {
    count: usize,
    live: usize,
}

/// The pairings of a round, by table from 1 on.
#[derive(Debug, Serialize)]
struct Index {
    date: Option<String>,
    pairings: Vec<CloudPairing>,
}

#[derive(Debug, Serialize)]
struct CloudPairing {
    white: Option<NamedPlayer>,
    black: Option<NamedPlayer>,
    /// `*` while it is open. Readers take a missing one for a game that is over.
    result: Option<&'static str>,
    live: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CloudGame {
    live: bool,
    serial_nr: String,
    /// When the first move was made; that is not public.
    first_move: Option<u64>,
    chess960: u16,
    result: Option<&'static str>,
    comment: Option<String>,
    moves: Vec<String>,
    /// Readers put these times in the place of those of the last two moves, of which the last one is never public before the
    /// next move: so there are none.
    clock: Option<()>,
}

/// The id of the tournament of a round: it depends on the name alone.
pub(super) fn id_of(round: &Round) -> String {
    let name = format!("touchmove {}", round.event().unwrap_or_default());
    let digest = ring::digest::digest(&ring::digest::SHA256, name.as_bytes());
    let byte = |byte: &u8| [byte >> 4, byte & 15];
    let nibbles = digest.as_ref().iter().take(16).flat_map(byte);
    let mut digits: Vec<char> =
        nibbles.filter_map(|nibble| char::from_digit(nibble.into(), 16)).collect();
    // A UUID of version 8 (RFC 9562, 5.8).
    digits[12] = '8';
    digits[16] = 'a';
    let part = |range: Range<usize>| digits[range].iter().collect::<String>();
    [part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-")
}

/// `tournament.json` of the tournament with this id. Those of a view are written once, however many ask.
pub(super) fn tournament(view: &PublicView, id: &str) -> Option<Text> {
    let all = view.tournaments.get_or_init(|| {
        let ids: BTreeSet<_> = view.rounds().iter().map(|round| id_of(round)).collect();
        ids.into_iter().filter_map(|id| written_tournament(view, &id).map(|it| (id, it))).collect()
    });
    all.get(id).cloned()
}

fn written_tournament(view: &PublicView, id: &str) -> Option<Text> {
    let rounds: Vec<_> = view.rounds().iter().filter(|round| id_of(round) == id).collect();
    let last = rounds.last()?;
    let mut counted = vec![CountedRound::default(); usize::from(last.number())];
    for round in &rounds {
        if let Some(place) = counted.get_mut(usize::from(round.number()).checked_sub(1)?) {
            let live = round.boards().iter().filter(|board| is_live(round, board)).count();
            *place = CountedRound { count: pairings(round).count(), live };
        }
    }
    let boards = || rounds.iter().flat_map(|round| round.boards());
    let pairing = |board: &Arc<Board>| Arc::clone(&board.place().pairing);
    let is_960 = |board: &Arc<Board>| {
        let start = &board.place().pairing.start;
        start.as_ref().is_some_and(|start| start.variant() == Variant::Chess960)
    };
    let most = boards().map(|board| board.table()).max().unwrap_or_default();
    let site = boards().find_map(|board| board.place().event.site.clone());
    write(&Tournament {
        id: id.to_owned(),
        name: last.event().unwrap_or_default().to_owned(),
        location: site.unwrap_or_default(),
        country: String::new(),
        website: None,
        rules: "STANDARD",
        chess960: if boards().any(is_960) { "ANY" } else { "STANDARD" },
        timecontrol: boards().find_map(|it| pairing(it).time_control.clone()).unwrap_or_default(),
        rounds: counted,
        eboards: (1..=most).map(|table| table.to_string()).collect(),
    })
}

/// `index.json` of a round.
pub(super) fn index(round: &Round) -> Option<Text> {
    let index = round.index.get_or_init(|| {
        let date = round.boards().iter().find_map(|board| board.place().event.date);
        let date = date.map(|date| date.strftime("%Y-%m-%d").to_string());
        let pairing = |board: Option<&Board>| match board {
            None => CloudPairing { white: None, black: None, result: Some("*"), live: false },
            Some(board) => {
                let pairing = &board.place().pairing;
                let outcome = board.outcome();
                CloudPairing {
                    white: Some(NamedPlayer::of(&pairing.white)),
                    black: Some(NamedPlayer::of(&pairing.black)),
                    result: outcome.map_or(Some("*"), pgn_word),
                    live: is_live(round, board),
                }
            }
        };
        let index = Index { date, pairings: pairings(round).map(pairing).collect() };
        write(&index).unwrap_or_else(|| Text::new(String::new()))
    });
    Some(index.clone())
}

/// `game-N.json` of table N of a round. A table between others at which nobody plays has a game that is not played.
pub(super) fn game(round: &Round, table: u16) -> Option<Text> {
    let Some(board) = round.board(table) else {
        let is_between = table > 0 && usize::from(table) < pairings(round).count();
        return is_between.then(|| write(&CloudGame::not_played(table)))?;
    };
    let is_live = is_live(round, board);
    let game = board.cloud[usize::from(is_live)].get_or_init(|| {
        let game = CloudGame::of(board, is_live);
        write(&game).unwrap_or_else(|| Text::new(String::new()))
    });
    Some(game.clone())
}

fn write(form: &impl Serialize) -> Option<Text> {
    serde_json::to_string(form).ok().map(Text::new)
}

/// The tables from 1 on to the last one, with their boards.
fn pairings(round: &Round) -> impl Iterator<Item = Option<&Board>> {
    let last = round.boards().iter().map(|board| board.table()).max().unwrap_or_default();
    let mut tables = vec![None; usize::from(last)];
    for board in round.boards() {
        if let Some(place) =
            usize::from(board.table()).checked_sub(1).and_then(|it| tables.get_mut(it))
        {
            *place = Some(&**board);
        }
    }
    tables.into_iter()
}

/// Whether a game is played now, as far as is public.
fn is_live(round: &Round, board: &Board) -> bool {
    round.is_played() && board.game().is_some_and(|game| game.outcome.is_none())
}

impl CloudGame {
    fn not_played(table: u16) -> Self {
        Self {
            live: false,
            serial_nr: table.to_string(),
            first_move: None,
            chess960: USUAL,
            result: Some("NOTPLAYED"),
            comment: None,
            moves: Vec::new(),
            clock: None,
        }
    }

    fn of(board: &Board, live: bool) -> Self {
        let sheet = board.sheet();
        let (moves, comment) = moves_of(&sheet);
        let result = match sheet.outcome {
            None => Some("*"),
            Some(Outcome::Forfeit { .. }) => Some("NOTPLAYED"),
            Some(Outcome::Played(value)) => result_word(value),
        };
        let (chess960, start) = number_of_start(&sheet.start);
        let remarks = [start, comment, unusual_result(sheet.outcome)];
        let remarks: Vec<_> = remarks.into_iter().flatten().collect();
        Self {
            live,
            chess960,
            result,
            comment: (!remarks.is_empty()).then(|| remarks.join("; ")),
            moves,
            ..Self::not_played(board.table())
        }
    }
}

/// The result as pairings have it; `None` where PGN has no word for it.
fn pgn_word(outcome: Outcome) -> Option<&'static str> {
    let value = outcome.points();
    value.known_to_pgn().map(|_| value.pgn())
}

/// The result as the form says it; `None` where it has no word.
const fn result_word(value: ResultValue) -> Option<&'static str> {
    match value {
        ResultValue::WhiteWins => Some("WHITEWIN"),
        ResultValue::BlackWins => Some("BLACKWIN"),
        ResultValue::Draw => Some("DRAW"),
        ResultValue::BothLose | ResultValue::HalfForWhite | ResultValue::HalfForBlack => None,
    }
}

/// What the players get where the form has no word for it.
fn unusual_result(outcome: Option<Outcome>) -> Option<String> {
    let outcome = outcome?;
    let is_usual = outcome.played().is_some_and(|value| result_word(value).is_some());
    (!is_usual).then(|| format!("result {outcome}"))
}

/// The number of a start; of one that has none that of the usual one, and a remark.
fn number_of_start(start: &SheetStart) -> (u16, Option<String>) {
    if *start == SheetStart::usual() {
        return (USUAL, None);
    }
    let number = (start.variant == Variant::Chess960).then(|| number_of(&start.fen)).flatten();
    match number {
        Some(number) => (number, None),
        None => (USUAL, Some(format!("played from {}; the PGN has the moves", start.fen))),
    }
}

/// The moves from the start on, as far as one follows from the other, and where they do not go on.
fn moves_of(sheet: &Sheet) -> (Vec<String>, Option<String>) {
    let (_, remark) = number_of_start(&sheet.start);
    if remark.is_some() && !sheet.moves.is_empty() {
        return (Vec::new(), None);
    }
    let moves: Vec<_> = sheet.replayable().iter().map_while(written).collect();
    let stopped = sheet.moves.get(moves.len()).map(|_| {
        let number = moves.len() / 2 + 1;
        let side = if moves.len().is_multiple_of(2) { Color::White } else { Color::Black };
        let dots = side.fold_wb(".", "...");
        format!("from {number}{dots} on the moves do not follow from the start; the PGN has them")
    });
    (moves, stopped)
}

/// A move as in `Nc2 34+2`: whole seconds that are left and that were thought. `None` of an illegal one.
fn written(made: &SheetMove) -> Option<String> {
    let san = made.san.as_deref()?;
    let left = made.left.map(|left| left.as_secs().to_string()).unwrap_or_default();
    let spent = made.spent.map(|spent| format!("+{}", spent.as_secs())).unwrap_or_default();
    Some(format!("{san} {left}{spent}").trim_end().to_owned())
}

#[cfg(test)]
mod tests;

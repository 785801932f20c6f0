//! `touchmove round status`: a round on one screen.

use std::time::Duration;

use serde::Serialize;
use shakmaty::Color;

use super::super::status::{last_move, link_word};
use super::super::{Failure, print, table};
use crate::bus::mirror::{Mirror, round_at, since_boot};
use crate::bus::shown::{Board, Game, Pairing, Round};
use crate::game::pgn::h_mm_ss;

/// Shows it.
pub(super) async fn show(mirror: &Mirror, round: &Round, json: bool) -> Result<(), Failure> {
    let pairings = mirror.pairings(round).await.map_err(Failure::failed)?;
    let missing = mirror.decide(async |bus| round_at(bus, round).await?.missing().await).await;
    let missing = missing.map_err(Failure::failed)?;
    let boards = mirror.boards();
    let now = since_boot();
    let tables: Vec<_> = pairings
        .into_iter()
        .map(|pairing| {
            let board = boards.iter().find(|board| Some(&board.id) == pairing.board.as_ref());
            let game = pairing.game.as_ref().and_then(|path| mirror.game(path));
            Table::of(pairing, board, game.as_ref(), now)
        })
        .collect();
    if json {
        let shown = Shown {
            round: round.number,
            event: &round.event,
            stage: &round.stage,
            missing,
            tables,
        };
        let text = serde_json::to_string(&shown).map_err(Failure::failed)?;
        return print(&format!("{text}\n"));
    }
    print(&text(round, &tables, &missing))
}

/// A round, for a program to read.
#[derive(Serialize)]
struct Shown<'a> {
    round: u16,
    event: &'a Option<String>,
    stage: &'a str,
    missing: Vec<String>,
    tables: Vec<Table>,
}

/// A table of a round.
#[derive(Debug, Serialize)]
struct Table {
    table: u32,
    white: String,
    black: String,
    board: Option<String>,
    link: Option<&'static str>,
    game: Option<String>,
    last_move: Option<String>,
    white_ms: Option<u64>,
    black_ms: Option<u64>,
    running: Option<&'static str>,
    result: Option<String>,
    entered: Option<String>,
    differs: Vec<String>,
}

impl Table {
    fn of(pairing: Pairing, board: Option<&Board>, game: Option<&Game>, now: Duration) -> Self {
        let Pairing { table, names: [white, black], board: name, entered, .. } = pairing;
        let is_there = |board: &&Board| game.is_some() && board.game.as_ref() == game;
        let clock = board.filter(is_there).and_then(|board| board.clock_at(now));
        let millis = |side: usize| {
            clock
                .as_ref()
                .map(|clock| u64::try_from(clock.times[side].as_millis()).unwrap_or(u64::MAX))
        };
        Self {
            table,
            white,
            black,
            board: name,
            link: board.map(|board| link_word(board.link)),
            game: game.map(|game| game.id.clone()),
            last_move: game.and_then(last_move),
            white_ms: millis(0),
            black_ms: millis(1),
            running: clock.as_ref().and_then(|clock| clock.running).map(|side| match side {
                Color::White => "white",
                Color::Black => "black",
            }),
            result: game.and_then(|game| game.result.as_ref()).map(|(result, _)| result.clone()),
            entered,
            differs: game.map(|game| game.differs.clone()).unwrap_or_default(),
        }
    }

    fn cells(&self) -> [String; 9] {
        let or_none = |text: Option<&str>| text.unwrap_or("-").to_owned();
        let time = |millis: Option<u64>, side: &str| match millis {
            Some(millis) => {
                let mark = if self.running == Some(side) { "▸" } else { " " };
                format!("{mark}{}", h_mm_ss(Duration::from_millis(millis)))
            }
            None => "-".to_owned(),
        };
        [
            self.table.to_string(),
            self.white.clone(),
            self.black.clone(),
            or_none(self.board.as_deref()),
            or_none(self.link),
            or_none(self.last_move.as_deref()),
            time(self.white_ms, "white"),
            time(self.black_ms, "black"),
            or_none(self.result.as_deref()),
        ]
    }

    /// What somebody should see to.
    fn note(&self) -> Option<String> {
        let table = self.table;
        if !self.differs.is_empty() {
            let squares = self.differs.join(" ");
            return Some(format!("table {table}: the board differs from the moves on {squares}\n"));
        }
        match (&self.result, &self.entered) {
            (Some(shown), Some(entered)) if shown != entered => {
                Some(format!("table {table}: the board shows {shown}, entered is {entered}\n"))
            }
            _ => None,
        }
    }
}

const HEADS: [&str; 9] =
    ["TABLE", "WHITE", "BLACK", "BOARD", "LINK", "LAST MOVE", " TIME", " TIME", "RESULT"];

fn text(round: &Round, tables: &[Table], missing: &[String]) -> String {
    let over = tables.iter().filter(|table| table.result.is_some()).count();
    let begun = tables.iter().filter(|table| table.game.is_some()).count();
    let event = round.event.as_ref().map(|event| format!(" of {event}")).unwrap_or_default();
    let mut text = format!(
        "Round {}{event}: {}; games: {}, begun: {begun}, over: {over}\n\n",
        round.number,
        round.stage,
        tables.len()
    );
    let mut rows = vec![HEADS.map(ToOwned::to_owned)];
    rows.extend(tables.iter().map(Table::cells));
    text.push_str(&table(&rows));
    let notes: Vec<String> = tables.iter().filter_map(Table::note).collect();
    let missing = missing.iter().map(|line| format!("{line}\n"));
    let notes: String = notes.into_iter().chain(missing).collect();
    if !notes.is_empty() {
        text.push('\n');
        text.push_str(&notes);
    }
    text
}

//! `touchmove round status`: a round on one screen.

use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;
use shakmaty::Color;

use super::super::status::relays::span;
use super::super::status::{last_move, link_word};
use super::super::{Failure, print, print_json, table};
use super::results::ShownResult;
use crate::bus::mirror::{Mirror, MirrorError, round_at, since_boot};
use crate::bus::shown::{Board, Game, Pairing, Round, Trouble};
use crate::game::pgn::h_mm_ss;
use crate::hall::rounds::results::TableResult;

/// Shows it.
pub(super) async fn show(mirror: &Mirror, round: &Round, json: bool) -> Result<(), Failure> {
    let pairings = mirror.pairings(round).await.map_err(Failure::failed)?;
    let results = mirror.results(round).await.map_err(Failure::failed)?;
    let missing = mirror.decide(async |bus| round_at(bus, round).await?.missing().await).await;
    let missing = missing.map_err(Failure::failed)?;
    let mut refused = refused(mirror, round).await.map_err(Failure::failed)?;
    let boards = mirror.boards();
    let now = since_boot();
    let tables: Vec<_> = pairings
        .into_iter()
        .map(|pairing| {
            let board = boards.iter().find(|board| Some(&board.id) == pairing.board.as_ref());
            let game = pairing.game.as_ref().and_then(|path| mirror.game(path));
            let of_table = |result: &&TableResult| u32::from(result.table.get()) == pairing.table;
            let result = results.iter().find(of_table);
            let result = result.map(|result| ShownResult::of(round, result));
            let refused = refused.remove(&pairing.table).unwrap_or_default();
            Table { refused, ..Table::of(pairing, board, game.as_ref(), result, now) }
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
        return print_json(&format!("{text}\n"));
    }
    print(&text(round, &tables, &missing, now))
}

/// What the outlets of the broadcast refuse of a round, by table.
async fn refused(
    mirror: &Mirror,
    round: &Round,
) -> Result<HashMap<u32, Vec<Trouble>>, MirrorError> {
    let mut refused: HashMap<_, Vec<_>> = HashMap::new();
    for relay in mirror.relays().iter().filter(|relay| relay.behind > 0) {
        for text in mirror.relayed(relay).await? {
            if let (Some(table), Some(trouble)) = (text.table, text.trouble)
                && text.round == round.number
            {
                refused.entry(u32::from(table)).or_default().push(trouble);
            }
        }
    }
    Ok(refused)
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
    #[serde(flatten)]
    result: Option<ShownResult>,
    differs: Vec<String>,
    /// What keeps the broadcast of it behind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Trouble>,
}

impl Table {
    fn of(
        pairing: Pairing,
        board: Option<&Board>,
        game: Option<&Game>,
        result: Option<ShownResult>,
        now: Duration,
    ) -> Self {
        let Pairing { table, names: [white, black], board: name, .. } = pairing;
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
            result,
            differs: game.map(|game| game.differs.clone()).unwrap_or_default(),
            refused: Vec::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.result.as_ref().is_some_and(ShownResult::is_known)
    }

    fn is_asked(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.question().is_some())
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
            self.result.as_ref().map_or("-", ShownResult::word).to_owned(),
        ]
    }

    /// What somebody should see to.
    fn notes(&self, now: Duration) -> impl Iterator<Item = String> {
        let differs = (!self.differs.is_empty()).then(|| {
            let squares = self.differs.join(" ");
            format!("table {}: the board differs from the moves on {squares}\n", self.table)
        });
        let refused = self.refused.iter().map(move |trouble| {
            let (lasts, why) = (span(trouble.lasts(now)), &trouble.why);
            format!("table {}: its broadcast is behind, for {lasts}: {why}\n", self.table)
        });
        let question = self.result.as_ref().and_then(ShownResult::question);
        differs.into_iter().chain(question).chain(refused)
    }
}

const HEADS: [&str; 9] =
    ["TABLE", "WHITE", "BLACK", "BOARD", "LINK", "LAST MOVE", " TIME", " TIME", "RESULT"];

fn text(round: &Round, tables: &[Table], missing: &[String], now: Duration) -> String {
    let over = tables.iter().filter(|table| table.is_over()).count();
    let begun = tables.iter().filter(|table| table.game.is_some()).count();
    let event = round.event.as_ref().map(|event| format!(" of {event}")).unwrap_or_default();
    let open = tables.iter().filter(|table| table.is_asked()).count();
    let asked = if open > 0 { format!(", questions open: {open}") } else { String::new() };
    let mut text = format!(
        "Round {}{event}: {}; games: {}, begun: {begun}, over: {over}{asked}\n\n",
        round.number,
        round.stage,
        tables.len()
    );
    let mut rows = vec![HEADS.map(ToOwned::to_owned)];
    rows.extend(tables.iter().map(Table::cells));
    text.push_str(&table(&rows));
    let missing = missing.iter().map(|line| format!("{line}\n"));
    let notes: String = tables.iter().flat_map(|table| table.notes(now)).chain(missing).collect();
    if !notes.is_empty() {
        text.push('\n');
        text.push_str(&notes);
    }
    text
}

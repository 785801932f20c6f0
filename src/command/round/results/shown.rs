//! Results for people, and for programs.

use serde::Serialize;
use shakmaty::KnownOutcome;
use touchmove_client::shown::Round;
use touchmove_core::pairing::Outcome;
use touchmove_core::tournament::rounds::dispute::{Source, Verdict};
use touchmove_core::tournament::rounds::results::{Origin, TableResult};

use super::super::super::{Failure, table};
use super::Game;

/// A round's results, for a program.
pub(super) fn json<'a>(round: &'a Round, games: &'a [Game]) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Shown<'s> {
        round: u16,
        event: &'s Option<String>,
        tables: Vec<Row<'s>>,
    }
    #[derive(Serialize)]
    struct Row<'s> {
        table: u32,
        white: &'s str,
        black: &'s str,
        #[serde(flatten)]
        result: ShownResult,
    }
    let row = |Game { pairing, result }: &'a Game| {
        let [white, black] = &pairing.names;
        Row { table: pairing.table, white, black, result: ShownResult::of(round, result) }
    };
    let tables = games.iter().map(row);
    let shown = Shown { round: round.number, event: &round.event, tables: tables.collect() };
    let text = serde_json::to_string(&shown).map_err(Failure::failed)?;
    Ok(text + "\n")
}

/// The same, for people.
pub(super) fn text(round: &Round, games: &[Game]) -> String {
    let event = round.event.as_ref().map(|event| format!(" of {event}")).unwrap_or_default();
    let mut rows = vec![HEADS.map(ToOwned::to_owned)];
    rows.extend(games.iter().map(|game| row(round, game)));
    let questions = games.iter().filter_map(|game| ShownResult::of(round, &game.result).question());
    let questions: String = questions.collect();
    let gap = if questions.is_empty() { "" } else { "\n" };
    format!("Round {}{event}\n\n{}{gap}{questions}", round.number, table(&rows))
}

const HEADS: [&str; 5] = ["TABLE", "WHITE", "BLACK", "RESULT", "SOURCE"];

fn row(round: &Round, Game { pairing, result }: &Game) -> [String; 5] {
    let [white, black] = pairing.names.clone();
    let word = ShownResult::of(round, result).word().to_owned();
    [pairing.table.to_string(), white, black, word, source(result)]
}

/// Where a result comes from, in words.
pub(super) fn source(result: &TableResult) -> String {
    let entered = || match result.entered.as_ref().map(|entered| &entered.origin) {
        Some(Origin::Person(signed)) => format!("entered by {}", signed.by),
        Some(Origin::PairingFile) | None => "pairing file".to_owned(),
    };
    match result.verdict {
        Verdict::Counts(_, Source::Board) => "board".to_owned(),
        Verdict::Counts(_, Source::Entered) => entered(),
        Verdict::Counts(_, Source::Both) => format!("board, {}", entered()),
        Verdict::Counts(_, Source::Settled) => "settled".to_owned(),
        Verdict::Open | Verdict::Differs(_) => String::new(),
    }
}

/// The result at a table, in words.
#[derive(Debug, Serialize)]
pub(crate) struct ShownResult {
    /// Which round and table.
    #[serde(skip)]
    place: (u16, u16),
    /// What counts.
    result: Option<&'static str>,
    source: Option<&'static str>,
    board_result: Option<&'static str>,
    entered: Option<&'static str>,
    entered_by: Option<String>,
    entered_at: Option<String>,
    question: Option<&'static str>,
}

impl ShownResult {
    /// The words for a result of a round.
    pub(crate) fn of(round: &Round, of: &TableResult) -> Self {
        let signed = of.entered.as_ref().and_then(|entered| match &entered.origin {
            Origin::Person(signed) => Some(signed),
            Origin::PairingFile => None,
        });
        Self {
            place: (round.number, of.table.get()),
            result: of.verdict.outcome().map(Outcome::word),
            source: match of.verdict {
                Verdict::Counts(_, source) => Some(source.word()),
                Verdict::Open | Verdict::Differs(_) => None,
            },
            board_result: of.board.map(KnownOutcome::as_str),
            entered: of.entered.as_ref().map(|entered| entered.outcome.word()),
            entered_by: signed.map(|signed| signed.by.clone()),
            entered_at: signed.map(|signed| signed.at.to_string()),
            question: matches!(of.verdict, Verdict::Differs(_)).then_some("result-differs"),
        }
    }

    /// Whether a result counts.
    pub(in super::super) const fn is_known(&self) -> bool {
        self.result.is_some()
    }

    /// The result in a word.
    pub(in super::super) fn word(&self) -> &'static str {
        self.result.unwrap_or(if self.question.is_some() { "differs" } else { "-" })
    }

    /// The question, in a line for whoever is to answer it.
    pub(in super::super) fn question(&self) -> Option<String> {
        let (_, table) = self.place;
        self.asks().map(|asks| format!("table {table}: {asks}\n"))
    }

    /// What is asked, without the table.
    pub(crate) fn asks(&self) -> Option<String> {
        self.question?;
        let ((round, table), board, entered) = (self.place, self.board_result?, self.entered?);
        let by = self.entered_by.as_deref().map(|by| format!(" by {by}")).unwrap_or_default();
        Some(format!(
            "the game ended {board}, entered is {entered}{by}; which counts? \
             `touchmove round settle {table} board --round {round}`, or `entered`"
        ))
    }
}

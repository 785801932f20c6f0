//! Results for people, and for programs.

use serde::Serialize;
use touchmove_client::shown::ShownRound;
use touchmove_core::pairing::Outcome;
use touchmove_core::points::ResultValue;
use touchmove_core::tournament::rounds::dispute::{ResultSource, ResultVerdict};
use touchmove_core::tournament::rounds::results::{Origin, TableResult};
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Head, Listed};

use super::super::super::Failure;
use super::super::super::notices::Notices;
use super::super::super::rows::{heads, table};
use super::Game;

/// A round's results, for a program.
pub(super) fn json<'a>(round: &'a ShownRound, games: &'a [Game]) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Shown<'s> {
        round: u16,
        event: &'s Option<String>,
        tables: Vec<Row<'s>>,
    }
    #[derive(Serialize)]
    struct Row<'s> {
        table: u16,
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
pub(super) fn text(round: &ShownRound, games: &[Game], notices: &Notices) -> String {
    let mut rows = vec![heads(notices, HEADS)];
    rows.extend(games.iter().map(|game| row(round, game, notices)));
    let questions = games.iter().filter_map(|game| ShownResult::of(round, &game.result).question());
    let questions: String = questions.map(|question| notices.say(question) + "\n").collect();
    let gap = if questions.is_empty() { "" } else { "\n" };
    format!("{}\n\n{}{gap}{questions}", notices.say(name_of(round)), table(&rows))
}

/// What a round is called.
pub(in super::super) fn name_of(round: &ShownRound) -> Saying {
    let number = round.number.into();
    let named = match &round.event {
        Some(event) => Listed::RoundOf { round: number, event: event.into() },
        None => Listed::Round { round: number },
    };
    named.into()
}

const HEADS: [Head; 5] = [Head::Table, Head::White, Head::Black, Head::Result, Head::Source];

fn row(round: &ShownRound, Game { pairing, result }: &Game, notices: &Notices) -> [String; 5] {
    let [white, black] = pairing.names.clone();
    let word = notices.say(ShownResult::of(round, result).word());
    [pairing.table.to_string(), white, black, word, notices.say(source(result))]
}

/// Where a result comes from, in words.
pub(super) fn source(result: &TableResult) -> Saying {
    let entered = || match result.entered.as_ref().map(|entered| &entered.origin) {
        Some(Origin::Person(signed)) => Listed::EnteredBy { by: (&signed.by).into() },
        Some(Origin::PairingFile) | None => Listed::PairingFile,
    };
    let source = match result.verdict {
        ResultVerdict::Counts(_, ResultSource::Board) => Listed::ShownByBoard,
        ResultVerdict::Counts(_, ResultSource::Entered) => entered(),
        ResultVerdict::Counts(_, ResultSource::Both) => {
            Listed::BoardAnd { entered: entered().into() }
        }
        ResultVerdict::Counts(_, ResultSource::Settled) => Listed::Settled,
        ResultVerdict::Open | ResultVerdict::Differs(_) => return "".into(),
    };
    source.into()
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
    pub(crate) fn of(round: &ShownRound, of: &TableResult) -> Self {
        let signed = of.entered.as_ref().and_then(|entered| match &entered.origin {
            Origin::Person(signed) => Some(signed),
            Origin::PairingFile => None,
        });
        Self {
            place: (round.number, of.table.get()),
            result: of.verdict.outcome().map(Outcome::word),
            source: match of.verdict {
                ResultVerdict::Counts(_, source) => Some(source.word()),
                ResultVerdict::Open | ResultVerdict::Differs(_) => None,
            },
            board_result: of.board.map(ResultValue::word),
            entered: of.entered.as_ref().map(|entered| entered.outcome.word()),
            entered_by: signed.map(|signed| signed.by.clone()),
            entered_at: signed.map(|signed| signed.at.to_string()),
            question: matches!(of.verdict, ResultVerdict::Differs(_)).then_some("result-differs"),
        }
    }

    /// Whether a result counts.
    pub(in super::super) const fn is_known(&self) -> bool {
        self.result.is_some()
    }

    /// The result in a word.
    pub(in super::super) fn word(&self) -> Saying {
        match (self.result, self.question) {
            (Some(result), _) => result.into(),
            (None, Some(_)) => Listed::ResultsDiffer.into(),
            (None, None) => "-".into(),
        }
    }

    /// The question, in a line for whoever is to answer it.
    pub(in super::super) fn question(&self) -> Option<Saying> {
        let (_, table) = self.place;
        self.asks().map(|what| Listed::AtTable { table: table.into(), what }.into())
    }

    /// What is asked, without the table.
    pub(crate) fn asks(&self) -> Option<Saying> {
        self.question?;
        let ((round, table), shown, entered) = (self.place, self.board_result?, self.entered?);
        let (round, table) = (round.into(), table.into());
        let (shown, entered) = (shown.into(), entered.into());
        let asks = match &self.entered_by {
            Some(by) => Listed::WhichCountsBy { shown, entered, by: by.into(), table, round },
            None => Listed::WhichCounts { shown, entered, table, round },
        };
        Some(asks.into())
    }
}

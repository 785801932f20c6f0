//! The result at a table in the form of the bus, written and read.

use touchmove_core::pairing::{BoardNumber, Outcome};
use touchmove_core::tournament::rounds::dispute::{ResultDifference, ResultSource, ResultVerdict};
use touchmove_core::tournament::rounds::results::{Entered, Origin, Signature, TableResult};
use zbus::Variant;

use crate::details::{Details, details};
use crate::shown::Properties;

/// The question about two results that differ.
const QUESTION: &str = "result-differs";

/// Particulars of a result.
pub fn of_table(result: &TableResult) -> Details {
    let TableResult { table, board, entered, verdict } = result;
    let word = |outcome: Option<Outcome>| Variant::from(outcome.map_or("*", Outcome::word));
    let source = match verdict {
        ResultVerdict::Counts(_, source) => source.word(),
        ResultVerdict::Open | ResultVerdict::Differs(_) => "",
    };
    let mut all = details([
        ("table", table.get().into()),
        ("result", word(verdict.outcome())),
        ("source", source.into()),
        ("board_result", word(board.map(Outcome::Played))),
        ("entered", word(entered.as_ref().map(|entered| entered.outcome))),
    ]);
    if let Some(Entered { origin: Origin::Person(Signature { by, at }), .. }) = entered {
        let signed = [("entered_by", by.clone().into()), ("entered_at", at.to_string().into())];
        all.extend(details(signed));
    }
    if let ResultVerdict::Differs(_) = verdict {
        all.extend(details([("question", QUESTION.into())]));
    }
    all
}

/// The result that particulars tell of; `None` where another version says it otherwise.
pub fn read(result: Details) -> Option<TableResult> {
    let result = Properties(result);
    let table = BoardNumber::new(result.get("table"))?;
    let outcome = |name| Outcome::read(&result.get::<String>(name)).ok().flatten();
    let board = outcome("board_result").and_then(Outcome::played);
    let entered = outcome("entered").map(|outcome| Entered { outcome, origin: origin(&result) });
    let verdict = match outcome("result") {
        Some(counts) => ResultVerdict::Counts(counts, source(&result.get::<String>("source"))?),
        None if result.get::<String>("question") == QUESTION => {
            ResultVerdict::Differs(ResultDifference::between(board?, entered.as_ref()?.outcome)?)
        }
        None => ResultVerdict::Open,
    };
    Some(TableResult { table, board, entered, verdict })
}

fn origin(result: &Properties) -> Origin {
    let by: String = result.get("entered_by");
    let at = result.get::<String>("entered_at").parse();
    at.map_or(Origin::PairingFile, |at| Origin::Person(Signature { by, at }))
}

fn source(word: &str) -> Option<ResultSource> {
    ResultSource::ALL.into_iter().find(|source| source.word() == word)
}

#[cfg(test)]
mod tests {
    use touchmove_core::points::ResultValue;
    use touchmove_core::tournament::rounds::dispute::{Choice, Settlement, verdict};

    use super::*;

    #[test]
    fn what_is_known_of_a_result_comes_over_the_bus() {
        let white = ResultValue::HalfForWhite;
        let drawn = Outcome::Played(ResultValue::Draw);
        let signed = Signature { by: "anna".into(), at: "2026-11-21T20:15:00Z".parse().unwrap() };
        let person = Entered { outcome: drawn, origin: Origin::Person(signed) };
        let file = Entered { outcome: Outcome::Played(white), origin: Origin::PairingFile };
        let of = ResultDifference::between(white, drawn).unwrap();
        let settlement = Settlement { of, choice: Choice::Entered };
        for (board, entered, settlement) in [
            (None, None, None),
            (Some(white), None, None),
            (None, Some(person.clone()), None),
            (Some(white), Some(file), None),
            (Some(white), Some(person.clone()), None),
            (Some(white), Some(person), Some(settlement)),
        ] {
            let outcome = entered.as_ref().map(|entered| entered.outcome);
            let verdict = verdict(board, outcome, settlement);
            let table = BoardNumber::new(12).unwrap();
            let result = TableResult { table, board, entered, verdict };
            assert_eq!(read(of_table(&result)), Some(result));
        }
    }
}

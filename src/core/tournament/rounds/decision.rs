//! Decisions about rounds, and their form as records of the station's journal.

use jiff::civil::Date;
use touchmove_drivers::observation::Decision;

use super::dispute::{Choice, ResultDifference, Settlement};
use super::results::Signature;
use super::section::SectionChange;
use super::view::Stage;
use super::wish::Others;
use crate::names::{BoardId, GameId};
use crate::pairing::{
    BoardNumber, Outcome, Pairing, PairingList, Round, TournamentHeader, particulars,
};

/// What somebody decides about rounds.
#[derive(Clone, Debug, PartialEq)]
pub enum RoundDecision {
    /// A pairing of the list that is being loaded, and its tournament.
    Pair(Box<Pairing>, TournamentHeader),
    /// The last `count` pairings are those of a round.
    Load {
        /// Which round.
        round: Round,
        /// How many they are.
        count: usize,
        /// What becomes of those that other sections have in it.
        others: Others,
    },
    /// A round is taken away: one of which nothing was played, or one that is over.
    Remove {
        /// Which round.
        round: Round,
    },
    /// An electronic board is assigned to a table.
    Assign {
        /// Which table.
        table: BoardNumber,
        /// Which board.
        board: BoardId,
        /// The last game on this station before it, of which none is the table's by itself; `None` in journals of
        /// earlier versions.
        after: Option<GameId>,
    },
    /// The game on the board of a table, which began before its pairing, is the table's.
    Adopt {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which game.
        game: GameId,
    },
    /// The electronic board at a table is taken away.
    Free {
        /// Which table.
        table: BoardNumber,
    },
    /// A round begins.
    Begin {
        /// Which round.
        round: Round,
        /// The last game on this station before it.
        after: GameId,
        /// The day, for a tournament of which the pairings do not say when it is; `None` in journals of earlier versions.
        date: Option<Date>,
    },
    /// A round that has begun gets to another stage.
    Turn {
        /// Which round.
        round: Round,
        /// How far it gets.
        stage: Stage,
    },
    /// A result is entered from the signed scoresheets.
    Enter {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which result; `None` takes back what was entered.
        outcome: Option<Outcome>,
        /// By whom, and when.
        signed: Signature,
    },
    /// The question which of two results counts is answered.
    Settle {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// The answer.
        settlement: Settlement,
    },
    /// Something holds in a section.
    Set(Box<SectionChange>),
}

impl RoundDecision {
    /// The decisions that load the pairings of a list, round by round.
    pub fn load(list: PairingList, others: Others) -> Vec<Self> {
        let PairingList { event, pairings } = list;
        let mut decisions = Vec::with_capacity(pairings.len() + 1);
        for round in pairings.chunk_by(|one, next| one.round == next.round) {
            let pair = |pairing: &Pairing| Self::Pair(Box::new(pairing.clone()), event.clone());
            decisions.extend(round.iter().map(pair));
            decisions.extend(round.first().map(|first| Self::Load {
                round: first.round,
                count: round.len(),
                others,
            }));
        }
        decisions
    }

    /// The record of the decision, made by this person.
    pub fn record(&self, by: &str) -> Decision {
        let (verb, particulars) = match self {
            Self::Pair(pairing, event) => ("round-pair", particulars::of_pairing(pairing, event)),
            Self::Load { round, count, others } => {
                let (round, count) = (given("round", round), given("count", count));
                let dropped = (*others == Others::Dropped).then(|| given("others", "dropped"));
                ("round-load", [round, count].into_iter().chain(dropped).collect())
            }
            Self::Remove { round } => ("round-remove", vec![given("round", round)]),
            Self::Assign { table, board, after } => {
                let place = [given("table", table), given("board", board)];
                let after = after.map(|after| given("after", after.0));
                ("round-assign", place.into_iter().chain(after).collect())
            }
            Self::Adopt { round, table, game } => {
                let place = [given("round", round), given("table", table)];
                ("round-adopt", place.into_iter().chain([given("game", game.0)]).collect())
            }
            Self::Free { table } => ("round-free", vec![given("table", table)]),
            Self::Begin { round, after, date } => {
                let begins = [given("round", round), given("after", after.0)];
                let date = date.map(|date| given("date", date));
                ("round-begin", begins.into_iter().chain(date).collect())
            }
            Self::Turn { round, stage } => {
                ("round-turn", vec![given("round", round), given("to", stage)])
            }
            Self::Enter { round, table, outcome, signed } => {
                let result = outcome.map_or("*", Outcome::word);
                let place = [given("round", round), given("table", table)];
                let entry = [given("result", result), given("at", signed.at)];
                ("round-enter", [place, entry].concat())
            }
            Self::Settle { round, table, settlement: Settlement { of, choice } } => {
                let place = [given("round", round), given("table", table)];
                let differing = [given("board", of.board()), given("entered", of.entered())];
                let choice = [given("choice", choice.word())];
                ("round-settle", [&place[..], &differing, &choice].concat())
            }
            Self::Set(change) => return change.record(by),
        };
        Decision { by: by.to_owned(), verb: verb.to_owned(), particulars }
    }

    /// The decision that a record holds; `None` where it holds another one.
    pub fn of_record(record: &Decision) -> Option<Self> {
        let number = |key| record.particular(key)?.parse().ok();
        let round = || number("round").and_then(Round::new);
        let table = || number("table").and_then(BoardNumber::new);
        Some(match record.verb.as_str() {
            "round-pair" => {
                let (pairing, event) = particulars::read(&record.particulars)?;
                Self::Pair(Box::new(pairing), event)
            }
            "round-load" => {
                let count = record.particular("count")?.parse().ok()?;
                let others = match record.particular("others") {
                    Some("dropped") => Others::Dropped,
                    _ => Others::Kept,
                };
                Self::Load { round: round()?, count, others }
            }
            "round-assign" => {
                let board = BoardId(record.particular("board")?.into());
                let after = record.particular("after").and_then(|after| after.parse().ok());
                Self::Assign { table: table()?, board, after: after.map(GameId) }
            }
            "round-remove" => Self::Remove { round: round()? },
            "round-adopt" => {
                let game = GameId(record.particular("game")?.parse().ok()?);
                Self::Adopt { round: round()?, table: table()?, game }
            }
            "round-free" => Self::Free { table: table()? },
            "round-begin" => {
                let after = GameId(record.particular("after")?.parse().ok()?);
                let date = record.particular("date").and_then(|date| date.parse().ok());
                Self::Begin { round: round()?, after, date }
            }
            "round-turn" => {
                let to = record.particular("to")?;
                let stage = Stage::ALL.into_iter().find(|stage| stage.word() == to)?;
                Self::Turn { round: round()?, stage }
            }
            "round-enter" => {
                let outcome = Outcome::read(record.particular("result")?).ok()?;
                let at = record.particular("at")?.parse().ok()?;
                let signed = Signature { by: record.by.clone(), at };
                Self::Enter { round: round()?, table: table()?, outcome, signed }
            }
            "round-settle" => {
                let outcome = |key| Outcome::read(record.particular(key)?).ok()?;
                let of =
                    ResultDifference::between(outcome("board")?.played()?, outcome("entered")?)?;
                let choice = Choice::named(record.particular("choice")?)?;
                let settlement = Settlement { of, choice };
                Self::Settle { round: round()?, table: table()?, settlement }
            }
            _ => Self::Set(Box::new(SectionChange::of_record(record)?)),
        })
    }
}

fn given(key: &str, value: impl ToString) -> (String, String) {
    (key.to_owned(), value.to_string())
}

//! Decisions about rounds, and their form as records of the station's journal.

use touchmove_drivers::observation::Decision;

use super::Stage;
use crate::hall::news::{BoardId, GameId};
use crate::pairing::{BoardNumber, Event, Pairing, PairingList, Round, particulars};

/// What somebody decides about rounds.
#[derive(Clone, Debug, PartialEq)]
pub enum RoundDecision {
    /// A pairing of the list that is being loaded, and its tournament.
    Pair(Box<Pairing>, Event),
    /// The last `count` pairings are those of a round.
    Load {
        /// Which round.
        round: Round,
        /// How many pairings it has.
        count: usize,
    },
    /// An electronic board is assigned to a table.
    Assign {
        /// Which table.
        table: BoardNumber,
        /// Which board.
        board: BoardId,
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
    },
    /// A round that has begun gets to another stage.
    Turn {
        /// Which round.
        round: Round,
        /// How far it gets.
        stage: Stage,
    },
}

impl RoundDecision {
    /// The decisions that load the pairings of a list, round by round.
    pub fn load(list: PairingList) -> Vec<Self> {
        let PairingList { event, pairings } = list;
        let mut decisions = Vec::with_capacity(pairings.len() + 1);
        for round in pairings.chunk_by(|one, next| one.round == next.round) {
            let pair = |pairing: &Pairing| Self::Pair(Box::new(pairing.clone()), event.clone());
            decisions.extend(round.iter().map(pair));
            decisions.extend(
                round.first().map(|first| Self::Load { round: first.round, count: round.len() }),
            );
        }
        decisions
    }

    /// The record of the decision, made by this person.
    pub fn record(&self, by: &str) -> Decision {
        let (verb, particulars) = match self {
            Self::Pair(pairing, event) => ("round-pair", particulars::of_pairing(pairing, event)),
            Self::Load { round, count } => {
                ("round-load", vec![given("round", round), given("count", count)])
            }
            Self::Assign { table, board } => {
                ("round-assign", vec![given("table", table), given("board", board)])
            }
            Self::Free { table } => ("round-free", vec![given("table", table)]),
            Self::Begin { round, after } => {
                ("round-begin", vec![given("round", round), given("after", after.0)])
            }
            Self::Turn { round, stage } => {
                ("round-turn", vec![given("round", round), given("to", stage)])
            }
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
                Self::Load { round: round()?, count: record.particular("count")?.parse().ok()? }
            }
            "round-assign" => {
                let board = BoardId(record.particular("board")?.into());
                Self::Assign { table: table()?, board }
            }
            "round-free" => Self::Free { table: table()? },
            "round-begin" => {
                let after = GameId(record.particular("after")?.parse().ok()?);
                Self::Begin { round: round()?, after }
            }
            "round-turn" => {
                let to = record.particular("to")?;
                let stage = Stage::ALL.into_iter().find(|stage| stage.word() == to)?;
                Self::Turn { round: round()?, stage }
            }
            _ => return None,
        })
    }
}

fn given(key: &str, value: impl ToString) -> (String, String) {
    (key.to_owned(), value.to_string())
}

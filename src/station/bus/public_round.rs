//! `org.touchmove.Public1.Round`: a round that has begun, as everybody may know it.

use std::collections::HashMap;

use tokio::sync::watch;
use touchmove_client::details::{Details, details};
use touchmove_core::pairing::{BoardNumber, Outcome, particulars};
use touchmove_core::tournament::rounds::GamePlace;
use zbus::interface;

use crate::hall::news;

/// A round, and the results in it that people decided, as far as they are released.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) round: news::BegunRound,
    /// By table.
    pub(super) decided: HashMap<BoardNumber, Outcome>,
}

impl Shown {
    /// This is what people decided about a table; `None` where its game's own result counts.
    pub(super) fn decide(&mut self, table: BoardNumber, outcome: Option<Outcome>) {
        match outcome {
            Some(outcome) => drop(self.decided.insert(table, outcome)),
            None => drop(self.decided.remove(&table)),
        }
    }
}

/// A round in public.
#[derive(Debug)]
pub(super) struct PublicRound {
    shown: watch::Receiver<Shown>,
}

impl PublicRound {
    pub(super) const fn new(shown: watch::Receiver<Shown>) -> Self {
        Self { shown }
    }
}

#[interface(name = "org.touchmove.Public1.Round")]
impl PublicRound {
    /// Its number.
    #[zbus(property(emits_changed_signal = "const"))]
    fn number(&self) -> u16 {
        self.shown.borrow().round.number.get()
    }

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn event(&self) -> String {
        self.shown.borrow().round.event.name.clone().unwrap_or_default()
    }

    /// How far it has got: `running`, `paused` or `ended`.
    #[zbus(property)]
    fn stage(&self) -> String {
        self.shown.borrow().round.stage.word().to_owned()
    }

    /// Its pairings by table, each by its particulars: `table` (q), and what the pairing file has, by the names of its CSV
    /// form: `white`, `black`, `white_fide_id`, `time_control` … Its `result` is what people decided, once that may be
    /// public: a table at which no board is has no other. Other results are those of the games.
    #[zbus(property)]
    fn pairings(&self) -> Vec<Details> {
        let Shown { round, decided } = &*self.shown.borrow();
        let place = |place: &GamePlace| of_place(place, decided.get(&place.pairing.board));
        round.places.iter().map(place).collect()
    }
}

/// Particulars of a pairing. What the file said of its result is nobody's result yet.
fn of_place(place: &GamePlace, decided: Option<&Outcome>) -> Details {
    let mut all = details([("table", place.pairing.board.get().into())]);
    for (key, value) in particulars::of_pairing(&place.pairing, &place.event) {
        if !["board", "round", "result"].contains(&key.as_str()) {
            all.extend(details([(key.as_str(), value.into())]));
        }
    }
    all.extend(details(decided.map(|decided| ("result", decided.word().into()))));
    all
}

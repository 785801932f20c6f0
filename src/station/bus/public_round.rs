//! `org.touchmove.Public1.Round`: a round that has begun, as everybody may know it.

use tokio::sync::watch;
use touchmove_client::details::{Details, details};
use touchmove_core::pairing::particulars;
use touchmove_core::tournament::rounds::GamePlace;
use zbus::interface;

use crate::hall::news;

/// A round in public.
#[derive(Debug)]
pub(super) struct PublicRound {
    shown: watch::Receiver<news::BegunRound>,
}

impl PublicRound {
    pub(super) const fn new(shown: watch::Receiver<news::BegunRound>) -> Self {
        Self { shown }
    }
}

#[interface(name = "org.touchmove.Public1.Round")]
impl PublicRound {
    /// Its number.
    #[zbus(property(emits_changed_signal = "const"))]
    fn number(&self) -> u16 {
        self.shown.borrow().number.get()
    }

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn event(&self) -> String {
        self.shown.borrow().event.name.clone().unwrap_or_default()
    }

    /// How far it has got: `running`, `paused` or `ended`.
    #[zbus(property)]
    fn stage(&self) -> String {
        self.shown.borrow().stage.word().to_owned()
    }

    /// Its pairings by table, each by its particulars: `table` (q), and what the pairing file has, by the names of its CSV
    /// form: `white`, `black`, `white_fide_id`, `time_control` … Results are those of the games.
    #[zbus(property)]
    fn pairings(&self) -> Vec<Details> {
        self.shown.borrow().places.iter().map(of_place).collect()
    }
}

/// Particulars of a pairing. What the file said of its result is nobody's result yet.
fn of_place(place: &GamePlace) -> Details {
    let mut all = details([("table", place.pairing.board.get().into())]);
    for (key, value) in particulars::of_pairing(&place.pairing, &place.event) {
        if !["board", "round", "result"].contains(&key.as_str()) {
            all.extend(details([(key.as_str(), value.into())]));
        }
    }
    all
}

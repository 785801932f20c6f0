//! Where games begin and under which Laws: the pairings and their sections say so, and the boards at
//! their tables are told.

use std::collections::HashMap;

use shakmaty::fen::Fen;
use touchmove_core::decision::{GameDecision, Regime};
use touchmove_core::game::pgn::STANDARD_START;
use touchmove_core::names::BoardId;
use touchmove_core::pairing::Pairing;
use touchmove_core::tournament::rounds::section::{SectionName, Settings};
use touchmove_drivers::recording::Variant;

use super::Desk;
use super::telling::Telling;

/// Where a game begins; `None` is the usual start.
pub(super) type Start = Option<(Fen, Variant)>;

impl Telling<Start> {
    /// Whether a game that begins at `fen` is one that the board was told of.
    pub(super) fn is_start_of(&self, board: &BoardId, fen: &str) -> bool {
        match self.last(board) {
            Some(Some((start, _))) => start.to_string() == fen,
            Some(None) | None => fen == STANDARD_START,
        }
    }
}

impl Desk {
    /// Tells every board at a table where its next game begins, and under which Laws, and what its lights are to show: as
    /// the first pairing there says that is not over, and its section. Where there is none, at the usual start, and under the
    /// Laws of the section without a name.
    pub(super) fn tell_starts(&mut self) {
        let mut wishes = HashMap::new();
        for board in self.boards.keys() {
            let rounds = self.station.rounds();
            let pairing = rounds.pairing_on(board);
            self.starts.tell(board, pairing.and_then(start_of), GameDecision::Start);
            let section = pairing.map_or_else(SectionName::unnamed, SectionName::of);
            let settings = rounds.settings(&section);
            wishes.insert(board.clone(), settings.lights);
            let regime = regime_of(settings, pairing);
            self.laws.tell(board, regime, |regime| GameDecision::Laws(Box::new(regime)));
        }
        self.lights.set(wishes);
    }
}

fn start_of(pairing: &Pairing) -> Start {
    let start = pairing.start.as_ref()?;
    Some((start.fen().parse().ok()?, start.variant()))
}

fn regime_of(settings: Settings, pairing: Option<&Pairing>) -> Regime {
    let Settings { rulebook, policy, regulations, lights: _, delays: _ } = settings;
    let control = pairing.and_then(|pairing| pairing.time_control.clone());
    Regime { rulebook, policy, control, regulations }
}

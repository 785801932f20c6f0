//! A game as its object shows it.

use std::sync::Arc;

use touchmove_core::game::conclusion::MoveTold;
use touchmove_core::game::pgn::{self, Score, Tags};
use touchmove_core::game::view::{GameView, ScoredMove};
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{Outcome, Pairing};
use touchmove_core::sheet::{self, Sheet};
use touchmove_core::tournament::rounds::GamePlace;

use super::Waits;
use crate::bus::events::Events;
use crate::bus::moment::Dated;
use crate::hall::news::Anchor;

/// A game as it is shown, and what was told of it.
#[derive(Debug)]
pub(in crate::bus) struct Shown {
    /// Its number on this station.
    pub id: GameId,
    /// Its board.
    pub board: BoardId,
    /// The game now.
    pub view: Arc<GameView>,
    /// How the times of its board lie to the station's.
    pub anchor: Anchor,
    /// What was told.
    pub told: Events<Dated>,
    /// Whose game of which round it is; `None` where nobody has said.
    pub place: Option<GamePlace>,
    /// The result of the round's game that counts; `None` while it is open, or two differ.
    pub outcome: Option<Outcome>,
    /// Since when what waits in it does.
    pub waits: Waits,
}

impl Shown {
    /// Keeps what was told of it.
    pub(in crate::bus) fn keep(&mut self, seq: u64, dated: Dated) {
        self.waits.note(&dated.told.what, dated.moment.since_boot);
        self.told.keep(seq, dated);
    }

    /// Whether the properties say of this view what they say already: most news are of a clock that runs.
    pub(in crate::bus) fn shows(&self, board: &BoardId, view: &Arc<GameView>) -> bool {
        self.board == *board && (Arc::ptr_eq(&self.view, view) || is_told_alike(&self.view, view))
    }

    pub(super) fn of_pairing(&self, word: impl FnOnce(&Pairing) -> String) -> String {
        self.place.as_ref().map(|place| word(&place.pairing)).unwrap_or_default()
    }

    /// The name of a player as somebody has decided, or else as the pairing has it.
    pub(super) fn player(&self, side: usize, paired: impl FnOnce(&Pairing) -> String) -> String {
        let decided = self.view.players.get(side).cloned().flatten();
        decided.unwrap_or_else(|| self.of_pairing(paired))
    }

    pub(super) fn pgn(&self) -> String {
        match &self.place {
            Some(GamePlace { pairing, event }) => {
                let sheet = Sheet::of_game(pairing, event, &self.view, self.outcome);
                sheet::pgn::write(&sheet)
            }
            None => {
                let tags = Tags::default().with_players(&self.view.players);
                pgn::write(&Score::of(&self.view), &tags)
            }
        }
    }
}

/// Whether properties say the same of both.
fn is_told_alike(one: &GameView, other: &GameView) -> bool {
    let is_same_move = |(one, other): (&Arc<ScoredMove>, &Arc<ScoredMove>)| {
        Arc::ptr_eq(one, other) || is_same(&one.told, &other.told)
    };
    one.players == other.players
        && one.start == other.start
        && one.fen() == other.fen()
        && one.differs == other.differs
        && san(one.provisional.as_ref()) == san(other.provisional.as_ref())
        && one.questions == other.questions
        && one.incidents == other.incidents
        && one.instructions == other.instructions
        && one.result == other.result
        && one.moves.len() == other.moves.len()
        && one.moves.iter().zip(&other.moves).all(is_same_move)
}

fn san(told: Option<&MoveTold>) -> Option<&str> {
    told?.san()
}

fn is_same(one: &MoveTold, other: &MoveTold) -> bool {
    one.uci == other.uci && one.san() == other.san() && one.number() == other.number()
}

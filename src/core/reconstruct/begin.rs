//! Whether what the men show is the start of a game, and which way the board lies then.

use shakmaty::Position;

use super::seen::Orientation;
use super::{Reconstruct, Stage};

impl Reconstruct {
    /// The men stand at the start, and not because a few moves were taken back or the men have
    /// walked back there.
    pub(super) fn new_game_shown(&self) -> Option<Orientation> {
        let seen = self.seen.as_ref()?;
        let shown = self.start_shown()?;
        match &self.stage {
            Stage::Game(game) if seen.orientation() == shown && game.start == self.setup.start => {
                (!game.leads_back_to(self.setup.start.position.board())).then_some(shown)
            }
            Stage::Game(_) | Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => Some(shown),
        }
    }

    /// The way the board lies when the readings fit the start; as it lay before, if they fit both
    /// ways.
    fn start_shown(&self) -> Option<Orientation> {
        let seen = self.seen.as_ref()?;
        let board = self.setup.start.position.board();
        match self.setup.orientation {
            Some(given) => seen.orientation_showing(board, &[given]),
            None => {
                let lay = seen.orientation();
                seen.orientation_showing(board, &[lay, lay.other()])
            }
        }
    }

    /// The men of a board that cannot name them fit the start both ways round: the first move tells.
    pub(super) fn turned_by_first_move(&self) -> bool {
        let (Stage::Game(game), Some(seen), None) =
            (&self.stage, &self.seen, self.setup.orientation)
        else {
            return false;
        };
        game.is_unplayed() && !game.in_step() && {
            let mut turned = seen.clone();
            turned.turn(seen.orientation().other());
            game.first_move_shown(&turned)
        }
    }
}

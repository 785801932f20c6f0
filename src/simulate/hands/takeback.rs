//! Another move made and taken back before the clock is pressed.

use shakmaty::{Chess, Move, MoveList, Position, Square};

use super::hand::Hand;

impl Hand {
    /// Now and then makes another quiet move first and takes it back.
    pub(super) fn take_back(&mut self, position: &Chess, play: Move) {
        if !self.chance(self.habits().take_back) {
            return;
        }
        if let Some((from, to)) = self.other_move(&position.legal_moves(), play) {
            self.carry(from, to);
            self.wait(400..=2_500);
            self.carry(to, from);
            self.wait(300..=1_500);
        }
    }

    fn other_move(&mut self, legal: &MoveList, play: Move) -> Option<(Square, Square)> {
        let others: Vec<_> = legal.iter().filter(|&&m| m != play).filter_map(quiet).collect();
        self.rng().choice(others)
    }
}

/// Origin and goal of a move that only one man makes.
const fn quiet(play: &Move) -> Option<(Square, Square)> {
    match *play {
        Move::Normal { from, to, capture: None, promotion: None, .. } => Some((from, to)),
        _ => None,
    }
}

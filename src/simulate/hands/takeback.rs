//! Moves made and taken back.

use shakmaty::{Chess, Move, Position};

use super::hand::Hand;
use super::moves::{legal_moves, shown};
use super::rate::Rate;
use super::table::Table;

impl Hand {
    /// Now and then makes another quiet move first and takes it back, the clock not pressed;
    /// returns whether it did.
    pub(super) fn take_back(&mut self, legal: &[Move], play: Move) -> bool {
        if !self.chance(Rate::TakeBack) {
            return false;
        }
        let others = legal.iter().filter(|&&m| m != play && is_quiet(&m));
        let others: Vec<_> = others.filter_map(|m| Some((m.from()?, m.to()))).collect();
        let Some((from, to)) = self.rng().choice(others) else { return false };
        self.carry(from, to);
        self.wait(400..=2_500);
        self.carry(to, from);
        self.wait(300..=1_500);
        true
    }
}

impl Table<'_> {
    /// Now and then plays one to four other plies, the clock pressed after each, and takes all of
    /// them back.
    pub(super) fn take_back_later(&mut self, wanted: Move) {
        if !self.hand.chance(Rate::TakeBackLater) {
            return;
        }
        let plies = self.hand.rng().usize(1..=4);
        let first = self.position.clone();
        let mut stood = Vec::new();
        for _ in 0..plies {
            let position = self.position.clone();
            let legal = legal_moves(&position);
            let others =
                legal.into_iter().filter(|&m| stood.is_empty().then_some(wanted) != Some(m));
            let Some(play) = self.hand.rng().choice(others.collect::<Vec<_>>()) else { break };
            if shown(&after(&position, play)).is_some() {
                break;
            }
            stood.push(position);
            self.try_out(play);
        }
        self.hand.clear_late_victim();
        self.hand.wait(500..=4_000);
        for position in stood.iter().rev() {
            self.hand.restore(position.board());
            self.hand.wait(300..=1_500);
        }
        if self.position.turn() != first.turn() && self.has_clock() {
            self.hand.press_button(self.position.turn());
        }
        self.position = first;
        self.hand.begin(self.position.turn());
    }

    /// Makes a move that will be taken back.
    fn try_out(&mut self, play: Move) {
        let mover = self.position.turn();
        self.hand.begin(mover);
        self.hand.wait(500..=4_000);
        let _ = self.hand.make(mover, play);
        self.position.play_unchecked(play);
        if self.has_clock() {
            self.hand.press(mover);
        }
    }
}

fn after(position: &Chess, play: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(play);
    position
}

/// Whether only one man moves.
const fn is_quiet(play: &Move) -> bool {
    matches!(play, Move::Normal { capture: None, promotion: None, .. })
}

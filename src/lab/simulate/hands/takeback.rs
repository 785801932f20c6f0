//! Moves made and taken back.

use shakmaty::{Move, Position, Square};

use super::moves::{after, legal_moves, shown};
use super::rate::Rate;
use super::table::Table;
use crate::simulate::truth::SinKind;

impl Table<'_> {
    /// Now and then makes another move first and takes it back, the clock not pressed.
    pub(super) fn take_back(&mut self, legal: &[Move], play: Move) {
        if !self.hand.chance(Rate::TakeBack) {
            return;
        }
        let others: Vec<_> = legal.iter().copied().filter(|&other| other != play).collect();
        let Some(other) = self.hand.rng().choice(others) else { return };
        self.sin(SinKind::ReleasedPiece);
        self.make_and_restore(other);
    }

    /// Now and then the piece is put down on another square first, and goes on from there, the clock
    /// not pressed; returns that square.
    pub(super) fn change_mind(&mut self, legal: &[Move], play: Move) -> Option<Square> {
        if !self.hand.chance(Rate::ChangeMind) || !matches!(play, Move::Normal { .. }) {
            return None;
        }
        let others = legal.iter().filter(|&&other| other != play && is_quiet(&other));
        let others = others.filter(|other| other.from() == play.from()).map(|other| other.to());
        let first = self.hand.rng().choice(others.collect::<Vec<_>>())?;
        self.sin(SinKind::ReleasedPiece);
        self.hand.carry(play.from()?, first);
        self.hand.wait(400..=2_500);
        Some(first)
    }

    /// Makes a move and puts all pieces back where they stood.
    pub(super) fn make_and_restore(&mut self, play: Move) {
        let stood = self.position.board().clone();
        let _ = self.hand.make(self.position.turn(), play);
        self.hand.clear_late_victim();
        self.hand.wait(400..=2_500);
        self.hand.restore(&stood);
        self.hand.wait(300..=1_500);
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

/// Whether only one piece moves.
pub(super) const fn is_quiet(play: &Move) -> bool {
    matches!(play, Move::Normal { capture: None, promotion: None, .. })
}

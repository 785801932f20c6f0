//! How a move breaks the touch-move rules: what the hands did before it, and what of that was meant.

use std::time::Duration;

use shakmaty::{CastlingSide, Color, Move, Position, Square};

use super::{Exactness, INTENT, Touched, Turn};
use crate::account::{TouchEnd, position_after, replies};
use crate::laws::article::Article;
use crate::laws::edition::Rule;
use crate::laws::obligation::{self, Hands, Obligation};
use crate::laws::rulebook::Edition;
use crate::laws::says::Certainty;

/// A piece that stood on another square for so long was released there; shorter it may have been on its way. Readings
/// are late by part of a scan.
const RELEASED: Duration = Duration::from_millis(1_400);

/// A piece that was off its square no longer than that was not taken up, or was not away at all: a scan was missed.
const BRUSHED: Duration = Duration::from_millis(400);

/// So many pieces that were off their squares at the same time, and came back, were knocked over. They may have rolled to
/// others.
const KNOCKED: usize = 3;

/// A breach of the touch-move rules by a move.
#[derive(Clone, Debug)]
pub(in crate::laws) struct Breach {
    pub(in crate::laws) article: Article,
    pub(in crate::laws) is_release: bool,
    pub(in crate::laws) certainty: Certainty,
    pub(in crate::laws) squares: Vec<Square>,
    /// The first record of the turn.
    pub(in crate::laws) since: Option<u64>,
}

impl Turn {
    /// How a move breaks the touch-move rules, if it does.
    pub(in crate::laws) fn breach(
        &self,
        mv: Move,
        edition: Edition,
        account: Exactness,
    ) -> Option<Breach> {
        if self.is_plainly_allowed(mv) {
            return None;
        }
        let obligation = self.obligation(edition);
        if obligation.moves.contains(&mv) || castles_over_king(mv, account) {
            return None;
        }
        let since = self.deeds.since;
        let article = obligation.article;
        let is_known = |square| self.deeds.touched.iter().any(|touched| touched.square == square);
        let of_releases = [Rule::Released, Rule::PromotionChosen];
        let is_release = of_releases.iter().any(|rule| article == edition.article(*rule));
        let released = self.deeds.released.iter().rev().find(|release| release.rested.is_some());
        let breach = |is_release, article, certainty| {
            let put_down = released.map(|release| release.to).filter(|_| is_release);
            let touched = self.deeds.touched.iter().map(|touched| touched.square);
            let squares = put_down.into_iter().chain(touched).collect();
            Some(Breach { article, is_release, certainty, squares, since })
        };
        if account == Exactness::Exact || self.deeds.announced.is_some() {
            return breach(is_release, article, Certainty::High);
        }
        // Of a king that castled without being seen to be taken up nobody knows which piece was touched first.
        if matches!(mv, Move::Castle { king, .. } if !is_known(king)) {
            return breach(is_release, article, Certainty::Low);
        }
        let rested = released.and_then(|release| release.rested);
        let has_rested = rested.is_some_and(|rested| rested >= RELEASED);
        if is_release && has_rested {
            return breach(true, article, Certainty::Medium);
        }
        let meant = self.meant(mv, edition, |_| true);
        if meant.moves.contains(&mv) {
            return breach(is_release, article, Certainty::Low);
        }
        let moved = mv.from().filter(|_| !mv.is_castle());
        // What he did before he took up the piece that he moved bound him already.
        let is_taken_up = |one: &&Touched| Some(one.square) == moved && one.away.is_none();
        let taken_up = self.deeds.touched.iter().find(is_taken_up);
        let is_before = |touched: &Touched| taken_up.is_some_and(|own| touched.lifted < own.lifted);
        let before = self.meant(mv, edition, is_before);
        let article = if !before.moves.contains(&mv) {
            before.article
        } else if is_release {
            meant.article
        } else {
            article
        };
        breach(false, article, Certainty::Medium)
    }

    /// Whether nothing was touched but the pieces of this legal move, and nothing put down elsewhere: no touch
    /// binds to another one. Who castles has touched two pieces in some order.
    pub(super) fn is_plainly_allowed(&self, mv: Move) -> bool {
        self.deeds.released.is_empty()
            && self.deeds.announced.is_none()
            && (self.deeds.touched.is_empty() || !mv.is_castle())
            && self.deeds.touched.iter().all(|touched| touched.is_of(mv))
    }

    /// What the touches that were no adjusting, and no noise, bind to by themselves, this move's among them.
    /// Pieces that left their squares otherwise did so in moves that were taken back.
    fn meant(&self, mv: Move, edition: Edition, counts: impl Fn(&Touched) -> bool) -> Obligation {
        let after = position_after(&self.position, mv);
        let stays =
            |square| after.board().piece_at(square) == self.position.board().piece_at(square);
        let is_meant = |touched: &&Touched| match touched.end {
            TouchEnd::Returned => self.is_meant(touched),
            TouchEnd::Held => true,
            TouchEnd::Left => !stays(touched.square) || self.is_released(touched.square),
        };
        let meant = self.deeds.touched.iter().filter(|touched| counts(touched)).filter(is_meant);
        let meant: Vec<_> = meant.map(Touched::contact).collect();
        let hands = Hands { contacts: &meant, releases: &[], castling: self.deeds.castling };
        obligation::obligation(edition, &self.position, &hands)
    }

    fn is_released(&self, from: Square) -> bool {
        self.deeds.released.iter().any(|release| release.from == Some(from))
    }

    /// Whether a piece was touched with intent, beyond doubt.
    fn is_meant(&self, touched: &Touched) -> bool {
        let is_enemy = self.position.them().contains(touched.square);
        if is_enemy && touched.tried.is_some() {
            // Who puts his own piece elsewhere, and here again, makes his last move over.
            return false;
        }
        let was_brushed = touched.away.is_some_and(|away| away < BRUSHED);
        if !touched.was_put_elsewhere() && was_brushed || self.was_knocked_over(touched) {
            return false;
        }
        touched.away.is_some_and(|away| away >= INTENT)
            || touched.was_put_elsewhere()
            || self
                .deeds
                .touched
                .iter()
                .filter(|other| touched.was_off_with(other))
                .any(|other| self.is_taken_by(touched, other) || self.is_taken_by(other, touched))
    }

    /// Whether it was off its square with others, and all came back.
    fn was_knocked_over(&self, touched: &Touched) -> bool {
        let off = self.deeds.touched.iter().filter(|other| other.away.is_some());
        off.filter(|other| touched.was_off_with(other)).count() >= KNOCKED
    }

    /// Whether one of these pieces could take the other.
    fn is_taken_by(&self, taken: &Touched, own: &Touched) -> bool {
        let takes =
            |mv: &Move| mv.from() == Some(own.square) && taken_by(*mv) == Some(taken.square);
        replies(&self.position).iter().any(takes)
    }
}

impl Touched {
    /// Whether it was put down elsewhere before it came back. Who adjusts a piece may push it onto a neighbouring square for a
    /// moment.
    fn was_put_elsewhere(&self) -> bool {
        self.tried.is_some_and(|on| self.square.distance(on) > 1)
    }

    /// Whether both were off their squares at the same time.
    fn was_off_with(&self, other: &Self) -> bool {
        let until = |touched: &Self| touched.away.map(|away| touched.lifted + away);
        until(self).is_none_or(|back| other.lifted < back)
            && until(other).is_none_or(|back| self.lifted < back)
    }

    /// Whether it is a piece that this move moves, or takes.
    fn is_of(&self, mv: Move) -> bool {
        [mv.from(), taken_by(mv)].contains(&Some(self.square))
    }
}

/// The square of the piece that a move takes.
fn taken_by(mv: Move) -> Option<Square> {
    match mv {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => mv.capture().map(|_| mv.to()),
    }
}

/// Whether the king castles where it stands: no reading tells whether a hand was on it before the rook.
fn castles_over_king(mv: Move, account: Exactness) -> bool {
    let Move::Castle { king, .. } = mv else { return false };
    let stands = |side: CastlingSide| side.king_to(Color::White).file() == king.file();
    account == Exactness::Read && mv.castling_side().is_some_and(stands)
}

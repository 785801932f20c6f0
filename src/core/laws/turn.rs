//! The turn of a player: what his hands have done since the opponent's move, and what that binds him to.

mod breach;

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position, Square};
use touchmove_drivers::Instant;

pub(super) use self::breach::Breach;

use super::edition::Rule;
use super::obligation::{self, CastlingIntent, Contact, Hands, Obligation};
use super::rulebook::Edition;
use super::says::Holds;
use crate::account::{RestedPiece, Shown, Touch, TouchEnd};

/// A piece that was off its square for so long was touched with intent, beyond doubt.
const INTENT: Duration = Duration::from_millis(1_500);

/// So many touches of a turn are followed.
const MAX_DEEDS: usize = 32;

/// So many touches and releases are kept of a turn that is long over.
const MAX_OLD_DEEDS: usize = 8;

/// A player's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The position in which he is to move.
    position: Arc<Chess>,
    deeds: Deeds,
    /// What was told last of his obligation.
    told: Option<Vec<Move>>,
}

/// What a player has done in his turn, wherever the pieces stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Deeds {
    touched: Vec<Touched>,
    released: Vec<RestedPiece>,
    castling: CastlingIntent,
    adjusting: Adjusting,
    /// The move that he has announced with a wrong claim (9.5.3).
    announced: Option<Move>,
    /// The first record of the turn.
    since: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Touched {
    square: Square,
    lifted: Instant,
    late: Duration,
    moment: u32,
    /// How long it was off its square, where it came back.
    away: Option<Duration>,
    tried: Option<Square>,
    end: TouchEnd,
}

impl Deeds {
    /// Forgets what was done after the first touches and releases.
    pub(super) fn keep_first(&mut self) {
        self.touched = self.touched.iter().take(MAX_OLD_DEEDS).copied().collect();
        self.released = self.released.iter().take(MAX_OLD_DEEDS).copied().collect();
    }
}

impl Touched {
    const fn contact(&self) -> Contact {
        Contact { square: self.square, moment: self.moment }
    }
}

/// Whether a player has said that he adjusts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Adjusting {
    #[default]
    No,
    /// He has: pieces that come back to their squares are not touched.
    Announced,
}

/// How touches are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touching {
    /// Pieces lifted within this time were touched together: nobody knows in which order.
    pub together: Duration,
    /// How sure a touch is that the account tells.
    pub account: Exactness,
}

/// How an account was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// From readings: what is short may be noise.
    Read,
    /// By exact equality: every touch is one.
    Exact,
}

impl Turn {
    /// A turn that begins in this position.
    pub(super) fn at(position: Arc<Chess>) -> Self {
        Self::of(position, Deeds::default())
    }

    /// The turn in this position in which this was done.
    pub(super) const fn of(position: Arc<Chess>, deeds: Deeds) -> Self {
        Self { position, deeds, told: None }
    }

    /// The position, and what was done.
    pub(super) fn into_parts(self) -> (Arc<Chess>, Deeds) {
        (self.position, self.deeds)
    }

    /// The position in which he is to move.
    pub(super) const fn position(&self) -> &Arc<Chess> {
        &self.position
    }

    /// He is to move in this position. What was done in another one is of another turn.
    pub(super) fn set_position(&mut self, position: &Arc<Chess>) {
        if *self.position == **position {
            self.position = Arc::clone(position);
        } else {
            *self = Self::at(Arc::clone(position));
        }
    }

    /// In the same position otherwise is legal from now on: what was done in it counts, and the obligation is news.
    pub(super) fn restate(&mut self, position: Chess) {
        self.position = Arc::new(position);
        self.told = None;
    }

    /// Whose turn it is.
    pub(super) fn side(&self) -> Color {
        self.position.turn()
    }

    /// Whether the player has touched a piece with intent.
    pub(super) fn has_touched(&self) -> bool {
        !self.deeds.touched.is_empty()
    }

    /// A piece is touched by the player on move; whether that counts, and is news.
    pub(super) fn touch(
        &mut self,
        touch: &Touch,
        now: Instant,
        record: u64,
        touching: Touching,
    ) -> bool {
        if self.position.board().piece_at(touch.square).is_none() {
            return false;
        }
        let away = (touch.end == TouchEnd::Returned).then(|| now.since(touch.lifted));
        let same = |one: &&mut Touched| one.square == touch.square;
        if let Some(before) = self.deeds.touched.iter_mut().find(same) {
            let was_brushed =
                before.tried.is_none() && before.away.is_some_and(|away| away < INTENT);
            if was_brushed && touch.end == TouchEnd::Left {
                (before.lifted, before.late) = (touch.lifted, touch.late);
            }
            // A piece that is taken up anew was back meanwhile, if only with a move that was taken back.
            let back = touch.lifted.since(before.lifted);
            let back = (touch.end == TouchEnd::Left && !back.is_zero()).then_some(back);
            before.away = before.away.max(away).max(back);
            before.tried = before.tried.or(touch.tried);
            before.end = touch.end;
            self.put_in_order(touching.together);
            return false;
        }
        let is_adjusted =
            self.deeds.adjusting == Adjusting::Announced && touch.end != TouchEnd::Left;
        if is_adjusted || self.deeds.touched.len() == MAX_DEEDS {
            return false;
        }
        self.deeds.since.get_or_insert(record);
        self.add(Touched {
            square: touch.square,
            lifted: touch.lifted,
            late: touch.late,
            moment: 0,
            away,
            tried: touch.tried,
            end: touch.end,
        });
        self.put_in_order(touching.together);
        true
    }

    /// A piece is put down where it may not stay.
    pub(super) fn release(&mut self, release: &RestedPiece) {
        if self.deeds.released.len() < MAX_DEEDS {
            self.deeds.released.reserve_exact(1);
            self.deeds.released.push(*release);
        }
    }

    /// Whether a piece that was off this square was seen to come back.
    pub(super) fn has_come_back(&self, square: Square) -> bool {
        let mut touched = self.deeds.touched.iter();
        touched.any(|one| one.square == square && one.end == TouchEnd::Returned)
    }

    /// Drops what was put down after the move had landed: it belongs to another one.
    pub(super) fn drop_releases_after(&mut self, landed: Instant) {
        self.deeds.released.retain(|release| release.put_down <= landed);
    }

    /// Turns are kept as long as the game, and few pieces are touched in most: no room is held for more.
    fn add(&mut self, touched: Touched) {
        self.deeds.touched.reserve_exact(1);
        self.deeds.touched.push(touched);
    }

    /// The board shows pieces of the player elsewhere than they stood when he pressed: those that left their
    /// squares were touched, and one that arrived was released.
    pub(super) fn infer(&mut self, shown: &Shown, now: Instant) {
        let us = self.position.us();
        let gone = shown.differing(self.position.board()) & self.position.board().occupied();
        let ours = shown.pieces.by_color(self.side());
        let is_off = |square: &Square| {
            !shown.pieces.occupied().contains(*square)
                || ours.contains(*square) && !us.contains(*square)
        };
        let gone = gone.into_iter().filter(is_off);
        let (own, enemy): (Vec<_>, Vec<_>) = gone.partition(|square| us.contains(*square));
        for square in own.iter().chain(&enemy).copied() {
            let is_known = self.deeds.touched.iter().any(|touched| touched.square == square);
            if !is_known && self.deeds.touched.len() < MAX_DEEDS {
                let end = TouchEnd::Left;
                let (away, tried) = (None, None);
                let (lifted, late, moment) = (now, Duration::ZERO, 0);
                self.add(Touched { square, lifted, late, moment, away, tried, end });
            }
        }
        self.note_press();
        self.put_in_order(Duration::ZERO);
        let arrived = shown.pieces.by_color(self.side()) & !us;
        if let (&[from], Some(to)) = (&own[..], arrived.single_square())
            && let Some(piece) = self.position.board().piece_at(from)
        {
            let (from, side, put_down, rested) = (Some(from), self.side(), now, None);
            self.release(&RestedPiece { from, to, piece, side, put_down, rested });
        }
    }

    /// The player has pressed for what he did: pieces that have left their squares were touched with intent,
    /// whatever becomes of it.
    pub(super) fn note_press(&mut self) {
        let left = self.deeds.touched.iter_mut().filter(|touched| touched.end == TouchEnd::Left);
        left.for_each(|touched| touched.end = TouchEnd::Held);
    }

    /// Whether he has said that he adjusts, and has not done yet.
    pub(super) fn is_adjusting(&self) -> bool {
        self.deeds.adjusting == Adjusting::Announced
    }

    /// The player says that he adjusts.
    pub(super) const fn begin_adjusting(&mut self) {
        self.deeds.adjusting = Adjusting::Announced;
    }

    /// He has done.
    pub(super) const fn end_adjusting(&mut self) {
        self.deeds.adjusting = Adjusting::No;
    }

    /// A piece that was to be adjusted has left its square for good: it is touched after all.
    pub(super) fn stop_adjusting_for(&mut self, square: Square) -> bool {
        std::mem::take(&mut self.deeds.adjusting) == Adjusting::Announced
            && !self.deeds.touched.iter().any(|touched| touched.square == square)
    }

    /// A touch was an accident.
    pub(super) fn forgive(&mut self, square: Square) {
        self.deeds.touched.retain(|touched| touched.square != square);
    }

    /// What the player meant by touching king and rook.
    pub(super) const fn set_castling_intent(&mut self, castling: CastlingIntent) {
        self.deeds.castling = castling;
    }

    /// The player has announced this move.
    pub(super) const fn announce(&mut self, mv: Move) {
        self.deeds.announced = Some(mv);
    }

    /// What the player must play.
    pub(super) fn obligation(&self, edition: Edition) -> Obligation {
        let contacts: Vec<_> = self.contacts().collect();
        let releases: Vec<_> = self.deeds.released.iter().map(|one| self.release_of(one)).collect();
        let hands =
            Hands { contacts: &contacts, releases: &releases, castling: self.deeds.castling };
        let mut obligation = obligation::obligation(edition, &self.position, &hands);
        if let Some(announced) = self.deeds.announced
            && self.position.is_legal(announced)
        {
            obligation.moves = std::iter::once(announced).collect();
            obligation.article = edition.article(Rule::ClaimWrong);
            obligation.free = false;
        }
        obligation
    }

    /// The obligation, if it is not what was told last.
    pub(super) fn take_news(&mut self, edition: Edition) -> Option<Holds> {
        let obligation = self.obligation(edition);
        let moves: Vec<_> = obligation.moves.iter().copied().collect();
        if self.told.as_ref() == Some(&moves) {
            return None;
        }
        self.told = Some(moves.clone());
        let Obligation { article, free, ambiguous, .. } = obligation;
        Some(Holds::Obligation { side: self.side(), moves, free, ambiguous, article })
    }

    /// From now on the obligation is news again.
    pub(super) fn tell_again(&mut self) {
        self.told = None;
    }

    /// The touches in their order; those together share a moment.
    fn contacts(&self) -> impl Iterator<Item = Contact> {
        self.deeds.touched.iter().map(Touched::contact)
    }

    /// What was put down, after the pieces that had been touched by then.
    fn release_of(&self, released: &RestedPiece) -> obligation::PutDown {
        let &RestedPiece { from, to, piece, put_down, .. } = released;
        let before = self.deeds.touched.iter().rfind(|touched| touched.lifted <= put_down);
        let moment = before.map_or(0, |touched| touched.moment);
        match from {
            Some(from) => obligation::PutDown::Piece { from, to, moment },
            None => obligation::PutDown::Promoted { on: to, role: piece.role, moment },
        }
    }

    fn put_in_order(&mut self, together: Duration) {
        self.deeds.touched.sort_by_key(|touched| touched.lifted);
        let mut moment = 0;
        let mut first: Option<Instant> = None;
        for touched in &mut self.deeds.touched {
            match first {
                Some(first) if touched.lifted.since(first) <= together + touched.late => {}
                _ => {
                    moment += 1;
                    first = Some(touched.lifted);
                }
            }
            touched.moment = moment;
        }
    }
}

#[cfg(test)]
mod tests;

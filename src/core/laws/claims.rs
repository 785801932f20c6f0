//! Offers, claims and resignation (articles 5.1.2, 5.2.3, 9).

use shakmaty::{Color, Move, Position};

use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, Certainty, ClaimKind, Holds, IncidentKind, OfferState, Verdict};
use super::turn::Exactness;
use super::{Laws, Rulings, repetition};
use crate::account::{LineMove, position_after, replies};

/// No position has appeared three times in fewer half-moves, this one included.
const FEWEST: u32 = 7;

impl Laws {
    /// A player offers a draw: after making his move, before pressing; at other times it counts too, and may
    /// be a distraction (9.1.2.1, 11.5).
    pub(super) fn offer_draw(&mut self, side: Color, rulings: &mut Rulings) {
        if self.ending.is_some() {
            return;
        }
        let article = self.article(Rule::Offer);
        let forbidden = self.rulebook.regulations.no_draw_offers_before;
        if forbidden.is_some_and(|first| self.moves_made_by_both() < u32::from(first.get())) {
            let (state, article) = (OfferState::NotAllowed, self.article(Rule::OffersForbidden));
            return rulings.holds(Holds::Offer { side, state, article });
        }
        let is_regular =
            self.made.last().is_some_and(|last| last.side == side && last.pressed.is_none());
        self.core.offer = Some(side);
        rulings.holds(Holds::Offer { side, state: OfferState::Open, article });
        if is_regular {
            return;
        }
        if self.touching.account == Exactness::Read && side == self.turn.side() {
            self.core.offered_early = Some((side, rulings.at));
        } else {
            let found = (Certainty::Low, self.ply(), Vec::new());
            self.raise(IncidentKind::DrawOfferIrregular, Rule::Distraction, side, found, rulings);
        }
    }

    /// The move of who had offered a draw before it was known is made: it may have been made before.
    pub(super) fn judge_offer(&mut self, mv: &LineMove, rulings: &mut Rulings) {
        let side = mv.before.turn();
        let offered = self.core.offered_early.take_if(|(offerer, _)| *offerer == side);
        if offered.is_some_and(|(_, at)| at < mv.landed) {
            let found = (Certainty::Low, mv.ply, Vec::new());
            self.raise(IncidentKind::DrawOfferIrregular, Rule::Distraction, side, found, rulings);
        }
    }

    /// A player accepts: the game is drawn, if both have moved (5.2.3).
    pub(super) fn accept_draw(&mut self, side: Color, rulings: &mut Rulings) {
        if self.ending.is_some() {
            return;
        }
        let article = self.article(Rule::Agreement);
        let refused = |what| Holds::Refused { what, reason: None, article };
        if self.core.offer.take_if(|offerer| *offerer != side).is_none() {
            return rulings.holds(refused("no-open-offer"));
        }
        if !self.rulebook.edition.agreement_before_moves() && self.moves_made_by_both() == 0 {
            return rulings.holds(refused("agreement"));
        }
        let (value, reason) = (ResultValue::Draw, ResultReason::Agreement);
        self.end(rulings.at, Ending { value, reason, article: Some(article) }, rulings);
    }

    /// A player declines.
    pub(super) fn decline_draw(&mut self, side: Color, rulings: &mut Rulings) {
        if let Some(offerer) = self.core.offer.take_if(|offerer| *offerer != side) {
            let (state, article) = (OfferState::RejectedOrally, self.article(Rule::Offer));
            rulings.holds(Holds::Offer { side: offerer, state, article });
        }
    }

    /// A player resigns: that loses, unless the opponent cannot mate (5.1.2).
    pub(super) fn resign(&mut self, side: Color, rulings: &mut Rulings) {
        if self.ending.is_some() {
            return;
        }
        let article = Some(self.article(Rule::Resignation));
        let opponent = side.other();
        let (value, reason) =
            if self.rulebook.edition.resigning_may_draw() && !self.may_mate(opponent) {
                (ResultValue::Draw, ResultReason::ResignationCannotMate)
            } else {
                (ResultValue::win_of(opponent), ResultReason::Resignation)
            };
        self.end(rulings.at, Ending { value, reason, article }, rulings);
    }

    /// A player claims a draw (9.2, 9.3). The claim stops the clock, is an offer too, and stands.
    pub(super) fn claim_draw(
        &mut self,
        side: Color,
        kind: ClaimKind,
        intended: Option<shakmaty::uci::UciMove>,
        rulings: &mut Rulings,
    ) {
        if self.ending.is_some() {
            return;
        }
        let rule = match (kind, intended.is_some()) {
            (ClaimKind::Fifty, true) => Rule::FiftyIntended,
            (ClaimKind::Fifty, false) => Rule::FiftyCompleted,
            (_, true) => Rule::ThreefoldIntended,
            (_, false) => Rule::ThreefoldAppeared,
        };
        let article = self.article(rule);
        let inadmissible = |why, article| Holds::Claim {
            side,
            kind,
            verdict: Verdict::Inadmissible(why),
            article,
        };
        if side != self.turn.side() {
            return rulings.holds(inadmissible("not-on-move", article));
        }
        if self.rulebook.edition.touch_loses_claim() && self.turn.has_touched() {
            let article = self.article(Rule::ClaimLost);
            return rulings.holds(inadmissible("piece-touched", article));
        }
        let (pause, stops) = (Act::ClockPause, self.article(Rule::ClaimStops));
        self.ledger.instruct(None, stops, pause, rulings);
        let offers = self.article(Rule::ClaimOffers);
        if !offers.is_empty() {
            self.core.offer = Some(side);
            rulings.holds(Holds::Offer { side, state: OfferState::Open, article: offers });
        }
        let position = self.turn.position.clone();
        let intended_move = intended.map(|uci| uci.to_move(&*position).ok());
        if self.is_claim_right(kind, intended_move) {
            rulings.holds(Holds::Claim { side, kind, verdict: Verdict::Correct, article });
            let reason = match kind {
                ClaimKind::Fifty => ResultReason::FiftyClaim,
                _ => ResultReason::ThreefoldClaim,
            };
            let article = Some(self.article(Rule::ClaimCorrect));
            let ending = Ending { value: ResultValue::Draw, reason, article };
            return self.end(rulings.at, ending, rulings);
        }
        rulings.holds(Holds::Claim { side, kind, verdict: Verdict::Incorrect, article });
        self.penalise_claim(side, intended_move.flatten(), rulings);
    }

    /// Whether the player on move could claim a draw rightly, now or with a move that he writes.
    pub(super) fn might_claim(&self) -> bool {
        let claims = [ClaimKind::Threefold, ClaimKind::Fifty];
        let halfmoves = self.history.halfmoves();
        if halfmoves < FEWEST {
            return false;
        }
        if !self.history.may_repeat_thrice() && !repetition::is_fifty(halfmoves + 1) {
            return false;
        }
        let right = |intended: Option<Option<Move>>| {
            claims.into_iter().any(|kind| self.is_claim_right(kind, intended))
        };
        let legal = replies(&self.turn.position);
        right(None) || legal.iter().any(|mv| right(Some(Some(*mv))))
    }

    /// Whether the position has appeared three times, or fifty moves were made: now, or after the intended
    /// move. An intended move that is not legal makes no claim right.
    fn is_claim_right(&self, kind: ClaimKind, intended: Option<Option<Move>>) -> bool {
        match (kind, intended) {
            (_, Some(None)) | (ClaimKind::IllegalMove, _) => false,
            (ClaimKind::Threefold, None) => {
                repetition::is_threefold(self.history.occurrences_of_last())
            }
            (ClaimKind::Fifty, None) => repetition::is_fifty(self.history.halfmoves()),
            (kind, Some(Some(mv))) => {
                let after = position_after(&self.turn.position, mv);
                match kind {
                    ClaimKind::Fifty => repetition::is_fifty(after.halfmoves()),
                    _ => repetition::is_threefold(self.history.occurrences_with(&after)),
                }
            }
        }
    }

    /// A wrong claim gives the opponent time, and the announced move must be played (9.5.3).
    fn penalise_claim(&mut self, side: Color, intended: Option<Move>, rulings: &mut Rulings) {
        let article = self.article(Rule::ClaimWrong);
        let act = Act::ClockAdd { side: side.other(), time: self.rulebook.penalty() };
        self.ledger.instruct(None, article, act, rulings);
        if let Some(mv) = intended {
            self.turn.announce(mv);
            self.tell_obligation(rulings);
        }
        self.ledger.instruct(None, article, Act::ClockRun(side), rulings);
    }

    /// How many moves both have made at least.
    pub(super) fn moves_made_by_both(&self) -> u32 {
        let made = |side| {
            let unfinished = self.made.iter().filter(|made| made.side == side);
            let open = unfinished.filter(|made| made.completed.is_none()).count();
            self.core.completed[usize::from(side)] + u32::try_from(open).unwrap_or(0)
        };
        self.moves_before.saturating_add(Color::ALL.map(made).into_iter().min().unwrap_or(0))
    }
}

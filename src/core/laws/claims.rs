//! Offers, claims and resignation (articles 5.1.2, 5.2.3, 9).

use shakmaty::{Color, Move, Position};

use super::casebook::Charge;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, Certainty, ClaimKind, Holds, IncidentKind, OfferState, Verdict};
use super::turn::Exactness;
use super::{Laws, repetition};
use crate::account::{LineMove, position_after, replies};

/// No position has appeared three times in fewer half-moves, this one included.
const FEWEST: u32 = 7;

impl Laws {
    /// A player offers a draw: after making his move, before pressing; at other times it counts too, and may
    /// be a distraction (9.1.2.1, 11.5).
    pub(super) fn offer_draw(&mut self, side: Color) {
        if self.casebook.is_over() {
            return;
        }
        let article = self.casebook.article(Rule::Offer);
        let forbidden = self.casebook.rulebook().regulations.no_draw_offers_before;
        if forbidden.is_some_and(|first| self.moves_made_by_both() < u32::from(first.get())) {
            let (state, article) =
                (OfferState::NotAllowed, self.casebook.article(Rule::OffersForbidden));
            return self.casebook.say_holds(Holds::Offer { side, state, article });
        }
        let is_regular =
            self.made.last().is_some_and(|last| last.side == side && last.pressed.is_none());
        self.core.offer = Some(side);
        self.casebook.say_holds(Holds::Offer { side, state: OfferState::Open, article });
        if is_regular {
            return;
        }
        if self.touching.account == Exactness::Read && side == self.turn.side() {
            self.core.offered_early = Some((side, self.casebook.now()));
        } else {
            self.casebook.raise(irregular_offer(side, self.ply()));
        }
    }

    /// The move of who had offered a draw before it was known is made: it may have been made before.
    pub(super) fn judge_offer(&mut self, mv: &LineMove) {
        let side = mv.before.turn();
        let offered = self.core.offered_early.take_if(|(offerer, _)| *offerer == side);
        if offered.is_some_and(|(_, at)| at < mv.landed) {
            self.casebook.raise(irregular_offer(side, mv.ply));
        }
    }

    /// A player accepts: the game is drawn, if both have moved (5.2.3).
    pub(super) fn accept_draw(&mut self, side: Color) {
        if self.casebook.is_over() {
            return;
        }
        let article = self.casebook.article(Rule::Agreement);
        let refused = |what| Holds::Refused { what, reason: None, article };
        if self.core.offer.take_if(|offerer| *offerer != side).is_none() {
            return self.casebook.say_holds(refused("no-open-offer"));
        }
        if !self.casebook.edition().agreement_before_moves() && self.moves_made_by_both() == 0 {
            return self.casebook.say_holds(refused("agreement"));
        }
        let (value, reason) = (ResultValue::Draw, ResultReason::Agreement);
        self.casebook.end(Ending { value, reason, article: Some(article) });
    }

    /// A player declines.
    pub(super) fn decline_draw(&mut self, side: Color) {
        if let Some(offerer) = self.core.offer.take_if(|offerer| *offerer != side) {
            let (state, article) = (OfferState::RejectedOrally, self.casebook.article(Rule::Offer));
            self.casebook.say_holds(Holds::Offer { side: offerer, state, article });
        }
    }

    /// A player resigns: that loses, unless the opponent cannot mate (5.1.2).
    pub(super) fn resign(&mut self, side: Color) {
        if self.casebook.is_over() {
            return;
        }
        let article = Some(self.casebook.article(Rule::Resignation));
        let opponent = side.other();
        let (value, reason) = if self.casebook.edition().resigning_may_draw()
            && !self.casebook.may_mate(opponent, &self.turn.position)
        {
            (ResultValue::Draw, ResultReason::ResignationCannotMate)
        } else {
            (ResultValue::win_of(opponent), ResultReason::Resignation)
        };
        self.casebook.end(Ending { value, reason, article });
    }

    /// A player claims a draw (9.2, 9.3). The claim stops the clock, is an offer too, and stands.
    pub(super) fn claim_draw(
        &mut self,
        side: Color,
        kind: ClaimKind,
        intended: Option<shakmaty::uci::UciMove>,
    ) {
        if self.casebook.is_over() {
            return;
        }
        let rule = match (kind, intended.is_some()) {
            (ClaimKind::Fifty, true) => Rule::FiftyIntended,
            (ClaimKind::Fifty, false) => Rule::FiftyCompleted,
            (_, true) => Rule::ThreefoldIntended,
            (_, false) => Rule::ThreefoldAppeared,
        };
        let article = self.casebook.article(rule);
        let inadmissible = |why, article| Holds::Claim {
            side,
            kind,
            verdict: Verdict::Inadmissible(why),
            article,
        };
        if side != self.turn.side() {
            return self.casebook.say_holds(inadmissible("not-on-move", article));
        }
        if self.casebook.edition().touch_loses_claim() && self.turn.has_touched() {
            let article = self.casebook.article(Rule::ClaimLost);
            return self.casebook.say_holds(inadmissible("piece-touched", article));
        }
        let (pause, stops) = (Act::ClockPause, self.casebook.article(Rule::ClaimStops));
        self.casebook.instruct(None, stops, pause);
        let offers = self.casebook.article(Rule::ClaimOffers);
        if !offers.is_empty() {
            self.core.offer = Some(side);
            self.casebook.say_holds(Holds::Offer {
                side,
                state: OfferState::Open,
                article: offers,
            });
        }
        let position = self.turn.position.clone();
        let intended_move = intended.map(|uci| uci.to_move(&*position).ok());
        if self.is_claim_right(kind, intended_move) {
            self.casebook.say_holds(Holds::Claim {
                side,
                kind,
                verdict: Verdict::Correct,
                article,
            });
            let reason = match kind {
                ClaimKind::Fifty => ResultReason::FiftyClaim,
                _ => ResultReason::ThreefoldClaim,
            };
            let article = Some(self.casebook.article(Rule::ClaimCorrect));
            let ending = Ending { value: ResultValue::Draw, reason, article };
            return self.casebook.end(ending);
        }
        self.casebook.say_holds(Holds::Claim { side, kind, verdict: Verdict::Incorrect, article });
        self.penalise_claim(side, intended_move.flatten());
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
    fn penalise_claim(&mut self, side: Color, intended: Option<Move>) {
        let article = self.casebook.article(Rule::ClaimWrong);
        let act = Act::ClockAdd { side: side.other(), time: self.casebook.rulebook().penalty() };
        self.casebook.instruct(None, article, act);
        if let Some(mv) = intended {
            self.turn.announce(mv);
            self.tell_obligation();
        }
        self.casebook.instruct(None, article, Act::ClockRun(side));
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

/// A draw was offered at another moment than the Laws have for it (9.1.2.1): it may distract (11.5).
const fn irregular_offer(side: Color, ply: u32) -> Charge {
    Charge {
        kind: IncidentKind::DrawOfferIrregular,
        rule: Rule::Distraction,
        side,
        certainty: Certainty::Low,
        ply,
        squares: Vec::new(),
    }
}

//! Offers, claims and resignation (articles 5.1.2, 5.2.3, 9).

use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Color, Move, Position};

use super::casebook::{Casebook, Charge, Loss, LossRule};
use super::clock_readings::ClockReadings;
use super::edition::{Rule, WrongClaim};
use super::ending::{Ending, ResultReason, ResultValue};
use super::flag_fall;
use super::play::Play;
use super::repetition;
use super::says::{
    Act, Certainty, ClaimKind, ClaimVerdict, Holds, IncidentKind, InstructionState, OfferState,
};
use crate::account::{LineMove, position_after, replies};

/// No position has appeared three times in fewer half-moves, this one included.
const MIN_HALFMOVES: u32 = 7;

/// A claim of a draw (9.2, 9.3).
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawClaim {
    pub(super) side: Color,
    pub(super) kind: ClaimKind,
    /// The move that the player has written and intends.
    pub(super) intended: Option<UciMove>,
}

/// A player offers a draw: after making his move, before pressing; at other times it counts too, and may
/// be a distraction (9.1.2.1, 11.5).
pub(super) fn offer_draw(play: &mut Play, casebook: &mut Casebook, side: Color) {
    if casebook.is_over() {
        return;
    }
    let article = casebook.article(Rule::Offer);
    let forbidden = casebook.rulebook().regulations.no_draw_offers_before;
    if forbidden.is_some_and(|first| play.moves_made_by_both() < u32::from(first.get())) {
        let (state, article) = (OfferState::NotAllowed, casebook.article(Rule::OffersForbidden));
        return casebook.say_holds(Holds::Offer { side, state, article });
    }
    let is_regular = play.moves().last_if_by(side).is_some_and(|last| last.pressed.is_none());
    play.undoable_mut().offers.open(side);
    casebook.say_holds(Holds::Offer { side, state: OfferState::Open, article });
    let is_early = side == play.turn().side();
    if is_regular || is_early && casebook.edition().offer_may_precede_move() {
        return;
    }
    if !play.is_exact() && is_early {
        play.undoable_mut().offers.note_early(side, casebook.now());
    } else {
        casebook.raise(irregular_offer(side, play.next_ply()));
    }
}

/// The move of who had offered a draw before it was known is made: it may have been made before.
pub(super) fn judge_early_offer(play: &mut Play, casebook: &mut Casebook, mv: &LineMove) {
    let side = mv.before.turn();
    let offered = play.undoable_mut().offers.take_early(side);
    if offered.is_some_and(|at| at < mv.landed) {
        casebook.raise(irregular_offer(side, mv.ply));
    }
}

/// A move ends the opponent's offer, where touching a piece does not (10.7 of 1995).
pub(super) fn end_offer_by_move(play: &mut Play, casebook: &mut Casebook, mover: Color) {
    if casebook.edition().touch_ends_offer() {
        return;
    }
    if let Some(side) = play.undoable_mut().offers.answer(mover) {
        let (state, article) = (OfferState::RejectedByMove, casebook.article(Rule::Offer));
        casebook.say_holds(Holds::Offer { side, state, article });
    }
}

/// A player accepts: the game is drawn, if both have moved (5.2.3).
pub(super) fn accept_draw(play: &mut Play, casebook: &mut Casebook, side: Color) {
    if casebook.is_over() {
        return;
    }
    let article = casebook.article(Rule::Agreement);
    if play.undoable_mut().offers.answer(side).is_none() {
        return casebook.refuse("no-open-offer", article);
    }
    if !casebook.edition().agreement_before_moves() && play.moves_made_by_both() == 0 {
        return casebook.refuse("agreement", article);
    }
    let (value, reason) = (ResultValue::Draw, ResultReason::Agreement);
    casebook.end(Ending { value, reason, article: Some(article) });
}

/// A player declines.
pub(super) fn decline_draw(play: &mut Play, casebook: &mut Casebook, side: Color) {
    if let Some(offerer) = play.undoable_mut().offers.answer(side) {
        let (state, article) = (OfferState::RejectedOrally, casebook.article(Rule::Offer));
        casebook.say_holds(Holds::Offer { side: offerer, state, article });
    }
}

/// A player resigns: that loses, unless the opponent cannot mate (5.1.2).
pub(super) fn resign(play: &mut Play, casebook: &mut Casebook, side: Color) {
    if casebook.is_over() {
        return;
    }
    let article = Some(casebook.article(Rule::Resignation));
    let opponent = side.other();
    let loss = if casebook.edition().resigning_may_draw() {
        let loss = LossRule {
            lost: ResultReason::Resignation,
            saved: ResultReason::ResignationCannotMate,
            rule: Rule::Resignation,
        };
        casebook.loss_of(side, play.position(), loss)
    } else {
        let (value, reason) = (ResultValue::win_of(opponent), ResultReason::Resignation);
        Loss::Sure(Ending { value, reason, article })
    };
    casebook.end_by_loss(None, loss);
}

/// A player claims a draw (9.2, 9.3). The claim stops the clock, is an offer too, and stands.
pub(super) fn claim_draw(
    play: &mut Play,
    casebook: &mut Casebook,
    clock: &ClockReadings,
    claim: DrawClaim,
) {
    let DrawClaim { side, kind, intended } = claim;
    if casebook.is_over() {
        return;
    }
    let is_of_board = kind == ClaimKind::Fifty && !casebook.edition().fifty_may_be_intended();
    let intended = intended.filter(|_| !is_of_board);
    let rule = match (kind, intended.is_some()) {
        (ClaimKind::Fifty, true) => Rule::FiftyIntended,
        (ClaimKind::Fifty, false) => Rule::FiftyCompleted,
        (_, true) => Rule::ThreefoldIntended,
        (_, false) => Rule::ThreefoldAppeared,
    };
    let article = casebook.article(rule);
    let inadmissible = |why, article| Holds::Claim {
        side,
        kind,
        verdict: ClaimVerdict::Inadmissible(why),
        article,
    };
    if side != play.turn().side() {
        return casebook.say_holds(inadmissible("not-on-move", article));
    }
    if casebook.edition().touch_loses_claim() && play.turn().has_touched() {
        let article = casebook.article(Rule::ClaimLost);
        return casebook.say_holds(inadmissible("piece-touched", article));
    }
    let (pause, stops) = (Act::ClockPause, casebook.article(Rule::ClaimStops));
    casebook.instruct(None, stops, pause);
    let offers = casebook.article(Rule::ClaimOffers);
    if !offers.is_empty() {
        play.undoable_mut().offers.open(side);
        casebook.say_holds(Holds::Offer { side, state: OfferState::Open, article: offers });
    }
    let position = play.position().clone();
    let intended_move = intended.map(|uci| uci.to_move(&*position).ok());
    if is_claim_right(play, kind, intended_move) {
        casebook.say_holds(Holds::Claim { side, kind, verdict: ClaimVerdict::Correct, article });
        let reason = match kind {
            ClaimKind::Fifty => ResultReason::FiftyClaim,
            _ => ResultReason::ThreefoldClaim,
        };
        let article = Some(casebook.article(Rule::ClaimCorrect));
        let ending = Ending { value: ResultValue::Draw, reason, article };
        return casebook.end(ending);
    }
    casebook.say_holds(Holds::Claim { side, kind, verdict: ClaimVerdict::Incorrect, article });
    let cost = casebook.rulebook().wrong_claim(kind, clock.left(side));
    if impose(play, casebook, WrongDraw { side, cost, left: clock.known_left(side) }) {
        return;
    }
    let article = casebook.article(Rule::ClaimWrong);
    if let Some(mv) = intended_move.flatten() {
        play.turn_mut().announce(mv);
        play.tell_obligation(casebook);
    }
    casebook.instruct(None, article, Act::ClockRun(side));
}

/// Whether the player on move could claim a draw rightly, now or with a move that he writes.
pub(super) fn might_claim(play: &Play) -> bool {
    let claims = [ClaimKind::Threefold, ClaimKind::Fifty];
    let halfmoves = play.history().halfmoves();
    if halfmoves < MIN_HALFMOVES {
        return false;
    }
    if !play.history().may_repeat_thrice() && !repetition::is_fifty(halfmoves + 1) {
        return false;
    }
    let right = |intended: Option<Option<Move>>| {
        claims.into_iter().any(|kind| is_claim_right(play, kind, intended))
    };
    let legal = replies(play.position());
    right(None) || legal.iter().any(|mv| right(Some(Some(*mv))))
}

/// Whether the position has appeared three times, or fifty moves were made: now, or after the intended
/// move. An intended move that is not legal makes no claim right.
fn is_claim_right(play: &Play, kind: ClaimKind, intended: Option<Option<Move>>) -> bool {
    match (kind, intended) {
        (_, Some(None)) | (ClaimKind::IllegalMove, _) => false,
        (ClaimKind::Threefold, None) => {
            repetition::is_threefold(play.history().occurrences_of_last())
        }
        (ClaimKind::Fifty, None) => repetition::is_fifty(play.history().halfmoves()),
        (kind, Some(Some(mv))) => {
            let after = position_after(play.position(), mv);
            match kind {
                ClaimKind::Fifty => repetition::is_fifty(after.halfmoves()),
                _ => repetition::is_threefold(play.history().occurrences_with(&after)),
            }
        }
    }
}

/// A claim that was wrong.
#[derive(Clone, Copy, Debug)]
struct WrongDraw {
    side: Color,
    cost: WrongClaim,
    /// What the claimant has left, where a clock shows it.
    left: Option<Duration>,
}

/// A wrong claim costs time (9.5.3). Answers whether that ends the game: it may be all that the claimant has (10.13(b) of
/// 1995).
fn impose(play: &mut Play, casebook: &mut Casebook, wrong: WrongDraw) -> bool {
    let WrongDraw { side, cost, left } = wrong;
    let (article, opponent) = (casebook.article(Rule::ClaimWrong), side.other());
    match cost {
        WrongClaim::Gives(time) => {
            casebook.instruct(None, article, Act::ClockAdd { side: opponent, time });
        }
        WrongClaim::TakesAndGives { takes, gives } => {
            casebook.instruct(None, article, Act::ClockSub { side, time: takes });
            casebook.instruct(None, article, Act::ClockAdd { side: opponent, time: gives });
        }
        WrongClaim::Takes(time) => {
            let is_used_up = left.is_some_and(|left| left <= time);
            let goes_on = !is_used_up || flag_fall::begin_period(play, casebook, side);
            casebook.instruct(None, article, Act::ClockSub { side, time });
            if !goes_on {
                flag_fall::end_by_used_up(play, casebook, side, article);
                let is_it = |act: &Act| *act == Act::ClockSub { side, time };
                casebook.end_instructions(InstructionState::Waived, |given| is_it(&given.act));
                return true;
            }
        }
        WrongClaim::Undecided => casebook.say_holds(Holds::ArbiterChoice(article)),
    }
    false
}

/// A draw was offered at another moment than the Laws have for it (9.1.2.1): it may distract (11.5).
const fn irregular_offer(side: Color, ply: u32) -> Charge {
    Charge {
        kind: IncidentKind::DrawOfferIrregular,
        rule: Rule::OfferIrregular,
        side,
        certainty: Certainty::Low,
        ply,
        squares: Vec::new(),
    }
}

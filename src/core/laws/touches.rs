//! Touches and releases (4): what the player on move is bound to, what his touch ends, and touches by his opponent.

use std::time::Duration;

use shakmaty::{Color, Position, Square};

use super::casebook::{Casebook, Charge};
use super::claims;
use super::clock_readings::ClockReadings;
use super::edition::Rule;
use super::made_moves::MadeMove;
use super::obligation::CastlingIntent;
use super::play::Play;
use super::says::{Certainty, Holds, Incident, IncidentKind, IncidentState, OfferState, Right};
use crate::account::{RestedPiece, Touch, TouchEnd};

/// A touch is noise that is as likely noise as that, or more.
const NOISE: f32 = 0.5;

/// A piece is touched. The first touch of a turn ends the opponent's offer (9.1.2.1), the right to claim
/// a draw (9.4), and the right to complain of the opponent's touches (4.8).
pub(super) fn touch(
    play: &mut Play,
    casebook: &mut Casebook,
    clock: &ClockReadings,
    touch: &Touch,
) {
    if casebook.is_over() || touch.noise >= NOISE {
        return;
    }
    if touch.side != play.turn().side() {
        return touch_by_other(play, casebook, touch);
    }
    if is_before_the_move(play, casebook, clock, touch) {
        return touch_early(play, casebook, touch);
    }
    count_touch(play, casebook, touch);
}

/// A touch by the player on move counts.
fn count_touch(play: &mut Play, casebook: &mut Casebook, touch: &Touch) {
    if casebook.edition().own_piece_ends_complaint() {
        end_complaint_by_own(play, casebook, touch);
    }
    let is_first = !play.turn().has_touched();
    if play.turn().is_adjusting() && touch.end != TouchEnd::Left {
        note_adjusting(play, casebook, touch);
    }
    let (now, record, touching) = (casebook.now(), casebook.evidence().to, play.touching());
    if !play.turn_mut().touch(touch, now, record, touching) {
        return;
    }
    if is_first {
        begin_touching(play, casebook);
    }
    // What leaves its square from readings is told with its move.
    if play.is_exact() || touch.end != TouchEnd::Left {
        play.tell_obligation(casebook);
    }
}

/// A piece is put down where it does not stay (4.7).
pub(super) fn release(play: &mut Play, casebook: &mut Casebook, release: &RestedPiece) {
    if casebook.is_over() || play.moves().has_taken_back(release) {
        return;
    }
    if release.side != play.turn().side() {
        return change_after_press(play, casebook, release);
    }
    if let Some(from) = release.from
        && play.turn_mut().stop_adjusting_for(from)
    {
        let (square, piece, side) = (from, Some(release.piece), release.side);
        let (lifted, late, tried) = (casebook.now(), Duration::ZERO, None);
        let (end, noise) = (TouchEnd::Left, 0.0);
        count_touch(
            play,
            casebook,
            &Touch { square, piece, side, lifted, late, tried, end, noise },
        );
    }
    play.turn_mut().release(release);
    play.tell_obligation(casebook);
}

/// A touch was an accident (4.2.2).
pub(super) fn forgive(play: &mut Play, casebook: &mut Casebook, square: Square) {
    play.turn_mut().forgive(square);
    play.turn_mut().tell_again();
    play.tell_obligation(casebook);
}

/// What the player on move meant by touching king and rook (4.4.3).
pub(super) fn note_castling_intent(
    play: &mut Play,
    casebook: &mut Casebook,
    castling: CastlingIntent,
) {
    play.turn_mut().set_castling_intent(castling);
    if play.turn().has_touched() {
        play.tell_obligation(casebook);
    }
}

fn begin_touching(play: &mut Play, casebook: &mut Casebook) {
    let side = play.turn().side();
    let ends_offer = casebook.edition().touch_ends_offer();
    if ends_offer && let Some(offerer) = play.undoable_mut().offers.answer(side) {
        let (state, article) = (OfferState::RejectedByTouch, casebook.article(Rule::Offer));
        casebook.say_holds(Holds::Offer { side: offerer, state, article });
    }
    let is_lost = casebook.edition().touch_loses_claim();
    if is_lost && (play.is_exact() || claims::might_claim(play)) {
        let article = casebook.article(Rule::ClaimLost);
        casebook.say_holds(Holds::RightLost { side, right: Right::ClaimDraw, article });
    }
    if !casebook.edition().own_piece_ends_complaint() {
        end_complaint(play, casebook, side);
    }
}

/// This side has touched a piece: it may complain of the opponent's touches no more (4.8).
fn end_complaint(play: &mut Play, casebook: &mut Casebook, side: Color) {
    if play.moves_mut().end_complaint() {
        let article = casebook.article(Rule::ComplaintExpires);
        casebook.say_holds(Holds::RightLost { side, right: Right::Complain, article });
    }
    let_complaint_lapse(play, casebook, side);
}

/// The player on move has touched a piece, perhaps to adjust it: the right to complain ends with one of his own (7.4 of 1995).
fn end_complaint_by_own(play: &mut Play, casebook: &mut Casebook, touch: &Touch) {
    let touched = play.position().board().piece_at(touch.square);
    if touched.is_some_and(|piece| piece.color == touch.side) {
        end_complaint(play, casebook, touch.side);
    }
}

/// Who adjusts may touch any piece (4.2.1); in 1995 it says his own (7.1), which the arbiter is told.
fn note_adjusting(play: &Play, casebook: &mut Casebook, touch: &Touch) {
    let touched = play.position().board().piece_at(touch.square);
    let is_others = touched.is_some_and(|piece| piece.color != touch.side);
    if is_others && casebook.edition().adjusts_own_only() {
        casebook.raise(Charge {
            kind: IncidentKind::WrongSideTouch,
            rule: Rule::Adjusting,
            side: touch.side,
            certainty: Certainty::Low,
            ply: play.next_ply(),
            squares: vec![touch.square],
        });
    }
}

/// A piece is touched by the player not on move: the one that he has just released, or any other.
fn touch_by_other(play: &Play, casebook: &mut Casebook, touch: &Touch) {
    let side = touch.side;
    let moved = play
        .moves()
        .last_if_by(side)
        .filter(|last| last.pressed.is_none() && last.mv.to() == touch.square);
    let (kind, rule, certainty) = match (moved, touch.end) {
        (Some(_), TouchEnd::Returned) => {
            (IncidentKind::WrongSideTouch, Rule::Adjusting, Certainty::Low)
        }
        (Some(moved), _) => {
            (IncidentKind::ReleasedPieceMoved, rule_that_keeps(moved), Certainty::Medium)
        }
        (None, _) => (IncidentKind::WrongSideTouch, Rule::Adjusting, Certainty::Medium),
    };
    let certainty = if play.is_exact() { certainty } else { Certainty::Low };
    let ply = moved.map_or_else(|| play.next_ply(), |moved| moved.ply);
    casebook.raise(Charge { kind, rule, side, certainty, ply, squares: vec![touch.square] });
}

/// Whether the opponent's move is made, and his time still runs, where a player has the move once that is completed (3.2 of
/// 1995). Of readings only what came back is judged so: a hand may hurry.
fn is_before_the_move(
    play: &Play,
    casebook: &Casebook,
    clock: &ClockReadings,
    touch: &Touch,
) -> bool {
    let is_open = play.moves().last().is_some_and(|last| last.completed.is_none());
    let runs = clock.running() == Some(touch.side.other());
    let is_telling = play.is_exact() || touch.end == TouchEnd::Returned;
    is_open && runs && is_telling && casebook.edition().move_follows_completion()
}

/// The player who has the move next touches a piece before his opponent has pressed: the text does not say what that binds to,
/// so the arbiter is told, and no more.
fn touch_early(play: &Play, casebook: &mut Casebook, touch: &Touch) {
    casebook.raise(Charge {
        kind: IncidentKind::WrongSideTouch,
        rule: Rule::HavingTheMove,
        side: touch.side,
        certainty: Certainty::Low,
        ply: play.next_ply(),
        squares: vec![touch.square],
    });
}

/// The player not on move puts the piece that he has moved, and pressed for, elsewhere, or another one on its square: it stays
/// where it was released (4.7), and what a pawn became (4.4.4). Readings tell that by the move that they take back.
fn change_after_press(play: &Play, casebook: &mut Casebook, release: &RestedPiece) {
    let RestedPiece { from, to, side, .. } = *release;
    let is_changed = |last: &&MadeMove| {
        let exchanged = from.is_none() && to == last.mv.to() && last.mv.is_promotion();
        last.pressed.is_some() && (exchanged || from == Some(last.mv.to()))
    };
    let changed = play.moves().last_if_by(side).filter(is_changed).filter(|_| play.is_exact());
    if let Some(last) = changed {
        casebook.raise(Charge {
            kind: IncidentKind::ReleasedPieceMoved,
            rule: rule_that_keeps(last),
            side,
            certainty: Certainty::Medium,
            ply: last.ply,
            squares: vec![to],
        });
    }
}

/// By what a piece stays where a move has put it.
const fn rule_that_keeps(made: &MadeMove) -> Rule {
    if made.mv.is_promotion() { Rule::PromotionChosen } else { Rule::Released }
}

/// The opponent of who has touched a piece may complain no more of how the last move was made (4.8). Of what would have
/// ended the game the arbiter decides.
pub(super) fn let_complaint_lapse(play: &Play, casebook: &mut Casebook, side: Color) {
    let Some(last) = play.moves().last_if_by(side.other()) else { return };
    let (ply, offender) = (last.ply, last.side);
    if casebook.result().is_withheld() {
        return;
    }
    let is_one = |incident: &&Incident| {
        incident.ply == ply
            && incident.side == Some(offender)
            && incident.state == IncidentState::Raised
            && matches!(
                incident.kind,
                IncidentKind::TouchMoveViolation | IncidentKind::ReleasedPieceMoved
            )
    };
    let lapsed = casebook.incidents().iter().filter(is_one);
    let lapsed: Vec<_> = lapsed.map(|incident| incident.id).collect();
    for incident in lapsed {
        casebook.close(incident, IncidentState::Lapsed);
    }
}

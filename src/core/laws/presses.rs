//! A press of the clock: for the move that was made, or for none (`docs/laws/rules.md` 4, 5.1).

use std::time::Duration;

use shakmaty::{Color, Position};
use touchmove_drivers::Instant;

use super::board_at_press::{self, BoardAtPress, TimedPress, castles};
use super::casebook::{Casebook, Charge};
use super::clock_readings::ClockReadings;
use super::edition::Rule;
use super::illegal_moves;
use super::illegal_positions;
use super::made_moves::{CompletedMove, EarlierPress, GOES_ON, StandsAtPress};
use super::new_move_at_press::NewMove;
use super::offence::Offence;
use super::pending_offence::Offending;
use super::play::Play;
use super::says::{Act, Certainty, CompletedBy, Holds, IncidentKind, InstructionState, Says};
use super::two_hands::{self, HandsMoment};
use super::undoable::{AwaitedPress, Started};
use crate::account::{LineMove, Press, Purpose, Shown};

/// Before the first move, who presses must have had the clock running for so long: shorter is fiddling
/// with it.
const MIN_RUN: Duration = Duration::from_secs(1);

/// Whether the board shows a legal move where it is pressed for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PressLegality {
    /// It does: what is told may be one move by its end, and two by the hands.
    Legal,
    /// It does not.
    Illegal,
}

/// A player presses.
pub(super) fn press(
    play: &mut Play,
    casebook: &mut Casebook,
    clock: &ClockReadings,
    press: &Press,
) {
    let side = press.side;
    play.moves_mut().doubt_standing(side);
    end_waiting_for(casebook, side);
    if start_clock(play, casebook, side) || give_back(play, casebook, press) {
        return;
    }
    if complete(play, casebook, press) {
        play.turn_mut().end_adjusting();
        illegal_moves::judge_pressed(play, casebook, side, certainty_by(press));
        illegal_positions::judge_watched(play, casebook);
        return two_hands::judge(play, casebook, side, HandsMoment::Pressed);
    }
    if side == play.turn().side() {
        press_for_nothing(play, casebook, clock, press);
    } else if play.is_exact() {
        casebook.say_holds(Holds::Ignored("press"));
    }
}

/// The side's last move is completed by its press, unless it was pressed for already; a late press is
/// allowed (6.2.2). Once the game is over only the move that ended it is pressed for, and that only adds
/// the time. Answers whether the press was for a move that is told already.
fn complete(play: &mut Play, casebook: &mut Casebook, press: &Press) -> bool {
    let (side, at) = (press.side, casebook.now());
    let is_over = casebook.is_over();
    let is_for_told = match casebook.ending() {
        None => play.is_exact() || !is_for_untold_move(play, press, at),
        Some(ending) => ending.is_on_board() && play.moves().last_if_by(side).is_some(),
    };
    if !is_for_told {
        return is_over;
    }
    let timed = TimedPress { at, left: press.left };
    let stands = stands_at(play, press);
    let Some(completed) = play.moves_mut().complete_by_press(side, timed, stands) else {
        return is_over || play.moves_mut().renew_earlier_press(side, timed);
    };
    let CompletedMove { id, by, is_new, .. } = completed;
    casebook.say(Says::Completed(id, by, press.left));
    if is_new {
        play.undoable_mut().count.count(side);
    }
    true
}

/// Whether the board shows the position after the move that is pressed for.
fn stands_at(play: &Play, press: &Press) -> StandsAtPress {
    let position = play.position();
    let stands = press.side != position.turn()
        && press.shown.as_deref().is_some_and(|shown| shown.differing(position.board()).is_empty());
    if stands { StandsAtPress::Yes } else { StandsAtPress::No }
}

/// Whether a player whose last move is answered has made the next one, which is not told yet, or will. Where that last move
/// had just landed and was not pressed for, it is that what he pressed for.
fn is_for_untold_move(play: &Play, press: &Press, at: Instant) -> bool {
    let is_new = !play.moves().has_just_landed(press.side, at) && has_new_move(play, press, at);
    is_new || play.moves().is_answered(press.side, at, play.touching().together)
}

/// Whether the board shows a legal move of the player on move, who presses.
fn has_new_move(play: &Play, press: &Press, at: Instant) -> bool {
    press.side == play.turn().side()
        && press.shown.as_deref().is_some_and(|shown| NewMove::new(play, shown, at).is_complete())
}

/// A move that is told again, otherwise, or was pressed for before it was complete, is pressed for.
/// Answers how sure it is what it is, if it is: a move that is told in place of a legal one may be wrong, too.
pub(super) fn complete_told(
    play: &mut Play,
    casebook: &mut Casebook,
    side: Color,
    mv: &LineMove,
) -> Option<Certainty> {
    let earlier = play.moves_mut().take_earlier_press(side, mv);
    let was_accused = play.pending().accuses(mv, casebook);
    let early = play.settle_offence_with(mv, casebook);
    let awaited = play.undoable_mut().awaited.take();
    let awaited =
        awaited.filter(|awaited| awaited.side == side && mv.landed < awaited.press.at + GOES_ON);
    let instead = earlier.and_then(|EarlierPress { instead, .. }| instead);
    let again = earlier.and_then(|EarlierPress { press, .. }| press).or(early);
    let certainty = match (again, awaited) {
        _ if was_accused => Certainty::High,
        (None, Some(awaited)) => awaited.certainty,
        _ => instead.unwrap_or(Certainty::High),
    };
    let press = again.or(awaited.map(|awaited| awaited.press))?;
    let is_plain =
        certainty == Certainty::High && (again.is_none() || was_accused || instead.is_some());
    let instead = (is_plain || !mv.legal).then_some(certainty);
    if let Some(id) = play.moves_mut().complete_last(press, instead) {
        casebook.say_at(press.at, Says::Completed(id, CompletedBy::Press, press.left));
        play.undoable_mut().count.count(side);
    }
    Some(certainty)
}

/// The press that starts White's clock is no offence (6.6). White himself presses for a move. Answers whether this is it.
fn start_clock(play: &mut Play, casebook: &mut Casebook, side: Color) -> bool {
    let was_started = std::mem::take(&mut play.undoable_mut().started);
    if was_started == Started::Yes || side == play.turn().side() || !play.moves().is_empty() {
        return false;
    }
    let article = casebook.article(Rule::ClockStarted);
    casebook.instruct(None, article, Act::ClockRun(side.other()));
    true
}

/// This side's clock runs, or did: where that was to be seen to, it is done.
fn end_waiting_for(casebook: &mut Casebook, side: Color) {
    casebook.end_instructions(InstructionState::Done, |given| given.act == Act::ClockRun(side));
}

/// The opponent gives the clock back to the player whose time is to run. Answers whether he does: whoever has made a move
/// presses for that.
fn give_back(play: &Play, casebook: &mut Casebook, press: &Press) -> bool {
    let side = press.side;
    let owes_press = play.moves().last_if_by(side).is_some_and(|last| last.pressed.is_none());
    if owes_press || has_new_move(play, press, casebook.now()) {
        return false;
    }
    let is_open = |act: &Act| *act == Act::ClockRun(side.other());
    if !casebook.open_instructions().iter().any(|given| is_open(&given.act)) {
        return false;
    }
    end_waiting_for(casebook, side.other());
    true
}

/// The player on move has pressed, and no move of his is known.
fn press_for_nothing(
    play: &mut Play,
    casebook: &mut Casebook,
    clock: &ClockReadings,
    press: &Press,
) {
    let at = casebook.now();
    let awaited = AwaitedPress {
        side: press.side,
        press: TimedPress { at, left: press.left },
        certainty: certainty_by(press),
    };
    if press.purpose != Purpose::Shown {
        play.undoable_mut().awaited = Some(awaited);
        return;
    }
    let shown = press.shown.as_deref().filter(|_| is_deliberate(play, clock, press, at));
    let Some(shown) = shown else { return };
    let new_move = NewMove::new(play, shown, at);
    let is_legal = new_move.is_complete();
    if !play.is_exact() && (is_legal || new_move.may_be_told()) {
        play.undoable_mut().awaited = Some(awaited);
        return;
    }
    let legality = if is_legal { PressLegality::Legal } else { PressLegality::Illegal };
    let Some(offending) = offending(play, casebook, shown, legality) else { return };
    play.offend(offending, casebook);
    play.pending_mut().note_press(press);
    two_hands::forget(play, press.side);
}

/// What the player's press comes to by what the board shows; `None` where pieces stand elsewhere that he did not move: that is
/// told, and nothing is counted (7.4).
fn offending(
    play: &Play,
    casebook: &mut Casebook,
    shown: &Shown,
    legality: PressLegality,
) -> Option<Offending> {
    let position = play.position();
    let is_exact = play.is_exact();
    let sure = |otherwise| if is_exact { Certainty::High } else { otherwise };
    let (offence, certainty, squares) = match board_at_press::read(shown, position) {
        BoardAtPress::Nothing => (Offence::PressWithoutMove, Certainty::High, Vec::new()),
        BoardAtPress::Pawn(square) => {
            (Offence::PawnNotReplaced(square), Certainty::High, vec![square])
        }
        BoardAtPress::Illegal(squares) => {
            let is_one_move = squares.len() <= 3 || castles(shown, position, &squares);
            let otherwise = if is_one_move { Certainty::Medium } else { Certainty::Low };
            // Legal at the end, but made of two moves: whether that is one by 7.5.1 the arbiter decides
            // (`docs/laws/rules.md` 5.1).
            let certainty =
                if legality == PressLegality::Legal { otherwise } else { sure(otherwise) };
            (Offence::IllegalMove, certainty, squares)
        }
        // No hand does that; somebody may have put a piece from beside the board there, or the board reads wrongly.
        BoardAtPress::MoveButForOne(squares) => {
            (Offence::IllegalMove, sure(Certainty::Low), squares)
        }
        BoardAtPress::Missing(square) => {
            let certainty = if is_exact { Certainty::Medium } else { Certainty::Low };
            (Offence::IllegalMove, certainty, vec![square])
        }
        BoardAtPress::Displaced(squares) => {
            casebook.raise(Charge {
                kind: IncidentKind::DisplacedPieces,
                rule: Rule::Displaced,
                side: position.turn(),
                certainty: sure(Certainty::Low),
                ply: play.next_ply(),
                squares,
            });
            return None;
        }
    };
    let mut turn = play.turn().clone();
    if !is_exact {
        turn.infer(shown, casebook.now());
    }
    Some(Offending { offence, turn, certainty, ply: play.next_ply(), squares })
}

/// Whether a press is one: the clock ran for that side, and no reading contradicts another.
fn is_deliberate(play: &Play, clock: &ClockReadings, press: &Press, at: Instant) -> bool {
    let last = clock.last_run(press.side, at);
    let has_run =
        !play.moves().is_empty() || last.is_some_and(|run| run.to.since(run.from) >= MIN_RUN);
    let is_known = play.pending().has_press(play.next_ply(), last.map(|run| run.from));
    play.is_exact() || !press.doubtful && !is_known && has_run
}

/// How sure an illegal move is that is told for a press.
const fn certainty_by(press: &Press) -> Certainty {
    match press.purpose {
        Purpose::Shown | Purpose::Open => Certainty::High,
        Purpose::Astray => Certainty::Low,
    }
}

//! Moves that are said to be made with two hands (7.5.4).

use shakmaty::Color;

use super::casebook::Casebook;
use super::edition::Rule;
use super::play::Play;

/// When two hands are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandsMoment {
    /// When the move is made.
    Made,
    /// When it is pressed for.
    Pressed,
}

/// Judges what was said of this side's hands, if this is the moment for it. An illegal move is an offence whatever hands
/// made it.
pub(super) fn judge(play: &mut Play, casebook: &mut Casebook, side: Color, moment: HandsMoment) {
    let needs_press = casebook.edition().two_hands_need_press();
    let is_due = match moment {
        HandsMoment::Made => !needs_press,
        HandsMoment::Pressed => needs_press,
    };
    if !is_due || play.undoable_mut().two_hands.take_if(|hands| *hands == side).is_none() {
        return;
    }
    // He may press after the opponent has answered, whose move then is the last one.
    let own = play.moves().last_first().find(|made| made.side == side);
    let legal = own.filter(|made| made.is_legal);
    if let Some((turn, ply)) = legal.and_then(|made| Some((made.turn_before()?, made.ply))) {
        play.offend_with_two_hands(turn, ply, casebook);
    }
}

/// What was said of this side's hands is of a press that is an offence by itself: it counts once.
pub(super) fn forget(play: &mut Play, side: Color) {
    play.undoable_mut().two_hands.take_if(|hands| *hands == side);
}

/// Somebody says that a player uses two hands: in the move that he has made, or else in the next.
pub(super) fn note(play: &mut Play, casebook: &mut Casebook, side: Color) {
    let article = casebook.article(Rule::TwoHands);
    if article.is_empty() {
        return casebook.refuse("two-hands", article);
    }
    play.undoable_mut().two_hands = Some(side);
    let Some(last) = play.moves().last_if_by(side) else { return };
    let was_pressed = last.pressed.is_some();
    judge(play, casebook, side, HandsMoment::Made);
    if was_pressed {
        judge(play, casebook, side, HandsMoment::Pressed);
    }
}

//! A press of the clock: for the move that was made, or for none (`docs/laws/rules.md` 4, 5.1).

use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use super::at_press::{Found, castles, found, was_unfinished, was_unmade};
use super::casebook::Charge;
use super::edition::Rule;
use super::offence::{Moment, Offence, Offending, Pending};
use super::says::{
    Act, Certainty, CompletedBy, Holds, IncidentKind, IncidentState, InstructionState, Says,
};
use super::sheet::MadeMove;
use super::turn::Exactness;
use super::{Laws, Started};
use crate::account::{LineMove, Press, Purpose, Shown, position_after, replies};

/// Before the first move, who presses must have had the clock running for so long: shorter is fiddling
/// with it.
const RAN: Duration = Duration::from_millis(1_000);

/// A man that was put down so long ago stays where it is.
const GOES_ON: Duration = Duration::from_secs(2);

/// A move is as sure as that where the line is what somebody has decided.
const DECIDED: f32 = 0.9;

/// A hand takes no longer from a man to the clock.
const QUICK: Duration = Duration::from_millis(700);

/// A press for a move that is not told yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awaited {
    side: Color,
    at: Instant,
    left: Option<ClockTime>,
    /// How sure an illegal move is that is told.
    certainty: Certainty,
}

impl Laws {
    pub(super) fn pressed(&mut self, press: &Press) {
        let side = press.side;
        if let Some(last) = self.made.last_mut().filter(|last| last.side != side) {
            last.stood = false;
        }
        self.runs_again(side);
        if self.starts_clock(side) || self.gives_back(side) {
            return;
        }
        if self.complete_by_press(press) {
            self.turn.adjust_end();
            self.judge_completed(side, certainty_by(press));
            self.judge_watched();
            return self.use_hands(side, Moment::Pressed);
        }
        if side == self.turn.side() {
            self.pressed_for_nothing(press);
        } else if self.touching.account == Exactness::Exact {
            self.casebook.say_holds(Holds::Ignored("press"));
        }
    }

    /// The side's last move is completed by its press, unless it was pressed for already; a late press is
    /// allowed (6.2.2). Once the game is over only the move that ended it is pressed for, and that only adds
    /// the time. Whether the press was for a move that is told already.
    fn complete_by_press(&mut self, press: &Press) -> bool {
        let last = match &self.casebook.ending() {
            None if self.touching.account == Exactness::Read
                && (self.is_for_new_move(press, self.casebook.now())
                    || self.is_answered(press.side, self.casebook.now())) =>
            {
                return false;
            }
            None => self.made.iter_mut().rfind(|made| made.side == press.side),
            Some(ending) if ending.is_on_board() => {
                self.made.last_mut().filter(|made| made.side == press.side)
            }
            Some(_) => return true,
        };
        let Some(made) = last.filter(|made| made.pressed.is_none()) else {
            return self.casebook.is_over() || self.renew_earlier_press(press, self.casebook.now());
        };
        let position = self.turn.position.board();
        made.stood = press.side != self.turn.position.turn()
            && press.shown.as_deref().is_some_and(|shown| shown.differing(position).is_empty());
        let was_completed = made.completed;
        made.pressed = Some((self.casebook.now(), press.left));
        self.unmade.clear();
        let by = match made.completed {
            Some(CompletedBy::EndsGame) => CompletedBy::EndsGame,
            _ => CompletedBy::Press,
        };
        made.completed = Some(by);
        let id = made.id;
        self.casebook.say(Says::Completed(id, by, press.left));
        if was_completed.is_none() {
            self.count(press.side);
        }
        true
    }

    /// Takes a press for the side's last move anew. Answers whether it does: where that move was taken to be pressed for
    /// before the opponent had pressed for the move that it answers, that press was for an earlier one, and this one is
    /// for it. So it may be where that came before the move had landed.
    fn renew_earlier_press(&mut self, press: &Press, at: Instant) -> bool {
        let Some(last) = self.made.iter().rposition(|made| made.side == press.side) else {
            return false;
        };
        let pressed = |index: usize| self.made[index].pressed.map(|(pressed, _)| pressed);
        let answered = last.checked_sub(1).and_then(pressed);
        let is_due = answered.is_some_and(|answered| Some(answered) >= pressed(last))
            || self.owes_press(press.side, at);
        let was_early = pressed(last).is_some_and(|pressed| pressed < self.made[last].landed);
        if is_due {
            self.made[last].pressed = Some((at, press.left));
        }
        is_due || was_early
    }

    /// Whether a hand of this side may be on its way to the clock (6.2.1): its last move has just landed, and was not
    /// pressed for, or only the one just before it was.
    fn owes_press(&self, side: Color, at: Instant) -> bool {
        let mut own = self.made.iter().rev().filter(|made| made.side == side);
        let Some(last) = own.next().filter(|last| at < last.landed + GOES_ON) else { return false };
        let before = own.next().filter(|before| last.landed < before.landed + GOES_ON);
        last.pressed.is_none() || before.is_some_and(|before| before.pressed.is_none())
    }

    /// Whether the opponent has moved and pressed since this side's last move: no press is for that any more. One
    /// before his move had landed may have been for an earlier one.
    fn is_answered(&self, side: Color, at: Instant) -> bool {
        if self.owes_press(side, at) {
            return false;
        }
        let mut made = self.made.iter().rev();
        let Some(last) = made.next().filter(|last| last.side != side) else { return false };
        let Some((pressed, _)) = last.pressed.filter(|(pressed, _)| *pressed < at) else {
            return false;
        };
        let (own, before) = (made.next(), made.next());
        let own_press = own.and_then(|own| own.pressed).map(|(pressed, _)| pressed);
        // He may have pressed for the move before, and made this one too early.
        let is_for_before = own_press.is_none()
            && before
                .is_some_and(|before| before.pressed.is_none() && pressed < before.landed + QUICK);
        // This side may have put its man down after the opponent had moved already, and press for that.
        let came_later = own.is_some_and(|own| {
            own.landed >= last.landed && own_press.is_none_or(|pressed| pressed < own.landed)
        });
        // Presses alternate: after this side's for its own move the opponent's is for his, though its reading may
        // come later.
        let in_turn = own_press.is_some_and(|own| own < pressed);
        !is_for_before
            && !came_later
            && (last.landed <= pressed
                || in_turn && last.landed <= pressed + self.touching.together)
    }

    /// Whether a player whose last move is answered has made the next one, which is not told yet. Where that last move had
    /// just landed and was not pressed for, it is that what he pressed for.
    fn is_for_new_move(&self, press: &Press, at: Instant) -> bool {
        let last = self.made.iter().rfind(|made| made.side == press.side);
        let is_owed = last.is_some_and(|last| {
            last.pressed.is_none() && (last.landed..last.landed + QUICK).contains(&at)
        });
        press.side == self.turn.side()
            && !is_owed
            && press.shown.as_deref().is_some_and(|shown| self.shows_new_move(shown))
    }

    /// A move that is told again, otherwise, or was pressed for before it was complete, is pressed for.
    /// How sure it is what it is, if it is: a move that is told in place of a legal one may be wrong, too.
    pub(super) fn complete_pressed(&mut self, side: Color, mv: &LineMove) -> Option<Certainty> {
        let fits = |unmade: &MadeMove| unmade.side == side && unmade.was_pressed_for(mv);
        let pressed = |index: usize| self.unmade[index].pressed.map(|(pressed, _)| pressed);
        let fitting = (0..self.unmade.len()).filter(|index| fits(&self.unmade[*index]));
        let unmade = fitting.min_by_key(|index| pressed(*index));
        let unmade = unmade.map(|index| self.unmade.swap_remove(index));
        let was_accused = self.accuses_by_press(mv);
        let early = self.pressed_early(mv);
        let awaited = self.core.awaited.take();
        let awaited =
            awaited.filter(|awaited| awaited.side == side && mv.landed < awaited.at + GOES_ON);
        // The same move may be illegal by what somebody has decided of those before it.
        let is_other =
            |unmade: &&MadeMove| (unmade.mv.from(), unmade.mv.to()) != (mv.mv.from(), mv.mv.to());
        let is_other =
            |unmade: &&MadeMove| !unmade.is_legal || mv.confidence < DECIDED || is_other(unmade);
        let instead = unmade.as_ref().filter(is_other).map(|unmade| unmade.instead);
        let again = unmade.and_then(|unmade| unmade.pressed).or(early);
        let certainty = match (again, awaited) {
            _ if was_accused => Certainty::High,
            (None, Some(awaited)) => awaited.certainty,
            _ => instead.unwrap_or(Certainty::High),
        };
        let (at, left) = again.or(awaited.map(|awaited| (awaited.at, awaited.left)))?;
        if let Some(made) = self.made.last_mut() {
            made.pressed = Some((at, left));
            made.completed = Some(CompletedBy::Press);
            if certainty == Certainty::High && (again.is_none() || was_accused || instead.is_some())
            {
                made.instead = Certainty::High;
            } else if !mv.legal {
                made.instead = certainty;
            }
            self.casebook.say_at(at, Says::Completed(made.id, CompletedBy::Press, left));
            self.count(side);
        }
        Some(certainty)
    }

    /// Whether a player is accused for what the board showed at the press for this move.
    fn accuses_by_press(&self, mv: &LineMove) -> bool {
        let pending = self.core.pending.as_ref().filter(|pending| is_of(pending, mv));
        let incident = pending.and_then(|pending| self.casebook.find(pending.incident));
        incident.is_some_and(|incident| incident.certainty > Certainty::Low)
    }

    /// A move that its player pressed for before it was complete, or that was told too late, is pressed for
    /// already.
    fn pressed_early(&mut self, mv: &LineMove) -> Option<(Instant, Option<ClockTime>)> {
        let pending = self.core.pending.take_if(|pending| is_of(pending, mv))?;
        let (incident, pressed) = (pending.incident, pending.pressed);
        let is_early = mv.landed <= pressed + self.touching.together;
        if mv.legal && is_early && !was_unfinished(&pending, mv) && !was_unmade(&pending, mv) {
            self.casebook.close(incident, IncidentState::Withdrawn);
            self.reconsider_ending();
            return Some((pressed, pending.left));
        }
        let left = pending.left;
        let goes_on = is_early
            || was_unfinished(&pending, mv)
            || matches!(pending.offence, Offence::PawnNotReplaced(_));
        match pending.offence {
            Offence::PressWithoutMove => return None,
            _ if mv.legal || !goes_on => self.casebook.end_repairs(incident),
            _ if self.casebook.find(incident).is_some_and(|one| one.certainty > Certainty::Low) => {
                self.core.pending = Some(pending);
            }
            // What was doubtful at the press is judged anew: the illegal move stands.
            _ => {
                self.casebook.close(incident, IncidentState::Withdrawn);
            }
        }
        goes_on.then_some((pressed, left))
    }

    /// The press that starts White's clock is no offence (6.6). White himself presses for a move.
    fn starts_clock(&mut self, side: Color) -> bool {
        let was_started = std::mem::take(&mut self.core.started);
        if was_started == Started::Yes || side == self.turn.side() || !self.made.is_empty() {
            return false;
        }
        let (article, act) =
            (self.casebook.article(Rule::ClockStarted), Act::ClockRun(side.other()));
        self.casebook.instruct(None, article, act);
        true
    }

    /// This side's clock runs, or did: where that was to be seen to, it is done.
    pub(super) fn runs_again(&mut self, side: Color) {
        self.casebook
            .end_instructions(InstructionState::Done, |given| given.act == Act::ClockRun(side));
    }

    /// The opponent gives the clock back to who pressed it without a move.
    fn gives_back(&mut self, side: Color) -> bool {
        let is_open = |act: &Act| *act == Act::ClockRun(side.other());
        if !self.casebook.open_instructions().iter().any(|given| is_open(&given.act)) {
            return false;
        }
        self.runs_again(side.other());
        true
    }

    /// The player on move has pressed, and no move of his is known.
    fn pressed_for_nothing(&mut self, press: &Press) {
        let awaited = Awaited {
            side: press.side,
            at: self.casebook.now(),
            left: press.left,
            certainty: certainty_by(press),
        };
        if press.purpose != Purpose::Shown {
            self.core.awaited = Some(awaited);
            return;
        }
        let Some(shown) =
            press.shown.as_deref().filter(|_| self.is_deliberate(press, self.casebook.now()))
        else {
            return;
        };
        let position = self.turn.position.clone();
        let is_exact = self.touching.account == Exactness::Exact;
        let is_legal = self.shows_new_move(shown);
        let is_new = is_legal
            || self.shows_new_move_but_for_a_man(shown)
            || self.shows_move_after_another(shown, self.casebook.now())
            || self.shows_move_from_elsewhere(shown, self.casebook.now());
        if is_new && !is_exact {
            self.core.awaited = Some(awaited);
            return;
        }
        let found = found(shown, &position);
        let sure = |otherwise| if is_exact { Certainty::High } else { otherwise };
        let (offence, certainty, squares) = match found {
            Found::Nothing => (Offence::PressWithoutMove, Certainty::High, Vec::new()),
            Found::Pawn(square) => {
                (Offence::PawnNotReplaced(square), Certainty::High, vec![square])
            }
            Found::Illegal(squares) => {
                let is_one_move = squares.len() <= 3 || castles(shown, &position, &squares);
                let otherwise = if is_one_move { Certainty::Medium } else { Certainty::Low };
                // Legal at the end, but made of two moves: whether that is one by 7.5.1 the arbiter decides (`docs/laws/rules.md` 5.1).
                let certainty = if is_legal { otherwise } else { sure(otherwise) };
                (Offence::IllegalMove, certainty, squares)
            }
            Found::Missing(square) => {
                let certainty = if is_exact { Certainty::Medium } else { Certainty::Low };
                (Offence::IllegalMove, certainty, vec![square])
            }
            Found::Displaced(squares) => {
                self.casebook.raise(Charge {
                    kind: IncidentKind::DisplacedPieces,
                    rule: Rule::Displaced,
                    side: press.side,
                    certainty: sure(Certainty::Low),
                    ply: self.ply(),
                    squares,
                });
                return;
            }
        };
        let mut turn = self.turn.clone();
        if !is_exact {
            turn.infer(shown, self.casebook.now());
        }
        let ply = self.ply();
        self.offend(Offending { offence, turn, certainty, ply, squares });
        if let Some(pending) = &mut self.core.pending {
            pending.left = press.left;
            pending.shown.clone_from(&press.shown);
        }
    }

    /// Whether the board shows a legal move of the player on move complete: reconstruction will tell it. His
    /// opponent may reply before the board is read.
    pub(super) fn shows_new_move(&self, shown: &Shown) -> bool {
        self.shows_move(&self.turn.position, shown)
    }

    /// Whether the board shows a move that is legal after another move of the man that the opponent has moved just now: he
    /// went on with it.
    fn shows_move_after_another(&self, shown: &Shown, at: Instant) -> bool {
        let differing = shown.differing(self.turn.position.board());
        let went_on =
            |last: &&MadeMove| at.since(last.landed) < GOES_ON && differing.contains(last.mv.to());
        let Some(last) = self.made.last().filter(went_on) else { return false };
        let Some(before) = last.turn_before().map(|turn| turn.position) else { return false };
        let others = replies(&before).into_iter().filter(|mv| mv.from() == last.mv.from());
        self.touching.account == Exactness::Read
            && others.into_iter().any(|mv| self.shows_move(&position_after(&before, mv), shown))
    }

    /// The same of the man that the player himself has moved last: it may have gone to another square, and on from there.
    fn shows_move_from_elsewhere(&self, shown: &Shown, at: Instant) -> bool {
        let differing = shown.differing(self.turn.position.board());
        let mut made = self.made.iter().rev();
        let (Some(last), Some(own)) = (made.next(), made.next()) else { return false };
        let went_on = at.since(own.landed) < GOES_ON && differing.contains(own.mv.to());
        let Some(before) = own.turn_before().map(|turn| turn.position).filter(|_| went_on) else {
            return false;
        };
        let others = replies(&before).into_iter().filter(|mv| mv.from() == own.mv.from());
        let mut after = others.map(|mv| position_after(&before, mv));
        self.touching.account == Exactness::Read
            && after.any(|after| {
                replies(&after).contains(&last.mv)
                    && self.shows_move(&position_after(&after, last.mv), shown)
            })
    }

    fn shows_move(&self, position: &Chess, shown: &Shown) -> bool {
        let is_made = |mv: &Move| {
            let after = position_after(position, *mv);
            match self.touching.account {
                Exactness::Exact => shown.differing(after.board()).is_empty(),
                Exactness::Read => shown.shows(&after),
            }
        };
        let differing = shown.differing(position.board());
        let has_left = |mv: &&Move| mv.from().is_none_or(|from| differing.contains(from));
        let legal = replies(position);
        differing.any() && legal.iter().filter(|mv| mv.is_castle() || has_left(mv)).any(is_made)
    }

    /// Whether the board shows a legal move complete but for another man of the player, who has him in his hand already.
    fn shows_new_move_but_for_a_man(&self, shown: &Shown) -> bool {
        let board = self.turn.position.board();
        let off = self.turn.position.us() & !(shown.men.occupied() | shown.unnamed);
        let put_back = |square: Square| {
            let mut shown = shown.clone();
            board.piece_at(square).iter().for_each(|man| shown.men.set_piece_at(square, *man));
            shown
        };
        self.touching.account == Exactness::Read
            && off.count() == 2
            && off.into_iter().any(|square| self.shows_new_move(&put_back(square)))
    }

    /// Whether a press is one: the clock ran for that side, and no reading contradicts another.
    fn is_deliberate(&self, press: &Press, at: Instant) -> bool {
        let runs = [self.ran, self.runs.map(|(side, from)| (side, from, at))];
        let own = runs.into_iter().flatten().filter(|(side, ..)| *side == press.side);
        let last = own.map(|(_, from, to)| (from, to)).max();
        let has_run = !self.made.is_empty() || last.is_some_and(|(from, to)| to.since(from) >= RAN);
        let pending = self.core.pending.as_ref().filter(|pending| pending.ply == self.ply());
        let is_known =
            pending.is_some_and(|pending| last.is_none_or(|(from, _)| from <= pending.pressed));
        self.touching.account == Exactness::Exact || !press.doubtful && !is_known && has_run
    }
}

/// Whether an offence was completed by the press for this move.
fn is_of(pending: &Pending, mv: &LineMove) -> bool {
    pending.side == mv.before.turn() && pending.ply == mv.ply && pending.turn.position == mv.before
}

/// How sure an illegal move is that is told for a press.
const fn certainty_by(press: &Press) -> Certainty {
    match press.purpose {
        Purpose::Shown | Purpose::Open => Certainty::High,
        Purpose::Astray => Certainty::Low,
    }
}

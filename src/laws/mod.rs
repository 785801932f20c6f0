//! The Laws of Chess: what was made, what was completed, and what ended the game.
//!
//! A fold over the account, cheaply copied. It sees settled moves only, and knows nothing of how
//! readings became moves.

use shakmaty::{Color, Position};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use crate::account::{
    Entry, KingsSign, LineMove, LineState, MoveId, Press, Question, QuestionKind, QuestionState,
    What,
};

/// The answer that the kings told the result, of those to a question about the result.
const KINGS: usize = 1;

/// What the Laws say of an entry of the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The moment it speaks of.
    pub at: Instant,
    /// What it says.
    pub what: Says,
}

/// What the Laws say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The move is made (4.7).
    Made(MoveId),
    /// The move is completed (6.2.1), with the mover's time then, where a press told it.
    Completed(MoveId, CompletedBy, Option<ClockTime>),
    /// The move is no longer part of the game.
    Undone(MoveId),
    /// The game is over.
    Ended(Ending),
    /// The game is not over after all: the move that ended it was taken back.
    NotEnded,
}

/// What completes a move (6.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletedBy {
    /// The mover stopped his clock and started his opponent's.
    Press,
    /// The move ended the game (6.2.1.1).
    EndsGame,
    /// The mover made his next move without having pressed (6.2.1.2).
    NextMove,
}

impl CompletedBy {
    /// Word of the JSON lines and the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Press => "press",
            Self::EndsGame => "ends-game",
            Self::NextMove => "next-move",
        }
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Checkmate (5.1.1); the colour is the winner's.
    Checkmate(Color),
    /// Stalemate (5.2.1).
    Stalemate,
    /// Neither side has the men to mate by any sequence of moves (5.2.2).
    DeadPosition,
    /// The kings in the centre tell what the players agreed or resigned (5.1.2, 5.2.3).
    Told(KingsSign),
}

/// The state of the Laws in one game.
#[derive(Clone, Debug, Default)]
pub struct Laws {
    made: Vec<MadeMove>,
    ending: Option<Ending>,
    /// Moves taken back that were pressed for, until the next press: they may be told again, otherwise.
    unmade: Vec<MadeMove>,
    /// What the kings told after the game had ended on the board.
    overruled: Option<KingsSign>,
}

#[derive(Clone, Copy, Debug)]
struct MadeMove {
    id: MoveId,
    side: Color,
    landed: Instant,
    completed: Option<CompletedBy>,
    pressed: Option<(Instant, Option<ClockTime>)>,
}

impl Laws {
    /// A game without moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes an entry of the account and says what follows from it, in order.
    pub fn hear(&mut self, entry: &Entry) -> Vec<Ruling> {
        let mut rulings = Rulings { at: entry.at, list: Vec::new() };
        match &entry.what {
            What::Move(LineMove { state: LineState::Provisional, .. }) => {}
            What::Move(mv @ LineMove { state: LineState::Settled, id: Some(id), .. }) => {
                self.made(*id, mv, &mut rulings);
            }
            What::Move(LineMove { state: LineState::Superseded, id: Some(id), .. }) => {
                self.undone(*id, &mut rulings);
            }
            What::Press(press) => self.pressed(*press, &mut rulings),
            What::Kings(sign) => self.told_by_kings(*sign, &mut rulings),
            What::Move(_)
            | What::Begin(_)
            | What::Touch(_)
            | What::Standing(_)
            | What::Clock(_)
            | What::Decision(_)
            | What::Position(_) => {}
            What::Question(question) => self.answered(question, &mut rulings),
        }
        rulings.list
    }

    fn made(&mut self, id: MoveId, mv: &LineMove, rulings: &mut Rulings) {
        let side = mv.before.turn();
        if let Some(unpressed) =
            self.made.iter_mut().rfind(|made| made.side == side && made.completed.is_none())
        {
            unpressed.completed = Some(CompletedBy::NextMove);
            rulings.say_at(mv.landed, Says::Completed(unpressed.id, CompletedBy::NextMove, None));
        }
        rulings.say_at(mv.landed, Says::Made(id));
        let landed = mv.landed;
        let same = |unmade: &MadeMove| unmade.side == side && unmade.landed == landed;
        let unmade = self.unmade.iter().position(same).map(|index| self.unmade.swap_remove(index));
        let pressed = unmade.and_then(|unmade| unmade.pressed);
        let completed = pressed.map(|_| CompletedBy::Press);
        self.made.push(MadeMove { id, side, landed, completed, pressed });
        if let Some((at, left)) = pressed {
            rulings.say_at(at, Says::Completed(id, CompletedBy::Press, left));
        }
        if let Some(ending) = ends_game(mv) {
            self.complete_by_ending(mv.landed, rulings);
            self.end(mv.landed, ending, rulings);
        }
    }

    fn undone(&mut self, id: MoveId, rulings: &mut Rulings) {
        let pressed = |made: &&MadeMove| made.id == id && made.pressed.is_some();
        self.unmade.extend(self.made.iter().find(pressed).copied());
        self.made.retain(|made| made.id != id);
        rulings.say(Says::Undone(id));
        if self.ending.take().is_some() {
            rulings.say(Says::NotEnded);
        }
    }

    /// The side's last move is completed by its press, unless it was pressed for already; a late
    /// press is allowed (6.2.2). Once the game is over only the move that ended it is pressed for,
    /// and that only adds the time.
    fn pressed(&mut self, press: Press, rulings: &mut Rulings) {
        let last = match self.ending {
            None => self.made.iter_mut().rfind(|made| made.side == press.side),
            Some(Ending::Told(_)) => None,
            Some(_) => self.made.last_mut().filter(|made| made.side == press.side),
        };
        let Some(made) = last.filter(|made| made.pressed.is_none()) else { return };
        made.pressed = Some((rulings.at, press.left));
        self.unmade.clear();
        let by = match made.completed {
            Some(CompletedBy::EndsGame) => CompletedBy::EndsGame,
            _ => CompletedBy::Press,
        };
        made.completed = Some(by);
        rulings.say(Says::Completed(made.id, by, press.left));
    }

    /// What the kings tell counts until they tell something else; it never undoes a mate.
    fn told_by_kings(&mut self, sign: KingsSign, rulings: &mut Rulings) {
        match self.ending {
            Some(Ending::Told(_)) => rulings.say(Says::NotEnded),
            Some(_) => {
                self.overruled = Some(sign);
                return;
            }
            None => {}
        }
        self.end(rulings.at, Ending::Told(sign), rulings);
    }

    /// Only an arbiter lets the kings' result stand against the one on the board.
    fn answered(&mut self, question: &Question, rulings: &mut Rulings) {
        if let (QuestionKind::ResultDiffers, QuestionState::Answered(KINGS)) =
            (question.kind, question.state)
            && let Some(sign) = self.overruled.take()
        {
            rulings.say(Says::NotEnded);
            self.end(rulings.at, Ending::Told(sign), rulings);
        }
    }

    fn complete_by_ending(&mut self, at: Instant, rulings: &mut Rulings) {
        if let Some(last) = self.made.last_mut()
            && last.completed.is_none()
        {
            last.completed = Some(CompletedBy::EndsGame);
            rulings.say_at(at, Says::Completed(last.id, CompletedBy::EndsGame, None));
        }
    }

    fn end(&mut self, at: Instant, ending: Ending, rulings: &mut Rulings) {
        self.ending = Some(ending);
        rulings.say_at(at, Says::Ended(ending));
    }
}

/// How a move ends the game, if it does.
fn ends_game(mv: &LineMove) -> Option<Ending> {
    let after = mv.before.as_ref().clone().play(mv.mv).ok()?;
    if after.is_checkmate() {
        Some(Ending::Checkmate(mv.before.turn()))
    } else if after.is_stalemate() {
        Some(Ending::Stalemate)
    } else if after.is_insufficient_material() {
        Some(Ending::DeadPosition)
    } else {
        None
    }
}

struct Rulings {
    at: Instant,
    list: Vec<Ruling>,
}

impl Rulings {
    fn say(&mut self, what: Says) {
        self.say_at(self.at, what);
    }

    fn say_at(&mut self, at: Instant, what: Says) {
        self.list.push(Ruling { at, what });
    }
}

#[cfg(test)]
mod tests;

//! A board that follows the game by rules of its own: where what hands have done comes to a move, it takes the move; what
//! comes to none it takes for pieces that were set up.

use std::time::Duration;

use super::played::ToldMove;
use crate::observation::{Color, Piece, Placement, Reading, Role, Square};
use crate::time::Instant;

/// How long pieces rest before what was done is looked at.
const REST: Duration = Duration::from_millis(300);

/// How long they rest until what comes to no move was set up so: the rook of a castling king is on its way before.
const SET_UP: Duration = Duration::from_millis(2_000);

/// What hands have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    /// A move of the side whose turn it is.
    Move(ToldMove),
    /// Pieces were set up.
    SetUp,
}

/// A board and the game that it follows. It knows whose turn it is, and not which moves are legal.
#[derive(Debug)]
pub(crate) struct Follower {
    stands: Placement,
    /// What it has taken: the position of its game.
    taken: Placement,
    turn: Color,
    /// When a square changed last, as long as something is not taken.
    changed: Option<Instant>,
    /// When what was done is looked at.
    due: Option<Instant>,
}

impl Follower {
    /// An empty board.
    pub(crate) const fn empty() -> Self {
        Self {
            stands: Placement::EMPTY,
            taken: Placement::EMPTY,
            turn: Color::White,
            changed: None,
            due: None,
        }
    }

    /// Puts a reading on a square.
    pub(crate) fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.stands.set(square, reading);
        (self.changed, self.due) = (Some(now), Some(now + REST));
    }

    /// The position of its game.
    pub(crate) const fn taken(&self) -> &Placement {
        &self.taken
    }

    /// Whose turn it is.
    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    /// It is told whose turn it is.
    pub(crate) const fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
    }

    /// What it takes of what was done, which is due by `now`.
    pub(crate) fn advance(&mut self, now: Instant) -> Option<Followed> {
        let due = self.due.take_if(|due| *due <= now)?;
        if self.stands == self.taken {
            return None;
        }
        let set_up = self.changed? + SET_UP;
        let followed = self.find_move();
        match &followed {
            Some(Followed::Move(mv)) => {
                self.taken = mv.played(&self.taken)?;
                self.turn = other(self.turn);
            }
            _ if due >= set_up => {
                self.taken = self.stands.clone();
                if is_start(&self.taken) {
                    self.turn = Color::White;
                }
                return Some(Followed::SetUp);
            }
            _ => {}
        }
        if self.stands != self.taken {
            self.due = Some(set_up.max(due + REST));
        }
        followed
    }

    /// When something may be taken.
    pub(crate) const fn deadline(&self) -> Option<Instant> {
        self.due
    }

    /// The move that makes of its position what stands there, but for what follows the king or the pawn later.
    fn find_move(&self) -> Option<Followed> {
        let changed: Vec<Square> = self.taken.differences(&self.stands).collect();
        let (left, come): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|square| self.stands.get(*square) == Reading::Empty);
        let pairs = left.iter().flat_map(|from| come.iter().map(move |to| (*from, *to)));
        pairs.filter_map(|(from, to)| self.move_between(from, to)).next().map(Followed::Move)
    }

    fn move_between(&self, from: Square, to: Square) -> Option<ToldMove> {
        let Reading::Piece(moved) = self.taken.get(from) else { return None };
        let Reading::Piece(arrived) = self.stands.get(to) else { return None };
        let takes_own =
            matches!(self.taken.get(to), Reading::Piece(taken) if taken.color == moved.color);
        if moved.color != self.turn || arrived.color != self.turn || takes_own {
            return None;
        }
        let mut mv = ToldMove { from, to, becomes: None };
        let is_piece = !matches!(arrived.role, Role::Pawn | Role::King);
        if mv.promotes(&self.taken) && is_piece {
            mv.becomes = Some(Reading::Piece(arrived));
        } else if arrived != moved {
            return None;
        }
        // What the rules change besides, hands may not have done yet.
        let after = mv.played(&self.taken)?;
        let is_on_its_way = |square: Square| self.stands.get(square) == self.taken.get(square);
        let is_done = match moved {
            Piece { role: Role::King | Role::Pawn, .. } => {
                after.differences(&self.stands).all(is_on_its_way)
            }
            _ => after == self.stands,
        };
        is_done.then_some(mv)
    }
}

/// The colour opposite.
pub(crate) const fn other(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

/// Whether a game begins there.
pub(crate) fn is_start(placement: &Placement) -> bool {
    placement.to_string() == START
}

/// The position in which games begin.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken of changes, a second after each other, and how it stands then.
    fn followed(start: &str, changes: &[(&str, char)]) -> (Vec<String>, String) {
        let mut board = Follower::empty();
        let start: Placement = start.parse().unwrap();
        let mut now = Instant::ZERO;
        let mut taken = Vec::new();
        let mut run = |board: &mut Follower, now: Instant| {
            while board.deadline().is_some_and(|due| due <= now) {
                let due = board.deadline().unwrap();
                taken.extend(board.advance(due).map(|one| match one {
                    Followed::Move(mv) => format!("{}{}", mv.from, mv.to),
                    Followed::SetUp => "set".to_owned(),
                }));
            }
        };
        Square::all().for_each(|square| board.set(now, square, start.get(square)));
        now = now + Duration::from_secs(5);
        run(&mut board, now);
        for (square, letter) in changes {
            board.set(now, square.parse().unwrap(), Reading::from_letter(*letter).unwrap());
            now = now + Duration::from_secs(1);
            run(&mut board, now);
        }
        now = now + Duration::from_secs(5);
        run(&mut board, now);
        (taken, board.taken().to_string())
    }

    #[test]
    fn a_castling_king_is_told_before_its_rook_follows() {
        let hands = [("e1", '.'), ("g1", 'K'), ("h1", '.'), ("f1", 'R')];
        let (taken, stands) = followed("4k3/8/8/8/8/8/8/4K2R", &hands);
        assert_eq!(
            (taken.join(" ").as_str(), stands.as_str()),
            ("set e1g1", "4k3/8/8/8/8/8/8/5RK1")
        );
    }

    #[test]
    fn captures_in_passing_and_promotions_are_moves() {
        let hands = [("e5", '.'), ("d6", 'P'), ("d5", '.')];
        let (taken, _) = followed("4k3/8/8/3pP3/8/8/8/4K3", &hands);
        assert_eq!(taken, ["set", "e5d6"]);
        let (taken, stands) = followed("3k4/4P3/8/8/8/8/8/4K3", &[("e7", '.'), ("e8", 'N')]);
        assert_eq!((taken[1].as_str(), stands.as_str()), ("e7e8", "3kN3/8/8/8/8/8/8/4K3"));
    }

    #[test]
    fn what_comes_to_no_move_is_set_up() {
        let (taken, _) = followed("4k3/8/8/8/8/8/8/4K2R", &[("e8", '.'), ("d8", 'k')]);
        assert_eq!(taken, ["set", "set"], "it is not Black's turn");
    }
}

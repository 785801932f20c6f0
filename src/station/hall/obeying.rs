//! What clients ask of the hall, brought to whom it concerns.

use tokio::sync::mpsc;
use touchmove_core::names::BoardId;

use super::Hall;
use crate::hall::boards::board::ToBoard;
use crate::hall::orders::clocks::NotSet;
use crate::hall::orders::games::{NotDecided, SwapOrder};
use crate::hall::orders::joint::NotCopied;
use crate::hall::orders::lookback::NotSeen;
use crate::hall::orders::{Asked, Order, OrderError};

impl Hall {
    /// Carries out what a client asks, or brings it to who does.
    pub(super) async fn obey(&mut self, order: Order) {
        match order {
            Order::Joint(order) => self.join(order).await,
            Order::Copy { board, order } => match self.boards.get(&board) {
                Some(inbox) => drop(inbox.try_send(ToBoard::Copy(order))),
                None => drop(order.answer.send(Err(NotCopied::NoSuchBoard))),
            },
            Order::ReadBoard { board, answer } => self.ask(&board, ToBoard::Read, answer),
            Order::Calibrate { board, answer } => self.ask(&board, ToBoard::Calibrate, answer),
            Order::HearAt(word) => {
                let owner = self.owners.values().find(|owner| owner.id == word.board).cloned();
                self.seating.say(word, owner, &*self.surroundings.clock);
            }
            Order::Swap(order) => self.swap(order),
            Order::Decide { board, order } => match self.boards.get(&board) {
                Some(inbox) => drop(inbox.try_send(ToBoard::Decide(order))),
                None => order.answer.refuse(NotDecided::NoSuchBoard),
            },
            Order::SetClock { board, order } => match self.boards.get(&board) {
                Some(inbox) => drop(inbox.try_send(ToBoard::SetClock(order))),
                None => drop(order.answer.send(Err(NotSet::NoSuchBoard))),
            },
            Order::LookBack { board, order } => match self.boards.get(&board) {
                Some(inbox) => drop(inbox.try_send(ToBoard::LookBack(order))),
                None => drop(order.answer.send(Err(NotSeen::NoSuchBoard))),
            },
            // Whose answer is dropped hears that the daemon is too busy.
            Order::Round(order) => drop(self.rounds.try_send(order)),
        }
    }

    /// Brings to a board what a client asks of it.
    fn ask(&self, board: &BoardId, asked: fn(Asked) -> ToBoard, answer: Asked) {
        match self.boards.get(board).map(mpsc::Sender::try_reserve) {
            Some(Ok(room)) => room.send(asked(answer)),
            Some(Err(_)) => drop(answer.send(Err(OrderError::NotConnected))),
            None => drop(answer.send(Err(OrderError::NoSuchBoard))),
        }
    }

    fn swap(&self, order: SwapOrder) {
        let refusal = match (self.boards.get(&order.from), self.boards.get(&order.to)) {
            (Some(_), Some(_)) if order.from == order.to => NotDecided::SameBoard(order.to),
            (Some(from), Some(to)) => {
                tokio::spawn(self.mover.clone().swap(from.clone(), to.clone(), order));
                return;
            }
            (Some(_), None) => self.late.why_not_on(order.to),
            (None, _) => NotDecided::NoSuchBoard,
        };
        let _ = order.answer.send(Err(refusal));
    }
}

//! What there is to be drawn.

use std::time::Duration;

use touchmove_client::shown::ShownBoard;
use touchmove_client::span::span;
use touchmove_client::waits::{Urgency, Wait, Waits};
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Span;

use crate::notices::Notices;
use crate::seats::Seats;

/// The boards at a moment, and what waits at them.
#[derive(Clone, Copy)]
pub(super) struct Room<'a> {
    /// By table.
    pub(super) boards: &'a [ShownBoard],
    /// The tables.
    pub(super) seats: &'a Seats,
    /// What waits.
    pub(super) waits: &'a Waits,
    /// Why there are no boards.
    pub(super) absence: &'a str,
    /// The bus.
    pub(super) bus: &'a Saying,
    /// The words of who looks.
    pub(super) notices: &'a Notices,
    /// The time since boot, for clocks that run.
    pub(super) now: Duration,
}

/// What waits first at a table, a board or a port, and how much more does.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingPlace<'a> {
    /// What is most urgent there.
    pub(super) first: &'a Wait,
    /// How much waits besides.
    pub(super) more: usize,
}

impl<'a> Room<'a> {
    /// A board by its name.
    pub(super) fn board(&self, id: &str) -> Option<&'a ShownBoard> {
        self.boards.iter().find(|board| board.id == id)
    }

    /// As in `3.12 Anna – Ben`; of a board at no table its name.
    pub(super) fn label(&self, board: &ShownBoard) -> String {
        self.seats.of_board(board).map_or_else(|| board.id.clone(), |seat| seat.label())
    }

    /// Where something waits, as boards are labelled.
    pub(super) fn place_of(&self, wait: &Wait) -> String {
        let board = wait.board.as_deref().and_then(|id| self.board(id));
        board.map_or_else(|| wait.of.clone(), |board| self.label(board))
    }

    /// Where something waits, what is most urgent first.
    pub(super) fn places(&self) -> Vec<WaitingPlace<'a>> {
        let mut places: Vec<WaitingPlace<'a>> = Vec::new();
        for wait in self.waits.all() {
            match places.iter_mut().find(|place| place.first.of == wait.of) {
                Some(place) => place.more += 1,
                None => places.push(WaitingPlace { first: wait, more: 0 }),
            }
        }
        places
    }

    /// How urgent what waits at a board is.
    pub(super) fn urgency_at(&self, board: &ShownBoard) -> Option<Urgency> {
        let at = |wait: &&Wait| wait.board.as_ref() == Some(&board.id);
        self.waits.all().iter().find(at).map(|wait| wait.urgency)
    }

    /// For how long something has waited; empty where nobody knows.
    pub(super) fn age(&self, wait: &Wait) -> String {
        match wait.seconds {
            None => String::new(),
            Some(0) => self.notices.say(Span::Now),
            Some(seconds) => self.notices.say(span(Duration::from_secs(seconds))),
        }
    }
}

//! What the screen shows, and what a key makes of it.

use touchmove_core::words::phrases::AtScreen;
use zbus::OwnedObjectPath;

use super::keys::Key;
use super::matters::Decision;
use super::opened::{Opened, Step};
use super::room::Room;

/// What is shown.
#[derive(Debug, Default)]
pub(super) struct View {
    place: Place,
    /// The board that is picked in the hall, by name.
    picked: Option<String>,
    /// What is picked of what waits.
    wait: usize,
    help: Help,
    layout: Layout,
    reach: Reach,
}

/// Where one is.
#[derive(Debug, Default)]
pub(super) enum Place {
    /// Among all boards.
    #[default]
    Hall,
    /// At the list of what waits.
    Waiting,
    /// At a board, come from the hall.
    Board(Opened),
    /// At a board, come from the list.
    BoardThatWaits(Opened),
}

/// Whether the keys are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Help {
    #[default]
    Hidden,
    Shown,
}

/// How boards are drawn in the hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Layout {
    /// As cards where all fit, as lines where not.
    #[default]
    AsTheyFit,
    /// As lines.
    Lines,
    /// As cards, page by page.
    Cards,
}

/// How far the keys go among the boards, as they lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// To the one above or below.
    pub(super) up_down: usize,
    /// To the one beside.
    pub(super) left_right: usize,
    /// To the next page.
    pub(super) page: usize,
}

/// What somebody wishes by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing but to see it.
    Look,
    /// To leave.
    Quit,
    /// To see what would follow from a decision.
    Preview(Decision),
    /// To see what would follow if the last decision about a game were undone.
    PreviewUndo(OwnedObjectPath),
    /// To have it carried out.
    CarryOut(Decision),
}

impl Default for Reach {
    fn default() -> Self {
        Self { up_down: 1, left_right: 1, page: 1 }
    }
}

impl View {
    /// Where one is.
    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    /// Whether the keys are explained.
    pub(super) fn has_help(&self) -> bool {
        self.help == Help::Shown
    }

    /// Whether letters are what somebody writes.
    const fn is_writing(&self) -> bool {
        match &self.place {
            Place::Board(opened) | Place::BoardThatWaits(opened) => opened.is_writing(),
            Place::Hall | Place::Waiting => false,
        }
    }

    /// How boards are drawn in the hall.
    pub(super) const fn layout(&self) -> Layout {
        self.layout
    }

    /// What is picked of what waits.
    pub(super) fn picked_wait(&self, room: &Room<'_>) -> usize {
        self.wait.min(room.waits.all().len().saturating_sub(1))
    }

    /// The place of the board that is picked in the hall.
    pub(super) fn picked_board(&self, room: &Room<'_>) -> usize {
        let is_picked = |id: &str| self.picked.as_deref() == Some(id);
        room.boards.iter().position(|board| is_picked(&board.id)).unwrap_or(0)
    }

    /// Takes note of how the boards lie.
    pub(super) const fn set_reach(&mut self, reach: Reach) {
        self.reach = reach;
    }

    /// The keys that mean something here.
    pub(super) const fn keys(&self) -> AtScreen {
        match &self.place {
            Place::Hall => AtScreen::KeysHall,
            Place::Waiting => AtScreen::KeysWaiting,
            Place::Board(opened) | Place::BoardThatWaits(opened) => opened.keys(),
        }
    }

    /// Shows what would follow from a decision, and asks for it.
    pub(super) fn ask(&mut self, decision: Decision, follows: String) {
        if let Place::Board(opened) | Place::BoardThatWaits(opened) = &mut self.place {
            opened.ask(decision, follows);
        }
    }

    /// Shows what came of a decision, or why nothing did.
    pub(super) fn say(&mut self, what: String) {
        if let Place::Board(opened) | Place::BoardThatWaits(opened) = &mut self.place {
            opened.say(what);
        }
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: Key, room: &Room<'_>) -> Wish {
        match key {
            Key::Leave => return Wish::Quit,
            Key::Resized => return Wish::Look,
            _ if self.is_writing() => {}
            Key::Sign('q') => return Wish::Quit,
            _ if self.has_help() => {
                self.help = Help::Hidden;
                return Wish::Look;
            }
            Key::Sign('?') => {
                self.help = Help::Shown;
                return Wish::Look;
            }
            _ => {}
        }
        let key = if key == Key::Erase && !self.is_writing() { Key::Back } else { key };
        let (step, back) = match &mut self.place {
            Place::Hall => return self.press_in_hall(key, room),
            Place::Waiting => return self.press_at_waiting(key, room),
            Place::Board(opened) => (opened.press(key, room), Place::Hall),
            Place::BoardThatWaits(opened) => (opened.press(key, room), Place::Waiting),
        };
        match step {
            Step::Stay => Wish::Look,
            Step::Preview(decision) => Wish::Preview(decision),
            Step::PreviewUndo(game) => Wish::PreviewUndo(game),
            Step::CarryOut(decision) => Wish::CarryOut(decision),
            Step::Back => {
                self.place = back;
                Wish::Look
            }
        }
    }

    fn press_in_hall(&mut self, key: Key, room: &Room<'_>) -> Wish {
        let at = self.picked_board(room);
        let Reach { up_down, left_right, page } = self.reach;
        let to = match key {
            Key::Up => at.saturating_sub(up_down),
            Key::Down => at + up_down,
            Key::Left => at.saturating_sub(left_right),
            Key::Right => at + left_right,
            Key::PageUp => at.saturating_sub(page),
            Key::PageDown | Key::Sign(' ') => at + page,
            _ => at,
        };
        let to = to.min(room.boards.len().saturating_sub(1));
        let picked = room.boards.get(to).map(|board| board.id.clone());
        match key {
            Key::Sign('w') => self.place = Place::Waiting,
            Key::Sign('l') => self.layout = Layout::Lines,
            Key::Sign('k') => self.layout = Layout::Cards,
            Key::Enter => self.place = picked.clone().map_or(Place::Hall, board),
            _ => {}
        }
        self.picked = picked;
        Wish::Look
    }

    fn press_at_waiting(&mut self, key: Key, room: &Room<'_>) -> Wish {
        /// So many lines are a page.
        const PAGE: usize = 10;
        let (at, last) = (self.picked_wait(room), room.waits.all().len().saturating_sub(1));
        match key {
            Key::Up => self.wait = at.saturating_sub(1),
            Key::Down => self.wait = (at + 1).min(last),
            Key::PageUp => self.wait = at.saturating_sub(PAGE),
            Key::PageDown | Key::Sign(' ') => self.wait = (at + PAGE).min(last),
            Key::Back | Key::Sign('w') => self.place = Place::Hall,
            Key::Enter => {
                let board = room.waits.all().get(at).and_then(|wait| wait.board.clone());
                if let Some(board) = board {
                    self.place = Place::BoardThatWaits(Opened::new(board));
                }
            }
            _ => {}
        }
        Wish::Look
    }
}

fn board(id: String) -> Place {
    Place::Board(Opened::new(id))
}

//! Whose journal, and whose task, it is.

use touchmove_core::names::BoardId;
use touchmove_drivers::families;
use touchmove_drivers::family::Family;
use touchmove_drivers::recording;
use touchmove_drivers::recording::BoardName;

use crate::hall::news::BoardView;

/// A board, as it named itself.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Owner {
    pub(in crate::hall) id: BoardId,
    pub(in crate::hall) family: &'static Family,
    pub(in crate::hall) serial: String,
}

impl Owner {
    /// As far as its name tells, in which signs are replaced: its journal says it rightly.
    pub(in crate::hall) fn of_name(id: BoardId) -> Self {
        let (family, serial) = id.0.split_once('_').unwrap_or((&id.0, ""));
        let family = families::by_name(family).unwrap_or(&recording::FAMILY);
        let serial = serial.to_owned();
        Self { id, family, serial }
    }

    /// Of a board that is known.
    pub(in crate::hall) fn of_board(board: &BoardView) -> Self {
        let family = families::by_name(board.family).unwrap_or(&recording::FAMILY);
        Self { id: board.id.clone(), family, serial: board.serial.clone() }
    }
}

/// A board of which nothing was read yet, as its journal was begun with; where that says nothing that this version
/// knows, as it was.
pub(in crate::hall) fn as_begun(board: BoardView, owner: Option<&BoardName>) -> BoardView {
    let known =
        |owner: &BoardName| Some((families::by_name(&owner.family)?, owner.serial.clone()?));
    match owner.and_then(known) {
        Some((family, serial)) => BoardView::unread(board.id, family, &serial),
        None => board,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_and_a_number_with_signs_that_no_name_has_are_read_from_the_journal() {
        let id = BoardId::of("dgt-bus", "12-3_4");
        let Owner { id, family, serial } = Owner::of_name(id);
        assert_eq!((family.name, serial.as_str()), ("dgt", "bus_12_3_4"), "the name alone lies");
        let named = BoardName { family: "dgt-bus".into(), serial: Some("12-3_4".into()) };
        let board = as_begun(BoardView::unread(id, family, &serial), Some(&named));
        let Owner { id, family, serial } = Owner::of_board(&board);
        assert_eq!((&*id.0, family.name, &*serial), ("dgt_bus_12_3_4", "dgt-bus", "12-3_4"));
        let unknown = BoardName { family: "unheard-of".into(), serial: Some("1".into()) };
        assert_eq!(as_begun(board.clone(), Some(&unknown)), board);
    }
}

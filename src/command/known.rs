//! How well the families are known whose boards are there.

use std::collections::BTreeMap;

use touchmove_client::shown::ShownBoard;
use touchmove_core::words::phrases::Known;
use touchmove_drivers::family::Knowledge;

/// The families among `boards` of which no board was ever tried, by title, with what is known of each.
pub(super) fn untried(boards: &[ShownBoard]) -> BTreeMap<&str, Known> {
    let known = |board: &ShownBoard| match board.knowledge? {
        Knowledge::Implemented => Some(Known::Implemented),
        Knowledge::Documented => Some(Known::Documented),
        Knowledge::Recorded | Knowledge::Own => None,
    };
    boards.iter().filter_map(|board| Some((board.title.as_str(), known(board)?))).collect()
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::a_board;

    use super::*;

    #[test]
    fn each_family_that_was_never_tried_is_named_once() {
        let of = |title: &str, knowledge| ShownBoard {
            title: title.into(),
            knowledge: Some(knowledge),
            ..a_board()
        };
        let boards = [
            of("GoChess", Knowledge::Documented),
            of("Chessnut", Knowledge::Implemented),
            of("Chessnut", Knowledge::Implemented),
            of("DGT e-Board", Knowledge::Recorded),
            of("recording", Knowledge::Own),
        ];
        let all = [("Chessnut", Known::Implemented), ("GoChess", Known::Documented)];
        assert_eq!(untried(&boards), BTreeMap::from(all));
        assert!(untried(&[ShownBoard { knowledge: None, ..a_board() }]).is_empty());
    }
}

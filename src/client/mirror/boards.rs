//! Boards that were read before: only those are read anew of which something has changed.

use std::collections::HashMap;
use std::sync::Arc;

use super::tree::Tree;
use crate::shown::{self, Properties, ShownBoard};

/// Boards by path, as they were last read.
#[derive(Debug, Default)]
pub struct KnownBoards(HashMap<String, Known>);

/// A board, and what it was read from.
#[derive(Debug)]
struct Known {
    board: Arc<ShownBoard>,
    read_from: ReadFrom,
}

/// The numbers of the last changes of a board, its clock and its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReadFrom {
    board: u64,
    clock: u64,
    game: u64,
}

impl ReadFrom {
    fn of(tree: &Tree, path: &str, board: &Properties) -> Self {
        Self {
            board: tree.changed(path),
            clock: tree.changed(&shown::clock_of(path)),
            game: tree.changed(shown::game_on(board).as_str()),
        }
    }
}

impl KnownBoards {
    /// The boards by name, as the tree has them now.
    pub(super) fn read(&mut self, tree: &Tree) -> Vec<Arc<ShownBoard>> {
        let mut before = std::mem::take(&mut self.0);
        let read = |(path, properties): (&str, &Properties)| {
            let read_from = ReadFrom::of(tree, path, properties);
            let known = before.remove_entry(path).filter(|(_, known)| known.read_from == read_from);
            let (path, known) = known.unwrap_or_else(|| {
                let board = ShownBoard::new(path, properties, |path, of| tree.get(path, of));
                (path.to_owned(), Known { board: Arc::new(board), read_from })
            });
            let board = Arc::clone(&known.board);
            self.0.insert(path, known);
            board
        };
        tree.all(shown::BOARD).map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::names::BoardId;
    use zbus::OwnedVariant;

    use super::*;
    use crate::path;

    #[test]
    fn only_what_has_changed_is_read_anew() {
        let paths = ["dgt_1", "dgt_2"].map(|id| path::board(&BoardId(id.into())).to_string());
        let (mut tree, mut known) = (Tree::default(), KnownBoards::default());
        let empty = || Properties(HashMap::new());
        for path in &paths {
            tree.insert(path, shown::BOARD.to_owned(), empty());
        }
        let first = known.read(&tree);
        let title = OwnedVariant::from(zbus::wire::Str::from("Table 1"));
        let changed = HashMap::from([("Title".to_owned(), title)]);
        tree.update(&paths[0], shown::BOARD, changed).unwrap();
        let second = known.read(&tree);
        assert_eq!((second[0].title.as_str(), second[1].title.as_str()), ("Table 1", ""));
        assert!(Arc::ptr_eq(&first[1], &second[1]), "nothing was said of it");
        tree.insert(&shown::clock_of(&paths[1]), shown::CLOCK.to_owned(), empty());
        let third = known.read(&tree);
        assert!(third[1].clock.is_some() && Arc::ptr_eq(&second[0], &third[0]));
        tree.clear();
        assert!(known.read(&tree).is_empty());
    }
}

//! What is at which table, found from either end.

use std::collections::{BTreeMap, HashMap, btree_map};
use std::hash::Hash;

use crate::pairing::BoardNumber;

/// Boards or games, each at a table.
#[derive(Clone, Debug)]
pub(super) struct AtTables<T> {
    by_table: BTreeMap<BoardNumber, T>,
    /// The first table at which each is.
    tables: HashMap<T, BoardNumber>,
}

impl<T> Default for AtTables<T> {
    fn default() -> Self {
        Self { by_table: BTreeMap::new(), tables: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> AtTables<T> {
    /// What is at a table.
    pub(super) fn at(&self, table: BoardNumber) -> Option<&T> {
        self.by_table.get(&table)
    }

    /// The first table at which it is.
    pub(super) fn table_of(&self, what: &T) -> Option<BoardNumber> {
        self.tables.get(what).copied()
    }

    /// All of them, by table.
    pub(super) fn all(&self) -> btree_map::Values<'_, BoardNumber, T> {
        self.by_table.values()
    }

    /// Puts it at a table, in the place of what was there.
    pub(super) fn put(&mut self, table: BoardNumber, what: T) {
        self.take_away(table);
        let first = self.tables.entry(what.clone()).or_insert(table);
        *first = table.min(*first);
        self.by_table.insert(table, what);
    }

    /// Takes away what is at a table.
    pub(super) fn take_away(&mut self, table: BoardNumber) {
        let Some(what) = self.by_table.remove(&table) else { return };
        if self.tables.get(&what) == Some(&table) {
            self.tables.remove(&what);
            let next = self.by_table.iter().find(|(_, other)| **other == what);
            self.tables.extend(next.map(|(next, _)| (what, *next)));
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn the_first_table_is_found_whatever_is_put_and_taken_away() {
        let mut random = Rng::with_seed(1);
        let mut tables = AtTables::default();
        for _ in 0..2_000 {
            let table = BoardNumber::new(random.u16(1..6)).unwrap();
            match random.u8(..4) {
                0 => tables.take_away(table),
                what => tables.put(table, what),
            }
            for what in 0..4 {
                let mut seats = tables.by_table.iter();
                let first = seats.find(|(_, at)| **at == what).map(|(table, _)| *table);
                assert_eq!(tables.table_of(&what), first);
            }
        }
    }
}

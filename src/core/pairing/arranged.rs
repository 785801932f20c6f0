//! Pairings of a file, put in their place among those of other sections.

use super::board::BoardNumber;
use super::list::PairingList;

impl PairingList {
    /// The same pairings, those without a section in this one.
    #[must_use]
    pub fn in_section(mut self, section: &str) -> Self {
        for pairing in &mut self.pairings {
            pairing.section.get_or_insert_with(|| section.to_owned());
        }
        self
    }

    /// The same pairings at other tables: the first table of the list becomes `from`, and the others
    /// stay as far from it as they are. `None` where a number would get too high.
    #[must_use]
    pub fn with_tables_from(mut self, from: BoardNumber) -> Option<Self> {
        let first = self.pairings.iter().map(|pairing| pairing.board).min()?;
        for pairing in &mut self.pairings {
            let number = from.get().checked_add(pairing.board.get() - first.get())?;
            pairing.board = BoardNumber::new(number)?;
        }
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    const CSV: &[u8] = b"board,section,white,black\n2,,Anna,Ben\n5,U16,Carl,Dora\n";

    #[test]
    fn a_pairing_keeps_the_section_that_it_has() {
        let list = read(CSV, None).unwrap().in_section("Open");
        let sections: Vec<_> = list.pairings.iter().map(|p| p.section.as_deref()).collect();
        assert_eq!(sections, [Some("Open"), Some("U16")]);
    }

    #[test]
    fn tables_keep_their_distances() {
        let tables = |from| {
            let list =
                read(CSV, None).unwrap().with_tables_from(BoardNumber::new(from).unwrap())?;
            Some(list.pairings.iter().map(|pairing| pairing.board.get()).collect::<Vec<_>>())
        };
        assert_eq!(tables(41), Some(vec![41, 44]));
        assert_eq!(tables(9_997), None);
    }
}

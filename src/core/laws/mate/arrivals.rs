//! How kings have come to where they stand, so that the moves that led to a mate can be told.

use shakmaty::{Bitboard, Color, Move, Square};

use super::kings::Pairs;

/// Room is made for so many rows at once: each arrival with room of its own would take longer, and one list for all would
/// be held twice for a moment where it grows.
const ROWS: usize = 512;

/// A row of pairs: a square of the slow king, and those of the quick one.
pub(super) type Row = (Square, Bitboard);

/// Both kings, the slow one first, and the side to move.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    pub(super) slow: Square,
    pub(super) quick: Square,
    pub(super) turn: Color,
}

/// An arrival of kings at a ground.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    /// The ground before, and the move from there; nothing at the start.
    pub(super) from: Option<(u32, Move)>,
    /// The number of the last arrival before on the same ground.
    pub(super) earlier: Option<u32>,
    /// The side to move.
    pub(super) turn: Color,
}

/// Where the rows of an arrival are kept.
#[derive(Clone, Copy)]
struct Place {
    shelf: u32,
    first: u16,
    count: u16,
}

/// All arrivals, by number.
#[derive(Default)]
pub(super) struct Arrivals {
    arrivals: Vec<(Arrival, Place)>,
    shelves: Vec<Vec<Row>>,
}

impl Arrivals {
    /// What one takes, besides its rows.
    pub(super) const BYTES: usize = size_of::<(Arrival, Place)>();

    /// The number of the next one.
    pub(super) fn next(&self) -> Option<u32> {
        u32::try_from(self.arrivals.len()).ok()
    }

    /// Kings have come to where these pairs are.
    pub(super) fn add(&mut self, arrival: Arrival, rows: &[Row]) {
        let has_room = |shelf: &Vec<Row>| shelf.capacity() - shelf.len() >= rows.len();
        if !self.shelves.last().is_some_and(has_room) {
            self.shelves.push(Vec::with_capacity(ROWS.max(rows.len())));
        }
        let number = self.shelves.len().saturating_sub(1);
        let Some(shelf) = self.shelves.last_mut() else { return };
        let (Ok(number), Ok(first), Ok(count)) =
            (u32::try_from(number), u16::try_from(shelf.len()), u16::try_from(rows.len()))
        else {
            return;
        };
        shelf.extend_from_slice(rows);
        self.arrivals.push((arrival, Place { shelf: number, first, count }));
    }

    /// The one of this number.
    pub(super) fn get(&self, number: u32) -> Option<Arrival> {
        self.arrivals.get(number as usize).map(|(arrival, _)| *arrival)
    }

    /// Whether the kings stood so on this arrival.
    pub(super) fn has(&self, number: u32, stand: Stand) -> bool {
        self.get(number).is_some_and(|arrival| arrival.turn == stand.turn)
            && self
                .rows(number)
                .iter()
                .any(|(slow, row)| *slow == stand.slow && row.contains(stand.quick))
    }

    /// Adds where the kings stood on this arrival, by the side to move, Black first.
    pub(super) fn collect(&self, number: u32, pairs: &mut [Pairs; 2]) {
        let Some(arrival) = self.get(number) else { return };
        for (slow, row) in self.rows(number) {
            pairs[usize::from(arrival.turn)].add(*slow, *row);
        }
    }

    fn rows(&self, number: u32) -> &[Row] {
        let rows = self.arrivals.get(number as usize).and_then(|(_, place)| {
            let first = usize::from(place.first);
            let shelf = self.shelves.get(place.shelf as usize)?;
            shelf.get(first..first + usize::from(place.count))
        });
        rows.unwrap_or_default()
    }
}

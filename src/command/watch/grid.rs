//! Boards as cards, side by side and row by row.

use ratatui::layout::Rect;

use super::card::Size;

/// How cards lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    area: Rect,
    size: Size,
    columns: u16,
    rows: u16,
}

impl Grid {
    /// With the largest squares that show all boards at once; with the smallest where none do.
    pub(super) fn for_boards(boards: usize, area: Rect) -> Self {
        let grid = |size: Size| Self {
            area,
            size,
            columns: (area.width / size.card_columns()).max(1),
            rows: (area.height / size.card_rows()).max(1),
        };
        let [.., smallest] = Size::ALL;
        let fits = |grid: &Self| {
            let Self { size, columns, rows, .. } = *grid;
            columns * size.card_columns() <= area.width
                && rows * size.card_rows() <= area.height
                && grid.cards() >= boards
        };
        let mut grid = Size::ALL.into_iter().map(grid).find(fits).unwrap_or_else(|| grid(smallest));
        let in_a_row = u16::try_from(boards.max(1)).unwrap_or(u16::MAX);
        grid.columns = grid.columns.min(in_a_row);
        grid
    }

    /// How many are seen at once.
    pub(super) fn cards(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The places of the cards, row by row. Cards of a row share its whole width.
    pub(super) fn places(self) -> impl Iterator<Item = Rect> {
        let Self { area, size, columns, rows } = self;
        let width = area.width / columns;
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| {
                let (x, y) = (area.x + column * width, area.y + row * size.card_rows());
                Rect { x, y, width, height: size.card_rows() }.intersection(area)
            })
        })
    }

    /// Size of the squares.
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// How many cards stand side by side.
    pub(super) fn columns(&self) -> usize {
        self.columns.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_boards_fit_a_terminal_of_80_by_24() {
        let all = Rect::new(0, 0, 80, 23);
        let grid = Grid::for_boards(4, all);
        assert_eq!((grid.columns, grid.rows), (2, 2));
        assert_eq!(grid.size, Size::ALL[2]);
    }

    #[test]
    fn a_single_board_is_drawn_as_large_as_it_fits() {
        let all = Rect::new(0, 0, 80, 23);
        let grid = Grid::for_boards(1, all);
        assert_eq!((grid.cards(), grid.size), (1, Size::ALL[0]));
    }

    #[test]
    fn cards_lie_side_by_side_inside_the_screen_whatever_its_size() {
        for (width, height, boards) in [(0, 0, 3), (1, 1, 0), (39, 10, 2), (200, 60, 9)] {
            let area = Rect::new(0, 0, width, height);
            let places: Vec<Rect> = Grid::for_boards(boards, area).places().collect();
            assert!(!places.is_empty());
            assert!(places.iter().all(|place| area.union(*place) == area));
            let overlap = |(at, a): (usize, &Rect)| places[..at].iter().any(|b| b.intersects(*a));
            assert!(!places.iter().enumerate().any(overlap));
        }
    }
}

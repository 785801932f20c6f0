//! The terminal: a grid of cards, a line below, and the keys.

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;
use tokio::sync::mpsc;
use touchmove_client::address::Bus;
use touchmove_client::mirror::since_boot;
use touchmove_client::shown::ShownBoard;
use touchmove_core::text::{is_hostile, stripped};
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Play;

use super::card::{Card, Size};
use crate::notices::Notices;
use crate::rows::width;
use crate::seats::Seats;
use crate::status::name_of;

/// How often the thread that reads the keyboard looks whether it is still needed.
const KEY_WAIT: Duration = Duration::from_millis(100);

/// The terminal, restored when the value is dropped.
pub(super) struct Screen {
    terminal: DefaultTerminal,
    wishes: mpsc::Receiver<Wish>,
    bus: Saying,
    page: usize,
    notices: Notices,
}

/// What the user wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To leave.
    Quit,
    /// To see the next boards.
    NextPage,
    /// To see the boards before.
    PreviousPage,
    /// To see the screen drawn anew.
    Redraw,
}

impl Wish {
    /// Whether it is to leave.
    pub(super) const fn is_quit(self) -> bool {
        matches!(self, Self::Quit)
    }
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open(bus: &Bus) -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        let (bus, notices) = (name_of(bus), Notices::of_environment());
        Ok(Self { terminal, wishes: read_keys(), bus, page: 0, notices })
    }

    /// Draws the boards, or says why there are none.
    pub(super) fn draw(
        &mut self,
        boards: &[ShownBoard],
        seats: &Seats,
        absence: Play,
    ) -> io::Result<()> {
        let Self { bus, page, notices, .. } = self;
        let absence = &notices.say(absence);
        let room = Room { boards, seats, absence, bus, notices };
        self.terminal.draw(|frame| draw(frame, &room, page))?;
        Ok(())
    }

    /// Waits for a wish of the user; pages are turned here. Cancel-safe.
    pub(super) async fn wish(&mut self) -> Wish {
        let wish = self.wishes.recv().await.unwrap_or(Wish::Quit);
        match wish {
            Wish::NextPage => self.page = self.page.saturating_add(1),
            Wish::PreviousPage => self.page = self.page.saturating_sub(1),
            Wish::Quit | Wish::Redraw => {}
        }
        wish
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// What is drawn.
struct Room<'a> {
    boards: &'a [ShownBoard],
    seats: &'a Seats,
    /// Why there are no boards.
    absence: &'a str,
    bus: &'a Saying,
    notices: &'a Notices,
}

fn draw(frame: &mut Frame<'_>, room: &Room<'_>, page: &mut usize) {
    let Room { boards, seats, absence, bus, notices } = *room;
    let [all, bottom] = split_off_last_row(frame.area());
    let grid = Grid::for_boards(boards.len(), all);
    let pages = boards.len().div_ceil(grid.cards().max(1)).max(1);
    *page = (*page).min(pages - 1);

    let shown = boards.chunks(grid.cards().max(1)).nth(*page).unwrap_or_default();
    let now = since_boot();
    for (board, place) in shown.iter().zip(grid.places()) {
        let seat = seats.of_board(board);
        frame.render_widget(Card { board, seat, size: grid.size, now, notices }, place);
    }
    if boards.is_empty() {
        let middle = Rect { y: all.y + all.height / 2, ..all }.intersection(all);
        frame.render_widget(Text::from(absence).centered(), middle);
    }
    let (shown, pages) = ((*page + 1).into(), pages);
    let turn = notices.say(Play::Page { page: shown, pages: pages.into() }) + "   ";
    let turn = if pages > 1 { turn } else { String::new() };
    let keys = turn + &notices.say(Play::Quit);
    let boards = notices.say(Play::Boards { count: boards.len().into(), bus: bus.clone() });
    frame.render_widget(Foot { boards: &boards, keys: &keys }, bottom);
    for cell in &mut frame.buffer_mut().content {
        if cell.symbol().contains(is_hostile) {
            cell.set_symbol(&stripped(cell.symbol()));
        }
    }
}

/// How cards lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    area: Rect,
    size: Size,
    columns: u16,
    rows: u16,
}

impl Grid {
    /// With the largest squares that show all boards at once; with the smallest where none do.
    fn for_boards(boards: usize, area: Rect) -> Self {
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

    fn cards(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The places of the cards, row by row. Cards of a row share its whole width.
    fn places(self) -> impl Iterator<Item = Rect> {
        let Self { area, size, columns, rows } = self;
        let width = area.width / columns;
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| {
                let (x, y) = (area.x + column * width, area.y + row * size.card_rows());
                Rect { x, y, width, height: size.card_rows() }.intersection(area)
            })
        })
    }
}

/// The line at the bottom.
struct Foot<'a> {
    /// How many boards there are, and on which bus.
    boards: &'a str,
    keys: &'a str,
}

impl Widget for Foot<'_> {
    fn render(self, area: Rect, buffer: &mut ratatui::buffer::Buffer) {
        let Self { boards, keys } = self;
        let style = Style::new().fg(Color::Gray).bg(Color::Indexed(236));
        buffer.set_style(area, style);
        Line::from(format!(" {keys} ")).right_aligned().render(area, buffer);
        let taken = u16::try_from(width(keys)).unwrap_or_default() + 3;
        let room = Rect { width: area.width.saturating_sub(taken), ..area };
        Line::from(format!(" touchmove   {boards}")).render(room, buffer);
    }
}

const fn split_off_last_row(area: Rect) -> [Rect; 2] {
    let height = area.height.saturating_sub(1);
    let bottom = Rect { y: area.y + height, height: area.height - height, ..area };
    [Rect { height, ..area }, bottom]
}

/// Reads the keyboard in a thread, for its calls block.
fn read_keys() -> mpsc::Receiver<Wish> {
    let (send, wishes) = mpsc::channel(16);
    std::thread::spawn(move || {
        while !send.is_closed() {
            match next_wish() {
                Ok(Some(wish)) => {
                    let _ = send.blocking_send(wish);
                }
                Ok(None) => {}
                Err(_) => return,
            }
        }
    });
    wishes
}

fn next_wish() -> io::Result<Option<Wish>> {
    if !event::poll(KEY_WAIT)? {
        return Ok(None);
    }
    let Event::Key(key) = event::read()? else { return Ok(Some(Wish::Redraw)) };
    if key.kind == KeyEventKind::Release {
        return Ok(None);
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Ok(match key.code {
        KeyCode::Char('q') | KeyCode::Esc => Some(Wish::Quit),
        KeyCode::Char('c') if is_control => Some(Wish::Quit),
        KeyCode::Right | KeyCode::PageDown | KeyCode::Char(' ') => Some(Wish::NextPage),
        KeyCode::Left | KeyCode::PageUp => Some(Wish::PreviousPage),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_boards_fit_a_terminal_of_80_by_24() {
        let [all, _] = split_off_last_row(Rect::new(0, 0, 80, 24));
        let grid = Grid::for_boards(4, all);
        assert_eq!((grid.columns, grid.rows), (2, 2));
        assert_eq!(grid.size, Size::ALL[2]);
    }

    #[test]
    fn a_single_board_is_drawn_as_large_as_it_fits() {
        let [all, _] = split_off_last_row(Rect::new(0, 0, 80, 24));
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

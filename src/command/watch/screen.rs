//! The terminal: taken over, drawn on, and given back.

use std::io;

use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use tokio::sync::mpsc;
use touchmove_core::text::{is_hostile, stripped};
use touchmove_core::words::phrases::{AtScreen, Play};

use super::card::{BORDER, Card, PICKED_BORDER};
use super::grid::Grid;
use super::hall::Hall;
use super::keys::{self, Key};
use super::room::Room;
use super::view::{Layout, Place, Reach, View};
use super::waiting::WaitingList;
use crate::rows::width;

/// The terminal, restored when the value is dropped.
pub(super) struct Screen {
    terminal: DefaultTerminal,
    keys: mpsc::Receiver<Key>,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        Ok(Self { terminal, keys: keys::read() })
    }

    /// Draws what is shown.
    pub(super) fn draw(&mut self, room: &Room<'_>, view: &mut View) -> io::Result<()> {
        self.terminal.draw(|frame| draw(frame, room, view))?;
        Ok(())
    }

    /// Waits for a key. Cancel-safe.
    pub(super) async fn key(&mut self) -> Key {
        self.keys.recv().await.unwrap_or(Key::Leave)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

fn draw(frame: &mut Frame<'_>, room: &Room<'_>, view: &mut View) {
    let [all, bottom] = split_off_last_row(frame.area());
    let mut pages = None;
    match view.place() {
        _ if room.boards.is_empty() => {
            let middle = Rect { y: all.y + all.height / 2, ..all }.intersection(all);
            frame.render_widget(Text::from(room.absence).centered(), middle);
        }
        Place::Hall => pages = draw_hall(frame, room, view, all),
        Place::Waiting => {
            let picked = view.picked_wait(room);
            frame.render_widget(WaitingList { room: *room, picked }, all);
        }
        Place::Board(opened) | Place::BoardThatWaits(opened) => {
            opened.draw(room, all, frame.buffer_mut());
        }
    }
    if view.has_help() {
        draw_help(frame, room, all);
    }
    let notices = room.notices;
    let turn = pages.map(|page| notices.say(page) + "   ").unwrap_or_default();
    let keys = turn + &notices.say(view.keys());
    let count = room.boards.len().into();
    let boards = notices.say(Play::Boards { count, bus: room.bus.clone() });
    frame.render_widget(Foot { boards: &boards, keys: &keys }, bottom);
    for cell in &mut frame.buffer_mut().content {
        if cell.symbol().contains(is_hostile) {
            cell.set_symbol(&stripped(cell.symbol()));
        }
    }
}

/// Draws the boards. Answers which page of them is seen, where there are several.
fn draw_hall(frame: &mut Frame<'_>, room: &Room<'_>, view: &mut View, area: Rect) -> Option<Play> {
    let (boards, picked) = (room.boards, view.picked_board(room));
    let grid = Grid::for_boards(boards.len(), area);
    let are_cards = match view.layout() {
        Layout::AsTheyFit => grid.cards() >= boards.len(),
        Layout::Lines => false,
        Layout::Cards => true,
    };
    let page = if are_cards {
        let page = grid.cards().max(1);
        view.set_reach(Reach { up_down: grid.columns(), left_right: 1, page });
        let first = picked / page * page;
        for ((index, board), place) in boards.iter().enumerate().skip(first).zip(grid.places()) {
            let is_picked = index == picked && boards.len() > 1;
            let border = if is_picked { PICKED_BORDER } else { BORDER };
            let (seat, now) = (room.seats.of_board(board), room.now);
            let card = Card { board, seat, size: grid.size(), now, notices: room.notices, border };
            frame.render_widget(card, place);
        }
        page
    } else {
        let hall = Hall::new(*room, picked);
        let lines = hall.lines(area);
        let page = lines.capacity();
        view.set_reach(Reach { up_down: 1, left_right: lines.rows(), page });
        frame.render_widget(hall, area);
        page
    };
    let pages = boards.len().div_ceil(page);
    (pages > 1).then(|| Play::Page { page: (picked / page + 1).into(), pages: pages.into() })
}

fn draw_help(frame: &mut Frame<'_>, room: &Room<'_>, area: Rect) {
    let text = room.notices.say(AtScreen::Help);
    let lines: Vec<_> = text.lines().map(|line| Line::raw(format!(" {line} "))).collect();
    let widest = lines.iter().map(Line::width).max().unwrap_or_default();
    let columns = u16::try_from(widest + 2).unwrap_or(u16::MAX).min(area.width);
    let rows = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let x = area.x + (area.width - columns) / 2;
    let place = Rect { x, y: area.y + (area.height - rows) / 2, width: columns, height: rows };
    let block = Block::bordered().border_type(BorderType::Rounded);
    frame.render_widget(Clear, place);
    frame.render_widget(Text::from(lines), block.inner(place));
    frame.render_widget(block, place);
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

#[cfg(test)]
mod tests;

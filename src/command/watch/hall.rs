//! The hall: on top what waits, below it a line for each board, in as many columns as it takes.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use shakmaty::Color as Side;
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_client::waits::Urgency;
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::{AtScreen, Listed};
use touchmove_drivers::observation::LinkState;

use super::room::{Room, WaitingPlace};
use crate::rows::{padded, shortened, width};
use crate::status::link_word;

/// Columns of the narrowest line of a board.
const NARROWEST: u16 = 38;
/// Columns between two lines side by side.
const GAP: u16 = 2;
/// Columns of both clocks, each with its mark and a blank before it.
const CLOCKS: usize = 14;
/// From so many columns on a line has the last move, and from so many the name of the board.
const WITH_MOVE: usize = 52;
const WITH_BOARD: usize = 74;
/// Columns of the last move, with the blank before it.
const MOVE: usize = 12;
/// Rows for what waits, where something does: its heading and two places at least.
const LEAST_WAITING: u16 = 3;

const DIM: Style = Style::new().fg(Color::DarkGray);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// The hall with a board that is picked.
pub(super) struct Hall<'a> {
    room: Room<'a>,
    picked: usize,
}

/// How the lines of the boards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    columns: u16,
    rows: u16,
    width: u16,
}

impl<'a> Hall<'a> {
    /// The hall; the board at this place in it is picked.
    pub(super) const fn new(room: Room<'a>, picked: usize) -> Self {
        Self { room, picked }
    }

    /// How the boards lie where the hall is drawn into this area.
    pub(super) fn lines(&self, area: Rect) -> Lines {
        let [_, boards] = self.split(area);
        Lines::of(self.room.boards.len(), boards)
    }

    /// Where what waits stands, and where the boards do.
    fn split(&self, area: Rect) -> [Rect; 2] {
        let places = u16::try_from(self.room.places().len()).unwrap_or(u16::MAX);
        if places == 0 {
            return [Rect { height: 0, ..area }, area];
        }
        let spare = area.height.saturating_sub(Lines::of(self.room.boards.len(), area).rows);
        let most = spare.max(LEAST_WAITING).min(area.height / 2);
        let top = places.saturating_add(1).min(most);
        let below = Rect { y: area.y + top, height: area.height - top, ..area };
        [Rect { height: top, ..area }, below]
    }

    fn waiting(&self, area: Rect, buffer: &mut Buffer) {
        let places = self.room.places();
        let say = |said: Listed| self.room.notices.say(said);
        let heading = say(Listed::Waiting { count: places.len().into() });
        let shown = usize::from(area.height.saturating_sub(1));
        let more = self.room.notices.say(AtScreen::AllWaits);
        let hint = if places.len() > shown { format!("  {more}") } else { String::new() };
        let heading = Line::from(vec![Span::styled(heading, BOLD), Span::styled(hint, DIM)]);
        heading.render(Rect { height: 1, ..area }.intersection(area), buffer);
        for (place, y) in places.iter().take(shown).zip(area.y + 1..) {
            let line = waiting_line(&self.room, place, area.width.into());
            line.render(Rect { y, height: 1, ..area }.intersection(area), buffer);
        }
    }

    fn boards(&self, area: Rect, buffer: &mut Buffer) {
        let lines = Lines::of(self.room.boards.len(), area);
        let page = self.picked / lines.capacity();
        let shown = self.room.boards.chunks(lines.capacity()).nth(page).unwrap_or_default();
        let tables = self.room.boards.iter().map(|board| self.table_width(board)).max();
        for (index, board) in shown.iter().enumerate() {
            let place = lines.place(index, area);
            let line = self.line(board, usize::from(place.width), tables.unwrap_or_default());
            line.render(place, buffer);
            if page * lines.capacity() + index == self.picked {
                buffer.set_style(place, Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }

    fn table_width(&self, board: &ShownBoard) -> usize {
        width(&self.table(board))
    }

    /// As in `3.12`; of a board at no table its name.
    fn table(&self, board: &ShownBoard) -> String {
        let seat = self.room.seats.of_board(board);
        seat.map_or_else(|| board.id.clone(), |seat| format!("{}.{}", seat.round, seat.table))
    }

    /// The line of a board in so many columns, of which the longest name of a table takes so many.
    fn line(&self, board: &ShownBoard, columns: usize, tables: usize) -> Line<'static> {
        let with_move = if columns >= WITH_MOVE { MOVE } else { 0 };
        let with_board = if columns >= WITH_BOARD { width(&board.id) + 2 } else { 0 };
        let taken = 2 + tables + 1 + CLOCKS + with_move + with_board;
        let room = columns.saturating_sub(taken);
        let names = self.room.seats.of_board(board).map(|seat| seat.names).unwrap_or_default();
        let (mark, style) = mark_of(self.room.urgency_at(board));
        let mut spans = vec![
            Span::styled(format!("{mark} "), style),
            Span::styled(format!("{} ", padded(&self.table(board), tables)), DIM),
            Span::raw(padded(&paired(&names, room), room)),
        ];
        if with_move > 0 {
            let last = board.game.as_ref().and_then(ShownGame::last_move).unwrap_or_default();
            spans.push(Span::raw(format!(" {}", padded(&shortened(&last, MOVE - 1), MOVE - 1))));
        }
        spans.extend(self.clocks(board));
        if with_board > 0 {
            spans.push(Span::styled(format!("  {}", board.id), DIM));
        }
        Line::from(spans)
    }

    /// Both clocks; or the result, or that the board is not heard.
    fn clocks(&self, board: &ShownBoard) -> Vec<Span<'static>> {
        let word = |text: &str, style| vec![Span::styled(format!("{text:>CLOCKS$}"), style)];
        if board.link != LinkState::Up {
            let link = Vocabulary::Link.word(link_word(board.link));
            return word(&self.room.notices.say(link), Style::new().fg(Color::Red));
        }
        let result = board.game.as_ref().and_then(|game| game.result.as_ref());
        if let Some((result, _)) = result {
            return word(result, BOLD);
        }
        let Some(clock) = board.clock_at(self.room.now) else { return word("", DIM) };
        let of_side = |(side, time): (Side, Duration)| {
            let index = side.fold_wb(0, 1);
            let (mark, style) = match (clock.flags[index], clock.running == Some(side)) {
                (true, _) => ("⚑", Style::new().fg(Color::Red)),
                (_, true) => ("▸", BOLD),
                (_, false) => (" ", Style::new()),
            };
            Span::styled(format!(" {mark}{:>5}", short_time(time)), style)
        };
        [Side::White, Side::Black].into_iter().zip(clock.times).map(of_side).collect()
    }
}

impl Widget for Hall<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let [waiting, boards] = self.split(area);
        self.waiting(waiting, buffer);
        self.boards(boards, buffer);
    }
}

impl Lines {
    /// In as few columns as show all; in as many as there is room for where none do.
    fn of(boards: usize, area: Rect) -> Self {
        let boards = u16::try_from(boards).unwrap_or(u16::MAX);
        let most = (area.width.saturating_add(GAP) / (NARROWEST + GAP)).max(1);
        let fits = |columns: &u16| boards.div_ceil(*columns) <= area.height;
        let columns = (1..=most).find(fits).unwrap_or(most);
        let rows = boards.div_ceil(columns).min(area.height).max(1);
        let width = area.width.saturating_sub(GAP * (columns - 1)) / columns;
        Self { columns, rows, width }
    }

    /// How many boards are seen at once.
    pub(super) fn capacity(self) -> usize {
        usize::from(self.columns) * self.rows()
    }

    /// How many stand one below the other.
    pub(super) fn rows(self) -> usize {
        self.rows.into()
    }

    /// Where the line of a board stands: they go down the first column, then down the next.
    fn place(self, index: usize, area: Rect) -> Rect {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let (column, row) = (index / self.rows, index % self.rows);
        let x = area.x.saturating_add(column.saturating_mul(self.width + GAP));
        let place = Rect { x, y: area.y.saturating_add(row), width: self.width, height: 1 };
        place.intersection(area)
    }
}

/// A place in a line: how long it has waited there, for what, and how much more waits.
fn waiting_line(room: &Room<'_>, place: &WaitingPlace<'_>, columns: usize) -> Line<'static> {
    /// Columns of the age.
    const AGE: usize = 7;
    let WaitingPlace { first, more } = *place;
    let more = if more > 0 { format!(" (+{more})") } else { String::new() };
    let (mark, style) = mark_of(Some(first.urgency));
    let label = shortened(&room.place_of(first), columns * 2 / 5);
    let taken = 2 + AGE + 1 + width(&label) + 2 + width(&more);
    let what = shortened(&first.what, columns.saturating_sub(taken));
    let age = room.age(first);
    let age = format!("{}{age} ", " ".repeat(AGE.saturating_sub(width(&age))));
    Line::from(vec![
        Span::styled(format!("{mark} "), style),
        Span::styled(age, DIM),
        Span::styled(format!("{label}  "), BOLD),
        Span::styled(format!("{what}{more}"), style),
    ])
}

/// The sign of what waits, and its colour.
pub(super) const fn mark_of(urgency: Option<Urgency>) -> (&'static str, Style) {
    match urgency {
        Some(Urgency::Evidence | Urgency::Unheard) => ("!", Style::new().fg(Color::Red)),
        Some(Urgency::Arbiter) => ("!", Style::new().fg(Color::Yellow)),
        Some(Urgency::Doubt) => ("?", Style::new().fg(Color::Yellow)),
        Some(Urgency::Later) => ("·", DIM),
        None => (" ", DIM),
    }
}

/// Both players in so many columns; who has the shorter name leaves room to the other.
fn paired([white, black]: &[String; 2], columns: usize) -> String {
    const BETWEEN: &str = " – ";
    if white.is_empty() && black.is_empty() {
        return String::new();
    }
    let room = columns.saturating_sub(width(BETWEEN));
    let half = room / 2;
    let of_white = room.saturating_sub(width(black).min(half)).max(half);
    let white = shortened(white, of_white);
    let black = shortened(black, room.saturating_sub(width(&white)));
    format!("{white}{BETWEEN}{black}")
}

/// A time in five columns: `59:07`, from an hour on `1h29`.
fn short_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3_600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}h{:02}", seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_boards_stand_in_two_columns_of_a_terminal_of_80_by_24() {
        let lines = Lines::of(40, Rect::new(0, 0, 80, 20));
        assert_eq!((lines.columns, lines.rows, lines.width), (2, 20, 39));
        assert_eq!(lines.capacity(), 40);
    }

    #[test]
    fn lines_lie_inside_the_screen_whatever_its_size() {
        for (width, height, boards) in [(0, 0, 3), (1, 1, 0), (39, 10, 200), (200, 60, 100)] {
            let area = Rect::new(0, 0, width, height);
            let lines = Lines::of(boards, area);
            let places = (0..lines.capacity()).map(|index| lines.place(index, area));
            let places: Vec<Rect> = places.collect();
            assert!(places.iter().all(|place| area.union(*place) == area), "{width} x {height}");
        }
    }

    #[test]
    fn a_long_name_has_what_a_short_one_leaves() {
        let paired = |white: &str, black: &str| paired(&[white.into(), black.into()], 19);
        assert_eq!(paired("Anna", "Ben"), "Anna – Ben");
        assert_eq!(paired("Żurawik-Kaya", "Li"), "Żurawik-Kaya – Li");
        assert_eq!(paired("Nepomniachtchi", "Praggnanandhaa"), "Nepomni… – Praggna…");
    }

    #[test]
    fn from_an_hour_on_a_time_has_no_seconds() {
        let times = [0, 61, 3_599, 5_399, 36_000].map(|secs| short_time(Duration::from_secs(secs)));
        assert_eq!(times, ["0:00", "1:01", "59:59", "1h29", "10h00"]);
    }
}

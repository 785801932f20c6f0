//! All that waits, line by line, and below it in full what is picked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use touchmove_client::seats::on_board;
use touchmove_client::waits::{Numbered, Wait};
use touchmove_core::words::phrases::{AtDesk, Listed};

use super::hall::mark_of;
use super::room::Room;
use crate::rows::{folded, shortened, width};

/// Rows for the one that is picked, in full.
const IN_FULL: u16 = 4;

/// The list, with the one that is picked.
pub(super) struct WaitingList<'a> {
    /// What there is.
    pub(super) room: Room<'a>,
    /// The one that is picked.
    pub(super) picked: usize,
}

impl WaitingList<'_> {
    fn line(&self, wait: &Wait, columns: usize) -> Line<'static> {
        /// Columns of the age.
        const AGE: usize = 7;
        let (mark, style) = mark_of(Some(wait.urgency));
        let age = self.room.age(wait);
        let age = format!("{}{age} ", " ".repeat(AGE.saturating_sub(width(&age))));
        let label = shortened(&self.room.place_of(wait), columns * 2 / 5);
        let room = columns.saturating_sub(2 + AGE + 1 + width(&label) + 2);
        Line::from(vec![
            Span::styled(format!("{mark} "), style),
            Span::styled(age, Style::new().fg(Color::DarkGray)),
            Span::styled(format!("{label}  "), Style::new().add_modifier(Modifier::BOLD)),
            Span::styled(shortened(&self.numbered(wait), room), style),
        ])
    }

    /// What it is, with its number where it has one.
    fn numbered(&self, wait: &Wait) -> String {
        let title = || wait.what.as_str().into();
        match wait.number {
            None => wait.what.clone(),
            Some((Numbered::Incident, number)) => self
                .room
                .notices
                .say(Listed::Incidents { numbers: number.to_string().into(), title: title() }),
            Some((Numbered::Instruction, number)) => self
                .room
                .notices
                .say(Listed::Instructions { numbers: number.to_string().into(), title: title() }),
        }
    }

    /// Where it is, with the name of the board, and what.
    fn in_full(&self, wait: &Wait) -> String {
        let label = self.room.place_of(wait);
        let place = match wait.board.as_ref().filter(|board| **board != label) {
            Some(board) => self.room.notices.say(on_board(label, board)),
            None => label,
        };
        format!("{place}: {}", self.numbered(wait))
    }
}

impl Widget for WaitingList<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let waits = self.room.waits.all();
        let row = |y: u16| Rect { y, height: 1, ..area }.intersection(area);
        let heading = match waits.len() {
            0 => self.room.notices.say(AtDesk::NothingWaits),
            count => self.room.notices.say(Listed::Waiting { count: count.into() }),
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(heading, bold).render(row(area.y), buffer);
        let rows = usize::from(area.height.saturating_sub(1 + IN_FULL)).max(1);
        let first = (self.picked + 1).saturating_sub(rows);
        for ((index, wait), y) in waits.iter().enumerate().skip(first).take(rows).zip(area.y + 1..)
        {
            self.line(wait, area.width.into()).render(row(y), buffer);
            if index == self.picked {
                buffer.set_style(row(y), Style::new().add_modifier(Modifier::REVERSED));
            }
        }
        let Some(picked) = waits.get(self.picked) else { return };
        let columns = usize::from(area.width);
        let text = folded(&self.in_full(picked), columns, columns);
        let top = area.bottom().saturating_sub(IN_FULL.saturating_sub(1));
        for (line, y) in text.into_iter().zip(top..area.bottom()) {
            Line::raw(line).render(row(y), buffer);
        }
    }
}

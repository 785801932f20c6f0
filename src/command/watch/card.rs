//! One board as a card: the position, the clocks and the moves.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget};
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::Play;
use touchmove_drivers::observation::{self, LinkState, Piece, Reading, Square};

use crate::diagram::placement;
use crate::figure::figure;
use crate::notices::Notices;
use crate::rows::{padded, shortened};
use crate::seats::Seat;
use crate::status::link_word;

/// Columns of the numbers of the ranks, with a blank on either side.
const RANKS: u16 = 3;
/// Columns between the squares and the panel beside them.
const GAP: u16 = 2;
/// Columns of a pair of moves, and so of the narrowest panel.
const PAIR: u16 = 17;
/// Columns or rows of both borders.
const BORDERS: u16 = 2;

/// Columns and rows of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    columns: u16,
    rows: u16,
}

impl Size {
    /// All sizes, the largest first. A man stands in the lowest row of its square, in the middle.
    pub(super) const ALL: [Self; 3] =
        [Self { columns: 5, rows: 2 }, Self { columns: 3, rows: 1 }, Self { columns: 2, rows: 1 }];

    /// Columns of the narrowest card with squares of this size.
    pub(super) const fn card_columns(self) -> u16 {
        BORDERS + RANKS + 8 * self.columns + GAP + PAIR
    }

    /// Rows of a card with squares of this size: the letters of the files are one.
    pub(super) const fn card_rows(self) -> u16 {
        BORDERS + 8 * self.rows + 1
    }
}

/// A board to be drawn.
pub(super) struct Card<'a> {
    /// The board.
    pub board: &'a ShownBoard,
    /// Where it stands.
    pub seat: Option<Seat>,
    /// Size of its squares.
    pub size: Size,
    /// The time since boot, for clocks that run.
    pub now: Duration,
    /// The words for what waits for the arbiter.
    pub notices: &'a Notices,
    /// How its border is drawn.
    pub border: Style,
}

impl Widget for Card<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(self.border)
            .title(Line::styled(self.title(area.width), BOLD.fg(Color::Reset)))
            .title(self.link().right_aligned())
            .title_bottom(self.matter())
            .title_bottom(self.name(area.width).right_aligned());
        let inner = block.inner(area);
        block.render(area, buffer);

        let Size { columns, rows } = self.size;
        let taken = RANKS + 8 * columns;
        let [left, top] = [inner.x + RANKS, inner.y];
        self.squares(Rect::new(left, top, 8 * columns, 8 * rows).intersection(inner), buffer);
        self.coordinates(inner, buffer);

        let panel_left = (inner.x + taken + GAP).min(inner.right());
        let panel = Rect { x: panel_left, width: inner.right() - panel_left, ..inner };
        self.panel(panel, buffer);
    }
}

/// The border of a card.
pub(super) const BORDER: Style = DIM;
/// The border of the card that is picked.
pub(super) const PICKED_BORDER: Style = Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD);

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().fg(Color::DarkGray);
const WARNING: Style = Style::new().fg(Color::Yellow);

const LIGHT: Color = Color::Indexed(137);
const DARK: Color = Color::Indexed(94);
const MOVED_LIGHT: Color = Color::Indexed(71);
const MOVED_DARK: Color = Color::Indexed(65);
const DIFFERS: Color = Color::Indexed(160);
const WHITE_PIECE: Color = Color::Indexed(231);
const BLACK_PIECE: Color = Color::Indexed(16);

impl Card<'_> {
    fn squares(&self, area: Rect, buffer: &mut Buffer) {
        let Some(placement) = placement(self.board) else {
            return Line::styled(self.notices.say(Play::NoReading), DIM).render(area, buffer);
        };
        for square in Square::all() {
            let place = self.place(square).intersection(Rect::new(0, 0, area.width, area.height));
            let place = Rect { x: area.x + place.x, y: area.y + place.y, ..place };
            buffer.set_style(place, self.style(square));
            let reading = placement.get(square);
            let middle = place.x + (place.width.saturating_sub(1)) / 2;
            let figure = figure(reading);
            if !figure.is_empty() && !place.is_empty() {
                let style = Style::new().fg(ink(reading)).add_modifier(Modifier::BOLD);
                buffer.set_string(middle, place.bottom() - 1, figure, style);
            }
        }
    }

    /// Where a square lies, White below, seen from the corner of the squares.
    fn place(&self, square: Square) -> Rect {
        let (file, rank) = file_and_rank(square);
        let Size { columns, rows } = self.size;
        Rect::new(file * columns, (7 - rank) * rows, columns, rows)
    }

    fn style(&self, square: Square) -> Style {
        let (file, rank) = file_and_rank(square);
        let is_light = (file + rank) % 2 == 1;
        let name = square.to_string();
        let game = self.board.game.as_ref();
        let differs = game.is_some_and(|game| game.differs.contains(&name));
        let moved = game
            .and_then(|game| game.moves.last())
            .is_some_and(|last| last.get(..2) == Some(&name) || last.get(2..4) == Some(&name));
        Style::new().bg(match (differs, moved, is_light) {
            (true, _, _) => DIFFERS,
            (_, true, true) => MOVED_LIGHT,
            (_, true, false) => MOVED_DARK,
            (_, _, true) => LIGHT,
            (_, _, false) => DARK,
        })
    }

    fn coordinates(&self, inner: Rect, buffer: &mut Buffer) {
        let Size { columns, rows } = self.size;
        for (index, (rank, file)) in ('1'..='8').rev().zip('a'..='h').enumerate() {
            let index = u16::try_from(index).unwrap_or_default();
            let row = inner.y + (index + 1) * rows - 1;
            let column = inner.x + RANKS + index * columns + (columns - 1) / 2;
            put(buffer, inner, inner.x + 1, row, &rank.to_string(), DIM);
            put(buffer, inner, column, inner.y + 8 * rows, &file.to_string(), DIM);
        }
    }

    /// Beside the squares: each player's clock at his side of the board, the moves in between, and
    /// below what is to be said of the game.
    fn panel(&self, panel: Rect, buffer: &mut Buffer) {
        let [white, black] = self.clocks();
        let white_row = panel.y + 8 * self.size.rows - 1;
        let row = |y: u16| Rect { y, height: 1, ..panel }.intersection(panel);
        black.render(row(panel.y), buffer);
        white.render(row(white_row), buffer);
        remark(self.board, self.notices).render(row(white_row + 1), buffer);
        let moves =
            Rect { y: panel.y + 1, height: (8 * self.size.rows).saturating_sub(2), ..panel };
        if let Some(game) = &self.board.game {
            moves_in_columns(game, moves.intersection(panel), buffer);
        }
    }

    /// Table and players, as far as there is room beside the link; the board's name where it stands at no table.
    fn title(&self, width: u16) -> String {
        let Some(seat) = &self.seat else { return format!(" {} ", self.board.id) };
        let title = seat.label();
        let taken = self.link().width() + usize::from(BORDERS) + 2;
        format!(" {} ", shortened(&title, usize::from(width).saturating_sub(taken)))
    }

    /// The board's name, where table and players stand above and there is room beside what waits.
    fn name(&self, width: u16) -> Line<'static> {
        let name = Line::styled(format!(" {} ", self.board.id), DIM);
        let taken = self.matter().width() + name.width() + usize::from(BORDERS);
        let is_shown = self.seat.is_some() && taken <= usize::from(width);
        if is_shown { name } else { Line::default() }
    }

    /// What waits for the arbiter, in a line.
    fn matter(&self) -> Line<'static> {
        let game = self.board.game.as_ref();
        let last = game.and_then(|game| self.notices.last(game));
        last.map_or_else(Line::default, |title| Line::styled(format!(" {title} "), WARNING))
    }

    /// State of the link and charge of the battery.
    fn link(&self) -> Line<'static> {
        let color = match self.board.link {
            LinkState::Up => Color::Green,
            LinkState::Stale => Color::Yellow,
            LinkState::Lost => Color::Red,
        };
        let word = self.notices.say(Vocabulary::Link.word(link_word(self.board.link)));
        let battery = self.board.battery.map(|charge| format!("{charge} % ")).unwrap_or_default();
        Line::from(vec![Span::styled(format!(" ● {word} "), color), Span::styled(battery, DIM)])
    }

    /// White's line and Black's: name, mark of the side that runs or of the flag, time.
    fn clocks(&self) -> [Line<'static>; 2] {
        let clock = self.board.clock_at(self.now);
        [shakmaty::Color::White, shakmaty::Color::Black].map(|side| {
            let index = side.fold_wb(0, 1);
            let name = self.notices.say(side.fold_wb(Play::White, Play::Black));
            let name = Span::styled(padded(&name, 6), BOLD);
            let Some(clock) = &clock else {
                let none = self.notices.say(Play::NoClock);
                return Line::from(vec![name, Span::styled(format!("{none:>9}"), DIM)]);
            };
            let (mark, style) = match (clock.flags[index], clock.running == Some(side)) {
                (true, _) => ("⚑", Style::new().fg(Color::Red)),
                (_, true) => ("▸", BOLD.fg(Color::Green)),
                (_, false) => (" ", Style::new()),
            };
            let time = h_mm_ss(clock.times[index]);
            Line::from(vec![name, Span::styled(format!("{mark}{time:>8}"), style)])
        })
    }
}

/// What is to be said of the game in a line: its result, or that the board is out of step, or what
/// was last seen but is not a fact yet.
fn remark(board: &ShownBoard, notices: &Notices) -> Line<'static> {
    let Some(game) = &board.game else { return Line::styled(notices.say(Play::NoGame), DIM) };
    match (&game.result, &game.provisional) {
        (Some((result, reason)), _) => {
            let reason = notices.say(Vocabulary::Reason.word(reason));
            Line::from(vec![Span::styled(result.clone(), BOLD), Span::raw(format!(" {reason}"))])
        }
        (None, _) if !game.differs.is_empty() => {
            let squares = game.differs.join(" ").into();
            Line::styled(notices.say(Play::CardDiffers { squares }), WARNING)
        }
        (None, Some(seen)) => Line::styled(format!("{seen}?"), DIM),
        (None, None) => Line::default(),
    }
}

/// The last moves that fit, a pair a row, in as many columns as there is room for.
fn moves_in_columns(game: &ShownGame, area: Rect, buffer: &mut Buffer) {
    let columns = ((area.width + GAP) / (PAIR + GAP)).max(1);
    let pairs = pairs(game);
    let room = usize::from(columns) * usize::from(area.height);
    let first = pairs.len().saturating_sub(room);
    let last = pairs.len() - first;
    for (index, (number, white, black)) in pairs.into_iter().skip(first).enumerate() {
        let is_last = index + 1 == last;
        let [white_style, black_style] = match (is_last, black.is_empty()) {
            (true, true) => [BOLD, Style::new()],
            (true, false) => [Style::new(), BOLD],
            (false, _) => [Style::new(); 2],
        };
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let place = Rect {
            x: area.x + index / area.height * (PAIR + GAP),
            y: area.y + index % area.height,
            width: PAIR,
            height: 1,
        };
        Line::from(vec![
            Span::styled(format!("{number:>2}. "), DIM),
            Span::styled(format!("{white:<6} "), white_style),
            Span::styled(black, black_style),
        ])
        .render(place.intersection(area), buffer);
    }
}

/// The moves in pairs: number, White's move, Black's; what is missing is `…`, or empty at the end.
fn pairs(game: &ShownGame) -> Vec<(u32, String, String)> {
    let mut pairs: Vec<(u32, String, String)> = Vec::new();
    for ((ply, san), uci) in (1..).zip(&game.sans).zip(&game.moves) {
        let number = game.number_of(ply);
        let text = if san.is_empty() { format!("{uci}!") } else { san.clone() };
        let (number, side) = (number.number(), number.side());
        match pairs.last_mut() {
            _ if side.is_white() => pairs.push((number, text, String::new())),
            Some((last, _, black)) if *last == number && black.is_empty() => *black = text,
            _ => pairs.push((number, "…".into(), text)),
        }
    }
    pairs
}

const fn ink(reading: Reading) -> Color {
    match reading {
        Reading::Piece(Piece { color: observation::Color::White, .. })
        | Reading::Color(observation::Color::White) => WHITE_PIECE,
        _ => BLACK_PIECE,
    }
}

/// From 0.
fn file_and_rank(square: Square) -> (u16, u16) {
    let index = u16::try_from(square.index()).unwrap_or_default();
    (index % 8, index / 8)
}

/// Writes a text where it lies inside `area`.
fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    if x < area.right() && y < area.bottom() {
        buffer.set_string(x, y, text, style);
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::ClockFace;
    use touchmove_client::shown::ShownHealth;
    use touchmove_client::shown::samples::{a_board, a_clock, a_game};
    use touchmove_drivers::observation::ClockPresence;

    use super::*;

    const SMALL: Size = Size { columns: 2, rows: 1 };

    #[test]
    fn a_card_shows_position_clocks_moves_and_link() {
        let game = ShownGame {
            fen: "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3".into(),
            ..a_game(&[("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3"), ("g8f6", "Nf6")])
        };
        let clock = ClockFace { running: Some(shakmaty::Color::White), ..a_clock() };
        let board = ShownBoard { game: Some(game), clock: Some(clock), ..a_board() };
        insta::assert_snapshot!(drawn(&board, SMALL), @r"
        ╭ dgt_12345 ──────────────── ● up 87 % ╮
        │ 8 ♜ ♞ ♝ ♛ ♚ ♝   ♜   Black   0:01:30  │
        │ 7 ♟ ♟ ♟ ♟   ♟ ♟ ♟    1. e4     e5    │
        │ 6           ♞        2. Nf3    Nf6   │
        │ 5         ♟                          │
        │ 4         ♙                          │
        │ 3           ♘                        │
        │ 2 ♙ ♙ ♙ ♙   ♙ ♙ ♙                    │
        │ 1 ♖ ♘ ♗ ♕ ♔ ♗   ♖   White ▸ 0:00:50  │
        │   a b c d e f g h                    │
        ╰──────────────────────────────────────╯
        ");
    }

    #[test]
    fn a_board_without_a_game_shows_what_stands_on_it_white_below() {
        let board = ShownBoard {
            placement: Some("8/8/8/8/8/8/+7/K6*".into()),
            turned: Some(true),
            clock_presence: Some(ClockPresence::Absent),
            health: ShownHealth::default(),
            trouble: None,
            ..a_board()
        };
        insta::assert_snapshot!(drawn(&board, SMALL), @r"
        ╭ dgt_12345 ──────────────── ● up 87 % ╮
        │ 8 ●             ♔   Black  no clock  │
        │ 7               ○                    │
        │ 6                                    │
        │ 5                                    │
        │ 4                                    │
        │ 3                                    │
        │ 2                                    │
        │ 1                   White  no clock  │
        │   a b c d e f g h   no game yet      │
        ╰──────────────────────────────────────╯
        ");
    }

    #[test]
    fn the_last_move_and_the_squares_that_differ_are_marked() {
        let game = ShownGame { differs: vec!["a8".into()], ..a_game(&[("e2e4", "e4")]) };
        let board = ShownBoard { game: Some(game), ..a_board() };
        let buffer = draw(&board, SMALL, Rect::new(0, 0, 40, 11));
        let background = |file: u16, rank: u16| buffer[(4 + file * 2, 9 - rank)].bg;
        assert_eq!(background(4, 2), MOVED_LIGHT);
        assert_eq!(background(4, 4), MOVED_LIGHT);
        assert_eq!(background(0, 8), DIFFERS);
        assert_eq!([background(0, 1), background(7, 1)], [DARK, LIGHT]);
    }

    #[test]
    fn the_newest_moves_stay_in_sight() {
        let moves = [("g1f3", "Nf3"), ("g8f6", "Nf6"), ("f3g1", "Ng1"), ("f6g8", "Ng8")];
        let moves: Vec<_> = moves.into_iter().cycle().take(61).collect();
        let board = ShownBoard { game: Some(a_game(&moves)), ..a_board() };
        let card = drawn(&board, SMALL);
        assert!(card.contains("31. Nf3") && card.contains("26. Ng1"), "{card}");
        assert!(!card.contains("25. Nf3"), "{card}");
    }

    #[test]
    fn any_terminal_however_small_can_be_drawn_on() {
        let board = ShownBoard { game: Some(a_game(&[("e2e4", "e4")])), ..a_board() };
        for size in Size::ALL {
            for (width, height) in (0..90).step_by(7).zip((0..30).rev()) {
                draw(&board, size, Rect::new(0, 0, width, height));
            }
        }
    }

    fn drawn(board: &ShownBoard, size: Size) -> String {
        let buffer = draw(board, size, Rect::new(0, 0, size.card_columns(), size.card_rows()));
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| row(y) + "\n").collect()
    }

    fn draw(board: &ShownBoard, size: Size, area: Rect) -> Buffer {
        let mut buffer = Buffer::empty(area);
        let (now, notices) = (Duration::from_secs(110), &Notices::default());
        Card { board, seat: None, size, now, notices, border: BORDER }.render(area, &mut buffer);
        buffer
    }
}

//! A board as a picture: what stands on it, and in words for who does not see it.

use std::str::FromStr;

use maud::{Markup, html};
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_drivers::observation::{Color, Piece, Placement, Reading, Role, Square};

/// The pieces, each by the name that [`symbol`] gives it, and as large as a square.
pub(crate) const PIECES: &str = "/assets/pieces.svg";

/// What is to be seen on a board.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    placement: Option<Placement>,
    moved: Vec<String>,
    differs: Vec<String>,
}

impl Picture {
    /// By the game, or by the readings where there is none; White below.
    pub(crate) fn of_board(board: &ShownBoard) -> Self {
        match &board.game {
            Some(game) => Self::of_game(game),
            None => {
                let read = board.placement.as_ref().and_then(|it| Placement::from_str(it).ok());
                let is_turned = board.turned == Some(true);
                let placement = read.map(|read| if is_turned { read.turned() } else { read });
                Self { placement, moved: Vec::new(), differs: Vec::new() }
            }
        }
    }

    /// What stands somewhere, and the squares that were touched.
    pub(crate) fn of_placement(placement: Placement, touched: &[Square]) -> Self {
        let moved = touched.iter().map(ToString::to_string).collect();
        Self { placement: Some(placement), moved, differs: Vec::new() }
    }

    /// A position, a FEN, and the move in UCI that has led there.
    pub(crate) fn of_position(fen: &str, last: Option<&str>) -> Self {
        let placement = fen.split(' ').next().and_then(|fen| Placement::from_str(fen).ok());
        let last = last.unwrap_or_default();
        let moved = [last.get(..2), last.get(2..4)];
        let moved = moved.into_iter().flatten().map(ToOwned::to_owned).collect();
        Self { placement, moved, differs: Vec::new() }
    }

    fn of_game(game: &ShownGame) -> Self {
        let shown = Self::of_position(&game.fen, game.moves.last().map(String::as_str));
        Self { differs: game.differs.clone(), ..shown }
    }

    /// As SVG. A square is 10 units wide.
    pub(crate) fn svg(&self, description: &str) -> Markup {
        let Some(placement) = &self.placement else {
            return html! { svg.board viewBox="0 0 80 80" role="img" aria-label=(description) {} };
        };
        let marks = |names: &[String], class: &'static str| {
            let squares: Vec<_> = names.iter().filter_map(|name| corner(name)).collect();
            html! {
                @for (x, y) in squares { rect class=(class) x=(x) y=(y) width="10" height="10" {} }
            }
        };
        html! {
            svg.board viewBox="0 0 80 80" role="img" aria-label=(description) {
                (marks(&self.moved, "moved"))
                (marks(&self.differs, "differs"))
                @for square in Square::all() {
                    @if let (Some(symbol), Some((x, y))) = (symbol(placement.get(square)), corner(&square.to_string())) {
                        use href=(format!("{PIECES}#{symbol}")) x=(x) y=(y) {}
                    }
                }
            }
        }
    }

    /// In words, as in `White: Kg1, Qd1, f2; Black: Kg8`.
    pub(crate) fn words(&self, white: &str, black: &str) -> String {
        let Some(placement) = &self.placement else { return String::new() };
        let of = |color| {
            let mut all: Vec<_> = Square::all()
                .filter_map(|square| match placement.get(square) {
                    Reading::Piece(piece) if piece.color == color => {
                        Some((rank_of(piece.role), format!("{}{square}", letter(piece.role))))
                    }
                    _ => None,
                })
                .collect();
            all.sort();
            all.into_iter().map(|(_, piece)| piece).collect::<Vec<_>>().join(", ")
        };
        format!("{white}: {}; {black}: {}", of(Color::White), of(Color::Black))
    }
}

/// Where a square lies, White below.
fn corner(name: &str) -> Option<(u8, u8)> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *name.as_bytes() else { return None };
    Some(((file - b'a') * 10, (b'8' - rank) * 10))
}

fn symbol(reading: Reading) -> Option<&'static str> {
    Some(match reading {
        Reading::Empty => return None,
        Reading::Piece(Piece { color: Color::White, role }) => match role {
            Role::King => "wk",
            Role::Queen => "wq",
            Role::Rook => "wr",
            Role::Bishop => "wb",
            Role::Knight => "wn",
            Role::Pawn => "wp",
        },
        Reading::Piece(Piece { color: Color::Black, role }) => match role {
            Role::King => "bk",
            Role::Queen => "bq",
            Role::Rook => "br",
            Role::Bishop => "bb",
            Role::Knight => "bn",
            Role::Pawn => "bp",
        },
        Reading::Color(Color::White) => "w",
        Reading::Color(Color::Black) => "b",
        Reading::Occupied | Reading::Unknown => "any",
    })
}

const fn letter(role: Role) -> &'static str {
    match role {
        Role::King => "K",
        Role::Queen => "Q",
        Role::Rook => "R",
        Role::Bishop => "B",
        Role::Knight => "N",
        Role::Pawn => "",
    }
}

/// In the order in which people name pieces.
const fn rank_of(role: Role) -> u8 {
    match role {
        Role::King => 0,
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => 5,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_game};

    use super::*;

    #[test]
    fn a_position_is_told_in_words_too() {
        let fen = "6k1/5p2/8/8/8/8/5PP1/3Q2K1 w - - 0 1".to_owned();
        let board = ShownBoard { game: Some(ShownGame { fen, ..a_game(&[]) }), ..a_board() };
        let words = Picture::of_board(&board).words("White", "Black");
        assert_eq!(words, "White: Kg1, Qd1, f2, g2; Black: Kg8, f7");
    }

    #[test]
    fn the_last_move_and_what_differs_are_marked() {
        let game = ShownGame { differs: vec!["a8".into()], ..a_game(&[("e2e4", "e4")]) };
        let board = ShownBoard { game: Some(game), ..a_board() };
        let svg = Picture::of_board(&board).svg("").into_string();
        assert!(svg.contains(r#"<rect class="moved" x="40" y="60""#), "{svg}");
        assert!(svg.contains(r#"<rect class="moved" x="40" y="40""#), "{svg}");
        assert!(svg.contains(r#"<rect class="differs" x="0" y="0""#), "{svg}");
    }
}

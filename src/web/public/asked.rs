//! What a page is asked to show, by its address.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use axum::http::HeaderMap;
use serde::{Deserialize, Deserializer};

use super::view::{Board, PublicView, Round};
use crate::speech::Speech;

/// How many boards a wall may show at a time.
pub(super) const WALLS: [u8; 4] = [1, 2, 4, 8];

/// No wall begins further away.
const FURTHEST: i32 = 1_000_000_000;

/// Which page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PageKind {
    /// A round at a glance.
    Round,
    /// Boards for the wall.
    Wall,
    /// One board over a stream.
    Overlay,
}

/// How a page looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Theme {
    Dark,
    Light,
    Wood,
    Contrast,
    Glass,
}

/// What of a board an overlay shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Layout {
    /// The board and the players.
    #[default]
    Full,
    /// The players, their clocks and the last move, side by side.
    Strip,
    /// The board alone.
    Board,
}

/// Tables, as in `1,2,5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables(Vec<u16>);

/// What stands in an address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    /// The round; otherwise the one that is played.
    pub(super) round: Option<u16>,
    /// The table, of an overlay.
    pub(super) table: Option<u16>,
    /// How many boards at a time, of a wall.
    boards: Option<u8>,
    /// With which board it begins, counted from 1; behind the last one comes the first again.
    from: Option<i32>,
    /// These tables and no others, of a wall.
    tables: Option<Tables>,
    /// Seconds after which a wall shows the next boards.
    pub(super) every: Option<u16>,
    pub(super) theme: Option<Theme>,
    pub(super) layout: Option<Layout>,
    /// The language.
    lang: Option<String>,
}

impl Asked {
    /// In which language.
    pub(super) fn speech(&self, headers: &HeaderMap) -> Speech {
        let said = self.lang.as_deref().and_then(Speech::coded);
        said.or_else(|| Speech::asked(headers)).unwrap_or(Speech::English)
    }

    /// How many boards a wall shows at a time.
    pub(super) fn wall(&self) -> u8 {
        let asked = self.boards.unwrap_or(4);
        WALLS.into_iter().rfind(|wall| *wall <= asked).unwrap_or(1)
    }

    /// With which of its boards a wall begins, counted from 1; `None` for other pages, which show all they have.
    pub(super) fn first_in(&self, page: PageKind, view: &PublicView) -> Option<usize> {
        let boards = (page == PageKind::Wall).then(|| self.all_in(page, view).len())?;
        Some(self.skipped_of(boards) + 1)
    }

    /// The round that is meant.
    pub(super) fn round_in<'a>(&self, view: &'a PublicView) -> Option<&'a Arc<Round>> {
        match self.round {
            Some(number) => view.round(number),
            None => view.current_round(),
        }
    }

    /// Its number; 0 where there is none.
    pub(super) fn number_in(&self, view: &PublicView) -> u16 {
        self.round_in(view).map_or(0, |round| round.number())
    }

    /// The boards that the page shows, in their order.
    pub(super) fn boards_in(&self, page: PageKind, view: &PublicView) -> Vec<Arc<Board>> {
        let all = self.all_in(page, view);
        match page {
            PageKind::Round | PageKind::Overlay => all,
            PageKind::Wall => {
                let skipped = self.skipped_of(all.len());
                all.into_iter().skip(skipped).take(self.wall().into()).collect()
            }
        }
    }

    /// The boards that it shows sooner or later.
    fn all_in(&self, page: PageKind, view: &PublicView) -> Vec<Arc<Board>> {
        let Some(round) = self.round_in(view) else { return Vec::new() };
        let at = |tables: &[u16]| {
            tables.iter().filter_map(|table| round.board(*table)).cloned().collect()
        };
        match (page, &self.tables) {
            (PageKind::Overlay, _) => at(self.table.as_slice()),
            (PageKind::Wall, Some(Tables(tables))) => at(tables),
            (PageKind::Round | PageKind::Wall, _) => round.boards().to_vec(),
        }
    }

    /// How many of so many boards come before those that a wall shows now. Behind the last group comes the first.
    fn skipped_of(&self, boards: usize) -> usize {
        let wall = usize::from(self.wall());
        let groups = i32::try_from(boards.div_ceil(wall)).unwrap_or(i32::MAX).max(1);
        let from = self.from.unwrap_or(1).clamp(-FURTHEST, FURTHEST);
        let group = from.saturating_sub(1).div_euclid(i32::from(self.wall())).rem_euclid(groups);
        usize::try_from(group).unwrap_or_default() * wall
    }

    /// Where the changes of this page come from.
    pub(super) fn live(&self, page: PageKind) -> String {
        let mut address = format!("/live?page={page}");
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(address, "&{name}={value}");
            }
        };
        add("round", self.round.map(|round| round.to_string()));
        add("table", self.table.map(|table| table.to_string()));
        add("boards", (page == PageKind::Wall).then(|| self.wall().to_string()));
        add("from", self.from.map(|from| from.to_string()));
        add("tables", self.tables.as_ref().map(ToString::to_string));
        add("lang", self.lang.as_deref().and_then(Speech::coded).map(|it| it.code().to_owned()));
        address
    }
}

impl fmt::Display for PageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Round => "round",
            Self::Wall => "wall",
            Self::Overlay => "overlay",
        })
    }
}

impl Theme {
    /// The class of a page that looks so.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Wood => "wood",
            Self::Contrast => "contrast",
            Self::Glass => "glass",
        }
    }
}

impl Layout {
    /// The class of an overlay that shows so much.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Strip => "strip",
            Self::Board => "board-alone",
        }
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&tables.join(","))
    }
}

impl<'de> Deserialize<'de> for Tables {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let tables: Result<_, _> = text.split(',').map(|table| table.trim().parse()).collect();
        tables.map(Self).map_err(|_| serde::de::Error::custom("name tables as in 1,2,5"))
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::sheet::SheetStart;
    use touchmove_core::sheet::samples::played;

    use super::*;
    use crate::public::view::samples::{view_of, wide_view};

    fn tables(asked: &Asked) -> Vec<u16> {
        let boards = asked.boards_in(PageKind::Wall, &wide_view(10));
        boards.iter().map(|board| board.table()).collect()
    }

    #[test]
    fn a_wall_goes_round_and_round() {
        let asked = |boards, from| Asked { boards, from, ..Asked::default() };
        assert_eq!(tables(&asked(None, None)), [1, 2, 3, 4]);
        assert_eq!(tables(&asked(Some(4), Some(5))), [5, 6, 7, 8]);
        assert_eq!(tables(&asked(Some(4), Some(9))), [9, 10]);
        assert_eq!(tables(&asked(Some(4), Some(13))), [1, 2, 3, 4]);
        assert_eq!(tables(&asked(Some(4), Some(-3))), [9, 10]);
        assert_eq!(tables(&asked(Some(7), Some(i32::MIN + 1))).len(), 4);
        assert_eq!(tables(&asked(Some(0), Some(3))), [3]);
        let first = |boards, from| asked(boards, from).first_in(PageKind::Wall, &wide_view(10));
        assert_eq!(first(Some(4), Some(6)), Some(5));
        assert_eq!(first(Some(4), Some(13)), Some(1), "where it has gone round");
        assert_eq!(first(Some(4), Some(-3)), Some(9));
        let some = Asked { tables: Some(Tables(vec![7, 2, 99])), ..Asked::default() };
        assert_eq!(tables(&some), [7, 2]);
    }

    #[test]
    fn an_overlay_shows_a_table_of_the_round_that_is_played() {
        let view = view_of(played(SheetStart::usual(), "e4"));
        let boards = |asked: Asked| asked.boards_in(PageKind::Overlay, &view).len();
        assert_eq!(boards(Asked { table: Some(12), ..Asked::default() }), 1);
        assert_eq!(boards(Asked { table: Some(12), round: Some(3), ..Asked::default() }), 1);
        assert_eq!(boards(Asked { table: Some(12), round: Some(2), ..Asked::default() }), 0);
        assert_eq!(boards(Asked { table: Some(1), ..Asked::default() }), 0);
        let wall = Asked { from: Some(5), lang: Some("tr".into()), ..Asked::default() };
        assert_eq!(wall.live(PageKind::Wall), "/live?page=wall&boards=4&from=5&lang=tr");
    }
}

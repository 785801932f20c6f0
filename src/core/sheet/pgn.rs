//! A sheet as PGN in the form that broadcast tools read: tags and comments are those of LiveChess and Lichess.

use shakmaty::{CastlingMode, Color};
use touchmove_drivers::recording::Variant;

use super::{Sheet, SheetMove};
use crate::game::pgn::{self, Score, Scored, Tags, Unanswered};
use crate::game::view::Break;
use crate::laws::control::TimeControl;
use crate::pairing::{Outcome, Pairing, Player};
use crate::points::PGN_TAG;

/// The game as PGN. It ends in a line break.
///
/// Illegal moves and breaks that no move follows are left out: as long as nobody has played on, they may
/// be put right, and the players are not to learn of them from a broadcast.
pub fn write(sheet: &Sheet) -> String {
    let score = score(sheet, &sheet.moves, sheet.breaks.clone());
    pgn::write(&score, &Tags::new(tags(sheet).0))
}

/// The game as far as it can be replayed from its start ([`Sheet::replayable`]), with its result, for readers that keep the
/// first position of a game for good. They know it again by `game_id`, whatever is corrected of its players.
pub fn write_replayable(sheet: &Sheet, game_id: &str) -> String {
    let mut tags = tags(sheet);
    tags.add("GameId", Some(game_id));
    pgn::write(&score(sheet, sheet.replayable(), Vec::new()), &Tags::new(tags.0))
}

fn score<'a>(sheet: &'a Sheet, moves: &'a [SheetMove], breaks: Vec<Break>) -> Score<'a> {
    Score {
        start: &sheet.start.fen,
        castling: match sheet.start.variant {
            Variant::Standard => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        },
        moves: moves.iter().map(scored).collect(),
        breaks,
        unanswered: Unanswered::Withheld,
        result: sheet.outcome.map(Outcome::points),
    }
}

fn scored(made: &SheetMove) -> Scored<'_> {
    let SheetMove { side, san, uci, fen, left, spent, is_doubtful } = made;
    let (san, left, spent, is_doubtful) = (san.as_deref(), *left, *spent, *is_doubtful);
    Scored { side: *side, san, uci: uci.parse().ok(), fen, left, spent, is_doubtful }
}

/// The tags of what is known, in their order.
fn tags(sheet: &Sheet) -> List {
    let pairing = sheet.pairing();
    let players =
        pairing.map(|pairing| [(Color::White, &pairing.white), (Color::Black, &pairing.black)]);
    let date = sheet.date.or(sheet.event.date);
    let mut tags = List::default();
    tags.add(PGN_TAG, sheet.outcome.filter(|outcome| outcome.played().is_none()));
    tags.add("Event", sheet.event.name.as_ref());
    tags.add("Site", sheet.event.site.as_ref());
    tags.add("Date", date.map(|date| date.strftime("%Y.%m.%d")));
    tags.add("Round", Some(format!("{}.{}", sheet.round(), sheet.board())));
    tags.add("Board", Some(sheet.board()));
    for (color, player) in players.into_iter().flatten() {
        tags.add_player(color, player);
    }
    tags.add("TimeControl", pairing.and_then(time_control));
    tags.add("Section", pairing.and_then(|pairing| pairing.section.as_ref()));
    let variant = match sheet.start.variant {
        Variant::Standard => None,
        Variant::Chess960 => Some("Chess960"),
    };
    tags.add("Variant", variant);
    tags
}

/// The time control in PGN's form where it has one and the text can be read, else as the pairing has it.
fn time_control(pairing: &Pairing) -> Option<String> {
    let text = pairing.time_control.as_ref()?;
    let control = text.parse::<TimeControl>().ok();
    Some(control.and_then(|control| control.pgn()).unwrap_or_else(|| text.clone()))
}

/// Tags that are gathered.
#[derive(Default)]
struct List(Vec<(String, String)>);

impl List {
    fn add(&mut self, name: impl Into<String>, value: Option<impl ToString>) {
        self.0.extend(value.map(|value| (name.into(), value.to_string())));
    }

    fn add_player(&mut self, color: Color, player: &Player) {
        let side = match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        self.add(side, Some(&player.name));
        self.add(format!("{side}Elo"), player.rating);
        self.add(format!("{side}FideId"), player.fide_id);
        self.add(format!("{side}Title"), player.title.map(|title| title.word()));
        self.add(format!("{side}Team"), player.team.as_ref());
        self.add(format!("{side}Federation"), player.federation.as_ref());
    }
}

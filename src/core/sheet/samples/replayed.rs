//! PGN read back as strictly as can be: every tag line and comment within pgn-reader's limits, every
//! position one of the Laws, every move legal.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};

use super::*;

/// A game as a reader has it.
#[derive(Debug, Default)]
pub struct Replayed {
    /// The tags, by name.
    pub tags: Vec<(String, String)>,
    /// Where it began.
    pub start: Chess,
    /// Where it ended.
    pub end: Chess,
    /// The moves.
    pub sans: Vec<String>,
    /// The comments, each with the number of moves before it.
    pub comments: Vec<(usize, String)>,
    /// The result as it stands behind the moves.
    pub outcome: String,
    /// The first move at which a strict reader stops.
    pub stopped: Option<String>,
}

impl Replayed {
    /// What a tag says.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// What the comment before the first move says.
    pub fn preface(&self) -> String {
        let before = self.comments.iter().filter(|(after, _)| *after == 0);
        before.map(|(_, text)| text.replace('\n', " ")).collect()
    }
}

/// The games of a file as it must be: a strict reader reads all of it.
pub fn replay(pgn: &str) -> Vec<Replayed> {
    let games = replay_as_far_as_can_be(pgn);
    assert!(games.iter().all(|game| game.stopped.is_none()), "{games:?}");
    assert!(pgn.lines().all(|line| line.starts_with('[') || line.len() < 80), "{pgn}");
    assert!(pgn.lines().all(|line| !line.starts_with('%')), "{pgn}");
    games
}

/// The games of a file, each up to its first illegal move.
pub fn replay_as_far_as_can_be(pgn: &str) -> Vec<Replayed> {
    let mut reader = Reader::new(pgn.as_bytes());
    std::iter::from_fn(|| reader.read_game(&mut Replay).unwrap()).collect()
}

struct Replay;

impl Visitor for Replay {
    type Tags = Replayed;
    type Movetext = Replayed;
    type Output = Replayed;

    fn begin_tags(&mut self) -> ControlFlow<Replayed, Replayed> {
        ControlFlow::Continue(Replayed::default())
    }

    fn tag(
        &mut self,
        game: &mut Replayed,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Replayed> {
        let name = String::from_utf8(name.to_vec()).unwrap();
        game.tags.push((name, unescaped(std::str::from_utf8(value.as_bytes()).unwrap())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: Replayed) -> ControlFlow<Replayed, Replayed> {
        let mode = match game.tag("Variant") {
            Some("Chess960") => CastlingMode::Chess960,
            Some(variant) => panic!("{variant}"),
            None => CastlingMode::Standard,
        };
        if let Some(fen) = game.tag("FEN") {
            assert_eq!(game.tag("SetUp"), Some("1"));
            game.start = fen.parse::<Fen>().unwrap().into_position(mode).unwrap();
        }
        game.end = game.start.clone();
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Replayed, san: SanPlus) -> ControlFlow<Replayed> {
        match san.san.to_move(&game.end) {
            _ if game.stopped.is_some() => {}
            Ok(mv) => {
                game.end.play_unchecked(mv);
                game.sans.push(san.to_string());
            }
            Err(_) => game.stopped = Some(san.to_string()),
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        game: &mut Replayed,
        comment: RawComment<'_>,
    ) -> ControlFlow<Replayed> {
        self.comment(game, comment)
    }

    fn comment(&mut self, game: &mut Replayed, comment: RawComment<'_>) -> ControlFlow<Replayed> {
        let text = String::from_utf8(comment.as_bytes().to_vec()).unwrap();
        game.comments.push((game.sans.len(), text));
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Replayed, outcome: Outcome) -> ControlFlow<Replayed> {
        game.outcome = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Replayed) -> Replayed {
        game
    }
}

/// What a tag says. (`RawTag::decode` of pgn-reader 0.29 loses a backslash before an escaped one.)
fn unescaped(value: &str) -> String {
    let mut chars = value.chars();
    let mut text = String::new();
    while let Some(char) = chars.next() {
        text.extend(if char == '\\' { chars.next() } else { Some(char) });
    }
    text
}

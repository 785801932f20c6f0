//! The texts of a move: UCI, SAN and the position after it as a FEN.
//!
//! A move is told more than once, provisional and made, and its texts cost more than to tell it: they are written once.

use std::sync::Arc;

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingMode, Chess, Move, Position};

use super::fen_of;
use crate::account::LineMove;

/// The texts of the move that was written last.
#[derive(Clone, Debug, Default)]
pub(super) struct LastWritten(Option<WrittenMove>);

#[derive(Clone, Debug)]
struct WrittenMove {
    mv: Move,
    before: Arc<Chess>,
    is_legal: bool,
    texts: MoveTexts,
}

/// The texts of a move.
#[derive(Clone, Debug)]
pub(super) struct MoveTexts {
    pub(super) uci: String,
    /// `None` of an illegal one.
    pub(super) san: Option<String>,
    /// The position after it.
    pub(super) fen: String,
}

impl LastWritten {
    /// The texts of a move.
    pub(super) fn texts_of(&mut self, mv: &LineMove, mode: CastlingMode) -> MoveTexts {
        let is_it = |last: &WrittenMove| {
            last.mv == mv.mv && last.is_legal == mv.legal && last.before == mv.before
        };
        if let Some(last) = self.0.as_ref().filter(|last| is_it(last)) {
            return last.texts.clone();
        }
        let (after, before) = (mv.after(), Arc::clone(&mv.before));
        let san = mv.legal.then(|| san_of(&before, mv.mv, &after));
        let uci = mv.mv.to_uci(mode).to_string();
        let texts = MoveTexts { uci, san, fen: fen_of(&after) };
        let written = WrittenMove { mv: mv.mv, before, is_legal: mv.legal, texts };
        self.0.insert(written).texts.clone()
    }
}

/// The move in SAN. Whether it mates is only looked for where it gives check.
fn san_of(before: &Chess, mv: Move, after: &Chess) -> String {
    let suffix = after.is_check().then(|| match after.legal_moves().is_empty() {
        true => Suffix::Checkmate,
        false => Suffix::Check,
    });
    SanPlus { san: San::from_move(before, mv), suffix }.to_string()
}

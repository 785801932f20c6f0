//! The texts of a move: SAN, and the position after it as a FEN.
//!
//! They cost more than to tell the move, and many who are told of it ask for neither: they are written when somebody asks
//! first, once for all who tell of the move.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Chess, Move, Position};

use super::fen_of;
use super::kept_position::KeptPosition;
use super::number::MoveNumber;
use crate::account::{LineMove, position_after};

/// The texts of a move. Clones share them.
#[derive(Clone, Debug)]
pub struct MoveTexts(Arc<SharedTexts>);

#[derive(Debug)]
struct SharedTexts {
    is_legal: bool,
    /// The number on the scoresheet that the position after the move has.
    next_number: u32,
    /// The move, until its texts are written.
    unwritten: Mutex<Option<UnwrittenMove>>,
    /// Boxed, as most are never written.
    written: OnceLock<Box<WrittenMove>>,
}

#[derive(Debug)]
struct UnwrittenMove {
    mv: Move,
    before: KeptPosition,
}

#[derive(Debug, Default, PartialEq)]
struct WrittenMove {
    /// `None` of an illegal one.
    san: Option<String>,
    fen: String,
}

impl MoveTexts {
    /// Texts of a move that somebody has written: SAN, `None` of an illegal one, and the position after it as a FEN.
    pub fn known(san: Option<String>, fen: String) -> Self {
        let (is_legal, next_number) = (san.is_some(), MoveNumber::next_in(&fen).number());
        let written = OnceLock::from(Box::new(WrittenMove { san, fen }));
        Self(Arc::new(SharedTexts { is_legal, next_number, unwritten: Mutex::new(None), written }))
    }

    fn of(&LineMove { mv, legal: is_legal, ref before, .. }: &LineMove) -> Self {
        let counted = u32::from(before.turn().is_black());
        let next_number = before.fullmoves().saturating_add(counted).get();
        let unwritten = Mutex::new(Some(UnwrittenMove { mv, before: KeptPosition::of(before) }));
        Self(Arc::new(SharedTexts { is_legal, next_number, unwritten, written: OnceLock::new() }))
    }

    /// Whether the move is legal: only then it has a SAN.
    pub fn is_legal(&self) -> bool {
        self.0.is_legal
    }

    /// The move in SAN; `None` of an illegal one.
    pub fn san(&self) -> Option<&str> {
        if self.0.is_legal { self.written().san.as_deref() } else { None }
    }

    /// The position after it as a FEN.
    pub fn fen(&self) -> &str {
        &self.written().fen
    }

    pub(super) fn next_number(&self) -> u32 {
        self.0.next_number
    }

    fn written(&self) -> &WrittenMove {
        self.0.written.get_or_init(|| {
            let unwritten = self.0.unwritten.lock().unwrap_or_else(PoisonError::into_inner).take();
            let written = unwritten.and_then(|unwritten| unwritten.written(self.0.is_legal));
            Box::new(written.unwrap_or_default())
        })
    }
}

impl PartialEq for MoveTexts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.written() == other.written()
    }
}

impl UnwrittenMove {
    fn written(&self, is_legal: bool) -> Option<WrittenMove> {
        let before = self.before.position()?;
        let after = position_after(&before, self.mv);
        let san = is_legal.then(|| san_of(&before, self.mv, &after));
        Some(WrittenMove { san, fen: fen_of(&after) })
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

#[derive(Clone, Debug)]
struct PlayedMove {
    mv: Move,
    before: Arc<Chess>,
}

/// The texts of the move that was told last: it is told more than once, provisional and made.
#[derive(Clone, Debug, Default)]
pub(super) struct LastTold(Option<(PlayedMove, MoveTexts)>);

impl LastTold {
    /// The texts of a move.
    pub(super) fn texts_of(&mut self, told: &LineMove) -> MoveTexts {
        let is_it = |(last, texts): &&(PlayedMove, MoveTexts)| {
            last.mv == told.mv && texts.is_legal() == told.legal && last.before == told.before
        };
        if let Some((_, texts)) = self.0.as_ref().filter(is_it) {
            return texts.clone();
        }
        let played = PlayedMove { mv: told.mv, before: Arc::clone(&told.before) };
        self.0.insert((played, MoveTexts::of(told))).1.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shakmaty::{Chess, Role, Square};

    use super::*;

    fn unwritten(mv: Move, is_legal: bool) -> MoveTexts {
        let before = KeptPosition::of(&Arc::new(Chess::default()));
        let unwritten = Mutex::new(Some(UnwrittenMove { mv, before }));
        let written = OnceLock::new();
        MoveTexts(Arc::new(SharedTexts { is_legal, next_number: 1, unwritten, written }))
    }

    #[test]
    fn texts_are_written_when_somebody_asks_and_the_position_is_given_up_for_them() {
        let (from, to) = (Square::E2, Square::E4);
        let mv = Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: None };
        let (texts, illegal) = (unwritten(mv, true), unwritten(mv, false));
        assert_eq!((texts.is_legal(), illegal.san()), (true, None));
        assert!(texts.0.written.get().is_none() && illegal.0.written.get().is_none());
        let copy = texts.clone();
        assert_eq!(copy.san(), Some("e4"));
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!((texts.fen(), illegal.fen()), (fen, fen));
        assert!(texts.0.unwritten.lock().unwrap().is_none());
        assert_eq!(texts, MoveTexts::known(Some("e4".to_owned()), fen.to_owned()));
        assert_ne!(texts, illegal);
    }
}

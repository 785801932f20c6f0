//! Other moves than were told, proposed by who looked at all that came later, and what people answer.
//!
//! Nothing is changed by a proposal: a question is opened. Answered by `change`, the moves stand as though somebody had
//! corrected them, in one step that can be undone as one; by `keep`, what was told stays.

use std::sync::Arc;

use shakmaty::Move;
use shakmaty::uci::UciMove;

use super::{CorrectionError, Reach, scored};
use crate::account::{Question, QuestionKind, What, position_after};
use crate::decision::Proposal;
use crate::reconstruct::Reconstruct;
use crate::reconstruct::plies::Ply;
use crate::reconstruct::questions::Doubt;
use crate::reconstruct::settled_sheet::{Scored, ScoredStep};

/// The place of the answer by which other moves stand.
const CHANGE: usize = 1;

impl Reconstruct {
    /// Asks whether other moves were played than were told.
    ///
    /// # Errors
    /// [`CorrectionError`] where the game does not have the moves that were told, or others cannot stand there.
    pub(super) fn propose(&mut self, proposal: &Proposal) -> Result<(), CorrectionError> {
        let Proposal { ply, told, instead, confidence } = proposal;
        let at = self.line_of(*ply, Reach::Next)?;
        let game = self.played_game()?;
        let plies = game.sheet().plies();
        let not_written = || CorrectionError::NotWritten { ply: *ply };
        let before = plies.get(at).ok_or_else(not_written)?;
        let written = plies.iter().skip(at + 1).map_while(Ply::mv).take(told.len());
        let written: Vec<Move> = written.collect();
        let mode = game.start().mode;
        if !written.iter().map(|mv| mv.to_uci(mode)).eq(told.iter().copied()) {
            return Err(not_written());
        }
        let instead = line(before, instead)?;
        let moves = instead.iter().filter_map(|scored| match scored.what {
            ScoredStep::Move(mv) => Some(mv),
            ScoredStep::Placed(..) => None,
        });
        let lines = vec![written, moves.collect()];
        let (kind, before) = (QuestionKind::Hindsight, Arc::new(before.after.clone()));
        let mut entries = Vec::new();
        game.propose(Doubt { kind, ply: *ply, lines, before }, *confidence, &mut entries);
        self.tell_all(entries);
        Ok(())
    }

    /// Answers whether other moves were played.
    ///
    /// # Errors
    /// [`CorrectionError`] where that is no answer, or the moves cannot stand there any more.
    pub(super) fn answer_proposed(
        &mut self,
        decision: u64,
        proposed: Question,
        choice: String,
    ) -> Result<(), CorrectionError> {
        let (question, ply) = (proposed.id, proposed.ply);
        let Some(answer) = proposed.words().iter().position(|word| *word == choice) else {
            return Err(CorrectionError::NoSuchAnswer { question, choice });
        };
        let told = proposed.lines.first().map_or(0, Vec::len);
        let instead = proposed.lines.get(CHANGE).filter(|_| answer == CHANGE);
        let at = match instead {
            Some(_) => {
                self.settle_line();
                Some(self.line_of(ply, Reach::Next)?)
            }
            None => None,
        };
        let game = self.played_game()?;
        let mode = game.start().mode;
        let answered = game.answer(question, &choice);
        let asked = answered.ok_or(CorrectionError::NoSuchAnswer { question, choice })?.question;
        self.account.write(What::Question(asked));
        let (Some(at), Some(instead)) = (at, instead) else { return Ok(()) };
        let uci: Vec<_> = instead.iter().map(|mv| mv.to_uci(mode)).collect();
        self.write_lines(decision, at, told, |before| line(before, &uci))
    }
}

/// The lines of the scoresheet for moves that were played one after another.
fn line(before: &Ply, moves: &[UciMove]) -> Result<Vec<Scored>, CorrectionError> {
    let mut before = before.clone();
    let mut lines = Vec::with_capacity(moves.len());
    for &mv in moves {
        let scored = scored(&before, mv)?;
        if let ScoredStep::Move(mv) = scored.what {
            before.after = position_after(&before.after, mv);
        }
        lines.push(scored);
    }
    Ok(lines)
}

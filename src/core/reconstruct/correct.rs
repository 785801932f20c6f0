//! Decisions about what was played: they override readings. The line is written anew from the ply on
//! that they change, by what the same hands did after it, and the difference is told.

mod error;

use std::num::NonZeroU32;
use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position, PositionError};
use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::Variant;

pub use self::error::CorrectionError;

use super::bounds::MOST_LINES;
use super::game::{Game, Told};
use super::plies::{Ply, Step, Turn};
use super::seen::Seen;
use super::sheet::{Hands, Scored, ScoredStep, tree};
use super::stage::{Left, Over, Stage};
use super::{Orientation, Reconstruct, position};
use crate::account::{
    Evidence, LineState, MoveId, Placed, PositionWhy, Sight, Standing, Start, What,
};
use crate::decision::{self, GameDecision};

/// A change of the line by a decision.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// The number of the decision.
    number: u64,
    /// The first line of the scoresheet that it changed.
    at: usize,
    /// What stood from there on.
    before: Vec<Scored>,
    /// How many lines stood there after it.
    after: usize,
}

impl Edit {
    /// The line of the scoresheet after the last that it has written.
    pub(super) const fn end(&self) -> usize {
        self.at + self.after
    }
}

/// So many changes can be undone.
const MOST_EDITS: usize = 16;
/// So many lines that stood before are kept for that, but for those of the last change.
const MOST_EDITED: usize = 600;

/// A line to be written anew, and the position to which it led before.
type Again = (Scored, Option<Arc<Chess>>);

impl Reconstruct {
    /// Somebody has decided something.
    ///
    /// # Errors
    /// [`CorrectionError`]: it changes nothing, and why.
    pub(super) fn decide(&mut self, decision: &Decision) -> Result<(), CorrectionError> {
        let number = decision::number(decision, self.record);
        let carried_out = match GameDecision::of_record(decision)? {
            Some(decided) => self.carry_out(number, decided),
            None => Ok(()),
        };
        // What is not undone here may be a decision that only the Laws and the game know.
        if matches!(carried_out, Ok(()) | Err(CorrectionError::NothingToUndo(_))) {
            self.tell(What::Decision(decision.clone()));
        }
        carried_out
    }

    fn carry_out(&mut self, number: u64, decided: GameDecision) -> Result<(), CorrectionError> {
        self.check_on_paper(&decided)?;
        if changes_line(&decided) {
            self.settle_line();
        }
        match decided {
            GameDecision::Insert { ply, mv } => {
                let at = self.line_of(ply, Reach::Next)?;
                self.write(number, at, 0, |before| Ok(vec![scored(before, mv)?]))
            }
            GameDecision::Replace { ply, mv } => {
                let at = self.line_of(ply, Reach::Last)?;
                self.write(number, at, 1, |before| Ok(vec![scored(before, mv)?]))
            }
            GameDecision::Delete { ply } => {
                let at = self.line_of(ply, Reach::Last)?;
                self.write(number, at, 1, |_| Ok(Vec::new()))
            }
            GameDecision::Position(fen) => self.place(number, |now, mode| {
                let next = position::number_of_next(now, fen.as_setup().turn);
                standing(fen, next, mode)
            }),
            GameDecision::Turn(side) => self.place(number, |now, _| to_move(now, side)),
            GameDecision::Orientation(lies) => {
                self.lie(lies.into());
                Ok(())
            }
            GameDecision::Start(start) => self.expect(start.as_ref()),
            GameDecision::Laws(_) => Ok(()),
            GameDecision::Result(outcome) => {
                self.played()?;
                if outcome.is_some() {
                    self.stop(number)
                } else {
                    self.go_on()
                }
                Ok(())
            }
            GameDecision::Answer { question, choice } => self.answer(question, choice),
            GameDecision::Undo { record } => self.undo(record),
            GameDecision::Clock(_) | GameDecision::Players(_) => self.played().map(drop),
        }
    }

    fn played(&mut self) -> Result<&mut Game, CorrectionError> {
        self.stage.game().ok_or(CorrectionError::NoGame)
    }

    /// The line of the scoresheet with this ply, or the one after the last.
    fn line_of(&mut self, ply: u32, reach: Reach) -> Result<usize, CorrectionError> {
        let plies = self.played()?.sheet.plies();
        let last = plies.last().map_or(0, |last| last.number);
        let line = plies.iter().skip(1).position(|one| one.number == ply && one.mv().is_some());
        match (line, reach) {
            (Some(line), _) => Ok(line),
            (None, Reach::Next) if ply == last + 1 => Ok(plies.len() - 1),
            (None, _) => Err(CorrectionError::NoSuchPly { ply, last }),
        }
    }

    /// Play stands at another position now.
    fn place(
        &mut self,
        number: u64,
        position: impl FnOnce(&Chess, CastlingMode) -> Result<Chess, CorrectionError>,
    ) -> Result<(), CorrectionError> {
        let game = self.played()?;
        let (end, mode) = (game.sheet.len(), game.start.mode);
        self.write(number, end, 0, |before| {
            let position = Arc::new(position(&before.after, mode)?);
            let what = ScoredStep::Placed(position, PositionWhy::Decision);
            Ok(vec![by_decision(before, what)])
        })
    }

    /// Writes the scoresheet anew from line `at` on: without `struck` lines, and with others.
    fn write(
        &mut self,
        number: u64,
        at: usize,
        struck: usize,
        new: impl FnOnce(&Ply) -> Result<Vec<Scored>, CorrectionError>,
    ) -> Result<(), CorrectionError> {
        let record = self.record;
        let game = self.played()?;
        let (plies, lines) = (game.sheet.plies(), game.sheet.lines());
        let before = plies.get(at).ok_or(CorrectionError::NoGame)?;
        let struck_first = lines.get(at).filter(|_| struck > 0);
        let mut new = new(before)?;
        if (lines.len() + new.len()).saturating_sub(struck) > MOST_LINES {
            return Err(CorrectionError::TooLong(MOST_LINES));
        }
        for scored in &mut new {
            scored.evidence = Evidence { from: record, to: record };
            scored.landed = struck_first.map_or(scored.landed, |struck| struck.landed);
        }
        let mut lines: Vec<Again> = new.into_iter().map(|scored| (scored, None)).collect();
        lines.extend(game.again(at + struck, &plies));
        let edit = Edit { number, at, before: game.sheet.lines()[at..].to_vec(), after: 0 };
        self.rewrite(at, lines, |game, after| {
            game.edits.push(Edit { after, ..edit });
            while game.edits.len() > MOST_EDITS
                || game.edits.len() > 1 && game.edited() > MOST_EDITED
            {
                game.edits.remove(0);
            }
        });
        Ok(())
    }

    /// What a decision has changed is as before; what was played after it stays.
    fn undo(&mut self, number: u64) -> Result<(), CorrectionError> {
        if matches!(&self.stage, Stage::Over(over) if over.decided == Some(number)) {
            self.go_on();
            return Ok(());
        }
        let game = self.played()?;
        let known = game.edits.iter().any(|edit| edit.number == number);
        let Some(edit) = game.edits.pop_if(|edit| edit.number == number) else {
            return Err(match game.edits.last() {
                Some(last) if known => CorrectionError::UndoLater { later: last.number },
                _ => CorrectionError::NothingToUndo(number),
            });
        };
        let (plies, end) = (game.sheet.plies(), edit.end());
        let mut lines: Vec<Again> = edit.before.into_iter().map(|scored| (scored, None)).collect();
        lines.extend(game.again(end, &plies));
        self.rewrite(edit.at, lines, |_, _| {});
        Ok(())
    }

    /// Tells the line anew from `at` on.
    fn rewrite(&mut self, at: usize, lines: Vec<Again>, done: impl FnOnce(&mut Game, usize)) {
        let (sign, mut entries) = (self.stage.told_sign(), Vec::new());
        let (Some(game), Some(seen)) = (self.stage.game(), &self.seen) else { return };
        let had_ended = game.has_ended();
        let after = game.rewrite(at, lines, seen, &mut entries);
        done(game, after);
        let goes_on = had_ended && !game.has_ended();
        entries.extend(sign.map(What::Kings));
        self.tell_all(entries);
        if goes_on && sign.is_none() {
            self.go_on();
        }
        self.tell_line();
    }

    /// The board lies this way.
    fn lie(&mut self, orientation: Orientation) {
        self.setup.orientation = Some(orientation);
        let Some(seen) = self.seen.as_mut().filter(|seen| seen.orientation() != orientation) else {
            return;
        };
        if let Stage::Game(game) = &self.stage
            && game.is_unplayed()
        {
            return self.turn();
        }
        seen.turn(orientation);
        self.clock.board_turned();
        self.changed(Bitboard::FULL);
    }

    /// Whether games that begin now begin here; `None` is the usual start.
    pub fn begins_at(&self, start: Option<&(Fen, Variant)>) -> bool {
        start_of(start).is_ok_and(|start| start == self.setup.start)
    }

    /// Games begin here from now on; one does at once, if the men stand there.
    fn expect(&mut self, start: Option<&(Fen, Variant)>) -> Result<(), CorrectionError> {
        let start = start_of(start)?;
        if start != self.setup.start {
            self.setup.start = start;
            if let Some(orientation) = self.new_game_shown() {
                self.begin(orientation);
            }
        }
        Ok(())
    }

    /// What the board shows was played; a decision is made on top of it.
    fn settle_line(&mut self) {
        let mut entries = Vec::new();
        if let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen)
            && game.in_step()
        {
            game.settle_all(self.now, seen, &mut entries);
        }
        self.tell_all(entries);
    }

    /// The game is over by this decision; the last move stands by it.
    pub(super) fn stop(&mut self, number: u64) {
        self.settle_line();
        let was_played = matches!(self.stage, Stage::Game(_));
        self.leave_game(None);
        if let Stage::Over(over) = &mut self.stage
            && was_played
        {
            over.decided = Some(number);
        }
    }

    /// The game that was over goes on; if a decision had ended it, with what was played since then.
    pub(super) fn go_on(&mut self) {
        let sign = self.seen.as_ref().and_then(|seen| self.sign(seen));
        self.overruled = sign.map(|(put_down, _)| put_down.record);
        match std::mem::replace(&mut self.stage, Stage::NotBegun) {
            Stage::Over(Over { game: Some(game), decided, sign }) => {
                self.stage = Stage::Game(game);
                if decided.is_some() && sign.is_none() {
                    self.changed(Bitboard::FULL);
                }
            }
            Stage::Left(left) => self.stage = Stage::Left(Left { sign: None, ..left }),
            stage => self.stage = stage,
        }
    }
}

/// Whether it is about what was played, not about where play stands.
const fn changes_line(decided: &GameDecision) -> bool {
    matches!(
        decided,
        GameDecision::Insert { .. }
            | GameDecision::Replace { .. }
            | GameDecision::Delete { .. }
            | GameDecision::Turn(_)
            | GameDecision::Undo { .. }
    )
}

/// How far a decision about a ply reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// To the last ply.
    Last,
    /// To the one after it.
    Next,
}

impl Game {
    /// How many lines are kept so that changes can be undone.
    fn edited(&self) -> usize {
        self.edits.iter().map(|edit| edit.before.len()).sum()
    }

    /// The lines of the scoresheet from `at` on, to be written anew.
    fn again(&self, at: usize, plies: &[Ply]) -> Vec<Again> {
        let after = plies.iter().skip(at + 1).map(|ply| Some(Arc::new(ply.after.clone())));
        self.sheet.lines().iter().skip(at).cloned().zip(after).collect()
    }

    /// Writes the scoresheet anew from line `at` on; what is not told yet is forgotten. Returns how many
    /// lines stand there then.
    fn rewrite(&mut self, at: usize, lines: Vec<Again>, seen: &Seen, out: &mut Vec<What>) -> usize {
        self.withdraw(out);
        let before = self.sheet.plies();
        let open = under_way(&lines, before.last(), seen);
        let gone = self.sheet.cut(at);
        for (scored, pair) in gone.iter().zip(before[at..].windows(2)).rev() {
            self.strike(scored, pair, out);
        }
        let mut line: Vec<Ply> = before.into_iter().take(at + 1).collect();
        if gone.iter().any(|scored| matches!(scored.what, ScoredStep::Placed(..))) {
            out.extend(line.last().map(placed));
        }
        for (scored, led_to) in lines {
            let Some(last) = line.last() else { break };
            let Some(ply) = written_anew(&scored, led_to, last) else { break };
            self.write_down(last, &ply, out);
            line.push(ply);
        }
        let first = self.sheet.plies().get(at).map_or(1, |ply| ply.number + 1);
        self.questions.withdraw(|question| question.ply >= first, out);
        self.go_on_from(&line, open, seen, out);
        self.sheet.len() - at
    }

    fn strike(&self, scored: &Scored, pair: &[Ply], out: &mut Vec<What>) {
        let [before, ply] = pair else { return };
        if let Some(mut gone) = Self::line_move_of(&before.after, ply, Some(scored.id)) {
            gone.state = LineState::Superseded;
            out.push(What::Move(gone));
        }
    }

    fn write_down(&mut self, before: &Ply, ply: &Ply, out: &mut Vec<What>) {
        if ply.is_position() {
            out.push(placed(ply));
        } else {
            self.ids += 1;
        }
        let id = MoveId(self.ids);
        if let Some(mut told) = Self::line_move_of(&before.after, ply, Some(id)) {
            told.state = LineState::Settled;
            told.confidence = Self::CERTAIN;
            told.rewritten = true;
            out.push(What::Move(told));
        }
        self.sheet.push(ply, id);
    }

    /// All hypotheses give way to this line, all of which is told.
    fn go_on_from(&mut self, line: &[Ply], open: Bitboard, seen: &Seen, out: &mut Vec<What>) {
        let kept = line.len().saturating_sub(2);
        let Some((plies, ids)) = tree(&line[kept..]) else { return };
        let numbers = self.sheet.lines()[kept..].iter().map(|scored| scored.id);
        let told = ids.iter().skip(1).zip(numbers);
        self.told = told
            .map(|(&ply, id)| Told { ply, step: plies.get(ply).step, id, wrong: Bitboard::EMPTY })
            .collect();
        self.beam.restart(plies, ids.last().copied(), open, seen);
        self.forget_what_waits();
        let differs: Vec<_> = self.beam.wrong_by_decision().into_iter().collect();
        if !differs.is_empty() {
            self.standing = Some(differs.clone());
            out.push(What::Standing(Standing::Differs(differs)));
        }
        if !self.in_step() {
            self.follow(seen, open);
        }
    }
}

/// The ply of a line after another one than before: what the same hands did, or the same as before where
/// that leads to the same men, or else the position that it led to.
fn written_anew(scored: &Scored, led_to: Option<Arc<Chess>>, before: &Ply) -> Option<Ply> {
    scored.by_the_same_hands(before).or_else(|| {
        let same = scored.as_written(before);
        let Some(led_to) = led_to else { return same };
        let same = same.filter(|ply| ply.after.board() == led_to.board());
        Some(same.unwrap_or_else(|| reached(scored, led_to, before)))
    })
}

/// The squares that were wrong before the line is written anew: a move may be under way there. Where play
/// stands by decision at a position, nothing is.
fn under_way(lines: &[Again], told: Option<&Ply>, seen: &Seen) -> Bitboard {
    let placed = matches!(lines, [(Scored { what: ScoredStep::Placed(..), .. }, None)]);
    let told = told.filter(|_| !placed);
    told.map_or(Bitboard::EMPTY, |told| seen.shown().mismatch(told.after.board()))
}

/// A position to which no move leads any more, where the move stood that led there.
fn reached(scored: &Scored, position: Arc<Chess>, before: &Ply) -> Ply {
    let step = Step::Position(PositionWhy::Decision);
    let (evidence, landed) = (scored.evidence, scored.landed);
    Ply { step, after: position.as_ref().clone(), evidence, landed, ..before.clone() }
}

fn placed(ply: &Ply) -> What {
    let position = Arc::new(ply.after.clone());
    What::Position(Placed { position, why: PositionWhy::Decision })
}

/// The line of the scoresheet for a move that was decided.
fn scored(before: &Ply, mv: UciMove) -> Result<Scored, CorrectionError> {
    let fen = || Fen::from_position(&before.after, shakmaty::EnPassantMode::Legal).to_string();
    let unknown = || CorrectionError::NoSuchMove { mv: mv.to_string(), fen: fen() };
    let legal = mv.to_move(&before.after).ok();
    let hands = match (legal, mv) {
        (Some(legal), _) => Hands::of(legal),
        (None, UciMove::Normal { from, to, promotion }) => Some(Hands { from, to, promotion }),
        (None, _) => None,
    };
    let played = hands.and_then(|hands| hands.play(&before.after));
    let (_, mv, _) = played.ok_or_else(unknown)?;
    Ok(by_decision(before, ScoredStep::Move(mv)))
}

fn by_decision(before: &Ply, what: ScoredStep) -> Scored {
    let Ply { evidence, landed, .. } = *before;
    let (id, sight) = (MoveId(0), Sight::Answered);
    let next = !before.after.turn();
    Scored { id, what, turn: Turn::Own, next, sight, evidence, lifted: None, landed }
}

fn start_of(start: Option<&(Fen, Variant)>) -> Result<Start, CorrectionError> {
    let (position, mode) = match start {
        None => (Chess::default(), CastlingMode::Standard),
        Some((fen, variant)) => {
            let mode = match variant {
                Variant::Standard => CastlingMode::Standard,
                Variant::Chess960 => CastlingMode::Chess960,
            };
            (standing(fen.clone(), NonZeroU32::MIN, mode)?, mode)
        }
    };
    Ok(Start { position: Arc::new(position), mode })
}

/// The position of a FEN. The next move has the number `next` where nobody has counted: people who write down where play
/// stands often leave the number at 1.
fn standing(fen: Fen, next: NonZeroU32, mode: CastlingMode) -> Result<Chess, CorrectionError> {
    let text = fen.to_string();
    let mut setup = fen.into_setup();
    if setup.fullmoves == NonZeroU32::MIN {
        setup.fullmoves = next;
    }
    setup
        .position(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|why| CorrectionError::NotAPosition { fen: text, why: why.to_string() })
}

fn to_move(now: &Chess, side: Color) -> Result<Chess, CorrectionError> {
    if now.turn() == side {
        return Ok(now.clone());
    }
    position::passed(now).ok_or_else(|| CorrectionError::NotAPosition {
        fen: Fen::from_position(now, shakmaty::EnPassantMode::Legal).to_string(),
        why: "the side that would not have the move is in check".to_owned(),
    })
}

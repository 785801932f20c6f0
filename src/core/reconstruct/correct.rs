//! Decisions about what was played: they override readings. The line is written anew from the ply on
//! that they change, by what the same hands did after it, and the difference is told.

mod error;
mod proposed;

use std::num::NonZeroU32;
use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position, PositionError, Role};
use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::Variant;

pub use self::error::CorrectionError;

use super::bounds::MAX_LINES;
use super::game::{FollowedGame, Scene};
use super::plies::{Ply, Turn};
use super::questions::Answered;
use super::rewriting::{WrittenLine, WrittenLines, lines_from};
use super::settled_sheet::{Edit, Hands, NotUndone, Scored, ScoredStep};
use super::stage::{LeftGame, OverGame, Stage};
use super::{Effort, Orientation, Reconstruct, position};
use crate::account::{EvidenceSpan, GameStart, MoveId, PositionWhy, QuestionKind, Sight, What};
use crate::decision::{self, GameDecision};

impl Reconstruct {
    /// Somebody has decided something.
    ///
    /// # Errors
    /// [`CorrectionError`]: it changes nothing, and why.
    pub(super) fn decide(&mut self, decision: &Decision) -> Result<(), CorrectionError> {
        let number = decision::number(decision, self.account.record());
        let carried_out = match GameDecision::of_record(decision)? {
            Some(decided) => self.carry_out(number, decided),
            None => Ok(()),
        };
        // What is not undone here may be a decision that only the Laws and the game know.
        if matches!(carried_out, Ok(()) | Err(CorrectionError::NothingToUndo(_))) {
            self.account.write(What::Decision(decision.clone()));
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
                self.write_lines(number, at, 0, |before| Ok(vec![scored(before, mv)?]))
            }
            GameDecision::Replace { ply, mv } => {
                let at = self.line_of(ply, Reach::Last)?;
                self.write_lines(number, at, 1, |before| Ok(vec![scored(before, mv)?]))
            }
            GameDecision::Delete { ply } => {
                let at = self.line_of(ply, Reach::Last)?;
                self.write_lines(number, at, 1, |_| Ok(Vec::new()))
            }
            GameDecision::Position(fen) => self.place(number, |now, mode| {
                let next = position::number_of_next(now, fen.as_setup().turn);
                standing(fen, next, mode)
            }),
            GameDecision::Turn(side) => self.place(number, |now, _| to_move(now, side)),
            GameDecision::Orientation(lies) => {
                self.lay_board(lies.into());
                Ok(())
            }
            GameDecision::Start(start) => self.expect_start(start.as_ref()),
            GameDecision::Laws(_) => Ok(()),
            GameDecision::Result(outcome) => {
                self.played_game()?;
                if outcome.is_some() {
                    self.stop(number)
                } else {
                    self.go_on()
                }
                Ok(())
            }
            // What hindsight has found was proposed: here it is found once more.
            GameDecision::Propose(_) if self.setup.effort != Effort::Live => Ok(()),
            GameDecision::Propose(proposal) => self.propose(&proposal),
            GameDecision::Answer { question, choice } => self.answer(number, question, choice),
            GameDecision::Undo { record } => self.undo(record),
            GameDecision::Clock(_) | GameDecision::Players(_) => self.played_game().map(drop),
        }
    }

    fn played_game(&mut self) -> Result<&mut FollowedGame, CorrectionError> {
        self.stage.game_mut().ok_or(CorrectionError::NoGame)
    }

    /// The line of the scoresheet with this ply, or the one after the last.
    fn line_of(&mut self, ply: u32, reach: Reach) -> Result<usize, CorrectionError> {
        let plies = self.played_game()?.sheet().plies();
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
        let game = self.played_game()?;
        let (end, mode) = (game.sheet().len(), game.start().mode);
        self.write_lines(number, end, 0, |before| {
            let position = Arc::new(position(&before.after, mode)?);
            let what = ScoredStep::Placed(position, PositionWhy::Decision);
            Ok(vec![by_decision(before, what)])
        })
    }

    /// Writes the scoresheet anew from line `at` on: without `struck` lines, and with others.
    fn write_lines(
        &mut self,
        number: u64,
        at: usize,
        struck: usize,
        new: impl FnOnce(&Ply) -> Result<Vec<Scored>, CorrectionError>,
    ) -> Result<(), CorrectionError> {
        let record = self.account.record();
        let sheet = self.played_game()?.sheet();
        let (plies, lines) = (sheet.plies(), sheet.lines());
        let before = plies.get(at).ok_or(CorrectionError::NoGame)?;
        let struck_first = lines.get(at).filter(|_| struck > 0);
        let mut new = new(before)?;
        if (lines.len() + new.len()).saturating_sub(struck) > MAX_LINES {
            return Err(CorrectionError::TooLong(MAX_LINES));
        }
        for scored in &mut new {
            scored.evidence = EvidenceSpan { from: record, to: record };
            scored.landed = struck_first.map_or(scored.landed, |struck| struck.landed);
        }
        let edit = Edit { number, at, before: lines[at..].to_vec(), after: 0 };
        let mut lines: WrittenLines = new.into_iter().map(WrittenLine::new).collect();
        lines.extend(lines_from(sheet, at + struck, &plies));
        self.rewrite(at, lines, |game, after| game.sheet_mut().keep_edit(Edit { after, ..edit }));
        Ok(())
    }

    /// What a decision has changed is as before; what was played after it stays.
    fn undo(&mut self, number: u64) -> Result<(), CorrectionError> {
        if matches!(&self.stage, Stage::Over(over) if over.decided == Some(number)) {
            self.go_on();
            return Ok(());
        }
        let game = self.played_game()?;
        let edit = game.sheet_mut().take_edit(number).map_err(|why| match why {
            NotUndone::Later(later) => CorrectionError::UndoLater { later },
            NotUndone::Unknown => CorrectionError::NothingToUndo(number),
        })?;
        let (sheet, end) = (game.sheet(), edit.end());
        let plies = sheet.plies();
        let mut lines: WrittenLines = edit.before.into_iter().map(WrittenLine::new).collect();
        lines.extend(lines_from(sheet, end, &plies));
        self.rewrite(edit.at, lines, |_, _| {});
        Ok(())
    }

    /// Tells the line anew from `at` on.
    pub(super) fn rewrite(
        &mut self,
        at: usize,
        lines: WrittenLines,
        done: impl FnOnce(&mut FollowedGame, usize),
    ) {
        let (sign, mut entries) = (self.stage.told_sign(), Vec::new());
        let (Some(game), Some(seen)) = (self.stage.game_mut(), &self.seen) else { return };
        let had_ended = game.is_over_on_board();
        let after = game.rewrite(at, lines, seen, &mut entries);
        done(game, after);
        let goes_on = had_ended && !game.is_over_on_board();
        entries.extend(sign.map(What::Kings));
        self.tell_all(entries);
        if goes_on && sign.is_none() {
            self.go_on();
        }
        self.tell_line();
    }

    /// The board lies this way.
    fn lay_board(&mut self, orientation: Orientation) {
        self.setup.orientation = Some(orientation);
        let Some(seen) = self.seen.as_mut().filter(|seen| seen.orientation() != orientation) else {
            return;
        };
        if let Stage::Playing(game) = &self.stage
            && game.is_unplayed()
        {
            return self.turn();
        }
        seen.turn(orientation);
        self.clock.turn_board();
        self.follow(Bitboard::FULL);
    }

    /// Whether games that begin now begin here; `None` is the usual start.
    pub fn begins_at(&self, start: Option<&(Fen, Variant)>) -> bool {
        start_of(start).is_ok_and(|start| start == self.setup.start)
    }

    /// Games begin here from now on; one does at once, if the pieces stand there.
    fn expect_start(&mut self, start: Option<&(Fen, Variant)>) -> Result<(), CorrectionError> {
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
    pub(super) fn settle_line(&mut self) {
        let mut entries = Vec::new();
        if let Some((game, scene)) = self.playing()
            && game.is_in_step()
        {
            game.settle_all(scene, &mut entries);
        }
        self.tell_all(entries);
    }

    /// The game is over by this decision; the last move stands by it.
    pub(super) fn stop(&mut self, number: u64) {
        self.settle_line();
        let was_played = matches!(self.stage, Stage::Playing(_));
        self.leave_game(None);
        if let Stage::Over(over) = &mut self.stage
            && was_played
        {
            over.decided = Some(number);
        }
    }

    /// The game that was over goes on; if a decision had ended it, with what was played since then.
    pub(super) fn go_on(&mut self) {
        let sign = self.seen.as_ref().and_then(|seen| self.stage.sign(seen));
        self.overruled = sign.map(|shown| shown.put_down.record);
        match std::mem::replace(&mut self.stage, Stage::NotBegun) {
            Stage::Over(OverGame { game: Some(game), decided, sign }) => {
                self.stage = Stage::Playing(game);
                if decided.is_some() && sign.is_none() {
                    self.follow(Bitboard::FULL);
                }
            }
            Stage::Left(left) => self.stage = Stage::Left(LeftGame { sign: None, ..left }),
            stage => self.stage = stage,
        }
    }

    /// A question is answered.
    ///
    /// # Errors
    /// [`CorrectionError::NoSuchAnswer`].
    fn answer(
        &mut self,
        decision: u64,
        question: u32,
        choice: String,
    ) -> Result<(), CorrectionError> {
        let game = self.stage.game_mut();
        if let Some(proposed) = game.as_ref().and_then(|game| game.proposed(question)).cloned() {
            return self.answer_proposed(decision, proposed, choice);
        }
        let Some(answered) = game.and_then(|game| game.answer(question, &choice)) else {
            return Err(CorrectionError::NoSuchAnswer { question, choice });
        };
        self.account.write(What::Question(answered.question.clone()));
        match (answered.question.kind, answered.choice) {
            (QuestionKind::GameOver, 0) => self.leave_game(None),
            (QuestionKind::GameOver, _) => {
                if let Some(game) = self.stage.game_mut() {
                    game.go_on();
                }
                self.tell_line();
            }
            (QuestionKind::ResultDiffers, _) => {}
            _ => self.choose(&answered),
        }
        Ok(())
    }

    /// What was played is the line of this choice. What was told otherwise is taken back.
    fn choose(&mut self, Answered { question, choice }: &Answered) {
        let (now, sign) = (self.account.now(), self.stage.told_sign());
        let (Some(game), Some(seen)) = (self.stage.game_mut(), &mut self.seen) else { return };
        let Some(line) = question.lines.get(*choice) else { return };
        let mut entries = Vec::new();
        if let [mv] = line[..]
            && mv.promotion() == Some(Role::Queen)
        {
            seen.take_rooks_for_queens(question.before.turn());
        }
        game.choose(question, line, Scene { seen, timing: &self.setup.timing, now }, &mut entries);
        let retold = !entries.is_empty();
        // A result that was told by the kings holds for the line as it is now.
        entries.extend(sign.filter(|_| retold).map(What::Kings));
        self.tell_all(entries);
        self.tell_line();
    }

    /// The Laws have ended the game by this decision, as a decided result does.
    pub fn end_by_decision(&mut self, number: u64) {
        self.stop(number);
        self.duty = self.find_duty();
    }

    /// The Laws have ended the game without a decision: what is played from now on is held back, as it may
    /// turn out that they were wrong.
    pub fn end_for_now(&mut self) {
        let mut entries = Vec::new();
        if let Stage::Playing(game) = &mut self.stage {
            game.mark_ended(&mut entries);
        }
        self.tell_all(entries);
        self.tell_line();
        self.duty = self.find_duty();
    }

    /// What the Laws had ended goes on.
    pub fn reopen(&mut self) {
        if matches!(self.stage, Stage::Over(OverGame { decided: Some(_), .. })) {
            self.go_on();
        }
        if let Stage::Playing(game) = &mut self.stage {
            game.mark_reopened();
        }
        self.tell_line();
        self.duty = self.find_duty();
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
    let played = played.ok_or_else(unknown)?;
    Ok(by_decision(before, ScoredStep::Move(played.mv)))
}

fn by_decision(before: &Ply, what: ScoredStep) -> Scored {
    let Ply { evidence, landed, .. } = *before;
    let (id, sight) = (MoveId(0), Sight::Answered);
    let next = !before.after.turn();
    Scored { id, what, turn: Turn::Own, next, sight, evidence, lifted: None, landed }
}

fn start_of(start: Option<&(Fen, Variant)>) -> Result<GameStart, CorrectionError> {
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
    Ok(GameStart { position: Arc::new(position), mode })
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

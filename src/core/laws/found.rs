//! What people say of a game, and what the Laws make of it: commands of players and arbiters, and
//! irregularities that are found later (articles 6.7, 7, 8.4, A.5, 12.9).

use std::sync::Arc;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{Board, Chess, Color, Rank, Role};

use super::Laws;
use super::casebook::Charge;
use super::command::{Command, Misplaced, Penalty, Presence, Schedule};
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::flag::{self, BothFlags, BothIn};
use super::lateness::{self, Lateness};
use super::offence::{Offence, Offending};
use super::says::{Act, Certainty, Colours, Duty, Holds, IncidentKind, Sign};
use super::standing::position_of;
use super::turn::Turn;

/// After so many moves by both, what was wrong from the start stays (7.3, A.5.1).
const TEN: u32 = 10;

impl Laws {
    /// Does what somebody says, as far as the Laws have it.
    pub(super) fn obey(&mut self, command: Command) {
        if self.casebook.is_over() && !command.may_follow_the_end() {
            return;
        }
        match command {
            Command::Adjust(side) if side == self.turn.side() => self.turn.adjust(),
            Command::AdjustEnd(side) if side == self.turn.side() => self.turn.adjust_end(),
            Command::Adjust(_) | Command::AdjustEnd(_) | Command::WithdrawOffer(_) => {}
            Command::Accidental(square) => {
                self.turn.forgive(square);
                self.turn.tell_again();
                self.tell_obligation();
            }
            Command::CastlingIntent(castling) => {
                self.turn.means(castling);
                if self.turn.has_touched() {
                    self.tell_obligation();
                }
            }
            Command::TwoHands(side) => self.note_two_hands_said(side),
            Command::OfferDraw(side) => self.offer_draw(side),
            Command::AcceptDraw(side) => self.accept_draw(side),
            Command::DeclineDraw(side) => self.decline_draw(side),
            Command::Resign(side) => self.resign(side),
            Command::ClaimDraw { side, kind, intended } => {
                self.claim_draw(side, kind, intended);
            }
            Command::ClaimFlag(side) => self.claim_flag(side),
            Command::ClaimIllegal(side) => self.claim_illegal(side),
            Command::AgreeCorrectIllegal(fen) => self.agree_to_correct(&fen),
            Command::Arrived { side, after, opponent } => {
                self.arrives(side, after, opponent);
            }
            Command::WhiteAbsentUntil(after) => self.white_was_absent(after),
            Command::Scoresheet(side) => self.say_whether_to_record(side),
            Command::FoundStartWrong { misplaced } => self.start_was_wrong(misplaced),
            Command::FoundBoardTurned => self.board_is_turned(),
            Command::FoundColoursReversed => self.colours_are_reversed(),
            Command::FoundClockSetting(schedule) => self.clock_is_set_wrongly(schedule),
            Command::FoundIllegalMove { side, before, last_known } => {
                self.illegal_move_is_found(side, &last_known.unwrap_or(before));
            }
            Command::WatchIllegalPosition => self.watch_position(),
            Command::NextMoveCompleted(fen) => self.judge_position_after(&fen),
            Command::BothFlags(period) => self.both_flags(period),
            Command::Penalty { side, kind } => self.penalise(side, kind),
            Command::Confirm(incident) => self.confirm(incident),
            Command::Dismiss(incident) => self.dismiss(incident),
            Command::Reopen(incident) => self.reopen(incident),
        }
    }

    fn agree_to_correct(&mut self, fen: &Fen) {
        let article = self.casebook.article(Rule::IllegalReduced);
        let Some(position) = position_of(fen) else { return };
        if article.is_empty() {
            return self.casebook.refuse("illegal-move-correction", article);
        }
        self.casebook.instruct(None, article, Act::Restore(Arc::new(position)));
    }

    fn arrives(&mut self, side: Color, after: Duration, opponent: Presence) {
        let came = lateness::Presence::Since(after);
        let other = match opponent {
            Presence::Present => lateness::Presence::Since(Duration::ZERO),
            Presence::Absent => lateness::Presence::AbsentAt(after),
        };
        let players = match side {
            Color::White => [came, other],
            Color::Black => [other, came],
        };
        let (value, reason, article) = match lateness::by_default(self.casebook.rulebook(), players)
        {
            Lateness::Nobody => return self.casebook.say_holds(Holds::Arrived(side)),
            Lateness::Of(late, article) => {
                (ResultValue::win_of(late.other()), ResultReason::DefaultTime, article)
            }
            Lateness::Both(article) => (ResultValue::BothLose, ResultReason::BothLate, article),
        };
        self.casebook.end(Ending { value, reason, article: Some(article) });
    }

    fn white_was_absent(&mut self, after: Duration) {
        if let Some((time, article)) = lateness::white_loses(self.casebook.rulebook(), after) {
            let act = Act::ClockSub { side: Color::White, time };
            self.casebook.instruct(None, article, act);
        }
    }

    fn say_whether_to_record(&mut self, side: Color) {
        let (must, article) = self.scoresheet.must_record(side);
        let duty = if must { Duty::Must } else { Duty::Exempt };
        self.casebook.say_holds(Holds::Scoresheet { side, duty, article });
    }

    /// 7.2.1: a new game. After ten moves under reduced supervision nobody may claim it (A.5.1.2).
    fn start_was_wrong(&mut self, misplaced: Option<Misplaced>) {
        if self.is_too_late() {
            let article = self.casebook.article(Rule::StartReduced);
            self.casebook.refuse("set-up-claim", article);
            if let Some(misplaced) = misplaced {
                let which = match misplaced {
                    Misplaced::King => None,
                    Misplaced::Rook(square) => Some(square),
                };
                self.casebook.instruct(None, article, Act::CastlingForbidden(which));
            }
            return;
        }
        let article = self.casebook.article(Rule::StartPosition);
        self.casebook.instruct(None, article, Act::NewGame(Colours::Same));
    }

    /// 7.2.2: the position goes to a board that lies rightly.
    fn board_is_turned(&mut self) {
        if self.is_too_late() {
            let article = self.casebook.article(Rule::StartReduced);
            return self.casebook.refuse("orientation-claim", article);
        }
        let article = self.casebook.article(Rule::BoardTurned);
        self.casebook.instruct(None, article, Act::TransferPosition);
    }

    /// 7.3: a new game, unless one of them has made ten moves.
    fn colours_are_reversed(&mut self) {
        let article = self.casebook.article(Rule::ColoursReversed);
        if self.core.completed.iter().all(|completed| *completed < TEN) {
            let act = Act::NewGame(Colours::Correct);
            self.casebook.instruct(None, article, act);
        } else {
            self.casebook.say_holds(Holds::Continue(article));
        }
    }

    /// 6.10.2: the clock is stopped and set right. After ten moves under reduced supervision it stays, but
    /// where the schedule suffers (A.5.1.1).
    fn clock_is_set_wrongly(&mut self, schedule: Schedule) {
        if self.is_too_late() {
            let article = self.casebook.article(Rule::SettingReduced);
            return match schedule {
                Schedule::Suffers => self.casebook.say_holds(Holds::ArbiterChoice(article)),
                Schedule::Kept => {
                    self.casebook.refuse("clock-setting-change", article);
                }
            };
        }
        let article = self.casebook.article(Rule::ClockSetting);
        self.casebook.instruct(None, article, Act::ClockPause);
        self.casebook.say_holds(Holds::ArbiterChoice(article));
    }

    /// Whether both have made ten moves under reduced supervision (A.5.1).
    fn is_too_late(&self) -> bool {
        self.casebook.rulebook().is_reduced()
            && self.core.completed.iter().all(|completed| *completed >= TEN)
    }

    /// 7.5.1: the position before it, or the last that is known, is set up again.
    fn illegal_move_is_found(&mut self, side: Option<Color>, fen: &Fen) {
        let Some(position) = position_of(fen) else { return };
        let mut turn = Turn::at(Arc::new(position));
        if side.is_some_and(|side| side != turn.side()) {
            turn = Turn::at(turn.position);
        }
        let (offence, certainty, ply) = (Offence::IllegalMove, Certainty::High, self.ply());
        self.offend(Offending { offence, turn, certainty, ply, squares: Vec::new() });
    }

    /// A.5.4: what makes the position illegal is watched.
    fn watch_position(&mut self) {
        if let Some(sign) = sign_of(&self.turn.position) {
            self.core.watched = Some(sign);
            self.casebook.raise(Charge {
                kind: IncidentKind::IllegalPositionWatch(sign),
                rule: Rule::IllegalPosition,
                side: self.turn.side(),
                certainty: Certainty::High,
                ply: self.ply(),
                squares: Vec::new(),
            });
        }
    }

    /// A.5.4: a move is completed in the position that is watched.
    pub(super) fn judge_watched(&mut self) {
        if self.core.watched.take().is_some() && !self.casebook.is_over() {
            let position = Arc::clone(&self.turn.position);
            self.judge_position(&position);
        }
    }

    fn judge_position_after(&mut self, fen: &Fen) {
        if let Some(position) = position_of(fen) {
            self.judge_position(&position);
        }
    }

    /// A.5.4: an illegal position that the next move leaves illegal is drawn.
    fn judge_position(&mut self, position: &Chess) {
        let article = self.casebook.article(Rule::IllegalPosition);
        if sign_of(position).is_none() {
            return self.casebook.say_holds(Holds::Continue(article));
        }
        let (value, reason) = (ResultValue::Draw, ResultReason::IllegalPosition);
        self.casebook.end(Ending { value, reason, article: Some(article) });
    }

    /// III.3: in the last period that is a draw; in an earlier one play goes on.
    fn both_flags(&mut self, period: BothIn) {
        match flag::both_flags(self.casebook.rulebook(), period) {
            BothFlags::GoOn(article) => self.casebook.say_holds(Holds::Continue(article)),
            BothFlags::Drawn(article) => {
                let (value, reason) = (ResultValue::Draw, ResultReason::BothFlags);
                self.casebook.end(Ending { value, reason, article: Some(article) });
            }
        }
    }

    /// 12.9: the arbiter's penalties.
    fn penalise(&mut self, side: Color, kind: Penalty) {
        let (rule, act) = match kind {
            Penalty::Warning => {
                let article = self.casebook.article(Rule::PenaltyWarning);
                return self.casebook.say_holds(Holds::Warned { side, article });
            }
            Penalty::AddOpponent(time) => {
                (Rule::PenaltyTimeAdded, Act::ClockAdd { side: side.other(), time })
            }
            Penalty::ReduceOffender(time) => (Rule::PenaltyTimeTaken, Act::ClockSub { side, time }),
            Penalty::LoseGame => {
                let article = Some(self.casebook.article(Rule::PenaltyLoss));
                let value = ResultValue::win_of(side.other());
                let reason = ResultReason::ArbiterPenalty;
                return self.casebook.end(Ending { value, reason, article });
            }
        };
        let article = self.casebook.article(rule);
        self.casebook.instruct(None, article, act);
    }
}

/// By what a position is known to be illegal (A.5.4).
fn sign_of(position: &Chess) -> Option<Sign> {
    use shakmaty::Position;
    let board: &Board = position.board();
    let last_ranks = shakmaty::Bitboard::from(Rank::First) | shakmaty::Bitboard::from(Rank::Eighth);
    if (board.by_role(Role::Pawn) & last_ranks).any() {
        return Some(Sign::PawnOnLastRank);
    }
    let in_check = |side: Color| {
        let king = board.king_of(side);
        king.is_some_and(|king| board.attacks_to(king, side.other(), board.occupied()).any())
    };
    Color::ALL.into_iter().all(in_check).then_some(Sign::BothKingsInCheck)
}

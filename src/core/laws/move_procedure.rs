//! A move is made (4.7), or taken back: what completes the one before, what it breaks, and what ends the game with it.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Position};
use touchmove_drivers::Instant;

use super::accusations::{Accusations, ILLEGAL_MOVES};
use super::adjournment;
use super::casebook::{Casebook, Charge};
use super::claims;
use super::edition::Rule;
use super::end_on_board::{EndOnBoard, LastMove};
use super::ending::{Ending, ResultReason};
use super::illegal_moves;
use super::incident_ledger::NewIncident;
use super::made_moves::{CompletedMove, MadeMove, RemovedMove};
use super::pending_offence::Restored;
use super::play::Play;
use super::presses;
use super::quickplay;
use super::says::{Certainty, CompletedBy, IncidentKind, IncidentState, Says};
use super::touches;
use super::turn::Breach;
use super::two_hands::{self, HandsMoment};
use crate::account::{BoardTrust, EvidenceSpan, LineMove, MoveId, Sight};

/// A move that is less sure than this accuses nobody.
const DOUBTFUL: f32 = 0.4;

/// So sure a move is that nothing else explains.
const TOLD_SURELY: f32 = 0.9;

/// So sure a move is that little else explains.
const RATHER_SURE: f32 = 0.75;

/// Pieces that land within this time of each other may have been in two hands at once.
const HANDS_MEET: Duration = Duration::from_secs(1);

/// Moves made and taken back, and what is remembered from one to the other.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveProcedure {
    /// An illegal move that was put right last.
    restored: Option<Restored>,
    /// Who was accused before a correction.
    accusations: Accusations,
}

impl MoveProcedure {
    /// A move is settled: it is made (4.7).
    pub(super) fn make(
        &mut self,
        play: &mut Play,
        casebook: &mut Casebook,
        id: MoveId,
        mv: &LineMove,
    ) {
        let side = mv.before.turn();
        touches::let_complaint_lapse(play, casebook, side);
        complete_by_next(play, casebook, side, mv.landed);
        if side != play.turn().side() {
            play.excuse_answered_press(casebook);
        }
        play.turn_mut().set_position(&mv.before);
        self.reconsider_restored(play, casebook, mv);
        play.turn_mut().drop_releases_after(mv.landed);
        let breach = breach(play, casebook, mv)
            .filter(|_| !play.adjournment().has_sealed(mv.mv, mv.ply))
            .filter(|breach| !mv.rewritten || self.accusations.was_accused(mv, &[kind_of(breach)]));
        let accused = breach.map(|breach| accuse(breach, casebook, mv));
        // What an offer was told for is told again with the move.
        let before = Box::new(play.undoable().clone());
        claims::end_offer_by_move(play, casebook, side);
        claims::judge_early_offer(play, casebook, mv);
        casebook.say_at(mv.landed, Says::Made(id));
        let (position, deeds) = play.end_turn(mv.after()).into_parts();
        let (by_itself, at_most) = (certainty_by_itself(play, mv), most_certain(play, mv));
        play.moves_mut().push(MadeMove {
            id,
            ply: mv.ply,
            mv: mv.mv,
            side,
            is_legal: mv.legal,
            landed: mv.landed,
            completed: None,
            is_counted: false,
            pressed: None,
            stood: false,
            instead: if mv.legal { Certainty::Low } else { Certainty::High },
            by_itself,
            at_most,
            is_excused: mv.rewritten && !self.accusations.was_accused(mv, ILLEGAL_MOVES),
            may_be_complained_of: accused.is_some_and(|certainty| certainty >= Certainty::Medium),
            position: Some(position),
            deeds,
            before,
        });
        if let Some(certainty) = presses::complete_told(play, casebook, side, mv) {
            // Nobody is accused by a press of an illegal move that may be none.
            let is_doubtful = !mv.legal && mv.confidence < DOUBTFUL;
            let certainty = if is_doubtful { Certainty::Low } else { certainty };
            illegal_moves::judge_pressed(play, casebook, side, certainty);
        }
        adjournment::note_move(play, casebook, mv);
        play.pending_mut().let_stand(side, casebook);
        two_hands::judge(play, casebook, side, HandsMoment::Made);
        if mv.legal {
            end_with(play, casebook, mv, accused);
            complete_by_release(play, casebook, mv.landed);
        }
        quickplay::note_move(play, casebook);
    }

    /// A move is no longer part of the game. Answers its ply, where what held before it holds again.
    pub(super) fn take_back(
        &mut self,
        play: &mut Play,
        casebook: &mut Casebook,
        id: MoveId,
        mv: &LineMove,
    ) -> Option<u32> {
        casebook.say(Says::Undone(id));
        let RemovedMove { made, was_last } = play.remove_move(id)?;
        if was_last {
            self.restore_before(play, casebook, &made, &mv.before);
        }
        let ply = made.ply;
        play.moves_mut().keep_taken_back(made);
        casebook.result_mut().forget_board_before_decisions();
        let ended_by_play = casebook
            .ending()
            .is_some_and(|ending| ending.is_on_board() || ending.reason == ResultReason::Kings);
        if ended_by_play {
            casebook.end_by(None);
        }
        was_last.then_some(ply)
    }

    /// Somebody has decided that an illegal move that is taken back was not played: nobody has put it right.
    pub(super) fn withdraw_never_played(
        &mut self,
        play: &mut Play,
        casebook: &mut Casebook,
        ply: u32,
    ) {
        if let Some(restored) = self.restored.take_if(|restored| restored.ply == ply) {
            withdraw_offence(play, casebook, restored);
        }
    }

    /// What held before the move that is taken back holds again. An illegal move that was completed is put
    /// right so; everything else that was said of the move falls with it.
    fn restore_before(
        &mut self,
        play: &mut Play,
        casebook: &mut Casebook,
        made: &MadeMove,
        told: &Arc<Chess>,
    ) {
        self.accusations.note(made, casebook.incidents());
        let now = play.restore_before(made, told);
        play.undoable_mut().started = now.started;
        self.restored = play.pending_mut().restore(now.pending, made.ply, casebook);
        if self.restored.is_some() {
            play.turn_mut().note_press();
        }
        let restored = self.restored.as_ref().map(|restored| restored.incident);
        let kept = [restored, play.pending().incident()];
        casebook.withdraw_from(made.ply, |incident| {
            !kept.contains(&Some(incident.id))
                && incident.kind != IncidentKind::FlagFall
                && !incident.is_open_of_clock()
        });
        play.reconsider_ending(casebook);
        play.turn_mut().tell_again();
    }

    /// A move that landed before the press that completed an illegal one was played all the time.
    fn reconsider_restored(&mut self, play: &mut Play, casebook: &mut Casebook, mv: &LineMove) {
        let restored = self.restored.take_if(|restored| restored.ply == mv.ply);
        if let Some(restored) = restored.filter(|restored| mv.landed <= restored.pressed) {
            withdraw_offence(play, casebook, restored);
        }
    }
}

fn withdraw_offence(play: &mut Play, casebook: &mut Casebook, restored: Restored) {
    casebook.close(restored.incident, IncidentState::Withdrawn);
    play.reconsider_ending(casebook);
}

/// An unpressed move is completed when its player makes the next one (6.2.1.2). One that was completed when the piece was
/// released counts for the time control.
fn complete_by_next(play: &mut Play, casebook: &mut Casebook, side: Color, at: Instant) {
    if let Some(id) = play.moves_mut().complete_by_next(side) {
        casebook.say_at(at, Says::Completed(id, CompletedBy::NextMove, None));
        play.undoable_mut().count.count(side);
        illegal_moves::judge_unpressed(play, casebook, id);
    }
    // Only the last move waits for its press to count (6.5 of 1995).
    if let Some(counted) = play.moves_mut().count_released() {
        play.undoable_mut().count.count(counted);
    }
}

/// In 1995 a move is completed when the piece is released (6.1).
fn complete_by_release(play: &mut Play, casebook: &mut Casebook, at: Instant) {
    if casebook.rulebook().completes_on_release()
        && let Some(id) = play.moves_mut().complete_by_release()
    {
        casebook.say_at(at, Says::Completed(id, CompletedBy::Release, None));
    }
}

/// How a legal move breaks the touch-move rules. A piece told to have moved, and moved on by the same
/// player before his press, had been released. Of a move that nobody saw it is only a guess which pieces were
/// touched for it, and where pieces were displaced, who put them back.
fn breach(play: &Play, casebook: &Casebook, mv: &LineMove) -> Option<Breach> {
    if !mv.legal {
        return None;
    }
    let (edition, account) = (casebook.edition(), play.touching().account);
    let mut breach = play.turn().breach(mv.mv, edition, account)?;
    let is_sure = is_seen(mv) && mv.confidence >= DOUBTFUL && !is_doubted(play, mv);
    let since = mv.ply.saturating_sub(2);
    let is_displaced =
        !play.is_exact() && casebook.has_incident(IncidentKind::DisplacedPieces, since);
    if !is_sure || stands_wrong(play, mv) || is_displaced {
        breach.certainty = Certainty::Low;
    }
    Some(breach)
}

/// Whether the board has lost readings, or nobody has watched the move.
fn is_doubted(play: &Play, mv: &LineMove) -> bool {
    mv.trust == BoardTrust::Doubted && !play.is_exact()
}

/// Whether the opponent's hand may have been on the board when the move was made.
fn has_met_hand(play: &Play, mv: &LineMove) -> bool {
    play.moves().last().is_some_and(|last| mv.landed < last.landed + HANDS_MEET)
}

const fn is_seen(mv: &LineMove) -> bool {
    !matches!(mv.sight, Sight::Bridged | Sight::Uncertain)
}

/// Whether the piece of an illegal move that was pressed for in this turn has not come back: the line is wrong.
fn stands_wrong(play: &Play, mv: &LineMove) -> bool {
    let stray = play.pending().stray_piece(mv).filter(|_| !play.is_exact());
    stray.is_some_and(|square| !play.turn().has_come_back(square))
}

/// How sure it is that this move was made as it is told, whatever the Laws say of it. Where hands meet, and of what
/// nobody saw, it is a guess which piece went where.
fn certainty_by_itself(play: &Play, mv: &LineMove) -> Certainty {
    let is_sure = is_seen(mv) && mv.confidence >= TOLD_SURELY && !is_doubted(play, mv);
    if play.is_exact() || is_sure && !has_met_hand(play, mv) {
        Certainty::Medium
    } else {
        Certainty::Low
    }
}

/// How sure anybody can be by this move that it was illegal, however it was completed: a line that is not told surely may
/// have the position before it wrong.
fn most_certain(play: &Play, mv: &LineMove) -> Certainty {
    match mv.confidence {
        _ if play.is_exact() => Certainty::High,
        _ if is_doubted(play, mv) => Certainty::Low,
        TOLD_SURELY.. if !has_met_hand(play, mv) => Certainty::High,
        RATHER_SURE.. => Certainty::Medium,
        _ => Certainty::Low,
    }
}

const fn kind_of(breach: &Breach) -> IncidentKind {
    if breach.is_release {
        IncidentKind::ReleasedPieceMoved
    } else {
        IncidentKind::TouchMoveViolation
    }
}

fn accuse(breach: Breach, casebook: &mut Casebook, mv: &LineMove) -> Certainty {
    let kind = kind_of(&breach);
    let Breach { article, certainty, squares, since, .. } = breach;
    let from = since.map_or(mv.evidence.from, |since| since.min(mv.evidence.from));
    let evidence = EvidenceSpan { from, to: mv.evidence.to };
    let (side, ply, difference) = (Some(mv.before.turn()), mv.ply, None);
    let finding =
        NewIncident { kind, article, side, certainty, ply, evidence, squares, difference };
    casebook.raise_at(mv.landed, finding);
    certainty
}

/// What the move ends (5.1.1, 5.2.1, 5.2.2, 9.6). Mate by a breach of the touch-move rules does not.
fn end_with(play: &mut Play, casebook: &mut Casebook, mv: &LineMove, accused: Option<Certainty>) {
    if casebook.is_over() {
        return;
    }
    let Some(ending) = ending_on_board(play, casebook, mv) else { return };
    let is_of_position = match ending.reason {
        ResultReason::Checkmate => Some(Rule::Checkmate),
        ResultReason::Stalemate => Some(Rule::Stalemate),
        ResultReason::DeadPosition => Some(Rule::DeadPosition),
        _ => None,
    };
    let doubted = accused
        .filter(|certainty| *certainty >= Certainty::Medium)
        .filter(|_| casebook.edition().breach_withholds_end());
    if let (Some(rule), Some(certainty)) = (is_of_position, doubted) {
        let incident = casebook.raise(Charge {
            kind: IncidentKind::EndNotImmediate,
            rule,
            side: mv.before.turn(),
            certainty,
            ply: mv.ply,
            squares: Vec::new(),
        });
        return casebook.result_mut().withhold(incident, ending);
    }
    if let Some(CompletedMove { id, side, by, .. }) = play.moves_mut().complete_by_ending() {
        casebook.say_at(mv.landed, Says::Completed(id, by, None));
        play.undoable_mut().count.count(side);
    }
    casebook.end_at(mv.landed, ending);
}

/// How the position after the move ends the game, if it does.
fn ending_on_board(play: &Play, casebook: &Casebook, mv: &LineMove) -> Option<Ending> {
    let end = EndOnBoard::after(
        play.position(),
        play.history(),
        LastMove { mv: mv.mv, side: mv.before.turn() },
        casebook.edition(),
    )?;
    Some(end.ending(casebook.article(end.rule())))
}

//! What people say and decide of a game is handed to the procedure that it is for.

use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::observation::Decision;

use super::adjournment::{self, Opening};
use super::command::{Command, Presence};
use super::ending::{Ending, ResultReason};
use super::incident_review::IncidentVerdict;
use super::later_findings::{self, FoundEarlier};
use super::quickplay::{self, ArbiterRuling, QuickplayClaim};
use super::recording_duty::SaidDuty;
use super::says::Holds;
use super::standing::position_of;
use super::{
    Laws, arrivals, claims, flag_fall, illegal_positions, penalties, time_corrections, touches,
    two_hands,
};
use crate::decision::{self, GameDecision};

impl Laws {
    /// Somebody has said or decided something.
    pub(super) fn decide(&mut self, decided: &Decision, record: u64) {
        let number = decision::number(decided, record);
        if let Some(command) = Command::of_record(decided) {
            let before = self.casebook.ending();
            match IncidentVerdict::of(&command) {
                Some(verdict) => {
                    self.review.decide(&mut self.play, &mut self.casebook, verdict, number);
                }
                None => self.obey(command),
            }
            if self.casebook.ending() != before {
                self.casebook.result_mut().note_decision(number, before);
            }
            return;
        }
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        match GameDecision::of_record(decided) {
            Ok(Some(GameDecision::Result(result))) => {
                let before = casebook.ending();
                casebook.result_mut().note_decision(number, before);
                let (reason, article) = (ResultReason::Decision, None);
                casebook.end_by(result.map(|value| Ending { value, reason, article }));
            }
            Ok(Some(GameDecision::Undo { record })) => {
                if let Some(before) = casebook.result_mut().undo_decision(record) {
                    casebook.end_by(before);
                }
                self.review.undo(play, casebook, record);
            }
            Ok(Some(GameDecision::Delete { ply } | GameDecision::Replace { ply, .. })) => {
                self.moves.withdraw_never_played(play, casebook, ply);
            }
            _ => {}
        }
    }

    /// Does what somebody says, as far as the Laws have it. What is said of incidents is decided elsewhere.
    fn obey(&mut self, command: Command) {
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        if casebook.is_over() && !command.may_follow_the_end() {
            return;
        }
        match command {
            Command::Adjust(side) if side == play.turn().side() => {
                play.turn_mut().begin_adjusting();
            }
            Command::AdjustEnd(side) if side == play.turn().side() => {
                play.turn_mut().end_adjusting();
            }
            Command::Adjust(_)
            | Command::AdjustEnd(_)
            | Command::WithdrawOffer(_)
            | Command::Confirm(_)
            | Command::Dismiss(_)
            | Command::Reopen(_) => {}
            Command::Accidental(square) => touches::forgive(play, casebook, square),
            Command::CastlingIntent(castling) => {
                touches::note_castling_intent(play, casebook, castling);
            }
            Command::TwoHands(side) => two_hands::note(play, casebook, side),
            Command::OfferDraw(side) => claims::offer_draw(play, casebook, side),
            Command::AcceptDraw(side) => claims::accept_draw(play, casebook, side),
            Command::DeclineDraw(side) => {
                claims::decline_draw(play, casebook, side);
                quickplay::note_declined(play, casebook, side);
            }
            Command::Resign(side) => claims::resign(play, casebook, side),
            Command::ClaimDraw { side, kind, intended } => {
                let claim = claims::DrawClaim { side, kind, intended };
                claims::claim_draw(play, casebook, &self.clock, claim);
            }
            Command::ClaimFlag(side) => flag_fall::claim(play, casebook, &self.clock, side),
            Command::ClaimIllegal(side) => play.claim_illegal(side, casebook),
            Command::AgreeCorrectIllegal(fen) => later_findings::agree_to_correct(casebook, &fen),
            Command::Arrived { side, after, opponent } => self.note_arrival(side, after, opponent),
            Command::WhiteAbsentUntil(after) => arrivals::take_time_from_white(casebook, after),
            Command::Scoresheet(side) => self.tell_recording_duty(side),
            Command::FoundStartWrong { .. }
            | Command::FoundBoardTurned
            | Command::FoundColoursReversed { .. }
            | Command::FoundClockSetting(_)
            | Command::FoundIllegalMove { .. }
            | Command::FoundDisplacement { .. } => self.obey_finding(command),
            Command::WatchIllegalPosition => illegal_positions::watch(play, casebook),
            Command::NextMoveCompleted(fen) => illegal_positions::judge_after(casebook, &fen),
            Command::BothFlags(period) => flag_fall::both(casebook, period),
            Command::QuickplayIncrement(_)
            | Command::QuickplayClaim { .. }
            | Command::ArbiterDecision { .. } => self.obey_in_quickplay(&command),
            Command::Penalty { .. }
            | Command::ArbiterClock { .. }
            | Command::ScoresheetIncomplete(_) => self.obey_arbiter(&command),
            Command::Seal(_)
            | Command::AdjournEarly { .. }
            | Command::Resume { .. }
            | Command::SealReply { .. }
            | Command::OpenEnvelope { .. }
            | Command::EnvelopeLost { .. }
            | Command::PreResume { .. }
            | Command::FoundAdjournedPosition { .. }
            | Command::FoundAdjournedTimes => self.obey_in_adjournment(command),
        }
    }

    /// A player comes to a game that begins (6.7), or is resumed (10.15, 14.3 of 1995).
    fn note_arrival(&mut self, side: Color, after: Duration, opponent: Presence) {
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        if play.adjournment().awaits_players() {
            adjournment::arrive(play, casebook, side, after, opponent);
        } else {
            arrivals::arrive(casebook, side, after, opponent);
        }
    }

    /// What the arbiter does of himself: he penalises (12.9), corrects a time, has scoresheets completed (8.5).
    fn obey_arbiter(&mut self, command: &Command) {
        let (play, casebook) = (&self.play, &mut self.casebook);
        match *command {
            Command::Penalty { side, kind } => penalties::impose(casebook, side, kind),
            Command::ArbiterClock { side, change } => {
                time_corrections::correct(casebook, side, change);
            }
            Command::ScoresheetIncomplete(whose) => {
                time_corrections::complete_scoresheets(play, casebook, whose);
            }
            _ => {}
        }
    }

    /// What is found later to have been wrong (7).
    fn obey_finding(&mut self, command: Command) {
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        match command {
            Command::FoundStartWrong { misplaced } => {
                later_findings::correct_start(play, casebook, misplaced);
            }
            Command::FoundBoardTurned => later_findings::turn_board(play, casebook),
            Command::FoundColoursReversed { used } => {
                later_findings::correct_colours(play, casebook, used);
            }
            Command::FoundClockSetting(schedule) => {
                later_findings::correct_clock_setting(play, casebook, schedule);
            }
            Command::FoundIllegalMove { before, known, last_known, times, .. } => {
                let found = FoundEarlier { fen: last_known.unwrap_or(before), known, times };
                later_findings::go_back_before_illegal_move(play, casebook, &found);
            }
            Command::FoundDisplacement { before, known, last_known, times } => {
                let found = FoundEarlier { fen: last_known.unwrap_or(before), known, times };
                later_findings::go_back_before_displacement(play, casebook, &found);
            }
            _ => {}
        }
    }

    /// What is said of an adjourned game (13, 14 of 1995).
    fn obey_in_adjournment(&mut self, command: Command) {
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        match command {
            Command::Seal(side) => adjournment::seal(play, casebook, &self.clock, side),
            Command::AdjournEarly { side, time } => {
                adjournment::charge_early(play, casebook, side, time);
            }
            Command::Resume { sealer, replier } => {
                adjournment::resume(play, casebook, sealer, replier);
            }
            Command::SealReply { side } => adjournment::seal_reply(play, casebook, side),
            Command::OpenEnvelope { side, sealed, late } => {
                let opening = Opening { side, sealed: &sealed, late };
                adjournment::open(play, casebook, opening);
            }
            Command::EnvelopeLost { known, .. } => {
                adjournment::lose_envelope(play, casebook, known);
            }
            Command::PreResume { side, what } => {
                adjournment::end_unopened(play, casebook, side, what);
            }
            Command::FoundAdjournedPosition { position } => {
                let position = position.as_ref().and_then(position_of);
                adjournment::restore_position(play, casebook, position);
            }
            Command::FoundAdjournedTimes => adjournment::restore_times(play, casebook),
            _ => {}
        }
    }

    /// What is said of a quickplay finish (Guidelines III).
    fn obey_in_quickplay(&mut self, command: &Command) {
        let (play, casebook) = (&mut self.play, &mut self.casebook);
        match *command {
            Command::QuickplayIncrement(side) => {
                quickplay::request(play, casebook, &self.clock, side);
            }
            Command::QuickplayClaim { side, ground, arbiter } => {
                let claim = QuickplayClaim { side, ground, arbiter };
                quickplay::claim(play, casebook, &self.clock, claim);
            }
            Command::ArbiterDecision { verdict, time, result } => {
                quickplay::decide(play, casebook, ArbiterRuling { verdict, time, result });
            }
            _ => {}
        }
    }

    fn tell_recording_duty(&mut self, side: Color) {
        let SaidDuty { duty, article } = self.recording.duty_of(side);
        self.casebook.say_holds(Holds::Scoresheet { side, duty, article });
    }
}

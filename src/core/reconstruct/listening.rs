//! What is heard of a board late, or not at all.
//!
//! What lies across a silence (a piece off its square, one put down, what stood at a press) may explain the board, but nobody
//! has watched it, and so nobody is accused of it. What a board has written down while nobody listened comes at once, and
//! only its order tells.

use std::time::Duration;

use shakmaty::{Bitboard, Color, Move, Position};
use touchmove_drivers::observation::{
    ClockReading, LinkState, Memory, Piece, Reading, Role, Square,
};
use touchmove_drivers::{Instant, Observation};

use super::game::FollowedGame;
use super::hearing::{REST_OF_HAND, Watch};
use super::readings::{Readings, device_piece};
use super::stage::Stage;
use super::touched_pieces::UNSURE;
use super::{Reconstruct, kings};
use crate::account::{ClockState, What, replies};

/// What comes at once is told apart by so much.
const APART: Duration = Duration::from_micros(1);

/// A change that was heard later still was missed: nobody waits so long for the next one.
const MAX_HEARING_DELAY: Duration = Duration::from_secs(5);

/// What a clock showed longer ago than this is not compared with what it shows next, nor what the board shows with a press
/// that it showed.
const JUST_SHOWN: Duration = Duration::from_millis(2_500);

impl Reconstruct {
    /// The clock showed this at some moment after `since`.
    pub(super) fn read_clock(&mut self, reading: ClockReading, since: Option<Instant>) {
        self.note_clock_of_log();
        let mover = match &self.stage {
            Stage::Playing(game) => game.last_mover(),
            Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => None,
        };
        let news = self.clock.read(reading, mover);
        let heard = self.hearing.read_clock();
        let is_unsure = self.clock.is_unsure() || self.is_long_ago(since);
        let watch = if is_unsure { Watch::Missed } else { heard };
        for press in news.presses {
            self.take_press(press, watch);
        }
        if let (Some(runs), Some(begins)) = (news.state.run, self.about_to_begin()) {
            self.clock.compare(runs, begins);
        }
        self.follow_clock(news.state);
        self.account.write(What::Clock(news.state));
        if self.is_long_ago(since) {
            self.account.write(What::LinkLost);
        }
    }

    fn follow_clock(&mut self, state: ClockState) {
        // What was played before nobody knows until the board is read.
        let is_silent = self.hearing.is_silent();
        let Some((game, scene)) = self.playing() else { return };
        let mut entries = Vec::new();
        if !is_silent {
            game.note_clock(&state, scene, &mut entries);
        }
        self.tell_all(entries);
        self.tell_line();
    }

    /// The clock is not there any more: play goes on without presses.
    pub(super) fn lose_clock(&mut self) {
        self.clock.lose();
        if let Stage::Playing(game) = &mut self.stage {
            game.lose_clock();
        }
        self.account.write(What::ClockAway);
        self.tell_line();
    }

    /// Nothing is heard of the board from now on.
    pub(super) fn begin_silence(&mut self, link: LinkState) {
        self.seen.iter_mut().for_each(Readings::lose);
        let now = self.account.now();
        if let Stage::Playing(game) = &mut self.stage
            && !self.hearing.is_silent()
        {
            game.wait_until(now);
        }
        self.hearing.begin_silence(now, link);
        self.account.write(What::LinkLost);
    }

    /// A fault of the board has spoken, and no hands.
    pub(super) fn forget_untold(&mut self) {
        if let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) {
            game.forget_untold(seen);
        }
        self.tell_line();
    }

    /// The link is up, and tells no log any more. A board that has only said nothing for a while stands as it stood, as far
    /// as is known; one that was lost is read first.
    pub(super) fn mark_link_up(&mut self) {
        self.end_log();
        if self.hearing.is_stale() {
            self.end_silence();
        }
    }

    /// The board shows its pieces, and they rest from now on, if they do.
    pub(super) fn end_silence(&mut self) {
        if self.hearing.end_silence() {
            if let Stage::Playing(game) = &mut self.stage {
                game.note_rest(REST_OF_HAND);
            }
            self.mark_unwatched();
        }
    }

    /// What is under way now nobody has watched from its beginning.
    fn mark_unwatched(&mut self) {
        let now = self.account.now();
        self.hearing.mark_unwatched(now);
        if let Stage::Playing(game) = &mut self.stage {
            game.mark_unwatched(now);
        }
    }

    /// The pieces were seen again. What the clock showed meanwhile holds for what they show now.
    pub(super) fn go_on_after_silence(&mut self) {
        if let (Stage::Playing(game), Some(state)) = (&mut self.stage, self.clock.state()) {
            game.note_clock_unseen(state);
        }
        self.tell_line();
    }

    /// Noise came in place of what the board said, and may have swallowed that a piece was taken up or put down. Where boards
    /// share a line they say it again.
    pub(super) fn note_noise(&mut self) {
        if !self.setup.timing.heard_after().is_zero() {
            return;
        }
        self.hearing.note_noise(self.account.now());
        if let Stage::Playing(game) = &mut self.stage {
            game.mark_presses_missed();
        }
    }

    /// A read-out has shown something else than what was known. Among noise it may be damaged itself, so nobody has seen
    /// a piece that it shows off its square be taken up.
    pub(super) fn doubt_read_out(&mut self) {
        if self.hearing.is_disturbed(self.account.now())
            && let Stage::Playing(game) = &mut self.stage
        {
            game.mark_lifts_unwatched();
        }
    }

    /// A square is told by itself. A piece that is known, and is suddenly none that the board can name, has a bad contact.
    pub(super) fn note_update(&mut self, square: Square, reading: Reading) {
        self.hearing.note_change();
        let now = self.account.now();
        let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        game.note_update(seen.orientation().in_game(square), now);
        let was_named = matches!(seen.placement().get(square), Reading::Piece(_));
        if was_named && reading == Reading::Unknown {
            game.note_lost_reading();
        }
    }

    /// A read-out has these squares otherwise than they are known. Of a board that tells each change by itself something was
    /// lost.
    pub(super) fn note_found_late(&mut self, differing: &[(Square, Reading)]) {
        if !self.hearing.tells_changes() {
            return;
        }
        let now = self.account.now();
        let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let squares = differing.iter().map(|(square, _)| seen.orientation().in_game(*square));
        game.note_found_late(squares.collect(), now);
    }

    /// The board begins or ends to tell what it remembers, or says that it has nothing to tell.
    pub(super) fn note_log(&mut self, memory: Memory) {
        match memory {
            Memory::Begins => {
                self.end_silence();
                self.hearing.begin_log();
                if let Stage::Playing(game) = &mut self.stage {
                    game.wait_until(self.account.now());
                }
            }
            Memory::Ends | Memory::Silent | Memory::Apart | Memory::Broken => self.end_log(),
        }
    }

    /// What is observed from now on happens now. Where the last that the board remembers are both kings in the centre, they
    /// have told the result, however soon they are taken up; and what it remembers last stood while it was told.
    fn end_log(&mut self) {
        if !self.hearing.is_late() {
            return;
        }
        self.tell_sign();
        self.hearing.end_log();
        // How long ago it last happened is not known either.
        self.account.write(What::LinkLost);
        if let Stage::Playing(game) = &mut self.stage {
            game.note_rest(REST_OF_HAND);
            game.mark_lifts_unwatched();
        }
        self.mark_unwatched();
    }

    /// Whether a piece was taken up or only slid, nobody knows of what a log tells.
    pub(super) fn doubt_touches_of_log(&mut self) {
        if self.hearing.is_late() {
            for entry in self.account.untaken() {
                if let What::Touch(touch) = &mut entry.what {
                    touch.noise = touch.noise.max(UNSURE);
                }
            }
        }
    }

    /// The next observation of a log comes after the one before, at a pace of hands.
    /// Whoever lifts a king may be about to tell the result, and has looked at the board before. Where both stand in
    /// the centre when something else changes, they have told it.
    pub(super) fn note_order_of_log(&mut self, observation: &Observation) {
        if !self.hearing.is_late() {
            return;
        }
        if matches!(observation, Observation::Square { .. }) {
            self.tell_sign();
            self.judge_presses();
        }
        self.account.pass_time_until(self.account.now() + APART);
        let lifts_king = self.lifts_king(observation);
        if let Stage::Playing(game) = &mut self.stage {
            game.expect_all_at_once();
            if lifts_king {
                game.note_rest(REST_OF_HAND);
            }
        }
    }

    fn lifts_king(&self, observation: &Observation) -> bool {
        let Observation::Square { square, reading: Reading::Empty } = observation else {
            return false;
        };
        let stood = self.seen.as_ref().map(|seen| seen.placement().get(*square));
        matches!(stood, Some(Reading::Piece(piece)) if piece.role == Role::King)
    }

    /// Something else changes: who has pressed before, when the board showed the line and nothing besides, had made
    /// his move.
    fn judge_presses(&mut self) {
        for side in Color::ALL {
            let Stage::Playing(game) = &self.stage else { return };
            if game.has_press_in_step(side) {
                self.judge_press(side);
            }
        }
    }

    /// A board that remembers a change to what a square has shown before has written over what stood there meanwhile
    /// (`drivers/dgt/README.md`, Messages). Of one king of two that tell the result it is known; and where one piece that is off its square could
    /// have moved there, it has stood there.
    pub(super) fn follow_written_over(&mut self, square: Square) {
        if !self.hearing.is_late() {
            return;
        }
        let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        if let Some(sign) = kings::sign_with(seen, square) {
            return self.end_by(sign);
        }
        game.note_rest(REST_OF_HAND);
        let there = seen.orientation().in_game(square);
        let Some(piece) = only_arrival(game, there, seen) else { return };
        for reading in [Reading::Piece(piece), Reading::Empty] {
            if let Some(changed) = self.see(square, reading) {
                self.follow(Bitboard::from(changed));
            }
            if let Stage::Playing(game) = &mut self.stage {
                game.note_rest(REST_OF_HAND);
            }
        }
    }

    /// A change is heard some time after it happened: what waits for rest waits as much longer, and no time
    /// between two changes is taken to be longer than it must have been.
    pub(super) fn note_hearing_delay(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: &Observation,
    ) {
        let is_change = matches!(observation, Observation::Square { .. });
        if self.hearing.is_late() || since.is_none() && !is_change {
            return;
        }
        match since {
            // Where nobody knows for how long either, they have told it as in a log.
            Some(_) if is_change && self.is_long_ago(since) => self.tell_sign(),
            Some(since) => self.tell_sign_that_stood_until(since),
            None => {}
        }
        let delay = since.map_or(Duration::ZERO, |since| at.since(since)).min(MAX_HEARING_DELAY);
        if delay != self.setup.timing.heard_after() {
            self.setup.timing = self.setup.timing.delayed_by(delay);
        }
        if let Stage::Playing(game) = &mut self.stage {
            game.set_scan(self.setup.timing.reading_lag + delay);
        }
        if !delay.is_zero() {
            // What comes in one answer keeps its order.
            self.account.pass_time_until(self.account.now() + APART);
        }
    }

    /// Nothing had changed until then, so kings that stood in the centre long enough have told the result, though it is only
    /// heard now that they did.
    fn tell_sign_that_stood_until(&mut self, since: Instant) {
        let timing = &self.setup.timing;
        let long_enough = timing.at_least(timing.kings);
        let seen = self.seen.as_ref();
        let sign = seen.and_then(|seen| self.stage.new_sign(seen, self.overruled));
        if sign.is_some_and(|shown| since.since(shown.put_down.at) >= long_enough) {
            self.tell_sign();
        }
    }

    /// No time is known between one reading of a clock that the board remembers and the one before.
    pub(super) fn note_clock_of_log(&mut self) {
        if self.hearing.is_late() {
            self.account.write(What::LinkLost);
            if let Stage::Playing(game) = &mut self.stage {
                game.note_rest(REST_OF_HAND);
            }
            self.tell_line();
        }
    }

    /// Whether it may have happened so long ago that what stood then is not seen any more.
    pub(super) fn is_long_ago(&self, since: Option<Instant>) -> bool {
        since.is_some_and(|since| self.account.now().since(since) > JUST_SHOWN)
    }
}

/// The piece that alone, of those that are off their squares, may have moved to `square`, where nothing stands.
fn only_arrival(game: &FollowedGame, square: shakmaty::Square, seen: &Readings) -> Option<Piece> {
    let (head, stands) = (game.position(), seen.sets().occupied());
    if stands.contains(square) {
        return None;
    }
    let may_have = |mv: &Move| match *mv {
        Move::Normal { from, to, promotion: None, .. } => to == square && !stands.contains(from),
        _ => false,
    };
    let replies = replies(head);
    let mut arrivals = replies.iter().filter(|mv| may_have(mv));
    let arrival = arrivals.next()?;
    if arrivals.next().is_some() {
        return None;
    }
    head.board().piece_at(arrival.from()?).map(device_piece)
}

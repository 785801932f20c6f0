//! A board's past, played again.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::game::conclusion::Told;
use touchmove_core::game::games::Games;
use touchmove_core::game::handover::Handover;
use touchmove_core::game::second_pass::SecondPass;
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::GameView;
use touchmove_core::names::BoardId;
use touchmove_core::reconstruct::Effort;
use touchmove_drivers::Instant;
use touchmove_drivers::recording::RecordingEnd;

use super::{Happened, Past, Step};
use crate::Failure;

/// What is concluded when a past is played again.
#[derive(Debug)]
pub(crate) struct Replay<'a> {
    past: &'a Past,
    steps: std::iter::Peekable<std::slice::Iter<'a, Step>>,
    to: Instant,
    sitting: Sitting,
    games: Games,
    /// When something was last told of each game.
    last: Vec<(u32, Instant)>,
    /// Games come from other boards by decisions before this one alone: none comes from its own future.
    before: u64,
    effort: Effort,
}

/// The games of a past that was played again to its end.
#[derive(Debug)]
pub(crate) struct PlayedOut {
    games: Games,
    /// When something was last told of each game.
    last: Vec<(u32, Instant)>,
}

/// One step further.
#[derive(Debug)]
pub(crate) struct Replayed<'a> {
    /// What happened.
    pub(crate) step: &'a Step,
    /// What was concluded by it.
    pub(crate) told: Vec<Told>,
}

impl<'a> Replay<'a> {
    /// Begins to play the past again, until a moment.
    ///
    /// # Errors
    /// [`Failure`] where its headers describe no game.
    pub(crate) fn new(past: &'a Past, to: Instant, effort: Effort) -> Result<Self, Failure> {
        let mut terms = setup::of_headers(past.headers()).map_err(Failure::malformed)?;
        terms.board.effort = effort;
        let until = past.steps.partition_point(|step| step.at <= to);
        Ok(Self {
            past,
            steps: past.steps[..until].iter().peekable(),
            to: to.min(past.now),
            sitting: Sitting::new(terms).after_games(past.games_before()),
            games: Games::default(),
            last: Vec::new(),
            before: u64::MAX,
            effort,
        })
    }

    /// Plays one step more; `None` after the end.
    pub(crate) fn step(&mut self) -> Option<Replayed<'a>> {
        let step = self.steps.next()?;
        match &step.what {
            Happened::Came { number, from } => self.come(step, *number, from),
            Happened::Left { game, .. } => {
                self.sitting.advance(step.at);
                self.games.end(&self.sitting, RecordingEnd::Cut);
                self.sitting.let_go(*game);
            }
            Happened::Record(_) | Happened::Remark(_) => {}
        }
        if let Some(observation) = step.observation() {
            self.sitting.observe_late(step.at, step.since(), step.number, observation);
        }
        if self.steps.peek().is_none() {
            self.sitting.advance(self.to);
        }
        Some(Replayed { step, told: self.take_told() })
    }

    /// Plays to the end; what was concluded.
    pub(crate) fn told(&mut self) -> Vec<Told> {
        let mut told = Vec::new();
        while let Some(replayed) = self.step() {
            told.extend(replayed.told);
        }
        told
    }

    /// Lets time pass after the end, without anything happening; what was concluded.
    pub(crate) fn wait_until(&mut self, to: Instant) -> Vec<Told> {
        self.sitting.advance(to);
        self.take_told()
    }

    /// What is played.
    pub(crate) const fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Plays to the end; the games as they stand then.
    pub(crate) fn play_out(mut self) -> PlayedOut {
        while self.step().is_some() {}
        self.games.end(&self.sitting, RecordingEnd::Cut);
        PlayedOut { games: self.games, last: self.last }
    }

    /// The same, each game judged again as often as a second pass does; where one came from another board or went to one, once.
    ///
    /// # Errors
    /// [`Failure`] where the headers of the past describe no game.
    pub(crate) fn judge_again(self) -> Result<PlayedOut, Failure> {
        let is_elsewhere =
            |step: &Step| matches!(step.what, Happened::Came { .. } | Happened::Left { .. });
        if self.steps.clone().any(is_elsewhere) {
            return Ok(self.play_out());
        }
        let terms = setup::of_headers(self.past.headers()).map_err(Failure::malformed)?;
        let mut pass = SecondPass::new(terms, self.past.games_before());
        let mut games = Games::default();
        for step in self.steps.clone() {
            if let Some(observation) = step.observation() {
                pass.observe_late(step.at, step.since(), step.number, observation);
                games.follow(pass.sitting());
            }
        }
        let sitting = pass.end(self.to);
        games.follow(&sitting);
        games.end(&sitting, RecordingEnd::Cut);
        Ok(PlayedOut { games, ..self.play_out() })
    }

    fn take_told(&mut self) -> Vec<Told> {
        let told: Vec<_> = std::iter::from_fn(|| self.sitting.poll()).collect();
        self.games.follow(&self.sitting);
        for told in told.iter().filter(|told| told.seq.is_some()) {
            match self.last.iter_mut().find(|(game, _)| *game == told.game) {
                Some((_, at)) => *at = told.at.max(*at),
                None => self.last.push((told.game, told.at)),
            }
        }
        told
    }

    /// A game comes from another board, which is played again until it left. Where that cannot be read the game
    /// stays there.
    fn come(&mut self, step: &Step, number: u64, from: &BoardId) {
        self.sitting.advance(step.at);
        if number < self.before
            && let Some(game) = self.handed_over(number, from)
        {
            self.sitting.take_over(game, step.at, step.number);
        }
    }

    /// The game that another board handed over by this decision.
    fn handed_over(&self, number: u64, from: &BoardId) -> Option<Handover> {
        let left = self.past.of_other(from, number)?;
        let mut replay = Replay::new(&left, left.now, self.effort).ok()?;
        replay.before = number;
        while let Some(step) = replay.steps.peek() {
            if let Happened::Left { number: this, game } = step.what
                && this == number
            {
                replay.sitting.advance(step.at);
                return replay.sitting.hand_over(game);
            }
            replay.step();
        }
        None
    }
}

impl PlayedOut {
    /// All its games.
    pub(crate) const fn games(&self) -> &Games {
        &self.games
    }

    /// The games of which something was told since `from`.
    pub(crate) fn since(&self, from: Instant) -> Vec<Arc<GameView>> {
        let is_meant =
            |game: &&Arc<GameView>| match self.last.iter().find(|(number, _)| *number == game.game)
            {
                Some((_, last)) => *last >= from,
                None => from.since(Instant::ZERO) == Duration::ZERO,
            };
        self.games.all().iter().filter(is_meant).cloned().collect()
    }
}

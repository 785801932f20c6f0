//! A board's past, played again.

use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::recording::Ending;

use super::{Past, Step};
use crate::command::Failure;
use crate::game::conclusion::Told;
use crate::game::games::Games;
use crate::game::setup;
use crate::game::sitting::Sitting;
use crate::game::view::GameView;

/// What is concluded when a past is played again.
#[derive(Debug)]
pub(in crate::command) struct Replay<'a> {
    steps: std::iter::Peekable<std::slice::Iter<'a, Step>>,
    to: Instant,
    sitting: Sitting,
    games: Games,
    /// When something was last told of each game.
    last: Vec<(u32, Instant)>,
}

/// One step further.
#[derive(Debug)]
pub(in crate::command) struct Replayed<'a> {
    /// What happened.
    pub(in crate::command) step: &'a Step,
    /// What was concluded by it.
    pub(in crate::command) told: Vec<Told>,
}

impl<'a> Replay<'a> {
    /// Begins to play the past again, until a moment.
    ///
    /// # Errors
    /// [`Failure`] where its headers describe no game.
    pub(in crate::command) fn new(past: &'a Past, to: Instant) -> Result<Self, Failure> {
        let terms = setup::of_headers(past.headers()).map_err(Failure::malformed)?;
        let until = past.steps.partition_point(|step| step.at <= to);
        Ok(Self {
            steps: past.steps[..until].iter().peekable(),
            to: to.min(past.now),
            sitting: Sitting::new(terms),
            games: Games::default(),
            last: Vec::new(),
        })
    }

    /// Plays one step more; `None` after the end.
    pub(in crate::command) fn step(&mut self) -> Option<Replayed<'a>> {
        let step = self.steps.next()?;
        if let Some(observation) = step.observation() {
            self.sitting.observe(step.at, step.number, observation);
        }
        if self.steps.peek().is_none() {
            self.sitting.advance(self.to);
        }
        let told: Vec<_> = std::iter::from_fn(|| self.sitting.poll()).collect();
        self.games.follow(&self.sitting);
        for told in told.iter().filter(|told| told.seq.is_some()) {
            match self.last.iter_mut().find(|(game, _)| *game == told.game) {
                Some((_, at)) => *at = told.at.max(*at),
                None => self.last.push((told.game, told.at)),
            }
        }
        Some(Replayed { step, told })
    }

    /// What is played.
    pub(in crate::command) const fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Plays to the end; the games of which something was told since `from`, with their numbers.
    pub(in crate::command) fn games_since(mut self, from: Instant) -> Vec<GameView> {
        while self.step().is_some() {}
        self.games.end(&self.sitting, Ending::Cut);
        let is_meant =
            |game: &GameView| match self.last.iter().find(|(number, _)| *number == game.game) {
                Some((_, last)) => *last >= from,
                None => from.since(Instant::ZERO) == Duration::ZERO,
            };
        self.games.all().iter().filter(|game| is_meant(game)).cloned().collect()
    }
}

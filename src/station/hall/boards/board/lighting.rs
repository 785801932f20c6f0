//! The lights of a board: what they are to show, and the way to its driver.

use std::collections::HashMap;

use tokio::sync::{mpsc, oneshot, watch};
use touchmove_core::lights::{Lamps, Lights, Scene};
use touchmove_core::names::BoardId;
use touchmove_drivers::driver::Squares;
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::{Ability, Instant, Request};

use super::OpenBoard;
use super::asking::ask;
use crate::hall::light_wishes::LightWishes;
use crate::hall::orders::OrderError;
use crate::sys::boottime::TimeSource;

/// What the lights of all boards are to show.
pub(super) type Wishes = watch::Receiver<HashMap<BoardId, Lights>>;

/// What became of a request for light.
pub(super) type Answered = Result<(), OrderError>;

/// What the lights of a board are to show, and what it was asked for.
#[derive(Debug)]
pub(super) struct Lighting {
    lamps: Lamps,
    wishes: LightWishes,
    stage: Stage,
    /// Where the answers go, once the board is served.
    answers: Option<mpsc::Sender<Answered>>,
}

/// How far it is with the lights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The board can be asked.
    Ready,
    /// It was asked and has not answered yet.
    Asking,
    /// Its lights are out for good: the daemon ends.
    Over,
}

impl Lighting {
    /// Lights that were never asked for.
    pub(super) fn new(wishes: LightWishes) -> Self {
        Self { lamps: Lamps::default(), wishes, stage: Stage::Ready, answers: None }
    }

    /// The board is served from now on: what tells when something else is wanted, and the answers to what is asked.
    pub(super) fn begin(&mut self) -> (Wishes, mpsc::Receiver<Answered>) {
        let (answers, answered) = mpsc::channel(1);
        self.answers = Some(answers);
        (self.wishes.watch(), answered)
    }

    /// The board is connected anew.
    pub(super) const fn connect(&mut self) {
        self.lamps.connect();
    }

    /// When the board may be asked for what is wanted.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.lamps.deadline().filter(|_| self.stage == Stage::Ready)
    }

    /// The driver has answered.
    pub(super) fn hear_answer(&mut self, now: Instant, answered: Answered) {
        if self.stage == Stage::Asking {
            self.stage = Stage::Ready;
        }
        if answered.is_err() {
            self.lamps.fail(now);
        }
    }
}

impl OpenBoard {
    /// Has its lights show what is wanted, where it has lights and something else is wanted than before. Nobody waits for it.
    pub(super) fn light(&mut self) {
        let is_there = self.view.link == LinkState::Up && self.requests.is_some();
        if !is_there || self.lighting.stage != Stage::Ready || !self.may(Ability::Lights) {
            return;
        }
        let now = self.evidence.time(self.clock.now());
        let wish = self.lighting.wishes.of(&self.view.id);
        self.lighting.lamps.set_wish(wish);
        let game = if wish == Lights::Off { None } else { self.sitting.view() };
        self.lighting.lamps.show(&Scene {
            game: game.map(AsRef::as_ref),
            placement: self.view.placement.as_ref(),
            turned: self.sitting.is_turned(),
            battery: self.view.battery,
        });
        if let Some(squares) = self.lighting.lamps.poll(now) {
            self.lighting.stage = Stage::Asking;
            self.ask_driver(Request::Light(squares), self.lighting.answers.clone());
        }
    }

    /// Puts its lights out for good; `answer` is dropped where none is lit.
    pub(super) fn darken(&mut self, answer: oneshot::Sender<()>) {
        self.lighting.stage = Stage::Over;
        if self.lighting.lamps.is_lit() && self.view.link == LinkState::Up {
            let requests = self.requests.clone();
            tokio::spawn(async move {
                let _ = ask(requests, Request::Light(Squares::NONE)).await;
                let _ = answer.send(());
            });
        }
    }
}

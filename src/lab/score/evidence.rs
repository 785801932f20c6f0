//! One recording, read whole, ready to be adjudicated.

use std::sync::Arc;

use touchmove_core::game::setup::{self, SetupError, Terms};
use touchmove_core::laws::rulebook::Rulebook;
use touchmove_core::reconstruct::Setup;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::observation::{ClockReading, Placement, Side, Times};
use touchmove_drivers::recording::{
    Headers, PlayerEvent, RecordingEnd, RecordingError, RecordingPlayer, Sources,
};
use touchmove_drivers::{Instant, Observation};

use super::sins::{PlantedSin, SinError};

/// A recording with what was observed in it, in order.
#[derive(Clone, Debug)]
pub struct ObservedRecording {
    /// Its headers.
    pub headers: Headers,
    /// What they say of the sitting.
    pub setup: Setup,
    /// The Laws that hold.
    pub rulebook: Arc<Rulebook>,
    /// The sins that they name.
    pub sins: Vec<PlantedSin>,
    /// What was observed.
    pub steps: Vec<Step>,
    /// The latest time in it.
    pub at: Instant,
    /// What is known of the time after.
    pub ending: RecordingEnd,
}

/// One observation.
#[derive(Clone, Debug)]
pub struct Step {
    /// When.
    pub at: Instant,
    /// After which moment it happened, where it was only heard later.
    pub since: Option<Instant>,
    /// Number of its record, from 1.
    pub record: u64,
    /// What was observed.
    pub observation: Observation,
    /// Whether it says something new that can settle a move: a clock that merely ticks does not, nor
    /// does a read-out of what was known.
    pub is_news: bool,
}

/// Why a recording could not be read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unread {
    /// A line of it is malformed.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// It begins from no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A sin of it cannot be read.
    #[error(transparent)]
    Sin(#[from] SinError),
}

impl ObservedRecording {
    /// Reads the one recording that `bytes` hold.
    ///
    /// # Errors
    /// [`Unread`] where it is malformed.
    pub fn read(bytes: &[u8]) -> Result<Self, Unread> {
        let mut player = RecordingPlayer::new(Sources::of(bytes), FAMILIES);
        player.receive(bytes)?;
        player.finish()?;
        let mut headers = Headers::default();
        let mut steps = Vec::new();
        let (mut at, mut ending) = (Instant::ZERO, RecordingEnd::Quiet);
        let mut known = Known::default();
        while let Some(event) = player.poll() {
            match event {
                PlayerEvent::Begins { headers: given, .. } => headers = *given,
                PlayerEvent::Observed(observed) => steps.push(Step {
                    at: observed.at,
                    since: observed.since,
                    record: observed.record,
                    is_news: known.learn(&observed.observation),
                    observation: observed.observation,
                }),
                PlayerEvent::Warning(_) => {}
                PlayerEvent::Ends { at: last, ending: how } => (at, ending) = (last, how),
            }
        }
        let Terms { board: setup, rulebook } = setup::of_headers(&headers)?;
        let sins = headers.sins().map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { headers, setup, rulebook, sins, steps, at, ending })
    }
}

/// What the observations so far have said.
#[derive(Default)]
struct Known {
    board: Option<Placement>,
    /// Which side's time runs and whose button is up.
    clock: Option<(Option<usize>, Option<usize>)>,
}

impl Known {
    /// Takes an observation; returns whether it was news that can settle a move.
    fn learn(&mut self, observation: &Observation) -> bool {
        match observation {
            Observation::Square { square, reading } => {
                let board = self.board.get_or_insert(Placement::EMPTY);
                let is_news = board.get(*square) != *reading;
                board.set(*square, *reading);
                is_news
            }
            Observation::Board(placement) => {
                let is_news = self.board.as_ref() != Some(placement);
                self.board = Some((**placement).clone());
                is_news
            }
            Observation::Clock(reading) => {
                let clock = Some(match reading {
                    ClockReading::Hands(times) => sides(times),
                    ClockReading::Colors(times) => sides(times),
                });
                std::mem::replace(&mut self.clock, clock) != clock
            }
            Observation::Press(_)
            | Observation::Decision(_)
            | Observation::Link(_)
            | Observation::Game(_) => true,
            Observation::Battery(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Device(_) => false,
        }
    }
}

fn sides<S: Side>(times: &Times<S>) -> (Option<usize>, Option<usize>) {
    (times.run.map(Side::index), times.lever.map(Side::index))
}

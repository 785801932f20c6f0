//! Adjudicating one recording, and watching when what is told.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::game::conclusion::{Conclusion, Incident, IncidentState, MoveState, Told};
use touchmove_core::game::games::Games;
use touchmove_core::game::setup::Terms;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::GameView;
use touchmove_core::reconstruct::{Costs, Orientation, Setup};
use touchmove_drivers::Instant;
use touchmove_drivers::recording::RecordingEnd;

use super::evidence::ObservedRecording;
use super::sins::Accusation;

/// What came of one recording.
#[derive(Clone, Debug, Default)]
pub struct PlayedRecording {
    /// The game, as it ended.
    pub game: Option<Arc<GameView>>,
    /// Which way the board lay in the end; `None` where no game began.
    pub lies: Option<Orientation>,
    /// How long each telling of a move took.
    pub delays: Vec<TellingDelay>,
    /// Moves that were told, and taken back aloud.
    pub superseded: u64,
    /// What players were accused of, and are not any more.
    pub withdrawn: Vec<Accusation>,
    /// What they were accused of, and nobody may complain of any more (4.8).
    lapsed: Vec<Incident>,
}

impl PlayedRecording {
    /// What players are accused of in the end, also where nobody has complained in time.
    pub fn accusations(&self) -> Vec<Accusation> {
        let standing = self.game.as_deref().map(Accusation::all_in).unwrap_or_default();
        standing.into_iter().chain(self.lapsed.iter().map(Accusation::of)).collect()
    }

    fn follow(&mut self, incident: &Incident) {
        self.lapsed.retain(|lapsed| lapsed.id != incident.id);
        match incident.state {
            IncidentState::Lapsed => self.lapsed.push(incident.clone()),
            IncidentState::Withdrawn => self.withdrawn.push(Accusation::of(incident)),
            IncidentState::Raised | IncidentState::Confirmed | IncidentState::Dismissed => {}
        }
    }
}

/// How long after the evidence a move was told, in the time of the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TellingDelay {
    /// Since the last news before it was told: a changed square, a press, a link. Nothing later can
    /// have settled the move, so it is zero where an observation settled it, and the length of the
    /// rest where waiting did.
    pub settled: Duration,
    /// Since the last reading that shows the move: how long who follows the game waits to hear of it.
    pub seen: Duration,
}

/// Adjudicates a recording.
///
/// Time passes from deadline to deadline as it does in the daemon, so that each move is told at the
/// moment at which it would have been told in life.
pub fn play(evidence: &ObservedRecording) -> PlayedRecording {
    play_with(evidence, evidence.setup.costs)
}

/// The same where hypotheses pay other costs.
pub fn play_with(evidence: &ObservedRecording, costs: Costs) -> PlayedRecording {
    let mut table = Table {
        sitting: Sitting::new(Terms {
            board: Setup { costs, ..evidence.setup.clone() },
            rulebook: Arc::clone(&evidence.rulebook),
        }),
        games: Games::default(),
        news: Instant::ZERO,
        played: PlayedRecording::default(),
    };
    for step in &evidence.steps {
        table.pass(step.at);
        if step.is_news {
            table.news = step.at;
        }
        table.sitting.observe_late(step.at, step.since, step.record, &step.observation);
        table.take(step.at);
    }
    let Table { sitting, mut games, mut played, .. } = match evidence.ending {
        RecordingEnd::Quiet => table.until(Instant::from_micros(u64::MAX)),
        RecordingEnd::Cut => table.until(evidence.at),
    };
    games.end(&sitting, evidence.ending);
    played.game = games.longest().cloned();
    played.lies = sitting.is_turned().map(|turned| match turned {
        true => Orientation::Turned,
        false => Orientation::Straight,
    });
    played
}

struct Table {
    sitting: Sitting,
    games: Games,
    /// When the last news came.
    news: Instant,
    played: PlayedRecording,
}

impl Table {
    fn until(mut self, at: Instant) -> Self {
        self.pass(at);
        self
    }

    fn pass(&mut self, until: Instant) {
        while let Some(due) = self.sitting.deadline()
            && due <= until
        {
            self.sitting.advance(due);
            self.take(due);
        }
    }

    fn take(&mut self, now: Instant) {
        while let Some(told) = self.sitting.poll() {
            self.hear(now, &told);
        }
        self.games.follow(&self.sitting);
    }

    fn hear(&mut self, now: Instant, told: &Told) {
        let mv = match &told.what {
            Conclusion::Move(mv) => mv,
            Conclusion::Incident(incident) => return self.played.follow(incident),
            _ => return,
        };
        match mv.state {
            MoveState::Made => {
                let (settled, seen) = (now.since(self.news), now.since(told.at));
                self.played.delays.push(TellingDelay { settled, seen });
            }
            MoveState::Superseded => self.played.superseded += 1,
            MoveState::Provisional | MoveState::Completed { .. } => {}
        }
    }
}

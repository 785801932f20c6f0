//! What the hall tells its clients: the bus, the relay, the console.
//!
//! News are whole snapshots and finished conclusions; a client holds no reference into the hall.

use std::sync::Arc;

use touchmove_core::game::conclusion::Told;
use touchmove_core::game::view::{GameView, ShownClock};
use touchmove_core::health::HealthReport;
use touchmove_core::names::{BoardId, GameId, PublicId};
use touchmove_core::pairing::{Outcome, Round, TournamentHeader};
use touchmove_core::tournament::release::Released;
use touchmove_core::tournament::rounds::results::RoundResults;
use touchmove_core::tournament::rounds::section::SectionView;
use touchmove_core::tournament::rounds::{GamePlace, RoundView, Stage, TableOf, TableView};
use touchmove_drivers::family::{Family, Knowledge};
use touchmove_drivers::observation::{
    Chips, ClockPresence, DeviceFact, Learning, LinkState, Placement, Sensing,
};
use touchmove_drivers::{Ability, Instant, Observation};

pub use crate::hall::anchor::Anchor;

use crate::hall::boards::condition::{Condition, Loss};
use crate::hall::ports::port_view::{PortPlace, PortView};

/// Something new.
#[derive(Clone, Debug)]
pub enum News {
    /// A board appeared or changed.
    Board(Box<BoardView>),
    /// A game began, or something is told of it.
    Game {
        /// Whether clients heard of it before.
        recency: Recency,
        /// Which game.
        id: GameId,
        /// On which board.
        board: BoardId,
        /// What was newly concluded, in order; empty when only clock or standing changed.
        told: Vec<Told>,
        /// How the times of what is told lie to the station's.
        anchor: Anchor,
        /// The game now.
        view: Arc<GameView>,
        /// What its clock showed last, in the station's time.
        clock: Option<ShownClock>,
    },
    /// The public is told of a game.
    Public(PublicNews),
    /// A round was loaded or changed.
    Round(Arc<RoundView>),
    /// A round is there no longer.
    RoundRemoved(Round),
    /// What holds in the sections has changed.
    Sections(Arc<[SectionView]>),
    /// What is known of the results of a round has changed. Not for the public.
    Results(Arc<RoundResults>),
    /// A port is looked after, or how it is with it has changed.
    Port {
        /// Which port.
        place: PortPlace,
        /// The port now; `None` once it is not looked after any more.
        view: Option<PortView>,
    },
    /// A hall of several stations is asked for these boards before they are served.
    Sought(Vec<BoardId>),
    /// What is to be seen to at the disk of the evidence; `None` once nothing is.
    Disk(Option<String>),
    /// All that was kept before the daemon started has been told.
    Ready,
}

/// What the public is told: rounds that have begun, and of their games released events alone.
#[derive(Clone, Debug)]
pub enum PublicNews {
    /// A round has begun, or it changed since.
    Round(BegunRound),
    /// A round is there no longer.
    RoundRemoved(Round),
    /// Something of it is released.
    Released {
        /// Which game it is in public.
        id: PublicId,
        /// Where it began, as a FEN.
        start: String,
        /// What was released before the daemon started, in order: it is shown, and not signalled once more.
        again: Vec<Released>,
        /// What is released now, in order; empty when it only appears.
        released: Vec<Released>,
    },
    /// It is known whose game it is.
    Placed {
        /// Which game it is in public.
        id: PublicId,
        /// Who plays whom, in which round at which table.
        place: GamePlace,
    },
    /// A result that people decided is public, or no longer.
    Decided {
        /// Of which table.
        at: TableOf,
        /// Which game it is in public; `None` where nothing is public of any that is played there.
        id: Option<PublicId>,
        /// Which; `None` where the board's own counts again.
        outcome: Option<Outcome>,
    },
}

/// A round that has begun, as everybody may know it: who plays whom, and nothing of boards and games.
#[derive(Clone, Debug)]
pub struct BegunRound {
    /// Its number.
    pub number: Round,
    /// The tournament, or that of its first table where each section is one of its own.
    pub event: Arc<TournamentHeader>,
    /// How far it has got.
    pub stage: Stage,
    /// Its pairings by table.
    pub places: Vec<GamePlace>,
}

impl BegunRound {
    /// What may be known of a round; `None` before it has begun.
    pub fn of(view: &RoundView) -> Option<Self> {
        let RoundView { number, event, stage, seats } = view;
        (*stage != Stage::Loaded).then(|| Self {
            number: *number,
            event: Arc::clone(event),
            stage: *stage,
            places: seats.iter().map(TableView::place).collect(),
        })
    }
}

/// Whether clients heard of something before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recency {
    /// The journals had it when the daemon started: it is shown, and never signalled once more. One game may be told of
    /// in several parts, since it may stand in several journals.
    Recalled,
    /// It is news: clients get signals of what they were not told yet.
    New,
}

impl PublicNews {
    /// Which game they are of; `None` where they are of a round.
    pub const fn game(&self) -> Option<PublicId> {
        match self {
            Self::Round(_) | Self::RoundRemoved(_) => None,
            Self::Released { id, .. } | Self::Placed { id, .. } => Some(*id),
            Self::Decided { id, .. } => *id,
        }
    }
}

impl News {
    /// Sequence number of the last conclusion of a game; 0 for other news.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Game { view, .. } => view.seq,
            _ => 0,
        }
    }
}

/// A broadcast, and when it was told.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The moment from which it may be read by everybody, in boot time.
    pub at: Instant,
    /// What is told.
    pub what: Broadcast,
}

/// What a relay is told: released events, and whose games they are. Nothing else leads there.
#[derive(Clone, Debug)]
pub enum Broadcast {
    /// A round was loaded or changed.
    Round(Arc<RoundView>),
    /// Something of a game is released.
    Released {
        /// Which game.
        game: GameId,
        /// Where it began, as a FEN; empty while nothing of it is released.
        start: String,
        /// What is released, in order; empty when it only appears.
        released: Vec<Released>,
    },
    /// A result that people decided is public, or no longer.
    Decided {
        /// Of which table.
        at: TableOf,
        /// Which; `None` where the board's own counts again.
        outcome: Option<Outcome>,
    },
    /// A round is there no longer; what was broadcast of it stays.
    RoundRemoved(Round),
}

/// Whether it is known which chip is in which piece of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calibration {
    /// Its pieces need not be known one by one.
    Unneeded,
    /// Nobody knows.
    Unknown,
    /// It learns because a person asks.
    Learning(Learning),
    /// It is known of these.
    Known(Chips),
}

impl Calibration {
    /// Of a board of which nothing was heard.
    fn of(family: &Family) -> Self {
        if family.may(Ability::Calibration) { Self::Unknown } else { Self::Unneeded }
    }
}

/// A board at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardView {
    /// Its name.
    pub id: BoardId,
    /// Family, by name.
    pub family: &'static str,
    /// What a person calls the family.
    pub title: &'static str,
    /// Serial number.
    pub serial: String,
    /// Firmware, once known.
    pub version: Option<String>,
    /// Where it is attached, for a person to find it.
    pub port: String,
    /// State of its link.
    pub link: LinkState,
    /// How it is with it, for a person.
    pub condition: Condition,
    /// Charge of its battery in per cent, where it has one.
    pub battery: Option<u8>,
    /// What it senses.
    pub sensing: Sensing,
    /// How much of its family's protocol is known.
    pub knowledge: Knowledge,
    /// What stands on it, in its own numbering; `None` before the first read-out.
    pub placement: Option<Placement>,
    /// Whether it is known which chip is in which of its pieces.
    pub calibration: Calibration,
    /// Whether it lies the other way round, with Black's pieces where its numbering has White's;
    /// `None` while unknown.
    pub turned: Option<bool>,
    /// Whether a clock is connected; `None` while unknown.
    pub clock: Option<ClockPresence>,
    /// The game being played on it.
    pub game: Option<GameId>,
    /// Number of the last of its records that are archived: it was begun anew then.
    pub after: u64,
    /// How well it reads and is heard.
    pub health: Arc<HealthReport>,
    /// Why its evidence is not being kept; `None` while it is.
    pub trouble: Option<String>,
}

impl BoardView {
    /// Takes what the board says of itself, and of what stands on it.
    pub(in crate::hall) fn note(&mut self, observation: &Observation) {
        match observation {
            Observation::Square { square, reading } => {
                self.placement.get_or_insert(Placement::EMPTY).set(*square, *reading);
            }
            Observation::Board(placement) => self.placement = Some((**placement).clone()),
            Observation::Link(state) => self.link = *state,
            Observation::Battery(percent) => self.battery = Some(*percent),
            Observation::Device(DeviceFact::Version(version)) => {
                self.version = Some(version.clone());
            }
            Observation::Device(DeviceFact::ChipsUnknown) => {
                self.calibration = Calibration::Unknown;
            }
            Observation::Device(DeviceFact::Learning(learning)) => {
                self.calibration = Calibration::Learning(learning.clone());
            }
            Observation::Device(DeviceFact::Chips(chips)) => {
                self.calibration = Calibration::Known(chips.clone());
            }
            Observation::Device(DeviceFact::Clock(presence)) => self.clock = Some(*presence),
            // A clock that was there from the start is known by its times alone.
            Observation::Clock(_) => self.clock = Some(ClockPresence::Present),
            Observation::Device(_)
            | Observation::Press(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Game(_)
            | Observation::Decision(_) => {}
        }
    }

    /// A board of which nothing was read yet.
    pub fn unread(id: BoardId, family: &'static Family, serial: &str) -> Self {
        Self {
            id,
            family: family.name,
            title: family.title,
            serial: serial.to_owned(),
            version: None,
            port: String::new(),
            link: LinkState::Lost,
            condition: Condition::Lost(Loss::NotSeen),
            battery: None,
            sensing: family.sensing,
            knowledge: family.knowledge,
            placement: None,
            calibration: Calibration::of(family),
            turned: None,
            clock: None,
            game: None,
            after: 0,
            health: Arc::default(),
            trouble: None,
        }
    }
}
